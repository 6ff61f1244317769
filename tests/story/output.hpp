// output.hpp: where the bytes of a trace file go.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace benchlab::story {

class Output {
  public:
    virtual ~Output() = default;
    // At or before the end of what was written.
    virtual void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) = 0;
};

class MemoryOutput : public Output {
  public:
    void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override;
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  private:
    std::vector<std::uint8_t> bytes_;
};

// Throws std::runtime_error when the file cannot be made or written.
class FileOutput : public Output {
  public:
    explicit FileOutput(const std::filesystem::path& path);
    void write(std::uint64_t offset, std::span<const std::uint8_t> bytes) override;
    void close();

  private:
    std::string name_;
    std::ofstream file_;
    std::uint64_t at_ = 0;
};

// Counts only: for the first of two passes.
class NoOutput : public Output {
  public:
    void write(std::uint64_t, std::span<const std::uint8_t>) override {}
};

}  // namespace benchlab::story
