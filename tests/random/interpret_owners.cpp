// Those that own tasks. Each has an `owner` that notices when it goes on before its
// children have ended. See interpret.hpp.

#include "interpret.hpp"

#include <chrono>

namespace random_programs {

namespace {

std::vector<coro::task<value>> children_of(world& in, const action& what, scope where, owner& of) {
    std::vector<coro::task<value>> made;
    for (const block& each : what.blocks) made.push_back(child(in, each, where, of.child()));
    return made;
}

void check_value(world& in, const action& what, int number, int expected) {
    if (number != expected) in.fault(what, "a result is not at the place of its argument");
}

void check_present(world& in, const action& what, const value& given) {
    if (given.number() < 0) in.fault(what, "gives a value that was moved from");
}

// Gives nothing back for a failure: looking at it reads it.
void check_outcome(world& in, const action& what, const coro::outcome<value>& ended, int expected) {
    const bool failed = ended.error() != nullptr && !ended.was_cancelled();
    if (ended.has_value() + ended.was_cancelled() + failed != 1)
        in.fault(what, "an outcome is not one of value, error and cancelled");
    if (!ended.has_value()) return;
    if (expected >= 0)
        check_value(in, what, ended.value().number(), expected);
    else
        check_present(in, what, ended.value());
}

coro::task<> gather_children(world& in, const action& what, scope where) {
    const alive here(in);
    owner mine(in, what);
    std::vector<coro::task<value>> children = children_of(in, what, where, mine);
    const std::vector<value> results = co_await coro::gather(std::move(children));
    if (results.size() != what.blocks.size()) in.fault(what, "a result is missing");
    for (std::size_t i = 0; i != results.size(); ++i)
        check_value(in, what, results[i].number(), mine.number(i));
}

coro::task<> gather_two(world& in, const action& what, scope where) {
    const alive here(in);
    owner mine(in, what);
    coro::task<value> first = child(in, what.blocks[0], where, mine.child());
    coro::task<value> second = child(in, what.blocks[1], where, mine.child());
    const auto results = co_await coro::gather(std::move(first), std::move(second));
    check_value(in, what, std::get<0>(results).number(), mine.number(0));
    check_value(in, what, std::get<1>(results).number(), mine.number(1));
}

coro::task<> gather_outcomes(world& in, const action& what, scope where) {
    const alive here(in);
    owner mine(in, what);
    std::vector<coro::task<value>> children = children_of(in, what, where, mine);
    const auto outcomes = co_await coro::gather_outcomes(std::move(children));
    if (outcomes.size() != what.blocks.size()) in.fault(what, "an outcome is missing");
    for (std::size_t i = 0; i != outcomes.size(); ++i)
        check_outcome(in, what, outcomes[i], mine.number(i));
}

coro::task<> gather_handles(world& in, const action& what) {
    const alive here(in);
    owner mine(in, what);
    std::vector<coro::task_handle<value>> handles = in.some(what.which, what.number);
    mine.owns(handles);
    if (what.mode == 0) {
        const std::vector<value> results = co_await coro::gather(handles);
        for (const value& each : results) check_present(in, what, each);
    } else {
        const std::vector<value> results = co_await coro::gather(std::move(handles));
        for (const value& each : results) check_present(in, what, each);
    }
}

coro::task<> gather_mixed(world& in, const action& what, scope where) {
    const alive here(in);
    const coro::task_handle<value>* const found = in.handle(what.which);
    if (found == nullptr || found->id() == world::running_task()) co_return;
    owner mine(in, what);
    const coro::task_handle<value> handle = *found;
    mine.owns({handle});
    coro::task<value> inner = child(in, what.blocks[0], where, mine.child());
    if (what.mode == 0) {
        const auto results = co_await coro::gather(handle, std::move(inner));
        check_present(in, what, std::get<0>(results));
        check_value(in, what, std::get<1>(results).number(), mine.number(0));
    } else {
        const auto results = co_await coro::gather(std::move(inner), handle);
        check_value(in, what, std::get<0>(results).number(), mine.number(0));
        check_present(in, what, std::get<1>(results));
    }
}

coro::task<> gather_outcomes_of_handles(world& in, const action& what) {
    const alive here(in);
    owner mine(in, what);
    std::vector<coro::task_handle<value>> handles = in.some(what.which, what.number);
    mine.owns(handles);
    if (what.mode == 0) {
        const auto outcomes = co_await coro::gather_outcomes(handles);
        if (outcomes.size() != handles.size()) in.fault(what, "an outcome is missing");
    } else {
        const auto outcomes = co_await coro::gather_outcomes(std::move(handles));
        if (outcomes.empty() && what.number != 0 && in.handle(0) != nullptr)
            in.fault(what, "the outcomes are missing");
    }
}

coro::task<> race_children(world& in, const action& what, scope where) {
    const alive here(in);
    owner mine(in, what);
    std::vector<coro::task<value>> children = children_of(in, what, where, mine);
    const auto first = co_await coro::race(std::move(children));
    if (first.index != mine.first()) in.fault(what, "the first to end has not won");
    check_outcome(in, what, first.result, mine.number(first.index));
}

coro::task<> race_two(world& in, const action& what, scope where) {
    const alive here(in);
    owner mine(in, what);
    coro::task<value> one = child(in, what.blocks[0], where, mine.child());
    coro::task<value> other = child(in, what.blocks[1], where, mine.child());
    const auto first = co_await coro::race(std::move(one), std::move(other));
    if (first.index() != mine.first()) in.fault(what, "the first to end has not won");
    if (first.index() == 0)
        check_outcome(in, what, std::get<0>(first), mine.number(0));
    else
        check_outcome(in, what, std::get<1>(first), mine.number(1));
}

coro::task<> race_handles(world& in, const action& what) {
    const alive here(in);
    owner mine(in, what);
    std::vector<coro::task_handle<value>> handles = in.some(what.which, what.number);
    const std::size_t count = handles.size();
    mine.owns(handles);
    if (what.mode == 0) {
        const auto first = co_await coro::race(handles);
        if (first.index >= count) in.fault(what, "nobody has won");
    } else {
        const auto first = co_await coro::race(std::move(handles));
        if (first.index >= count) in.fault(what, "nobody has won");
    }
}

coro::task<> race_mixed(world& in, const action& what, scope where) {
    const alive here(in);
    const coro::task_handle<value>* const found = in.handle(what.which);
    if (found == nullptr || found->id() == world::running_task()) co_return;
    owner mine(in, what);
    const coro::task_handle<value> handle = *found;
    mine.owns({handle});
    coro::task<value> inner = child(in, what.blocks[0], where, mine.child());
    if (what.mode == 0) {
        const auto first = co_await coro::race(handle, std::move(inner));
        if (first.index() == 1) check_outcome(in, what, std::get<1>(first), mine.number(0));
    } else {
        const auto first = co_await coro::race(std::move(inner), handle);
        if (first.index() == 0) check_outcome(in, what, std::get<0>(first), mine.number(0));
    }
}

coro::task<> child_within(world& in, const action& what, scope where) {
    const alive here(in);
    owner mine(in, what);
    const std::chrono::milliseconds limit(what.number);
    const std::chrono::nanoseconds began = coro::clock::now().time_since_epoch();
    coro::task<value> inner = child(in, what.blocks[0], where, mine.child());
    coro::task<value> limited = coro::wait_for(std::move(inner), limit);
    try {
        const value given = co_await limited;
        check_value(in, what, given.number(), mine.number(0));
    } catch (const coro::timeout_error&) {
        const std::chrono::nanoseconds now = coro::clock::now().time_since_epoch();
        if (mine.failed(0)) throw;  // it is its own
        if (now < began + limit) in.fault(what, "times out too early");
        if (mine.taken_back() == 0) in.fault(what, "does not take back its own request");
        if (mine.was_asked_by_others()) in.fault(what, "hides that somebody else has cancelled it");
        throw;
    }
}

coro::task<> handle_within(world& in, const action& what) {
    const alive here(in);
    const coro::task_handle<value>* const found = in.handle(what.which);
    if (found == nullptr) co_return;
    owner mine(in, what);
    coro::task_handle<value> handle = *found;
    mine.owns({handle});
    const std::chrono::milliseconds limit(what.number);
    if (what.mode == 0) {
        coro::task<const value&> limited = coro::wait_for(handle, limit);
        const value& shared = co_await limited;
        check_present(in, what, shared);
    } else {
        coro::task<value> limited = coro::wait_for(std::move(handle), limit);
        const value taken = co_await limited;
        check_present(in, what, taken);
    }
}

// The body of a group: not a coroutine itself, so that it needs to live no longer
// than its call.
struct group_body {
    coro::task<value> operator()(coro::task_group& made) const {
        in->groups[inside.group] = {&made, mine};
        return child(*in, what->blocks[0], inside, mine->child());
    }

