#pragma once
// The floor: a plain coroutine loop made by hand, with nothing in it that a program could do
// without for a day. The figures of the micro benchmarks are ratios to it, measured in the same
// program. Its parts:
//
// - ready queue: two arrays that take turns. What becomes ready during a turn goes to the other
//   array, so that the snapshot of a turn costs nothing.
// - pump: a trampoline. No coroutine resumes another, so any depth runs on a constant stack.
// - tasks as in every textbook: the promise keeps the result, the coroutine stops at its end, and
//   its owner destroys it then; for one that was spawned, that is the pump.
// - frames: a free list per size and thread in front of the allocator.
// - timers: a 4-ary heap in which equal deadlines keep their order. The clock is read once per
//   turn at most, and every 16 resumes when busy.
// - gather: a counter.
//
// It is no lower bound: coro's own frames free themselves as they end and are cut from slabs,
// which would make a short child a third cheaper here too, and a new sleeper twice as cheap. It
// leaves out what programs need: cancellation, a registry of tasks, handles to running tasks,
// names, source lines, an observer, reports, a choice of clocks and kernels; and results must be
// default-constructible. Read next: sides.hpp, which sets it beside coro.

#include <atomic>
#include <chrono>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace micro::floor {

using handle = std::coroutine_handle<>;

/// A point in time that never comes.
inline constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

