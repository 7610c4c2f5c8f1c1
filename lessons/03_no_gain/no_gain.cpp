// Does a program become faster when its functions are coroutines?
//
// In `gather` three seconds became two. The walkthrough has another
// test: `add_a` prints 300,000 numbers, `add_b` 600,000. Here it is
// with functions, with coroutines, and with `gather`.
#include "lesson.hpp"

lesson::stopwatch watch;

// The numbers go into a `lesson::sink`, a file that forgets all
// (`./lab run no_gain --terminal` shows them).
std::FILE* const out = lesson::sink();

void print_numbers(int count) {
    for (int i = 0; i < count; ++i) {
        fmt::print(out, "{}\n", i);  // (1)
    }
}

// First a plain function, for `add_a` and `add_b` in one.
int add(int lines, int a, int b) {
    print_numbers(lines);  // (2)
    return a + b;
}

// The same as a coroutine. It has no `co_await`, since a loop that
// prints has nothing to wait for. Such work is called *CPU-bound*:
// the processor (CPU) is busy from its first line to its last.
coro::task<int> async_add(int lines, int a, int b) {
    print_numbers(lines);  // (3)
    co_return a + b;
}

// `watch.cpu()` is the processor's time, `lesson::suspensions` how
// often any task was suspended so far: only then can others run.
double tell(const char* how, int a, int b) {
    const double seconds = watch.cpu();
    lesson::say("{:8} {} {}, suspensions: {}", how, a, b,
                lesson::suspensions());
    watch.restart();
    return seconds;
}

coro::task<> async_main() {
    watch.restart();
    const int a = add(300'000, 1, 2);  // (4)
    const int b = add(600'000, 1, 2);
    const double plain = tell("plain", a, b);

    // No suspensions here either: `co_await` runs `async_add` at
    // once, like a call, to its end.
    const int c = co_await async_add(300'000, 1, 2);  // (5)
    const int d = co_await async_add(600'000, 1, 2);
    const double awaited = tell("awaited", c, d);

    // The one suspension is that of `async_main`, which waits for
    // the two. The two have none: one runs, then the other.
    auto [e, f] = co_await coro::gather(
        async_add(300'000, 1, 2), async_add(600'000, 1, 2));  // (6)
    const double gathered = tell("gathered", e, f);

    for (const double time : {plain, awaited, gathered}) {
        lesson::measured("{:.3f} s {}", time,
                         lesson::bar(time / plain));  // (7)
    }
}

// `lesson::counting` has the suspensions counted.
int main() {
    coro::run(async_main(), lesson::counting());
}

// Three equal bars (`lesson::bar`): where nothing waits, nothing is
// gained. The walkthrough's figures are 1.576 s for functions and
// 1.604 s for coroutines, on a terminal. On the same work each of
// ours took 0.04 s, in Python 0.33 s; with `--terminal` 0.65 s, in
// Python 2.7 s. (A report that somebody held the thread is right.)
//
// To try: make it 3 and 6 million numbers. Is any bar much shorter
// than the others?
