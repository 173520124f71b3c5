/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/session/tuning/trial-genealogy.h"
#include "core/session/tuning/trial-text.h"
#include "core/session/tuning/trial-view.h"

static void
fill (TlTrialStore *store, guint n)
{
  g_autofree TlTrialRecord *records = g_new0 (TlTrialRecord, n);
  guint                     first = tl_trial_store_n (store);

  for (guint i = 0; i < n; i++)
    {
      guint number = first + i;

      records[i].number = number;
      records[i].outcome = number % 5 == 3 ? TL_OUTCOME_CRASH : TL_OUTCOME_OK;
      records[i].latency_s = records[i].outcome == TL_OUTCOME_OK ? 1e-6 * (1 + (number * 7919) % 1000) : 0;
      records[i].rank.latency_s = records[i].latency_s;
      records[i].message = records[i].outcome == TL_OUTCOME_CRASH ? g_strdup ("signal 11") : NULL;
      records[i].elapsed_s = number;
    }
  tl_trial_store_append (store, records, n);
}

static TlTrialRecord
record_at (TlTrialView *view, guint position)
{
  g_autoptr (TlTrialItem) item = g_list_model_get_item (G_LIST_MODEL (view), position);

  return tl_trial_item_record (item);
}

static void
expect_by_latency (TlTrialView *view, gboolean descending)
{
  guint    n = g_list_model_get_n_items (G_LIST_MODEL (view));
  gboolean in_failures = FALSE;

  for (guint i = 1; i < n; i++)
    {
      TlTrialRecord before = record_at (view, i - 1), after = record_at (view, i);

      in_failures |= before.outcome != TL_OUTCOME_OK;
      if (in_failures)
        g_assert_cmpint (after.outcome, !=, TL_OUTCOME_OK);
      else if (after.outcome == TL_OUTCOME_OK && descending)
        g_assert_cmpfloat (before.latency_s, >=, after.latency_s);
      else if (after.outcome == TL_OUTCOME_OK)
        g_assert_cmpfloat (before.latency_s, <=, after.latency_s);
    }
}

/* Sorted from the start or by insertion: the same order, failures last both ways. */
static void
test_order (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);

  tl_trial_view_set_sort (view, &(TlTrialSortKey) { TL_COLUMN_LATENCY, FALSE }, 1);
  for (guint i = 0; i < 50; i++)
    fill (store, 1);
  expect_by_latency (view, FALSE);
  fill (store, 200);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 250);
  expect_by_latency (view, FALSE);
  tl_trial_view_set_sort (view, &(TlTrialSortKey) { TL_COLUMN_LATENCY, TRUE }, 1);
  expect_by_latency (view, TRUE);
  tl_trial_view_set_sort (view, NULL, 0);
  for (guint i = 0; i < 250; i++)
    g_assert_cmpuint (record_at (view, i).number, ==, i);
  g_assert_cmpint (tl_trial_view_find (view, 77), ==, 77);
}

static void
count_rows (GListModel *model, guint position, guint removed, guint added, guint *n)
{
  n[0] = position;
  n[1] += removed;
  n[2] += added;
}

/* Rows that stay where they are are not told to be others. */
static void
test_rows_kept (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  TlTrialRecord            again;
  guint                    told[3] = { 0 };

  fill (store, 60);
  g_signal_connect (view, "items-changed", G_CALLBACK (count_rows), told);
  again = tl_trial_store_get (store, (guint) tl_trial_store_best (store));
  again.rank.comparison = 1;
  tl_trial_store_compare (store, &again, 1);
  g_assert_cmpuint (told[1] + told[2], ==, 0);
  tl_trial_view_set_sort (view, &(TlTrialSortKey) { TL_COLUMN_LATENCY, FALSE }, 1);
  memset (told, 0, sizeof told);
  again = tl_trial_store_get (store, record_at (view, 10).number);
  again.rank.comparison = 1;   /* with the best one before all others */
  tl_trial_store_compare (store, &again, 1);
  g_assert_cmpuint (record_at (view, 1).number, ==, again.number);
  g_assert_cmpuint (told[0], ==, 1);
  g_assert_cmpuint (told[1], ==, 10);
  g_assert_cmpuint (told[2], ==, 10);
}

