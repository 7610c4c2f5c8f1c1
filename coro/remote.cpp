// See remote.hpp.

#include "coro/remote.hpp"

#include "coro/loop/event_loop.hpp"
#include "coro/loop/inbox.hpp"

namespace coro {

remote::remote() : inbox_(&event_loop::require("coro::remote()").from_outside()) {
    inbox_->add_reference(inbox::reference::speaking);
}

remote::remote(const remote& other) noexcept : inbox_(other.inbox_) {
    inbox_->add_reference(inbox::reference::speaking);
}

remote& remote::operator=(const remote& other) noexcept {
    other.inbox_->add_reference(inbox::reference::speaking);
    inbox_->drop_reference(inbox::reference::speaking);
    inbox_ = other.inbox_;
    return *this;
}

remote::~remote() {
    inbox_->drop_reference(inbox::reference::speaking);
}

bool remote::deliver(posted& callback) const noexcept {
    return inbox_->post(callback);
}

}  // namespace coro
