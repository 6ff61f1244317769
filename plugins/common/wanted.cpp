#include "common/wanted.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace benchlab::plugins {
namespace {

constexpr std::string_view kAlways[] = {"process", "thread", "image", "cpu", "lost"};

bool is_always_wanted(std::string_view table) {
    return std::find(std::begin(kAlways), std::end(kAlways), table) != std::end(kAlways);
}

}  // namespace

WantedTables::WantedTables(const char* const* names, std::span<const TableSpec> tables)
    : stacks_(names == nullptr) {
    for (unsigned table = 0; table < tables.size(); ++table) {
        const std::string_view name = tables[table].name;
        const bool is_own = name.find('.') != name.npos;
        if (names == nullptr ? !is_own : is_always_wanted(name)) add(table);
    }
    if (names == nullptr) return;
    for (; *names != nullptr; ++names) {
        const std::string_view name = *names;
        if (name == "stack") stacks_ = true;
        for (unsigned table = 0; table < tables.size(); ++table) {
            if (name == tables[table].name) add(table);
        }
    }
}

}  // namespace benchlab::plugins
