#include <cstdlib>
#include <new>

#include "fakes.hpp"

namespace fakes {

// The tables are the first member, so that a pointer to one leads to its owner.
Host& Host::of(const bl_host* table) {
    return *reinterpret_cast<Host*>(const_cast<bl_host*>(table));
}

namespace {

void BL_CALL log(const bl_host* host, std::uint32_t, const char* text, std::uint64_t len) {
    const std::lock_guard lock(Host::of(host).mutex);
    Host::of(host).logs.emplace_back(text, len);
}

void BL_CALL set_error(const bl_host* host, const char* text, std::uint64_t len) {
    const std::lock_guard lock(Host::of(host).mutex);
    Host::of(host).error.assign(text, len);
}

void* BL_CALL allocate(const bl_host* host, std::uint64_t size, std::uint64_t align) {
    Host& self = Host::of(host);
    const std::lock_guard lock(self.mutex);
    if (self.out_of_memory) return nullptr;
    const std::uint64_t used = align == 0 ? 64 : align;
    void* made = ::operator new(size, std::align_val_t(used));
    self.allocated[made] = used;
    return made;
}

void BL_CALL release(const bl_host* host, void* pointer) {
    if (pointer == nullptr) return;
    Host& self = Host::of(host);
    const std::lock_guard lock(self.mutex);
    const auto found = self.allocated.find(pointer);
    if (found == self.allocated.end()) std::abort();
    ::operator delete(pointer, std::align_val_t(found->second));
    self.allocated.erase(found);
}

std::uint64_t BL_CALL clock_ns(const bl_host*) {
    static std::uint64_t now = 0;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    return now += 1000;
}

void BL_CALL progress(const bl_host*, std::uint64_t, std::uint64_t) {}

std::uint32_t BL_CALL cancelled(const bl_host* host) {
    return Host::of(host).cancelled ? 1 : 0;
}

bl_status BL_CALL parallel(const bl_host*, std::uint64_t tasks, bl_task task, void* context) {
    std::vector<bl_status> statuses(tasks, BL_OK);
    std::vector<std::thread> threads;
    for (std::uint64_t i = 0; i < tasks; ++i) {
        threads.emplace_back([&, i] { statuses[i] = task(context, i); });
    }
    for (auto& thread : threads) thread.join();
    for (const bl_status status : statuses) {
        if (status != BL_OK) return status;
    }
    return BL_OK;
}

const void* BL_CALL get_extension(const bl_host*, const char*) {
    return nullptr;
}

std::uint32_t BL_CALL get_u64(const bl_values* values, const char* name, std::uint64_t* out) {
    const auto found = Values::of(values).u64.find(name);
    if (found == Values::of(values).u64.end()) return 0;
    *out = found->second;
    return 1;
}

std::uint32_t BL_CALL get_f64(const bl_values* values, const char* name, double* out) {
    const auto found = Values::of(values).f64.find(name);
    if (found == Values::of(values).f64.end()) return 0;
    *out = found->second;
    return 1;
}

std::uint32_t BL_CALL get_text(const bl_values* values, const char* name, const char** out,
                               std::uint64_t* len) {
    const auto found = Values::of(values).text.find(name);
    if (found == Values::of(values).text.end()) return 0;
    *out = found->second.data();
    *len = found->second.size();
    return 1;
}

}  // namespace

Host::Host() {
    table.struct_size = sizeof(table);
    table.abi_minor = BL_ABI_MINOR;
    table.version = "0.0.0";
    table.log = &fakes::log;
    table.set_error = &fakes::set_error;
    table.allocate = &fakes::allocate;
    table.release = &fakes::release;
    table.clock_ns = &fakes::clock_ns;
    table.progress = &fakes::progress;
    table.cancelled = &fakes::cancelled;
    table.parallel = &fakes::parallel;
    table.get_extension = &fakes::get_extension;
}

Values::Values() {
    table.struct_size = sizeof(table);
    table.get_u64 = &fakes::get_u64;
    table.get_f64 = &fakes::get_f64;
    table.get_text = &fakes::get_text;
}

const Values& Values::of(const bl_values* table) {
    return *reinterpret_cast<const Values*>(table);
}

}  // namespace fakes
