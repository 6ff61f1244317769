// plugin/check_store.hpp: two stores that never change, to call analyzers with.
#pragma once

#include "benchlab/benchlab.h"

namespace benchlab::plugin {

// Without any table.
const bl_store* empty_store();
// A program with two threads on one CPU for 100 us: a few rows of process, thread, cpu, cswitch
// and sample.  It keeps what docs/store.md promises of every store, but derives no tables.
const bl_store* tiny_store();

}  // namespace benchlab::plugin
