// The file formats, and how they are told apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "recording.hpp"
#include "source.hpp"

namespace benchlab::framelog {

// Each throws benchlab::Error when the file cannot be opened or is no frame log at all, and
// reports everything else that is wrong with it as a problem of the recording.
void read_csv(const std::string& path, LineSource& source, Recording& recording);
void read_capframex_json(const std::string& path, Recording& recording);

bool looks_like_json(std::string_view head);
// 0 to 100, from the first bytes of a file.
std::uint32_t probe(std::string_view head);

// No duration of a log is longer than its time and a minute more: a load that was going on when
// it began may be.
double longest_duration_ns(const TimePlan& plan, std::int64_t last);

// "C:\logs\vkcube_2024-01-02_03-04-05.csv" is of vkcube: MangoHud names its logs so.
std::string program_of_file(std::string_view path);

}  // namespace benchlab::framelog
