// cli/run_settings.hpp: what `run` was asked for, with every value and path checked before
// anything is measured.  The worker process takes the same measuring options.
#pragma once

#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/options.hpp"
#include "cli/outputs.hpp"
#include "cli/program.hpp"
#include "plugin/plugin.hpp"
#include "results/run_report.hpp"

namespace benchlab::cli {

// How one benchmark is measured.
struct MeasureSettings {
    results::RunConfig config;
    std::optional<unsigned> pin;
    std::vector<unsigned> usable_cpus;
    std::uint64_t call_limit_ms = 60'000;  // a call that takes longer counts as hung
};

struct RunSettings {
    MeasureSettings measure;
    std::vector<std::string> filters;
    std::optional<std::regex> match;
    std::vector<plugin::ParamOverride> params;
    std::vector<std::uint32_t> threads;
    std::optional<std::uint64_t> seed;  // of --shuffle
    Outputs outputs;
    std::string command;  // what was typed, without paths, for the report
    bool quiet = false;
    bool verbose = false;
    std::string program = "benchlab";  // its name in hints
};

std::vector<Option> measure_options();  // of run and of worker
Option pin_option();
Option call_limit_option();               // of all that call plugins
std::vector<Option> selection_options();  // --match, --param, --threads

// What --pin says; unset without it.  Error when this process may not run there.
base::Result<std::optional<unsigned>> pinned_cpu(const Arguments& arguments);
base::Result<MeasureSettings> measure_settings(const Arguments& arguments);
base::Result<RunSettings> run_settings(const Arguments& arguments);
// Filters, --match, --param and --threads into settings that have nothing of these yet.
base::Result<void> choose_benchmarks(const Arguments& arguments,
                                     const std::vector<std::string>& filters,
                                     RunSettings& settings);
// The command line words that give another process the same measuring options.
std::vector<std::string> measure_words(const Arguments& arguments);
// --param and --threads alone.
std::vector<std::string> selection_words(const Arguments& arguments);

base::Result<std::vector<std::uint32_t>> parse_threads(const std::string& text);
base::Result<std::vector<plugin::ParamOverride>> parse_params(
    const std::vector<std::string>& words);

// Whether one of the filters is a part of the name.
bool any_in(const std::vector<std::string>& filters, const std::string& name);

// Whether a slow benchmark's case is asked for: a filter must name it by more than what precedes
// the first slash, since "cache" means the others of that name.
bool is_named(const std::vector<std::string>& filters, const std::string& name);

// What to say when `filters` choose none of `names`.
std::string no_such_benchmark(const std::vector<std::string>& filters,
                              const std::vector<std::string>& names, std::string_view program);
// Names of --param, each once, that none of the cases has: of the benchmarks that are left out.
std::vector<std::string> idle_params(const std::vector<plugin::Case>& cases,
                                     const RunSettings& settings);

// Filters that are in no benchmark's name: likely a mistake, though others chose something.
std::vector<std::string> idle_filters(const plugin::Registry& registry,
                                      const RunSettings& settings);

// The cases of all plugins that the filters choose, in order.  Error kNotFound when there is none.
base::Result<std::vector<plugin::Case>> select_cases(const plugin::Registry& registry,
                                                     const RunSettings& settings);
base::Result<std::vector<plugin::Case>> select_cases(
    const std::vector<const plugin::Benchmark*>& benchmarks, const RunSettings& settings);

}  // namespace benchlab::cli
