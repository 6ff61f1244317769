/* The tables of the trial plugin, one file each. */
#ifndef BENCHLAB_TEST_TRIAL_H
#define BENCHLAB_TEST_TRIAL_H

#include <benchlab/benchlab.h>

#ifdef __cplusplus
extern "C" {
#endif

extern const bl_benchmark trial_benchmark;
extern const bl_reader trial_reader;
extern const bl_analyzer trial_analyzer;
extern const bl_recorder trial_recorder;
extern const bl_host* trial_host; /* what start() was given */

#ifdef __cplusplus
}
#endif
#endif
