#pragma once
// The recorder: writes the event stream to a file, one JSON object a line, as
// docs/trace.md describes. CORO_TRACE=FILE puts one into any program; under
// the virtual clock two runs write the same bytes.

#include "coro/loop/observer.hpp"

#include <cstdio>
#include <string>

namespace coro {

class recorder final : public observer {
public:
    /// Writes to `file`, and passes every event on to `next`, if there is one.
    /// The first of a program for a file empties it, later ones append.
    /// Throws std::system_error if the file cannot be opened.
    explicit recorder(const std::string& file, observer* next = nullptr);
    ~recorder() override;

    void on_event(const loop_event& happened) noexcept override;

private:
    std::string name_;
    std::FILE* file_;
    observer* next_;
    unsigned forks_;
    std::string line_;  // kept, so that its memory is used again
};

/// The name of an event in the trace: "task_created", ...
[[nodiscard]] const char* to_string(event_kind kind) noexcept;

}  // namespace coro
