#include "teller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace benchlab::story::perf {

namespace {

// Bits of common_flags.
constexpr std::uint8_t kInInterrupt = 8, kInSoftirq = 16;

// What a story means by saying no priority, and what Linux does.
constexpr std::int16_t kUnsaidPriority = 8, kNormalPriority = 120;

std::uint64_t priority(std::int16_t said, std::uint32_t tid) {
    const std::int16_t number = said == kUnsaidPriority || tid == 0 ? kNormalPriority : said;
    return static_cast<std::uint64_t>(std::int64_t{number});
}

// The letter that tools show for the state in which the old thread stops.
char state_letter(const Switch& e) {
    constexpr std::string_view kLetters = "SDTtXZPI";
    const bool has_letter = e.reason.size() == 1 && kLetters.find(e.reason[0]) != kLetters.npos;
    switch (e.state) {
        case State::kWaiting:
            return has_letter ? e.reason[0] : 'S';
        case State::kEnded:
            return has_letter ? e.reason[0] : 'X';
        case State::kRunnable:
        case State::kRunning:
        case State::kUnknown:
            break;
    }
    return e.reason == "R+" || e.reason.find("reempt") != std::string::npos ? '+' : 'R';
}

struct StateNumbers {
    char letter;
    std::uint64_t old_number, number;
};

constexpr StateNumbers kStates[] = {{'S', 1, 1},      {'D', 2, 2},       {'T', 4, 4},
                                    {'t', 8, 8},      {'X', 32, 0x10},   {'Z', 16, 0x20},
                                    {'P', 512, 0x40}, {'I', 1026, 0x80}, {'+', 2048, 0x100}};

std::uint64_t lock_flags(std::string_view name) {
    struct Word {
        std::string_view text;
        std::uint64_t flag;
    };
    static constexpr Word kWords[] = {{"spin", 1}, {"read", 2},    {"write", 4},
                                      {"rt", 8},   {"percpu", 16}, {"mutex", 32}};
    std::uint64_t flags = 0;
    for (const Word& word : kWords) {
        if (name.find(word.text) != std::string_view::npos) flags |= word.flag;
    }
    return flags;
}

std::uint64_t function_named(const Story& story, std::string_view name) {
    for (const Function& function : story.functions) {
        if (function.name == name) return function.code.address;
    }
    return 0;
}

std::string request_flags(const DiskIo& e) {
    static constexpr std::string_view kKinds = "NRWFD";
    std::string out(1, kKinds[e.kind < kKinds.size() ? e.kind : 0]);
    if (e.flags & 2) out += 'A';
    if (e.flags & 1) out += 'S';
    if (e.flags & 4) out += 'M';
    return out;
}

std::string interrupt_name(const Story& story, const Interrupt& e) {
    if (!e.name.empty() && e.name != "msi") return e.name;
    const std::uint64_t address = e.code.address;
    for (const Image& image : story.images) {
        if (address - image.base.value < image.size.value) return image.name;
    }
    return fmt::format("{:#x}", address);
}

std::uint16_t mode_of(std::uint64_t address) {
    return is_kernel(address) ? kMiscKernel : kMiscUser;
}

}  // namespace

void Teller::tell(const Timeline::Moment& moment, std::int64_t ns) {
    event_ = moment.event;
    step_ = moment.step;
    ns_ = ns;
    if (moment.is_first && session_.is_recording()) {
        for (const std::string& what : plan_.of(*event_).left_out) session_.left_out(what);
    }
    if (!step_) return;
    cpu_ = session_.place(event_->cpu);
    tid_ = session_.running(cpu_);
    std::visit([this](const auto& e) { put(e); }, event_->body);
}

void Teller::go_to(std::uint32_t tid) {
    tid_ = tid;
    if (!event_->cpu || step_->offset_ns != 0) cpu_ = session_.cpu_of_thread(tid, cpu_);
}

void Teller::raw(std::uint8_t flags) {
    data_.begin(*session_.types()[step_->type].format, flags, tid_);
}

void Teller::finish(const Frames& stack, std::uint16_t misc) {
    SampleValues values;
    values.misc = misc;
    values.ip = stack.empty() ? 0 : stack.front();
    values.stack = stack;
    values.raw = data_.finish();
    session_.add_sample(step_->type, session_.context(cpu_, ns_, tid_), values);
}

