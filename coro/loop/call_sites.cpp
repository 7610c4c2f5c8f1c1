// See call_sites.hpp.

#include "coro/loop/call_sites.hpp"

#include <array>
#include <cstdlib>
#include <execinfo.h>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace coro {

namespace {

// Without inlining a coroutine's own frame is the fifth or so.
constexpr std::size_t depth = 16;

struct sites {
    std::mutex mutex;
    std::unordered_map<const void*, std::array<void*, depth>> by_block;

    // Never destroyed: frames may go later than any static object.
    static sites& all() {
        static sites& only = *new sites;
        return only;
    }
};

}  // namespace

bool call_sites::wanted() noexcept {
    static const bool is = [] {
        const char* value = std::getenv("CORO_DEBUG");
        return value != nullptr && std::string_view(value) == "1";
    }();
    return is;
}

void call_sites::remember(const void* block) noexcept {
    std::array<void*, depth> stack{};
    ::backtrace(stack.data(), static_cast<int>(stack.size()));
    sites& known = sites::all();
    const std::lock_guard lock(known.mutex);
    try {
        known.by_block[block] = stack;
    } catch (...) {  // out of memory: then this one is not known
    }
}

void call_sites::forget(const void* block) noexcept {
    sites& known = sites::all();
    const std::lock_guard lock(known.mutex);
    known.by_block.erase(block);
}

std::vector<void*> call_sites::of(const void* block) {
    sites& known = sites::all();
    const std::lock_guard lock(known.mutex);
    const auto found = known.by_block.find(block);
    if (found == known.by_block.end()) return {};
    std::vector<void*> stack;
    for (void* address : found->second)
        if (address != nullptr) stack.push_back(address);
    return stack;
}

}  // namespace coro
