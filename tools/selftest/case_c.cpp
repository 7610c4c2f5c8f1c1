// Case C: a co_await in one arm of `? :`, or a choice between two tasks that is
// awaited at once. A compiler that fails destroys the result or the task twice.

#include "tiny.hpp"

namespace {

bool yes = true;
int frames = 0;

tiny::task<tiny::counted> made() { co_return tiny::counted(); }

tiny::task<int> arm() {
    tiny::counted other;
    tiny::counted chosen = yes ? co_await made() : other;
    co_return 1;
}

struct frame_count {
    frame_count() { ++frames; }
    frame_count(const frame_count&) { ++frames; }
    ~frame_count() { --frames; }
};

tiny::task<int> one(frame_count) { co_return 1; }
tiny::task<int> two(frame_count) { co_return 2; }

tiny::task<int> choice() {
    const int result = co_await (yes ? one(frame_count()) : two(frame_count()));
    co_return result;
}

}  // namespace

int main() {
    bool right = true;
    {
        auto main_task = arm();
        right = main_task.start() && right;
    }
    right = tiny::counted::alive == 0 && right;
    {
        auto main_task = choice();
        right = main_task.start() && right;
    }
    return frames == 0 && right ? 0 : 1;
}
