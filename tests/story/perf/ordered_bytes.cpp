#include "ordered_bytes.hpp"

#include <algorithm>

namespace benchlab::story::perf {

void OrderedBytes::set_chars(std::size_t at, std::string_view text, std::size_t size) {
    const std::string_view cut = text.substr(0, size - 1);
    const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(at);
    std::fill_n(std::copy(cut.begin(), cut.end(), begin), size - cut.size(), std::uint8_t{0});
}

}  // namespace benchlab::story::perf
