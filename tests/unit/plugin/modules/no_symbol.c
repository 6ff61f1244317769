/* What another plugin depends on. */
#include "benchlab/benchlab.h"

BL_EXPORT int helper_of_a_plugin(void);
BL_EXPORT int helper_of_a_plugin(void) { return 42; }
