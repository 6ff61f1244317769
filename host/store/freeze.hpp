// store/freeze.hpp: makes a store of what the readers filled: one time axis, rows instead of keys,
// codes instead of addresses, sorted columns.  The result depends on the content alone, not on how
// many lanes it came in or how many threads do this.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/catalog.hpp"
#include "store/parallel.hpp"
#include "store/recording.hpp"
#include "store/store.hpp"

namespace benchlab::store {

// The recordings are empty afterwards.
std::unique_ptr<Store> freeze(Catalog& catalog, std::vector<std::unique_ptr<Recording>> recordings,
                              const Parallel& parallel = in_turn);

}  // namespace benchlab::store
