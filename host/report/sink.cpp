#include "report/sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <unordered_set>

#include "report/names.hpp"
#include "report/sink_copy.hpp"

namespace benchlab::report {
namespace {

// The document's enumerators are those of the ABI, so that they are cast and never mapped.
#define BENCHLAB_SAME(ours, theirs) \
    static_assert(static_cast<std::uint32_t>(ours) == static_cast<std::uint32_t>(theirs))
BENCHLAB_SAME(Unit::kNone, BL_UNIT_NONE);
BENCHLAB_SAME(Unit::kCount, BL_UNIT_COUNT);
BENCHLAB_SAME(Unit::kNanoseconds, BL_UNIT_NS);
BENCHLAB_SAME(Unit::kBytes, BL_UNIT_BYTES);
BENCHLAB_SAME(Unit::kRatio, BL_UNIT_RATIO);
BENCHLAB_SAME(Unit::kPerSecond, BL_UNIT_PER_SECOND);
BENCHLAB_SAME(Unit::kBytesPerSecond, BL_UNIT_BYTES_PER_SECOND);
BENCHLAB_SAME(Unit::kHertz, BL_UNIT_HERTZ);
BENCHLAB_SAME(Unit::kTraceTime, BL_UNIT_TRACE_TIME);
BENCHLAB_SAME(Unit::kFps, BL_UNIT_FPS);
BENCHLAB_SAME(Unit::kCycles, BL_UNIT_CYCLES);
BENCHLAB_SAME(Unit::kAddress, BL_UNIT_ADDRESS);
BENCHLAB_SAME(base::kUnitCount, BL_UNIT_ADDRESS + 1);
BENCHLAB_SAME(NameKind::kNone, BL_NAME_NONE);
BENCHLAB_SAME(NameKind::kProcess, BL_NAME_PROCESS);
BENCHLAB_SAME(NameKind::kThread, BL_NAME_THREAD);
BENCHLAB_SAME(NameKind::kModule, BL_NAME_MODULE);
BENCHLAB_SAME(NameKind::kFunction, BL_NAME_FUNCTION);
BENCHLAB_SAME(NameKind::kFile, BL_NAME_FILE);
BENCHLAB_SAME(ScalarType::kU64, BL_VALUE_U64);
BENCHLAB_SAME(ScalarType::kF64, BL_VALUE_F64);
BENCHLAB_SAME(ScalarType::kText, BL_VALUE_TEXT);
BENCHLAB_SAME(kOutKey, BL_OUT_KEY);
BENCHLAB_SAME(kOutBar, BL_OUT_BAR);
BENCHLAB_SAME(kOutWideOnly, BL_OUT_WIDE_ONLY);
BENCHLAB_SAME(kOutLessIsBetter, BL_OUT_LESS_IS_BETTER);
BENCHLAB_SAME(kOutMoreIsBetter, BL_OUT_MORE_IS_BETTER);
BENCHLAB_SAME(kOutAddsUp, BL_OUT_ADDS_UP);
BENCHLAB_SAME(Chart::kLine, BL_CHART_LINE);
BENCHLAB_SAME(Chart::kStep, BL_CHART_STEP);
BENCHLAB_SAME(Chart::kPoints, BL_CHART_POINTS);
BENCHLAB_SAME(Chart::kBars, BL_CHART_BARS);
BENCHLAB_SAME(Severity::kNote, BL_FINDING_NOTE);
BENCHLAB_SAME(Severity::kInfo, BL_FINDING_INFO);
BENCHLAB_SAME(Severity::kWarning, BL_FINDING_WARNING);
BENCHLAB_SAME(Severity::kProblem, BL_FINDING_PROBLEM);
#undef BENCHLAB_SAME

constexpr std::uint32_t kMostColumns = 256;
constexpr std::uint64_t kMostSee = 64;

std::string or_id(std::string title, const std::string& id, Copier& copier) {
    if (!title.empty()) return title;
    copier.complain("has no title");
    return id;
}

std::string help_of(const char* help, Copier& copier) {
    std::string text = copier.text(help);
    if (text.empty()) copier.complain("a figure has no help");
    return text;
}

void check_places(std::string_view text, const std::vector<Arg>& args, Copier& copier) {
    if (count_bad_places(text, args.size()) > 0) {
        copier.complain("a place such as {0} in a text has no argument");
    }
}

Heading copy(const bl_out_heading& from, const std::string&, Copier& copier) {
    if (!from.title) throw Refused{BL_E_INVALID, "a heading has no title"};
    Heading heading{copier.text(from.title), copier.args(from.args, from.arg_count)};
    check_places(heading.title, heading.args, copier);
    return heading;
}

Value copy(const bl_out_value& from, const std::string& id, Copier& copier) {
    Value value;
    value.value = copier.scalar(from.type, from.u64, from.f64, from.text, from.text_len);
    value.title = or_id(copier.text(from.title), id, copier);
    value.help = from.type == BL_VALUE_TEXT ? copier.text(from.help) : help_of(from.help, copier);
    value.unit = copier.unit(from.unit);
    value.flags = from.flags & kPluginFlags;
    value.name_kind = copier.name_kind(from.name_kind);
    if (from.low != 0 || from.high != 0) {
        if (std::isfinite(from.low) && std::isfinite(from.high) && from.low <= from.high) {
            value.interval = Interval{from.low, from.high};
        } else {
            copier.complain("an interval that is none was left out");
        }
    }
    return value;
}

Table copy(const bl_out_table& from, const std::string& id, Copier& copier) {
    if (from.column_count == 0) throw Refused{BL_E_INVALID, "a table has no columns"};
    if (from.column_count > kMostColumns) {
        throw Refused{BL_E_INVALID, fmt::format("a table has more than {} columns", kMostColumns)};
    }
    if (!from.columns) throw Refused{BL_E_INVALID, "columns is NULL"};
    return {or_id(copier.text(from.title), id, copier), {}, from.rows_omitted, TableUse::kShown};
}

void copy_columns(const bl_out_table& from, Table& table, std::uint64_t most_rows, Copier& copier) {
    const std::uint64_t rows = std::min(from.row_count, most_rows);
    if (rows < from.row_count) {
        copier.complain("a table has too many rows; those above the limit were left out");
        const std::uint64_t cut = from.row_count - rows;
        const bool fits = table.rows_omitted <= std::numeric_limits<std::uint64_t>::max() - cut;
        table.rows_omitted =
            fits ? table.rows_omitted + cut : std::numeric_limits<std::uint64_t>::max();
    }
    for (std::uint32_t i = 0; i < from.column_count; ++i) {
        const auto column = copier.struct_of(from.columns[i], "a column");
        Column copied = copier.column(column, rows);
        if (table.find(copied.id)) throw Refused{BL_E_INVALID, "two columns have the same id"};
        table.columns.push_back(std::move(copied));
    }
}

Series copy(const bl_out_series& from, const std::string& id, Copier& copier) {
    if (from.chart < BL_CHART_LINE || from.chart > BL_CHART_BARS) {
        throw Refused{BL_SKIPPED, "was left out, as it is an unknown kind of chart"};
    }
    Series series;
    series.title = or_id(copier.text(from.title), id, copier);
    series.help = help_of(from.help, copier);
    series.group = copier.text(from.group);
    series.chart = static_cast<Chart>(from.chart);
    series.x_unit = copier.unit(from.x_unit);
    series.y_unit = copier.unit(from.y_unit);
    series.x = copier.numbers(from.x, from.count, "x");
    series.y = copier.numbers(from.y, from.count, "y");
    return series;
}

Histogram copy(const bl_out_histogram& from, const std::string& id, Copier& copier) {
    Histogram histogram;
    histogram.title = or_id(copier.text(from.title), id, copier);
    histogram.help = help_of(from.help, copier);
    histogram.unit = copier.unit(from.unit);
    if (from.count == 0) return histogram;
    histogram.counts = copier.array(from.counts, from.count, "counts");
    histogram.edges = copier.array(from.edges, from.count + 1, "edges");
    const bool finite = std::all_of(histogram.edges.begin(), histogram.edges.end(),
                                    [](double edge) { return std::isfinite(edge); });
    if (!finite || !std::is_sorted(histogram.edges.begin(), histogram.edges.end())) {
        throw Refused{BL_E_INVALID, "the edges of a histogram do not ascend"};
    }
    return histogram;
}

template <class T>
void check_below(const std::vector<T>& indices, std::uint64_t limit, std::string_view what) {
    if (std::any_of(indices.begin(), indices.end(), [limit](T index) { return index >= limit; })) {
        throw Refused{BL_E_INVALID, fmt::format("names a {} that is not there", what)};
    }
}

Spans copy(const bl_out_spans& from, const std::string& id, Copier& copier) {
    Spans spans;
    spans.title = or_id(copier.text(from.title), id, copier);
    spans.help = copier.text(from.help);
    spans.lane_name_kind = copier.name_kind(from.lane_name_kind);
    spans.label_name_kind = copier.name_kind(from.label_name_kind);
    spans.lanes = copier.texts(from.lanes, from.lane_lengths, from.lane_count, "lanes");
    spans.kinds = copier.texts(from.kinds, nullptr, from.kind_count, "kinds");
    spans.lane = copier.array(from.lane, from.count, "lane");
    spans.begin = copier.array(from.begin, from.count, "begin");
    spans.end = copier.array(from.end, from.count, "end");
    spans.kind = copier.array(from.kind, from.count, "kind");
    if (from.labels)
        spans.labels = copier.texts(from.labels, from.label_lengths, from.count, "labels");
    spans.arrow_from = copier.array(from.arrow_from, from.arrow_count, "arrow_from");
    spans.arrow_to = copier.array(from.arrow_to, from.arrow_count, "arrow_to");
    check_below(spans.lane, from.lane_count, "lane");
    check_below(spans.kind, from.kind_count, "kind");
    check_below(spans.arrow_from, from.count, "span");
    check_below(spans.arrow_to, from.count, "span");
    for (std::size_t i = 0; i < spans.begin.size(); ++i) {
        if (spans.end[i] < spans.begin[i]) {
            throw Refused{BL_E_INVALID, "a span ends before it begins"};
        }
    }
    return spans;
}

// Without a namer the ids themselves are the names.
void add_stack(const bl_out_flame& from, std::uint64_t at, const FrameNamer* namer,
               FlameBuilder& builder) {
    std::vector<FrameName> path;
    const std::string thread = from.threads ? fmt::format("thread row {}", from.threads[at]) : "";
    const std::string stack = fmt::format("stack {}", from.stacks[at]);
    if (namer == nullptr) {
        if (from.threads) path.push_back({thread, NameKind::kNone});
        path.push_back({stack, NameKind::kNone});
    } else if ((from.threads && !namer->thread(from.threads[at], path)) ||
               !namer->stack(from.stacks[at], path)) {
        throw Refused{BL_E_INVALID, "names a stack or thread that the store has not"};
    }
    builder.add(path, from.weights[at]);
}

Flame copy(const bl_out_flame& from, const std::string& id, Copier& copier,
           const FrameNamer* namer) {
    Flame flame;
    flame.title = or_id(copier.text(from.title), id, copier);
    flame.help = copier.text(from.help);
    flame.unit = copier.unit(from.unit);
    if (from.count > 0 && (!from.stacks || !from.weights)) {
        throw Refused{BL_E_INVALID, "stacks or weights are NULL"};
    }
    FlameBuilder builder(flame);
    for (std::uint64_t i = 0; i < from.count; ++i) add_stack(from, i, namer, builder);
    std::uint64_t bytes = 0;
    for (const std::string& name : flame.names) bytes += name.size() + sizeof(std::uint32_t);
    copier.take(bytes, 1);
    copier.take(flame.parent.size(), 16);
    return flame;
}

Finding copy(const bl_out_finding& from, Copier& copier) {
    Finding finding;
    finding.code = copier.name(from.code, "the code of a finding");
    copier.locate("finding " + finding.code);
    if (!from.text) throw Refused{BL_E_INVALID, "a finding has no text"};
    if (from.severity >= BL_FINDING_NOTE && from.severity <= BL_FINDING_PROBLEM) {
        finding.severity = static_cast<Severity>(from.severity);
    } else {
        copier.complain("an unknown severity counts as information");
    }
    finding.text = copier.text(from.text);
    finding.args = copier.args(from.args, from.arg_count);
    check_places(finding.text, finding.args, copier);
    if (from.begin <= from.end) {
        finding.begin = from.begin;
        finding.end = from.end;
    } else {
        copier.complain("a time that ends before it begins was left out");
    }
    finding.share = std::isfinite(from.share) ? std::clamp(from.share, 0.0, 1.0) : 0;
    if (finding.share != from.share) copier.complain("a share is not from 0 to 1");
    if (from.see_count > kMostSee) {
        throw Refused{BL_E_INVALID, fmt::format("names more than {} ids to see", kMostSee)};
    }
    if (from.see_count > 0 && !from.see) throw Refused{BL_E_INVALID, "see is NULL"};
    const std::string where = copier.where();
    for (std::uint64_t i = 0; i < from.see_count; ++i) {
        finding.see.push_back(copier.id(from.see[i]));
        copier.locate(where);
    }
    return finding;
}

}  // namespace

struct SectionSink::Impl {
    // What the plugin holds; its first member is what the ABI knows.
    struct Handle {
        bl_sink sink;
        Impl* impl;
    };

