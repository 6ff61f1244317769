#include "results/trace_comparison.hpp"

#include <boost/test/unit_test.hpp>

#include "pacing/random.hpp"
#include "report/writers.hpp"
#include "results/document_build.hpp"
#include "results/trace_limits.hpp"

using namespace benchlab;
using namespace benchlab::results;

namespace {

using base::Unit;

// Frames that are on time but for each `every`th, which takes `late_ns`.
TraceCapture capture(const std::string& label, double mean_ns, std::size_t every = 50,
                     double late_ns = 30e6) {
    SectionBuilder section("frames", "Frames");
    report::Series series;
    series.title = "game.exe";
    pacing::Random random(static_cast<std::uint64_t>(label.front()));
    for (std::size_t i = 0; i < 4000; ++i) {
        const double off = random.uniform() - 0.5;
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(i % every == every - 1 ? late_ns : mean_ns * (1 + 0.3 * off));
    }
    section.add("frame-times/1", series);
    report::Document document;
    document.kind = "analyze";
    document.sections.push_back(section.section());
    TraceCapture out;
    out.label = label;
    out.document = document;
    out.loop = frame_loop(document);
    return out;
}

TraceCapture with_causes(TraceCapture capture, const std::vector<std::string>& did,
                         const std::vector<std::uint64_t>& frames) {
    SectionBuilder section("explain", "Explain");
    report::Table& causes = section.table("causes", "Causes of slow frames");
    causes.columns.push_back(column("did", "Did", "", Unit::kNone, did, report::kOutKey));
    causes.columns.push_back(
        column("frames", "Slow frames", "", Unit::kCount, frames, report::kOutLessIsBetter));
    capture.document.sections.push_back(section.section());
    return capture;
}

std::string text(const TraceComparison& comparison) {
    return report::write_text(to_document(comparison, "benchlab", 0), {160, false, {}});
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(trace_comparison)

BOOST_AUTO_TEST_CASE(a_slower_program_is_told_of_with_both_figures) {
    const auto found = compare_traces({capture("a.json", 10e6)}, {capture("b.json", 12e6)}, {});
    BOOST_TEST(found.regressed());
    const std::string shown = text(found);
    BOOST_TEST(says(shown, "b.json against a.json"));
    BOOST_TEST(says(shown, "PROBLEM  median REGRESSED from "), shown);
    BOOST_TEST(says(shown, "One capture a side"));
    BOOST_TEST(!compare_traces({capture("b", 12e6)}, {capture("a", 10e6)}, {}).regressed());
}

BOOST_AUTO_TEST_CASE(the_document_is_read_back_whole) {
    const auto found = compare_traces({capture("a", 10e6), capture("b", 10.1e6)},
                                      {capture("c", 10e6), capture("d", 10.2e6)}, {});
    const report::Document made = to_document(found, "benchlab", 1);
    const auto read = report::read_json(report::write_json(made));
    BOOST_REQUIRE(read);
    BOOST_TEST((*read == made));
    BOOST_TEST(read->kind == "compare");
    const auto* table = read->find("comparison")->get<report::Table>("frame-times");
    BOOST_REQUIRE(table);
    BOOST_TEST(table->row_count() == 8U);
}

BOOST_AUTO_TEST_CASE(causes_of_both_sides_stand_beside_each_other) {
    const auto found =
        compare_traces({with_causes(capture("a", 10e6), {"reads", "waits"}, {4, 1})},
                       {with_causes(capture("b", 10e6), {"waits", "runs"}, {7, 2})}, {});
    const report::Document document = to_document(found, "benchlab", 0);
    const auto* causes = document.find("causes")->get<report::Table>("causes");
    BOOST_REQUIRE(causes);
    BOOST_REQUIRE(causes->row_count() == 3U);
    const auto cell = [&](const char* column, std::size_t row) {
        return report::format_cell(*causes->find(column), row);
    };
    BOOST_TEST(cell("cause", 0) == "waits");
    BOOST_TEST(cell("base_frames", 0) == "1");
    BOOST_TEST(cell("new_frames", 0) == "7");
    BOOST_TEST(cell("cause", 1) == "runs");
    BOOST_TEST(cell("base_frames", 1) == "0");
    BOOST_TEST(cell("cause", 2) == "reads");
    BOOST_TEST(cell("new_frames", 2) == "0");
    BOOST_TEST(cell("change", 0) == "+6");
    // They are not told twice.
    BOOST_TEST(!says(text(found), "Only in"));
}

BOOST_AUTO_TEST_CASE(what_makes_a_comparison_doubtful_is_told) {
    TraceCapture other = capture("other", 10e6);
    other.loop.of = "tool.exe";
    BOOST_TEST(says(text(compare_traces({capture("a", 10e6)}, {other}, {})), "different loops"));
    BOOST_TEST(says(
        text(compare_traces({capture("a1", 10e6), capture("a2", 10e6)}, {capture("c", 10e6)}, {})),
        "have the same frames"));
    TraceCapture half = capture("half", 10e6);
    half.loop.lengths.resize(2000);
    BOOST_TEST(says(text(compare_traces({capture("a", 10e6)}, {half}, {})), "not of one length"));
    TraceCapture none = capture("none", 10e6);
    none.loop.lengths.clear();
    const auto without = compare_traces({capture("a", 10e6)}, {none}, {});
    BOOST_TEST(!without.frames);
    BOOST_TEST(without.cannot_tell());
    BOOST_TEST(!without.regressed());
    BOOST_TEST(says(text(without), "Not every capture has frames"));
}

BOOST_AUTO_TEST_CASE(what_is_no_report_of_a_trace_is_refused_by_name) {
    report::Document run;
    run.kind = "run";
    const auto refused = read_trace_report(report::write_json(run), "run.json");
    BOOST_REQUIRE(!refused);
    BOOST_TEST(says(refused.error().message, "run.json"));
    BOOST_TEST(says(refused.error().message, "benchlab compare"));
    BOOST_TEST(!read_trace_report("{\"schema\": 2", "cut.json"));
    BOOST_TEST(looks_like_report(report::write_json(run)));
    // CapFrameX's logs are JSON, too.
    BOOST_TEST(!looks_like_report("{\"Hash\":\"x\",\"Info\":{}}"));
    BOOST_TEST(!looks_like_report("Application,ProcessID"));
    BOOST_TEST(!looks_like_report(""));
}

BOOST_AUTO_TEST_CASE(limits_are_a_section_with_a_table_for_each_unit) {
    const std::vector<double> lengths(2000, 10e6);
    pacing::Measured measured;
    measured.captures = {lengths};
    std::vector<pacing::LimitResult> results;
    for (const char* each : {"p99>5ms", "avg_fps<60fps", "stutters>10"}) {
        results.push_back(pacing::check_limit(*pacing::parse_limit(each), measured));
    }
    const report::Section section = limits_section(results);
    BOOST_TEST(section.findings.size() == 1U);
    BOOST_TEST(report::fill_template(section.findings[0].text, section.findings[0].args) ==
               "p99 is 10.00 ms, a limit is p99>5ms");
    BOOST_TEST(section.elements.size() == 3U);
}

BOOST_AUTO_TEST_SUITE_END()
