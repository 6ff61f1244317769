// A sink on an empty section, and structs as a plugin would fill them.
#pragma once

#include <string>
#include <vector>

#include "report/sink.hpp"

namespace benchlab::report::testing {

template <class T>
T made() {
    T out{};
    out.struct_size = sizeof(T);
    return out;
}

inline bl_out_value whole(const char* id, std::uint64_t number) {
    auto out = made<bl_out_value>();
    out.type = BL_VALUE_U64;
    out.id = id;
    out.title = "Title";
    out.help = "What it is.";
    out.u64 = number;
    return out;
}

inline bl_out_value text(const char* id, std::string_view content) {
    auto out = made<bl_out_value>();
    out.type = BL_VALUE_TEXT;
    out.id = id;
    out.title = "Title";
    out.text = content.data();
    out.text_len = content.size();
    return out;
}

inline bl_out_column column(std::uint32_t type, const char* id, const void* data) {
    auto out = made<bl_out_column>();
    out.type = type;
    out.id = id;
    out.title = "Title";
    out.help = "What it is.";
    out.data = data;
    return out;
}

struct Sunk {
    explicit Sunk(SinkLimits limits = {}) : sink(section, limits), abi(sink.abi()) {}

    // One table of these columns.
    bl_status table(const char* id, std::vector<bl_out_column> columns, std::uint64_t rows) {
        std::vector<const bl_out_column*> pointers;
        for (const bl_out_column& column : columns) pointers.push_back(&column);
        auto table = made<bl_out_table>();
        table.id = id;
        table.title = "Title";
        table.column_count = static_cast<std::uint32_t>(columns.size());
        table.columns = pointers.data();
        table.row_count = rows;
        return abi->table(abi, &table);
    }
    bl_status value(const bl_out_value& value) { return abi->value(abi, &value); }

    // The only warning; a text that fails the test when there are more or none.
    std::string warning() const {
        const std::vector<std::string> all = sink.warnings();
        return all.size() == 1 ? all.front() : std::to_string(all.size()) + " warnings";
    }

    Section section;
    SectionSink sink;
    bl_sink* abi;
};

}  // namespace benchlab::report::testing
