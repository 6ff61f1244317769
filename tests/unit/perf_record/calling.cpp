#include "calling.hpp"

#include <chrono>
#include <perf/record/recorder.hpp>
#include <thread>

namespace record_test {
namespace {

Host& of(const bl_host* table) {
    return *reinterpret_cast<Host*>(const_cast<bl_host*>(table));
}

const Options& of(const bl_values* table) {
    return *reinterpret_cast<const Options*>(table);
}

void BL_CALL log(const bl_host* host, std::uint32_t level, const char* text, std::uint64_t len) {
    if (level >= of(host).lowest_level) of(host).logs.emplace_back(text, len);
}

void BL_CALL set_error(const bl_host* host, const char* text, std::uint64_t len) {
    of(host).error.assign(text, len);
}

std::uint32_t BL_CALL get_u64(const bl_values* values, const char* name, std::uint64_t* out) {
    const auto found = of(values).numbers.find(name);
    if (found == of(values).numbers.end()) return 0;
    *out = found->second;
    return 1;
}

std::uint32_t BL_CALL get_f64(const bl_values*, const char*, double*) {
    return 0;
}

std::uint32_t BL_CALL get_text(const bl_values* values, const char* name, const char** text,
                               std::uint64_t* len) {
    const auto found = of(values).texts.find(name);
    if (found == of(values).texts.end()) return 0;
    *text = found->second.c_str();
    *len = found->second.size();
    return 1;
}

}  // namespace

Host::Host() : table{} {
    table.struct_size = sizeof(table);
    table.version = "test";
    table.log = &log;
    table.set_error = &set_error;
}

Options::Options() : table{} {
    table.struct_size = sizeof(table);
    table.get_u64 = &get_u64;
    table.get_f64 = &get_f64;
    table.get_text = &get_text;
}

Recording::Recording(const Request& request) {
    const bl_record record = {
        sizeof(record),         static_cast<std::uint32_t>(request.pids.size()),
        request.pids.data(),    request.path.c_str(),
        request.preset.c_str(), request.buffer_bytes,
        request.ring_ns,        &request.options.table};
    state.struct_size = sizeof(state);
    begun_ = benchlab::perf::kRecorder.begin(&host.table, &record, &recording_);
}

Recording::~Recording() {
    if (recording_ != nullptr) end();
}

bl_status Recording::poll() {
    return benchlab::perf::kRecorder.poll(&host.table, recording_, &state);
}

bl_status Recording::end() {
    const bl_status ended = benchlab::perf::kRecorder.end(&host.table, recording_, &state);
    recording_ = nullptr;
    return ended;
}

void Recording::run_for(int milliseconds) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    while (std::chrono::steady_clock::now() < until && poll() == BL_OK)
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

}  // namespace record_test
