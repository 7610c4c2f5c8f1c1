#pragma once
// Memory for coroutine frames and tasks. A program that runs the same few
// coroutines over and over frees and allocates the same few sizes, so every
// size keeps a list of free blocks: allocating is taking the first, freeing is
// putting it back. One set of lists per thread, so there is nothing to lock.
// New blocks are cut from slabs of 64 KiB.
//
// Blocks are used again, but not given back to the heap. Those of a thread that
// has ended serve the next ones; a block that was freed on another thread than
// it came from simply changes its list. Under a sanitizer all of this is off,
// so that each use after free is seen; and with CORO_DEBUG=1 the lists stay empty,
// and every block comes by the slow path, which notes who asked for it.

#include <cstddef>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CORO_ADDRESS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define CORO_ADDRESS_SANITIZER 1
#endif
#ifdef CORO_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CORO_FRAME_POOL 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define CORO_FRAME_POOL 0
#endif
#endif
#ifndef CORO_FRAME_POOL
#define CORO_FRAME_POOL 1
#endif

namespace coro {

class frame_pool {
public:
    static constexpr std::size_t granule = 16;    // sizes are rounded up to this
    static constexpr std::size_t largest = 1024;  // beyond: straight to the heap

    /// Which list a block of this size belongs to; 0: none, it is the heap's.
    static constexpr std::size_t size_class(std::size_t size) noexcept {
        return CORO_FRAME_POOL && size <= largest ? (size + granule - 1) / granule : 0;
    }

    static void* allocate(std::size_t size) {
        block*& head = free_[size_class(size)];
        if (head == nullptr) [[unlikely]]
            return refill(size, size_class(size));
        block* taken = head;
        head = taken->next;
        return taken;
    }

    static void deallocate(void* memory, std::size_t size) noexcept {
        deallocate_class(memory, size_class(size));
    }
    static void deallocate_class(void* memory, std::size_t which) noexcept {
        block*& head = free_[which];
        if (head == nullptr && (which == 0 || !thread_is_known_)) [[unlikely]]
            return deallocate_slowly(memory, which);
        head = ::new (memory) block{head};
    }

    /// A part of a block is not to be used any more, until it is freed, though
    /// the rest is: so that AddressSanitizer sees who does it all the same.
    static void forbid([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) noexcept {
#ifdef CORO_ADDRESS_SANITIZER
        __asan_poison_memory_region(memory, size);
#endif
    }

private:
    struct block {
        block* next;
    };

    struct store;
    struct owner;
    // The class is the caller's: a program under a sanitizer has none, although
    // the library it is linked to may have been built without.
    static void* refill(std::size_t size, std::size_t which);
    static void deallocate_slowly(void* memory, std::size_t which) noexcept;

    // initial-exec: one instruction to reach, also from a shared library.
#define CORO_THREAD_LOCAL [[gnu::tls_model("initial-exec")]] static constinit thread_local
    CORO_THREAD_LOCAL block* free_[largest / granule + 1];
    CORO_THREAD_LOCAL bool thread_is_known_;
#undef CORO_THREAD_LOCAL
};

}  // namespace coro
