#include "explain/beside.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "benchlab/tables.h"
#include "common/kinds.hpp"
#include "common/packet_owners.hpp"
#include "common/window.hpp"
#include "explain/chain.hpp"

namespace benchlab::analyzers::explain {
namespace {

constexpr std::size_t kMostCpus = 4;      // with a lane for their interrupts
constexpr std::size_t kMostEvents = 200;  // of one lane; the longest

// Nothing of what is not finite, or no time at all.
std::optional<std::int64_t> time_in(const F64Column& column, Row row) {
    const double time = column.value_or(row, -1);
    if (!(time >= 0 && time < 0x1p62)) return std::nullopt;
    return static_cast<std::int64_t>(time);
}

// Events of one lane; each has a part in the frame.
struct Lane {
    std::vector<Event> events;
    std::int64_t in_frame_ns = 0;

    void add(Window frame, std::int64_t begin, std::int64_t end, const char* kind,
             std::string label) {
        events.push_back({0, begin, end, kind, std::move(label)});
        in_frame_ns = add_ns(in_frame_ns, frame.overlap(begin, end));
    }
};

void append(Happened& out, const std::string& name, Lane lane) {
    if (lane.events.empty()) return;
    if (lane.events.size() > kMostEvents) {
        const auto last = lane.events.begin() + kMostEvents;
        std::nth_element(
            lane.events.begin(), last, lane.events.end(),
            [](const Event& a, const Event& b) { return a.end - a.begin > b.end - b.begin; });
        out.left_out += lane.events.size() - kMostEvents;
        lane.events.erase(last, lane.events.end());
        std::sort(lane.events.begin(), lane.events.end(), [](const Event& a, const Event& b) {
            return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
        });
    }
    for (Event& event : lane.events) {
        event.lane = out.lanes.size();
        out.events.push_back(std::move(event));
    }
    out.lanes.push_back(name);
}

std::string name_of_frame(Row row, const std::map<Row, std::size_t>& numbers) {
    const auto number = numbers.find(row);
    if (number == numbers.end()) return "generated frame";
    return number->second == 0 ? "frame beside the window"
                               : "frame " + std::to_string(number->second);
}

}  // namespace

// What the loop handed in, and when it was on the screen.
class Beside::Screen {
  public:
    Screen(const Store& store, const Frames& frames, const std::vector<Row>& loop,
           const std::map<Row, std::size_t>& numbers)
        : store_(store),
          present_(store.find_table("present")),
          log_(store.find_table("frame_log")),
          display_(store.find_table("display")) {
        add_first(frames, loop);
        for (const Row row : loop) {
            const std::string name = name_of_frame(row, numbers);
            const Row present = frames.present.value_or(row, BL_NO_ROW);
            const Row log = frames.frame_log.value_or(row, BL_NO_ROW);
            if (present != BL_NO_ROW) {
                add_present(present, name);
            } else if (log != BL_NO_ROW) {
                add_logged(log, name);
            }
        }
        add_displays();
        std::stable_sort(times_.begin(), times_.end(),
                         [](const OnScreen& a, const OnScreen& b) { return a.begin < b.begin; });
        const std::int64_t last = loop.empty() ? 0 : frames.end[loop.back()];
        for (std::size_t i = 0; i < times_.size(); ++i) {
            const std::int64_t next = i + 1 < times_.size() ? times_[i + 1].begin : last;
            // Until the next one came, unless a log says otherwise.
            if (!times_[i].end) times_[i].end = std::max(next, times_[i].begin);
        }
    }

    void add_to(Happened& out, Window frame) const {
        // The call that ends the frame begins where that ends.
        const Window with_end{frame.begin, frame.end + 1};
        Lane calls, screen;
        std::map<std::size_t, std::size_t> at;  // the event of a call
        for (std::size_t i = 0; i < calls_.size(); ++i) {
            if (!touches(with_end, calls_[i].begin, calls_[i].end)) continue;
            at[i] = calls.events.size();
            calls.add(frame, calls_[i].begin, calls_[i].end, "Present", calls_[i].label);
        }
        std::vector<std::pair<std::size_t, std::size_t>> shown;  // within their lanes
        for (const OnScreen& each : times_) {
            if (!touches(frame, each.begin, *each.end)) continue;
            const auto call = at.find(each.call);
            if (call != at.end()) shown.emplace_back(call->second, screen.events.size());
            screen.add(frame, each.begin, *each.end, "on screen", each.label);
        }
        const std::size_t first = out.events.size(), behind = first + calls.events.size();
        append(out, "Present", std::move(calls));
        append(out, "Screen", std::move(screen));
        if (out.left_out > 0) return;  // then events are no longer where they were
        for (const auto& [from, to] : shown) out.shown.emplace_back(first + from, behind + to);
    }

