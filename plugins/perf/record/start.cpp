#include "perf/record/start.hpp"

#include "perf/record/targets.hpp"

namespace benchlab::perf {
namespace {

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

std::vector<std::uint32_t> recorded_processes(const Settings& settings, bool machine) {
    return settings.pids.empty() && !machine ? own_processes() : settings.pids;
}

std::vector<std::uint32_t> threads_of_all(const std::vector<std::uint32_t>& pids) {
    std::vector<std::uint32_t> tids;
    for (const std::uint32_t pid : pids) {
        const auto threads = threads_of(pid);
        tids.insert(tids.end(), threads.begin(), threads.end());
    }
    return tids;
}

std::vector<std::pair<std::uint32_t, std::string>> limits_of(const Plan& plan,
                                                             const Settings& settings,
                                                             const Rights& rights,
                                                             const Tracefs& tracefs) {
    std::vector<std::pair<std::uint32_t, std::string>> texts;
    if (!plan.machine) {
        texts.emplace_back(
            BL_LOG_WARNING,
            std::string(settings.pids.empty() ? "only this user's processes are"
                                              : "only the given processes are") +
                " recorded, and of them only when they ran, samples and hard faults; for all it "
                "needs root, CAP_PERFMON, or kernel.perf_event_paranoid -1 (it is " +
                std::to_string(rights.paranoid) + ")");
        return texts;
    }
    if (!plan.out_of_reach.empty()) {
        texts.emplace_back(BL_LOG_WARNING,
                           "no tracepoints are recorded, as " + tracefs.problem() +
                               ": context switches come without their reasons, and without " +
                               std::to_string(plan.out_of_reach.size()) + " kinds of events");
    }
    std::vector<std::string> odd, of_drivers;
    for (const std::string& name : plan.missing)
        (comes_of_a_driver(name) ? of_drivers : odd).push_back(name);
    if (!odd.empty())
        texts.emplace_back(BL_LOG_WARNING, "this kernel does not have: " + listed(odd));
    if (!of_drivers.empty())
        texts.emplace_back(BL_LOG_DEBUG, "no driver here has: " + listed(of_drivers));
    return texts;
}

std::string small_buffer_text(std::uint64_t size, std::uint64_t wanted) {
    return "the trace buffer of each processor has " + std::to_string(size / 1024) +
           " KiB instead of " + std::to_string(wanted / 1024) +
           ", as no more memory may be locked; sudo sysctl kernel.perf_event_mlock_kb=" +
           std::to_string(wanted / 1024 + 4) + " allows it";
}

}  // namespace benchlab::perf
