// See frame_pool.hpp: the slow path, and what happens when a thread ends.

#include "coro/loop/frame_pool.hpp"

namespace coro {

constinit thread_local frame_pool::block* frame_pool::free_[largest / granule + 1] = {};

// Gives a thread's free blocks back to the heap when the thread ends. Made on
// the slow path only, so that the fast one never meets a guard variable.
struct frame_pool_owner {
    bool used = false;

    ~frame_pool_owner() {
        for (frame_pool::block*& head : frame_pool::free_)
            while (head != nullptr) {
                frame_pool::block* next = head->next;
                ::operator delete(head);
                head = next;
            }
    }
};

void* frame_pool::refill(std::size_t size) {
    static thread_local frame_pool_owner owner;
    owner.used = true;
    return ::operator new(size_class(size) * granule);
}

}  // namespace coro
