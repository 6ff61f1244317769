// values.hpp: numbers, times and sizes as a story writes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "story.hpp"

namespace benchlab::story {

// Each gives nothing for a word of another form.  Times are decimal milliseconds, or have one
// of the units ns, us, ms, s; nothing finer than a nanosecond is accepted.
std::optional<Ns> read_time(std::string_view word);
std::optional<std::int64_t> read_integer(std::string_view word);  // decimal, 0x, KiB, MiB, GiB
std::optional<std::uint64_t> read_unsigned(std::string_view word);
std::optional<std::uint64_t> read_hertz(std::string_view word);  // 10MHz
std::optional<double> read_decimal(std::string_view word);

std::string time_text(Ns time);  // milliseconds, exact
std::string hertz_text(std::uint64_t hertz);

}  // namespace benchlab::story
