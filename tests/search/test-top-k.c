/* SPDX-License-Identifier: Apache-2.0 */
/* Which trials are compared at the end, which of them is the best, and a comparison with real workers. */
#include <math.h>

#include "core/base/extremum.h"
#include "core/ir/compare.h"
#include "core/text/script.h"
#include "core/search/remeasure-top-k-private.h"
#include "core/search/plausibility.h"
#include "core/records/trial-rank.h"
#include "tests/must.h"
#include "tests/program-text.h"

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlOutcome, tl_outcome_clear)

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlTopK, tl_top_k_clear)

static const char copy_text[] = "@T.prim_func\n"
                                "def main(A: T.Buffer((64,), \"float32\"), B: T.Buffer((64,), \"float32\")):\n"
                                BLOCK_S ("B", "64", "B[vi] = A[vi]");

#define N_TRIALS 64u

static TlState *
new_state (void)
{
  g_autoptr (TlModule) module = must (tl_script_read_text (copy_text, &failure));

  return tl_state_new (module, 0);
}

static void
note (TlTopK *top, TlState *state, guint number, guint64 hash, double fastest_s, TlOutcomeKind kind)
{
  double samples[] = { fastest_s * 1.5, fastest_s, fastest_s };
  TlOutcome outcome = { .kind = kind, .samples_s = samples, .n_samples = kind == TL_OUTCOME_OK ? 3 : 0 };

  tl_top_k_add (top, (TlTrialId) { 1, number }, hash, state, &outcome);
}

static void
note_always (TlTopK *top, TlState *state, TlPinnedKind kind, TlTrialId id, guint64 hash, double latency_s)
{
  TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = &latency_s, .n_samples = 1 };

  tl_top_k_set_pinned (top, kind, id, hash, state, &outcome);
}

static guint
number_of (const TlTopKEntry *entry, guint index)
{
  return g_array_index (entry->ids, TlTrialId, index).number;
}

static void
test_fastest_are_kept (void)
{
  g_autoptr (TlState) state = new_state ();
  TlTopK top = { 0 };

  for (guint i = 0; i < 40; i++)
    note (&top, state, i, 100 + i, 1e-3 * (1 + (i * 17) % 40), i % 4 == 3 ? TL_OUTCOME_CRASH : TL_OUTCOME_OK);
  note (&top, NULL, 40, 999, 1e-6, TL_OUTCOME_OK);
  g_assert_cmpuint (top.n, ==, TL_TOP_K);
  for (guint i = 1; i < top.n; i++)
    g_assert_cmpfloat (top.fastest[i - 1].fastest_s, <, top.fastest[i].fastest_s);
  for (guint i = 0; i < top.n; i++)
    {
      guint number = number_of (&top.fastest[i], 0);

      g_assert_cmpuint (number % 4, !=, 3);
      g_assert_cmpuint (top.fastest[i].hash, ==, 100 + number);
      g_assert_cmpuint (top.fastest[i].outcome.n_samples, ==, 3);
    }
  tl_top_k_clear (&top);
  g_assert_cmpuint (top.n, ==, 0);
}

/* Of equally fast ones the lower numbers are kept, in whichever order they are measured. */
static void
test_equally_fast (void)
{
  g_autoptr (TlState) state = new_state ();

  for (guint step = 1; step < 41; step += 2)
    {
      g_auto (TlTopK) top = { 0 };

      for (guint i = 0; i < 64; i++)
        note (&top, state, i * step % 64, 100 + i * step % 64, 1e-3, TL_OUTCOME_OK);
      g_assert_cmpuint (top.n, ==, TL_TOP_K);
      for (guint i = 0; i < top.n; i++)
        g_assert_cmpuint (number_of (&top.fastest[i], 0), ==, i);
    }
}

static void
test_equal_programs_are_one (void)
{
  g_autoptr (TlState) state = new_state ();
  g_auto (TlTopK) top = { 0 };

  note (&top, state, 3, 7, 2e-3, TL_OUTCOME_OK);
  note (&top, state, 5, 8, 1e-3, TL_OUTCOME_OK);
  note (&top, state, 9, 7, 2e-3, TL_OUTCOME_OK);
  g_assert_cmpuint (top.n, ==, 2);
  g_assert_cmpuint (top.fastest[1].ids->len, ==, 2);
  g_assert_cmpuint (number_of (&top.fastest[1], 1), ==, 9);
}

