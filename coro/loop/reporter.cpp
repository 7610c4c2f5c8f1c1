// See reporter.hpp.

#include "coro/loop/reporter.hpp"

namespace coro {

namespace {

constinit thread_local reporter* installed = nullptr;

}  // namespace

reporter& reporter::get() noexcept {
    static reporter silent;
    return installed != nullptr ? *installed : silent;
}

void reporter::install(reporter& which) noexcept {
    installed = &which;
}

}  // namespace coro
