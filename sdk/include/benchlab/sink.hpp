// sink.hpp: where an analyzer puts its results.  C++17 or later.
//
//     sink.heading("slow/17", "Frame at {0}", {Arg::time(begin)});
//     sink.value("fps", "Average", "Frames shown in the window, by its length", fps, BL_UNIT_FPS);
//
//     benchlab::TableBuilder table("by-process", "Hard faults by process");
//     table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
//     table.u64("count", "Faults", "Page faults that read from a disk", BL_UNIT_COUNT, BL_OUT_BAR);
//     table.f64("share", "Share", "Of all hard faults of the window", BL_UNIT_RATIO);
//     for (const auto& each : heaviest) table.row(each.name, each.count, each.share);
//     sink.table(table);
//
//     sink.finding(benchlab::Finding(BL_FINDING_WARNING, "faults.heavy", "{0} waited {1} for
//     disks",
//                                    {Arg::name(process, BL_NAME_PROCESS), Arg::ns(waited)})
//                      .share(0.4).see("by-process"));
//
// Numbers stay numbers and names say what they name; the host formats.  Ids are paths of
// [a-z0-9][a-z0-9._-]* parts, unique in the section.  The host copies before each call returns.
// A call returns BL_OK, or the reason why the host left the element out: it has warned about it
// already, so that most analyzers need not look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "benchlab/benchlab.h"
#include "benchlab/host.hpp"
#include "benchlab/store.hpp"

namespace benchlab {

// A figure or a name inside a text, for {0}, {1} and so on.
class Arg {
  public:
    static Arg count(std::uint64_t value) { return Arg(value, BL_UNIT_COUNT); }
    static Arg u64(std::uint64_t value, std::uint32_t unit) { return Arg(value, unit); }
    static Arg f64(double value, std::uint32_t unit) { return Arg(value, unit); }
    // A length of time.  Negative ones are given as a double.
    static Arg ns(std::int64_t value) { return signed_value(value, BL_UNIT_NS); }
    // A moment of the trace.
    static Arg time(std::int64_t value) { return signed_value(value, BL_UNIT_TRACE_TIME); }
    static Arg bytes(std::uint64_t value) { return Arg(value, BL_UNIT_BYTES); }
    static Arg share(double value) { return Arg(value, BL_UNIT_RATIO); }
    // kind is BL_NAME_*.
    static Arg name(std::string_view value, std::uint32_t kind) { return Arg(value, kind); }
    static Arg text(std::string_view value) { return Arg(value, BL_NAME_NONE); }

    // Points into this object.
    bl_arg to_abi() const {
        bl_arg out{};
        out.struct_size = sizeof(out);
        out.type = type_;
        out.unit = unit_;
        out.name_kind = name_kind_;
        out.u64 = u64_;
        out.f64 = f64_;
        out.text = text_.data();
        out.text_len = text_.size();
        return out;
    }

  private:
    Arg(std::uint64_t value, std::uint32_t unit) : type_(BL_VALUE_U64), unit_(unit), u64_(value) {}
    Arg(double value, std::uint32_t unit) : type_(BL_VALUE_F64), unit_(unit), f64_(value) {}
    Arg(std::string_view value, std::uint32_t kind)
        : type_(BL_VALUE_TEXT), name_kind_(kind), text_(value) {}
    static Arg signed_value(std::int64_t value, std::uint32_t unit) {
        if (value < 0) return Arg(static_cast<double>(value), unit);
        return Arg(static_cast<std::uint64_t>(value), unit);
    }

    std::uint32_t type_;
    std::uint32_t unit_ = BL_UNIT_NONE, name_kind_ = BL_NAME_NONE;
    std::uint64_t u64_ = 0;
    double f64_ = 0;
    std::string text_;
};

namespace detail {

// The ABI takes arrays of pointers to structs.
class AbiArgs {
  public:
    explicit AbiArgs(const std::vector<Arg>& args) {
        structs_.reserve(args.size());
        for (const Arg& arg : args) structs_.push_back(arg.to_abi());
        for (const bl_arg& each : structs_) pointers_.push_back(&each);
    }
    const bl_arg* const* data() const { return pointers_.data(); }
    std::uint32_t size() const { return static_cast<std::uint32_t>(pointers_.size()); }

