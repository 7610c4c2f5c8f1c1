// Who sets a timer on itself takes it back when it goes.
#include "example.hpp"

class session {
public:
    session()
        : alarm_(coro::call_later(5s, [this] { idle(); })) {}
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session() { alarm_.cancel(); }

private:
    void idle() { say("{} is idle", name_); }

    std::string name_ = "the session";
    coro::timer_handle alarm_;
};

coro::task<> async_main() {
    {
        session short_one;
        co_await coro::sleep(1s);
    }
    session long_one;
    co_await coro::sleep(10s);
}

int main() {
    coro::run(async_main());
}
