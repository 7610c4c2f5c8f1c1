#pragma once
// How the loop hears that main has ended: this stands first in the line of
// those who wait for it, and then goes through the ready queue itself. So the
// loop stops one trip later, and what was ready before gets its step, as in
// asyncio.

#include "coro/loop/runnable.hpp"
#include "coro/loop/wait_list.hpp"

namespace coro {

class end_of_main final : public runnable, public wait_node {
public:
    end_of_main() noexcept : wait_node(&heard) {}
    void run() noexcept override { came_ = true; }
    [[nodiscard]] bool came() const noexcept { return came_; }

private:
    static void heard(wait_node& self) noexcept;

    bool came_ = false;
};

}  // namespace coro