  private:
    std::vector<bl_arg> structs_;
    std::vector<const bl_arg*> pointers_;
};

inline std::vector<const char*> c_texts(const std::vector<std::string>& texts) {
    std::vector<const char*> out;
    out.reserve(texts.size());
    for (const std::string& text : texts) out.push_back(text.c_str());
    return out;
}

}  // namespace detail

// A sentence about the trace.  severity is BL_FINDING_*; in the template {{ is a brace.
class Finding {
  public:
    Finding(std::uint32_t severity, std::string code, std::string text, std::vector<Arg> args = {})
        : severity_(severity),
          code_(std::move(code)),
          text_(std::move(text)),
          args_(std::move(args)) {}

    // The moment it is about.
    Finding& at(Window window) {
        window_ = window;
        return *this;
    }
    // 0 to 1: how much of the trouble it accounts for.
    Finding& share(double share) {
        share_ = share;
        return *this;
    }
    // The id of what shows it; may be called several times.
    Finding& see(std::string id) {
        see_.push_back(std::move(id));
        return *this;
    }

  private:
    friend class Sink;
    std::uint32_t severity_;
    std::string code_, text_;
    std::vector<Arg> args_;
    Window window_;
    double share_ = 0;
    std::vector<std::string> see_;
};

// Columns first, then rows; a cell is a text, a number, or nothing (std::nullopt, or an empty
// optional).
class TableBuilder {
  public:
    TableBuilder(std::string id, std::string title)
        : id_(std::move(id)), title_(std::move(title)) {}

    // name_kind is BL_NAME_*, flags is BL_OUT_*.
    void text(std::string id, std::string title, std::uint32_t name_kind = BL_NAME_NONE,
              std::uint32_t flags = 0, std::string help = {}) {
        add({BL_VALUE_TEXT, BL_UNIT_NONE, flags, name_kind, std::move(id), std::move(title),
             std::move(help)});
    }
    void u64(std::string id, std::string title, std::string help, std::uint32_t unit,
             std::uint32_t flags = 0) {
        add({BL_VALUE_U64, unit, flags, BL_NAME_NONE, std::move(id), std::move(title),
             std::move(help)});
    }
    void f64(std::string id, std::string title, std::string help, std::uint32_t unit,
             std::uint32_t flags = 0) {
        add({BL_VALUE_F64, unit, flags, BL_NAME_NONE, std::move(id), std::move(title),
             std::move(help)});
    }

    // One cell for each column, in their order.  A number goes into any number column; a cell of
    // the wrong kind, or a wrong count of cells, throws BL_E_INVALID.
    template <class... Cells>
    void row(const Cells&... cells) {
        if (sizeof...(Cells) != columns_.size()) fail("a row has another number of cells");
        std::size_t at = 0;
        (put(columns_[at++], cells), ...);
        ++rows_;
    }
    std::size_t size() const { return rows_; }
    // "and n more": rows that were left out on purpose.
    void omitted(std::uint64_t rows) { omitted_ = rows; }

  private:
    friend class Sink;
    struct ColumnData {
        std::uint32_t type, unit, flags, name_kind;
        std::string id, title, help;
        std::vector<std::uint64_t> u64 = {};
        std::vector<double> f64 = {};
        std::deque<std::string> texts = {};  // a deque, so that pointers to short ones stay
        std::vector<std::uint64_t> present = {};
        std::size_t absent = 0;
    };

    void add(ColumnData column) {
        if (rows_ != 0) fail("a column after the first row");
        columns_.push_back(std::move(column));
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(BL_E_INVALID, "table " + id_ + ": " + what);
    }

    void mark(ColumnData& column, bool present) {
        if (rows_ % 64 == 0) column.present.push_back(0);
        if (present) {
            column.present.back() |= std::uint64_t{1} << (rows_ % 64);
        } else {
            ++column.absent;
        }
    }
    void put(ColumnData& column, std::nullopt_t) {
        mark(column, false);
        if (column.type == BL_VALUE_U64) column.u64.push_back(0);
        if (column.type == BL_VALUE_F64) column.f64.push_back(0);
        if (column.type == BL_VALUE_TEXT) column.texts.emplace_back();
    }
    template <class Cell>
    void put(ColumnData& column, const std::optional<Cell>& cell) {
        if (cell) {
            put(column, *cell);
        } else {
            put(column, std::nullopt);
        }
    }
    template <class Cell>
    void put(ColumnData& column, const Cell& cell) {
        if constexpr (std::is_arithmetic_v<Cell>) {
            put_number(column, cell);
        } else {
            if (column.type != BL_VALUE_TEXT) fail("a text in the number column " + column.id);
            mark(column, true);
            column.texts.emplace_back(std::string_view(cell));
        }
    }
    template <class Number>
    void put_number(ColumnData& column, Number cell) {
        if (column.type == BL_VALUE_TEXT) fail("a number in the text column " + column.id);
        if (column.type == BL_VALUE_F64) {
            mark(column, true);
            column.f64.push_back(static_cast<double>(cell));
            return;
        }
        if constexpr (std::is_integral_v<Number>) {
            if constexpr (std::is_signed_v<Number>) {
                if (cell < 0) fail("a negative number in column " + column.id);
            }
            mark(column, true);
            column.u64.push_back(static_cast<std::uint64_t>(cell));
        } else {
            fail("a fraction in the whole-number column " + column.id);
        }
    }

