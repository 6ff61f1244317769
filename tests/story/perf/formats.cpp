#include "formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace benchlab::story::perf {

namespace {

struct Type {
    std::string_view name;
    std::uint32_t size;  // 0: that of a long
    bool is_signed;
};

// Longer names first where one begins with the other.
constexpr Type kTypes[] = {{"unsigned short ", 2, false},
                           {"unsigned char ", 1, false},
                           {"unsigned int ", 4, false},
                           {"unsigned long ", 0, false},
                           {"char ", 1, false},
                           {"bool ", 1, false},
                           {"int ", 4, true},
                           {"long ", 0, true},
                           {"pid_t ", 4, true},
                           {"dev_t ", 4, false},
                           {"sector_t ", 8, false},
                           {"enum ", 4, false},
                           {"s64 ", 8, true},
                           {"u32 ", 4, false},
                           {"u64 ", 8, false},
                           {"size_t ", 0, false}};

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

bool is_place(std::string_view declaration) {
    return declaration.starts_with("__data_loc ") || declaration.starts_with("__rel_loc ");
}

Type type_of(std::string_view declaration) {
    if (is_place(declaration)) return {"", 4, false};
    if (declaration.find('*') != std::string_view::npos) return {"", 0, false};
    for (const Type& type : kTypes) {
        if (declaration.starts_with(type.name)) return type;
    }
    throw std::logic_error("a field of an unknown type: " + std::string(declaration));
}

std::string line_of(const Field& field) {
    return fmt::format("\tfield:{};\toffset:{};\tsize:{};\tsigned:{};\n", field.declaration,
                       field.offset, field.size, field.is_signed ? 1 : 0);
}

}  // namespace

Format::Format(std::string_view system, std::string_view name, std::string_view fields,
               std::string_view print, const Kernel& kernel, std::uint32_t least_size)
    : system_(system), name_(name), print_(print) {
    add("unsigned short common_type", kernel, 0);
    add("unsigned char common_flags", kernel, 0);
    add("unsigned char common_preempt_count", kernel, 0);
    add("int common_pid", kernel, 0);
    if (!kernel.is_old) add("unsigned char common_preempt_lazy_count", kernel, 0);
    common_.swap(fields_);
    size_ = (size_ + 3) / 4 * 4;  // the kernel keeps them in a struct of their own
    while (!fields.empty()) {
        const std::size_t end = std::min(fields.find(';'), fields.size());
        add(trimmed(fields.substr(0, end)), kernel, fields_.empty() ? 0 : least_size);
        fields.remove_prefix(std::min(end + 1, fields.size()));
    }
    fields_.insert(fields_.begin(), common_.begin(), common_.end());
}

void Format::add(std::string_view declaration, const Kernel& kernel, std::uint32_t least_size) {
    const Type type = type_of(declaration);
    Field field;
    field.declaration = declaration;
    field.is_signed = type.is_signed;
    field.is_dynamic = is_place(declaration);
    field.is_relative = declaration.starts_with("__rel_loc ");
    field.size =
        std::max(type.size != 0 ? type.size : kernel.long_size, field.is_dynamic ? 0 : least_size);
    const std::uint32_t alignment = field.size;
    std::string_view name = declaration.substr(declaration.rfind(' ') + 1);
    if (name.starts_with('*')) name.remove_prefix(1);
    if (const std::size_t bracket = name.find('['); bracket != std::string_view::npos) {
        field.size *= static_cast<std::uint32_t>(std::stoul(std::string(name.substr(bracket + 1))));
        field.is_text = true;
        name = name.substr(0, bracket);
    }
    field.name = name;
    field.offset = (size_ + alignment - 1) / alignment * alignment;
    size_ = field.offset + field.size;
    fields_.push_back(field);
}

std::string Format::text() const {
    std::string out = fmt::format("name: {}\nID: {}\nformat:\n", name_, id_);
    for (const Field& field : common_) out += line_of(field);
    out += '\n';
    for (std::size_t i = common_.size(); i < fields_.size(); ++i) out += line_of(fields_[i]);
    return out + fmt::format("\nprint fmt: {}\n", print_);
}

void TracepointData::begin(const Format& format, std::uint8_t flags, std::uint32_t pid) {
    format_ = &format;
    bytes_.clear();
    bytes_.put_zeros(format.size());
    set("common_type", format.id()).set("common_flags", flags).set("common_pid", pid);
}

const Field* TracepointData::find(std::string_view field) const {
    for (const Field& each : format_->fields()) {
        if (each.name == field) return &each;
    }
    return nullptr;
}

TracepointData& TracepointData::set(std::string_view field, std::uint64_t value) {
    if (const Field* const at = find(field)) bytes_.set_number(at->offset, value, at->size);
    return *this;
}

TracepointData& TracepointData::set(std::string_view field, std::string_view text) {
    const Field* const at = find(field);
    if (!at) return *this;
    if (!at->is_dynamic) {
        bytes_.set_chars(at->offset, text, at->size);
        return *this;
    }
    const auto end = static_cast<std::uint32_t>(bytes_.size());
    const std::uint32_t begin = at->is_relative ? end - (at->offset + at->size) : end;
    bytes_.put_text(text);
    const auto length = static_cast<std::uint32_t>(text.size() + 1);
    bytes_.set(at->offset, length << 16 | begin);
    return *this;
}

std::span<const std::uint8_t> TracepointData::finish() {
    while ((bytes_.size() + 4) % 8 != 0) bytes_.put_zeros(1);
    return bytes_;
}

}  // namespace benchlab::story::perf
