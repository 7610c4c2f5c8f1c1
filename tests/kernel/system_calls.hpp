#pragma once
// The system calls of the kernels under test, counted, and refused on demand.
// The linker puts these functions between our code and the C library
// (-Wl,--wrap=syscall), so a test needs no privileges and no other machine to
// see what happens on an old or a crowded one.

#include <cerrno>
#include <utility>

namespace kernel_tests {

struct faults {
    static inline unsigned known_setup_flags = ~0U;            // others: EINVAL
    static inline unsigned entries_there_is_memory_for = ~0U;  // beyond: ENOMEM
    static inline unsigned missing_features = 0;               // of IORING_FEAT_...
    static inline int enter_error = 0;                         // what io_uring_enter answers,
    static inline int enter_errors_left = 0;                   // so often
    static inline int read_error = EAGAIN;                     // how reads complete in io_uring,
    static inline int read_errors_left = 0;                    // so often
    static inline bool epoll_pwait2_is_missing = false;
};

struct counts {
    static inline int io_uring_enter = 0;
};

// Sets one of the faults for as long as it lives.
template <class Value>
class fault {
public:
    fault(Value& which, Value value) : which_(which), before_(std::exchange(which, value)) {}
    ~fault() { which_ = before_; }
    fault(const fault&) = delete;
    fault& operator=(const fault&) = delete;

private:
    Value& which_;
    Value before_;
};
template <class Value, class Other>
fault(Value&, Other) -> fault<Value>;

}  // namespace kernel_tests
