#include "plugin/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/library_info.hpp>
#include <charconv>
#include <exception>
#include <fstream>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

#include "benchlab/benchlab.h"
#include "plugin/binary_kind.hpp"

namespace benchlab::plugin {
namespace fs = std::filesystem;

namespace {

Inspection refused(std::string reason) {
    return {Inspected::kRefused, std::move(reason)};
}

// The N of an exported "benchlab_plugin_vN"; 0 when it is none.
unsigned entry_major(std::string_view symbol) {
    constexpr std::string_view kPrefix = "benchlab_plugin_v";
    if (symbol.substr(0, kPrefix.size()) != kPrefix) return 0;
    const std::string_view digits = symbol.substr(kPrefix.size());
    unsigned major = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), major);
    return error == std::errc{} && stop == digits.data() + digits.size() ? major : 0;
}

Inspection judge_symbols(const std::vector<std::string>& symbols) {
    unsigned other = 0;
    for (const std::string& symbol : symbols) {
        if (symbol == BL_PLUGIN_SYMBOL) return {Inspected::kPlugin, {}};
        other = std::max(other, entry_major(symbol));
    }
    if (other == 0) {
        return {Inspected::kNotAPlugin, "a library that exports no " BL_PLUGIN_SYMBOL};
    }
    return refused(fmt::format("built for plugin ABI {}; this is benchlab {} with ABI {}", other,
                               BENCHLAB_VERSION, BL_ABI_MAJOR));
}

Inspection read_symbols(const fs::path& file) {
    try {
        boost::dll::library_info library(file);
        return judge_symbols(library.symbols());
    } catch (const std::bad_alloc&) {
        return refused("damaged: it states sizes that cannot be");
    } catch (const std::exception& error) {
        return refused(fmt::format("damaged: its symbols cannot be read ({})", error.what()));
    }
}

}  // namespace

Inspection inspect(const fs::path& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (status.type() == fs::file_type::not_found) return refused("does not exist");
    if (status.type() == fs::file_type::none) {
        return refused("cannot be looked at: " + error.message());
    }
    // A pipe or device could keep us waiting for ever.
    if (!fs::is_regular_file(status)) return refused("not a regular file");
    const std::uint64_t size = fs::file_size(file, error);
    if (error) return refused("cannot be looked at: " + error.message());
    if (size > kMaxLibraryBytes) {
        return refused(fmt::format("larger than a plugin may be ({} MiB; at most {} MiB)",
                                   size >> 20, kMaxLibraryBytes >> 20));
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return refused("cannot be opened for reading");
    const BinaryKind kind = identify_binary(stream);
    const BinaryKind& ours = program_kind();
    const bool same = ours.format == BinaryFormat::kOther ||
                      (kind.format == ours.format && kind.bits == ours.bits &&
                       kind.big_endian == ours.big_endian && kind.machine == ours.machine);
    if (!same || !kind.library) {
        return refused("not a library for this machine: it is " + kind.text);
    }
    if (const auto damage = damaged_reason(stream, kind, size)) {
        return refused("damaged: " + *damage);
    }
    return read_symbols(file);
}

}  // namespace benchlab::plugin
