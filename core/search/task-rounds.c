/* SPDX-License-Identifier: Apache-2.0 */
#include "core/search/task-rounds.h"

#define MIN_PER_ITER  8u   /* fewer would tell a search nothing */
#define ROUNDS_PER_TASK 8u

typedef struct
{
  double  weight;
  GArray *best_s;           /* double, after each finished round */
  guint   n_rounds;         /* handed out */
  guint   n_trials;         /* handed out, less what came back unused */
  guint   n_since_best;     /* trials of finished rounds */
  gboolean is_exhausted;    /* nothing more to try, or nothing better for too long */
} RoundsTask;

typedef struct
{
  guint task;
  guint first;
  guint n_trials;
} Round;

struct _TlTaskRounds
{
  TlArena     *arena;       /* of the scheduler's arguments */
  TlComponent  scheduler;
  TlTaskBudget budget;      /* without zeros that mean a default */
  RoundsTask  *tasks;
  guint        n_tasks;
  guint        n_left;      /* of the global budget */
  gboolean     is_one_round;      /* the only task has all trials as one round */
  gboolean     is_per_task_set;   /* the budget of a task is not that of all */
  GArray      *under_way;   /* Round, oldest first */
  gint         last;
  TlRandom     random;
};

guint
tl_task_budget_round (const TlTaskBudget *budget, guint n_tasks)
{
  guint share = budget->max_trials_global / MAX (n_tasks, 1);

  if (budget->trials_per_iter > 0)
    return budget->trials_per_iter;
  return CLAMP (CLAMP (share / ROUNDS_PER_TASK, MIN_PER_ITER, TL_TRIALS_PER_ITER), 1, MAX (share, 1));
}

TlTaskRounds *
tl_task_rounds_new (const TlComponent *scheduler, const TlTaskBudget *budget, const double *weights, guint n_tasks, guint64 seed)
{
  TlTaskRounds *rounds = g_new0 (TlTaskRounds, 1);

  rounds->arena = tl_arena_new (NULL);
  rounds->scheduler = tl_component_dup (rounds->arena, scheduler);
  rounds->budget = *budget;
  rounds->budget.trials_per_iter = tl_task_budget_round (budget, n_tasks);
  if (budget->max_trials_per_task == 0)
    rounds->budget.max_trials_per_task = budget->max_trials_global;
  rounds->is_per_task_set = budget->max_trials_per_task > 0;
  rounds->is_one_round = n_tasks == 1 && rounds->budget.trials_per_iter >= budget->max_trials_global;
  rounds->n_left = budget->max_trials_global;
  rounds->tasks = g_new0 (RoundsTask, n_tasks);
  rounds->n_tasks = n_tasks;
  for (guint i = 0; i < n_tasks; i++)
    rounds->tasks[i] = (RoundsTask) { .weight = weights[i], .best_s = g_array_new (FALSE, FALSE, sizeof (double)) };
  rounds->under_way = g_array_new (FALSE, FALSE, sizeof (Round));
  rounds->last = -1;
  rounds->random = tl_random_seeded (seed);
  return rounds;
}

void
tl_task_rounds_free (TlTaskRounds *rounds)
{
  for (guint i = 0; i < rounds->n_tasks; i++)
    g_array_unref (rounds->tasks[i].best_s);
  g_free (rounds->tasks);
  g_array_unref (rounds->under_way);
  tl_arena_unref (rounds->arena);
  g_free (rounds);
}

static gboolean
is_done (const TlTaskRounds *rounds, const RoundsTask *task)
{
  return task->is_exhausted || task->n_trials >= rounds->budget.max_trials_per_task;
}

static gint
ask (TlTaskRounds *rounds)
{
  g_autofree TlTaskHistory *histories = g_new0 (TlTaskHistory, rounds->n_tasks);

  for (guint i = 0; i < rounds->n_tasks; i++)
    {
      const RoundsTask *task = &rounds->tasks[i];

      histories[i] = (TlTaskHistory) { .weight = task->weight, .best_s = (const double *) (gpointer) task->best_s->data,
                                       .n_rounds = task->best_s->len, .n_rounds_given = task->n_rounds, .is_done = is_done (rounds, task) };
    }
  return tl_task_scheduler_next (&rounds->scheduler, histories, rounds->n_tasks, rounds->last, &rounds->random);
}

