// One recording: turns the rows of its logs into rows of the store.
#pragma once

#include <benchlab/benchlab.h>

#include <benchlab/host.hpp>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frame_batch.hpp"
#include "layout.hpp"
#include "raw_row.hpp"
#include "time_plan.hpp"

namespace benchlab::framelog {

class Recording {
  public:
    Recording(const bl_host* host, const bl_read& read, bl_builder* lane,
              const bl_builder_api& api);

    Host host() const { return host_; }

    // A log begins, or (continues) another capture within one, which may count its time from 0
    // again.  `program` is who ran, of a log that does not say it in its rows; longest_ns is what
    // no duration in it can be longer than.
    void begin_log(const Layout& layout, const TimePlan& plan, std::string_view program,
                   double longest_ns, bool continues);
    void add(const RawRow& row);
    // After the last row.
    void finish();

    void fact(const std::string& name, std::string_view text);
    // `where` is the file and, when there is one, the line.
    void problem(const Complaint& complaint, std::string_view where, std::uint64_t offset);
    // What add() has to say is about this file.
    void set_path(const std::string& path) { path_ = path; }

  private:
    struct Chain {
        std::int64_t last = BL_NO_TIME;  // the last Present, on the log's own axis
        bool noted_back = false;
    };
    struct Text {
        std::string last;
        std::uint32_t id = 0;
        bool is_set = false;
    };

    void set_clock(const TimePlan& plan);
    void choose_columns(const Layout& layout);
    void set_durations(const RawRow& row, Frame& frame);
    void set_integers(const RawRow& row, Frame& frame);
    void set_texts(const RawRow& row, Frame& frame);
    void set_times(const RawRow& row, Frame& frame);
    std::int64_t on_clock(std::int64_t time) const;
    void follow(std::int64_t& time, const RawRow& row);
    void note_process(std::string_view application, std::uint32_t pid, std::int64_t time);
    void complain(const char* code, std::string text, const RawRow& row);
    std::uint32_t intern(std::string_view text);
    static void check(bl_status status);

    Host host_;
    bl_builder* lane_;
    const bl_builder_api& api_;
    bool wanted_ = true;  // frame_log is
    std::string path_;

    bool has_clock_ = false;
    std::uint64_t clock_frequency_ = 0;  // 0: ns
    std::int64_t clock_zero_ = 0;

    // Of the log that is being read.
    TimePlan plan_;
    Tool tool_ = Tool::kPresentMon;
    bool has_dropped_ = false, has_until_displayed_ = false, has_displayed_time_ = false;
    std::string program_;
    double longest_ns_ = 0;
    std::int64_t shift_ = 0;  // puts a capture behind the one before it in the same file
    bool first_row_ = true, joined_ = false;

    std::unordered_map<std::uint64_t, Chain> chains_;
    std::set<std::pair<std::uint32_t, std::string>> processes_;
    std::pair<std::uint32_t, std::string> last_process_{BL_NO_ROW, {}};
    Text texts_[kTextCount];
    std::int64_t latest_ = 0;  // on the log's own axis, with shift_
    FrameBatch batch_;
    std::uint64_t rows_ = 0;
    // MangoHud: does the log have every frame?
    double frame_sum_ns_ = 0;
    std::int64_t first_time_ = BL_NO_TIME, last_time_ = BL_NO_TIME;
};

}  // namespace benchlab::framelog
