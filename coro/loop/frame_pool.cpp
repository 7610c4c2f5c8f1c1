// See frame_pool.hpp: the slow path, and what happens when a thread ends.

#include "coro/loop/frame_pool.hpp"

#include "coro/loop/call_sites.hpp"

#include <mutex>

namespace coro {

constinit thread_local frame_pool::block* frame_pool::free_[largest / granule + 1] = {};
constinit thread_local bool frame_pool::thread_is_known_ = false;

namespace {

constexpr std::size_t slab_size = 64 * 1024;

}  // namespace

// Blocks of threads that have ended, for those that come. It is never
// destroyed: threads may end later than any static object.
struct frame_pool::store {
    std::mutex mutex;
    block* free[largest / granule + 1] = {};

    static store& shared() {
        static store& only = *new store;
        return only;
    }
};

// What a thread owns: its lists, and the rest of the slab that new blocks are
// cut from. Made on the slow paths only, so that the fast ones never meet a
// guard variable.
struct frame_pool::owner {
    char* at = nullptr;
    std::size_t left = 0;

    owner() noexcept {}
    ~owner() {
        // The rest of the slab, cut into blocks, the largest first.
        while (left >= granule) {
            const std::size_t size = left < largest ? left / granule * granule : largest;
            free_[size_class(size)] = ::new (at) block{free_[size_class(size)]};
            at += size;
            left -= size;
        }
        store& others = store::shared();
        const std::lock_guard lock(others.mutex);
        for (std::size_t i = 0; i != sizeof free_ / sizeof free_[0]; ++i)
            while (free_[i] != nullptr) {
                block* next = free_[i]->next;
                others.free[i] = ::new (free_[i]) block{others.free[i]};
                free_[i] = next;
            }
    }

    static owner& of_this_thread() {
        static thread_local owner mine;
        thread_is_known_ = true;
        return mine;
    }
};

void frame_pool::deallocate_slowly(void* memory, std::size_t which) noexcept {
    if (call_sites::wanted()) {
        call_sites::forget(memory);
        return ::operator delete(memory);
    }
    if (which == 0) return ::operator delete(memory);
    owner::of_this_thread();  // has freed nothing yet, and will save its blocks at its end
    deallocate_class(memory, which);
}

void* frame_pool::refill(std::size_t size, std::size_t which) {
    if (call_sites::wanted()) {
        void* block = ::operator new(size);
        call_sites::remember(block);
        return block;
    }
    if (which == 0) return ::operator new(size);
    owner& mine = owner::of_this_thread();
    const std::size_t bytes = which * granule;
    if (mine.left < bytes) {
        store& others = store::shared();
        const std::lock_guard lock(others.mutex);
        if (block*& left_behind = others.free[which]; left_behind != nullptr) {
            block* taken = left_behind;
            free_[which] = taken->next;
            left_behind = nullptr;
            return taken;
        }
        // What is left of this slab is too little for this size, and lost; at
        // most one block a slab.
        mine.at = static_cast<char*>(::operator new(slab_size));
        mine.left = slab_size;
    }
    mine.left -= bytes;
    void* cut = mine.at;
    mine.at += bytes;
    return cut;
}

}  // namespace coro
