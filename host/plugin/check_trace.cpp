// Calls analyzers with two small stores, and readers' probe() with what no reader should claim.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugin/analyze.hpp"
#include "plugin/call.hpp"
#include "plugin/check.hpp"
#include "plugin/check_store.hpp"
#include "plugin/values.hpp"
#include "report/document.hpp"
#include "report/sink.hpp"

namespace benchlab::plugin {
namespace {

constexpr std::uint32_t kMostProbable = 100;

// The first table that it needs and the store has not; empty when nothing is missing.
std::string missing_need(const bl_analyzer& analyzer, const bl_store* store) {
    for (const NeededTable& need : needs_of(analyzer)) {
        if (!need.optional && store->find_table(store, need.table.c_str()) == nullptr) {
            return need.table;
        }
    }
    return {};
}

class AnalyzerCheck {
  public:
    AnalyzerCheck(const Plugin& plugin, const bl_analyzer& analyzer, CheckReport& report)
        : plugin_(plugin), analyzer_(analyzer), report_(report) {}

    void check(const bl_store* store, std::string_view store_name) {
        const std::string what = fmt::format("{}: {}", analyzer_.id, store_name);
        if (const std::string missing = missing_need(analyzer_, store); !missing.empty()) {
            report_.add(
                CheckOutcome::kSkipped, what,
                fmt::format("not called: it needs \"{}\", which this store has not", missing));
            return;
        }
        report::Section first, second;
        std::string outcome;
        if (!analyze(store, what, first, outcome) || !analyze(store, what, second, outcome)) return;
        if (first == second) {
            report_.add(CheckOutcome::kOk, what, outcome);
        } else {
            report_.add(CheckOutcome::kFailed, what,
                        "gave other results the second time, for the same store");
        }
    }

  private:
    bool analyze(const bl_store* store, const std::string& what, report::Section& section,
                 std::string& outcome) {
        auto values = parse_options(analyzer_.options, analyzer_.option_count, {});
        if (!values) {
            report_.add(CheckOutcome::kFailed, what, values.error().message);
            return false;
        }
        const Values options(std::move(*values));
        bl_analysis run{};
        run.struct_size = sizeof(run);
        run.end = store->duration_ns;
        run.options = options.abi();
        report::SectionSink sink(section);
        const Crumb crumb{intern_name(plugin_.id), intern_name(analyzer_.id), "analyze"};
        const auto status =
            call(crumb, [&] { return analyzer_.analyze(plugin_.host(), store, &run, sink.abi()); });
        if (!status) {
            report_.add(CheckOutcome::kFailed, what, status.error().message);
            return false;
        }
        outcome = *status == BL_SKIPPED
                      ? "nothing to report: " + error_text()
                      : fmt::format("{} elements, {} findings", section.elements.size(),
                                    section.findings.size());
        const std::vector<std::string> warnings = sink.warnings();
        for (const std::string& warning : warnings) {
            report_.add(CheckOutcome::kFailed, what, warning);
        }
        return warnings.empty();
    }

    const Plugin& plugin_;
    const bl_analyzer& analyzer_;
    CheckReport& report_;
};

// Exactly as long as stated, so that a sanitizer sees what is read behind it.
std::unique_ptr<unsigned char[]> random_head(std::size_t size) {
    auto head = std::make_unique<unsigned char[]>(size);
    std::uint64_t state = 0x9E3779B97F4A7C15u;
    for (std::size_t i = 0; i < size; ++i) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        head[i] = static_cast<unsigned char>(state >> 56);
    }
    return head;
}

// False when there is a fault, which is then reported.
bool probe(const Plugin& plugin, const bl_reader& reader, const std::string& path, std::size_t size,
           std::uint32_t& answer, CheckReport& report) {
    const auto head = random_head(size);
    const Crumb crumb{intern_name(plugin.id), intern_name(reader.id), "probe"};
    const auto seen =
        call_plain(crumb, [&] { return reader.probe(path.c_str(), head.get(), size); });
    const std::string what = fmt::format("{}: probe \"{}\", {} bytes", reader.id, path, size);
    if (!seen) {
        report.add(CheckOutcome::kFailed, what, seen.error().message);
        return false;
    }
    answer = *seen;
    if (answer <= kMostProbable) return true;
    report.add(CheckOutcome::kFailed, what,
               fmt::format("returned {}; at most {} is possible", answer, kMostProbable));
    return false;
}

}  // namespace

void check_analyzer(const Plugin& plugin, const bl_analyzer& analyzer, CheckReport& report) {
    AnalyzerCheck check(plugin, analyzer, report);
    check.check(empty_store(), "empty store");
    check.check(tiny_store(), "tiny store");
}

void check_reader(const Plugin& plugin, const bl_reader& reader, CheckReport& report) {
    std::vector<std::string> paths = {"", "no-suffix", "some.unknown"};
    for (const char* const* at = reader.suffixes; at != nullptr && *at != nullptr; ++at) {
        paths.push_back(std::string("recording") + *at);
    }
    std::uint32_t answer = 0;
    for (const std::string& path : paths) {
        for (const std::size_t size : {0u, 1u, 7u, 64u, 4096u}) {
            if (!probe(plugin, reader, path, size, answer, report)) return;
        }
    }
    // Random bytes under a name that it does not know either.
    if (!probe(plugin, reader, "some.unknown", 4096, answer, report)) return;
    if (answer != 0) {
        report.add(CheckOutcome::kSkipped, fmt::format("{}: probe", reader.id),
                   fmt::format("takes random bytes for its own ({} of 100)", answer));
    } else {
        report.add(CheckOutcome::kOk, fmt::format("{}: probe", reader.id),
                   fmt::format("{} names, each with up to 4096 random bytes", paths.size()));
    }
}

}  // namespace benchlab::plugin
