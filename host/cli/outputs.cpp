#include "cli/outputs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <functional>

#include "base/text.hpp"
#include "cli/program.hpp"
#include "platform/files.hpp"
#include "platform/terminal.hpp"
#include "report/flame.hpp"
#include "report/writers.hpp"

namespace benchlab::cli {
namespace {

struct Target {
    const std::string* path;
    const char* option;
    std::function<base::Result<std::string>(const report::Document&)> write;
};

base::Error no_stacks() {
    return {base::Code::kNotFound, "no section of this report has stacks"};
}

base::Result<std::string> folded(const report::Document& document) {
    const auto flames = report::flames_of(document);
    if (flames.empty()) return no_stacks();
    std::string out;
    for (const auto& [id, flame] : flames) out += report::write_folded(*flame);
    return out;
}

base::Result<std::string> speedscope(const report::Document& document) {
    if (report::flames_of(document).empty()) return no_stacks();
    return report::write_speedscope(document);
}

std::vector<Target> targets(const Outputs& outputs) {
    std::vector<Target> all = {
        {&outputs.json, "--json",
         [](const report::Document& d) { return base::Result<std::string>(write_json(d)); }},
        {&outputs.html, "--html",
         [](const report::Document& d) { return base::Result<std::string>(write_html(d)); }},
        {&outputs.csv, "--csv",
         [&](const report::Document& d) {
             if (outputs.csv_content) return base::Result<std::string>(*outputs.csv_content);
             return report::write_csv(d, outputs.csv_section, outputs.csv_table);
         }},
        {&outputs.markdown, "--markdown",
         [&](const report::Document& d) {
             return base::Result<std::string>(write_markdown(d, outputs.markdown_sections));
         }},
        {&outputs.text, "--out",
         [&](const report::Document& d) {
             report::TextStyle style;
             style.sections = outputs.text_sections;
             return base::Result<std::string>(write_text(d, style));
         }},
        {&outputs.folded, "--folded", folded},
        {&outputs.speedscope, "--speedscope", speedscope},
    };
    std::erase_if(all, [](const Target& target) { return target.path->empty(); });
    return all;
}

}  // namespace

bool same_file(const std::string& a, const std::string& b) {
    const std::filesystem::path one = base::text_path(a);
    const std::filesystem::path other = base::text_path(b);
    std::error_code ignored;
    if (std::filesystem::equivalent(one, other, ignored)) return true;
    const auto place = [&](const std::filesystem::path& path) {
        // Made absolute first: of a relative path that does not exist yet nothing is resolved.
        const auto absolute = std::filesystem::absolute(path, ignored);
        const auto resolved = std::filesystem::weakly_canonical(absolute, ignored);
        return ignored ? absolute : resolved;
    };
    return place(one) == place(other);
}

bool Outputs::any() const {
    return !targets(*this).empty();
}

bool Outputs::uses_stdout() const {
    for (const Target& target : targets(*this)) {
        if (*target.path == "-") return true;
    }
    return false;
}

std::vector<std::string> Outputs::files() const {
    std::vector<std::string> out;
    for (const Target& target : targets(*this)) {
        if (*target.path != "-") out.push_back(*target.path);
    }
    return out;
}

base::Result<void> Outputs::check() const {
    const std::vector<Target> all = targets(*this);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string& path = *all[i].path;
        const auto invalid = [&](const std::string& why) {
            return base::Error{base::Code::kInvalid, fmt::format("{} {}", all[i].option, why)};
        };
        for (std::size_t j = 0; j < i; ++j) {
            const std::string& other = *all[j].path;
            if (path == "-" || other == "-" ? path == other : same_file(path, other)) {
                return invalid(fmt::format("and {} would both go to {}", all[j].option,
                                           path == "-" ? "stdout" : base::printable(path)));
            }
        }
        if (path == "-") continue;
        for (const std::string& input : inputs) {
            if (same_file(path, input)) {
                return invalid(
                    fmt::format("would overwrite {}, which is read", base::printable(input)));
            }
        }
        if (auto writable = platform::check_writable(base::text_path(path)); !writable) {
            return base::Error{writable.error().code,
                               fmt::format("{}: {}", all[i].option, writable.error().message)};
        }
    }
    return {};
}

std::vector<Outputs::Failure> Outputs::write_files(const report::Document& document,
                                                   Moment moment) const {
    std::vector<Failure> failures;
    for (const Target& target : targets(*this)) {
        if (*target.path == "-") continue;
        const std::filesystem::path file = directory / base::text_path(*target.path);
        if (moment != Moment::kLast && !platform::is_replaceable(file)) continue;
        if (moment == Moment::kJsonOnly && target.path != &json) continue;
        const auto content = target.write(document);
        if (!content) {
            failures.push_back({*target.path, content.error().message});
        } else if (auto done = platform::write_file(file, *content); !done) {
            failures.push_back({*target.path, done.error().message});
        }
    }
    return failures;
}

bool Outputs::write_stdout(const report::Document& document) const {
    bool good = true;
    for (const Target& target : targets(*this)) {
        if (*target.path != "-") continue;
        const auto content = target.write(document);
        if (content) {
            print_out(*content);
        } else {
            print_error(fmt::format("{}: {}", target.option, content.error().message));
            good = false;
        }
    }
    return good;
}

int write_outputs(const Outputs& outputs, const report::Document& document,
                  const std::vector<std::string>& sections, bool quiet) {
    const auto failures = outputs.write_files(document, Moment::kLast);
    for (const Outputs::Failure& failure : failures) print_error(failure.reason);
    if (!failures.empty()) return kError;
    if (outputs.uses_stdout()) {
        if (!outputs.write_stdout(document)) return kError;
    } else if (!quiet) {
        report::TextStyle style;
        const std::size_t width = platform::terminal_width(platform::Stream::kOut);
        if (width > 0) style.width = width;
        style.colour = wants_colour_out();
        style.sections = sections;
        print_out(report::write_text(document, style));
    }
    for (const std::string& path : outputs.files()) print_note("wrote " + base::printable(path));
    return kGood;
}

Option output_option(const std::string& name, const std::string& help) {
    Option out = text_option(name, "FILE", help);
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
    out.folded = path("folded");
    out.speedscope = path("speedscope");
    std::error_code unknown;  // then they stay relative
    out.directory = std::filesystem::current_path(unknown);
    return out;
}

Outputs comparison_outputs(const Arguments& arguments) {
    Outputs out = outputs_from(arguments);
    out.csv_section = "comparison";
    out.csv_table = "changes";
    out.markdown_sections = {"comparison"};
    return out;
}

}  // namespace benchlab::cli
