#include "store/story_events.hpp"

#include <algorithm>
#include <array>

#include "benchlab/tables.h"
#include "store/story_cells.hpp"

namespace benchlab::store {
namespace {

constexpr std::string_view kStates[] = {"unknown", "running", "runnable", "waiting", "ended"};
constexpr std::string_view kModes[] = {"", "kernel", "user"};
constexpr std::string_view kSources[] = {"", "thread", "dpc", "interrupt"};
constexpr std::string_view kReadyKinds[] = {"", "asked", "queued", "new", "swapped-out"};
constexpr std::string_view kInterrupts[] = {"",        "isr", "dpc", "timer-dpc", "threaded-dpc",
                                            "softirq", "tick"};
constexpr std::string_view kDiskKinds[] = {"read", "read", "write", "flush", "discard"};
constexpr std::string_view kCallKinds[] = {"", "system", "lock", "fence", "work", "shader"};
constexpr std::string_view kLostKinds[] = {"events", "events", "buffers", "throttled"};

class Switches : public StoryTable {
  public:
    Switches(const StoryContext& context, const StoredTable& table)
        : StoryTable(context, table, "time") {}

    std::optional<std::uint16_t> cpu(std::uint64_t row) const override { return cpu_.get(row); }
    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        const std::uint32_t before = old_[row], after = new_[row];
        into.word("switch").word(context_.names.thread(before)).word("->");
        into.word(context_.names.thread(after));
        if (!is_idle(before) || !goes_without_saying(row)) add_state(into, row);
        choice(into, "mode", mode_, row, kModes);
        number<std::int16_t>(into, "old-priority", old_priority_, row, usual(before));
        number<std::int16_t>(into, "new-priority", new_priority_, row, usual(after));
        stack(into, "old-stack", old_stack_, row);
        stack(into, "new-stack", new_stack_, row);
    }

  private:
    bool is_idle(std::uint32_t thread) const {
        return thread != BL_NO_ROW && context_.names.is_idle(thread);
    }
    std::int16_t usual(std::uint32_t thread) const { return is_idle(thread) ? 0 : 8; }

    // What Windows calls each state, as story2etl writes it for the word alone.
    static std::uint16_t usual_raw(std::uint8_t state) {
        constexpr std::uint16_t kRaw[] = {2, 2, 1, 5, 4};
        return state < std::size(kRaw) ? kRaw[state] : UINT16_MAX;
    }
    // An idle thread gives its CPU away, as it always does.
    bool goes_without_saying(std::uint64_t row) const {
        const std::uint8_t state = state_.get(row);
        const std::string_view reason = text(reason_, row);
        return state <= BL_STATE_RUNNING && raw_.get(row, 2) == 2 &&
               (reason.empty() || reason == "Executive");
    }
    void add_state(Statement& into, std::uint64_t row) const {
        const std::uint8_t state = state_.get(row);
        const std::string_view reason = text(reason_, row);
        into.word(word_of(kStates, state));
        // In quotes unless it begins as names of reasons do.
        const bool capital = !reason.empty() && reason[0] >= 'A' && reason[0] <= 'Z';
        if (!reason.empty()) into.word(capital ? story_name(reason) : story_quoted(reason));
        number<std::uint16_t>(into, "raw", raw_, row, usual_raw(state));
    }

    const Rows old_ = rows("old_thread"), new_ = rows("new_thread");
    const Values<std::uint16_t> cpu_ = column<std::uint16_t>("cpu");
    const Values<std::uint8_t> state_ = column<std::uint8_t>("old_state");
    const Values<std::uint16_t> raw_ = column<std::uint16_t>("old_raw");
    const Values<std::uint8_t> mode_ = column<std::uint8_t>("old_mode");
    const Values<std::uint32_t> reason_ = column<std::uint32_t>("old_reason");
    const Values<std::int16_t> old_priority_ = column<std::int16_t>("old_priority");
    const Values<std::int16_t> new_priority_ = column<std::int16_t>("new_priority");
    const Values<std::uint32_t> old_stack_ = column<std::uint32_t>("old_stack");
    const Values<std::uint32_t> new_stack_ = column<std::uint32_t>("new_stack");
};

// A table of moments or spans on a CPU that may not be known.
template <class Base>
class OnCpu : public Base {
  public:
    using Base::Base;
    std::optional<std::uint16_t> cpu(std::uint64_t row) const override {
        if (!cpu_.has(row)) return std::nullopt;
        return cpu_.get(row);
    }

