#include "common/frame_loops.hpp"

#include <algorithm>
#include <map>

#include "common/running_median.hpp"
#include "common/states.hpp"

namespace benchlab::analyzers {
namespace {

// Of equals the first row.
Row most_frequent(const std::vector<Row>& rows, const RowColumn& of) {
    std::map<Row, std::size_t> counts;
    for (const Row row : rows) {
        if (of.has(row)) ++counts[of[row]];
    }
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](auto& a, auto& b) { return a.second < b.second; });
    return most == counts.end() ? BL_NO_ROW : most->first;
}

}  // namespace

Frames::Frames(const Store& store) : table(store.table("frame")) {
    begin = table.time("begin");
    end = table.time("end");
    process = table.row("process");
    thread = table.row("thread");
    present = table.row("present");
    mark = table.row("mark");
    frame_log = table.row("frame_log");
    loop = table.u32("loop");
    swap_chain = table.u64("swap_chain");
    in_present = table.i64("in_present");
}

std::vector<FrameLoop> frame_loops(const Frames& frames, Window window,
                                   const std::vector<Row>& focus) {
    std::map<std::uint32_t, FrameLoop> by_number;
    for (const Row row : frames.table.overlap(window)) {
        if (frames.begin[row] < window.begin || frames.end[row] > window.end) continue;
        by_number[frames.loop[row]].rows.push_back(row);
    }
    std::vector<FrameLoop> out;
    for (auto& [number, loop] : by_number) {
        loop.process = most_frequent(loop.rows, frames.process);
        loop.thread = most_frequent(loop.rows, frames.thread);
        out.push_back(std::move(loop));
    }
    std::stable_sort(out.begin(), out.end(), [](const FrameLoop& a, const FrameLoop& b) {
        return a.rows.size() > b.rows.size();
    });
    std::stable_partition(out.begin(), out.end(), [&](const FrameLoop& loop) {
        return !focus.empty() && in_focus(focus, loop.process);
    });
    return out;
}

RowsBeside rows_beside(const Frames& frames, const FrameLoop& loop, std::size_t reach) {
    RowsBeside out;
    const std::uint32_t number = frames.loop[loop.rows.front()];
    for (Row row = loop.rows.front(); row > 0 && out.before.size() < reach;) {
        if (frames.loop[--row] == number) out.before.push_back(row);
    }
    std::reverse(out.before.begin(), out.before.end());
    for (Row row = loop.rows.back() + 1; row < frames.table.size() && out.behind.size() < reach;
         ++row) {
        if (frames.loop[row] == number) out.behind.push_back(row);
    }
    return out;
}

std::vector<double> medians_around(const Frames& frames, const FrameLoop& loop,
                                   const std::vector<double>& lengths) {
    const RowsBeside beside = rows_beside(frames, loop, kFramesAround);
    std::vector<double> all;
    for (const Row row : beside.before) all.push_back(static_cast<double>(frames.length_ns(row)));
    all.insert(all.end(), lengths.begin(), lengths.end());
    for (const Row row : beside.behind) all.push_back(static_cast<double>(frames.length_ns(row)));
    all = local_medians(all);
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(beside.before.size());
    return {first, first + static_cast<std::ptrdiff_t>(lengths.size())};
}

std::vector<double> local_medians(const std::vector<double>& values, std::size_t reach) {
    std::vector<double> out(values.size());
    RunningMedian around;
    for (std::size_t i = 0; i < std::min(reach, values.size()); ++i) around.add(values[i]);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i + reach < values.size()) around.add(values[i + reach]);
        if (i > reach) around.remove(values[i - reach - 1]);
        out[i] = around.median();
    }
    return out;
}

}  // namespace benchlab::analyzers
