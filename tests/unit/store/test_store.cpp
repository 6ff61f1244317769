#include "test_store.hpp"

#include <cstring>
#include <stdexcept>

namespace benchlab::test {
namespace {

template <class T>
void put(std::vector<std::byte>& bytes, T value) {
    bytes.resize(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
}

void put_integer(std::vector<std::byte>& bytes, std::uint32_t type, std::int64_t value) {
    bytes.resize(store::type_size(type));
    std::memcpy(bytes.data(), &value, bytes.size());  // the tests run on little-endian machines
}

}  // namespace

TestRecording::TestRecording(store::Clock clock) {
    recording(clock);
}

void TestRecording::recording(store::Clock clock) {
    recordings_.push_back(std::make_unique<store::Recording>(catalog_, "test"));
    builder_ = recordings_.back()->first();
    bl_clock given{};
    given.struct_size = sizeof(given);
    given.kind = clock.kind;
    given.ticks_per_second = clock.ticks_per_second;
    given.zero = clock.zero;
    given.end = clock.end;
    given.zero_unix_ns = clock.zero_unix_ns;
    if (store::builder_api()->set_clock(builder_, &given) != BL_OK) {
        throw std::logic_error("set_clock");
    }
}

void TestRecording::lane(std::uint64_t order) {
    builder_ = order == 0 ? recordings_.front()->first()
                          : store::builder_api()->lane(recordings_.front()->first(), order);
    if (builder_ == nullptr) throw std::logic_error("lane");
}

void TestRecording::row(const char* table, std::vector<std::pair<const char*, Cell>> cells) {
    const store::TableSpec* const spec = store::find_table_spec(table);
    const bl_builder_api& api = *store::builder_api();
    std::vector<std::vector<std::byte>> bytes(cells.size());
    std::vector<bl_column> columns(cells.size());
    std::vector<const bl_column*> list;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto& [name, cell] = cells[i];
        const store::ColumnSpec* const column = spec ? spec->find(name) : nullptr;
        if (column == nullptr) throw std::logic_error(std::string(table) + "." + name);
        const std::uint32_t type = store::batch_type(*column);
        if (const auto* text = std::get_if<std::string>(&cell)) {
            put(bytes[i], api.intern(builder_, text->data(), text->size()));
        } else if (const auto* time = std::get_if<Time>(&cell)) {
            put(bytes[i], time->ns);
        } else if (const auto* tid = std::get_if<Tid>(&cell)) {
            put(bytes[i], tid->tid);
        } else if (const auto* key = std::get_if<Key>(&cell)) {
            put(bytes[i], key->key);
        } else if (const auto* address = std::get_if<Address>(&cell)) {
            put(bytes[i], address->address);
        } else if (const auto* frames = std::get_if<Frames>(&cell)) {
            put(bytes[i], api.add_stack(builder_, 0, frames->pid, frames->addresses.data(),
                                        frames->addresses.size()));
        } else if (const auto* number = std::get_if<double>(&cell)) {
            put(bytes[i], *number);
        } else {
            put_integer(bytes[i], type, std::get<std::int64_t>(cell));
        }
        if (bytes[i].size() != store::type_size(type)) {
            throw std::logic_error(std::string(table) + "." + name + ": another type");
        }
        columns[i] = {sizeof(bl_column), type, name, bytes[i].data(), nullptr, 1};
        list.push_back(&columns[i]);
    }
    bl_table batch{};
    batch.struct_size = sizeof(batch);
    batch.name = table;
    batch.columns = list.data();
    batch.column_count = static_cast<std::uint32_t>(list.size());
    batch.row_count = 1;
    if (api.append(builder_, &batch) != BL_OK) {
        throw std::logic_error(recordings_.front()->refusals().back());
    }
}

void TestRecording::process(std::int64_t time, std::uint32_t pid, const std::string& name,
                            int kind) {
    row("process", {{"time", Time(time)},
                    {"kind", std::int64_t{kind}},
                    {"pid", std::int64_t{pid}},
                    {"name", name}});
}

void TestRecording::thread(std::int64_t time, std::uint32_t tid, std::uint32_t pid,
                           const std::string& name, int kind) {
    row("thread", {{"time", Time(time)},
                   {"kind", std::int64_t{kind}},
                   {"tid", std::int64_t{tid}},
                   {"process", Pid(pid)},
                   {"name", name}});
}

void TestRecording::image(std::int64_t time, std::uint32_t pid, std::uint64_t base,
                          std::uint64_t size, const std::string& path, int kind) {
    row("image", {{"time", Time(time)},
                  {"kind", std::int64_t{kind}},
                  {"process", Pid(pid)},
                  {"base", static_cast<std::int64_t>(base)},
                  {"size", static_cast<std::int64_t>(size)},
                  {"path", path}});
}

void TestRecording::cswitch(std::int64_t time, std::uint32_t cpu, std::uint32_t old_tid,
                            std::uint32_t new_tid, int old_state, const std::string& reason) {
    row("cswitch", {{"time", Time(time)},
                    {"cpu", std::int64_t{cpu}},
                    {"old_thread", Tid(old_tid)},
                    {"new_thread", Tid(new_tid)},
                    {"old_state", std::int64_t{old_state}},
                    {"old_reason", reason}});
}

void TestRecording::ready(std::int64_t time, std::uint32_t cpu, std::uint32_t tid) {
    row("ready", {{"time", Time(time)}, {"cpu", std::int64_t{cpu}}, {"thread", Tid(tid)}});
}

std::unique_ptr<store::Store> TestRecording::freeze(const store::Parallel& parallel) {
    return store::freeze(catalog_, std::move(recordings_), parallel);
}

}  // namespace benchlab::test
