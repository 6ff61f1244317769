// store/export_classic.hpp: nine tables as CSV in the columns and units of the tool that benchlab
// succeeds, for scripts that read those: times in us with 3 decimals, 4294967295 for nobody.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "store/export.hpp"
#include "store/store.hpp"

namespace benchlab::store {

struct ClassicTable {
    const char* name;   // "hard-faults"
    const char* table;  // of the store: "hard_fault"
    const char* help;
};
std::span<const ClassicTable> classic_tables();
const ClassicTable* find_classic(std::string_view name);

// With a heading; the rows that the options choose.  A trace without the table gives the heading
// alone.
void export_classic(const Store& store, const ClassicTable& table, const ExportOptions& options,
                    const std::function<void(std::string_view)>& write);

}  // namespace benchlab::store
