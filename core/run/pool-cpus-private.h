/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which processors are whose. The runner has the last ones, as many as the target's num_cores; nothing else may work there while it times.
 * One that waits for something to run would be a processor wasted, though, so others are its guests until then: the last builder and one
 * searching thread. Programs for several processors time on those of the builders too; then these rest as well.
 */
#pragma once

#include "core/target/target.h"

G_BEGIN_DECLS

/* Of all that works in the background but the runner: whoever draws a window or types goes first. */
#define TL_POOL_NICENESS 10

typedef struct
{
  GArray  *allowed;      /* int: where this process may run */
  GMutex   lock;
  GCond    changed;
  guint    n_timed;      /* processors from the end that are timed on; 0: none */
  guint    n_guests;     /* threads at work on the runner's processor */
  guint    n_others;     /* searching threads at work on other ones */
} TlPoolCpus;

void     tl_pool_cpus_init (TlPoolCpus *cpus);
void     tl_pool_cpus_clear (TlPoolCpus *cpus);

/* How many builders there are work for, at least one. */
guint    tl_pool_cpus_n_builders (const TlPoolCpus *cpus);
/* "0,1", "" for anywhere: on a single processor there is nothing to keep apart. */
char    *tl_pool_cpus_of_builder (const TlPoolCpus *cpus, guint index);
char    *tl_pool_cpus_of_runner (const TlPoolCpus *cpus, const TlTarget *target);
/* Whether the builder shares a processor with the runner of a program for @num_cores. */
gboolean tl_pool_cpus_are_shared (const TlPoolCpus *cpus, guint index, gint num_cores);

/* Searching threads rest from the first until the second; waits for those at work. One runner at a time. */
void     tl_pool_cpus_begin_timing (TlPoolCpus *cpus, gint num_cores);
void     tl_pool_cpus_end_timing (TlPoolCpus *cpus);

/* For threads that search, around each small part of their work: waits while a program is timed where the thread works. */
void     tl_pool_cpus_enter (TlPoolCpus *cpus, gboolean is_guest);
void     tl_pool_cpus_leave (TlPoolCpus *cpus, gboolean is_guest);
/* Makes the calling thread one of the background and settles it on all processors but the runner's, or on that one. FALSE where there is but one. */
gboolean tl_pool_cpus_settle (const TlPoolCpus *cpus, gboolean is_guest);

G_END_DECLS
