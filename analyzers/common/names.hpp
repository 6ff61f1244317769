// common/names.hpp: how sections write processes, threads, files and drivers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "benchlab/sink.hpp"
#include "benchlab/store.hpp"

namespace benchlab::analyzers {

// Rows may be BL_NO_ROW: then the label is "unknown".
class Names {
  public:
    explicit Names(const Store& store);

    // "game.exe (100)"; without a name "pid 100".
    std::string process(Row process) const;
    // "render (101)"; without a name "tid 101".
    std::string thread(Row thread) const;
    // The name alone, which a process keeps from one capture to the next; empty when not known.
    std::string_view process_name(Row process) const;
    std::optional<std::uint32_t> pid(Row process) const;
    std::string_view thread_name(Row thread) const;
    std::optional<std::uint32_t> tid(Row thread) const;
    // For key columns: the name alone; without one "pid 100", "tid 101" or "unknown".
    std::string process_key(Row process) const;
    std::string thread_key(Row thread) const;
    // "game.exe (100)", of the thread's process.
    std::string process_of(Row thread) const;
    // "game.exe (100) render (101)"; "game (100)" of the first thread of a Linux process, whose
    // number and name are those of the process.
    std::string both(Row thread) const;
    std::string file(Row file) const;
    // The last part of the path of the image that the code lies in.
    std::string module(CodeId code) const;
    // "ntoskrnl.exe!KeWaitForSingleObject" of the function that the code stands for.
    std::string function(CodeId code) const;

    // The process of a thread; BL_NO_ROW when it is not known.
    Row owner(Row thread) const;
    // True for the threads that a CPU runs when it has nothing to do.
    bool is_idle(Row thread) const;

  private:
    const Store& store_;
    StringColumn process_name_, thread_name_, file_path_, image_name_;
    U32Column pid_, tid_;
    RowColumn owner_;
    U16Column idle_cpu_;
    U64Column file_key_;
};

// A lane of a time-line for each thread, made when its first span comes.
class ThreadLanes {
  public:
    ThreadLanes(Spans& spans, const Names& names) : spans_(spans), names_(names) {}
    std::uint32_t of(Row thread) {
        const auto known = lanes_.find(thread);
        if (known != lanes_.end()) return known->second;
        return lanes_[thread] = spans_.lane(names_.both(thread));
    }

  private:
    Spans& spans_;
    const Names& names_;
    std::map<Row, std::uint32_t> lanes_;
};

}  // namespace benchlab::analyzers
