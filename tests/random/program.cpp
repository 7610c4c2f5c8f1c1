// See program.hpp.

#include "program.hpp"

#include <array>
#include <cstddef>

namespace random_programs {

namespace {

constexpr std::array<action_form, action_kinds> forms = {{
    {"sleep", 0, nullptr, "ms", {}},
    {"yield", 0, nullptr, nullptr, {}},
    {"hold_thread", 0, nullptr, "ms", {}},
    {"throw runtime_error", 0, nullptr, nullptr, {}},
    {"throw 42", 0, nullptr, nullptr, {}},
    {"try, and on `cancelled`", 2, nullptr, nullptr, {"rethrow", "swallow"}},
    {"try until it is not cancelled", 1, nullptr, nullptr, {}},
    {"create_task", 1, nullptr, nullptr, {"handle kept", "handle dropped"}},
    {"drop handle", 0, "task", nullptr, {}},
    {"await", 0, "task", nullptr, {"", "and take the value"}},
    {"await shield", 0, "task", nullptr, {}},
    {"cancel", 0, "task", nullptr, {}},
    {"cancel myself", 0, nullptr, nullptr, {}},
    {"uncancel", 0, "task", nullptr, {}},
    {"uncancel myself", 0, nullptr, nullptr, {}},
    {"wait_for", 1, nullptr, "ms", {}},
    {"wait_for", 0, "task", "ms", {"", "and take the value"}},
    {"gather", -1, nullptr, nullptr, {}},
    {"gather of two", 2, nullptr, nullptr, {}},
    {"gather of tasks", 0, "task", "tasks", {"", "and take the values"}},
    {"gather of one more and", 1, "task", nullptr, {"the task first", "the task last"}},
    {"gather_outcomes", -1, nullptr, nullptr, {}},
    {"gather_outcomes of tasks", 0, "task", "tasks", {"", "and take the values"}},
    {"race", -1, nullptr, nullptr, {}},
    {"race of two", 2, nullptr, nullptr, {}},
    {"race of tasks", 0, "task", "tasks", {"", "and take the value"}},
    {"race of one more and", 1, "task", nullptr, {"the task first", "the task last"}},
    {"finally", 2, nullptr, nullptr, {}},
    {"with_task_group", 1, nullptr, nullptr, {}},
    {"start in the group", 1, nullptr, nullptr, {"handle kept", "handle dropped"}},
    {"as_completed", 0, "task", "tasks", {"all", "left by break", "left by throw", "values taken"}},
    {"wait", 0, "task", "ms", {"first_completed", "first_exception", "all_completed"}},
    {"lock", 1, "mutex", nullptr, {}},
    {"try_lock", 1, "mutex", nullptr, {}},
    {"acquire", 1, "semaphore", nullptr, {}},
    {"try_acquire", 1, "semaphore", nullptr, {}},
    {"condition wait, before and after", 2, "mutex", nullptr, {}},
    {"condition notify", 0, "mutex", "tasks", {"with the mutex", "without the mutex"}},
    {"condition notify_all", 0, "mutex", nullptr, {"with the mutex", "without the mutex"}},
    {"event set", 0, "event", nullptr, {}},
    {"event clear", 0, "event", nullptr, {}},
    {"event wait", 0, "event", nullptr, {}},
    {"queue put", 0, "queue", nullptr, {}},
    {"queue get", 0, "queue", nullptr, {}},
    {"queue try_put", 0, "queue", nullptr, {}},
    {"queue try_get", 0, "queue", nullptr, {}},
    {"queue task_done", 0, "queue", nullptr, {}},
    {"queue join", 0, "queue", nullptr, {}},
    {"queue close", 0, "queue", nullptr, {}},
    {"future set_value", 0, "future", nullptr, {}},
    {"future set_exception", 0, "future", nullptr, {}},
    {"future cancel", 0, "future", nullptr, {}},
    {"future await", 0, "future", nullptr, {}},
}};

void print(const block& actions, std::size_t indent, std::string& text) {
    if (actions.empty()) text += std::string(indent, ' ') + "(nothing)\n";
    for (const action& each : actions) {
        const action_form& form = form_of(each.kind);
        text += std::string(indent, ' ') + "#" + std::to_string(each.id) + " " + form.name;
        if (form.which != nullptr)
            text += " " + std::string(form.which) + "@" + std::to_string(each.which);
        if (form.number != nullptr) text += ", " + std::to_string(each.number) + " " + form.number;
        if (form.mode[0] != nullptr && form.mode[each.mode][0] != '\0')
            text += std::string(", ") + form.mode[each.mode];
        text += each.caught ? ", errors caught\n" : "\n";
        for (std::size_t i = 0; i != each.blocks.size(); ++i) {
            if (i != 0) text += std::string(indent + 2, ' ') + "and\n";
            print(each.blocks[i], indent + 4, text);
        }
    }
}

int number_actions(block& actions, int last) {
    for (action& each : actions) {
        each.id = ++last;
        for (block& inner : each.blocks) last = number_actions(inner, last);
    }
    return last;
}

}  // namespace

const action_form& form_of(action_kind kind) {
    return forms[static_cast<std::size_t>(kind)];
}

int number_actions(block& program) {
    return number_actions(program, 0);
}

std::string print(const block& program) {
    std::string text = "main:\n";
    print(program, 4, text);
    return text;
}

}  // namespace random_programs
