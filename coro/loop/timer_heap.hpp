#pragma once
// The timers: a heap with four children to a node, ordered by deadline. Four,
// because a node's children then share a cache line or two, and the tree is
// half as deep as with two. Each runnable knows its place in the heap, so that
// cancelling a timer is O(log n) and leaves nothing behind. Equal deadlines
// come out in the order they went in: `order` counts every push.

#include "coro/loop/runnable.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace coro {

class timer_heap {
public:
    [[nodiscard]] bool empty() const noexcept { return heap_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return heap_.size(); }

    /// The earliest deadline, in nanoseconds of the loop's clock.
    [[nodiscard]] std::int64_t next_deadline() const noexcept { return heap_.front().deadline; }

    [[nodiscard]] static bool contains(const runnable& timer) noexcept {
        return timer.heap_index != runnable::not_in_heap;
    }

    [[nodiscard]] std::int64_t deadline_of(const runnable& timer) const noexcept {
        return heap_[timer.heap_index].deadline;
    }

    void push(runnable& timer, std::int64_t deadline) {
        heap_.push_back(entry{deadline, ++pushes_, &timer});
        sift_up(heap_.size() - 1, heap_.back());
    }

    runnable& pop() noexcept {
        runnable& first = *heap_.front().timer;
        remove(first);
        return first;
    }

    /// Takes a timer out before its time.
    void remove(runnable& timer) noexcept {
        const std::size_t hole = timer.heap_index;
        timer.heap_index = runnable::not_in_heap;
        const entry last = heap_.back();
        heap_.pop_back();
        if (hole == heap_.size()) return;
        // The last entry fills the hole, then finds its level up or down.
        if (hole != 0 && before(last, heap_[(hole - 1) / arity]))
            sift_up(hole, last);
        else
            sift_down(hole, last);
    }

private:
    struct entry {
        std::int64_t deadline;
        std::uint64_t order;
        runnable* timer;
    };
    static constexpr std::size_t arity = 4;

    static bool before(const entry& a, const entry& b) noexcept {
        return a.deadline != b.deadline ? a.deadline < b.deadline : a.order < b.order;
    }

    void put(std::size_t index, const entry& what) noexcept {
        heap_[index] = what;
        what.timer->heap_index = static_cast<std::uint32_t>(index);
    }

    void sift_up(std::size_t index, const entry moving) noexcept {
        while (index != 0) {
            const std::size_t parent = (index - 1) / arity;
            if (!before(moving, heap_[parent])) break;
            put(index, heap_[parent]);
            index = parent;
        }
        put(index, moving);
    }

    void sift_down(std::size_t index, const entry moving) noexcept {
        const std::size_t size = heap_.size();
        for (;;) {
            const std::size_t first = index * arity + 1;
            if (first >= size) break;
            const std::size_t end = first + arity < size ? first + arity : size;
            std::size_t smallest = first;
            for (std::size_t child = first + 1; child < end; ++child)
                if (before(heap_[child], heap_[smallest])) smallest = child;
            if (!before(heap_[smallest], moving)) break;
            put(index, heap_[smallest]);
            index = smallest;
        }
        put(index, moving);
    }

    std::vector<entry> heap_;
    std::uint64_t pushes_ = 0;
};

}  // namespace coro
