// What readelf says of a file is what ours says.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <perf/record/elf.hpp>
#include <perf/record/kernel_symbols.hpp>
#include <sstream>

#include "perf_tool.hpp"

namespace perf = benchlab::perf;
using namespace record_test;

namespace {

std::string hex(const perf::BuildId& id) {
    std::string text;
    for (std::size_t i = 0; i < id.size; ++i) {
        char two[3];
        std::snprintf(two, sizeof(two), "%02x", id.bytes[i]);
        text += two;
    }
    return text;
}

const char* a_library() {
    for (const char* path : {"/lib/x86_64-linux-gnu/libc.so.6", "/lib/aarch64-linux-gnu/libc.so.6",
                             "/usr/lib64/libc.so.6", "/usr/lib/libc.so.6"}) {
        if (std::filesystem::exists(path)) return path;
    }
    return nullptr;
}

bool have_readelf() {
    if (run("readelf --version").status == 0 && a_library() != nullptr) return true;
    BOOST_TEST_MESSAGE("skipped: needs readelf and a C library");
    return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_build_id_is_the_one_that_readelf_shows) {
    if (!have_readelf()) return;
    const Output output =
        run(std::string("readelf -n ") + a_library() + " | sed -n 's/.*Build ID: //p'");
    const auto elf = perf::ElfFile::open(a_library());
    BOOST_REQUIRE(elf);
    BOOST_REQUIRE(elf->build_id());
    BOOST_TEST(hex(*elf->build_id()) + "\n" == output.text);
}

BOOST_AUTO_TEST_CASE(a_function_lies_where_symbols_and_segments_say) {
    if (!have_readelf()) return;
    const std::string library = a_library();
    const Output symbol =
        run("readelf -W --dyn-syms " + library + " | awk '$8 ~ /^getpid(@|$)/ {print $2; exit}'");
    // type, offset, address, physical, file size, memory size, flags R E
    const Output segment =
        run("readelf -W -l " + library + " | awk '$1 == \"LOAD\" && / R E /{print $2, $3; exit}'");
    std::uint64_t value = 0, offset = 0, address = 0;
    std::istringstream(symbol.text) >> std::hex >> value;
    std::istringstream(segment.text) >> std::hex >> offset >> address;
    BOOST_REQUIRE(value != 0);
    const auto elf = perf::ElfFile::open(library);
    BOOST_REQUIRE(elf);
    const auto found = elf->function_offset("getpid");
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST(*found == value - address + offset);
    BOOST_TEST(!elf->function_offset("no_such_function").has_value());
}

BOOST_AUTO_TEST_CASE(damaged_programs_are_refused_or_read_without_harm) {
    const Folder folder;
    std::ifstream self("/proc/self/exe", std::ios::binary);
    std::string bytes(200'000, '\0');
    self.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    for (std::size_t i = 0; i < 400; ++i) {
        std::string damaged = bytes.substr(0, i % 7 == 0 ? i * 400 : bytes.size());
        for (std::size_t at = 4 + i; at < damaged.size(); at += 37 + i)
            damaged[at] = static_cast<char>(0xFF - i);
        if (damaged.size() > 6) damaged[4] = 2, damaged[5] = 1;
        std::ofstream(folder / "damaged", std::ios::binary) << damaged;
        const auto elf = perf::ElfFile::open(folder / "damaged");
        if (!elf) continue;
        (void)elf->build_id();
        (void)elf->function_offset("main");
    }
    BOOST_TEST(!perf::ElfFile::open("/dev/null").has_value());
    BOOST_TEST(!perf::ElfFile::open("/").has_value());
}

BOOST_AUTO_TEST_CASE(kernel_symbols_are_sorted_functions_with_their_distances) {
    const std::string kallsyms =
        "ffffffff81000010 T second\n"
        "ffffffff81000000 t first\n"
        "ffffffff82000000 D data\n"
        "0000000000000000 t hidden\n"
        "ffffffffc0000000 t of_module\t[snd]\n";
    BOOST_TEST(perf::compact_symbols(kallsyms) ==
               "ffffffff81000000 first\n10 second\n3efffff0 of_module [snd]\n");
}
