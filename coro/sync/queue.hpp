#pragma once
// queue: values from those who put them in to those who get them out, in order.
// A value goes straight to the first getter that waits, and a free place to the first
// putter: it is theirs, although they go on one trip later. Until then it counts as
// taken, so that nobody who comes later is faster. asyncio: Queue.

#include "coro/sync/line_wait.hpp"

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

template <class T>
class queue {
public:
    class put_awaitable;
    class putting;
    class getting;
    class joining;

    /// Holds up to `capacity` values; 0: any number.
    explicit queue(std::size_t capacity = 0) : places_(capacity != 0 ? capacity : unbounded) {}
    queue(const queue&) = delete;
    queue& operator=(const queue&) = delete;

    /// `co_await q.put(value)`: at once, without a trip, if there is room; else waits
    /// for it, first come, first served. Throws queue_closed; `cancelled` if the task
    /// is cancelled while it waits, and then the value was not put in.
    put_awaitable put(T value) { return put_awaitable(*this, std::move(value)); }

    /// `auto value = co_await q.get()`: at once if there is one; else waits for it,
    /// first come, first served. A value that was handed over is kept, although the
    /// task is cancelled in that very turn. Throws queue_closed once it is closed and
    /// empty; `cancelled` if the task is cancelled while it waits.
    [[nodiscard("auto value = co_await q.get()")]] awaited_by<getting, queue> get() noexcept {
        return awaited_by<getting, queue>(*this);
    }

    /// Puts it in if there is room, and says whether. Throws queue_closed.
    bool try_put(T value) {
        if (no_room()) return wait_if_open();
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
        if (--unfinished_ == 0) joiners_.wake_all();
    }
    /// `co_await q.join()`: waits until task_done() was called for every value that
    /// was put in.
    [[nodiscard("co_await q.join()")]] awaited_by<joining, queue> join() noexcept {
        return awaited_by<joining, queue>(*this);
    }

    /// Nothing more can be put in, and those who wait to are told by queue_closed.
    /// What is in it can still be got; after that those who get are told too.
    void close() noexcept {
        closed_ = true;
        open_places_ = 0;
        putters_.wake_all();
        getters_.wake_all();
    }

    /// How many values are in it, with those on their way to a getter.
    [[nodiscard]] std::size_t size() const noexcept { return taken_ - promised_; }
    /// 0: any number.
    [[nodiscard]] std::size_t capacity() const noexcept {
        return places_ != unbounded ? places_ : 0;
    }
    /// Is there no value that get() would bring at once?
    [[nodiscard]] bool empty() const noexcept { return values_.empty(); }
    /// Would put() wait? Also while a putter who came earlier is about to go on.
    [[nodiscard]] bool full() const noexcept { return !closed_ && no_room(); }
    [[nodiscard]] bool closed() const noexcept { return closed_; }

private:
    static constexpr std::size_t unbounded = ~std::size_t{0};

    // Also if it is closed, or if somebody has been promised a place.
    [[nodiscard]] bool no_room() const noexcept { return taken_ >= open_places_; }
    bool wait_if_open() const {
        if (closed_) throw queue_closed();
        return false;
    }

    // There is room.
    void accept(T&& value) {
        if (getters_.empty())
            values_.push_back(std::move(value));
        else
            static_cast<getting&>(getters_.first()).hand_over(std::move(value));
        ++taken_;
        ++unfinished_;
    }

    // There is a value.
    T take() {
        T value = std::move(values_.front());
        values_.pop_front();
        place_is_free();
        return value;
    }

    void place_is_free() noexcept {
        --taken_;
        let_next_put();
    }

    // A free place is the first putter's, who puts in its value itself.
    void let_next_put() noexcept {
        if (putters_.empty() || taken_ >= places_) return;
        ++taken_;
        ++promised_;
        open_places_ = 0;
        static_cast<putting&>(putters_.pop_front()).place_is_yours();
    }

    std::size_t places_;
    std::size_t open_places_ = places_;  // or 0, see no_room()
    std::deque<T> values_;
    waiting_line putters_{"queue.put"};
    waiting_line getters_{"queue.get"};
    std::size_t taken_ = 0;     // places of values in it, on their way, or promised
    std::size_t promised_ = 0;  // to putters who go on soon
    std::size_t unfinished_ = 0;
    waiting_line joiners_{"queue.join"};
    bool closed_ = false;
};

/// What put() gives: `co_await` makes the wait of it, in the frame itself.
template <class T>
class [[nodiscard("co_await q.put(value)")]] queue<T>::put_awaitable {
public:
    put_awaitable(queue& which, T&& value) : queue_(which), value_(std::move(value)) {}
    put_awaitable(const put_awaitable&) = delete;
    put_awaitable& operator=(const put_awaitable&) = delete;
    putting operator co_await() { return putting(queue_, std::move(value_)); }

private:
    queue& queue_;
    T value_;
};

template <class T>
class queue<T>::putting final : public line_wait {
public:
    putting(queue& which, T&& value)
        : line_wait(which.putters_), queue_(which), value_(std::move(value)) {}

    [[gnu::always_inline]] bool await_ready() {  // g++ leaves it out of line, at a quarter of its time
        if (queue_.no_room()) return queue_.wait_if_open();
        queue_.accept(std::move(value_));
        return true;
    }
    [[gnu::always_inline]] void await_resume() {
        if (!pending()) put_after_wait();  // else there was room at once
    }

private:
    friend class queue;
    void put_after_wait() {
        throw_if_cancelled();
        if (promised_) {
            if (--queue_.promised_ == 0 && !queue_.closed_) queue_.open_places_ = queue_.places_;
            --queue_.taken_;
        }
        if (queue_.closed_) throw queue_closed();
        const place_left whoever{queue_};
        queue_.accept(std::move(value_));
    }
    struct place_left {  // also if that throws
        queue& of;
        ~place_left() { of.let_next_put(); }
    };

    void place_is_yours() noexcept {
        promised_ = true;
        wake();
    }

    queue& queue_;
    T value_;
    bool promised_ = false;
};

template <class T>
class queue<T>::getting final : public line_wait {
public:
    explicit getting(queue& which) noexcept : line_wait(which.getters_), queue_(which) {}

    bool await_ready() {
        if (queue_.values_.empty()) {
            if (queue_.closed_) throw queue_closed();
            return false;
        }
        value_.emplace(queue_.take());
        return true;
    }
    T await_resume() {
        if (!value_) [[unlikely]]
            brought_nothing();
        if (!pending()) queue_.place_is_free();
        return std::move(*value_);
    }

private:
    friend class queue;
    void hand_over(T&& value) {
        value_.emplace(std::move(value));  // if it throws, this still stands in the line
        queue_.getters_.wake_first();
    }
    [[noreturn]] void brought_nothing() const {
        throw_if_cancelled();
        throw queue_closed();
    }

    queue& queue_;
    std::optional<T> value_;
};

template <class T>
class queue<T>::joining final : public line_wait {
public:
    explicit joining(queue& which) noexcept : line_wait(which.joiners_), queue_(which) {}

    bool await_ready() const noexcept { return queue_.unfinished_ == 0; }
    void await_resume() const {
        throw_if_cancelled();
        if (!pending()) throw_if_requested();
    }

private:
    queue& queue_;
};

}  // namespace coro
