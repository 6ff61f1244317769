// What all systems do alike.
#include "platform/files.hpp"

namespace benchlab::platform {

base::Result<void> write_file(const std::filesystem::path& file, std::string_view content) {
    auto made = NewFile::create_in_order(file);
    if (!made) return made.error();
    made->append(content);
    return made->keep();
}

}  // namespace benchlab::platform
