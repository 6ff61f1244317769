#include "trace_reading.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "store/freeze.hpp"

namespace benchlab::test {
namespace {

void BL_CALL set_error(const bl_host*, const char*, std::uint64_t) {}
void BL_CALL log(const bl_host*, std::uint32_t, const char*, std::uint64_t) {}
void BL_CALL progress(const bl_host*, std::uint64_t, std::uint64_t) {}
std::uint32_t BL_CALL cancelled(const bl_host*) {
    return 0;
}
bl_status BL_CALL in_turn(const bl_host*, std::uint64_t tasks, bl_task task, void* context) {
    for (std::uint64_t i = 0; i < tasks; ++i) {
        const bl_status status = task(context, i);
        if (status != BL_OK) return status;
    }
    return BL_OK;
}

}  // namespace

std::unique_ptr<store::Store> read_with(const bl_reader& reader, const std::string& path) {
    bl_host host{};
    host.struct_size = sizeof(host);
    host.log = log;
    host.set_error = set_error;
    host.progress = progress;
    host.cancelled = cancelled;
    host.parallel = in_turn;
    const char* const paths[] = {path.c_str()};
    bl_read wanted{};
    wanted.struct_size = sizeof(wanted);
    wanted.path_count = 1;
    wanted.paths = paths;
    wanted.begin = INT64_MIN;
    wanted.end = INT64_MAX;
    store::Catalog catalog;
    std::vector<std::unique_ptr<store::Recording>> recordings;
    recordings.push_back(std::make_unique<store::Recording>(catalog, reader.id));
    const bl_status status =
        reader.read(&host, &wanted, recordings.front()->first(), store::builder_api());
    BOOST_TEST(recordings.front()->refusals().empty());
    if (status != BL_OK) return nullptr;
    return store::freeze(catalog, std::move(recordings));
}

}  // namespace benchlab::test
