// plugin/read_trace.hpp: files of a recording, through the readers that know them, into a store.
//
//     TraceRequest request;  request.paths = {"kernel.etl", "user.etl"};
//     auto trace = read_trace(registry, request);
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "plugin/registry.hpp"
#include "store/store.hpp"

namespace benchlab::plugin {

struct TraceRequest {
    std::vector<std::string> paths;                   // UTF-8
    std::vector<std::string> tables;                  // those wanted, and "stack"; empty: all
    std::int64_t begin = INT64_MIN, end = INT64_MAX;  // window, ns since the start
    std::vector<std::pair<std::string, std::string>> options;  // "etl.name", value
};

struct Trace {
    std::unique_ptr<store::Store> store;
    std::vector<std::string> readers;  // "etl 0.1.0", in the order of their recordings
};

// The files that one reader recognised are one recording.  Error: a file that cannot be opened or
// that no reader knows, or a reader that failed; the message names the file.
base::Result<Trace> read_trace(const Registry& registry, const TraceRequest& request);

// The pool of run_parallel(), as the store wants it.
store::Parallel pool();

}  // namespace benchlab::plugin
