// A row as the log has it: numbers in the units of their columns.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "columns.hpp"
#include "layout.hpp"
#include "text.hpp"

namespace benchlab::framelog {

inline constexpr double kAbsent = std::numeric_limits<double>::quiet_NaN();

struct RawRow {
    std::array<std::string_view, kTextCount> text;
    // Of every field that is no text; NaN when absent.  Dropped and AllowsTearing are 0 or 1.
    std::array<double, kFieldCount> number;
    // What a double cannot hold: counter values, dates and addresses.
    std::int64_t qpc = 0, cpu_start_qpc = 0;
    std::uint64_t swap_chain = 0, app_frame = 0;
    std::uint64_t offset = 0, line = 0;

    RawRow() { clear(); }
    void clear() {
        text.fill({});
        number.fill(kAbsent);
        qpc = cpu_start_qpc = 0;
        swap_chain = app_frame = 0;
    }
    double operator[](Field field) const { return number[index(field)]; }
    double& operator[](Field field) { return number[index(field)]; }
    bool has(Field field) const { return !std::isnan(number[index(field)]); }
};

// What was wrong with a row: a stable code and a sentence.
struct Complaint {
    const char* code = nullptr;
    std::string text;
};

class RowParser {
  public:
    RowParser() = default;
    explicit RowParser(const Layout& layout);

    // The text, without its line end, as a row; the texts in it are views of `line`.  False when
    // it is no row, with the reason as the last complaint.  Complaints add to those there are.
    bool parse(std::string_view line, RawRow& row, std::vector<Complaint>& complaints);
    // A last line that nothing ends: half a row is none, and a last value that is shorter than
    // those before is not believed.
    bool parse_cut(std::string_view line, RawRow& row, std::vector<Complaint>& complaints);

  private:
    bool read(RawRow& row, std::vector<Complaint>& complaints);
    void read_field(Field field, std::string_view text, RawRow& row,
                    std::vector<Complaint>& complaints);
    void read_exact(Field field, std::string_view text, RawRow& row,
                    std::vector<Complaint>& complaints);
    bool repair(std::string_view line);
    bool fits(std::size_t shift) const;

    Layout layout_;
    Decimals decimals_;
    std::vector<std::string_view> fields_;
    std::size_t application_ = 0, process_id_ = 0, swap_chain_ = 0;
    // Of the row before how many fields; the form of the last field that had a value.
    std::size_t count_before_ = 0;
    std::size_t last_length_before_ = 0, last_decimals_before_ = 0;
};

}  // namespace benchlab::framelog
