/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The latency of the whole by trials of single kernels: a kernel takes the least of its time by rules and that of its fastest trial so far,
 * as it does once the model uses records, and the whole takes the sum, to the scale of the whole as it was timed.
 */
#include "core/base/extremum.h"
#include "core/session/model/model-tuning-private.h"

/* A task of the run, and the kernels that it stands for. */
typedef struct
{
  TlTrialStore *store;
  double        found_s;       /* what the search settled on, which noise made slower than some: 0: nothing */
  double        rules_s;       /* of all calls of its kernels in the model */
  double        n_calls;
} TaskShare;

/* A trial that makes the whole faster. */
typedef struct
{
  double elapsed_s;
  double gained_s;
} TrialGain;

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

/* Whether the trial has a time that may be that of a record. */
static gboolean
is_timed (TlTrialStore *store, guint index)
{
  return tl_trial_store_outcome (store)[index] == TL_OUTCOME_OK && tl_trial_store_latency_s (store)[index] > 0
         && (tl_trial_store_marks (store)[index] & (TL_TRIAL_START | TL_TRIAL_IMPLAUSIBLE)) == 0;
}

static void
add_gains (const TaskShare *share, GArray *gains)
{
  double best_s = share->rules_s;

  for (guint i = 0; i < tl_trial_store_n (share->store); i++)
    {
      double    all_s = share->n_calls * tl_max (tl_trial_store_latency_s (share->store)[i], share->found_s);
      TrialGain gain = { tl_trial_store_elapsed_s (share->store)[i], best_s - all_s };

      if (gain.gained_s <= 0 || !is_timed (share->store, i))
        continue;
      best_s = all_s;
      g_array_append_val (gains, gain);
    }
}

static gint
compare_gains (gconstpointer a, gconstpointer b)
{
  const TrialGain *x = a, *y = b;

  return x->elapsed_s < y->elapsed_s ? -1 : x->elapsed_s > y->elapsed_s;
}

/* Trials that ended by then, without those of the program as it stands. */
static guint
n_ended (const TaskShare *share, double elapsed_s)
{
  const double *ends = tl_trial_store_elapsed_s (share->store);
  guint         low = 0, high = tl_trial_store_n (share->store), n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (ends[middle] <= elapsed_s)
        low = middle + 1;
      else
        high = middle;
    }
  n = low;
  for (guint i = 0; i < tl_trial_store_n_runs (share->store); i++)
    {
      TlTrialRun run = tl_trial_store_run (share->store, i);

      n -= run.has_start && run.first < low;
    }
  return n;
}

static guint
n_ended_of_all (const GArray *shares, double elapsed_s)
{
  guint n = 0;

  for (guint i = 0; i < shares->len; i++)
    n += n_ended (&g_array_index (shares, TaskShare, i), elapsed_s);
  return n;
}

TlLatencySteps *
tl_model_tuning_steps (TlModelTuning *tuning, const TlModelFacts *facts)
{
  TlTuning          *run = tl_model_tuning_run (tuning);
  double             before_s = facts->rules_s > 0 ? facts->rules_s : facts->median_s, sum_s = 0, gain_s = 0;
  g_autoptr (GArray) shares = shares_of (facts, run), steps = g_array_new (FALSE, FALSE, sizeof (TlLatencyStep));
  g_autoptr (GArray) gains = g_array_new (FALSE, FALSE, sizeof (TrialGain));
  guint              n_trials = n_ended_of_all (shares, G_MAXDOUBLE);
  TlLatencyStep      step = { 0, before_s };
  TlLatencySteps    *all;

  for (guint i = 0; i < facts->kernels->len; i++)
    sum_s += kernel_s (facts->kernels->pdata[i]);
  if (before_s <= 0 || sum_s <= 0 || tl_tuning_is_predicted (run) || (n_trials == 0 && !tl_tuning_is_active (run)))
    return NULL;
  g_array_append_val (steps, step);
  for (guint i = 0; i < shares->len; i++)
    add_gains (&g_array_index (shares, TaskShare, i), gains);
  g_array_sort (gains, compare_gains);
  for (guint i = 0; i < gains->len; i++)
    {
      const TrialGain *gain = &g_array_index (gains, TrialGain, i);

      gain_s += gain->gained_s;
      step = (TlLatencyStep) { n_ended_of_all (shares, gain->elapsed_s), before_s * (1 - gain_s / sum_s) };
      g_array_append_val (steps, step);
    }
  all = g_new0 (TlLatencySteps, 1);
  all->n_trials = n_trials;
  all->n_expected = tl_max (n_trials, tl_model_tuning_n_expected (tuning));
  all->before_s = before_s;
  all->after_s = facts->rules_s > 0 && !tl_tuning_is_active (run) ? facts->median_s : -1;
  all->n_steps = steps->len;
  all->steps = (TlLatencyStep *) (gpointer) g_array_free (g_steal_pointer (&steps), FALSE);
  return all;
}
