#include "cli/run_settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <random>

#include "base/text.hpp"
#include "platform/cpus.hpp"

namespace benchlab::cli {
namespace {

using base::Code;
using base::Error;

// What --quick means where the option itself is not given.
struct Quick {
    const char* option;
    std::uint64_t value;
};
constexpr Quick kQuick[] = {{"sample-time", 5}, {"warmup", 20}, {"max-time", 1000}};
constexpr double kQuickPrecision = 1;  // %
constexpr std::uint64_t kMostSamples = 1'000'000;

std::uint64_t measured_count(const Arguments& arguments, const char* name) {
    if (arguments.flag("quick") && !arguments.given(name)) {
        for (const Quick& quick : kQuick) {
            if (std::string_view(quick.option) == name) return quick.value;
        }
    }
    return arguments.count(name);
}

// The standard library works a pattern up by recursion, so that one that is nested deeply, or long
// once its {n} are written out, takes the stack.  Each look-ahead is tried from the beginning at
// each place, also within another one.
constexpr std::size_t kMostPattern = 1000;
constexpr std::size_t kMostWrittenOut = 10'000;
constexpr std::size_t kMostNesting = 50;
constexpr std::size_t kMostLookAheads = 3;

struct PatternSize {
    std::size_t nesting = 0;      // groups within each other
    std::size_t look_aheads = 0;  // of them
    std::size_t repeats = 1;      // the product of all {n} and {n,m}
};

// The larger number of "3}", "3,}" or "3,5}", at least 1.
std::size_t most_repeats(std::string_view text) {
    std::size_t most = 1;
    for (const char* at = text.data(); at != text.data() + text.size(); ++at) {
        std::size_t count = 0;
        const auto [end, code] = std::from_chars(at, text.data() + text.size(), count);
        if (code == std::errc::result_out_of_range) count = kMostWrittenOut;
        most = std::clamp(count, most, kMostWrittenOut);
        if (end == text.data() + text.size() || *end != ',') break;
        at = end;
    }
    return most;
}

PatternSize size_of(std::string_view text) {
    PatternSize out;
    std::vector<std::size_t> open;  // for each group that is open, the look-aheads up to it
    bool in_class = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (in_class) {
            in_class = text[i] != ']';
        } else if (text[i] == '[') {
            in_class = true;
        } else if (text[i] == '(') {
            const std::string_view rest = text.substr(i + 1);
            const bool ahead = rest.starts_with("?=") || rest.starts_with("?!");
            open.push_back((open.empty() ? 0 : open.back()) + ahead);
            out.nesting = std::max(out.nesting, open.size());
            out.look_aheads = std::max(out.look_aheads, open.back());
        } else if (text[i] == ')') {
            if (!open.empty()) open.pop_back();
        } else if (text[i] == '{') {
            const std::size_t count = most_repeats(text.substr(i + 1));
            out.repeats = std::min(out.repeats * count, kMostWrittenOut + 1);
        }
    }
    return out;
}

base::Result<std::regex> parse_regex(const std::string& text) {
    const PatternSize size = size_of(text);
    if (text.size() > kMostPattern || size.nesting > kMostNesting ||
        size.look_aheads > kMostLookAheads || text.size() * size.repeats > kMostWrittenOut) {
        return Error{Code::kInvalid,
                     fmt::format("--match: the regular expression is too large: it may have {} "
                                 "characters, {} once each {{n}} is written out, and within each "
                                 "other {} groups, of them {} look-aheads",
                                 kMostPattern, kMostWrittenOut, kMostNesting, kMostLookAheads)};
    }
    // Groups are only for the order of things.
    auto how = std::regex::ECMAScript | std::regex::nosubs;
#ifdef __GLIBCXX__
    // Without this (a*)*b takes for ever: each way to match is tried on its own.
    how |= std::regex_constants::__polynomial;
#endif
    try {
        return std::regex(text, how);
    } catch (const std::regex_error& error) {
        return Error{Code::kInvalid, fmt::format("--match: {} is no regular expression: {}",
                                                 base::printable(text), error.what())};
    }
}

}  // namespace

Option call_limit_option() {
    return count_option("call-limit", "MS", "60000", 10, 86'400'000,
                        "A single call into a plugin that takes longer counts as hung.");
}

