/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Steps worth trying on the selected loop or block, with their arguments: primitives of the table, and short sequences of them such as a
 * split by the vector width whose inner loop is vectorized. Each was applied to the state, so a suggestion is a state to go on from; what
 * changes nothing, and what another suggestion gives too, is left out. Steps that are refused come with the reason.
 */
#pragma once

#include "core/session/steps/applicable-primitives.h"
#include "core/session/steps/step-gains.h"

G_BEGIN_DECLS

typedef enum
{
  TL_SUGGEST_MEMORY,
  TL_SUGGEST_PARALLELISM,
  TL_SUGGEST_VECTOR,
  TL_SUGGEST_STRUCTURE,
  TL_SUGGEST_GPU,
  TL_SUGGEST_N_GROUPS,
} TlSuggestionGroup;

typedef enum
{
  TL_SUGGESTION_STEP,         /* has a state */
  TL_SUGGESTION_ASKS,         /* arguments are to be chosen first: "Split Loop…" */
  TL_SUGGESTION_IMPOSSIBLE,   /* refused, with a reason */
} TlSuggestionKind;

/* The gain of a suggestion as it was timed, in turns with the state it begins at. */
typedef enum
{
  TL_GAIN_UNKNOWN,
  TL_GAIN_WAITING,
  TL_GAIN_MEASURING,
  TL_GAIN_MEASURED,
  TL_GAIN_FAILED,
} TlGainStatus;

typedef struct
{
  TlGainStatus status;
  double       gain, low, high;   /* time before by time after, and a 95 % interval; 0: not known yet */
  double       time_s;            /* after */
  char        *problem;           /* FAILED: why */
} TlMeasuredGain;

/* Reference-counted. Immutable but for @predicted and @measured, which are the main thread's. */
typedef struct
{
  gint                   ref_count;
  TlSuggestionKind       kind;
  TlSuggestionGroup      group;
  TlState               *state;       /* STEP: after all of its steps */
  TlApplicablePrimitive *applicable;  /* the first step, whose form has the parameters; NULL: it takes the selection alone */
  const char            *gain_of;     /* the primitive whose usual gain is that of the whole; NULL: none is known */
  TlStepCase             which;
  char                  *sentence;    /* "Vectorize j by 16" */
  char                  *steps;       /* STEP: "Split j → j_0 × 8, j_1 × 16; Vectorize j_1" */
  char                  *reason;      /* IMPOSSIBLE: why */
  char                  *hint;        /* nullable: what would make it possible */
  const TlStepGain      *predicted;   /* nullable, borrowed from the gains given to tl_suggestions_rank */
  TlMeasuredGain         measured;
} TlSuggestion;

TlSuggestion *tl_suggestion_ref (TlSuggestion *suggestion);
void          tl_suggestion_unref (TlSuggestion *suggestion);

/* "Memory" */
const char   *tl_suggestion_group_title (TlSuggestionGroup group);

/* For @nodes, the first is the one picked first. GPtrArray of TlSuggestion, free with g_ptr_array_unref. Any thread; NULL if cancelled. */
GPtrArray    *tl_suggestions_find (TlState *state, const TlNodeId *nodes, guint n_nodes, const TlTarget *target, GCancellable *cancellable);

/*
 * Sets what is predicted, and sorts: by group, in it by the gain that was measured, else predicted (unknown counts as 1); then what asks;
 * then, for all groups together, what is impossible. @gains nullable.
 */
void          tl_suggestions_rank (GPtrArray *suggestions, const TlStepGains *gains, const TlTarget *target);

/* How far @gain can be trusted: 0, hardly, to 1, by the number of steps it is known from and how much they agree. */
double        tl_step_gain_confidence (const TlStepGain *gain);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlSuggestion, tl_suggestion_unref)

G_END_DECLS
