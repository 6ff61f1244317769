// Sorted columns: the last step, which takes the rows out of their chunks.
#include <algorithm>
#include <limits>
#include <span>
#include <tuple>

#include "store/freezer.hpp"

namespace benchlab::store {
namespace {

bool earlier(const RowSource& a, const RowSource& b) {
    return std::tie(a.time, a.chunk, a.row) < std::tie(b.time, b.chunk, b.row);
}

using RowSources = std::vector<RowSource>;

// Sorted neighbours [first, middle) and [middle, last) become one; only where they overlap is
// anything moved.
void merge_neighbours(RowSources& rows, std::size_t first, std::size_t middle, std::size_t last) {
    const auto at = [&](std::size_t i) { return rows.begin() + static_cast<std::ptrdiff_t>(i); };
    if (!earlier(rows[middle], rows[middle - 1])) return;
    const auto begin = std::upper_bound(at(first), at(middle), rows[middle], earlier);
    const auto end = std::lower_bound(at(middle), at(last), rows[middle - 1], earlier);
    std::inplace_merge(begin, at(middle), end, earlier);
}

// Merges neighbours until one is left.  edges: where each sorted piece begins, and the end.
void merge_pieces(RowSources& rows, std::vector<std::size_t> edges, const Parallel& parallel) {
    while (edges.size() > 2) {
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < edges.size(); i += 2) left.push_back(edges[i]);
        if (edges.size() % 2 == 0) left.push_back(edges.back());
        parallel((edges.size() - 1) / 2, [&](std::size_t i) {
            merge_neighbours(rows, edges[2 * i], edges[2 * i + 1], edges[2 * i + 2]);
        });
        edges = std::move(left);
    }
}

// Rows of a few CPUs are spread over time rather evenly: they are dealt into some two a bucket by
// their time, and each bucket is sorted by itself.
void sort_part(std::span<RowSource> rows) {
    const auto by_time = [](const RowSource& a, const RowSource& b) { return a.time < b.time; };
    const auto [least, most] = std::minmax_element(rows.begin(), rows.end(), by_time);
    const std::int64_t begin = least->time;
    const auto range = static_cast<std::uint64_t>(most->time) - static_cast<std::uint64_t>(begin);
    int shift = 0;
    while ((range >> shift) > rows.size() / 2) ++shift;
    const auto bucket = [&](const RowSource& row) {
        const auto away = static_cast<std::uint64_t>(row.time) - static_cast<std::uint64_t>(begin);
        return static_cast<std::size_t>(away >> shift);
    };
    std::vector<std::uint32_t> first(static_cast<std::size_t>(range >> shift) + 2);
    for (const RowSource& row : rows) ++first[bucket(row) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    RowSources dealt(rows.size());
    for (const RowSource& row : rows) dealt[first[bucket(row)]++] = row;
    // Now `first` is where the bucket after begins.
    std::uint32_t from = 0;
    for (const std::uint32_t until : first) {
        if (until - from > 1) std::sort(dealt.begin() + from, dealt.begin() + until, earlier);
        from = until;
    }
    std::copy(dealt.begin(), dealt.end(), rows.begin());
}

// Sorts parts side by side, then merges them.
void sort_rows(RowSources& rows, const Parallel& parallel) {
    if (std::is_sorted(rows.begin(), rows.end(), earlier)) return;
    constexpr std::size_t kPart = 1u << 18;
    std::vector<std::size_t> edges;
    for (std::size_t at = 0; at < rows.size(); at += kPart) edges.push_back(at);
    edges.push_back(rows.size());
    parallel(edges.size() - 1, [&](std::size_t i) {
        sort_part(std::span(rows).subspan(edges[i], edges[i + 1] - edges[i]));
    });
    merge_pieces(rows, std::move(edges), parallel);
}

// Reads one column out of all chunks, and lets go of what it has read.
class Gather {
  public:
    Gather(const std::vector<RowSource>& rows, std::vector<ChunkData>& chunks,
           const std::vector<LaneData>& lanes, const ColumnDef& column, StoredColumn& into)
        : rows_(rows), chunks_(chunks), lanes_(lanes), column_(column), into_(into) {
        data_.resize(chunks.size());
        present_.resize(chunks.size());
    }

    void run(const std::vector<std::uint32_t>& chunks_of_table) {
        for (const std::uint32_t at : chunks_of_table) {
            const Chunk& chunk = *chunks_[at].chunk;
            const int i = chunk.shape->find(column_);
            if (i < 0) {
                some_absent_ = true;
                continue;
            }
            data_[at] = chunk.data[static_cast<std::size_t>(i)].data();
            const Buffer& present = chunk.present[static_cast<std::size_t>(i)];
            present_[at] = present ? present.as<std::uint64_t>() : nullptr;
            some_absent_ = some_absent_ || present;
        }
        for (const RowSource& row : rows_) {
            if (row.chunk == kNoChunk) some_absent_ = true;
        }
        convert();
        for (const std::uint32_t at : chunks_of_table) {
            Chunk& chunk = *chunks_[at].chunk;
            const int i = chunk.shape->find(column_);
            if (i >= 0) chunk.data[static_cast<std::size_t>(i)].reset();
        }
    }

  private:
    template <class From, class To, class Convert>
    void each(To absent, Convert&& convert) {
        To* const out = into_.values<To>().data();
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const RowSource& row = rows_[i];
            const void* const data = row.chunk == kNoChunk ? nullptr : data_[row.chunk];
            out[i] = data ? convert(static_cast<const From*>(data)[row.row], row.chunk) : absent;
        }
    }
    template <class T>
    void copy(T absent = {}) {
        each<T, T>(absent, [](T value, std::uint32_t) { return value; });
    }
    void mark_present() {
        if (!some_absent_) return;
        std::uint64_t* const bits = into_.make_present();
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const RowSource& row = rows_[i];
            if (row.chunk == kNoChunk || data_[row.chunk] == nullptr) continue;
            const std::uint64_t* const present = present_[row.chunk];
            if (present == nullptr || test_bit(present, row.row)) set_bit(bits, i);
        }
    }