inline std::int64_t clock_now() noexcept {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

inline timespec to_timespec(std::int64_t ns) noexcept {
    return {ns / 1'000'000'000, ns % 1'000'000'000};
}

/// Memory for frames, in multiples of 16 bytes. A freed block is the first one to be used again,
/// since it is the warmest.
class frame_pool {
public:
    static void* take(std::size_t bytes) {
        const std::size_t units = (bytes + unit - 1) / unit;
        if (units >= sizes) [[unlikely]]
            return ::operator new(bytes);
        block*& first = free_[units];
        if (first == nullptr) [[unlikely]]
            return ::operator new(units * unit);
        return std::exchange(first, first->next);
    }

    static void give(void* memory, std::size_t bytes) noexcept {
        const std::size_t units = (bytes + unit - 1) / unit;
        if (units >= sizes) [[unlikely]]
            return ::operator delete(memory);
        free_[units] = ::new (memory) block{free_[units]};
    }

private:
    struct block {
        block* next;
    };
    static constexpr std::size_t unit = 16;
    static constexpr std::size_t sizes = 64;

    static inline constinit thread_local block* free_[sizes] = {};
};

/// An array that grows in place where the allocator can, and has no destructor, so that reaching
/// a thread-local one needs no check.
template <class T>
struct array {
    static_assert(std::is_trivially_copyable_v<T>);

    static T* resize(T* old, std::size_t count) {
        void* const moved = std::realloc(static_cast<void*>(old), count * sizeof(T));
        if (moved == nullptr) throw std::bad_alloc();
        return static_cast<T*>(moved);
    }
};

/// Sleepers in a 4-ary heap, by their deadlines, equal ones in the order in which they came.
class timer_heap {
public:
    bool empty() const noexcept { return size_ == 0; }
    std::int64_t first() const noexcept { return entries_[0].deadline; }

    void push(std::int64_t deadline, handle sleeper) {
        if (size_ == capacity_) [[unlikely]] {
            capacity_ = capacity_ == 0 ? 64 : 2 * capacity_;
            entries_ = array<entry>::resize(entries_, capacity_);
        }
        std::size_t at = size_++;
        while (at != 0) {
            const std::size_t parent = (at - 1) / 4;
            if (entries_[parent].deadline <= deadline) break;
            entries_[at] = entries_[parent];
            at = parent;
        }
        entries_[at] = {deadline, pushed_++, sleeper};
    }

    handle pop() noexcept {
        const handle result = entries_[0].sleeper;
        const entry last = entries_[--size_];
        std::size_t at = 0;
        for (;;) {
            const std::size_t child = 4 * at + 1;
            if (child >= size_) break;
            const std::size_t least = least_of(child);
            if (last < entries_[least]) break;
            entries_[at] = entries_[least];
            at = least;
        }
        entries_[at] = last;
        return result;
    }

    void release() noexcept {
        std::free(static_cast<void*>(entries_));
        entries_ = nullptr;
        size_ = capacity_ = 0;
    }

private:
    __extension__ using wide = unsigned __int128;

    struct entry {
        std::int64_t deadline;
        std::uint64_t order;
        handle sleeper;

        // As one number of 128 bits: no branch.
        bool operator<(const entry& other) const noexcept { return key() < other.key(); }
        wide key() const noexcept {
            return wide{static_cast<std::uint64_t>(deadline)} << 64 | order;
        }
    };

    // Of four children, the winner of two semi-finals: comparisons that need not wait for
    // one another.
    std::size_t least_of(std::size_t child) const noexcept {
        if (child + 4 <= size_) [[likely]] {
            const std::size_t left = child + (entries_[child + 1] < entries_[child] ? 1 : 0);
            const std::size_t right = child + (entries_[child + 3] < entries_[child + 2] ? 3 : 2);
            return entries_[right] < entries_[left] ? right : left;
        }
        std::size_t least = child;
        for (std::size_t other = child + 1; other < size_; ++other)
            if (entries_[other] < entries_[least]) least = other;
        return least;
    }

    entry* entries_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    std::uint64_t pushed_ = 0;
};

/// Where completions come from: the words to look at in a busy turn, and the system call to make
/// when they say so or when nothing is ready.
struct event_source {
    const unsigned* flags;
    unsigned flags_mask;
    const unsigned* tail;
    unsigned reaped;
    void (*enter)(event_source& self, std::int64_t deadline);

    bool flagged() const noexcept {
        return (__atomic_load_n(flags, __ATOMIC_RELAXED) & flags_mask) != 0 ||
               __atomic_load_n(tail, __ATOMIC_RELAXED) != reaped;
    }
};

/// What other threads ask of a loop: a stack that is taken whole, and a word to sleep on.
class inbox {
public:
    /// Has the loop call `what()`. From any thread.
    template <class function>
    void post(function what) {
        struct node : item {
            explicit node(function&& f) : item{nullptr, &run}, body(std::move(f)) {}
            static void run(item* self) {
                const std::unique_ptr<node> me(static_cast<node*>(self));
                me->body();
            }
            function body;
        };
        item* const added = new node(std::move(what));
        item* first = first_.load(std::memory_order_relaxed);
        do added->next = first;
        while (!first_.compare_exchange_weak(first, added));
        if (first == nullptr && asleep_.exchange(0) == 1)
            syscall(SYS_futex, &asleep_, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
    }

    bool waiting() const noexcept { return first_.load(std::memory_order_relaxed) != nullptr; }

    /// Runs what was posted, oldest first.
    void drain() {
        item* newest = first_.exchange(nullptr, std::memory_order_acquire);
        item* oldest = nullptr;
        while (newest != nullptr) {
            item* const before = newest->next;
            newest->next = oldest;
            oldest = newest;
            newest = before;
        }
        while (oldest != nullptr) {
            item* const current = oldest;
            oldest = current->next;
            current->run(current);
        }
    }

    /// Sleeps until a post, or until the deadline.
    void wait(std::int64_t deadline) {
        asleep_.store(1);
        if (first_.load() == nullptr) {
            const timespec until = to_timespec(deadline);
            syscall(SYS_futex, &asleep_, FUTEX_WAIT_BITSET_PRIVATE, 1,
                    deadline == never ? nullptr : &until, nullptr, FUTEX_BITSET_MATCH_ANY);
        }
        asleep_.store(0, std::memory_order_relaxed);
    }

private:
    struct item {
        item* next;
        void (*run)(item*);
    };
    std::atomic<item*> first_{nullptr};
    std::atomic<std::uint32_t> asleep_{0};
};

/// The loop of a thread.
class event_loop {
public:
    /// Puts a coroutine at the back of the ready queue.
    void push(handle ready) {
        if (at_ == end_) [[unlikely]]
            grow();
        *at_++ = ready;
    }

    /// Has the pump go on with this one as soon as the coroutine that runs now has let go.
    void run_next(handle next) noexcept { next_ = next; }

    /// Has the pump destroy a coroutine that nobody owns, once it has stopped at its end.
    void destroy(handle ended) noexcept { ended_ = ended; }

    void sleep(std::int64_t duration, handle sleeper) {
        timers_.push(now() + duration, sleeper);
        outside_ = true;
    }

    void watch(event_source* completions) noexcept {
        completions_ = completions;
        outside_ = true;
    }

    void watch(inbox* posts) noexcept {
        posts_ = posts;
        outside_ = true;
    }

    /// Runs `root` and all that it starts, turn by turn, until `unfinished` is 0. Not inlined, so
    /// that the pump has the registers to itself.
    [[gnu::noinline]] void run(handle root, const std::size_t& unfinished) {
        std::size_t size = size_ = 256;
        handle* other = array<handle>::resize(nullptr, size);
        at_ = array<handle>::resize(nullptr, size);
        end_ = at_ + size;
        push(root);
        for (;;) {
            if (size != size_) [[unlikely]]
                other = array<handle>::resize(other, size = size_);
            handle* const first = end_ - size;
            handle* const last = at_;
            at_ = other;
            end_ = other + size;
            other = first;
            for (const handle* ready = first; ready != last; ++ready) {
                handle current = *ready;
                for (;;) {
                    current.resume();
                    current = next_;
                    if (!current) break;
                    next_ = nullptr;
                }
                if (ended_) std::exchange(ended_, nullptr).destroy();
            }
            if (unfinished == 0) break;
            now_known_ = false;
            const bool idle = at_ == end_ - size_;
            if (idle) [[unlikely]]
                wait();
            else if (outside_)
                look_outside(static_cast<unsigned>(last - first));
        }
        std::free(static_cast<void*>(end_ - size_));
        std::free(static_cast<void*>(other));
        timers_.release();
    }

private:
    [[gnu::noinline]] void grow() {
        handle* const start = array<handle>::resize(end_ - size_, 2 * size_);
        at_ = start + size_;
        size_ *= 2;
        end_ = start + size_;
    }

    // The time of this turn.
    std::int64_t now() noexcept {
        if (!now_known_) {
            now_ = clock_now();
            now_known_ = true;
        }
        return now_;
    }

    // Something is ready, so nothing here may wait.
    void look_outside(unsigned resumed) {
        if (completions_ != nullptr && completions_->flagged()) [[unlikely]]
            completions_->enter(*completions_, 0);
        if (posts_ != nullptr && posts_->waiting()) [[unlikely]]
            posts_->drain();
        since_clock_ += resumed;
        if (since_clock_ >= 16) [[unlikely]]
            fire_timers();
    }

    [[gnu::noinline]] void wait() {
        const std::int64_t deadline = timers_.empty() ? never : timers_.first();
        if (completions_ != nullptr) {
            completions_->enter(*completions_, deadline);
        } else if (posts_ != nullptr) {
            posts_->wait(deadline);
            posts_->drain();
        } else {
            const timespec until = to_timespec(deadline);
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
        }
        fire_timers();
    }

    [[gnu::noinline]] void fire_timers() {
        since_clock_ = 0;
        if (timers_.empty()) outside_ = completions_ != nullptr || posts_ != nullptr;
        while (!timers_.empty() && timers_.first() <= now()) push(timers_.pop());
    }

    handle* at_ = nullptr;  // where the next ready handle goes, and the end of its array
    handle* end_ = nullptr;
    handle next_;
    handle ended_;
    std::size_t size_ = 0;
    bool outside_ = false;  // is there anything but the ready queue to look at?
    bool now_known_ = false;
    unsigned since_clock_ = 0;
    std::int64_t now_ = 0;
    timer_heap timers_;
    event_source* completions_ = nullptr;
    inbox* posts_ = nullptr;
};

inline constinit thread_local event_loop loop;

/// What waits for children: the last of them to end makes the parent go on.
struct join {
    join() noexcept {}
    join(const join&) = delete;
    join& operator=(const join&) = delete;

    std::size_t left = 0;
    handle parent;
};

struct nothing {};
/// Where a coroutine leaves its result.
template <class T>
using place_for = std::conditional_t<std::is_void_v<T>, nothing, T>;

class promise_base {
public:
    static void* operator new(std::size_t bytes) { return frame_pool::take(bytes); }
    static void operator delete(void* memory, std::size_t bytes) noexcept {
        frame_pool::give(memory, bytes);
    }

    std::suspend_always initial_suspend() const noexcept { return {}; }

    struct at_the_end {
        bool await_ready() const noexcept { return false; }
        template <class promise>
        void await_suspend(std::coroutine_handle<promise> ended) const noexcept {
            join* const owner = ended.promise().owner;
            if (owner == nullptr)
                loop.destroy(ended);
            else if (--owner->left == 0)
                loop.run_next(owner->parent);
        }
        void await_resume() const noexcept {}
    };
    at_the_end final_suspend() const noexcept { return {}; }

    void unhandled_exception() {
        if (owner == nullptr) std::terminate();
        error = std::current_exception();
    }
    void rethrow() const {
        if (error) [[unlikely]]
            std::rethrow_exception(error);
    }

    join* owner = nullptr;  // null: spawned
    std::exception_ptr error;
};

template <class T>
class promise_of : public promise_base {
public:
    void return_value(T value) { result_ = std::move(value); }
    T take_result() {
        rethrow();
        return std::move(result_);
    }

private:
    T result_{};
};

template <>
class promise_of<void> : public promise_base {
public:
    void return_void() const noexcept {}
    void take_result() const { rethrow(); }
};

/// A lazy coroutine. Awaited, it runs at once, and its parent goes on when it ends.
template <class T = void>
class [[nodiscard]] task {
public:
    struct promise_type : promise_of<T> {
        task get_return_object() noexcept {
            return task(std::coroutine_handle<promise_type>::from_promise(*this));
        }
    };

    task(task&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)) {}
    task& operator=(task&&) = delete;
    ~task() {
        if (frame_) frame_.destroy();
    }

    /// The coroutine, to be resumed once; nobody waits for it.
    handle release() noexcept { return std::exchange(frame_, nullptr); }

    /// The coroutine, to be resumed once; it tells `owner` that it has ended.
    handle start(join& owner) noexcept {
        frame_.promise().owner = &owner;
        return frame_;
    }

    T take_result() { return frame_.promise().take_result(); }

    class awaiter {
    public:
        explicit awaiter(task& child) noexcept : child_(child) {}
        awaiter(const awaiter&) = delete;
        awaiter& operator=(const awaiter&) = delete;
        bool await_ready() const noexcept { return false; }
        void await_suspend(handle parent) noexcept {
            waits_.left = 1;
            waits_.parent = parent;
            loop.run_next(child_.start(waits_));
        }
        T await_resume() { return child_.take_result(); }

    private:
        task& child_;
        join waits_;
    };
    awaiter operator co_await() && noexcept { return awaiter(*this); }

private:
    explicit task(std::coroutine_handle<promise_type> frame) noexcept : frame_(frame) {}
    std::coroutine_handle<promise_type> frame_;
};

/// Starts a task at the next turn.
inline void spawn(task<> child) {
    loop.push(child.release());
}

/// To the back of the ready queue.
class yield {
public:
    yield() noexcept {}
    bool await_ready() const noexcept { return false; }
    void await_suspend(handle self) const { loop.push(self); }
    void await_resume() const noexcept {}
};

class sleep {
public:
    explicit sleep(std::chrono::nanoseconds duration) noexcept : duration_(duration.count()) {}
    bool await_ready() const noexcept { return false; }
    void await_suspend(handle self) const { loop.sleep(duration_, self); }
    void await_resume() const noexcept {}

private:
    std::int64_t duration_;
};

/// Starts all the tasks at the next turn and gives their results in order, once all have ended;
/// rethrows what the first of them threw.
template <class T>
class gather {
public:
    explicit gather(std::vector<task<T>> children) : children_(std::move(children)) {}
    gather(const gather&) = delete;
    gather& operator=(const gather&) = delete;
    bool await_ready() const noexcept { return children_.empty(); }
    void await_suspend(handle parent) {
        all_.left = children_.size();
        all_.parent = parent;
        for (task<T>& each : children_) loop.push(each.start(all_));
    }
    std::vector<T> await_resume() {
        std::vector<T> results;
        results.reserve(children_.size());
        for (task<T>& each : children_) results.push_back(each.take_result());
        return results;
    }

private:
    std::vector<task<T>> children_;
    join all_;
};

/// Runs a task to its end on the loop of this thread.
template <class T>
T run(task<T> root) {
    join whole;
    whole.left = 1;
    whole.parent = std::noop_coroutine();
    loop.run(root.start(whole), whole.left);
    return root.take_result();
}

}  // namespace micro::floor
