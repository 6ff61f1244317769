#include "store/symbols/file_symbols.hpp"

#include <utility>

namespace benchlab::store {

FileSymbols::FileSymbols(const RecordedFile& recorded, const SymbolPlaces& places)
    : build_id_(is_build_id(recorded.build_id) ? recorded.build_id : std::string()) {
    const bool knew_id = !build_id_.empty();
    bool done = false;
    for (const auto& file : places_of({recorded.path, build_id_}, places)) {
        if (!done) done = look(file, std::nullopt);
    }
    if (!knew_id && !build_id_.empty()) {
        for (const auto& file : places_of({recorded.path, build_id_}, places)) {
            if (!done) done = look(file, std::nullopt);
        }
    }
    const auto link = program_ ? program_->debug_link() : std::nullopt;
    if (link && !done) {
        for (const auto& file : linked_places(link->name, program_path_, places)) {
            if (!done) done = look(file, link->checksum);
        }
    }
    if (found()) other_build_.clear();
    SymbolFile* const source = names_ ? names_ : program_;
    if (source == nullptr) return;
    list_ = source->symbols();
    functions_ = FunctionTable(std::exchange(list_.symbols, {}));
}

bool FileSymbols::look(const std::filesystem::path& file, std::optional<std::uint32_t> checksum) {
    std::unique_ptr<SymbolFile> opened = open_symbol_file(file);
    if (opened) {
        const std::string& id = opened->build_id();
        if (!build_id_.empty() && !same_build(build_id_, id)) {
            if (other_build_.empty()) other_build_ = file;
        } else if (!build_id_.empty() || program_ == nullptr) {
            // Without an id to compare the first program of that name has to do.
            if (!build_id_.empty() || opened->has_code()) take(std::move(opened), file);
        } else if (checksum && opened->checksum() == *checksum) {
            take(std::move(opened), file);
        }
    }
    return program_ != nullptr && names_ != nullptr && lines_ != nullptr;
}

void FileSymbols::take(std::unique_ptr<SymbolFile> file, const std::filesystem::path& path) {
    bool useful = false;
    const auto use_as = [&](SymbolFile*& role, bool fits) {
        if (role != nullptr || !fits) return;
        role = file.get();
        useful = true;
    };
    const bool had_program = program_ != nullptr;
    use_as(program_, file->has_code());
    use_as(names_, file->has_all_names());
    use_as(lines_, file->has_lines());
    if (!had_program && program_ != nullptr) {
        program_path_ = path;
        if (build_id_.empty()) build_id_ = program_->build_id();
    }
    if (useful) files_.push_back(std::move(file));
}

std::optional<FileSymbols::Found> FileSymbols::find(std::uint64_t offset,
                                                    std::uint64_t mapped) const {
    const SymbolFile* const file = program_ ? program_ : names_;
    const auto address = file ? file->address_at(offset, mapped) : std::nullopt;
    if (!address) return std::nullopt;
    const FunctionTable::Function* const function = functions_.find(*address);
    const auto unwind = program_ ? program_->unwind_start(*address) : std::nullopt;
    // A name without a size reaches up to the next function, which may have no name.
    const bool ended = function && function->open && unwind && *unwind > function->start;
    if (function != nullptr && !ended) return Found{function->start, *address, function->name};
    if (!unwind) return std::nullopt;
    // Behind the end of a function with a name nothing is known.
    const FunctionTable::Function* const there = functions_.find(*unwind);
    if (there != nullptr && there->start == *unwind) return std::nullopt;
    return Found{*unwind, *address, std::nullopt};
}

std::vector<SourceFrame> FileSymbols::frames(std::uint64_t address) const {
    return lines_ ? lines_->frames(address) : std::vector<SourceFrame>();
}

}  // namespace benchlab::store
