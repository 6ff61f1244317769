/* Calls a function that no library has. */
#include "benchlab/benchlab.h"

int hostile_function_that_nobody_has(void);

const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor)
{
    return hostile_function_that_nobody_has() != (int)host_minor ? (const bl_plugin *)0 : 0;
}
