// Which image an address was in, of lives laid out by hand.
#include "store/image_map.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "test_store.hpp"

using namespace benchlab;
using store::ImageLife;
using store::ImageMap;

namespace {

constexpr std::uint32_t kProcess = 0;

ImageLife life(std::uint32_t row, std::uint64_t base, std::uint64_t size, std::int64_t begin,
               std::int64_t end, bool bounded) {
    return {row, kProcess, base, size, begin, end, bounded};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(image_map)

// Row 0 has 0x1000 to 0x2000 until row 1 is loaded over its half from 10 to 20; row 2 has 0x8000
// from 10 to 20 and nothing else was ever there; row 3 comes at 30 and stays.
BOOST_AUTO_TEST_CASE(an_image_names_what_was_called_while_it_was_there) {
    const ImageMap map(
        {life(0, 0x1000, 0x1000, 0, 10, false), life(1, 0x1800, 0x800, 10, 20, true),
         life(2, 0x8000, 0x1000, 10, 20, true), life(3, 0x9000, 0x1000, 30, 100, false)},
        1);
    BOOST_TEST(map.find(kProcess, 0x1900, 5) == 0u);
    BOOST_TEST(map.find(kProcess, 0x1900, 10) == 1u);
    BOOST_TEST(map.find(kProcess, 0x1900, 19) == 1u);
    // That row 0 went was not seen.
    BOOST_TEST(map.find(kProcess, 0x1900, 20) == 0u);
    BOOST_TEST(map.find(kProcess, 0x1100, 50) == 0u);
    BOOST_TEST(map.find(kProcess, 0x8100, 5) == BL_NO_ROW);
    BOOST_TEST(map.find(kProcess, 0x8100, 15) == 2u);
    BOOST_TEST(map.find(kProcess, 0x8100, 50) == BL_NO_ROW);
    BOOST_TEST(map.find_ever(kProcess, 0x8100, 5) == 2u);
    BOOST_TEST(map.find(kProcess, 0x9100, 5) == 3u);
    BOOST_TEST(map.find(kProcess, 0xA000, 5) == BL_NO_ROW);
    BOOST_TEST(map.find(kProcess, 0xFFF, 5) == BL_NO_ROW);
    BOOST_TEST(map.find(1, 0x1900, 5) == BL_NO_ROW);
    BOOST_TEST(map.is_steady(kProcess, 0x1100));
    BOOST_TEST(!map.is_steady(kProcess, 0x1900));
    BOOST_TEST(!map.is_steady(kProcess, 0x8100));
    BOOST_TEST(map.is_steady(kProcess, 0x9100));
    BOOST_TEST(map.is_steady(kProcess, 0xA000));
}

BOOST_AUTO_TEST_CASE(the_kernels_images_come_first_and_are_everyones) {
    ImageLife driver = life(7, 0x1000, 0x1000, 0, 100, false);
    driver.process = BL_NO_ROW;
    const ImageMap map({driver, life(1, 0x1000, 0x1000, 0, 100, false)}, 1);
    BOOST_TEST(map.find(kProcess, 0x1000, 5) == 7u);
    BOOST_TEST(map.find(BL_NO_ROW, 0x1fff, 5) == 7u);
    BOOST_TEST(map.in_kernel(0x1fff));
    BOOST_TEST(!map.in_kernel(0x2000));
}

// One image is loaded and goes again and again at one place: row i from 10 i to 10 i + 5.
BOOST_AUTO_TEST_CASE(each_of_many_lives_at_one_place_has_its_time) {
    std::vector<ImageLife> lives;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        lives.push_back(life(i, 0x1000, 0x1000, 10 * i, 10 * i + 5, true));
    }
    const ImageMap map(lives, 1);
    for (std::uint32_t i = 0; i < 1000; ++i) {
        BOOST_TEST_REQUIRE(map.find(kProcess, 0x1800, 10 * i + 4) == i);
        BOOST_TEST_REQUIRE(map.find(kProcess, 0x1800, 10 * i + 5) == BL_NO_ROW);
    }
}

// 20,000 images of 1 MiB, each 16 bytes behind the one before: had each range a list of all that
// cover it, that were 800 million entries.  At 16 i row i is the last that has begun.
BOOST_AUTO_TEST_CASE(images_over_one_another_take_little_room) {
    constexpr std::uint32_t kCount = 20'000;
    std::vector<ImageLife> lives;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        lives.push_back(life(i, 0x10000000 + 16 * i, 1 << 20, i, kCount, false));
    }
    const ImageMap map(lives, 1);
    for (std::uint32_t i = 0; i < kCount; i += 97) {
        BOOST_TEST_REQUIRE(map.find(kProcess, 0x10000000 + 16 * i, kCount - 1) == i);
    }
}

// c.dll is there from 10 to 20.  The thread that starts in it is told of before it is: Windows
// tells of a new process's first thread before its images.
BOOST_AUTO_TEST_CASE(codes_of_events_are_of_their_time_and_those_of_lives_are_not) {
    test::TestRecording made;
    made.process(0, 10, "a.exe", BL_LIFE_THERE);
    made.row("thread", {{"time", test::Time(5)},
                        {"kind", std::int64_t{BL_LIFE_BEGIN}},
                        {"tid", std::int64_t{11}},
                        {"process", test::Pid(10)},
                        {"code", test::Address(0x20001000)}});
    made.image(10, 10, 0x20000000, 0x10000, "c.dll");
    made.image(20, 10, 0x20000000, 0x10000, "c.dll", BL_LIFE_END);
    for (const std::int64_t time : {6, 15, 50}) {
        made.row("sample", {{"time", test::Time(time)},
                            {"cpu", std::int64_t{0}},
                            {"thread", test::Tid(11)},
                            {"code", test::Address(0x20001000)}});
    }
    const auto store = made.freeze();
    std::vector<std::string> names;
    for (const std::uint32_t code : store->find("sample")->values<std::uint32_t>("code")) {
        names.emplace_back(store->function_name(code));
    }
    const std::vector<std::string> expected = {"unknown+0x20001000", "c.dll+0x1000",
                                               "unknown+0x20001000"};
    BOOST_TEST(names == expected, boost::test_tools::per_element());
    for (const std::uint32_t code : store->find("thread")->values<std::uint32_t>("code")) {
        if (code != 0) BOOST_TEST(store->function_name(code) == "c.dll+0x1000");
    }
}

BOOST_AUTO_TEST_SUITE_END()
