#pragma once
// A wait for a coffee_machine, as something to co_await.

#include "coffee_machine.hpp"

#include "coro/awaitable.hpp"

#include <coroutine>
#include <optional>
#include <string>
#include <utility>

class coffee_awaiter final : public coro::awaiter,
                             public coro::operation {
public:
    coffee_awaiter(coffee_machine& machine, std::string kind)
        : machine_(machine), kind_(std::move(kind)) {}

    bool await_ready() const noexcept { return false; }

    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        begin();
        ticket_ = machine_.order(kind_, &ready, this);
        suspend(h);
    }

    std::string await_resume() {
        throw_if_cancelled();
        return std::move(coffee_);
    }

    void cancel() noexcept override {
        machine_.withdraw(*ticket_);
        complete(completion::cancelled);
    }

    coro::wait_info describe() const noexcept override {
        return coro::wait_info("coffee");
    }

private:
    static void ready(void* context, std::string coffee) {
        auto* self = static_cast<coffee_awaiter*>(context);
        self->coffee_ = std::move(coffee);
        self->complete();
    }

    coffee_machine& machine_;
    std::string kind_;
    std::optional<coffee_machine::ticket> ticket_;
    std::string coffee_;
};

coffee_awaiter coffee(coffee_machine& machine, std::string kind) {
    return coffee_awaiter(machine, std::move(kind));
}
