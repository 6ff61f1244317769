// bench.hpp: a host that is just enough to run one benchmark, and sees all that a plugin allocates.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "benchlab/benchlab.h"

namespace benchlab::test {

// Loads a plugin the first time and calls its entry; ends the test when that fails.
const bl_plugin& load(const char* file);
const bl_plugin& cpu_plugin();
const bl_plugin& mem_plugin();
const bl_plugin& cache_plugin();

// nullptr when there is none of that name.
const bl_benchmark* find(const bl_plugin& plugin, const std::string& name);

// 32768 with a unit of bytes becomes "32KiB".
std::string shown(const bl_param& param, std::uint64_t value);

struct Host : bl_host {
    struct Block {
        std::uint64_t size, align;
        // Guard bytes on both sides of the block; for whole pages instead, where the system has
        // that, a page behind it that nobody may touch, and `storage` is empty.
        std::vector<unsigned char> storage;
        unsigned char* start;
    };

    Host();
    ~Host();
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    bool guards_intact() const;
    Block* largest();

    std::map<void*, Block> blocks;
    std::uint64_t refuse_from = UINT64_MAX;  // allocate() gives nothing of this size or more
    int refuse_call = -1;                    // nor at this call, counted from 0
    int calls = 0;
    std::string error;
    std::vector<std::string> log_lines;
};

// Parameters: "size", or those that are given.
struct Values : bl_values {
    explicit Values(std::uint64_t size);
    explicit Values(std::map<std::string, std::uint64_t> values);
    std::map<std::string, std::uint64_t> values;
};

// One benchmark between setup and teardown.
class Bench {
  public:
    Bench(const bl_benchmark& benchmark, std::uint64_t size, std::uint32_t threads = 1);
    Bench(const bl_benchmark& benchmark, Values values, std::uint32_t threads = 1);
    ~Bench();
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;

    // Whether setup() refused; then it is printed why.
    bool is_skipped(const std::string& what) const;
    // The check of one run; a test error when run() fails.
    std::uint64_t run(std::uint64_t iterations, std::uint32_t thread = 0);

    Host host;
    bl_status status;
    bl_bench_shape shape{};
    std::vector<double> metrics;  // of the last run by thread 0; NaN: not measured

  private:
    const bl_benchmark& benchmark_;
    Values values_;
    void* state_ = nullptr;
};

}  // namespace benchlab::test
