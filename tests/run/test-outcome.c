/* SPDX-License-Identifier: Apache-2.0 */
#include "core/run/outcome.h"

static void
test_names (void)
{
  TlOutcomeKind kind;

  for (guint i = 0; i < TL_N_OUTCOMES; i++)
    {
      g_assert_true (tl_outcome_parse (tl_outcome_name ((TlOutcomeKind) i), &kind));
      g_assert_cmpuint (kind, ==, i);
      g_assert_true (g_utf8_validate (tl_outcome_glyph (kind), -1, NULL));
      g_assert_cmpstr (tl_outcome_title (kind), !=, "");
    }
  g_assert_false (tl_outcome_parse ("", &kind));
  g_assert_false (tl_outcome_parse (NULL, &kind));
  g_assert_false (tl_outcome_parse ("okay", &kind));
}

/* Interval ranks as tabulated for the median (e.g. Hahn and Meeker, Statistical Intervals, table A.16). */
static const struct
{
  guint n, low, high;   /* counted from 1 in the sorted samples */
} interval_rows[] = {
  { 1, 1, 1 },   { 2, 1, 2 },   { 5, 1, 5 },   { 6, 1, 6 },    { 8, 1, 8 },    { 9, 2, 8 },    { 11, 2, 10 },
  { 12, 3, 10 }, { 15, 4, 12 }, { 20, 6, 15 }, { 31, 10, 22 }, { 50, 18, 33 }, { 100, 40, 61 }, { 5000, 2431, 2570 },
};

static void
test_interval (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (interval_rows); i++)
    {
      guint n = interval_rows[i].n;
      g_autofree double *samples = g_new (double, n);
      TlOutcome outcome = { .samples_s = samples, .n_samples = n };
      TlLatency latency;

      for (guint k = 0; k < n; k++)
        samples[(guint64) k * 7919 % n] = k + 1;   /* 7919 is prime: a permutation */
      g_assert_true (tl_outcome_latency (&outcome, &latency));
      g_test_message ("n = %u: [%g, %g]", n, latency.low_s, latency.high_s);
      g_assert_cmpfloat (latency.min_s, ==, 1);
      g_assert_cmpfloat (latency.median_s, ==, (n + 1) / 2.0);
      g_assert_cmpfloat (latency.low_s, ==, interval_rows[i].low);
      g_assert_cmpfloat (latency.high_s, ==, interval_rows[i].high);
    }
}

static void
test_copy (void)
{
  double samples[] = { 3, 1, 2 };
  TlOutcome outcome = { .kind = TL_OUTCOME_CRASH, .message = (char *) "boom", .samples_s = samples, .n_samples = 3, .run_s = 2 }, copy, empty = { 0 };
  TlLatency latency;

  tl_outcome_copy (&outcome, &copy);
  g_assert_cmpstr (copy.message, ==, "boom");
  g_assert_true (copy.message != outcome.message);
  g_assert_cmpmem (copy.samples_s, sizeof samples, samples, sizeof samples);
  g_assert_cmpfloat (copy.run_s, ==, 2);
  tl_outcome_clear (&copy);
  g_assert_cmpuint (copy.n_samples, ==, 0);
  g_assert_false (tl_outcome_latency (&copy, &latency));
  tl_outcome_copy (&empty, &copy);
  tl_outcome_clear (&copy);
}

/* Milliseconds of one run after the other (0: it crashes), and which is believed. */
static const struct
{
  double runs_ms[TL_MOST_RUNS];
  guint  n, believed;
} runs_rows[] = {
  { { 1 }, 1, 1 },            { { 0 }, 1, 0 },             { { 1, 1.04 }, 2, 1 },      { { 1.04, 1 }, 2, 0 },       { { 1, 1 }, 2, 1 },
  { { 1, 2 }, 2, 2 },         { { 2, 1 }, 2, 2 },          { { 1, 0 }, 2, 1 },         { { 1, 3, 2 }, 3, 2 },       { { 3, 1, 2 }, 3, 2 },
  { { 2, 1, 3 }, 3, 0 },      { { 1, 2, 3 }, 3, 1 },       { { 1, 2, 2 }, 3, 1 },      { { 1, 2, 1 }, 3, 2 },       { { 1, 2, 0 }, 3, 2 },
};

static void
test_believed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (runs_rows); i++)
    {
      TlOutcome runs[TL_MOST_RUNS] = { 0 };
      double samples_s[TL_MOST_RUNS];
      guint believed;

      for (guint k = 0; k < runs_rows[i].n; k++)
        {
          samples_s[k] = runs_rows[i].runs_ms[k] * 1e-3;
          runs[k] = samples_s[k] > 0 ? (TlOutcome) { .kind = TL_OUTCOME_OK, .samples_s = &samples_s[k], .n_samples = 1 }
                                     : (TlOutcome) { .kind = TL_OUTCOME_CRASH };
        }
      believed = tl_outcome_believed (runs, runs_rows[i].n);
      g_test_message ("row %u: %u", i, believed);
      g_assert_cmpuint (believed, ==, runs_rows[i].believed);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/outcome/names", test_names);
  g_test_add_func ("/run/outcome/interval", test_interval);
  g_test_add_func ("/run/outcome/copy", test_copy);
  g_test_add_func ("/run/outcome/believed", test_believed);
  return g_test_run ();
}