/* Times that come in the end move trials in the order, may make another one the best, and leave those out that have none. */
static void
test_comparison (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  g_autoptr (TlTrialStore) copy = tl_trial_store_new ();
  TlTrialRecord            again[2];
  guint                    best, other, third;
  double                   first_s;

  fill (store, 60);
  tl_trial_view_set_sort (view, &(TlTrialSortKey) { TL_COLUMN_LATENCY, FALSE }, 1);
  best = (guint) tl_trial_store_best (store);
  other = record_at (view, 1).number;
  third = record_at (view, 2).number;
  g_assert_cmpuint (record_at (view, 0).number, ==, best);
  again[0] = tl_trial_store_get (store, best);
  again[1] = tl_trial_store_get (store, other);
  first_s = again[0].latency_s;
  /* The machine is a hundred times slower now; the third has no time of now, and does not become the best for that. */
  again[0].latency_s *= 200;
  again[1].latency_s = again[0].latency_s / 2;
  again[0].rank.comparison = again[1].rank.comparison = 1;
  tl_trial_store_compare (store, again, 2);
  g_assert_cmpint (tl_trial_store_best (store), ==, (gint) other);
  g_assert_cmpfloat (tl_trial_store_get (store, best).latency_s, ==, again[0].latency_s);
  g_assert_cmpfloat (tl_trial_store_get (store, best).first_s, ==, first_s);
  g_assert_cmpuint (record_at (view, 0).number, ==, other);
  g_assert_cmpuint (record_at (view, 1).number, ==, best);
  g_assert_cmpuint (record_at (view, 2).number, ==, third);
  g_assert_false (tl_trial_store_ranks (store, third));
  g_assert_cmpuint (tl_trial_store_marks (store)[third], ==, TL_TRIAL_UNRANKED);
  g_assert_cmpuint (tl_trial_store_marks (store)[best], ==, 0);
  g_assert_cmpuint (tl_trial_store_n (store), ==, 60);
  /* Put together again from the records, in another order. */
  for (guint i = 60; i > 0; i--)
    {
      TlTrialRecord record = tl_trial_store_get (store, i - 1);

      record.message = NULL;
      tl_trial_store_append (copy, &record, 1);
    }
  g_assert_cmpuint (tl_trial_store_get (copy, (guint) tl_trial_store_best (copy)).number, ==, other);
  g_assert_cmpuint (tl_trial_store_marks (copy)[third], ==, TL_TRIAL_UNRANKED);
}

