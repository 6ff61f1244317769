// The report of a trace in which frames were slow: for the answer at the top and the slow frames.
#pragma once

#include "report/document.hpp"

benchlab::report::Document frames_document();
