// Runs a loop while so few more descriptors can be opened as the argument
// says, and tells what comes of it. Before and after, with the usual limit, it
// runs as well. (Before: UBSan opens a pipe whenever it meets a class for the
// first time, and takes a lack of descriptors for a broken object.)

#include "program.hpp"

#include <sys/resource.h>

using namespace std::chrono_literals;

namespace few_descriptors {

coro::task<> hello() {
    co_await coro::sleep(1ms);
    program::tell("hello");
}

void allow_descriptors(rlim_t most) {
    rlimit limit = {};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = most;
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) std::abort();
}

int start(int count, char** arguments) {
    const long more = program::number(count, arguments, 1);
    program::report_errors([] { coro::run(hello()); });
    rlimit usual = {};
    ::getrlimit(RLIMIT_NOFILE, &usual);
    const int first_free = ::dup(STDOUT_FILENO);
    ::close(first_free);

    allow_descriptors(static_cast<rlim_t>(first_free + more));
    program::report_errors([] { coro::run(hello()); });
    const int still_free = ::dup(STDOUT_FILENO);
    program::tell("{}", more == 0 || still_free == first_free ? "none lost" : "descriptors lost");
    allow_descriptors(usual.rlim_cur);
    return program::report_errors([] { coro::run(hello()); });
}

const program::entry here("few_descriptors", start);

}  // namespace few_descriptors
