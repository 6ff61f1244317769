#pragma once

#include <cstdint>

std::uint64_t spin(std::uint64_t x);
