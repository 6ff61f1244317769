#include "results/document_build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "measure/summary.hpp"

namespace benchlab::results {

report::Column sparse_column(std::string id, std::string title, std::string help, base::Unit unit,
                             std::vector<double> data, std::uint32_t flags) {
    std::vector<bool> present(data.size(), true);
    bool all = true;
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (!std::isnan(data[i])) continue;
        present[i] = false;
        data[i] = 0;
        all = false;
    }
    report::Column out =
        column(std::move(id), std::move(title), std::move(help), unit, std::move(data), flags);
    if (!all) out.present = std::move(present);
    return out;
}

report::Value& SectionBuilder::value(std::string id, std::string title, std::string help,
                                     report::Scalar content, base::Unit unit) {
    report::Value made;
    made.title = std::move(title);
    made.help = std::move(help);
    made.value = std::move(content);
    made.unit = unit;
    return add(std::move(id), std::move(made));
}

report::Table& SectionBuilder::table(std::string id, std::string title, report::TableUse use) {
    report::Table made;
    made.title = std::move(title);
    made.use = use;
    return add(std::move(id), std::move(made));
}

void SectionBuilder::finding(report::Severity severity, std::string code, std::string text,
                             std::vector<report::Arg> args, std::vector<std::string> see) {
    report::Finding made;
    made.severity = severity;
    made.code = std::move(code);
    made.text = std::move(text);
    made.args = std::move(args);
    made.see = std::move(see);
    section_.findings.push_back(std::move(made));
}

void set_interval(report::Value& value, double low, double high) {
    if (std::isfinite(low) && std::isfinite(high)) value.interval = {low, high};
}

void add_names(SectionBuilder& section, const char* id, const char* title,
               const std::vector<std::string>& names) {
    if (names.empty()) return;
    section.table(id, title).columns.push_back(
        column("name", "benchmark", "", base::Unit::kNone, names, report::kOutKey));
}

std::string verdicts_line(const std::string& compared,
                          const std::function<std::size_t(measure::Verdict)>& count,
                          std::size_t not_measured, double threshold, double alpha) {
    using measure::Verdict;
    return fmt::format(
        "{}: {} REGRESSED, {} improved, {} inconclusive, {} unchanged{} (threshold {:g} %, alpha "
        "{:g})",
        compared, count(Verdict::kRegressed), count(Verdict::kImproved),
        count(Verdict::kInconclusive), count(Verdict::kUnchanged),
        not_measured > 0 ? fmt::format(", {} not measured", not_measured) : "", threshold * 100,
        alpha);
}

std::size_t bin_count(std::size_t samples) {
    const auto root = static_cast<std::size_t>(std::lround(2 * std::sqrt(double(samples))));
    return std::clamp<std::size_t>(root, 5, 60);
}

std::vector<double> bin_shares(const std::vector<double>& samples, double low, double high,
                               std::size_t bins) {
    std::vector<double> shares(bins, 0);
    if (samples.empty()) return shares;
    const double width = (high - low) / double(bins);
    for (const double sample : samples) {
        if (sample < low || sample > high) continue;
        const auto at = width > 0 ? static_cast<std::size_t>((sample - low) / width) : 0;
        shares[std::min(at, bins - 1)] += 1 / double(samples.size());
    }
    return shares;
}

report::Histogram distribution(std::string title, const std::vector<double>& samples) {
    report::Histogram out;
    out.title = std::move(title);
    out.help =
        "How many samples lie in each bin; a sample is the mean time of one iteration "
        "over one batch.";
    out.unit = base::Unit::kNanoseconds;
    if (samples.empty()) return out;
    const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
    const std::size_t bins = *low < *high ? bin_count(samples.size()) : 1;
    const double width = *low < *high ? (*high - *low) / double(bins) : 1;
    out.counts.assign(bins, 0);
    for (std::size_t i = 0; i <= bins; ++i) out.edges.push_back(*low + width * double(i));
    for (const double sample : samples) {
        const auto at = static_cast<std::size_t>((sample - *low) / width);
        ++out.counts[std::min(at, bins - 1)];
    }
    return out;
}

std::string id_of_name(std::string_view name, std::set<std::string>& taken) {
    std::string id;
    for (const char c : name) {
        const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '.' || c == '-' || c == ':' ||
                          (c == '_' && !id.empty());
        id += c == '/' ? ':' : kept ? c : '-';
    }
    // What may not stand first (a name may be "<b>" or "/tmp"), and what is empty.
    const bool good = !id.empty() && id.find_first_of(".:-") != 0;
    if (!good) id = "unnamed" + id;
    std::string unique = id;
    for (int i = 2; !taken.insert(unique).second; ++i) unique = id + ":" + std::to_string(i);
    return unique;
}

}  // namespace benchlab::results
