// cli/outputs.hpp: the files that a command writes its document to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "cli/options.hpp"
#include "report/document.hpp"

namespace benchlab::cli {

// When files are written: JSON each time, since it has everything; the others are made anew from
// nothing and cost more, so now and then; what cannot be replaced (a pipe, a device) at the end.
enum class Moment { kJsonOnly, kAllFiles, kLast };

// One file under two spellings: by way of ".", links, or (of one that is there) hard links.
bool same_file(const std::string& a, const std::string& b);

// Paths; empty: not asked for; "-": stdout.
struct Outputs {
    std::string json, html, csv, markdown, text, folded, speedscope;
    // What CSV takes: one table.
    std::string csv_section, csv_table;
    // The CSV itself, where it is no table of the document.
    std::optional<std::string> csv_content;
    // Sections that the text has, and the tables for a pull request; empty: all.
    std::vector<std::string> text_sections, markdown_sections;
    // Files that the command reads, which no output may be.
    std::vector<std::string> inputs;
    // Where relative paths begin.  A plugin may change the current directory later.
    std::filesystem::path directory;

    bool any() const;
    bool uses_stdout() const;
    std::vector<std::string> files() const;  // those that are not "-"
    // Error when two outputs are one file, one is an input, or a file could not be written.  Writes
    // nothing.
    base::Result<void> check() const;
    // Writes those that are files, each through a temporary name, whatever becomes of the others.
    // Returns what could not be written, with the reason.
    struct Failure {
        std::string path, reason;
        bool operator==(const Failure&) const = default;
    };
    std::vector<Failure> write_files(const report::Document& document, Moment moment) const;
    // Writes those that are "-".  False when one could not be made; the reason is on stderr.
    bool write_stdout(const report::Document& document) const;
};

// What a command that made one document ends with: files, then stdout or, unless `quiet`, the text
// on the terminal (only these sections; empty: all), then what was written.  kGood or kError.
int write_outputs(const Outputs& outputs, const report::Document& document,
                  const std::vector<std::string>& sections, bool quiet);

// --json, --html, --csv ... for the given names; `what` ends the help sentences.
Option output_option(const std::string& name, const std::string& help);
Outputs outputs_from(const Arguments& arguments);
// The same of a comparison: its table of changes as CSV, its section for a pull request.
Outputs comparison_outputs(const Arguments& arguments);

}  // namespace benchlab::cli
