#include "plugin/load.hpp"

#include <boost/dll/shared_library.hpp>
#include <boost/dll/shared_library_load_mode.hpp>
#include <exception>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace benchlab::plugin {
namespace fs = std::filesystem;

namespace {

using boost::dll::load_mode::type;

// Where the system is Windows (only there a library ends so): LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR
// and _SYSTEM32, so that a plugin's own dependencies are found beside it and nowhere else.
// Boost.DLL hands the bits through.  Elsewhere everything is bound now, as lazy binding would
// turn a missing import into a crash in the middle of a measurement.
type load_flags() {
    constexpr unsigned kSearchOwnFolderAndSystem = 0x900;
    if (boost::dll::shared_library::suffix() == ".dll") {
        return static_cast<type>(kSearchOwnFolderAndSystem);
    }
    return boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local;
}

// Boost.DLL wraps the loader's message: "... (dlerror system message: REASON): ...".
std::string loader_reason(const std::string& text) {
    constexpr std::string_view kBefore = "dlerror system message: ";
    const std::size_t at = text.find(kBefore);
    const std::size_t end = text.rfind(')');
    if (at == std::string::npos || end == std::string::npos || end <= at) return text;
    return text.substr(at + kBefore.size(), end - at - kBefore.size());
}

}  // namespace

base::Result<LoadedLibrary> load_library(const fs::path& file) {
    // Never destroyed: unloading a library takes away code that thread-local destructors, exit
    // handlers and other runtimes still call.
    static auto* const loaded = new std::vector<boost::dll::shared_library>;
    if (!file.is_absolute()) {
        return base::Error{base::Code::kInvalid, "not an absolute path: " + base::path_text(file)};
    }
    try {
        boost::dll::shared_library library(file, load_flags());
        auto& entry = library.get<std::remove_pointer_t<bl_plugin_entry>>(BL_PLUGIN_SYMBOL);
        loaded->push_back(std::move(library));
        return LoadedLibrary{&entry};
    } catch (const std::exception& error) {
        return base::Error{base::Code::kIo, "cannot be loaded: " + loader_reason(error.what())};
    }
}

}  // namespace benchlab::plugin
