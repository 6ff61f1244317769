// Lists of functions that compilers write while a program runs, line by line.
#include "perf/code_maps.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "perf/packed_section.hpp"

using namespace benchlab::perf;

BOOST_AUTO_TEST_SUITE(perf_code_maps)

BOOST_AUTO_TEST_CASE(what_is_no_line_of_a_list_is_passed_over) {
    std::string found;
    read_code_map(
        "7f00 10 LazyCompile:~f a.js:1\n\nnonsense\n7f10 8\n7f20 zz name\n0x7f30 0x20 g\n7f40 4 h",
        [&](std::uint64_t address, std::uint64_t size, std::string_view name) {
            found += std::to_string(address) + "+" + std::to_string(size) + "=" +
                     std::string(name) + "\n";
        });
    BOOST_TEST(found == "32512+16=LazyCompile:~f a.js:1\n32560+32=g\n32576+4=h\n");
}

BOOST_AUTO_TEST_CASE(a_section_of_another_name_or_a_damaged_one_has_no_content) {
    std::vector<std::uint8_t> section;
    const auto put = [&](const void* from, std::size_t size) {
        const auto* const bytes = static_cast<const std::uint8_t*>(from);
        section.insert(section.end(), bytes, bytes + size);
    };
    const std::uint16_t version = 1;
    const std::uint32_t packing = 0;
    const std::uint64_t size = 4;
    put("name", 5);
    put(&version, sizeof(version));
    put(&packing, sizeof(packing));
    put(&size, sizeof(size));
    put("text", 4);
    BOOST_TEST((read_packed_section(section, "name") == "text"));
    BOOST_TEST(!read_packed_section(section, "other"));
    BOOST_TEST(!read_packed_section(benchlab::plugins::Bytes(section).first(12), "name"));
    section[7] = 9;  // an unknown way of packing
    BOOST_TEST(!read_packed_section(section, "name"));
}

BOOST_AUTO_TEST_SUITE_END()
