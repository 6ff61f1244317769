// frames/labels.hpp: how tables and sentences name a loop.
#pragma once

#include <optional>
#include <string>

#include "benchlab/sink.hpp"
#include "common/names.hpp"
#include "frames/compute.hpp"

namespace benchlab::analyzers::frames {

class Labels {
  public:
    explicit Labels(const Store& store);

    // The name of its process; of a log that tells no process, that of the program.
    std::string key(const Loop& loop) const;
    Arg name(const Loop& loop) const { return Arg::name(key(loop), BL_NAME_PROCESS); }
    std::optional<std::uint32_t> pid(const Loop& loop) const;
    std::optional<std::string> thread(const Loop& loop) const;

    // Columns process and loop, for key() and Loop::number.
    static void add_keys(TableBuilder& table);

  private:
    const Store& store_;
    const Names names_;
    const RowColumn log_;
    const StringColumn application_;
};

}  // namespace benchlab::analyzers::frames