    world* in;
    const action* what;
    scope inside;
    owner* mine;
};

// Forgets the group, whose tasks may have started some that outlive it.
struct group_forgotten {
    ~group_forgotten() { place = open_group(); }
    open_group& place;
};

void check_group_error(world& in, const action& what, const coro::exception_group& group) {
    const auto& all = group.exceptions();
    if (all.empty()) in.fault(what, "throws a group of no exceptions");
    for (const std::exception_ptr& each : all)
        if (each == nullptr) in.fault(what, "throws a group with a null pointer in it");
}

// In whoever awaits finally(): the second task must have run.
class cleaned_up {
public:
    cleaned_up(world& in, const action& here)
        : world_(in), here_(here), before_(in.clean_ups[here.id]) {}
    ~cleaned_up() {
        if (!world_.noted.refused && world_.clean_ups[here_.id] == before_)
            world_.fault(here_, "goes on without its clean-up");
    }
    cleaned_up(const cleaned_up&) = delete;
    cleaned_up& operator=(const cleaned_up&) = delete;

private:
    world& world_;
    const action& here_;
    int before_;
};

coro::task<> cleans_up(world& in, const action& what, scope where) {
    const alive here(in);
    ++in.clean_ups[what.id];
    coro::task<> all = perform(in, what.blocks[1], where);
    co_await all;
}

}  // namespace

coro::task<> wait_for(world& in, const action& what, scope where) {
    if (what.kind == action_kind::wait_for) return child_within(in, what, where);
    return handle_within(in, what);
}

coro::task<> gather(world& in, const action& what, scope where) {
    switch (what.kind) {
    case action_kind::gather: return gather_children(in, what, where);
    case action_kind::gather_pair: return gather_two(in, what, where);
    case action_kind::gather_outcomes: return gather_outcomes(in, what, where);
    case action_kind::gather_tasks: return gather_handles(in, what);
    case action_kind::gather_mixed: return gather_mixed(in, what, where);
    default: return gather_outcomes_of_handles(in, what);
    }
}

coro::task<> race(world& in, const action& what, scope where) {
    switch (what.kind) {
    case action_kind::race: return race_children(in, what, where);
    case action_kind::race_pair: return race_two(in, what, where);
    case action_kind::race_mixed: return race_mixed(in, what, where);
    default: return race_handles(in, what);
    }
}

coro::task<> finally(world& in, const action& what, scope where) {
    const alive here(in);
    const cleaned_up at_the_end(in, what);
    owner mine(in, what);
    coro::task<value> work = child(in, what.blocks[0], where, mine.child());
    coro::task<> clean_up = cleans_up(in, what, where);
    coro::task<value> both = coro::finally(std::move(work), std::move(clean_up));
    const value given = co_await both;
    check_value(in, what, given.number(), mine.number(0));
}

coro::task<> group(world& in, const action& what, scope where) {
    const alive here(in);
    owner mine(in, what);
    where.group = in.groups.size();
    const group_forgotten at_the_end{in.groups.emplace_back()};
    group_body body{&in, &what, where, &mine};
    try {
        coro::task<value> all = coro::with_task_group(body);
        const value given = co_await all;
        check_value(in, what, given.number(), mine.number(0));
    } catch (const coro::cancelled&) {
        throw;
    } catch (const coro::exception_group& group) {
        check_group_error(in, what, group);
        throw;
    } catch (...) {
        in.fault(what, "throws something that is no exception_group");
        throw;
    }
}

}  // namespace random_programs
