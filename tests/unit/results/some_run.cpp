#include "unit/results/some_run.hpp"

#include <cmath>

namespace benchlab::results {

BenchmarkResult some_result(const std::string& name, std::vector<double> samples_ns) {
    BenchmarkResult out;
    out.name = out.family = name;
    out.title = "What it does";
    out.plugin = "made up 1.0";
    out.iterations_per_sample = 1000;
    out.samples.ns = std::move(samples_ns);
    const std::size_t n = out.samples.ns.size();
    out.samples.iterations.assign(n, 1000);
    out.samples.process.assign(n, 0);
    for (std::size_t i = 0; i < n; ++i) out.samples.start_ns.push_back(1e7 * double(i));
    out.samples.cycle_ns.assign(n, 0.25);
    out.samples.slices.assign(n, 40);
    out.samples.left_out.assign(n, 1);
    out.samples.preempted.assign(n, 1);
    out.samples.waited.assign(n, 0);
    out.samples.faults.assign(n, 2);
    out.samples.lost_ns.assign(n, 3000.5);
    out.left_out = {{0, 250'000.5, 17.25, 3}};
    out.summary = *measure::summarise(out.samples.ns, measure::OutlierPolicy::kKeep);
    return out;
}

std::vector<double> around(double median, int samples) {
    std::vector<double> out;
    for (int i = 0; i < samples; ++i) out.push_back(median + (i - (samples - 1) / 2.0) / 8);
    return out;
}

RunReport full_run() {
    RunReport run;
    run.generator = "benchlab 9.8.7";
    run.created_unix = 1'700'000'000;
    run.complete = false;
    run.environment = {"linux",
                       "Some OS 12",
                       "x86_64",
                       "Some CPU",
                       16,
                       8,
                       5,
                       25.5,
                       20.25,
                       "9.8.7",
                       {0.02, 0.0213, 0.0625, 0.264}};
    run.config.samples = 31;
    run.config.sample_time_ms = 12;
    run.config.warmup_ms = 210;
    run.config.max_time_ms = 5100;
    run.config.repeat = 3;
    run.config.isolate = run.config.shuffle = true;
    run.config.seed = 7;
    run.config.command = "run --shuffle --seed 7";
    run.config.outliers = measure::OutlierPolicy::kTrimSevere;
    run.config.seed = 4'000'000'000;
    run.config.command = "run --seed 4000000000 'a b'";

    run.config.method = measure::Method::kPlain;
    run.config.per_call = true;
    run.config.precision = 0.005;

    BenchmarkResult bytes = some_result("mem/read/4KiB/threads:2", around(123.456789));
    bytes.family = "mem/read";
    bytes.title = "Reads \"everything\" <twice> \xC3\xA4\xE6\xBC\xA2";
    bytes.op = "pass";
    bytes.calls = {{1000, 1005}, {1005, 1010.025}, {3, 9}, 1001, 1009, 2};
    bytes.threads = 2;
    bytes.x = 4096;
    bytes.x_unit = base::Unit::kBytes;
    bytes.x_name = "size";
    bytes.ops_per_iteration = 7;
    bytes.rate = Rate::kBytes;
    bytes.rate_per_iteration = 4096;
    bytes.samples.process = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    bytes.warnings = {"one {0} warning", "another: with a colon"};
    MetricSamples misses{"misses",
                         "Cache misses",
                         "How many.",
                         base::Unit::kCount,
                         report::kOutLessIsBetter | report::kOutAddsUp,
                         around(40)};
    misses.values[3] = std::nan("");
    MetricSamples speed{
        "speed", "Speed", "", base::Unit::kBytesPerSecond, report::kOutMoreIsBetter, around(1e9)};
    bytes.metrics = {misses, speed};

    BenchmarkResult items = some_result("sort", {0.1 + 0.2, 1.0 / 3, 2e-308, 1e100, 5, 6});
    items.rate = Rate::kItems;
    items.rate_per_iteration = 1'000'000'000'000'000'001;  // no double has it
    BenchmarkResult growing = some_result("growing", around(100));
    for (std::size_t i = 0; i < growing.samples.size(); ++i) growing.samples.iterations[i] = i + 1;
    growing.regression = *regression_of(growing.samples);
    run.results = {bytes, items, some_result("plain", around(1e6)), growing};
    run.failed = {{"slow", "made up 1.0", "skipped", "needs 512 MiB"},
                  {"bad", "made up 1.0", "crashed", "died of SIGSEGV"}};
    return run;
}

}  // namespace benchlab::results
