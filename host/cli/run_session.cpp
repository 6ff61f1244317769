#include "cli/run_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/text.hpp"
#include "cli/children.hpp"
#include "cli/own_floor.hpp"
#include "measure/environment.hpp"
#include "platform/clock.hpp"
#include "platform/cpus.hpp"
#include "platform/files.hpp"
#include "platform/signals.hpp"

namespace benchlab::cli {
namespace {

std::vector<std::string> names_of(const std::vector<plugin::Case>& cases) {
    std::vector<std::string> out;
    for (const plugin::Case& one : cases) out.push_back(one.name);
    return out;
}

std::uint64_t expected_ms(const results::RunConfig& config) {
    // How soon a precision is reached nobody knows.
    constexpr std::uint64_t kSamplesForPrecision = 30;
    const std::uint64_t samples =
        config.precision > 0 ? std::min(config.samples, kSamplesForPrecision) : config.samples;
    return std::min(config.max_time_ms, config.warmup_ms + samples * config.sample_time_ms);
}

// That are to come, for the progress; 0: nobody knows.
std::uint64_t expected_samples(const results::RunConfig& config) {
    return config.precision > 0 ? 0 : config.samples;
}

}  // namespace

RunSession::RunSession(const RunSettings& settings, std::vector<plugin::Case> cases,
                       std::vector<std::string> worker_words)
    : settings_(settings),
      cases_(std::move(cases)),
      worker_words_(std::move(worker_words)),
      rows_(names_of(cases_)),
      progress_(settings.quiet, cases_.size() * settings.measure.config.repeat,
                expected_ms(settings.measure.config)),
      begin_ns_(platform::now_ns()) {
    report_.generator = generator();
    report_.created_unix = platform::unix_seconds();
    report_.config = settings.measure.config;
    report_.environment = measure::capture_environment();  // before pinning
    report_.environment.floor = own_floor();
    if (settings.measure.pin) report_.environment.pinned_cpu = *settings.measure.pin;
    report_.config.seed = settings.seed;
    report_.config.command = settings.command;
}

void RunSession::print(const std::string& text) {
    progress_.clear();
    if (!settings_.outputs.uses_stdout()) print_out(text);
}

int RunSession::run() {
    platform::watch_interrupt();
    print(measure::environment_line(report_.environment) + "\n\n" + rows_.header());
    if (settings_.seed && !settings_.quiet) {
        print_note(fmt::format("in random order; --seed {} gives it again", *settings_.seed));
    }
    const results::RunConfig& config = settings_.measure.config;
    if (config.isolate || config.repeat > 1) {
        run_in_processes();
    } else {
        run_here();
    }
    write_files(Moment::kLast);
    print_end();
    return exit_status();
}

bool RunSession::abandoned() const {
    return output_is_lost() && settings_.outputs.files().empty();
}

bool RunSession::stopped() const {
    return platform::interrupted() || abandoned();
}

bool RunSession::unfinished() const {
    return settled_ < cases_.size() * settings_.measure.config.repeat;
}

std::vector<const plugin::Case*> RunSession::order_of_round(std::uint64_t round) const {
    std::vector<const plugin::Case*> order;
    for (const plugin::Case& one : cases_) order.push_back(&one);
    if (settings_.seed) {
        std::mt19937_64 random(*settings_.seed + round);
        std::shuffle(order.begin(), order.end(), random);
    }
    return order;
}

void RunSession::run_here() {
    if (settings_.measure.pin) {
        if (auto pinned = platform::pin_this_thread(*settings_.measure.pin); !pinned) {
            print_error(pinned.error().message);
            return;
        }
    }
    set_phase(Phase::kMeasuring);
    for (const plugin::Case* what : order_of_round(0)) {
        if (stopped()) break;
        progress_.begin(begun_++, what->name, expected_samples(settings_.measure.config));
        const auto between = [&](std::uint64_t done) {
            progress_.sampled(done);
            return !stopped();
        };
        record(measure_case(*what, settings_.measure, between, notes_));
    }
    set_phase(Phase::kOther);
}

void RunSession::run_in_processes() {
    for (round_ = 0; round_ < settings_.measure.config.repeat && !stopped(); ++round_) {
        run_round(order_of_round(round_));
    }
}

// A child for each run of cases of one plugin; a shuffled order is kept within each plugin.
void RunSession::run_round(const std::vector<const plugin::Case*>& order) {
    std::vector<const plugin::Plugin*> plugins;
    for (const plugin::Case* what : order) {
        const plugin::Plugin* owner = what->benchmark->plugin;
        if (std::find(plugins.begin(), plugins.end(), owner) == plugins.end()) {
            plugins.push_back(owner);
        }
    }
    ChildEvents events;
    events.began = [&](const plugin::Case& what) {
        progress_.begin(begun_++, what.name, expected_samples(settings_.measure.config));
    };
    events.sampled = [&](std::uint64_t done) { progress_.sampled(done); };
    events.stopped = [&] { return stopped(); };
    events.note = [&](const std::string& note) { notes_.push_back(note); };
    events.finished = [&](const plugin::Case&, Outcome outcome) { record(std::move(outcome)); };
    events.lost = [&](const plugin::Plugin& owner, const std::string& status,
                      const std::string& reason) {
        lose({owner.id, owner.label(), status, reason});
    };
    for (const plugin::Plugin* owner : plugins) {
        std::vector<const plugin::Case*> mine;
        std::copy_if(order.begin(), order.end(), std::back_inserter(mine),
                     [&](const plugin::Case* c) { return c->benchmark->plugin == owner; });
        run_in_children(mine, worker_words_, settings_.measure.call_limit_ms, events);
    }
}

void RunSession::record(Outcome outcome) {
    progress_.end();
    auto* const failed = std::get_if<results::FailedBenchmark>(&outcome);
    if (failed != nullptr && failed->status == "interrupted") return;
    ++settled_;
    if (failed != nullptr) {
        lose(std::move(*failed));
    } else {
        record_result(std::get<results::BenchmarkResult>(std::move(outcome)));
    }
    save();
}

void RunSession::lose(results::FailedBenchmark failed) {
    // With --repeat once is enough.
    const auto same = [&](const results::FailedBenchmark& other) {
        return other.name == failed.name && other.status == failed.status;
    };
    if (std::any_of(report_.failed.begin(), report_.failed.end(), same)) return;
    print(fmt::format("{}  {}: {}\n", base::printable(failed.name), failed.status,
                      base::printable(failed.reason)));
    report_.failed.push_back(std::move(failed));
}

void RunSession::record_result(results::BenchmarkResult result) {
    const auto known = std::find_if(
        report_.results.begin(), report_.results.end(),
        [&](const results::BenchmarkResult& other) { return other.name == result.name; });
    const bool last = round_ + 1 >= settings_.measure.config.repeat;
    if (known == report_.results.end()) {
        // The first samples may be of a later process, when it failed in the earlier ones.
        std::fill(result.samples.process.begin(), result.samples.process.end(), round_);
        report_.results.push_back(std::move(result));
        if (last) print_row(report_.results.back());
        return;
    }
    const auto merged =
        results::merge_process(*known, result, round_, settings_.measure.config.outliers,
                               settings_.measure.config.precision);
    if (!merged) print_error(merged.error().message);
    if (last) print_row(*known);
}

void RunSession::print_row(const results::BenchmarkResult& result) {
    print(rows_.row(result));
    printed_.insert(result.name);
}

void RunSession::save() {
    constexpr std::uint64_t kPauseNs = 2'000'000'000;
    const std::uint64_t begin = platform::now_ns();
    const bool all = begin - all_written_ns_ >= kPauseNs && all_pace_.due(begin);
    if (!all && (settings_.outputs.json.empty() || !json_pace_.due(begin))) {
        set_saved(not_saved());
        return;
    }
    write_files(all ? Moment::kAllFiles : Moment::kJsonOnly);
    const std::uint64_t end = platform::now_ns();
    if (all) all_written_ns_ = begin;
    (all ? all_pace_ : json_pace_).saved(end - begin);
}

void RunSession::write_files(Moment moment) {
    // A file from before is left alone until there is something to put in its place.
    const bool nothing = report_.results.empty() && report_.failed.empty();
    if (!settings_.outputs.any() || nothing) return;
    report_.complete = moment == Moment::kLast && !stopped();
    unwritten_ = settings_.outputs.write_files(results::to_document(report_), moment);
    set_saved(saved(moment != Moment::kJsonOnly));
    for (const Outputs::Failure& failure : unwritten_) {
        if (!told_.insert(failure.path).second) continue;
        progress_.clear();
        print_error(failure.reason);  // the measuring goes on, and it is tried again
    }
}

Saved RunSession::saved(bool all) const {
    const Outputs& outputs = settings_.outputs;
    for (const std::string& path : outputs.files()) {
        const auto lost = [&](const Outputs::Failure& failure) { return failure.path == path; };
        const bool written = (all || path == outputs.json) &&
                             platform::is_replaceable(outputs.directory / base::text_path(path)) &&
                             std::none_of(unwritten_.begin(), unwritten_.end(), lost);
        if (written) return Saved::kInFiles;
    }
    return not_saved();
}

// Files that are seconds old have a part.
Saved RunSession::not_saved() const {
    return settings_.outputs.uses_stdout() ? Saved::kAtTheEnd : Saved::kNotAll;
}

void RunSession::print_written() const {
    for (const std::string& path : settings_.outputs.files()) {
        const auto lost = [&](const Outputs::Failure& failure) { return failure.path == path; };
        const bool good = std::none_of(unwritten_.begin(), unwritten_.end(), lost);
        if (!good) {
            print_error("not written: " + base::printable(path));
        } else if (!settings_.quiet && !(report_.results.empty() && report_.failed.empty())) {
            print_note("wrote " + base::printable(path));
        }
    }
}

void RunSession::print_end() {
    progress_.clear();
    // Those of several processes whose last one did not come to its end.
    for (const results::BenchmarkResult& result : report_.results) {
        if (printed_.count(result.name) == 0) print_row(result);
    }
    for (const results::BenchmarkResult& result : report_.results) {
        for (const std::string& warning : result.warnings) {
            print_note(fmt::format("warning: {}: {}", base::printable(result.name), warning));
        }
    }
    if (settings_.verbose) {
        for (const std::string& note : notes_) print_note("note: " + note);
    }
    if (settings_.outputs.uses_stdout() &&
        !settings_.outputs.write_stdout(results::to_document(report_))) {
        unwritten_.push_back({"-", ""});
    }
    print_written();
    const bool interrupted = platform::interrupted();
    if ((interrupted || (abandoned() && unfinished())) && !settings_.quiet) {
        const std::uint64_t processes = settings_.measure.config.repeat;
        print_note(fmt::format("{}: {} of {} benchmarks have results{}",
                               interrupted ? "interrupted" : "stopped, as nobody reads the rows",
                               report_.results.size(), cases_.size(),
                               processes > 1 ? fmt::format("; it was in process {} of {}",
                                                           std::min(round_, processes), processes)
                                             : ""));
    }
}

int RunSession::exit_status() const {
    if (platform::interrupted()) return kInterrupted;
    int status = status_of_failed(report_.failed);
    if (status == kCrashed) return status;
    if (!unwritten_.empty()) status = kError;
    if (abandoned() && unfinished()) {
        // What was not measured is not known to be good.
        return status == kGood && with_output(kGood) == kGood ? kInterrupted : kError;
    }
    return report_.results.empty() && report_.failed.empty() ? int(kError) : status;
}

}  // namespace benchlab::cli