/* Whatever is sorted: what ranks stands above what does not, then what is implausible, pruned, failed. */
static void
test_places (void)
{
  static const struct { TlOutcomeKind outcome; double latency_s,
                        bound_s; guint comparison; gboolean is_implausible; guint place; } rows[] = {
    { TL_OUTCOME_CRASH, 0, 0, 0, FALSE, 6 },    { TL_OUTCOME_OK, 1e-9, 0, 1, TRUE, 3 },   { TL_OUTCOME_PRUNED, 0, 3e-3, 0, FALSE, 5 },
    { TL_OUTCOME_OK, 1e-5, 0, 0, FALSE, 2 },    { TL_OUTCOME_OK, 4e-5, 0, 1, FALSE, 1 },  { TL_OUTCOME_PRUNED, 0, 2e-3, 0, FALSE, 4 },
    { TL_OUTCOME_OK, 2e-5, 0, 1, FALSE, 0 },
  };
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);

  tl_trial_view_set_sort (view, &(TlTrialSortKey) { TL_COLUMN_LATENCY, FALSE }, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTrialRecord record = { .number = i, .outcome = rows[i].outcome, .latency_s = rows[i].latency_s, .lower_bound_s = rows[i].bound_s,
                               .rank = { .latency_s = rows[i].latency_s, .comparison = rows[i].comparison,
                                             .is_implausible = rows[i].is_implausible } };

      tl_trial_store_append (store, &record, 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpuint (record_at (view, rows[i].place).number, ==, i);
  g_assert_cmpint (tl_trial_store_best (store), ==, 6);
  g_assert_cmpuint (tl_trial_store_n_failed (store), ==, 1);
  g_assert_cmpuint (tl_trial_store_count (store, TL_OUTCOME_PRUNED), ==, 2);
}

static void
append_run (TlTrialStore *store, gint64 id, guint n, TlOutcomeKind start, double seconds)
{
  guint first = tl_trial_store_n (store);

  for (guint i = 0; i < n; i++)
    {
      TlTrialRecord record = { .number = first + i, .run_id = id, .is_start = i == 0, .elapsed_s = i, .latency_s = 1e-3 / (1 + first + i) };

      record.rank.latency_s = record.latency_s;
      if (i == 0)
        {
          record.outcome = start;
          record.latency_s = record.rank.latency_s = start == TL_OUTCOME_OK ? seconds : 0;
          record.lower_bound_s = start == TL_OUTCOME_PRUNED ? seconds : 0;
        }
      tl_trial_store_append (store, &record, 1);
    }
}

/* A second run is added to the first: numbers and the clock go on, and each can be looked at by itself. */
static void
test_runs (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new (), other = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  g_autofree char         *speedup = NULL, *great = NULL, *bound = NULL;
  gboolean                 is_bound = TRUE;
  TlTrialRecord            compared;

  append_run (other, 8, 3, TL_OUTCOME_PRUNED, 4e-3);
  g_assert_cmpfloat (tl_trial_store_baseline_s (other, &is_bound), ==, 4e-3);
  g_assert_true (is_bound);
  g_assert_cmpfloat (tl_trial_store_baseline_s (store, &is_bound), ==, 0);
  g_assert_false (is_bound);
  append_run (store, 7, 5, TL_OUTCOME_OK, 0.5);
  g_assert_cmpfloat (tl_trial_store_baseline_s (store, &is_bound), ==, 0.5);
  speedup = tl_trial_speedup_text (store, 0);
  g_assert_cmpstr (speedup, ==, "=");
  great = tl_trial_speedup_text (store, 4);
  g_assert_cmpstr (great, ==, "× 2500");
  append_run (store, 8, 3, TL_OUTCOME_PRUNED, 4e-3);
  g_assert_cmpfloat (tl_trial_store_baseline_s (store, &is_bound), ==, 0.5);
  g_assert_false (is_bound);
  bound = tl_trial_speedup_text (other, 2);
  g_assert_cmpstr (bound, ==, "> × 12");
  g_assert_cmpuint (tl_trial_store_n_runs (store), ==, 2);
  g_assert_cmpuint (tl_trial_store_run (store, 1).first, ==, 5);
  g_assert_cmpuint (tl_trial_store_run (store, 1).n, ==, 3);
  g_assert_cmpuint (tl_trial_store_marks (store)[5], ==, TL_TRIAL_START);
  for (guint i = 1; i < 8; i++)
    g_assert_cmpfloat (tl_trial_store_elapsed_s (store)[i], >=, tl_trial_store_elapsed_s (store)[i - 1]);
  g_assert_cmpfloat (tl_trial_store_elapsed_s (store)[7], ==, 4 + 2);
  tl_trial_view_set_run (view, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 3);
  g_assert_cmpuint (record_at (view, 0).number, ==, 5);
  append_run (store, 9, 2, TL_OUTCOME_OK, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 3);
  tl_trial_view_set_run (view, 2);
  append_run (store, 9, 0, TL_OUTCOME_OK, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 2);
  tl_trial_view_set_run (view, -1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 10);

  /* A slower start later does not count, unless it took part in a comparison; which one without a start does not change. */
  g_assert_cmpfloat (tl_trial_store_baseline_s (store, &is_bound), ==, 0.5);
  compared = tl_trial_store_get (store, 8);
  compared.latency_s = compared.rank.latency_s = 0.9;
  compared.rank.comparison = 1;
  tl_trial_store_compare (store, &compared, 1);
  g_assert_cmpfloat (tl_trial_store_baseline_s (store, &is_bound), ==, 0.9);
  compared = tl_trial_store_get (store, 9);
  compared.rank.comparison = 2;
  tl_trial_store_compare (store, &compared, 1);
  g_assert_cmpfloat (tl_trial_store_baseline_s (store, &is_bound), ==, 0.9);
}

/* A trial in words: each kind says what it is, and why. */
static void
test_text (void)
{
  static const double samples[] = { 1.18e-3, 1.20e-3, 1.21e-3, 1.22e-3, 1.25e-3, 1.21e-3, 1.21e-3 };
  static const struct { TlOutcomeKind kind; const char *message; gboolean is_implausible; guint comparison; double bound_s, first_s;
                        const char *latency, *outcome, *card; } rows[] = {
    { TL_OUTCOME_OK, NULL, FALSE, 1, 0, 1.02e-3, "1.21 ms", "Measured, compared at the end; first 1.02 ms", "7 samples" },
    { TL_OUTCOME_OK, NULL, FALSE, 0, 0, 0, "1.21 ms", "Measured, before the comparison", "Not ranked" },
    { TL_OUTCOME_OK, NULL, TRUE, 1, 0, 0, "? 1.21 ms", "Measured, faster than the peak of the machine, also when measured again",
      "Faster than the peak of the machine, also when measured again" },
    { TL_OUTCOME_PRUNED, "Pruned: first run more than 3.1× slower than the best", FALSE, 0, 3.72e-3, 0, "> 3.72 ms",
      "Pruned: first run more than 3.1× slower than the best", "Pruned: first run more than 3.1× slower than the best" },
    { TL_OUTCOME_CRASH, "signal 11\nto repeat it: …", FALSE, 0, 0, 0, "—", "Crashed: signal 11", "Crashed: signal 11\nto repeat it" },
  };
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlOutcome     outcome = { .kind = rows[i].kind, .message = (char *) rows[i].message, .is_implausible = rows[i].is_implausible,
                                .lower_bound_s = rows[i].bound_s };
      TlTrialRecord record = { .number = i, .first_s = rows[i].first_s };

      if (rows[i].kind == TL_OUTCOME_OK)
        {
          outcome.samples_s = (double *) samples;
          outcome.n_samples = G_N_ELEMENTS (samples);
        }
      tl_trial_record_set_outcome (&record, &outcome, rows[i].comparison, 0);
      tl_trial_store_append (store, &record, 1);
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *latency = tl_trial_latency_text (store, i), *outcome = tl_trial_outcome_text (store, i);
      g_autofree char *card = tl_trial_describe (store, i, 1e9), *range = tl_trial_range_text (store, i);

      g_assert_cmpstr (latency, ==, rows[i].latency);
      g_assert_cmpstr (outcome, ==, rows[i].outcome);
      g_assert_cmpstr (range, ==, rows[i].kind == TL_OUTCOME_OK ? "1.19 … 1.23 ms" : "—");
      g_assert_nonnull (strstr (card, rows[i].card));
    }
}

