// Writes the reports that the browser tests open: make_documents FOLDER.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>
#include <random>

#include "frames_document.hpp"
#include "report/document.hpp"
#include "report/writers.hpp"
#include "trace_documents.hpp"

using namespace benchlab::report;

namespace {

constexpr const char* kHostile = "<img src=x onerror=alert(1)>";

std::vector<double> noisy(std::size_t count, double middle, double spread, unsigned seed) {
    std::mt19937 random(seed);
    std::lognormal_distribution<double> noise(0, spread);
    std::vector<double> values(count);
    for (double& value : values) value = middle * noise(random);
    return values;
}

std::vector<double> counting(std::size_t count) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(i);
    return values;
}

Histogram histogram_of(std::string title, const std::vector<double>& values, std::size_t bins) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    Histogram histogram{std::move(title),
                        "How often each time was measured.",
                        Unit::kNanoseconds,
                        {},
                        std::vector<std::uint64_t>(bins)};
    const double width = (*high - *low) / static_cast<double>(bins);
    for (std::size_t i = 0; i <= bins; ++i) {
        histogram.edges.push_back(*low + width * static_cast<double>(i));
    }
    for (const double value : values) {
        const auto bin = static_cast<std::size_t>((value - *low) / width);
        ++histogram.counts[std::min(bin, bins - 1)];
    }
    return histogram;
}

Value value_of(std::string title, std::string help, Scalar value, Unit unit) {
    Value out;
    out.title = std::move(title);
    out.help = std::move(help);
    out.value = std::move(value);
    out.unit = unit;
    return out;
}

Document document(std::string kind, std::string title) {
    Document out;
    out.kind = std::move(kind);
    out.title = std::move(title);
    out.generator = "benchlab 0.1.0";
    out.created_unix = 1785585600;
    return out;
}

Section environment() {
    Section section{"environment", "Environment", "", "", {}, {}};
    section.elements.push_back(
        {"cpu", value_of("Processor", "", std::string("AMD Ryzen 9 7950X"), Unit::kNone)});
    section.elements.push_back({"cpus", value_of("Logical CPUs", "Those that this process may use.",
                                                 std::uint64_t{32}, Unit::kCount)});
    section.elements.push_back(
        {"os", value_of("System", "", std::string("Linux 6.1.0, x86_64"), Unit::kNone)});
    section.elements.push_back(
        {"clock", value_of("Clock step", "The least difference of two readings.", 21.0,
                           Unit::kNanoseconds)});
    section.elements.push_back(
        {"governor", value_of("Governor", "",
                              std::string("performance, with a ceiling of 5.7 GHz that the "
                                          "firmware sets"),
                              Unit::kNone)});
    section.elements.push_back(
        {"pinned", value_of("Pinned to CPU", "", std::uint64_t{2}, Unit::kNone)});
    return section;
}

struct Benchmark {
    const char* name;
    double median;
    double spread;
};

constexpr Benchmark kBenchmarks[] = {
    {"cpu/int-latency", 1.31, 0.004},   {"cpu/int-throughput", 0.21, 0.006},
    {"cpu/fp-latency", 1.76, 0.003},    {"cpu/fp-throughput", 0.225, 0.005},
    {"mem/read/32KiB", 250, 0.01},      {"mem/read/1MiB", 9100, 0.012},
    {"mem/read/32MiB", 920000, 0.03},   {"mem/read/256MiB", 11800000, 0.02},
    {"cache/chase/4KiB", 1190, 0.002},  {"cache/chase/1MiB", 4210, 0.02},
    {"cache/chase/64MiB", 76700, 0.04}, {"cache/chase/256MiB", 85100, 0.12},
};

Table results_table() {
    Column name{
        "name", "Benchmark", "", Unit::kNone, kOutKey, NameKind::kNone, std::vector<std::string>{},
        {}};
    Column median{
        "median",         "Median",        "The middle of the samples.", Unit::kNanoseconds,
        kOutLessIsBetter, NameKind::kNone, std::vector<double>{},        {}};
    Column cv{"cv",    "Spread",        "Standard deviation over mean.", Unit::kRatio,
              kOutBar, NameKind::kNone, std::vector<double>{},           {}};
    Column outliers{
        "outliers", "Outliers", "", Unit::kCount, 0, NameKind::kNone, std::vector<std::uint64_t>{},
        {}};
    Column rate{"rate",
                "Rate",
                "",
                Unit::kBytesPerSecond,
                kOutMoreIsBetter,
                NameKind::kNone,
                std::vector<double>{},
                {}};
    for (const Benchmark& benchmark : kBenchmarks) {
        const bool memory = std::string_view(benchmark.name).substr(0, 3) == "mem";
        std::get<std::vector<std::string>>(name.data).push_back(benchmark.name);
        std::get<std::vector<double>>(median.data).push_back(benchmark.median);
        std::get<std::vector<double>>(cv.data).push_back(benchmark.spread);
        std::get<std::vector<std::uint64_t>>(outliers.data).push_back(name.size() * 7 % 5);
        std::get<std::vector<double>>(rate.data).push_back(memory ? 1.2e11 / benchmark.median : 0);
        rate.present.push_back(memory);
    }
    return {"Results", {name, median, cv, outliers, rate}, 0, TableUse::kShown};
}

