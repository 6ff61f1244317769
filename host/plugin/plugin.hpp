// plugin/plugin.hpp: a plugin that was adopted: every table copied to today's size, checked, and
// callable.  The ABI's structs do not leave this folder (but for the sink and the store).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "base/units.hpp"
#include "benchlab/benchlab.h"
#include "plugin/breadcrumb.hpp"

namespace benchlab::plugin {

class Plugin;

struct Parameter {
    std::string name;
    base::Unit unit = base::Unit::kNone;
    std::vector<std::uint64_t> values;
    std::vector<std::string> labels;         // as long as values, or empty
    std::uint64_t minimum = 0, maximum = 0;  // both 0: only the listed ones
};

struct Metric {
    std::string id, title, help;
    base::Unit unit = base::Unit::kNone;
    std::uint32_t flags = 0;  // BL_OUT_*
};

// One benchmark as declared.
struct Benchmark {
    const Plugin* plugin = nullptr;
    std::string name, title, op;  // "cache/chase"
    std::uint32_t flags = 0;      // BL_BENCH_*
    std::uint32_t max_threads = 0;
    std::vector<Parameter> params;
    std::vector<Metric> metrics;
    // The adopted copy, for its function pointers; its arrays are null, see above for them.
    bl_benchmark calls{};
};

// A value of one parameter, as chosen for a case.
struct Choice {
    std::string name;
    std::uint64_t value = 0;
    std::string label;  // empty without labels
    base::Unit unit = base::Unit::kNone;
    std::string shown;  // in the name: "4KiB", "avx2"
};

// One benchmark with one set of parameters and a number of threads: what `list` names.
struct Case {
    const Benchmark* benchmark = nullptr;
    std::string name;  // "cache/chase/4KiB", "mem/read/1MiB/threads:2"
    std::vector<Choice> choices;
    std::uint32_t threads = 1;
};

// `--param name=value` replaces the listed values of each benchmark that has the parameter;
// several of one name are several values.  A value is a label, or a number from minimum to
// maximum, or one of those listed.  Benchmarks that have the parameter and cannot take any of the
// given values are left out.  Error when no benchmark has the parameter, or a value suits none of
// them (the message says what may be given).
struct ParamOverride {
    std::string name, value;
};
// In the order of the benchmarks, parameters in declaration order (the last one runs fastest),
// thread counts innermost.  A benchmark gets those counts that it can run with: without
// BL_BENCH_THREADED 1 alone, else up to max_threads; one that can run with none of them is left
// out.  No count given: 1.  Error for more than kMaxCases cases of one benchmark.
inline constexpr std::size_t kMaxCases = 4096;
base::Result<std::vector<Case>> expand(const std::vector<const Benchmark*>& benchmarks,
                                       const std::vector<ParamOverride>& overrides,
                                       const std::vector<std::uint32_t>& threads);

struct Shape {
    std::uint64_t ops_per_iteration = 1;
    std::uint32_t rate = 0;  // BL_RATE_*
    std::uint64_t rate_per_iteration = 0;
    std::uint64_t max_iterations = 0;
};

// A case between setup and teardown.
class Instance {
  public:
    // kUnsupported with the plugin's reason alone when setup says BL_SKIPPED; all other errors
    // begin with plugin, case and function.
    static base::Result<std::unique_ptr<Instance>> set_up(const Case& what);
    ~Instance();  // teardown
    const Shape& shape() const { return shape_; }
    // What setup said of this case at BL_LOG_INFO, for those who read the result.
    const std::vector<std::string>& remarks() const { return remarks_; }

    base::Result<void> prepare(std::uint32_t thread, std::uint64_t iterations);
    // The caller zeroes `result` and sets `metrics`; struct_size is set here.
    base::Result<void> run(std::uint32_t thread, std::uint64_t iterations, bl_bench_result& result);

  private:
    explicit Instance(const Case& what);
    Crumb crumb(const char* function) const { return {plugin_, item_, function}; }

    Case case_;
    const char* plugin_;  // interned, as the watchdog may read them at any time
    const char* item_;
    Shape shape_;
    std::vector<std::string> remarks_;
    void* state_ = nullptr;
    bool ready_ = false;
};

// The adopted registration table.
class Plugin {
  public:
    std::string id, version, title, author, licence;
    std::uint16_t abi_minor = 0;
    std::filesystem::path file;  // empty: linked in
    std::vector<Benchmark> benchmarks;
    std::vector<bl_analyzer> analyzers;  // adopted; function pointers and texts of the plugin
    std::vector<bl_reader> readers;
    std::vector<bl_recorder> recorders;

    const bl_host* host() const;
    // An optional interface of the plugin, "benchlab.<name>/<revision>"; null when it has none.
    base::Result<const void*> extension(const char* id_of_it) const;
    std::string label() const { return id + " " + version; }

    ~Plugin();
    struct Impl;
    std::unique_ptr<Impl> impl;
    Plugin();
};

}  // namespace benchlab::plugin
