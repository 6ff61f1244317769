#include "minimal.h"

extern const bl_plugin *nobody_has_this_function(void);

BL_EXPORT const bl_plugin *BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    (void)host_minor;
    (void)do_setup, (void)do_run, (void)do_teardown;
    return nobody_has_this_function();
}
