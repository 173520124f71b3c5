/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-selection.h"

/* 'x' crashed, 'p' pruned, a digit: so many microseconds. Numbers begin at @first. */
static void
append (TlTrialStore *store, const char *outcomes, guint first, guint step)
{
  for (guint i = 0; outcomes[i] != '\0'; i++)
    {
      gboolean      is_time = g_ascii_isdigit (outcomes[i]);
      TlTrialRecord record = { .number = first + i * step, .latency_s = is_time ? 1e-6 * g_ascii_digit_value (outcomes[i]) : 0,
                               .outcome = is_time ? TL_OUTCOME_OK : outcomes[i] == 'p' ? TL_OUTCOME_PRUNED : TL_OUTCOME_CRASH };

      record.rank.latency_s = record.latency_s;
      tl_trial_store_append (store, &record, 1);
    }
}

static void
count (GObject *object, gpointer n)
{
  ++*(guint *) n;
}

static gint
step (TlTrialSelection *selection, TlTrialWanted wanted, gint direction)
{
  tl_trial_selection_step (selection, wanted, direction);
  return tl_trial_selection_picked (selection);
}

static void
test_steps (void)
{
  g_autoptr (TlTrialStore)     store = tl_trial_store_new ();
  g_autoptr (TlTrialSelection) selection = tl_trial_selection_new ();

  g_assert_false (tl_trial_selection_step (selection, TL_TRIAL_ANY, 1));
  append (store, "9x7p86x6", 0, 1);   /* improvements: 0, 2, 5 */
  tl_trial_selection_set_trials (selection, store);
  g_assert_cmpint (tl_trial_selection_picked (selection), ==, -1);
  g_assert_cmpint (step (selection, TL_TRIAL_IMPROVEMENT, 1), ==, 0);
  g_assert_cmpint (step (selection, TL_TRIAL_IMPROVEMENT, 1), ==, 2);
  g_assert_cmpint (step (selection, TL_TRIAL_FAILURE, 1), ==, 6);   /* not the pruned one */
  g_assert_cmpint (step (selection, TL_TRIAL_IMPROVEMENT, -1), ==, 5);
  g_assert_cmpint (step (selection, TL_TRIAL_IMPROVEMENT, -1), ==, 2);
  g_assert_cmpint (step (selection, TL_TRIAL_FAILURE, 1), ==, 6);
  g_assert_cmpint (step (selection, TL_TRIAL_FAILURE, 1), ==, 1);
  g_assert_cmpint (step (selection, TL_TRIAL_ANY, -1), ==, 0);
  g_assert_cmpint (step (selection, TL_TRIAL_IMPROVEMENT, -1), ==, 5);
  g_assert_cmpint (step (selection, TL_TRIAL_ANY, 1), ==, 6);
  tl_trial_selection_pick (selection, -1);
  g_assert_cmpint (step (selection, TL_TRIAL_ANY, -1), ==, 7);
}

/* Each real change is reported once; a trial that is not there is none. */
static void
test_signals (void)
{
  g_autoptr (TlTrialStore)     store = tl_trial_store_new (), other = tl_trial_store_new ();
  g_autoptr (TlTrialSelection) selection = tl_trial_selection_new ();
  guint                        n_changed = 0, n_hovered = 0, n_shown = 0;

  append (store, "987", 0, 1);
  g_signal_connect (selection, "changed", G_CALLBACK (count), &n_changed);
  g_signal_connect (selection, "hover-changed", G_CALLBACK (count), &n_hovered);
  g_signal_connect (selection, "trials-changed", G_CALLBACK (count), &n_shown);
  tl_trial_selection_set_trials (selection, store);
  tl_trial_selection_set_trials (selection, store);
  g_assert_cmpuint (n_shown, ==, 1);
  tl_trial_selection_pick (selection, 1);
  tl_trial_selection_pick (selection, 1);
  tl_trial_selection_hover (selection, 2);
  tl_trial_selection_hover (selection, 7);
  g_assert_cmpint (tl_trial_selection_hovered (selection), ==, -1);
  g_assert_cmpuint (n_changed, ==, 1);
  g_assert_cmpuint (n_hovered, ==, 2);
  tl_trial_selection_set_trials (selection, other);
  g_assert_cmpint (tl_trial_selection_picked (selection), ==, -1);
  g_assert_cmpuint (n_changed, ==, 2);
  g_assert_cmpuint (n_shown, ==, 2);
}

