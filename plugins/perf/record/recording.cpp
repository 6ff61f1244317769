#include "perf/record/recording.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <utility>

#include "perf/made_code.hpp"
#include "perf/record/kernel_symbols.hpp"
#include "perf/record/processes.hpp"
#include "perf/record/start.hpp"

namespace benchlab::perf {
namespace {

constexpr std::uint64_t kUsualBuffer = std::uint64_t{16} << 20;  // of each processor
constexpr int kRoundMs = 250;

std::uint64_t memory_bytes() {
    return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// A window may take a quarter of the memory.
std::optional<Window> window_of(const Settings& settings) {
    if (settings.ring_ns <= 0) return std::nullopt;
    return Window(static_cast<std::uint64_t>(settings.ring_ns), memory_bytes() / 4);
}

}  // namespace

Recording::Recording(Host host, Settings settings)
    : host_(host),
      settings_(std::move(settings)),
      lives_(settings_.pids),
      stop_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      window_(window_of(settings_)) {
    if (lives_.all_ended()) throw Error(BL_E_INVALID, "what was to be recorded has ended already");
    const Rights rights = probe_rights();
    if (!rights.own && !rights.machine) throw Error(BL_E_UNSUPPORTED, explain_denial(rights));
    const Tracefs tracefs = Tracefs::find(true);
    Plan plan = make_plan(settings_, rights, tracefs);
    for (const auto& [level, text] : limits_of(plan, settings_, rights, tracefs))
        host_.log(level, text);
    probe_type_ = rights.machine ? probe_type() : 0;
    tally_.on_image = [this](std::uint32_t pid, std::string_view path) {
        if (may_have_frames(path)) new_image_pids_.insert(pid);
        if (holds_made_code(path)) made_code_pids_.insert(pid);
    };
    thread_ = std::thread([this] { run(); });
    try {
        open_events(std::move(plan), tracefs);
    } catch (...) {
        join_thread();
        if (file_) ::unlink(settings_.path.c_str());
        throw;
    }
}

Recording::~Recording() {
    join_thread();
}

void Recording::open_events(Plan plan, const Tracefs& tracefs) {
    allow_descriptors(1u << 16);
    set_.emplace(online_cpus());
    set_->set_threads(threads_of_all(recorded_processes(settings_, plan.machine)));
    use_all_when_too_many(plan);
    const std::uint64_t wanted =
        settings_.buffer_bytes > 0 ? ring_size(settings_.buffer_bytes) : kUsualBuffer;
    events_.push_back(std::move(plan.side_band));
    const std::uint64_t size = set_->open_rings(events_.front(), wanted);
    if (size < wanted) host_.log(BL_LOG_WARNING, small_buffer_text(size, wanted));
    // From here on nothing that begins is missed; then what is there already is told.
    set_->enable();
    open_planned(plan);
    open_asked_probes();
    Blob start;
    describe(plan.machine, start);
    for (std::size_t i = 0; i < events_.size(); ++i) {
        tally_.learn(events_[i].ids, i, events_[i]);
        if (events_[i].name == "major-faults") fault_id_ = events_[i].ids.front();
    }
    file_.emplace(settings_.path);
    file_->begin(events_, describe_machine(events_, tracefs), settings_.compression);
    if (window_) {
        window_->describe(start.bytes());
    } else {
        file_->append(start.bytes());
        file_->end_round(kFinishedInit);
    }
    if (const auto failed = file_->failure()) throw Error(BL_E_IO, *failed);
    set_->enable();
    const std::lock_guard lock(mutex_);
    phase_ = Phase::kRunning;
    changed_.notify_all();
}

// Events of single threads need a descriptor for each thread on each processor.
void Recording::use_all_when_too_many(Plan& plan) {
    constexpr std::uint64_t kOthers = 256;  // of the program that we are part of
    std::uint64_t wanted = kOthers + set_->descriptors_of(plan.side_band);
    for (const Event& event : plan.events) wanted += set_->descriptors_of(event);
    if (allow_descriptors(wanted) >= wanted || !plan.machine) return;
    for (Event& event : plan.events) {
        if (!event.of_targets) continue;
        event.of_targets = false;
        host_.log(BL_LOG_WARNING,
                  "too many threads: stacks of context switches are taken of all processes "
                  "(ulimit -n is too low for those of the target alone)");
    }
}

// Threads of ours, which run while others are recorded.
std::string Recording::own_filter() const {
    std::string filter;
    for (const std::uint32_t tid : numbers_in("/proc/self/task")) {
        if (!filter.empty()) filter += " && ";
        filter += "common_pid != " + std::to_string(tid);
    }
    return filter;
}

void Recording::open_planned(Plan& plan) {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return thread_tid_ != 0; });
    }
    const std::string filter = own_filter();
    std::string refused;
    for (Event& event : plan.events) {
        event.attr.wakeup_watermark = events_.front().attr.wakeup_watermark;
        const int failure = set_->open(event, event.own_doing ? filter : std::string());
        if (failure == 0) {
            events_.push_back(std::move(event));
        } else if (failure != ESRCH) {
            refused +=
                (refused.empty() ? "" : ", ") + event.name + " (" + reason_text(failure) + ")";
        }
    }
    if (!refused.empty()) host_.log(BL_LOG_WARNING, "not recorded: " + refused);
    const bool switches = events_.front().attr.context_switch != 0;
    if (events_.size() == 1 && !switches)
        throw Error(BL_E_UNSUPPORTED, "nothing of the preset can be recorded here");
}

