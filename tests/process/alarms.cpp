// Sleeps while a signal comes every millisecond. The handler is installed
// with the flags the argument names: "restart" (SA_RESTART) or "plain".

#include "program.hpp"

#include <cstdint>
#include <string_view>
#include <sys/time.h>

using namespace std::chrono_literals;

namespace alarms {

volatile std::sig_atomic_t alarms = 0;

void on_alarm(int) {
    alarms = alarms + 1;
}

void alarm_every_millisecond(bool restart) {
    struct sigaction action = {};
    action.sa_handler = on_alarm;
    action.sa_flags = restart ? SA_RESTART : 0;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGALRM, &action, nullptr);
    itimerval period = {};
    period.it_value.tv_usec = period.it_interval.tv_usec = 1000;
    ::setitimer(ITIMER_REAL, &period, nullptr);
}

// Sleeps until a deadline, and tells by how much the loop's clock had passed it.
coro::task<std::int64_t> lateness(coro::clock::time_point deadline) {
    co_await coro::sleep_until(deadline);
    co_return (coro::clock::now() - deadline).count();
}

coro::task<> sleeps() {
    int early = 0;
    for (int i = 0; i != 10; ++i) {
        const coro::clock::time_point start = coro::clock::now();
        const std::int64_t late = co_await lateness(start + 30ms);
        if (late < 0) ++early;
    }
    program::tell("10 sleeps, {} of them too short", early);
    program::tell("{} alarms", int{alarms});
}

int start(int count, char** arguments) {
    alarm_every_millisecond(count > 1 && arguments[1] == std::string_view("restart"));
    coro::run(sleeps());
    return 0;
}

const program::entry here("alarms", start);

}  // namespace alarms