/* Fastest samples in ms by number; the start's, the first candidate's and an earlier run's best, 0: none; how many take part. */
static const struct
{
  double fastest_ms[16];
  double always_ms[TL_TOP_K_N_PINNED];
  guint  n_chosen;
} choice_rows[] = {
  { { 0 }, { 0 }, 0 },
  { { 1 }, { 0 }, 0 },                                    /* nothing to decide */
  { { 1, 1.1, 1.2, 2, 3 }, { 0 }, 5 },                    /* what a busy machine does to short samples */
  { { 1, 4.5 }, { 0 }, 0 },                               /* … and what it does not */
  { { 1, 1.1 }, { 3.9 }, 3 },                             /* the start, if it is near … */
  { { 1, 1.1 }, { 5.5 }, 3 },                             /* … or quickly timed … */
  { { 1, 1.1 }, { 5.6 }, 2 },                             /* … and not if it is neither */
  { { 1 }, { 5 }, 2 },
  { { 1, 1.1 }, { 0, 5 }, 2 },                            /* the first candidate only if it is near */
  { { 1 }, { 1.5, 0, 1.8 }, 3 },
  { { 1, 2, 3 }, { 0, 0, 0.5 }, 3 },
  { { 2, 2.1 }, { 0, 0, 0.4 }, 0 },                       /* the earlier best is far ahead of all, and needs no proof */
  { { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }, { 2 }, TL_TOP_K + 1 },   /* k of the run, and the start */
  { { 10, 11, 12, 13, 14, 15, 16 }, { 17 }, 4 },          /* long ones: as many as there is time for … */
  { { 1000, 1001, 1002 }, { 0 }, 2 },                     /* … and two at least */
};

static void
test_choice (void)
{
  g_autoptr (TlState) state = new_state ();

  for (guint i = 0; i < G_N_ELEMENTS (choice_rows); i++)
    {
      g_auto (TlTopK) top = { 0 };
      TlTopKEntry chosen[TL_TOP_K_MAX] = { 0 };
      guint n;

      for (guint k = 0; k < G_N_ELEMENTS (choice_rows[i].fastest_ms); k++)
        if (choice_rows[i].fastest_ms[k] > 0)
          note (&top, state, k, 10 + k, choice_rows[i].fastest_ms[k] * 1e-3, TL_OUTCOME_OK);
      for (guint k = 0; k < TL_TOP_K_N_PINNED; k++)
        if (choice_rows[i].always_ms[k] > 0)
          note_always (&top, state, k, (TlTrialId) { 1, 100 + k }, 100 + k, choice_rows[i].always_ms[k] * 1e-3);
      n = tl_top_k_choose (&top, N_TRIALS, chosen);
      g_test_message ("row %u: %u", i, n);
      g_assert_cmpuint (n, ==, choice_rows[i].n_chosen);
      tl_top_k_entries_clear (chosen, n);
    }
}

/* Samples of one program that takes @true_s, where other work on the machine makes each up to twice as long. */
static void
make_up_short (GRand *random, double true_s, TlOutcome *outcome)
{
  *outcome = (TlOutcome) { .n_samples = (guint) g_rand_int_range (random, 1, 6) };
  outcome->samples_s = g_new (double, outcome->n_samples);
  for (guint i = 0; i < outcome->n_samples; i++)
    outcome->samples_s[i] = true_s * g_rand_double_range (random, 1, 2);
}

/* Of a comparison: every third is interrupted, which makes it up to three times as long, and the others differ by a hundredth. */
static void
make_up_compared (GRand *random, double true_s, TlOutcome *outcome)
{
  *outcome = (TlOutcome) { .n_samples = TL_TOP_K_N_SAMPLES };
  outcome->samples_s = g_new (double, outcome->n_samples);
  for (guint i = 0; i < outcome->n_samples; i++)
    outcome->samples_s[i] = true_s * (i % 3 == 2 ? g_rand_double_range (random, 1, 3) : g_rand_double_range (random, 1, 1.01));
}

static double
true_s_of (guint number)
{
  return 1e-3 * (1 + 0.05 * number);
}

static guint
fastest_of (const TlTopKEntry *entries, guint n)
{
  guint  fastest = 0;
  double least_s = G_MAXDOUBLE;

  for (guint i = 0; i < n; i++)
    {
      TlLatency latency;

      g_assert_true (tl_outcome_latency (&entries[i].outcome, &latency));
      if (latency.median_s < least_s)
        {
          least_s = latency.median_s;
          fastest = i;
        }
    }
  return fastest;
}

