// The loops of suites are found in the machine code, and what is left of their bodies.
#include "measure/loop_code.hpp"

#include <boost/test/unit_test.hpp>

#include "optimised.hpp"

using benchlab::measure::LoopCode;

namespace {

LoopCode code_of(const benchlab::detail::Work& work) {
    return benchlab::measure::inspect_loops(reinterpret_cast<const void*>(work.code));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(loops_of_suites,
                      *boost::unit_test::precondition([](boost::unit_test::test_unit_id) {
                          const bool can = benchlab::measure::can_inspect_loops();
                          if (!can) BOOST_TEST_MESSAGE("no disassembler: skipped");
                          return can;
                      }))

BOOST_AUTO_TEST_CASE(a_lambda_is_found_and_judged) {
    BOOST_TEST((code_of(optimised::constant()) == LoopCode::kNothingLeft));
    BOOST_TEST((code_of(optimised::counting()) == LoopCode::kWork));
}

BOOST_AUTO_TEST_CASE(so_are_states) {
    BOOST_TEST((code_of(optimised::staged()) == LoopCode::kWork));
    BOOST_TEST((code_of(optimised::staged_constant()) == LoopCode::kNothingLeft));
}

BOOST_AUTO_TEST_SUITE_END()