  private:
    const Values<std::uint16_t> cpu_ = this->template column<std::uint16_t>("cpu");
};

class Readies : public OnCpu<StoryTable> {
  public:
    Readies(const StoryContext& context, const StoredTable& table)
        : OnCpu(context, table, "time") {}

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("ready").word(context_.names.thread(thread_[row]));
        thread(into, "by", waker_, row);
        choice(into, "from", source_, row, kSources, BL_READY_SOURCE_THREAD);
        choice(into, "kind", kind_, row, kReadyKinds, BL_READY_KIND_QUEUED);
        if (target_.has(row)) into.clause("target", target_.get(row));
        stack(into, "stack", stack_, row);
    }

  private:
    using StoryTable::stack;
    using StoryTable::thread;
    const Rows thread_ = rows("thread"), waker_ = rows("waker_thread");
    const Values<std::uint8_t> source_ = column<std::uint8_t>("source");
    const Values<std::uint8_t> kind_ = column<std::uint8_t>("kind");
    const Values<std::uint16_t> target_ = column<std::uint16_t>("target_cpu");
    const Values<std::uint32_t> stack_ = column<std::uint32_t>("stack");
};

class Samples : public OnCpu<StoryTable> {
  public:
    Samples(const StoryContext& context, const StoredTable& table)
        : OnCpu(context, table, "time") {}

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("sample").word(context_.names.thread(thread_[row]));
        const std::uint32_t code = code_.get(row), from = stack_.get(row);
        const bool said = from != 0 && context_.store.names().stack_code[from] == code;
        if (code != 0 && !said) into.clause("in", context_.names.code(code));
        const bool timer = text(event_, row) == kTimerEvent;
        if (!timer) into.name("event", text(event_, row));
        const bool usual = timer && weight_.get(row) == context_.sample_interval_ns;
        if (!usual) number<std::uint32_t>(into, "weight", weight_, row);
        number<std::uint8_t>(into, "flags", flags_, row);
        stack(into, "stack", stack_, row);
    }

  private:
    const Rows thread_ = rows("thread");
    const Values<std::uint32_t> code_ = column<std::uint32_t>("code");
    const Values<std::uint32_t> event_ = column<std::uint32_t>("event");
    const Values<std::uint32_t> weight_ = column<std::uint32_t>("weight");
    const Values<std::uint8_t> flags_ = column<std::uint8_t>("flags");
    const Values<std::uint32_t> stack_ = column<std::uint32_t>("stack");
};

class Interrupts : public OnCpu<StorySpans> {
  public:
    using OnCpu::OnCpu;

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        const std::string_view kind = word_of(kInterrupts, kind_.get(row));
        into.word(kind.empty() ? "dpc" : kind).word(context_.names.code(code_.get(row)));
        length(into, row);
        into.name("name", text(name_, row));
        number<std::uint16_t>(into, "vector", vector_, row);
        moment(into, "queued", queued_, row, time(row));
    }

  private:
    const Values<std::uint8_t> kind_ = column<std::uint8_t>("kind");
    const Values<std::uint32_t> code_ = column<std::uint32_t>("code");
    const Values<std::uint32_t> name_ = column<std::uint32_t>("name");
    const Values<std::uint16_t> vector_ = column<std::uint16_t>("vector");
    const Values<std::int64_t> queued_ = column<std::int64_t>("queued");
};

class Timers : public OnCpu<StorySpans> {
  public:
    using OnCpu::OnCpu;

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("timer");
        length(into, row);
        if (late_.has(row)) into.time("late", late_.get(row));
        if (code_.get(row) != 0) into.clause("in", context_.names.code(code_.get(row)));
    }

  private:
    const Values<std::int64_t> late_ = column<std::int64_t>("late");
    const Values<std::uint32_t> code_ = column<std::uint32_t>("code");
};

// Tables whose rows name a file.
class OfFiles : public StorySpans {
  public:
    OfFiles(const StoryContext& context, const StoredTable& table)
        : StorySpans(context, table), file_keys_(context.store.find("file"), "key") {}

  protected:
    void file(Statement& into, std::uint64_t row) const {
        if (file_[row] != BL_NO_ROW) into.clause("file", story_hex(key(file_, row, file_keys_)));
    }

  private:
    const Rows file_ = rows("file");
    const Values<std::uint64_t> file_keys_;
};

constexpr std::uint32_t kUsualBytes = 4096;  // of a request that does not say how many

