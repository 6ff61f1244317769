#include "cli/run_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "base/text.hpp"
#include "cli/children.hpp"
#include "cli/last_words.hpp"
#include "measure/environment.hpp"
#include "platform/clock.hpp"
#include "platform/cpus.hpp"
#include "platform/signals.hpp"

namespace benchlab::cli {
namespace {

std::vector<std::string> names_of(const std::vector<plugin::Case>& cases) {
    std::vector<std::string> out;
    for (const plugin::Case& one : cases) out.push_back(one.name);
    return out;
}

std::uint64_t expected_ms(const results::RunConfig& config) {
    return std::min(config.max_time_ms, config.warmup_ms + config.samples * config.sample_time_ms);
}

}  // namespace

RunSession::RunSession(const RunSettings& settings, std::vector<plugin::Case> cases,
                       std::vector<std::string> worker_words)
    : settings_(settings),
      cases_(std::move(cases)),
      worker_words_(std::move(worker_words)),
      rows_(names_of(cases_)),
      progress_(settings.quiet, cases_.size() * settings.measure.config.repeat,
                expected_ms(settings.measure.config)) {
    report_.generator = generator();
    report_.created_unix = platform::unix_seconds();
    report_.config = settings.measure.config;
    report_.environment = measure::capture_environment();  // before pinning
    if (settings.measure.pin) report_.environment.pinned_cpu = *settings.measure.pin;
}

void RunSession::print(const std::string& text) {
    progress_.clear();
    if (!settings_.outputs.uses_stdout()) print_out(text);
}

int RunSession::run() {
    platform::watch_interrupt();
    print(results::run_header(report_) + "\n\n" + rows_.header());
    if (settings_.seed && !settings_.quiet) {
        print_note(fmt::format("in random order; --seed {} gives it again", *settings_.seed));
    }
    write_files(false);
    const results::RunConfig& config = settings_.measure.config;
    if (config.isolate || config.repeat > 1) {
        run_in_processes();
    } else {
        run_here();
    }
    write_files(true);
    print_end();
    return exit_status();
}

bool RunSession::stopped() const {
    return platform::interrupted();
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
        progress_.begin(begun_++, what->name, settings_.measure.config.samples);
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
        progress_.begin(begun_++, what.name, settings_.measure.config.samples);
    };
    events.sampled = [&](std::uint64_t done) { progress_.sampled(done); };
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
    if (auto* failed = std::get_if<results::FailedBenchmark>(&outcome)) {
        if (failed->status == "interrupted") return;
        lose(std::move(*failed));
    } else {
        record_result(std::get<results::BenchmarkResult>(std::move(outcome)));
    }
    write_files(false);
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
        if (last) print(rows_.row(report_.results.back()));
        return;
    }
    const auto merged =
        results::merge_process(*known, result, round_, settings_.measure.config.outliers);
    if (!merged) print_error(merged.error().message);
    if (last) print(rows_.row(*known));
}

void RunSession::write_files(bool last) {
    if (!settings_.outputs.any() || write_failed_) return;
    report_.complete = last && !stopped();
    if (auto done = settings_.outputs.write_files(results::to_document(report_), last); !done) {
        progress_.clear();
        print_error(done.error().message);
        write_failed_ = true;  // told once; the measuring goes on
    }
}

void RunSession::print_end() {
    progress_.clear();
    for (const results::BenchmarkResult& result : report_.results) {
        for (const std::string& warning : result.warnings) {
            print_note(fmt::format("warning: {}: {}", result.name, warning));
        }
    }
    if (settings_.verbose) {
        for (const std::string& note : notes_) print_note("note: " + note);
    }
    if (settings_.outputs.uses_stdout()) {
        settings_.outputs.write_stdout(results::to_document(report_));
    }
    if (settings_.quiet || write_failed_) return;
    const Outputs& o = settings_.outputs;
    for (const std::string* path : {&o.json, &o.html, &o.csv, &o.text}) {
        if (!path->empty() && *path != "-") print_note("wrote " + *path);
    }
    if (stopped()) {
        print_note(fmt::format("interrupted: {} of {} benchmarks were finished",
                               report_.results.size(), cases_.size()));
    }
}

int RunSession::exit_status() const {
    if (stopped()) return kInterrupted;
    int status = write_failed_ ? kError : kGood;
    for (const results::FailedBenchmark& failed : report_.failed) {
        if (failed.status == "crashed" || failed.status == "hung") return kCrashed;
        if (failed.status != "skipped") status = kError;
    }
    return report_.results.empty() && report_.failed.empty() ? int(kError) : status;
}

}  // namespace benchlab::cli
