// Frames, the GPU, input, and what programs say of themselves.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "benchlab/tables.h"
#include "store/story_cells.hpp"

namespace benchlab::store {
namespace {

constexpr std::string_view kOutcomes[] = {"", "shown", "discarded", "failed", "lost"};
constexpr std::string_view kPacketKinds[] = {"", "work", "present", "wait", "signal", "paging"};
constexpr std::string_view kDevices[] = {"other", "mouse", "keyboard", "other"};
constexpr std::string_view kInputKinds[] = {"read", "read", "taken", "click"};
constexpr std::string_view kPhaseKinds[] = {"", "nested", "state"};
constexpr std::string_view kUnits[] = {
    "",      "count",      "ns",  "bytes",  "ratio",  "per-second", "bytes-per-second",
    "hertz", "trace-time", "fps", "cycles", "address"};

class Presents : public StorySpans {
  public:
    using StorySpans::StorySpans;

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("present").word(context_.names.thread(thread_[row]));
        hex(into, "chain", chain_, row);
        length(into, row);
        if (text(runtime_, row) != "dxgi") into.name("runtime", text(runtime_, row));
        into.name("mode", text(mode_, row));
        number<std::int32_t>(into, "sync", sync_, row);
        hex(into, "flags", flags_, row);
        hex(into, "result", result_, row);
        hex(into, "key", key_, row);
        number<std::uint64_t>(into, "id", id_, row);
        choice(into, "outcome", outcome_, row, kOutcomes);
        number<std::uint8_t>(into, "tearing", tearing_, row);
        number<std::uint8_t>(into, "nesting", nesting_, row);
        moment(into, "gpu-done", gpu_done_, row, time(row));
        hex(into, "window", window_, row);
        number<std::uint32_t>(into, "source", source_, row);
        number<std::uint32_t>(into, "layer", layer_, row);
        number<std::uint64_t>(into, "frame", frame_, row);
    }

  private:
    const Rows thread_ = rows("thread");
    const Values<std::uint64_t> chain_ = column<std::uint64_t>("swap_chain");
    const Values<std::uint32_t> runtime_ = column<std::uint32_t>("runtime");
    const Values<std::uint32_t> mode_ = column<std::uint32_t>("mode");
    const Values<std::int32_t> sync_ = column<std::int32_t>("sync_interval");
    const Values<std::uint32_t> flags_ = column<std::uint32_t>("flags");
    const Values<std::uint32_t> result_ = column<std::uint32_t>("result");
    const Values<std::uint64_t> key_ = column<std::uint64_t>("key");
    const Values<std::uint64_t> id_ = column<std::uint64_t>("present_id");
    const Values<std::uint8_t> outcome_ = column<std::uint8_t>("outcome");
    const Values<std::uint8_t> tearing_ = column<std::uint8_t>("tearing");
    const Values<std::uint8_t> nesting_ = column<std::uint8_t>("nesting");
    const Values<std::int64_t> gpu_done_ = column<std::int64_t>("gpu_done");
    const Values<std::uint64_t> window_ = column<std::uint64_t>("window");
    const Values<std::uint32_t> source_ = column<std::uint32_t>("source");
    const Values<std::uint32_t> layer_ = column<std::uint32_t>("layer");
    const Values<std::uint64_t> frame_ = column<std::uint64_t>("app_frame");
};

class Displays : public StoryTable {
  public:
    Displays(const StoryContext& context, const StoredTable& table)
        : StoryTable(context, table, "time"), keys_(context.store.find("present"), "key") {}

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("display").word(story_hex(key(present_, row, keys_)));
        moment(into, "flip", flip_, row, time(row));
        into.name("type", text(type_, row));
        if (delay_.has(row)) into.time("delay", delay_.get(row));
        number<std::uint32_t>(into, "source", source_, row);
        number<std::uint32_t>(into, "layer", layer_, row);
    }

  private:
    const Values<std::uint64_t> keys_;
    const Rows present_ = rows("present");
    const Values<std::int64_t> flip_ = column<std::int64_t>("flip");
    const Values<std::uint32_t> type_ = column<std::uint32_t>("type");
    const Values<std::int64_t> delay_ = column<std::int64_t>("delay");
    const Values<std::uint32_t> source_ = column<std::uint32_t>("source");
    const Values<std::uint32_t> layer_ = column<std::uint32_t>("layer");
};

