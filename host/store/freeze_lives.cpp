// Tables of lives: from statements ("begins", "ends", "was there") to one row for each life.
#include <algorithm>
#include <map>
#include <tuple>

#include "store/freezer.hpp"

namespace benchlab::store {
namespace {

constexpr std::uint8_t kBegins = 1, kEnds = 2;
constexpr std::array<std::string_view, 5> kLifeTables = {"process", "thread", "image", "file",
                                                         "gpu_queue"};

struct Statement {
    std::uint64_t key;
    std::uint32_t scope;
    std::uint8_t kind;
    RowSource source;
};

// Adds up one key's statements, which come in the order of their time.
class LifeMaker {
  public:
    LifeMaker(std::vector<LifeData>& out, const Statement& of)
        : out_(out), key_(of.key), scope_(of.scope) {}

    void take(const Statement& statement, std::uint32_t position) {
        const std::int64_t time = statement.source.time;
        if (current_ == nullptr || starts_another(statement)) open(statement, position);
        ++current_->count;
        if (time == BL_NO_TIME) return;
        if (statement.kind == kBegins && (current_->seen & kSeenBegin) == 0) {
            current_->begin = time;
            current_->seen |= kSeenBegin;
        }
        if (statement.kind == kEnds && (current_->seen & kSeenEnd) == 0) {
            current_->end = time;
            current_->seen |= kSeenEnd;
        }
        timed_ = true;
        last_ = time;
    }

  private:
    bool starts_another(const Statement& statement) const {
        const std::int64_t time = statement.source.time;
        if (time == BL_NO_TIME || !timed_) return false;
        if (statement.kind == kBegins) return time > last_ || (current_->seen & kSeenEnd) != 0;
        // What is said of a key after its end is of another life, unless it ends once more.
        const bool ended = (current_->seen & kSeenEnd) != 0 && time > current_->end;
        return ended && statement.kind != kEnds;
    }
    void open(const Statement& statement, std::uint32_t position) {
        std::int64_t begin = 0;
        if (current_ != nullptr) {
            // The one before ends here at the latest, though nothing said so.
            if ((current_->seen & kSeenEnd) == 0) current_->end = statement.source.time;
            begin = current_->end;
        }
        LifeData life;
        life.key = key_;
        life.scope = scope_;
        life.begin = begin;
        life.first = position;
        current_ = &out_.emplace_back(life);
        timed_ = false;
    }

