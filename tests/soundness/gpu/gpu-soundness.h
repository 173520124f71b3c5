/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Do schedules for GPUs keep what programs mean? The programs of programs.py under random schedules: of design spaces, of the rules for
 * schedules without search, and of single steps, for CUDA from sm_70 to sm_90 and for OpenCL, each checked as gpu-check.h says.
 */
#pragma once

#include "tests/soundness/gpu/gpu-check.h"
#include "tests/schedule/random-schedule.h"

G_BEGIN_DECLS

typedef enum { GPU_SOURCE_SPACE, GPU_SOURCE_RULES, GPU_SOURCE_STEPS, GPU_N_SOURCES } GpuScheduleSource;

/* A schedule. Owned. */
typedef struct
{
  const GpuSubject *subject;
  GpuScheduleSource source;
  TlTarget          target;
  TlState          *state;       /* NULL: the source has none for this seed */
  char             *problem;     /* a step left a broken program */
} GpuSchedule;

/* That of @seed; the same everywhere. @tally counts its steps where they are single ones. */
void gpu_schedule_init (GpuSchedule *schedule, guint64 seed, RandomTally *tally);
void gpu_schedule_clear (GpuSchedule *schedule);

/* Sums over schedules. */
typedef struct
{
  RandomTally tally;
  guint       n_seeds;
  guint       n_none;              /* seeds without a schedule */
  guint       n_refused;           /* lowering refuses: reasons by number */
  guint       n_checked;
  guint       n_of[GPU_N_SOURCES]; /* of these */
  guint       n_assembled, n_listed, n_ran, n_no_code;
  guint       n_wrong;
  guint64     n_thread_instructions;
  double      emulation_s;         /* of one core */
  GHashTable *programs;            /* name → number of checked schedules */
  GHashTable *reasons;             /* char * → number of times */
  GString    *problems;            /* of those that are wrong: seed, what is wrong, the steps it takes, the program */
} GpuSoundness;

void gpu_soundness_init (GpuSoundness *sum);
void gpu_soundness_clear (GpuSoundness *sum);

/*
 * Schedules from seed @first on, for CUDA, for OpenCL, or for both, as @kind of check asks for, on @n_threads threads, until @n have been
 * checked. @pool as in GpuCheck. @progress (nullable) is called now and then, on any of the threads, one at a time.
 */
typedef void (*GpuSoundnessProgress) (const GpuSoundness *sum, gpointer user_data);
void gpu_soundness_run (GpuSoundness *sum, GpuCheckKind kind, TlWorkerPool *pool, guint64 first, guint n, guint n_threads,
                        GpuSoundnessProgress progress, gpointer user_data);

G_END_DECLS
