#include "faults/report.hpp"

#include <optional>
#include <string>

#include "common/names.hpp"

namespace benchlab::analyzers::faults {
namespace {

constexpr const char* kLength = "time from missing the page to having it";

class Writer {
  public:
    Writer(const Findings& found, const Store& store, Sink& sink)
        : found_(found), names_(store), sink_(sink) {}

    void write() {
        sink_.value("count", "Hard faults",
                    "Page faults that waited for a disk and lie in the window, if only in part",
                    found_.all.count, BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
        if (found_.knows_bytes) {
            sink_.value("bytes", "Read for them",
                        "Bytes read for those that lie in the window, if only in part",
                        found_.all.read_bytes, BL_UNIT_BYTES, BL_OUT_LESS_IS_BETTER);
        }
        lengths();
        processes();
        if (found_.knows_files) files();
        longest();
        Series series;
        series.id = "over-time";
        series.title = "Hard faults";
        series.help =
            "How many began in each piece of the window; those from before are in the first";
        series.chart = BL_CHART_BARS;
        series.y_unit = BL_UNIT_COUNT;
        found_.over_time.fill(series);
        sink_.series(series);
    }

  private:
    // Nothing where the trace does not tell it.
    std::optional<std::uint64_t> told(std::uint64_t bytes) const {
        return found_.knows_bytes ? std::optional(bytes) : std::nullopt;
    }

    void lengths() {
        TableBuilder table("lengths", "Length of a hard fault");
        table.text("of", "Of", BL_NAME_NONE, BL_OUT_KEY);
        add_distribution_columns(table, "fault", "faults", kLength);
        add_distribution_row(table, found_.lengths, "all");
        sink_.table(table);
    }

    static void sum_columns(TableBuilder& table) {
        table.u64("count", "Faults", "Those that lie in the window, if only in part", BL_UNIT_COUNT,
                  BL_OUT_LESS_IS_BETTER);
        table.u64("bytes", "Read", "Bytes read for those that lie in the window, if only in part",
                  BL_UNIT_BYTES, BL_OUT_LESS_IS_BETTER);
        table.u64("total_ns", "Total",
                  "Sum of the time from missing the page to having it, each cut to the window; "
                  "several threads may wait at once",
                  BL_UNIT_NS, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.u64("max_ns", "Longest", "The longest of them, within the window", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
    }

    void processes() {
        TableBuilder table("processes", "Hard faults by process");
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        table.u64("pid", "Pid", "The number that the system calls it by", BL_UNIT_NONE);
        sum_columns(table);
        for (const auto& [process, sum] : found_.processes.rows) {
            table.row(names_.process_key(process), names_.pid(process), sum.count,
                      told(sum.read_bytes), sum.total_ns, sum.longest_ns);
        }
        table.omitted(found_.processes.omitted);
        sink_.table(table);
    }

    void files() {
        TableBuilder table("files", "Hard faults by file");
        table.text("file", "File", BL_NAME_FILE, BL_OUT_KEY);
        sum_columns(table);
        for (const auto& [file, sum] : found_.files.rows) {
            table.row(names_.file(file), sum.count, told(sum.read_bytes), sum.total_ns,
                      sum.longest_ns);
        }
        table.omitted(found_.files.omitted);
        sink_.table(table);
    }

    void longest() {
        TableBuilder table("longest", "Longest hard faults");
        table.u64("begin_ns", "At", "When the page was missed, in the window", BL_UNIT_TRACE_TIME,
                  BL_OUT_KEY);
        table.text("thread", "Thread", BL_NAME_THREAD);
        table.u64("length_ns", "Length", kLength, BL_UNIT_NS, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.u64("bytes", "Read", "Bytes read for it", BL_UNIT_BYTES);
        table.text("file", "File", BL_NAME_FILE);
        Spans spans("longest-faults", "Longest hard faults by thread", BL_NAME_THREAD,
                    BL_NAME_FILE);
        spans.help("The faults of the table above, labelled with the file");
        const std::uint32_t kind = spans.kind("hard fault");
        ThreadLanes lanes(spans, names_);
        for (const Fault& each : found_.longest) {
            const std::string thread = names_.both(each.thread), file = names_.file(each.file);
            table.row(each.begin, thread, each.length_ns, told(each.bytes), file);
            spans.add(lanes.of(each.thread), each.begin, each.begin + each.length_ns, kind, file);
        }
        sink_.table(table);
        sink_.spans(spans);
    }

    const Findings& found_;
    const Names names_;
    Sink& sink_;
};

}  // namespace

void report(const Findings& found, const Store& store, Sink& sink) {
    Writer(found, store, sink).write();
}

}  // namespace benchlab::analyzers::faults
