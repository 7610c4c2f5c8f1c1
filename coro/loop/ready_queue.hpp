#pragma once
// The ready queue: who runs next, in the order they became ready. A turn of the
// loop runs exactly those that were ready when it began, so there are two
// arrays: one is run, and the other is filled meanwhile. An entry is a task that
// goes on or a callback to be called; which of the two, the lowest bit of the
// pointer tells, so that a task need not be touched before its turn.

#include "coro/loop/growing_array.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace coro {

class runnable;
class task_base;

class ready_entry {
public:
    /// One for places where nobody stands; it is good to be prefetched.
    ready_entry() noexcept : bits_(reinterpret_cast<std::uintptr_t>(&nobody)) {}
    explicit ready_entry(task_base& task) noexcept
        : bits_(reinterpret_cast<std::uintptr_t>(&task)) {}
    explicit ready_entry(runnable& callback) noexcept
        : bits_(reinterpret_cast<std::uintptr_t>(&callback) | 1) {}

    [[nodiscard]] bool is_task() const noexcept { return (bits_ & 1) == 0; }
    [[nodiscard]] task_base& task() const noexcept { return *reinterpret_cast<task_base*>(bits_); }
    [[nodiscard]] runnable& callback() const noexcept {
        return *reinterpret_cast<runnable*>(bits_ - 1);
    }

    bool operator==(const ready_entry&) const noexcept = default;

    /// A hint to fetch the end of a task and the beginning of its frame, which is
    /// what a step begins with. Of a callback it fetches something else, which does
    /// no harm. (Always inlined: g++ takes a mere hint for a call without effect.)
    [[gnu::always_inline]] void prefetch() const noexcept {
        __builtin_prefetch(reinterpret_cast<const void*>(bits_ + 64));
        __builtin_prefetch(reinterpret_cast<const void*>(bits_ + 128));
    }

private:
    static constexpr char nobody[256] = {};  // prefetch() stays inside
    std::uintptr_t bits_;
};

class ready_queue {
public:
    ready_queue() {  // makes the first array, exchanges the two, makes the other
        grow();
        static_cast<void>(take_all());
        grow();
    }
    ready_queue(const ready_queue&) = delete;
    ready_queue& operator=(const ready_queue&) = delete;

    [[nodiscard]] bool empty() const noexcept { return end_ == first_; }
    [[nodiscard]] std::size_t size() const noexcept {
        return static_cast<std::size_t>(end_ - first_);
    }

    void push(task_base& task) { push(ready_entry(task)); }
    void push(runnable& callback) { push(ready_entry(callback)); }

    /// Makes room for one more; throws std::bad_alloc.
    void reserve_one() {
        if (end_ == limit_) [[unlikely]]
            grow();
    }
    void push_reserved(task_base& task) noexcept { *end_++ = ready_entry(task); }

    /// Is this the last of those who wait?
    [[nodiscard]] bool ends_with(runnable& callback) const noexcept {
        return !empty() && end_[-1] == ready_entry(callback);
    }

    /// If there is exactly one it is taken out, which is less work than take_all().
    [[nodiscard]] bool has_one() const noexcept { return end_ - first_ == 1; }
    [[nodiscard]] ready_entry take_one() noexcept {
        end_ = first_;
        return *first_;
    }

    /// Those that were taken out, for a range-based `for`.
    class batch {
    public:
        batch(const ready_entry* first, const ready_entry* end) noexcept
            : first_(first), end_(end) {}
        [[nodiscard]] const ready_entry* begin() const noexcept { return first_; }
        [[nodiscard]] const ready_entry* end() const noexcept { return end_; }
        [[nodiscard]] std::size_t size() const noexcept {
            return static_cast<std::size_t>(end_ - first_);
        }
        /// How far one may look ahead, also from the last.
        static constexpr std::ptrdiff_t ahead = 2;

    private:
        const ready_entry* first_;
        const ready_entry* end_;
    };

    /// Takes all out. They may be read until the next take_all().
    [[nodiscard]] batch take_all() noexcept {
        // To look ahead from the last needs no check, and finds nobody there.
        for (std::ptrdiff_t i = 0; i != batch::ahead; ++i) end_[i] = ready_entry();
        const batch taken(first_, end_);
        std::swap(first_, idle_first_);
        std::swap(limit_, idle_limit_);
        end_ = first_;
        return taken;
    }

private:
    [[gnu::always_inline]] void push(ready_entry last) {
        reserve_one();
        *end_++ = last;
    }

    [[gnu::noinline]] void grow() {
        const std::size_t count = size();
        growing_array<ready_entry>& filled = arrays_[first_ == arrays_[0].data() ? 0 : 1];
        filled.reserve(filled.capacity() == 0 ? 64 : 2 * filled.capacity());
        first_ = filled.data();
        end_ = first_ + count;
        limit_ = first_ + filled.capacity() - batch::ahead;
    }

    growing_array<ready_entry> arrays_[2];
    ready_entry* first_ = nullptr;  // of the array that is being filled
    ready_entry* end_ = nullptr;
    ready_entry* limit_ = nullptr;  // behind it is room for those that take_all() adds
    ready_entry* idle_first_ = nullptr;  // of the other
    ready_entry* idle_limit_ = nullptr;
};

}  // namespace coro
