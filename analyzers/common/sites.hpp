// common/sites.hpp: where in the program a thread waited.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "benchlab/store.hpp"

namespace benchlab::analyzers {

enum class SiteKind : std::uint8_t {
    kFunction,    // the innermost function outside the system
    kNoImage,     // code that lies in no image: made at run time, or its image is not in the trace
    kSystemOnly,  // no other code is on the stack
    kNoStack
};

struct Site {
    SiteKind kind = SiteKind::kNoStack;
    CodeId code = CodeId::kNone;  // of kFunction only; until group() an address, then its function

    bool operator<(const Site& other) const {
        return kind != other.kind ? kind < other.kind : code < other.code;
    }
    bool operator==(const Site& other) const { return kind == other.kind && code == other.code; }
};

// Kernel, C library and what wraps their calls say nothing of why a program waits.
bool is_system_module(std::string_view name);

class Sites {
  public:
    explicit Sites(const Store& store);

    // By address.
    Site find(StackId stack);
    // Afterwards grouped() gives functions for all that find() has given; one request for names.
    void group();
    Site grouped(Site site) const;

  private:
    Site walk(StackId stack) const;

    const Store& store_;
    std::vector<bool> system_image_;
    std::unordered_map<std::uint32_t, Site> of_stack_;
    std::unordered_map<std::uint32_t, CodeId> function_;
};

}  // namespace benchlab::analyzers
