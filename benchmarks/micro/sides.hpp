#pragma once
// The two sides of every comparison under one set of names, so that a benchmark is written once,
// as a template, and the floor and coro run the same program. Read next: yield.cpp, the shortest.

#include "floor.hpp"
#include "floor_ring.hpp"

#include <coro/coro.hpp>
#include <coro/kernel/kernel.hpp>
#include <coro/loop/operation.hpp>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <utility>
#include <vector>

namespace micro {

struct floor_side {
    template <class T = void>
    using task = floor::task<T>;

    template <class T>
    static T run(task<T> main) {
        return floor::run(std::move(main));
    }
    static void spawn(task<> child) { floor::spawn(std::move(child)); }
    static floor::yield yield() { return floor::yield(); }
    static floor::sleep sleep(std::chrono::nanoseconds length) { return floor::sleep(length); }
    template <class T>
    static floor::gather<T> gather(std::vector<task<T>>&& children) {
        return floor::gather<T>(std::move(children));
    }

    /// Reads from a descriptor, through a ring that lives as long as this.
    class reader {
    public:
        floor::ring::reading read(int descriptor, void* buffer, unsigned length) {
            return ring_.read(descriptor, buffer, length);
        }

    private:
        floor::ring ring_;
    };

    /// Posts from any thread into the loop that made it.
    class remote {
    public:
        remote() { floor::loop.watch(&inbox_); }
        ~remote() { floor::loop.watch(static_cast<floor::inbox*>(nullptr)); }
        remote(const remote&) = delete;
        remote& operator=(const remote&) = delete;
        template <class function>
        void post(function what) {
            inbox_.post(std::move(what));
        }

    private:
        floor::inbox inbox_;
    };

    /// One task waits until a callback opens it.
    class gate {
    public:
        gate() noexcept {}
        gate(const gate&) = delete;
        gate& operator=(const gate&) = delete;
        void open() { floor::loop.push(waiting_); }
        bool await_ready() const noexcept { return false; }
        void await_suspend(floor::handle self) noexcept { waiting_ = self; }
        void await_resume() const noexcept {}

    private:
        floor::handle waiting_;
    };
};

struct coro_side {
    template <class T = void>
    using task = coro::task<T>;

    template <class T>
    static T run(task<T> main) {
        return coro::run(std::move(main));
    }
    static void spawn(task<> child) { coro::create_task(std::move(child)); }
    static auto yield() { return coro::yield(); }
    static auto sleep(std::chrono::nanoseconds length) { return coro::sleep(length); }
    template <class T>
    static auto gather(std::vector<task<T>>&& children) {
        return coro::gather(std::move(children));
    }

    class reader {
    public:
        class reading final : public coro::awaiter, public coro::operation, private coro::request {
        public:
            reading(int descriptor, void* buffer_of, unsigned length_of) noexcept {
                code = coro::opcode::read;
                fd = descriptor;
                buffer = buffer_of;
                length = length_of;
                completed = [](coro::request& self) noexcept {
                    static_cast<reading&>(self).complete();
                };
            }
            bool await_ready() const noexcept { return false; }
            template <class promise>
            void await_suspend(std::coroutine_handle<promise> self) {
                coro::event_loop::current()->system().submit(*this);
                suspend(self);
            }
            int await_resume() const noexcept { return result; }
            void cancel() noexcept override { coro::event_loop::current()->system().cancel(*this); }
            coro::wait_info describe() const noexcept override { return coro::wait_info("read"); }
        };

        reading read(int descriptor, void* buffer, unsigned length) {
            return {descriptor, buffer, length};
        }
    };

    class remote {
    public:
        template <class function>
        void post(function what) {
            remote_.post(std::move(what));
        }

    private:
        coro::remote remote_;
    };

    class gate final : public coro::awaiter, public coro::operation {
    public:
        gate() noexcept {}
        void open() noexcept { complete(); }
        bool await_ready() const noexcept { return false; }
        template <class promise>
        void await_suspend(std::coroutine_handle<promise> self) noexcept {
            suspend(self);
        }
        void await_resume() const noexcept {}
        void cancel() noexcept override { complete(completion::cancelled); }
        coro::wait_info describe() const noexcept override { return coro::wait_info("gate"); }
    };
};

template <class side, class T = void>
using task_of = typename side::template task<T>;

/// Adds the figure that is compared: nanoseconds for each of `items`.
inline void report_items(benchmark::State& state, std::int64_t items) {
    state.SetItemsProcessed(items);
    state.counters["ns"] =
        benchmark::Counter(static_cast<double>(items) * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

}  // namespace micro
