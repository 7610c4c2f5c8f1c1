// print.hpp: println.

#include "support.hpp"

#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

TEST_CASE("println: formats as fmt does and ends the line, inside a loop and outside") {
    std::string text;
    {
        unit::captured output(stdout);
        coro::println("outside {}", 1);
        coro::println();
        auto body = []() -> coro::task<> {
            coro::println("{:>5}|{:.3f}|{}", "x", 2.0, std::string("text"));
            coro::println("no braces: {{}}");
            coro::print_line("100% raw {} \\n");
            co_return;
        };
        unit::run(body());
        text = output.text();
    }
    CHECK(text == "outside 1\n\n    x|2.000|text\nno braces: {}\n100% raw {} \\n\n");
}

TEST_CASE("println: a line with a nul byte is printed whole") {
    std::string text;
    {
        unit::captured output(stdout);
        coro::print_line(std::string_view("a\0b", 3));
        text = output.text();
    }
    CHECK(text == std::string("a\0b\n", 4));
}

TEST_CASE("println: lines of several threads do not mix") {
    std::string text;
    {
        unit::captured output(stdout);
        std::vector<std::thread> threads;
        for (int which = 0; which != 4; ++which)
            threads.emplace_back([which] {
                for (int i = 0; i != 500; ++i)
                    coro::println("thread {} says {:04} and ends its line here", which, i);
            });
        for (std::thread& each : threads) each.join();
        text = output.text();
    }
    std::set<std::string> lines;
    std::istringstream in(text);
    bool whole = true;
    for (std::string line; std::getline(in, line);) {
        whole &= line.size() == std::string("thread 0 says 0000 and ends its line here").size();
        whole &= lines.insert(line).second;
    }
    CHECK(whole);
    CHECK(lines.size() == 2000);
}
