// See kernel_operation.hpp.

#include "coro/loop/kernel_operation.hpp"

namespace coro {

const char* to_string(opcode what) noexcept {
    switch (what) {
    case opcode::nop: return "nop";
    case opcode::read: return "read";
    case opcode::write: return "write";
    case opcode::recv: return "recv";
    case opcode::send: return "send";
    case opcode::accept: return "accept";
    case opcode::connect: return "connect";
    case opcode::poll: return "poll";
    case opcode::shutdown: return "shutdown";
    case opcode::close: return "close";
    case opcode::fsync: return "fsync";
    case opcode::open: return "open";
    }
    return "?";
}

void kernel_operation::submit() {
    event_loop& loop = *event_loop::current();
    loop.system().submit(*this);
    if (loop.observed())
        loop.tell(event_kind::operation_submitted, loop.current_task(), to_string(code), fd);
}

void kernel_operation::answered() noexcept {
    event_loop& loop = *event_loop::current();
    if (loop.observed())
        loop.tell(event_kind::operation_completed, on_behalf_of(), to_string(code), result);
    complete(cancel_asked_ && result == -ECANCELED ? completion::cancelled : completion::done);
}

void kernel_operation::cancel() noexcept {
    cancel_asked_ = true;
    event_loop::current()->system().cancel(*this);
}

wait_info kernel_operation::describe() const noexcept {
    return wait_info(to_string(code));
}

}  // namespace coro
