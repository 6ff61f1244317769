#include "etl/reader.hpp"

#include <benchlab/host.hpp>
#include <string_view>

#include "etl/buffers.hpp"
#include "etl/recording.hpp"
#include "etl/text.hpp"

namespace benchlab::etl {
namespace {

constexpr std::uint32_t kCertain = 100, kByNameOnly = 20;

bool has_suffix(std::string_view path) {
    constexpr std::string_view kSuffix = ".etl";
    return path.size() >= kSuffix.size() &&
           starts_with_ignoring_case(path.substr(path.size() - kSuffix.size()), kSuffix);
}

// There is no magic: what tells is that a header buffer begins with a header event.
bool begins_with_log_header(Bytes head) {
    if (head.size() < kBufferHeaderSize + 8) return false;
    const auto stored = load<std::uint32_t>(head.data());
    const auto used = load<std::uint32_t>(head.data() + 0x30);
    const auto type = load<std::uint16_t>(head.data() + 0x36);
    if (type != kHeaderBuffer || stored < kBufferHeaderSize || used < kBufferHeaderSize)
        return false;
    const std::uint8_t* event = head.data() + kBufferHeaderSize;
    const std::uint8_t header_type = event[2];
    return event[3] == 0xC0 && (header_type == 1 || header_type == 2) && event[6] == 0 &&
           event[7] == 0;
}

std::uint32_t BL_CALL probe(const char* path, const void* head, std::uint64_t head_len) noexcept {
    const Bytes bytes(static_cast<const std::uint8_t*>(head), static_cast<std::size_t>(head_len));
    if (begins_with_log_header(bytes)) return kCertain;
    return has_suffix(path) ? kByNameOnly : 0;
}

bl_status BL_CALL read(const bl_host* host, const bl_read* read, bl_builder* builder,
                       const bl_builder_api* api) noexcept {
    return benchlab::detail::guarded(host,
                                     [&] { Recording(Host(host), *read, builder, api).read(); });
}

constexpr const char* kSuffixes[] = {".etl", nullptr};

}  // namespace

const bl_reader kReader = {
    sizeof(bl_reader),
    0,
    "etl",
    "Event trace logs of Windows",
    kSuffixes,
    nullptr,
    0,
    0,
    &probe,
    &read,
};

}  // namespace benchlab::etl
