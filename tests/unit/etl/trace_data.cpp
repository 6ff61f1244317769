#include "trace_data.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace fs = std::filesystem;

namespace etl_test {
namespace {

fs::path scratch() {
    return test_files::scratch_folder("etl/traces");
}

}  // namespace

std::string data_folder() {
    return test_files::data_folder("etl");
}

std::vector<std::string> trace_names(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::path(folder) / "oracle")) {
        const std::string name = entry.path().stem().string();
        if (fs::exists(fs::path(folder) / (name + ".etl.xz"))) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

std::string unpacked(const std::string& folder, const std::string& name) {
    const fs::path target = scratch() / (name + ".etl");
    if (fs::exists(target)) return target.string();
    const fs::path part = scratch() / (name + ".part");
    const std::string command = "xz -dkc \"" + (fs::path(folder) / (name + ".etl.xz")).string() +
                                "\" > \"" + part.string() + "\"";
    if (std::system(command.c_str()) != 0) {
        std::printf("skipped: %s cannot be unpacked with xz\n", name.c_str());
        return {};
    }
    fs::rename(part, target);
    return target.string();
}

std::string write_bytes(const std::string& name, const std::vector<std::uint8_t>& bytes) {
    return test_files::write_bytes(scratch() / name, bytes);
}

std::vector<std::uint8_t> from_hex(std::string_view hex) {
    const auto digit = [](char c) {
        return static_cast<std::uint8_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    };
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(digit(hex[i]) << 4 | digit(hex[i + 1])));
    return bytes;
}

}  // namespace etl_test