/* Predicted times are times to the trials of dry runs alone, which say what they are; one that the emulator finds wrong has none. */
static void
test_predicted (void)
{
  static const double       predicted_s[] = { 3e-6, 2e-6 };
  g_autoptr (TlTrialStore) dry = tl_trial_store_new (), measured = tl_trial_store_new ();
  g_autofree char          *text = NULL, *card = NULL, *wrong_text = NULL;
  TlOutcome                 wrong = { .kind = TL_OUTCOME_WRONG_RESULT, .message = (char *) "race in the emulator" };
  TlTrialRecord             checked = { .number = 1 };

  tl_trial_store_set_predicted (dry, TRUE);
  for (guint i = 0; i < 2; i++)
    {
      TlOutcome     outcome = { .kind = TL_OUTCOME_PREDICTED, .message = (char *) "limited by latency\nregisters estimated",
                                .samples_s = (double *) &predicted_s[i], .n_samples = 1 };
      TlTrialRecord record = { .number = i }, same = { .number = i };

      tl_trial_record_set_outcome (&record, &outcome, 0, 0);
      tl_trial_record_set_outcome (&same, &outcome, 0, 0);
      tl_trial_store_append (dry, &record, 1);
      tl_trial_store_append (measured, &same, 1);
    }
  g_assert_cmpint (tl_trial_store_best (dry), ==, 1);
  g_assert_cmpint (tl_trial_store_best (measured), ==, -1);
  g_assert_cmpfloat (tl_trial_store_latency_s (measured)[1], ==, 0);
  text = tl_trial_outcome_text (dry, 1);
  card = tl_trial_describe (dry, 1, 1e6);
  g_assert_cmpstr (text, ==, "Predicted: limited by latency");
  g_assert_nonnull (strstr (card, "µs, predicted\n"));
  tl_trial_record_set_outcome (&checked, &wrong, 0, 0);
  tl_trial_store_check (dry, &checked, 1);
  g_free (checked.message);
  g_assert_cmpint (tl_trial_store_best (dry), ==, 0);
  wrong_text = tl_trial_outcome_text (dry, 1);
  g_assert_nonnull (strstr (wrong_text, "race in the emulator"));
  g_assert_cmpuint (tl_trial_store_n_failed (dry), ==, 1);
}

