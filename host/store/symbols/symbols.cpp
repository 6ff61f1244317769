#include "store/symbols/symbols.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "store/symbols/demangle.hpp"

namespace benchlab::store {
namespace {

constexpr std::uint32_t kNoModule = 0xFFFFFFFFu;
// How far a name without a size reaches where none follows.
constexpr std::uint64_t kFarthest = 1u << 20;

}  // namespace

// A file that images are of.
struct Symbols::Module {
    RecordedFile recorded;
    bool hidden = false;
    std::unique_ptr<FileSymbols> file;
    std::mutex lines;  // one thread at a time reads them
};

// Codes whose functions become known together.
struct Symbols::Group {
    Module* module = nullptr;
    std::vector<std::uint32_t> codes;
    std::mutex mutex;
    std::atomic<bool> ready = false;
};

struct Symbols::Frame {
    std::string name, file;
    std::uint64_t line = 0;
};

// The function that a code is in.
struct Symbols::Place {
    std::uint32_t space;    // 0: of a file, the same in all address spaces; else as listed, + 1
    std::uint64_t start;    // as the file or the table counts
    std::uint64_t address;  // of its first byte in memory
    std::uint64_t linked;   // the code itself, as the file counts
    std::optional<std::uint32_t> name;
};

Symbols::Symbols(const std::deque<StoredTable>& tables, const Names& names, SymbolPlaces places,
                 const Parallel& parallel)
    : tables_(tables),
      names_(names),
      places_(std::move(places)),
      parallel_(parallel),
      image_(table_named(tables, "image")),
      base_(image_, "base"),
      offset_(image_, "offset"),
      image_name_(image_, "name") {
    read_modules();
    make_groups();
    read_listed();
    texts_.resize(names_.code_address.size());
    function_.resize(names_.code_address.size());
}

Symbols::~Symbols() = default;

void Symbols::read_modules() {
    if (image_ == nullptr) return;
    module_of_image_.assign(image_->rows(), kNoModule);
    const Rows owner(image_, "process");
    const Values<std::uint32_t> paths(image_, "path"), ids(image_, "debug_id");
    // By path and id; equal texts are one in a store.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known;
    for (std::uint32_t row = 0; row < image_->rows(); ++row) {
        const std::uint32_t path = paths.get(row), id = ids.get(row);
        // The kernel and its modules are named by the recording.
        if (owner[row] == BL_NO_ROW || (path == 0 && id == 0)) continue;
        const auto next = static_cast<std::uint32_t>(modules_.size());
        const auto [at, fresh] = known.try_emplace({path, id}, next);
        if (fresh) {
            modules_.emplace_back().recorded = {std::string(names_.text(path)),
                                                base::lower(names_.text(id))};
        }
        module_of_image_[row] = at->second;
    }
}

void Symbols::make_groups() {
    for (Module& module : modules_) groups_.emplace_back().module = &module;
    groups_.emplace_back();
    const auto others = static_cast<std::uint32_t>(modules_.size());
    group_of_code_.assign(names_.code_image.size(), others);
    for (std::uint32_t code = 1; code < group_of_code_.size(); ++code) {
        const std::uint32_t row = names_.code_image[code];
        if (row < module_of_image_.size() && module_of_image_[row] != kNoModule) {
            group_of_code_[code] = module_of_image_[row];
        }
        groups_[group_of_code_[code]].codes.push_back(code);
    }
}

void Symbols::read_listed() {
    listed_.clear();
    const StoredTable* const table = table_named(tables_, "symbol");
    if (table == nullptr) return;
    const Rows owner(table, "process");
    const Values<std::uint64_t> addresses(table, "address"), sizes(table, "size");
    const Values<std::uint32_t> texts(table, "name");
    std::map<std::uint32_t, std::vector<Symbol>> symbols;
    // Of a compiler that used memory again the later name counts, so these come in front.
    for (std::uint64_t row = table->rows(); row-- > 0;) {
        if (!addresses.has(row) || !texts.has(row)) continue;
        const std::uint64_t start = addresses.get(row), size = sizes.get(row);
        const std::uint64_t length = std::min(size == 0 ? kFarthest : size, UINT64_MAX - start);
        const std::string_view name = names_.text(texts.get(row));
        const std::size_t underscores = std::min<std::size_t>(name.find_first_not_of('_'), 7);
        const std::uint32_t space = owner[row] == BL_NO_ROW ? 0 : owner[row] + 1;
        const auto rank = static_cast<std::uint16_t>(space == 0 ? 7 - underscores : 0);
        symbols[space].push_back({start, start + length, texts.get(row), rank, size == 0, false});
    }
    for (auto& [space, of] : symbols) {
        // The kernel's names are kept in its own order.
        if (space == 0) std::reverse(of.begin(), of.end());
        listed_.emplace(space, FunctionTable(std::move(of)));
    }
}

std::optional<Symbols::Place> Symbols::place_of(const Group& group, std::uint32_t code) const {
    const std::uint64_t address = names_.code_address[code];
    // A call may be the last thing that a function does; what follows is another's.
    const bool back = code < names_.code_is_return.size() && names_.code_is_return[code];
    const std::uint64_t inside = back && address > 0 ? address - 1 : address;
    if (group.module != nullptr && group.module->file->found()) {
        const std::uint32_t row = names_.code_image[code];
        const std::uint64_t base = base_.get(row), mapped = offset_.get(row);
        const std::uint64_t at = std::max(inside, base);
        if (const auto found = group.module->file->find(at - base + mapped, mapped)) {
            return Place{0, found->start, at - (found->address - found->start), found->address,
                         found->name};
        }
    }
    const std::uint32_t space = names_.code_space[code];
    const auto table = listed_.find(space);
    if (table == listed_.end()) return std::nullopt;
    const FunctionTable::Function* const function = table->second.find(inside);
    if (function == nullptr) return std::nullopt;
    return Place{space + 1, function->start, function->start, inside, function->name};
}

Symbols::Group& Symbols::ready(std::uint32_t number) {
    Group& group = groups_[number];
    if (group.ready.load(std::memory_order_acquire)) return group;
    const std::lock_guard lock(group.mutex);
    if (!group.ready.load(std::memory_order_relaxed)) {
        resolve(group);
        group.ready.store(true, std::memory_order_release);
    }
    return group;
}

// All codes of the group at once, so that the lowest of a function is the same whoever asks.
void Symbols::resolve(Group& group) {
    if (group.module != nullptr) {
        group.module->file = std::make_unique<FileSymbols>(group.module->recorded, places_);
    }
    struct Entry {
        std::uint64_t start;
        std::uint32_t space, code;
    };
    std::vector<Entry> entries;
    for (const std::uint32_t code : group.codes) {
        function_[code] = code;
        const auto place = place_of(group, code);
        if (place) entries.push_back({place->start, place->space, code});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.space, a.start, a.code) < std::tie(b.space, b.start, b.code);
    });
    std::uint32_t lowest = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const Entry& each = entries[i];
        const bool same =
            i > 0 && entries[i - 1].space == each.space && entries[i - 1].start == each.start;
        if (!same) lowest = each.code;
        function_[each.code] = lowest;
    }
}

