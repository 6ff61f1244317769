// store/anonymise.hpp: a store without the names of whose it is, so that it can be shown to others.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "store/store.hpp"

namespace benchlab::store {

// Replaces the texts of the store that name something, the same one by the same everywhere:
// "process-1.exe", "thread-3", "module-7.dll", "file-12", "function-4".  Command lines, paths and
// what identifies a module's build go.  Names that every system has stay, as they explain
// (is_everybodys()); so do times, sizes, addresses and the numbers of processes and threads.
//
// Once, before a section or an export looks at the store: texts that were handed out are gone.
void anonymise(Store& store);

// A program, library or driver that is part of the system, or a graphics driver: its name says
// nothing of whose trace it is.  In any case.
bool is_everybodys(std::string_view module);

// What becomes of a column's texts.
enum class Naming : std::uint8_t {
    kStays,    // names nothing: a reason, a kind, a graphics interface
    kDropped,  // command lines, paths
    kProgram,
    kModule,
    kThread,
    kFile,
    kFunction,
    kMark,
    kPhase,
    kCounter,
    kInterrupt,
    kWord,    // one of few that programs write; what else stands there may name something
    kByRow,   // depends on what the row's other columns say
    kUnknown  // of tables that the host does not know: as good as a name
};
// nullopt: no column of the schema.  Every text column of a table that readers fill has one.
std::optional<Naming> naming_of(std::string_view table, std::string_view column);

}  // namespace benchlab::store
