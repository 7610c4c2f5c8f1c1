#pragma once
// What the loop asks of the operating system, and nothing more: take these
// requests, wait, bring the completions. It has two forms, the normal one
// (uring.cpp, io_uring) and the stand-in for machines that refuse io_uring
// (epoll.cpp). choose.hpp says which one a loop gets.
//
// The loop is the only caller, and always from the thread that made the
// kernel. A request lives with whoever waits for it (in a coroutine frame)
// and the kernel never allocates one. Read next: coro/kernel/uring.cpp.

#include <cstdint>

namespace coro {

/// What can be asked of the kernel. As with the system calls of these names, a
/// transfer may be shorter than asked for. Waiting is the kernel's work,
/// whether the descriptor is in non-blocking mode or not; only MSG_DONTWAIT
/// among the flags brings -EAGAIN (and, on epoll, a connect to a Unix socket
/// whose backlog is full: there is no readiness to wait for).
enum class opcode : std::uint8_t {
    nop,       ///< completes at once with 0
    read,      ///< fd, buffer, length, offset (current_position: not a seek)
    write,     ///< as read; a broken pipe is -EPIPE and raises no SIGPIPE
    recv,      ///< fd, buffer, length, flags: MSG_...
    send,      ///< as recv; MSG_NOSIGNAL is always added
    accept,    ///< fd, flags: SOCK_...; the result is the new descriptor
    connect,   ///< fd, buffer: the sockaddr, length: its size
    poll,      ///< fd, flags: POLL... mask; the result is the mask that came
    shutdown,  ///< fd, flags: SHUT_...
    close,     ///< fd; whatever still waits on it must be cancelled before
    fsync,     ///< fd
    open,      ///< fd: directory or AT_FDCWD, buffer: path, flags: O_..., length: mode
};

/// The `offset` of a read or write that goes on where the last one stopped.
inline constexpr std::uint64_t current_position = ~std::uint64_t{0};

/// One request to the kernel. It stays where it is, with its buffer, from
/// kernel::submit until `completed` was called on it: also when it is
/// cancelled, since until then the memory is the operating system's.
struct request {
    request() noexcept {}
    request(const request&) = delete;
    request& operator=(const request&) = delete;

    /// Called from kernel::wait, exactly once per submit, with `result` set.
    /// It may submit and cancel other requests; it must not resume a coroutine.
    void (*completed)(request&) noexcept = nullptr;
    void* buffer = nullptr;
    std::uint64_t offset = current_position;
    std::uint32_t length = 0;
    std::uint32_t flags = 0;
    int fd = -1;
    int result = 0;  ///< >= 0, or -errno
    opcode code = opcode::nop;

    /// For the kernel alone: where this request stands (`ending`: it was
    /// cancelled or is done, and `completed` is yet to be called), whether the
    /// readiness of its descriptor is awaited in its place, and its neighbours
    /// in whatever list the kernel keeps it in.
    enum class stage : std::uint8_t { idle, prepared, in_flight, ending };
    stage at = stage::idle;
    bool polling = false;
    request* previous = nullptr;
    request* next = nullptr;
};

/// The operating system, as the loop sees it.
class kernel {
public:
    kernel(const kernel&) = delete;
    kernel& operator=(const kernel&) = delete;
    virtual ~kernel() = default;

    /// "uring" or "epoll".
    [[nodiscard]] virtual const char* name() const noexcept = 0;

    /// Prepares a request. No system call yet, however many there are: the
    /// next wait() hands all that was prepared over at once.
    virtual void submit(request& what) = 0;

    /// Asks for a submitted request to be given up. It still completes, once:
    /// with -ECANCELED, or with its own result if that was faster. What was
    /// only prepared is never begun. Asking twice, or for a request that is
    /// not in the kernel, does nothing. Never calls `completed` itself.
    virtual void cancel(request& what) = 0;

    /// The one system call of a turn: hands over what was prepared, waits for
    /// a completion, a wake-up, a signal or `timeout_ns` (0: only look,
    /// negative: as long as it takes), and calls `completed` on all that came.
    /// May return early with nothing. What is due and was not brought makes
    /// flagged() true, so a look that brings nothing and leaves flagged()
    /// false found nothing. Returns true if the wake-up descriptor was written
    /// to since the last time. Throws std::system_error if the kernel can no
    /// longer be used, which only a mistake brings about, such as a closed
    /// descriptor or a call from another thread.
    virtual bool wait(std::int64_t timeout_ns) = 0;

    /// Is it worth a call of wait(0)? Answers from memory, without a system
    /// call, so that a busy loop can ask it every turn.
    [[nodiscard]] bool flagged() const noexcept {
        return prepared_ != 0 ||
               (__atomic_load_n(flags_word_, __ATOMIC_RELAXED) & flags_mask_) != 0 ||
               __atomic_load_n(tail_word_, __ATOMIC_RELAXED) != reaped_;
    }

    /// Does this kernel share no memory with us, so that flagged() cannot see
    /// what has arrived? Then a busy loop has to look by wait(0) now and then.
    [[nodiscard]] bool blind() const noexcept { return tail_word_ == &nothing; }

    /// Requests submitted and not completed yet (the wake-up is not one).
    [[nodiscard]] unsigned in_flight() const noexcept { return in_flight_; }

protected:
    kernel() noexcept {}

    unsigned prepared_ = 0;   // requests that wait for the next system call
    unsigned in_flight_ = 0;  // requests between submit and completed
    unsigned reaped_ = 0;     // completions taken so far, as *tail_word_ counts
    unsigned flags_mask_ = 0;
    const unsigned* flags_word_ = &nothing;  // io_uring shares these two words
    const unsigned* tail_word_ = &nothing;   // with us; epoll has none to share

private:
    static constexpr unsigned nothing = 0;
};

}  // namespace coro
