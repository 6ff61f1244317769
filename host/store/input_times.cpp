#include "store/input_times.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>

#include "benchlab/tables.h"
#include "store/values.hpp"

namespace benchlab::store {
namespace {

constexpr std::int64_t kMs = 1'000'000;

// Drivers whose interrupts bring what mice and keyboards say.
bool brings_input(std::string_view image) {
    std::string name(image);
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return name.find("usb") != std::string::npos || name.find("xhc") != std::string::npos ||
           name.starts_with("i8042");
}

// When interrupts of such drivers began.
std::vector<std::int64_t> interrupts_of(const std::deque<StoredTable>& tables, const Names& names) {
    const StoredTable* const table = table_named(tables, "dpc_isr");
    const Values<std::int64_t> begin(table, "begin");
    const Values<std::uint8_t> kind(table, "kind");
    const Values<std::uint32_t> code(table, "code");
    const Values<std::uint32_t> image_name(table_named(tables, "image"), "name");
    std::vector<std::int64_t> out;
    if (table_named(tables, "input") == nullptr || table == nullptr || !code) return out;
    std::vector<signed char> known(names.code_image.size(), -1);  // by code
    for (std::uint64_t row = 0; row < table->rows(); ++row) {
        const std::uint32_t at = code.get(row);
        if (at == 0 || kind.get(row) != BL_DPC_ISR_KIND_INTERRUPT) continue;
        if (known[at] < 0) {
            const std::uint32_t image = names.code_image[at];
            known[at] = image != BL_NO_ROW && brings_input(names.text(image_name.get(image)));
        }
        if (known[at] != 0) out.push_back(begin.get(row));
    }
    return out;
}

// Of an input that was read before the interrupt that brings it the time is wrong: one such comes
// soon behind it, and none was before it for as long as no device waits.
bool is_too_early(std::int64_t read, const std::vector<std::int64_t>& interrupts) {
    constexpr std::int64_t kBefore = 20 * kMs, kBehind = 5 * kMs;
    const auto next = std::upper_bound(interrupts.begin(), interrupts.end(), read);
    if (next == interrupts.end() || *next > read + kBehind) return false;
    return next == interrupts.begin() || *std::prev(next) < read - kBefore;
}

}  // namespace

Inputs::Inputs(const std::deque<StoredTable>& tables, const Names& names) {
    const StoredTable* const input = table_named(tables, "input");
    if (input == nullptr) return;
    const Values<std::int64_t> time(input, "time");
    const Values<std::uint8_t> kind(input, "kind");
    const Values<std::uint64_t> window(input, "window");
    const Rows process(input, "process");
    std::map<std::uint64_t, std::int64_t> clicks;  // by window
    const std::vector<std::int64_t> interrupts = interrupts_of(tables, names);
    std::int64_t last_read = BL_NO_TIME;
    std::map<std::uint32_t, std::int64_t>
        last_taken;  // by process: of one input come many messages
    for (std::uint64_t row = 0; row < input->rows(); ++row) {
        const std::int64_t at = time.get(row);
        const std::uint8_t what = kind.get(row);
        if (what == BL_INPUT_KIND_READ) {
            last_read = is_too_early(at, interrupts) ? BL_NO_TIME : at;
            continue;
        }
        const std::uint32_t who = process[row];
        const bool is_click = what == BL_INPUT_KIND_CLICK;
        const bool is_told_early = is_click && is_too_early(at, interrupts);
        if (is_click && window.has(row) && !is_told_early) clicks[window.get(row)] = at;
        if (who == BL_NO_ROW) continue;
        std::int64_t& before = last_taken.try_emplace(who, BL_NO_TIME).first->second;
        InputTimes times;
        if (last_read != before) times.any = last_read;
        if (is_click && !is_told_early) times.click = at;
        // Of a click the trace tells the window; who takes a message of that gets it.
        const auto click = window.has(row) ? clicks.find(window.get(row)) : clicks.end();
        if (click != clicks.end()) {
            times.click = click->second;
            clicks.erase(click);
        }
        if (times.any == BL_NO_TIME && times.click == BL_NO_TIME) continue;
        before = last_read;
        taken_.push_back({who, at, times});
    }
    std::stable_sort(taken_.begin(), taken_.end(),
                     [](const Taken& a, const Taken& b) { return a.process < b.process; });
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        if (i == 0 || taken_[i].process != taken_[i - 1].process) {
            places_.push_back({taken_[i].process, i, {}});
        }
    }
}

InputTimes Inputs::take(std::uint32_t process, std::int64_t time, bool is_shown) {
    const auto place = std::find_if(places_.begin(), places_.end(),
                                    [&](const Place& each) { return each.process == process; });
    if (place == places_.end()) return {};
    for (; place->next < taken_.size(); ++place->next) {
        const Taken& next = taken_[place->next];
        if (next.process != process || next.time > time) break;
        if (next.input.any != BL_NO_TIME) place->pending.any = next.input.any;
        if (next.input.click != BL_NO_TIME) place->pending.click = next.input.click;
    }
    const InputTimes out = place->pending;
    if (is_shown) place->pending = {};
    return out;
}

}  // namespace benchlab::store
