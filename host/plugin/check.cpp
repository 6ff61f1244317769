#include "plugin/check.hpp"

#include <algorithm>
#include <utility>

#include "plugin/registry.hpp"

namespace benchlab::plugin {

void CheckReport::add(CheckOutcome outcome, std::string what, std::string detail) {
    items.push_back({outcome, std::move(what), std::move(detail)});
    if (added) added(*this, items.back());
}

std::size_t CheckReport::count(CheckOutcome outcome) const {
    return static_cast<std::size_t>(
        std::count_if(items.begin(), items.end(),
                      [&](const CheckItem& item) { return item.outcome == outcome; }));
}

void check_calls(const Plugin& plugin, CheckReport& report) {
    report.plugin = plugin.label();
    if (plugin.benchmarks.empty() && plugin.analyzers.empty() && plugin.readers.empty() &&
        plugin.recorders.empty()) {
        report.add(CheckOutcome::kSkipped, "contents",
                   "it has no benchmark, analyzer, reader or recorder, so there is nothing to "
                   "call");
    }
    for (const Benchmark& benchmark : plugin.benchmarks) check_benchmark(benchmark, report);
    for (const bl_analyzer& analyzer : plugin.analyzers) check_analyzer(plugin, analyzer, report);
    for (const bl_reader& reader : plugin.readers) check_reader(plugin, reader, report);
    for (const bl_recorder& recorder : plugin.recorders) check_recorder(plugin, recorder, report);
}

CheckReport check_plugin(const std::filesystem::path& file,
                         std::function<void(const CheckReport&, const CheckItem&)> added) {
    CheckReport report;
    report.added = std::move(added);
    const Registry registry = Registry::from_file(file);
    for (const FoundFile& found : registry.files()) {
        for (const std::string& reason : found.reasons) {
            report.add(CheckOutcome::kFailed, "load and validate", reason);
        }
    }
    for (const auto& plugin : registry.plugins()) {
        report.plugin = plugin->label();
        report.add(CheckOutcome::kOk, "load and validate", plugin->label());
        check_calls(*plugin, report);
    }
    return report;
}

}  // namespace benchlab::plugin
