// recording.hpp: the files of one recording, from opening them to the last row.
#pragma once

#include <atomic>
#include <benchlab/host.hpp>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/input_file.hpp"
#include "etl/chunk.hpp"
#include "etl/log_header.hpp"

namespace benchlab::etl {

struct TraceFile {
    std::string path;
    std::unique_ptr<InputFile> input;
    BufferIndex index;
    LogHeader header;
    Clock clock;
    std::string doubt;        // about the clock; empty when there is none
    std::uint64_t order = 0;  // what its lanes' orders begin with
    bool is_compressed = false;
};

class Recording {
  public:
    // A chunk is large enough that little crosses to another, and small enough that what a task
    // keeps is, too; a small file is cut into several all the same, for all threads.  The tests cut
    // finer.
    static constexpr std::uint64_t kChunkBytes = 8u << 20;

    Recording(Host host, const bl_read& read, bl_builder* builder, const bl_builder_api* api,
              std::uint64_t chunk_bytes = kChunkBytes);

    // Throws benchlab::Error when nothing can be read.
    void read();

    // What the second pass (finish.cpp) works on.
    const Host& host() const { return host_; }
    const Wanted& wanted() const { return wanted_; }
    const Lane& first_lane() const { return first_lane_; }
    const std::vector<std::unique_ptr<TraceFile>>& files() const { return files_; }
    std::vector<std::unique_ptr<Chunk>>& chunks() { return chunks_; }
    const Clock& clock() const { return clock_; }

  private:
    void open_files();
    void choose_clock();
    void report_damage();
    void cut();
    void cut_file(std::uint32_t index);
    void decode();
    void decode_one(Chunk& chunk);
    std::unique_ptr<StackScratch> take_scratch();
    void give_back(std::unique_ptr<StackScratch> scratch);

    const std::uint64_t chunk_bytes_;
    Host host_;
    const bl_read& read_;
    bl_builder* builder_;
    const bl_builder_api* api_;
    Wanted wanted_;
    Lane first_lane_;
    Clock clock_;
    std::vector<std::unique_ptr<TraceFile>> files_;
    std::vector<std::string> refused_;  // why files were left out
    std::vector<std::unique_ptr<Chunk>> chunks_;
    std::mutex spare_mutex_;
    std::vector<std::unique_ptr<StackScratch>> spare_;  // of tasks that have ended
    std::atomic<std::uint64_t> done_bytes_{0};
};

// Opens one file as far as its first event.  Throws benchlab::Error.
std::unique_ptr<TraceFile> open_trace(const std::string& path);

// Joins what crosses chunks and writes the rows that are about the whole recording.
void finish(Recording& recording);

}  // namespace benchlab::etl
