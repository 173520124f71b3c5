/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TVM's two task schedulers.
 *
 * The gradient of a task is by how much its weighted latency may be expected to fall with another round: what the last rounds brought, and
 * what its time divided by its rounds suggests to a task that was looked at little (TVM's simplification of Zheng et al., "Ansor", OSDI
 * 2020, section 6):
 *
 *     weight * (alpha * (L[n-1-window] - L[n-1]) / window  +  (1 - alpha) * L[n-1] / n)    n rounds with the best latencies L[0 … n-1]
 *
 * the first term being 0 while there are not window + 1 rounds.
 */
#include "core/search/task-scheduler.h"

#include "core/base/error.h"

#define NO_GRADIENT -1e9   /* of a task that nothing could be measured of: after all others */

static gint
round_robin_next (const TlTaskCall *call)
{
  for (guint i = 1; i <= call->n_tasks; i++)
    {
      guint index = (guint) (call->last + (gint) i) % call->n_tasks;

      if (!call->tasks[index].is_done)
        return (gint) index;
    }
  return TL_TASK_NONE;
}

static double
number_of (const TlArg *arg)
{
  return arg->kind == TL_ARG_INT ? (double) arg->integer : arg->number;
}

static double
gradient_of (const TlTaskHistory *task, double alpha, guint window)
{
  guint  n = task->n_rounds;
  double best = task->best_s[n - 1], recent = 0;

  if (best >= TL_TASK_UNKNOWN_S)
    return NO_GRADIENT;
  if (n >= 1 + window)
    recent = (task->best_s[n - 1 - window] - best) / window;
  return task->weight * (alpha * recent + (1 - alpha) * best / n);
}

/* One round for each task in turn, and all of them finished, before gradients mean anything. */
static gint
first_pass (const TlTaskCall *call)
{
  gint answer = TL_TASK_NONE;

  for (guint i = 0; i < call->n_tasks; i++)
    {
      const TlTaskHistory *task = &call->tasks[i];

      if (!task->is_done && task->n_rounds_given == 0)
        return (gint) i;
      if (!task->is_done && task->n_rounds == 0)
        answer = TL_TASK_WAIT;
    }
  return answer;
}

static gint
gradient_next (const TlTaskCall *call)
{
  double alpha = number_of (&call->args[0]), most = 0, least = 0;
  guint  window = (guint) call->args[1].integer;
  gint   answer = first_pass (call), best = TL_TASK_NONE;
  g_autoptr (GArray) alive = g_array_new (FALSE, FALSE, sizeof (gint));

  if (answer != TL_TASK_NONE)
    return answer;
  for (guint i = 0; i < call->n_tasks; i++)
    {
      double gradient;
      gint   index = (gint) i;

      if (call->tasks[i].is_done)
        continue;
      gradient = gradient_of (&call->tasks[i], alpha, window);
      if (alive->len == 0 || gradient > most)
        {
          most = gradient;
          best = index;
        }
      least = alive->len == 0 ? gradient : MIN (least, gradient);
      g_array_append_val (alive, index);
    }
  if (alive->len > 1 && most == least)
    return g_array_index (alive, gint, tl_random_below (call->random, alive->len));
  return best;
}

static gboolean
gradient_check (const TlArg *args, char **why)
{
  gboolean is_number = args[0].kind == TL_ARG_INT || args[0].kind == TL_ARG_FLOAT;
  double   alpha = is_number ? number_of (&args[0]) : -1;

  if (!(alpha >= 0 && alpha <= 1))
    *why = g_strdup ("alpha must be a number from 0 to 1");
  else if (args[1].integer < 1 || args[1].integer > 1000000)
    *why = g_strdup ("window_size must be at least 1 round");
  return *why == NULL;
}

static const TlTaskScheduler schedulers[] = {
  {
    .info = { .name = "gradient", .summary = "Gives the next round to the task with the largest expected gain in weighted latency.",
              TL_PRIMITIVE_PARAMS (
                  { .name = "alpha", .kind = TL_PARAM_VALUE, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "0.2",
                    .help = "Weight of recent progress, relative to the remaining potential for improvement." },
                  { .name = "window_size", .kind = TL_PARAM_INT, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "3",
                    .help = "Number of recent rounds that count as progress." }), .check = gradient_check },
    .next = gradient_next,
  },
  {
    .info = { .name = "round-robin", .summary = "Gives each task one round in turn." },
    .next = round_robin_next,
  },
};

static const TlComponentInfo *
nth_info (guint index)
{
  return index < G_N_ELEMENTS (schedulers) ? &schedulers[index].info : NULL;
}

const TlComponentTable tl_task_scheduler_table = { .what = "task scheduler", .nth = nth_info };

gboolean
tl_task_scheduler_parse (TlArena *arena, const char *text, TlComponent *scheduler, GError **error)
{
  const TlComponent *list;
  guint              n;

  list = tl_component_list_parse (arena, &tl_task_scheduler_table, text, &n, error);
  if (list == NULL)
    return FALSE;
  if (n == 1)
    {
      *scheduler = list[0];
      return TRUE;
    }
  return tl_fail (error, TL_COMPONENT_ERROR, TL_COMPONENT_ERROR_SYNTAX, "expected one task scheduler, \"%s\" names %u", text, n);
}

gint
tl_task_scheduler_next (const TlComponent *scheduler, const TlTaskHistory *tasks, guint n_tasks, gint last, TlRandom *random)
{
  const TlTaskScheduler *row = (const TlTaskScheduler *) scheduler->info;
  TlTaskCall             call = { .args = scheduler->args, .tasks = tasks, .n_tasks = n_tasks, .last = last, .random = random };

  return row->next (&call);
}
