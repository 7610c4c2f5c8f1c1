// Case D: a braced list as the argument of an awaited call. A compiler that fails
// refuses to compile it; there is nothing to see by running.

#include <initializer_list>
#include <vector>

#include "tiny.hpp"

namespace {

tiny::task<int> sum(std::vector<int> values) {
    int total = 0;
    for (int value : values) total += value;
    co_return total;
}

tiny::task<int> list() { co_return co_await sum({1, 2, 3}); }

}  // namespace

int main() {
    auto main_task = list();
    return main_task.start() ? 0 : 1;
}
