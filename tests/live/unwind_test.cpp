// Stacks of a program without frame pointers, held against its own symbols, as nm prints them, and
// against what perf makes of the same recording.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "perf/reader.hpp"
#include "perf/unwind/unwind_file.hpp"
#include "unit/etl/recording_builder.hpp"
#include "unit/perf_record/perf_tool.hpp"

using etl_test::RecordingBuilder;
using etl_test::Row;
using record_test::Folder;
using record_test::Output;
using record_test::run;

namespace {

using Stack = std::vector<std::uint64_t>;

const std::string kProgram = BENCHLAB_CALLERS;

bool ready() {
    if (!benchlab::perf::can_unwind()) {
        BOOST_TEST_MESSAGE("skipped: built without elfutils");
        return false;
    }
    return record_test::can_record_all() && record_test::have_perf();
}

struct Function {
    std::uint64_t begin = 0, size = 0;
    bool has(std::uint64_t address) const { return address >= begin && address - begin < size; }
};

// By nm; the program's addresses are those of its file.
std::map<std::string, Function> functions_of(const std::string& program) {
    std::map<std::string, Function> out;
    std::istringstream lines(run("nm -S --defined-only " + program).text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        Function function;
        std::string kind, name;
        words >> std::hex >> function.begin >> function.size >> kind >> name;
        if (words) out[name] = function;
    }
    return out;
}

// The functions of the program that are on the stack, those of others as "-", each run of them
// once.
std::string shape_of(const Stack& stack, const std::map<std::string, Function>& functions) {
    std::string out;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        if (stack[i] >> 63 != 0) continue;  // the kernel's
        std::string name = "-";
        for (const auto& [known, function] : functions) {
            if (function.has(stack[i] - (i == 0 ? 0 : 1))) name = known;
        }
        if (name == "-" && out.ends_with("- ")) continue;
        out += name + " ";
    }
    return out;
}

std::uint64_t tid_of_callers(const RecordingBuilder& builder) {
    for (const Row& row : builder.rows("thread")) {
        if (row.text("name") == "callers") return static_cast<std::uint64_t>(row.number("tid"));
    }
    return 0;
}

void read(RecordingBuilder& builder, const std::string& path) {
    BOOST_REQUIRE_MESSAGE(builder.read(benchlab::perf::kReader.read, {path}) == BL_OK,
                          builder.error);
    BOOST_TEST_MESSAGE("stacks: " + builder.facts["stacks"]);
}

// As perf prints them: of code that is mapped the place in its file, and of callers the byte before
// the one that the call returns to.
Stack as_perf_prints(Stack stack, const std::vector<Row>& images) {
    bool is_caller = false;
    for (std::uint64_t& each : stack) {
        if (each >> 63 != 0) continue;
        if (is_caller) --each;
        is_caller = true;
        for (const Row& image : images) {
            const auto base = static_cast<std::uint64_t>(image.number("base"));
            const auto size = static_cast<std::uint64_t>(image.number("size"));
            if (each < base || each - base >= size) continue;
            each = each - base + static_cast<std::uint64_t>(image.number("offset"));
            break;
        }
    }
    return stack;
}

// The stack of each sample as perf unwinds it, by time.
std::multimap<std::string, Stack> stacks_of_perf(const std::string& path) {
    std::multimap<std::string, Stack> out;
    std::istringstream lines(
        run("perf script --ns --no-inline -F time,ip -i " + path + " 2>/dev/null").text);
    std::string time;
    Stack stack;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find_first_not_of(" \t");
        if (first == line.npos) {
            out.emplace(time, stack);
            stack.clear();
        } else if (line.ends_with(':') || line.find(": ") != line.npos) {
            time = line.substr(first, line.find(':') - first);
        } else {
            stack.push_back(std::stoull(line.substr(first), nullptr, 16));
        }
    }
    return out;
}

std::string time_text(std::int64_t ns) {
    char text[40];
    std::snprintf(text, sizeof(text), "%lld.%09lld", static_cast<long long>(ns / 1'000'000'000),
                  static_cast<long long>(ns % 1'000'000'000));
    return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(live_unwind)

BOOST_AUTO_TEST_CASE(a_wait_below_the_c_library_has_all_its_callers) {
    if (!ready()) return;
    const Folder folder;
    const std::string path = folder / "callers.perf.data";
    const Output recorded = run(std::string(BENCHLAB_PROGRAM) + " trace record --no-report --out " +
                                path + " -- " + kProgram + " 200");
    BOOST_REQUIRE_MESSAGE(recorded.status == 0, recorded.errors);
    RecordingBuilder builder;
    read(builder, path);
    const auto functions = functions_of(kProgram);
    BOOST_REQUIRE(functions.count("inner_call") == 1u);
    const auto tid = static_cast<std::int64_t>(tid_of_callers(builder));
    int waits = 0, whole = 0;
    for (const Row& row : builder.rows("cswitch")) {
        if (row.number("old_thread") != tid) continue;
        const Stack stack = row.stack("old_stack");
        const std::string shape = shape_of(stack, functions);
        // Of others its beginning and its end.
        if (shape.find("inner_call") == shape.npos && row.text("old_reason") != "S") continue;
        ++waits;
        const bool is_whole =
            shape.ends_with("inner_call compare_items - middle_call outer_call main - _start ");
        whole += is_whole ? 1 : 0;
        if (!is_whole) BOOST_TEST_MESSAGE("not whole: " << shape);
    }
    BOOST_TEST(waits >= 200);
    BOOST_TEST(whole >= waits - waits / 50);
}

BOOST_AUTO_TEST_CASE(perf_unwinds_the_same_stacks) {
    if (!ready()) return;
    const Folder folder;
    const std::string path = folder / "perf.data";
    const Output recorded = run(
        "perf record -q -N -k CLOCK_MONOTONIC -e cpu-clock -c 500000 --call-graph dwarf,8192 -o " +
        path + " " + kProgram + " 300");
    RecordingBuilder builder;
    read(builder, path);
    const auto theirs = stacks_of_perf(path);
    const auto images = builder.rows("image");
    int compared = 0, same = 0;
    for (const Row& row : builder.rows("sample")) {
        const Stack ours = as_perf_prints(row.stack("stack"), images);
        const auto [first, last] = theirs.equal_range(time_text(row.number("time")));
        if (first == last) continue;
        ++compared;
        const bool is_same =
            std::any_of(first, last, [&](const auto& each) { return each.second == ours; });
        same += is_same ? 1 : 0;
        if (is_same) continue;
        std::ostringstream text;
        text << std::hex << "ours:";
        for (const std::uint64_t each : ours) text << ' ' << each;
        text << "\ntheirs:";
        for (const std::uint64_t each : first->second) text << ' ' << each;
        BOOST_TEST_MESSAGE(text.str());
    }
    BOOST_TEST_MESSAGE(same << " of " << compared << " stacks are those of perf");
    BOOST_TEST(compared >= 300);
    BOOST_TEST(same >= compared - compared / 50);
}

BOOST_AUTO_TEST_SUITE_END()
