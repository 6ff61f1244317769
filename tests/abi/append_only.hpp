// append_only.hpp: is one version of benchlab.h a continuation of another?
#pragma once

#include <string>
#include <vector>

namespace header_check {

// What the newer header breaks, one line for each; empty when it only adds.  Declarations are
// compared as text without comments and spaces: so a renamed, re-typed, re-ordered or inserted
// member shows, a changed signature too, and a constant with another value.
std::vector<std::string> breaks(const std::string& older, const std::string& newer);

}  // namespace header_check
