/* SPDX-License-Identifier: Apache-2.0 */
/* Which trials run again in the end, told from outcomes that nobody measured; then with real workers. */
#include "core/text/script.h"
#include "core/tune/finalists-private.h"

static const char copy_text[] = "@T.prim_func\n"
                                "def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                                "    for i in range(64):\n"
                                "        with T.block(\"B\"):\n"
                                "            vi = T.axis.spatial(64, i)\n"
                                "            B[vi] = A[vi]\n";

static TlState *
new_state (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = tl_script_read_text (copy_text, &error);

  g_assert_no_error (error);
  return tl_state_new (module, 0);
}

static void
note (TlFinalists *finalists, TlState *state, guint number, guint64 hash, double latency_s, TlOutcomeKind kind)
{
  double samples[] = { latency_s * 1.5, latency_s, latency_s * 0.9 };
  TlOutcome outcome = { .kind = kind, .samples_s = samples, .n_samples = kind == TL_OUTCOME_OK ? 3 : 0,
                        .slowdown = 1 };

  tl_finalists_note (finalists, number, hash, state, &outcome);
}

static void
test_fastest_are_kept (void)
{
  g_autoptr (TlState) state = new_state ();
  TlFinalists finalists = { 0 };

  for (guint i = 0; i < 40; i++)
    note (&finalists, state, i, 100 + i, 1e-3 * (1 + (i * 17) % 40), i % 4 == 3 ? TL_OUTCOME_CRASH : TL_OUTCOME_OK);
  note (&finalists, NULL, 40, 999, 1e-6, TL_OUTCOME_OK);
  g_assert_cmpuint (finalists.n, ==, TL_MOST_FINALISTS);
  for (guint i = 1; i < finalists.n; i++)
    g_assert_cmpfloat (finalists.entries[i - 1].latency_s, <, finalists.entries[i].latency_s);
  for (guint i = 0; i < finalists.n; i++)
    {
      guint number = g_array_index (finalists.entries[i].numbers, guint, 0);

      g_assert_cmpuint (number % 4, !=, 3);
      g_assert_cmpuint (finalists.entries[i].hash, ==, 100 + number);
      g_assert_cmpuint (finalists.entries[i].outcome.n_samples, ==, 3);
    }
  tl_finalists_clear (&finalists);
  g_assert_cmpuint (finalists.n, ==, 0);
}

static void
test_equal_programs_are_one (void)
{
  g_autoptr (TlState) state = new_state ();
  TlFinalists finalists = { 0 };

  note (&finalists, state, 3, 7, 2e-3, TL_OUTCOME_OK);
  note (&finalists, state, 5, 8, 1e-3, TL_OUTCOME_OK);
  note (&finalists, state, 9, 7, 2e-3, TL_OUTCOME_OK);
  g_assert_cmpuint (finalists.n, ==, 2);
  g_assert_cmpuint (finalists.entries[1].numbers->len, ==, 2);
  g_assert_cmpuint (g_array_index (finalists.entries[1].numbers, guint, 1), ==, 9);
  tl_finalists_clear (&finalists);
}

/* Times that were taken minutes apart say less. */
static void
test_close_without_pacemaker (void)
{
  static const double latencies_s[] = { 1.00e-3, 1.15e-3, 1.25e-3 };
  g_autoptr (TlState) state = new_state ();
  TlFinalists finalists = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (latencies_s); i++)
    {
      double sample = latencies_s[i];
      TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = &sample, .n_samples = 1 };

      tl_finalists_note (&finalists, i, i, state, &outcome);
    }
  g_assert_cmpuint (tl_finalists_n_close (&finalists), ==, 2);
  tl_finalists_clear (&finalists);
}

static void
test_close (void)
{
  g_autoptr (TlState) state = new_state ();
  TlFinalists finalists = { 0 };

  g_assert_cmpuint (tl_finalists_n_close (&finalists), ==, 0);
  note (&finalists, state, 0, 1, 1.00e-3, TL_OUTCOME_OK);
  g_assert_cmpuint (tl_finalists_n_close (&finalists), ==, 0);   /* nobody to run against */
  note (&finalists, state, 1, 2, 1.20e-3, TL_OUTCOME_OK);
  g_assert_cmpuint (tl_finalists_n_close (&finalists), ==, 0);   /* decided as it is */
  note (&finalists, state, 2, 3, 1.03e-3, TL_OUTCOME_OK);
  note (&finalists, state, 3, 4, 1.01e-3, TL_OUTCOME_OK);
  g_assert_cmpuint (tl_finalists_n_close (&finalists), ==, 3);
  tl_finalists_clear (&finalists);
}