    std::string id_, title_;
    std::deque<ColumnData> columns_;
    std::size_t rows_ = 0;
    std::uint64_t omitted_ = 0;
};

// Points over x.  chart is BL_CHART_*; x_unit BL_UNIT_TRACE_TIME puts it on the shared time axis.
struct Series {
    std::string id, title, help;
    std::uint32_t chart = BL_CHART_LINE, x_unit = BL_UNIT_TRACE_TIME, y_unit = BL_UNIT_NONE;
    std::string group = {};  // series of one group share a chart; empty: its own
    std::vector<double> x = {}, y = {};

    void add(double at, double value) {
        x.push_back(at);
        y.push_back(value);
    }
};

// edges has one more entry than counts, ascending.
struct Histogram {
    std::string id, title, help;
    std::uint32_t unit = BL_UNIT_NONE;
    std::vector<double> edges = {};
    std::vector<std::uint64_t> counts = {};
};

// A time-line: lanes of coloured spans, and arrows from one span to the begin of another.
class Spans {
  public:
    Spans(std::string id, std::string title, std::uint32_t lane_name_kind = BL_NAME_NONE,
          std::uint32_t label_name_kind = BL_NAME_NONE)
        : id_(std::move(id)),
          title_(std::move(title)),
          lane_name_kind_(lane_name_kind),
          label_name_kind_(label_name_kind) {}

    // What the time-line shows, for readers of the report.
    Spans& help(std::string text) {
        help_ = std::move(text);
        return *this;
    }
    // Each gives the number to use in add().
    std::uint32_t lane(std::string name) { return named(lanes_, std::move(name)); }
    std::uint32_t kind(std::string name) { return named(kinds_, std::move(name)); }

    // Gives the number to use in arrow().
    std::uint64_t add(std::uint32_t lane, std::int64_t begin, std::int64_t end, std::uint32_t kind,
                      std::optional<std::string> label = std::nullopt) {
        lane_.push_back(lane);
        begin_.push_back(begin);
        end_.push_back(end);
        kind_.push_back(kind);
        labels_.push_back(std::move(label));
        return begin_.size() - 1;
    }
    void arrow(std::uint64_t from, std::uint64_t to) {
        arrow_from_.push_back(from);
        arrow_to_.push_back(to);
    }
    std::size_t size() const { return begin_.size(); }

  private:
    friend class Sink;
    static std::uint32_t named(std::vector<std::string>& names, std::string name) {
        names.push_back(std::move(name));
        return static_cast<std::uint32_t>(names.size() - 1);
    }

    std::string id_, title_, help_;
    std::uint32_t lane_name_kind_, label_name_kind_;
    std::vector<std::string> lanes_, kinds_;
    std::vector<std::uint32_t> lane_, kind_;
    std::vector<std::int64_t> begin_, end_;
    std::vector<std::optional<std::string>> labels_;
    std::vector<std::uint64_t> arrow_from_, arrow_to_;
};

// Weighted stacks, under their thread when one is given for each.
class Flame {
  public:
    Flame(std::string id, std::string title, std::uint32_t unit)
        : id_(std::move(id)), title_(std::move(title)), unit_(unit) {}

    // What the weights are, for readers of the report.
    Flame& help(std::string text) {
        help_ = std::move(text);
        return *this;
    }
    void add(StackId stack, std::uint64_t weight) {
        stacks_.push_back(index(stack));
        weights_.push_back(weight);
    }
    void add(Row thread, StackId stack, std::uint64_t weight) {
        threads_.push_back(thread);
        add(stack, weight);
    }

