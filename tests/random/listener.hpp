#pragma once
// Listens to the loop while a random program runs: notes the event stream, and whenever
// nobody is ready looks whether anybody should be.

#include "world.hpp"

namespace random_programs {

class listener final : public coro::observer {
public:
    explicit listener(world& in) noexcept : world_(in) {}

    void on_event(const coro::loop_event& happened) noexcept override;

    /// Nobody is ready: the loop waits for a timer, or for ever.
    void idle();

private:
    void requested(const coro::loop_event& happened);
    void check_way(const coro::task_base& asked);
    [[nodiscard]] bool may_be_of_its_owner(const coro::task_base& asked) const;
    void check_wait(const coro::task_base& waiting);
    void check_lines();
    void fault(const coro::task_base& of, const char* what);

    world& world_;
};

}  // namespace random_programs