/* The number that wins in a run of 64 programs, of which the first takes 1 ms and each further one 0.05 ms more. */
static guint
winner_of_busy_run (TlState *state, guint32 seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  TlTopK top = { 0 };
  TlTopKEntry chosen[TL_TOP_K_MAX] = { 0 };
  TlOutcome outcomes[TL_TOP_K_MAX] = { 0 };
  guint n, best = G_MAXUINT, winner;

  for (guint i = 0; i < 64; i++)
    {
      g_auto (TlOutcome) outcome = { 0 };

      make_up_short (random, true_s_of (i), &outcome);
      tl_top_k_add (&top, (TlTrialId) { 1, i }, 100 + i, state, &outcome);
      if (i == 63)
        tl_top_k_set_pinned (&top, TL_PINNED_START, (TlTrialId) { 1, i }, 100 + i, state, &outcome);
    }
  n = tl_top_k_choose (&top, N_TRIALS, chosen);
  g_assert_cmpuint (n, >=, TL_TOP_K);
  for (guint i = 0; i < n; i++)
    {
      best = tl_min (best, number_of (&chosen[i], 0));
      make_up_compared (random, true_s_of (number_of (&chosen[i], 0)), &outcomes[i]);
    }
  g_assert_true (tl_top_k_take_samples (chosen, outcomes, n));
  winner = number_of (&chosen[fastest_of (chosen, n)], 0);
  g_assert_cmpuint (winner, ==, best);
  for (guint i = 0; i < n; i++)
    tl_outcome_clear (&outcomes[i]);
  tl_top_k_entries_clear (chosen, n);
  tl_top_k_clear (&top);
  return winner;
}

/* On a busy machine a short sample is off by a factor of up to two. The best of the k wins, and it is one of the run's best. */
static void
test_busy_machine (void)
{
  g_autoptr (TlState) state = new_state ();
  guint n_far = 0;

  for (guint32 seed = 0; seed < 200; seed++)
    n_far += winner_of_busy_run (state, seed) > 2;
  g_test_message ("%u of 200 winners are more than a tenth slower than the best", n_far);
  g_assert_cmpuint (n_far, <, 10);
}

/* One program under several names: it takes part once, and all its trials get what it took. */
static void
test_chosen_once (void)
{
  g_autoptr (TlState) state = new_state ();
  g_auto (TlTopK) top = { 0 };
  TlTopKEntry chosen[TL_TOP_K_MAX] = { 0 };
  guint n;

  note (&top, state, 1, 7, 1e-3, TL_OUTCOME_OK);
  note (&top, state, 2, 8, 1.1e-3, TL_OUTCOME_OK);
  note_always (&top, state, TL_PINNED_START, (TlTrialId) { 1, 0 }, 8, 1.1e-3);
  note_always (&top, state, TL_PINNED_FIRST, (TlTrialId) { 1, 1 }, 7, 1e-3);
  note_always (&top, state, TL_PINNED_EARLIER, (TlTrialId) { 9, 1 }, 7, 1e-3);   /* of another run, with the same number */
  n = tl_top_k_choose (&top, N_TRIALS, chosen);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (chosen[0].ids->len, ==, 2);
  g_assert_cmpuint (chosen[1].ids->len, ==, 2);
  tl_top_k_entries_clear (chosen, n);
}

static double
median_of (const TlTopKEntry *entry)
{
  TlLatency latency;

  g_assert_true (tl_outcome_latency (&entry->outcome, &latency));
  return latency.median_s;
}

static void
test_samples_are_taken (void)
{
  g_autoptr (TlState) state = new_state ();
  g_auto (TlTopK) top = { 0 };
  TlTopKEntry chosen[TL_TOP_K_MAX] = { 0 };
  double samples[2][3] = { { 4e-3, 3e-3, 5e-3 }, { 2e-3, 2e-3, 2e-3 } };
  TlOutcome outcomes[2] = { { .samples_s = samples[0], .n_samples = 3 }, { .samples_s = samples[1], .n_samples = 3 } };
  guint n;

  note (&top, state, 1, 1, 1.00e-3, TL_OUTCOME_OK);
  note (&top, state, 2, 2, 1.02e-3, TL_OUTCOME_OK);
  n = tl_top_k_choose (&top, N_TRIALS, chosen);
  g_assert_cmpuint (n, ==, 2);
  outcomes[1].kind = TL_OUTCOME_CRASH;   /* then nothing changes */
  g_assert_false (tl_top_k_take_samples (chosen, outcomes, n));
  g_assert_cmpfloat (median_of (&chosen[0]), ==, 1.00e-3);
  outcomes[1].kind = TL_OUTCOME_OK;
  g_assert_true (tl_top_k_take_samples (chosen, outcomes, n));
  g_assert_cmpfloat (median_of (&chosen[0]), ==, 4e-3);
  g_assert_cmpfloat (median_of (&chosen[1]), ==, 2e-3);
  tl_top_k_entries_clear (chosen, n);
}

