// common/wanted.hpp: which of a reader's tables the host asked for.
#pragma once

#include <cstdint>
#include <span>

#include "common/rows.hpp"

namespace benchlab::plugins {

// Tables by their place among those of the reader.  What names the others and what was lost is
// always wanted: process, thread, image, cpu, lost.
class WantedTables {
  public:
    // Without names: all but those of the reader's own, "etl.event_type".
    WantedTables(const char* const* names, std::span<const TableSpec> tables);
    bool has(unsigned table) const { return (tables_ >> table & 1) != 0; }
    void add(unsigned table) { tables_ |= std::uint64_t{1} << table; }
    bool stacks() const { return stacks_; }

  private:
    std::uint64_t tables_ = 0;
    bool stacks_ = false;
};

}  // namespace benchlab::plugins
