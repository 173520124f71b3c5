/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds of trials and what they may cost: asks a task scheduler for the next task, keeps the histories it decides by, and sees to the
 * budgets. Pure logic: no clock, no threads. A round that is under way counts against the budgets at once and reaches the histories when it
 * is finished.
 */
#pragma once

#include "core/search/task-scheduler.h"

G_BEGIN_DECLS

#define TL_TRIALS_PER_ITER 64u   /* TVM's num_trials_per_iter */

typedef struct
{
  guint max_trials_global;
  guint max_trials_per_task;   /* 0: max_trials_global */
  guint trials_per_iter;       /* a round; 0: TL_TRIALS_PER_ITER, fewer where the budget is small (tl_task_budget_round) */
  guint stop_after;            /* a task is done when so many of its trials in a row brought nothing better; 0: never */
} TlTaskBudget;

/* Trials of a round: a small budget is cut into at least some rounds for each of @n_tasks, so that there is something to decide. */
guint tl_task_budget_round (const TlTaskBudget *budget, guint n_tasks);

/**
 * TlTaskRounds: which task gets how many trials next. One thread at a time. The same scheduler, seed and latencies give the same rounds.
 */
typedef struct _TlTaskRounds TlTaskRounds;

/* @scheduler is a component of tl_task_scheduler_table; @weights one for each task. */
TlTaskRounds *tl_task_rounds_new (const TlComponent *scheduler, const TlTaskBudget *budget, const double *weights, guint n_tasks,
                                  guint64 seed);
void          tl_task_rounds_free (TlTaskRounds *rounds);

/*
 * Hands out a round: the task, and in @n_trials how many. TL_TASK_NONE when budgets are used up or all tasks are done; TL_TASK_WAIT when a
 * round must be finished first. Neither changes anything.
 */
gint          tl_task_rounds_next (TlTaskRounds *rounds, guint *n_trials);

/* The oldest round under way: its task and the numbers of its trials among that task's; -1 if there is none. */
gint          tl_task_rounds_oldest (const TlTaskRounds *rounds, guint *first, guint *n_trials);
guint         tl_task_rounds_n_under_way (const TlTaskRounds *rounds);

/* The oldest one is finished. @latencies_s: of its trials, 0 of a failure; fewer than it was given: the task has nothing more to try. */
void          tl_task_rounds_join (TlTaskRounds *rounds, const double *latencies_s, guint n);

/*
 * The trials of all tasks are to be @n_trials from now on. Returns how many they will be: those of rounds that were handed out are not
 * taken back, except where all are one round, which gets longer or shorter; then @n_trials is not below what was measured.
 */
guint         tl_task_rounds_set_budget (TlTaskRounds *rounds, guint n_trials);
/* Whether one task has all trials as one round. */
gboolean      tl_task_rounds_is_one_round (const TlTaskRounds *rounds);

/* It takes no more rounds, and none of its is under way. */
gboolean      tl_task_rounds_is_done (const TlTaskRounds *rounds, guint task);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTaskRounds, tl_task_rounds_free)

G_END_DECLS
