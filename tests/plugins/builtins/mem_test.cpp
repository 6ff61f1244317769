#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "bench.hpp"
#include "mem/loops.hpp"

using namespace benchlab::test;

namespace {

// Whole pages, so that a step too far ends the process; sizes that no turn of four streams divides;
// and of large pages.
constexpr std::uint64_t kSizes[] = {1024,      1024 + 64, 4096,           4096 + 64,
                                    8192 - 64, 32 * 1024, 2 * 1024 * 1024};

// One kernel of mem/kernels/read, write or copy.
struct Kernel {
    std::string name;
    const bl_benchmark* benchmark;
    std::uint64_t index;
    Values values(std::uint64_t size) const {
        return Values(std::map<std::string, std::uint64_t>{{"size", size}, {"kernel", index}});
    }
};

std::vector<Kernel> kernels(const std::string& what) {
    const bl_benchmark* const benchmark = find(mem_plugin(), "mem/kernels/" + what);
    BOOST_REQUIRE(benchmark);
    BOOST_REQUIRE_EQUAL(benchmark->params[0]->name, "kernel");
    std::vector<Kernel> found;
    for (std::uint64_t i = 0; i < benchmark->params[0]->value_count; ++i) {
        found.push_back({benchmark->params[0]->labels[i], benchmark, i});
    }
    return found;
}

// Calls `test` with each kernel that this machine has, at each size.
template <class Test>
void each_kernel(const std::string& what, Test&& test) {
    for (const Kernel& kernel : kernels(what)) {
        for (const std::uint64_t size : kSizes) {
            BOOST_TEST_CONTEXT(what << " by " << kernel.name << ", " << size << " bytes") {
                Bench bench(*kernel.benchmark, kernel.values(size));
                if (bench.is_skipped(kernel.name)) {
                    BOOST_CHECK_GT(bench.host.error.size(), 10u);
                    continue;
                }
                BOOST_REQUIRE_EQUAL(bench.status, BL_OK);
                BOOST_CHECK_EQUAL(bench.shape.rate_per_iteration, size);
                test(bench, kernel, size);
            }
        }
    }
}

std::uint64_t* words(Bench& bench, std::uint64_t at = 0) {
    return reinterpret_cast<std::uint64_t*>(bench.host.largest()->start + at);
}

// Where the second buffer of one thread, or the buffer of the second, begins.
std::uint64_t second(Bench& bench) {
    return bench.host.largest()->size / 2;
}

// What every word is after so many passes: docs/benchmarks.md, mem.
std::uint64_t written_by(const std::string& kernel, std::uint64_t passes) {
    if (kernel == "clzero") return 0;
    if (kernel == "memset" || kernel == "rep-stosb") {
        return (passes * 0x9D & 0xFF) * 0x0101010101010101u;
    }
    return passes * 0x9E3779B97F4A7C15u;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mem_benchmarks)

BOOST_AUTO_TEST_CASE(buffers_are_aligned_to_pages_and_large_ones_to_large_pages) {
    const bl_benchmark& read = *find(mem_plugin(), "mem/read");
    Bench small(read, 32 * 1024);
    BOOST_CHECK_EQUAL(small.host.largest()->align, 4096u);
    Bench large(read, 2 * 1024 * 1024);
    BOOST_CHECK_EQUAL(large.host.largest()->align, 2u * 1024 * 1024);
    BOOST_CHECK_EQUAL(large.host.largest()->size, 2u * 1024 * 1024);
    Bench middle(read, 256 * 1024);  // a large page for itself
    BOOST_CHECK_EQUAL(middle.host.largest()->align, 2u * 1024 * 1024);
    BOOST_CHECK_EQUAL(middle.host.largest()->size, 2u * 1024 * 1024);
}

// AnonHugePages of the mapping, looked up here once more: of some kernels it is in no large page.
BOOST_AUTO_TEST_CASE(the_share_in_huge_pages_is_what_the_system_says) {
    Bench bench(*find(mem_plugin(), "mem/read"), 8 * 1024 * 1024);
    bench.run(1);
    const auto begin = reinterpret_cast<std::uintptr_t>(bench.host.largest()->start);
    std::ifstream smaps("/proc/self/smaps");
    if (!smaps) {
        BOOST_CHECK(std::isnan(bench.metrics[1]));
        return;
    }
    double huge = 0;
    bool ours = false;
    for (std::string line; std::getline(smaps, line);) {
        unsigned long from = 0, to = 0, kibibytes = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx ", &from, &to) == 2) {
            ours = from < begin + 8 * 1024 * 1024 && to > begin;
        } else if (ours && std::sscanf(line.c_str(), "AnonHugePages: %lu", &kibibytes) == 1) {
            huge += double(kibibytes) / 8192;
        }
    }
    BOOST_CHECK_CLOSE(bench.metrics[1], std::min(huge, 1.0), 1e-9);
}