/*
 * What was told as much faster than it was measured, or is as it was measured where others are not, has to prove it beside the first that can be
 * believed, or it would win unopposed.
 */
static void
test_close_to_what_is_believed (void)
{
  static const struct { double latency_s, slowdown; } rows[] = {
    { 0.3e-3, 4 }, { 0.8e-3, 0 }, { 0.9e-3, 0.5 }, { 1.00e-3, 1.1 }, { 1.04e-3, 1 }, { 1.1e-3, 1 },
  };
  g_autoptr (TlState) state = new_state ();
  TlFinalists finalists = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double sample = rows[i].latency_s;
      TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = &sample, .n_samples = 1, .slowdown = rows[i].slowdown };

      tl_finalists_note (&finalists, i, i, state, &outcome);
    }
  g_assert_cmpuint (tl_finalists_n_close (&finalists), ==, 5);
  tl_finalists_clear (&finalists);
}

/* After many trials more of them are compared. */
static void
test_close_of_many (void)
{
  static const struct { guint n_trials, n_close; } rows[] = { { 8, 6 }, { 64, 6 }, { 144, 9 }, { 1000, TL_MOST_FINALISTS } };
  g_autoptr (TlState) state = new_state ();

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      TlFinalists finalists = { 0 };

      for (guint i = 0; i < rows[row].n_trials; i++)
        note (&finalists, state, i, i, 1e-4 + 1e-9 * i, TL_OUTCOME_OK);
      g_assert_cmpuint (tl_finalists_n_close (&finalists), ==, rows[row].n_close);
      g_assert_cmpuint (tl_finalists_admit_first (&finalists, rows[row].n_close), ==, rows[row].n_close);   /* it is the fastest */
      tl_finalists_clear (&finalists);
    }
}

/* The first trial had a bad moment: it runs against the fastest all the same, be it among those that are known or not, unless it is hopeless. */
static void
test_first_is_admitted (void)
{
  static const struct { double first_s; guint n_others, n; } rows[] = { { 1.9e-4, 40, 7 }, { 1.9e-4, 9, 7 }, { 1.9e-4, 1, 2 }, { 2.1e-4, 9, 6 }, { 2.1e-4, 1, 0 } };
  g_autoptr (TlState) state = new_state ();

  for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
    {
      TlFinalists finalists = { 0 };
      guint n;

      for (guint i = 1; i <= rows[row].n_others; i++)
        note (&finalists, state, i, i, 1e-4, TL_OUTCOME_OK);
      note (&finalists, state, 0, 0, rows[row].first_s, TL_OUTCOME_OK);
      n = tl_finalists_admit_first (&finalists, tl_finalists_n_close (&finalists));
      g_assert_cmpuint (n, ==, rows[row].n);
      if (n % 6 > 0)
        {
          g_assert_cmpuint (finalists.entries[n - 1].hash, ==, 0);
          g_assert_cmpfloat (finalists.entries[n - 1].latency_s, ==, rows[row].first_s);
          g_assert_cmpuint (finalists.n, <=, TL_MOST_FINALISTS);
        }
      tl_finalists_clear (&finalists);
    }
}

/* Times that nobody believes keep nobody out. */
static void
test_first_beside_phantom (void)
{
  static const struct { double latency_s, slowdown; } rows[] = { { 1.9e-4, 0 }, { 0.3e-4, 4 }, { 1.0e-4, 1 }, { 1.5e-4, 1 } };
  g_autoptr (TlState) state = new_state ();
  TlFinalists finalists = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double sample = rows[i].latency_s;
      TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = &sample, .n_samples = 1, .slowdown = rows[i].slowdown };

      tl_finalists_note (&finalists, i, i, state, &outcome);
    }
  g_assert_cmpuint (tl_finalists_n_close (&finalists), ==, 2);
  g_assert_cmpuint (tl_finalists_admit_first (&finalists, 2), ==, 3);
  g_assert_cmpuint (finalists.entries[2].hash, ==, 0);
  tl_finalists_clear (&finalists);
}

