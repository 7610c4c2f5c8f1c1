// What a task seldom needs. See task_base.hpp.

#include "coro/loop/event_loop.hpp"
#include "coro/loop/reporter.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace coro {

result_taken::result_taken()
    : std::logic_error("the result of this task was taken: co_await std::move(handle), or gather, "
                       "moved it out. Read it before, or keep the moved value.") {}

const char* task_base::copy_of(std::string_view name) {
    char* copy = static_cast<char*>(std::malloc(name.size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, name.data(), name.size());
    copy[name.size()] = '\0';
    return copy;
}

void task_base::forget_name() noexcept {
    std::free(const_cast<char*>(given_name));
}

void task_base::report_unread() noexcept {
    reporter::get().exception_unread(*this, error());
}

void task_base::destroy_frames() noexcept {
    frame* root = leaf;
    while (root->parent != nullptr) root = root->parent;
    leaf = nullptr;
    root->handle().destroy();
}

std::string message_of(const std::exception_ptr& error) {
    if (error == nullptr) return "no exception";
    try {
        std::rethrow_exception(error);
    } catch (const std::exception& e) {
        return e.what();
    } catch (const cancelled&) {
        return "cancelled";
    } catch (...) {
        return "an exception that is not a std::exception";
    }
}

}  // namespace coro
