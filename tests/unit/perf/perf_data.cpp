#include "perf_data.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;

namespace perf_test {

std::string data_folder() {
    const char* set = std::getenv("BENCHLAB_TEST_DATA");
    const fs::path folder = fs::path(set != nullptr ? set : BENCHLAB_TEST_DATA) / "perf";
    if (fs::exists(folder / "PROVENANCE.md")) return folder.string();
    std::puts("skipped: the recorded perf.data files are not there (BENCHLAB_TEST_DATA)");
    return {};
}

std::vector<RecordedFile> recorded_files(const std::string& folder) {
    std::vector<RecordedFile> out;
    for (const char* const part : {"public", "recorded"}) {
        for (const auto& entry : fs::directory_iterator(fs::path(folder) / part)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with(".data")) out.push_back({name, entry.path().string()});
        }
    }
    std::sort(out.begin(), out.end(),
              [](const RecordedFile& a, const RecordedFile& b) { return a.name < b.name; });
    return out;
}

std::vector<std::uint8_t> read_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string write_bytes(const std::string& name, const std::vector<std::uint8_t>& bytes) {
    const fs::path folder = fs::path(BENCHLAB_TEST_BINARY_DIR) / "tests" / "unit" / "perf" / "made";
    fs::create_directories(folder);
    const fs::path path = folder / name;
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    return path.string();
}

}  // namespace perf_test