    Impl(Section& to, const SinkLimits& most, const FrameNamer* names)
        : section(to), limits(most), namer(names), room(most.section_bytes) {
        handle.impl = this;
        bl_sink& abi = handle.sink;
        abi.struct_size = sizeof(bl_sink);
        abi.heading = [](bl_sink* s, const bl_out_heading* f) { return taken(s, f, "heading"); };
        abi.value = [](bl_sink* s, const bl_out_value* f) { return taken(s, f, "value"); };
        abi.table = [](bl_sink* s, const bl_out_table* f) { return taken(s, f, "table"); };
        abi.series = [](bl_sink* s, const bl_out_series* f) { return taken(s, f, "series"); };
        abi.histogram = [](bl_sink* s, const bl_out_histogram* f) {
            return taken(s, f, "histogram");
        };
        abi.spans = [](bl_sink* s, const bl_out_spans* f) { return taken(s, f, "spans"); };
        abi.flame = [](bl_sink* s, const bl_out_flame* f) { return taken(s, f, "flame"); };
        abi.finding = [](bl_sink* s, const bl_out_finding* f) { return taken(s, f, "finding"); };
        for (const Element& element : section.elements) remember(element);
    }

    // The boundary: no exception leaves it.
    template <class T>
    static bl_status taken(bl_sink* sink, const T* from, const char* call) noexcept {
        if (!sink) return BL_E_INVALID;
        Impl& self = *reinterpret_cast<Handle*>(sink)->impl;
        try {
            Copier copier(self.complaints, self.limits, self.room, call);
            try {
                self.add(copier.struct_of(from, "the struct"), copier);
                self.room = copier.room();
                return BL_OK;
            } catch (const Refused& refused) {
                copier.complain(refused.why);
                return refused.status;
            }
        } catch (const std::bad_alloc&) {
            return BL_E_MEMORY;
        } catch (...) {
            return BL_E_FAILED;
        }
    }

