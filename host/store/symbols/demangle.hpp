// store/symbols/demangle.hpp: names of functions as the programmer wrote them.
#pragma once

#include <string>
#include <string_view>

namespace benchlab::store {

// "_ZN3geo5PointC1Ev" becomes "geo::Point::Point()"; what is no such name stays.  Without the
// version that the linker put behind it ("memcpy@@GLIBC_2.14"), and as valid UTF-8.
std::string function_text(std::string_view symbol);

}  // namespace benchlab::store
