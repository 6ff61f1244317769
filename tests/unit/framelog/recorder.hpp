// A host and a builder that keep what the reader of frame logs gives them.
#pragma once

#include <benchlab/benchlab.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// One lane: what is opaque to the reader.
struct bl_builder {
    std::vector<std::string> strings{""};
};

namespace recorded {

// A row as the reader gave it; what is absent is not there.
struct Row {
    std::int64_t time = BL_NO_TIME;
    std::map<std::string, double> numbers;
    std::map<std::string, std::uint64_t> integers;
    std::map<std::string, std::string> texts;

    bool has(const std::string& column) const {
        return numbers.count(column) + integers.count(column) + texts.count(column) > 0;
    }
    // In ms.
    std::optional<double> ms(const std::string& column) const;
    std::string text(const std::string& column) const;
    std::optional<std::uint64_t> integer(const std::string& column) const;
};

struct Problem {
    std::uint64_t count = 0, offset = 0;
    std::string text;
};

struct Log {
    bl_status status = BL_OK;
    std::string error;
    std::optional<bl_clock> clock;
    std::vector<Row> frames, processes;
    std::map<std::string, std::string> facts;
    std::map<std::string, Problem> problems;
    std::vector<std::string> mistakes;  // of the reader, against the ABI
    std::size_t most_rows = 0;          // of one batch

    bool has_problem(const std::string& code) const { return problems.count(code) != 0; }
    std::vector<double> all_ms(const std::string& column) const;  // NaN when absent
};

struct Options {
    const char* const* tables = nullptr;
    bool cancelled = false;
};

Log read_files(const std::vector<std::string>& paths, const Options& options = {});
// Through a file of that name in a folder for temporary files.
Log read_text(std::string_view text, const std::string& name = "log.csv",
              const Options& options = {});
std::uint32_t probe(std::string_view head, const char* path = "log.csv");

// The folder of the data for tests, or empty when it is not there.
std::string data_folder();

}  // namespace recorded
