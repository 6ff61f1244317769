// What a window keeps of what it lets go.
#include <boost/test/unit_test.hpp>
#include <perf/record/records.hpp>
#include <perf/record/side_band.hpp>
#include <perf/record/window.hpp>
#include <string>
#include <vector>

namespace perf = benchlab::perf;

namespace {

constexpr std::uint64_t kId = 77;

// The texts of records: "comm 5/6 name", "fork 5/6 of 1", "image 5 at 1000 path".
std::vector<std::string> told(perf::Bytes records) {
    std::vector<std::string> lines;
    perf::for_each_record(records, [&](const perf::RecordHeader& header, perf::Bytes record) {
        const auto u32 = [&](std::size_t at) {
            return std::to_string(perf::load<std::uint32_t>(record.data() + at));
        };
        const auto text = [&](std::size_t at) {
            return std::string(reinterpret_cast<const char*>(record.data()) + at);
        };
        if (header.type == PERF_RECORD_COMM)
            lines.push_back("comm " + u32(8) + "/" + u32(12) + " " + text(16));
        if (header.type == PERF_RECORD_FORK)
            lines.push_back("fork " + u32(8) + "/" + u32(16) + " of " + u32(12));
        if (header.type == PERF_RECORD_MMAP2)
            lines.push_back("image " + u32(8) + " at " +
                            std::to_string(perf::load<std::uint64_t>(record.data() + 16)) + " " +
                            text(72));
        BOOST_TEST(record.size() % 8 == 0u);
        // Time and id in the trailer.
        BOOST_TEST(perf::load<std::uint64_t>(record.data() + record.size() - 24) == 0u);
        BOOST_TEST(perf::load<std::uint64_t>(record.data() + record.size() - 8) == kId);
    });
    return lines;
}

perf::ImageRecord image(std::uint32_t pid, std::uint64_t begin, const char* path) {
    perf::ImageRecord made;
    made.pid = made.tid = pid;
    made.begin = begin;
    made.length = 4096;
    made.path = path;
    return made;
}

std::vector<std::string> state_of(const perf::SideBand& side_band) {
    perf::Blob blob;
    side_band.write(blob);
    return told(blob.bytes());
}

using Lines = std::vector<std::string>;

// An end as the kernel writes it: pid, parent, tid, parent's thread, time, trailer.
void put_exit(perf::Blob& blob, std::uint32_t pid, std::uint32_t tid) {
    blob.put(perf::RecordHeader{PERF_RECORD_EXIT, 0, 64});
    for (const std::uint32_t value : {pid, 1u, tid, 1u}) blob.put(value);
    for (const std::uint64_t value : {5ull, 0ull, 5ull, 0ull, 77ull}) blob.put(value);
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_alive_is_told_again_and_what_ended_is_not) {
    perf::Blob blob;
    perf::RecordWriter writer(blob, kId);
    writer.fork(5, 1, 5, 1);
    writer.name(5, 5, "game");
    writer.image(image(5, 1000, "/opt/game"));
    writer.fork(5, 5, 6, 5);
    writer.name(5, 6, "render");
    writer.fork(9, 1, 9, 1);
    writer.name(9, 9, "short");
    put_exit(blob, 9, 9);
    perf::SideBand side_band;
    side_band.absorb(blob.bytes());
    BOOST_TEST(state_of(side_band) == (Lines{"fork 5/5 of 1", "comm 5/5 game", "fork 5/6 of 5",
                                             "comm 5/6 render", "image 5 at 1000 /opt/game"}),
               boost::test_tools::per_element());
    perf::Blob later;
    put_exit(later, 5, 6);
    side_band.absorb(later.bytes());
    BOOST_TEST(state_of(side_band) ==
                   (Lines{"fork 5/5 of 1", "comm 5/5 game", "image 5 at 1000 /opt/game"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_forked_process_has_its_parents_images_and_name_also_when_that_ends) {
    perf::Blob blob;
    perf::RecordWriter writer(blob, kId);
    writer.name(5, 5, "server");
    writer.image(image(5, 1000, "/opt/server"));
    writer.fork(8, 5, 8, 5);
    put_exit(blob, 5, 5);
    perf::SideBand side_band;
    side_band.absorb(blob.bytes());
    BOOST_TEST(state_of(side_band) ==
                   (Lines{"fork 8/8 of 5", "comm 8/8 server", "image 8 at 1000 /opt/server"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(records_of_several_processors_are_taken_in_the_order_of_their_times) {
    // One processor has the new name, another, whose ring comes later, the fork before it.
    const auto at_time = [](std::uint64_t time_ns, const auto& write) {
        perf::Blob blob;
        perf::RecordWriter writer(blob, kId);
        write(writer);
        blob.set(blob.size() - 24, time_ns);
        return blob;
    };
    const auto parent = at_time(1, [](auto& writer) { writer.name(5, 5, "shell"); });
    const auto fork = at_time(20, [](auto& writer) { writer.fork(8, 5, 8, 5); });
    const auto name = at_time(30, [](auto& writer) { writer.name(8, 8, "game"); });
    const Lines expected = {"comm 5/5 shell", "fork 8/8 of 5", "comm 8/8 game"};
    perf::SideBand one_round;
    one_round.absorb(parent.bytes());
    perf::Blob both;
    both.put_bytes(name.bytes().data(), name.size());
    both.put_bytes(fork.bytes().data(), fork.size());
    one_round.absorb(both.bytes(), 100);
    BOOST_TEST(state_of(one_round) == expected, boost::test_tools::per_element());
    // Or even in the next round, when the first ring was emptied at 15.
    perf::SideBand two_rounds;
    two_rounds.absorb(parent.bytes());
    two_rounds.absorb(name.bytes(), 15);
    two_rounds.absorb(fork.bytes(), 100);
    BOOST_TEST(state_of(two_rounds) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_window_lets_go_of_rounds_that_are_too_old_but_not_of_names) {
    perf::Window window(1000, 1u << 20);
    const auto round_with = [](std::uint32_t pid, const char* name) {
        perf::Blob blob;
        perf::RecordWriter(blob, kId).name(pid, pid, name);
        return blob;
    };
    window.add_round(round_with(1, "one"), 90, 100);
    window.add_round(round_with(2, "two"), 890, 900);
    window.add_round(round_with(3, "three"), 1490, 1500);
    Lines before, rounds;
    window.write([&](perf::Bytes bytes) { before = told(bytes); },
                 [&](perf::Bytes bytes) {
                     for (const std::string& line : told(bytes)) rounds.push_back(line);
                 });
    BOOST_TEST(before == Lines{"comm 1/1 one"}, boost::test_tools::per_element());
    BOOST_TEST(rounds == (Lines{"comm 2/2 two", "comm 3/3 three"}),
               boost::test_tools::per_element());
    BOOST_TEST(!window.shortened());
}

BOOST_AUTO_TEST_CASE(a_window_stays_below_its_memory) {
    perf::Window window(1'000'000, 1000);
    for (std::uint64_t now = 0; now < 100; ++now) {
        perf::Blob blob;
        perf::RecordWriter(blob, kId).name(1, 1, "same");
        window.add_round(std::move(blob), now, now);
    }
    BOOST_TEST(window.bytes() <= 1000u);
    BOOST_TEST(window.shortened());
}

BOOST_AUTO_TEST_CASE(page_faults_that_came_with_the_id_of_another_recorder_are_ours) {
    // Identifier, address of the instruction, thread, time.
    const auto put_sample = [](perf::Blob& blob, std::uint64_t id, std::uint64_t time_ns) {
        blob.put(perf::RecordHeader{PERF_RECORD_SAMPLE, 0, 40});
        for (const std::uint64_t value : {id, std::uint64_t{0}, std::uint64_t{0}, time_ns})
            blob.put(value);
    };
    constexpr std::uint64_t kOurs = 10, kTheirs = 99;
    perf::Event faults;
    faults.attr.sample_type = perf::kUsualSample | PERF_SAMPLE_IP;
    perf::Tally tally;
    tally.learn(std::vector<std::uint64_t>{kOurs}, 0, faults);
    perf::Blob blob;
    blob.put(std::uint64_t{0});  // what came before
    put_sample(blob, kOurs, 5);
    put_sample(blob, kTheirs, 7);
    put_sample(blob, kOurs, 6);
    tally.count(blob.bytes().subspan(8));
    tally.adopt_strangers(blob, 8, kOurs);
    BOOST_TEST(tally.events == 3u);
    BOOST_TEST(tally.of_event[0] == 3u);
    BOOST_TEST(tally.first_ns == 5u);
    BOOST_TEST(tally.last_ns == 7u);
    for (const std::size_t at : {16u, 56u, 96u})
        BOOST_TEST(perf::load<std::uint64_t>(blob.bytes().data() + at) == kOurs);
}
