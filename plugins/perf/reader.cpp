#include "perf/reader.hpp"

#include <benchlab/host.hpp>
#include <string_view>

#include "perf/file.hpp"
#include "perf/recording.hpp"

namespace benchlab::perf {
namespace {

constexpr std::uint32_t kCertain = 100, kByNameOnly = 20;

std::uint32_t BL_CALL probe(const char* path, const void* head, std::uint64_t head_len) noexcept {
    const Bytes bytes(static_cast<const std::uint8_t*>(head), static_cast<std::size_t>(head_len));
    if (begins_as_perf_data(bytes) || begins_as_trace_dat(bytes)) return kCertain;
    return std::string_view(path).ends_with("perf.data") ? kByNameOnly : 0;
}

bl_status BL_CALL read(const bl_host* host, const bl_read* read, bl_builder* builder,
                       const bl_builder_api* api) noexcept {
    return benchlab::detail::guarded(host,
                                     [&] { read_recording(Host(host), *read, builder, api); });
}

constexpr const char* kSuffixes[] = {".perf.data", nullptr};

}  // namespace

const bl_reader kReader = {
    sizeof(bl_reader),
    0,
    "perf",
    "Recordings of Linux perf",
    kSuffixes,
    nullptr,
    0,
    0,
    &probe,
    &read,
};

}  // namespace benchlab::perf
