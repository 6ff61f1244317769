#include "phases/compute.hpp"

#include <algorithm>
#include <map>

#include "benchlab/tables.h"
#include "common/states.hpp"
#include "phases/sweep.hpp"

namespace benchlab::analyzers::phases {
namespace {

// Phases of a process by thread, as sweep() wants them.
std::map<Row, std::vector<Span>> phases_of(const Store& store, Row process) {
    const Table table = store.table("phase");
    const TimeColumn begin = table.time("begin"), end = table.time("end");
    const RowColumn of = table.row("process", kOptional), thread = table.row("thread", kOptional);
    const U8Column kind = table.u8("kind", kOptional);
    const StringColumn name = table.string("name", kOptional);
    const RowColumn owner = store.find_table("thread").row("process", kOptional);
    std::map<Row, std::vector<Span>> out;
    for (const Row row : table.rows()) {
        if (kind.value_or(row, BL_PHASE_KIND_WORK) != BL_PHASE_KIND_WORK || !name.has(row))
            continue;
        const Row by = thread.value_or(row, BL_NO_ROW);
        Row whose = of.value_or(row, BL_NO_ROW);
        if (whose == BL_NO_ROW && by != BL_NO_ROW) whose = owner.value_or(by, BL_NO_ROW);
        if (whose == process) out[by].push_back({begin[row], end[row], name[row]});
    }
    for (auto& [by, spans] : out) {
        std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
        });
    }
    return out;
}

class PhaseTimes {
  public:
    explicit PhaseTimes(const MarkedFrames& frames) : frames_(frames) {}

    void add(Row thread, const std::vector<Span>& phases) {
        const Swept swept = sweep(phases);
        for (const Span& each : swept.own) {
            Times& of = by_name_[each.name];
            counted_parts(each, [&](std::size_t frame, double ns) { of.add_own(frame, ns); });
        }
        for (const Span& each : swept.whole) {
            counted_parts(each,
                          [&](std::size_t, double ns) { by_name_[each.name].total_ns += ns; });
        }
        for (const Span& each : phases) {
            const auto frame = frames_.at(each.begin + 1);  // the end of a frame begins the next
            if (frame && frames_.frames[*frame].counts) ++by_name_[each.name].count;
        }
        if (thread == frames_.thread && thread != BL_NO_ROW) add_outside(swept.outer);
    }

    std::vector<Phase> phases() const {
        std::vector<Phase> out;
        for (const auto& [name, of] : by_name_) {
            Phase phase;
            phase.name = name;
            phase.count = of.count;
            phase.total_ns = of.total_ns;
            for (const auto& [frame, ns] : of.merged()) {
                if (ns <= 0) continue;
                phase.by_frame.push_back({frame, ns});
                phase.own_ns += ns;
                phase.longest_ns = std::max(phase.longest_ns, ns);
            }
            if (!phase.by_frame.empty()) out.push_back(std::move(phase));
        }
        std::stable_sort(out.begin(), out.end(),
                         [](const Phase& a, const Phase& b) { return a.own_ns > b.own_ns; });
        return out;
    }

  private:
    struct Times {
        std::uint64_t count = 0;
        double total_ns = 0;
        // By frame; of each thread one behind the other.
        std::vector<Phase::InFrame> own;

        void add_own(std::size_t frame, double ns) {
            if (own.empty() || own.back().frame != frame) own.push_back({frame, 0});
            own.back().own_ns += ns;
        }
        std::vector<Phase::InFrame> merged() const {
            std::vector<Phase::InFrame> sorted = own, out;
            std::stable_sort(sorted.begin(), sorted.end(),
                             [](const auto& a, const auto& b) { return a.frame < b.frame; });
            for (const auto& each : sorted) {
                if (out.empty() || out.back().frame != each.frame) out.push_back({each.frame, 0});
                out.back().own_ns += each.own_ns;
            }
            return out;
        }
    };

    template <class Use>
    void counted_parts(const Span& of, Use&& use) const {
        frames_.parts(of.begin, of.end, [&](std::size_t frame, std::int64_t ns) {
            if (frames_.frames[frame].counts) use(frame, static_cast<double>(ns));
        });
    }
    void add_outside(const std::vector<Span>& outer) {
        Times& outside = by_name_[StringId::kEmpty];
        for (std::size_t i = 0; i < frames_.frames.size(); ++i) {
            const MarkedFrame& frame = frames_.frames[i];
            if (frame.counts) outside.add_own(i, static_cast<double>(frame.end - frame.begin));
        }
        for (const Span& each : outer) {
            counted_parts(each, [&](std::size_t frame, double ns) { outside.add_own(frame, -ns); });
        }
        for (const auto& [frame, ns] : outside.own) outside.total_ns += ns;
    }

