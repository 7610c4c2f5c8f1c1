// Two waits, of one second and of two. Why do they take three?
//
// Two functions wait for something slow, as a program waits for the
// answer of a server; then each adds two numbers. We call one, then
// the other. Here begins the *walkthrough*: four articles on
// Python's asyncio, whose programs and figures these lessons
// follow.
#include "lesson.hpp"

using namespace std::chrono_literals;

// The line with `using` lets us write `1s` for one second. The
// stopwatch tells each line we print how many seconds have passed.
lesson::stopwatch watch;

// A *thread* is what carries a program out, one step after the
// other; this program has one. `lesson::block_for` waits as
// functions usually do: the operating system puts the thread to
// sleep and wakes it a second later. Until then not a single other
// line of the program can run. We say that the function *blocks*.
//
// `lesson::say` prints a line, with its values where the `{}` are.
int add_a(int a, int b) {
    lesson::say("add_a begins at {:.3f}", watch.elapsed());
    lesson::block_for(1s);  // (1)
    lesson::say("add_a ends   at {:.3f}", watch.elapsed());
    return a + b;
}

int add_b(int a, int b) {
    lesson::say("add_b begins at {:.3f}", watch.elapsed());
    lesson::block_for(2s);  // (2)
    lesson::say("add_b ends   at {:.3f}", watch.elapsed());
    return a + b;
}

// `add_a` keeps the thread until it returns, its wait included. So
// `add_b` begins at 1.000, where `add_a` has ended, and ends at
// 3.000: the waits add up. (`lesson::stopwatch` counts from the
// last `restart()`.)
//
// Numbers like (3) stand in the program's *twin*, too, the same
// program in Python: equal numbers mark what is the same there.
int main() {
    watch.restart();
    const int first = add_a(1, 2);   // (3)
    const int second = add_b(1, 2);  // (4)
    lesson::say("{} {}", first, second);
    lesson::say("{:.3f} s", watch.elapsed());
    lesson::measured("{:.3f} s of processor time", watch.cpu());
}

// Is that the language's doing? The walkthrough's figure for these
// two waits, in Python, is 3.010 s. On the same work we measured
// 3.000 s in C++ and 3.001 s in Python. A fast language shortens
// what a program computes, and this one computes next to nothing:
// the last line, which `lesson::measured` prints, says that the
// processor was busy for less than a thousandth of a second. (What
// is more than 3 is how late a machine wakes a thread. The line is
// missing on the *virtual clock*, which jumps instead of waiting:
// `./lab run blocking --clock virtual`.)
//
// No language put the waits in a row. *We* did, with two calls that
// each hold the only thread while they wait.
//
// To try: swap (3) and (4). Which lines change, and which do not?
// Then read `gather`, where the same two take two seconds.
