// The three formats, with the documented examples of [MS-XCA] section 3 and streams made by hand.
#include "etl/compression.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

#include "trace_data.hpp"

using namespace etl_test;
using namespace benchlab::etl;

namespace {

std::string unpack(Compression format, const std::vector<std::uint8_t>& from, std::size_t size) {
    std::vector<std::uint8_t> to(size);
    const std::size_t good = decompress(format, from, to);
    return {reinterpret_cast<const char*>(to.data()), good};
}

std::string repeated(const std::string& text, std::size_t count) {
    std::string result;
    for (std::size_t i = 0; i < count; ++i) result += text;
    return result;
}

const std::string kAlphabet = "abcdefghijklmnopqrstuvwxyz";

// Reads past the end of an input are found by a sanitizer, so inputs are exactly as long as said.
void hammer(Compression format, const std::vector<std::uint8_t>& valid, std::size_t size) {
    std::mt19937 random(7);
    for (std::size_t cut = 0; cut < valid.size(); ++cut) {
        std::vector<std::uint8_t> part(valid.begin(), valid.begin() + static_cast<long>(cut));
        BOOST_TEST(unpack(format, part, size).size() <= size);
    }
    for (int i = 0; i < 3000; ++i) {
        std::vector<std::uint8_t> damaged = valid;
        for (int k = 0; k < 3; ++k)
            damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
        BOOST_TEST(unpack(format, damaged, 1 + random() % 70000).size() <= 70000u);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(etl_compression)

BOOST_AUTO_TEST_CASE(xpress_unpacks_the_documented_examples) {
    // [MS-XCA] 3.1: literals only, then one long match.
    const auto letters = from_hex("3f0000006162636465666768696a6b6c6d6e6f707172737475767778797a");
    BOOST_TEST(unpack(Compression::kXpress, letters, 26) == kAlphabet);
    const auto match = from_hex("ffffff1f61626317000fff2601");
    BOOST_TEST(unpack(Compression::kXpress, match, 300) == repeated("abc", 100));
}

BOOST_AUTO_TEST_CASE(xpress_lengths_share_a_nibble) {
    // "a", then a match of distance 1 and length 10 + nibble, twice: 0x0007 says distance 1 and
    // length 7, which means that a nibble follows.  The byte 0x21 gives the first match nibble 1
    // (1 + 7 + 3 = 11 bytes) and the second nibble 2 (2 + 7 + 3 = 12 bytes).
    // Flags, from the highest bit: 0 1 1, the rest never looked at.
    const auto stream = from_hex(
        "00000060"
        "61"
        "0700"
        "21"
        "0700");
    BOOST_TEST(unpack(Compression::kXpress, stream, 1 + 11 + 12) == std::string(24, 'a'));
}

BOOST_AUTO_TEST_CASE(xpress_lengths_may_have_four_bytes) {
    // "a", then distance 1: length 7, nibble 15, byte 255, two bytes of 0, four bytes 69997, which
    // count from 3: 70000.
    const auto stream = from_hex(
        "00000040"
        "61"
        "0700"
        "0f"
        "ff"
        "0000"
        "6d110100");
    BOOST_TEST(unpack(Compression::kXpress, stream, 70001) == std::string(70001, 'a'));
}

BOOST_AUTO_TEST_CASE(lznt1_unpacks_the_documented_example) {
    // [MS-XCA] 3.3.
    const auto stream = from_hex(
        "38b08846232000204720410010a24701a045204400084501507900c045200524138805b4024a44ef0358028c09"
        "16"
        "01484500be009e000401189000");
    const std::string expected =
        "F# F# G A A G F# E D D E F# F# E E F# F# G A A G F# E D D E F# E D D E E F# D E F# G F# D "
        "E F# G F# E D E A F# F# G A A G F# E D D E F# E D D";
    BOOST_TEST(unpack(Compression::kLznt1, stream, expected.size()) == expected);
}

BOOST_AUTO_TEST_CASE(lznt1_takes_chunks_that_are_not_compressed) {
    // Header 0x3002: not compressed, signature 3, 3 bytes; then the same with 2 bytes.
    const auto stream = from_hex(
        "0230"
        "616263"
        "0130"
        "6465");
    BOOST_TEST(unpack(Compression::kLznt1, stream, 5) == "abcde");
}

BOOST_AUTO_TEST_CASE(huffman_unpacks_the_documented_examples) {
    // [MS-XCA] 3.2: the lengths of 512 symbols as nibbles, then the bits.
    std::vector<std::uint8_t> letters(256);
    const auto set = [](std::vector<std::uint8_t>& table, unsigned symbol, unsigned bits) {
        table[symbol / 2] =
            static_cast<std::uint8_t>(table[symbol / 2] | bits << (4 * (symbol & 1)));
    };
    // From 'a' (97) on, as printed there: 22 letters have 5 bits, the last four and the end mark 4.
    const auto table = from_hex(
        "50555555555555555555554544"
        "04");
    std::copy(table.begin(), table.end(), letters.begin() + 48);
    set(letters, 256, 4);
    const auto bits = from_hex("d8523ed794115be9195ff9d67cdf8d0400000000");
    letters.insert(letters.end(), bits.begin(), bits.end());
    BOOST_TEST(unpack(Compression::kXpressHuffman, letters, 26) == kAlphabet);

    // One match.  Lengths: 'a' and 'b' 3 bits, 'c', the end mark (256) and symbol 287 (a distance
    // of one more bit, a length from the bytes) 2.  So the codes are c 00, 256 01, 287 10, a 110,
    // b 111.  The bits: a b c 287, then 1 for the distance 2 + 1, then 256: 1101 1100 1010 1000.
    // Between the units of bits the length: 255, then 294, which with 3 is 297.
    std::vector<std::uint8_t> match(256);
    set(match, 'a', 3);
    set(match, 'b', 3);
    set(match, 'c', 2);
    set(match, 256, 2);
    set(match, 287, 2);
    const auto more = from_hex("a8dc0000ff2601");
    match.insert(match.end(), more.begin(), more.end());
    BOOST_TEST(unpack(Compression::kXpressHuffman, match, 300) == repeated("abc", 100));
}

BOOST_AUTO_TEST_CASE(damaged_streams_stay_within_their_bounds) {
    hammer(Compression::kXpress, from_hex("ffffff1f61626317000fff2601"), 300);
    hammer(Compression::kLznt1,
           from_hex("38b08846232000204720410010a24701a045204400084501507900c045200524138805b4024a44"
                    "ef0358028c091601484500be009e000401189000"),
           142);
    std::vector<std::uint8_t> huffman(256);
    huffman[48] = 0x30;
    huffman[49] = 0x23;
    huffman[128] = 0x02;
    huffman[143] = 0x20;
    const auto bits = from_hex("a8dc0000ff2601");
    huffman.insert(huffman.end(), bits.begin(), bits.end());
    hammer(Compression::kXpressHuffman, huffman, 300);
}

BOOST_AUTO_TEST_CASE(a_format_that_is_not_known_gives_nothing) {
    BOOST_TEST(!is_known(Compression::kNone));
    BOOST_TEST(!is_known(static_cast<Compression>(9)));
    BOOST_TEST(unpack(static_cast<Compression>(9), {1, 2, 3}, 3).empty());
}

BOOST_AUTO_TEST_SUITE_END()
