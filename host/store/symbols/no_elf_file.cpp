// In place of elf_file.cpp where there is no elfutils.
#include "store/symbols/symbol_file.hpp"

namespace benchlab::store {

std::unique_ptr<SymbolFile> open_symbol_file(const std::filesystem::path&) {
    return nullptr;
}

bool reads_symbol_files() {
    return false;
}

}  // namespace benchlab::store