    template <class T>
    Body copied(const T& from, const std::string& id, Copier& copier) {
        if constexpr (std::is_same_v<T, bl_out_flame>) {
            return copy(from, id, copier, namer);
        } else {
            return copy(from, id, copier);
        }
    }

    template <class T>
    void add(const T& from, Copier& copier) {
        const std::string id = copier.id(from.id);
        refuse_taken(id, std::is_same_v<T, bl_out_heading>);
        Element element{id, copied(from, id, copier)};
        if constexpr (std::is_same_v<T, bl_out_table>) {
            copy_columns(from, std::get<Table>(element.body), limits.table_rows, copier);
        }
        section.elements.push_back(std::move(element));
        remember(section.elements.back());
    }

    void add(const bl_out_finding& from, Copier& copier) {
        section.findings.push_back(copy(from, copier));
    }

    // JSON nests by ids, so that what has a figure of its own cannot have others below it.
    void refuse_taken(const std::string& id, bool heading) const {
        if (heading ? headings.count(id) > 0 : leaves.count(id) > 0) {
            throw Refused{BL_E_INVALID, "the id is already taken"};
        }
        if (heading) return;
        if (inner.count(id) > 0) throw Refused{BL_E_INVALID, "other ids begin with this id"};
        for (std::size_t at = id.find('/'); at != std::string::npos; at = id.find('/', at + 1)) {
            if (leaves.count(id.substr(0, at)) > 0) {
                throw Refused{BL_E_INVALID, "the id begins with the id of another element"};
            }
        }
    }

    void remember(const Element& element) {
        const std::string& id = element.id;
        if (std::holds_alternative<Heading>(element.body)) {
            headings.insert(id);
            return;
        }
        leaves.insert(id);
        for (std::size_t at = id.find('/'); at != std::string::npos; at = id.find('/', at + 1)) {
            inner.insert(id.substr(0, at));
        }
    }

    Section& section;
    SinkLimits limits;
    const FrameNamer* namer;
    std::uint64_t room;  // bytes that the section may still take
    Complaints complaints;
    Handle handle{};
    std::unordered_set<std::string> leaves;    // ids of elements
    std::unordered_set<std::string> inner;     // paths that lead to them
    std::unordered_set<std::string> headings;  // paths with a title
};

SectionSink::SectionSink(Section& section, SinkLimits limits, const FrameNamer* namer)
    : impl_(std::make_unique<Impl>(section, limits, namer)) {}
SectionSink::~SectionSink() = default;

bl_sink* SectionSink::abi() {
    return &impl_->handle.sink;
}
std::vector<std::string> SectionSink::warnings() const {
    return impl_->complaints.lines();
}

}  // namespace benchlab::report
