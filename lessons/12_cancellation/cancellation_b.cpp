// A download gets half a second and not more. When do we hear that
// it took too long?
//
// Whoever is told to stop may have to clean up first. Here a server
// wants a goodbye, and that takes 0.3 s.
#include "lesson.hpp"

using namespace std::chrono_literals;

lesson::stopwatch watch;

coro::task<int> download() {
    co_await coro::sleep(2s);
    co_return 10;
}

coro::task<> hang_up() {
    lesson::say("{:.3f} hanging up", watch.elapsed());
    co_await coro::sleep(300ms);  // (1)
    lesson::say("{:.3f} hung up", watch.elapsed());
}

// A clean-up that need not wait belongs in a destructor: a cancel
// runs those of all local variables, as every exception does. But
// no destructor can `co_await`, nor can a `catch` block.
// `coro::finally` can: it awaits the first and then, however that
// ended, the second. It gives, or throws, what the first ended
// with, unless the second throws. (In Python one may await in a
// `finally`.)
coro::task<int> visit() {
    co_return co_await coro::finally(download(), hang_up());  // (2)
}

// `coro::wait_for` awaits a coroutine and sets it a time limit.
// With 3 seconds all goes well: 2.000 for the download, 0.300 for
// the goodbye. When the time is over, it cancels the coroutine,
// waits until that has ended, and throws a `coro::timeout_error`.
coro::task<> async_main() {
    for (auto limit : {3000ms, 500ms}) {
        watch.restart();
        try {
            const int size =
                co_await coro::wait_for(visit(), limit);  // (3)
            lesson::say("{:.3f} {} bytes", watch.elapsed(), size);
        } catch (const coro::timeout_error&) {
            lesson::say("{:.3f} timeout", watch.elapsed());  // (4)
        }
    }
}

int main() {
    coro::run(async_main());
}

// The limit was 0.500, and so it was then that `download` was told.
// We hear of it at 0.800, when the goodbye is said. A limit says
// when the *asking* begins, not how long the call takes. In return
// nothing of it is left running behind our back.
//
// A request is delivered once: `hang_up` is not told again. But one
// that comes during the goodbye reaches that.
//
// To try: a limit of 2100 ms. The download is there in time, its
// goodbye is not. Guess what is printed before you run it.
