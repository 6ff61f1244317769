#include "plugin/validate.hpp"

#include <fmt/format.h>

#include <utility>

#include "plugin/plugin_impl.hpp"

namespace benchlab::plugin {

Validated validate(const bl_plugin* table) {
    Validated result;
    if (table == nullptr) {
        result.reasons = {fmt::format(BL_PLUGIN_SYMBOL
                                      "() returned no table: it cannot work with plugin ABI {}.{}",
                                      BL_ABI_MAJOR, BL_ABI_MINOR)};
        return result;
    }
    Reasons reasons;
    bl_plugin ours{};
    if (const std::string reason = report::adopt(table, ours); !reason.empty()) {
        result.reasons = {"its table: " + reason};
        return result;
    }
    auto plugin = std::make_unique<Plugin>();
    if (ours.needs_minor > BL_ABI_MINOR) {
        reasons.add("", fmt::format("needs plugin ABI {0}.{1}; this benchlab has {0}.{2}",
                                    BL_ABI_MAJOR, ours.needs_minor, BL_ABI_MINOR));
    }
    plugin->id = take_text(ours.id, "id", "", reasons, Form::kName);
    plugin->version = take_text(ours.version, "version", "", reasons);
    plugin->title = take_text(ours.title, "title", "", reasons);
    plugin->author = take_text(ours.author, "author", "", reasons, Form::kText, Need::kOptional);
    plugin->licence = take_text(ours.licence, "licence", "", reasons, Form::kText, Need::kOptional);
    plugin->abi_minor = ours.abi_minor;
    plugin->impl->table = ours;
    plugin->impl->host = std::make_unique<PluginHost>(plugin->id);
    take_benchmarks(ours, *plugin, reasons);
    take_analyzers(ours, *plugin, reasons);
    take_readers(ours, *plugin, reasons);
    take_recorders(ours, *plugin, reasons);
    result.id = plugin->id;
    if (reasons.empty()) {
        result.plugin = std::move(plugin);
    } else {
        result.reasons = std::move(reasons).take();
    }
    return result;
}

}  // namespace benchlab::plugin
