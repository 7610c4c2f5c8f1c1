// See exception_group.hpp.

#include "coro/exception_group.hpp"

#include "coro/loop/errors.hpp"

#include <string>

namespace coro {

namespace {

std::string summary(const std::vector<std::exception_ptr>& exceptions) {
    std::string text = std::to_string(exceptions.size());
    text += exceptions.size() == 1 ? " task failed: " : " tasks failed: ";
    for (std::size_t i = 0; i != exceptions.size(); ++i) {
        if (i != 0) text += "; ";
        text += message_of(exceptions[i]);
    }
    return text;
}

}  // namespace

exception_group::exception_group(std::vector<std::exception_ptr> exceptions)
    : std::runtime_error(summary(exceptions)), exceptions_(std::move(exceptions)) {}

}  // namespace coro
