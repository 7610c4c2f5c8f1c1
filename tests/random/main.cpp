// Runs random programs on both kernels and checks what must hold. One that breaks
// an invariant is named by its seed; --seed shows it, made as small as can be.

#include "generate.hpp"
#include "invariants.hpp"
#include "run_program.hpp"
#include "shrink.hpp"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CORO_TEST_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define CORO_TEST_SANITIZED
#endif

#ifdef CORO_TEST_SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

namespace {

using namespace random_programs;

struct settings {
    std::uint64_t first = 1;
    std::uint64_t count = 500;
    bool one = false;  // --seed
    bool verbose = false;
    bool shrinks = true;
    std::string kernel = "both";
};

const char* program_name = "random-programs";

// For a program that crashes or hangs: what can be said within a signal handler.
std::atomic<std::uint64_t> seed_under_way = 0;
std::atomic<bool> said_which = false;

void say_which() noexcept {
    if (said_which.exchange(true)) return;  // a sanitizer ends with a signal, too
    char text[160];
    const int length =
        std::snprintf(text, sizeof text, "seed %llu ended the process; again: %s --seed %llu\n",
                      static_cast<unsigned long long>(seed_under_way.load()), program_name,
                      static_cast<unsigned long long>(seed_under_way.load()));
    if (length > 0 && write(STDERR_FILENO, text, std::strlen(text)) < 0) std::_Exit(1);
}

void ended_by(int signal) {
    say_which();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void name_the_seed_in_a_crash() {
    for (const int each : {SIGABRT, SIGALRM}) std::signal(each, ended_by);
#ifdef CORO_TEST_SANITIZED
    __sanitizer_set_death_callback(say_which);
#else
    for (const int each : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) std::signal(each, ended_by);
#endif
}

// Runs a program as often as needed, and says what does not hold.
class examiner {
public:
    explicit examiner(const settings& how) {
        const bool both = how.kernel == "both";
        const bool ring = how.kernel != "epoll" && ring_is_allowed();
        if (how.kernel != "epoll" && !ring)
            fmt::print("io_uring is refused here: comparing epoll with epoll\n");
        first_ = ring ? coro::kernel_kind::uring : coro::kernel_kind::epoll;
        second_ = both || !ring ? coro::kernel_kind::epoll : coro::kernel_kind::uring;
    }

    std::string examine(const block& program) {
        const result one = run_program(program, first_);
        const result other = run_program(program, second_);
        events_ += one.events.size();
        deadlocks_ += one.deadlock_told ? 1 : 0;
        refusals_ += one.refused ? 1 : 0;
        note(one);
        std::string text;
        for (const std::string& each : broken_invariants(one)) text += each + "\n";
        if (const std::string differs = difference(one, other); !differs.empty())
            text += "two runs differ in " + differs + "\n";
        return text;
    }

    void show(const block& program) const {
        const result run = run_program(program, first_);
        for (const record& each : run.events) fmt::print("{}\n", print(each));
        fmt::print("run() ended with: {}\n", run.ending);
    }

    [[nodiscard]] std::uint64_t events() const noexcept { return events_; }
    [[nodiscard]] std::uint64_t deadlocks() const noexcept { return deadlocks_; }
    [[nodiscard]] std::uint64_t refusals() const noexcept { return refusals_; }
    [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }

private:
    // The same on every machine and with every compiler: FNV-1a. (The number of a line is
    // left out: compilers differ in which line of a statement they name.)
    void note(const result& run) noexcept {
        for (const record& each : run.events) {
            mix(static_cast<std::uint64_t>(each.kind));
            mix(static_cast<std::uint64_t>(each.time));
            mix(each.task);
            mix(each.other);
            mix(static_cast<std::uint64_t>(each.number));
            for (const char letter : each.what) mix(static_cast<unsigned char>(letter));
        }
    }
    void mix(std::uint64_t word) noexcept { digest_ = (digest_ ^ word) * 0x100000001b3; }

    coro::kernel_kind first_ = coro::kernel_kind::uring;
    coro::kernel_kind second_ = coro::kernel_kind::epoll;
    std::uint64_t events_ = 0;
    std::uint64_t deadlocks_ = 0;
    std::uint64_t refusals_ = 0;
    std::uint64_t digest_ = 0xcbf29ce484222325;
};

void report(const settings& how, std::uint64_t seed, const std::string& broken) {
    fmt::print("seed {} breaks an invariant:\n", seed);
    std::string_view rest = broken;
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        fmt::print("    {}\n", rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
    fmt::print("  again: {} --seed {} --kernel {} --verbose\n", program_name, seed, how.kernel);
}

bool try_seed(const settings& how, examiner& all, std::uint64_t seed) {
    seed_under_way = seed;
    alarm(60);
    const block program = generate(seed);
    if (how.one) fmt::print("{}", print(program));
    const std::string broken = all.examine(program);
    if (!broken.empty()) report(how, seed, broken);
    if (how.one && how.verbose) all.show(program);
    if (broken.empty() || !how.one || !how.shrinks) return broken.empty();
    const block small =
        shrink(program, [&](const block& smaller) { return !all.examine(smaller).empty(); });
    fmt::print("the smallest that does: {}", print(small));
    const std::string still = all.examine(small);
    report(how, seed, still);
    if (how.verbose) all.show(small);
    return false;
}

[[noreturn]] void usage() {
    fmt::print(stderr,
               "usage: {} [--count N] [--first SEED] [--seed SEED] [--verbose] [--no-shrink] "
               "[--kernel uring|epoll|both]\n",
               program_name);
    std::exit(2);
}

std::uint64_t number_in(const char* text) {
    char* end = nullptr;
    const std::uint64_t number = std::strtoull(text, &end, 10);
    if (end == text || *end != '\0') usage();
    return number;
}

settings read(int count, char** words) {
    settings how;
    for (int i = 1; i < count; ++i) {
        const std::string_view option = words[i];
        if (option == "--verbose") {
            how.verbose = true;
            continue;
        }
        if (option == "--no-shrink") {
            how.shrinks = false;
            continue;
        }
        if (++i == count) usage();
        if (option == "--count") {
            how.count = number_in(words[i]);
        } else if (option == "--first") {
            how.first = number_in(words[i]);
        } else if (option == "--seed") {
            how.one = true;
            how.first = number_in(words[i]);
            how.count = 1;
        } else if (option == "--kernel") {
            how.kernel = words[i];
            if (how.kernel != "uring" && how.kernel != "epoll" && how.kernel != "both") usage();
        } else {
            usage();
        }
    }
    return how;
}

}  // namespace

int main(int count, char** words) {
    program_name = words[0];
    const settings how = read(count, words);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    name_the_seed_in_a_crash();
    examiner all(how);
    std::uint64_t failed = 0;
    for (std::uint64_t i = 0; i != how.count; ++i)
        if (!try_seed(how, all, how.first + i)) ++failed;
    fmt::print("{} programs, {} events, {} deadlocks, {} refusals to end, digest {:016x}: {} broke "
               "an invariant\n",
               how.count, all.events(), all.deadlocks(), all.refusals(), all.digest(), failed);
    return failed == 0 ? 0 : 1;
}
