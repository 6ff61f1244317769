#include "made_perf.hpp"

#include "perf_data.hpp"

namespace perf_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

void put(Bytes& to, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
        to.push_back(i < 8 ? static_cast<std::uint8_t>(value >> (8 * i)) : std::uint8_t{0});
}

void put_text(Bytes& to, std::string_view text) {
    to.insert(to.end(), text.begin(), text.end());
    to.push_back(0);
}

void pad(Bytes& to, std::size_t to_multiple) {
    while (to.size() % to_multiple != 0) to.push_back(0);
}

constexpr std::size_t kAttributeSize = 136;
constexpr std::uint64_t kFirstId = 1000;
constexpr std::uint64_t kSampleIdAll = 1u << 18, kUseClockId = 1u << 25;

Bytes attribute_of(const MadePerf::Event& event) {
    Bytes out;
    put(out, event.type, 4);
    put(out, kAttributeSize, 4);
    put(out, event.config, 8);
    put(out, 1, 8);  // period
    put(out, MadePerf::kSampleType, 8);
    put(out, 0, 8);
    put(out, kSampleIdAll | kUseClockId, 8);
    out.resize(92);
    put(out, 1, 4);  // CLOCK_MONOTONIC
    out.resize(kAttributeSize);
    return out;
}

constexpr const char* kCommonFields =
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
    "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n";

}  // namespace

RawFields& RawFields::text(std::string_view value, std::size_t size) {
    const std::size_t end = bytes_.size() + size;
    bytes_.insert(bytes_.end(), value.begin(), value.end());
    bytes_.resize(end);
    return *this;
}

void MadePerf::record(std::uint32_t type, std::uint16_t misc, Bytes body, const At* at) {
    if (at != nullptr) {
        // What ends a record that is no sample: who, when, where, which event.
        put(body, at->pid, 4);
        put(body, at->tid, 4);
        put(body, at->time, 8);
        put(body, at->cpu, 8);
        put(body, kFirstId, 8);
    }
    put(data_, type, 4);
    put(data_, misc, 2);
    put(data_, body.size() + 8, 2);
    data_.insert(data_.end(), body.begin(), body.end());
}

void MadePerf::comm(const At& at, std::string_view name, bool exec) {
    Bytes body;
    put(body, at.pid, 4);
    put(body, at.tid, 4);
    put_text(body, name);
    pad(body, 8);
    record(3, exec ? 1u << 13 : 0, body, &at);
}

void MadePerf::fork(const At& at, std::uint32_t parent_pid, std::uint32_t parent_tid) {
    Bytes body;
    for (const std::uint32_t each : {at.pid, parent_pid, at.tid, parent_tid}) put(body, each, 4);
    put(body, at.time, 8);
    record(7, 0, body, &at);
}

void MadePerf::exit(const At& at) {
    Bytes body;
    for (const std::uint32_t each : {at.pid, 1u, at.tid, 1u}) put(body, each, 4);
    put(body, at.time, 8);
    record(4, 0, body, &at);
}

void MadePerf::map(const At& at, std::uint64_t base, std::uint64_t size, std::uint64_t offset,
                   std::string_view path) {
    Bytes body;
    put(body, at.pid, 4);
    put(body, at.tid, 4);
    for (const std::uint64_t each : {base, size, offset}) put(body, each, 8);
    put(body, 0, 24);
    body.resize(8 + 24 + 24);
    put(body, 5, 4);  // readable, executable
    put(body, 2, 4);
    put_text(body, path);
    pad(body, 8);
    record(10, 2, body, &at);
}

void MadePerf::lost(const At& at, std::uint64_t count) {
    Bytes body;
    put(body, kFirstId, 8);
    put(body, count, 8);
    record(2, 0, body, &at);
}

void MadePerf::switched(const At& at, std::uint32_t other, bool out, bool preempted) {
    Bytes body;
    put(body, other, 4);
    put(body, other, 4);
    record(15, static_cast<std::uint16_t>((out ? 1u << 13 : 0) | (preempted ? 1u << 14 : 0)), body,
           &at);
}

void MadePerf::sample(std::size_t event, const At& at, std::uint64_t ip,
                      const std::vector<std::uint64_t>& callchain,
                      const std::vector<std::uint8_t>& raw, std::uint64_t address) {
    Bytes body;
    put(body, kFirstId + event, 8);
    put(body, ip, 8);
    put(body, at.pid, 4);
    put(body, at.tid, 4);
    put(body, at.time, 8);
    put(body, address, 8);
    put(body, at.cpu, 8);
    put(body, 1'000'000, 8);
    put(body, callchain.size(), 8);
    for (const std::uint64_t each : callchain) put(body, each, 8);
    Bytes padded = raw;
    while ((padded.size() + 4) % 8 != 0) padded.push_back(0);
    put(body, padded.size(), 4);
    body.insert(body.end(), padded.begin(), padded.end());
    record(9, 2, body, nullptr);
}

Bytes MadePerf::tracing_data() const {
    Bytes out = {0x17, 0x08, 0x44};
    put_text(out, "tracing0.6");
    out.push_back(0);  // little-endian
    out.push_back(8);
    put(out, 4096, 4);
    put_text(out, "header_page");
    put(out, 0, 8);
    put_text(out, "header_event");
    put(out, 0, 8);
    put(out, 0, 4);
    std::vector<const Event*> points;
    for (const Event& each : events_) {
        if (each.type == 2) points.push_back(&each);
    }
    put(out, points.size(), 4);
    for (const Event* each : points) {
        const std::size_t colon = each->name.find(':');
        put_text(out, each->name.substr(0, colon));
        put(out, 1, 4);
        const std::string text = "name: " + each->name.substr(colon + 1) +
                                 "\nID: " + std::to_string(each->config) + "\nformat:\n" +
                                 kCommonFields + each->format;
        put(out, text.size(), 8);
        out.insert(out.end(), text.begin(), text.end());
    }
    put(out, 0, 4);
    put(out, 0, 4);
    put(out, 0, 8);
    return out;
}

std::string MadePerf::write(const std::string& name) const {
    constexpr std::size_t kHeader = 104, kEntry = kAttributeSize + 16;
    const std::size_t ids = kHeader + kEntry * events_.size();
    const std::size_t data = ids + 8 * events_.size();
    Bytes out;
    for (const char c : std::string_view("PERFILE2")) out.push_back(static_cast<std::uint8_t>(c));
    put(out, kHeader, 8);
    put(out, kEntry, 8);
    put(out, kHeader, 8);
    put(out, kEntry * events_.size(), 8);
    put(out, data, 8);
    put(out, data_.size(), 8);
    put(out, 0, 8);
    put(out, 0, 8);
    put(out, 1u << 1, 8);  // the formats, and nothing else
    put(out, 0, 8);
    put(out, 0, 8);
    put(out, 0, 8);
    for (std::size_t i = 0; i < events_.size(); ++i) {
        const Bytes attribute = attribute_of(events_[i]);
        out.insert(out.end(), attribute.begin(), attribute.end());
        put(out, ids + 8 * i, 8);
        put(out, 8, 8);
    }
    for (std::size_t i = 0; i < events_.size(); ++i) put(out, kFirstId + i, 8);
    out.insert(out.end(), data_.begin(), data_.end());
    const Bytes formats = tracing_data();
    put(out, out.size() + 16, 8);
    put(out, formats.size(), 8);
    out.insert(out.end(), formats.begin(), formats.end());
    return write_bytes(name, out);
}

}  // namespace perf_test
