// debug/recorder.hpp: the event stream as a file of JSON lines.

#include "support.hpp"

#include "coro/debug/recorder.hpp"

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

using namespace std::chrono_literals;

namespace {

// A file name of its own, which is gone at the end.
class temporary_file {
public:
    temporary_file() {
        std::string pattern = (std::filesystem::temp_directory_path() / "coro-XXXXXX").string();
        const int descriptor = mkstemp(pattern.data());
        if (descriptor < 0) throw std::runtime_error("cannot make a temporary file");
        close(descriptor);
        name_ = pattern;
    }
    ~temporary_file() { std::filesystem::remove(name_); }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] std::string text() const {
        std::ifstream in(name_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    }
    [[nodiscard]] std::vector<std::string> lines() const {
        std::vector<std::string> all;
        std::istringstream in(text());
        for (std::string line; std::getline(in, line);) all.push_back(line);
        return all;
    }

private:
    std::string name_;
};

// Checks one line against the grammar of JSON, as far as the trace needs it: an
// object of strings and whole numbers, in UTF-8.
class json_line {
public:
    explicit json_line(const std::string& line) : rest_(line) {}

    bool valid() {
        if (!take('{')) return false;
        do {
            std::string name;
            if (!string(name) || !names_.insert(name).second || !take(':')) return false;
            if (peek() == '"' ? !string(last_) : !number()) return false;
        } while (take(','));
        return take('}') && rest_.empty();
    }

