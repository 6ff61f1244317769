#include "plugin/host_api.hpp"

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "platform/clock.hpp"
#include "plugin/call.hpp"

namespace benchlab::plugin {

BOOST_AUTO_TEST_SUITE(host_api)

BOOST_AUTO_TEST_CASE(every_function_of_the_host_is_there) {
    const PluginHost host("cpu");
    BOOST_TEST(host.struct_size == sizeof(bl_host));
    BOOST_TEST(host.abi_minor == BL_ABI_MINOR);
    BOOST_TEST(std::string(host.version) == BENCHLAB_VERSION);
    const void* members[11];
    static_assert(sizeof(bl_host) == sizeof(members));
    std::memcpy(members, static_cast<const bl_host*>(&host), sizeof(members));
    for (const void* member : members) BOOST_TEST(member != nullptr);
}

BOOST_AUTO_TEST_CASE(blocks_are_aligned_as_asked_and_can_be_filled) {
    const PluginHost host("cpu");
    for (const std::uint64_t align : {0u, 1u, 8u, 64u, 4096u, 2u << 20}) {
        for (const std::uint64_t size : {0u, 1u, 1000u}) {
            void* const block = host.allocate(&host, size, align);
            BOOST_REQUIRE(block);
            const std::uint64_t expected = align == 0 ? 64 : align;
            BOOST_TEST(reinterpret_cast<std::uintptr_t>(block) % expected == 0u);
            std::memset(block, 0x5A, size);
            host.release(&host, block);
        }
    }
    host.release(&host, nullptr);
}

BOOST_AUTO_TEST_CASE(impossible_blocks_are_null) {
    const PluginHost host("cpu");
    for (const std::uint64_t align : {3u, 48u, 4u << 20}) {
        BOOST_TEST(host.allocate(&host, 64, align) == nullptr);
    }
    BOOST_TEST(host.allocate(&host, UINT64_MAX, 64) == nullptr);
    BOOST_TEST(host.allocate(&host, UINT64_MAX - 64, 0) == nullptr);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    BOOST_TEST_MESSAGE("skipped: the sanitizer's malloc ends the process instead of failing");
#else
    BOOST_TEST(host.allocate(&host, UINT64_MAX / 4, 0) == nullptr);
#endif
}

BOOST_AUTO_TEST_CASE(log_lines_have_the_plugins_name_and_are_made_printable) {
    std::vector<std::string> lines;
    set_log_handler([&](std::uint32_t level, const std::string& plugin, const std::string& text) {
        lines.push_back(std::to_string(level) + " " + plugin + " " + text);
    });
    const PluginHost cpu("cpu"), mem("mem");
    cpu.log(&cpu, BL_LOG_WARNING, "slow clock and more", 10);
    mem.log(&mem, 99, "\x1B\xFF", 2);
    mem.log(&mem, BL_LOG_INFO, nullptr, 5);
    set_log_handler({});
    cpu.log(&cpu, BL_LOG_ERROR, "nobody listens", 14);
    const std::vector<std::string> expected = {"3 cpu slow clock", "4 mem \uFFFD\uFFFD", "2 mem "};
    BOOST_CHECK_EQUAL_COLLECTIONS(lines.begin(), lines.end(), expected.begin(), expected.end());
}

BOOST_AUTO_TEST_CASE(progress_is_passed_on) {
    std::string seen;
    set_progress_handler([&](const std::string& plugin, std::uint64_t done, std::uint64_t total) {
        seen = plugin + " " + std::to_string(done) + "/" + std::to_string(total);
    });
    const PluginHost host("etl");
    host.progress(&host, 3, 10);
    set_progress_handler({});
    host.progress(&host, 4, 10);
    BOOST_TEST(seen == "etl 3/10");
}

BOOST_AUTO_TEST_CASE(set_error_keeps_the_text_and_not_the_pointer) {
    const PluginHost host("cpu");
    std::string text = "the reason, and more";
    host.set_error(&host, text.data(), 10);
    text.assign(text.size(), 'x');
    BOOST_TEST(error_text() == "the reason");
    host.set_error(&host, nullptr, 10);
    BOOST_TEST(error_text() == "");
}

BOOST_AUTO_TEST_CASE(the_clock_is_the_hosts_own) {
    const PluginHost host("cpu");
    const std::uint64_t before = platform::now_ns();
    const std::uint64_t seen = host.clock_ns(&host);
    BOOST_TEST(seen >= before);
    BOOST_TEST(seen <= platform::now_ns());
}

BOOST_AUTO_TEST_CASE(nothing_is_cancelled_and_no_extension_is_known) {
    const PluginHost host("cpu");
    BOOST_TEST(host.cancelled(&host) == 0u);
    BOOST_TEST(host.get_extension(&host, "benchlab.counters/1") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace benchlab::plugin
