// See errors.hpp.

#include "coro/loop/errors.hpp"

namespace coro {

result_taken::result_taken()
    : std::logic_error("the result of this task was taken: co_await std::move(handle), or gather, "
                       "moved it out. Read it before, or keep the moved value.") {}

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
