/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-axes.h"

#include <math.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/search/decision-importance.h"

#define SHARE_STEP 0.005   /* shares that change by less are shown alike */

/* A decision that was met; its index, plus TL_AXIS_DECISIONS, is the axis. */
typedef struct
{
  char  *key;
  gint   column;    /* in the store now; -1: in none */
  double share;
} DecisionAxis;

struct _TlTrialAxes
{
  GObject               parent_instance;
  TlTrialStore         *trials;        /* nullable */
  TlDecisionImportance *importance;
  GArray               *decisions;     /* DecisionAxis */
  GArray               *ranked;        /* TlTrialAxis: all that say something, decisions by importance */
  GArray               *shown;         /* TlTrialAxis */
  gboolean              is_arranged;   /* by somebody */
  guint                 n_when_ranked; /* measured trials */
};

G_DEFINE_FINAL_TYPE (TlTrialAxes, tl_trial_axes, G_TYPE_OBJECT)

enum { CHANGED, SHARES_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
clear_decision (gpointer data)
{
  g_free (((DecisionAxis *) data)->key);
}

static const TlTrialDecisions *
columns_of (TlTrialAxes *self)
{
  return tl_trial_store_decisions (self->trials);
}

static DecisionAxis *
decision_of (TlTrialAxes *self, TlTrialAxis axis)
{
  g_assert (axis >= TL_AXIS_DECISIONS && axis - TL_AXIS_DECISIONS < self->decisions->len);
  return &g_array_index (self->decisions, DecisionAxis, axis - TL_AXIS_DECISIONS);
}

/* --- following the store --- */

/* Which column each decision is now, and axes for those that are new. */
static void
find_columns (TlTrialAxes *self)
{
  guint n = self->trials != NULL ? tl_trial_decisions_n (columns_of (self)) : 0;

  for (guint i = 0; i < self->decisions->len; i++)
    {
      DecisionAxis *decision = &g_array_index (self->decisions, DecisionAxis, i);

      decision->column = -1;
    }
  for (guint c = 0; c < n; c++)
    {
      const char *key = tl_trial_decisions_key (columns_of (self), c);
      guint       i = 0;

      while (i < self->decisions->len && g_strcmp0 (g_array_index (self->decisions, DecisionAxis, i).key, key) != 0)
        i++;
      if (i == self->decisions->len)
        g_array_append_val (self->decisions, ((DecisionAxis) { .key = g_strdup (key) }));
      g_array_index (self->decisions, DecisionAxis, i).column = (gint) c;
    }
}

static gboolean
has_several_values (TlTrialAxes *self, TlTrialAxis axis)
{
  guint n = 0;

  if (decision_of (self, axis)->column >= 0)
    tl_trial_decisions_distinct (columns_of (self), (guint) decision_of (self, axis)->column, &n);
  return n > 1;
}

static gint
compare_shares (gconstpointer a, gconstpointer b, gpointer user_data)
{
  TlTrialAxis left = *(const TlTrialAxis *) a, right = *(const TlTrialAxis *) b;
  double      by = decision_of (user_data, right)->share - decision_of (user_data, left)->share;

  return by > 0 ? 1 : by < 0 ? -1 : (left > right) - (left < right);
}

static void
rank (TlTrialAxes *self)
{
  g_array_set_size (self->ranked, 0);
  for (guint i = 0; i < self->decisions->len; i++)
    {
      TlTrialAxis axis = TL_AXIS_DECISIONS + i;

      if (has_several_values (self, axis))
        g_array_append_val (self->ranked, axis);
    }
  g_array_sort_with_data (self->ranked, compare_shares, self);
  for (TlTrialAxis axis = 0; axis < TL_AXIS_DECISIONS; axis++)
    g_array_append_val (self->ranked, axis);
}

/* The most important decisions, then the rest; what somebody arranged stays, as far as it is still there. */
static void
arrange (TlTrialAxes *self)
{
  guint n_decisions = self->ranked->len - TL_AXIS_DECISIONS, n_first = MIN (n_decisions, TL_AXES_SHOWN - TL_AXIS_DECISIONS);

  if (self->is_arranged)
    return;
  g_array_set_size (self->shown, 0);
  g_array_append_vals (self->shown, self->ranked->data, n_first);
  for (TlTrialAxis axis = 0; axis < TL_AXIS_DECISIONS; axis++)
    g_array_append_val (self->shown, axis);
}

/* TRUE if a share differs by more than what is seen. */
static gboolean
take_shares (TlTrialAxes *self)
{
  gboolean differs = FALSE;

  tl_decision_importance_update (self->importance, self->trials);
  for (guint i = 0; i < self->decisions->len; i++)
    {
      DecisionAxis *decision = &g_array_index (self->decisions, DecisionAxis, i);
      double        share = decision->column >= 0 ? tl_decision_importance_share (self->importance, (guint) decision->column) : 0;

      differs |= fabs (share - decision->share) >= SHARE_STEP;
      decision->share = share;
    }
  return differs;
}

static void
update (TlTrialAxes *self, gboolean ranks_anew)
{
  guint    n_ranked = self->ranked->len, n_measured;
  gboolean differs;

  find_columns (self);
  differs = self->trials != NULL && take_shares (self);
  n_measured = tl_decision_importance_n_measured (self->importance);
  rank (self);
  if (ranks_anew || n_ranked != self->ranked->len || n_measured >= 2 * self->n_when_ranked)
    {
      self->n_when_ranked = n_measured;
      arrange (self);
      g_signal_emit (self, signals[CHANGED], 0);
    }
  else if (differs)
    g_signal_emit (self, signals[SHARES_CHANGED], 0);
}

static void
on_appended (TlTrialAxes *self)
{
  update (self, FALSE);
}

/* Times have changed, or rows and columns have moved. */
static void
on_reset (TlTrialAxes *self)
{
  tl_decision_importance_clear (self->importance);
  update (self, TRUE);
}

/* --- class --- */

static void
tl_trial_axes_finalize (GObject *object)
{
  TlTrialAxes *self = TL_TRIAL_AXES (object);

  g_clear_object (&self->trials);
  tl_decision_importance_free (self->importance);
  g_array_unref (self->decisions);
  g_array_unref (self->ranked);
  g_array_unref (self->shown);
  G_OBJECT_CLASS (tl_trial_axes_parent_class)->finalize (object);
}

static void
tl_trial_axes_class_init (TlTrialAxesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_trial_axes_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_TRIAL_AXES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SHARES_CHANGED] = g_signal_new ("shares-changed", TL_TYPE_TRIAL_AXES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_trial_axes_init (TlTrialAxes *self)
{
  self->importance = tl_decision_importance_new ();
  self->decisions = g_array_new (FALSE, TRUE, sizeof (DecisionAxis));
  g_array_set_clear_func (self->decisions, clear_decision);
  self->ranked = g_array_new (FALSE, FALSE, sizeof (TlTrialAxis));
  self->shown = g_array_new (FALSE, FALSE, sizeof (TlTrialAxis));
  rank (self);
  arrange (self);
}

TlTrialAxes *
tl_trial_axes_new (void)
{
  return g_object_new (TL_TYPE_TRIAL_AXES, NULL);
}

void
tl_trial_axes_set_trials (TlTrialAxes *self, TlTrialStore *trials)
{
  if (self->trials == trials)
    return;
  if (self->trials != NULL)
    g_signal_handlers_disconnect_by_data (self->trials, self);
  g_set_object (&self->trials, trials);
  if (trials != NULL)
    {
      g_signal_connect_object (trials, "appended", G_CALLBACK (on_appended), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (trials, "reset", G_CALLBACK (on_reset), self, G_CONNECT_SWAPPED);
    }
  g_array_set_size (self->decisions, 0);
  self->is_arranged = FALSE;
  on_reset (self);
}

TlTrialStore *
tl_trial_axes_trials (TlTrialAxes *self)
{
  return self->trials;
}

/* --- arranging --- */

guint
tl_trial_axes_n (TlTrialAxes *self)
{
  return self->ranked->len;
}

TlTrialAxis
tl_trial_axes_nth (TlTrialAxes *self, guint index)
{
  return g_array_index (self->ranked, TlTrialAxis, index);
}

guint
tl_trial_axes_n_shown (TlTrialAxes *self)
{
  return self->shown->len;
}

TlTrialAxis
tl_trial_axes_nth_shown (TlTrialAxes *self, guint place)
{
  return g_array_index (self->shown, TlTrialAxis, place);
}

gint
tl_trial_axes_place (TlTrialAxes *self, TlTrialAxis axis)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (g_array_index (self->shown, TlTrialAxis, i) == axis)
      return (gint) i;
  return -1;
}

void
tl_trial_axes_keep (TlTrialAxes *self)
{
  self->is_arranged = TRUE;
}

void
tl_trial_axes_show (TlTrialAxes *self, TlTrialAxis axis)
{
  guint place = 0;

  if (tl_trial_axes_place (self, axis) >= 0)
    return;
  while (place < self->shown->len && (axis < TL_AXIS_DECISIONS || g_array_index (self->shown, TlTrialAxis, place) >= TL_AXIS_DECISIONS))
    place++;
  g_array_insert_val (self->shown, place, axis);
  tl_trial_axes_keep (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
tl_trial_axes_hide (TlTrialAxes *self, TlTrialAxis axis)
{
  gint place = tl_trial_axes_place (self, axis);

  if (place < 0 || self->shown->len <= 2)
    return;
  g_array_remove_index (self->shown, (guint) place);
  tl_trial_axes_keep (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
tl_trial_axes_move (TlTrialAxes *self, TlTrialAxis axis, guint place)
{
  gint from = tl_trial_axes_place (self, axis);

  place = MIN (place, self->shown->len - 1);
  if (from < 0 || (guint) from == place)
    return;
  g_array_remove_index (self->shown, (guint) from);
  g_array_insert_val (self->shown, place, axis);
  tl_trial_axes_keep (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
tl_trial_axes_arrange_again (TlTrialAxes *self)
{
  self->is_arranged = FALSE;
  arrange (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- reading --- */

gint
tl_trial_axes_column (TlTrialAxes *self, TlTrialAxis axis)
{
  return axis >= TL_AXIS_DECISIONS ? decision_of (self, axis)->column : -1;
}

const char *
tl_trial_axes_name (TlTrialAxes *self, TlTrialAxis axis)
{
  gint column = tl_trial_axes_column (self, axis);

  if (axis >= TL_AXIS_DECISIONS)
    return column >= 0 ? tl_trial_decisions_name (columns_of (self), (guint) column) : "";
  return axis == TL_AXIS_BUILD ? _("build") : axis == TL_AXIS_PREDICTED ? _("predicted") : _("measured");
}

const char *
tl_trial_axes_title (TlTrialAxes *self, TlTrialAxis axis)
{
  gint column = tl_trial_axes_column (self, axis);

  if (axis >= TL_AXIS_DECISIONS)
    return column >= 0 ? tl_trial_decisions_title (columns_of (self), (guint) column) : "";
  return axis == TL_AXIS_BUILD ? _("Build time") : axis == TL_AXIS_PREDICTED ? _("Predicted score (1 = best measured)")
                                                                            : _("Measured latency");
}

double
tl_trial_axes_share (TlTrialAxes *self, TlTrialAxis axis)
{
  return axis >= TL_AXIS_DECISIONS ? decision_of (self, axis)->share : 0;
}

static double
positive (double value)
{
  return value > 0 && isfinite (value) ? value : NAN;
}

double
tl_trial_axes_value (TlTrialAxes *self, TlTrialAxis axis, guint index)
{
  gint column = tl_trial_axes_column (self, axis);

  switch (axis)
    {
    case TL_AXIS_BUILD:
      return positive (tl_trial_store_build_s (self->trials)[index]);
    case TL_AXIS_PREDICTED:
      return tl_trial_store_score (self->trials)[index];
    case TL_AXIS_MEASURED:
      return tl_trial_store_outcome (self->trials)[index] == TL_OUTCOME_OK
             && (tl_trial_store_marks (self->trials)[index] & TL_TRIAL_IMPLAUSIBLE) == 0
             ? positive (tl_trial_store_latency_s (self->trials)[index]) : NAN;
    default:
      return column >= 0 ? (double) tl_trial_decisions_values (columns_of (self), (guint) column)[index] : NAN;
    }
}

char *
tl_trial_axes_text (TlTrialAxes *self, TlTrialAxis axis, double value)
{
  gint column = tl_trial_axes_column (self, axis);

  if (isnan (value))
    return g_strdup ("—");
  if (column >= 0)
    return tl_trial_decisions_text (columns_of (self), (guint) column, (float) value);
  return axis == TL_AXIS_PREDICTED ? g_strdup_printf ("%.2f", value) : tl_format_seconds (value);
}
