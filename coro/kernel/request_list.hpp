#pragma once
// The queues both kernels keep requests in. The links are in the requests
// themselves, so nothing is allocated, and a cancelled request leaves the
// middle of a queue without a search. A request is in one list at most.

#include "coro/kernel/kernel.hpp"

#include <poll.h>
#include <sys/socket.h>

namespace coro::detail {

/// First in, first out. The list does not own what is in it.
class request_list {
public:
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }
    [[nodiscard]] request* first() const noexcept { return first_; }

    /// Is this request, which may be in no other list, in here?
    [[nodiscard]] bool holds(const request& what) const noexcept {
        return what.previous != nullptr || first_ == &what;
    }

    void push_back(request& what) noexcept {
        what.previous = last_;
        what.next = nullptr;
        (last_ != nullptr ? last_->next : first_) = &what;
        last_ = &what;
    }

    void erase(request& what) noexcept {
        (what.previous != nullptr ? what.previous->next : first_) = what.next;
        (what.next != nullptr ? what.next->previous : last_) = what.previous;
        what.previous = what.next = nullptr;
    }

    request& pop_front() noexcept {
        request& what = *first_;
        erase(what);
        return what;
    }

private:
    request* first_ = nullptr;
    request* last_ = nullptr;
};

/// What a request that cannot go on has to wait for: POLLIN, POLLOUT, or 0 if
/// it does not wait for readiness: a regular step, or the caller said so.
[[nodiscard]] inline short readiness(const request& what) noexcept {
    switch (what.code) {
    case opcode::recv:
    case opcode::send:
        if ((what.flags & MSG_DONTWAIT) != 0) return 0;
        return what.code == opcode::recv ? POLLIN : POLLOUT;
    case opcode::read:
    case opcode::accept: return POLLIN;
    case opcode::write: return POLLOUT;
    default: return 0;
    }
}

}  // namespace coro::detail