Option pin_option() {
    return count_option("pin", "CPU", "", 0, 1e6, "Measure on this logical CPU only.");
}

std::vector<Option> measure_options() {
    Option outliers;
    outliers.name = "outliers";
    outliers.type = OptionType::kChoice;
    outliers.value_name = "POLICY";
    outliers.default_value = "keep";
    outliers.choices = {"keep", "trim", "trim-severe"};
    outliers.help =
        "Before summarising keep all samples, or drop those beyond 1.5 (trim) or 3 (trim-severe) "
        "interquartile ranges.";
    Option method;
    method.name = "method";
    method.type = OptionType::kChoice;
    method.value_name = "METHOD";
    method.default_value = "slices";
    method.choices = {"slices", "plain", "regression"};
    method.help =
        "Time a sample in slices of a quarter of a millisecond and leave out those that were "
        "interrupted; or (plain) as one batch with all that happened in it; or (regression) take "
        "growing batches, and tell the slope of their times, too.";
    return {
        count_option("samples", "N", "50", 1, double(kMostSamples),
                     "Samples of each benchmark; with --precision at most so many."),
        number_option("precision", "PCT", "", 0.01, 100,
                      "Stop when the median is known to this many %, with 10 samples at the "
                      "earliest and after --max-time at the latest; what is not known so "
                      "precisely is named. With --quick and no --samples: 1."),
        count_option("sample-time", "MS", "10", 1, 60'000, "How long one sample should last."),
        count_option("warmup", "MS", "200", 0, 600'000,
                     "Warm-up of each benchmark, during which the batch size is found."),
        count_option("max-time", "MS", "5000", 1, 86'400'000,
                     "Stop a benchmark after this long, warm-up included."),
        pin_option(),
        outliers,
        method,
        flag_option("per-call",
                    "Time single calls, too, for bodies from 1 us on: their percentiles and the "
                    "slowest. Takes twice as long."),
        flag_option("quick",
                    "A first look: samples of 5 ms until the median is known to 1 %, at most 1 s "
                    "for each."),
        call_limit_option(),
    };
}

std::vector<Option> selection_options() {
    return {
        text_option(
            "match", "REGEX",
            "Only benchmarks in whose name this regular expression (as in JavaScript, without "
            "back-references) is found; at most 1000 characters."),
        text_option("param", "NAME=VALUE",
                    "Use this value of a parameter instead of the listed ones, as in size=48KiB; "
                    "may be given more than once.",
                    true),
        text_option("threads", "N[,N...]",
                    "How many threads; benchmarks that know only one thread are left out of the "
                    "other counts. Default: 1."),
    };
}

base::Result<std::vector<std::uint32_t>> parse_threads(const std::string& text) {
    std::vector<std::uint32_t> out;
    for (const std::string& part : base::split(text, ',')) {
        std::uint32_t value = 0;
        const auto [end, code] = std::from_chars(part.data(), part.data() + part.size(), value);
        const bool whole = code == std::errc() && end == part.data() + part.size();
        if (!whole || value < 1 || value > 1024) {
            return Error{Code::kInvalid,
                         fmt::format("--threads: {} is not a list of numbers from 1 to 1024, as in "
                                     "1,2,4",
                                     base::printable(text))};
        }
        if (std::find(out.begin(), out.end(), value) == out.end()) out.push_back(value);
    }
    return out;
}

base::Result<std::vector<plugin::ParamOverride>> parse_params(
    const std::vector<std::string>& words) {
    std::vector<plugin::ParamOverride> out;
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
            return Error{Code::kInvalid,
                         fmt::format("--param: {} is not of the form NAME=VALUE, as in size=48KiB",
                                     base::printable(word))};
        }
        out.push_back({word.substr(0, equals), word.substr(equals + 1)});
    }
    return out;
}

base::Result<std::optional<unsigned>> pinned_cpu(const Arguments& arguments) {
    if (!arguments.has("pin")) return std::optional<unsigned>();
    const auto cpu = static_cast<unsigned>(arguments.count("pin"));
    const std::vector<unsigned> usable = platform::usable_cpus();
    if (std::find(usable.begin(), usable.end(), cpu) != usable.end()) return std::optional(cpu);
    std::vector<std::string> names;
    for (const unsigned known : usable) names.push_back(std::to_string(known));
    return Error{Code::kInvalid,
                 fmt::format("--pin: this process cannot run on CPU {}; it may use {}", cpu,
                             base::join(names, ", "))};
}

