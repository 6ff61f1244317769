// Codes instead of addresses, and one numbering of texts, codes and stacks for all lanes, which
// follows from their content: texts in byte order, codes by space and address, stacks by depth,
// parent and code.
#include <algorithm>
#include <tuple>

#include "store/freezer.hpp"

namespace benchlab::store {
namespace {

constexpr std::uint32_t kUnknownSpace = 0xFFFFFFFFu;
constexpr std::uint32_t kUnsteady = 0xFFFFFFFFu;
// Where no image is known: the upper half of a 64-bit address space is the kernel's.
constexpr std::uint64_t kUpperHalf = 0xFFFF800000000000u;

const std::uint32_t* rows_of(const Chunk& chunk, std::string_view name) {
    const ColumnDef* const column = chunk.shape->table->find(name);
    const int at = column ? chunk.shape->find(*column) : -1;
    return at < 0 || column->batch_type != BL_COL_KEY32
               ? nullptr
               : chunk.data[static_cast<std::size_t>(at)].as<std::uint32_t>();
}

void use_node(LaneData& lane, std::uint32_t node) {
    for (; node != 0 && !lane.node_used[node]; node = lane.nodes[node].parent) {
        lane.node_used[node] = 1;
        lane.place_used[lane.nodes[node].place] = 1;
    }
}

}  // namespace

// The stacks of one lane with their places.  Most entries mean the same at all times; where a pid
// or a range of addresses had several owners, a stack is told apart by the time of its row.
class LaneStacks {
  public:
    using Place = std::function<CodePlace(std::uint32_t pid, std::uint64_t address, std::int64_t)>;
    using Steady = std::function<bool(std::uint32_t pid, std::uint64_t address)>;

    LaneStacks(LaneData& lane, const Place& place, const Steady& steady)
        : lane_(lane), raw_(lane.lane->stacks()), place_(place) {
        std::vector<std::uint32_t> places;
        for (const StackPool::Address& each : raw_.addresses()) {
            places.push_back(steady(each.pid, each.address)
                                 ? lane_.places.add(place_(each.pid, each.address, 0))
                                 : kUnsteady);
        }
        unsteady_.resize(raw_.nodes().size());
        lane_.nodes.push_back({0, 0});
        for (std::size_t i = 1; i < raw_.nodes().size(); ++i) {
            const StackPool::Node& node = raw_.nodes()[i];
            const std::uint32_t at = places[node.address];
            unsteady_[i] = at == kUnsteady || unsteady_[node.parent];
            lane_.nodes.push_back({node.parent, at == kUnsteady ? 0 : at});
        }
    }

    // The node that stands for the stack at that time.
    std::uint32_t at(std::uint32_t node, std::int64_t time) {
        return unsteady_[node] ? variant(node, time) : node;
    }

  private:
    std::uint32_t variant(std::uint32_t node, std::int64_t time) {
        chain_.clear();
        std::uint32_t parent = node;
        for (; parent != 0 && unsteady_[parent]; parent = raw_.nodes()[parent].parent) {
            chain_.push_back(parent);
        }
        for (std::size_t i = chain_.size(); i-- > 0;) {
            const StackPool::Address& entry = raw_.addresses()[raw_.nodes()[chain_[i]].address];
            const PlacedNode fresh{parent,
                                   lane_.places.add(place_(entry.pid, entry.address, time))};
            parent = index_.find_or_add(
                combine(fresh.parent, fresh.place),
                [&](std::uint32_t id) {
                    return lane_.nodes[id].parent == fresh.parent &&
                           lane_.nodes[id].place == fresh.place;
                },
                [&] {
                    lane_.nodes.push_back(fresh);
                    return static_cast<std::uint32_t>(lane_.nodes.size() - 1);
                });
        }
        return parent;
    }