    // Ids and places of lanes become those of the store.
    void convert() {
        using U32 = std::uint32_t;
        const auto lane = [&](U32 chunk) -> const LaneData& { return lanes_[chunks_[chunk].lane]; };
        if (column_.type == BL_COL_STRING) {
            each<U32, U32>(0, [&](U32 id, U32 chunk) { return lane(chunk).string_ids[id]; });
        } else if (column_.type == BL_COL_STACK) {
            each<U32, U32>(0, [&](U32 id, U32 chunk) { return lane(chunk).stack_ids[id]; });
        } else if (column_.type == BL_COL_CODE) {
            each<std::uint64_t, U32>(0, [&](std::uint64_t place, U32 chunk) {
                return place == 0 ? 0 : lane(chunk).code_ids[static_cast<std::size_t>(place - 1)];
            });
        } else if (column_.type == BL_COL_ROW && column_.batch_type == BL_COL_KEY64) {
            each<std::uint64_t, U32>(BL_NO_ROW,
                                     [](std::uint64_t row, U32) { return static_cast<U32>(row); });
        } else {
            copy_values();
        }
    }
    void copy_values() {
        switch (column_.type) {
            case BL_COL_U8:
                copy<std::uint8_t>();
                break;
            case BL_COL_U16:
                copy<std::uint16_t>();
                break;
            case BL_COL_U32:
                copy<std::uint32_t>();
                break;
            case BL_COL_U64:
                copy<std::uint64_t>();
                break;
            case BL_COL_I16:
                copy<std::int16_t>();
                break;
            case BL_COL_I32:
                copy<std::int32_t>();
                break;
            case BL_COL_I64:
                copy<std::int64_t>();
                break;
            case BL_COL_F64:
                copy<double>(std::numeric_limits<double>::quiet_NaN());
                break;
            case BL_COL_TIME:
                copy<std::int64_t>(BL_NO_TIME);
                break;
            case BL_COL_ROW:
                copy<std::uint32_t>(BL_NO_ROW);
                break;
            default:
                break;
        }
        if (is_integer(column_.type)) mark_present();
    }

    const std::vector<RowSource>& rows_;
    std::vector<ChunkData>& chunks_;
    const std::vector<LaneData>& lanes_;
    const ColumnDef& column_;
    StoredColumn& into_;
    std::vector<const void*> data_;
    std::vector<const std::uint64_t*> present_;
    bool some_absent_ = false;
};

bool is_statement(const ColumnDef& column) {
    return column.spec != nullptr && column.spec->filled == Filled::kStatement;
}

}  // namespace

