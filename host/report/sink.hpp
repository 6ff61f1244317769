// report/sink.hpp: the bl_sink that plugins get.  Each call is checked, copied and added to one
// section; nothing is kept of the caller's memory.
//
//     SectionSink sink(section);
//     analyzer.analyze(host, store, run, sink.abi());
//     for (const std::string& w : sink.warnings()) ...
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchlab/benchlab.h"
#include "report/document.hpp"
#include "report/flame.hpp"

namespace benchlab::report {

struct SinkLimits {
    std::size_t string_bytes = 64u << 10;
    std::uint64_t table_rows = 1'000'000;
    std::uint64_t section_bytes = 64u << 20;
};

class SectionSink {
  public:
    // `namer` names the stacks of flames, and outlives the sink; null: their ids are their names.
    explicit SectionSink(Section& section, SinkLimits limits = {},
                         const FrameNamer* namer = nullptr);
    ~SectionSink();
    SectionSink(const SectionSink&) = delete;
    SectionSink& operator=(const SectionSink&) = delete;

    bl_sink* abi();

    // What was dropped, cut or replaced, one line for each kind, with its count.
    std::vector<std::string> warnings() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace benchlab::report
