// plugin/values.hpp: the bl_values that plugins read parameters and options from.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "benchlab/benchlab.h"
#include "plugin/plugin.hpp"

namespace benchlab::plugin {

struct NamedValue {
    std::string name;
    std::uint32_t type = BL_VALUE_U64;  // BL_VALUE_*
    std::uint64_t u64 = 0;              // a flag is 0 or 1
    double f64 = 0;
    std::string text;
    bool has_label = false;  // a parameter: get_text reads `text` besides the number
};

// Must outlive the call that it is passed to; not copied, since plugins hold its address.
class Values {
  public:
    explicit Values(std::vector<NamedValue> values);
    // The chosen parameters of a case: numbers, and labels where there are some.
    explicit Values(const std::vector<Choice>& choices);
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    const bl_values* abi() const { return &abi_; }

  private:
    struct Abi : bl_values {
        const Values* owner = nullptr;
    };
    static const NamedValue* find(const bl_values* values, const char* name);
    static std::uint32_t BL_CALL get_u64(const bl_values*, const char*, std::uint64_t*);
    static std::uint32_t BL_CALL get_f64(const bl_values*, const char*, double*);
    static std::uint32_t BL_CALL get_text(const bl_values*, const char*, const char**,
                                          std::uint64_t*);

    std::vector<NamedValue> values_;
    Abi abi_;
};

// One option's value from what a user typed; the error names the option and what may be given.
base::Result<NamedValue> parse_option(const bl_option& option, const std::string& text);

// The values of `count` adopted options: what was given as name and text, else their defaults;
// options without either are unset.  Error: an unknown name or a bad value.
base::Result<std::vector<NamedValue>> parse_options(
    const bl_option* const* options, std::uint32_t count,
    const std::vector<std::pair<std::string, std::string>>& given);

}  // namespace benchlab::plugin
