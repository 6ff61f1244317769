#include "rings.hpp"

#include <algorithm>

#include "zstd_stream.hpp"

namespace benchlab::story::perf {

Rings::Rings(const PerfOptions& options, std::uint32_t cpus, Output& output, std::uint64_t offset)
    : options_(options), output_(output), offset_(offset), rings_(cpus) {
    if (options.compression != Compression::kNone) zstd_ = std::make_unique<ZstdStream>();
}

Rings::~Rings() = default;

void Rings::add(std::uint32_t cpu, std::span<const std::uint8_t> record) {
    Ring& ring = rings_[cpu];
    const bool comes_late = options_.late != 0 && ++ring.records % options_.late == 0;
    if (!comes_late) append(ring, record);
    for (Held& held : ring.held) --held.left;
    release_held(ring, false);
    if (comes_late) ring.held.push_back({{record.begin(), record.end()}, options_.late});
    if (held_bytes_ >= options_.round_size) read_round(false);
}

void Rings::append(Ring& ring, std::span<const std::uint8_t> record) {
    ring.last_record = ring.bytes.size();
    ring.bytes.insert(ring.bytes.end(), record.begin(), record.end());
    held_bytes_ += record.size();
}

void Rings::release_held(Ring& ring, bool all) {
    while (!ring.held.empty() && (all || ring.held.front().left == 0)) {
        append(ring, ring.held.front().record);
        ring.held.erase(ring.held.begin());
    }
}

// A recorder reads one ring after the other, and so misses what comes meanwhile into those that it
// has read: here the last record of each stays for the next round, in which it must be read.
void Rings::read_round(bool is_last) {
    round_.clear();
    for (Ring& ring : rings_) {
        release_held(ring, true);
        const bool has_new = ring.bytes.size() > ring.old_bytes;
        const std::size_t stays_from = is_last || !has_new ? ring.bytes.size() : ring.last_record;
        const auto middle = ring.bytes.begin() + static_cast<std::ptrdiff_t>(stays_from);
        round_.insert(round_.end(), ring.bytes.begin(), middle);
        ring.bytes.erase(ring.bytes.begin(), middle);
        ring.last_record = 0;
        ring.old_bytes = ring.bytes.size();
    }
    held_bytes_ = 0;
    if (!round_.empty()) put(round_);
    ++rounds_;
    if (!options_.rounds) return;
    OrderedBytes finished(options_.order);
    finished.put(std::uint32_t{68});
    finished.put(std::uint16_t{0});
    finished.put(std::uint16_t{8});
    write(finished);
}

void Rings::finish() {
    read_round(true);
}

void Rings::write(std::span<const std::uint8_t> bytes) {
    output_.write(offset_, bytes);
    offset_ += bytes.size();
}

void Rings::put(std::span<const std::uint8_t> bytes) {
    uncompressed_ += bytes.size();
    if (!zstd_) return write(bytes);
    put_compressed();
}

// In pieces that end anywhere in a record, all of one stream.
void Rings::put_compressed() {
    constexpr std::size_t kPiece = 20'000;
    const std::span<const std::uint8_t> all = round_;
    const bool is_second = options_.compression == Compression::kZstd2;
    for (std::size_t at = 0; at < all.size(); at += kPiece) {
        const auto stored = zstd_->compress(all.subspan(at, std::min(kPiece, all.size() - at)));
        OrderedBytes record(options_.order);
        record.put(std::uint32_t{is_second ? 83u : 81u});
        record.put(std::uint16_t{0});
        record.put(std::uint16_t{0});
        if (is_second) record.put(std::uint64_t{stored.size()});
        record.put_bytes(stored);
        if (is_second) record.pad_to_multiple(8);
        record.set(6, static_cast<std::uint16_t>(record.size()));
        write(record);
    }
}

}  // namespace benchlab::story::perf