base::Result<MeasureSettings> measure_settings(const Arguments& arguments) {
    MeasureSettings out;
    const auto method = measure::parse_method(arguments.text("method"));
    if (!method) return method.error();
    out.config.method = *method;
    const bool grows = *method == measure::Method::kRegression;
    if (grows && arguments.has("precision")) {
        return Error{
            Code::kInvalid,
            "--precision does not go with --method regression, which takes as many batches "
            "as fit into the time of --samples"};
    }
    // Who gives a number of samples gets that, unless a precision is wanted, too.
    const bool exact = arguments.given("samples") && !arguments.has("precision");
    if (arguments.has("precision")) {
        out.config.precision = arguments.number("precision") / 100;
    } else if (arguments.flag("quick") && !exact && !grows) {
        out.config.precision = kQuickPrecision / 100;
    }
    out.config.samples = out.config.precision > 0 && !arguments.given("samples")
                             ? kMostSamples
                             : arguments.count("samples");
    out.config.sample_time_ms = measured_count(arguments, "sample-time");
    out.config.warmup_ms = measured_count(arguments, "warmup");
    out.config.max_time_ms = measured_count(arguments, "max-time");
    out.config.per_call = arguments.flag("per-call");
    out.call_limit_ms = arguments.count("call-limit");
    const auto policy = measure::parse_outlier_policy(arguments.text("outliers"));
    if (!policy) return policy.error();
    out.config.outliers = *policy;
    out.usable_cpus = platform::usable_cpus();
    auto pin = pinned_cpu(arguments);
    if (!pin) return pin.error();
    out.pin = *pin;
    return out;
}

base::Result<void> choose_benchmarks(const Arguments& arguments,
                                     const std::vector<std::string>& filters,
                                     RunSettings& settings) {
    settings.filters = filters;
    if (arguments.has("match")) {
        auto regex = parse_regex(arguments.text("match"));
        if (!regex) return regex.error();
        settings.match = std::move(*regex);
    }
    auto params = parse_params(arguments.all("param"));
    if (!params) return params.error();
    settings.params = std::move(*params);
    auto threads = parse_threads(arguments.has("threads") ? arguments.text("threads") : "1");
    if (!threads) return threads.error();
    settings.threads = std::move(*threads);
    return {};
}

base::Result<RunSettings> run_settings(const Arguments& arguments) {
    RunSettings out;
    auto measuring = measure_settings(arguments);
    if (!measuring) return measuring.error();
    out.measure = std::move(*measuring);
    out.command = base::trim("run " + arguments.told());
    if (auto chosen = choose_benchmarks(arguments, arguments.positionals(), out); !chosen) {
        return chosen.error();
    }
    out.measure.config.repeat = arguments.count("repeat");
    out.measure.config.isolate = arguments.flag("isolate");
    // Who names an order wants one.
    out.measure.config.shuffle = arguments.flag("shuffle") || arguments.has("seed");
    if (out.measure.config.shuffle) {
        out.seed = arguments.has("seed") ? arguments.count("seed") : std::random_device{}();
    }
    out.outputs = outputs_from(arguments);
    out.outputs.csv_section = "summary";
    out.outputs.csv_table = "results";
    out.outputs.text_sections = {"summary", "failed", "machine", "settings"};
    out.quiet = arguments.flag("quiet");
    out.verbose = arguments.flag("verbose");
    if (auto checked = out.outputs.check(); !checked) return checked.error();
    return out;
}

std::vector<std::string> measure_words(const Arguments& arguments) {
    std::vector<std::string> out;
    for (const Option& option : measure_options()) {
        if (!arguments.given(option.name)) continue;
        out.push_back("--" + option.name);
        if (option.type != OptionType::kFlag) out.push_back(arguments.text(option.name));
    }
    for (std::string& word : selection_words(arguments)) out.push_back(std::move(word));
    return out;
}

