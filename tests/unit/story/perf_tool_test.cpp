// Linux's own perf reads the files that stories become, and says what the stories say in their
// comments.
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>
#include <tuple>

#include "perf_told.hpp"
#include "story/perf/zstd_stream.hpp"
#include "told.hpp"

namespace {

using namespace benchlab::story;
using namespace benchlab::story_test;
using perf::PerfOptions;

struct Result {
    int status = -1;
    std::string output;
};

// With what it prints on stderr.
Result run(const std::string& command) {
    Result out;
    std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
    if (!pipe) return out;
    char room[4096];
    while (const std::size_t count = std::fread(room, 1, sizeof room, pipe)) {
        out.output.append(room, count);
    }
    out.status = pclose(pipe);
    return out;
}

bool perf_is_there() {
    static const bool kIsThere = run("perf --version").status == 0;
    if (!kIsThere) BOOST_TEST_MESSAGE("skipped: perf is not installed");
    return kIsThere;
}

class TemporaryFile {
  public:
    explicit TemporaryFile(const std::vector<std::uint8_t>& bytes) {
        static int count = 0;
        path_ = std::filesystem::temp_directory_path() /
                ("benchlab-story-" + std::to_string(getpid()) + "-" + std::to_string(++count));
        FileOutput file(path_);
        file.write(0, bytes);
        file.close();
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    std::string name() const { return path_.string(); }

  private:
    std::filesystem::path path_;
};

struct Shown {  // a line of perf script
    std::string comm, event, rest;
    std::uint32_t pid = 0, tid = 0, cpu = 0;
    std::int64_t ns = 0;  // since the moment 0 of the story
};

std::vector<Shown> script(const std::string& file, std::string* said = nullptr) {
    const Result result =
        run("perf script -f --ns -F comm,pid,tid,cpu,time,event,trace -i " + file);
    if (said) *said = result.output;
    static const std::regex kLine(
        R"(\s*(.*?)\s+(\d+)/(\d+)\s+\[(\d+)\]\s+(\d+)\.(\d{9}):\s+([^ ]+):\s*(.*))");
    std::vector<Shown> out;
    std::istringstream lines(result.output);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, kLine)) continue;
        const auto number = [&](std::size_t i) {
            return static_cast<std::uint32_t>(std::stoul(match[i]));
        };
        out.push_back({match[1], match[7], match[8], number(2), number(3), number(4),
                       (std::stoll(match[5]) - 3600) * 1'000'000'000 + std::stoll(match[6])});
    }
    return out;
}

std::vector<Shown> script_of(const std::string& story, const PerfOptions& options) {
    const TemporaryFile file(perf_file_of(story, options));
    return script(file.name());
}

// All forms that perf 6.1 reads: no pipes of machines of the other byte order, as it turns their
// samples only in part, no attributes above 128 bytes, and no COMPRESSED2.
std::vector<std::pair<const char*, PerfOptions>> forms() {
    std::vector<std::pair<const char*, PerfOptions>> out;
    const auto add = [&](const char* name, auto&& change) {
        PerfOptions options;
        change(options);
        out.emplace_back(name, options);
    };
    add("plain", [](PerfOptions&) {});
    add("pipe", [](PerfOptions& o) { o.pipe = true; });
    add("big-endian", [](PerfOptions& o) { o.order = perf::Order::kBig; });
    add("pipe with old formats", [](PerfOptions& o) { o.pipe = true, o.old_formats = true; });
    add("version 1", [](PerfOptions& o) { o.version = 1; });
    add("small attributes", [](PerfOptions& o) { o.attr_size = 80; });
    add("no identifiers", [](PerfOptions& o) { o.identifier = false; });
    add("no clock", [](PerfOptions& o) { o.monotonic = false; });
    add("short longs", [](PerfOptions& o) { o.long_size = 4; });
    add("old formats", [](PerfOptions& o) { o.old_formats = true; });
    add("small rounds", [](PerfOptions& o) { o.round_size = 300; });
    add("late records", [](PerfOptions& o) { o.round_size = 600, o.late = 3; });
    add("no rounds, late", [](PerfOptions& o) { o.rounds = false, o.late = 3; });
    if (perf::ZstdStream::is_there()) {
        add("zstd", [](PerfOptions& o) { o.compression = perf::Compression::kZstd; });
        add("zstd in a pipe", [](PerfOptions& o) {
            o.compression = perf::Compression::kZstd;
            o.pipe = true;
        });
        add("zstd, small rounds", [](PerfOptions& o) {
            o.compression = perf::Compression::kZstd;
            o.round_size = 300;
        });
    } else {
        BOOST_TEST_MESSAGE("skipped: compressed files, as this was built without zstd");
    }
    return out;
}

// In ms, by name, as perf sched shows them.
std::map<std::string, std::string> run_times(const std::string& file, std::string& said) {
    said = run("perf sched timehist -s -f -i " + file).output;
    static const std::regex kLine(R"(\s*(\S+)\[[0-9/]+\]\s+-?\d+\s+\d+\s+([\d.]+).*)");
    std::map<std::string, std::string> out;
    std::istringstream lines(said);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_match(line, match, kLine)) out[match[1]] = match[2];
    }
    return out;
}

