/* SPDX-License-Identifier: Apache-2.0 */
/* Scores as seconds: ranges of batches from the trials before them, and how often they hold. */
#include "core/search/predicted-ranges.h"

#include <math.h>

#define N_TRIALS 640

/* The score tells the logarithm of a latency, but for noise. */
static void
append_trials (TlTrialStore *store, guint n, GRand *random, gboolean with_scores)
{
  for (guint i = 0; i < n; i++)
    {
      double        score = g_rand_double (random), noise = g_rand_double_range (random, -0.2, 0.2);
      TlTrialRecord record = { .number = tl_trial_store_n (store), .outcome = TL_OUTCOME_OK, .latency_s = 1e-3 * exp (-3 * score + noise),
                               .latency = { .median_s = 1e-3 * exp (-3 * score + noise) }, .score = with_scores ? score : NAN };

      tl_trial_store_append (store, &record, 1);
    }
}

/* A batch of trials with this score. */
static void
append_batch (TlTrialStore *store, double score, TlOutcomeKind outcome)
{
  for (guint i = 0; i < 32; i++)
    {
      TlTrialRecord record = { .number = tl_trial_store_n (store), .outcome = outcome, .latency_s = 1, .score = score };

      tl_trial_store_append (store, &record, 1);
    }
}

static void
test_held (void)
{
  g_autoptr (GRand)             random = g_rand_new_with_seed (5);
  g_autoptr (TlTrialStore)      store = tl_trial_store_new ();
  g_autoptr (TlPredictedRanges) ranges = tl_predicted_ranges_new ();
  const TlPredictedRange       *rows;
  guint                         n, n_held, n_measured;

  append_trials (store, N_TRIALS, random, TRUE);
  g_assert_true (tl_predicted_ranges_update (ranges, store, 3));   /* there are more */
  while (tl_predicted_ranges_update (ranges, store, 3))
    ;
  rows = tl_predicted_ranges_get (ranges, &n);
  g_assert_cmpuint (n, ==, N_TRIALS / 32 - 1);
  g_assert_cmpuint (rows[0].first, ==, 32);   /* nothing is known before */
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (rows[i].end - rows[i].first, ==, 32);
      g_assert_cmpfloat (rows[i].low_s, <, rows[i].high_s);
    }
  tl_predicted_ranges_held (ranges, &n_held, &n_measured);
  g_assert_cmpuint (n_measured, ==, N_TRIALS - 32);
  g_assert_cmpfloat ((double) n_held / n_measured, >, 0.7);
  g_assert_cmpfloat ((double) n_held / n_measured, <, 0.9);
}

/* Higher scores predict less time, also of trials that were never measured. */
static void
test_scores (void)
{
  g_autoptr (GRand)             random = g_rand_new_with_seed (5);
  g_autoptr (TlTrialStore)      store = tl_trial_store_new ();
  g_autoptr (TlPredictedRanges) ranges = tl_predicted_ranges_new ();
  const TlPredictedRange       *rows;
  guint                         n, n_held, n_measured;

  append_trials (store, 256, random, TRUE);
  append_batch (store, 0.9, TL_OUTCOME_BUILD_ERROR);
  append_batch (store, 0.1, TL_OUTCOME_BUILD_ERROR);
  g_assert_false (tl_predicted_ranges_update (ranges, store, G_MAXUINT));
  rows = tl_predicted_ranges_get (ranges, &n);
  g_assert_cmpfloat (rows[n - 2].high_s, <, rows[n - 1].low_s);
  g_assert_true (rows[n - 2].low_s < 1e-3 * exp (-3 * 0.9) && 1e-3 * exp (-3 * 0.9) < rows[n - 2].high_s);
  tl_predicted_ranges_held (ranges, &n_held, &n_measured);
  g_assert_cmpuint (n_measured, ==, 256 - 32);
}

static void
test_none (void)
{
  g_autoptr (GRand)             random = g_rand_new_with_seed (5);
  g_autoptr (TlTrialStore)      store = tl_trial_store_new ();
  g_autoptr (TlPredictedRanges) ranges = tl_predicted_ranges_new ();
  guint                         n;

  g_assert_false (tl_predicted_ranges_update (ranges, store, 1));
  append_trials (store, 200, random, FALSE);
  g_assert_false (tl_predicted_ranges_update (ranges, store, 1));
  append_trials (store, 64, random, TRUE);
  g_assert_false (tl_predicted_ranges_update (ranges, store, 9));
  tl_predicted_ranges_get (ranges, &n);
  g_assert_cmpuint (n, ==, 1);
  tl_predicted_ranges_clear (ranges);
  tl_predicted_ranges_get (ranges, &n);
  g_assert_cmpuint (n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/predicted-ranges/held", test_held);
  g_test_add_func ("/predicted-ranges/scores", test_scores);
  g_test_add_func ("/predicted-ranges/none", test_none);
  return g_test_run ();
}
