#include "measure/call_times.hpp"

#include <algorithm>
#include <boost/histogram/axis/regular.hpp>
#include <boost/histogram/histogram.hpp>
#include <boost/histogram/indexed.hpp>
#include <boost/histogram/make_histogram.hpp>
#include <boost/histogram/storage_adaptor.hpp>
#include <cmath>
#include <limits>
#include <map>

namespace benchlab::measure {
namespace {

namespace bh = boost::histogram;

constexpr double kLeastNs = 1;
constexpr double kMostNs = 1e12;
constexpr double kBinWidth = 0.005;

using Axis = bh::axis::regular<double, bh::axis::transform::log>;

Axis make_axis() {
    const double bins = std::ceil(std::log(kMostNs / kLeastNs) / std::log1p(kBinWidth));
    return Axis(static_cast<unsigned>(bins), kLeastNs, kMostNs);
}

auto make_bins() {
    return bh::make_histogram_with(std::vector<std::uint64_t>(), make_axis());
}

}  // namespace

std::uint64_t CallTimes::count() const {
    std::uint64_t out = 0;
    for (const std::uint64_t in_bin : calls) out += in_bin;
    return out;
}

double CallTimes::percentile(double p) const {
    const auto all = static_cast<double>(count());
    // A little less, as 99.9 / 100 of 10,000 comes out above 9,990.
    const double exact = std::clamp(p, 0.0, 100.0) / 100 * all;
    const double rank = std::max(std::ceil(exact * (1 - 1e-12)), 1.0);
    double seen = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        seen += static_cast<double>(calls[i]);
        if (seen < rank) continue;
        return std::clamp(std::sqrt(from_ns[i] * to_ns[i]), min_ns, max_ns);
    }
    return 0;
}

bool CallTimes::supports(double p) const {
    constexpr double kFewestBeyond = 10;
    // Here, too, (100 - 99.9) / 100 is no round number.
    return static_cast<double>(count()) * (100 - p) / 100 >= kFewestBeyond * (1 - 1e-9);
}

void CallTimes::merge(const CallTimes& more) {
    if (more.empty()) return;
    min_ns = empty() ? more.min_ns : std::min(min_ns, more.min_ns);
    max_ns = empty() ? more.max_ns : std::max(max_ns, more.max_ns);
    interruptions += more.interruptions;
    std::map<double, std::pair<double, std::uint64_t>> bins;  // by from
    for (const CallTimes* side : {static_cast<const CallTimes*>(this), &more}) {
        for (std::size_t i = 0; i < side->calls.size(); ++i) {
            auto& [to, count] = bins[side->from_ns[i]];
            to = side->to_ns[i];
            count += side->calls[i];
        }
    }
    from_ns.clear();
    to_ns.clear();
    calls.clear();
    for (const auto& [from, rest] : bins) {
        from_ns.push_back(from);
        to_ns.push_back(rest.first);
        calls.push_back(rest.second);
    }
}

struct CallHistogram::Impl {
    decltype(make_bins()) bins = make_bins();
    std::uint64_t min_ns = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t max_ns = 0;
    std::uint64_t interruptions = 0;
};

CallHistogram::CallHistogram() : impl_(std::make_unique<Impl>()) {}
CallHistogram::~CallHistogram() = default;

void CallHistogram::add(std::uint64_t ns) {
    // Within the outermost bins, so that no call is lost; least and greatest are exact anyhow.
    const double in_range = std::clamp(static_cast<double>(ns), kLeastNs, kMostNs * (1 - 1e-9));
    impl_->bins(in_range);
    impl_->min_ns = std::min(impl_->min_ns, ns);
    impl_->max_ns = std::max(impl_->max_ns, ns);
}

void CallHistogram::add_interruptions(std::uint64_t count) {
    impl_->interruptions += count;
}

CallTimes CallHistogram::times() const {
    CallTimes out;
    for (auto&& bin : bh::indexed(impl_->bins)) {
        if (*bin == 0) continue;
        out.from_ns.push_back(bin.bin(0).lower());
        out.to_ns.push_back(bin.bin(0).upper());
        out.calls.push_back(*bin);
    }
    if (out.empty()) return out;
    out.min_ns = static_cast<double>(impl_->min_ns);
    out.max_ns = static_cast<double>(impl_->max_ns);
    out.interruptions = impl_->interruptions;
    return out;
}

}  // namespace benchlab::measure
