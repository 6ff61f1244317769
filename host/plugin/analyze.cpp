#include "plugin/analyze.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/text.hpp"
#include "plugin/call.hpp"
#include "plugin/host_api.hpp"
#include "plugin/read_trace.hpp"
#include "plugin/values.hpp"
#include "report/sink.hpp"

namespace benchlab::plugin {
namespace {

using base::Code;
using base::Error;

// What it cannot do without and the trace has not.
std::vector<std::string> missing(const bl_analyzer& analyzer, const store::Store& store) {
    std::vector<std::string> out;
    for (const NeededTable& need : needs_of(analyzer)) {
        if (need.optional || need.table == "stack" || store.has(need.table)) continue;
        std::string lacks = store::what_to_record(need.table);
        if (std::find(out.begin(), out.end(), lacks) == out.end()) out.push_back(std::move(lacks));
    }
    return out;
}

std::vector<std::pair<std::string, std::string>> options_of(const bl_analyzer& analyzer,
                                                            const AnalysisRequest& request) {
    const auto declares = [&](const std::string& name) {
        for (std::uint32_t i = 0; i < analyzer.option_count; ++i) {
            if (name == analyzer.options[i]->name) return true;
        }
        return false;
    };
    std::vector<std::pair<std::string, std::string>> out;
    const std::string prefix = std::string(analyzer.id) + ".";
    for (const auto& [name, value] : request.options) {
        const std::string own = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
        if (declares(own)) out.emplace_back(own, value);
    }
    return out;
}

// Stacks of flames by the names of the store: process, thread, functions.
class StoreNamer final : public report::FrameNamer {
  public:
    explicit StoreNamer(const store::Store& store)
        : store_(store), threads_(store.find("thread")), processes_(store.find("process")) {}

    bool thread(std::uint32_t row, std::vector<report::FrameName>& path) const override {
        if (threads_ == nullptr || row >= threads_->rows()) return false;
        const auto owners = threads_->values<std::uint32_t>("process");
        const std::uint32_t owner = owners.empty() ? BL_NO_ROW : owners[row];
        const std::uint32_t pid = owner == BL_NO_ROW || processes_ == nullptr
                                      ? BL_NO_ROW
                                      : processes_->values<std::uint32_t>("pid")[owner];
        const std::string process = name_of(processes_, owner);
        path.push_back(
            {keep(pid == BL_NO_ROW ? std::string("unknown") : fmt::format("{} ({})", process, pid)),
             report::NameKind::kProcess});
        const std::string name = name_of(threads_, row);
        const std::uint32_t tid = threads_->values<std::uint32_t>("tid")[row];
        path.push_back({keep(fmt::format("{} {}", name.empty() ? "thread" : name, tid)),
                        report::NameKind::kThread});
        return true;
    }

    bool stack(std::uint32_t id, std::vector<report::FrameName>& path) const override {
        const store::Names& names = store_.names();
        if (id >= names.stack_parent.size()) return false;
        const std::size_t first = path.size();
        for (; id != 0; id = names.stack_parent[id]) {
            path.push_back(
                {store_.function_name(names.stack_code[id]), report::NameKind::kFunction});
        }
        std::reverse(path.begin() + static_cast<std::ptrdiff_t>(first), path.end());
        return true;
    }

  private:
    std::string name_of(const store::StoredTable* table, std::uint32_t row) const {
        if (table == nullptr || row == BL_NO_ROW) return {};
        const auto names = table->values<std::uint32_t>("name");
        return names.empty() ? std::string() : std::string(store_.text(names[row]));
    }
    std::string_view keep(std::string text) const { return *kept_.insert(std::move(text)).first; }

