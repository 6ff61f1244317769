#include "frames/sentences.hpp"

#include <algorithm>
#include <string>

namespace benchlab::analyzers::frames {
namespace {

void verdict(const Loop& first, const Labels& labels, Sink& sink) {
    if (first.stutters == 0) {
        sink.finding(Finding(BL_FINDING_NOTE, "frames.steady",
                             "{0}: no stutter in {1} frames, {2} on average",
                             {labels.name(first), Arg::count(first.frames.size()),
                              Arg::f64(first.rates.average_fps, BL_UNIT_FPS)})
                         .see("loops"));
        return;
    }
    double longest = 0;
    for (const Incident& each : first.incidents) longest = std::max(longest, each.longest_ns);
    const bool one = first.incidents.size() == 1;
    sink.finding(
        Finding(BL_FINDING_WARNING, "frames.stutters",
                std::string("{0}: {1} of {2} frames stutter, in {3} ") +
                    (one ? "incident" : "incidents") + "; the longest takes {4}, the median {5}",
                {labels.name(first), Arg::count(first.stutters), Arg::count(first.frames.size()),
                 Arg::count(first.incidents.size()), Arg::f64(longest, BL_UNIT_NS),
                 Arg::f64(first.rates.median_ns, BL_UNIT_NS)})
            .see("incidents"));
}

void mixed(const Loop& first, const Labels& labels, Sink& sink) {
    if (first.regimes.size() < 2) return;
    const Rates& most = most_frames(first).rates;
    sink.finding(
        Finding(BL_FINDING_NOTE, "frames.regimes",
                "{0}: {1} regimes, each with a rate of its own; the one with most frames has {2} "
                "on average, all frames together {3}",
                {labels.name(first), Arg::count(first.regimes.size()),
                 Arg::f64(most.average_fps, BL_UNIT_FPS),
                 Arg::f64(first.rates.average_fps, BL_UNIT_FPS)})
            .see("regimes"));
}

void warm_up(const Loop& loop, const Labels& labels, Sink& sink) {
    if (!loop.warm_up) return;
    const auto& [first, rest] = *loop.warm_up;
    sink.finding(
        Finding(BL_FINDING_NOTE, "frames.warm-up",
                "{0}: the first 2 s differ from the rest: {1} on average with a median of {2}, "
                "then {3} with {4}; --from leaves them out",
                {labels.name(loop), Arg::f64(first.average_fps, BL_UNIT_FPS),
                 Arg::f64(first.median_ns, BL_UNIT_NS), Arg::f64(rest.average_fps, BL_UNIT_FPS),
                 Arg::f64(rest.median_ns, BL_UNIT_NS)})
            .see("loops"));
}

void regular(const Loop& loop, const Labels& labels, Sink& sink) {
    if (!loop.period) return;
    sink.finding(Finding(BL_FINDING_NOTE, "frames.period",
                         "{0}: a stutter every {1}, as {2} of {3} intervals between stutters tell",
                         {labels.name(loop), Arg::f64(loop.period->length_ns, BL_UNIT_NS),
                          Arg::count(loop.period->regular), Arg::count(loop.period->intervals)})
                     .share(loop.period->share())
                     .see("stutters"));
}

// A single capture cannot tell a cap from a steady workload.
void capped(const Loop& loop, const Labels& labels, Sink& sink) {
    if (!loop.pace || !loop.pace->cluster.like_a_cap()) return;
    const Cluster& cluster = loop.pace->cluster;
    const std::string why =
        loop.pace->waits
            ? "its presents wait for the refresh, so that the display may set the pace"
            : "a refresh cap is suspected; one capture cannot tell it from a steady workload";
    sink.finding(Finding(BL_FINDING_NOTE, loop.pace->waits ? "frames.paced" : "frames.capped",
                         "{0}: {1} of the frames are within 5 % of {2} ({3}): " + why,
                         {labels.name(loop), Arg::share(cluster.share),
                          Arg::f64(cluster.period_ns, BL_UNIT_NS),
                          Arg::f64(1e9 / cluster.period_ns, BL_UNIT_HERTZ)})
                     .see("pace"));
}

void generated(const Loop& loop, const Labels& labels, Sink& sink) {
    if (loop.generated == 0) return;
    sink.finding(
        Finding(BL_FINDING_NOTE, "frames.generated",
                "{0}: {1} of {2} frames are generated: {3} are handed in, {4} drawn; all figures "
                "but these are of the frames that are drawn",
                {labels.name(loop), Arg::count(loop.generated), Arg::count(loop.presents),
                 Arg::f64(loop.presented_fps, BL_UNIT_FPS),
                 Arg::f64(loop.rates.average_fps, BL_UNIT_FPS)})
            .see("displayed"));
}

void not_shown(const Loop& loop, const Labels& labels, Sink& sink) {
    if (!loop.displayed || !loop.displayed->fps || loop.displayed->not_shown.value_or(0) == 0)
        return;
    if (*loop.displayed->fps > loop.presented_fps) {  // a driver generated more than it dropped
        sink.finding(Finding(BL_FINDING_NOTE, "frames.not-shown",
                             "{0}: {1} of {2} frames did not come on screen",
                             {labels.name(loop), Arg::count(*loop.displayed->not_shown),
                              Arg::count(loop.presents)})
                         .see("displayed"));
        return;
    }
    sink.finding(
        Finding(BL_FINDING_NOTE, "frames.not-shown",
                "{0}: {1} of {2} frames did not come on screen: {3} were handed in, {4} shown",
                {labels.name(loop), Arg::count(*loop.displayed->not_shown),
                 Arg::count(loop.presents), Arg::f64(loop.presented_fps, BL_UNIT_FPS),
                 Arg::f64(*loop.displayed->fps, BL_UNIT_FPS)})
            .see("displayed"));
}

void cut_counters(const Loop& loop, const Labels& labels, Sink& sink) {
    for (const Saturated& each : loop.counters) {
        sink.finding(
            Finding(BL_FINDING_WARNING, "frames.counter-cut",
                    "{0}: the counter {1} says {2} of {3} of {4} frames that took longer, up "
                    "to {5}",
                    {labels.name(loop), Arg::text(each.name), Arg::f64(each.limit_ns, BL_UNIT_NS),
                     Arg::count(each.at_limit), Arg::count(each.longer),
                     Arg::f64(each.longest_ns, BL_UNIT_NS)})
                .see("counters"));
    }
}

}  // namespace

void say(const Loop& first, const Labels& labels, Sink& sink) {
    verdict(first, labels, sink);
    regular(first, labels, sink);
    mixed(first, labels, sink);
    warm_up(first, labels, sink);
    capped(first, labels, sink);
    generated(first, labels, sink);
    not_shown(first, labels, sink);
    cut_counters(first, labels, sink);
}

}  // namespace benchlab::analyzers::frames
