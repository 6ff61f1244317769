// The documents whose reports are approved.
#pragma once

#include "report/document.hpp"

namespace benchlab::golden {

report::Document run();       // figures of a benchmark run: tables, samples, a curve
report::Document analysis();  // every kind of element, headings, notes, sections without content
report::Document hostile();   // names that are markup, escape codes, quotes; extreme numbers
report::Document empty();

}  // namespace benchlab::golden
