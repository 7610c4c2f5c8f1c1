// What a task does by itself, and with the handles of others. See interpret.hpp.

#include "interpret.hpp"

#include <chrono>

namespace random_programs {

namespace {

// In a task that awaits shield(): it passes no cancel on.
class in_shield {
public:
    explicit in_shield(world& in) : world_(in), task_(world::running_task()) {
        in.in_shields.push_back(task_);
    }
    ~in_shield() { std::erase(world_.in_shields, task_); }
    in_shield(const in_shield&) = delete;
    in_shield& operator=(const in_shield&) = delete;

private:
    world& world_;
    std::uint64_t task_;
};

}  // namespace

coro::task<> sleep_or_yield(world& in, const action& what) {
    const alive here(in);
    if (what.kind == action_kind::sleep)
        co_await coro::sleep(std::chrono::milliseconds(what.number));
    else
        co_await coro::yield();
}

coro::task<> attempt(world& in, const action& what, scope where) {
    const alive here(in);
    bool was_cancelled = false;
    try {
        coro::task<> work = perform(in, what.blocks[0], where);
        co_await work;
    } catch (const coro::cancelled&) {
        was_cancelled = true;
    }
    if (!was_cancelled) co_return;
    coro::task<> clean_up = perform(in, what.blocks[1], where);
    co_await clean_up;
    if (what.mode == 0) throw coro::cancelled{};
}

// More often than the loop has patience, but not for ever.
coro::task<> insist(world& in, const action& what, scope where) {
    const alive here(in);
    for (int times = 0; times != 120; ++times) {
        try {
            coro::task<> work = perform(in, what.blocks[0], where);
            co_await work;
            co_return;
        } catch (const coro::cancelled&) {
        }
    }
}

coro::task<> await_task(world& in, const action& what) {
    const alive here(in);
    const coro::task_handle<value>* const found = in.handle(what.which);
    if (found == nullptr) co_return;
    coro::task_handle<value> handle = *found;
    if (what.kind == action_kind::shield) {
        const in_shield shielded(in);
        const value& shared = co_await coro::shield(handle);
        if (shared.number() < 0) in.fault(what, "gives a value that was moved from");
    } else if (what.mode == 0) {
        const value& shared = co_await handle;
        if (shared.number() < 0) in.fault(what, "gives a value that was moved from");
    } else {
        const value taken = co_await std::move(handle);
        if (taken.number() < 0) in.fault(what, "gives a value that was moved from");
    }
}

void create(world& in, const action& what, scope where) {
    if (what.kind == action_kind::start) {
        if (where.group == scope::none || in.groups[where.group].group == nullptr) return;
        const open_group& open = in.groups[where.group];
        const auto running = open.group->start(child(in, what.blocks[0], where, open.of->child()));
        in.requests_of(running.id()).is_member = true;
        if (what.mode == 0) in.remember(running);
        return;
    }
    // Its place is nobody's: a task of its own may live as long as it likes.
    presence mine(in);
    const auto running = coro::create_task(child(in, what.blocks[0], scope(), std::move(mine)));
    if (what.mode == 0)
        in.remember(running);
    else
        in.noted.dropped.push_back(running.id());
}

void cancel_or_uncancel(world& in, const action& what) {
    if (what.kind == action_kind::forget) return in.forget(what.which);
    const bool self =
        what.kind == action_kind::cancel_self || what.kind == action_kind::uncancel_self;
    const coro::task_ref* const found = self ? nullptr : in.task(what.which);
    if (!self && found == nullptr) return;
    const coro::task_ref target = self ? coro::current_task() : *found;
    const unsigned before = target.cancelling();
    if (what.kind == action_kind::cancel || what.kind == action_kind::cancel_self) {
        const bool ended = target.done();
        const bool requested = target.cancel();
        if (requested == ended) in.fault(what, "cancel() does not say whether it had ended");
        if (requested && target.cancelling() <= before)
            in.fault(what, "the request was not counted");
    } else {
        if (before != 0) ++in.requests_of(target.id()).taken_back;
        if (target.uncancel() != (before == 0 ? 0 : before - 1))
            in.fault(what, "the request was not taken back");
        if (before <= 1 && target.base().cancel_pending)
            in.fault(what, "the request was taken back, and is pending");
    }
}

}  // namespace random_programs
