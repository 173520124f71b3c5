/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-selection.h"

struct _TlTrialSelection
{
  GObject         parent_instance;
  TlTrialStore   *trials;          /* nullable */
  gint            picked;
  guint           picked_number;   /* of the picked trial: finds it again where rows have moved */
  gint            hovered;
  TlFailureGroup *failures;        /* shown alone; NULL: all */
};

G_DEFINE_FINAL_TYPE (TlTrialSelection, tl_trial_selection, G_TYPE_OBJECT)

enum { TRIALS_CHANGED, CHANGED, HOVER_CHANGED, ACTIVATED, FAILURES_CHANGED, FILTER_CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

gint
tl_trial_selection_picked (TlTrialSelection *self)
{
  return self->picked;
}

gint
tl_trial_selection_hovered (TlTrialSelection *self)
{
  return self->hovered;
}

TlTrialStore *
tl_trial_selection_trials (TlTrialSelection *self)
{
  return self->trials;
}

static gboolean
is_in_store (TlTrialSelection *self, gint index)
{
  return self->trials != NULL && index >= 0 && (guint) index < tl_trial_store_n (self->trials);
}

void
tl_trial_selection_pick (TlTrialSelection *self, gint index)
{
  g_return_if_fail (TL_IS_TRIAL_SELECTION (self));

  if (!is_in_store (self, index))
    index = -1;
  if (index == self->picked)
    return;
  self->picked = index;
  self->picked_number = index >= 0 ? tl_trial_store_number (self->trials)[index] : 0;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
tl_trial_selection_hover (TlTrialSelection *self, gint index)
{
  g_return_if_fail (TL_IS_TRIAL_SELECTION (self));

  if (!is_in_store (self, index))
    index = -1;
  if (index == self->hovered)
    return;
  self->hovered = index;
  g_signal_emit (self, signals[HOVER_CHANGED], 0);
}

void
tl_trial_selection_filter (TlTrialSelection *self, const char *expression)
{
  g_signal_emit (self, signals[FILTER_CHOSEN], 0, expression);
}

void
tl_trial_selection_activate (TlTrialSelection *self, gint index)
{
  if (!is_in_store (self, index))
    return;
  tl_trial_selection_pick (self, index);
  g_signal_emit (self, signals[ACTIVATED], 0, (guint) index);
}

/* Numbers rise along the store. */
gint
tl_trial_selection_find_number (TlTrialSelection *self, guint number)
{
  guint        n = self->trials != NULL ? tl_trial_store_n (self->trials) : 0, low = 0, high = n;
  const guint *numbers = n > 0 ? tl_trial_store_number (self->trials) : NULL;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (numbers[middle] < number)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && numbers[low] == number ? (gint) low : -1;
}

/* --- trials without a time --- */

const TlFailureGroup *
tl_trial_selection_failures (TlTrialSelection *self)
{
  return self->failures;
}

void
tl_trial_selection_choose_failures (TlTrialSelection *self, const TlFailureGroup *group)
{
  TlFailureGroup *before = self->failures;

  if (before == NULL && group == NULL)
    return;
  self->failures = group != NULL ? tl_failure_group_copy (group) : NULL;
  g_clear_pointer (&before, tl_failure_group_free);   /* which may be @group */
  g_signal_emit (self, signals[FAILURES_CHANGED], 0);
}

static gboolean
is_chosen (TlTrialSelection *self, TlOutcomeKind kind)
{
  return self->failures != NULL && self->failures->signature == NULL && self->failures->kind == kind;
}

void
tl_trial_selection_toggle_kind (TlTrialSelection *self, TlOutcomeKind kind)
{
  g_autoptr (TlFailureGroup) group = NULL;

  if (self->trials != NULL && !is_chosen (self, kind))
    group = tl_failure_group_of_kind (self->trials, kind);
  tl_trial_selection_choose_failures (self, group);
  if (group != NULL && (self->picked < 0 || !tl_failure_group_has (group, self->trials, (guint) self->picked)))
    tl_trial_selection_pick (self, (gint) group->first);
}

gboolean
tl_trial_selection_next_kind (TlTrialSelection *self)
{
  guint kind = self->failures != NULL ? self->failures->kind + 1 : TL_OUTCOME_OK + 1;

  if (self->trials == NULL || tl_trial_store_count (self->trials, TL_OUTCOME_OK) == tl_trial_store_n (self->trials))
    return FALSE;
  while (kind < TL_N_OUTCOMES && tl_trial_store_count (self->trials, (TlOutcomeKind) kind) == 0)
    kind++;
  if (kind < TL_N_OUTCOMES)
    tl_trial_selection_toggle_kind (self, (TlOutcomeKind) kind);
  else
    tl_trial_selection_choose_failures (self, NULL);
  return TRUE;
}

/* --- steps --- */

/* The next one that is no trial of the wanted kind has been passed n times at most. */
static gboolean
step_by (TlTrialSelection *self, gint direction, gboolean (*is_wanted) (TlTrialSelection *self, guint index))
{
  gint n = (gint) tl_trial_store_n (self->trials), at = self->picked < 0 && direction < 0 ? 0 : self->picked;

  for (gint tried = 0; tried < n; tried++)
    {
      at = (at + direction + n) % n;
      if (is_wanted != NULL && !is_wanted (self, (guint) at))
        continue;
      tl_trial_selection_pick (self, at);
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_failure (TlTrialSelection *self, guint index)
{
  if (self->failures != NULL)
    return tl_failure_group_has (self->failures, self->trials, index);
  return tl_outcome_is_failure ((TlOutcomeKind) tl_trial_store_outcome (self->trials)[index]);
}

/* Indices of the trials that were the best when they came, in order. */
static GArray *
improvements (TlTrialStore *trials)
{
  GArray       *found = g_array_new (FALSE, FALSE, sizeof (gint));
  const double *latency_s = tl_trial_store_latency_s (trials);
  double        best_s = G_MAXDOUBLE;

  for (guint i = 0; i < tl_trial_store_n (trials); i++)
    if (tl_trial_store_outcome (trials)[i] == TL_OUTCOME_OK && (tl_trial_store_marks (trials)[i] & TL_TRIAL_IMPLAUSIBLE) == 0
        && latency_s[i] > 0 && latency_s[i] < best_s)
      {
        best_s = latency_s[i];
        g_array_append_val (found, i);
      }
  return found;
}

static gboolean
step_improvements (TlTrialSelection *self, gint direction)
{
  g_autoptr (GArray) found = improvements (self->trials);
  gint n = (gint) found->len, after = 0, to;

  while (after < n && g_array_index (found, gint, after) <= self->picked)
    after++;
  if (n == 0)
    return FALSE;
  if (direction > 0)
    to = after % n;
  else   /* the last one before the picked trial, which may be one itself */
    to = (after - (after > 0 && g_array_index (found, gint, after - 1) == self->picked ? 2 : 1) + n) % n;
  tl_trial_selection_pick (self, g_array_index (found, gint, to));
  return TRUE;
}

gboolean
tl_trial_selection_step (TlTrialSelection *self, TlTrialWanted wanted, gint direction)
{
  g_return_val_if_fail (TL_IS_TRIAL_SELECTION (self), FALSE);

  if (self->trials == NULL)
    return FALSE;
  if (wanted == TL_TRIAL_IMPROVEMENT)
    return step_improvements (self, direction);
  return step_by (self, direction, wanted == TL_TRIAL_FAILURE ? is_failure : NULL);
}

/* --- the store --- */

static void
on_reset (TlTrialSelection *self)
{
  gint at = self->picked >= 0 ? tl_trial_selection_find_number (self, self->picked_number) : -1;

  tl_trial_selection_hover (self, -1);
  if (self->picked < 0)
    return;
  self->picked = at;
  g_signal_emit (self, signals[CHANGED], 0);   /* also where it is the same one: its time may have changed */
}

void
tl_trial_selection_set_trials (TlTrialSelection *self, TlTrialStore *trials)
{
  g_return_if_fail (TL_IS_TRIAL_SELECTION (self));

  if (self->trials == trials)
    return;
  if (self->trials != NULL)
    g_signal_handlers_disconnect_by_data (self->trials, self);
  tl_trial_selection_hover (self, -1);
  tl_trial_selection_pick (self, -1);
  tl_trial_selection_choose_failures (self, NULL);
  g_set_object (&self->trials, trials);
  if (trials != NULL)
    g_signal_connect_object (trials, "reset", G_CALLBACK (on_reset), self, G_CONNECT_SWAPPED);
  g_signal_emit (self, signals[TRIALS_CHANGED], 0);
}

/* --- class --- */

static void
tl_trial_selection_dispose (GObject *object)
{
  TlTrialSelection *self = TL_TRIAL_SELECTION (object);

  g_clear_object (&self->trials);
  g_clear_pointer (&self->failures, tl_failure_group_free);
  G_OBJECT_CLASS (tl_trial_selection_parent_class)->dispose (object);
}

static void
tl_trial_selection_class_init (TlTrialSelectionClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_trial_selection_dispose;
  signals[TRIALS_CHANGED] = g_signal_new ("trials-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[HOVER_CHANGED] = g_signal_new ("hover-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILURES_CHANGED] = g_signal_new ("failures-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FILTER_CHOSEN] = g_signal_new ("filter-chosen", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[ACTIVATED] = g_signal_new ("activated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_trial_selection_init (TlTrialSelection *self)
{
  self->picked = self->hovered = -1;
}

TlTrialSelection *
tl_trial_selection_new (void)
{
  return g_object_new (TL_TYPE_TRIAL_SELECTION, NULL);
}
