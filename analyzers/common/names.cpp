#include "common/names.hpp"

#include <cstdio>

namespace benchlab::analyzers {
namespace {

constexpr const char* kUnknown = "unknown";

std::string with_number(std::string_view name, std::uint32_t number, const char* kind) {
    if (name.empty()) return std::string(kind) + " " + std::to_string(number);
    return std::string(name) + " (" + std::to_string(number) + ")";
}

std::string_view text_of(const Store& store, const StringColumn& column, Row row) {
    return column.has(row) ? store.text(column[row]) : std::string_view();
}

}  // namespace

Names::Names(const Store& store) : store_(store) {
    const Table process = store.find_table("process");
    process_name_ = process.string("name", kOptional);
    pid_ = process.u32("pid", kOptional);
    const Table thread = store.find_table("thread");
    thread_name_ = thread.string("name", kOptional);
    tid_ = thread.u32("tid", kOptional);
    owner_ = thread.row("process", kOptional);
    idle_cpu_ = thread.u16("idle_cpu", kOptional);
    const Table file = store.find_table("file");
    file_path_ = file.string("path", kOptional);
    file_key_ = file.u64("key", kOptional);
    image_name_ = store.find_table("image").string("name", kOptional);
}

std::string Names::process(Row process) const {
    if (process == BL_NO_ROW || !pid_.has(process)) return kUnknown;
    return with_number(text_of(store_, process_name_, process), pid_[process], "pid");
}

std::string Names::thread(Row thread) const {
    if (thread == BL_NO_ROW || !tid_.has(thread)) return kUnknown;
    if (is_idle(thread)) return "idle, CPU " + std::to_string(idle_cpu_[thread]);
    return with_number(text_of(store_, thread_name_, thread), tid_[thread], "tid");
}

Row Names::owner(Row thread) const {
    return thread == BL_NO_ROW ? BL_NO_ROW : owner_.value_or(thread, BL_NO_ROW);
}

bool Names::is_idle(Row thread) const {
    return thread != BL_NO_ROW && idle_cpu_.has(thread);
}

std::string_view Names::process_name(Row process) const {
    return process == BL_NO_ROW ? std::string_view() : text_of(store_, process_name_, process);
}

std::optional<std::uint32_t> Names::pid(Row process) const {
    return process == BL_NO_ROW ? std::nullopt : pid_.get(process);
}

std::string_view Names::thread_name(Row thread) const {
    return thread == BL_NO_ROW ? std::string_view() : text_of(store_, thread_name_, thread);
}

std::optional<std::uint32_t> Names::tid(Row thread) const {
    return thread == BL_NO_ROW ? std::nullopt : tid_.get(thread);
}

std::string Names::process_key(Row process) const {
    const std::string_view name = process_name(process);
    return name.empty() ? this->process(process) : std::string(name);
}

std::string Names::thread_key(Row thread) const {
    const std::string_view name = thread_name(thread);
    return name.empty() ? this->thread(thread) : std::string(name);
}

std::string Names::process_of(Row thread) const {
    return process(owner(thread));
}

std::string Names::both(Row thread) const {
    if (thread == BL_NO_ROW) return kUnknown;
    if (owner(thread) == BL_NO_ROW || is_idle(thread)) return this->thread(thread);
    // The first thread of a Linux process has its number, and mostly its name.
    const bool is_main =
        tid(thread) == pid(owner(thread)) && thread_name(thread) == process_name(owner(thread));
    if (is_main) return this->thread(thread);
    return process_of(thread) + " " + this->thread(thread);
}

std::string Names::file(Row file) const {
    if (file == BL_NO_ROW) return kUnknown;
    const std::string_view path = text_of(store_, file_path_, file);
    if (!path.empty()) return std::string(path);
    if (!file_key_.has(file) || file_key_[file] == 0) return kUnknown;
    char text[40];
    std::snprintf(text, sizeof(text), "file object 0x%llx",
                  static_cast<unsigned long long>(file_key_[file]));
    return text;
}

std::string Names::module(CodeId code) const {
    if (code == CodeId::kNone) return kUnknown;
    const Row image = store_.image(code);
    if (image == BL_NO_ROW || !image_name_.has(image)) return kUnknown;
    return std::string(store_.text(image_name_[image]));
}

std::string Names::function(CodeId code) const {
    if (code == CodeId::kNone) return kUnknown;
    const auto found = store_.describe(code);
    if (!found || found->name.empty()) return module(code);
    const std::string of = module(code);
    const bool has_module = of == kUnknown || found->name.substr(0, of.size() + 1) == of + "+";
    return has_module ? std::string(found->name) : of + "!" + std::string(found->name);
}

}  // namespace benchlab::analyzers
