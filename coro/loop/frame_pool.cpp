// See frame_pool.hpp: the slow path, and what happens when a thread ends.

#include "coro/loop/frame_pool.hpp"

namespace coro {

constinit thread_local frame_pool::block* frame_pool::free_[largest / granule + 1] = {};
constinit thread_local bool frame_pool::thread_is_known_ = false;

// Gives a thread's free blocks back to the heap when the thread ends. Made on
// the slow paths only, so that the fast ones never meet a guard variable.
struct frame_pool_owner {
    frame_pool_owner() noexcept {}
    ~frame_pool_owner() {
        for (frame_pool::block*& head : frame_pool::free_)
            while (head != nullptr) {
                frame_pool::block* next = head->next;
                ::operator delete(head);
                head = next;
            }
    }
};

void frame_pool::know_thread() noexcept {
    static thread_local const frame_pool_owner owner;
    (void)owner;
    thread_is_known_ = true;
}

void* frame_pool::refill(std::size_t size) {
    know_thread();
    return ::operator new(size_class(size) * granule);
}

}  // namespace coro
