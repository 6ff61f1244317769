#include "etl/volumes.hpp"

#include <algorithm>

#include "etl/text.hpp"

namespace benchlab::etl {

void Volumes::add(std::string nt_path, std::string dos_path) {
    if (nt_path.empty()) return;
    const auto known = std::find_if(mappings_.begin(), mappings_.end(),
                                    [&](const Mapping& each) { return each.nt_path == nt_path; });
    if (known != mappings_.end()) return;
    const auto place = std::find_if(mappings_.begin(), mappings_.end(), [&](const Mapping& each) {
        return each.nt_path.size() < nt_path.size();
    });
    mappings_.insert(place, {std::move(nt_path), std::move(dos_path)});
}

std::string Volumes::map(std::string_view path) const {
    for (const Mapping& each : mappings_) {
        if (starts_with_ignoring_case(path, each.nt_path))
            return each.dos_path + std::string(path.substr(each.nt_path.size()));
    }
    constexpr std::string_view kSystemRoot = "\\SystemRoot\\";
    if (!windows_.empty() && starts_with_ignoring_case(path, kSystemRoot))
        return windows_ + std::string(path.substr(kSystemRoot.size()));
    // The kernel leaves out the device of its own files: "\Windows\system32\win32k.sys".
    const std::string_view folder = std::string_view(windows_).substr(0, windows_.size());
    if (folder.size() > 3 && folder[1] == ':' && starts_with_ignoring_case(path, folder.substr(2)))
        return windows_.substr(0, 2) + std::string(path);
    return std::string(path);
}

}  // namespace benchlab::etl
