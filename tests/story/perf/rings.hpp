// rings.hpp: the ring of each CPU, and the rounds in which a recorder reads them into the file.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "perf_writer.hpp"

namespace benchlab::story::perf {

class ZstdStream;

class Rings {
  public:
    // What is read is written from `offset` on.
    Rings(const PerfOptions& options, std::uint32_t cpus, Output& output, std::uint64_t offset);
    ~Rings();

    void add(std::uint32_t cpu, std::span<const std::uint8_t> record);
    void finish();  // reads what is left
    // Straight into the file, as a recorder's own records are.
    void write(std::span<const std::uint8_t> bytes);

    std::uint64_t end_offset() const { return offset_; }
    std::uint64_t rounds() const { return rounds_; }
    std::uint64_t uncompressed_bytes() const { return uncompressed_; }

  private:
    struct Held {
        std::vector<std::uint8_t> record;
        std::uint32_t left = 0;  // how many more records of its ring come before it
    };
    struct Ring {
        std::vector<std::uint8_t> bytes;
        std::size_t last_record = 0;  // where it begins
        std::size_t old_bytes = 0;    // that the round before has left here
        std::uint64_t records = 0;
        std::vector<Held> held;
    };

    void append(Ring& ring, std::span<const std::uint8_t> record);
    void release_held(Ring& ring, bool all);
    void read_round(bool is_last);
    void put(std::span<const std::uint8_t> bytes);
    void put_compressed();

    const PerfOptions& options_;
    Output& output_;
    std::uint64_t offset_, rounds_ = 0, uncompressed_ = 0;
    std::vector<Ring> rings_;
    std::size_t held_bytes_ = 0;  // in all rings
    std::vector<std::uint8_t> round_;
    std::unique_ptr<ZstdStream> zstd_;
};

}  // namespace benchlab::story::perf