BOOST_AUTO_TEST_CASE(every_machine_has_a_kernel_of_each_kind) {
    for (const char* what : {"read", "write", "copy"}) {
        const auto all = kernels(what);
        BOOST_CHECK_EQUAL(std::count_if(all.begin(), all.end(),
                                        [](const Kernel& one) { return one.name == "plain"; }),
                          1);
        for (const Kernel& kernel : all) {
            if (kernel.name != "plain") continue;
            BOOST_CHECK_EQUAL(Bench(*kernel.benchmark, kernel.values(4096)).status, BL_OK);
        }
    }
}

BOOST_AUTO_TEST_CASE(read_adds_up_every_word_in_every_pass) {
    each_kernel("read", [](Bench& bench, const Kernel&, std::uint64_t size) {
        const std::uint64_t sum =
            std::accumulate(words(bench), words(bench) + size / 8, std::uint64_t{0});
        BOOST_CHECK_EQUAL(sum, (size / 8) * (size / 8 - 1) / 2);  // 0, 1, 2 and so on
        BOOST_CHECK_EQUAL(bench.run(1), sum);
        BOOST_CHECK_EQUAL(bench.run(7), 7 * sum);
    });
}

BOOST_AUTO_TEST_CASE(read_touches_all_the_bytes_it_counts_and_no_more) {
    each_kernel("read", [](Bench& bench, const Kernel&, std::uint64_t size) {
        const std::uint64_t before = bench.run(1);
        const std::uint64_t step = size > 8192 ? size / 4096 + 1 : 1;
        for (std::uint64_t i = 0; i < size; i += step) {
            unsigned char* const byte = bench.host.largest()->start + i;
            *byte ^= 0x80;
            BOOST_REQUIRE_NE(bench.run(1), before);
            *byte ^= 0x80;
            if (size > 1 << 20) i += 64 * 4096;  // a pass over these takes long
        }
        std::memset(bench.host.largest()->start + size, 0xFF, bench.host.largest()->size - size);
        BOOST_CHECK_EQUAL(bench.run(1), before);
    });
}

BOOST_AUTO_TEST_CASE(write_leaves_every_word_with_the_value_of_the_last_pass) {
    each_kernel("write", [](Bench& bench, const Kernel& kernel, std::uint64_t size) {
        Host::Block& block = *bench.host.largest();
        const std::vector<unsigned char> behind(block.start + size, block.start + block.size);
        for (const std::uint64_t passes : {1, 2, 5}) {
            std::memset(block.start, 0xEE, size);
            const std::uint64_t value = written_by(kernel.name, passes);
            BOOST_CHECK_EQUAL(bench.run(passes), value);
            BOOST_CHECK_EQUAL(std::count(words(bench), words(bench) + size / 8, value), size / 8);
            BOOST_CHECK(std::equal(behind.begin(), behind.end(), block.start + size));
        }
    });
}

