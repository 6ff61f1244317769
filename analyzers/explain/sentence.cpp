#include "explain/sentence.hpp"

#include <algorithm>
#include <utility>

#include "common/window.hpp"

namespace benchlab::analyzers::explain {
namespace {

// Linux lets timers be 50 us late, so that several go off together.
constexpr std::int64_t kWorthSayingNs = 100'000;

}  // namespace

Sentence& Sentence::add(const std::string& words, std::vector<Arg> with) {
    std::size_t at = 0;
    for (Arg& arg : with) {
        const std::size_t place = words.find("{}", at);
        text += words.substr(at, place - at) + "{" + std::to_string(args.size()) + "}";
        at = place + 2;
        args.push_back(std::move(arg));
    }
    text += words.substr(at);
    return *this;
}

std::string Words::by(const By& by) const {
    switch (by.kind) {
        case By::Kind::kThread:
            return names_.both(by.id);
        case By::Kind::kIdle:
            return "idle";
        case By::Kind::kFile:
            return names_.file(by.id);
        case By::Kind::kDriver:
        case By::Kind::kReason:
            return std::string(store_.text(StringId{by.id}));
        default:
            return {};
    }
}

std::string Words::thread(const SlowFrame& frame, Row row) const {
    const Row owner = names_.owner(row);
    const bool own = owner != BL_NO_ROW && owner == names_.owner(frame.chain.links[0].thread);
    return own ? names_.thread(row) : names_.both(row);
}

Sentence Words::cause(const SlowFrame& frame) const {
    Sentence out;
    if (!frame.has_cause) return out.add("nothing took longer than in the frames around it");
    const Sum& sum = frame.sums[frame.cause];
    std::vector<std::size_t> path{sum.link};
    while (path.back() != 0) path.push_back(frame.chain.links[path.back()].waiting);
    std::reverse(path.begin(), path.end());
    const auto named = [&](std::size_t link) {
        return Arg::name(thread(frame, frame.chain.links[link].thread), BL_NAME_THREAD);
    };
    out.add("{}", {named(0)});
    constexpr std::size_t kShown = 4;  // of a long chain: the first and the last
    for (std::size_t i = 1; i < path.size(); ++i) {
        if (path.size() > kShown + 2 && i == 2) {
            out.add(", and so on over {} more", {Arg::count(path.size() - kShown)});
            i = path.size() - 2;
        }
        out.add(i == 1 ? " waited for {}" : ", which waited for {}", {named(path[i])});
    }
    out.add(path.size() == 1 ? " " : ", which ");
    did(frame, sum, out);
    if (frame.cause_sums > 1)
        out.add(" (and {} more of that kind)", {Arg::count(frame.cause_sums - 1)});
    return out;
}

// The function where one stands out, else the module.
void Words::ran(const Ran& ran, Sentence& out) const {
    const bool spread = 2 * ran.in_function < ran.samples && 2 * ran.in_module >= ran.samples;
    const Arg where = spread ? Arg::name(ran.module, BL_NAME_MODULE)
                             : Arg::name(names_.function(ran.function), BL_NAME_FUNCTION);
    out.add(", in {} of {} samples in {}",
            {Arg::count(spread ? ran.in_module : ran.in_function), Arg::count(ran.samples), where});
}

void Words::did(const SlowFrame& frame, const Sum& sum, Sentence& out) const {
    const std::string whom =
        sum.by.kind == By::Kind::kThread ? thread(frame, sum.by.id) : by(sum.by);
    const auto with = [&](const char* known, const char* unknown, std::uint32_t kind) {
        if (whom.empty()) {
            out.add(unknown);
        } else {
            out.add(known, {Arg::name(whom, kind)});
        }
    };
    switch (sum.did) {
        case Did::kRunning:
            out.add("ran");
            if (frame.ran) ran(*frame.ran, out);
            return;
        case Did::kInterrupted:
            return with("was interrupted by {}", "was interrupted", BL_NAME_MODULE);
        case Did::kNotBegun:
            out.add("had not begun");
            return;
        case Did::kNotFollowed:
            out.add("waited for a thread to which this is not followed");
            return;
        case Did::kRunnable:
            if (sum.by.kind == By::Kind::kDriver) {
                out.add("was ready to run, but {} had interrupted its CPU",
                        {Arg::name(whom, BL_NAME_MODULE)});
                return;
            }
            if (sum.by.kind == By::Kind::kIdle) {
                out.add("was ready to run, but its CPU stayed idle");
                return;
            }
            return with("was ready to run, but {} had its CPU", "was ready to run, but had no CPU",
                        BL_NAME_THREAD);
        case Did::kHardFault:
            return with("waited for a page of {}", "waited for a page from the disk", BL_NAME_FILE);
        case Did::kDisk:
            return with("waited for the disk, for {}", "waited for the disk", BL_NAME_FILE);
        case Did::kGpu:
            out.add("waited for the GPU");
            return;
        case Did::kTimer:
            out.add("slept until a timer woke it");
            if (sum.late_ns >= kWorthSayingNs)
                out.add(", {} later than it was set for", {Arg::ns(sum.late_ns)});
            return;
        case Did::kInterrupt:
            return with("waited until {} woke it", "waited until an interrupt woke it",
                        BL_NAME_MODULE);
        case Did::kWaiting:
            return with("waited ({}), and the trace does not tell who ended that",
                        "waited, and the trace does not tell who ended that", BL_NAME_NONE);
        default:
            out.add("did what the trace does not tell");
    }
}

}  // namespace benchlab::analyzers::explain
