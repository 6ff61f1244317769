#include "base/units.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <simdjson.h>
#include <limits>

using namespace benchlab;
using base::Unit;

BOOST_AUTO_TEST_CASE(quantities_are_scaled_for_people) {
    const auto shown = [](double value, Unit unit) { return base::format_quantity(value, unit); };
    BOOST_TEST(shown(0.757, Unit::kNanoseconds) == "0.76 ns");
    BOOST_TEST(shown(1234.5, Unit::kNanoseconds) == "1.23 us");
    BOOST_TEST(shown(16.7e6, Unit::kNanoseconds) == "16.70 ms");
    BOOST_TEST(shown(2.5e9, Unit::kNanoseconds) == "2.50 s");
    BOOST_TEST(shown(-1500, Unit::kNanoseconds) == "-1.50 us");
    BOOST_TEST(shown(4096, Unit::kBytes) == "4.00 KiB");
    BOOST_TEST(shown(12, Unit::kBytes) == "12 B");
    BOOST_TEST(shown(0.1234, Unit::kRatio) == "12.3 %");
    BOOST_TEST(shown(1.5e9, Unit::kBytesPerSecond) == "1.50 GB/s");
    BOOST_TEST(shown(2.45e9, Unit::kHertz) == "2.45 GHz");
    BOOST_TEST(shown(5e6, Unit::kPerSecond) == "5.00 M/s");
    BOOST_TEST(shown(59.94, Unit::kFps) == "59.9 fps");
    BOOST_TEST(shown(1234567, Unit::kCount) == "1,234,567");
    BOOST_TEST(shown(0, Unit::kCount) == "0");
    BOOST_TEST(shown(0.000536, Unit::kNone) == "5.36e-04");
    BOOST_TEST(shown(0.05, Unit::kNone) == "0.05");
    BOOST_TEST(shown(4096, Unit::kAddress) == "0x1000");
    BOOST_TEST(shown(1.5e9, Unit::kTraceTime) == "1.500000 s");
    BOOST_TEST(shown(std::nan(""), Unit::kNanoseconds) == "-");
    BOOST_TEST(shown(std::numeric_limits<double>::infinity(), Unit::kCount) == "-");
}

BOOST_AUTO_TEST_CASE(rounding_never_shows_a_thousand_of_the_smaller_unit) {
    BOOST_TEST(base::format_quantity(999.9999, Unit::kNanoseconds) == "1000 ns");
    BOOST_TEST(base::format_quantity(999999.9, Unit::kNanoseconds) == "1.00 ms");
}

BOOST_AUTO_TEST_CASE(values_in_names_read_back) {
    const std::vector<std::pair<std::uint64_t, Unit>> values = {
        {4096, Unit::kBytes},  {1ull << 28, Unit::kBytes},      {100, Unit::kBytes},
        {1500, Unit::kNone},   {2'000'000, Unit::kNanoseconds}, {1, Unit::kNanoseconds},
        {0, Unit::kBytes},     {~0ull, Unit::kNone},
    };
    for (const auto& [value, unit] : values) {
        std::uint64_t back = ~value;
        BOOST_TEST(base::parse_scaled(base::format_in_name(value, unit), unit, back));
        BOOST_TEST(back == value);
    }
    BOOST_TEST(base::format_in_name(4096, Unit::kBytes) == "4KiB");
    BOOST_TEST(base::format_in_name(256ull << 20, Unit::kBytes) == "256MiB");
}

BOOST_AUTO_TEST_CASE(scaled_numbers_that_are_none_are_refused) {
    std::uint64_t out = 7;
    for (const char* text : {"", "KiB", "-1", "1.5MiB", "12parsecs", "99999999999999999999",
                             "18446744073709551615KiB", "4 KiB"}) {
        BOOST_TEST(!base::parse_scaled(text, Unit::kBytes, out), text);
        BOOST_TEST(out == 7u);
    }
    BOOST_TEST(base::parse_scaled("48k", Unit::kBytes, out));
    BOOST_TEST(out == 48u * 1024);
    BOOST_TEST(base::parse_scaled("48kib", Unit::kBytes, out));
    BOOST_TEST(base::parse_scaled("3k", Unit::kCount, out));
    BOOST_TEST(out == 3000u);
}

BOOST_AUTO_TEST_CASE(unit_ids_read_back) {
    for (std::uint32_t i = 0; i < base::kUnitCount; ++i) {
        const auto unit = static_cast<Unit>(i);
        BOOST_TEST((base::unit_from_id(base::unit_id(unit)) == unit));
    }
    BOOST_TEST((base::unit_from_id("parsec") == Unit::kNone));
}

// The report's script formats too; its own test reads the same file.
BOOST_AUTO_TEST_CASE(the_table_shared_with_the_report_script_holds) {
    simdjson::dom::parser parser;
    simdjson::dom::array rows;
    const std::string file = BENCHLAB_TEST_SOURCE_DIR "/tests/data/units.json";
    BOOST_REQUIRE(parser.load(file).get(rows) == simdjson::SUCCESS);
    std::size_t count = 0;
    for (const simdjson::dom::element row : rows) {
        double value = std::nan("");  // null: not finite
        std::string_view unit, text;
        if (!row.at(0).is_null()) BOOST_REQUIRE(row.at(0).get(value) == simdjson::SUCCESS);
        BOOST_REQUIRE(row.at(1).get(unit) == simdjson::SUCCESS);
        BOOST_REQUIRE(row.at(2).get(text) == simdjson::SUCCESS);
        BOOST_TEST(base::format_quantity(value, base::unit_from_id(unit)) == text);
        ++count;
    }
    BOOST_TEST(count > 30u);
}