void add_benchmark(Section& section, const Benchmark& benchmark, unsigned seed) {
    const std::string at = benchmark.name;
    const std::vector<double> samples = noisy(50, benchmark.median, benchmark.spread, seed);
    section.elements.push_back({at, Heading{at, {}}});
    Value median =
        value_of("Median", "The middle of the samples.", benchmark.median, Unit::kNanoseconds);
    median.flags = kOutLessIsBetter;
    median.interval = Interval{benchmark.median * 0.998, benchmark.median * 1.002};
    section.elements.push_back({at + "/median", median});
    section.elements.push_back(
        {at + "/least", value_of("Least", "", benchmark.median * 0.99, Unit::kNanoseconds)});
    section.elements.push_back({at + "/spread", value_of("Spread", "Standard deviation over mean.",
                                                         benchmark.spread, Unit::kRatio)});
    section.elements.push_back(
        {at + "/samples", value_of("Samples", "", std::uint64_t{50}, Unit::kCount)});
    if (seed == 1) {
        for (int i = 0; i < 15; ++i) {
            section.elements.push_back(
                {at + "/percentile/" + std::to_string(i),
                 value_of("p" + std::to_string(i), "", benchmark.median, Unit::kNanoseconds)});
        }
    }
    section.elements.push_back({at + "/distribution", histogram_of("Distribution", samples, 16)});
    section.elements.push_back(
        {at + "/over-time", Series{"Samples in order", "", "", Chart::kPoints, Unit::kNone,
                                   Unit::kNanoseconds, counting(50), samples}});
}

Series curve(std::string title, double factor) {
    Series series{std::move(title),
                  "Time of one dependent load.",
                  "curve",
                  Chart::kLine,
                  Unit::kBytes,
                  Unit::kNanoseconds,
                  {},
                  {}};
    for (int power = 12; power <= 28; ++power) {
        series.x.push_back(std::ldexp(1.0, power));
        const double step = 1 / (1 + std::exp(-(power - 22.0)));
        series.y.push_back(factor * (1.2 + (power > 15 ? 2.4 : 0) + 80 * step));
    }
    return series;
}

Document run_document() {
    Document out = document("run", "benchlab run");
    out.sections.push_back(environment());
    Section section{"results", "Results", "cpu 1.0", "", {}, {}};
    section.elements.push_back({"summary", results_table()});
    section.elements.push_back({"curve", Heading{"Latency by size", {}}});
    section.elements.push_back({"curve/chase", curve("cache/chase", 1)});
    section.elements.push_back({"curve/chase-huge", curve("cache/chase, huge pages", 0.8)});
    unsigned seed = 1;
    for (const Benchmark& benchmark : kBenchmarks) add_benchmark(section, benchmark, seed++);
    Finding unstable{Severity::kWarning,
                     "run.unstable",
                     "{0} varies by {1} between samples; its median is not to be trusted.",
                     {Arg{std::string("cache/chase/256MiB"), Unit::kNone, NameKind::kNone},
                      Arg{0.12, Unit::kRatio, NameKind::kNone}},
                     0,
                     0,
                     0,
                     {"cache/chase/256MiB", "summary"}};
    Finding note{Severity::kNote,
                 "run.pages",
                 "The kernel gave no huge pages.",
                 {},
                 0,
                 0,
                 0,
                 {"cache/chase/64MiB/median"}};
    Finding frequency{Severity::kProblem,
                      "run.frequency",
                      "The CPU's frequency changed during {0} of the run.",
                      {Arg{0.41, Unit::kRatio, NameKind::kNone}},
                      0,
                      0,
                      0.41,
                      {}};
    section.findings = {unstable, note, frequency};
    for (int i = 0; i < 6; ++i) {
        section.findings.push_back(
            {Severity::kInfo, "run.info", "Something to know.", {}, 0, 0, 0, {}});
    }
    out.sections.push_back(std::move(section));
    out.sections.push_back({"mem2", "Not here", "mem 1.0", "Needs huge pages.", {}, {}});
    return out;
}

