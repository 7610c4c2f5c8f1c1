// See errors.hpp.

#include "coro/loop/errors.hpp"

#include <string_view>

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

std::string at_line(const std::source_location& where) {
    if (where.line() == 0) return {};
    std::string_view file = where.file_name();
    for (;;) {
        if (file.starts_with("../"))
            file.remove_prefix(3);
        else if (file.starts_with("./"))
            file.remove_prefix(2);
        else
            break;
    }
    return " at " + std::string(file) + ":" + std::to_string(where.line());
}

}  // namespace coro
