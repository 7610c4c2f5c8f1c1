#pragma once
// All of coro in one include. coro/README.md is a reading order.

#include "coro/clock.hpp"
#include "coro/create_task.hpp"
#include "coro/gather.hpp"
#include "coro/gather_outcomes.hpp"
#include "coro/outcome.hpp"
#include "coro/print.hpp"
#include "coro/remote.hpp"
#include "coro/run.hpp"
#include "coro/sleep.hpp"
#include "coro/task.hpp"
#include "coro/task_ref.hpp"
#include "coro/yield.hpp"