class Refreshes : public StoryTable {
  public:
    Refreshes(const StoryContext& context, const StoredTable& table)
        : StoryTable(context, table, "time") {}

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("vsync").number(source_.get(row));
        number<std::uint64_t>(into, "sequence", sequence_, row);
    }

  private:
    const Values<std::uint32_t> source_ = column<std::uint32_t>("source");
    const Values<std::uint64_t> sequence_ = column<std::uint64_t>("sequence");
};

class Packets : public StorySpans {
  public:
    Packets(const StoryContext& context, const StoredTable& table)
        : StorySpans(context, table),
          queue_keys_(context.store.find("gpu_queue"), "key"),
          present_keys_(context.store.find("present"), "key") {}

    // Where its story begins: in the queue.
    std::int64_t time(std::uint64_t row) const override {
        return std::min(queued_.get(row, begin(row)), begin(row));
    }
    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("packet").word(story_hex(key(queue_, row, queue_keys_)));
        if (time(row) != begin(row)) into.time("queued", begin(row) - time(row));
        const bool open = !end_.has(row) || (flags_.get(row) & BL_GPU_PACKET_FLAG_NO_END) != 0;
        if (open) {
            into.word("open");
        } else {
            into.time("for", length_ns(row));
        }
        thread(into, "by", thread_, row);
        choice(into, "kind", kind_, row, kPacketKinds, BL_GPU_PACKET_KIND_WORK);
        number<std::uint64_t>(into, "sequence", sequence_, row);
        number<std::uint64_t>(into, "fence", fence_, row);
        const std::uint64_t present = key(present_, row, present_keys_);
        if (present != 0) into.clause("present", story_hex(present));
        number<std::uint8_t>(into, "flags", flags_, row);
    }

  private:
    std::int64_t begin(std::uint64_t row) const { return time_.get(row); }

    const Values<std::uint64_t> queue_keys_, present_keys_;
    const Values<std::int64_t> queued_ = column<std::int64_t>("queued");
    const Rows queue_ = rows("gpu_queue"), thread_ = rows("thread"), present_ = rows("present");
    const Values<std::uint8_t> kind_ = column<std::uint8_t>("kind");
    const Values<std::uint64_t> sequence_ = column<std::uint64_t>("sequence");
    const Values<std::uint64_t> fence_ = column<std::uint64_t>("fence");
    const Values<std::uint8_t> flags_ = column<std::uint8_t>("flags");
};

class Inputs : public StoryTable {
  public:
    Inputs(const StoryContext& context, const StoredTable& table)
        : StoryTable(context, table, "time") {}

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("input").word(word_of(kDevices, device_.get(row)));
        into.word(word_of(kInputKinds, kind_.get(row)));
        thread(into, "by", thread_, row);
        hex(into, "window", window_, row);
    }

  private:
    const Values<std::uint8_t> device_ = column<std::uint8_t>("device");
    const Values<std::uint8_t> kind_ = column<std::uint8_t>("kind");
    const Rows thread_ = rows("thread");
    const Values<std::uint64_t> window_ = column<std::uint64_t>("window");
};

class Marks : public StoryTable {
  public:
    Marks(const StoryContext& context, const StoredTable& table)
        : StoryTable(context, table, "time") {}

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("mark").word(story_name(text(name_, row)));
        thread(into, "by", thread_, row);
        number<std::uint64_t>(into, "frame", frame_, row);
    }

  private:
    const Values<std::uint32_t> name_ = column<std::uint32_t>("name");
    const Rows thread_ = rows("thread");
    const Values<std::uint64_t> frame_ = column<std::uint64_t>("app_frame");
};

class Phases : public StorySpans {
  public:
    using StorySpans::StorySpans;

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("phase").word(story_name(text(name_, row)));
        length(into, row);
        thread(into, "by", thread_, row);
        process(into, "in", process_, row);
        choice(into, "kind", kind_, row, kPhaseKinds, BL_PHASE_KIND_WORK);
        number<std::uint64_t>(into, "frame", frame_, row);
    }

  private:
    const Values<std::uint32_t> name_ = column<std::uint32_t>("name");
    const Rows thread_ = rows("thread"), process_ = rows("process");
    const Values<std::uint8_t> kind_ = column<std::uint8_t>("kind");
    const Values<std::uint64_t> frame_ = column<std::uint64_t>("app_frame");
};