std::uint64_t Teller::state_number(const Switch& e) const {
    const char letter = state_letter(e);
    const bool is_old = session_.options().old_formats;
    for (const StateNumbers& state : kStates) {
        if (state.letter == letter) return is_old ? state.old_number : state.number;
    }
    return 0;
}

void Teller::put(const Switch& e) {
    tid_ = e.old_thread.id;
    raw();
    data_.set("prev_comm", session_.comm_on(cpu_, e.old_thread.id))
        .set("prev_pid", e.old_thread.id);
    data_.set("prev_prio", priority(e.old_priority, e.old_thread.id));
    data_.set("prev_state", state_number(e));
    data_.set("next_comm", session_.comm_on(cpu_, e.new_thread.id))
        .set("next_pid", e.new_thread.id);
    data_.set("next_prio", priority(e.new_priority, e.new_thread.id));
    finish(e.old_stack);
    session_.run(cpu_, e.new_thread.id);
}

void Teller::put(const Ready& e) {
    constexpr std::uint8_t kDpc = 2, kInterrupt = 3;
    const bool by_thread = e.source != kDpc && e.source != kInterrupt;
    if (by_thread && e.waker) go_to(e.waker->id);
    raw(e.source == kDpc ? kInSoftirq : e.source == kInterrupt ? kInInterrupt : std::uint8_t{0});
    const std::uint32_t target =
        e.target_cpu ? session_.place(e.target_cpu) : session_.cpu_of_thread(e.thread.id, cpu_);
    data_.set("comm", session_.comm(e.thread.id)).set("pid", e.thread.id);
    data_.set("prio", priority(kUnsaidPriority, e.thread.id)).set("success", 1);
    data_.set("target_cpu", target);
    finish(e.stack);
}

void Teller::put(const Sample& e) {
    go_to(e.thread.id);
    SampleValues values;
    values.ip = e.code.address != 0 || e.stack.empty() ? e.code.address : e.stack.front();
    values.misc = mode_of(values.ip);
    values.stack = e.stack;
    if (e.stack.empty()) values.stack = {&values.ip, 1};
    const bool is_clock = e.event.empty() || e.event == "timer";
    values.period = e.weight != 0 ? e.weight
                    : is_clock
                        ? static_cast<std::uint64_t>(session_.story().machine.sample_interval.ns)
                        : session_.types()[step_->type].period;
    session_.add_sample(step_->type, session_.context(cpu_, ns_, tid_), values);
}

void Teller::put(const Interrupt& e) {
    constexpr std::uint8_t kIsr = 1, kTick = 6;
    constexpr std::uint64_t kTimerVector = 236;
    if (e.kind == kIsr) {
        raw(kInInterrupt);
        data_.set("irq", e.vector);
        if (is_begin()) data_.set("name", interrupt_name(session_.story(), e));
        if (is_end()) data_.set("ret", 1);
    } else if (e.kind == kTick) {
        raw(kInInterrupt);
        data_.set("vector", e.vector != 0 ? e.vector : kTimerVector);
    } else {
        // Interrupts raise softirqs, which then run as such.
        raw(step_->part == Part::kQueued ? kInInterrupt : kInSoftirq);
        data_.set("vec", softirq_vector(e));
    }
    finish();
}

void Teller::put(const Timer& e) {
    // No two go off at one moment on one CPU.
    constexpr std::uint64_t kTimers = 0xffff888000000000, kCpus = 4096;
    const std::int64_t off = ns_ - step_->offset_ns;
    const auto clock = kStoryClockNs + static_cast<std::uint64_t>(off);
    const std::uint64_t due = clock - static_cast<std::uint64_t>(e.late.value_or(Ns{}).ns);
    constexpr std::uint64_t kSlackNs = 50'000;
    raw(step_->part == Part::kQueued ? std::uint8_t{0} : kInInterrupt);
    data_.set("hrtimer",
              kTimers + (static_cast<std::uint64_t>(off) * kCpus + cpu_) % (kCpus << 24));
    data_.set("function", e.code.address).set("now", clock);
    data_.set("softexpires", due).set("expires", due + kSlackNs).set("mode", 0);
    finish();
}

