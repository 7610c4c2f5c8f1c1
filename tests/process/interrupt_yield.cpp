// Never waits for anything: it yields, over and over, until a Ctrl-C ends it.

#include "program.hpp"

namespace {

coro::task<> busy() {
    program::ready();
    try {
        for (;;) co_await coro::yield();
    } catch (const coro::cancelled&) {
        program::tell("cancelled");
        throw;
    }
}

}  // namespace

int main() {
    coro::run(busy());
    program::tell("run returned");
}