/* The machine's speed is mentioned if it varied by more than the calibration kernel's noise. */
static void
test_drift (void)
{
  static const struct { double calibration_s; const char *text; } rows[] = {
    { 0, NULL }, { 1e-4, NULL }, { 1.1e-4, NULL }, { 2.7e-4,
                                                     "this machine's speed varied by 2.7×" },
                                                     { 2e-4, "this machine's speed varied by 2.7×" },
  };
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTrialRecord    record = { .number = i, .outcome = TL_OUTCOME_CRASH, .calibration_s = rows[i].calibration_s };
      g_autofree char *text = NULL;

      tl_trial_store_append (store, &record, 1);
      text = tl_trial_drift_text (store);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

/* Trials that come in between wait for the next time, unless somebody asks for one of them. */
static void
test_updates_wait (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  GListModel              *model = G_LIST_MODEL (view);

  tl_trial_view_set_pace (view, 20, 0);
  fill (store, 3);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 3);
  fill (store, 4);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 3);
  while (g_list_model_get_n_items (model) == 3)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 7);
  fill (store, 100);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 7);
  g_assert_cmpint (tl_trial_view_find (view, 50), >=, 0);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 107);
  fill (store, 1);
  tl_trial_store_clear (store);
  while (g_list_model_get_n_items (model) > 0)
    g_main_context_iteration (NULL, TRUE);
}

/* Many trials come a few at a time, in the end all of them. */
static void
test_few_at_a_time (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  GListModel              *model = G_LIST_MODEL (view);

  tl_trial_view_set_pace (view, 1, 8);
  tl_trial_view_set_sort (view, &(TlTrialSortKey) { TL_COLUMN_LATENCY, FALSE }, 1);
  fill (store, 20);
  for (guint n = 8; n < 20; n += 8)
    {
      g_assert_cmpuint (g_list_model_get_n_items (model), ==, n);
      while (g_list_model_get_n_items (model) == n)
        g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 20);
  expect_by_latency (view, FALSE);
}

static void
note_change (GListModel *model, guint position, guint removed, guint added, guint *most)
{
  *most = MAX (*most, removed + added);
}

