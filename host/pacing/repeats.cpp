#include "pacing/repeats.hpp"

#include <algorithm>
#include <cmath>

#include "measure/summary.hpp"

namespace benchlab::pacing {
namespace {

constexpr double kScatter = 0.05;    // within a capture
constexpr double kAgreement = 0.01;  // of one display's period from capture to capture
constexpr std::size_t kFewestForDrift = 5;

bool agree(double a, double b) {
    return std::abs(a - b) <= kAgreement * std::min(a, b);
}

}  // namespace

double median_of(std::vector<double> values) {
    return measure::percentile(values, 50);
}

Cluster cluster_of(std::span<const double> lengths) {
    const std::vector<double> sorted = measure::sorted_copy(lengths);
    std::size_t best_begin = 0, best_end = 0, begin = 0, end = 0;
    for (const double middle : sorted) {
        while (begin < sorted.size() && sorted[begin] < (1 - kScatter) * middle) ++begin;
        while (end < sorted.size() && sorted[end] <= (1 + kScatter) * middle) ++end;
        if (end - begin <= best_end - best_begin) continue;
        best_begin = begin;
        best_end = end;
    }
    if (sorted.empty()) return {};
    const std::span<const double> in(sorted.data() + best_begin, best_end - best_begin);
    return {measure::percentile_sorted(in, 50),
            static_cast<double>(in.size()) / static_cast<double>(sorted.size())};
}

bool is_suspect(const Cluster& cluster) {
    return cluster.share >= kCappedShare && cluster.ns >= kShortestRefreshNs;
}

std::string_view refresh_cap_id(RefreshCap cap) {
    switch (cap) {
        case RefreshCap::kUnverifiable:
            return "unverifiable";
        case RefreshCap::kWorkload:
            return "workload";
        case RefreshCap::kCapped:
            return "refresh-capped";
        case RefreshCap::kNotSuspected:
            break;
    }
    return "not-suspected";
}

CapFinding judge_cap(std::span<const Cluster> clusters) {
    CapFinding out;
    out.of_display.resize(clusters.size());
    std::size_t suspects = 0;
    std::vector<double> agreeing;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        if (!is_suspect(clusters[i])) continue;
        ++suspects;
        for (std::size_t j = 0; j < clusters.size(); ++j) {
            const bool other = i != j && is_suspect(clusters[j]);
            if (other && agree(clusters[i].ns, clusters[j].ns)) out.of_display[i] = true;
        }
        if (out.of_display[i]) agreeing.push_back(clusters[i].ns);
    }
    if (!agreeing.empty()) {
        out.cap = RefreshCap::kCapped;
        out.period_ns = median_of(agreeing);
    } else if (suspects > 0) {
        out.cap = suspects == 1 ? RefreshCap::kUnverifiable : RefreshCap::kWorkload;
    }
    return out;
}

std::vector<bool> within_band(std::span<const double> means, std::span<const double> medians,
                              double band) {
    std::vector<bool> out(means.size(), true);
    if (means.empty()) return out;
    const double mean = median_of({means.begin(), means.end()});
    const double median = median_of({medians.begin(), medians.end()});
    for (std::size_t i = 0; i < means.size(); ++i) {
        out[i] = std::abs(means[i] - mean) <= band * mean &&
                 std::abs(medians[i] - median) <= band * median;
    }
    return out;
}

bool drifts(std::span<const double> means) {
    if (means.size() < kFewestForDrift) return false;
    return std::is_sorted(means.begin(), means.end()) ||
           std::is_sorted(means.rbegin(), means.rend());
}

}  // namespace benchlab::pacing
