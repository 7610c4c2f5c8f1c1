#pragma once
// queue: values from those who put them in to those who get them out, in order.
// Nothing is left lying between the two: a value goes straight to a getter that
// waits, and a place straight to a putter that waits. asyncio: Queue.

#include "coro/awaitable.hpp"
#include "coro/loop/errors.hpp"
#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/wait_list.hpp"
#include "coro/sync/event.hpp"

#include <coroutine>
#include <cstddef>
#include <deque>
#include <optional>
#include <stdexcept>
#include <utility>

namespace coro {

/// Thrown by put() into a queue that was closed, and by get() out of one that was
/// closed and is empty. asyncio: QueueShutDown (3.13).
class queue_closed : public std::runtime_error {
public:
    queue_closed() : std::runtime_error("the queue is closed") {}
};

// What waits in a line of a queue, whatever the type of the values.
class queue_wait : public awaiter, public operation, public wait_node {
public:
    void cancel() noexcept override {
        line_.remove(*this);
        complete(completion::cancelled);
    }

protected:
    queue_wait(wait_list& line, void (*served)(wait_node&) noexcept) noexcept
        : wait_node(served), line_(line) {}

    template <class Promise>
    void stand_in_line(std::coroutine_handle<Promise> h) {
        begin();
        line_.push_back(*this);
        suspend(h);
    }

private:
    wait_list& line_;
};

template <class T>
class queue {
public:
    class putting;
    class getting;

    /// Holds up to `capacity` values; 0: any number.
    explicit queue(std::size_t capacity = 0) : capacity_(capacity) { all_done_.set(); }
    queue(const queue&) = delete;
    queue& operator=(const queue&) = delete;

    /// `co_await q.put(value)`: at once, without a trip, if there is room; else waits
    /// for it, first come, first served. Throws queue_closed; `cancelled` if the task
    /// is cancelled while it waits, and then the value was not put in.
    putting put(T value) { return putting(*this, std::move(value)); }

    /// `auto value = co_await q.get()`: at once if there is one; else waits for it,
    /// first come, first served. A value that was handed over is kept, although the
    /// task is cancelled in that very turn. Throws queue_closed once it is closed and
    /// empty; `cancelled` if the task is cancelled while it waits.
    getting get() noexcept { return getting(*this); }

    /// Puts it in if there is room, and says whether. Throws queue_closed.
    bool try_put(T value) {
        if (closed_) throw queue_closed();
        if (full()) return false;
        accept(std::move(value));
        return true;
    }
    /// The next value, if there is one.
    std::optional<T> try_get() {
        std::optional<T> value;
        if (!values_.empty()) value.emplace(take());
        return value;
    }

    /// For whoever has done what a value from get() asked for; see join(). Throws
    /// invalid_state if there were more calls than values.
    void task_done() {
        if (unfinished_ == 0)
            throw invalid_state("queue: task_done() was called more often than put()");
        if (--unfinished_ == 0) all_done_.set();
    }
    /// `co_await q.join()`: waits until task_done() was called for every value that
    /// was put in.
    event::waiting join() noexcept { return all_done_.wait(); }

    /// Nothing more can be put in, and those who wait to are told by queue_closed.
    /// What is in it can still be got; after that those who get are told too.
    void close() noexcept {
        closed_ = true;
        while (!putters_.empty()) putters_.pop_front().notify();
        while (!getters_.empty()) getters_.pop_front().notify();
    }

    [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
    [[nodiscard]] bool full() const noexcept {
        return capacity_ != 0 && values_.size() >= capacity_;
    }
    [[nodiscard]] bool closed() const noexcept { return closed_; }

private:
    // There is room, or somebody who waits for a value.
    void accept(T value) {
        if (getters_.empty()) {
            values_.push_back(std::move(value));
        } else {
            static_cast<getting&>(getters_.pop_front()).hand_over(std::move(value));
        }
        if (unfinished_++ == 0) all_done_.clear();
    }

    // There is a value; a putter who waits gets its place.
    T take() {
        T value = std::move(values_.front());
        values_.pop_front();
        if (!putters_.empty()) {
            auto& next = static_cast<putting&>(putters_.pop_front());
            values_.push_back(std::move(next.value_));
            if (unfinished_++ == 0) all_done_.clear();
            next.taken_ = true;
            next.notify();
        }
        return value;
    }

    std::size_t capacity_;
    std::deque<T> values_;
    wait_list putters_;
    wait_list getters_;
    std::size_t unfinished_ = 0;
    event all_done_;
    bool closed_ = false;
};

template <class T>
class [[nodiscard("co_await q.put(value)")]] queue<T>::putting final : public queue_wait {
public:
    putting(queue& which, T value)
        : queue_wait(which.putters_,
                     [](wait_node& node) noexcept { static_cast<putting&>(node).complete(); }),
          queue_(which), value_(std::move(value)) {}

    bool await_ready() {
        if (queue_.closed_) throw queue_closed();
        if (queue_.full()) return false;
        queue_.accept(std::move(value_));
        return true;
    }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        stand_in_line(h);
    }
    void await_resume() const {
        throw_if_cancelled();
        if (!pending() && !taken_) throw queue_closed();
    }
    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("queue.put"); }

private:
    friend class queue;
    queue& queue_;
    T value_;
    bool taken_ = false;
};

template <class T>
class [[nodiscard("auto value = co_await q.get()")]] queue<T>::getting final : public queue_wait {
public:
    explicit getting(queue& which) noexcept
        : queue_wait(which.getters_,
                     [](wait_node& node) noexcept { static_cast<getting&>(node).complete(); }),
          queue_(which) {}

    bool await_ready() {
        if (queue_.values_.empty()) {
            if (queue_.closed_) throw queue_closed();
            return false;
        }
        value_.emplace(queue_.take());
        return true;
    }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> h) {
        stand_in_line(h);
    }
    T await_resume() {
        throw_if_cancelled();
        if (!value_) throw queue_closed();
        return std::move(*value_);
    }
    [[nodiscard]] wait_info describe() const noexcept override { return wait_info("queue.get"); }

private:
    friend class queue;
    void hand_over(T value) {
        value_.emplace(std::move(value));
        complete();
    }

    queue& queue_;
    std::optional<T> value_;
};

}  // namespace coro
