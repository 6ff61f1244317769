#include "plugin/binary_kind.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>

#include "support.hpp"

namespace benchlab::plugin {
using namespace test;

namespace {

// The head of an ELF file: class, byte order, type and machine as given, else zero.
std::string elf(char bits, char order, unsigned type, unsigned machine) {
    std::string head(64, '\0');
    head.replace(0, 4,
                 "\x7F"
                 "ELF");
    head[4] = bits;
    head[5] = order;
    const bool big = order == 2;
    head[big ? 17 : 16] = static_cast<char>(type);
    head[big ? 19 : 18] = static_cast<char>(machine);
    return head;
}

// The head of a PE file, its header right behind the DOS header.
std::string pe(unsigned machine, unsigned characteristics, unsigned magic) {
    std::string head(64 + 26, '\0');
    head.replace(0, 2, "MZ");
    head[0x3C] = 64;
    head.replace(64, 4, std::string("PE\0\0", 4));
    const auto put = [&](std::size_t at, unsigned value) {
        head[at] = static_cast<char>(value & 0xFF);
        head[at + 1] = static_cast<char>(value >> 8);
    };
    put(64 + 4, machine);
    put(64 + 22, characteristics);
    put(64 + 24, magic);
    return head;
}

std::string kind_of(const std::string& content) {
    const TemporaryFolder folder;
    std::ifstream file(folder.write("file", content), std::ios::binary);
    return identify_binary(file).text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(binary_kind)

BOOST_AUTO_TEST_CASE(libraries_of_other_machines_are_named) {
    BOOST_TEST(kind_of(elf(1, 1, 3, 3)) == "a 32-bit ELF library for x86");
    BOOST_TEST(kind_of(elf(2, 1, 3, 62)) == "a 64-bit ELF library for x86-64");
    BOOST_TEST(kind_of(elf(2, 1, 3, 183)) == "a 64-bit ELF library for aarch64");
    BOOST_TEST(kind_of(elf(2, 2, 3, 22)) == "a 64-bit big-endian ELF library for s390x");
    BOOST_TEST(kind_of(elf(2, 1, 1, 62)) == "a 64-bit ELF object file for x86-64");
    BOOST_TEST(kind_of(elf(2, 1, 3, 200)) == "a 64-bit ELF library for machine 200");
    BOOST_TEST(kind_of(pe(0x8664, 0x2022, 0x20B)) == "a 64-bit Windows library for x86-64");
    BOOST_TEST(kind_of(pe(0x14C, 0x0102, 0x10B)) == "a 32-bit Windows program for x86");
}

BOOST_AUTO_TEST_CASE(what_is_no_library_is_named_too) {
    BOOST_TEST(kind_of("") == "an empty file");
    BOOST_TEST(kind_of("#!/bin/sh\n") == "a script");
    BOOST_TEST(kind_of("INPUT ( libx.so.1 )\n") == "a text file");
    BOOST_TEST(kind_of("!<arch>\n") == "a static library");
    BOOST_TEST(kind_of(std::string("\x01\x02\x03\x00", 4)) == "not a library of any known kind");
    BOOST_TEST(kind_of("MZ") == "a DOS program");
}

BOOST_AUTO_TEST_CASE(a_head_that_is_cut_at_any_byte_is_still_answered) {
    for (const std::string& whole : {elf(2, 1, 3, 62), pe(0x8664, 0x2022, 0x20B)}) {
        for (std::size_t size = 0; size < whole.size(); ++size) {
            BOOST_TEST(kind_of(whole.substr(0, size)) != "");
        }
    }
}

BOOST_AUTO_TEST_CASE(this_program_and_its_modules_are_of_one_kind) {
    std::ifstream file(module_file("good"), std::ios::binary);
    const BinaryKind kind = identify_binary(file);
    BOOST_TEST((program_kind().format != BinaryFormat::kOther));
    BOOST_TEST((kind.format == program_kind().format));
    BOOST_TEST(kind.machine == program_kind().machine);
    BOOST_TEST(kind.bits == 64u);
    BOOST_TEST(kind.library);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
