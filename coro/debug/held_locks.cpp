// Counts the locks that each thread holds: std::mutex, std::shared_mutex and all that
// is made of pthread's. A lock held while a coroutine is suspended blocks the whole
// thread as soon as another task wants it, and no tool but this tells the line.
//
// This is a library of its own, coro-held-locks, since it stands in for the functions of
// pthread in whatever program is linked with it. The lessons are. Each function counts,
// and calls the real one.

#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

namespace {

constinit thread_local long held = 0;

// The function of that name in whatever comes after us: the C library, or a sanitizer.
template <class Function>
[[maybe_unused]] Function* real(Function* /*of its type*/, const char* name) noexcept {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

[[maybe_unused]] int locked(int result) noexcept {
    if (result == 0) ++held;
    return result;
}
[[maybe_unused]] int unlocked(int result) noexcept {
    if (result == 0) --held;
    return result;
}

}  // namespace

// Under ThreadSanitizer the functions are its own, and stay so.
#if defined(__SANITIZE_THREAD__)
#define CORO_COUNT_LOCKS 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CORO_COUNT_LOCKS 0
#endif
#endif

extern "C" long coro_std_locks_held() {
    return held;
}

#ifndef CORO_COUNT_LOCKS

// `name`, with these parameters, given on as these arguments, counts by `how`.
#define CORO_COUNTED(name, how, parameters, arguments)                                             \
    extern "C" int name parameters noexcept {                                                      \
        static auto* const next = real(static_cast<decltype(&name)>(nullptr), #name);              \
        return how(next arguments);                                                                \
    }

CORO_COUNTED(pthread_mutex_lock, locked, (pthread_mutex_t * lock), (lock))
CORO_COUNTED(pthread_mutex_trylock, locked, (pthread_mutex_t * lock), (lock))
CORO_COUNTED(pthread_mutex_timedlock, locked, (pthread_mutex_t * lock, const timespec* until),
             (lock, until))
CORO_COUNTED(pthread_mutex_clocklock, locked,
             (pthread_mutex_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
CORO_COUNTED(pthread_mutex_unlock, unlocked, (pthread_mutex_t * lock), (lock))

CORO_COUNTED(pthread_rwlock_rdlock, locked, (pthread_rwlock_t * lock), (lock))
CORO_COUNTED(pthread_rwlock_tryrdlock, locked, (pthread_rwlock_t * lock), (lock))
CORO_COUNTED(pthread_rwlock_timedrdlock, locked, (pthread_rwlock_t * lock, const timespec* until),
             (lock, until))
CORO_COUNTED(pthread_rwlock_clockrdlock, locked,
             (pthread_rwlock_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
CORO_COUNTED(pthread_rwlock_wrlock, locked, (pthread_rwlock_t * lock), (lock))
CORO_COUNTED(pthread_rwlock_trywrlock, locked, (pthread_rwlock_t * lock), (lock))
CORO_COUNTED(pthread_rwlock_timedwrlock, locked, (pthread_rwlock_t * lock, const timespec* until),
             (lock, until))
CORO_COUNTED(pthread_rwlock_clockwrlock, locked,
             (pthread_rwlock_t * lock, clockid_t clock, const timespec* until), (lock, clock, until))
CORO_COUNTED(pthread_rwlock_unlock, unlocked, (pthread_rwlock_t * lock), (lock))

#endif
