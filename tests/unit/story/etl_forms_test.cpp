// Every form of file holds the same story: the walker finds every buffer and event in order,
// and each kind of event as often as in the plain file.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

#include "told.hpp"

namespace {

using namespace benchlab::story;
using namespace benchlab::story_test;

using Counts = std::map<std::tuple<std::uint32_t, unsigned, unsigned>, std::size_t>;

Counts counts(const Walked& file) {
    Counts out;
    for (const WalkedEvent& event : file.events) ++out[{event.provider, event.group, event.type}];
    return out;
}

// What must hold for each CPU in a file that has not wrapped.
void check_order(const Walked& file) {
    std::map<std::uint32_t, std::int64_t> sequence, ticks;
    for (std::size_t i = 1; i < file.buffers.size(); ++i) {
        const WalkedBuffer& buffer = file.buffers[i];
        BOOST_TEST(buffer.sequence == sequence[buffer.cpu] + 1);
        sequence[buffer.cpu] = buffer.sequence;
    }
    for (const WalkedEvent& event : file.events) {
        if (event.buffer == 0) continue;
        BOOST_TEST(event.ticks >= ticks[event.cpu]);
        ticks[event.cpu] = event.ticks;
    }
}

EtlOptions with(const std::function<void(EtlOptions&)>& change) {
    EtlOptions options;
    change(options);
    return options;
}

const std::map<std::string, EtlOptions>& forms() {
    static const std::map<std::string, EtlOptions> kForms{
        {"32-bit", with([](EtlOptions& o) { o.pointer_size = 4; })},
        {"system", with([](EtlOptions& o) { o.header = Header::kSystem; })},
        {"compact", with([](EtlOptions& o) { o.header = Header::kCompact; })},
        {"perfinfo", with([](EtlOptions& o) { o.header = Header::kPerfInfo; })},
        {"full", with([](EtlOptions& o) { o.header = Header::kFull; })},
        {"instance", with([](EtlOptions& o) { o.header = Header::kInstance; })},
        {"32-bit full", with([](EtlOptions& o) { o.header = Header::kFull, o.pointer_size = 4; })},
        {"system clock", with([](EtlOptions& o) { o.clock = Clock::kSystem; })},
        {"cycles", with([](EtlOptions& o) { o.clock = Clock::kTsc; })},
        {"xpress", with([](EtlOptions& o) { o.compression = Compression::kXpress; })},
        {"lznt1", with([](EtlOptions& o) { o.compression = Compression::kLznt1; })},
        {"huffman", with([](EtlOptions& o) { o.compression = Compression::kHuffman; })},
        {"large", with([](EtlOptions& o) {
             o.compression = Compression::kHuffman, o.buffer_size = 1 << 20;
         })},
        {"small", with([](EtlOptions& o) { o.buffer_size = 1024; })},
        {"circular", with([](EtlOptions& o) { o.circular = true; })},
        {"72 CPUs", with([](EtlOptions& o) { o.cpus = 72; })},
        {"one byte", with([](EtlOptions& o) { o.one_byte_processor = true; })},
        {"counters", with([](EtlOptions& o) { o.counters = 2; })},
        {"user first", with([](EtlOptions& o) { o.user_half_first = true; })},
        {"identity first", with([](EtlOptions& o) { o.identity_first = true; })},
        {"flushed", with([](EtlOptions& o) { o.flush_every_ns = 100'000'000; })},
        {"never closed", with([](EtlOptions& o) { o.never_closed = true; })},
        {"old versions", with([](EtlOptions& o) { o.versions = {1, 1, 0, 2, 2, 2}; })}};
    return kForms;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(story_etl_forms)

BOOST_AUTO_TEST_CASE(every_form_walks_cleanly_and_has_the_same_events) {
    const Walked plain = walked(kEverything);
    BOOST_REQUIRE_EQUAL(plain.complaint, "");
    check_order(plain);
    Counts expected = counts(plain);
    for (const auto& [name, options] : forms()) {
        BOOST_TEST_CONTEXT(name) {
            const Walked file = walked(kEverything, options);
            BOOST_TEST(file.complaint == "");
            check_order(file);
            Counts found = counts(file);
            if (name == "old versions") {  // names of threads are events of their own there
                BOOST_TEST((found.erase({0, 0x05, 0x48}) == 1));
            }
            BOOST_TEST((found == expected));
            BOOST_TEST(file.header.buffers == (options.never_closed ? 0 : file.buffers.size()));
            BOOST_TEST((file.header.end == 0) == options.never_closed);
            BOOST_TEST(file.header.pointer == static_cast<unsigned>(options.pointer_size));
        }
    }
}

BOOST_AUTO_TEST_CASE(headers_are_of_the_kind_that_was_asked_for) {
    const auto types = [](const EtlOptions& options) {
        std::set<unsigned> out;
        const Walked file = walked(kEverything, options);
        for (const WalkedEvent& event : file.events) {
            const bool first = event.buffer == 0;
            if (!first && event.provider == 0) out.insert(event.header);
        }
        return out;
    };
    BOOST_TEST((types(forms().at("system")) == std::set<unsigned>{2}));
    BOOST_TEST((types(forms().at("compact")) == std::set<unsigned>{4}));
    BOOST_TEST((types(forms().at("perfinfo")) == std::set<unsigned>{17}));
    BOOST_TEST((types(forms().at("full")) == std::set<unsigned>{20}));
    BOOST_TEST((types(forms().at("instance")) == std::set<unsigned>{21}));
    BOOST_TEST((types(forms().at("32-bit full")) == std::set<unsigned>{10}));
    BOOST_TEST((types({}) == std::set<unsigned>{2, 17}));
    BOOST_TEST((types(forms().at("32-bit")) == std::set<unsigned>{1, 16}));
}

BOOST_AUTO_TEST_CASE(compressed_buffers_hold_what_the_plain_ones_hold) {
    for (const char* name : {"xpress", "lznt1", "huffman"}) {
        BOOST_TEST_CONTEXT(name) {
            const Walked plain = walked(kEverything);
            const Walked file = walked(kEverything, forms().at(name));
            BOOST_REQUIRE(file.buffers.size() == plain.buffers.size());
            std::size_t stored = 0;
            for (std::size_t i = 1; i < file.buffers.size(); ++i) {
                BOOST_TEST((file.buffers[i].body == plain.buffers[i].body));
                BOOST_TEST((file.buffers[i].flags & 0x40) == 0x40u);
                stored += file.buffers[i].stored;
            }
            BOOST_TEST(stored < (plain.buffers.size() - 1) * 65536 / 2);
            // The first buffer stays plain and shrinks; the header still says 65536.
            BOOST_TEST((file.buffers[0].flags & 0x40) == 0u);
            BOOST_TEST(file.buffers[0].stored <= 1024u);
            BOOST_TEST(file.header.buffer_size == 65536u);
            BOOST_TEST((file.header.mode & 0x04000000) != 0u);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_wrapped_ring_has_its_oldest_buffer_in_the_middle) {
    EtlOptions options;
    options.buffer_size = 4096;
    const Walked whole = walked(kEverything, options);
    options.circular = options.wrap = true;
    const Walked ring = walked(kEverything, options);
    BOOST_REQUIRE_EQUAL(ring.complaint, "");
    const std::size_t flushed = whole.buffers.size() - 1;
    BOOST_TEST(ring.buffers.size() - 1 == flushed * 3 / 4);
    BOOST_TEST(ring.header.buffers == ring.buffers.size());
    BOOST_TEST((ring.header.mode & 2) == 2u);
    // Those that are left are the newest of the whole file, bytes and all.
    std::map<std::pair<std::uint32_t, std::int64_t>, const WalkedBuffer*> all;
    for (const WalkedBuffer& buffer : whole.buffers) all[{buffer.cpu, buffer.sequence}] = &buffer;
    bool down = false;
    std::map<std::uint32_t, std::int64_t> last;
    for (std::size_t i = 1; i < ring.buffers.size(); ++i) {
        const WalkedBuffer& buffer = ring.buffers[i];
        BOOST_TEST((all.at({buffer.cpu, buffer.sequence})->body == buffer.body));
        down = down || buffer.sequence < last[buffer.cpu];
        last[buffer.cpu] = buffer.sequence;
    }
    BOOST_TEST(down);
}

BOOST_AUTO_TEST_CASE(buffers_can_be_flushed_before_they_are_full) {
    // Both CPUs have events in each tenth of the second, so 10 buffers each and the last flush.
    const Walked file = walked(kEverything, forms().at("flushed"));
    BOOST_TEST(file.buffers.size() >= 1u + 18u);
    BOOST_TEST(file.buffers.size() <= 1u + 22u);
    std::int64_t last_end = 0;
    for (const WalkedEvent& event : file.events) {
        // No buffer holds what came 100 ms before the end of the one before it.
        BOOST_TEST(file.ns(event) >= last_end - 200'000'000);
        last_end = std::max(last_end, file.ns(event));
    }
}

BOOST_AUTO_TEST_CASE(cpus_are_spread_over_as_many_as_were_asked_for) {
    EtlOptions options;
    options.cpus = 600;  // 2 CPUs of the story: 0 and 1 x 600 / 2
    const Walked file = walked(kEverything, options);
    BOOST_TEST(file.complaint == "");
    std::set<std::uint32_t> cpus;
    for (const WalkedBuffer& buffer : file.buffers) cpus.insert(buffer.cpu);
    BOOST_TEST((cpus == std::set<std::uint32_t>{0, 300}));
    BOOST_TEST(file.header.cpus == 600u);
}

BOOST_AUTO_TEST_CASE(a_file_can_be_told_again_until_it_has_a_size) {
    EtlOptions options;
    options.repeat_to_bytes = 3 << 20;
    const Walked file = walked(kEverything, options);
    BOOST_TEST(file.complaint == "");
    check_order(file);
    std::size_t size = 0;
    for (const WalkedBuffer& buffer : file.buffers) size += buffer.stored;
    BOOST_TEST(size >= options.repeat_to_bytes);
    BOOST_TEST(size < options.repeat_to_bytes + (1 << 20));
    // Two threads come and go in each of 50 rounds, in every copy of 1 s; the last copy's first
    // round begins 1 ms after the copies before it.
    const auto switches = file.of(0x05, 0x24);
    BOOST_REQUIRE(switches.size() % 200 == 0u);
    const auto copies = static_cast<std::int64_t>(switches.size() / 200);
    BOOST_TEST(copies > 3);
    std::set<std::int64_t> times;
    for (const WalkedEvent* event : switches) times.insert(file.ns(*event));
    BOOST_TEST(times.contains((copies - 1) * 1'000'000'000 + 1'000'000));
    // Lives are told once.
    BOOST_TEST(file.of(0x03, 0x01).size() == 1u);
}

BOOST_AUTO_TEST_CASE(losses_are_in_the_header_in_flags_and_as_events) {
    EtlOptions options;
    options.events_lost = 7;
    options.buffers_lost = 2;
    const Walked file =
        walked("at 1 cpu 0: lost 5 events\nat 2 cpu 0: lost 1 buffers for 0.5\n", options);
    BOOST_TEST(file.complaint == "");
    BOOST_TEST(file.header.events_lost == 12u);
    BOOST_TEST(file.header.buffers_lost == 3u);
    BOOST_TEST(file.of_provider(0x6a399ae0, 32).size() == 1u);
    const auto buffer = file.of_provider(0x6a399ae0, 33);
    BOOST_REQUIRE(buffer.size() == 1u);
    BOOST_TEST(file.ns(*buffer[0]) == 2'500'000);
    BOOST_TEST((file.buffers[1].flags & 6) == 6u);
}

BOOST_AUTO_TEST_CASE(options_that_contradict_each_other_are_refused) {
    const auto refused = [](const std::function<void(EtlOptions&)>& change) {
        try {
            file_of(kEverything, with(change));
            return false;
        } catch (const std::invalid_argument&) {
            return true;
        }
    };
    BOOST_TEST(refused([](EtlOptions& o) { o.wrap = true; }));
    BOOST_TEST(
        refused([](EtlOptions& o) { o.circular = true, o.compression = Compression::kXpress; }));
    BOOST_TEST(refused([](EtlOptions& o) { o.cpus = 1; }));
    BOOST_TEST(refused([](EtlOptions& o) { o.pointer_size = 6; }));
    BOOST_TEST(refused([](EtlOptions& o) { o.cpus = 257, o.one_byte_processor = true; }));
    BOOST_TEST(refused([](EtlOptions& o) { o.buffer_size = 100; }));
    BOOST_TEST(refused([](EtlOptions& o) { o.counters = 8; }));
    EtlVersions versions;
    BOOST_TEST(!versions.set("cswitch", 1));
    BOOST_TEST(!versions.set("thread", 5));
    BOOST_TEST(!versions.set("nothing", 2));
}

BOOST_AUTO_TEST_SUITE_END()
