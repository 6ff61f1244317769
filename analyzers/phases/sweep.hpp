// phases/sweep.hpp: what a thread was busy with at each moment, of phases that lie in each other.
#pragma once

#include <cstdint>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers::phases {

struct Span {
    std::int64_t begin = 0, end = 0;
    StringId name = StringId::kEmpty;
};

struct Swept {
    std::vector<Span> own;    // the innermost phase, at each moment of one
    std::vector<Span> whole;  // each phase; one within another of its name is a part of that
    std::vector<Span> outer;  // those that lie in no other
};

// Of one thread, by begin, the longer of two first.  One that goes on behind that around it ends
// with it.
Swept sweep(const std::vector<Span>& phases);

}  // namespace benchlab::analyzers::phases
