#pragma once
// One child's place in a gather or a race. See gather_children.hpp.

#include "coro/loop/task_base.hpp"
#include "coro/loop/wait_list.hpp"

namespace coro {

class gather_children;

/// One child's place in a gather, and in the line of those who wait for it.
class gather_child final : public wait_node {
public:
    gather_child() noexcept : wait_node(&ended) {}
    ~gather_child() {
        if (task_ != nullptr) task_->drop_reference();
    }

    /// The child, whose result or failure is read now.
    [[nodiscard]] task_base& read() const noexcept {
        task_->error_read = true;
        return *task_;
    }

private:
    friend class gather_children;
    static void ended(wait_node& node) noexcept;

    [[nodiscard]] bool is_waited_for() const noexcept {
        return owner_ != nullptr && !task_->done();
    }
    /// Out of the child's line, where it must be.
    void leave() noexcept {
        task_->waiters.remove(*this);
        owner_ = nullptr;
    }

    gather_children* owner_ = nullptr;  // null if the child was, or is, not waited for
    task_base* task_ = nullptr;         // with a reference
};

}  // namespace coro