  private:
    struct Call {
        std::int64_t begin = 0, end = 0;
        std::string label;
    };
    struct OnScreen {
        std::int64_t begin = 0;
        std::optional<std::int64_t> end;
        std::string label;
        std::size_t call = 0;
    };
    struct PresentColumns {
        explicit PresentColumns(const Table& table)
            : begin(table.time("begin", kOptional)),
              end(table.time("end", kOptional)),
              mode(table.string("mode", kOptional)),
              outcome(table.u8("outcome", kOptional)) {}
        const TimeColumn begin, end;
        const StringColumn mode;
        const U8Column outcome;
    };
    struct LogColumns {
        explicit LogColumns(const Table& table)
            : time(table.time("time", kOptional)),
              mode(table.string("mode", kOptional)),
              shown(table.u8("shown", kOptional)),
              in_present(table.f64("in_present", kOptional)),
              until_displayed(table.f64("until_displayed", kOptional)),
              displayed_time(table.f64("displayed_time", kOptional)) {}
        const TimeColumn time;
        const StringColumn mode;
        const U8Column shown;
        const F64Column in_present, until_displayed, displayed_time;
    };
    struct DisplayColumns {
        explicit DisplayColumns(const Table& of)
            : table(of),
              time(of.time("time", kOptional)),
              present(of.row("present", kOptional)),
              type(of.string("type", kOptional)) {}
        const Table table;
        const TimeColumn time;
        const RowColumn present;
        const StringColumn type;
    };

    std::string with(const std::string& name, const StringColumn& column, Row row) const {
        const std::string_view more = store_.text(column.value_or(row, StringId::kEmpty));
        return more.empty() ? name : name + ", " + std::string(more);
    }

    // The call with which the first frame begins: it ends no frame.
    void add_first(const Frames& frames, const std::vector<Row>& loop) {
        const Row ended =
            loop.empty() ? BL_NO_ROW : frames.present.value_or(loop.front(), BL_NO_ROW);
        if (ended == BL_NO_ROW) return;
        const RowColumn thread = store_.find_table("present").row("thread", kOptional);
        for (Row row = ended; row > 0;) {
            if (present_.begin[--row] < frames.begin[loop.front()]) return;
            const bool is_it = present_.begin[row] == frames.begin[loop.front()] &&
                               thread.value_or(row, BL_NO_ROW) == thread.value_or(ended, BL_NO_ROW);
            if (is_it) return add_present(row, "before the first frame");
        }
    }

    void add_present(Row row, const std::string& name) {
        std::string label = with(name, present_.mode, row);
        const std::uint8_t outcome = present_.outcome.value_or(row, 0);
        if (outcome == BL_PRESENT_OUTCOME_DISCARDED) label += ", discarded";
        if (outcome == BL_PRESENT_OUTCOME_FAILED) label += ", failed";
        // Where marks tell the frames, two may have the same present before them.
        if (!call_of_.try_emplace(row, calls_.size(), name).second) return;
        const std::int64_t begin = present_.begin[row];
        calls_.push_back({begin, present_.end.value_or(row, begin), std::move(label)});
    }

    void add_logged(Row row, const std::string& name) {
        const std::int64_t begin = log_.time[row];
        calls_.push_back(
            {begin, begin + time_in(log_.in_present, row).value_or(0), with(name, log_.mode, row)});
        const auto until = time_in(log_.until_displayed, row);
        if (!until || log_.shown.value_or(row, 1) == 0) return;
        OnScreen shown{begin + *until, std::nullopt, name, calls_.size() - 1};
        const auto stayed = time_in(log_.displayed_time, row);
        if (stayed && *stayed > 0) shown.end = shown.begin + *stayed;
        times_.push_back(std::move(shown));
    }

