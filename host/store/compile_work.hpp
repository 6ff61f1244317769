// store/compile_work.hpp: how many shaders a program compiled for each present, and how long that
// took.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "store/frame_parts.hpp"
#include "store/store.hpp"

namespace benchlab::store {

struct CompileWork {
    std::uint64_t begun = 0;  // how many began in this part
    std::int64_t time = 0;    // in this part, each counted for itself
    std::int64_t busy = 0;    // in this part, each moment counted once
    std::int64_t length = 0;  // of the part
};

// By row of `present`, of processes that compile at all.  The first part of a process has no begin,
// and is not there.
std::map<std::uint32_t, CompileWork> compile_work_of(const std::deque<StoredTable>& tables,
                                                     const std::vector<PresentOf>& presents);

}  // namespace benchlab::store