/* The rows of a run do not take the place of another's at once: a table destroys and makes widgets for each. */
static void
test_few_replaced_at_a_time (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  GListModel              *model = G_LIST_MODEL (view);
  guint                    most = 0;

  append_run (store, 7, 100, TL_OUTCOME_OK, 1);
  append_run (store, 8, 3, TL_OUTCOME_OK, 1);
  tl_trial_view_set_pace (view, 1, 8);
  g_signal_connect (view, "items-changed", G_CALLBACK (note_change), &most);
  tl_trial_view_set_run (view, 1);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 103);
  while (g_list_model_get_n_items (model) != 3)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (record_at (view, 0).number, ==, 100);
  tl_trial_view_set_run (view, 0);
  while (g_list_model_get_n_items (model) < 100)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (record_at (view, 99).number, ==, 99);
  g_assert_cmpuint (most, <=, 16);

  /* A refresh meanwhile shows all rows of the run at once. */
  tl_trial_view_set_run (view, 1);
  tl_trial_view_refresh (view);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 3);
  tl_trial_view_set_run (view, 0);
  tl_trial_store_clear (store);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 0);
}

/* Nor do those of a store that is emptied go at once; trials that come meanwhile follow. */
static void
test_few_emptied_at_a_time (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  GListModel              *model = G_LIST_MODEL (view);
  guint                    most = 0, n;

  append_run (store, 7, 100, TL_OUTCOME_OK, 1);
  tl_trial_view_set_pace (view, 1, 8);
  g_signal_connect (view, "items-changed", G_CALLBACK (note_change), &most);
  tl_trial_store_clear (store);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 100);
  tl_trial_view_indices (view, &n);
  g_assert_cmpuint (n, ==, 0);
  append_run (store, 8, 3, TL_OUTCOME_OK, 1);
  while (g_list_model_get_n_items (model) != 3)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (most, <=, 16);
  g_assert_cmpuint (record_at (view, 2).number, ==, 2);
  tl_trial_view_indices (view, &n);
  g_assert_cmpuint (n, ==, 3);

  /* Without a pace, and few at any pace, they go at once. */
  tl_trial_store_clear (store);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 0);
}

/* Several are measured at a time, and end in another order than they began. */
static void
test_by_number (void)
{
  static const guint numbers[] = { 2, 0, 3, 1 };
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store), later = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    tl_trial_store_append (store, &(TlTrialRecord) { .number = numbers[i], .outcome = TL_OUTCOME_CRASH }, 1);
  later = tl_trial_view_new (store);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_assert_cmpuint (record_at (view, i).number, ==, i);
      g_assert_cmpuint (record_at (later, i).number, ==, i);
    }
}

/* The mark of what was added by hand goes to all that descends from it, however far. */
static void
test_by_hand (void)
{
  static const TlTrialOrigin origins[] = { { .kind = TL_ORIGIN_START }, { .kind = TL_ORIGIN_RANDOM }, { .kind = TL_ORIGIN_ADDED },
                                           { .kind = TL_ORIGIN_MUTATED, .parent = 101 }, { .kind = TL_ORIGIN_MUTATED, .parent = 102 },
                                           { .kind = TL_ORIGIN_MUTATED, .parent = 104 }, { .kind = TL_ORIGIN_MUTATED }, { 0 } };
  static const guint8 marks[] = { TL_TRIAL_RANDOM, TL_TRIAL_RANDOM, TL_TRIAL_BY_HAND, 0, TL_TRIAL_BY_HAND, TL_TRIAL_BY_HAND, 0, 0 };
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();

  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    tl_trial_store_append (store, &(TlTrialRecord) { .number = i, .outcome = TL_OUTCOME_CRASH, .program_hash = 100 + i,
                                                     .origin = origins[i] }, 1);
  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    g_assert_cmpuint (tl_trial_store_marks (store)[i], ==, marks[i]);
}

