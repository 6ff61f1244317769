#include "perf/text_events.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "perf/event_plan.hpp"

namespace benchlab::perf {
namespace {

constexpr std::uint32_t kNumberSize = 8, kTextSize = 64;

// Fields of events; those of texts end with a $.
struct Layout {
    std::string_view event;
    std::vector<std::string_view> fields;
};
const std::vector<Layout>& layouts() {
    static const std::vector<Layout> all = {
        {"sched:sched_switch",
         {"prev_comm$", "prev_pid", "prev_prio", "prev_state", "next_comm$", "next_pid",
          "next_prio"}},
        {"sched:sched_waking", {"comm$", "pid", "target_cpu"}},
        {"sched:sched_wakeup", {"comm$", "pid", "target_cpu"}},
        {"sched:sched_wakeup_new", {"comm$", "pid", "target_cpu"}},
        {"irq:irq_handler_entry", {"irq", "name$"}},
        {"irq:irq_handler_exit", {"irq"}},
        {"irq:softirq_entry", {"vec"}},
        {"irq:softirq_exit", {"vec"}},
        {"irq:softirq_raise", {"vec"}},
        {"exceptions:page_fault_user", {"address", "ip"}},
        {"exceptions:page_fault_kernel", {"address", "ip"}},
        {"block:block_rq_insert", {"dev", "sector", "nr_sector", "bytes", "rwbs$"}},
        {"block:block_rq_issue", {"dev", "sector", "nr_sector", "bytes", "rwbs$"}},
        {"block:block_rq_complete", {"dev", "sector", "nr_sector", "bytes", "rwbs$"}},
        {"power:cpu_frequency", {"state", "cpu_id"}},
    };
    return all;
}

constexpr const char* kSoftirqNames =
    "__print_symbolic(REC->vec, { 0, \"HI\" }, { 1, \"TIMER\" }, { 2, \"NET_TX\" }, { 3, "
    "\"NET_RX\" }, { 4, \"BLOCK\" }, { 5, \"IRQ_POLL\" }, { 6, \"TASKLET\" }, { 7, \"SCHED\" }, { "
    "8, \"HRTIMER\" }, { 9, \"RCU\" })";
// A bit for each letter that a kernel has printed, and one for the mark of preemption.
constexpr std::string_view kStateLetters = "SDTtXZPIxKWN";
constexpr std::uint64_t kPreempted = 1u << 12;

std::string states_print() {
    std::string out = "__print_flags(REC->prev_state, \"|\"";
    for (std::size_t i = 0; i < kStateLetters.size(); ++i) {
        out += ", { " + std::to_string(1u << i) + ", \"" + kStateLetters[i] + "\" }";
    }
    return out + ") , REC->prev_state & " + std::to_string(kPreempted) + " ? \"+\" : \"\"";
}

std::int64_t state_of(std::string_view text) {
    std::uint64_t out = 0;
    for (const char letter : text) {
        const std::size_t at = kStateLetters.find(letter);
        if (at != kStateLetters.npos) out |= std::uint64_t{1} << at;
        if (letter == '+') out |= kPreempted;
    }
    return static_cast<std::int64_t>(out);
}

EventFormat format_of(const Layout& layout, std::uint64_t id) {
    EventFormat format;
    const std::size_t colon = layout.event.find(':');
    format.system = layout.event.substr(0, colon);
    format.name = layout.event.substr(colon + 1);
    format.id = id;
    std::uint32_t at = 0;
    const auto add = [&](std::string_view name, std::uint32_t size) {
        FormatField field;
        field.kind = FormatField::kPlain;
        field.is_signed = size == kNumberSize;
        field.offset = at;
        field.size = size;
        format.fields.emplace(std::string(name), field);
        at += size;
    };
    add("common_flags", kNumberSize);
    add("common_pid", kNumberSize);
    for (std::string_view name : layout.fields) {
        const bool is_text = name.ends_with('$');
        if (is_text) name.remove_suffix(1);
        add(name, is_text ? kTextSize : kNumberSize);
    }
    if (format.name == "sched_switch") format.print = states_print();
    if (format.name.starts_with("softirq_")) format.print = kSoftirqNames;
    return format;
}

// "d.h2.": in an interrupt h or H, in a softirq s.
std::int64_t flags_of(std::string_view printed) {
    std::int64_t out = 0;
    if (printed.find_first_of("hHzZ") != printed.npos) out |= kInHardIrq;
    if (printed.find_first_of("sH") != printed.npos) out |= kInSoftirq;
    return out;
}

// "name:12 [120] rest"
struct OldThread {
    std::string_view name, rest;
    std::int64_t tid = 0, priority = 0;
};
std::optional<OldThread> old_thread(std::string_view text) {
    const std::size_t open = text.find(" ["), close = text.find(']', open);
    if (open == text.npos || close == text.npos) return std::nullopt;
    const std::string_view named = text.substr(0, open);
    const std::size_t colon = named.rfind(':');
    if (colon == named.npos) return std::nullopt;
    const auto tid = leading_number(named.substr(colon + 1));
    if (!tid) return std::nullopt;
    OldThread out;
    out.name = named.substr(0, colon);
    out.tid = *tid;
    out.priority = leading_number(text.substr(open + 2)).value_or(0);
    out.rest = text.substr(close + 1);
    return out;
}

// Clocks and faults are no tracepoints; what is behind the colon says in which mode they count.
int software_event(std::string_view event) {
    constexpr std::pair<std::string_view, int> kEvents[] = {
        {"cpu-clock", 0}, {"task-clock", 1}, {"major-faults", 6}};
    const std::string_view name = event.substr(0, event.find(':'));
    for (const auto& [known, config] : kEvents) {
        if (name == known) return config;
    }
    return -1;
}

}  // namespace

void TextEvents::put(const EventFormat& format, const char* field, std::int64_t number) {
    const FormatField place = format.field(field);
    if (place.size == kNumberSize) std::memcpy(raw_.data() + place.offset, &number, kNumberSize);
}

void TextEvents::put(const EventFormat& format, const char* field, std::string_view text) {
    const FormatField place = format.field(field);
    if (place.size != kTextSize) return;
    std::copy_n(text.begin(), std::min<std::size_t>(text.size(), kTextSize - 1),
                raw_.begin() + place.offset);
}

void TextEvents::put_switch(const EventFormat& format, std::string_view fields) {
    const std::size_t arrow = fields.find(" ==> ");
    if (arrow == fields.npos) return;
    const std::string_view before = fields.substr(0, arrow), behind = fields.substr(arrow + 5);
    if (before.starts_with("prev_comm=")) {
        put(format, "prev_comm", text_field(before, "prev_comm"));
        put(format, "prev_pid", leading_number(text_field(before, "prev_pid")).value_or(0));
        put(format, "prev_prio", leading_number(text_field(before, "prev_prio")).value_or(0));
        put(format, "prev_state", state_of(text_field(before, "prev_state")));
        put(format, "next_comm", text_field(behind, "next_comm"));
        put(format, "next_pid", leading_number(text_field(behind, "next_pid")).value_or(0));
        put(format, "next_prio", leading_number(text_field(behind, "next_prio")).value_or(0));
        return;
    }
    const auto old = old_thread(before), next = old_thread(behind);
    if (!old || !next) return;
    put(format, "prev_comm", old->name);
    put(format, "prev_pid", old->tid);
    put(format, "prev_prio", old->priority);
    put(format, "prev_state", state_of(old->rest));
    put(format, "next_comm", next->name);
    put(format, "next_pid", next->tid);
    put(format, "next_prio", next->priority);
}

void TextEvents::put_wake_up(const EventFormat& format, std::string_view fields) {
    if (const auto old = old_thread(fields); old && fields.find("comm=") == fields.npos) {
        put(format, "comm", old->name);
        put(format, "pid", old->tid);
        const std::size_t cpu = fields.find("CPU:");
        if (cpu != fields.npos)
            put(format, "target_cpu", leading_number(fields.substr(cpu + 4)).value_or(0));
        return;
    }
    put(format, "comm", text_field(fields, "comm"));
    put(format, "pid", leading_number(text_field(fields, "pid")).value_or(0));
    put(format, "target_cpu", leading_number(text_field(fields, "target_cpu")).value_or(0));
}

// "254,0 RA 4096 () 150513480 + 8 [comm]"; a completion has no bytes.
void TextEvents::put_request(const EventFormat& format, std::string_view fields) {
    constexpr int kMinorBits = 20;
    const std::int64_t major = leading_number(fields).value_or(0);
    const std::size_t comma = fields.find(',');
    const std::size_t space = fields.find(' ');
    const std::size_t plus = fields.find(" + ");
    if (comma == fields.npos || space == fields.npos || plus == fields.npos || comma > space)
        return;
    const std::int64_t minor = leading_number(fields.substr(comma + 1)).value_or(0);
    put(format, "dev",
        static_cast<std::int64_t>(static_cast<std::uint64_t>(major) << kMinorBits |
                                  static_cast<std::uint64_t>(minor)));
    std::string_view rest = fields.substr(space + 1);
    put(format, "rwbs", rest.substr(0, rest.find(' ')));
    rest.remove_prefix(
        std::min(rest.size(), rest.find(' ') == rest.npos ? rest.size() : rest.find(' ') + 1));
    put(format, "bytes", leading_number(rest).value_or(0));
    const std::string_view before = fields.substr(0, plus);
    put(format, "sector", leading_number(before.substr(before.rfind(' ') + 1)).value_or(0));
    put(format, "nr_sector", leading_number(fields.substr(plus + 3)).value_or(0));
}

void TextEvents::put_fields(const EventFormat& format, const TextLine& line) {
    put(format, "common_flags", flags_of(line.flags));
    put(format, "common_pid", std::int64_t{line.tid});
    if (format.name == "sched_switch") return put_switch(format, line.fields);
    if (format.name.starts_with("sched_wak")) return put_wake_up(format, line.fields);
    if (format.name.starts_with("block_rq_")) return put_request(format, line.fields);
    for (const auto& [name, place] : format.fields) {
        if (name.starts_with("common_")) continue;
        const std::string_view value = text_field(line.fields, name);
        if (place.size == kTextSize)
            put(format, name.c_str(), value);
        else
            put(format, name.c_str(), leading_number(value).value_or(0));
    }
}

// The event of that name, which ftrace prints without its system.
int TextEvents::attribute_of(std::string_view event) {
    const auto known = attributes_.find(event);
    if (known != attributes_.end()) return known->second;
    int number = 0;
    const std::uint64_t id = attributes_.size();
    const int software = software_event(event);
    const auto layout = std::find_if(layouts().begin(), layouts().end(), [&](const Layout& each) {
        return each.event == event || each.event.substr(each.event.find(':') + 1) == event;
    });
    if (software >= 0) {
        number = session_.add_made_event(kSoftware, static_cast<std::uint64_t>(software), nullptr);
    } else if (layout != layouts().end()) {
        const EventFormat format = format_of(*layout, id);
        number = session_.add_made_event(kTracepoint, id, &format);
    } else {
        EventFormat format = format_of({event, {"vector"}}, id);
        if (event.find(':') == event.npos) format.system.clear();
        number = session_.add_made_event(kTracepoint, id, &format);
    }
    if (attributes_.size() < kMostAttributes) attributes_.emplace(std::string(event), number);
    return number;
}

int TextEvents::sample_of(const TextLine& line, Sample& sample) {
    const int number = attribute_of(line.event);
    const Attribute& attribute = *session_.attributes()[static_cast<std::size_t>(number)];
    sample.pid = line.pid;
    sample.tid = line.tid;
    sample.cpu = line.cpu;
    sample.time = static_cast<std::uint64_t>(line.time_ns);
    sample.period = line.period == 0 ? 1 : line.period;
    // perf script prints where it was, in hexadecimal digits without a mark.
    if (attribute.type == kSoftware)
        std::from_chars(line.fields.data(), line.fields.data() + line.fields.size(), sample.ip, 16);
    raw_.fill(0);
    if (const EventFormat* format = session_.format_of(attribute)) put_fields(*format, line);
    sample.raw = Bytes(raw_);
    return number;
}

}  // namespace benchlab::perf
