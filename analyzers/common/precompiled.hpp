// Headers that most files of sections use.  Each file still includes what it needs.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "benchlab/sink.hpp"
#include "benchlab/store.hpp"
#include "benchlab/tables.h"