    [[nodiscard]] const std::set<std::string>& names() const { return names_; }

private:
    [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
    bool take(char wanted) {
        if (peek() != wanted) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool number() {
        take('-');
        if (take('0')) return true;
        std::size_t digits = 0;
        while (peek() >= '0' && peek() <= '9') {
            rest_.remove_prefix(1);
            ++digits;
        }
        return digits != 0;
    }
    bool string(std::string& into) {
        into.clear();
        if (!take('"')) return false;
        while (!take('"')) {
            const auto first = static_cast<unsigned char>(peek());
            if (first < 0x20) return false;  // also the end
            if (first == '\\') {
                rest_.remove_prefix(1);
                if (!escape()) return false;
            } else if (!utf8(first)) {
                return false;
            }
            into += static_cast<char>(first);
        }
        return true;
    }
    bool escape() {
        const char which = peek();
        if (which == '\0') return false;
        rest_.remove_prefix(1);
        if (which != 'u') return std::string_view("\"\\/bfnrt").find(which) != rest_.npos;
        for (int i = 0; i != 4; ++i) {
            if (!std::isxdigit(static_cast<unsigned char>(peek()))) return false;
            rest_.remove_prefix(1);
        }
        return true;
    }
    bool utf8(unsigned char first) {
        const std::size_t length = first < 0x80                    ? 1
                                   : first >= 0xc2 && first < 0xe0 ? 2
                                   : first >= 0xe0 && first < 0xf0 ? 3
                                   : first >= 0xf0 && first < 0xf5 ? 4
                                                                   : 0;
        if (length == 0 || rest_.size() < length) return false;
        for (std::size_t i = 1; i != length; ++i)
            if ((static_cast<unsigned char>(rest_[i]) & 0xc0) != 0x80) return false;
        rest_.remove_prefix(length);
        return true;
    }

    std::string_view rest_;
    std::string last_;
    std::set<std::string> names_;
};

// `tasks` tasks that sleep ten times each, for anything from 0 to 49 ms.
coro::task<> mixed_sleeps(int tasks) {
    std::mt19937 random(4);
    std::vector<coro::task<>> sleepers;
    auto sleeper = [](std::vector<int> milliseconds) -> coro::task<> {
        for (const int each : milliseconds) co_await coro::sleep(std::chrono::milliseconds(each));
    };
    for (int i = 0; i != tasks; ++i) {
        std::vector<int> lengths;
        for (int j = 0; j != 10; ++j) lengths.push_back(static_cast<int>(random() % 50));
        sleepers.push_back(sleeper(lengths));
    }
    co_await coro::gather(std::move(sleepers));
}

std::string record(coro::task<> main, coro::kernel_kind kernel) {
    const temporary_file file;
    {
        coro::recorder recorder(file.name());
        coro::run_options options = unit::virtual_clock(&recorder);
        options.kernel = kernel;
        coro::run(std::move(main), options);
    }
    return file.text();
}

}  // namespace

TEST_CASE("recorder: every line is a JSON object that begins with its version") {
    const temporary_file file;
    {
        coro::recorder recorder(file.name());
        auto fails = []() -> coro::task<> {
            throw std::runtime_error("a \"quoted\" what,\n\ttabbed \\ and \x01\x1f\x7f odd: äöü €");
            co_return;
        };
        auto body = [&]() -> coro::task<> {
            const auto named = coro::create_task(fails(), "with \"quotes\" and \\");
            coro::println("");
            coro::println("tab\there, carriage\rreturn, nul {}", std::string(1, '\0'));
            coro::println("not UTF-8: \xff\xfe \xc3 \xe2\x82 end");
            co_await coro::sleep(1s);
            CHECK(named.exception() != nullptr);
        };
        const unit::captured output(stdout);
        unit::run(body(), &recorder);
    }
    const std::vector<std::string> lines = file.lines();
    CHECK(lines.size() >= 15);
    for (const std::string& line : lines) {
        json_line json(line);
        CAPTURE(line);
        CHECK(json.valid());
        CHECK(line.starts_with("{\"v\":1,\"time\":"));
        for (const std::string& name : json.names()) {
            static const std::set<std::string> known{"v",     "time",   "event", "task",
                                                     "other", "number", "what",  "at"};
            CHECK(known.count(name) == 1);
        }
    }
    CHECK(file.text().back() == '\n');
    // A line that is empty is told too, and tells so.
    CHECK(unit::contains(file.text(), "\"event\":\"output\",\"task\":1,\"what\":\"\"}"));
}

TEST_CASE("recorder: the fields are those that the format describes") {
    const temporary_file file;
    unsigned line_of_sleep = 0;
    {
        coro::recorder recorder(file.name());
        auto body = [&]() -> coro::task<> {
            line_of_sleep = __LINE__ + 1;
            co_await coro::sleep(2s);
        };
        unit::run(body(), &recorder);
    }
    const std::string text = file.text();
    CHECK(unit::contains(text, "{\"v\":1,\"time\":0,\"event\":\"task_created\",\"task\":1,"
                               "\"what\":\"main\",\"at\":\""));
    CHECK(unit::contains(text, "{\"v\":1,\"time\":0,\"event\":\"timer_armed\",\"task\":1,"
                               "\"number\":2000000000}\n"));
    CHECK(unit::contains(text, "{\"v\":1,\"time\":2000000000,\"event\":\"timer_fired\",\"task\":1,"
                               "\"number\":2000000000}\n"));
    CHECK(unit::contains(text, "{\"v\":1,\"time\":0,\"event\":\"task_suspended\",\"task\":1,"
                               "\"what\":\"sleep\",\"at\":\""));
    CHECK(unit::contains(text, "tests/unit/recorder_test.cpp:" + std::to_string(line_of_sleep) +
                                   "\"}\n"));
    CHECK_FALSE(unit::contains(text, "\"at\":\"."));
    CHECK(unit::contains(text,
                         "{\"v\":1,\"time\":2000000000,\"event\":\"task_finished\",\"task\":1}\n"));
}

TEST_CASE("recorder: every kind of event has its own name") {
    std::set<std::string> names;
    for (int kind = 0; kind <= static_cast<int>(coro::event_kind::output); ++kind)
        names.insert(coro::to_string(static_cast<coro::event_kind>(kind)));
    CHECK(names.size() == static_cast<std::size_t>(coro::event_kind::output) + 1);
    CHECK(names.count("?") == 0);
}

TEST_CASE("recorder: a program of 10,000 mixed sleeps writes the same bytes, on both kernels") {
    // Twenty, optimized; each takes a second without, and two under a sanitizer.
#ifdef __OPTIMIZE__
    constexpr int runs = CORO_FRAME_POOL ? 20 : 4;
#else
    constexpr int runs = 4;
#endif
    const std::string first = record(mixed_sleeps(1000), coro::kernel_kind::epoll);
    CHECK(unit::count_of(first, "\"task_finished\"") == 1001);
    bool same = true;
    for (int round = 1; round != runs && same; ++round)
        same = record(mixed_sleeps(1000), round % 2 == 0 ? coro::kernel_kind::epoll
                                                         : coro::kernel_kind::automatic) == first;
    CHECK(same);
}

TEST_CASE("recorder: CORO_TRACE records any program, beside an observer of its own") {
    const temporary_file file;
    const unit::environment trace("CORO_TRACE", file.name().c_str());
    unit::history history;
    unit::run(mixed_sleeps(10), &history);
    CHECK(file.lines().size() == history.entries.size());
    CHECK(unit::contains(file.text(), "\"event\":\"task_finished\",\"task\":1}"));
}

TEST_CASE("recorder: a file that cannot be written is an error that names it") {
    CHECK_THROWS_WITH_AS(coro::recorder("/no/such/folder/trace.json"),
                         doctest::Contains("/no/such/folder/trace.json"), std::system_error);
    const unit::environment trace("CORO_TRACE", "/no/such/folder/trace.json");
    CHECK_THROWS_WITH_AS(unit::run(mixed_sleeps(1)), doctest::Contains("CORO_TRACE"),
                         std::system_error);
    CHECK(coro::event_loop::current() == nullptr);
}

TEST_CASE("recorder: a full disk is told") {
    unit::captured errors(stderr);
    {
        coro::recorder recorder("/dev/full");
        unit::run(mixed_sleeps(100), &recorder);
    }
    CHECK(unit::contains(errors.text(), "'/dev/full' is not complete"));
}

TEST_CASE("recorder: another file is written from its beginning") {
    const temporary_file first;
    const temporary_file second;
    std::ofstream(second.name()) << "what an earlier program left here\n";
    {
        const coro::recorder recorder(first.name());
    }
    {
        coro::recorder recorder(second.name());
        unit::run(mixed_sleeps(1), &recorder);
    }
    CHECK(second.text().starts_with("{\"v\":1"));
}
