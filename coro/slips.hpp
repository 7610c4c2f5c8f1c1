#pragma once
// What the compiler says where a co_await is missing: the result of a task, or of
// gather(), is printed or taken apart, and there is none yet. Without this file it
// would be an error all the same, of fifty lines about the insides of others.

#include "coro/awaitable.hpp"
#include "coro/create_task.hpp"
#include "coro/task.hpp"

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace coro::detail {

template <class T>
concept plain_awaiter =
    std::derived_from<T, awaiter> && !std::is_const_v<T> && !std::is_volatile_v<T>;

}  // namespace coro::detail

// Refused in parse(), which comes first: then the compiler has nothing more to say.
template <class T>
struct fmt::formatter<coro::task<T>> {
    template <class Context>
    constexpr auto parse(Context& context) {
        static_assert(coro::detail::never<T>, "a task cannot be printed, but what it gives when it "
                                              "is awaited: auto value = co_await f()");
        return context.begin();
    }
    template <class Context>
    auto format(const coro::task<T>&, Context& context) const {
        return context.out();
    }
};

template <class T>
struct fmt::formatter<coro::task_handle<T>> {
    template <class Context>
    constexpr auto parse(Context& context) {
        static_assert(coro::detail::never<T>,
                      "the handle of a task cannot be printed, but what it gives when it is "
                      "awaited: const auto& value = co_await handle");
        return context.begin();
    }
    template <class Context>
    auto format(const coro::task_handle<T>&, Context& context) const {
        return context.out();
    }
};

// auto [a, b] = ... asks for this.
template <class T>
struct std::tuple_size<coro::task<T>> {
    static_assert(coro::detail::never<T>, "a task gives its result when it is awaited: "
                                          "auto [a, b] = co_await f()");
    static constexpr std::size_t value = 0;
};

template <coro::detail::plain_awaiter T>
struct std::tuple_size<T> {
    static_assert(coro::detail::never<T>,
                  "this gives its results when it is awaited: a co_await is missing, as in "
                  "auto [a, b] = co_await coro::gather(f(), g())");
    static constexpr std::size_t value = 0;
};
