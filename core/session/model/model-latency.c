/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The latency of the whole by trials of single kernels: a kernel takes the least of its time by rules and that of its fastest trial so far,
 * as it does once the model uses records, and the whole takes the sum, to the scale of the whole as it was timed.
 */
#include <string.h>

#include "core/base/extremum.h"
#include "core/session/model/model-tuning-private.h"

/* A task of the run, and the kernels that it stands for. */
typedef struct
{
  TlTrialStore *store;
  guint         next;          /* the first trial that is not taken yet */
  double        least_s;       /* of those that are; 0: none has a time */
  double        found_s;       /* what the search settled on, which noise made slower than some: 0: nothing */
  double        rules_s;       /* of all calls of its kernels in the model */
  double        n_calls;
} TaskShare;

static double
kernel_s (const TlModelKernel *kernel)
{
  return tl_max (kernel->rules_s > 0 ? kernel->rules_s : kernel->seconds, 0);
}

static TaskShare
share_of (const TlModelFacts *facts, TlTuningTask *task)
{
  GPtrArray *names = tl_tuning_task_func_names (task);
  TaskShare  share = { .store = tl_tuning_task_trials (task), .found_s = tl_tuning_task_status (task).best_s };

  for (guint i = 0; i < facts->kernels->len; i++)
    {
      const TlModelKernel *kernel = facts->kernels->pdata[i];

      if (g_ptr_array_find_with_equal_func (names, kernel->name, g_str_equal, NULL))
        {
          share.rules_s += kernel_s (kernel);
          share.n_calls += kernel->n_calls;
        }
    }
  return share;
}

static GArray *
shares_of (const TlModelFacts *facts, TlTuning *run)
{
  GListModel *tasks = tl_tuning_tasks (run);
  GArray     *shares = g_array_new (FALSE, FALSE, sizeof (TaskShare));

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);
      TaskShare                share = share_of (facts, task);

      g_array_append_val (shares, share);
    }
  return shares;
}

/* The task whose next trial ended first. NULL: there is none more. */
static TaskShare *
next_share (GArray *shares)
{
  TaskShare *next = NULL;

  for (guint i = 0; i < shares->len; i++)
    {
      TaskShare *share = &g_array_index (shares, TaskShare, i);

      if (share->next < tl_trial_store_n (share->store)
          && (next == NULL
              || tl_trial_store_elapsed_s (share->store)[share->next] < tl_trial_store_elapsed_s (next->store)[next->next]))
        next = share;
    }
  return next;
}

/* Seconds by which the model is faster. */
static double
gain_of (const TaskShare *share)
{
  return share->least_s > 0 ? tl_max (share->rules_s - share->n_calls * tl_max (share->least_s, share->found_s), 0) : 0;
}

/* Takes its next trial; FALSE: that is the program as it stands. */
static gboolean
take_trial (TaskShare *share)
{
  guint  index = share->next++;
  double latency_s = tl_trial_store_latency_s (share->store)[index];
  guint8 marks = tl_trial_store_marks (share->store)[index];

  if ((marks & TL_TRIAL_START) != 0)
    return FALSE;
  if (tl_trial_store_outcome (share->store)[index] == TL_OUTCOME_OK && (marks & TL_TRIAL_IMPLAUSIBLE) == 0 && latency_s > 0
      && (share->least_s == 0 || latency_s < share->least_s))
    share->least_s = latency_s;
  return TRUE;
}

TlLatencySteps *
tl_model_tuning_steps (TlModelTuning *tuning, const TlModelFacts *facts)
{
  TlTuning          *run = tl_model_tuning_run (tuning);
  double             before_s = facts->rules_s > 0 ? facts->rules_s : facts->median_s, sum_s = 0, gain_s = 0;
  g_autoptr (GArray) shares = shares_of (facts, run), steps = g_array_new (FALSE, FALSE, sizeof (TlLatencyStep));
  TlLatencyStep      step = { 0, before_s };
  TlLatencySteps    *all;

  for (guint i = 0; i < facts->kernels->len; i++)
    sum_s += kernel_s (facts->kernels->pdata[i]);
  if (before_s <= 0 || sum_s <= 0 || shares->len == 0 || tl_tuning_is_predicted (run))
    return NULL;
  g_array_append_val (steps, step);
  for (TaskShare *share = next_share (shares); share != NULL; share = next_share (shares))
    {
      double gained_s = gain_of (share);

      step.n_trials += take_trial (share);
      gained_s = gain_of (share) - gained_s;
      gain_s += gained_s;
      step.seconds = before_s * (1 - gain_s / sum_s);
      if (gained_s > 0)
        g_array_append_val (steps, step);
    }
  if (step.n_trials == 0 && !tl_tuning_is_active (run))
    return NULL;
  all = g_new0 (TlLatencySteps, 1);
  all->n_trials = step.n_trials;
  all->n_expected = tl_max (step.n_trials, tl_model_tuning_n_expected (tuning));
  all->before_s = before_s;
  all->after_s = facts->rules_s > 0 && !tl_tuning_is_active (run) ? facts->median_s : -1;
  all->n_steps = steps->len;
  all->steps = (TlLatencyStep *) (gpointer) g_array_free (g_steal_pointer (&steps), FALSE);
  return all;
}
