// Why frames were slow: stories, written as trace files of both systems, and the parts that their
// own comments work out by hand.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "etl/reader.hpp"
#include "explain/beside.hpp"
#include "explain/compute.hpp"
#include "explain/drivers.hpp"
#include "explain/sentence.hpp"
#include "perf/reader.hpp"
#include "store/test_store.hpp"
#include "story/etl/etl_writer.hpp"
#include "story/perf/perf_writer.hpp"
#include "trace_reading.hpp"
#include "two_cpus.hpp"
#include "waits/compute.hpp"

using namespace benchlab;
using namespace benchlab::test;
using namespace benchlab::analyzers;
using namespace benchlab::analyzers::explain;

namespace {

struct Explained {
    std::unique_ptr<store::Store> store;
    Findings found;

    // "thread|did|by" of a frame, with its time in us.
    std::map<std::string, std::int64_t> parts(std::size_t frame) const {
        const Store view(store->abi());
        const Names names(view);
        const Words words(view, names);
        std::map<std::string, std::int64_t> out;
        for (const Sum& sum : found.explained.at(frame).sums) {
            const Row thread = found.explained[frame].chain.links[sum.link].thread;
            out[names.thread(thread) + "|" + name_of(sum.did) + "|" + words.by(sum.by)] +=
                sum.time_ns / 1000;
        }
        return out;
    }
    // The cause in words.
    std::string said(std::size_t frame) const {
        const Store view(store->abi());
        const Names names(view);
        const Sentence sentence = Words(view, names).cause(found.explained.at(frame));
        std::string out = sentence.text;
        for (std::size_t i = 0; i < sentence.args.size(); ++i) {
            const bl_arg arg = sentence.args[i].to_abi();
            const std::string from = "{" + std::to_string(i) + "}";
            out.replace(out.find(from), from.size(),
                        arg.type == BL_VALUE_TEXT ? std::string(arg.text, arg.text_len)
                                                  : std::to_string(arg.u64));
        }
        return out;
    }
};

Explained explained(std::unique_ptr<store::Store> store, const Options& options) {
    BOOST_TEST_REQUIRE(store != nullptr);
    Explained out;
    const Store view(store->abi());
    out.found = compute(view, {0, store->duration_ns() + 1}, {}, options);
    out.store = std::move(store);
    return out;
}

enum class Form { kWindows64, kWindows32, kLinux };

// Calls check(what was found) for the story as a file of each form.
void in_every_form(const std::string& name, const Options& options,
                   const std::function<void(const Explained&, Form)>& check) {
    std::ifstream in(std::string(BENCHLAB_TEST_SOURCE_DIR) + "/tests/story/stories/" + name +
                     ".story");
    std::ostringstream text;
    text << in.rdbuf();
    const story::Story told = story::parse_story(text.str());
    const std::string file =
        std::string(BENCHLAB_TEST_BINARY_DIR) + "/tests/unit/analyzers/explain-" + name;
    for (const Form form : {Form::kWindows64, Form::kWindows32, Form::kLinux}) {
        BOOST_TEST_CONTEXT(name << ", form " << static_cast<int>(form)) {
            story::FileOutput output(file);
            story::EtlOptions etl;
            etl.pointer_size = form == Form::kWindows32 ? 4 : 8;
            if (form == Form::kLinux) {
                story::perf::write_perf(told, {}, output);
            } else {
                story::write_etl(told, etl, output);
            }
            output.close();
            const bl_reader& reader = form == Form::kLinux ? perf::kReader : etl::kReader;
            check(explained(read_with(reader, file), options), form);
        }
    }
}

using Parts = std::map<std::string, std::int64_t>;

void check_parts(const Explained& all, std::size_t frame, const Parts& expected) {
    const Parts parts = all.parts(frame);
    for (const auto& [key, time] : expected) {
        BOOST_TEST_CONTEXT(key) {
            const auto found = parts.find(key);
            BOOST_TEST_REQUIRE((found != parts.end()));
            BOOST_TEST(found->second == time);
        }
    }
    std::int64_t sum = 0;
    for (const Sum& each : all.found.explained[frame].sums) sum += each.time_ns;
    BOOST_TEST(sum == all.found.explained[frame].length_ns);
    BOOST_TEST(parts.size() == expected.size());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(explain)

BOOST_AUTO_TEST_CASE(a_worker_that_lost_its_cpu_is_the_root) {
    in_every_form("f1-preempted-worker", {}, [](const Explained& all, Form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
        BOOST_TEST(all.found.explained[0].number == 5u);
        check_parts(all, 0,
                    {{"render (101)|running|", 5000},
                     {"worker (102)|running|", 3000},
                     {"worker (102)|ready|hog.exe (200) hog (201)", 12000}});
        BOOST_TEST(all.said(0) ==
                   "render (101) waited for worker (102), which was ready to run, but hog.exe "
                   "(200) hog (201) had its CPU");
        BOOST_TEST_REQUIRE(all.found.causes.size() == 1u);
        BOOST_TEST(all.found.causes[0].excess_ns == 12'000'000);
    });
}

BOOST_AUTO_TEST_CASE(a_slow_frame_alone_in_the_window_is_told_by_those_beside_it) {
    in_every_form("f1-preempted-worker", {}, [](const Explained& all, Form) {
        const SlowFrame& whole = all.found.explained.at(0);
        const Window window{whole.begin, whole.begin + whole.length_ns};
        const Findings cut = compute(Store(all.store->abi()), window, {}, {});
        BOOST_TEST(cut.frames == 1u);
        BOOST_TEST(cut.slow == 1u);
        BOOST_TEST(cut.normal == all.found.normal);
        BOOST_TEST_REQUIRE(cut.explained.size() == 1u);
        BOOST_TEST(cut.explained[0].number == 1u);
        BOOST_TEST(cut.explained[0].excess_ns == whole.excess_ns);
        BOOST_TEST(cut.explained[0].around_ns == whole.around_ns);
    });
}

BOOST_AUTO_TEST_CASE(what_normal_frames_have_as_well_is_not_blamed) {
    in_every_form("f1-twin", {.explain = 10, .slower = 1.2}, [](const Explained& all, Form form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
        const std::string file =
            form == Form::kLinux ? "" : "C:\\game\\save.dat";  // Linux tells no file of a request
        check_parts(all, 0,
                    {{"render (101)|running|", 7000},
                     {"worker (102)|running|", 2000},
                     {"worker (102)|ready|hog.exe (200) hog (201)", 12000},
                     {"render (101)|disk|" + file, 9000}});
        BOOST_TEST(all.said(0) == (form == Form::kLinux
                                       ? "render (101) waited for the disk"
                                       : "render (101) waited for the disk, for " + file));
        BOOST_TEST(all.found.causes[0].excess_ns == 9'000'000);
        BOOST_TEST(all.found.causes[0].usual_ns == 0.0);
    });
}

BOOST_AUTO_TEST_CASE(a_frame_that_spins_is_told_by_its_samples) {
    in_every_form("f5-spinning", {}, [](const Explained& all, Form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
        check_parts(all, 0, {{"render (101)|running|", 10000}});
        BOOST_TEST_REQUIRE(all.found.explained[0].ran.has_value());
        BOOST_TEST(all.found.explained[0].ran->in_function == 8u);
        BOOST_TEST(all.found.explained[0].ran->samples == 10u);
        BOOST_TEST(all.said(0) == "render (101) ran, in 8 of 10 samples in game.exe+0x500");
    });
}

BOOST_AUTO_TEST_CASE(samples_all_over_a_module_are_told_by_it) {
    in_every_form("f11-messages", {}, [](const Explained& all, Form form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
        check_parts(all, 0, {{"main (101)|running|", 20000}});
        if (form == Form::kLinux) return;  // no such module there
        BOOST_TEST(all.said(0) == "main (101) ran, in 12 of 20 samples in win32kfull.sys");
    });
}

BOOST_AUTO_TEST_CASE(a_chain_crosses_processes) {
    in_every_form("f10-scanner", {}, [](const Explained& all, Form form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
        const std::string file = form == Form::kLinux ? "" : "C:\\game\\big.pak";
        check_parts(all, 0,
                    {{"render (101)|running|", 5000},
                     {"scan (301)|ready|idle", 400},
                     {"scan (301)|running|", 1600},
                     {"scan (301)|disk|" + file, 273000}});
        const std::string words =
            "render (101) waited for av.exe (300) scan (301), which waited for the disk";
        BOOST_TEST(all.said(0) == (form == Form::kLinux ? words : words + ", for " + file));
    });
}

BOOST_AUTO_TEST_CASE(each_kind_of_root_is_told) {
    in_every_form(
        "explain-roots", {.explain = 100, .slower = 0}, [](const Explained& all, Form form) {
            BOOST_TEST_REQUIRE(all.found.explained.size() == 10u);
            const bool linux_form = form == Form::kLinux;
            const std::string file = linux_form ? "" : "C:\\game\\level.pak";
            check_parts(
                all, 4,
                {{"render (101)|running|", 3000}, {"render (101)|hard fault|" + file, 7000}});
            check_parts(
                all, 8,
                {{"render (101)|running|", 5000},
                 {std::string("render (101)|waiting|") + (linux_form ? "S" : "WrQueue"), 5000}});
            check_parts(all, 9,
                        {{"render (101)|running|", 2000},
                         {"worker (102)|ready|idle", 500},
                         {"worker (102)|running|", 1500},
                         {"helper (103)|running|", 2000},
                         {"helper (103)|hard fault|" + file, 4000}});
            // Interrupts are by drivers on Windows, and by their own names on Linux.
            if (linux_form) return;
            check_parts(all, 5,
                        {{"render (101)|running|", 3900},
                         {"render (101)|interrupted|ntoskrnl.exe", 100},
                         {"render (101)|timer|", 6000}});
            check_parts(all, 6,
                        {{"render (101)|running|", 6800},
                         {"render (101)|interrupted|net.sys", 200},
                         {"render (101)|wait for interrupt|net.sys", 3000}});
            check_parts(all, 7,
                        {{"render (101)|running|", 6000},
                         {"render (101)|interrupted|gpu.sys", 3000},
                         {"render (101)|interrupted|net.sys", 1000}});
            const std::string classes[] = {"CPU bound", "CPU bound", "CPU bound", "CPU bound",
                                           "disk",      "waiting",   "CPU bound", "drivers",
                                           "mixed",     "waiting"};
            for (std::size_t i = 0; i < 10; ++i)
                BOOST_TEST(all.found.explained[i].rough_class == classes[i]);
            // 5 ms of 80 that nobody ended.
            BOOST_TEST(all.found.untold_share == 5.0 / 80, boost::test_tools::tolerance(1e-12));
            BOOST_TEST(all.said(5) == "render (101) slept until a timer woke it");
            BOOST_TEST(all.said(6) == "render (101) waited until net.sys woke it");
        });
}

BOOST_AUTO_TEST_CASE(neighbours_tell_what_is_usual_and_drivers_what_a_ready_thread_waits_for) {
    in_every_form("f-blame", {}, [](const Explained& all, Form form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 2u);
        const SlowFrame& hogged = all.found.explained[0];
        BOOST_TEST(all.said(0) ==
                   "render (101) was ready to run, but hog.exe (200) hog (201) had its CPU");
        BOOST_TEST(hogged.cause_ns == 6'000'000);
        BOOST_TEST(hogged.excess_ns == 6'000'000);
        if (form == Form::kLinux) return;  // interrupts have names there, and no drivers
        check_parts(all, 1,
                    {{"render (101)|running|", 9000},
                     {"render (101)|timer|", 1000},
                     {"render (101)|ready|ndis.sys", 12000},
                     {"render (101)|ready|idle", 2000},
                     {"render (101)|ready|other.exe (300) pool (301)", 2000},
                     {"render (101)|ready|other.exe (300) pool (304)", 4000}});
        BOOST_TEST(all.said(1) ==
                   "render (101) was ready to run, but ndis.sys had interrupted its CPU");
        BOOST_TEST(all.found.explained[1].cause_ns == 12'000'000);
    });
}

// Eight threads of one name preempt it for 3 ms each: 24 ms are one cause.
BOOST_AUTO_TEST_CASE(a_cause_is_all_that_has_the_same_names) {
    TestRecording made;
    made.process(0, 100, "game.exe");
    made.process(0, 200, "other.exe");
    made.thread(0, 101, 100, "render");
    for (std::uint32_t i = 0; i < 8; ++i) made.thread(0, 201 + i, 200, "pool");
    made.cswitch(0, 0, 0, 101);
    const auto present = [&](std::int64_t ms) {
        made.row("present", {{"begin", Time(ms * 1'000'000)},
                             {"end", Time(ms * 1'000'000 + 1)},
                             {"thread", Tid(101)},
                             {"swap_chain", n(1)}});
    };
    for (int i = 0; i <= 10; ++i) present(i * 10);
    std::uint32_t before = 101;
    for (std::uint32_t i = 0; i < 8; ++i) {
        made.cswitch((105 + 3 * i) * 1'000'000, 0, before, 201 + i,
                     i == 0 ? BL_STATE_RUNNABLE : BL_STATE_WAITING);
        before = 201 + i;
    }
    made.cswitch(129 * 1'000'000, 0, before, 101);
    present(134);
    const Explained all = explained(made.freeze(), {});
    BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
    BOOST_TEST(all.found.explained[0].cause_ns == 24'000'000);
    BOOST_TEST(all.found.explained[0].cause_sums == 8u);
    BOOST_TEST_REQUIRE(all.found.causes.size() == 1u);
    BOOST_TEST(all.found.causes[0].time_ns == 24'000'000);
    BOOST_TEST(all.found.causes[0].excess_ns == 24'000'000);
}

BOOST_AUTO_TEST_CASE(a_timer_is_late_by_what_it_was_set_for) {
    in_every_form("f6-timer", {}, [](const Explained& all, Form form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
        BOOST_TEST(all.found.explained[0].number == 20u);
        BOOST_TEST(all.found.explained[0].length_ns == 46'875'000);
        check_parts(all, 0,
                    {{"main (101)|timer|", 31250},
                     {"main (101)|ready|idle", 100},
                     {"main (101)|running|", 15525}});
        BOOST_TEST(all.said(0) == (form == Form::kLinux
                                       ? "main (101) slept until a timer woke it, 21250000 later "
                                         "than it was set for"
                                       : "main (101) slept until a timer woke it"));
        const std::int64_t late = form == Form::kLinux ? 21'250'000 : kNotTold;
        for (const Sum& sum : all.found.explained[0].sums)
            BOOST_TEST(sum.late_ns == (sum.did == Did::kTimer ? late : kNotTold));
        const auto waited = analyzers::waits::compute(Store(all.store->abi()),
                                                      {0, all.store->duration_ns() + 1}, {}, {});
        BOOST_TEST(waited.timers.waits.count == 41u);
        BOOST_TEST(waited.timers.waits.total_ns == 656'250'000);
        BOOST_TEST(waited.timers.on_ticks);
        BOOST_TEST(waited.timers.late.count == (form == Form::kLinux ? 41u : 0u));
        if (form != Form::kLinux) return;
        BOOST_TEST(waited.timers.late.total_ns == 246'250'000);
        BOOST_TEST(waited.timers.late.p50_ns == 5'625'000.0);
        BOOST_TEST(waited.timers.late.max_ns == 21'250'000);
    });
}

BOOST_AUTO_TEST_CASE(what_interrupts_a_timer_wakes_by_itself) {
    in_every_form("timer-interrupted", {}, [](const Explained& all, Form form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
        BOOST_TEST(all.found.explained[0].number == 20u);
        const std::string driver = form == Form::kLinux ? "eth0" : "net.sys";
        check_parts(all, 0,
                    {{"main (101)|running|", 9900},
                     {"main (101)|ready|idle", 200},
                     {"main (101)|wait for interrupt|" + driver, 29900}});
    });
}

BOOST_AUTO_TEST_CASE(what_goes_with_slow_frames_is_a_hint) {
    in_every_form("f15-paging", {}, [](const Explained& all, Form form) {
        if (form == Form::kLinux) return;  // no form for packets there
        BOOST_TEST(all.found.slow == 20u);
        BOOST_TEST_REQUIRE(all.found.company.size() == 1u);
        const Company& paging = all.found.company[0];
        BOOST_TEST(paging.what == std::string("paging by the GPU"));
        BOOST_TEST(paging.slow_with == 18u);
        BOOST_TEST(paging.slow == 20u);
        BOOST_TEST(paging.normal_with == 1u);
        BOOST_TEST(paging.normal == 200u);
        BOOST_TEST(paging.is_telling());
        BOOST_TEST_REQUIRE(all.found.causes.size() == 1u);
        BOOST_TEST((all.found.causes[0].key.did == Did::kRunning));
    });
}

BOOST_AUTO_TEST_CASE(shaders_are_compiled_where_it_stutters) {
    in_every_form("shader-stutters", {}, [](const Explained& all, Form form) {
        if (form == Form::kLinux) return;  // no form for compilers there
        BOOST_TEST(all.found.slow == 10u);
        BOOST_TEST_REQUIRE(all.found.company.size() == 1u);
        const Company& compiling = all.found.company[0];
        BOOST_TEST(compiling.what == std::string("compiling of shaders"));
        BOOST_TEST(compiling.slow_with == 8u);
        BOOST_TEST(compiling.normal_with == 2u);
        BOOST_TEST(compiling.normal == 100u);
        BOOST_TEST(compiling.is_telling());
    });
}

struct ToldEvent {
    std::string lane, kind, label;
    std::int64_t begin_us, end_us;
    auto operator<=>(const ToldEvent&) const = default;
};
std::ostream& operator<<(std::ostream& out, const ToldEvent& of) {
    return out << of.lane << "|" << of.kind << "|" << of.label << "|" << of.begin_us << "|"
               << of.end_us;
}
std::vector<ToldEvent> told(const Happened& what) {
    std::vector<ToldEvent> out;
    for (const Event& each : what.events) {
        out.push_back(
            {what.lanes.at(each.lane), each.kind, each.label, each.begin / 1000, each.end / 1000});
    }
    return out;
}
void check_told(const Happened& what, const std::vector<ToldEvent>& expected) {
    const std::vector<ToldEvent> found = told(what);
    BOOST_TEST(found == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(presents_screen_gpu_interrupts_and_disks_stand_beside_the_chain) {
    in_every_form("explain-beside", {}, [](const Explained& all, Form form) {
        BOOST_TEST_REQUIRE(all.found.explained.size() == 1u);
        const SlowFrame& frame = all.found.explained[0];
        BOOST_TEST(frame.number == 10u);
        const std::string mode = ", Hardware: Legacy Flip";
        if (form == Form::kLinux) {  // no form for the screen and the GPU there
            BOOST_TEST_REQUIRE(frame.beside.lanes.size() > 0u);
            BOOST_TEST(frame.beside.lanes[0] == "Present");
            BOOST_TEST(frame.beside.events[1].label == "frame 10");
            return;
        }
        check_told(frame.beside, {{"Present", "Present", "frame 9" + mode, 99'000, 99'200},
                                  {"Present", "Present", "frame 10" + mode, 139'000, 139'200},
                                  {"Screen", "on screen", "frame 8", 92'000, 102'000},
                                  {"Screen", "on screen", "frame 9", 102'000, 142'000},
                                  {"GPU 3D", "GPU work", "game.exe (100)", 100'500, 104'500},
                                  {"GPU copy 1", "GPU paging", "other.exe (200)", 105'500, 115'500},
                                  {"CPU 0", "DPC", "net.sys", 110'000, 116'000},
                                  {"CPU 1", "DPC", "net.sys", 102'000, 102'050},
                                  {"disk 0", "read", "C:\\game\\level.pak", 120'000, 125'000}});
        BOOST_TEST_REQUIRE(frame.beside.shown.size() == 1u);
        BOOST_TEST((frame.beside.shown[0] == std::pair<std::size_t, std::size_t>(0, 3)));
        BOOST_TEST(frame.beside.left_out == 0u);
    });
}

BOOST_AUTO_TEST_CASE(drivers_are_held_against_what_they_have_of_normal_frames) {
    in_every_form("explain-beside", {}, [](const Explained& all, Form form) {
        if (form == Form::kLinux) return;  // interrupts have names there, and no drivers
        const DriverUses& uses = all.found.drivers;
        BOOST_TEST(uses.slow == 1u);
        BOOST_TEST(uses.normal == 15u);
        BOOST_TEST_REQUIRE(uses.drivers.size() == 1u);
        const DriverUse& net = uses.drivers[0];
        BOOST_TEST(net.driver == "net.sys");
        BOOST_TEST(net.slow_ns == 6'050'000);
        BOOST_TEST(net.normal_ns == 15 * 50'000);
        BOOST_TEST(net.taken_ns == 6'000'000);
        BOOST_TEST(net.longest_ns == 6'000'000);
        const auto close = boost::test_tools::tolerance(1e-12);
        BOOST_TEST(uses.slow_share(net) == 0.15125, close);
        BOOST_TEST(uses.normal_share(net) == 0.005, close);
        BOOST_TEST(!uses.is_telling(net));  // one slow frame is no habit
    });
}

// Frames of a log, told by no present: the log has the calls and the screen.
BOOST_AUTO_TEST_CASE(a_log_tells_of_presents_and_screen_too) {
    TestRecording made;
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100, "render");
    made.cswitch(0, 0, 0, 101);
    constexpr double kMs = 1e6;
    const auto logged = [&](std::int64_t ms, std::int64_t shown, double until, double stayed) {
        made.row("frame_log", {{"time", Time(ms * 1'000'000)},
                               {"process", Pid(100)},
                               {"application", std::string("game.exe")},
                               {"between_presents", 10 * kMs},
                               {"shown", n(shown)},
                               {"in_present", 0.5 * kMs},
                               {"until_displayed", until},
                               {"displayed_time", stayed}});
    };
    logged(10, 1, 4 * kMs, 11 * kMs);
    logged(20, 0, 9 * kMs, 0);       // was not shown, whatever is logged
    logged(30, 1, 5 * kMs, 0);       // until the next one
    logged(40, 1, std::nan(""), 0);  // when is not told
    logged(50, 1, 6 * kMs, 10 * kMs);
    const auto store = made.freeze();
    const Store view(store->abi());
    const Names names(view);
    const Chains chains(view);
    const benchlab::analyzers::Frames frames(view);
    std::vector<Row> rows;
    std::map<Row, std::size_t> numbers;
    for (const Row row : frames.table.rows()) {
        rows.push_back(row);
        if (row != 2) numbers.emplace(row, row + 1);
    }
    const Beside beside(view, names, chains, frames, rows, numbers);
    check_told(beside.during({0, 100'000'000}),
               {{"Present", "Present", "frame 1", 10'000, 10'500},
                {"Present", "Present", "frame 2", 20'000, 20'500},
                {"Present", "Present", "generated frame", 30'000, 30'500},
                {"Present", "Present", "frame 4", 40'000, 40'500},
                {"Present", "Present", "frame 5", 50'000, 50'500},
                {"Screen", "on screen", "frame 1", 14'000, 25'000},
                {"Screen", "on screen", "generated frame", 35'000, 56'000},
                {"Screen", "on screen", "frame 5", 56'000, 66'000}});
    // What ends where it begins, and the call that begins where it ends.
    check_told(beside.during({25'000'000, 30'000'000}),
               {{"Present", "Present", "generated frame", 30'000, 30'500}});
}

BOOST_AUTO_TEST_CASE(of_too_many_events_the_longest_are_kept) {
    TestRecording made;
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100, "render");
    made.cswitch(0, 0, 0, 101);
    for (std::int64_t i = 0; i < 500; ++i) {
        made.row("dpc_isr", {{"begin", Time(1000 * i)},
                             {"end", Time(1000 * i + 100 + i)},
                             {"cpu", n(0)},
                             {"kind", n(BL_DPC_ISR_KIND_DPC)}});
    }
    for (const std::int64_t at : {0, 600'000}) {
        made.row("present", {{"begin", Time(at)},
                             {"end", Time(at + 1)},
                             {"thread", Tid(101)},
                             {"swap_chain", n(1)}});
    }
    const auto store = made.freeze();
    const Store view(store->abi());
    const Names names(view);
    const Chains chains(view);
    const benchlab::analyzers::Frames frames(view);
    const Happened what = Beside(view, names, chains, frames, {0}, {}).during({0, 600'000});
    BOOST_TEST(what.left_out == 300u);
    const std::vector<ToldEvent> events = told(what);
    std::size_t interrupts = 0;
    for (const Event& each : what.events) {
        if (what.lanes[each.lane] != "CPU 0") continue;
        ++interrupts;
        BOOST_TEST(each.end - each.begin >= 400);
    }
    BOOST_TEST(interrupts == 200u);
    BOOST_TEST(events.front().label == "before the first frame");
}

BOOST_AUTO_TEST_CASE(each_thing_that_a_thread_does_has_a_name) {
    BOOST_TEST(name_of(Did::kUnknown) == std::string("unknown"));
    BOOST_TEST(name_of(Did::kNotBegun) == std::string("not begun"));
    BOOST_TEST(name_of(Did::kNotFollowed) == std::string("not followed"));
}

BOOST_AUTO_TEST_CASE(parts_are_the_time_also_where_threads_contradict_each_other) {
    // Each is said to have woken the other, from a wait that they had at the same time.
    TestRecording made(ends_at_1000());
    made.process(0, 100, "game.exe");
    made.thread(0, 101, 100, "render");
    made.thread(0, 102, 100, "worker");
    made.cswitch(0, 0, 0, 101);
    made.cswitch(0, 1, 0, 102);
    made.cswitch(100, 0, 101, 0, BL_STATE_WAITING, "Lock");
    made.cswitch(100, 1, 102, 0, BL_STATE_WAITING, "Lock");
    const auto wake = [&](std::int64_t time, std::uint32_t of, std::uint32_t by) {
        made.row("ready", {{"time", Time(time)},
                           {"cpu", n(0)},
                           {"thread", Tid(of)},
                           {"waker_thread", Tid(by)},
                           {"source", n(BL_READY_SOURCE_THREAD)}});
    };
    wake(500, 101, 102);
    wake(500, 102, 101);
    made.cswitch(500, 0, 0, 101);
    made.cswitch(500, 1, 0, 102);
    const auto store = made.freeze();
    const Store view(store->abi());
    const Chain chain = Chains(view).follow(1, {0, 1000});
    std::int64_t sum = 0;
    for (const Part& part : chain.parts) sum += part.length_ns();
    BOOST_TEST(sum == 1000);
    BOOST_TEST(chain.running_ns == 600);
    BOOST_TEST(chain.waiting_ns == 400);
}

BOOST_AUTO_TEST_SUITE_END()