  private:
    friend class Sink;
    std::string id_, title_, help_;
    std::uint32_t unit_;
    std::vector<std::uint32_t> threads_, stacks_;
    std::vector<std::uint64_t> weights_;
};

class Sink {
  public:
    explicit Sink(bl_sink* sink) : sink_(sink) {}
    bl_sink* raw() const { return sink_; }

    // Titles a path; order does not matter.
    bl_status heading(const std::string& id, const std::string& title,
                      const std::vector<Arg>& args = {}) {
        const detail::AbiArgs abi_args(args);
        bl_out_heading out{};
        out.struct_size = sizeof(out);
        out.arg_count = abi_args.size();
        out.id = id.c_str();
        out.title = title.c_str();
        out.args = abi_args.data();
        return sink_->heading(sink_, &out);
    }

    // A figure.  help defines it; unit is BL_UNIT_*, flags BL_OUT_*.  An integer goes as u64,
    // unless it is negative.
    template <class Number>
    bl_status value(const std::string& id, const std::string& title, const std::string& help,
                    Number number, std::uint32_t unit, std::uint32_t flags = 0) {
        static_assert(std::is_arithmetic_v<Number>, "a text goes by text()");
        bl_out_value out = value_of(id, title, help, number, unit, flags);
        return sink_->value(sink_, &out);
    }
    // The same with its 95 % interval.
    template <class Number>
    bl_status value(const std::string& id, const std::string& title, const std::string& help,
                    Number number, std::uint32_t unit, std::uint32_t flags,
                    std::pair<double, double> interval) {
        bl_out_value out = value_of(id, title, help, number, unit, flags);
        out.low = interval.first;
        out.high = interval.second;
        return sink_->value(sink_, &out);
    }
    // kind is BL_NAME_*.
    bl_status text(const std::string& id, const std::string& title, std::string_view text,
                   std::uint32_t kind = BL_NAME_NONE) {
        bl_out_value out{};
        out.struct_size = sizeof(out);
        out.type = BL_VALUE_TEXT;
        out.name_kind = kind;
        out.id = id.c_str();
        out.title = title.c_str();
        out.text = text.data();
        out.text_len = text.size();
        return sink_->value(sink_, &out);
    }

    bl_status table(const TableBuilder& table) {
        std::vector<std::vector<const char*>> pointers(table.columns_.size());
        std::vector<std::vector<std::uint64_t>> lengths(table.columns_.size());
        std::vector<bl_out_column> columns;
        columns.reserve(table.columns_.size());
        for (const auto& column : table.columns_) {
            const std::size_t at = columns.size();
            columns.push_back(column_of(column, pointers[at], lengths[at]));
        }
        std::vector<const bl_out_column*> column_pointers;
        for (const bl_out_column& column : columns) column_pointers.push_back(&column);
        bl_out_table out{};
        out.struct_size = sizeof(out);
        out.column_count = static_cast<std::uint32_t>(columns.size());
        out.id = table.id_.c_str();
        out.title = table.title_.c_str();
        out.columns = column_pointers.data();
        out.row_count = table.rows_;
        out.rows_omitted = table.omitted_;
        return sink_->table(sink_, &out);
    }

    // x and y are equally long; else BL_E_INVALID is thrown.
    bl_status series(const Series& series) {
        if (series.x.size() != series.y.size()) {
            throw Error(BL_E_INVALID, "series " + series.id + ": x and y differ in length");
        }
        bl_out_series out{};
        out.struct_size = sizeof(out);
        out.chart = series.chart;
        out.x_unit = series.x_unit;
        out.y_unit = series.y_unit;
        out.id = series.id.c_str();
        out.title = series.title.c_str();
        out.help = series.help.c_str();
        out.group = series.group.empty() ? nullptr : series.group.c_str();
        out.x = series.x.data();
        out.y = series.y.data();
        out.count = series.x.size();
        return sink_->series(sink_, &out);
    }

    bl_status histogram(const Histogram& histogram) {
        if (histogram.edges.size() != histogram.counts.size() + 1) {
            throw Error(BL_E_INVALID, "histogram " + histogram.id + ": one edge more than counts");
        }
        bl_out_histogram out{};
        out.struct_size = sizeof(out);
        out.unit = histogram.unit;
        out.id = histogram.id.c_str();
        out.title = histogram.title.c_str();
        out.help = histogram.help.c_str();
        out.edges = histogram.edges.data();
        out.counts = histogram.counts.data();
        out.count = histogram.counts.size();
        return sink_->histogram(sink_, &out);
    }