struct Expected {
    std::int64_t ns;
    std::uint32_t cpu, pid, tid;
    const char* comm;
    const char* event;
    std::vector<const char*> words;  // that what perf shows of its fields has
};

void compare(std::vector<Shown> shown, const std::vector<Expected>& expected) {
    // Of equal times on two CPUs either may be shown first.
    std::stable_sort(shown.begin(), shown.end(), [](const Shown& a, const Shown& b) {
        return std::tie(a.ns, a.cpu) < std::tie(b.ns, b.cpu);
    });
    BOOST_TEST(shown.size() == expected.size());
    for (std::size_t i = 0; i < std::min(shown.size(), expected.size()); ++i) {
        BOOST_TEST_CONTEXT("line " << i << ": " << shown[i].event << " " << shown[i].rest) {
            BOOST_TEST(shown[i].ns == expected[i].ns);
            BOOST_TEST(shown[i].cpu == expected[i].cpu);
            BOOST_TEST(shown[i].pid == expected[i].pid);
            BOOST_TEST(shown[i].tid == expected[i].tid);
            BOOST_TEST(shown[i].comm == expected[i].comm);
            BOOST_TEST(shown[i].event == expected[i].event);
            for (const char* word : expected[i].words) {
                BOOST_TEST((shown[i].rest.find(word) != std::string::npos),
                           "no '" << word << "' in it");
            }
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_perf_tool)

BOOST_AUTO_TEST_CASE(perf_reads_switches_wake_ups_and_interrupts_in_every_form) {
    if (!perf_is_there()) return;
    const std::vector<Expected> expected{
        {0,
         0,
         0,
         0,
         "swapper",
         "sched:sched_switch",
         {"prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==>",
          "next_comm=busy next_pid=20 next_prio=120"}},
        {0, 1, 0, 0, "swapper", "sched:sched_switch", {"prev_comm=swapper/1", "next_comm=net"}},
        {1'000'000, 1, 10, 11, "net", "sched:sched_switch", {"prev_state=S ==>"}},
        {4'900'000, 0, 20, 20, "busy", "irq:irq_handler_entry", {"irq=24 name=eth0-rx-0"}},
        {4'905'000, 0, 20, 20, "busy", "irq:softirq_raise", {"vec=3 [action=NET_RX]"}},
        {4'910'000, 0, 20, 20, "busy", "irq:irq_handler_exit", {"irq=24 ret=handled"}},
        {4'950'000, 0, 20, 20, "busy", "irq:softirq_entry", {"vec=3 [action=NET_RX]"}},
        {5'000'000,
         0,
         20,
         20,
         "busy",
         "sched:sched_waking",
         {"comm=net pid=11 prio=120", "target_cpu=001"}},
        {5'010'000, 1, 0, 0, "swapper", "sched:sched_wakeup", {"comm=net pid=11"}},
        {5'050'000, 1, 0, 0, "swapper", "sched:sched_switch", {"next_pid=11"}},
        {5'100'000, 0, 20, 20, "busy", "irq:softirq_exit", {"vec=3 [action=NET_RX]"}},
        {6'000'000, 1, 10, 11, "net", "sched:sched_switch", {"prev_state=S ==>"}},
        {7'000'000, 0, 20, 20, "busy", "irq_vectors:local_timer_entry", {"vector=236"}},
        {7'002'000, 0, 20, 20, "busy", "irq_vectors:local_timer_exit", {"vector=236"}},
        {8'000'000, 0, 20, 20, "busy", "sched:sched_waking", {"comm=rt pid=30"}},
        {8'000'000, 0, 20, 20, "busy", "sched:sched_wakeup", {"comm=rt pid=30"}},
        {8'000'000, 0, 20, 20, "busy", "sched:sched_switch", {"prev_state=R+ ==> next_comm=rt"}},
        {9'000'000, 0, 30, 30, "rt", "sched:sched_switch", {"prev_state=S ==>"}},
        {11'900'000, 0, 20, 20, "busy", "sched:sched_waking", {"pid=30"}},
        {12'000'000, 0, 20, 20, "busy", "sched:sched_switch", {"prev_state=R ==>"}},
        {12'500'000, 0, 30, 30, "rt", "sched:sched_switch", {"prev_state=S ==>"}},
        {13'000'000, 0, 20, 20, "busy", "sched:sched_wakeup_new", {"comm=child pid=21"}},
        {13'100'000, 1, 0, 0, "swapper", "sched:sched_switch", {"next_comm=child"}},
        {13'400'000, 1, 20, 21, "child", "sched:sched_switch", {"prev_state=X ==>"}},
        {14'000'000, 0, 20, 20, "busy", "sched:sched_switch", {"prev_state=Z ==>"}}};
    for (const auto& [name, options] : forms()) {
        BOOST_TEST_CONTEXT(name) {
            compare(script_of(read_story("linux-wakes.story"), options), expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(perf_reads_disk_requests_faults_and_calls_in_every_form) {
    if (!perf_is_there()) return;
    const std::vector<Expected> expected{
        {0, 0, 0, 0, "swapper", "sched:sched_switch", {"next_comm=reader"}},
        {500'000, 0, 100, 100, "reader", "cpu-clock", {}},
        {1'500'000, 0, 100, 100, "reader", "cpu-clock", {}},
        {1'900'000, 0, 100, 100, "reader", "syscalls:sys_enter_pread64", {"fd: 0x00000003"}},
        {2'000'000,
         0,
         100,
         100,
         "reader",
         "block:block_rq_insert",
         {"8,0 RS 65536 () 2048 + 128", "[reader]"}},
        {2'050'000, 0, 100, 100, "reader", "block:block_rq_issue", {"8,0 RS 65536 () 2048 + 128"}},
        {2'100'000, 0, 100, 100, "reader", "sched:sched_switch", {"prev_state=D ==>"}},
        {7'050'000, 0, 0, 0, "swapper", "irq:irq_handler_entry", {"irq=33 name=nvme0q1"}},
        {7'100'000, 0, 0, 0, "swapper", "block:block_rq_complete", {"8,0 RS () 2048 + 128", "[0]"}},
        {7'200'000, 0, 0, 0, "swapper", "sched:sched_waking", {"comm=reader pid=100"}},
        {7'250'000, 0, 0, 0, "swapper", "irq:irq_handler_exit", {"irq=33"}},
        {7'300'000, 0, 0, 0, "swapper", "sched:sched_switch", {"next_comm=reader"}},
        {7'400'000, 0, 100, 100, "reader", "syscalls:sys_exit_pread64", {"0x10000"}},
        {9'000'000,
         0,
         100,
         100,
         "reader",
         "exceptions:page_fault_user",
         {"address=0x7f0000003000 ip=0x400088 error_code=0x4"}},
        {9'050'000, 0, 100, 100, "reader", "block:block_rq_issue", {"8,0 RA 4096 () 4096 + 8"}},
        {9'100'000, 0, 100, 100, "reader", "sched:sched_switch", {"prev_state=D ==>"}},
        {9'350'000, 0, 0, 0, "swapper", "block:block_rq_complete", {"8,0 RA () 4096 + 8"}},
        {9'400'000, 0, 0, 0, "swapper", "sched:sched_waking", {"comm=reader pid=100"}},
        {9'500'000, 0, 0, 0, "swapper", "sched:sched_switch", {"next_comm=reader"}},
        {9'550'000, 0, 100, 100, "reader", "major-faults", {}},
        {12'000'000, 0, 100, 100, "reader", "sched:sched_switch", {"prev_state=S ==>"}},
        {12'500'000, 1, 0, 0, "swapper", "sched:sched_switch", {"next_comm=kworker/0:1"}},
        {13'000'000, 1, 50, 50, "kworker/0:1", "lock:contention_begin", {"1000 (flags=MUTEX)"}},
        {13'200'000, 1, 50, 50, "kworker/0:1", "lock:contention_end", {"(ret=0)"}},
        {15'000'000, 1, 50, 50, "kworker/0:1", "block:block_rq_issue", {"8,0 F", "() 0 + 0 "}},
        {16'000'000, 1, 50, 50, "kworker/0:1", "block:block_rq_complete", {"8,0 F", "() 0 + 0 "}},
        {17'000'000, 1, 50, 50, "kworker/0:1", "sched:sched_switch", {"next_comm=swapper/1"}}};
    for (const auto& [name, options] : forms()) {
        BOOST_TEST_CONTEXT(name) {
            if (options.long_size == 4) continue;  // addresses of the story have 64 bits
            compare(script_of(read_story("linux-disk.story"), options), expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(perf_reads_frames_marks_and_losses_in_every_form) {
    if (!perf_is_there()) return;
    for (const auto& [name, options] : forms()) {
        BOOST_TEST_CONTEXT(name) {
            const TemporaryFile file(perf_file_of(read_story("linux-frames.story"), options));
            std::string said;
            std::vector<std::int64_t> calls, returns;
            std::map<std::string, int> counts;
            for (const Shown& shown : script(file.name(), &said)) {
                ++counts[shown.event];
                if (shown.event == "uprobe:eglSwapBuffers") {
                    calls.push_back(shown.ns);
                    BOOST_TEST(shown.comm == "gears");
                    BOOST_TEST((shown.rest.find("surface=0x11") != std::string::npos));
                }
                if (shown.event == "uprobe:eglSwapBuffers__return") returns.push_back(shown.ns);
                if (shown.event == "dma_fence:dma_fence_wait_start") {
                    BOOST_TEST(shown.rest == "driver=i915 timeline=story context=7 seqno=9");
                }
                if (shown.event == "power:cpu_frequency") {
                    BOOST_TEST(shown.rest == "state=2400000 cpu_id=0");
                }
            }
            constexpr std::int64_t kMs = 1'000'000;
            BOOST_TEST((calls == std::vector<std::int64_t>{5 * kMs, 15 * kMs, 25 * kMs, 75 * kMs,
                                                           85 * kMs}));
            BOOST_TEST(
                (returns == std::vector<std::int64_t>{6 * kMs, 16 * kMs, 26 * kMs, 76 * kMs}));
            BOOST_TEST(counts["uprobe:level_loaded"] == 1);
            BOOST_TEST(counts["dma_fence:dma_fence_wait_end"] == 1);
            BOOST_TEST(counts["drm:drm_vblank_event"] == 2);
            BOOST_TEST(counts["cycles"] == 2);
            BOOST_TEST(counts["power:cpu_frequency"] == 1);
            BOOST_TEST(counts["sched:sched_switch"] == 3);
            BOOST_TEST((said.find("lost 1 chunks") != std::string::npos), said);
        }
    }
}

BOOST_AUTO_TEST_CASE(perf_sched_has_the_run_times_that_the_stories_state) {
    if (!perf_is_there()) return;
    const std::map<std::string, std::map<std::string, std::string>> expected{
        {"linux-wakes.story",
         {{"busy", "12.500"}, {"child", "0.300"}, {"net", "1.950"}, {"rt", "1.500"}}},
        {"reference.story", {{"render", "65.000"}, {"other.exe", "30.000"}}},
        {"c8-lock.story", {{"main", "15.000"}, {"worker", "13.900"}}}};
    for (const auto& [form, options] : forms()) {
        if (options.pipe) continue;  // perf sched of 6.1 reads none
        for (const auto& [story, times] : expected) {
            // The others show that stories of Windows have the same times: one form will do.
            if (form != std::string_view("plain") && story != "linux-wakes.story") continue;
            BOOST_TEST_CONTEXT(form << ", " << story) {
                const TemporaryFile file(perf_file_of(read_story(story), options));
                std::string said;
                BOOST_TEST((run_times(file.name(), said) == times), said);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(perf_shows_stacks_with_the_images_that_they_are_in) {
    if (!perf_is_there()) return;
    const TemporaryFile file(perf_file_of(
        "machine: cpus 1\nwindow: 0 to 9\nprocess a 1\nthread 1 in a\n"
        "image a base 0x400000 size 0x1000 in a path \"/no/such/a\" offset 0x100\n"
        "image b.so base 0x7f0000000000 size 0x1000 in a path \"/no/such/b.so\"\n"
        "at 1 cpu 0: sample 1 stack 0xffffffff81000010 < b.so+0x20 < a+0x30\n"
        "at 2 cpu 0: switch 1 -> idle waiting D old-stack 0xffffffff81000040 < a+0x50"));
    const Result result = run("perf script -f -F comm,event,ip,dso -i " + file.name());
    std::istringstream words(result.output);
    std::vector<std::string> tail;
    for (std::string word; words >> word;) tail.push_back(word);
    const auto has = [&](const std::string& ip, const std::string& image) {
        for (std::size_t i = 0; i + 1 < tail.size(); ++i) {
            if (tail[i] == ip && tail[i + 1].find(image) != std::string::npos) return true;
        }
        return false;
    };
    // Places in the file, which perf finds by the image's base and offset.
    BOOST_TEST(has("20", "/no/such/b.so"), result.output);
    BOOST_TEST(has("130", "/no/such/a"), result.output);
    BOOST_TEST(has("150", "/no/such/a"), result.output);
    BOOST_TEST(has("ffffffff81000010", "("), result.output);
    BOOST_TEST(has("ffffffff81000040", "("), result.output);
}

BOOST_AUTO_TEST_CASE(perf_lists_build_ids_of_both_kinds_of_formats) {
    if (!perf_is_there()) return;
    for (const bool is_old : {false, true}) {
        PerfOptions options;
        options.old_formats = is_old;
        const TemporaryFile file(perf_file_of(read_story("linux-wakes.story"), options));
        const Result result = run(is_old ? "perf buildid-list -f -i " + file.name()
                                         : "perf script -f --show-mmap-events -i " + file.name());
        BOOST_TEST(
            (result.output.find("0123456789abcdef0123456789abcdef01234567") != std::string::npos),
            result.output);
    }
}

BOOST_AUTO_TEST_CASE(zstd_reads_the_stream_of_second_compressed_records) {
    if (!perf::ZstdStream::is_there() || run("zstd --version").status != 0) {
        BOOST_TEST_MESSAGE("skipped: no zstd here");
        return;
    }
    PerfOptions options;
    const std::string text(kEverything);
    const std::size_t plain_size = walk_perf(perf_file_of(text, options)).data_size;
    options.compression = perf::Compression::kZstd2;
    const PerfWalked file = walk_perf(perf_file_of(text, options));
    BOOST_TEST(file.complaint == "");
    std::vector<std::uint8_t> stream;
    std::size_t others = 0;
    for (const PerfRecord& record : file.records) {
        if (record.type != 83) continue;
        const std::uint64_t size = file.number(record.body, 0, 8);
        BOOST_TEST(record.body.size() % 8 == 0u);
        BOOST_TEST(record.body.size() - 8 - size < 8);
        stream.insert(stream.end(), record.body.begin() + 8,
                      record.body.begin() + static_cast<std::ptrdiff_t>(8 + size));
        others += record.body.size() + 8;
    }
    // The stream has no end, as its recorder never knows which piece is the last: an empty last
    // block makes it whole.
    stream.insert(stream.end(), {1, 0, 0});
    const TemporaryFile packed(stream);
    const Result unpacked = run("zstd -dc < " + packed.name() + " | wc -c");
    BOOST_TEST(std::stoull(unpacked.output) == plain_size - (file.data_size - others));
}

BOOST_AUTO_TEST_CASE(perf_has_no_complaint_about_any_story) {
    if (!perf_is_there()) return;
    const std::string tests = std::string(BENCHLAB_TEST_SOURCE_DIR) + "/tests/";
    std::map<std::string, std::string> stories{
        {"everything", std::string(kEverything)},
        {"every clause", read_file(tests + "unit/story/every_clause.story")}};
    for (const auto& entry : std::filesystem::directory_iterator(tests + "story/stories")) {
        const std::string name = entry.path().filename().string();
        const bool is_large = name == "game.story" || name == "f3-dpc-storm.story";
        if (!is_large) stories[name] = read_story(name);
    }
    for (const auto& [name, text] : stories) {
        BOOST_TEST_CONTEXT(name) {
            const std::vector<std::uint8_t> bytes = perf_file_of(text);
            const PerfWalked walked = walk_perf(bytes);
            BOOST_TEST(walked.complaint == "");
            const TemporaryFile file(bytes);
            std::string said;
            BOOST_TEST(script(file.name(), &said).size() == walked.of_type(9).size(), said);
            BOOST_TEST((said.find("failed to") == std::string::npos), said);
            BOOST_TEST(run("perf report --stats -f -i " + file.name()).status == 0);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
