#include "store/symbols/demangle.hpp"

#include <cstdlib>
#include <memory>

#include "base/text.hpp"

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

namespace benchlab::store {
namespace {

// The longest real ones have some thousands of letters.
constexpr std::size_t kLongest = 16384;

std::string demangled(const std::string& symbol) {
#if __has_include(<cxxabi.h>)
    if (symbol.size() > kLongest || !symbol.starts_with("_Z")) return symbol;
    struct Free {
        void operator()(char* text) const { std::free(text); }
    };
    int status = 0;
    const std::unique_ptr<char, Free> text(
        abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status));
    if (status == 0 && text) return text.get();
#endif
    return symbol;
}

}  // namespace

std::string function_text(std::string_view symbol) {
    const std::size_t version = symbol.find('@');
    if (version != std::string_view::npos && version > 0) symbol = symbol.substr(0, version);
    std::size_t replaced = 0;
    return base::valid_utf8(demangled(std::string(symbol.substr(0, kLongest))), replaced);
}

}  // namespace benchlab::store
