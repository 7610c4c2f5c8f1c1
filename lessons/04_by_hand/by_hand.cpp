// What happens when a coroutine is called, and who goes on with it?
//
// So far the event loop went on with our coroutines. Here there is
// no loop: we do it by hand, with what the language has.
#include "lesson.hpp"

#include <set>
#include <thread>

// All that a coroutine remembers between two steps is in an object,
// its *frame*: parameters, local variables, and a bookmark, which
// is the place where it goes on. C++ looks up how it behaves in the
// `promise_type` of what it returns. (Ours notes a frame's size.)
std::size_t frame_size = 0;

struct counter {
    struct promise_type {
        static void* operator new(std::size_t size) {
            frame_size = size;
            return ::operator new(size);
        }
        // What a call gives. In it is a *handle*, a pointer to the
        // frame; `from_promise` finds it. The rest must be there.
        counter get_return_object() {
            return counter{handle_type::from_promise(*this)};
        }
        // Stop before the first line, and behind the last one.
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    using handle_type = std::coroutine_handle<promise_type>;
    handle_type handle;
};

std::set<std::thread::id> threads;

// (1) is a bare suspension: it waits for nothing, and nobody will
// wake us. `who` and `i` are in the frame: each call has its own.
counter count(char who) {
    for (int i = 0; i < 2; ++i) {
        lesson::say("{}{}", who, i);
        threads.insert(std::this_thread::get_id());
        co_await std::suspend_always();  // (1)
    }
}

// Does a call run it? "two calls" is printed first: a call makes
// the frame and stops before the first line.
int main() {
    const auto a = count('A').handle;  // (2)
    const auto b = count('B').handle;
    lesson::say("two calls");

    // `resume` runs one from its bookmark to its next suspension,
    // and returns. We choose who is next: A, B, A, B.
    a.resume();  // (3)
    b.resume();
    a.resume();
    b.resume();

    // Is one done? Not yet: both stand in (1), in their loops.
    lesson::say("A done: {}", a.done() ? "yes" : "no");  // (4)
    a.resume();
    lesson::say("A done: {}", a.done() ? "yes" : "no");

    // `destroy` frees a frame and what is in it. B never ends.
    a.destroy();
    b.destroy();  // (5)
    lesson::say("threads: {}", threads.size());
    lesson::measured("a frame: {} bytes", frame_size);
}

// A coroutine is an object, not a thread: one thread has run both,
// and each stood in its middle while the other ran. The frame takes
// 40 to 96 bytes, as compilers differ, and 416 in Python (where
// `send(None)` resumes).
//
// To try: resume A twice before B. Guess the output first.
