/* SPDX-License-Identifier: Apache-2.0 */
#include "core/worker/outcome.h"

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
  TlOutcome outcome = { .kind = TL_OUTCOME_CRASH, .message = (char *) "boom", .samples_s = samples, .n_samples = 3, .run_s = 2 }, copy,
            empty = { 0 };
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

/* Samples in µs, and what is said of them. */
static const struct
{
  guint       n;
  double      samples_us[8];
  const char *text, *counted;
} text_rows[] = {
  { 1, { 12 }, "12.0 µs (1 sample)",
    "12.0 µs (1 sample)" },
  { 3, { 12, 11.9, 12.1 }, "12.0 µs (11.9–12.1 µs)",
    "12.0 µs (11.9–12.1 µs), 3 samples" },
  { 2, { 900, 1100 }, "1.00 ms (950 µs–1.05 ms)",
    "1.00 ms (950 µs–1.05 ms), 2 samples" },
  { 5, { 10, 10, 12, 20, 57 }, "12.0 µs (10.0–20.0 µs; only 5 samples)",
    "12.0 µs (10.0–20.0 µs; only 5 samples)" },
  { 8, { 10, 10, 10, 10, 10, 10, 10, 500 }, "10.0 µs (10.0–10.0 µs)",
    "10.0 µs (10.0–10.0 µs), 8 samples" },   /* one interrupt says nothing */
  { 8, { 10, 10, 10, 10, 20, 20, 20, 20 }, "15.0 µs (10.0–20.0 µs; the machine was busy or its clock frequency changed)",
    "15.0 µs (10.0–20.0 µs; the machine was busy or its clock frequency changed), 8 samples" },
};

static void
test_text (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (text_rows); i++)
    {
      double samples_s[8];
      TlOutcome outcome = { .samples_s = samples_s, .n_samples = text_rows[i].n };
      g_autofree char *text = NULL, *counted = NULL;
      TlLatency latency;

      for (guint k = 0; k < text_rows[i].n; k++)
        samples_s[k] = text_rows[i].samples_us[k] * 1e-6;
      g_assert_true (tl_outcome_latency (&outcome, &latency));
      text = tl_latency_to_text (&latency);
      counted = tl_latency_to_counted_text (&latency);
      g_assert_cmpstr (text, ==, text_rows[i].text);
      g_assert_cmpstr (counted, ==, text_rows[i].counted);
    }
}

/* Few samples that happen to agree say less than many that do not quite. */
static void
test_tighter (void)
{
  const TlLatency few = { .median_s = 1, .lower_s = 1, .upper_s = 1, .n_samples = 2 };
  const TlLatency narrow = { .median_s = 1, .lower_s = 0.99, .upper_s = 1.01, .n_samples = 21 };
  const TlLatency wide = { .median_s = 2, .lower_s = 1.5, .upper_s = 3, .n_samples = 21 };

  g_assert_true (tl_latency_is_tighter (&narrow, &wide));
  g_assert_false (tl_latency_is_tighter (&wide, &narrow));
  g_assert_true (tl_latency_is_tighter (&wide, &few));
  g_assert_false (tl_latency_is_tighter (&few, &wide));
}

static void
test_failures (void)
{
  guint n = 0;

  for (guint i = 0; i < TL_N_OUTCOMES; i++)
    n += tl_outcome_is_failure ((TlOutcomeKind) i);
  g_assert_cmpuint (n, ==, TL_N_OUTCOMES - 4);
  g_assert_false (tl_outcome_is_failure (TL_OUTCOME_OK));
  g_assert_false (tl_outcome_is_failure (TL_OUTCOME_PREDICTED));
  g_assert_false (tl_outcome_is_failure (TL_OUTCOME_PRUNED));
  g_assert_false (tl_outcome_is_failure (TL_OUTCOME_CANCELLED));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/outcome/names", test_names);
  g_test_add_func ("/worker/outcome/interval", test_interval);
  g_test_add_func ("/worker/outcome/copy", test_copy);
  g_test_add_func ("/worker/outcome/text", test_text);
  g_test_add_func ("/worker/outcome/tighter", test_tighter);
  g_test_add_func ("/worker/outcome/failures", test_failures);
  return g_test_run ();
}