void Symbols::functions(std::span<const std::uint32_t> codes, std::uint32_t* out) {
    std::vector<bool> asked(groups_.size());
    std::vector<std::uint32_t> waiting;
    for (const std::uint32_t code : codes) {
        const std::uint32_t group = group_of_code_[code];
        if (code == 0 || asked[group]) continue;
        asked[group] = true;
        if (!groups_[group].ready.load(std::memory_order_acquire)) waiting.push_back(group);
    }
    parallel_(waiting.size(), [&](std::size_t i) { ready(waiting[i]); });
    for (std::size_t i = 0; i < codes.size(); ++i) out[i] = function_[codes[i]];
}

std::string_view Symbols::name(std::uint32_t code) {
    if (code == 0) return {};
    ready(group_of_code_[code]);
    const std::uint32_t function = function_[code];
    {
        const std::lock_guard lock(mutex_);
        if (texts_[function]) return *texts_[function];
    }
    auto text = std::make_unique<std::string>(make_name(function));
    const std::lock_guard lock(mutex_);
    if (!texts_[function]) texts_[function] = std::move(text);
    return *texts_[function];
}

std::string Symbols::make_name(std::uint32_t code) {
    const Group& group = groups_[group_of_code_[code]];
    const auto place = place_of(group, code);
    if (!place) {
        const std::uint32_t row = names_.code_image[code];
        const std::uint64_t base = row == BL_NO_ROW ? 0 : base_.get(row);
        return by_module(code, names_.code_address[code] - base);
    }
    if (place->space != 0) return function_text(names_.text(*place->name));
    const bool named = place->name && !group.module->hidden;
    return named ? function_text(group.module->file->name(*place->name))
                 : by_module(code, place->start);
}

