/* SPDX-License-Identifier: Apache-2.0 */
/* The evaluator against a task of known length; counts are checked, times only roughly: the machine may be busy. */
#include "core/base/clock.h"
#include "core/worker/evaluator-private.h"

#define ATTEMPTS 20   /* at what a busy machine may spoil */

typedef struct
{
  gint64  length_ns;
  guint64 n_calls;
  guint64 fails_at;   /* the call that fails; 0: none */
} FixedLengthTask;

static double
run_task (gpointer data, guint64 number)
{
  FixedLengthTask *task = data;
  gint64 start_ns = tl_time_ns (), end_ns = start_ns;

  for (guint64 i = 0; i < number; i++)
    {
      task->n_calls++;
      if (task->n_calls == task->fails_at)
        return -1;
      end_ns += task->length_ns;
      while (tl_time_ns () < end_ns)
        ;
    }
  return (double) (tl_time_ns () - start_ns) / 1e9;
}

static const struct
{
  const char        *name;
  gint64             length_ns;
  double             warm_s;
  TlEvaluatorOptions options;
  guint              n_samples;
  guint64            least_calls, most_calls;
} rows[] = {
  { "number and repeat", 20000, 2e-5, { .number = 3, .repeat = 4 }, 4, 12, 12 },
  { "number 0 is 1", 1000, 1e-6, { .repeat = 1 }, 1, 1, 1 },
  { "repeat 0 is the warm-up", 1000, 1e-6, { .number = 5, .repeat = 0, .min_repeat_ms = 50 }, 1, 0, 0 },
  { "number grows", 10000, 1e-5, { .number = 1, .repeat = 3, .min_repeat_ms = 2 }, 3, 6, 20000 },
  { "slow ones stop after one sample", 1000000, 1e-3, { .number = 5, .repeat = 50, .min_repeat_ms = 20, .stop_above_s = 1e-4 }, 1, 1, 1 },
  { "long runs are not repeated in a sample", 1000, 3, { .number = 1000, .repeat = 2, .budget_s = 4 }, 2, 2, 2 },
  { "a cold first run condemns nobody", 10000, 3.5e-3, { .number = 2, .repeat = 3, .stop_above_s = 1e-3 }, 3, 7, 7 },
  { "nor does a short one", 1000, 9e-4, { .number = 2, .repeat = 3, .stop_above_s = 1e-4 }, 3, 7, 7 },
  { "a long and far too slow one does", 10000, 2, { .number = 2, .repeat = 3, .stop_above_s = 0.5 }, 1, 0, 0 },
  { "budget ends sampling", 3000000, 3e-3, { .number = 1, .repeat = 1000, .budget_s = 0.02 }, 0, 1, 12 },
  { "the warm-up was all there is time for", 1000, 7, { .number = 3, .repeat = 9, .budget_s = 6 }, 1, 0, 0 },
  { "a slow one gets a part of the budget", 3000000, 3e-3, { .number = 1, .repeat = 1000, .brief_above_s = 2e-3, .budget_s = 0.02 }, 1, 1,
    1 },
  { "a fast one gets all of it", 20000, 2e-5, { .number = 1, .repeat = 50, .brief_above_s = 2e-3, .budget_s = 0.02 }, 50, 50, 50 },
  { "of a long and slow one the warm-up is enough", 1000, 0.6, { .number = 1, .repeat = 9, .brief_above_s = 0.5, .budget_s = 1 }, 1, 0, 0 },
  { "of a long and fast one it is not", 1000, 0.6, { .number = 1, .repeat = 9, .brief_above_s = 0.7, .budget_s = 1 }, 9, 9, 9 },
  { "nor of a short and slow one", 1000, 0.4, { .number = 1, .repeat = 9, .brief_above_s = 0.3, .budget_s = 1 }, 9, 9, 9 },
};

/* FALSE also if a task was kept waiting for a core and so seemed to be a slow one. */
static gboolean
has_counts (guint row)
{
  FixedLengthTask task = { .length_ns = rows[row].length_ns };
  g_autoptr (GArray) samples = tl_evaluate (run_task, &task, &rows[row].options, rows[row].warm_s);

  g_test_message ("%s: %u samples, %" G_GUINT64_FORMAT " calls", rows[row].name, samples->len, task.n_calls);
  g_assert_cmpuint (samples->len, >, 0);
  for (guint k = 0; k < samples->len; k++)
    g_assert_cmpfloat (g_array_index (samples, double, k), >=, (double) rows[row].length_ns / 1e9);
  return (rows[row].n_samples == 0 || samples->len == rows[row].n_samples) && task.n_calls >= rows[row].least_calls
         && task.n_calls <= rows[row].most_calls;
}

static void
test_counts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint n_left = ATTEMPTS;

      while (n_left > 0 && !has_counts (i))
        n_left--;
      g_assert_cmpuint (n_left, >, 0);
    }
}

static void
test_cold (void)
{
  TlCacheFlush flush;
  FixedLengthTask task = { .length_ns = 1000 };
  TlEvaluatorOptions options = { .number = 10, .repeat = 3, .min_repeat_ms = 50, .flush = &flush };
  g_autoptr (GArray) samples = NULL;

  g_assert_true (tl_cache_flush_init (&flush));
  samples = tl_evaluate (run_task, &task, &options, 1e-6);
  g_assert_cmpuint (samples->len, ==, 3);
  g_assert_cmpuint (task.n_calls, ==, 3);
  g_assert_cmpuint (flush.memory[0], ==, 3);
  tl_cache_flush_clear (&flush);
}

/* A device that refuses a run refuses all that follow, so none is asked for. */
static void
test_failure (void)
{
  TlEvaluatorOptions options = { .number = 2, .repeat = 9, .min_repeat_ms = 0.01 };
  FixedLengthTask first = { .length_ns = 10000, .fails_at = 1 }, later = { .length_ns = 10000, .fails_at = 7 };
  g_autoptr (GArray) none = tl_evaluate (run_task, &first, &options, 1e-5);
  g_autoptr (GArray) some = tl_evaluate (run_task, &later, &options, 1e-5);

  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (first.n_calls, ==, 1);
  g_assert_cmpuint (some->len, ==, 3);
  g_assert_cmpuint (later.n_calls, ==, 7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/evaluator/counts", test_counts);
  g_test_add_func ("/worker/evaluator/cold", test_cold);
  g_test_add_func ("/worker/evaluator/failure", test_failure);
  return g_test_run ();
}
