// volumes.hpp: paths of the kernel as paths of people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace benchlab::etl {

class Volumes {
  public:
    // "\Device\HarddiskVolume2\" is "C:\".
    void add(std::string nt_path, std::string dos_path);
    // "C:\Windows\".
    void set_windows_folder(std::string path) { windows_ = std::move(path); }

    // With the longest mapping that fits put in; paths that none fits come back as they are.
    std::string map(std::string_view path) const;

  private:
    struct Mapping {
        std::string nt_path, dos_path;
    };
    std::vector<Mapping> mappings_;  // longest first
    std::string windows_;
};

}  // namespace benchlab::etl
