#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <numeric>
#include <vector>

#include "bench.hpp"
#include "mem/loops.hpp"

using namespace benchlab::test;

namespace {

constexpr std::uint64_t kSizes[] = {1024, 4096, 4096 + 64, 32 * 1024, 2 * 1024 * 1024};

const bl_benchmark& read_benchmark() {
    return *find(mem_plugin(), "mem/read");
}
const bl_benchmark& write_benchmark() {
    return *find(mem_plugin(), "mem/write");
}
const bl_benchmark& copy_benchmark() {
    return *find(mem_plugin(), "mem/copy");
}

std::uint64_t* words(Bench& bench, std::uint64_t at = 0) {
    return reinterpret_cast<std::uint64_t*>(bench.host.largest()->start + at);
}

// Where the second buffer of one thread, or the buffer of the second, begins.
std::uint64_t second(Bench& bench) {
    return bench.host.largest()->size / 2;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mem_benchmarks)

BOOST_AUTO_TEST_CASE(buffers_are_aligned_to_pages_and_large_ones_to_large_pages) {
    Bench small(read_benchmark(), 32 * 1024);
    BOOST_CHECK_EQUAL(small.host.largest()->align, 4096u);
    Bench large(read_benchmark(), 2 * 1024 * 1024);
    BOOST_CHECK_EQUAL(large.host.largest()->align, 2u * 1024 * 1024);
    BOOST_CHECK_EQUAL(large.host.largest()->size, 2u * 1024 * 1024);
}

BOOST_AUTO_TEST_CASE(read_adds_up_every_word_in_every_pass) {
    for (const std::uint64_t size : kSizes) {
        Bench bench(read_benchmark(), size);
        const std::uint64_t sum =
            std::accumulate(words(bench), words(bench) + size / 8, std::uint64_t{0});
        BOOST_CHECK_EQUAL(sum, (size / 8) * (size / 8 - 1) / 2);  // 0, 1, 2 and so on
        BOOST_CHECK_EQUAL(bench.run(1), sum);
        BOOST_CHECK_EQUAL(bench.run(7), 7 * sum);
    }
}

BOOST_AUTO_TEST_CASE(read_touches_all_the_bytes_it_counts_and_no_more) {
    Bench bench(read_benchmark(), 1024 + 64);
    const std::uint64_t before = bench.run(1);
    const std::uint64_t counted = bench.shape.rate_per_iteration;
    for (std::uint64_t i = 0; i < counted; ++i) {
        unsigned char* const byte = bench.host.largest()->start + i;
        *byte ^= 0x80;
        BOOST_REQUIRE_NE(bench.run(1), before);
        *byte ^= 0x80;
    }
    std::memset(bench.host.largest()->start + counted, 0xFF, bench.host.largest()->size - counted);
    BOOST_CHECK_EQUAL(bench.run(1), before);
}

BOOST_AUTO_TEST_CASE(write_leaves_every_word_with_the_value_of_the_last_pass) {
    for (const std::uint64_t size : kSizes) {
        for (const std::uint64_t passes : {1, 2, 5}) {
            Bench bench(write_benchmark(), size);
            Host::Block& block = *bench.host.largest();
            const std::vector<unsigned char> behind(block.start + size, block.start + block.size);
            const std::uint64_t value = benchlab::plugins::written_word(passes);
            BOOST_CHECK_EQUAL(bench.run(passes), value);
            BOOST_CHECK_EQUAL(std::count(words(bench), words(bench) + size / 8, value), size / 8);
            BOOST_CHECK(std::equal(behind.begin(), behind.end(), block.start + size));
        }
    }
}

BOOST_AUTO_TEST_CASE(copy_makes_the_second_buffer_equal_to_the_first) {
    for (const std::uint64_t size : kSizes) {
        Bench bench(copy_benchmark(), size);
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
    }
}

BOOST_AUTO_TEST_CASE(a_thread_writes_to_its_own_buffer_only) {
    Bench bench(write_benchmark(), 32 * 1024, 2);
    const std::vector<std::uint64_t> other(words(bench, second(bench)),
                                           words(bench, second(bench)) + 4096);
    bench.run(1, 0);
    BOOST_CHECK(std::equal(other.begin(), other.end(), words(bench, second(bench))));
    bench.run(2, 1);
    BOOST_CHECK_EQUAL(*words(bench), benchlab::plugins::written_word(1));
    BOOST_CHECK_EQUAL(*words(bench, second(bench)), benchlab::plugins::written_word(2));
}

BOOST_AUTO_TEST_SUITE_END()
