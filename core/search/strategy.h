/* SPDX-License-Identifier: Apache-2.0 */
/* Search strategies: where a tuning run's candidates come from. */
#pragma once

#include <gio/gio.h>

#include "core/measure/worker-pool.h"
#include "core/records/trial-origin.h"
#include "core/space/component.h"
#include "core/cost-model/cost-model.h"
#include "core/space/space.h"
#include "core/search/constraints.h"
#include "core/search/tune-threads.h"

G_BEGIN_DECLS

#define TL_TRIAL_EARLIER G_MAXUINT

typedef enum
{
  TL_SEARCH_WAITING,     /* for outcomes, or for somebody to take what was found */
  TL_SEARCH_SEARCHING,
  TL_SEARCH_TRAINING,    /* the cost model learns */
} TlSearchPhase;

/* The phase and the counts of a search. A plain value. */
typedef struct
{
  TlSearchPhase phase;
  guint64       n_evaluated;   /* schedules drawn or made from others */
  guint64       n_refused;     /* of these: by a primitive or a postprocessor */
} TlSearchCounts;

/**
 * TlSearchProgress: counts that the search's threads write and anybody reads. @changed (nullable) is called without locks where the phase
 * changes.
 */
typedef struct
{
  GMutex         lock;
  TlSearchCounts counts;      /* under lock, as the next */
  char          *refusal;     /* nullable: the last one's text */
  void         (*changed) (gpointer user_data);
  gpointer       user_data;
} TlSearchProgress;

void           tl_search_progress_init (TlSearchProgress *progress, void (*changed) (gpointer user_data), gpointer user_data);
void           tl_search_progress_clear (TlSearchProgress *progress);
void           tl_search_progress_set_phase (TlSearchProgress *progress, TlSearchPhase phase);
/* One schedule was drawn; @refusal is nullable and not taken. */
void           tl_search_progress_note (TlSearchProgress *progress, const GError *refusal);
TlSearchCounts tl_search_progress_counts (TlSearchProgress *progress);
char          *tl_search_progress_refusal (TlSearchProgress *progress);   /* a copy, or NULL */

/* The subject of a search. Borrowed by a strategy as long as it lives. */
typedef struct
{
  TlSpace          *space;
  TlState          *start;        /* the program without steps, unchecked */
  const char        *func_name;
  const TlTarget   *target;
  TlParamSet        constants;    /* of the function's parameters: candidates are timed without what they do to them alone */
  guint64           seed;
  const TlArg      *args;         /* of the strategy, as in TlComponent */
  TlCostModel      *model;        /* for strategies that learn */
  TlTuneThreads    *threads;      /* for parallel_for */
  TlSearchProgress *progress;
} TlSearchTask;

/* The next batch. */
typedef struct
{
  guint       first_number;   /* of the trials that the candidates will be */
  guint       n;              /* at most as many */
  GHashTable *seen;           /* set of guint64 *: hashes of the programs (tl_module_hash) of all trials before */
  TlConstraints *constraints; /* nullable: all candidates obey them */
  double     *scores;         /* nullable: @n, what a cost model expects of the candidates; a strategy without one leaves them */
  TlTrialOrigin *origins;     /* nullable: @n, how the candidates came about; random where a strategy leaves them */
} TlBatchRequest;

/**
 * TlStrategy: a row of the table of strategies. One thread at a time calls it. Candidates depend on nothing but task, request and what
 * was reported before, so that a run repeats itself where outcomes do.
 */
typedef struct
{
  TlComponentInfo info;
  gpointer  (*create) (const TlSearchTask *task);
  void      (*destroy) (gpointer self);
  /* Candidates with their postprocessing done (TlState, owned by the array); none when the space is exhausted; NULL with @error. */
  GPtrArray *(*generate) (gpointer self, const TlBatchRequest *request, GCancellable *cancellable, GError **error);
  /* A trial's outcome, once each, in order of number; before all of them those of earlier runs, with the number TL_TRIAL_EARLIER. */
  void      (*report) (gpointer self, guint number, TlState *state, const TlOutcome *outcome);
} TlStrategy;

extern const TlComponentTable tl_strategy_table;

/* Reads "replay-func" or "evolutionary(population_size=256)"; arguments in @arena. FALSE with TL_COMPONENT_ERROR_SYNTAX. */
gboolean          tl_strategy_parse (TlArena *arena, const char *text, TlComponent *strategy, GError **error);
const TlStrategy *tl_strategy_of (const TlComponent *strategy);

G_END_DECLS
