#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "report/prose.hpp"

namespace benchlab::report {
namespace {

constexpr std::size_t kGap = 2;
constexpr std::size_t kLeastBar = 8;
constexpr std::size_t kWidestBar = 24;
constexpr std::size_t kLeastText = 16;

double as_number(const Scalar& value) {
    if (const auto* whole = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*whole);
    const auto* number = std::get_if<double>(&value);
    return number ? *number : 0;
}

class Layout {
  public:
    Layout(const Table& table, std::size_t width) : width_(width) {
        rows_ = std::min(table.row_count(), kMostShownRows);
        for (const Column* column : filled_columns(table)) shown_.push_back(make(*column));
        fit();
    }

    std::size_t rows() const { return rows_; }

    std::string header(const Paint& paint) const {
        std::string line;
        std::string rule;
        for (const Shown& column : shown_) {
            const std::size_t gap = rule.empty() ? 0 : kGap;
            line += std::string(gap, ' ') + aligned(column, column.title);
            rule += std::string(gap, ' ') + std::string(column.width, '-');
            if (column.bar) line += std::string(bar_room(), ' ');
            if (column.bar) rule += std::string(bar_room(), ' ');
        }
        return paint.bold(trimmed(line)) + "\n" + paint.dim(trimmed(rule)) + "\n";
    }

    std::string row(std::size_t index, const Paint& paint) const {
        std::string line;
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const Shown& column = shown_[i];
            const std::string gap(i == 0 ? 0 : kGap, ' ');
            line += gap + aligned(column, column.cells[index]);
            if (column.bar && bar_ > 0) {
                const double length = as_number(column.from->at(index));
                const std::string bar = text_bar(length, column.greatest, bar_);
                line += " " + paint.with("36", bar);
                line += std::string(bar_ - bar.size(), ' ');
            }
        }
        return trimmed(line) + "\n";
    }

  private:
    struct Shown {
        const Column* from = nullptr;
        std::string title;
        std::vector<std::string> cells;
        std::size_t width = 0;
        bool text = false;
        bool bar = false;
        double greatest = 0;
    };

    Shown make(const Column& column) const {
        Shown shown;
        shown.from = &column;
        shown.title = base::printable(title_of(column));
        shown.text = column.type() == ScalarType::kText;
        shown.bar = (column.flags & kOutBar) != 0 && !shown.text;
        shown.width = base::display_width(shown.title);
        shown.cells.reserve(rows_);
        for (std::size_t row = 0; row < rows_; ++row) {
            const Scalar value = column.at(row);
            const bool blank = shown.text && is_absent(value);
            std::string cell = blank ? "" : base::printable(format_cell(column, row));
            shown.width = std::max(shown.width, base::display_width(cell));
            shown.greatest = std::max(shown.greatest, as_number(value));
            shown.cells.push_back(std::move(cell));
        }
        return shown;
    }

    std::size_t bars() const {
        return static_cast<std::size_t>(std::count_if(
            shown_.begin(), shown_.end(), [](const Shown& column) { return column.bar; }));
    }
    std::size_t bar_room() const { return bar_ == 0 ? 0 : bar_ + 1; }

    std::size_t total(std::size_t bar) const {
        std::size_t sum = shown_.empty() ? 0 : kGap * (shown_.size() - 1);
        for (const Shown& column : shown_) sum += column.width;
        return sum + (bar == 0 ? 0 : bars() * (bar + 1));
    }

    void fit() {
        const auto wide_only = [](const Shown& column) {
            return (column.from->flags & kOutWideOnly) != 0;
        };
        while (total(kLeastBar) > width_) {
            const auto last = std::find_if(shown_.rbegin(), shown_.rend(), wide_only);
            if (last == shown_.rend()) break;
            shown_.erase(std::next(last).base());
        }
        if (bars() > 0 && total(kLeastBar) <= width_) {
            const std::size_t spare = (width_ - total(kLeastBar)) / bars();
            bar_ = std::min(kLeastBar + spare, kWidestBar);
        }
        if (total(0) > width_) cut_texts(total(0) - width_);
    }

    void cut_texts(std::size_t excess) {
        while (excess > 0) {
            Shown* widest = nullptr;
            for (Shown& column : shown_) {
                if (column.text && column.width > (widest ? widest->width : kLeastText)) {
                    widest = &column;
                }
            }
            if (!widest) return;
            --widest->width;
            --excess;
        }
    }

    static std::string aligned(const Shown& column, const std::string& cell) {
        const std::string fitted = shorten(cell, column.width);
        return column.text ? base::pad_right(fitted, column.width)
                           : base::pad_left(fitted, column.width);
    }

    static std::string trimmed(std::string line) {
        line.erase(line.find_last_not_of(' ') + 1);
        return line;
    }

    std::vector<Shown> shown_;
    std::size_t rows_ = 0;
    std::size_t width_;
    std::size_t bar_ = 0;
};

bool continues(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

std::string text_bar(double length, double full, std::size_t width) {
    if (!(length > 0) || !(full > 0) || width == 0) return "";
    const double share = std::min(length / full, 1.0);
    const auto marks = static_cast<std::size_t>(std::lround(share * static_cast<double>(width)));
    return std::string(std::max<std::size_t>(marks, 1), '#');
}

std::string shorten(const std::string& text, std::size_t width) {
    constexpr std::string_view kCut = "...";
    if (base::display_width(text) <= width) return text;
    if (width <= kCut.size()) return std::string(kCut.substr(0, width));
    const std::size_t tail_width = (width - kCut.size()) / 2;
    const std::size_t head_width = width - kCut.size() - tail_width;
    std::size_t head = 0;
    for (std::size_t i = 1; i <= text.size(); ++i) {
        if (i < text.size() && continues(text[i])) continue;
        if (base::display_width(text.substr(0, i)) > head_width) break;
        head = i;
    }
    std::size_t tail = text.size();
    for (std::size_t i = text.size(); i-- > head;) {
        if (continues(text[i])) continue;
        if (base::display_width(text.substr(i)) > tail_width) break;
        tail = i;
    }
    return text.substr(0, head) + std::string(kCut) + text.substr(tail);
}

std::string text_table(const Table& table, std::size_t width, const Paint& paint) {
    if (table.columns.empty()) return "";
    const Layout layout(table, width);
    std::string out = layout.header(paint);
    for (std::size_t row = 0; row < layout.rows(); ++row) out += layout.row(row, paint);
    const std::uint64_t more = table.rows_omitted + (table.row_count() - layout.rows());
    if (table.row_count() == 0 && more == 0) out += paint.dim("(none)") + "\n";
    if (more > 0) {
        const auto count = base::format_quantity(static_cast<double>(more), Unit::kCount);
        out += paint.dim(fmt::format("and {} more", count)) + "\n";
    }
    return out;
}

}  // namespace benchlab::report
