#include "mark_file.hpp"

#include <algorithm>
#include <benchlab/host.hpp>
#include <cstring>
#include <filesystem>

namespace benchlab::marks {

namespace {

constexpr std::uint64_t kHeaderBytes = 4096, kNameBytes = 64, kThreadBytes = 32;
constexpr std::uint32_t kMostSlots = 65536, kMostBits = 40;
constexpr std::uint64_t kMostNumber = std::uint64_t{1} << 62;
// Later than any machine runs, so that sums of two times stay within the type.
constexpr std::int64_t kLatest = 4'000'000'000'000'000'000;
constexpr std::uint64_t kRecordsAtOnce = 4096;

std::filesystem::path native(const std::string& path) {
    return std::filesystem::path(std::u8string(path.begin(), path.end()));
}

// 0 is the idle thread, and all bits are nobody.
bool is_id(std::uint32_t id) {
    return id != 0 && id != 0xFFFFFFFF;
}

// A text of at most so many bytes, which ends earlier at a zero.
std::string text_of(const unsigned char* bytes, std::size_t most) {
    return std::string(bytes, std::find(bytes, bytes + most, '\0'));
}

}  // namespace

MarkFile::MarkFile(const std::string& path) : path_(path) {
    std::error_code failed;
    const std::filesystem::path file = native(path);
    if (std::filesystem::is_directory(file, failed) ||
        file_.open(file, std::ios::in | std::ios::binary) == nullptr) {
        throw Error(BL_E_IO, path + ": cannot be opened");
    }
    size_bytes_ = std::filesystem::file_size(file, failed);
    if (failed) throw Error(BL_E_IO, path + ": " + failed.message());
    read_header();
}

std::uint32_t MarkFile::u32(const unsigned char* bytes) const {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= std::uint32_t{bytes[is_swapped_ ? 3 - i : i]} << 8 * i;
    return value;
}

std::uint64_t MarkFile::u64(const unsigned char* bytes) const {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 8; ++i)
        value |= std::uint64_t{bytes[is_swapped_ ? 7 - i : i]} << 8 * i;
    return value;
}

// Fewer bytes where the file ends.
std::vector<unsigned char> MarkFile::read(std::uint64_t offset, std::uint64_t count) {
    if (offset >= size_bytes_) return {};
    std::vector<unsigned char> bytes(
        static_cast<std::size_t>(std::min(count, size_bytes_ - offset)));
    try {
        file_.pubseekpos(static_cast<std::streamoff>(offset), std::ios::in);
        const std::streamsize got = file_.sgetn(reinterpret_cast<char*>(bytes.data()),
                                                static_cast<std::streamsize>(bytes.size()));
        bytes.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    } catch (const std::ios_base::failure&) {
        throw Error(BL_E_IO, path_ + ": cannot be read");
    }
    return bytes;
}

void MarkFile::read_header() {
    const std::vector<unsigned char> head = read(0, kHeaderBytes);
    const auto refuse = [&](const std::string& reason) {
        throw Error(BL_E_DATA, path_ + ": " + reason);
    };
    if (head.size() < 8 || std::memcmp(head.data(), kMagic.data(), kMagic.size()) != 0) {
        refuse("is no file of marks");
    }
    if (head[7] != '1') {
        refuse("is a file of marks of another version than 1: a later benchlab reads it");
    }
    if (head.size() < kHeaderBytes) refuse("is cut within its header");
    is_swapped_ = u32(&head[8]) == 0x04030201;
    if (u32(&head[8]) != 0x01020304) refuse("its header is damaged at byte 8");
    const std::uint32_t name_slots = u32(&head[16]), thread_slots = u32(&head[24]);
    record_bits_ = u32(&head[32]);
    if (u32(&head[12]) != kHeaderBytes || u32(&head[20]) != kNameBytes ||
        u32(&head[28]) != kThreadBytes || u32(&head[36]) != kRecordBytes ||
        name_slots > kMostSlots || thread_slots > kMostSlots || record_bits_ > kMostBits) {
        refuse("its header is damaged: sizes that version 1 cannot have");
    }
    header_.pid = u32(&head[40]);
    header_.created = static_cast<std::int64_t>(u64(&head[48]));
    header_.created_unix_ns = static_cast<std::int64_t>(u64(&head[56]));
    header_.next = u64(&head[128]);
    header_.names_refused = u64(&head[192]);
    header_.threads_refused = u64(&head[200]);
    header_.program = text_of(&head[256], 1024);
    if (!is_id(header_.pid) || header_.next > kMostNumber || header_.created < 0 ||
        header_.created > kLatest) {
        refuse("its header is damaged: a process, time or number that cannot be");
    }
    const std::uint64_t threads = kHeaderBytes + name_slots * kNameBytes;
    ring_ = threads + thread_slots * kThreadBytes;
    first_ = header_.next > record_slots() ? header_.next - record_slots() : 0;
    if (size_bytes_ < ring_) refuse("is cut before its first mark");
    read_names(kHeaderBytes, name_slots);
    read_threads(threads, thread_slots);
}

