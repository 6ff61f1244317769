// Names out of ELF files, held against nm, readelf and addr2line on the same files.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

#include "store/symbols/demangle.hpp"
#include "store/symbols/file_symbols.hpp"
#include "store/symbols/symbols.hpp"
#include "symbol_tools.hpp"
#include "test_store.hpp"

using namespace benchlab;
namespace fs = std::filesystem;
using store::FileSymbols;
using store::RecordedFile;
using store::SymbolPlaces;

namespace {

// Only what the test put there.
SymbolPlaces only_recorded() {
    SymbolPlaces out;
    out.recorded_path = true;
    return out;
}

FileSymbols symbols_of(const fs::path& file) {
    return FileSymbols({file.string(), ""}, only_recorded());
}

std::string name_at(const FileSymbols& symbols, std::uint64_t offset) {
    const auto found = symbols.find(offset, 0);
    if (!found) return "(none)";
    return found->name ? store::function_text(symbols.name(*found->name)) : "(no name)";
}

// Start, middle and last byte of each function.
void check_names(const FileSymbols& symbols, const fs::path& oracle, bool dynamic = false) {
    const test::FileOffsets offsets(oracle);
    const auto functions = test::named_functions(oracle, dynamic);
    BOOST_TEST(functions.size() > 3u);
    for (const test::NamedFunction& each : functions) {
        for (const std::uint64_t at : {std::uint64_t{0}, each.size / 2, each.size - 1}) {
            const std::uint64_t offset = offsets.of(each.start + at);
            const std::string name = name_at(symbols, offset);
            BOOST_TEST(each.names.count(name) == 1u, name << " at " << std::hex << each.start + at
                                                          << ", which is " << *each.names.begin());
            const auto found = symbols.find(offset, 0);
            BOOST_TEST_REQUIRE(found.has_value());
            BOOST_TEST(found->start == each.start);
            BOOST_TEST(found->address == each.start + at);
        }
    }
}

struct Build {
    const char *name, *words, *compiler;
};
constexpr Build kBuilds[] = {
    {"pie", "-O2 -g -pie -fPIE", ""},
    {"no-pie", "-O2 -g -no-pie -fno-pie", ""},
    {"frames", "-O2 -g -fno-omit-frame-pointer", ""},
    {"plain", "-O0 -g", ""},
    {"library.so", "-O2 -g -shared -fPIC", ""},
    {"dwarf4", "-O2 -gdwarf-4", ""},
    {"clang", "-O2 -g", "clang++-14"},
    {"separate-code", "-O2 -g -Wl,-z,noseparate-code", ""},
};

fs::path program(std::string_view name) {
    for (const Build& build : kBuilds) {
        if (build.name == name) return test::make_program(build.name, build.words, build.compiler);
    }
    throw std::logic_error("no such build");
}

// The builds whose compiler is here.
template <class Check>
void each_build(Check&& check) {
    for (const Build& build : kBuilds) {
        if (*build.compiler != 0 && !test::has_tool(build.compiler)) {
            BOOST_TEST_MESSAGE("skipped: there is no " << build.compiler);
            continue;
        }
        BOOST_TEST_CONTEXT(build.name) {
            check(test::make_program(build.name, build.words, build.compiler));
        }
    }
}

fs::path stripped(const fs::path& file) {
    const fs::path out = file.string() + ".stripped";
    test::output_of("strip --strip-all -o '" + out.string() + "' '" + file.string() + "'");
    return out;
}

fs::path only_debug(const fs::path& file) {
    const fs::path out = file.string() + ".only-debug";
    test::output_of("objcopy --only-keep-debug '" + file.string() + "' '" + out.string() + "'");
    return out;
}

// Demanglers differ in blanks ("operator< <char>"), and tools in which of two names they choose.
std::string text(const std::vector<test::FrameText>& frames) {
    std::string out;
    for (const test::FrameText& each : frames) {
        std::string name = each.name == "another_name" ? "plain_c_name" : each.name;
        std::erase(name, ' ');
        out += name + " " + each.place + "; ";
    }
    return out;
}

std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& file, const std::string& bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(symbol_files)

BOOST_AUTO_TEST_CASE(every_function_has_the_name_that_nm_gives_it) {
    each_build([](const fs::path& file) { check_names(symbols_of(file), file); });
}

BOOST_AUTO_TEST_CASE(a_stripped_library_has_the_names_that_it_exports) {
    const fs::path library = program("library.so");
    check_names(symbols_of(stripped(library)), library, true);
}

// Innermost first.  addr2line takes a name from the table of names for the outermost function, or
// where DWARF has no mangled one for the innermost, whatever is inlined there.
std::vector<test::FrameText> frames_at(const FileSymbols& symbols, std::uint64_t address,
                                       const std::string& name,
                                       const std::vector<test::FrameText>& wanted) {
    std::vector<test::FrameText> out;
    for (const store::SourceFrame& each : symbols.frames(address)) {
        const std::string line = each.line ? std::to_string(each.line) : "?";
        out.push_back({store::function_text(each.name), each.file + ":" + line});
    }
    std::reverse(out.begin(), out.end());
    if (!out.empty() && !wanted.empty()) {
        if (wanted.back().name == name) out.back().name = name;
        if (wanted.front().name == name) out.front().name = name;
    }
    return out;
}

void check_frames(const fs::path& file, const std::string& tool) {
    const FileSymbols symbols = symbols_of(file);
    const test::FileOffsets offsets(file);
    std::vector<std::uint64_t> addresses;
    for (const test::NamedFunction& each : test::named_functions(file)) {
        for (std::uint64_t at = 0; at < each.size; at += 3) addresses.push_back(each.start + at);
    }
    std::size_t deepest = 0, compared = 0;
    for (const auto& [address, wanted] : test::source_frames(tool, file, addresses)) {
        // Of code without a line addr2line does not say what was inlined.
        const test::FrameText& innermost = wanted.front();
        if (innermost.place.ends_with("?") || innermost.place.ends_with(":0")) continue;
        // Of this one it takes the line without its file.
        if (innermost.name == "std::__is_constant_evaluated()") continue;
        const auto ours =
            frames_at(symbols, address, name_at(symbols, offsets.of(address)), wanted);
        BOOST_TEST(text(ours) == text(wanted), std::hex << address);
        deepest = std::max(deepest, ours.size());
        ++compared;
    }
    BOOST_TEST(compared > 1000u);
    BOOST_TEST_MESSAGE(compared << " addresses, up to " << deepest << " in each other");
}

BOOST_AUTO_TEST_CASE(inlined_functions_and_lines_are_those_of_addr2line) {
    each_build([](const fs::path& file) {
        // The one of binutils does not see all that Clang inlines.
        const bool clang = file.filename() == "clang";
        const std::string tool = clang ? "llvm-addr2line" : "addr2line";
        if (!test::has_tool(tool)) {
            BOOST_TEST_MESSAGE("skipped: there is no " << tool);
            return;
        }
        check_frames(file, tool);
    });
}

BOOST_AUTO_TEST_CASE(of_a_program_whose_dwarf_is_elsewhere_the_lines_are_known) {
    // The one of binutils does not read these.
    const char* const tool = "llvm-addr2line";
    if (!test::has_tool(tool)) {
        BOOST_TEST_MESSAGE("skipped: there is no " << tool);
        return;
    }
    const fs::path file = test::make_program("split", "-O2 -g -gsplit-dwarf");
    const FileSymbols symbols = symbols_of(file);
    std::vector<std::uint64_t> addresses;
    for (const test::NamedFunction& each : test::named_functions(file)) {
        for (std::uint64_t at = 0; at < each.size; at += 7) addresses.push_back(each.start + at);
    }
    std::size_t compared = 0;
    for (const auto& [address, wanted] : test::source_frames(tool, file, addresses)) {
        if (wanted.front().place.ends_with("?") || wanted.front().place.ends_with(":0")) continue;
        const auto frames = symbols.frames(address);
        BOOST_TEST_REQUIRE(frames.size() == 1u);
        BOOST_TEST(fmt::format("{}:{}", frames[0].file, frames[0].line) == wanted.front().place);
        ++compared;
    }
    BOOST_TEST(compared > 100u);
}

BOOST_AUTO_TEST_CASE(functions_without_names_are_told_apart_by_the_table_for_unwinding) {
    const fs::path file = program("pie");
    const FileSymbols symbols = symbols_of(stripped(file));
    const test::FileOffsets offsets(file);
    std::size_t checked = 0, gaps = 0;
    std::vector<test::UnwindEntry> entries = test::unwind_entries(file);
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.start < b.start; });
    for (std::size_t i = 0; i + 1 < entries.size(); ++i) {
        if (entries[i].end >= entries[i + 1].start) continue;
        ++gaps;
        BOOST_TEST(!symbols.find(offsets.of(entries[i].end), 0).has_value());
    }
    BOOST_TEST(gaps > 0u);
    for (const test::UnwindEntry& each : entries) {
        for (const std::uint64_t at : {each.start, each.end - 1}) {
            const auto found = symbols.find(offsets.of(at), 0);
            BOOST_TEST_REQUIRE(found.has_value());
            BOOST_TEST(!found->name.has_value());
            BOOST_TEST(found->start == each.start);
            ++checked;
        }
    }
    BOOST_TEST(checked > 20u);
}

