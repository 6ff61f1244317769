#include "optimised.hpp"

namespace optimised {
namespace {

// Work refers to its lambdas.
auto constant_body = [] { return 6 * 7; };
auto counting_body = [x = std::uint64_t{1}]() mutable {
    x += 3;
    benchlab::do_not_optimize(x);
};
auto setup = [] { return std::uint64_t{3}; };
auto change = [](std::uint64_t& state) { state *= 5; };
auto ignore = [](std::uint64_t&) { return 7; };
benchlab::detail::NoTeardown none;

}  // namespace

benchlab::detail::Work constant() {
    return benchlab::detail::work_of(constant_body);
}
benchlab::detail::Work counting() {
    return benchlab::detail::work_of(counting_body);
}
benchlab::detail::Work staged() {
    return benchlab::detail::staged_work_of(setup, change, none);
}
benchlab::detail::Work staged_constant() {
    return benchlab::detail::staged_work_of(setup, ignore, none);
}

}  // namespace optimised
