/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/session/trial-store.h"

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

  tl_trial_view_set_order (view, TL_TRIAL_BY_LATENCY, FALSE);
  for (guint i = 0; i < 50; i++)
    fill (store, 1);
  expect_by_latency (view, FALSE);
  fill (store, 200);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (view)), ==, 250);
  expect_by_latency (view, FALSE);
  tl_trial_view_set_order (view, TL_TRIAL_BY_LATENCY, TRUE);
  expect_by_latency (view, TRUE);
  tl_trial_view_set_order (view, TL_TRIAL_BY_NUMBER, FALSE);
  for (guint i = 0; i < 250; i++)
    g_assert_cmpuint (record_at (view, i).number, ==, i);
  g_assert_cmpint (tl_trial_view_find (view, 77), ==, 77);
}

/* Times that come in the end move trials in the order and may make another one the best. */
static void
test_retime (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  g_autoptr (TlTrialStore) copy = tl_trial_store_new ();
  TlTrialRecord            again[2];
  guint                    best, other;

  fill (store, 60);
  tl_trial_view_set_order (view, TL_TRIAL_BY_LATENCY, FALSE);
  best = (guint) tl_trial_store_best (store);
  other = record_at (view, 1).number;
  g_assert_cmpuint (record_at (view, 0).number, ==, best);
  again[0] = tl_trial_store_get (store, best);
  again[1] = tl_trial_store_get (store, other);
  /* The machine is a hundred times slower now; the third has no time of now, and does not become the best for that. */
  again[0].latency_s *= 200;
  again[1].latency_s = again[0].latency_s / 2;
  tl_trial_store_retime (store, again, 2);
  g_assert_cmpint (tl_trial_store_best (store), ==, (gint) other);
  g_assert_cmpfloat (tl_trial_store_get (store, best).latency_s, ==, again[0].latency_s);
  expect_by_latency (view, FALSE);
  g_assert_cmpuint (tl_trial_store_n (store), ==, 60);
  /* Put together again from the records, in another order. */
  for (guint i = 60; i > 0; i--)
    {
      TlTrialRecord record = tl_trial_store_get (store, i - 1);

      record.message = NULL;
      tl_trial_store_append (copy, &record, 1);
    }
  g_assert_cmpuint (tl_trial_store_get (copy, (guint) tl_trial_store_best (copy)).number, ==, other);
}

/* Trials that come in between wait for the next time, unless somebody asks for one of them. */
static void
test_pace (void)
{
  g_autoptr (TlTrialStore) store = tl_trial_store_new ();
  g_autoptr (TlTrialView)  view = tl_trial_view_new (store);
  GListModel              *model = G_LIST_MODEL (view);

  tl_trial_view_set_pace (view, 20);
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
    { 0.1, 8e-5, TL_OUTCOME_OK }, { NAN, 1e-5, TL_OUTCOME_OK }, { 0.5, 4e-5, TL_OUTCOME_OK }, { 0.9, 0, TL_OUTCOME_CRASH }, { 0.7, 2e-5, TL_OUTCOME_OK },
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
  tl_trial_view_set_order (view, TL_TRIAL_BY_LATENCY, FALSE);
  g_test_minimized_result ((double) (g_get_monotonic_time () - start) / 1000, "store and sort 100 000 trials: %.1f ms",
                           (double) (g_get_monotonic_time () - start) / 1000);
  expect_by_latency (view, FALSE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trials/order", test_order);
  g_test_add_func ("/trials/pace", test_pace);
  g_test_add_func ("/trials/by-number", test_by_number);
  g_test_add_func ("/trials/retime", test_retime);
  g_test_add_func ("/trials/facts", test_facts);
  g_test_add_func ("/trials/rank", test_rank);
  g_test_add_func ("/trials/many", test_many);
  return g_test_run ();
}
