/* SPDX-License-Identifier: Apache-2.0 */
/* How the latency of a whole model falls while its kernels are tuned. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  guint  n_trials;    /* after so many, it takes about … */
  double seconds;     /* … so long */
} TlLatencyStep;

typedef struct
{
  TlLatencyStep *steps;        /* trials rise, seconds fall; the first is after none */
  guint          n_steps;      /* 1 and more */
  guint          n_trials;     /* so far, of all runs */
  guint          n_expected;   /* there will be; the axis reaches to them */
  double         before_s;     /* timed before the first trial */
  double         after_s;      /* timed with what the last one brought; -1: not yet */
} TlLatencySteps;

void   tl_latency_steps_free (TlLatencySteps *steps);
/* After so many trials. */
double tl_latency_steps_at (const TlLatencySteps *steps, guint n_trials);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlLatencySteps, tl_latency_steps_free)

G_END_DECLS