BOOST_AUTO_TEST_CASE(copy_makes_the_second_buffer_equal_to_the_first) {
    each_kernel("copy", [](Bench& bench, const Kernel&, std::uint64_t size) {
        std::uint64_t* const from = words(bench);
        std::uint64_t* const to = words(bench, second(bench));
        BOOST_CHECK(std::all_of(to, to + size / 8, [](std::uint64_t word) { return word == 0; }));
        for (std::uint64_t i = 0; i < size / 8; ++i) from[i] = i * 0xD1342543DE82EF95u + 1;
        const std::vector<std::uint64_t> original(from, from + size / 8);
        const std::uint64_t check = bench.run(1);
        BOOST_CHECK(std::equal(original.begin(), original.end(), to));
        BOOST_CHECK(std::equal(original.begin(), original.end(), from));
        // What lies between the end of the copy and that of the block is untouched.
        const unsigned char* const end = bench.host.largest()->start + bench.host.largest()->size;
        const unsigned char* const after = reinterpret_cast<unsigned char*>(to + size / 8);
        BOOST_CHECK_EQUAL(std::count(after, end, 0xA7), end - after);
        for (std::uint64_t i = 0; i < size / 8; ++i) from[i] += 1;
        BOOST_CHECK_NE(bench.run(1), check);
    });
}

// 3 lines for each copied with regular stores: read, read before it is written, written.  2 past
// the caches.
BOOST_AUTO_TEST_CASE(bus_bytes_follow_from_the_rate_by_the_kind_of_store) {
    const auto factor = [](const std::string& what, const std::string& kernel) {
        const bool past = kernel.rfind("nt-", 0) == 0 || kernel == "clzero";
        if (what == "read") return 1.0;
        if (what == "write") return past ? 1.0 : 2.0;
        return past ? 2.0 : 3.0;
    };
    for (const std::string what : {"read", "write", "copy"}) {
        each_kernel(what, [&](Bench& bench, const Kernel& kernel, std::uint64_t size) {
            const std::uint64_t passes = 1 + (2u << 20) / size;
            const std::uint64_t began = bench.host.clock_ns(&bench.host);
            bench.run(passes);
            const std::uint64_t took = bench.host.clock_ns(&bench.host) - began;
            BOOST_REQUIRE_EQUAL(bench.metrics.size(), 2u);
            const std::string unknown[] = {"memset", "memcpy", "rep-stosb", "rep-movsb"};
            if (std::find(std::begin(unknown), std::end(unknown), kernel.name) !=
                std::end(unknown)) {
                BOOST_CHECK(std::isnan(bench.metrics[0]));
                return;
            }
            // Timed from outside it took longer, so the rate was lower; how much longer is not
            // known.
            const double least =
                factor(what, kernel.name) * double(size) * double(passes) / double(took) * 1e9;
            BOOST_CHECK(std::isfinite(bench.metrics[0]));
            BOOST_CHECK_GE(bench.metrics[0], least);
            bench.run(0);
            BOOST_CHECK(std::isnan(bench.metrics[0]));
        });
    }
}

BOOST_AUTO_TEST_CASE(the_fastest_kernel_is_one_that_is_there_and_is_told) {
    for (const std::string what : {"read", "write", "copy"}) {
        Bench bench(*find(mem_plugin(), "mem/" + what), 64 * 1024);
        BOOST_REQUIRE_EQUAL(bench.status, BL_OK);
        BOOST_REQUIRE_EQUAL(bench.host.log_lines.size(), 1u);
        const std::string told = bench.host.log_lines[0];
        const std::string name = told.substr(0, told.find(' '));
        const auto all = kernels(what);
        const auto at = std::find_if(all.begin(), all.end(),
                                     [&](const Kernel& one) { return one.name == name; });
        BOOST_REQUIRE_MESSAGE(at != all.end(), told);
        BOOST_CHECK_EQUAL(Bench(*at->benchmark, at->values(64 * 1024)).status, BL_OK);
        BOOST_CHECK_NE(name, "clzero");  // it can write nothing but zeros
    }
    // The trial leaves nothing behind: a copy begins with zeros.
    Bench copy(*find(mem_plugin(), "mem/copy"), 64 * 1024);
    const std::uint64_t* const to = words(copy, second(copy));
    BOOST_CHECK(std::all_of(to, to + 8192, [](std::uint64_t word) { return word == 0; }));
}