/* Rows move where a resumed run fills gaps: the picked trial stays, by its number. */
static void
test_rows_move (void)
{
  g_autoptr (TlTrialStore)     store = tl_trial_store_new ();
  g_autoptr (TlTrialSelection) selection = tl_trial_selection_new ();

  append (store, "987", 0, 2);   /* numbers 0, 2, 4 */
  tl_trial_selection_set_trials (selection, store);
  tl_trial_selection_pick (selection, 2);
  append (store, "5", 1, 1);
  g_assert_cmpint (tl_trial_selection_picked (selection), ==, 3);
  g_assert_cmpint (tl_trial_selection_find_number (selection, 4), ==, 3);
  g_assert_cmpint (tl_trial_selection_find_number (selection, 3), ==, -1);
  tl_trial_store_clear (store);
  g_assert_cmpint (tl_trial_selection_picked (selection), ==, -1);
}

/* One outcome alone, by choosing it or one after the other; steps between failures stay with it. */
static void
test_kinds (void)
{
  g_autoptr (TlTrialStore)     store = tl_trial_store_new (), other = tl_trial_store_new ();
  g_autoptr (TlTrialSelection) selection = tl_trial_selection_new ();
  guint                        n_changed = 0;

  g_assert_false (tl_trial_selection_next_kind (selection));
  append (store, "9xp8px7", 0, 1);
  append (other, "98", 0, 1);
  g_signal_connect (selection, "failures-changed", G_CALLBACK (count), &n_changed);
  tl_trial_selection_set_trials (selection, store);
  tl_trial_selection_toggle_kind (selection, TL_OUTCOME_CRASH);
  g_assert_cmpuint (tl_trial_selection_failures (selection)->kind, ==, TL_OUTCOME_CRASH);
  g_assert_cmpuint (tl_trial_selection_failures (selection)->n, ==, 2);
  g_assert_true (tl_failure_group_has (tl_trial_selection_failures (selection), store, 5));
  g_assert_false (tl_failure_group_has (tl_trial_selection_failures (selection), store, 2));
  g_assert_cmpint (tl_trial_selection_picked (selection), ==, 1);
  tl_trial_selection_toggle_kind (selection, TL_OUTCOME_CRASH);
  g_assert_null (tl_trial_selection_failures (selection));
  g_assert_cmpuint (n_changed, ==, 2);
  tl_trial_selection_toggle_kind (selection, TL_OUTCOME_TIMEOUT);   /* there is none */
  g_assert_null (tl_trial_selection_failures (selection));
  g_assert_true (tl_trial_selection_next_kind (selection));
  g_assert_cmpuint (tl_trial_selection_failures (selection)->kind, ==, TL_OUTCOME_PRUNED);
  g_assert_cmpint (step (selection, TL_TRIAL_FAILURE, 1), ==, 4);
  g_assert_cmpint (step (selection, TL_TRIAL_FAILURE, 1), ==, 2);
  g_assert_true (tl_trial_selection_next_kind (selection));
  g_assert_cmpuint (tl_trial_selection_failures (selection)->kind, ==, TL_OUTCOME_CRASH);
  g_assert_true (tl_trial_selection_next_kind (selection));
  g_assert_null (tl_trial_selection_failures (selection));
  tl_trial_selection_next_kind (selection);
  tl_trial_selection_set_trials (selection, other);
  g_assert_null (tl_trial_selection_failures (selection));
  g_assert_false (tl_trial_selection_next_kind (selection));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trial-selection/steps", test_steps);
  g_test_add_func ("/trial-selection/signals", test_signals);
  g_test_add_func ("/trial-selection/rows-move", test_rows_move);
  g_test_add_func ("/trial-selection/kinds", test_kinds);
  return g_test_run ();
}
