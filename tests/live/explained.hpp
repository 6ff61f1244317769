// Does the section explain tell each stall's root, thread and time, and blame nobody else?
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "stall_log.hpp"
#include "store/store.hpp"

namespace live {

// zero: what the clock of the log showed at the moment 0 of the recording.  Returns how many stalls
// were judged.
std::size_t check_explained(const benchlab::store::Store& store, std::int64_t zero,
                            const std::vector<Logged>& log);

}  // namespace live
