/* SPDX-License-Identifier: Apache-2.0 */
/* An explanation while it is measured. */
#pragma once

#include "core/session/explanation.h"

G_BEGIN_DECLS

typedef struct
{
  TlExplanationFunc progress;
  gpointer          user_data;
  TlWorkerPool     *pool;        /* borrowed, as these */
  const char       *func_name;
  const TlTarget   *target;
  GCancellable     *cancellable;
  double            max_s;       /* of one comparison */
  GPtrArray        *path;        /* TlState*, borrowed, and … */
  GPtrArray        *labels;      /* … the steps between them: what is still on the way */
  TlExplainedStep  *steps;       /* one for each of the path; labels unset */
  double            whole, whole_low, whole_high;
  gboolean          has_hybrids;
  guint             first;       /* of the part that is timed now */
  gboolean          is_whole;    /* the first and the last are timed now */
  char             *problem;
} TlExplaining;

/* The time of @before by that of @after. The interval is of the ratios of rounds: what slowed both in a round leaves their ratio. */
gboolean tl_explaining_find_gain (const TlOutcome *before, const TlOutcome *after, double *gain, double *low, double *high);
/* Hands what is known to the progress function. */
void     tl_explaining_report (const TlExplaining *self);
/*
 * Times @states in turns. FALSE where it was cancelled or one fails: *failed is its index, or -1, *message (nullable; g_free) says why.
 */
gboolean tl_explaining_compare (const TlExplaining *self, TlState *const *states, guint n_states, TlComparisonProgress progress,
                                gpointer user_data, gint *failed, char **message);
/* Each step of the way alone, with the steps that it needs before it. The path is as far from both ends as it was timed. */
void     tl_explaining_time_hybrids (TlExplaining *self);

G_END_DECLS