gint
tl_task_rounds_next (TlTaskRounds *rounds, guint *n_trials)
{
  gint        index = rounds->n_left > 0 ? ask (rounds) : TL_TASK_NONE;
  RoundsTask *task;
  Round       round;

  *n_trials = 0;
  if (index < 0)
    return index;
  task = &rounds->tasks[index];
  *n_trials = MIN (MIN (rounds->budget.trials_per_iter, rounds->n_left), rounds->budget.max_trials_per_task - task->n_trials);
  round = (Round) { (guint) index, task->n_trials, *n_trials };
  g_array_append_val (rounds->under_way, round);
  rounds->n_left -= *n_trials;
  rounds->last = index;
  task->n_trials += *n_trials;
  task->n_rounds++;
  return index;
}

gint
tl_task_rounds_oldest (const TlTaskRounds *rounds, guint *first, guint *n_trials)
{
  const Round *round = (const Round *) (gpointer) rounds->under_way->data;

  if (rounds->under_way->len == 0)
    return -1;
  *first = round->first;
  *n_trials = round->n_trials;
  return (gint) round->task;
}

guint
tl_task_rounds_n_under_way (const TlTaskRounds *rounds)
{
  return rounds->under_way->len;
}

static void
note_trial (RoundsTask *task, double latency_s, double *best_s)
{
  task->n_since_best++;
  if (latency_s <= 0 || latency_s >= *best_s)
    return;
  *best_s = latency_s;
  task->n_since_best = 0;
}

void
tl_task_rounds_join (TlTaskRounds *rounds, const double *latencies_s, guint n)
{
  Round       round;
  RoundsTask *task;
  double      best_s;

  g_return_if_fail (rounds->under_way->len > 0);
  round = g_array_index (rounds->under_way, Round, 0);
  g_return_if_fail (n <= round.n_trials);
  g_array_remove_index (rounds->under_way, 0);
  task = &rounds->tasks[round.task];
  best_s = task->best_s->len > 0 ? g_array_index (task->best_s, double, task->best_s->len - 1) : TL_TASK_UNKNOWN_S;
  for (guint i = 0; i < n; i++)
    note_trial (task, latencies_s[i], &best_s);
  g_array_append_val (task->best_s, best_s);
  rounds->n_left += round.n_trials - n;
  task->n_trials -= round.n_trials - n;
  task->is_exhausted |= n < round.n_trials || (rounds->budget.stop_after > 0 && task->n_since_best >= rounds->budget.stop_after);
}

gboolean
tl_task_rounds_is_done (const TlTaskRounds *rounds, guint task)
{
  for (guint i = 0; i < rounds->under_way->len; i++)
    if (g_array_index (rounds->under_way, Round, i).task == task)
      return FALSE;
  return is_done (rounds, &rounds->tasks[task]);
}

/* Only the round that is under way; its trials are those of the task. */
static void
resize_round (TlTaskRounds *rounds, guint n_trials)
{
  Round *round = &g_array_index (rounds->under_way, Round, 0);

  round->n_trials = rounds->tasks[round->task].n_trials = n_trials;
  rounds->n_left = 0;
}

guint
tl_task_rounds_set_budget (TlTaskRounds *rounds, guint n_trials)
{
  guint n_given = rounds->budget.max_trials_global - rounds->n_left;

  if (rounds->is_one_round && rounds->is_per_task_set)
    n_trials = MIN (n_trials, rounds->budget.max_trials_per_task);
  if (rounds->is_one_round && rounds->under_way->len == 1)
    resize_round (rounds, n_trials);
  else
    {
      n_trials = MAX (n_trials, n_given);
      rounds->n_left = n_trials - n_given;
    }
  rounds->budget.max_trials_global = n_trials;
  if (rounds->is_one_round)
    rounds->budget.trials_per_iter = n_trials;
  if (!rounds->is_per_task_set)
    rounds->budget.max_trials_per_task = n_trials;
  return n_trials;
}

gboolean
tl_task_rounds_is_one_round (const TlTaskRounds *rounds)
{
  return rounds->is_one_round;
}
