/* mark.h alone and twice, each function of it used: compiled under each standard, as C and C++. */
#include <benchlab/mark.h>
/* again */
#include <benchlab/mark.h>

int main(void) {
    static bl_mark_name physics = {"physics", 0};
    uint64_t frame;
    bl_mark_state(BL_MARK_WARM_UP);
    for (frame = 1; frame < 10; ++frame) {
        bl_mark_begin(&physics);
        BL_MARK_BEGIN("inner");
        BL_MARK_END("inner");
        bl_mark_end(&physics);
        BL_MARK_COUNTER("draw calls", frame * 2);
        BL_MARK_EVENT("shot");
        bl_mark_event(&physics);
        bl_mark_counter(&physics, 0.5);
        bl_mark_frame(frame);
        bl_mark_frame_by(&physics, frame);
    }
#ifdef __cplusplus
    BL_MARK_SCOPE("outer");
    BL_MARK_SCOPE("and one within");
#endif
    bl_mark_state(BL_MARK_CAPTURE);
    bl_mark_state(BL_MARK_PAUSED);
    bl_mark_state(BL_MARK_ENDED);
    return bl_mark_open() < 0;
}
