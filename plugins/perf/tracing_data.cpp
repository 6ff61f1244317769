#include "perf/tracing_data.hpp"

#include <algorithm>
#include <array>

namespace benchlab::perf {
namespace {

constexpr std::array<std::uint8_t, 10> kMagic = {0x17, 0x08, 0x44, 't', 'r',
                                                 'a',  'c',  'i',  'n', 'g'};

std::string_view as_text(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Two texts that say how the kernel's own ring is laid out; perf's records are not.
void skip_headers(Fields& fields) {
    for (int i = 0; i < 2; ++i) {
        fields.text();
        fields.skip(fields.u64());
    }
}

}  // namespace

TracingData read_tracing_data(Bytes bytes, const std::function<void(EventFormat)>& use) {
    TracingData out;
    if (bytes.size() < kMagic.size() || !std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
        return out;
    Fields start(bytes.subspan(kMagic.size()), ByteOrder());
    start.text();  // the version of this format, "0.6" since 2009
    out.is_big_endian = start.u8() != 0;
    const std::size_t behind = kMagic.size() + start.at();
    Fields fields(bytes.subspan(behind), ByteOrder(out.is_big_endian));
    out.long_size = fields.u8();
    fields.u32();  // size of a page
    skip_headers(fields);
    const auto read_format = [&](std::string_view system) {
        const Bytes text = fields.raw(fields.u64());
        if (auto format = read_event_format(system, as_text(text))) use(std::move(*format));
    };
    const std::uint32_t internal = fields.u32();
    for (std::uint32_t i = 0; i < internal && !fields.failed(); ++i) read_format("ftrace");
    const std::uint32_t systems = fields.u32();
    for (std::uint32_t i = 0; i < systems && !fields.failed(); ++i) {
        const std::string_view system = fields.text();
        const std::uint32_t count = fields.u32();
        for (std::uint32_t k = 0; k < count && !fields.failed(); ++k) read_format(system);
    }
    out.is_whole = !fields.failed();
    return out;
}

}  // namespace benchlab::perf
