#pragma once
// What other threads put in for the loop: a list under a mutex, and an eventfd
// that wakes the loop when the list was empty before. It is shared between the
// loop and its remotes, so that a remote that outlives the loop finds it
// closed instead of finding nothing. Only .cpp files include this.

#include "coro/loop/posted.hpp"

#include <mutex>

namespace coro {

class inbox {
public:
    /// With one reference, a silent one. Throws std::system_error if there is no descriptor
    /// left for its eventfd.
    static inbox* make();

    /// A `speaking` one is a remote's: somebody may still post.
    enum class reference : bool { silent, speaking };
    void add_reference(reference kind) noexcept;
    void drop_reference(reference kind) noexcept;

    /// From any thread. False (and nothing is taken) once it is closed.
    bool post(posted& what) noexcept;

    /// The loop's: gives each posted callback, in order, to `take`.
    template <class Take>
    void take_all(Take take) {
        for (posted* next = detach(); next != nullptr;) {
            posted* after = next->next;
            take(*next);
            next = after;
        }
    }

    /// No more posts from now on.
    void close() noexcept;

    /// Is something in it, or could somebody but the loop still put something in?
    [[nodiscard]] bool may_still_bring() noexcept;

    [[nodiscard]] int wake_descriptor() const noexcept { return wake_; }

private:
    explicit inbox(int wake) noexcept : wake_(wake) {}
    ~inbox();
    posted* detach() noexcept;

    std::mutex mutex_;  // guards the five below
    unsigned references_ = 1;
    unsigned remotes_ = 0;  // how many of those are speaking ones
    posted* first_ = nullptr;
    posted* last_ = nullptr;
    bool open_ = true;
    int wake_;  // an eventfd
};

}  // namespace coro
