// A task was told to stop, and ends with a value as if nothing had
// happened. Whose mistake is it?
//
// It means well: if something fails, it tries once more.
#include "lesson.hpp"

#include <stdexcept>

using namespace std::chrono_literals;

lesson::stopwatch watch;

// The first attempt fails at 0.200.
coro::task<int> fetch(int attempt) {
    co_await coro::sleep(200ms);
    if (attempt == 1) {
        throw std::runtime_error("no answer");
    }
    co_return 10;
}

// `catch (...)` catches everything. The second attempt is cancelled
// at 0.300, in the middle of its wait. What goes up from there is
// `cancelled`, and is taken for one more failure: the request is
// *swallowed*. A request is delivered once, so the third attempt is
// not disturbed any more.
coro::task<int> stubborn() {
    for (int attempt = 1;; ++attempt) {
        try {
            co_return co_await fetch(attempt);
        } catch (...) {  // (1)
            lesson::say("{:.3f} failed, once more",
                        watch.elapsed());
        }
    }
}

// It ends at 0.500, with a value, and `cancelled()` is false.
coro::task<> async_main() {
    watch.restart();
    auto h = coro::create_task(stubborn(), "stubborn");
    co_await coro::sleep(300ms);
    h.cancel();  // (2)
    lesson::say("{:.3f} asked to stop", watch.elapsed());
    const int size = co_await h;  // (3)
    lesson::say("{:.3f} {} bytes, cancelled: {}", watch.elapsed(),
                size, h.cancelled());
}

int main() {
    coro::run(async_main());
}

// asyncio is silent about that. We report it: which task it was,
// and in which line it was told, so look for the `catch` around
// that. (`uncancel` is for a task that goes on on purpose.) With
// `catch (const std::exception&)` there would be nothing to look
// for. That is why `cancelled` is *not* a `std::exception`: it
// passes by those who only mean errors. (In Python it is no
// `Exception`, for the same reason; a bare `except:` swallows it.)
//
// So: `cancel` asks, and a task can say no. Do not write one that
// says no by accident. What a request meets in other cases is told
// in [cancellation](../../docs/cancellation.md).
//
// To try: mend (1) in that way. Then (3) throws `cancelled`; put a
// `try` around it, as in part a. When does the task end now?
