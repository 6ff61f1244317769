#include "perf_data.hpp"

#include <algorithm>

namespace fs = std::filesystem;

namespace perf_test {

std::string data_folder() {
    return test_files::data_folder("perf");
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

std::string write_bytes(const std::string& name, const std::vector<std::uint8_t>& bytes) {
    return test_files::write_bytes(test_files::scratch_folder("perf/made") / name, bytes);
}

}  // namespace perf_test