Document compare_document() {
    Document out = document("compare", "benchlab compare base.json new.json");
    Section section{"comparison", "Comparison", "", "", {}, {}};
    Column name{
        "name", "Benchmark", "", Unit::kNone, kOutKey, NameKind::kNone, std::vector<std::string>{},
        {}};
    Column base{"base", "Base", "", Unit::kNanoseconds, 0, NameKind::kNone, std::vector<double>{},
                {}};
    Column change{"change",         "Change",        "Of the median.",      Unit::kRatio,
                  kOutLessIsBetter, NameKind::kNone, std::vector<double>{}, {}};
    Column verdict{
        "verdict", "Verdict", "", Unit::kNone, 0, NameKind::kNone, std::vector<std::string>{}, {}};
    const char* words[] = {"unchanged", "REGRESSED", "improved", "inconclusive"};
    for (std::size_t i = 0; i < std::size(kBenchmarks); ++i) {
        std::get<std::vector<std::string>>(name.data).push_back(kBenchmarks[i].name);
        std::get<std::vector<double>>(base.data).push_back(kBenchmarks[i].median);
        const double changes[] = {0.004, 0.21, -0.13, 0.06};
        std::get<std::vector<double>>(change.data).push_back(changes[i % 4]);
        std::get<std::vector<std::string>>(verdict.data).push_back(words[i % 4]);
    }
    section.elements.push_back(
        {"table", Table{"Comparison", {name, base, change, verdict}, 3, TableUse::kShown}});
    for (int side = 0; side < 2; ++side) {
        const std::vector<double> samples = noisy(60, side ? 1.42 : 1.31, 0.01, 7u + side);
        section.elements.push_back(
            {side ? "over-time/new" : "over-time/base",
             Series{side ? "new" : "base", "", "Samples in order", Chart::kPoints, Unit::kNone,
                    Unit::kNanoseconds, counting(60), samples}});
        Histogram bins = histogram_of("", samples, 12);
        Series steps{side ? "new" : "base", "",           "Distribution", Chart::kStep,
                     Unit::kNanoseconds,    Unit::kCount, bins.edges,     {}};
        for (const std::uint64_t count : bins.counts) {
            steps.y.push_back(static_cast<double>(count));
        }
        steps.y.push_back(0);
        section.elements.push_back({side ? "spread/new" : "spread/base", steps});
        section.elements.push_back(
            {side ? "bars/new" : "bars/base",
             Series{side ? "new" : "base", "", "Medians", Chart::kBars, Unit::kNone,
                    Unit::kNanoseconds, counting(12), noisy(12, 20, 0.4, 20u + side)}});
    }
    out.sections.push_back(std::move(section));
    return out;
}

