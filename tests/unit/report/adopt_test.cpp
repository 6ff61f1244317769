#include "report/adopt.hpp"

#include <boost/test/unit_test.hpp>
#include <vector>

using benchlab::report::adopt;

namespace {

struct Small {
    std::uint32_t struct_size;
    std::uint32_t first;
    std::uint64_t added_later;
};

}  // namespace

// As if `added_later` had come in a later version.
template <>
inline constexpr std::uint32_t benchlab::report::kFirstSize<Small> = 8;

BOOST_AUTO_TEST_SUITE(adopt_a_struct)

BOOST_AUTO_TEST_CASE(an_older_struct_gets_zeros_for_what_it_lacks) {
    // Only the 8 bytes exist: a sanitizer sees any read behind them.
    std::vector<std::uint32_t> bytes = {8, 42};
    Small copy{1, 2, 3};
    BOOST_TEST(adopt(reinterpret_cast<const Small*>(bytes.data()), copy) == "");
    BOOST_TEST(copy.first == 42u);
    BOOST_TEST(copy.added_later == 0u);
}

BOOST_AUTO_TEST_CASE(the_tail_of_a_newer_struct_is_ignored) {
    std::vector<std::uint32_t> bytes = {24, 42, 7, 0, 99, 99};
    Small copy{};
    BOOST_TEST(adopt(reinterpret_cast<const Small*>(bytes.data()), copy) == "");
    BOOST_TEST(copy.added_later == 7u);
}

BOOST_AUTO_TEST_CASE(impossible_sizes_and_null_are_refused_with_the_reason) {
    Small copy{};
    Small from{};
    from.struct_size = 4;
    BOOST_TEST(adopt(&from, copy) == "struct_size 4 is below the 8 of version 1.0");
    from.struct_size = 0;
    BOOST_TEST(adopt(&from, copy) == "struct_size 0 is below the 8 of version 1.0");
    from.struct_size = 14;
    BOOST_TEST(adopt(&from, copy) == "struct_size 14 is not a multiple of 4");
    from.struct_size = (64u << 10) + 4;
    BOOST_TEST(adopt(&from, copy) == "struct_size 65540 is above 65536");
    BOOST_TEST(adopt(static_cast<const Small*>(nullptr), copy) == "a null pointer");
}

BOOST_AUTO_TEST_SUITE_END()
