#include "output.hpp"

#include <algorithm>
#include <stdexcept>

namespace benchlab::story {

void MemoryOutput::write(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
    if (bytes_.size() < offset + bytes.size()) bytes_.resize(offset + bytes.size());
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(offset));
}

FileOutput::FileOutput(const std::filesystem::path& path)
    : name_(path.string()), file_(path, std::ios::binary | std::ios::trunc) {
    if (!file_) throw std::runtime_error("cannot make " + name_);
}

void FileOutput::write(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
    if (offset != at_) file_.seekp(static_cast<std::streamoff>(offset));
    file_.write(reinterpret_cast<const char*>(bytes.data()),
                static_cast<std::streamsize>(bytes.size()));
    at_ = offset + bytes.size();
    if (!file_) throw std::runtime_error("cannot write " + name_);
}

void FileOutput::close() {
    file_.close();
    if (!file_) throw std::runtime_error("cannot write " + name_);
}

}  // namespace benchlab::story