// What is there when the recording begins.
void Recording::describe(bool machine, Blob& start) {
    RecordWriter writer(start, events_.front().ids.front());
    if (machine) write_kernel_images(writer);
    ProcessWriter processes(writer);
    std::vector<Probe> probes;
    const std::set<std::uint32_t> wanted(settings_.pids.begin(), settings_.pids.end());
    processes.on_mappings = [&](std::uint32_t pid, std::span<const Mapping> mappings) {
        const bool is_wanted = wanted.count(pid) != 0;
        // One that was just started has made none yet, and may be gone before that is seen.
        if (is_wanted || std::any_of(mappings.begin(), mappings.end(), [](const Mapping& each) {
                return each.executable && holds_made_code(each.path);
            }))
            code_maps_.add(pid);
        if (probe_type_ == 0 || (!wanted.empty() && !is_wanted)) return;
        for (Probe& probe : finder_.in_mappings(pid, mappings)) probes.push_back(std::move(probe));
    };
    for (const std::uint32_t pid :
         machine ? numbers_in("/proc") : recorded_processes(settings_, false))
        processes.process(pid);
    // A program that has just been started loads its libraries later; its first frames count, too.
    if (probe_type_ != 0 && (wanted.empty() || probes.empty())) {
        for (Probe& probe : finder_.in_system()) probes.push_back(std::move(probe));
    }
    open_probes(probes);
}

void Recording::open_asked_probes() {
    for (const ProbeRequest& request : settings_.probes) {
        if (probe_type_ == 0)
            throw Error(BL_E_UNSUPPORTED, "probes need root, and a kernel with CONFIG_UPROBES");
        if (!open_probe(finder_.asked_for(request)))
            throw Error(BL_E_UNSUPPORTED, "the kernel refuses a probe on " + request.function +
                                              " of " + request.path + "; probes need root");
    }
}

void Recording::open_probes(const std::vector<Probe>& probes) {
    for (const Probe& probe : probes) {
        if (open_probe(probe) || told_of_probes_) continue;
        told_of_probes_ = true;
        host_.log(BL_LOG_WARNING,
                  "frames are not seen: probes on " + probe.function + " need root");
    }
}

bool Recording::open_probe(const Probe& probe) {
    const std::string name = probe_event_name(probe.function);
    auto known = std::find_if(events_.begin(), events_.end(),
                              [&](const Event& event) { return event.name == name; });
    Event event = known != events_.end() ? *known : probe_event(probe.function, probe_type_);
    event.ids.clear();
    event.attr.wakeup_watermark = events_.front().attr.wakeup_watermark;
    point_at(event, probe);
    if (set_->open(event) != 0) return false;
    // One event for each function, whatever files have it.
    event.attr.config1 = 0;
    event.attr.config2 = 0;
    if (known == events_.end()) {
        events_.push_back(event);
        known = events_.end() - 1;
    } else {
        known->ids.insert(known->ids.end(), event.ids.begin(), event.ids.end());
    }
    tally_.learn(event.ids, static_cast<std::size_t>(known - events_.begin()), event);
    return true;
}

// Libraries that came after the recording began.
void Recording::look_into_new_images() {
    std::set<std::uint32_t> pids;
    pids.swap(new_image_pids_);
    if (probe_type_ == 0) return;
    for (const std::uint32_t pid : pids) open_probes(finder_.in_process(pid));
    set_->enable();
}

