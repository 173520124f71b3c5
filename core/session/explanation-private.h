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

/*
 * The samples of a comparison: each pass times all states in turns, in a process of its own. Where a process has its buffers and code in
 * memory changes a time by some per cent, which no number of rounds in one process tells.
 */
#define TL_EXPLAINING_PASSES 6u
typedef struct
{
  guint     n_states, n_passes;     /* the last pass may be under way */
  TlOutcome outcomes[TL_EXPLAINING_PASSES][TL_COMPARISON_MAX];
} TlExplainingRounds;

typedef void (*TlExplainingProgress) (const TlExplainingRounds *rounds, gpointer user_data);

/*
 * The time of the state @before by that of @after: the median of the passes, and within each of the ratios of rounds, as what slowed both
 * in a round leaves their ratio. The interval holds all six passes: 97 % of such intervals hold the median. In the first pass it is that
 * of the rounds.
 */
gboolean tl_explaining_find_gain (const TlExplainingRounds *rounds, guint before, guint after, double *gain, double *low, double *high);
/* Hands what is known to the progress function. */
void     tl_explaining_report (const TlExplaining *self);
/*
 * Times @states in turns. FALSE where it was cancelled or one fails: *failed is its index, or -1, *message (nullable; g_free) says why.
 */
gboolean tl_explaining_compare (const TlExplaining *self, TlState *const *states, guint n_states, TlExplainingProgress progress,
                                gpointer user_data, gint *failed, char **message);
/* Each step of the way alone, with the steps that it needs before it. The path is as far from both ends as it was timed. */
void     tl_explaining_time_hybrids (TlExplaining *self);

G_END_DECLS
