/* The C headers alone and twice: compiled under each standard, as C and as C++. */
#include <benchlab/benchlab.h>
#include <benchlab/keep.h>
/* again */
#include <benchlab/benchlab.h>
#include <benchlab/keep.h>

static const bl_plugin plugin = {sizeof(bl_plugin),
                                 BL_ABI_MINOR,
                                 0,
                                 "test.header",
                                 "1",
                                 "Header",
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0};

const bl_plugin* BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    bl_plugin_entry entry = benchlab_plugin_v1;
    bl_keep(&entry);
    return BL_HAS(&plugin, bl_plugin, get_extension) && host_minor <= BL_ABI_MINOR ? &plugin : 0;
}
