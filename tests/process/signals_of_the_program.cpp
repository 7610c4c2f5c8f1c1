// What the program had decided about Ctrl-C and Ctrl-\ before run() stays so:
// a handler of its own ("handle"), or to ignore them ("ignore").

#include "program.hpp"

#include <string_view>

using namespace std::chrono_literals;

namespace signals_of_the_program {

volatile std::sig_atomic_t interrupts = 0;
volatile std::sig_atomic_t quits = 0;

void on_interrupt(int) {
    interrupts = interrupts + 1;
}
void on_quit(int) {
    quits = quits + 1;
}

void tell_dispositions(const char* when) {
    program::tell("{}: SIGINT {}, SIGQUIT {}", when, program::disposition(SIGINT),
                  program::disposition(SIGQUIT));
}

coro::task<> undisturbed() {
    tell_dispositions("during");
    program::ready();
    while (!program::told_to_go_on()) co_await coro::sleep(1ms);
}

int start(int count, char** arguments) {
    const bool ignore = count > 1 && arguments[1] == std::string_view("ignore");
    std::signal(SIGINT, ignore ? SIG_IGN : on_interrupt);
    std::signal(SIGQUIT, ignore ? SIG_IGN : on_quit);
    coro::run(undisturbed());
    tell_dispositions("after");
    program::tell("{} interrupts, {} quits", int{interrupts}, int{quits});
    return 0;
}

const program::entry here("signals_of_the_program", start);

}  // namespace signals_of_the_program
