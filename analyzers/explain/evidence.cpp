#include "explain/evidence.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "common/window.hpp"

namespace benchlab::analyzers::explain {
namespace {

bool is_wait(Did did) {
    return did >= Did::kHardFault && did <= Did::kWaiting;
}

}  // namespace

Evidence::Evidence(const Store& store, const Names& names, Chains& chains)
    : store_(store), names_(names), chains_(chains), samples_(store), sites_(store) {}

void Evidence::add_to(SlowFrame& frame) {
    add_waits(frame);
    add_stacks(frame.chain);
    if (frame.has_cause && frame.sums[frame.cause].did == Did::kRunning) {
        frame.ran = ran_in(frame.chain, frame.sums[frame.cause].link);
    }
}

void Evidence::finish(Findings& findings) {
    findings.on_cpu = list_of(on_cpu_);
    findings.off_cpu = list_of(off_cpu_);
    findings.samples_are_times = samples_ && samples_.events().front().in_ns;
    sites_.group();
    for (SlowFrame& frame : findings.explained) {
        for (WaitSum& wait : frame.waits) wait.site = sites_.grouped(wait.site);
    }
}

std::vector<StackTime> Evidence::list_of(const StackTimes& times) {
    std::vector<StackTime> out;
    for (const auto& [key, weight] : times) out.push_back({key.first, key.second, weight});
    return out;
}

void Evidence::add_waits(SlowFrame& frame) {
    std::map<std::tuple<std::size_t, bool, std::size_t, Did, KindOfWait, Site>, WaitSum> sums;
    const auto add = [&](WaitSum wait, Row state, std::int64_t length_ns) {
        wait.kind = chains_.kind_of(state);
        wait.site = sites_.find(chains_.states().stack.value_or(state, StackId::kNone));
        WaitSum& sum =
            sums.try_emplace({wait.link, wait.followed, wait.waker, wait.did, wait.kind, wait.site},
                             wait)
                .first->second;
        ++sum.count;
        sum.time_ns = add_ns(sum.time_ns, length_ns);
    };
    for (const Wake& wake : frame.chain.wakes) {
        WaitSum wait;
        wait.link = wake.waiting;
        wait.followed = true;
        wait.waker = wake.waker;
        add(wait, wake.state, wake.end - wake.begin);
    }
    for (const Part& part : frame.chain.parts) {
        if (!is_wait(part.did)) continue;
        WaitSum wait;
        wait.link = part.link;
        wait.did = part.did;
        add(wait, part.state, part.length_ns());
    }
    for (const auto& [key, sum] : sums) frame.waits.push_back(sum);
    std::stable_sort(frame.waits.begin(), frame.waits.end(),
                     [](const WaitSum& a, const WaitSum& b) { return a.time_ns > b.time_ns; });
}

// Those that found the thread running.
template <class Visit>
void Evidence::each_sample(const Chain& chain, const Part& part, Visit&& visit) const {
    if (!samples_) return;
    for (const Row row : samples_.in({part.begin, part.end})) {
        const bool own = samples_.runner(row) == chain.links[part.link].thread;
        if (own && samples_.is_main(row)) visit(row);
    }
}

// A wait that was followed stays its thread's wait here: off a CPU is off a CPU.
void Evidence::add_stacks(const Chain& chain) {
    const auto add = [](StackTimes& to, Row thread, StackId stack, std::uint64_t weight) {
        if (stack != StackId::kNone) to[{thread, stack}] += weight;
    };
    const auto stopped = [&](std::size_t link, Row state, std::int64_t length_ns) {
        add(off_cpu_, chain.links[link].thread,
            chains_.states().stack.value_or(state, StackId::kNone),
            static_cast<std::uint64_t>(length_ns));
    };
    for (const Wake& wake : chain.wakes) stopped(wake.waiting, wake.state, wake.end - wake.begin);
    for (const Part& part : chain.parts) {
        if (is_wait(part.did)) stopped(part.link, part.state, part.length_ns());
        if (part.did != Did::kRunning) continue;
        each_sample(chain, part, [&](Row row) {
            add(on_cpu_, chain.links[part.link].thread, samples_.stack(row), samples_.weight(row));
        });
    }
}

// Of the samples that found the thread running in that place of the chain.
std::optional<Ran> Evidence::ran_in(const Chain& chain, std::size_t link) const {
    std::vector<CodeId> codes;
    for (const Part& part : chain.parts) {
        if (part.link != link || part.did != Did::kRunning) continue;
        each_sample(chain, part, [&](Row row) {
            if (samples_.code(row) != CodeId::kNone) codes.push_back(samples_.code(row));
        });
    }
    if (codes.empty()) return std::nullopt;
    std::map<CodeId, std::uint64_t> functions;
    std::map<std::string, std::uint64_t> modules;
    for (const CodeId each : store_.functions(codes)) ++functions[each];
    for (const CodeId each : codes) ++modules[names_.module(each)];
    const auto most = [](const auto& counts) {
        return *std::max_element(counts.begin(), counts.end(),
                                 [](auto& a, auto& b) { return a.second < b.second; });
    };
    Ran out;
    out.samples = codes.size();
    std::tie(out.function, out.in_function) = most(functions);
    std::tie(out.module, out.in_module) = most(modules);
    return out;
}

}  // namespace benchlab::analyzers::explain