    LaneData& lane_;
    const StackPool& raw_;
    const Place& place_;
    std::vector<std::uint8_t> unsteady_;
    std::vector<std::uint32_t> chain_;
    HashIndex index_;
};

CodePlace Freezer::place_of(std::uint32_t process, std::uint64_t address, std::int64_t time,
                            bool of_life) const {
    const std::uint32_t image =
        of_life ? images_.find_ever(process, address, time) : images_.find(process, address, time);
    CodePlace out{0, image, address};
    const bool kernel = out.image == BL_NO_ROW ? address >= kUpperHalf : images_.in_kernel(address);
    if (!kernel) out.space = process == BL_NO_ROW ? kUnknownSpace : process + 1;
    return out;
}

void Freezer::resolve_addresses() {
    const LifeTable& images = life_table("image");
    std::vector<ImageLife> lives;
    for (std::uint32_t row = 0; row < images.lives.size(); ++row) {
        const LifeData& life = images.lives[row];
        const bool bounded = life.seen == (kSeenBegin | kSeenEnd);
        lives.push_back(
            {row, life.owner, life.key, image_size(images, life), life.begin, life.end, bounded});
    }
    images_ = ImageMap(lives, static_cast<std::uint32_t>(life_table("process").lives.size()));
    parallel_(lanes_.size(), [&](std::size_t i) { resolve_lane(lanes_[i]); });
}

void Freezer::resolve_lane(LaneData& lane) {
    const KeyIndex& processes = life_table("process").index;
    const LaneStacks::Place place = [&](std::uint32_t pid, std::uint64_t address,
                                        std::int64_t time) {
        return place_of(processes.find(pid, 0, time), address, time, false);
    };
    const LaneStacks::Steady steady = [&](std::uint32_t pid, std::uint64_t address) {
        if (images_.in_kernel(address)) return images_.is_steady(BL_NO_ROW, address);
        return processes.count(pid, 0) <= 1 &&
               images_.is_steady(processes.find(pid, 0, 0), address);
    };
    LaneStacks stacks(lane, place, steady);
    lane.string_used.resize(lane.lane->strings().size());
    for (const std::uint32_t at : lane.chunks) {
        const Chunk& chunk = *chunks_[at].chunk;
        for (std::size_t i = 0; i < chunk.data.size(); ++i) {
            const std::uint32_t type = chunk.shape->columns[i]->batch_type;
            if (type == BL_COL_STRING) {
                use_strings(lane, chunks_[at], i);
            } else if (type == BL_COL_STACK) {
                place_stacks(lane, chunks_[at], i, stacks);
            } else if (type == BL_COL_ADDRESS) {
                place_addresses(lane, chunks_[at], i);
            }
        }
    }
    mark_used(lane);
}

// Of a column of texts: those that kept rows have; ids that the lane never gave become 0.
void Freezer::use_strings(LaneData& lane, const ChunkData& data, std::size_t column) const {
    std::uint32_t* const ids = data.chunk->data[column].as<std::uint32_t>();
    const std::int64_t* const times = times_of(data);
    for (std::uint64_t row = 0; row < data.chunk->rows; ++row) {
        if (ids[row] >= lane.string_used.size()) {
            ids[row] = 0;
            ++lane.bad_ids;
        }
        if (!is_dropped(data, times, row)) lane.string_used[ids[row]] = 1;
    }
}

// In place: a stack of the lane becomes the node that stands for it at the time of its row.
void Freezer::place_stacks(LaneData& lane, const ChunkData& data, std::size_t column,
                           LaneStacks& stacks) const {
    std::uint32_t* const ids = data.chunk->data[column].as<std::uint32_t>();
    const std::int64_t* const times = times_of(data);
    const std::size_t made = lane.lane->stacks().nodes().size();
    for (std::uint64_t row = 0; row < data.chunk->rows; ++row) {
        if (ids[row] == 0) continue;
        const bool bad = ids[row] >= made;
        lane.bad_ids += bad ? 1 : 0;
        const bool kept = !bad && !is_dropped(data, times, row);
        ids[row] = kept ? stacks.at(ids[row], times ? times[row] : 0) : 0;
    }
}

// In place: an address becomes 1 + its place; 0 is none.
void Freezer::place_addresses(LaneData& lane, const ChunkData& data, std::size_t column) {
    const Chunk& chunk = *data.chunk;
    const auto& threads = life_table("thread").lives;
    const std::int64_t* const times = times_of(data);
    const std::uint32_t* const process = rows_of(chunk, "process");
    const std::uint32_t* const thread = rows_of(chunk, "thread");
    std::uint64_t* const addresses = chunk.data[column].as<std::uint64_t>();
    const std::uint64_t* const present =
        chunk.present[column] ? chunk.present[column].as<std::uint64_t>() : nullptr;
    for (std::uint64_t row = 0; row < chunk.rows; ++row) {
        const bool there = present == nullptr || test_bit(present, row);
        if (addresses[row] == 0 || !there || is_dropped(data, times, row)) {
            addresses[row] = 0;
            continue;
        }
        std::uint32_t of = process ? process[row] : BL_NO_ROW;
        if (of == BL_NO_ROW && thread != nullptr && thread[row] != BL_NO_ROW) {
            of = threads[thread[row]].owner;
        }
        const std::int64_t time = times == nullptr || times[row] == BL_NO_TIME ? 0 : times[row];
        addresses[row] = lane.places.add(place_of(of, addresses[row], time, is_lives(data))) + 1u;
    }
}

// Only what a kept row refers to is kept.
void Freezer::mark_used(LaneData& lane) const {
    lane.node_used.resize(lane.nodes.size());
    lane.node_innermost.resize(lane.nodes.size());
    lane.place_used.resize(lane.places.places().size());
    lane.place_exact.resize(lane.places.places().size());
    for (const std::uint32_t at : lane.chunks) {
        const Chunk& chunk = *chunks_[at].chunk;
        for (std::size_t i = 0; i < chunk.data.size(); ++i) {
            const std::uint32_t type = chunk.shape->columns[i]->batch_type;
            if (type == BL_COL_STACK) {
                const std::uint32_t* const ids = chunk.data[i].as<std::uint32_t>();
                for (std::uint64_t row = 0; row < chunk.rows; ++row) {
                    use_node(lane, ids[row]);
                    lane.node_innermost[ids[row]] = 1;
                }
            } else if (type == BL_COL_ADDRESS) {
                const std::uint64_t* const places = chunk.data[i].as<std::uint64_t>();
                for (std::uint64_t row = 0; row < chunk.rows; ++row) {
                    if (places[row] == 0) continue;
                    lane.place_used[places[row] - 1] = 1;
                    lane.place_exact[places[row] - 1] = 1;
                }
            }
        }
    }
}

void Freezer::make_names() {
    make_strings();
    make_codes();
    make_stacks();
    find_returns();
}

std::string_view last_part(std::string_view path) {
    const std::size_t at = path.find_last_of("/\\");
    return at == std::string_view::npos ? path : path.substr(at + 1);
}

void Freezer::make_strings() {
    std::vector<std::string_view> all;
    for (const LaneData& lane : lanes_) {
        for (std::uint32_t id = 1; id < lane.string_used.size(); ++id) {
            if (lane.string_used[id]) all.push_back(lane.lane->strings().text(id));
        }
    }
    // The names of images, which the host adds.
    for (const RowSource& source : life_table("image").statements) {
        const ChunkData& data = chunks_[source.chunk];
        const auto* const paths = column_of<const std::uint32_t>(*data.chunk, "path");
        if (paths == nullptr) continue;
        const std::uint32_t id = paths[source.row];
        all.push_back(last_part(lanes_[data.lane].lane->strings().text(id)));
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase(all, std::string_view());
    for (const std::string_view text : all) {
        names_.string_bytes.append(text);
        names_.string_offsets.push_back(names_.string_bytes.size());
    }
    parallel_(lanes_.size(), [&](std::size_t i) {
        LaneData& lane = lanes_[i];
        lane.string_ids.resize(lane.string_used.size());
        for (std::uint32_t id = 1; id < lane.string_used.size(); ++id) {
            if (lane.string_used[id])
                lane.string_ids[id] = string_id(lane.lane->strings().text(id));
        }
    });
}

std::uint32_t Freezer::string_id(std::string_view text) const {
    std::uint32_t low = 0, high = static_cast<std::uint32_t>(names_.string_offsets.size() - 1);
    while (low + 1 < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (names_.text(middle) <= text) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void Freezer::make_codes() {
    std::vector<CodePlace> all;
    for (const LaneData& lane : lanes_) {
        for (std::size_t i = 0; i < lane.place_used.size(); ++i) {
            if (lane.place_used[i]) all.push_back(lane.places.places()[i]);
        }
    }
    const auto by_address = [](const CodePlace& a, const CodePlace& b) {
        return std::tie(a.space, a.address, a.image) < std::tie(b.space, b.address, b.image);
    };
    std::sort(all.begin(), all.end(), by_address);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const CodePlace& place : all) {
        names_.code_address.push_back(place.address);
        names_.code_image.push_back(place.image);
        names_.code_space.push_back(place.space);
    }
    parallel_(lanes_.size(), [&](std::size_t i) {
        LaneData& lane = lanes_[i];
        lane.code_ids.resize(lane.place_used.size());
        for (std::size_t p = 0; p < lane.place_used.size(); ++p) {
            if (!lane.place_used[p]) continue;
            const auto at =
                std::lower_bound(all.begin(), all.end(), lane.places.places()[p], by_address);
            lane.code_ids[p] = static_cast<std::uint32_t>(at - all.begin()) + 1;
        }
    });
}

void Freezer::make_stacks() {
    struct Entry {
        std::uint32_t parent, code, lane, node;
    };
    std::vector<std::vector<Entry>> by_depth;
    std::vector<std::vector<std::uint32_t>> depths(lanes_.size());
    for (std::uint32_t l = 0; l < lanes_.size(); ++l) {
        LaneData& lane = lanes_[l];
        lane.stack_ids.resize(lane.nodes.size());
        depths[l].resize(lane.nodes.size());
        // A caller always has the smaller number.
        for (std::uint32_t node = 1; node < lane.nodes.size(); ++node) {
            if (!lane.node_used[node]) continue;
            const std::uint32_t depth = depths[l][lane.nodes[node].parent] + 1;
            depths[l][node] = depth;
            if (by_depth.size() < depth) by_depth.resize(depth);
            by_depth[depth - 1].push_back({0, lane.code_ids[lane.nodes[node].place], l, node});
        }
    }
    for (std::vector<Entry>& level : by_depth) {
        for (Entry& each : level) {
            const LaneData& lane = lanes_[each.lane];
            each.parent = lane.stack_ids[lane.nodes[each.node].parent];
        }
        std::sort(level.begin(), level.end(), [](const Entry& a, const Entry& b) {
            return std::tie(a.parent, a.code) < std::tie(b.parent, b.code);
        });
        for (std::size_t i = 0; i < level.size(); ++i) {
            const Entry& each = level[i];
            if (i == 0 || level[i - 1].parent != each.parent || level[i - 1].code != each.code) {
                names_.stack_parent.push_back(each.parent);
                names_.stack_code.push_back(each.code);
            }
            lanes_[each.lane].stack_ids[each.node] =
                static_cast<std::uint32_t>(names_.stack_parent.size() - 1);
        }
        level = {};
    }
}

// Of a stack only the innermost entry is where the thread was; the others are where calls return
// to.  Where the kernel was entered the program's innermost entry is exact, too.  A code that is
// both counts as exact.
void Freezer::find_returns() {
    std::vector<std::uint8_t> exact(names_.code_address.size());
    for (const LaneData& lane : lanes_) {
        for (std::size_t place = 0; place < lane.place_exact.size(); ++place) {
            if (lane.place_exact[place]) exact[lane.code_ids[place]] = 1;
        }
        for (std::size_t node = 1; node < lane.node_innermost.size(); ++node) {
            if (lane.node_innermost[node]) exact[lane.code_ids[lane.nodes[node].place]] = 1;
        }
    }
    names_.code_is_return.assign(exact.size(), 0);
    const auto in_kernel = [&](std::uint32_t code) { return names_.code_space[code] == 0; };
    for (std::size_t stack = 1; stack < names_.stack_parent.size(); ++stack) {
        const std::uint32_t caller = names_.stack_code[names_.stack_parent[stack]];
        if (caller == 0) continue;
        if (in_kernel(names_.stack_code[stack]) && !in_kernel(caller)) {
            exact[caller] = 1;
        } else {
            names_.code_is_return[caller] = 1;
        }
    }
    for (std::size_t code = 0; code < exact.size(); ++code) {
        if (exact[code]) names_.code_is_return[code] = 0;
    }
}

}  // namespace benchlab::store