    std::vector<LifeData>& out_;
    const std::uint64_t key_;
    const std::uint32_t scope_;
    LifeData* current_ = nullptr;  // the last of out_: only this adds to it
    bool timed_ = false;
    std::int64_t last_ = 0;
};

void make_lives_of(std::vector<Statement> statements, LifeTable& into) {
    std::stable_sort(statements.begin(), statements.end(),
                     [](const Statement& a, const Statement& b) {
                         return std::tie(a.key, a.scope, a.source.time) <
                                std::tie(b.key, b.scope, b.source.time);
                     });
    for (std::size_t at = 0; at < statements.size();) {
        const Statement& first = statements[at];
        LifeMaker maker(into.lives, first);
        const std::size_t begin = at;
        while (at < statements.size() && statements[at].key == statements[begin].key &&
               statements[at].scope == statements[begin].scope) {
            maker.take(statements[at], static_cast<std::uint32_t>(at));
            ++at;
        }
    }
    for (const Statement& each : statements) into.statements.push_back(each.source);
}

}  // namespace

LifeTable& Freezer::life_table(std::string_view name) {
    for (std::size_t i = 0; i < kLifeTables.size(); ++i) {
        if (kLifeTables[i] == name) return life_tables_[i];
    }
    return life_tables_[0];
}

std::vector<RowSource> Freezer::statements_of(std::string_view table) const {
    std::vector<RowSource> out;
    const TableDef* const def = catalog_.find(table);
    for (const std::uint32_t at : chunks_of_[def->index]) {
        const ChunkData& chunk = chunks_[at];
        const std::int64_t* const times = times_of(chunk);
        for (std::uint32_t row = 0; row < chunk.chunk->rows; ++row) {
            if (!is_dropped(chunk, times, row)) out.push_back({times[row], at, row});
        }
    }
    return out;
}

// Room that was claimed and not used.  A statement that was handed in may have no time.
bool Freezer::is_dropped(const ChunkData& chunk, const std::int64_t* times,
                         std::uint64_t row) const {
    if (times == nullptr || times[row] != BL_NO_TIME) return false;
    return chunk.chunk->claimed || !is_lives(chunk);
}

// Keys that rows refer to and no statement was made of.
void Freezer::add_unknown_lives(std::string_view table, LifeTable& into) {
    std::vector<KeyIndex::Life> known;
    for (const LifeData& life : into.lives) known.push_back({life.key, 0, 0, 0});
    const KeyIndex index(std::move(known));
    std::vector<std::vector<std::uint32_t>> found(chunks_.size());
    parallel_(chunks_.size(), [&](std::size_t at) {
        const Chunk& chunk = *chunks_[at].chunk;
        const std::int64_t* const times = times_of(chunks_[at]);
        for (std::size_t i = 0; i < chunk.data.size(); ++i) {
            const ColumnDef& column = *chunk.shape->columns[i];
            if (column.batch_type != BL_COL_KEY32 || column.target == nullptr ||
                column.target->name != table) {
                continue;
            }
            std::uint32_t* const keys = chunk.data[i].as<std::uint32_t>();
            const std::uint64_t* const present =
                chunk.present[i] ? chunk.present[i].as<std::uint64_t>() : nullptr;
            std::uint32_t last = kNobody;
            for (std::uint64_t row = 0; row < chunk.rows; ++row) {
                const bool absent = present != nullptr && !test_bit(present, row);
                if (absent || is_dropped(chunks_[at], times, row)) keys[row] = kNobody;
                if (keys[row] == last || keys[row] == kNobody) continue;
                last = keys[row];
                if (!index.has(last, 0)) found[at].push_back(last);
            }
        }
    });
    std::vector<std::uint32_t> all;
    for (const auto& each : found) all.insert(all.end(), each.begin(), each.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const std::uint32_t key : all) {
        LifeData life;
        life.key = key;
        into.lives.push_back(life);
    }
}

// Sorts the lives into row order and makes them findable.
void Freezer::finish_lives(LifeTable& table) {
    for (LifeData& life : table.lives) {
        life.end = std::max(std::min(life.end, duration_ns_), life.begin);
    }
    std::stable_sort(table.lives.begin(), table.lives.end(),
                     [](const LifeData& a, const LifeData& b) {
                         return std::tie(a.owner, a.begin, a.key, a.scope, a.idle_cpu) <
                                std::tie(b.owner, b.begin, b.key, b.scope, b.idle_cpu);
                     });
    std::vector<KeyIndex::Life> lives;
    for (std::uint32_t row = 0; row < table.lives.size(); ++row) {
        const LifeData& life = table.lives[row];
        lives.push_back({life.key, life.scope, life.begin, row});
    }
    table.index = KeyIndex(std::move(lives));
}

void Freezer::make_process_lives() {
    LifeTable& table = life_table("process");
    std::vector<Statement> statements;
    for (const RowSource& source : statements_of("process")) {
        const Chunk& chunk = *chunks_[source.chunk].chunk;
        const std::uint32_t pid = column_of<const std::uint32_t>(chunk, "pid")[source.row];
        const auto* const kinds = column_of<const std::uint8_t>(chunk, "kind");
        statements.push_back({pid, 0, kinds[source.row], source});
    }
    make_lives_of(std::move(statements), table);
    add_unknown_lives("process", table);
    finish_lives(table);
}

// Tid 0 is the idle thread: one for each CPU, whatever the statements say.
void Freezer::make_thread_lives() {
    LifeTable& table = life_table("thread");
    const LifeTable& processes = life_table("process");
    std::vector<Statement> statements;
    bool idle = false;
    for (const RowSource& source : statements_of("thread")) {
        const Chunk& chunk = *chunks_[source.chunk].chunk;
        const std::uint32_t tid = column_of<const std::uint32_t>(chunk, "tid")[source.row];
        if (tid == 0) {
            idle = true;
            continue;
        }
        const auto* const kinds = column_of<const std::uint8_t>(chunk, "kind");
        statements.push_back({tid, 0, kinds[source.row], source});
    }
    make_lives_of(std::move(statements), table);
    for (LifeData& life : table.lives) {
        for (std::uint32_t i = life.first; i < life.first + life.count; ++i) {
            const RowSource& source = table.statements[i];
            const std::uint32_t* const process =
                column_of<const std::uint32_t>(*chunks_[source.chunk].chunk, "process");
            if (process != nullptr && process[source.row] != BL_NO_ROW) {
                life.owner = process[source.row];
            }
        }
    }
    add_unknown_lives("thread", table);
    const std::size_t before = table.lives.size();
    std::erase_if(table.lives, [](const LifeData& life) { return life.key == 0; });
    idle = idle || table.lives.size() != before;
    for (std::uint32_t cpu = 0; idle && cpu < cpu_count_; ++cpu) {
        LifeData life;
        life.owner = processes.index.find(0, 0, 0);
        life.idle_cpu = cpu;
        table.lives.push_back(life);
    }
    finish_lives(table);
    idle_threads_.assign(cpu_count_, BL_NO_ROW);
    for (std::uint32_t row = 0; row < table.lives.size(); ++row) {
        const std::uint32_t cpu = table.lives[row].idle_cpu;
        if (cpu != BL_NO_ROW) idle_threads_[cpu] = row;
    }
}

void Freezer::make_image_lives() {
    LifeTable& table = life_table("image");
    std::vector<Statement> statements;
    for (const RowSource& source : statements_of("image")) {
        const Chunk& chunk = *chunks_[source.chunk].chunk;
        const std::uint32_t* const processes = column_of<const std::uint32_t>(chunk, "process");
        const auto* const bases = column_of<const std::uint64_t>(chunk, "base");
        const auto* const kinds = column_of<const std::uint8_t>(chunk, "kind");
        const std::uint32_t process = processes ? processes[source.row] : BL_NO_ROW;
        statements.push_back({bases[source.row], process, kinds[source.row], source});
    }
    make_lives_of(std::move(statements), table);
    for (LifeData& life : table.lives) life.owner = life.scope;
    end_overlaid_images(table);
    finish_lives(table);
}

// Of several statements the last that says it.
std::uint64_t Freezer::image_size(const LifeTable& images, const LifeData& life) const {
    std::uint64_t size = 0;
    for (std::uint32_t i = life.first; i < life.first + life.count; ++i) {
        const RowSource& source = images.statements[i];
        const auto* const sizes =
            column_of<const std::uint64_t>(*chunks_[source.chunk].chunk, "size");
        if (sizes != nullptr && sizes[source.row] != 0) size = sizes[source.row];
    }
    return size;
}

// An image that is loaded over another one ends it.
void Freezer::end_overlaid_images(LifeTable& images) {
    struct Open {
        std::uint64_t end;
        LifeData* life;
    };
    std::vector<LifeData*> order;
    for (LifeData& life : images.lives) order.push_back(&life);
    std::stable_sort(order.begin(), order.end(), [](const LifeData* a, const LifeData* b) {
        return std::tie(a->owner, a->begin) < std::tie(b->owner, b->begin);
    });
    std::map<std::uint64_t, Open> open;
    std::uint32_t owner = BL_NO_ROW;
    for (LifeData* const life : order) {
        if (life->owner != owner) open.clear();
        owner = life->owner;
        const std::uint64_t size = image_size(images, *life);
        const std::uint64_t end = life->key + size < life->key ? UINT64_MAX : life->key + size;
        auto at = open.upper_bound(life->key);
        if (at != open.begin()) --at;
        while (at != open.end() && at->first < end) {
            LifeData& other = *at->second.life;
            if (at->second.end > life->key && other.begin < life->begin) {
                other.end = std::min(other.end, life->begin);
                at = open.erase(at);
            } else {
                ++at;
            }
        }
        open[life->key] = {end, life};
    }
}

// Keys of files and queues mean something in their own recording only.
void Freezer::make_keyed_lives(std::string_view name) {
    LifeTable& table = life_table(name);
    std::vector<Statement> statements;
    for (const RowSource& source : statements_of(name)) {
        const Chunk& chunk = *chunks_[source.chunk].chunk;
        const auto* const keys = column_of<const std::uint64_t>(chunk, "key");
        const auto* const kinds = column_of<const std::uint8_t>(chunk, "kind");
        statements.push_back({keys[source.row], lanes_[chunks_[source.chunk].lane].recording,
                              kinds[source.row], source});
    }
    make_lives_of(std::move(statements), table);
    finish_lives(table);
}

void Freezer::count_cpus() {
    std::vector<std::uint32_t> counts(chunks_.size());
    parallel_(chunks_.size(), [&](std::size_t at) {
        const Chunk& chunk = *chunks_[at].chunk;
        const bool list = chunk.shape->table->name == "cpu";
        for (std::size_t i = 0; i < chunk.data.size(); ++i) {
            const ColumnDef& column = *chunk.shape->columns[i];
            if (column.type != BL_COL_U16 || column.name != (list ? "number" : "cpu")) continue;
            const std::uint16_t* const cpus = chunk.data[i].as<std::uint16_t>();
            const std::uint64_t* const present =
                chunk.present[i] ? chunk.present[i].as<std::uint64_t>() : nullptr;
            for (std::uint64_t row = 0; row < chunk.rows; ++row) {
                if (present != nullptr && !test_bit(present, row)) continue;
                counts[at] = std::max<std::uint32_t>(counts[at], cpus[row] + 1u);
            }
        }
    });
    for (const std::uint32_t each : counts) cpu_count_ = std::max(cpu_count_, each);
}

void Freezer::make_lives() {
    count_cpus();
    make_process_lives();
    for_each_chunk([&](ChunkData& chunk) { resolve_keys(chunk, "process"); });
    make_thread_lives();
    for_each_chunk([&](ChunkData& chunk) { resolve_keys(chunk, "thread"); });
    make_image_lives();
    make_keyed_lives("file");
    make_keyed_lives("gpu_queue");
}

}  // namespace benchlab::store
