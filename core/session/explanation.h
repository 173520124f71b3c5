/* SPDX-License-Identifier: Apache-2.0 */
/* Which step brought what: the programs between two variants, timed against each other. */
#pragma once

#include <gio/gio.h>

#include "core/measure/worker-pool.h"

G_BEGIN_DECLS

/* One program on the way. */
typedef struct
{
  TlState *state;      /* owned */
  char    *label;      /* the step that leads there from the program before: "Parallelize i", "undo Split k"; NULL: the first */
  double   time_s;     /* 0: not known yet */
  double   gain;       /* the time before by the time here: the median of the ratios of all rounds; 0: not known yet */
  double   low, high;  /* its 95 % interval */
  double   own_gain;   /* of the step with no other one before it but those that it needs; 0: not known, or it does not apply so */
  double   own_low, own_high;
} TlExplainedStep;

/* A gain with its 95 % interval; 0: not known. A plain value. */
typedef struct
{
  double gain, low, high;
} TlGainInterval;

/**
 * TlExplanation: the difference between two programs as a product of gains, one for each step from one to the other, which is the whole
 * within the intervals. Immutable, reference-counted, any thread.
 */
typedef struct
{
  gint             ref_count;
  TlExplainedStep *steps;       /* the first is where it begins */
  guint            n_steps;
  double           whole;       /* the gain of the last over the first, timed against each other; 0: not known yet */
  double           whole_low, whole_high;
  gboolean         has_hybrids; /* the gains of steps alone were timed, as far as they apply, and the whole by itself */
  char            *problem;     /* nullable: why it ends here */
} TlExplanation;

TlExplanation *tl_explanation_ref (TlExplanation *explanation);
void           tl_explanation_unref (TlExplanation *explanation);

/*
 * The product of the gains along the way. With hybrids it is that of all steps alone, where they apply alone, and of the interaction: how
 * much more, or less, the steps bring together. Intervals are those of independent factors.
 */
TlGainInterval tl_explanation_sum (const TlExplanation *explanation);
TlGainInterval tl_explanation_own_sum (const TlExplanation *explanation);
TlGainInterval tl_explanation_interaction (const TlExplanation *explanation);
/* Whether the sum is the whole, as far as their intervals tell. */
gboolean       tl_explanation_agrees (const TlExplanation *explanation);
/* "Each alone 2.1 times faster, together 2.4 times; interaction 1.14 times faster (1.10 to 1.18)"; "" without. Free with g_free. */
char          *tl_explanation_interaction_text (const TlExplanation *explanation);

/* Whether the step made a difference that the rounds can tell. */
gboolean       tl_explained_step_is_distinct (const TlExplainedStep *step);
/* "1.38 times faster"; "not distinguishable"; "—" while it is not known. Free with g_free. */
char          *tl_explained_step_text (const TlExplainedStep *step);
/* "2.31 times faster. Vectorize j: 2.5 times faster; Split k: 1.1 times slower"; "" before all are known. Free with g_free. */
char          *tl_explanation_summary (const TlExplanation *explanation);

/*
 * The states on the way from @a to @b, each another program than the one before: back along the steps of @a to the last program that both
 * have come by, then forward along those of @b. Container of TlState*, borrowed from both; @labels (nullable): char * of each but the
 * first, free with g_ptr_array_unref.
 */
GPtrArray     *tl_explanation_path (TlState *a, TlState *b, GPtrArray **labels);

/*
 * Times them, interleaved, with a new explanation after each round. Blocks. Programs that fail are left out: their steps count with the
 * next. @with_hybrids: then each step alone, on the program that both ways share, and the whole by itself. New reference; where it was
 * cancelled, as much as is known so far.
 */
typedef void (*TlExplanationFunc) (TlExplanation *explanation, gpointer user_data);
TlExplanation *tl_explanation_measure (TlWorkerPool *pool, TlState *a, TlState *b, const char *func_name, const TlTarget *target,
                                       double max_s, gboolean with_hybrids, TlExplanationFunc progress, gpointer user_data,
                                       GCancellable *cancellable);

/* The same of @a and @b alone: all that lies between them is one step. */
TlExplanation *tl_explanation_measure_whole (TlWorkerPool *pool, TlState *a, TlState *b, const char *func_name, const TlTarget *target,
                                             double max_s, TlExplanationFunc progress, gpointer user_data, GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlExplanation, tl_explanation_unref)

G_END_DECLS
