// Case B: a temporary aggregate, or a lambda with captures that have destructors, in
// the same expression as a co_await. A compiler that fails destroys it twice.

#include "tiny.hpp"

namespace {

struct pair {
    tiny::counted first;
    int second;
};

tiny::task<int> take(pair) { co_return 1; }

template <class F>
tiny::task<int> call(F f) {
    co_return f();
}

tiny::task<int> aggregate() { co_return co_await take(pair{tiny::counted(), 2}); }

tiny::task<int> lambda() {
    tiny::counted one;
    co_return co_await call([one] { return tiny::counted::alive; });
}

template <class Body>
bool balanced(Body body) {
    tiny::counted::alive = 0;
    {
        auto main_task = body();
        if (!main_task.start()) return false;
    }
    return tiny::counted::alive == 0;
}

}  // namespace

int main() { return balanced(aggregate) && balanced(lambda) ? 0 : 1; }
