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

// When the last remote goes, a loop that waited for its posts must look again
// whether anything can still happen.
void inbox::drop_reference(reference kind) noexcept {
    unsigned left = 0;
    {
        const std::lock_guard lock(mutex_);
        left = --references_;
        if (kind == reference::speaking && --remotes_ == 0 && open_) eventfd_write(wake_, 1);
    }
    if (left == 0) delete this;
}

void inbox::add_reference(reference kind) noexcept {
    const std::lock_guard lock(mutex_);
    ++references_;
    if (kind == reference::speaking) ++remotes_;
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
    const std::lock_guard lock(mutex_);
    return (open_ && remotes_ != 0) || first_ != nullptr;
}

}  // namespace coro
