#include "fakes.hpp"

namespace fakes {

namespace {

Sink& of(bl_sink* table) {
    return *reinterpret_cast<Sink*>(table);
}

Arg copy(const bl_arg& from) {
    Arg to{from.type, from.unit, from.name_kind, from.u64, from.f64, {}};
    if (from.text != nullptr) to.text.assign(from.text, from.text_len);
    return to;
}

std::vector<Arg> copy_all(const bl_arg* const* args, std::uint64_t count) {
    std::vector<Arg> result;
    for (std::uint64_t i = 0; i < count; ++i) result.push_back(copy(*args[i]));
    return result;
}

std::string or_empty(const char* text) {
    return text == nullptr ? "" : text;
}

bl_status BL_CALL heading(bl_sink* sink, const bl_out_heading* in) {
    of(sink).headings.emplace_back(std::string(in->id) + ": " + in->title,
                                   copy_all(in->args, in->arg_count));
    return BL_OK;
}

bl_status BL_CALL value(bl_sink* sink, const bl_out_value* in) {
    Arg made{in->type, in->unit, in->name_kind, in->u64, in->f64, {}};
    if (in->text != nullptr) made.text.assign(in->text, in->text_len);
    of(sink).values.emplace_back(in->id, made);
    of(sink).intervals.emplace_back(in->low, in->high);
    return BL_OK;
}

std::string cell(const bl_out_column& column, std::uint64_t row) {
    const auto* present = column.present;
    if (present != nullptr && ((present[row / 64] >> (row % 64)) & 1) == 0) return "-";
    if (column.type == BL_VALUE_U64) {
        return std::to_string(static_cast<const std::uint64_t*>(column.data)[row]);
    }
    if (column.type == BL_VALUE_F64) {
        return std::to_string(static_cast<const double*>(column.data)[row]);
    }
    const char* text = static_cast<const char* const*>(column.data)[row];
    return column.lengths == nullptr ? std::string(text) : std::string(text, column.lengths[row]);
}

bl_status BL_CALL table(bl_sink* sink, const bl_out_table* in) {
    OutTable made{in->id, {}, in->rows_omitted};
    for (std::uint32_t i = 0; i < in->column_count; ++i) {
        const bl_out_column& from = *in->columns[i];
        OutColumn column{from.type, from.unit,  from.flags,          from.name_kind,
                         from.id,   from.title, or_empty(from.help), {}};
        for (std::uint64_t row = 0; row < in->row_count; ++row) {
            column.cells.push_back(cell(from, row));
        }
        made.columns.push_back(std::move(column));
    }
    of(sink).tables.push_back(std::move(made));
    return BL_OK;
}

bl_status BL_CALL series(bl_sink* sink, const bl_out_series* in) {
    of(sink).series_y.emplace_back(in->y, in->y + in->count);
    return BL_OK;
}

bl_status BL_CALL histogram(bl_sink* sink, const bl_out_histogram* in) {
    of(sink).histograms.emplace_back(in->counts, in->counts + in->count);
    return BL_OK;
}

bl_status BL_CALL spans(bl_sink* sink, const bl_out_spans* in) {
    OutSpans made{in->id, in->lane_name_kind, in->label_name_kind, {}, {}};
    for (std::uint64_t i = 0; i < in->count; ++i) {
        if (in->lane[i] >= in->lane_count || in->kind[i] >= in->kind_count) return BL_E_INVALID;
        made.spans.push_back({in->lanes[in->lane[i]], in->kinds[in->kind[i]],
                              in->labels == nullptr ? "" : or_empty(in->labels[i]), in->begin[i],
                              in->end[i]});
    }
    for (std::uint64_t i = 0; i < in->arrow_count; ++i) {
        if (in->arrow_from[i] >= in->count || in->arrow_to[i] >= in->count) return BL_E_INVALID;
        made.arrows.emplace_back(in->arrow_from[i], in->arrow_to[i]);
    }
    of(sink).spans.push_back(std::move(made));
    return BL_OK;
}

bl_status BL_CALL flame(bl_sink* sink, const bl_out_flame* in) {
    of(sink).flames.emplace_back(in->weights, in->weights + in->count);
    return BL_OK;
}

bl_status BL_CALL finding(bl_sink* sink, const bl_out_finding* in) {
    OutFinding made{in->severity, in->code, in->text,  copy_all(in->args, in->arg_count),
                    in->begin,    in->end,  in->share, {}};
    for (std::uint64_t i = 0; i < in->see_count; ++i) made.see.emplace_back(in->see[i]);
    of(sink).findings.push_back(std::move(made));
    return BL_OK;
}

}  // namespace

Sink::Sink() {
    table.struct_size = sizeof(table);
    table.heading = &fakes::heading;
    table.value = &fakes::value;
    table.table = &fakes::table;
    table.series = &fakes::series;
    table.histogram = &fakes::histogram;
    table.spans = &fakes::spans;
    table.flame = &fakes::flame;
    table.finding = &fakes::finding;
}

}  // namespace fakes