static void
test_samples (void)
{
  g_autoptr (TlState) state = new_state ();
  double slow[] = { 4e-3, 2e-3, 3e-3 }, fast[] = { 1e-3 };
  TlOutcome outcomes[] = { { .samples_s = slow, .n_samples = 3 }, { .samples_s = fast, .n_samples = 1 } };
  TlFinalists finalists = { 0 };

  note (&finalists, state, 0, 1, 1.00e-3, TL_OUTCOME_OK);
  note (&finalists, state, 1, 2, 1.01e-3, TL_OUTCOME_OK);
  outcomes[1].kind = TL_OUTCOME_CANCELLED;
  g_assert_false (tl_finalists_take_samples (&finalists, outcomes, 2));
  g_assert_cmpfloat (finalists.entries[0].latency_s, ==, 1.00e-3);
  outcomes[1].kind = TL_OUTCOME_OK;
  g_assert_true (tl_finalists_take_samples (&finalists, outcomes, 2));
  g_assert_cmpfloat (finalists.entries[0].latency_s, ==, 3e-3);
  g_assert_cmpmem (finalists.entries[0].outcome.samples_s, sizeof slow, slow, sizeof slow);
  g_assert_cmpfloat (finalists.entries[0].outcome.slowdown, ==, 0);
  g_assert_cmpfloat (finalists.entries[1].latency_s, ==, 1e-3);
  tl_finalists_clear (&finalists);
}

static void
test_contest (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, &error);
  g_autoptr (TlState) state = new_state ();
  TlTarget target = tl_target_host ();
  TlFinalists finalists = { 0 };

  g_assert_no_error (error);
  g_assert_cmpuint (tl_finalists_compare (&finalists, pool, 0, &target, NULL, NULL), ==, 0);
  note (&finalists, state, 0, 1, 10.0, TL_OUTCOME_OK);
  note (&finalists, state, 1, 2, 10.1, TL_OUTCOME_OK);
  g_assert_cmpuint (tl_finalists_compare (&finalists, pool, 0, &target, NULL, NULL), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (finalists.entries[i].outcome.n_samples, >, 0);
      g_assert_cmpfloat (finalists.entries[i].latency_s, >, 0);
      g_assert_cmpfloat (finalists.entries[i].latency_s, <, 10.0);
      g_assert_cmpfloat (finalists.entries[i].outcome.slowdown, ==, 0);
    }
  tl_finalists_clear (&finalists);
}

/* Beside itself, which is said to take ten seconds, it takes ten seconds. */
static void
test_contest_with_pacemaker (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlWorkerPool) pool = tl_worker_pool_new (1, &error);
  g_autoptr (TlState) state = new_state ();
  g_autoptr (TlPacemaker) pacemaker = tl_pacemaker_new (state, 10);
  TlTarget target = tl_target_host ();
  TlFinalists finalists = { 0 };

  g_assert_no_error (error);
  note (&finalists, state, 0, 1, 10.0, TL_OUTCOME_OK);
  note (&finalists, state, 1, 2, 10.1, TL_OUTCOME_OK);
  g_assert_cmpuint (tl_finalists_compare (&finalists, pool, 0, &target, pacemaker, NULL), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpfloat (finalists.entries[i].latency_s, >, 1);
      g_assert_cmpfloat (finalists.entries[i].latency_s, <, 100);
      g_assert_cmpfloat (finalists.entries[i].outcome.slowdown, >, 0);
      g_assert_cmpfloat (finalists.entries[i].outcome.slowdown, <, 0.1);
    }
  tl_finalists_clear (&finalists);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tune/finalists/fastest-are-kept", test_fastest_are_kept);
  g_test_add_func ("/tune/finalists/equal-programs-are-one", test_equal_programs_are_one);
  g_test_add_func ("/tune/finalists/close", test_close);
  g_test_add_func ("/tune/finalists/close-without-pacemaker", test_close_without_pacemaker);
  g_test_add_func ("/tune/finalists/close-to-what-is-believed", test_close_to_what_is_believed);
  g_test_add_func ("/tune/finalists/close-of-many", test_close_of_many);
  g_test_add_func ("/tune/finalists/first-is-admitted", test_first_is_admitted);
  g_test_add_func ("/tune/finalists/first-beside-phantom", test_first_beside_phantom);
  g_test_add_func ("/tune/finalists/samples", test_samples);
  g_test_add_func ("/tune/finalists/contest", test_contest);
  g_test_add_func ("/tune/finalists/contest-with-pacemaker", test_contest_with_pacemaker);
  return g_test_run ();
}
