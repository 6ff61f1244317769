#include "cli/ab_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <thread>

#include "base/text.hpp"
#include "cli/children.hpp"
#include "measure/paired.hpp"
#include "platform/clock.hpp"
#include "platform/signals.hpp"
#include "platform/terminal.hpp"

namespace benchlab::cli {
namespace {

// So many benchmarks share a process: more would lie further apart in time from their twins.
constexpr std::size_t kCasesPerProcess = 6;
constexpr std::size_t kSamplesOfTurn = 10;
// What one process measures of a benchmark: many short visits tell more than a few long ones, as
// processes differ by more than the samples of one do.  The first sample is of the turn to set up
// in.
constexpr AbSession::Length kVisit{1 + 4 * kSamplesOfTurn, 1};
// Long enough to find how many iterations a slice has.
constexpr AbSession::Length kRehearsal{3, 4};

// By up to so much a worker's words, and with them its stack, are longer.
constexpr std::size_t kMostPadding = 4096;

double ms_since(std::uint64_t begin_ns) {
    return static_cast<double>(platform::now_ns() - begin_ns) / 1e6;
}

// The processes of a plugin measure its own benchmarks alone.
bool same_process(const AbCase& a, const AbCase& b) {
    return a.of(false).benchmark->plugin == b.of(false).benchmark->plugin &&
           a.of(true).benchmark->plugin == b.of(true).benchmark->plugin;
}

}  // namespace

AbSession::AbSession(const AbSettings& settings, const AbSide& old_side, const AbSide& new_side,
                     results::AbReport report)
    : settings_(settings),
      old_(old_side),
      new_(new_side),
      report_(std::move(report)),
      random_(settings.options.seed),
      progress_(settings.chosen.quiet, old_side.cases().size(), settings.options.max_time_ms),
      terminal_(platform::obeys_escape_codes(platform::Stream::kError)),
      began_ns_(platform::now_ns()) {
    pair_cases();
}

void AbSession::pair_cases() {
    for (const plugin::Case& one : old_.cases()) {
        const plugin::Case* const twin = new_.find(one.name);
        if (twin) {
            cases_.push_back(std::make_unique<AbCase>(
                one, *twin, static_cast<double>(settings_.options.max_time_ms)));
        } else {
            report_.only_in_old.push_back(one.name);
        }
    }
    for (const plugin::Case& one : new_.cases()) {
        if (!old_.find(one.name)) report_.only_in_new.push_back(one.name);
    }
}

results::AbReport AbSession::run() {
    platform::watch_interrupt();
    for (auto round = next_round(); !round.empty() && !stopped(); round = next_round()) {
        for (const Cases& cases : round) {
            if (stopped()) break;
            if (terminal_) progress_.begin(settled_, cases.front()->name(), 0);
            run_quad(cases);
            for (AbCase* const one : cases) look(*one);
        }
    }
    progress_.clear();
    look_again();
    for (const auto& one : cases_) {
        if (failed_.count(one.get()) == 0) report_.rows.push_back(one->row());
        report_.complete = report_.complete && one->settled();
    }
    return std::move(report_);
}

std::vector<AbSession::Cases> AbSession::next_round() {
    std::vector<Cases> out;
    for (const auto& one : cases_) {
        if (one->settled()) continue;
        const bool fits = !out.empty() && out.back().size() < kCasesPerProcess &&
                          same_process(*out.back().front(), *one) &&
                          out.back().front()->next_new_first() == one->next_new_first();
        if (!fits) out.emplace_back();
        out.back().push_back(one.get());
    }
    return out;
}

// A process that does more in its turn leaves more of it in the caches, and is faster for that
// alone: so the processes of all quads do as much as each other.
void AbSession::rehearse(const Cases& cases) {
    Cases unknown;
    for (AbCase* const one : cases) {
        if (one->slice_iterations() == 0) unknown.push_back(one);
    }
    if (unknown.empty()) return;
    Turns alone(1);
    Seat seat(alone, 0);
    run_process(unknown, false, words_for(unknown, kRehearsal), seat);
}

void AbSession::run_quad(const Cases& cases) {
    const std::uint64_t begin_ns = platform::now_ns();
    rehearse(cases);
    Cases sound;
    std::copy_if(cases.begin(), cases.end(), std::back_inserter(sound),
                 [](const AbCase* one) { return !one->settled(); });
    if (sound.empty()) return;
    const bool coin = (random_() & 1) != 0;
    const bool new_first = sound.front()->next_new_first().value_or(coin);
    const std::array<Found, 4> found = run_processes(sound, new_first);
    if (stopped()) return;  // what is no whole quad says nothing
    const double each_ms = ms_since(begin_ns) / static_cast<double>(sound.size());
    for (std::size_t i = 0; i < sound.size(); ++i) {
        std::array<results::AbProcess, 4> quad;
        bool whole = !sound[i]->settled();
        for (std::size_t k = 0; k < quad.size() && whole; ++k) {
            whole = found[k][i].has_value();
            if (whole) quad[k] = *found[k][i];
        }
        if (whole) sound[i]->add_quad(quad, each_ms);
    }
}

// All four are there at once and take turns of some milliseconds, so that what happens to the
// machine happens to all of them; a thread of ours stands for each, and waits while it does.  They
// start together, on any CPU, as who is not started yet leaves the time of the others unused.
std::array<AbSession::Found, 4> AbSession::run_processes(const Cases& cases, bool new_first) {
    std::array<Found, 4> found;
    Turns turns(found.size());
    std::exception_ptr thrown;
    std::vector<std::thread> threads;
    const auto run = [&](std::size_t i, const std::vector<std::string>& words) {
        Seat seat(turns, i);
        try {
            const bool inner = i == 1 || i == 2;
            if (!stopped()) found[i] = run_process(cases, inner != new_first, words, seat);
        } catch (...) {
            seat.hold();
            thrown = std::current_exception();
        }
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
        threads.emplace_back(run, i, words_for(cases, kVisit));
    }
    for (std::thread& each : threads) each.join();
    if (thrown) std::rethrow_exception(thrown);
    return found;
}

std::vector<std::string> AbSession::words_for(const Cases& cases, const Length& length) {
    std::vector<std::string> words = settings_.words;
    words.insert(words.end(), {"--turns", std::to_string(kSamplesOfTurn), "--samples",
                               std::to_string(length.samples), "--warmup",
                               std::to_string(length.warm_up_ms), "--max-time", "60"});
    for (const AbCase* const one : cases) {
        if (one->slice_iterations() == 0) continue;
        words.insert(words.end(),
                     {"--iterations", fmt::format("{}:{}", one->slice_iterations(), one->name())});
    }
    words.insert(words.end(), {"--padding", std::string(1 + random_() % kMostPadding, 'x')});
    return words;
}

AbSession::Found AbSession::run_process(const Cases& cases, bool is_new,
                                        const std::vector<std::string>& words, Seat& seat) {
    Found found(cases.size());
    std::vector<const plugin::Case*> wanted;
    for (const AbCase* const one : cases) wanted.push_back(&one->of(is_new));
    ChildEvents events;
    events.began = [](const plugin::Case&) {};
    events.sampled = [](std::uint64_t) {};
    events.note = [](const std::string&) {};
    events.stopped = [&] { return stopped(); };
    events.turn = [&] {
        seat.next();
        return !stopped() && std::any_of(cases.begin(), cases.end(),
                                         [](const AbCase* one) { return !one->settled(); });
    };
    // What all of them share is touched in one's turn alone.
    std::size_t next = 0;
    events.finished = [&](const plugin::Case&, const Outcome& outcome) {
        seat.hold();
        take(*cases[next], is_new, outcome, found[next]);
        ++next;
    };
    events.lost = [&](const plugin::Plugin& owner, const std::string& status,
                      const std::string& reason) {
        seat.hold();
        report_.failed.push_back({owner.id, owner.label(), status, reason});
        for (AbCase* const one : cases) one->give_up();
    };
    run_in_children(wanted, words, settings_.chosen.measure.call_limit_ms, events,
                    (is_new ? new_ : old_).program());
    return found;
}

void AbSession::take(AbCase& one, bool is_new, const Outcome& outcome, Found::value_type& found) {
    if (const auto* const failed = std::get_if<results::FailedBenchmark>(&outcome)) {
        if (failed->status != "interrupted") fail(one, is_new, *failed);
        return;
    }
    const auto& result = std::get<results::BenchmarkResult>(outcome);
    one.note_slice(result.samples);
    results::AbProcess process;
    process.is_new = is_new;
    process.start_s = ms_since(began_ns_) / 1e3;
    process.ns = measure::time_of_turns(result.samples.ns, kSamplesOfTurn);
    process.cycles = measure::time_of_turns(result.samples.cycles(), kSamplesOfTurn);
    if (!(process.ns > 0)) {
        return fail(
            one, is_new,
            {one.name(), result.plugin, "failed", "its time is below what the clock tells"});
    }
    found = process;
}

void AbSession::fail(AbCase& one, bool is_new, const results::FailedBenchmark& failed) {
    if (!failed_.insert(&one).second) return;
    one.give_up();
    ++settled_;
    report_.failed.push_back(failed);
    report_.failed.back().reason = fmt::format("in {}: {}", is_new ? "NEW" : "OLD", failed.reason);
    progress_.clear();
    if (!settings_.chosen.quiet) {
        print_note(fmt::format("[{}/{}] {}: {}", settled_, cases_.size(),
                               base::printable(one.name()), failed.status));
    }
}

void AbSession::look(AbCase& one) {
    if (one.settled() || one.row().processes.empty()) return;
    if (!one.look(alpha_of_each(), settings_.options.threshold)) return;
    ++settled_;
    progress_.end();
    if (settings_.chosen.quiet) return;
    print_note(fmt::format("[{}/{}] {}: {}", settled_, cases_.size(), base::printable(one.name()),
                           results::verdict_words(one.row(), settings_.options.threshold)));
}

// Holm's method: alpha is for those that are not known to have changed.
double AbSession::alpha_of_each() const {
    const auto changed = static_cast<std::size_t>(std::count_if(
        cases_.begin(), cases_.end(), [](const auto& one) { return one->changed(); }));
    return settings_.options.alpha /
           static_cast<double>(std::max<std::size_t>(cases_.size() - changed, 1));
}

void AbSession::look_again() {
    for (double alpha = 0; alpha != alpha_of_each();) {
        alpha = alpha_of_each();
        for (const auto& one : cases_) {
            if (failed_.count(one.get()) == 0) {
                one->judge_again(alpha, settings_.options.threshold);
            }
        }
    }
}

bool AbSession::stopped() const {
    return platform::interrupted();
}

}  // namespace benchlab::cli
