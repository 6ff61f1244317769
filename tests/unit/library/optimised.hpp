// Work of a suite as it is made with -O2; the tests themselves are not optimised.
#pragma once

#include "benchlab/suite.hpp"

namespace optimised {

benchlab::detail::Work constant();         // a body that the compiler removes
benchlab::detail::Work counting();         // a mutable lambda: one add
benchlab::detail::Work staged();           // states that are changed
benchlab::detail::Work staged_constant();  // and states that nobody looks at

}  // namespace optimised
