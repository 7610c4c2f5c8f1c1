#pragma once
// What std::vector is, for the few large arrays of the loop: entries that may be
// copied byte by byte, and so moved by std::realloc. Of a large array that moves
// no bytes, only pages: growing to 100,000 entries touches them once, not twice.

#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace coro {

template <class T>
class growing_array {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    growing_array() noexcept {}
    growing_array(const growing_array&) = delete;
    growing_array& operator=(const growing_array&) = delete;
    ~growing_array() { std::free(static_cast<void*>(data_)); }

    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
    [[nodiscard]] T* data() noexcept { return data_; }
    T& operator[](std::size_t at) noexcept { return data_[at]; }
    const T& operator[](std::size_t at) const noexcept { return data_[at]; }
    [[nodiscard]] T* begin() noexcept { return data_; }
    [[nodiscard]] T* end() noexcept { return data_ + size_; }
    [[nodiscard]] const T& front() const noexcept { return data_[0]; }
    [[nodiscard]] const T& back() const noexcept { return data_[size_ - 1]; }

    /// Throws std::bad_alloc, and is what it was before.
    void push_back(const T& last) {
        if (size_ == capacity_) [[unlikely]]
            reserve(capacity_ == 0 ? 64 : 2 * capacity_);
        data_[size_++] = last;
    }
    void pop_back() noexcept { --size_; }
    void shrink(std::size_t size) noexcept { size_ = size; }

    /// Room for so many; throws std::bad_alloc.
    [[gnu::noinline]] void reserve(std::size_t capacity) {
        if (capacity <= capacity_) return;
        void* const moved = std::realloc(static_cast<void*>(data_), capacity * sizeof(T));
        if (moved == nullptr) throw std::bad_alloc();
        data_ = static_cast<T*>(moved);
        capacity_ = capacity;
    }

private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace coro