class Counters : public StoryTable {
  public:
    Counters(const StoryContext& context, const StoredTable& table)
        : StoryTable(context, table, "time") {}

    std::optional<std::uint16_t> cpu(std::uint64_t row) const override {
        if (!cpu_.has(row)) return std::nullopt;
        return cpu_.get(row);
    }
    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("counter").word(story_name(text(name_, row)));
        into.word(story_number(value_.get(row)));
        choice(into, "unit", unit_, row, kUnits);
        process(into, "in", process_, row);
    }

  private:
    const Values<std::uint16_t> cpu_ = column<std::uint16_t>("cpu");
    const Values<std::uint32_t> name_ = column<std::uint32_t>("name");
    const Values<double> value_ = column<double>("value");
    const Values<std::uint8_t> unit_ = column<std::uint8_t>("unit");
    const Rows process_ = rows("process");
};

// Rows of another program's log: each of its figures is a clause of the column's name.
class LoggedFrames : public StoryTable {
  public:
    LoggedFrames(const StoryContext& context, const StoredTable& table)
        : StoryTable(context, table, "time") {
        for (const ColumnSpec& spec : table.spec()->columns) {
            if (spec.type != BL_COL_F64 || table.find(spec.name) == nullptr) continue;
            std::string name = spec.name;
            std::replace(name.begin(), name.end(), '_', '-');
            figures_.emplace_back(std::move(name), column<double>(spec.name));
        }
    }

    void add(std::string& out, std::uint64_t row) const override {
        constexpr double kNsPerMs = 1e6;
        Statement into(out);
        into.word("frame").word(context_.names.process(process_[row]));
        into.name("application", text(application_, row));
        hex(into, "chain", chain_, row);
        into.name("runtime", text(runtime_, row));
        into.name("mode", text(mode_, row));
        into.name("type", text(type_, row));
        number<std::int32_t>(into, "sync", sync_, row);
        hex(into, "flags", flags_, row);
        number<std::uint8_t>(into, "tearing", tearing_, row);
        number<std::uint8_t>(into, "shown", shown_, row, 1);
        number<std::uint64_t>(into, "frame", frame_, row);
        moment(into, "cpu-start", cpu_start_, row, time(row));
        for (const auto& [name, figure] : figures_) {
            if (figure.has(row)) into.clause(name, story_number(figure.get(row) / kNsPerMs));
        }
    }

  private:
    const Rows process_ = rows("process");
    const Values<std::uint32_t> application_ = column<std::uint32_t>("application");
    const Values<std::uint64_t> chain_ = column<std::uint64_t>("swap_chain");
    const Values<std::uint32_t> runtime_ = column<std::uint32_t>("runtime");
    const Values<std::uint32_t> mode_ = column<std::uint32_t>("mode");
    const Values<std::uint32_t> type_ = column<std::uint32_t>("type");
    const Values<std::int32_t> sync_ = column<std::int32_t>("sync_interval");
    const Values<std::uint32_t> flags_ = column<std::uint32_t>("flags");
    const Values<std::uint8_t> tearing_ = column<std::uint8_t>("tearing");
    const Values<std::uint8_t> shown_ = column<std::uint8_t>("shown");
    const Values<std::uint64_t> frame_ = column<std::uint64_t>("app_frame");
    const Values<std::int64_t> cpu_start_ = column<std::int64_t>("cpu_start");
    std::vector<std::pair<std::string, Values<double>>> figures_;
};

}  // namespace

std::unique_ptr<StoryEvents> story_frame_events(const StoryContext& context,
                                                const StoredTable& table) {
    const std::string& name = table.name();
    if (name == "present") return std::make_unique<Presents>(context, table);
    if (name == "display") return std::make_unique<Displays>(context, table);
    if (name == "vsync") return std::make_unique<Refreshes>(context, table);
    if (name == "gpu_packet") return std::make_unique<Packets>(context, table);
    if (name == "input") return std::make_unique<Inputs>(context, table);
    if (name == "mark") return std::make_unique<Marks>(context, table);
    if (name == "phase") return std::make_unique<Phases>(context, table);
    if (name == "counter") return std::make_unique<Counters>(context, table);
    if (name == "frame_log") return std::make_unique<LoggedFrames>(context, table);
    return nullptr;
}

}  // namespace benchlab::store