    bl_status spans(const Spans& spans) {
        const auto lanes = detail::c_texts(spans.lanes_);
        const auto kinds = detail::c_texts(spans.kinds_);
        std::vector<const char*> labels;
        for (const auto& label : spans.labels_) {
            labels.push_back(label ? label->c_str() : nullptr);
        }
        bl_out_spans out{};
        out.struct_size = sizeof(out);
        out.lane_count = static_cast<std::uint32_t>(lanes.size());
        out.lane_name_kind = spans.lane_name_kind_;
        out.label_name_kind = spans.label_name_kind_;
        out.id = spans.id_.c_str();
        out.title = spans.title_.c_str();
        out.help = spans.help_.c_str();
        out.lanes = lanes.data();
        out.kinds = kinds.data();
        out.kind_count = kinds.size();
        out.lane = spans.lane_.data();
        out.begin = spans.begin_.data();
        out.end = spans.end_.data();
        out.kind = spans.kind_.data();
        out.labels = labels.data();
        out.count = spans.begin_.size();
        out.arrow_from = spans.arrow_from_.data();
        out.arrow_to = spans.arrow_to_.data();
        out.arrow_count = spans.arrow_from_.size();
        return sink_->spans(sink_, &out);
    }

    // Threads for all stacks or for none; else BL_E_INVALID is thrown.
    bl_status flame(const Flame& flame) {
        if (!flame.threads_.empty() && flame.threads_.size() != flame.stacks_.size()) {
            throw Error(BL_E_INVALID, "flame " + flame.id_ + ": some stacks have no thread");
        }
        bl_out_flame out{};
        out.struct_size = sizeof(out);
        out.unit = flame.unit_;
        out.id = flame.id_.c_str();
        out.title = flame.title_.c_str();
        out.help = flame.help_.c_str();
        out.threads = flame.threads_.empty() ? nullptr : flame.threads_.data();
        out.stacks = flame.stacks_.data();
        out.weights = flame.weights_.data();
        out.count = flame.stacks_.size();
        return sink_->flame(sink_, &out);
    }

    bl_status finding(const Finding& finding) {
        const detail::AbiArgs args(finding.args_);
        const auto see = detail::c_texts(finding.see_);
        bl_out_finding out{};
        out.struct_size = sizeof(out);
        out.severity = finding.severity_;
        out.code = finding.code_.c_str();
        out.text = finding.text_.c_str();
        out.args = args.data();
        out.arg_count = args.size();
        out.begin = finding.window_.begin;
        out.end = finding.window_.end;
        out.share = finding.share_;
        out.see = see.data();
        out.see_count = see.size();
        return sink_->finding(sink_, &out);
    }

  private:
    template <class Number>
    static bl_out_value value_of(const std::string& id, const std::string& title,
                                 const std::string& help, Number number, std::uint32_t unit,
                                 std::uint32_t flags) {
        bl_out_value out{};
        out.struct_size = sizeof(out);
        out.unit = unit;
        out.flags = flags;
        out.id = id.c_str();
        out.title = title.c_str();
        out.help = help.c_str();
        bool whole = std::is_integral_v<Number>;
        if constexpr (std::is_signed_v<Number>) whole = whole && number >= 0;
        out.type = whole ? BL_VALUE_U64 : BL_VALUE_F64;
        if (whole) {
            out.u64 = static_cast<std::uint64_t>(number);
        } else {
            out.f64 = static_cast<double>(number);
        }
        return out;
    }

    static bl_out_column column_of(const TableBuilder::ColumnData& column,
                                   std::vector<const char*>& pointers,
                                   std::vector<std::uint64_t>& lengths) {
        bl_out_column out{};
        out.struct_size = sizeof(out);
        out.type = column.type;
        out.unit = column.unit;
        out.flags = column.flags;
        out.name_kind = column.name_kind;
        out.id = column.id.c_str();
        out.title = column.title.c_str();
        out.help = column.help.empty() ? nullptr : column.help.c_str();
        for (const std::string& text : column.texts) {
            pointers.push_back(text.data());
            lengths.push_back(text.size());
        }
        if (column.type == BL_VALUE_U64) out.data = column.u64.data();
        if (column.type == BL_VALUE_F64) out.data = column.f64.data();
        if (column.type == BL_VALUE_TEXT) out.data = pointers.data();
        if (column.type == BL_VALUE_TEXT) out.lengths = lengths.data();
        out.present = column.absent == 0 ? nullptr : column.present.data();
        return out;
    }

    bl_sink* sink_;
};

}  // namespace benchlab
