#include "results/doctor_document.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "results/document_build.hpp"

namespace benchlab::results {
namespace {

std::size_t count(const std::vector<measure::Check>& checks, measure::Health health) {
    return static_cast<std::size_t>(
        std::count_if(checks.begin(), checks.end(),
                      [&](const measure::Check& each) { return each.health == health; }));
}

void add_table(SectionBuilder& section, const std::vector<measure::Check>& checks) {
    const auto texts = [&](auto&& of) {
        std::vector<std::string> out;
        for (const measure::Check& each : checks) out.push_back(std::string(of(each)));
        return out;
    };
    report::Table& table = section.table("checks", "What makes timings shaky");
    const auto add = [&](const char* id, const char* title, const char* help, auto&& of,
                         std::uint32_t flags = 0) {
        table.columns.push_back(column(id, title, help, base::Unit::kNone, texts(of), flags));
    };
    add(
        "check", "Check", "", [](const auto& each) { return each.id; }, report::kOutKey);
    add("health", "State",
        "good; note: to know when figures are read; bad: it costs accuracy; unknown: the machine "
        "does not tell",
        [](const auto& each) { return measure::health_id(each.health); });
    add("title", "What", "", [](const auto& each) { return each.title; });
    add("found", "Found", "What there is", [](const auto& each) { return each.found; });
    add("costs", "Costs", "What it does to timings", [](const auto& each) { return each.costs; });
    add("mend", "Mend", "What to do about it", [](const auto& each) { return each.mend; });
}

}  // namespace

report::Document to_document(const std::vector<measure::Check>& checks,
                             const std::string& generator, std::uint64_t created_unix) {
    report::Document out;
    out.kind = "doctor";
    out.title = "benchlab doctor";
    out.generator = generator;
    out.created_unix = created_unix;
    SectionBuilder section("doctor", "This machine");
    add_table(section, checks);
    section.value("summary", "Total", "", summary_line(checks));
    for (const measure::Check& each : checks) {
        if (each.health != measure::Health::kBad) continue;
        section.finding(report::Severity::kWarning, "doctor." + each.id, "{0}: {1}: {2}",
                        {{each.title}, {each.found}, {each.costs}}, {"checks"});
    }
    out.sections.push_back(section.section());
    return out;
}

std::string summary_line(const std::vector<measure::Check>& checks) {
    using measure::Health;
    return fmt::format("{} checks: {} bad, {} to know, {} not told", checks.size(),
                       count(checks, Health::kBad), count(checks, Health::kNote),
                       count(checks, Health::kUnknown));
}

}  // namespace benchlab::results
