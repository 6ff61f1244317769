// What is compressed reads again with the decoders of this folder, which share no code with it.
#include "story/etl/compress.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

#include "walker.hpp"

namespace {

using benchlab::story::Compression;
using benchlab::story_test::ByteVector;

constexpr Compression kFormats[] = {Compression::kLznt1, Compression::kXpress,
                                    Compression::kHuffman};
constexpr std::size_t kSizes[] = {1,    2,    3,    4,     31,    32,    33,
                                  4095, 4096, 4097, 65535, 65536, 65537, 200'000};

void check(const ByteVector& data) {
    for (const Compression format : kFormats) {
        BOOST_TEST_CONTEXT("format " << static_cast<int>(format) << ", " << data.size()
                                     << " bytes") {
            const ByteVector stored = benchlab::story::compress(data, format);
            const ByteVector again = benchlab::story_test::decompress(
                stored, data.size(), static_cast<unsigned>(format));
            BOOST_TEST((again == data));
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_compress)

BOOST_AUTO_TEST_CASE(random_bytes_come_back) {
    std::mt19937 random(7);
    for (const std::size_t size : kSizes) {
        ByteVector data(size);
        for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random());
        check(data);
    }
}

// Matches of every length up to the whole block, so that each form of a length is met.
BOOST_AUTO_TEST_CASE(runs_of_all_lengths_come_back) {
    for (const std::size_t size : kSizes) check(ByteVector(size, 0x41));
    ByteVector data;
    for (std::size_t length = 1; length < 400; ++length) {
        data.insert(data.end(), length, static_cast<std::uint8_t>(length));
        data.push_back(static_cast<std::uint8_t>(length * 7));
    }
    check(data);
}

BOOST_AUTO_TEST_CASE(texts_with_far_matches_come_back_and_become_smaller) {
    std::mt19937 random(11);
    ByteVector data;
    while (data.size() < 150'000) {
        const auto word = static_cast<std::uint8_t>(random() % 60);
        for (unsigned i = 0; i < 3 + word % 9u; ++i)
            data.push_back(static_cast<std::uint8_t>(word * 3 + i));
    }
    check(data);
    for (const Compression format : kFormats) {
        BOOST_TEST(benchlab::story::compress(data, format).size() < data.size());
    }
}

// The worked example of the XPRESS description: 26 different letters are all literals, behind one
// flag word whose 26 upper bits are zero and whose other bits are ones.
BOOST_AUTO_TEST_CASE(letters_of_the_alphabet_are_literals_behind_one_flag_word) {
    ByteVector letters;
    for (char c = 'a'; c <= 'z'; ++c) letters.push_back(static_cast<std::uint8_t>(c));
    ByteVector expected{0x3F, 0x00, 0x00, 0x00};
    expected.insert(expected.end(), letters.begin(), letters.end());
    BOOST_TEST(benchlab::story::compress(letters, Compression::kXpress) == expected,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