BOOST_AUTO_TEST_CASE(a_file_of_another_build_is_never_used) {
    const fs::path file = program("pie");
    const fs::path other = program("no-pie");
    const std::string id = test::build_id(file);
    BOOST_TEST(FileSymbols({file.string(), id}, only_recorded()).found());
    BOOST_TEST(FileSymbols({file.string(), id}, only_recorded()).other_build().empty());
    const FileSymbols wrong({other.string(), id}, only_recorded());
    BOOST_TEST(!wrong.found());
    BOOST_TEST(wrong.other_build() == other);
    // The right one somewhere else: nothing to tell.
    SymbolPlaces places = only_recorded();
    places.folders = {test::symbol_folder() / "right"};
    test::copy_to(file, places.folders[0] / "no-pie");
    const FileSymbols right({other.string(), id}, places);
    BOOST_TEST(right.other_build().empty());
    check_names(right, file);
}

BOOST_AUTO_TEST_CASE(separate_files_are_found_in_all_their_places) {
    const fs::path file = program("pie");
    const fs::path debug = only_debug(file), root = test::symbol_folder() / "places";
    const fs::path game = test::copy_to(stripped(file), root / "bin/game");
    const std::string id = test::build_id(file);
    const std::string below = ".build-id/" + id.substr(0, 2) + "/" + id.substr(2);
    std::vector<SymbolPlaces> all(8, only_recorded());
    test::copy_to(debug, root / "a" / (below + ".debug"));
    all[0].folders = {root / "a"};
    test::copy_to(debug, root / "b/game.debug");
    all[1].folders = {test::symbol_folder() / "empty", root / "b"};
    all[2].system = root / "a";
    test::copy_to(debug, root / "c" / game.relative_path().parent_path() / "game.debug");
    all[3].system = root / "c";
    test::copy_to(debug, root / "d" / below / "debug");
    all[4].perf = root / "d";
    test::copy_to(file, root / "e" / below / "elf");
    all[5].perf = root / "e";
    test::copy_to(debug, root / "f" / id / "debuginfo");
    all[6].debuginfod = root / "f";
    test::copy_to(file, root / "g" / id / "executable");
    all[7].debuginfod = root / "g";
    for (std::size_t i = 0; i < all.size(); ++i) {
        BOOST_TEST_CONTEXT("place " << i) {
            for (const std::string& known : {id, std::string()}) {
                const FileSymbols symbols({game.string(), known}, all[i]);
                check_names(symbols, file);
                BOOST_TEST(!symbols.frames(test::named_functions(file)[0].start).empty());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_file_for_debuggers_will_do_where_the_program_is_gone) {
    const fs::path root = test::symbol_folder() / "gone";
    for (const char* const name : {"pie", "no-pie", "library.so"}) {
        BOOST_TEST_CONTEXT(name) {
            const fs::path file = program(name);
            const std::string id = test::build_id(file);
            test::copy_to(only_debug(file),
                          root / ".build-id" / id.substr(0, 2) / (id.substr(2) + ".debug"));
            SymbolPlaces places = only_recorded();
            places.folders = {root};
            const FileSymbols symbols({"/nowhere/game", id}, places);
            BOOST_TEST_REQUIRE(symbols.found());
            const test::FileOffsets offsets(file);
            for (const test::NamedFunction& each : test::named_functions(file)) {
                // The code of these programs is one part, which begins at a page.
                const std::uint64_t offset = offsets.of(each.start);
                const auto found = symbols.find(offset, 0x1000);
                BOOST_TEST_REQUIRE(found.has_value());
                BOOST_TEST(found->start == each.start);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_debug_link_is_followed_where_the_checksum_is_right) {
    const fs::path file = test::make_program("no-id", "-O2 -g -Wl,--build-id=none");
    const fs::path root = test::symbol_folder() / "link", debug = root / "game.dbg";
    test::copy_to(file, root / "whole");
    const std::string folder = "cd '" + root.string() + "' && ";
    test::output_of(folder +
                    "objcopy --only-keep-debug whole game.dbg && strip -o game whole && "
                    "objcopy --add-gnu-debuglink=game.dbg game");
    check_names(symbols_of(root / "game"), file);
    fs::create_directories(root / ".debug");
    fs::rename(debug, root / ".debug/game.dbg");
    check_names(symbols_of(root / "game"), file);
    write(root / ".debug/game.dbg", bytes_of(root / ".debug/game.dbg") + "changed");
    const std::uint64_t main_at = test::FileOffsets(file).of(test::named_functions(file)[0].start);
    BOOST_TEST(name_at(symbols_of(root / "game"), main_at) == "(no name)");
}

BOOST_AUTO_TEST_CASE(a_packed_table_of_names_is_read) {
    if (!test::has_tool("xz")) {
        BOOST_TEST_MESSAGE("skipped: there is no xz");
        return;
    }
    const fs::path file = program("library.so");
    const fs::path root = test::symbol_folder() / "packed";
    test::copy_to(file, root / "whole");
    test::output_of("cd '" + root.string() +
                    "' && strip --strip-debug -o mini whole && xz -f mini && strip -o packed whole "
                    "&& objcopy --add-section .gnu_debugdata=mini.xz packed");
    check_names(symbols_of(root / "packed"), file);
    // Not xz at all.
    write(root / "junk", std::string(1000, 'x'));
    test::output_of("cd '" + root.string() +
                    "' && strip -o bad whole && "
                    "objcopy --add-section .gnu_debugdata=junk bad");
    check_names(symbols_of(root / "bad"), file, true);
}

BOOST_AUTO_TEST_CASE(cut_and_changed_files_give_no_names_or_wrong_ones_but_do_no_harm) {
    const fs::path file = program("pie");
    const std::string good = bytes_of(file);
    const fs::path bad = test::symbol_folder() / "bad";
    std::vector<std::uint64_t> addresses;
    for (const test::NamedFunction& each : test::named_functions(file)) {
        addresses.push_back(each.start + each.size / 2);
    }
    const test::FileOffsets offsets(file);
    const auto use = [&] {
        const FileSymbols symbols = symbols_of(bad);
        for (const std::uint64_t each : addresses) {
            static_cast<void>(name_at(symbols, offsets.of(each)));
            static_cast<void>(symbols.frames(each));
        }
        for (std::uint64_t at = 0; at < 64; ++at) {
            static_cast<void>(name_at(symbols, UINT64_MAX / 64 * at));
        }
    };
    BOOST_TEST(addresses.size() > 3u);
    for (std::size_t size = 0; size < good.size(); size += 1 + good.size() / 97) {
        write(bad, good.substr(0, size));
        use();
    }
    std::mt19937 random(20240229);
    const auto any = [&](std::size_t below) { return std::size_t{random()} % below; };
    for (int round = 0; round < 300; ++round) {
        std::string bytes = good;
        // A third in the headers, and a third in the tables at the end.
        const std::size_t first = round % 3 == 0 ? 0 : round % 3 == 1 ? bytes.size() * 3 / 4 : 0;
        const std::size_t range = round % 3 == 0 ? 0x400 : bytes.size() - first;
        for (int i = 0; i < 1 + round % 20; ++i) {
            bytes[first + any(range)] = static_cast<char>(round % 2 ? random() : 0xff);
        }
        write(bad, bytes);
        use();
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_file_is_never_waited_for) {
    const fs::path pipe = test::symbol_folder() / "pipe";
    BOOST_TEST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    BOOST_TEST(!symbols_of(pipe).found());
    BOOST_TEST(!symbols_of("/dev/zero").found());
    BOOST_TEST(!symbols_of(test::symbol_folder()).found());
    for (const char* const name : {"", "[vdso]", "//anon", "C:\\game.exe", "/"}) {
        BOOST_TEST(!symbols_of(name).found());
    }
}

BOOST_AUTO_TEST_CASE(build_ids_are_told_from_those_of_windows) {
    BOOST_TEST(store::is_build_id("0123456789abcdef"));
    BOOST_TEST(!store::is_build_id("00112233445566778899aabbccddeeff1"));  // a GUID and an age
    BOOST_TEST(!store::is_build_id("0123456789abcdeg"));
    BOOST_TEST(!store::is_build_id(""));
    BOOST_TEST(store::same_build("0123456789abcdef" + std::string(24, '0'), "0123456789abcdef"));
    BOOST_TEST(!store::same_build("0123456789abcdef" + std::string(24, '1'), "0123456789abcdef"));
}

// ---- a store

namespace {

struct Loaded {
    fs::path file;
    std::string id;
    std::uint64_t mapped = 0, size = 0;  // of the part with the code
};

// Maps the code of the file into a process, as a reader of perf.data would say it.
void map_into(test::TestRecording& made, std::uint32_t pid, std::uint64_t base,
              const Loaded& loaded) {
    made.row("image", {{"time", test::Time(0)},
                       {"kind", test::n(BL_LIFE_THERE)},
                       {"process", test::Pid(pid)},
                       {"base", static_cast<std::int64_t>(base)},
                       {"size", static_cast<std::int64_t>(loaded.size)},
                       {"offset", static_cast<std::int64_t>(loaded.mapped)},
                       {"path", loaded.file.string()},
                       {"debug_id", loaded.id}});
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_function_is_the_same_in_all_processes_wherever_it_was_loaded) {
    Loaded loaded;
    loaded.file = program("pie");
    loaded.id = test::build_id(loaded.file);
    const test::FileOffsets offsets(loaded.file);
    const auto functions = test::named_functions(loaded.file);
    const auto named = [&](const std::string& name) {
        const auto at = std::find_if(functions.begin(), functions.end(),
                                     [&](const auto& each) { return each.names.count(name) == 1; });
        BOOST_TEST_REQUIRE((at != functions.end()), name);
        return *at;
    };
    const auto outer = named("geo::(anonymous namespace)::outer(int)"), main = named("main");
    loaded.mapped = 0x1000;
    loaded.size = 0x10000;
    const std::uint64_t bases[] = {0x555555555000, 0x7f0000001000};
    test::TestRecording made;
    for (std::uint32_t i = 0; i < 2; ++i) {
        made.process(0, 7 + i, "game", BL_LIFE_THERE);
        made.thread(0, 70 + i, 7 + i, "", BL_LIFE_THERE);
        map_into(made, 7 + i, bases[i], loaded);
        const auto address = [&](std::uint64_t linked) {
            return bases[i] + offsets.of(linked) - loaded.mapped;
        };
        made.row("sample",
                 {{"time", test::Time(i)},
                  {"thread", test::Tid(70 + i)},
                  {"code", test::Address(address(outer.start + 5 * i))},
                  // The last byte's call returns behind the function.
                  {"stack",
                   test::Frames{7 + i, {address(outer.start + 5 * i), address(main.start + 9)}}}});
    }
    const auto store = made.freeze();
    store->find_symbols_in(only_recorded());
    const auto codes = store->find("sample")->values<std::uint32_t>("code");
    std::uint32_t same[2] = {};
    BOOST_TEST(store->abi()->functions(store->abi(), codes.data(), 2, same) == BL_OK);
    BOOST_TEST(same[0] == codes[0]);
    BOOST_TEST(same[1] == codes[0]);
    BOOST_TEST(store->function_name(codes[1]) == "geo::(anonymous namespace)::outer(int)");
    bl_function found{};
    found.struct_size = sizeof(found);
    BOOST_TEST(store->abi()->describe(store->abi(), codes[1], 0, &found) == BL_OK);
    BOOST_TEST(found.start == bases[1] + offsets.of(outer.start) - loaded.mapped);
    BOOST_TEST(std::string(found.file, found.file_len).ends_with("symbols/shapes.cpp"));
    BOOST_TEST(found.line > 0u);
    const auto stacks = store->find("sample")->values<std::uint32_t>("stack");
    const store::Names& names = store->names();
    BOOST_TEST(store->function_name(names.stack_code[names.stack_parent[stacks[0]]]) == "main");
    BOOST_TEST(store->symbol_notes().empty());
}

BOOST_AUTO_TEST_CASE(a_file_of_another_build_is_told_of_once) {
    test::TestRecording made;
    made.process(0, 7, "game", BL_LIFE_THERE);
    Loaded loaded;
    loaded.file = program("pie");
    loaded.id = "00112233445566778899aabbccddeeff00112233";
    loaded.mapped = 0x1000;
    loaded.size = 0x10000;
    for (const std::uint64_t base : {0x10000000u, 0x20000000u}) {
        map_into(made, 7, base, loaded);
        made.row("sample", {{"time", test::Time(1)},
                            {"stack", test::Frames{7, {base + 0x100, base + 0x200}}}});
    }
    const auto store = made.freeze();
    store->find_symbols_in(only_recorded());
    const auto stacks = store->find("sample")->values<std::uint32_t>("stack");
    const store::Names& names = store->names();
    BOOST_TEST(store->function_name(names.stack_code[stacks[0]]) == "pie+0x100");
    BOOST_TEST(store->function_name(names.stack_code[stacks[1]]) == "pie+0x100");
    const auto notes = store->symbol_notes();
    BOOST_TEST_REQUIRE(notes.size() == 1u);
    BOOST_TEST(notes[0].find("symbol-files/pie is of another build") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(many_threads_may_ask_at_once) {
    const char* const names[] = {"pie", "no-pie", "library.so", "dwarf4"};
    const auto make = [&] {
        test::TestRecording made;
        made.process(0, 7, "game", BL_LIFE_THERE);
        std::uint64_t base = 0x10000000;
        for (const char* const name : names) {
            const fs::path file = program(name);
            map_into(made, 7, base, {file, test::build_id(file), 0x1000, 0x10000});
            for (std::uint64_t at = 0; at < 0x3000; at += 0x40) {
                made.row("sample", {{"time", test::Time(1)},
                                    {"stack", test::Frames{7, {base + at, base + at + 0x20}}}});
            }
            base += 0x1000000;
        }
        auto store = made.freeze();
        store->find_symbols_in(only_recorded());
        return store;
    };
    const auto told = [](const store::Store& store) {
        const bl_store& abi = *store.abi();
        std::vector<std::uint32_t> codes(abi.code_count), same(abi.code_count);
        std::string out;
        for (std::uint32_t code = 0; code < abi.code_count; ++code) codes[code] = code;
        if (abi.functions(&abi, codes.data(), codes.size(), same.data()) != BL_OK) return out;
        for (const std::uint32_t code : codes) {
            out += fmt::format("{} {}", same[code], store.function_name(code));
            bl_function found{};
            found.struct_size = sizeof(found);
            for (std::uint32_t depth = 0; abi.describe(&abi, code, depth, &found) == BL_OK;) {
                out +=
                    fmt::format(" {} {}", std::string_view(found.name, found.name_len), found.line);
                ++depth;
            }
            out += '\n';
        }
        return out;
    };
    const std::string wanted = told(*make());
    BOOST_TEST(wanted.find("geo::(anonymous namespace)::outer(int)") != std::string::npos);
    const auto store = make();
    std::vector<std::string> got(4);
    std::vector<std::thread> threads;
    for (std::string& each : got) threads.emplace_back([&] { each = told(*store); });
    for (std::thread& each : threads) each.join();
    for (const std::string& each : got) BOOST_TEST((each == wanted));
}

BOOST_AUTO_TEST_SUITE_END()
