/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Do schedules keep what programs mean? Random programs under random schedules, each run four ways and compared with the program as it
 * was: by the interpreter, by the interpreter with parallel and vectorized loops backwards, lowered, with iterations of parallel loops
 * that see nothing of each other, and compiled, by a worker.
 */
#pragma once

#include "core/measure/worker-pool.h"
#include "tests/schedule/random-schedule.h"

G_BEGIN_DECLS

/* Sums over schedules. */
typedef struct
{
  RandomTally tally;
  guint       n_schedules;
  guint       n_backwards;      /* had loops to run backwards */
  guint       n_apart;          /* had parallel loops when lowered */
  guint       n_compiled;
  guint       n_not_compiled;   /* code generation refuses: reasons by number */
  guint       n_wrong;
  GHashTable *reasons;          /* char * → number of times */
  GString    *problems;         /* of those that are wrong: seed, what is wrong, the steps it takes, the program */
} Soundness;

void soundness_init (Soundness *sum);
void soundness_clear (Soundness *sum);

/* Schedules @first … @first + @n - 1 on @n_threads threads. @progress (nullable) is called now and then, on any of them, one at a time. */
typedef void (*SoundnessProgress) (const Soundness *sum, gpointer user_data);
void soundness_run (Soundness *sum, TlWorkerPool *pool, guint64 first, guint n, guint n_threads, SoundnessProgress progress,
                    gpointer user_data);

G_END_DECLS