/* Each trial without a time is in one group: by outcome and message but for its numbers; pruned ones come last and are one group. */
static void
test_failure_groups (void)
{
  static const struct { TlOutcomeKind outcome; const char *message; } ends[] = {
    { TL_OUTCOME_PRUNED, "Pruned: first run more than 3.1× slower than the best" }, { TL_OUTCOME_CRASH, "signal 11 while running" },
    { TL_OUTCOME_WRONG_RESULT, "C[0, 0] is 4.8\nmore" }, { TL_OUTCOME_OK, NULL }, { TL_OUTCOME_WRONG_RESULT, "C[16, 2] is 7.25" },
    { TL_OUTCOME_PRUNED, "Pruned: a run takes more than 20 ms" }, { TL_OUTCOME_PRUNED, NULL },
  };
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  g_autoptr (GPtrArray)    groups = NULL;
  g_autofree char         *text = NULL;
  guint                    n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    tl_trial_store_append (store, &(TlTrialRecord) { .number = i, .outcome = ends[i].outcome, .message = g_strdup (ends[i].message) }, 1);
  groups = tl_failure_groups (store);
  g_assert_cmpuint (groups->len, ==, 3);
  for (guint i = 0; i < groups->len; i++)
    n += ((const TlFailureGroup *) groups->pdata[i])->n;
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (ends) - 1);
  text = tl_failure_group_text (groups->pdata[0]);
  g_assert_true (g_str_has_prefix (text, "2 × "));
  g_assert_true (g_str_has_suffix (text, "C[0, 0] is 4.8"));
  g_assert_cmpint (((const TlFailureGroup *) groups->pdata[2])->kind, ==, TL_OUTCOME_PRUNED);
  tl_trial_view_set_group (view, groups->pdata[0]);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 2);
  g_assert_cmpuint (record_at (view, 1).number, ==, 4);
  tl_trial_view_set_group (view, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, G_N_ELEMENTS (ends));
}

/* Parents are found by their programs; the mutators are named in words. */
static void
test_genealogy (void)
{
  static const TlTrialOrigin origins[] = { { .kind = TL_ORIGIN_RANDOM }, { .kind = TL_ORIGIN_ADDED },
                                           { .kind = TL_ORIGIN_MUTATED, .parent = 100, .mutators = "MutateTileSize" },
                                           { .kind = TL_ORIGIN_MUTATED, .parent = 102, .mutators = "MutateTileSize,MutateUnroll" },
                                           { .kind = TL_ORIGIN_MUTATED, .parent = 7, .mutators = "MutateParallel" }, { 0 } };
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (GArray)       line = NULL, children = NULL;
  g_autofree char         *random = NULL, *mutated = NULL, *orphan = NULL, *unknown = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    tl_trial_store_append (store, &(TlTrialRecord) { .number = i, .outcome = TL_OUTCOME_CRASH, .program_hash = 100 + i,
                                                     .origin = origins[i] }, 1);
  line = tl_trial_ancestors (store, 3);
  g_assert_cmpuint (line->len, ==, 3);
  g_assert_cmpuint (g_array_index (line, guint, 0), ==, 0);
  g_assert_cmpuint (g_array_index (line, guint, 1), ==, 2);
  g_assert_cmpuint (g_array_index (line, guint, 2), ==, 3);
  children = tl_trial_children (store, 0);
  g_assert_cmpuint (children->len, ==, 1);
  g_assert_cmpuint (g_array_index (children, guint, 0), ==, 2);
  random = tl_trial_origin_text (store, 0);
  mutated = tl_trial_origin_text (store, 3);
  orphan = tl_trial_origin_text (store, 4);
  unknown = tl_trial_origin_text (store, 5);
  g_assert_cmpstr (random, ==, "Random sample");
  g_assert_cmpstr (mutated, ==, "Mutated from trial 2: tile size, unroll");
  g_assert_cmpstr (orphan, ==, "Mutated from a schedule that was not measured: parallel");
  g_assert_null (unknown);
}

