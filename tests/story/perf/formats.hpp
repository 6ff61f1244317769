// formats.hpp: tracepoints: their fields, the text that describes them, and their data.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ordered_bytes.hpp"

namespace benchlab::story::perf {

struct Kernel {
    bool is_old = false;  // before 4.14
    std::uint32_t long_size = 8;
    Order order = Order::kLittle;
};

struct Field {
    std::string declaration;  // "char prev_comm[16]"
    std::string name;
    std::uint32_t offset = 0, size = 0;
    bool is_signed = false;
    bool is_text = false;      // an array of characters
    bool is_dynamic = false;   // the text stands behind the fields, and here is where
    bool is_relative = false;  // that is counted from the end of the field
};

class Format {
  public:
    // `fields` are declarations of C with ';' between them; each but the first takes `least_size`
    // at least.
    Format(std::string_view system, std::string_view name, std::string_view fields,
           std::string_view print, const Kernel& kernel, std::uint32_t least_size = 0);

    const std::string& system() const { return system_; }
    const std::string& name() const { return name_; }
    const std::vector<Field>& fields() const { return fields_; }
    std::uint32_t size() const { return size_; }  // without dynamic texts
    std::uint16_t id() const { return id_; }
    void set_id(std::uint16_t id) { id_ = id; }
    std::string text() const;  // as the kernel's file "format" has it

  private:
    void add(std::string_view declaration, const Kernel& kernel, std::uint32_t least_size);

    std::string system_, name_, print_;
    std::vector<Field> fields_, common_;
    std::uint32_t size_ = 0;
    std::uint16_t id_ = 0;
};

// The data of one hit.  Fields that the format does not have are ignored, as kernels differ.
class TracepointData {
  public:
    explicit TracepointData(Order order) : bytes_(order) {}

    void begin(const Format& format, std::uint8_t flags, std::uint32_t pid);
    TracepointData& set(std::string_view field, std::uint64_t value);
    TracepointData& set(std::string_view field, std::string_view text);
    // As long as the kernel makes it, so that it ends on 8 bytes behind its 4-byte size.
    std::span<const std::uint8_t> finish();

  private:
    const Field* find(std::string_view field) const;

    const Format* format_ = nullptr;
    OrderedBytes bytes_;
};

// A tracepoint of the kernel by "system:name"; also "syscalls:sys_enter_NAME" and sys_exit_NAME for
// any name, and "uprobe:NAME", which returns when the name ends with "__return".
Format make_format(std::string_view event, const Kernel& kernel);

// By its number on 64-bit x86, where that is known.
std::uint32_t system_call_number(std::string_view name);
// What its first argument is called.
std::string_view first_argument(std::string_view system_call);

}  // namespace benchlab::story::perf
