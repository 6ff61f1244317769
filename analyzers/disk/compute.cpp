#include "disk/compute.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "benchlab/tables.h"
#include "common/kinds.hpp"
#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::disk {
namespace {

struct Columns {
    explicit Columns(const Table& table)
        : begin(table.time("begin")),
          start(table.time("start", kOptional)),
          end(table.time("end")),
          thread(table.row("thread", kOptional)),
          file(table.row("file", kOptional)),
          disk(table.u32("disk", kOptional)),
          bytes(table.u32("bytes", kOptional)),
          kind(table.u8("kind", kOptional)),
          depth_begin(table.u16("depth_begin", kOptional)),
          depth_end(table.u16("depth_end", kOptional)) {}

    TimeColumn begin, start, end;
    RowColumn thread, file;
    U32Column disk, bytes;
    U8Column kind;
    U16Column depth_begin, depth_end;
};

using DiskNumber = std::optional<std::uint32_t>;

class Computation {
  public:
    Computation(const Store& store, Window window, const Options& options)
        : table_(store.table("disk_io")),
          columns_(table_),
          names_(store),
          options_(options),
          out_(window) {}

    Findings run() {
        for (const Row row : table_.overlap(out_.window)) {
            if (touches(out_.window, columns_.begin[row], columns_.end[row])) add(row);
        }
        if (requests_.empty()) throw skip("no disk request in the window");
        for (auto& [number, each] : disks_) out_.disks.push_back(finished(number, each));
        for (auto& [key, each] : kinds_) {
            out_.kinds.push_back(finished(key.first, key.second, each));
        }
        out_.processes = greatest_transfers(processes_, options_.top);
        out_.files = greatest_transfers(files_, options_.top);
        out_.threads = greatest_transfers(threads_, options_.top);
        out_.longest = greatest(std::move(requests_), options_.top, [](const Request& each) {
                           return each.length_ns;
                       }).rows;
        return std::move(out_);
    }

  private:
    // Rows come by begin, so what a disk was busy with is known up to a time that only grows.
    struct Disk {
        DiskUse use;
        std::uint32_t open = 0;  // requests from before the window
        std::int64_t busy_until = 0;
        double in_flight_ns = 0;
    };
    struct Mean {
        std::uint64_t count = 0, sum = 0;

        void add(std::uint64_t value) {
            ++count;
            sum += value;
        }
        std::optional<double> get() const {
            if (count == 0) return std::nullopt;
            return static_cast<double>(sum) / static_cast<double>(count);
        }
    };
    struct KindSums {
        std::uint64_t bytes = 0;
        Mean depth_begin, depth_end;
        std::vector<std::int64_t> service_ns, queue_ns;
    };

    Request request_of(Row row) const {
        const std::int64_t begin = columns_.begin[row], end = columns_.end[row];
        const std::int64_t start =
            std::clamp(columns_.start.value_or(row, begin), begin, std::max(begin, end));
        Request out;
        out.begin = std::max(begin, out_.window.begin);
        out.length_ns = out_.window.overlap(begin, end);
        if (columns_.start.has(row)) out.queue_ns = part(begin, start);
        out.service_ns = part(start, end);
        out.disk = columns_.disk.get(row);
        out.kind = columns_.kind.value_or(row, 0);
        out.bytes = columns_.bytes.value_or(row, 0);
        if (out_.window.contains(begin)) out.depth_begin = columns_.depth_begin.value_or(row, 0);
        out.thread = columns_.thread.value_or(row, BL_NO_ROW);
        out.file = columns_.file.value_or(row, BL_NO_ROW);
        return out;
    }

    // What lies in the window; nothing when it does not touch that.
    std::optional<std::int64_t> part(std::int64_t begin, std::int64_t end) const {
        if (!touches(out_.window, begin, end)) return std::nullopt;
        return out_.window.overlap(begin, end);
    }

    void add(Row row) {
        const Request request = request_of(row);
        const bool writes = request.kind == BL_DISK_IO_KIND_WRITE;
        const bool reads = request.kind == BL_DISK_IO_KIND_READ || request.kind == 0;
        const std::uint64_t read = reads ? request.bytes : 0;
        const std::uint64_t written = writes ? request.bytes : 0;
        const auto sum = [&](Transfers& of) {
            of.add(request.service_ns.value_or(0), read, written);
        };
        sum(out_.all);
        sum(processes_[names_.owner(request.thread)]);
        sum(threads_[request.thread]);
        sum(files_[request.file]);
        Disk& disk = disks_[request.disk];
        sum(disk.use.sum);
        add_to_disk(row, request, disk);
        add_to_kind(row, request, read + written);
        out_.read.add(request.begin, static_cast<double>(read));
        out_.written.add(request.begin, static_cast<double>(written));
        out_.in_flight.add_span(columns_.begin[row], columns_.end[row]);
        requests_.push_back(request);
    }

    void add_to_disk(Row row, const Request& request, Disk& disk) const {
        disk.in_flight_ns += static_cast<double>(request.length_ns);
        // Most are in flight when one comes, or when the window begins.
        const std::uint32_t depth = request.depth_begin ? *request.depth_begin + 1 : ++disk.open;
        disk.use.deepest = std::max(disk.use.deepest, depth);
        const std::int64_t from = std::max(columns_.begin[row], disk.busy_until);
        if (columns_.end[row] <= from) return;
        disk.use.busy_ns += out_.window.overlap(from, columns_.end[row]);
        disk.busy_until = columns_.end[row];
    }

    void add_to_kind(Row row, const Request& request, std::uint64_t bytes) {
        KindSums& of = kinds_[{request.disk, request.kind}];
        of.bytes += bytes;
        if (request.depth_begin) of.depth_begin.add(*request.depth_begin);
        if (out_.window.contains(columns_.end[row])) {
            of.depth_end.add(columns_.depth_end.value_or(row, 0));
        }
        if (request.service_ns) of.service_ns.push_back(*request.service_ns);
        if (request.queue_ns) of.queue_ns.push_back(*request.queue_ns);
    }

    DiskUse finished(DiskNumber number, const Disk& disk) const {
        DiskUse out = disk.use;
        out.disk = number;
        out.in_flight = share_of(disk.in_flight_ns, static_cast<double>(out_.window.length()));
        return out;
    }
    static KindUse finished(DiskNumber number, Kind kind, KindSums& sums) {
        KindUse out;
        out.disk = number;
        out.kind = kind;
        out.bytes = sums.bytes;
        out.depth_begin = sums.depth_begin.get();
        out.depth_end = sums.depth_end.get();
        out.service = distribution_of(std::move(sums.service_ns));
        out.queue = distribution_of(std::move(sums.queue_ns));
        return out;
    }

    const Table table_;
    const Columns columns_;
    const Names names_;
    const Options options_;
    Findings out_;
    std::map<DiskNumber, Disk> disks_;
    std::map<std::pair<DiskNumber, Kind>, KindSums> kinds_;
    std::map<Row, Transfers> processes_, files_, threads_;
    std::vector<Request> requests_;
};

}  // namespace

const char* kind_name(Kind kind) {
    return disk_kind_name(kind);
}

Findings compute(const Store& store, Window window, const Options& options) {
    return Computation(store, window, options).run();
}

}  // namespace benchlab::analyzers::disk
