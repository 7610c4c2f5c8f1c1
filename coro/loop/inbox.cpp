// See inbox.hpp.

#include "coro/loop/inbox.hpp"

#include <cerrno>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace coro {

inbox* inbox::make() {
    const int wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (wake < 0)
        throw std::system_error(errno, std::generic_category(),
                                "an event loop needs an eventfd to be woken by");
    return new inbox(wake);
}

inbox::~inbox() {
    for (posted* next = first_; next != nullptr;) {
        posted* after = next->next;
        delete next;
        next = after;
    }
    ::close(wake_);
}

void inbox::drop_reference() noexcept {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

bool inbox::post(posted& what) noexcept {
    const std::lock_guard lock(mutex_);
    if (!open_) return false;
    const bool was_empty = first_ == nullptr;
    (was_empty ? first_ : last_->next) = &what;
    last_ = &what;
    // Somebody who posted before has woken the loop, and it has not been here
    // since; one system call serves all of us.
    if (was_empty) eventfd_write(wake_, 1);
    return true;
}

posted* inbox::detach() noexcept {
    const std::lock_guard lock(mutex_);
    posted* all = first_;
    first_ = last_ = nullptr;
    return all;
}

void inbox::close() noexcept {
    const std::lock_guard lock(mutex_);
    open_ = false;
}

bool inbox::may_still_bring() noexcept {
    if (references_.load(std::memory_order_acquire) > 1) return true;
    const std::lock_guard lock(mutex_);
    return first_ != nullptr;
}

}  // namespace coro