void MarkFile::read_names(std::uint64_t offset, std::uint32_t slots) {
    const std::vector<unsigned char> bytes = read(offset, slots * kNameBytes);
    for (std::size_t at = 0; at + kNameBytes <= bytes.size(); at += kNameBytes) {
        const std::uint32_t state = u32(&bytes[at]);  // length and 1
        const bool is_filled = state > 0 && state <= kNameBytes - 4 + 1;
        names_.emplace_back(is_filled ? text_of(&bytes[at + 4], state - 1) : std::string());
    }
}

void MarkFile::read_threads(std::uint64_t offset, std::uint32_t slots) {
    const std::vector<unsigned char> bytes = read(offset, slots * kThreadBytes);
    for (std::size_t at = 0; at + kThreadBytes <= bytes.size(); at += kThreadBytes) {
        if (u32(&bytes[at]) != 1 || !is_id(u32(&bytes[at + 4]))) continue;
        const auto time = static_cast<std::int64_t>(u64(&bytes[at + 8]));
        if (time < header_.created || time > kLatest) continue;
        threads_.push_back({u32(&bytes[at + 4]), time, text_of(&bytes[at + 16], 16)});
    }
}

// The ring as at most two stretches, from the oldest record to the newest.
std::vector<MarkFile::Stretch> MarkFile::stretches() const {
    const std::uint64_t slots = record_slots(), begin = first_ % slots;
    const std::uint64_t until_end = std::min(expected(), slots - begin);
    std::vector<Stretch> out;
    if (until_end > 0) out.push_back({begin, until_end, first_});
    if (expected() > until_end) out.push_back({0, expected() - until_end, first_ + until_end});
    return out;
}

std::uint64_t MarkFile::cut_off() const {
    const std::uint64_t there = (size_bytes_ - ring_) / kRecordBytes;
    std::uint64_t out = 0;
    for (const Stretch& each : stretches()) {
        const std::uint64_t end = each.place + each.count;
        out += end > there ? end - std::max(there, each.place) : 0;
    }
    return out;
}

Found MarkFile::decode(const unsigned char* bytes, std::uint64_t number, Record& record) const {
    const std::uint64_t word = u64(bytes), wanted = 2 * (number + 1);
    if (word == (wanted | 1)) return Found::kUnfinished;
    if (word != wanted) {
        // Of another round of the ring, or not written at all.
        const std::uint64_t other = word / 2 - 1;
        if (word != 0 && (other ^ number) % record_slots() != 0) return Found::kDamaged;
        return word > wanted ? Found::kOverwritten : Found::kUnfinished;
    }
    const std::uint32_t what = u32(bytes + 28);
    record.time = static_cast<std::int64_t>(u64(bytes + 8));
    record.value = u64(bytes + 16);
    record.tid = u32(bytes + 24);
    record.name = what >> 16;
    record.kind = static_cast<Kind>(what & 0xFF);
    // Copied while the next round was written over it.
    if ((what >> 8 & 0xFF) != (number >> record_bits_ & 0xFF)) return Found::kOverwritten;
    const bool is_known =
        record.kind >= Kind::kFrame && record.kind <= Kind::kState && is_id(record.tid);
    if (!is_known || record.time < header_.created || record.time > kLatest) {
        return Found::kDamaged;
    }
    return Found::kRecord;
}

void MarkFile::visit_records(const Visit& visit) {
    const std::uint64_t there = (size_bytes_ - ring_) / kRecordBytes;
    for (const Stretch& each : stretches()) {
        const std::uint64_t end = std::min(each.place + each.count, there);
        for (std::uint64_t place = each.place; place < end;) {
            const std::uint64_t offset = ring_ + place * kRecordBytes;
            const std::vector<unsigned char> bytes =
                read(offset, std::min(kRecordsAtOnce, end - place) * kRecordBytes);
            // A file that is being cut just now.
            if (bytes.size() < kRecordBytes) break;
            for (std::size_t at = 0; at + kRecordBytes <= bytes.size(); at += kRecordBytes) {
                Record record;
                const std::uint64_t number = each.number + (place - each.place);
                const Found found = decode(&bytes[at], number, record);
                visit(found, record, offset + at);
                ++place;
            }
        }
    }
}

}  // namespace benchlab::marks
