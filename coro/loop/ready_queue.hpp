#pragma once
// The ready queue: who runs next, in the order they became ready. A ring
// buffer that doubles when it is full, so pushing and popping are a store, a
// load and a mask.

#include <cstddef>
#include <vector>

namespace coro {

class runnable;

class ready_queue {
public:
    ready_queue() = default;
    ready_queue(const ready_queue&) = delete;
    ready_queue& operator=(const ready_queue&) = delete;

    [[nodiscard]] bool empty() const noexcept { return first_ == end_; }
    [[nodiscard]] std::size_t size() const noexcept { return end_ - first_; }

    void push(runnable& last) {
        if (end_ - first_ > mask_) [[unlikely]]
            grow();
        data_[end_++ & mask_] = &last;
    }

    /// The queue must not be empty.
    runnable& pop() noexcept { return *data_[first_++ & mask_]; }

private:
    void grow() {
        std::vector<runnable*> larger(ring_.size() * 2);
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
    std::vector<runnable*> ring_ = std::vector<runnable*>(64);
    runnable** data_ = ring_.data();
    std::size_t mask_ = ring_.size() - 1;
};

}  // namespace coro
