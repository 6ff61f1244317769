/* The C headers alone and twice: compiled under each standard, as C and as C++. */
#include <benchlab/benchlab.h>
#include <benchlab/keep.h>
#include <benchlab/merge.h>
/* again */
#include <benchlab/benchlab.h>
#include <benchlab/keep.h>
#include <benchlab/merge.h>

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
                                 0,
                                 0,
                                 0,
                                 0};

static bl_status BL_CALL merge(const bl_host* host, const bl_merge_request* request) {
    return host && request->path_count > 1 ? request->write(request->context, 0, "", 1)
                                           : BL_E_INVALID;
}

static const bl_merge merger = {sizeof(bl_merge), 0, merge};

const bl_plugin* BL_CALL benchlab_plugin_v1(uint32_t host_minor) {
    bl_plugin_entry entry = benchlab_plugin_v1;
    bl_keep(&entry);
    bl_keep(&merger);
    bl_keep(BL_MERGE_EXTENSION);
    return BL_HAS(&plugin, bl_plugin, recorder_count) && host_minor <= BL_ABI_MINOR ? &plugin : 0;
}
