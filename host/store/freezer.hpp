// store/freezer.hpp: the steps of freeze(), in the order in which they run.  Each works on the
// chunks in place until the last gathers them into columns.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/cpu_timeline.hpp"
#include "store/freeze.hpp"
#include "store/image_map.hpp"
#include "store/key_index.hpp"

namespace benchlab::store {

// An address in its space at some time: what becomes a code.
struct CodePlace {
    std::uint32_t space;  // as Names::code_space
    std::uint32_t image;  // row, or BL_NO_ROW
    std::uint64_t address;

    auto operator<=>(const CodePlace&) const = default;
};

// Distinct places of one lane.
class PlaceSet {
  public:
    std::uint32_t add(const CodePlace& place);
    const std::vector<CodePlace>& places() const { return places_; }

  private:
    std::vector<CodePlace> places_;
    HashIndex index_;
};

// A stack's entry once its code is known.
struct PlacedNode {
    std::uint32_t parent;  // 0: none
    std::uint32_t place;   // of the lane's set
};

struct LaneData {
    Lane* lane = nullptr;
    std::uint32_t recording = 0;
    std::vector<std::uint32_t> chunks;  // positions in Freezer::chunks
    std::vector<std::uint8_t> string_used;
    std::vector<std::uint32_t> string_ids;  // final ids by the lane's
    PlaceSet places;
    std::vector<PlacedNode> nodes;  // like the lane's stacks, then variants in time
    std::vector<std::uint8_t> node_used;
    std::vector<std::uint8_t> node_innermost;  // a row has the stack that ends there
    std::vector<std::uint8_t> place_used;
    std::vector<std::uint8_t> place_exact;           // an address in a column of its own
    std::vector<std::uint32_t> stack_ids, code_ids;  // final ids by node and by place
    std::uint64_t bad_ids = 0;
};

// The values of a column; null when the chunk has not got it.
template <class T>
T* column_of(const Chunk& chunk, std::string_view name) {
    for (std::size_t i = 0; i < chunk.data.size(); ++i) {
        if (chunk.shape->columns[i]->name == name) return chunk.data[i].as<T>();
    }
    return nullptr;
}

struct ChunkData {
    Chunk* chunk = nullptr;
    std::uint32_t lane = 0;
    int time = -1;  // column that rows are sorted by; -1: none
    std::uint64_t clamped = 0;
    std::int64_t latest = INT64_MIN;  // latest moment of an event
};

// Where a row of the result comes from.
struct RowSource {
    std::int64_t time;
    std::uint32_t chunk;  // kNoChunk: nowhere, all is absent
    std::uint32_t row;
};
inline constexpr std::uint32_t kNoChunk = 0xFFFFFFFFu;
// As the key of a thread or a process: there is none.
inline constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

inline constexpr std::uint8_t kSeenBegin = 1, kSeenEnd = 2;

// One life as told by its statements.
struct LifeData {
    std::uint64_t key = 0;
    std::uint32_t scope = 0;  // process row of an image, recording of a file
    std::int64_t begin = 0, end = INT64_MAX;
    std::uint8_t seen = 0;               // kSeenBegin, kSeenEnd
    std::uint32_t first = 0, count = 0;  // of LifeTable::statements
    std::uint32_t owner = BL_NO_ROW;     // process of a thread
    std::uint32_t idle_cpu = BL_NO_ROW;
};

struct LifeTable {
    std::vector<RowSource> statements;  // by life, then time
    std::vector<LifeData> lives;        // in row order
    KeyIndex index;
};

class LaneStacks;  // of freeze_codes.cpp

class Freezer {
  public:
    Freezer(Catalog& catalog, std::vector<std::unique_ptr<Recording>> recordings,
            const Parallel& parallel);
    std::unique_ptr<Store> run();

  private:
    // freeze.cpp
    void collect();
    // The lane that comes last in `lanes_` has it.
    void add_chunk(Chunk& chunk);
    void add_host_rows();
    std::map<std::string, LaneProblem> all_problems() const;  // by code
    void for_each_chunk(const std::function<void(ChunkData&)>& body);
    bool is_lives(const ChunkData& chunk) const;
    // Of the rows; null for those without.
    static const std::int64_t* times_of(const ChunkData& chunk);
    bool is_dropped(const ChunkData& chunk, const std::int64_t* times, std::uint64_t row) const;

    // freeze_times.cpp
    void convert_times();

    // freeze_lives.cpp
    void make_lives();
    void make_process_lives();
    void make_thread_lives();
    void make_image_lives();
    void make_keyed_lives(std::string_view table);
    void end_overlaid_images(LifeTable& images);
    std::uint64_t image_size(const LifeTable& images, const LifeData& life) const;
    void add_unknown_lives(std::string_view table, LifeTable& into);
    void finish_lives(LifeTable& table);
    std::vector<RowSource> statements_of(std::string_view table) const;
    void count_cpus();
    LifeTable& life_table(std::string_view name);

    // freeze_keys.cpp
    void resolve_keys();
    // In place: a key becomes a row.  Keys of 64 bits stay that wide.
    void resolve_keys(ChunkData& chunk, std::string_view target);
    void index_present_keys();

    // freeze_codes.cpp
    void resolve_addresses();
    void resolve_lane(LaneData& lane);
    void use_strings(LaneData& lane, const ChunkData& data, std::size_t column) const;
    void place_stacks(LaneData& lane, const ChunkData& data, std::size_t column,
                      LaneStacks& stacks) const;
    void place_addresses(LaneData& lane, const ChunkData& data, std::size_t column);
    void mark_used(LaneData& lane) const;
    void make_names();
    void make_strings();
    void make_codes();
    void make_stacks();
    void find_returns();
    // of_life: the row tells of a life as a whole.
    CodePlace place_of(std::uint32_t process, std::uint64_t address, std::int64_t time,
                       bool of_life) const;

    // freeze_rows.cpp
    void make_tables();
    std::vector<RowSource> sorted_rows(const TableDef& table) const;
    void make_table(const TableDef& table, std::vector<RowSource> rows, const LifeTable* lives);
    bool says_something(const RowSource& source, const ColumnDef& column) const;
    void fill_lives(StoredTable& table, const LifeTable& lives);

    std::uint32_t string_id(std::string_view text) const;  // of a text that is in the store

    Catalog& catalog_;
    std::vector<std::unique_ptr<Recording>> recordings_;
    const Parallel& parallel_;

    std::unique_ptr<Recording> host_;  // rows that the host adds
    std::vector<LaneData> lanes_;
    std::vector<ChunkData> chunks_;
    std::vector<std::vector<std::uint32_t>> chunks_of_;  // by table
    std::int64_t duration_ns_ = 0;
    std::uint32_t cpu_count_ = 0;
    std::array<LifeTable, 5> life_tables_;  // process, thread, image, file, gpu_queue
    std::vector<std::uint32_t> idle_threads_;
    KeyIndex present_keys_;
    ImageMap images_;
    Names names_;
    std::deque<StoredTable> tables_;
};

// The last part of a path of either system.
std::string_view last_part(std::string_view path);

// added_columns.cpp: columns that the host makes from others, once all are there.
void add_host_columns(std::deque<StoredTable>& tables, const CpuTimeline& cpus,
                      const Parallel& parallel);

}  // namespace benchlab::store
