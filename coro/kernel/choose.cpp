// Which kernel a loop gets, and what is said about it. See choose.hpp.

#include "coro/kernel/choose.hpp"

#include "coro/kernel/kernel.hpp"
#include "coro/kernel/make.hpp"
#include "coro/kernel/refusal.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace coro {

namespace {

struct choice {
    kernel_kind kind;
    std::string by;  // who made it
};

choice decide(kernel_kind wanted) {
    if (wanted != kernel_kind::automatic) return {wanted, "by the program"};
    const char* set = std::getenv("CORO_KERNEL");
    const std::string_view value = set != nullptr ? set : "";
    if (value.empty()) return {kernel_kind::automatic, ""};
    if (value == "uring") return {kernel_kind::uring, "by CORO_KERNEL=uring"};
    if (value == "epoll") return {kernel_kind::epoll, "by CORO_KERNEL=epoll"};
    throw std::invalid_argument("CORO_KERNEL is '" + std::string(value) +
                                "': it can be uring or epoll (or unset, to take what there is)");
}

// what() of a system_error ends in the text of its errno; before it stands
// the system call, up to the first colon.
std::string call_of(const std::system_error& error) {
    const std::string what = error.what();
    return what.substr(0, what.find(':'));
}

std::string explain(const std::system_error& refused) {
    return detail::explain_refusal(refused.code().value(), call_of(refused),
                                   detail::look_at_machine());
}

// Once in a process, however many loops it runs, and in one piece.
void say_once(const std::string& line) {
    static std::atomic_flag said;
    if (!said.test_and_set()) std::fputs((line + '\n').c_str(), stderr);
}

kernel* stand_in(const std::system_error& refused, int wake_fd) {
    const std::string why = explain(refused);
    kernel* made = nullptr;
    try {
        made = detail::make_epoll(wake_fd);
    } catch (const std::system_error& error) {
        throw std::system_error(error.code(), "an event loop needs io_uring or epoll, and this "
                                              "machine refuses both. io_uring: " +
                                                  why + ". epoll: " + call_of(error));
    }
    say_once("coro: io_uring is refused, so the event loop runs on epoll. " + why +
             ". CORO_KERNEL=epoll silences this line.");
    return made;
}

}  // namespace

kernel* make_kernel(kernel_kind wanted, int wake_fd) {
    const choice chosen = decide(wanted);
    if (chosen.kind == kernel_kind::epoll) {
        try {
            return detail::make_epoll(wake_fd);
        } catch (const std::system_error& error) {
            throw std::system_error(error.code(), "epoll was asked for " + chosen.by +
                                                      ", and is refused. " + call_of(error));
        }
    }
    try {
        return detail::make_uring(wake_fd);
    } catch (const std::system_error& error) {
        if (chosen.kind == kernel_kind::automatic) return stand_in(error, wake_fd);
        throw std::system_error(error.code(), "io_uring was asked for " + chosen.by +
                                                  ", and is refused. " + explain(error) +
                                                  ". Without it the loop would run on epoll");
    }
}

}  // namespace coro
