// Both directions: a plugin whose structs have grown, and one that was built before ours grew.
#include "report/adopt.hpp"

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <memory>

#include "plugin/plugin.hpp"
#include "plugin/registry.hpp"
#include "support.hpp"

namespace {

// As if a minor version had appended `added`.
struct Grown {
    std::uint32_t struct_size;
    std::uint32_t old_one;
    std::uint64_t added;
};

// Exactly `size` bytes on the heap, so that a sanitizer sees a read behind them.
struct Sized {
    explicit Sized(std::uint32_t states, std::size_t size)
        : bytes(std::make_unique<unsigned char[]>(size)) {
        std::memset(bytes.get(), 0xAB, size);
        std::memcpy(bytes.get(), &states, sizeof(states));
    }
    const Grown* get() const { return reinterpret_cast<const Grown*>(bytes.get()); }
    std::unique_ptr<unsigned char[]> bytes;
};

}  // namespace

template <>
inline constexpr std::uint32_t benchlab::report::kFirstSize<Grown> = 8;

namespace benchlab::plugin {
using namespace test;

BOOST_AUTO_TEST_SUITE(adopt)

BOOST_AUTO_TEST_CASE(an_older_struct_is_taken_and_its_missing_tail_is_zero) {
    const Sized old(8, 8);
    Grown ours{1, 2, 3};
    BOOST_TEST(report::adopt(old.get(), ours) == "");
    BOOST_TEST(ours.old_one == 0xABABABABu);
    BOOST_TEST(ours.added == 0u);
}

BOOST_AUTO_TEST_CASE(a_newer_struct_is_taken_without_its_tail) {
    const Sized longer(64, 64);
    Grown ours{};
    BOOST_TEST(report::adopt(longer.get(), ours) == "");
    BOOST_TEST(ours.added == 0xABABABABABABABABu);
}

BOOST_AUTO_TEST_CASE(a_struct_that_ends_within_a_member_is_taken_up_to_there) {
    const Sized part(12, 12);
    Grown ours{};
    BOOST_TEST(report::adopt(part.get(), ours) == "");
    BOOST_TEST(ours.added == 0xABABABABu);
}

BOOST_AUTO_TEST_CASE(impossible_sizes_are_refused_before_anything_else_is_read) {
    for (const std::uint32_t states : {0u, 4u, 7u, 65540u, 0xFFFFFFFCu}) {
        const Sized odd(states, 4);
        Grown ours{};
        BOOST_TEST(report::adopt(odd.get(), ours) != "", "size " << states);
    }
    const Sized odd(10, 4);
    Grown ours{};
    BOOST_TEST(contains(report::adopt(odd.get(), ours), "multiple of 4"));
    BOOST_TEST(report::adopt<Grown>(nullptr, ours) != "");
}

BOOST_AUTO_TEST_CASE(a_plugin_of_a_later_minor_version_is_used_as_far_as_we_know_it) {
    const Registry registry = Registry::from_file(module_file("newer"));
    BOOST_REQUIRE(registry.plugins().size() == 1);
    const Plugin& plugin = *registry.plugins().front();
    BOOST_TEST(plugin.abi_minor == 7);
    const Benchmark* const only = find_benchmark(registry, "newer/only");
    BOOST_REQUIRE(only);
    BOOST_REQUIRE(only->params.size() == 1);
    BOOST_TEST((only->params[0].unit == base::Unit::kNone));
    const auto cases = expand({only}, {}, {1});
    BOOST_REQUIRE(cases);
    BOOST_REQUIRE(cases->size() == 2);
    auto instance = Instance::set_up(cases->front());
    BOOST_REQUIRE(instance);
    bl_bench_result result{};
    BOOST_TEST((*instance)->run(0, 5, result).ok());
    BOOST_TEST(result.check == 5u);
}

BOOST_AUTO_TEST_CASE(a_plugin_with_the_structs_of_1_0_and_nothing_optional_is_used) {
    const Registry registry = Registry::from_file(module_file("minimal"));
    BOOST_REQUIRE(registry.plugins().size() == 1);
    const Plugin& plugin = *registry.plugins().front();
    BOOST_TEST(plugin.label() == "minimal 0");
    BOOST_TEST(plugin.author == "");
    BOOST_REQUIRE(plugin.benchmarks.size() == 1);
    BOOST_TEST(plugin.benchmarks[0].op == "iteration");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