    void add_displays() {
        for (const Row row : display_.table.rows()) {
            if (!display_.present.has(row)) continue;
            const auto known = call_of_.find(display_.present[row]);
            if (known == call_of_.end()) continue;
            const auto& [call, name] = known->second;
            const bool plain = store_.text(display_.type.value_or(row, StringId::kEmpty)) ==
                               std::string_view("Application");
            times_.push_back({display_.time[row], std::nullopt,
                              plain ? name : with(name, display_.type, row), call});
        }
    }

    const Store& store_;
    const PresentColumns present_;
    const LogColumns log_;
    const DisplayColumns display_;
    std::vector<Call> calls_;                                     // by time
    std::map<Row, std::pair<std::size_t, std::string>> call_of_;  // of a row of present
    std::vector<OnScreen> times_;                                 // by begin
};

// Work of the GPUs, interrupts and requests of disks.
class Beside::Machine {
  public:
    Machine(const Store& store, const Names& names, const Chains& chains)
        : store_(store),
          names_(names),
          chains_(chains),
          packet_(store.find_table("gpu_packet"), store.find_table("gpu_queue")),
          owners_(store, names),
          interrupt_(store.find_table("dpc_isr")),
          disk_(store.find_table("disk_io")) {
        // In the order in which the trace has them, as in the section "gpu".
        for (const Row row : packet_.table.rows()) {
            const Row queue = packet_.queue.value_or(row, BL_NO_ROW);
            if (queue == BL_NO_ROW) continue;
            const auto adapter = packet_.adapter.get(queue);
            if (adapter) gpus_.try_emplace(*adapter, gpus_.size() + 1);
        }
    }

    void add_packets(Happened& out, Window frame) const {
        std::map<std::string, Lane> lanes;
        for (const Row row : packet_.table.overlap(frame)) {
            const char* const kind = kind_of_packet(row);
            if (!kind) continue;
            // Of one without an end it is not known that it ended.
            const std::int64_t begin = packet_.begin[row],
                               end = packet_.end.value_or(row, frame.end);
            if (!touches(frame, begin, end)) continue;
            const Row queue = packet_.queue.value_or(row, BL_NO_ROW);
            lanes[gpu(queue)].add(frame, begin, end, kind, owner(row));
        }
        for (auto& [name, lane] : lanes) append(out, name, std::move(lane));
    }

    void add_interrupts(Happened& out, Window frame) const {
        std::map<std::uint16_t, Lane> lanes;
        for (const Row row : interrupt_.table.overlap(frame)) {
            const std::uint8_t kind = interrupt_.kind.value_or(row, 0);
            const std::int64_t begin = interrupt_.begin[row], end = interrupt_.end[row];
            // That is its thread's time.
            if (kind == BL_DPC_ISR_KIND_THREADED_DPC || !touches(frame, begin, end)) continue;
            lanes[interrupt_.cpu[row]].add(
                frame, begin, end, interrupt_kind_name(kind),
                std::string(store_.text(StringId{chains_.driver(row).id})));
        }
        std::vector<std::uint16_t> order;
        for (const auto& [cpu, lane] : lanes) order.push_back(cpu);
        std::stable_sort(order.begin(), order.end(), [&](std::uint16_t a, std::uint16_t b) {
            return lanes[a].in_frame_ns > lanes[b].in_frame_ns;
        });
        if (order.size() > kMostCpus) order.resize(kMostCpus);
        std::sort(order.begin(), order.end());
        for (const std::uint16_t cpu : order) {
            append(out, "CPU " + std::to_string(cpu), std::move(lanes[cpu]));
        }
    }

    void add_requests(Happened& out, Window frame) const {
        std::map<std::optional<std::uint32_t>, Lane> lanes;
        for (const Row row : disk_.table.overlap(frame)) {
            if (!touches(frame, disk_.begin[row], disk_.end[row])) continue;
            lanes[disk_.disk.get(row)].add(frame, disk_.begin[row], disk_.end[row],
                                           disk_kind_name(disk_.kind.value_or(row, 0)),
                                           names_.file(disk_.file.value_or(row, BL_NO_ROW)));
        }
        for (auto& [disk, lane] : lanes) {
            append(out, disk ? "disk " + std::to_string(*disk) : "unknown disk", std::move(lane));
        }
    }