static void
test_with_workers (void)
{
  g_autoptr (TlWorkerPool) pool = must (tl_worker_pool_new (1, &failure));
  g_autoptr (TlState) state = new_state ();
  TlTarget target = tl_target_host ();
  g_auto (TlTopK) top = { 0 };
  TlTopKEntry chosen[TL_TOP_K_MAX] = { 0 };
  guint n;

  note (&top, state, 1, 1, 1.00e-3, TL_OUTCOME_OK);
  note (&top, state, 2, 2, 1.02e-3, TL_OUTCOME_OK);
  n = tl_top_k_choose (&top, N_TRIALS, chosen);
  g_assert_true (tl_top_k_compare (chosen, n, pool, "main", &target, 0, NULL));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (chosen[i].outcome.n_samples, ==, TL_TOP_K_N_SAMPLES);
      g_assert_cmpfloat (median_of (&chosen[i]), >, 0);
      g_assert_cmpfloat (median_of (&chosen[i]), <, 1.00e-3);   /* 64 elements */
    }
  tl_top_k_entries_clear (chosen, n);
}

/* Trials of one workload, in order; the best of them. */
static const struct
{
  TlTrialRank ranks[5];
  gint        best;
} rank_rows[] = {
  { { { 0 } }, -1 },
  { { { 3 }, { 2 }, { 4 } }, 1 },
  { { { 3 }, { 2, 0, 0, TRUE }, { 4 } }, 0 },               /* what cannot be does not rank */
  { { { 3, 1 }, { 2 }, { 4, 1 } }, 0 },                     /* a lucky one that did not take part in the comparison is out */
  { { { 3, 1 }, { 2 }, { 4, 1 }, { 3.5, 0, 1 } }, 0 },      /* measured since, and slower */
  { { { 3, 1 }, { 2 }, { 4, 1 }, { 2.5, 0, 1 } }, 3 },      /* … and faster: until the next comparison */
  { { { 3, 1 }, { 2, 1 }, { 4, 2 }, { 2.5, 0, 1 }, { 4.5, 2, 1 } }, 2 },   /* only the latest comparison counts */
};

static void
test_ranks (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rank_rows); i++)
    {
      const TlTrialRank *ranks = rank_rows[i].ranks;
      TlTrialRank best = { 0 };
      guint n_comparisons = 0;
      gint found = -1;

      for (guint k = 0; k < G_N_ELEMENTS (rank_rows[i].ranks); k++)
        n_comparisons = tl_max (n_comparisons, tl_trial_rank_n_comparisons (&ranks[k]));
      for (guint k = 0; k < G_N_ELEMENTS (rank_rows[i].ranks); k++)
        if (tl_trial_rank_is_better (&ranks[k], &best, n_comparisons))
          {
            best = ranks[k];
            found = (gint) k;
          }
      g_test_message ("row %u: %d", i, found);
      g_assert_cmpint (found, ==, rank_rows[i].best);
    }
}

static void
test_plausibility (void)
{
  double sample = 1e-3;
  TlOutcome outcome = { .kind = TL_OUTCOME_OK, .samples_s = &sample, .n_samples = 1 };

  g_assert_true (tl_is_plausible (&outcome, 0));
  g_assert_true (tl_is_plausible (&outcome, 1e-3));
  g_assert_true (tl_is_plausible (&outcome, 1.1e-3));   /* clocks change */
  g_assert_false (tl_is_plausible (&outcome, 2e-3));
  outcome.kind = TL_OUTCOME_PRUNED;
  g_assert_true (tl_is_plausible (&outcome, 2e-3));
}

/* A GPU's kernel is held against the GPU, not against this machine; where the GPU is not known, against nothing. */
static void
test_plausible_on_gpus (void)
{
  g_autoptr (TlModule) module = must (tl_script_read_text ("@T.prim_func\n" MATMUL ("1024", "1024", "1024"), &failure));
  TlTarget h100, opencl;

  must (tl_target_parse ("nvidia/nvidia-h100", &h100, &failure));
  must (tl_target_parse ("opencl", &opencl, &failure));
  g_assert_cmpfloat_with_epsilon (tl_plausible_least_s (module->prims[0], &h100), 2 * pow (1024, 3) / (989e12 / 2), 1e-7);
  g_assert_cmpfloat (tl_plausible_least_s (module->prims[0], &opencl), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/top-k/fastest-are-kept", test_fastest_are_kept);
  g_test_add_func ("/search/top-k/equally-fast", test_equally_fast);
  g_test_add_func ("/search/top-k/equal-programs-are-one", test_equal_programs_are_one);
  g_test_add_func ("/search/top-k/choice", test_choice);
  g_test_add_func ("/search/top-k/busy-machine", test_busy_machine);
  g_test_add_func ("/search/top-k/chosen-once", test_chosen_once);
  g_test_add_func ("/search/top-k/samples-are-taken", test_samples_are_taken);
  g_test_add_func ("/search/top-k/with-workers", test_with_workers);
  g_test_add_func ("/search/top-k/standings", test_ranks);
  g_test_add_func ("/search/top-k/plausibility", test_plausibility);
  g_test_add_func ("/search/top-k/plausible-on-gpus", test_plausible_on_gpus);
  return g_test_run ();
}
