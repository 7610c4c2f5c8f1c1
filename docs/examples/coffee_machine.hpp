#pragma once
// A library that knows nothing of coroutines, in the manner of C:
// you order, and it calls a function of yours when it is done.

#include "coro/call_later.hpp"

#include <string>

class coffee_machine {
public:
    using callback = void (*)(void* context, std::string coffee);
    using ticket = coro::timer_handle;

    /// Calls `ready(context, coffee)` in three seconds.
    ticket order(std::string kind, callback ready, void* context) {
        return coro::call_later(
            std::chrono::seconds(3),
            [=] { ready(context, "a cup of " + kind); });
    }

    /// The call will not come.
    void withdraw(const ticket& which) noexcept { which.cancel(); }
};
