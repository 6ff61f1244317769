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

bool read_tracing_data(Bytes bytes, const std::function<void(EventFormat)>& use) {
    if (bytes.size() < kMagic.size() || !std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
        return false;
    Fields start(bytes.subspan(kMagic.size()), ByteOrder());
    start.text();  // the version of this format, "0.6" since 2009
    const ByteOrder order(start.u8() != 0);
    const std::size_t behind = kMagic.size() + start.at();
    Fields fields(bytes.subspan(behind), order);
    fields.skip(5);  // sizes of a long and of a page
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
    return !fields.failed();
}

}  // namespace benchlab::perf