void Recording::look_into_made_code() {
    std::set<std::uint32_t> pids;
    pids.swap(made_code_pids_);
    for (const std::uint32_t pid : pids) code_maps_.add(pid);
}

void Recording::run() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
    std::vector<pollfd> waited;
    {
        std::unique_lock lock(mutex_);
        thread_tid_ = current_tid();
        changed_.notify_all();
        changed_.wait(lock, [&] { return phase_ != Phase::kStarting; });
        if (phase_ == Phase::kEnding) return;
        waited.push_back({stop_.number(), POLLIN, 0});
        for (const int leader : set_->leaders()) waited.push_back({leader, POLLIN, 0});
    }
    while ((waited.front().revents & POLLIN) == 0) {
        ::poll(waited.data(), waited.size(), kRoundMs);
        for (pollfd& one : waited) {
            // The thread of that event has ended; asking again would return at once, for ever.
            if ((one.revents & (POLLHUP | POLLERR)) != 0) one.fd = -1;
        }
        try {
            take_round();
        } catch (const std::exception& error) {
            const std::lock_guard lock(mutex_);
            if (!thread_failure_) thread_failure_ = error.what();
        }
    }
}

void Recording::take_round() {
    const std::lock_guard lock(mutex_);
    round_.clear();
    const std::uint64_t started_ns = monotonic_ns();
    bool any = false;
    for (Ring& ring : set_->rings()) {
        if (!window_) round_.clear();
        const std::size_t before = round_.size();
        if (ring.take(round_) == 0) continue;
        any = true;
        const Bytes taken = round_.bytes().subspan(before);
        tally_.count(taken);
        if (fault_id_ != 0) tally_.adopt_strangers(round_, before, fault_id_);
        if (!window_) file_->append(round_.bytes().subspan(before));
    }
    if (!any) return;
    if (window_) {
        window_->add_round(std::exchange(round_, Blob()), started_ns, monotonic_ns());
    } else {
        file_->end_round();
    }
}

void Recording::join_thread() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        phase_ = Phase::kEnding;
    }
    changed_.notify_all();
    constexpr std::uint64_t kOne = 1;
    if (::write(stop_.number(), &kOne, sizeof(kOne)) < 0) std::terminate();  // cannot happen
    thread_.join();
}

std::optional<std::string> Recording::failure() const {
    if (file_ && file_->failure()) return *file_->failure() + "; what came before is kept";
    return thread_failure_;
}

bl_record_state Recording::state() {
    bl_record_state state{};
    state.struct_size = sizeof(state);
    state.flags = lives_.all_ended() ? BL_RECORD_TARGET_ENDED : 0;
    state.bytes = window_ && set_ ? window_->bytes() : file_->size();
    state.events = tally_.events;
    state.lost = tally_.lost;
    state.frames = tally_.frames;
    return state;
}

bl_record_state Recording::poll() {
    const std::lock_guard lock(mutex_);
    if (const auto failed = failure()) throw Error(BL_E_IO, *failed);
    look_into_new_images();
    look_into_made_code();
    if (window_ && window_->shortened() && !told_of_window_) {
        told_of_window_ = true;
        host_.log(BL_LOG_WARNING, "memory does not suffice for the whole length of --ring");
    }
    return state();
}

void Recording::write_window() {
    tally_.on_image = nullptr;
    tally_.restart();
    window_->write(
        [&](Bytes before) {
            file_->append(before);
            file_->end_round(kFinishedInit);
        },
        [&](Bytes round) {
            tally_.count(round);
            file_->append(round);
            file_->end_round();
        });
}

void Recording::finish() {
    set_->disable();
    take_round();
    set_.reset();
    if (window_) write_window();
    Features features;
    features[kSampleTime] = describe_times(tally_.first_ns, tally_.last_ns);
    look_into_made_code();
    Blob symbols = kernel_symbols_section(), maps = code_maps_.section();
    if (symbols.size() > 0) features[kKernelSymbols] = std::move(symbols);
    if (maps.size() > 0) features[kCodeMaps] = std::move(maps);
    file_->finish(events_, features);
}

bl_record_state Recording::end() {
    join_thread();
    try {
        finish();
    } catch (const std::exception& error) {
        if (!thread_failure_) thread_failure_ = error.what();
    }
    return state();
}

}  // namespace benchlab::perf
