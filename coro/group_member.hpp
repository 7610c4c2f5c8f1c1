#pragma once
// A task in a group, as the group knows it. Only task_group.cpp needs this.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/runnable.hpp"
#include "coro/loop/task_base.hpp"
#include "coro/loop/wait_list.hpp"
#include "coro/task_group.hpp"

namespace coro {

// A task's place in its group: in the line of those who wait for the task, and then
// in the ready queue, since the group hears of an end one trip later, as in asyncio.
class group_member final : public wait_node, public runnable {
public:
    explicit group_member(task_group& whose) noexcept
        : wait_node([](wait_node& node) noexcept {
              auto& self = static_cast<group_member&>(node);
              self.in_line = false;
              event_loop::current()->make_ready(self);
          }),
          group(&whose) {}
    ~group_member() override {
        if (task != nullptr) task->drop_reference();
    }

    void run() noexcept override { group->member_ended(*this); }
    void dropped() noexcept override {
        group->unlink(*this);
        delete this;
    }

    task_group* group;
    task_base* task = nullptr;  // with a reference
    bool in_line = false;
    group_member* previous = nullptr;
    group_member* next = nullptr;
};

}  // namespace coro