// Names and figures as a broken or hostile plugin might give them.
Document hostile_document() {
    Document out = document("run", std::string("run of ") + kHostile);
    out.generator = "</title><script>alert(2)</script>";
    out.complete = false;
    out.created_unix = std::numeric_limits<std::uint64_t>::max();
    Section section{"data", std::string("Section ") + kHostile, kHostile, kHostile, {}, {}};
    const std::string at = "a b/\"><script>alert(3)</script>";
    section.elements.push_back(
        {at, Heading{std::string(kHostile) + " {0}",
                     {Arg{std::string("</script>"), Unit::kNone, NameKind::kNone}}}});
    section.elements.push_back(
        {at + "/value", value_of(kHostile, "\" onmouseover=\"alert(4)",
                                 std::string("\x1b[31mred\xff\xe2\x80\xae"), Unit::kNone)});
    section.elements.push_back(
        {"not-a-number", value_of("Not a number", "", std::nan(""), Unit::kNanoseconds)});
    Column name{
        "name", kHostile, kHostile, Unit::kNone, 0, NameKind::kNone, std::vector<std::string>{},
        {}};
    // What a spreadsheet would run, and what it must have as it is.
    const std::vector<std::string> first = {"=HYPERLINK(\"http://127.0.0.1:9\")",
                                            "+1+cmd|' /C calc'!A0",
                                            "-1+1",
                                            "@SUM(A1)",
                                            " =2",
                                            "a, \"b\"",
                                            "-12"};
    for (int row = 0; row < 12; ++row) {
        const auto place = static_cast<std::size_t>(row);
        std::get<std::vector<std::string>>(name.data).push_back(
            place < first.size() ? first[place] : kHostile + std::to_string(row));
    }
    section.elements.push_back({"table", Table{kHostile, {name}, 0, TableUse::kShown}});
    section.elements.push_back({"raw", Table{"Raw rows", {name}, 0, TableUse::kRaw}});
    section.elements.push_back({"series/1", Series{kHostile,
                                                   "",
                                                   kHostile,
                                                   Chart::kLine,
                                                   Unit::kNone,
                                                   Unit::kNone,
                                                   {1, 2, 3},
                                                   {1, 2, 3}}});
    section.elements.push_back({"series/2", Series{"</script><script>alert(5)</script>",
                                                   "",
                                                   kHostile,
                                                   Chart::kLine,
                                                   Unit::kNone,
                                                   Unit::kNone,
                                                   {1, 2, 3},
                                                   {3, std::nan(""), 1}}});
    const double huge = std::numeric_limits<double>::max();
    const double infinite = std::numeric_limits<double>::infinity();
    section.elements.push_back({"extreme", Series{"Extreme",
                                                  "",
                                                  "",
                                                  Chart::kLine,
                                                  Unit::kNone,
                                                  Unit::kBytes,
                                                  {-huge, 0, 1, infinite, 1e299},
                                                  {huge, -huge, 1e299, 2, -infinite}}});
    section.elements.push_back(
        {"constant",
         Series{
             "Constant", "", "", Chart::kStep, Unit::kNone, Unit::kRatio, {5, 5, 5}, {1, 1, 1}}});
    section.elements.push_back(
        {"empty", Series{"Empty", "", "", Chart::kBars, Unit::kNone, Unit::kNone, {}, {}}});
    section.elements.push_back({"no-bins", Histogram{"No bins", "", Unit::kBytes, {}, {}}});
    section.elements.push_back(
        {"odd-bins", Histogram{"Odd bins", "", Unit::kBytes, {1, 2}, {4, 5, 6}}});
    section.elements.push_back({"spans", Spans{kHostile,
                                               kHostile,
                                               NameKind::kNone,
                                               NameKind::kNone,
                                               {kHostile},
                                               {kHostile},
                                               {0, 0},
                                               {0, 10},
                                               {5, 30},
                                               {0, 7},
                                               {},
                                               {},
                                               {}}});
    section.elements.push_back({"flame", Flame{kHostile,
                                               kHostile,
                                               Unit::kNanoseconds,
                                               {kHostile, "main"},
                                               {NameKind::kProcess, NameKind::kFunction},
                                               {0, 1},
                                               {0, 1},
                                               {100, 200}}});
    section.findings.push_back({Severity::kProblem,
                                kHostile,
                                kHostile,
                                {},
                                1,
                                2,
                                0.5,
                                {at, "raw", "nowhere", "data/table"}});
    out.sections.push_back(std::move(section));
    return out;
}

// Large enough that a script that draws every point would not answer.
Document large_document() {
    Document out = document("run", "benchlab run, many samples");
    Section section{"large", "Large", "", "", {}, {}};
    constexpr std::size_t kCount = 200'000;
    std::vector<double> times = noisy(kCount, 1000, 0.05, 3);
    times[123'457] = 50'000;  // one spike, which no thinning may lose
    const auto add = [&](const char* id, Chart chart) {
        section.elements.push_back({id, Series{id, "", "", chart, Unit::kNone, Unit::kNanoseconds,
                                               counting(kCount), times}});
    };
    add("line", Chart::kLine);
    add("points", Chart::kPoints);
    add("step", Chart::kStep);
    Column number{
        "number", "Number", "", Unit::kCount, 0, NameKind::kNone, std::vector<std::uint64_t>{}, {}};
    for (std::uint64_t i = 0; i < 20'500; ++i) {
        std::get<std::vector<std::uint64_t>>(number.data).push_back(i * 7919 % 20'507);
    }
    section.elements.push_back({"table", Table{"Many rows", {number}, 0, TableUse::kShown}});
    out.sections.push_back(std::move(section));
    return out;
}

bool write(const std::filesystem::path& file, const Document& content) {
    std::ofstream out(file, std::ios::binary);
    out << write_html(content);
    if (!out.flush()) std::fprintf(stderr, "cannot write %s\n", file.string().c_str());
    return static_cast<bool>(out);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: make_documents FOLDER\n");
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    std::filesystem::create_directories(folder);
    const bool fine = write(folder / "run.html", run_document()) &&
                      write(folder / "compare.html", compare_document()) &&
                      write(folder / "hostile.html", hostile_document()) &&
                      write(folder / "large.html", large_document()) &&
                      write(folder / "trace.html", trace_document()) &&
                      write(folder / "frames.html", frames_document()) &&
                      write(folder / "long-trace.html", long_trace_document()) &&
                      write(folder / "empty.html", document("run", "benchlab run"));
    return fine ? 0 : 1;
}
