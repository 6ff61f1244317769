// Compares what the writers make of a few documents with approved files.  With BENCHLAB_APPROVE=1
// in the environment the files are rewritten instead.
#define BOOST_TEST_MODULE golden_report
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "documents.hpp"
#include "report/writers.hpp"

namespace {

using namespace benchlab;

std::string read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return std::move(out).str();
}

void write_file(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

std::string first_difference(const std::string& approved, const std::string& now) {
    std::istringstream a(approved);
    std::istringstream b(now);
    std::string was;
    std::string is;
    for (int line = 1;; ++line) {
        const bool more_a = static_cast<bool>(std::getline(a, was));
        const bool more_b = static_cast<bool>(std::getline(b, is));
        if (!more_a && !more_b) return "no line differs, so it is the end of the file";
        if (more_a != more_b || was != is) {
            return "line " + std::to_string(line) + "\n  approved: " + (more_a ? was : "(end)") +
                   "\n  now:      " + (more_b ? is : "(end)");
        }
    }
}

void check(const std::string& name, const std::string& now) {
    const auto approved = std::filesystem::path(BENCHLAB_GOLDEN_DIR) / name;
    const char* approve = std::getenv("BENCHLAB_APPROVE");
    if (approve && std::string(approve) == "1") {
        write_file(approved, now);
        BOOST_TEST_MESSAGE("approved " << name);
        return;
    }
    const auto seen = std::filesystem::path(BENCHLAB_GOLDEN_OUT) / "seen" / name;
    BOOST_REQUIRE_MESSAGE(std::filesystem::exists(approved), approved << " is missing");
    const std::string was = read_file(approved);
    if (was == now) return;
    write_file(seen, now);
    BOOST_ERROR(name << " differs from the approved file; the new one is " << seen << "\n"
                     << first_difference(was, now));
}

// Cuts what stands between the marks, which stay.
void cut(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos;) {
        at += from.size();
        const std::size_t end = text.find(to, at);
        BOOST_REQUIRE_MESSAGE(end != std::string::npos, "no " << to << " behind " << from);
        text.erase(at, end - at);
    }
}

// Script and style have tests of their own and would bury what belongs to the document.
std::string without_assets(std::string html) {
    cut(html, "<style>", "</style>");
    cut(html, "<script>", "</script>");
    cut(html, "'sha256-", "'");
    return html;
}

void check_all(const std::string& name, const report::Document& document) {
    report::TextStyle wide;
    wide.width = 120;
    report::TextStyle narrow;
    narrow.width = 80;
    check(name + ".wide.txt", report::write_text(document, wide));
    check(name + ".narrow.txt", report::write_text(document, narrow));
    check(name + ".json", report::write_json(document));
    check(name + ".md", report::write_markdown(document));
    check(name + ".html", without_assets(report::write_html(document)));
    const auto back = report::read_json(report::write_json(document));
    BOOST_REQUIRE_MESSAGE(back.ok(), (back.ok() ? "" : back.error().message));
    BOOST_CHECK(*back == document);
}

void check_csv(const std::string& name, const report::Document& document,
               const std::string& section, const std::string& table) {
    const auto csv = report::write_csv(document, section, table);
    BOOST_REQUIRE_MESSAGE(csv.ok(), (csv.ok() ? "" : csv.error().message));
    check(name, *csv);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_run) {
    check_all("run", golden::run());
    check_csv("run.results.csv", golden::run(), "summary", "results");
    check_csv("run.samples.csv", golden::run(), "benchmarks", "cpu/int-latency/samples");
}

BOOST_AUTO_TEST_CASE(an_analysis) {
    check_all("analysis", golden::analysis());
}

BOOST_AUTO_TEST_CASE(a_hostile_document) {
    check_all("hostile", golden::hostile());
    check_csv("hostile.table.csv", golden::hostile(), "odd", "table");
}

BOOST_AUTO_TEST_CASE(an_empty_document) {
    check_all("empty", golden::empty());
}
