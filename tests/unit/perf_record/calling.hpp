// calling.hpp: the recorder called as the host calls it.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace record_test {

// A host that keeps what it is told.
struct Host {
    bl_host table;  // first, so that a pointer to it leads here
    std::vector<std::string> logs;
    std::string error;
    std::uint32_t lowest_level = BL_LOG_INFO;

    Host();
};

// Options by name, as texts and numbers.
struct Options {
    bl_values table;  // first
    std::map<std::string, std::string> texts;
    std::map<std::string, std::uint64_t> numbers;

    Options();
};

struct Request {
    std::string preset = "normal", path;
    std::vector<std::uint32_t> pids;
    std::uint64_t buffer_bytes = 0;
    std::int64_t ring_ns = 0;
    Options options;
};

// One recording; ended by its destructor if nobody did.
class Recording {
  public:
    explicit Recording(const Request& request);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    bl_status begun() const { return begun_; }
    bl_status poll();
    bl_status end();
    void run_for(int milliseconds);  // polling now and then

    Host host;
    bl_record_state state{};

  private:
    bl_status begun_;
    void* recording_ = nullptr;
};

}  // namespace record_test
