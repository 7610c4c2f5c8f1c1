// See circle.hpp. A depth-first search along the waits, with a stack of its
// own: a wait for a task that is on the way already closes a circle.

#include "coro/debug/circle.hpp"

#include "coro/loop/event_loop.hpp"
#include "coro/loop/operation.hpp"
#include "coro/loop/task_base.hpp"

#include <cstddef>
#include <set>

namespace coro {

std::vector<const task_base*> find_circle(const event_loop& loop) {
    struct place {
        const task_base* task;
        std::size_t next;  // which of those it waits for is to be looked at
    };
    std::set<const task_base*> seen;
    for (const task_base* start = loop.first_task(); start != nullptr; start = loop.next_task(*start)) {
        std::vector<place> way;
        if (seen.insert(start).second) way.push_back({start, 0});
        while (!way.empty()) {
            place& here = way.back();
            const operation* wait = here.task->waiting_for;
            const task_base* target = wait != nullptr ? wait->awaited(here.next++) : nullptr;
            if (target == nullptr) {
                way.pop_back();
                continue;
            }
            if (seen.insert(target).second) {
                way.push_back({target, 0});
                continue;
            }
            for (std::size_t i = 0; i != way.size(); ++i) {
                if (way[i].task != target) continue;
                std::vector<const task_base*> circle;
                for (; i != way.size(); ++i) circle.push_back(way[i].task);
                return circle;
            }
        }
    }
    return {};
}

}  // namespace coro
