#include "faults/compute.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "common/names.hpp"
#include "common/window.hpp"

namespace benchlab::analyzers::faults {

Findings compute(const Store& store, Window window, const Options& options) {
    const Table table = store.table("hard_fault");
    const TimeColumn begin = table.time("begin"), end = table.time("end");
    const RowColumn thread = table.row("thread", kOptional), file = table.row("file", kOptional);
    const U32Column bytes = table.u32("bytes", kOptional);
    const Names names(store);
    Findings out(window);
    out.knows_bytes = static_cast<bool>(bytes);
    out.knows_files = static_cast<bool>(file);
    std::map<Row, Transfers> processes, files;
    std::vector<std::int64_t> lengths;
    std::vector<Fault> faults;
    for (const Row row : table.overlap(window)) {
        if (!touches(window, begin[row], end[row])) continue;
        Fault fault;
        fault.thread = thread.value_or(row, BL_NO_ROW);
        fault.file = file.value_or(row, BL_NO_ROW);
        fault.begin = std::max(begin[row], window.begin);
        fault.length_ns = window.overlap(begin[row], end[row]);
        fault.bytes = bytes.value_or(row, 0);
        out.all.add(fault.length_ns, fault.bytes, 0);
        processes[names.owner(fault.thread)].add(fault.length_ns, fault.bytes, 0);
        files[fault.file].add(fault.length_ns, fault.bytes, 0);
        out.over_time.add(fault.begin, 1);
        lengths.push_back(fault.length_ns);
        faults.push_back(fault);
    }
    if (faults.empty()) throw skip("no hard fault in the window");
    out.lengths = distribution_of(std::move(lengths));
    out.processes = greatest_transfers(processes, options.top);
    out.files = greatest_transfers(files, options.top);
    out.longest = greatest(std::move(faults), options.top, [](const Fault& each) {
                      return each.length_ns;
                  }).rows;
    return out;
}

}  // namespace benchlab::analyzers::faults