    const store::Store& store_;
    const store::StoredTable* const threads_;
    const store::StoredTable* const processes_;
    mutable std::set<std::string> kept_;
};

AnalysisResult run_section(const SectionChoice& choice, const store::Store& store,
                           const AnalysisRequest& request) {
    const bl_analyzer& analyzer = *choice.analyzer;
    AnalysisResult out;
    out.section.id = analyzer.id;
    out.section.title = analyzer.title;
    out.section.plugin = choice.plugin->label();
    const std::vector<std::string> lacks = missing(analyzer, store);
    if (!lacks.empty()) {
        out.section.status = fmt::format("not in this trace: needs {}", base::join(lacks, ", "));
        return out;
    }
    auto values =
        parse_options(analyzer.options, analyzer.option_count, options_of(analyzer, request));
    if (!values) {
        out.section.status = values.error().message;
        out.failed = true;
        return out;
    }
    const Values options(std::move(*values));
    bl_analysis run{};
    run.struct_size = sizeof(run);
    run.focus_count = static_cast<std::uint32_t>(request.focus.size());
    run.focus = request.focus.data();
    run.begin = request.begin;
    run.end = request.end;
    run.options = options.abi();
    const StoreNamer namer(store);
    report::SectionSink sink(out.section, {}, &namer);
    const Crumb crumb{intern_name(choice.plugin->id), intern_name(analyzer.id), "analyze"};
    const auto status = call(crumb, [&] {
        return analyzer.analyze(choice.plugin->host(), store.abi(), &run, sink.abi());
    });
    if (!status) {
        out.section.status = status.error().message;
        out.failed = true;
    } else if (*status == BL_SKIPPED) {
        const std::string why = error_text();
        out.section.status = why.empty() ? "nothing to report" : why;
    }
    out.warnings = sink.warnings();
    return out;
}

}  // namespace

std::vector<NeededTable> needs_of(const bl_analyzer& analyzer) {
    std::vector<NeededTable> out;
    for (const char* const* at = analyzer.needs; at != nullptr && *at != nullptr; ++at) {
        std::string name = *at;
        const bool optional = name.ends_with('?');
        if (optional) name.pop_back();
        out.push_back({std::move(name), optional});
    }
    return out;
}

std::vector<SectionChoice> all_sections(const Registry& registry) {
    std::vector<SectionChoice> out;
    for (const auto& plugin : registry.plugins()) {
        for (const bl_analyzer& analyzer : plugin->analyzers)
            out.push_back({plugin.get(), &analyzer});
    }
    std::stable_sort(out.begin(), out.end(), [](const SectionChoice& a, const SectionChoice& b) {
        if (a.analyzer->order != b.analyzer->order) return a.analyzer->order < b.analyzer->order;
        return std::string_view(a.analyzer->id) < b.analyzer->id;
    });
    return out;
}

base::Result<std::vector<SectionChoice>> choose_sections(const Registry& registry,
                                                         const std::vector<std::string>& ids) {
    std::vector<SectionChoice> all = all_sections(registry);
    std::vector<std::string> names;
    for (const SectionChoice& each : all) names.emplace_back(each.analyzer->id);
    std::set<std::string> wanted;
    for (const std::string& id : ids) {
        if (id == "all") return all;
        if (std::find(names.begin(), names.end(), id) == names.end()) {
            const std::string near = base::closest(id, names);
            return Error{Code::kInvalid,
                         fmt::format("there is no section {}{}; there are: {}", base::printable(id),
                                     near.empty() ? "" : fmt::format(" (did you mean {}?)", near),
                                     base::join(names, ", "))};
        }
        wanted.insert(id);
    }
    if (!wanted.empty()) {
        std::erase_if(
            all, [&](const SectionChoice& each) { return wanted.count(each.analyzer->id) == 0; });
    }
    return all;
}

namespace {

// Codes of these are shown by the names of their functions, and those in stacks; where a thread
// started is not.
bool has_named_code(std::string_view table) {
    if (table == "stack") return true;
    const store::TableSpec* const spec = store::find_table_spec(table);
    if (spec == nullptr || table == "thread") return false;
    return std::any_of(spec->columns.begin(), spec->columns.end(),
                       [](const store::ColumnSpec& column) { return column.type == BL_COL_CODE; });
}

}  // namespace

std::vector<std::string> needed_tables(const std::vector<SectionChoice>& sections) {
    std::set<std::string> out = {"process", "thread", "image", "cpu", "fact", "problem", "lost"};
    for (const SectionChoice& section : sections) {
        for (const NeededTable& need : needs_of(*section.analyzer)) {
            for (std::string& table : store::made_of(need.table)) {
                if (has_named_code(table)) out.insert("symbol");
                out.insert(std::move(table));
            }
        }
    }
    return {out.begin(), out.end()};
}

// The sections with the most rows first, so that no long one is left for a thread alone at the end.
// Derived tables are made here: made by a section they would have that section's thread alone.
std::vector<std::size_t> longest_first(const std::vector<SectionChoice>& sections,
                                       const store::Store& store) {
    std::vector<std::uint64_t> rows(sections.size());
    std::vector<std::size_t> out(sections.size());
    for (std::size_t i = 0; i < sections.size(); ++i) {
        out[i] = i;
        for (const NeededTable& need : needs_of(*sections[i].analyzer)) {
            const store::StoredTable* const table = store.find(need.table);
            if (table != nullptr) rows[i] += table->rows();
        }
    }
    std::stable_sort(out.begin(), out.end(),
                     [&](std::size_t a, std::size_t b) { return rows[a] > rows[b]; });
    return out;
}

std::vector<AnalysisResult> run_sections(const std::vector<SectionChoice>& sections,
                                         const store::Store& store,
                                         const AnalysisRequest& request) {
    std::vector<AnalysisResult> out(sections.size());
    const std::vector<std::size_t> order = longest_first(sections, store);
    pool()(sections.size(), [&](std::size_t at) {
        const std::size_t i = order[at];
        out[i] = run_section(sections[i], store, request);
    });
    if (!out.empty()) {
        for (std::string& complaint : store.take_complaints()) {
            out.front().warnings.push_back(std::move(complaint));
        }
    }
    return out;
}

}  // namespace benchlab::plugin
