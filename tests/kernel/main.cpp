// The main function of the tests of the kernels. Where the machine refuses
// io_uring, its tests cannot pass; then they are left out, and this is said.

#include "tests/kernel/rig.hpp"

#include <cstdio>
#include <system_error>

int main(int argc, char** argv) {
    doctest::Context context(argc, argv);
    const int wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    try {
        delete coro::detail::make_uring(wake);
    } catch (const std::system_error& refused) {
        std::printf("This machine refuses io_uring (%s): only epoll is tested.\n", refused.what());
        context.addFilter("test-case-exclude", "*<uring*");
        context.addFilter("test-case-exclude", "uring:*");
    }
    ::close(wake);
    return context.run();
}