// By time, then lane order, then order of coming.  Without times in order of coming.
std::vector<RowSource> Freezer::sorted_rows(const TableDef& table) const {
    const std::vector<std::uint32_t>& of = chunks_of_[table.index];
    std::vector<std::size_t> first(of.size() + 1);
    for (std::size_t i = 0; i < of.size(); ++i) {
        const ChunkData& chunk = chunks_[of[i]];
        std::uint64_t kept = chunk.chunk->rows;
        if (chunk.time >= 0) {
            const std::int64_t* const times = times_of(chunk);
            kept -= static_cast<std::uint64_t>(
                std::count(times, times + chunk.chunk->rows, BL_NO_TIME));
        }
        first[i + 1] = first[i] + static_cast<std::size_t>(kept);
    }
    std::vector<RowSource> rows(first.back());
    parallel_(of.size(), [&](std::size_t i) {
        const ChunkData& chunk = chunks_[of[i]];
        const std::int64_t* const times = times_of(chunk);
        std::size_t at = first[i];
        for (std::uint32_t row = 0; row < chunk.chunk->rows; ++row) {
            if (times != nullptr && times[row] == BL_NO_TIME) continue;
            rows[at++] = {times ? times[row] : 0, of[i], row};
        }
    });
    sort_rows(rows, parallel_);
    return rows;
}

namespace {

void number_cpus(StoredTable& cpu) {
    StoredColumn* const known = cpu.find("number");
    StoredColumn& number = known ? *known : cpu.add("number", BL_COL_U16);
    std::uint64_t* const present = number.present() ? number.make_present() : nullptr;
    for (std::uint64_t row = 0; row < cpu.rows(); ++row) {
        number.values<std::uint16_t>()[row] = static_cast<std::uint16_t>(row);
        if (present != nullptr) set_bit(present, row);
    }
}

}  // namespace

void Freezer::make_tables() {
    const auto& defs = catalog_.tables();
    for (const TableDef& def : defs) {
        const TableSpec* const spec = def.spec;
        if (spec != nullptr && spec->kind == TableKind::kLives) {
            const LifeTable& lives = life_table(def.name);
            if (lives.lives.empty()) continue;
            make_table(def, {}, &lives);
            continue;
        }
        // There is a row for each CPU, also where the reader knows nothing of them.
        const bool cpus = def.name == "cpu" && cpu_count_ > 0;
        if (chunks_of_[def.index].empty() && !cpus) continue;
        std::vector<RowSource> rows = sorted_rows(def);
        if (def.name == "cpu") {
            // Row i is CPU i; of several rows the last counts.
            std::vector<RowSource> by_number(cpu_count_, RowSource{0, kNoChunk, 0});
            const ColumnDef& number = *def.find("number");
            for (const RowSource& row : rows) {
                const Chunk& chunk = *chunks_[row.chunk].chunk;
                const int at = chunk.shape->find(number);
                by_number[chunk.data[static_cast<std::size_t>(at)].as<std::uint16_t>()[row.row]] =
                    row;
            }
            rows = std::move(by_number);
        }
        if (!rows.empty()) make_table(def, std::move(rows), nullptr);
        if (cpus) number_cpus(tables_.back());
    }
}

void Freezer::make_table(const TableDef& def, std::vector<RowSource> rows, const LifeTable* lives) {
    const std::uint64_t count = lives ? lives->lives.size() : rows.size();
    StoredTable& table = tables_.emplace_back(def.name, def.spec, count);
    const std::vector<std::uint32_t>& chunks = chunks_of_[def.index];
    struct Task {
        const ColumnDef* column;
        StoredColumn* into;
    };
    std::vector<Task> tasks;
    for (const ColumnDef& column : def.columns) {
        if (is_statement(column)) continue;
        const bool there = std::any_of(chunks.begin(), chunks.end(), [&](std::uint32_t at) {
            return chunks_[at].chunk->shape->find(column) >= 0;
        });
        const bool key =
            lives != nullptr && column.spec != nullptr && column.spec->filled == Filled::kRequired;
        if (!there && !key) continue;
        tasks.push_back({&column, &table.add(column.name, column.type, Fill::kByOwner)});
    }
    parallel_(tasks.size(), [&](std::size_t i) {
        const ColumnDef& column = *tasks[i].column;
        if (lives == nullptr) {
            Gather(rows, chunks_, lanes_, column, *tasks[i].into).run(chunks);
            return;
        }
        // Of several statements the last that says something counts.
        std::vector<RowSource> sources;
        for (const LifeData& life : lives->lives) {
            RowSource source{0, kNoChunk, 0};
            for (std::uint32_t s = life.first; s < life.first + life.count; ++s) {
                const RowSource& statement = lives->statements[s];
                if (says_something(statement, column)) source = statement;
            }
            sources.push_back(source);
        }
        Gather(sources, chunks_, lanes_, column, *tasks[i].into).run(chunks);
    });
    if (lives != nullptr) fill_lives(table, *lives);
}

