#include "perf/file.hpp"

#include <algorithm>
#include <array>
#include <benchlab/host.hpp>
#include <string_view>

#include "perf/attribute.hpp"

namespace benchlab::perf {
namespace {

constexpr std::size_t kMagicSize = 8, kPipeHeaderSize = 16, kFileHeaderSize = 104;
constexpr std::size_t kFeatureBits = 72;  // where they begin in the header

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw Error(BL_E_DATA, path + ": " + why);
}

struct Magic {
    bool known = false, big_endian = false, version_1 = false;
};

// "PERFILE2" is a number in the byte order of the file; version 1 was a text.
Magic magic_of(Bytes head) {
    if (head.size() < kMagicSize) return {};
    const std::string_view text(reinterpret_cast<const char*>(head.data()), kMagicSize);
    if (text == "PERFILE2") return {true, false, false};
    if (text == "2ELIFREP") return {true, true, false};
    if (text != "PERFFILE") return {};
    // Its byte order shows in the size of the header.
    const bool big = head.size() >= 16 && head[8] == 0 && head[15] != 0;
    return {true, big, true};
}

Section read_place(const std::uint8_t* at, ByteOrder order) {
    return {order.u64(at), order.u64(at + 8)};
}

// The table of places stands behind the data, one for each bit that is set.
void find_features(const InputFile& file, const std::uint8_t* bits, FileHeader& header) {
    std::uint64_t at = header.data.offset + header.data.size;
    for (unsigned number = 0; number < kFeatureCount; ++number) {
        const std::uint64_t word = header.order.u64(bits + number / 64 * 8);
        if ((word >> (number % 64) & 1) == 0) continue;
        std::array<std::uint8_t, 16> place{};
        if (file.read(at, place).size() < place.size()) return;
        header.features.push_back({number, read_place(place.data(), header.order)});
        at += place.size();
    }
}

}  // namespace

bool begins_as_perf_data(Bytes head) {
    return magic_of(head).known;
}

bool begins_as_trace_dat(Bytes head) {
    constexpr std::string_view kTraceDat = "\x17\x08\x44tracing";
    return head.size() >= kTraceDat.size() &&
           std::equal(kTraceDat.begin(), kTraceDat.end(), head.begin(),
                      [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; });
}

FileHeader read_file_header(const InputFile& file, const std::string& path) {
    std::array<std::uint8_t, kFileHeaderSize> room{};
    const Bytes head = file.read(0, room);
    const Magic magic = magic_of(head);
    if (begins_as_trace_dat(head)) {
        refuse(path,
               "a trace.dat of trace-cmd: print it with `trace-cmd report -t -i FILE > FILE.txt`, "
               "and give that");
    }
    if (!magic.known) refuse(path, "no perf.data file: it does not begin with PERFILE2");
    if (head.size() < kPipeHeaderSize) refuse(path, "the file ends within its header");
    FileHeader out;
    out.order = ByteOrder(magic.big_endian);
    out.is_version_1 = magic.version_1;
    const std::uint64_t size = out.order.u64(head.data() + 8);
    if (size == kPipeHeaderSize) {
        out.is_pipe = true;
        out.data = {kPipeHeaderSize, file.size() - kPipeHeaderSize};
        return out;
    }
    if (head.size() < kFileHeaderSize || size < kFeatureBits)
        refuse(path, "the file ends within its header");
    out.attribute_stride = out.order.u64(head.data() + 16);
    out.attributes = read_place(head.data() + 24, out.order);
    out.data = read_place(head.data() + 40, out.order);
    if (out.attribute_stride < kSmallestAttribute + 16 || out.attribute_stride > 4096)
        refuse(path, "the size of its event descriptions cannot be: " +
                         std::to_string(out.attribute_stride) + " bytes");
    if (out.attributes.offset > file.size() || out.data.offset > file.size())
        refuse(path, "the file ends before its data begin");
    if (out.data.size == 0) {
        out.is_closed = false;
        out.data.size = file.size() - out.data.offset;
    } else if (out.data.size <= file.size() - out.data.offset) {
        find_features(file, head.data() + kFeatureBits, out);
    } else {
        out.is_closed = false;
        out.data.size = file.size() - out.data.offset;
    }
    return out;
}

std::vector<std::uint8_t> read_section(const InputFile& file, Section section, std::uint64_t most) {
    const std::uint64_t left = section.offset < file.size() ? file.size() - section.offset : 0;
    std::vector<std::uint8_t> out(static_cast<std::size_t>(std::min({section.size, left, most})));
    out.resize(file.read(section.offset, out).size());
    return out;
}

}  // namespace benchlab::perf
