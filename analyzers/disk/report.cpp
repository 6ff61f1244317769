#include "disk/report.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::disk {
namespace {

class Writer {
  public:
    Writer(const Findings& found, const Store& store, Sink& sink)
        : found_(found), names_(store), sink_(sink) {}

    void write() {
        sink_.value("requests", "Requests", "Requests that lie in the window, if only in part",
                    found_.all.count, BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
        sink_.value("read", "Read", "Bytes of reads that lie in the window, if only in part",
                    found_.all.read_bytes, BL_UNIT_BYTES, BL_OUT_LESS_IS_BETTER);
        sink_.value("written", "Written", "Bytes of writes that lie in the window, if only in part",
                    found_.all.written_bytes, BL_UNIT_BYTES, BL_OUT_LESS_IS_BETTER);
        disks();
        service();
        queue();
        processes();
        threads();
        files();
        longest();
        series(
            "read-over-time", "Read",
            "Bytes of reads, in the piece in which they began; of those from before in the first",
            BL_UNIT_BYTES, found_.read, false);
        series(
            "written-over-time", "Written",
            "Bytes of writes, in the piece in which they began; of those from before in the first",
            BL_UNIT_BYTES, found_.written, false);
        series("in-flight-over-time", "Requests in flight",
               "Requests of all disks that were not complete, on average over each piece",
               BL_UNIT_NONE, found_.in_flight, true);
    }

  private:
    void series(const char* id, const char* title, const char* help, std::uint32_t unit,
                const Timeline& from, bool per_time) {
        Series out;
        out.id = id;
        out.title = title;
        out.help = help;
        out.y_unit = unit;
        if (unit == BL_UNIT_BYTES) out.group = "bytes";
        from.fill(out, 1, per_time);
        sink_.series(out);
    }
    static void disk_columns(TableBuilder& table) {
        table.u64("disk", "Disk", "Number of the disk", BL_UNIT_NONE, BL_OUT_KEY);
    }
    static void byte_columns(TableBuilder& table) {
        table.u64("read_bytes", "Read", "Bytes of reads that lie in the window, if only in part",
                  BL_UNIT_BYTES, BL_OUT_LESS_IS_BETTER);
        table.u64("written_bytes", "Written",
                  "Bytes of writes that lie in the window, if only in part", BL_UNIT_BYTES,
                  BL_OUT_LESS_IS_BETTER);
    }
    static void sum_columns(TableBuilder& table) {
        table.u64("count", "Requests", "Those that lie in the window, if only in part",
                  BL_UNIT_COUNT, BL_OUT_LESS_IS_BETTER);
        byte_columns(table);
        table.u64("total_ns", "Total",
                  "Sum of the time that the device took for each, cut to the window; it may have "
                  "worked on several at once",
                  BL_UNIT_NS, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.u64("max_ns", "Longest", "The longest of them, within the window", BL_UNIT_NS,
                  BL_OUT_LESS_IS_BETTER);
    }
    template <class... Cells>
    static void sum_row(TableBuilder& table, const Transfers& sum, const Cells&... cells) {
        table.row(cells..., sum.count, sum.read_bytes, sum.written_bytes, sum.total_ns,
                  sum.longest_ns);
    }

    void disks() {
        TableBuilder table("disks", "By disk");
        disk_columns(table);
        table.u64("count", "Requests", "Those that lie in the window, if only in part",
                  BL_UNIT_COUNT);
        byte_columns(table);
        table.f64("busy", "Busy", "Share of the window in which it had at least one request",
                  BL_UNIT_RATIO, BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.f64("in_flight", "In flight",
                  "Requests that were not complete, on average over the window", BL_UNIT_NONE);
        table.u64("deepest", "Most",
                  "Most requests at once that were not complete, within the window", BL_UNIT_COUNT);
        const auto window_ns = static_cast<double>(found_.window.length());
        for (const DiskUse& each : found_.disks) {
            table.row(each.disk, each.sum.count, each.sum.read_bytes, each.sum.written_bytes,
                      share_of(static_cast<double>(each.busy_ns), window_ns), each.in_flight,
                      each.deepest);
        }
        sink_.table(table);
    }

    void service() {
        TableBuilder table("service", "Time on the device");
        disk_columns(table);
        table.text("kind", "Kind", BL_NAME_NONE, BL_OUT_KEY);
        table.u64("bytes", "Bytes", "Bytes of the requests that lie in the window, if only in part",
                  BL_UNIT_BYTES);
        add_distribution_columns(table, "request", "requests",
                                 "time from the device's begin, or where the trace does not tell "
                                 "it from the request, until it is complete");
        for (const KindUse& each : found_.kinds) {
            if (each.service.count == 0) continue;
            add_distribution_row(table, each.service, each.disk, kind_name(each.kind), each.bytes);
        }
        sink_.table(table);
    }

    void queue() {
        const bool known = std::any_of(found_.kinds.begin(), found_.kinds.end(),
                                       [](const KindUse& each) { return each.queue.count > 0; });
        if (!known) return;
        TableBuilder table("queue", "Time in the queue");
        disk_columns(table);
        table.text("kind", "Kind", BL_NAME_NONE, BL_OUT_KEY);
        table.f64(
            "depth_begin", "Found",
            "Other requests in flight on that disk when one came within the window, on average",
            BL_UNIT_NONE, BL_OUT_LESS_IS_BETTER);
        table.f64("depth_end", "Left",
                  "Requests in flight on that disk when one was complete within the window, on "
                  "average",
                  BL_UNIT_NONE, BL_OUT_WIDE_ONLY);
        add_distribution_columns(table, "request", "requests",
                                 "time from the request until the device begins with it");
        for (const KindUse& each : found_.kinds) {
            if (each.queue.count == 0) continue;
            add_distribution_row(table, each.queue, each.disk, kind_name(each.kind),
                                 each.depth_begin, each.depth_end);
        }
        sink_.table(table);
    }

    void processes() {
        TableBuilder table("processes", "Requests by process");
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        table.u64("pid", "Pid", "The number that the system calls it by", BL_UNIT_NONE);
        sum_columns(table);
        for (const auto& [process, sum] : found_.processes.rows) {
            sum_row(table, sum, names_.process_key(process), names_.pid(process));
        }
        table.omitted(found_.processes.omitted);
        sink_.table(table);
    }

    void threads() {
        TableBuilder table("threads", "Requests by the thread that asked");
        table.text("process", "Process", BL_NAME_PROCESS, BL_OUT_KEY);
        table.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_KEY);
        table.u64("tid", "Tid", "The number that the system calls it by", BL_UNIT_NONE);
        sum_columns(table);
        for (const auto& [thread, sum] : found_.threads.rows) {
            sum_row(table, sum, names_.process_key(names_.owner(thread)), names_.thread_key(thread),
                    names_.tid(thread));
        }
        table.omitted(found_.threads.omitted);
        sink_.table(table);
    }

    void files() {
        TableBuilder table("files", "Requests by file");
        table.text("file", "File", BL_NAME_FILE, BL_OUT_KEY);
        sum_columns(table);
        for (const auto& [file, sum] : found_.files.rows) sum_row(table, sum, names_.file(file));
        table.omitted(found_.files.omitted);
        sink_.table(table);
    }

    void longest() {
        TableBuilder table("longest", "Longest requests");
        table.u64("begin_ns", "At", "When it was made, in the window", BL_UNIT_TRACE_TIME,
                  BL_OUT_KEY);
        table.u64("length_ns", "Length", "Time from the request until it is complete", BL_UNIT_NS,
                  BL_OUT_BAR | BL_OUT_LESS_IS_BETTER);
        table.u64("queue_ns", "Queued", "Time until the device began with it, within the window",
                  BL_UNIT_NS);
        table.text("kind", "Kind");
        table.u64("disk", "Disk", "Number of the disk", BL_UNIT_NONE);
        table.u64("bytes", "Bytes", "Its size", BL_UNIT_BYTES);
        table.u64("depth_begin", "Found",
                  "Other requests in flight on that disk when it came; nothing when that was "
                  "before the window",
                  BL_UNIT_COUNT, BL_OUT_WIDE_ONLY);
        table.text("thread", "Thread", BL_NAME_THREAD, BL_OUT_WIDE_ONLY);
        table.text("file", "File", BL_NAME_FILE);
        Spans spans("longest-requests", "Longest requests by disk", BL_NAME_NONE, BL_NAME_FILE);
        spans.help("The requests of the table above, labelled with the file");
        std::map<std::optional<std::uint32_t>, std::uint32_t> lanes;
        std::map<Kind, std::uint32_t> kinds;
        for (const Request& each : found_.longest) lanes[each.disk] = 0;
        for (auto& [disk, lane] : lanes) {
            lane = spans.lane(disk ? "disk " + std::to_string(*disk) : "unknown disk");
        }
        for (const Request& each : found_.longest) {
            const std::string file = names_.file(each.file);
            table.row(each.begin, each.length_ns, each.queue_ns, kind_name(each.kind), each.disk,
                      each.bytes, each.depth_begin, names_.both(each.thread), file);
            if (kinds.count(each.kind) == 0) kinds[each.kind] = spans.kind(kind_name(each.kind));
            spans.add(lanes[each.disk], each.begin, each.begin + each.length_ns, kinds[each.kind],
                      file);
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

}  // namespace benchlab::analyzers::disk
