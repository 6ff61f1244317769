// Which cases a benchmark has: the product of its parameters and of the thread counts.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "plugin/plugin.hpp"

namespace benchlab::plugin {
namespace {

using Overrides = std::vector<ParamOverride>;

const Parameter* find_param(const Benchmark& benchmark, const std::string& name) {
    const auto at = std::find_if(benchmark.params.begin(), benchmark.params.end(),
                                 [&](const Parameter& param) { return param.name == name; });
    return at == benchmark.params.end() ? nullptr : &*at;
}

Choice listed(const Parameter& param, std::size_t index) {
    Choice choice;
    choice.name = param.name;
    choice.value = param.values[index];
    choice.unit = param.unit;
    if (!param.labels.empty()) choice.label = param.labels[index];
    choice.shown =
        choice.label.empty() ? base::format_in_name(choice.value, choice.unit) : choice.label;
    return choice;
}

// What the user typed, as a value of this parameter; false when it cannot be one.
bool choose(const Parameter& param, const std::string& text, Choice& out) {
    for (std::size_t i = 0; i < param.labels.size(); ++i) {
        if (param.labels[i] != text) continue;
        out = listed(param, i);
        return true;
    }
    std::uint64_t number = 0;
    if (!base::parse_scaled(text, param.unit, number)) return false;
    const auto at = std::find(param.values.begin(), param.values.end(), number);
    if (at != param.values.end()) {
        out = listed(param, static_cast<std::size_t>(at - param.values.begin()));
        return true;
    }
    const bool free = param.minimum != 0 || param.maximum != 0;
    if (!free || number < param.minimum || number > param.maximum) return false;
    out = {param.name, number, {}, param.unit, base::format_in_name(number, param.unit)};
    return true;
}

// "avx2, sse2" or "4KiB, 16KiB, or any from 4KiB to 1GiB".
std::string allowed(const Parameter& param) {
    constexpr std::size_t kShown = 8;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < std::min(param.values.size(), kShown); ++i) {
        parts.push_back(listed(param, i).shown);
    }
    if (param.values.size() > kShown) parts.emplace_back("...");
    std::string text = base::join(parts, ", ");
    if (param.minimum != 0 || param.maximum != 0) {
        text +=
            fmt::format(", or any from {} to {}", base::format_in_name(param.minimum, param.unit),
                        base::format_in_name(param.maximum, param.unit));
    }
    return text;
}

// An override that no benchmark can take is a mistake of the user.
base::Result<void> check_override(const std::vector<const Benchmark*>& benchmarks,
                                  const ParamOverride& one) {
    std::set<std::string> names;
    std::vector<std::string> hints;
    for (const Benchmark* benchmark : benchmarks) {
        for (const Parameter& param : benchmark->params) names.insert(param.name);
        const Parameter* const param = find_param(*benchmark, one.name);
        if (param == nullptr) continue;
        Choice choice;
        if (choose(*param, one.value, choice)) return {};
        hints.push_back(fmt::format("{} takes {}", benchmark->name, allowed(*param)));
    }
    const std::string shown =
        fmt::format("--param {}={}", base::printable(one.name), base::printable(one.value));
    if (!hints.empty()) {
        constexpr std::size_t kShown = 3;
        if (hints.size() > kShown) hints.resize(kShown);
        return base::Error{base::Code::kInvalid,
                           shown + ": not a value that it can have: " + base::join(hints, "; ")};
    }
    const std::vector<std::string> known(names.begin(), names.end());
    const std::string near = base::closest(one.name, known);
    std::string message = shown + ": no benchmark has this parameter";
    if (!near.empty()) {
        message += fmt::format("; did you mean {}?", near);
    } else if (!known.empty()) {
        message += "; there are " + base::join(known, ", ");
    }
    return base::Error{base::Code::kInvalid, message};
}

std::vector<Choice> choices_of(const Parameter& param, const Overrides& overrides) {
    std::vector<Choice> choices;
    bool replaced = false;
    for (const ParamOverride& one : overrides) {
        if (one.name != param.name) continue;
        replaced = true;
        Choice choice;
        if (!choose(param, one.value, choice)) continue;
        const bool twice = std::any_of(choices.begin(), choices.end(), [&](const Choice& other) {
            return other.shown == choice.shown;
        });
        if (!twice) choices.push_back(std::move(choice));
    }
    if (replaced) return choices;
    for (std::size_t i = 0; i < param.values.size(); ++i) choices.push_back(listed(param, i));
    return choices;
}

std::vector<std::uint32_t> counts_of(const Benchmark& benchmark,
                                     const std::vector<std::uint32_t>& threads) {
    const bool threaded = (benchmark.flags & BL_BENCH_THREADED) != 0;
    std::vector<std::uint32_t> counts;
    for (const std::uint32_t count : threads) {
        const bool fits = benchmark.max_threads == 0 || count <= benchmark.max_threads;
        const bool twice = std::find(counts.begin(), counts.end(), count) != counts.end();
        if (!twice && (count == 1 || (threaded && fits))) counts.push_back(count);
    }
    return counts;
}

std::string name_of(const Benchmark& benchmark, const std::vector<Choice>& choices,
                    std::uint32_t threads) {
    std::string name = benchmark.name;
    for (const Choice& choice : choices) name += "/" + choice.shown;
    if (threads > 1) name += fmt::format("/threads:{}", threads);
    return name;
}

base::Result<void> append_cases(const Benchmark& benchmark, const Overrides& overrides,
                                const std::vector<std::uint32_t>& threads,
                                std::vector<Case>& cases) {
    const std::vector<std::uint32_t> counts = counts_of(benchmark, threads);
    std::vector<std::vector<Choice>> sets;
    std::size_t total = counts.size();
    for (const Parameter& param : benchmark.params) {
        sets.push_back(choices_of(param, overrides));
        total *= sets.back().size();
        if (total > kMaxCases) {
            return base::Error{base::Code::kInvalid,
                               fmt::format("{}: its parameters and thread counts make more than "
                                           "{} cases; give fewer values",
                                           benchmark.name, kMaxCases)};
        }
    }
    // Counts like an odometer: `rest` is what the sets to the right have not taken yet.
    for (std::size_t number = 0; number < total; ++number) {
        std::size_t rest = number / counts.size();
        Case one;
        one.benchmark = &benchmark;
        one.threads = counts[number % counts.size()];
        one.choices.resize(sets.size());
        for (std::size_t i = sets.size(); i-- > 0; rest /= sets[i].size()) {
            one.choices[i] = sets[i][rest % sets[i].size()];
        }
        one.name = name_of(benchmark, one.choices, one.threads);
        cases.push_back(std::move(one));
    }
    return {};
}

}  // namespace

base::Result<std::vector<Case>> expand(const std::vector<const Benchmark*>& benchmarks,
                                       const std::vector<ParamOverride>& overrides,
                                       const std::vector<std::uint32_t>& threads) {
    for (const ParamOverride& one : overrides) {
        if (auto checked = check_override(benchmarks, one); !checked) return checked.error();
    }
    const std::vector<std::uint32_t> counts =
        threads.empty() ? std::vector<std::uint32_t>{1} : threads;
    if (std::find(counts.begin(), counts.end(), 0u) != counts.end()) {
        return base::Error{base::Code::kInvalid, "0 threads cannot run anything; give 1 or more"};
    }
    std::vector<Case> cases;
    for (const Benchmark* benchmark : benchmarks) {
        auto added = append_cases(*benchmark, overrides, counts, cases);
        if (!added) return added.error();
    }
    return cases;
}

}  // namespace benchlab::plugin
