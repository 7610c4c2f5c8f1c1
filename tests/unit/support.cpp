// See support.hpp.

#include "support.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace unit {

std::size_t history::count(coro::event_kind kind, std::uint64_t task) const {
    std::size_t count = 0;
    for (const entry& each : entries)
        if (each.kind == kind && (task == 0 || each.task == task)) ++count;
    return count;
}

const history::entry* history::find(coro::event_kind kind, std::uint64_t task) const {
    for (const entry& each : entries)
        if (each.kind == kind && (task == 0 || each.task == task)) return &each;
    return nullptr;
}

captured::captured(std::FILE* stream)
    : stream_(stream), saved_(dup(fileno(stream))), file_(memfd_create("captured", MFD_CLOEXEC)) {
    if (saved_ < 0 || file_ < 0) throw std::runtime_error("cannot capture a stream");
    std::fflush(stream_);
    dup2(file_, fileno(stream_));
}

captured::~captured() {
    std::fflush(stream_);
    dup2(saved_, fileno(stream_));
    close(saved_);
    close(file_);
}

std::string captured::text() {
    std::fflush(stream_);
    std::string all;
    char piece[4096];
    for (off_t at = 0;;) {
        const ssize_t count = pread(file_, piece, sizeof piece, at);
        if (count <= 0) return all;
        all.append(piece, static_cast<std::size_t>(count));
        at += count;
    }
}

environment::environment(const char* name, const char* value) : name_(name) {
    const char* before = std::getenv(name);
    was_set_ = before != nullptr;
    if (was_set_) before_ = before;
    if (value != nullptr)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

environment::~environment() {
    if (was_set_)
        setenv(name_.c_str(), before_.c_str(), 1);
    else
        unsetenv(name_.c_str());
}

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos;
         at += part.size())
        ++count;
    return count;
}

bool matches(std::string_view text, std::string_view pattern) {
    constexpr std::string_view anything = "[..]";
    const std::string_view all = text;
    // The shortest stretch for each [..]: what follows it must stand in the same line.
    while (!pattern.empty()) {
        if (!pattern.starts_with(anything)) {
            const std::size_t next = std::min(pattern.find(anything), pattern.size());
            if (!text.starts_with(pattern.substr(0, next))) break;
            text.remove_prefix(next);
            pattern.remove_prefix(next);
            continue;
        }
        pattern.remove_prefix(anything.size());
        const std::size_t next = std::min(pattern.find(anything), pattern.size());
        const std::size_t found = text.find(pattern.substr(0, next));
        if (found == std::string_view::npos || text.substr(0, found).find('\n') != std::string_view::npos)
            break;
        text.remove_prefix(found);
    }
    if (text.empty() && pattern.empty()) return true;
    MESSAGE("the text is\n" << std::string(all) << "\nand differs at\n"
                            << std::string(text) << "\nwhere this is expected\n"
                            << std::string(pattern));
    return false;
}

}  // namespace unit