void Teller::put(const HardFault& e) {
    go_to(e.thread.id);
    const std::uint64_t ip =
        e.code.address != 0 || e.stack.empty() ? e.code.address : e.stack.front();
    if (is_begin()) {
        constexpr std::uint64_t kUserRead = 4;
        raw();
        data_.set("address", e.address.value).set("ip", ip).set("error_code", kUserRead);
        return finish();
    }
    SampleValues values;
    values.misc = mode_of(ip);
    values.ip = ip;
    values.address = e.address.value;
    values.stack = e.stack;
    if (e.stack.empty()) values.stack = {&values.ip, 1};
    session_.add_sample(step_->type, session_.context(cpu_, ns_, tid_), values);
}

void Teller::put(const DiskIo& e) {
    constexpr std::uint64_t kSectorBytes = 512;
    constexpr std::uint8_t kFlush = 3;
    // A flush is of the whole disk.
    const std::uint64_t offset = e.kind == kFlush ? 0 : e.offset.value;
    const std::uint64_t bytes = e.kind == kFlush ? 0 : e.bytes;
    if (e.thread) go_to(e.thread->id);
    if (is_end()) {
        // The device's interrupt completes it, whoever runs there.
        if (event_->cpu) cpu_ = session_.place(event_->cpu);
        tid_ = session_.running(cpu_);
    }
    raw(is_end() ? kInInterrupt : std::uint8_t{0});
    data_.set("dev", e.disk).set("sector", offset / kSectorBytes).set("bytes", bytes);
    data_.set("nr_sector", (bytes + kSectorBytes - 1) / kSectorBytes);
    data_.set("ioprio", e.priority).set("rwbs", request_flags(e));
    data_.set("comm", session_.comm_on(cpu_, tid_)).set("cmd", "");
    // The stack stands at the first record.
    const bool has_stack = step_->part == Part::kQueued || (is_begin() && e.queued.ns == 0);
    finish(has_stack ? e.stack : Frames{});
}

void Teller::put(const Call& e) {
    constexpr std::uint8_t kSystem = 1, kLock = 2, kFence = 3;
    go_to(e.thread.id);
    raw();
    const std::uint64_t object = e.object.value;
    if (e.kind == kSystem) {
        data_.set("__syscall_nr", system_call_number(e.name)).set(first_argument(e.name), object);
        data_.set("ret", static_cast<std::uint64_t>(e.result));
    } else if (e.kind == kLock) {
        data_.set("lock_addr", object).set("flags", lock_flags(e.name));
        data_.set("ret", static_cast<std::uint64_t>(e.result));
    } else if (e.kind == kFence) {
        data_.set("driver", e.name).set("timeline", "story");
        data_.set("context", object >> 32).set("seqno", object & 0xFFFFFFFF);
    } else {
        data_.set("work", object).set("function", function_named(session_.story(), e.name));
    }
    finish(is_begin() ? e.stack : Frames{});
}

void Teller::put(const Present& e) {
    go_to(e.thread.id);
    raw();
    data_.set("surface", e.chain.value).set("ret", e.result.value == 0 ? 1 : 0);
    finish({}, kMiscUser);
}

void Teller::put(const Mark& e) {
    if (e.thread) go_to(e.thread->id);
    raw();
    finish({}, kMiscUser);
}

void Teller::put(const Vsync& e) {
    raw(kInInterrupt);
    data_.set("crtc", e.source).set("seq", e.sequence).set("high_prec", 1);
    data_.set("time", kStoryClockNs + static_cast<std::uint64_t>(ns_));
    finish();
}

void Teller::put(const Counter& e) {
    raw();
    data_.set("state", static_cast<std::uint64_t>(std::max(e.value, 0.0) / 1000));
    data_.set("cpu_id", cpu_);
    finish();
}

void Teller::put(const Lost& e) {
    constexpr std::uint8_t kEvents = 1, kThrottled = 3;
    const Context context = session_.context(cpu_, ns_, tid_);
    const std::uint64_t id = session_.types()[0].first_id + cpu_;
    RecordBuilder& builder = session_.builder();
    if (e.kind == kThrottled) {
        OrderedBytes& body =
            builder.begin(is_begin() ? RecordType::kThrottle : RecordType::kUnthrottle);
        body.put(context.clock_ns);
        body.put(id);
        body.put(id);
    } else if (e.kind == kEvents) {
        OrderedBytes& body = builder.begin(RecordType::kLost);
        body.put(id);
        body.put(e.count);
    } else {
        builder.begin(RecordType::kLostSamples).put(e.count);
    }
    session_.add(context, builder.end(context, 0));
}

}  // namespace benchlab::story::perf
