#pragma once
// The timers: a heap with four children to a node, ordered by deadline. Four,
// because a node's children then fill 64 bytes, two cache lines at most, and the
// tree is half as deep as with two. Equal deadlines come out in the order they went in.
//
// An entry knows its timer only by a number, a place in a table. So moving
// entries about touches nothing but the heap itself, and cancelling a timer is
// clearing its place: the entry stays behind, and is dropped when it comes to
// the front, or when most of the heap is such (asyncio does the same).

#include "coro/loop/growing_array.hpp"
#include "coro/loop/runnable.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace coro {

class timer_heap {
public:
    [[nodiscard]] bool empty() const noexcept { return heap_.empty(); }
    /// How many timers are set.
    [[nodiscard]] std::size_t size() const noexcept { return heap_.size() - cancelled_; }

    /// The earliest deadline, in nanoseconds of the loop's clock.
    [[nodiscard]] std::int64_t next_deadline() const noexcept { return heap_.front().deadline; }

    [[nodiscard]] static bool contains(const runnable& timer) noexcept {
        return timer.timer_number != runnable::no_timer;
    }

    /// Throws std::length_error beyond 16 million timers at once.
    void push(runnable& timer, std::int64_t deadline) {
        const std::uint64_t number = take_place(timer);
        const entry moving{deadline, pushes_++ << number_bits | number};
        heap_.push_back(moving);
        std::size_t index = heap_.size() - 1;
        while (index != 0) {
            const std::size_t parent = (index - 1) / arity;
            if (!(moving < heap_[parent])) break;
            heap_[index] = heap_[parent];
            index = parent;
        }
        heap_[index] = moving;
    }

    /// The timer with the earliest deadline. There must be one.
    runnable& pop() noexcept {
        runnable& first = *timers_[heap_.front().number()];
        first.timer_number = runnable::no_timer;
        drop_front();
        drop_cancelled();
        return first;
    }

    /// Takes a timer out before its time.
    void remove(runnable& timer) noexcept {
        timers_[timer.timer_number] = nullptr;
        timer.timer_number = runnable::no_timer;
        ++cancelled_;
        drop_cancelled();
        if (cancelled_ > 64 && cancelled_ > heap_.size() / 2) compact();
    }

private:
    static constexpr std::size_t arity = 4;
    static constexpr unsigned number_bits = 24;
    static constexpr std::uint64_t number_mask = (std::uint64_t{1} << number_bits) - 1;

    __extension__ using wide = unsigned __int128;

    struct entry {
        std::int64_t deadline;
        std::uint64_t order_and_number;  // which push it was; its timer's place

        [[nodiscard]] std::size_t number() const noexcept { return order_and_number & number_mask; }
        // Both as one number: a comparison without a branch to mispredict. (The
        // sign bit, turned, makes negative ones the smaller.)
        [[nodiscard]] wide key() const noexcept {
            constexpr std::uint64_t sign = std::uint64_t{1} << 63;
            return wide{static_cast<std::uint64_t>(deadline) ^ sign} << 64 | order_and_number;
        }
        bool operator<(const entry& other) const noexcept { return key() < other.key(); }
    };

    std::uint64_t take_place(runnable& timer) {
        if (free_.empty()) {
            if (timers_.size() > number_mask)
                throw std::length_error("more than 16 million timers at once");
            // Room for all of them, so that giving one back cannot fail.
            if (free_.capacity() <= timers_.size()) free_.reserve(timers_.size() * 2 + 64);
            timers_.push_back(nullptr);
            free_.push_back(static_cast<std::uint32_t>(timers_.size() - 1));
        }
        timer.timer_number = free_.back();
        free_.pop_back();
        timers_[timer.timer_number] = &timer;
        return timer.timer_number;
    }

    void drop_front() noexcept {
        free_.push_back(static_cast<std::uint32_t>(heap_.front().number()));
        const entry last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) sift_down(0, last);
    }

    // So that the front, and next_deadline(), are always of a timer that is set.
    void drop_cancelled() noexcept {
        while (cancelled_ != 0 && timers_[heap_.front().number()] == nullptr) {
            drop_front();
            --cancelled_;
        }
    }

    void sift_down(std::size_t index, const entry moving) noexcept {
        const std::size_t size = heap_.size();
        for (;;) {
            const std::size_t child = index * arity + 1;
            if (child >= size) break;
            const std::size_t least = least_of(child, size);
            if (!(heap_[least] < moving)) break;
            heap_[index] = heap_[least];
            index = least;
        }
        heap_[index] = moving;
    }

    // Of four, the winner of two semi-finals, which need not wait for each other.
    [[nodiscard]] std::size_t least_of(std::size_t child, std::size_t size) const noexcept {
        if (child + arity <= size) {
            const std::size_t left = child + (heap_[child + 1] < heap_[child] ? 1 : 0);
            const std::size_t right = child + (heap_[child + 3] < heap_[child + 2] ? 3 : 2);
            return heap_[right] < heap_[left] ? right : left;
        }
        std::size_t least = child;
        for (std::size_t other = child + 1; other < size; ++other)
            if (heap_[other] < heap_[least]) least = other;
        return least;
    }

    // Leaves the cancelled ones out, and makes a heap of the rest, bottom up.
    void compact() noexcept {
        std::size_t kept = 0;
        for (const entry& each : heap_)
            if (timers_[each.number()] != nullptr)
                heap_[kept++] = each;
            else
                free_.push_back(static_cast<std::uint32_t>(each.number()));
        heap_.shrink(kept);
        cancelled_ = 0;
        for (std::size_t index = kept / arity + 1; index-- != 0;)
            if (index < kept) sift_down(index, heap_[index]);
    }

    growing_array<entry> heap_;
    growing_array<runnable*> timers_;    // by number; null: cancelled, or free
    growing_array<std::uint32_t> free_;  // numbers without a timer
    std::size_t cancelled_ = 0;        // entries whose timer is gone
    std::uint64_t pushes_ = 0;
};

}  // namespace coro
