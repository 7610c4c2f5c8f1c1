// loop/frame_pool.hpp: where coroutine frames come from. Under a sanitizer the
// pool hands everything on to the heap, and only what it promises then is
// tested.

#include "support.hpp"

#include "coro/loop/frame_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#if CORO_FRAME_POOL && defined(__GLIBC__)
#include <malloc.h>
#endif

namespace {

constexpr std::size_t largest = coro::frame_pool::largest;

}  // namespace

TEST_CASE("frame_pool: blocks of every size can be written to their end, and do not overlap") {
    std::vector<std::pair<unsigned char*, std::size_t>> blocks;
    for (std::size_t size = 1; size <= largest + 100; ++size) {
        void* memory = coro::frame_pool::allocate(size);
        CHECK(reinterpret_cast<std::uintptr_t>(memory) % alignof(std::max_align_t) == 0);
        std::memset(memory, static_cast<int>(size % 251), size);
        blocks.emplace_back(static_cast<unsigned char*>(memory), size);
    }
    bool intact = true;
    for (const auto& [memory, size] : blocks)
        for (std::size_t i = 0; i != size; ++i) intact &= memory[i] == size % 251;
    CHECK(intact);
    for (const auto& [memory, size] : blocks) coro::frame_pool::deallocate(memory, size);
}

TEST_CASE("frame_pool: a block that was freed on another thread does no harm") {
    for (int round = 0; round != 10; ++round) {
        void* memory = coro::frame_pool::allocate(200);
        std::thread other([memory] { coro::frame_pool::deallocate(memory, 200); });
        other.join();
    }
    CHECK(true);  // the sanitizers and the last test look closer
}

TEST_CASE("frame_pool: tasks that are made on one thread may be dropped on another") {
    unit::tally tally;
    auto child = [](unit::counted) -> coro::task<> {
        co_return;
    };
    std::vector<coro::task<>> tasks;
    for (int i = 0; i != 100; ++i) tasks.push_back(child(unit::counted(tally)));
    std::thread other([&] { tasks.clear(); });
    other.join();
    CHECK(tally.alive() == 0);
}

#if CORO_FRAME_POOL

TEST_CASE("frame_pool: a freed block is the next one of its size, and of no other") {
    void* first = coro::frame_pool::allocate(100);
    coro::frame_pool::deallocate(first, 100);
    void* bigger = coro::frame_pool::allocate(200);
    CHECK(bigger != first);
    void* again = coro::frame_pool::allocate(97);  // the same class of sizes
    CHECK(again == first);
    coro::frame_pool::deallocate(again, 97);
    coro::frame_pool::deallocate(bigger, 200);
}

#ifdef __GLIBC__

TEST_CASE("frame_pool: what a thread has freed serves others when the thread has ended") {
    const auto in_use = [] {
        return mallinfo2().uordblks;
    };
    // Threads that only free: the blocks come from here.
    const auto hand_over = [](int count) {
        std::vector<void*> blocks;
        for (int i = 0; i != count; ++i) blocks.push_back(coro::frame_pool::allocate(1000));
        std::thread other([&] {
            for (void* block : blocks) coro::frame_pool::deallocate(block, 1000);
        });
        other.join();
    };
    hand_over(100);
    const std::size_t before = in_use();
    for (int round = 0; round != 20; ++round) hand_over(100);
    const std::size_t after = in_use();
    CHECK(after < before + 200 * 1000);  // lost, it would be two thousand blocks
}

#endif
#endif
