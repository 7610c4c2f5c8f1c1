#pragma once
// How a coroutine ended: with a value, with an exception, or cancelled. Each
// writes its end into an outcome: in the awaiter of the one who awaits it or, if
// it is the root of a task, in that. gather_outcomes hands them out side by side;
// asyncio mixes the three in the list of gather(..., return_exceptions=True).

#include "coro/loop/errors.hpp"

#include <concepts>
#include <cstdint>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>
#include <variant>

namespace coro {

/// What stands for T where a value has to be stored: void becomes
/// std::monostate, a reference a pointer.
template <class T>
using stored_t = std::conditional_t<
    std::is_void_v<T>, std::monostate,
    std::conditional_t<std::is_reference_v<T>, std::remove_reference_t<T>*, std::remove_cv_t<T>>>;

// What a coroutine could co_return, given to its task instead.
template <class U, class Task>
concept value_for =
    !std::same_as<U, Task> && !std::constructible_from<stored_t<typename Task::value_type>, Task> &&
    std::convertible_to<const U&, stored_t<typename Task::value_type>>;

/// The end of a coroutine of type T: a value, an exception, or cancelled; or
/// nothing yet. It can be moved, which takes its value away, and copied if that can.
template <class T>
class [[nodiscard]] outcome {
public:
    using value_type = T;

    /// Nothing has happened yet. Only a task writes into it.
    outcome() noexcept {}
    outcome(outcome&& other) noexcept(std::is_nothrow_move_constructible_v<stored_t<T>>) {
        take(std::move(other));
    }
    outcome(const outcome& other)
        requires std::copy_constructible<stored_t<T>>
    {
        take(other);
    }
    outcome&
    operator=(outcome&& other) noexcept(std::is_nothrow_move_constructible_v<stored_t<T>>) {
        if (this != &other) {
            clear();
            take(std::move(other));
        }
        return *this;
    }
    outcome& operator=(const outcome& other)
        requires std::copy_constructible<stored_t<T>>
    {
        return *this = outcome(other);
    }
    ~outcome() { clear(); }

    /// Did it end, in whatever way?
    [[nodiscard]] bool is_there() const noexcept { return is_ != state::nothing; }

    /// Did it end with a value?
    [[nodiscard]] bool has_value() const noexcept { return is_ == state::value; }

    /// Did it end cancelled?
    [[nodiscard]] bool was_cancelled() const noexcept { return is_ == state::cancelled; }

    /// The exception it ended with (of a cancelled one: `cancelled`); null for
    /// a value.
    [[nodiscard]] std::exception_ptr error() const noexcept {
        if (is_ == state::error) return error_;
        if (is_ == state::cancelled) return std::make_exception_ptr(cancelled{});
        return nullptr;
    }

    /// The value. Otherwise rethrows the exception, `cancelled` included;
    /// throws result_taken if the value is gone, invalid_state if there is
    /// nothing yet.
    decltype(auto) value() & { return get(*this); }
    decltype(auto) value() const& { return get(*this); }

    /// The same, moving the value out: the next one to ask gets result_taken. (A
    /// reference, and void, stay.)
    T value() && {
        check();
        if constexpr (std::is_reference_v<T>) {
            return static_cast<T>(*value_);
        } else if constexpr (!std::is_void_v<T>) {
            const taking mark{*this};
            return std::move(value_);
        }
    }

    // Written by the task, once.

    /// The value, made of `args`. Throws what its constructor throws.
    template <class... Args>
    void emplace(Args&&... args) {
        ::new (static_cast<void*>(&value_)) stored_t<T>(std::forward<Args>(args)...);
        is_ = state::value;
    }

    void set_cancelled() noexcept {
        clear();
        is_ = state::cancelled;
    }

    /// For a catch block: takes the exception that is being handled.
    void capture_exception() noexcept {
        clear();  // of a value, if a destructor threw after co_return
        try {
            throw;
        } catch (const cancelled&) {
            is_ = state::cancelled;
        } catch (...) {
            ::new (static_cast<void*>(&error_)) std::exception_ptr(std::current_exception());
            is_ = state::error;
        }
    }

private:
    enum class state : std::uint8_t { nothing, value, error, cancelled, taken };

    // Marks the value as taken once it has been moved out, also if the move throws.
    struct taking {
        outcome& from;
        ~taking() {
            from.clear();
            from.is_ = state::taken;
        }
    };

    void check() const {
        if (is_ == state::value) [[likely]]
            return;
        if (is_ == state::cancelled) throw cancelled{};
        if (is_ == state::error) std::rethrow_exception(error_);
        if (is_ == state::taken) throw result_taken();
        throw invalid_state(
            "there is no result: the coroutine came to its end without a co_return, "
            "or has not ended yet.");
    }

    template <class Self>
    static decltype(auto) get(Self& self) {
        self.check();
        if constexpr (std::is_reference_v<T>)
            return static_cast<T>(*self.value_);
        else if constexpr (!std::is_void_v<T>)
            return (self.value_);
    }

    template <class Other>
    void take(Other&& other) {
        const state how = other.is_;
        if (how == state::value) {
            ::new (static_cast<void*>(&value_)) stored_t<T>(std::forward<Other>(other).value_);
            constexpr bool stays =
                std::is_lvalue_reference_v<Other> || std::is_reference_v<T> || std::is_void_v<T>;
            if constexpr (!stays) {
                const taking mark{other};
            }
        } else if (how == state::error) {
            ::new (static_cast<void*>(&error_)) std::exception_ptr(other.error_);
        }
        is_ = how;
    }

    void clear() noexcept {
        if (is_ == state::value)
            value_.~stored_t<T>();
        else if (is_ == state::error)
            error_.~exception_ptr();
        is_ = state::nothing;
    }

    union {
        stored_t<T> value_;
        std::exception_ptr error_;
    };
    state is_ = state::nothing;
};

}  // namespace coro
