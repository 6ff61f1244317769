#include "store/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "store/frame.hpp"
#include "store/frame_metric.hpp"
#include "store/state.hpp"
#include "store/symbols/symbols.hpp"

namespace benchlab::store {

StoredColumn::StoredColumn(std::string name, std::uint32_t type, std::uint64_t rows, Fill fill)
    : name_(std::move(name)), data_(rows * type_size(type), fill) {
    abi_.struct_size = sizeof(bl_column);
    abi_.type = type;
    abi_.name = name_.c_str();
    abi_.data = data_.data();
    abi_.row_count = rows;
}

std::uint64_t* StoredColumn::make_present() {
    if (!present_) present_ = Buffer(bitmap_words(abi_.row_count) * 8);
    abi_.present = present_.as<std::uint64_t>();
    return present_.as<std::uint64_t>();
}

bool StoredColumn::has(std::uint64_t row) const {
    if (abi_.present != nullptr) return test_bit(abi_.present, row);
    switch (type()) {
        case BL_COL_TIME:
            return values<std::int64_t>()[row] != BL_NO_TIME;
        case BL_COL_ROW:
            return values<std::uint32_t>()[row] != BL_NO_ROW;
        case BL_COL_STRING:
        case BL_COL_STACK:
        case BL_COL_CODE:
            return values<std::uint32_t>()[row] != 0;
        case BL_COL_F64: {
            const double value = values<double>()[row];
            return value == value;
        }
        default:
            return true;
    }
}

StoredTable::StoredTable(std::string name, const TableSpec* spec, std::uint64_t rows)
    : name_(std::move(name)), spec_(spec) {
    abi_.struct_size = sizeof(bl_table);
    abi_.name = name_.c_str();
    abi_.row_count = rows;
}

StoredColumn& StoredTable::add(std::string name, std::uint32_t type, Fill fill) {
    StoredColumn& column = columns_.emplace_back(std::move(name), type, rows(), fill);
    column_list_.push_back(column.abi());
    abi_.columns = column_list_.data();
    abi_.column_count = static_cast<std::uint32_t>(column_list_.size());
    return column;
}

StoredColumn* StoredTable::find(std::string_view name) {
    for (StoredColumn& each : columns_) {
        if (each.name() == name) return &each;
    }
    return nullptr;
}

const StoredColumn* StoredTable::find(std::string_view name) const {
    for (const StoredColumn& each : columns_) {
        if (each.name() == name) return &each;
    }
    return nullptr;
}

void StoredTable::index_times() {
    const auto column = [&](std::string_view name) -> const std::int64_t* {
        const StoredColumn* const found = find(name);
        if (found == nullptr || found->type() != BL_COL_TIME) return nullptr;
        return found->values<std::int64_t>().data();
    };
    begin_ = column("time");
    end_ = nullptr;
    latest_end_.clear();
    if (begin_ == nullptr) {
        begin_ = column("begin");
        end_ = begin_ ? column("end") : nullptr;
    }
    // Rows of `state` stand by thread, and are only searched within one.
    sorted_ = begin_ != nullptr && std::is_sorted(begin_, begin_ + rows());
    if (end_ == nullptr || !sorted_) return;
    // Spans that lie inside each other do not end in the order of their begin.
    std::int64_t latest = INT64_MIN;
    bool rising = true;
    for (std::uint64_t i = 0; i < rows(); ++i) {
        rising = rising && end_[i] != BL_NO_TIME && end_[i] >= latest;
        latest = std::max(latest, end_[i]);
    }
    if (rising) return;
    latest_end_.resize(static_cast<std::size_t>(rows()));
    latest = INT64_MIN;
    for (std::uint64_t i = 0; i < rows(); ++i)
        latest_end_[i] = latest = std::max(latest, end_of(i));
}

void StoredTable::overlap(std::int64_t begin, std::int64_t end, std::uint64_t& first,
                          std::uint64_t& last) const {
    if (begin_ == nullptr || first >= last) return;
    last = std::min(last, rows());
    first = std::min(first, last);
    const auto above = std::lower_bound(begin_ + first, begin_ + last, end);
    last = static_cast<std::uint64_t>(above - begin_);
    const std::int64_t* const ends = latest_end_.empty() ? end_ : latest_end_.data();
    if (ends == nullptr) {
        first = static_cast<std::uint64_t>(std::lower_bound(begin_ + first, begin_ + last, begin) -
                                           begin_);
        return;
    }
    const auto found = std::lower_bound(ends + first, ends + last, begin);
    first = static_cast<std::uint64_t>(found - ends);
    while (first < last && end_of(first) <= begin) ++first;
}

const StoredTable* table_named(const std::deque<StoredTable>& tables, std::string_view name) {
    for (const StoredTable& each : tables) {
        if (each.name() == name) return &each;
    }
    return nullptr;
}

StoredTable* table_named(std::deque<StoredTable>& tables, std::string_view name) {
    return const_cast<StoredTable*>(table_named(std::as_const(tables), name));
}

Store::Store(std::deque<StoredTable> tables, Names names, std::int64_t duration_ns,
             CpuTimeline cpus, Parallel parallel)
    : tables_(std::move(tables)),
      names_(std::move(names)),
      cpus_(std::move(cpus)),
      parallel_(std::move(parallel)),
      abi_{} {
    parallel_(tables_.size(), [&](std::size_t i) { tables_[i].index_times(); });
    for (const StoredTable& each : tables_) table_list_.push_back(each.abi());
    abi_.owner = this;
    abi_.struct_size = sizeof(bl_store);
    abi_.table_count = static_cast<std::uint32_t>(table_list_.size());
    abi_.tables = table_list_.data();
    abi_.duration_ns = duration_ns;
    link_texts();
    abi_.stack_parent = names_.stack_parent.data();
    abi_.stack_code = names_.stack_code.data();
    abi_.stack_count = names_.stack_parent.size();
    abi_.code_address = names_.code_address.data();
    abi_.code_image = names_.code_image.data();
    abi_.code_count = names_.code_address.size();
    abi_.find_table = find_table;
    abi_.find_column = find_column;
    abi_.overlap = overlap;
    abi_.functions = functions;
    abi_.describe = describe;
}

Store::~Store() = default;

void Store::link_texts() {
    abi_.string_offsets = names_.string_offsets.data();
    abi_.string_bytes = names_.string_bytes.data();
    abi_.string_count = names_.string_offsets.size() - 1;
}

void Store::change_texts(const std::function<void(std::deque<StoredTable>&, Names&)>& change) {
    const std::lock_guard lock(mutex_);
    change(tables_, names_);
    link_texts();
    // They are made again, of the new texts.
    if (symbols_) symbols_->forget();
    derived_.clear();
}

bool Store::has(std::string_view table) const {
    if (table_named(tables_, table) != nullptr) return true;
    if (table == "state") return has("cswitch") && has("thread");
    // Not every mark or present ends one.
    if (table == "frame" || table == "frame_metric") return find(table) != nullptr;
    return table == "stack" && names_.stack_parent.size() > 1;
}

const StoredTable* Store::find(std::string_view name) const {
    const StoredTable* const known = table_named(tables_, name);
    const TableSpec* const spec = known == nullptr ? find_table_spec(name) : nullptr;
    if (spec == nullptr || spec->kind != TableKind::kDerived) return known;
    const StoredTable* const frame = name == "frame_metric" ? find("frame") : nullptr;
    const std::lock_guard lock(mutex_);
    const auto [at, fresh] = derived_.try_emplace(spec->name);
    if (fresh) {
        at->second = derive(spec->name, frame);
        if (at->second) at->second->index_times();
    }
    return at->second.get();
}

std::unique_ptr<StoredTable> Store::derive(std::string_view name, const StoredTable* frame) const {
    if (name == "frame") return derive_frame(tables_, names_);
    if (name == "frame_metric") return derive_frame_metric(tables_, frame, names_);
    // The counts in `thread` are the only thing of a frozen store that is still to come; they are
    // zero until someone asks for `state`.
    return derive_state(const_cast<std::deque<StoredTable>&>(tables_), cpus_, duration_ns(),
                        parallel_);
}

void Store::complain(std::string text) const {
    const std::lock_guard lock(mutex_);
    if (complaints_.size() < 100) complaints_.push_back(std::move(text));
}

std::vector<std::string> Store::take_complaints() const {
    const std::lock_guard lock(mutex_);
    return std::exchange(complaints_, {});
}

const StoredTable* Store::table_of(const bl_table* table) const {
    for (const StoredTable& each : tables_) {
        if (each.abi() == table) return &each;
    }
    const std::lock_guard lock(mutex_);
    for (const auto& [name, derived] : derived_) {
        if (derived && derived->abi() == table) return derived.get();
    }
    return nullptr;
}

// ---- what plugins call

Store& Store::of(const bl_store* store) {
    return *static_cast<const Abi*>(store)->owner;
}

const bl_table* Store::find_table(const bl_store* store, const char* name) {
    if (name == nullptr) return nullptr;
    try {
        const StoredTable* const found = of(store).find(name);
        return found ? found->abi() : nullptr;
    } catch (...) {
        return nullptr;
    }
}

const bl_column* Store::find_column(const bl_store* store, const bl_table* table, const char* name,
                                    std::uint32_t type) {
    if (table == nullptr || name == nullptr) return nullptr;
    try {
        const StoredTable* const owner = of(store).table_of(table);
        const StoredColumn* const found = owner ? owner->find(name) : nullptr;
        if (found == nullptr) return nullptr;
        if (found->type() == type) return found->abi();
        of(store).complain(fmt::format("asked for {}.{} as {}; it is {}", owner->name(), name,
                                       type_name(type), type_name(found->type())));
    } catch (...) {
    }
    return nullptr;
}

void Store::overlap(const bl_store* store, const bl_table* table, std::int64_t begin,
                    std::int64_t end, std::uint64_t* first, std::uint64_t* last) {
    if (first == nullptr || last == nullptr) return;
    const StoredTable* const owner = of(store).table_of(table);
    if (owner != nullptr) owner->overlap(begin, end, *first, *last);
}

bl_status Store::functions(const bl_store* store, const std::uint32_t* codes, std::uint64_t count,
                           std::uint32_t* ids) {
    for (std::uint64_t i = 0; i < count; ++i) {
        if (codes[i] >= store->code_count) return BL_E_INVALID;
    }
    try {
        of(store).symbols().functions({codes, static_cast<std::size_t>(count)}, ids);
        return BL_OK;
    } catch (...) {
        return BL_E_MEMORY;
    }
}

bl_status Store::describe(const bl_store* store, std::uint32_t code, std::uint32_t depth,
                          bl_function* out) {
    if (out == nullptr || code >= store->code_count) return BL_E_INVALID;
    try {
        bl_function found{};
        found.struct_size = out->struct_size;
        if (!of(store).symbols().describe(code, depth, found)) return BL_SKIPPED;
        std::memcpy(out, &found, std::min<std::size_t>(out->struct_size, sizeof(found)));
        return BL_OK;
    } catch (...) {
        return BL_E_MEMORY;
    }
}

// ---- functions

Symbols& Store::symbols() const {
    const std::lock_guard lock(mutex_);
    if (!symbols_) {
        symbols_ = std::make_unique<Symbols>(tables_, names_, symbol_places_, parallel_);
    }
    return *symbols_;
}

std::string_view Store::function_name(std::uint32_t code) const {
    return code < names_.code_address.size() ? symbols().name(code) : std::string_view();
}

void Store::find_symbols_in(SymbolPlaces places) {
    const std::lock_guard lock(mutex_);
    symbol_places_ = std::move(places);
    symbols_.reset();
}

void Store::hide_functions(const std::function<bool(std::string_view)>& is_private) {
    symbols().hide(is_private);
}

std::vector<std::string> Store::symbol_notes() const {
    const std::lock_guard lock(mutex_);
    return symbols_ ? symbols_->notes() : std::vector<std::string>();
}

}  // namespace benchlab::store
