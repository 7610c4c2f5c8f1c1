#pragma once
// A callback on its way into the loop from another thread. It lives on the
// heap and deletes itself after it ran.

#include "coro/loop/reporter.hpp"
#include "coro/loop/runnable.hpp"

#include <exception>
#include <source_location>
#include <utility>

namespace coro {

class inbox;

class posted : public runnable {
protected:
    posted() noexcept {}

private:
    friend class inbox;
    posted* next = nullptr;
};

template <class F>
class posted_function final : public posted {
public:
    template <class G>
    posted_function(G&& f, std::source_location where) : where_(where), f_(std::forward<G>(f)) {}

    void run() noexcept override {
        try {
            std::move(f_)();
        } catch (...) {
            reporter::get().callback_failed("a posted callback", std::current_exception(), where_);
        }
        delete this;
    }

    void dropped() noexcept override { delete this; }

private:
    std::source_location where_;
    F f_;
};

}  // namespace coro
