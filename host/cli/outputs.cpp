#include "cli/outputs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <functional>

#include "base/text.hpp"
#include "cli/program.hpp"
#include "platform/files.hpp"
#include "report/writers.hpp"

namespace benchlab::cli {
namespace {

struct Target {
    const std::string* path;
    const char* option;
    std::function<base::Result<std::string>(const report::Document&)> write;
};

std::vector<Target> targets(const Outputs& outputs) {
    std::vector<Target> all = {
        {&outputs.json, "--json",
         [](const report::Document& d) { return base::Result<std::string>(write_json(d)); }},
        {&outputs.html, "--html",
         [](const report::Document& d) { return base::Result<std::string>(write_html(d)); }},
        {&outputs.csv, "--csv",
         [&](const report::Document& d) {
             return report::write_csv(d, outputs.csv_section, outputs.csv_table);
         }},
        {&outputs.markdown, "--markdown",
         [](const report::Document& d) { return base::Result<std::string>(write_markdown(d)); }},
        {&outputs.text, "--out",
         [&](const report::Document& d) {
             report::TextStyle style;
             style.sections = outputs.text_sections;
             return base::Result<std::string>(write_text(d, style));
         }},
    };
    std::erase_if(all, [](const Target& target) { return target.path->empty(); });
    return all;
}

// The same file under two spellings must not be written twice.
std::filesystem::path place(const std::string& text) {
    std::error_code ignored;
    const auto canonical = std::filesystem::weakly_canonical(base::text_path(text), ignored);
    return ignored ? base::text_path(text) : canonical;
}

}  // namespace

bool Outputs::any() const { return !targets(*this).empty(); }

bool Outputs::uses_stdout() const {
    for (const Target& target : targets(*this)) {
        if (*target.path == "-") return true;
    }
    return false;
}

base::Result<void> Outputs::check() const {
    const std::vector<Target> all = targets(*this);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool is_stdout = *all[i].path == "-";
        for (std::size_t j = 0; j < i; ++j) {
            const bool same = is_stdout ? *all[j].path == "-"
                                        : *all[j].path != "-" &&
                                              place(*all[j].path) == place(*all[i].path);
            if (same) {
                return base::Error{base::Code::kInvalid,
                                   fmt::format("{} and {} would both go to {}", all[j].option,
                                               all[i].option, *all[i].path)};
            }
        }
        if (is_stdout) continue;
        if (auto writable = platform::check_writable(base::text_path(*all[i].path)); !writable) {
            return base::Error{writable.error().code, fmt::format("{}: {}", all[i].option,
                                                                  writable.error().message)};
        }
    }
    return {};
}

base::Result<void> Outputs::write_files(const report::Document& document, bool last) const {
    for (const Target& target : targets(*this)) {
        if (*target.path == "-") continue;
        if (!last && !platform::is_replaceable(base::text_path(*target.path))) continue;
        const auto content = target.write(document);
        if (!content) return content.error();
        if (auto done = platform::write_file(base::text_path(*target.path), *content); !done) return done;
    }
    return {};
}

void Outputs::write_stdout(const report::Document& document) const {
    for (const Target& target : targets(*this)) {
        if (*target.path != "-") continue;
        if (const auto content = target.write(document)) print_out(*content);
    }
}

Option output_option(const std::string& name, const std::string& help) {
    Option out;
    out.name = name;
    out.type = OptionType::kText;
    out.value_name = "FILE";
    out.help = help;
    out.completes = Completes::kFiles;
    return out;
}

Outputs outputs_from(const Arguments& arguments) {
    const auto path = [&](const char* name) {
        return arguments.has(name) ? arguments.text(name) : std::string();
    };
    Outputs out;
    out.json = path("json");
    out.html = path("html");
    out.csv = path("csv");
    out.markdown = path("markdown");
    out.text = path("out");
    return out;
}

}  // namespace benchlab::cli
