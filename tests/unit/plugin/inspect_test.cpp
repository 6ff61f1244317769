#include "plugin/inspect.hpp"

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <random>
#include <string>

#include "plugin/binary_kind.hpp"
#include "support.hpp"

namespace benchlab::plugin {
using namespace test;

namespace {

constexpr const char* kSuffix = BENCHLAB_TEST_MODULE_SUFFIX;

Inspection inspect_bytes(const std::string& content) {
    const TemporaryFolder folder;
    return inspect(folder.write(std::string("file") + kSuffix, content));
}

bool is_elf() {
    return program_kind().format == BinaryFormat::kElf;
}

std::uint64_t read64(const std::string& bytes, std::size_t at) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof(value));
    return value;
}

void write64(std::string& bytes, std::size_t at, std::uint64_t value) {
    std::memcpy(bytes.data() + at, &value, sizeof(value));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inspecting)

BOOST_AUTO_TEST_CASE(a_plugin_is_recognised_by_its_symbol) {
    BOOST_TEST((inspect(module_file("good")).result == Inspected::kPlugin));
}

BOOST_AUTO_TEST_CASE(a_library_without_the_symbol_is_no_plugin) {
    const Inspection seen = inspect(module_file("no_symbol"));
    BOOST_TEST((seen.result == Inspected::kNotAPlugin));
    BOOST_TEST(contains(seen.reason, "benchlab_plugin_v1"));
}

BOOST_AUTO_TEST_CASE(only_another_majors_symbol_is_told_as_such) {
    const Inspection seen = inspect(module_file("other_major"));
    BOOST_TEST((seen.result == Inspected::kRefused));
    BOOST_TEST(seen.reason == "built for plugin ABI 2; this is benchlab " BENCHLAB_VERSION
                              " with ABI 1");
}

BOOST_AUTO_TEST_CASE(a_library_cut_anywhere_is_refused) {
    const std::string whole = read_bytes(module_file("good"));
    BOOST_REQUIRE(whole.size() > 4096);
    for (std::size_t size = 0; size < whole.size(); size += whole.size() / 60 + 1) {
        const Inspection seen = inspect_bytes(whole.substr(0, size));
        BOOST_TEST((seen.result == Inspected::kRefused), "cut at " << size);
        BOOST_TEST(seen.reason != "");
    }
}

BOOST_AUTO_TEST_CASE(a_cut_library_is_called_damaged) {
    const std::string whole = read_bytes(module_file("good"));
    BOOST_TEST(contains(inspect_bytes(whole.substr(0, whole.size() / 2)).reason, "damaged"));
}

BOOST_AUTO_TEST_CASE(random_bytes_are_refused) {
    std::mt19937 random(4711);
    std::string bytes(10000, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const Inspection seen = inspect_bytes(bytes);
    BOOST_TEST((seen.result == Inspected::kRefused));
    BOOST_TEST(contains(seen.reason, "not a library for this machine"));
}

// Whatever it says, it comes back: flipped bytes in headers and tables are what damaged or forged
// files look like.
BOOST_AUTO_TEST_CASE(libraries_with_flipped_bytes_never_bring_the_inspection_down) {
    const std::string whole = read_bytes(module_file("good"));
    std::mt19937 random(815);
    for (int round = 0; round < 150; ++round) {
        std::string bytes = whole;
        for (int i = 0; i < 4; ++i) {
            // Half of them in the first headers, half in the tables at the end.
            const std::size_t near = random() % 512;
            const std::size_t at = i % 2 == 0 ? near : bytes.size() - 1 - random() % 2048;
            bytes[at] = static_cast<char>(random());
        }
        const Inspection seen = inspect_bytes(bytes);
        BOOST_TEST((seen.result == Inspected::kPlugin || seen.reason != ""));
    }
}

BOOST_AUTO_TEST_CASE(forged_sizes_of_elf_tables_are_refused_before_they_are_allocated) {
    if (!is_elf()) {
        BOOST_TEST_MESSAGE("skipped: this system's libraries are not ELF");
        return;
    }
    const std::string whole = read_bytes(module_file("good"));
    const std::size_t sections = read64(whole, 40);
    std::size_t count = static_cast<unsigned char>(whole[60]);
    BOOST_REQUIRE(count > 10);
    std::size_t refused = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = sections + i * 64;
        const bool no_bits = whole[row + 4] == 8;
        for (const std::uint64_t size : {UINT64_MAX, std::uint64_t{1} << 36}) {
            std::string bytes = whole;
            write64(bytes, row + 32, size);
            const Inspection seen = inspect_bytes(bytes);
            if (no_bits) continue;
            BOOST_TEST((seen.result == Inspected::kRefused), "section " << i);
            BOOST_TEST(contains(seen.reason, "section"));
            ++refused;
        }
    }
    BOOST_TEST(refused > 10u);
    std::string bytes = whole;
    write64(bytes, 40, UINT64_MAX - 64);
    BOOST_TEST(contains(inspect_bytes(bytes).reason, "section headers"));
}

BOOST_AUTO_TEST_CASE(an_elf_library_whose_sections_cannot_be_named_is_refused) {
    if (!is_elf()) {
        BOOST_TEST_MESSAGE("skipped: this system's libraries are not ELF");
        return;
    }
    const std::string whole = read_bytes(module_file("good"));
    std::string none = whole;  // e_shnum and e_shstrndx: what stands at e_shoff is no section
    none.replace(60, 4, 4, '\0');
    BOOST_TEST(contains(inspect_bytes(none).reason, "damaged: it has no section headers"));
    // SHT_NOBITS has no bytes in a file, whatever its size, but names are read from there.
    std::string empty = whole;
    const std::size_t row = read64(whole, 40) + static_cast<unsigned char>(whole[62]) * 64u;
    empty.replace(row + 4, 4, std::string("\x8\0\0\0", 4));
    write64(empty, row + 32, std::uint64_t{1} << 36);
    BOOST_TEST(contains(inspect_bytes(empty).reason, "damaged: a section lies beyond its end"));
}

BOOST_AUTO_TEST_CASE(a_library_for_another_machine_is_named) {
    if (!is_elf()) {
        BOOST_TEST_MESSAGE("skipped: this system's libraries are not ELF");
        return;
    }
    std::string bytes = read_bytes(module_file("good"));
    bytes[18] = static_cast<char>(program_kind().machine == 183 ? 62 : 183);
    const Inspection seen = inspect_bytes(bytes);
    BOOST_TEST((seen.result == Inspected::kRefused));
    BOOST_TEST(contains(seen.reason, "not a library for this machine: it is a 64-bit ELF library"));
}

BOOST_AUTO_TEST_CASE(programs_are_no_plugins_and_text_is_none_either) {
    BOOST_TEST(contains(inspect_bytes("#!/bin/sh\n").reason, "a script"));
    BOOST_TEST(contains(inspect_bytes("").reason, "an empty file"));
}

BOOST_AUTO_TEST_CASE(folders_missing_files_and_huge_files_are_refused) {
    const TemporaryFolder folder;
    BOOST_TEST(inspect(folder.folder("x.so")).reason == "not a regular file");
    BOOST_TEST(inspect(folder.path() / "none.so").reason == "does not exist");
    const fs::path huge = folder.write("huge.so", "x");
    fs::resize_file(huge, kMaxLibraryBytes + 1);  // sparse
    BOOST_TEST(contains(inspect(huge).reason, "at most 256 MiB"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
