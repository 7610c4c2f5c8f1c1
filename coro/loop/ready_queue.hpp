#pragma once
// The ready queue: who runs next, in the order they became ready. A ring
// buffer that doubles when it is full, so pushing and popping are a store, a
// load and a mask. An entry is a task that goes on or a callback to be called;
// which of the two, the lowest bit of the pointer tells, so that a task needs
// not be touched before its turn.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coro {

class runnable;
class task_base;

class ready_entry {
public:
    ready_entry() noexcept {}
    explicit ready_entry(task_base& task) noexcept
        : bits_(reinterpret_cast<std::uintptr_t>(&task)) {}
    explicit ready_entry(runnable& callback) noexcept
        : bits_(reinterpret_cast<std::uintptr_t>(&callback) | 1) {}

    [[nodiscard]] bool is_task() const noexcept { return (bits_ & 1) == 0; }
    [[nodiscard]] task_base& task() const noexcept { return *reinterpret_cast<task_base*>(bits_); }
    [[nodiscard]] runnable& callback() const noexcept {
        return *reinterpret_cast<runnable*>(bits_ - 1);
    }

    /// A hint, good for any entry, also one that has been popped long ago.
    void prefetch() const noexcept {
        // Sums of numbers: null plus 64 would be no pointer at all.
        __builtin_prefetch(reinterpret_cast<const void*>(bits_ + 64));
        __builtin_prefetch(reinterpret_cast<const void*>(bits_ + 128));
    }

private:
    std::uintptr_t bits_ = 0;
};

class ready_queue {
public:
    ready_queue() = default;
    ready_queue(const ready_queue&) = delete;
    ready_queue& operator=(const ready_queue&) = delete;

    [[nodiscard]] bool empty() const noexcept { return first_ == end_; }
    [[nodiscard]] std::size_t size() const noexcept { return end_ - first_; }

    void push(task_base& last) { push(ready_entry(last)); }
    void push(runnable& last) { push(ready_entry(last)); }

    /// The queue must not be empty.
    ready_entry pop() noexcept {
        // With thousands of tasks each step would begin with a wait for memory:
        // have what the step after the next needs on its way meanwhile.
        data_[(first_ + 2) & mask_].prefetch();
        return data_[first_++ & mask_];
    }

private:
    [[gnu::always_inline]] void push(ready_entry last) {
        if (end_ - first_ > mask_) [[unlikely]]
            grow();
        data_[end_++ & mask_] = last;
    }

    [[gnu::noinline]] void grow() {
        std::vector<ready_entry> larger(ring_.size() * 2);
        const std::size_t count = size();
        for (std::size_t i = 0; i != count; ++i) larger[i] = data_[(first_ + i) & mask_];
        ring_.swap(larger);
        data_ = ring_.data();
        mask_ = ring_.size() - 1;
        first_ = 0;
        end_ = count;
    }

    // first_ and end_ only ever count up; the mask makes positions of them.
    std::size_t first_ = 0;
    std::size_t end_ = 0;
    std::vector<ready_entry> ring_ = std::vector<ready_entry>(64);
    ready_entry* data_ = ring_.data();
    std::size_t mask_ = ring_.size() - 1;
};

}  // namespace coro
