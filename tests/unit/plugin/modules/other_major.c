#include "benchlab/benchlab.h"

BL_EXPORT const void *BL_CALL benchlab_plugin_v2(uint32_t host_minor);
BL_EXPORT const void *BL_CALL benchlab_plugin_v2(uint32_t host_minor) {
    (void)host_minor;
    return 0;
}