BOOST_AUTO_TEST_CASE(levels_are_sizes_of_this_machine_or_skipped) {
    for (const std::string what : {"read", "write", "copy"}) {
        const bl_benchmark& benchmark = *find(mem_plugin(), "mem/level/" + what);
        BOOST_REQUIRE_EQUAL(benchmark.params[0]->value_count, 4u);
        std::uint64_t before = 0;
        for (std::uint64_t level = 0; level < 2; ++level) {  // the others may need a gigabyte
            Bench bench(benchmark, Values(std::map<std::string, std::uint64_t>{{"level", level}}));
            if (bench.is_skipped(benchmark.name)) continue;
            BOOST_REQUIRE_EQUAL(bench.status, BL_OK);
            BOOST_CHECK_GT(bench.shape.rate_per_iteration, before);
            BOOST_CHECK_EQUAL(bench.shape.rate_per_iteration % 64, 0u);
            before = bench.shape.rate_per_iteration;
            if (level == 0)
                BOOST_CHECK_LE(before, 256u * 1024);  // no first-level cache is so large
        }
        const Values none(std::map<std::string, std::uint64_t>{{"level", 4}});
        BOOST_CHECK_EQUAL(Bench(benchmark, none).status, BL_E_INVALID);
    }
}

BOOST_AUTO_TEST_CASE(loaded_latency_tells_what_the_others_read) {
    const bl_benchmark& benchmark = *find(mem_plugin(), "mem/loaded-latency");
    for (const std::uint64_t load : {0, 100, 101}) {
        Bench bench(benchmark, Values(std::map<std::string, std::uint64_t>{{"load", load}}));
        if (load > 100) {
            BOOST_CHECK_EQUAL(bench.status, BL_E_INVALID);
            continue;
        }
        if (bench.is_skipped("mem/loaded-latency")) {
            BOOST_CHECK_EQUAL(bench.host.error.find("needs "), 0u);
            continue;
        }
        BOOST_REQUIRE_EQUAL(bench.status, BL_OK);
        BOOST_CHECK_EQUAL(bench.shape.ops_per_iteration, 1000u);
        BOOST_CHECK_EQUAL(bench.run(3), 3000u);  // of a ring far longer than that
        BOOST_CHECK(std::isfinite(bench.metrics[0]) && bench.metrics[0] > 0);
        if (load == 0) BOOST_CHECK(std::isnan(bench.metrics[1]));
        if (!std::isnan(bench.metrics[1])) BOOST_CHECK_GT(bench.metrics[1], 0.0);
        bench.run(0);
        BOOST_CHECK(std::isnan(bench.metrics[0]));
    }
}

BOOST_AUTO_TEST_CASE(a_thread_writes_to_its_own_buffer_only) {
    for (const Kernel& kernel : kernels("write")) {
        Bench bench(*kernel.benchmark, kernel.values(32 * 1024), 2);
        if (bench.is_skipped(kernel.name)) continue;
        const std::vector<std::uint64_t> other(words(bench, second(bench)),
                                               words(bench, second(bench)) + 4096);
        bench.run(1, 0);
        BOOST_CHECK(std::equal(other.begin(), other.end(), words(bench, second(bench))));
        bench.run(2, 1);
        BOOST_CHECK_EQUAL(*words(bench), written_by(kernel.name, 1));
        BOOST_CHECK_EQUAL(*words(bench, second(bench)), written_by(kernel.name, 2));
    }
}

BOOST_AUTO_TEST_SUITE_END()
