#include "store/freeze.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "store/freezer.hpp"

namespace benchlab::store {
namespace {

int sort_column(const Shape& shape) {
    int begin = -1;
    for (std::size_t i = 0; i < shape.columns.size(); ++i) {
        const ColumnDef& column = *shape.columns[i];
        if (column.type != BL_COL_TIME) continue;
        if (column.name == "time") return static_cast<int>(i);
        if (column.name == "begin") begin = static_cast<int>(i);
    }
    return begin;
}

template <class T>
bl_column batch_column(const char* name, std::uint32_t type, const std::vector<T>& values) {
    return {sizeof(bl_column), type, name, values.data(), nullptr, values.size()};
}

// To a lane of ours, whose shapes are those of the schema.
void append_batch(Lane& lane, const char* name, std::vector<bl_column> columns) {
    std::vector<const bl_column*> list;
    for (const bl_column& each : columns) list.push_back(&each);
    bl_table batch{};
    batch.struct_size = sizeof(batch);
    batch.name = name;
    batch.columns = list.data();
    batch.column_count = static_cast<std::uint32_t>(list.size());
    batch.row_count = columns.front().row_count;
    static_cast<void>(lane.append(batch));
}

}  // namespace

Freezer::Freezer(Catalog& catalog, std::vector<std::unique_ptr<Recording>> recordings,
                 const Parallel& parallel)
    : catalog_(catalog), recordings_(std::move(recordings)), parallel_(parallel) {}

std::unique_ptr<Store> Freezer::run() {
    collect();
    convert_times();
    add_host_rows();
    make_lives();
    resolve_keys();
    resolve_addresses();
    make_names();
    make_tables();
    CpuTimeline cpus(table_named(tables_, "cswitch"), cpu_count_);
    add_host_columns(tables_, cpus, parallel_);
    auto store = std::make_unique<Store>(std::move(tables_), std::move(names_), duration_ns_,
                                         std::move(cpus), parallel_);
    std::uint64_t bad_ids = 0;
    for (const LaneData& lane : lanes_) bad_ids += lane.bad_ids;
    if (bad_ids > 0) {
        store->complain(
            fmt::format("a reader used {} ids of texts or stacks that their lane had not made; "
                        "they are left empty",
                        bad_ids));
    }
    return store;
}

void Freezer::collect() {
    host_ = std::make_unique<Recording>(catalog_, "host");
    chunks_of_.resize(catalog_.tables().size());
    for (std::uint32_t r = 0; r < recordings_.size(); ++r) {
        for (Lane* const lane : recordings_[r]->lanes()) {
            LaneData& data = lanes_.emplace_back();
            data.lane = lane;
            data.recording = r;
            for (Chunk& chunk : lane->chunks()) {
                if (chunk.rows > 0) add_chunk(chunk);
            }
        }
    }
}

void Freezer::add_chunk(Chunk& chunk) {
    const auto at = static_cast<std::uint32_t>(chunks_.size());
    ChunkData& fresh = chunks_.emplace_back();
    fresh.chunk = &chunk;
    fresh.lane = static_cast<std::uint32_t>(lanes_.size() - 1);
    fresh.time = sort_column(*chunk.shape);
    lanes_.back().chunks.push_back(at);
    chunks_of_[chunk.shape->table->index].push_back(at);
}

bool Freezer::is_lives(const ChunkData& chunk) const {
    const TableSpec* const spec = chunk.chunk->shape->table->spec;
    return spec != nullptr && spec->kind == TableKind::kLives;
}

const std::int64_t* Freezer::times_of(const ChunkData& chunk) {
    if (chunk.time < 0) return nullptr;
    return chunk.chunk->data[static_cast<std::size_t>(chunk.time)].as<std::int64_t>();
}

void Freezer::for_each_chunk(const std::function<void(ChunkData&)>& body) {
    parallel_(chunks_.size(), [&](std::size_t i) { body(chunks_[i]); });
}

// Those of all lanes, and what freezing itself found.
std::map<std::string, LaneProblem> Freezer::all_problems() const {
    std::map<std::string, LaneProblem> out;
    const auto add = [&](const LaneProblem& problem) {
        LaneProblem& into = out[problem.code];
        if (into.count == 0 || problem.offset < into.offset) {
            into.text = problem.text;
            into.offset = problem.offset;
        }
        into.code = problem.code;
        into.count += problem.count;
    };
    for (const LaneData& data : lanes_) {
        for (const LaneProblem& problem : data.lane->problems()) add(problem);
    }
    std::uint64_t clamped = 0;
    for (const ChunkData& chunk : chunks_) clamped += chunk.clamped;
    if (clamped > 0) {
        add({"store.time", "times outside the recording were moved to its start or end", clamped,
             0});
    }
    for (const auto& recording : recordings_) {
        for (const std::string& reason : recording->refusals()) {
            add({"store.refused", recording->owner() + ": " + reason, 1, 0});
        }
    }
    return out;
}

// Facts and problems: one row for each name and code.
void Freezer::add_host_rows() {
    std::map<std::string, std::string> facts;
    for (const LaneData& data : lanes_) {
        for (const auto& [name, text] : data.lane->facts()) facts[name] = text;
    }
    const std::map<std::string, LaneProblem> problems = all_problems();
    LaneData& data = lanes_.emplace_back();
    data.lane = host_->lanes().front();
    data.recording = static_cast<std::uint32_t>(recordings_.size());
    std::vector<std::uint32_t> names, texts, codes, reasons;
    std::vector<std::uint64_t> counts, offsets;
    for (const auto& [name, text] : facts) {
        names.push_back(data.lane->intern(name));
        texts.push_back(data.lane->intern(text));
    }
    for (const auto& [code, problem] : problems) {
        codes.push_back(data.lane->intern(code));
        reasons.push_back(data.lane->intern(problem.text));
        counts.push_back(problem.count);
        offsets.push_back(problem.offset);
    }
    append_batch(
        *data.lane, "fact",
        {batch_column("name", BL_COL_STRING, names), batch_column("text", BL_COL_STRING, texts)});
    append_batch(
        *data.lane, "problem",
        {batch_column("code", BL_COL_STRING, codes), batch_column("text", BL_COL_STRING, reasons),
         batch_column("count", BL_COL_U64, counts), batch_column("offset", BL_COL_U64, offsets)});
    for (Chunk& chunk : data.lane->chunks()) add_chunk(chunk);
}

std::uint32_t PlaceSet::add(const CodePlace& place) {
    return index_.find_or_add(
        combine(combine(place.address, place.space), place.image),
        [&](std::uint32_t id) { return places_[id] == place; },
        [&] {
            places_.push_back(place);
            return static_cast<std::uint32_t>(places_.size() - 1);
        });
}

std::unique_ptr<Store> freeze(Catalog& catalog, std::vector<std::unique_ptr<Recording>> recordings,
                              const Parallel& parallel) {
    return Freezer(catalog, std::move(recordings), parallel).run();
}

}  // namespace benchlab::store
