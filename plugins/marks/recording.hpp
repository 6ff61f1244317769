// One recording: turns the records of its files into rows of the store.
#pragma once

#include <benchlab/benchlab.h>

#include <benchlab/host.hpp>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "mark_file.hpp"
#include "rows.hpp"

namespace benchlab::marks {

class Recording {
  public:
    Recording(const bl_host* host, const bl_read& read, bl_builder* lane,
              const bl_builder_api& api);

    // The clock and the facts, of all files.  They are read twice, as the end has to be known.
    void begin(std::deque<MarkFile>& files);
    void add(MarkFile& file);
    void finish();

  private:
    struct OpenPhase {
        std::int64_t begin;
        std::uint32_t name;
    };
    // Records that the ring should have and has not.
    struct Gap {
        std::int64_t begin = 0;
        std::uint64_t count = 0;
    };

    void add_lives(const MarkFile& file);
    void add_thread(std::uint32_t tid, std::int64_t time, std::string_view name);
    void take(Found found, const Record& record, std::uint64_t offset);
    void take_record(const Record& record, std::uint64_t offset);
    void end_phase(const Record& record, std::uint64_t offset);
    void change_state(const Record& record);
    void close_all(std::int64_t end);
    void close_gap(std::int64_t end);
    void add_mark(const Record& record, std::uint32_t name, bool is_frame);
    void add_phase(const OpenPhase& phase, std::int64_t end, std::uint32_t tid, std::uint8_t kind);
    std::uint32_t name_of(const Record& record, std::uint64_t offset);
    std::uint32_t frame_name(const Record& record, std::uint64_t offset);
    std::uint32_t intern(std::string_view text);
    void fact(const char* name, std::string_view text);
    void problem(const char* code, const std::string& text, std::uint64_t offset);

    Host host_;
    bl_builder* lane_;
    const bl_builder_api& api_;
    Rows processes_, threads_, marks_, phases_, counters_, losses_;
    std::int64_t end_ = 0;  // of the last record of all files
    std::uint64_t done_ = 0, total_ = 0;
    std::unordered_set<const MarkFile*> with_own_frames_;  // that the program itself marked

    // Of the file that is being read.
    const MarkFile* file_ = nullptr;
    std::uint32_t pid_ = 0;
    std::int64_t last_ = 0;  // time of its last record
    Gap gap_;
    std::vector<std::uint32_t> texts_;  // string ids of its names
    std::unordered_set<std::uint32_t> known_threads_;
    std::map<std::uint32_t, std::vector<OpenPhase>> open_;  // by thread
    OpenPhase state_{};
    bool has_state_ = false;
};

}  // namespace benchlab::marks