std::string Symbols::by_module(std::uint32_t code, std::uint64_t offset) const {
    const std::uint32_t row = names_.code_image[code];
    const std::string_view module =
        row == BL_NO_ROW ? std::string_view() : names_.text(image_name_.get(row));
    return fmt::format("{}+{:#x}", module.empty() ? "unknown" : module, offset);
}

const std::vector<Symbols::Frame>& Symbols::frames_of(std::uint32_t code) {
    {
        const std::lock_guard lock(mutex_);
        const auto known = frames_.find(code);
        if (known != frames_.end()) return *known->second;
    }
    auto frames = std::make_unique<std::vector<Frame>>();
    const Group& group = groups_[group_of_code_[code]];
    const auto place = place_of(group, code);
    if (place && place->space == 0 && !group.module->hidden) {
        const std::lock_guard lock(group.module->lines);
        std::size_t replaced = 0;
        for (const SourceFrame& each : group.module->file->frames(place->linked)) {
            frames->push_back({each.name.empty() ? "unknown" : function_text(each.name),
                               base::valid_utf8(each.file, replaced), each.line});
        }
    }
    const std::lock_guard lock(mutex_);
    return *frames_.try_emplace(code, std::move(frames)).first->second;
}

bool Symbols::describe(std::uint32_t code, std::uint32_t depth, bl_function& out) {
    if (code == 0) return false;
    const std::string_view outermost = name(code);
    const std::vector<Frame>& frames = frames_of(code);
    if (depth > 0 && depth >= frames.size()) return false;
    const auto place = place_of(groups_[group_of_code_[code]], code);
    const std::string_view text = depth == 0 ? outermost : frames[depth].name;
    out.image = names_.code_image[code];
    out.start = place ? place->address : names_.code_address[code];
    out.name = text.data();
    out.name_len = text.size();
    if (depth >= frames.size()) return true;
    const Frame& frame = frames[depth];
    out.line = frame.line;
    if (frame.file.empty()) return true;
    out.file = frame.file.data();
    out.file_len = frame.file.size();
    return true;
}

void Symbols::hide(const std::function<bool(std::string_view)>& is_private) {
    for (std::uint32_t row = 0; row < module_of_image_.size(); ++row) {
        if (module_of_image_[row] == kNoModule) continue;
        Module& module = modules_[module_of_image_[row]];
        module.hidden = module.hidden || is_private(names_.text(image_name_.get(row)));
    }
}

void Symbols::forget() {
    for (auto& text : texts_) text.reset();
    frames_.clear();
    read_listed();
}

std::vector<std::string> Symbols::notes() const {
    constexpr std::size_t kNamed = 3;
    std::vector<std::string> paths;
    for (const Group& group : groups_) {
        if (group.module == nullptr || !group.ready.load(std::memory_order_acquire)) continue;
        const auto& other = group.module->file->other_build();
        if (!other.empty()) paths.push_back(base::path_text(other));
    }
    if (paths.empty()) return {};
    std::sort(paths.begin(), paths.end());
    const std::size_t count = paths.size();
    paths.resize(std::min(count, kNamed));
    std::string text = base::join(paths, ", ");
    if (count > kNamed) text += fmt::format(" and {} more", count - kNamed);
    return {
        fmt::format("{} {} of another build than in the recording, so that functions there "
                    "have no names; --symbols DIR names a folder with the right files",
                    text, count == 1 ? "is" : "are")};
}

}  // namespace benchlab::store
