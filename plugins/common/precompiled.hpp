// Headers that most files of readers use.  Each file still includes what it needs.
#include <benchlab/tables.h>

#include <algorithm>
#include <benchlab/host.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>