std::vector<std::string> selection_words(const Arguments& arguments) {
    std::vector<std::string> out;
    for (const std::string& param : arguments.all("param")) {
        out.insert(out.end(), {"--param", param});
    }
    if (arguments.given("threads")) {
        out.insert(out.end(), {"--threads", arguments.text("threads")});
    }
    return out;
}

bool any_in(const std::vector<std::string>& filters, const std::string& name) {
    return std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
        return name.find(filter) != std::string::npos;
    });
}

namespace {

bool is_chosen(const plugin::Case& one, const RunSettings& settings) {
    if (!settings.filters.empty() && !any_in(settings.filters, one.name)) return false;
    if (settings.match && !std::regex_search(one.name, *settings.match)) return false;
    if ((one.benchmark->flags & BL_BENCH_SLOW) == 0) return true;
    return settings.match || is_named(settings.filters, one.name);
}

// Why nothing was chosen, for people.
std::string nothing_chosen(const std::vector<const plugin::Benchmark*>& benchmarks,
                           const std::vector<plugin::Case>& all, const RunSettings& settings) {
    const auto on_one = plugin::expand(benchmarks, settings.params, {1});
    const auto chosen = [&](const plugin::Case& one) { return is_chosen(one, settings); };
    if (on_one && std::any_of(on_one->begin(), on_one->end(), chosen)) {
        return "--threads: none of these benchmarks can run on so many threads";
    }
    std::vector<std::string> names;
    for (const plugin::Case& one : all) names.push_back(one.name);
    return no_such_benchmark(settings.filters, names, settings.program);
}

}  // namespace

bool is_named(const std::vector<std::string>& filters, const std::string& name) {
    const std::size_t slash = name.find('/');
    return std::any_of(filters.begin(), filters.end(), [&](const std::string& filter) {
        const std::size_t at = name.find(filter);
        if (at == std::string::npos) return false;
        return slash == std::string::npos || at + filter.size() > slash + 1;
    });
}

std::string no_such_benchmark(const std::vector<std::string>& filters,
                              const std::vector<std::string>& names, std::string_view program) {
    if (names.empty()) {
        return fmt::format(
            "no plugin offers a benchmark; `{} plugins` says where they were looked "
            "for",
            program);
    }
    std::string near = filters.size() == 1 ? base::closest(filters.front(), names) : "";
    if (!near.empty()) near = fmt::format(" (did you mean {}?)", near);
    return fmt::format("no benchmark has such a name{}; `{} list` names them all", near, program);
}

std::vector<std::string> idle_params(const std::vector<plugin::Case>& cases,
                                     const RunSettings& settings) {
    std::vector<std::string> out;
    for (const plugin::ParamOverride& param : settings.params) {
        const auto has = [&](const plugin::Case& one) {
            return std::any_of(one.choices.begin(), one.choices.end(),
                               [&](const auto& choice) { return choice.name == param.name; });
        };
        const bool told = std::find(out.begin(), out.end(), param.name) != out.end();
        if (!told && std::none_of(cases.begin(), cases.end(), has)) out.push_back(param.name);
    }
    return out;
}

std::vector<std::string> idle_filters(const plugin::Registry& registry,
                                      const RunSettings& settings) {
    std::vector<std::string> out;
    const auto all = plugin::expand(registry.benchmarks(), settings.params, settings.threads);
    if (!all) return out;
    for (const std::string& filter : settings.filters) {
        const auto in_name = [&](const plugin::Case& one) { return any_in({filter}, one.name); };
        if (std::none_of(all->begin(), all->end(), in_name)) out.push_back(filter);
    }
    return out;
}

base::Result<std::vector<plugin::Case>> select_cases(const plugin::Registry& registry,
                                                     const RunSettings& settings) {
    return select_cases(registry.benchmarks(), settings);
}

base::Result<std::vector<plugin::Case>> select_cases(
    const std::vector<const plugin::Benchmark*>& benchmarks, const RunSettings& settings) {
    auto all = plugin::expand(benchmarks, settings.params, settings.threads);
    if (!all) return all.error();
    std::vector<plugin::Case> out;
    for (plugin::Case& one : *all) {
        if (is_chosen(one, settings)) out.push_back(std::move(one));
    }
    if (out.empty()) {
        return Error{Code::kNotFound, nothing_chosen(benchmarks, *all, settings)};
    }
    return out;
}

}  // namespace benchlab::cli