static void
test_facts (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  gint                     best;

  g_assert_cmpint (tl_trial_store_best (store), ==, -1);
  fill (store, 1000);
  best = tl_trial_store_best (store);
  for (guint i = 0; i < 1000; i++)
    if (tl_trial_store_outcome (store)[i] == TL_OUTCOME_OK)
      g_assert_cmpfloat (tl_trial_store_latency_s (store)[best], <=, tl_trial_store_latency_s (store)[i]);
  g_assert_cmpuint (tl_trial_store_count (store, TL_OUTCOME_CRASH), ==, 200);
  g_assert_cmpstr (tl_trial_store_get (store, 3).message, ==, "signal 11");
}

/* Of trials that were measured and of which something was expected. */
static void
test_rank (void)
{
  static const struct { double score, latency_s; TlOutcomeKind outcome; } rows[] = {
    { 0.1, 8e-5, TL_OUTCOME_OK }, { NAN, 1e-5, TL_OUTCOME_OK }, { 0.5, 4e-5, TL_OUTCOME_OK }, { 0.9, 0,
                                                                                                TL_OUTCOME_CRASH }, { 0.7, 2e-5,
                                                                                                                      TL_OUTCOME_OK },
  };
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  guint                    n_ranked = 99;

  g_assert_true (isnan (tl_trial_store_rank_correlation (store, &n_ranked)));
  g_assert_cmpuint (n_ranked, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTrialRecord record = { .number = i, .outcome = rows[i].outcome, .latency_s = rows[i].latency_s, .score = rows[i].score };

      tl_trial_store_append (store, &record, 1);
    }
  g_assert_cmpfloat_with_epsilon (tl_trial_store_rank_correlation (store, &n_ranked), 1, 1e-9);
  g_assert_cmpuint (n_ranked, ==, 3);
  {
    TlTrialRecord wrong = { .number = 9, .outcome = TL_OUTCOME_OK, .latency_s = 1e-6, .score = 0 };

    tl_trial_store_append (store, &wrong, 1);
  }
  /* Ranks 1 2 3 4 against 2 3 4 1: 1 - 6 * 12 / 60. */
  g_assert_cmpfloat_with_epsilon (tl_trial_store_rank_correlation (store, &n_ranked), -0.2, 1e-6);
}

/* A hundred thousand trials make no objects until they are looked at. */
static void
test_many (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  gint64                   start = g_get_monotonic_time ();

  fill (store, 100000);
  tl_trial_view_set_sort (view, &(TlTrialSortKey) { TL_COLUMN_LATENCY, FALSE }, 1);
  g_test_minimized_result ((double) (g_get_monotonic_time () - start) / 1000, "store and sort 100 000 trials: %.1f ms",
                           (double) (g_get_monotonic_time () - start) / 1000);
  expect_by_latency (view, FALSE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trials/order", test_order);
  g_test_add_func ("/trials/updates-wait", test_updates_wait);
  g_test_add_func ("/trials/by-number", test_by_number);
  g_test_add_func ("/trials/comparison", test_comparison);
  g_test_add_func ("/trials/rows-kept", test_rows_kept);
  g_test_add_func ("/trials/few-at-a-time", test_few_at_a_time);
  g_test_add_func ("/trials/few-replaced-at-a-time", test_few_replaced_at_a_time);
  g_test_add_func ("/trials/few-emptied-at-a-time", test_few_emptied_at_a_time);
  g_test_add_func ("/trials/places", test_places);
  g_test_add_func ("/trials/runs", test_runs);
  g_test_add_func ("/trials/text", test_text);
  g_test_add_func ("/trials/drift", test_drift);
  g_test_add_func ("/trials/facts", test_facts);
  g_test_add_func ("/trials/by-hand", test_by_hand);
  g_test_add_func ("/trials/genealogy", test_genealogy);
  g_test_add_func ("/trials/failure-groups", test_failure_groups);
  g_test_add_func ("/trials/rank", test_rank);
  g_test_add_func ("/trials/predicted", test_predicted);
  g_test_add_func ("/trials/many", test_many);
  return g_test_run ();
}
