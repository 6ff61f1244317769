// store/schema_text.hpp: what is made from the schema and committed: docs/store.md and the
// constants of benchlab/tables.h.  A test says when they are not what the schema says.
#pragma once

#include <string>

namespace benchlab::store {

std::string schema_markdown();
std::string schema_header();

}  // namespace benchlab::store
