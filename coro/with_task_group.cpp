// The wait for the members of a group. See with_task_group.hpp.

#include "coro/with_task_group.hpp"

#include "coro/group_member.hpp"
#include "coro/loop/event_loop.hpp"

namespace coro {

// The one who waits is cancelled: so are the members.
void group_join::cancel() noexcept {
    if (!group_.outer_cancel_) group_.told_before_join_ = waiting_task().requests_before_last();
    group_.outer_cancel_ = true;
    group_.stopping_ = true;
    group_.member_cancelled_ = false;  // from now on it is our doing
    for (group_member* each = group_.first_; each != nullptr; each = each->next)
        if (!each->task->done()) event_loop::current()->pass_cancel_on(*this, *each->task);
}

task_base* group_join::awaited(std::size_t number) const noexcept {
    group_member* each = group_.first_;
    for (; each != nullptr && number != 0; --number) each = each->next;
    return each != nullptr ? each->task : nullptr;
}

}  // namespace coro
