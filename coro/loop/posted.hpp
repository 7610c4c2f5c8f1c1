#pragma once
// A callback on its way into the loop from another thread. It lives on the
// heap and deletes itself after it ran.

#include "coro/loop/reporter.hpp"
#include "coro/loop/runnable.hpp"

#include <exception>
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
    explicit posted_function(G&& f) : f_(std::forward<G>(f)) {}

    void run() noexcept override {
        try {
            std::move(f_)();
        } catch (...) {
            reporter::get().callback_failed(std::current_exception());
        }
        delete this;
    }

    void dropped() noexcept override { delete this; }

private:
    F f_;
};

}  // namespace coro
