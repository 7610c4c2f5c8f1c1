// loop/wait_list.hpp: a line of those who wait.

#include "support.hpp"

#include "coro/loop/wait_list.hpp"

#include <list>
#include <memory>
#include <random>
#include <vector>

namespace {

struct place : coro::wait_node {
    place() : coro::wait_node([](wait_node& node) noexcept { ++static_cast<place&>(node).told; }) {}
    int told = 0;
};

}  // namespace

TEST_CASE("wait_list: first come, first served") {
    coro::wait_list line;
    place a, b, c;
    CHECK(line.empty());
    line.push_back(a);
    line.push_back(b);
    line.push_back(c);
    CHECK(&line.pop_front() == &a);
    CHECK(&line.pop_front() == &b);
    line.push_back(a);
    CHECK(&line.pop_front() == &c);
    CHECK(&line.pop_front() == &a);
    CHECK(line.empty());
}

TEST_CASE("wait_list: one may leave from the front, the middle and the back, and come again") {
    coro::wait_list line;
    place a, b, c, d;
    for (place* each : {&a, &b, &c, &d}) line.push_back(*each);
    line.remove(b);
    line.remove(d);
    line.remove(a);
    line.push_back(b);
    CHECK(&line.pop_front() == &c);
    CHECK(&line.pop_front() == &b);
    CHECK(line.empty());
    line.push_back(d);
    line.remove(d);
    CHECK(line.empty());
}

TEST_CASE("wait_list: whoever is notified is told once") {
    place one;
    one.notify();
    CHECK(one.told == 1);
}

TEST_CASE("wait_list: 100,000 random changes agree with a list") {
    std::mt19937 random(3);
    coro::wait_list line;
    std::list<place*> model;
    std::vector<place> all(100);
    std::vector<place*> outside;
    for (place& each : all) outside.push_back(&each);
    bool agree = true;
    for (int step = 0; step != 100'000; ++step) {
        const unsigned dice = static_cast<unsigned>(random() % 4);
        if (model.empty() || (dice < 2 && !outside.empty())) {
            const std::size_t which = random() % outside.size();
            line.push_back(*outside[which]);
            model.push_back(outside[which]);
            outside.erase(outside.begin() + static_cast<std::ptrdiff_t>(which));
        } else if (dice == 2) {
            coro::wait_node& first = line.pop_front();
            agree &= &first == model.front();
            outside.push_back(model.front());
            model.pop_front();
        } else {
            const auto which =
                std::next(model.begin(), static_cast<std::ptrdiff_t>(random() % model.size()));
            line.remove(**which);
            outside.push_back(*which);
            model.erase(which);
        }
        agree &= line.empty() == model.empty();
    }
    CHECK(agree);
}
