// The marks from C++: this file is in the program, and once more in the library beside it.
#include <benchlab/mark.h>

#include <cstdint>

#include "writer.h"

#ifdef WRITER_LIBRARY
#define WRITER_FUNCTION mark_from_library
#define WRITER_PHASE "in the library"
#else
#define WRITER_FUNCTION mark_from_cpp
#define WRITER_PHASE "in C++"
#endif

__attribute__((visibility("default"))) void WRITER_FUNCTION(notes* noted_here) {
    std::int64_t before = now();
    {
        BL_MARK_SCOPE(WRITER_PHASE);
        note(noted_here, before, "begin", WRITER_PHASE, 0);
        before = now();
        BL_MARK_BEGIN("simulate");
        note(noted_here, before, "begin", "simulate", 0);
        before = now();
        BL_MARK_END("simulate");
        note(noted_here, before, "end", "simulate", 0);
        before = now();
        BL_MARK_COUNTER("half", 0.5);
        note(noted_here, before, "counter", "half", 0);
        before = now();
    }
    note(noted_here, before, "end", WRITER_PHASE, 0);
}
