// Reports of traces for the browser tests: time-lines, flames, series over the trace's time.
#pragma once

#include "report/document.hpp"

// Ten seconds of a game with two threads, small enough to know every figure of it.
benchlab::report::Document trace_document();
// A minute with far more of everything than a screen can show.
benchlab::report::Document long_trace_document();