bool Freezer::says_something(const RowSource& source, const ColumnDef& column) const {
    const Chunk& chunk = *chunks_[source.chunk].chunk;
    const int at = chunk.shape->find(column);
    if (at < 0) return false;
    const auto i = static_cast<std::size_t>(at);
    if (chunk.present[i] && !test_bit(chunk.present[i].as<std::uint64_t>(), source.row))
        return false;
    const void* const data = chunk.data[i].data();
    switch (column.batch_type) {
        case BL_COL_STRING:
        case BL_COL_STACK:
            return static_cast<const std::uint32_t*>(data)[source.row] != 0;
        case BL_COL_KEY32:
            return static_cast<const std::uint32_t*>(data)[source.row] != BL_NO_ROW;
        case BL_COL_ADDRESS:
        case BL_COL_U64:
            return static_cast<const std::uint64_t*>(data)[source.row] != 0;
        case BL_COL_KEY64:
            return static_cast<const std::uint64_t*>(data)[source.row] != BL_NO_ROW;
        case BL_COL_TIME:
            return static_cast<const std::int64_t*>(data)[source.row] != BL_NO_TIME;
        default:
            return true;
    }
}

namespace {

// Every life has its key, also where no statement was made.
template <class Key>
void fill_key(StoredColumn& column, const LifeTable& lives) {
    std::uint64_t* const bits = column.present() ? column.make_present() : nullptr;
    for (std::size_t i = 0; i < lives.lives.size(); ++i) {
        column.values<Key>()[i] = static_cast<Key>(lives.lives[i].key);
        if (bits != nullptr) set_bit(bits, i);
    }
}

void fill_keys(StoredTable& table, const LifeTable& lives) {
    for (const char* const name : {"pid", "tid", "base", "key"}) {
        StoredColumn* const column = table.find(name);
        if (column == nullptr) continue;
        if (column->type() == BL_COL_U32) {
            fill_key<std::uint32_t>(*column, lives);
        } else {
            fill_key<std::uint64_t>(*column, lives);
        }
    }
}

}  // namespace

// What the host knows of every life.
void Freezer::fill_lives(StoredTable& table, const LifeTable& lives) {
    const std::size_t count = lives.lives.size();
    const auto begins = table.add("begin", BL_COL_TIME).values<std::int64_t>();
    const auto ends = table.add("end", BL_COL_TIME).values<std::int64_t>();
    const auto seen = table.add("seen", BL_COL_U8).values<std::uint8_t>();
    for (std::size_t i = 0; i < count; ++i) {
        begins[i] = lives.lives[i].begin;
        ends[i] = lives.lives[i].end;
        seen[i] = lives.lives[i].seen;
    }
    fill_keys(table, lives);
    if (table.name() == "thread") {
        StoredColumn* const process = table.find("process");
        StoredColumn& owner = process ? *process : table.add("process", BL_COL_ROW);
        StoredColumn& idle = table.add("idle_cpu", BL_COL_U16);
        std::uint64_t* const is_idle = idle.make_present();
        for (std::size_t i = 0; i < count; ++i) {
            owner.values<std::uint32_t>()[i] = lives.lives[i].owner;
            if (lives.lives[i].idle_cpu == BL_NO_ROW) continue;
            idle.values<std::uint16_t>()[i] = static_cast<std::uint16_t>(lives.lives[i].idle_cpu);
            set_bit(is_idle, i);
        }
        table.add("state_first", BL_COL_U32);
        table.add("state_count", BL_COL_U32);
    }
    if (table.name() == "image") {
        const StoredColumn* const path = table.find("path");
        const auto names = table.add("name", BL_COL_STRING).values<std::uint32_t>();
        for (std::size_t i = 0; path != nullptr && i < count; ++i) {
            names[i] = string_id(last_part(names_.text(path->values<std::uint32_t>()[i])));
        }
    }
}

}  // namespace benchlab::store
