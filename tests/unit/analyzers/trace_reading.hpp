// A trace file through a reader into a store, on this thread.
#pragma once

#include <memory>
#include <string>

#include "benchlab/benchlab.h"
#include "store/store.hpp"

namespace benchlab::test {

// Null when the reader refuses the file.  Fails the test case when the host refuses what it hands
// in.
std::unique_ptr<store::Store> read_with(const bl_reader& reader, const std::string& path);

}  // namespace benchlab::test
