#include "cli/baselines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "base/text.hpp"
#include "platform/clock.hpp"
#include "platform/files.hpp"
#include "report/writers.hpp"
#include "results/comparison_report.hpp"

namespace benchlab::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 100;

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
}

std::string known_baselines() {
    std::vector<std::string> names;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(baseline_directory(), none)) {
        if (entry.path().extension() == ".json") {
            names.push_back(base::path_text(entry.path().stem()));
        }
    }
    std::sort(names.begin(), names.end());
    return names.empty() ? "there is none yet" : "there are " + base::join(names, ", ");
}

}  // namespace

fs::path baseline_directory() {
    const auto asked = platform::environment_variable("BENCHLAB_BASELINES");
    if (asked && !asked->empty()) return base::text_path(*asked);
    const fs::path data = platform::user_data_directory();
    return data.empty() ? fs::path() : data / "baselines";
}

base::Result<fs::path> baseline_file(const std::string& name) {
    const bool good = !name.empty() && name.size() <= kLongestName && name.front() != '.' &&
                      name.front() != '-' &&
                      std::all_of(name.begin(), name.end(), is_name_character);
    if (!good) {
        return base::Error{base::Code::kInvalid,
                           fmt::format("{} cannot be the name of a baseline: letters, digits, '.', "
                                       "'_' and '-' can",
                                       base::printable(name))};
    }
    if (baseline_directory().empty()) {
        return base::Error{base::Code::kNotFound,
                           "there is no place for baselines: $HOME is not set; "
                           "$BENCHLAB_BASELINES may name a folder"};
    }
    return baseline_directory() / (name + ".json");
}

base::Result<results::RunReport> load_baseline(const std::string& name) {
    const auto file = baseline_file(name);
    if (!file) return file.error();
    std::error_code unknown;
    if (!fs::exists(*file, unknown)) {
        return base::Error{base::Code::kNotFound,
                           fmt::format("there is no baseline {}; {} (--save-baseline makes one)",
                                       name, known_baselines())};
    }
    const auto text = platform::read_file(*file);
    if (!text) return text.error();
    return results::read_run_report(*text, base::path_text(*file));
}

base::Result<void> save_baseline(const std::string& name, const results::RunReport& run) {
    const auto file = baseline_file(name);
    if (!file) return file.error();
    std::error_code failed;
    fs::create_directories(file->parent_path(), failed);
    if (failed) {
        return base::Error{
            base::Code::kIo,
            fmt::format("cannot make {}: {}", base::printable(base::path_text(file->parent_path())),
                        failed.message())};
    }
    return platform::write_file(*file, report::write_json(results::to_document(run)));
}

int compare_with_baseline(const std::string& name, const results::RunReport& base,
                          const results::RunReport& next, const Program& program, bool quiet) {
    results::RunComparison comparison = results::compare_runs(base, next, {});
    if (comparison.rows.empty()) {
        print_error(fmt::format("baseline {} and this run have no benchmark in common", name));
        return kError;
    }
    comparison.base_label = "baseline " + name;
    comparison.new_label = "this run";
    comparison.program = program.name;
    if (!quiet) print_out("\n");
    const report::Document document =
        results::to_document(comparison, generator(), platform::unix_seconds());
    const int written = write_outputs({}, document, {"comparison"}, quiet);
    if (written != kGood) return written;
    const std::size_t regressed = comparison.count(measure::Verdict::kRegressed);
    if (quiet && regressed > 0) {
        print_note(fmt::format("against baseline {}: {} REGRESSED (`{} compare` names them)", name,
                               regressed, program.name));
    }
    return regressed > 0 ? kRegressed : kGood;
}

}  // namespace benchlab::cli