class Faults : public OfFiles {
  public:
    using OfFiles::OfFiles;

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("fault").word(context_.names.thread(thread_[row]));
        length(into, row);
        hex(into, "address", address_, row);
        if (code_.get(row) != 0) into.clause("in", context_.names.code(code_.get(row)));
        file(into, row);
        hex(into, "offset", offset_, row);
        number<std::uint32_t>(into, "bytes", bytes_, row, kUsualBytes);
        stack(into, "stack", stack_, row);
    }

  private:
    const Rows thread_ = rows("thread");
    const Values<std::uint64_t> address_ = column<std::uint64_t>("address");
    const Values<std::uint32_t> code_ = column<std::uint32_t>("code");
    const Values<std::uint64_t> offset_ = column<std::uint64_t>("offset");
    const Values<std::uint32_t> bytes_ = column<std::uint32_t>("bytes");
    const Values<std::uint32_t> stack_ = column<std::uint32_t>("stack");
};

class DiskRequests : public OfFiles {
  public:
    using OfFiles::OfFiles;

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("disk").word(word_of(kDiskKinds, kind_.get(row)));
        thread(into, "by", thread_, row);
        const std::int64_t start = std::max(start_.get(row, time(row)), time(row));
        if (start != time(row)) into.time("queued", start - time(row));
        into.time("for", std::max<std::int64_t>(end_.get(row, start) - start, 0));
        number<std::uint32_t>(into, "disk", disk_, row);
        number<std::uint8_t>(into, "priority", priority_, row, kUsualPriority);
        number<std::uint8_t>(into, "flags", flags_, row);
        hex(into, "offset", offset_, row);
        number<std::uint32_t>(into, "bytes", bytes_, row, kUsualBytes);
        file(into, row);
        stack(into, "stack", stack_, row);
    }

  private:
    static constexpr std::uint8_t kUsualPriority = 3;
    const Rows thread_ = rows("thread");
    const Values<std::int64_t> start_ = column<std::int64_t>("start");
    const Values<std::uint8_t> kind_ = column<std::uint8_t>("kind");
    const Values<std::uint32_t> disk_ = column<std::uint32_t>("disk");
    const Values<std::uint8_t> priority_ = column<std::uint8_t>("priority");
    const Values<std::uint8_t> flags_ = column<std::uint8_t>("flags");
    const Values<std::uint64_t> offset_ = column<std::uint64_t>("offset");
    const Values<std::uint32_t> bytes_ = column<std::uint32_t>("bytes");
    const Values<std::uint32_t> stack_ = column<std::uint32_t>("stack");
};

class Calls : public StorySpans {
  public:
    using StorySpans::StorySpans;

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("call").word(context_.names.thread(thread_[row]));
        into.word(story_name(text(name_, row)));
        length(into, row);
        choice(into, "kind", kind_, row, kCallKinds, BL_CALL_KIND_SYSTEM);
        hex(into, "object", object_, row);
        number<std::int64_t>(into, "result", result_, row);
        stack(into, "stack", stack_, row);
    }

  private:
    const Rows thread_ = rows("thread");
    const Values<std::uint8_t> kind_ = column<std::uint8_t>("kind");
    const Values<std::uint32_t> name_ = column<std::uint32_t>("name");
    const Values<std::uint64_t> object_ = column<std::uint64_t>("object");
    const Values<std::int64_t> result_ = column<std::int64_t>("result");
    const Values<std::uint32_t> stack_ = column<std::uint32_t>("stack");
};

class Losses : public OnCpu<StorySpans> {
  public:
    using OnCpu::OnCpu;

    void add(std::string& out, std::uint64_t row) const override {
        Statement into(out);
        into.word("lost").number(count_.get(row)).word(word_of(kLostKinds, kind_.get(row)));
        if (length_ns(row) > 0) into.time("for", length_ns(row));
    }

  private:
    const Values<std::uint64_t> count_ = column<std::uint64_t>("count");
    const Values<std::uint8_t> kind_ = column<std::uint8_t>("kind");
};

}  // namespace

std::unique_ptr<StoryEvents> story_events(const StoryContext& context, const StoredTable& table) {
    const std::string& name = table.name();
    if (name == "cswitch") return std::make_unique<Switches>(context, table);
    if (name == "ready") return std::make_unique<Readies>(context, table);
    if (name == "sample") return std::make_unique<Samples>(context, table);
    if (name == "dpc_isr") return std::make_unique<Interrupts>(context, table);
    if (name == "timer") return std::make_unique<Timers>(context, table);
    if (name == "hard_fault") return std::make_unique<Faults>(context, table);
    if (name == "disk_io") return std::make_unique<DiskRequests>(context, table);
    if (name == "call") return std::make_unique<Calls>(context, table);
    if (name == "lost") return std::make_unique<Losses>(context, table);
    return story_frame_events(context, table);
}

}  // namespace benchlab::store
