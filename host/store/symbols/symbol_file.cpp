#include "store/symbols/symbol_file.hpp"

namespace benchlab::store {

std::string_view SymbolList::name(std::uint32_t offset) const {
    std::size_t at = offset;
    for (const std::string_view text : texts) {
        if (at < text.size()) {
            const std::string_view rest = text.substr(at);
            return rest.substr(0, rest.find('\0'));
        }
        at -= text.size();
    }
    return {};
}

}  // namespace benchlab::store
