// See recorder.hpp.

#include "coro/debug/recorder.hpp"

#include "coro/debug/text.hpp"
#include "coro/loop/fork_guard.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <iterator>
#include <mutex>
#include <set>
#include <string_view>
#include <system_error>

namespace coro {

namespace {

// How many bytes of UTF-8 the character at the front takes; 0 if it is none.
std::size_t utf8_length(std::string_view text) noexcept {
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(text[i]);
    };
    const unsigned first = byte(0);
    const std::size_t length = first < 0x80   ? 1
                               : first < 0xc2 ? 0
                               : first < 0xe0 ? 2
                               : first < 0xf0 ? 3
                               : first < 0xf5 ? 4
                                              : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    const unsigned second = length > 2 ? byte(1) : 0;
    const bool too_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool no_character = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
    return too_long || no_character ? 0 : length;
}

// What a program prints need not be text; a trace always is.
void append_json_string(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const char c = text.front();
        if (c == '"' || c == '\\')
            out.append({'\\', c});
        else if (c == '\n')
            out += "\\n";
        else if (length == 1 && static_cast<unsigned char>(c) < 0x20)
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        else if (length == 0)
            out += "\\ufffd";
        else
            out += text.substr(0, length);
        text.remove_prefix(length == 0 ? 1 : length);
    }
    out += '"';
}

// A program may run several loops, one after the other, into one trace: the
// first empties the file, the next ones append.
const char* mode_for(const std::string& file) {
    static std::mutex mutex;
    static std::set<std::string> begun;
    const std::lock_guard lock(mutex);
    return begun.insert(file).second ? "we" : "ae";
}

}  // namespace

const char* to_string(event_kind kind) noexcept {
    switch (kind) {
    case event_kind::task_created: return "task_created";
    case event_kind::task_resumed: return "task_resumed";
    case event_kind::task_suspended: return "task_suspended";
    case event_kind::task_finished: return "task_finished";
    case event_kind::task_failed: return "task_failed";
    case event_kind::task_cancelled: return "task_cancelled";
    case event_kind::cancel_requested: return "cancel_requested";
    case event_kind::timer_armed: return "timer_armed";
    case event_kind::timer_fired: return "timer_fired";
    case event_kind::timer_cancelled: return "timer_cancelled";
    case event_kind::operation_submitted: return "operation_submitted";
    case event_kind::operation_completed: return "operation_completed";
    case event_kind::turn_begins: return "turn_begins";
    case event_kind::turn_waits: return "turn_waits";
    case event_kind::turn_wakes: return "turn_wakes";
    case event_kind::output: return "output";
    }
    return "?";
}

recorder::recorder(const std::string& file, observer* next)
    : name_(file), file_(std::fopen(file.c_str(), mode_for(file))), next_(next),
      forks_(forks_so_far()) {
    if (file_ == nullptr)
        throw std::system_error(errno, std::generic_category(),
                                "CORO_TRACE: cannot write the trace to '" + file + "'");
}

recorder::~recorder() {
    if (forks_ != forks_so_far()) return;  // the buffer is the parent's to write
    const bool failed = std::ferror(file_) != 0;
    if (std::fclose(file_) != 0 || failed)
        fmt::print(stderr,
                   "coro: the trace '{}' is not complete: writing failed (is the disk full?)\n",
                   name_);
}

void recorder::on_event(const loop_event& happened) noexcept {
    line_.clear();
    auto out = std::back_inserter(line_);
    fmt::format_to(out, "{{\"v\":1,\"time\":{},\"event\":\"{}\"", happened.time,
                   to_string(happened.kind));
    if (happened.task != 0) fmt::format_to(out, ",\"task\":{}", happened.task);
    if (happened.other != 0) fmt::format_to(out, ",\"other\":{}", happened.other);
    if (happened.number != 0) fmt::format_to(out, ",\"number\":{}", happened.number);
    if (!happened.what.empty() || happened.kind == event_kind::output) {
        line_ += ",\"what\":";
        append_json_string(line_, happened.what);
    }
    if (happened.where.line() != 0) {
        line_ += ",\"at\":";
        append_json_string(line_, place_text(happened.where));
    }
    line_ += "}\n";
    std::fwrite(line_.data(), 1, line_.size(), file_);
    if (next_ != nullptr) next_->on_event(happened);
}

}  // namespace coro
