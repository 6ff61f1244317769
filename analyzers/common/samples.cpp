#include "common/samples.hpp"

#include <algorithm>
#include <string_view>

#include "benchlab/tables.h"

namespace benchlab::analyzers {
namespace {

// Readers name clocks so, or not at all.
bool names_clock(std::string_view name) {
    return name.empty() || name == "timer" || name == "cpu-clock" || name == "task-clock";
}

}  // namespace

Samples::Samples(const Store& store) : store_(store), table_(store.find_table("sample")) {
    thread_ = table_.row("thread", kOptional);
    cpu_ = table_.u16("cpu", kOptional);
    code_ = table_.code("code", kOptional);
    stack_ = table_.stack("stack", kOptional);
    event_ = table_.string("event", kOptional);
    weight_ = table_.u32("weight", kOptional);
    flags_ = table_.u8("flags", kOptional);
    elsewhere_ = table_.u8("elsewhere", kOptional);
    idle_cpu_ = store.find_table("thread").u16("idle_cpu", kOptional);
    find_events();
}

void Samples::find_events() {
    for (const Row row : table_.rows()) {
        const StringId name = event_.value_or(row, StringId::kEmpty);
        auto at = std::find_if(events_.begin(), events_.end(),
                               [&](const SampledEvent& known) { return known.name == name; });
        if (at == events_.end()) {
            const bool is_clock = names_clock(store_.text(name));
            at = events_.insert(at, {name, is_clock, is_clock, 0});
        }
        at->in_ns = at->in_ns && weight_.has(row);
        ++at->count;
    }
    std::sort(events_.begin(), events_.end(), [](const SampledEvent& a, const SampledEvent& b) {
        if (a.is_clock != b.is_clock) return a.is_clock;
        return a.count != b.count ? a.count > b.count : a.name < b.name;
    });
}

Doing Samples::doing(Row row) const {
    const std::uint32_t flags = flags_.value_or(row, 0);
    if ((flags & BL_SAMPLE_FLAG_INTERRUPT) != 0) return Doing::kInterrupt;
    if ((flags & BL_SAMPLE_FLAG_DPC) != 0) return Doing::kDpc;
    const Row of = thread(row);
    if (of == BL_NO_ROW || elsewhere_.value_or(row, 0) != 0) return Doing::kUnknown;
    return idle_cpu_.has(of) ? Doing::kIdle : Doing::kThread;
}

CodeId Samples::code(Row row) const {
    if (code_.has(row)) return code_[row];
    const Stack entries = store_.stack(stack(row));
    return entries.empty() ? CodeId::kNone : *entries.begin();
}

}  // namespace benchlab::analyzers
