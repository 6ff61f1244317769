// What the time columns of a log mean, found out from its first rows.
//
// Headings do not tell: PresentMon writes milliseconds under TimeInSeconds (--qpc_time_ms), seconds
// under QPCTime, and never the frequency of its counter; MangoHud changed the unit of frametime.
// So the unit comes from the rows: the difference of the column between two rows of one swap chain
// is the time between two Present calls, which another column has in milliseconds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "columns.hpp"
#include "layout.hpp"
#include "raw_row.hpp"

namespace benchlab::framelog {

struct TimePlan {
    Field present = Field::kNone;    // the time of the Present call
    Field cpu_start = Field::kNone;  // the start of the frame, on the same axis
    // Of the counter; 0: times are ns since the start of the log (its first row, for dates).
    std::uint64_t frequency = 0;
    double present_ns = 0, cpu_start_ns = 0;  // ns in one unit of the column, without counter
    double frame_time_ms = 1;                 // MangoHud: ms in one unit of frametime
    // Ticks of the counter, or ns: the start of the log, and what is the same in all rows of it
    // (a date); the latest of the rows seen.
    std::int64_t zero = 0, base = 0, latest = 0;
    std::vector<Complaint> complaints;
    std::string clock;  // in words

    bool has_times() const { return present != Field::kNone || cpu_start != Field::kNone; }
    std::int64_t ticks(double ns) const;
    // Ticks (or ns) of a row; BL_NO_TIME when it has none.
    std::int64_t present_of(const RawRow& row) const;
    std::int64_t cpu_start_of(const RawRow& row) const;

  private:
    std::int64_t moment(Field field, double unit_ns, const RawRow& row) const;
};

// From the first rows, or all.  Texts in them are not looked at.
TimePlan plan_times(const Layout& layout, const std::vector<RawRow>& rows);

}  // namespace benchlab::framelog
