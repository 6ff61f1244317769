// processes.hpp: the processes that are there when a recording begins, told as if they had come
// then.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "perf/record/records.hpp"
#include "perf/record/targets.hpp"

namespace benchlab::perf {

class ProcessWriter {
  public:
    explicit ProcessWriter(RecordWriter& writer) : writer_(writer) {}

    // One process: its name, images and threads.  Ends quietly when it ends meanwhile.
    void process(std::uint32_t pid);

    // Called with what each process has mapped, as it is read for the records anyway.
    std::function<void(std::uint32_t pid, std::span<const Mapping>)> on_mappings;

  private:
    void images(std::uint32_t pid);
    std::optional<BuildId> build_id(std::uint32_t pid, const Mapping& mapping);

    RecordWriter& writer_;
    using File = std::pair<std::uint64_t, std::uint64_t>;  // device and inode
    std::map<File, std::optional<BuildId>> build_ids_;
};

}  // namespace benchlab::perf
