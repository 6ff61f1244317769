// A trace file through the etl reader into a store, on this thread.
#pragma once

#include <memory>
#include <string>

#include "store/store.hpp"

namespace benchlab::test {

// Fails the test case when the reader does.
std::unique_ptr<store::Store> read_etl(const std::string& path);

}  // namespace benchlab::test
