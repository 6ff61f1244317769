// For tests of names in files: programs made on the spot, and what binutils says of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace benchlab::test {

// A folder for this test program, empty when it begins.
const std::filesystem::path& symbol_folder();

// What the command prints.  Throws when it fails.
std::string output_of(const std::string& command);
bool has_tool(const std::string& name);

// Compiles shapes.cpp with these words behind it, once; `compiler` empty: the one of this build.
std::filesystem::path make_program(const std::string& name, const std::string& words,
                                   const std::string& compiler = "");
// A copy of a file under another name in the folder, with folders made on the way.
std::filesystem::path copy_to(const std::filesystem::path& from, const std::filesystem::path& to);

struct NamedFunction {
    std::uint64_t start = 0, size = 0;
    std::set<std::string> names;  // as nm -C has them
};
// By readelf and nm: functions with a size.  dynamic: of .dynsym.
std::vector<NamedFunction> named_functions(const std::filesystem::path& file, bool dynamic = false);

// By readelf: where an address lies in the file; throws when it lies nowhere.
class FileOffsets {
  public:
    explicit FileOffsets(const std::filesystem::path& file);
    std::uint64_t of(std::uint64_t address) const;

  private:
    struct Part {
        std::uint64_t offset, address, size;
    };
    std::vector<Part> parts_;
};

struct FrameText {
    std::string name, place;  // "geo::outer(int)", "/a/shapes.cpp:31"
    auto operator<=>(const FrameText&) const = default;
};
// By addr2line -a -f -i -C, or what is like it: by address, innermost first.
std::map<std::uint64_t, std::vector<FrameText>> source_frames(
    const std::string& tool, const std::filesystem::path& file,
    const std::vector<std::uint64_t>& addresses);

struct UnwindEntry {
    std::uint64_t start, end;
};
// By readelf --debug-dump=frames.
std::vector<UnwindEntry> unwind_entries(const std::filesystem::path& file);

std::string build_id(const std::filesystem::path& file);

}  // namespace benchlab::test
