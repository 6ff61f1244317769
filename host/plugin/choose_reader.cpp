#include "plugin/choose_reader.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "base/text.hpp"
#include "platform/files.hpp"
#include "plugin/breadcrumb.hpp"
#include "plugin/call.hpp"

namespace benchlab::plugin {
namespace {

using base::Code;
using base::Error;

constexpr std::size_t kHead = 4096;

std::string known_formats(const Registry& registry) {
    std::vector<std::string> names;
    for (const auto& plugin : registry.plugins()) {
        for (const bl_reader& reader : plugin->readers) names.push_back(reader.id);
    }
    return names.empty() ? "no reader is installed; see `benchlab plugins`"
                         : "readers: " + base::join(names, ", ");
}

// The reader that is surest that the file is its own; of equals the first.
base::Result<ReaderChoice> choose_reader(const Registry& registry, const std::string& path) {
    // Opening a pipe waits for whoever writes to it, and what was read of it is gone.
    std::error_code failed;
    const auto kind = std::filesystem::status(base::text_path(path), failed).type();
    if (!failed && kind != std::filesystem::file_type::regular &&
        kind != std::filesystem::file_type::directory &&
        kind != std::filesystem::file_type::not_found) {
        return Error{Code::kInvalid, base::printable(path) +
                                         " is no regular file: write the trace to a file first"};
    }
    const auto head = platform::read_head(base::text_path(path), kHead);
    if (!head) return head.error();
    if (head->empty()) return Error{Code::kData, base::printable(path) + " is empty"};
    ReaderChoice best;
    std::uint32_t most = 0;
    for (const auto& plugin : registry.plugins()) {
        for (const bl_reader& reader : plugin->readers) {
            const Crumb crumb{intern_name(plugin->id), intern_name(reader.id), "probe"};
            const auto score = call_plain(
                crumb, [&] { return reader.probe(path.c_str(), head->data(), head->size()); });
            if (!score) return score.error();
            if (*score <= most) continue;
            most = *score;
            best = {plugin.get(), &reader, {path}};
        }
    }
    if (best.reader != nullptr) return best;
    return Error{Code::kUnsupported, fmt::format("{}: no reader knows this format ({})",
                                                 base::printable(path), known_formats(registry))};
}

}  // namespace

base::Result<std::vector<ReaderChoice>> choose_readers(const Registry& registry,
                                                       const std::vector<std::string>& paths) {
    std::vector<ReaderChoice> out;
    for (const std::string& path : paths) {
        auto choice = choose_reader(registry, path);
        if (!choice) return choice.error();
        bool known = false;
        for (ReaderChoice& each : out) {
            if (each.reader != choice->reader) continue;
            each.paths.push_back(path);
            known = true;
        }
        if (!known) out.push_back(std::move(*choice));
    }
    return out;
}

}  // namespace benchlab::plugin