  private:
    struct PacketColumns {
        PacketColumns(const Table& packets, const Table& queues)
            : table(packets),
              begin(packets.time("begin", kOptional)),
              end(packets.time("end", kOptional)),
              queue(packets.row("gpu_queue", kOptional)),
              thread(packets.row("thread", kOptional)),
              kind(packets.u8("kind", kOptional)),
              engine(queues.u8("engine", kOptional)),
              node(queues.u32("node", kOptional)),
              adapter(queues.u64("adapter", kOptional)) {}
        const Table table;
        const TimeColumn begin, end;
        const RowColumn queue, thread;
        const U8Column kind, engine;
        const U32Column node;
        const U64Column adapter;
    };
    struct InterruptColumns {
        explicit InterruptColumns(const Table& of)
            : table(of),
              begin(of.time("begin", kOptional)),
              end(of.time("end", kOptional)),
              cpu(of.u16("cpu", kOptional)),
              kind(of.u8("kind", kOptional)) {}
        const Table table;
        const TimeColumn begin, end;
        const U16Column cpu;
        const U8Column kind;
    };
    struct DiskColumns {
        explicit DiskColumns(const Table& of)
            : table(of),
              begin(of.time("begin", kOptional)),
              end(of.time("end", kOptional)),
              disk(of.u32("disk", kOptional)),
              kind(of.u8("kind", kOptional)),
              file(of.row("file", kOptional)) {}
        const Table table;
        const TimeColumn begin, end;
        const U32Column disk;
        const U8Column kind;
        const RowColumn file;
    };

    // None for what is no work.
    const char* kind_of_packet(Row row) const {
        switch (packet_.kind.value_or(row, BL_GPU_PACKET_KIND_WORK)) {
            case BL_GPU_PACKET_KIND_WAIT:
            case BL_GPU_PACKET_KIND_SIGNAL:
                return nullptr;
            case BL_GPU_PACKET_KIND_PRESENT:
                return "GPU present";
            case BL_GPU_PACKET_KIND_PAGING:
                return "GPU paging";
            default:
                return "GPU work";
        }
    }

    // "GPU 3D"; "GPU 2 copy 1" where there are several of a kind or of GPUs.
    std::string gpu(Row queue) const {
        std::string out = "GPU";
        if (queue == BL_NO_ROW) return out;
        const auto adapter = packet_.adapter.get(queue);
        if (adapter && gpus_.size() > 1) out += " " + std::to_string(gpus_.at(*adapter));
        const std::uint8_t engine = packet_.engine.value_or(queue, 0);
        if (engine != 0) out += std::string(" ") + engine_name(engine);
        const auto node = packet_.node.get(queue);
        return node && *node > 0 ? out + " " + std::to_string(*node) : out;
    }

    std::string owner(Row packet) const {
        const Row process = owners_.of(packet);
        const bool nobody = process == BL_NO_ROW && !packet_.thread.has(packet);
        return nobody ? std::string() : names_.process(process);
    }

    const Store& store_;
    const Names& names_;
    const Chains& chains_;
    const PacketColumns packet_;
    const PacketOwners owners_;
    const InterruptColumns interrupt_;
    const DiskColumns disk_;
    std::map<std::uint64_t, std::size_t> gpus_;  // numbers of adapters
};

Beside::Beside(const Store& store, const Names& names, const Chains& chains, const Frames& frames,
               const std::vector<Row>& loop, const std::map<Row, std::size_t>& numbers)
    : screen_(std::make_unique<Screen>(store, frames, loop, numbers)),
      machine_(std::make_unique<Machine>(store, names, chains)) {}
Beside::~Beside() = default;

Happened Beside::during(Window frame) const {
    Happened out;
    screen_->add_to(out, frame);
    machine_->add_packets(out, frame);
    machine_->add_interrupts(out, frame);
    machine_->add_requests(out, frame);
    return out;
}

}  // namespace benchlab::analyzers::explain
