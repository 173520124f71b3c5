/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which cores are whose. The runner has the last ones, as many as the target's num_cores, and nothing else works there while it times;
 * builders and searching threads have the others. On a single core there is nothing to keep apart.
 */
#pragma once

#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_POOL_NICENESS 10   /* of all that works in the background but the runner */

typedef enum
{
  TL_POOL_PRIORITY_NORMAL,
  TL_POOL_PRIORITY_BACKGROUND,   /* whoever draws a window or types goes first */
  TL_POOL_PRIORITY_IDLE,         /* everybody goes first */
} TlPoolPriority;

typedef struct
{
  GArray *allowed;   /* int: where this process may run */
} TlPoolCpus;

void     tl_pool_cpus_init (TlPoolCpus *cpus);
void     tl_pool_cpus_clear (TlPoolCpus *cpus);

/* How many builders there is work for, at least one. */
guint    tl_pool_cpus_n_builders (const TlPoolCpus *cpus);
/* "0,1", "" for anywhere. */
char    *tl_pool_cpus_of_builder (const TlPoolCpus *cpus, guint builder);
/*
 * Of two cores the runner's has a builder, too, which works while nothing else wants to: a program that is timed loses a three
 * hundredth of the core to it.
 */
TlPoolPriority tl_pool_cpus_priority_of_builder (const TlPoolCpus *cpus, guint builder);
char    *tl_pool_cpus_of_runner (const TlPoolCpus *cpus, const TlTarget *target);
/* Whether a program for @num_cores is timed where others work. */
gboolean tl_pool_cpus_are_shared (const TlPoolCpus *cpus, gint num_cores);
/* Makes the calling thread one of the background, on the builders' cores. */
void     tl_pool_cpus_pin_background (const TlPoolCpus *cpus);

G_END_DECLS
