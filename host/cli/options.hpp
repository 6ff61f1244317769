// cli/options.hpp: commands and their options as data.  Parsing, help, the man page and the shell
// completions all follow from these definitions; nothing about an option stands anywhere else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace benchlab::cli {

enum class OptionType { kFlag, kText, kCount, kNumber, kChoice };

// What a shell should offer for a value.
enum class Completes { kNothing, kFiles, kDirectories, kBenchmarks, kChoices };

struct Option {
    std::string name;     // "samples"
    char short_name = 0;  // 'q'
    OptionType type = OptionType::kFlag;
    std::string value_name;     // "N"; empty for a flag
    std::string default_value;  // as typed; empty: none
    std::string help;           // one sentence
    double minimum = 0;         // of kCount and kNumber; both 0: no limit
    double maximum = 0;
    std::vector<std::string> choices;  // of kChoice
    Completes completes = Completes::kNothing;
    bool repeatable = false;
    bool hidden = false;
};

struct Positional {
    std::string name;  // "FILTER"
    std::string help;
    std::size_t minimum = 0;
    std::size_t maximum = 0;  // 0: any number
    Completes completes = Completes::kNothing;
    std::vector<std::string> choices = {};
    bool behind_dashes = false;  // only words after "--"; the command checks that
};

struct Example {
    std::string command;
    std::string what;
};

Option flag_option(std::string name, std::string help, char short_name = 0);
Option text_option(std::string name, std::string value_name, std::string help,
                   bool repeatable = false);
Option count_option(std::string name, std::string value_name, std::string default_value,
                    double minimum, double maximum, std::string help);
Option number_option(std::string name, std::string value_name, std::string default_value,
                     double minimum, double maximum, std::string help);

class Arguments;
struct Program;

struct Command {
    std::string name;         // "run"; "trace analyze" of a group
    std::string summary;      // one line
    std::string description;  // paragraphs for help and the man page
    std::vector<Positional> positionals;
    std::vector<Option> options;
    std::vector<Example> examples;
    int (*run)(const Arguments&, const Program&) = nullptr;  // returns the exit status
    // Adds the options that come with plugins, before the words are parsed; may be null.  Error:
    // why the command cannot go on.
    base::Result<void> (*extend)(Command&, const Program&,
                                 const std::vector<std::string>& words) = nullptr;
    bool hidden = false;
};

// A command line that was checked against its command: every value has its type and range.
class Arguments {
  public:
    bool has(std::string_view name) const;  // given, or has a default
    bool flag(std::string_view name) const;
    const std::string& text(std::string_view name) const;
    std::uint64_t count(std::string_view name) const;
    double number(std::string_view name) const;
    // Was it typed, not just defaulted?
    bool given(std::string_view name) const;
    std::vector<std::string> all(std::string_view name) const;  // of a repeatable option
    const std::vector<std::string>& positionals() const { return positionals_; }
    const std::vector<std::string>& words() const { return words_; }  // as typed
    // The same for a report that others may see, in the order of the options' definitions: without
    // files, and of directories only the last part.  Words are quoted as a shell needs it.
    std::string told() const;

  private:
    friend base::Result<Arguments> parse(const Command& command,
                                         const std::vector<std::string>& words,
                                         std::string_view program);
    struct Entry {
        std::string name;
        std::vector<std::string> values;
        bool given = false;
        Completes completes = Completes::kNothing;
    };
    const Entry* find(std::string_view name) const;
    std::vector<Entry> entries_;
    std::vector<std::string> positionals_;
    std::vector<std::string> words_;
};

// Error kInvalid: one sentence that names the word and, where there is one, the likely spelling.
// `program` is the name in hints such as "see `benchlab help run`".
base::Result<Arguments> parse(const Command& command, const std::vector<std::string>& words,
                              std::string_view program = "benchlab");

}  // namespace benchlab::cli