    const MarkedFrames& frames_;
    std::map<StringId, Times> by_name_;
};

std::vector<Counter> counters_of(const Store& store, const MarkedFrames& frames, Row process) {
    const Table table = store.find_table("counter");
    const TimeColumn time = table.time("time", kOptional);
    const RowColumn of = table.row("process", kOptional);
    const StringColumn name = table.string("name", kOptional);
    const U8Column unit = table.u8("unit", kOptional);
    const F64Column value = table.f64("value", kOptional);
    std::map<StringId, std::map<std::size_t, double>> by_name;
    std::map<StringId, std::uint32_t> units;
    for (const Row row : table.rows()) {
        if (of.value_or(row, BL_NO_ROW) != process || !name.has(row) || !value.has(row)) continue;
        const auto frame = frames.at(time[row]);
        if (!frame || !frames.frames[*frame].counts) continue;
        by_name[name[row]][*frame] = value[row];
        units[name[row]] = unit.value_or(row, BL_UNIT_NONE);
    }
    std::vector<Counter> out;
    for (const auto& [id, values] : by_name) {
        Counter counter;
        counter.name = id;
        counter.unit = units[id];
        counter.frames = values.size();
        counter.least = counter.greatest = values.begin()->second;
        double slow = 0, normal = 0;
        Compared sums;
        for (const auto& [frame, each] : values) {
            counter.mean += each / static_cast<double>(values.size());
            counter.least = std::min(counter.least, each);
            counter.greatest = std::max(counter.greatest, each);
            sums.slow += frames.frames[frame].slow ? each : 0;
            sums.normal += frames.frames[frame].normal ? each : 0;
            slow += frames.frames[frame].slow ? 1 : 0;
            normal += frames.frames[frame].normal ? 1 : 0;
        }
        if (slow > 0 && normal > 0) counter.compared = {sums.slow / slow, sums.normal / normal};
        out.push_back(counter);
    }
    return out;
}

// A frame without the phase has 0 of it.
void compare(Program& program) {
    for (const MarkedFrame& each : program.frames.frames) {
        if (!each.counts) continue;
        const auto length = static_cast<double>(each.end - each.begin);
        program.total_ns += length;
        program.slow += each.slow ? 1 : 0;
        program.normal += each.normal ? 1 : 0;
        program.length.slow += each.slow ? length : 0;
        program.length.normal += each.normal ? length : 0;
    }
    const double slow = std::max(static_cast<double>(program.slow), 1.0);
    const double normal = std::max(static_cast<double>(program.normal), 1.0);
    program.length.slow /= slow;
    program.length.normal /= normal;
    for (Phase& phase : program.phases) {
        for (const auto& [frame, ns] : phase.by_frame) {
            phase.own.slow += program.frames.frames[frame].slow ? ns / slow : 0;
            phase.own.normal += program.frames.frames[frame].normal ? ns / normal : 0;
        }
    }
}

}  // namespace

Findings compute(const Store& store, Window window, const std::vector<Row>& focus) {
    const Frames frames(store);
    Findings out;
    std::vector<Row> done;
    for (const FrameLoop& loop : frame_loops(frames, window, focus)) {
        if (loop.process == BL_NO_ROW || !in_focus(focus, loop.process)) continue;
        if (std::find(done.begin(), done.end(), loop.process) != done.end()) continue;
        done.push_back(loop.process);
        Program program;
        program.process = loop.process;
        program.frames = marked_frames(store, frames, loop);
        PhaseTimes times(program.frames);
        for (const auto& [thread, phases] : phases_of(store, loop.process)) {
            times.add(thread, phases);
        }
        program.phases = times.phases();
        program.counters = counters_of(store, program.frames, loop.process);
        compare(program);
        if (!program.phases.empty() || !program.frames.states.empty()) {
            out.programs.push_back(std::move(program));
        }
    }
    if (out.programs.empty()) throw skip("no program with frames in the window marks phases");
    return out;
}

}  // namespace benchlab::analyzers::phases
