#include "results/schema1.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>

namespace benchlab::results {
namespace {

using base::Code;
using base::Error;
using simdjson::dom::element;

// Members of one object; remembers the first that is missing or of another type.
class Members {
  public:
    Members(element object, std::string where) : object_(object), where_(std::move(where)) {}

    double number(const char* name) {
        double out = 0;
        element found;
        if (!get(name, found)) return out;
        if (found.is_null()) return std::nan("");
        if (found.get(out) != simdjson::SUCCESS) fail(name, "is not a number");
        return out;
    }
    std::uint64_t count(const char* name) {
        std::uint64_t out = 0;
        element found;
        if (get(name, found) && found.get(out) != simdjson::SUCCESS) {
            fail(name, "is not a whole number");
        }
        return out;
    }
    std::string text(const char* name) {
        std::string_view out;
        element found;
        if (get(name, found) && found.get(out) != simdjson::SUCCESS) fail(name, "is not a text");
        return std::string(out);
    }
    Members object(const char* name) {
        element found;
        if (get(name, found) && !found.is_object()) fail(name, "is not an object");
        return Members(found_or_self(found), where_ + "." + name);
    }
    // False, and no error, when the member is null or missing.
    bool optional(const char* name, element& out) const {
        return object_[name].get(out) == simdjson::SUCCESS && !out.is_null();
    }
    bool get(const char* name, element& out) {
        if (object_[name].get(out) == simdjson::SUCCESS) return true;
        fail(name, "is missing");
        return false;
    }
    void fail(const char* name, const char* what) {
        if (error_.empty()) error_ = fmt::format("{}.{} {}", where_, name, what);
    }
    void take_error(const Members& inner) {
        if (error_.empty()) error_ = inner.error_;
    }
    const std::string& error() const { return error_; }

  private:
    element found_or_self(element found) const { return error_.empty() ? found : object_; }

    element object_;
    std::string where_;
    std::string error_;
};

measure::Summary read_summary(Members in, std::string& error) {
    measure::Summary out;
    out.n = in.count("n");
    out.mean = in.number("mean");
    out.median = in.number("median");
    out.min = in.number("min");
    out.max = in.number("max");
    out.stddev = in.number("stddev");
    out.mad = in.number("mad");
    out.p1 = in.number("p1");
    out.p5 = in.number("p5");
    out.p25 = in.number("p25");
    out.p75 = in.number("p75");
    out.p95 = in.number("p95");
    out.p99 = in.number("p99");
    out.iqr = in.number("iqr");
    out.cv = in.number("cv");
    out.median_low = out.median_high = std::nan("");
    Members counts = in.object("outliers");
    out.outliers.low_severe = counts.count("low_severe");
    out.outliers.low_mild = counts.count("low_mild");
    out.outliers.high_mild = counts.count("high_mild");
    out.outliers.high_severe = counts.count("high_severe");
    out.trimmed = in.count("trimmed");
    in.take_error(counts);
    if (error.empty()) error = in.error();
    return out;
}

void read_throughput(Members& in, BenchmarkResult& out) {
    element throughput;
    if (!in.optional("throughput", throughput)) return;
    Members members(throughput, "throughput");
    const std::string kind = members.text("kind");
    const std::uint64_t per_iteration = members.count("per_iter");
    in.take_error(members);
    out.rate = kind == "bytes" ? Rate::kBytes : Rate::kItems;
    out.rate_per_iteration = per_iteration;
    // The reference divides the time by the elements: one element is its operation.
    if (kind == "elements" && per_iteration > 0) out.ops_per_iteration = per_iteration;
}

base::Result<BenchmarkResult> read_result(element object, std::size_t index) {
    BenchmarkResult out;
    Members in(object, fmt::format("results[{}]", index));
    out.name = out.family = in.text("name");
    out.iterations_per_sample = in.count("iters_per_sample");
    read_throughput(in, out);
    const Members summary = in.object("summary");
    std::string error = in.error();
    out.summary = read_summary(summary, error);
    element samples;
    simdjson::dom::array array;
    if (in.get("samples_ns", samples) && samples.get(array) != simdjson::SUCCESS) {
        in.fail("samples_ns", "is not an array");
    }
    if (error.empty()) error = in.error();
    if (!error.empty()) return Error{Code::kData, error};
    for (const element sample : array) {
        double ns = 0;
        if (sample.get(ns) != simdjson::SUCCESS || !(ns >= 0)) {
            return Error{Code::kData, fmt::format("results[{}].samples_ns[{}] is no time", index,
                                                  out.samples.ns.size())};
        }
        out.samples.ns.push_back(ns);
    }
    // The reference tool ends in a panic here.
    if (out.samples.ns.empty()) {
        return Error{Code::kData, fmt::format("results[{}].samples_ns is empty", index)};
    }
    out.samples.iterations.assign(out.samples.size(), out.iterations_per_sample);
    out.samples.process.assign(out.samples.size(), 0);
    out.samples.start_ns.assign(out.samples.size(), 0);
    return out;
}

void read_environment(Members in, measure::Environment& out, std::string& error) {
    out.os = in.text("os");
    out.arch = in.text("arch");
    out.cpu = in.text("cpu");
    out.logical_cpus = out.usable_cpus = in.count("logical_cpus");
    out.timer_overhead_ns = in.number("timer_overhead_ns");
    out.timer_resolution_ns = in.number("timer_resolution_ns");
    out.benchlab_version = in.text("benchlab_version");
    element pinned;
    if (in.optional("pinned_cpu", pinned)) out.pinned_cpu = in.count("pinned_cpu");
    if (error.empty()) error = in.error();
}

void read_config(Members in, RunConfig& out, std::string& error) {
    out.samples = in.count("samples");
    out.sample_time_ms = in.count("sample_time_ms");
    out.method = measure::Method::kPlain;
    out.warmup_ms = in.count("warmup_ms");
    out.max_time_ms = in.count("max_time_ms");
    const auto policy = measure::parse_outlier_policy(in.text("outliers"));
    if (policy) out.outliers = *policy;
    if (error.empty()) error = in.error();
    if (error.empty() && !policy) error = "config.outliers: " + policy.error().message;
}

}  // namespace

bool looks_like_schema1(std::string_view text) {
    simdjson::dom::parser parser;
    element root;
    std::uint64_t schema = 0;
    return parser.parse(simdjson::padded_string(text)).get(root) == simdjson::SUCCESS &&
           root["schema"].get(schema) == simdjson::SUCCESS && schema == 1;
}

base::Result<RunReport> read_schema1(std::string_view text) {
    simdjson::dom::parser parser;
    element root;
    if (const auto code = parser.parse(simdjson::padded_string(text)).get(root)) {
        return Error{Code::kData, fmt::format("is not JSON: {}", simdjson::error_message(code))};
    }
    RunReport out;
    std::string error;
    Members in(root, "report");
    out.created_unix = in.count("created_unix");
    read_environment(in.object("environment"), out.environment, error);
    read_config(in.object("config"), out.config, error);
    element results;
    simdjson::dom::array array;
    if (in.get("results", results) && results.get(array) != simdjson::SUCCESS) {
        in.fail("results", "is not an array");
    }
    if (!in.error().empty()) error = in.error();
    if (!error.empty()) return Error{Code::kData, error};
    out.generator = "benchlab " + out.environment.benchlab_version;
    for (const element result : array) {
        auto read = read_result(result, out.results.size());
        if (!read) return read.error();
        out.results.push_back(std::move(*read));
    }
    return out;
}

}  // namespace benchlab::results
