/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-brushes.h"

#include <math.h>

#include "core/base/i18n.h"

struct _TlTrialBrushes
{
  GObject       parent_instance;
  TlTrialAxes  *axes;
  TlTrialStore *trials;       /* of the axes when they were last looked at; nullable */
  GArray       *brushes;      /* TlTrialBrush */
  GArray       *passing;      /* guint8, one per trial, as … */
  GArray       *measured;     /* … those with a plausible time */
  guint         n_measured, n_passing;
};

G_DEFINE_FINAL_TYPE (TlTrialBrushes, tl_trial_brushes, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- filtering --- */

static gboolean
is_inside (const TlTrialBrush *brush, double value)
{
  return value >= brush->from && value <= brush->to;
}

static gboolean
is_in_any (TlTrialBrushes *self, TlTrialAxis axis, double value)
{
  for (guint k = 0; k < self->brushes->len; k++)
    if (g_array_index (self->brushes, TlTrialBrush, k).axis == axis && is_inside (&g_array_index (self->brushes, TlTrialBrush, k), value))
      return TRUE;
  return FALSE;
}

/* NULL for an axis of no decision. */
static const float *
values_of (TlTrialBrushes *self, TlTrialAxis axis)
{
  gint column = tl_trial_axes_column (self->axes, axis);

  return column >= 0 ? tl_trial_decisions_values (tl_trial_store_decisions (self->trials), (guint) column) : NULL;
}

/* Trials from @first on that lie in none of the brushes of @axis no longer pass. */
static void
filter_by (TlTrialBrushes *self, TlTrialAxis axis, guint first)
{
  const float *values = values_of (self, axis);
  guint8      *passing = (guint8 *) self->passing->data;

  for (guint i = first; i < self->passing->len; i++)
    if (passing[i])
      passing[i] = (guint8) is_in_any (self, axis, values != NULL ? (double) values[i] : tl_trial_axes_value (self->axes, axis, i));
}

static void
note_measured (TlTrialBrushes *self, guint first)
{
  guint n = self->trials != NULL ? tl_trial_store_n (self->trials) : 0;

  g_array_set_size (self->measured, n);
  for (guint i = first; i < n; i++)
    g_array_index (self->measured, guint8, i) = !isnan (tl_trial_axes_value (self->axes, TL_AXIS_MEASURED, i));
}

static gboolean
is_first_of_axis (TlTrialBrushes *self, guint index)
{
  for (guint i = 0; i < index; i++)
    if (g_array_index (self->brushes, TlTrialBrush, i).axis == g_array_index (self->brushes, TlTrialBrush, index).axis)
      return FALSE;
  return TRUE;
}

static void
filter_from (TlTrialBrushes *self, guint first)
{
  guint n = self->trials != NULL ? tl_trial_store_n (self->trials) : 0;

  g_array_set_size (self->passing, n);
  for (guint i = first; i < n; i++)
    g_array_index (self->passing, guint8, i) = 1;
  for (guint k = 0; k < self->brushes->len; k++)
    if (is_first_of_axis (self, k))
      filter_by (self, g_array_index (self->brushes, TlTrialBrush, k).axis, first);
  if (first == 0)
    self->n_measured = self->n_passing = 0;
  for (guint i = first; i < n; i++)
    {
      self->n_measured += g_array_index (self->measured, guint8, i);
      self->n_passing += g_array_index (self->measured, guint8, i) & g_array_index (self->passing, guint8, i);
    }
}

static void
filter_all (TlTrialBrushes *self)
{
  filter_from (self, 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_appended (TlTrialBrushes *self)
{
  note_measured (self, self->passing->len);
  filter_from (self, self->passing->len);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_reset (TlTrialBrushes *self)
{
  note_measured (self, 0);
  filter_all (self);
}

/* The axes hear of the store first: they were connected before. */
static void
on_axes_changed (TlTrialBrushes *self)
{
  TlTrialStore *trials = tl_trial_axes_trials (self->axes);

  if (self->trials == trials)
    return;
  if (self->trials != NULL)
    g_signal_handlers_disconnect_by_data (self->trials, self);
  g_set_object (&self->trials, trials);
  g_array_set_size (self->brushes, 0);
  if (trials != NULL)
    {
      g_signal_connect_object (trials, "appended", G_CALLBACK (on_appended), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (trials, "reset", G_CALLBACK (on_reset), self, G_CONNECT_SWAPPED);
    }
  on_reset (self);
}

/* --- class --- */

static void
tl_trial_brushes_finalize (GObject *object)
{
  TlTrialBrushes *self = TL_TRIAL_BRUSHES (object);

  g_clear_object (&self->trials);
  g_object_unref (self->axes);
  g_array_unref (self->brushes);
  g_array_unref (self->passing);
  g_array_unref (self->measured);
  G_OBJECT_CLASS (tl_trial_brushes_parent_class)->finalize (object);
}

static void
tl_trial_brushes_class_init (TlTrialBrushesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tl_trial_brushes_finalize;
  signals[CHANGED] = g_signal_new ("changed", TL_TYPE_TRIAL_BRUSHES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
tl_trial_brushes_init (TlTrialBrushes *self)
{
  self->brushes = g_array_new (FALSE, FALSE, sizeof (TlTrialBrush));
  self->passing = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->measured = g_array_new (FALSE, FALSE, sizeof (guint8));
}

TlTrialBrushes *
tl_trial_brushes_new (TlTrialAxes *axes)
{
  TlTrialBrushes *self = g_object_new (TL_TYPE_TRIAL_BRUSHES, NULL);

  self->axes = g_object_ref (axes);
  g_signal_connect_object (axes, "changed", G_CALLBACK (on_axes_changed), self, G_CONNECT_SWAPPED);
  on_axes_changed (self);
  return self;
}

/* --- brushes --- */

guint
tl_trial_brushes_n (TlTrialBrushes *self)
{
  return self->brushes->len;
}

TlTrialBrush
tl_trial_brushes_nth (TlTrialBrushes *self, guint index)
{
  return g_array_index (self->brushes, TlTrialBrush, index);
}

gint
tl_trial_brushes_find (TlTrialBrushes *self, TlTrialAxis axis)
{
  for (guint i = self->brushes->len; i > 0; i--)
    if (g_array_index (self->brushes, TlTrialBrush, i - 1).axis == axis)
      return (gint) i - 1;
  return -1;
}

guint
tl_trial_brushes_add (TlTrialBrushes *self, TlTrialBrush brush)
{
  g_array_append_val (self->brushes, brush);
  tl_trial_axes_keep (self->axes);   /* axes with brushes stay where they are */
  filter_all (self);
  return self->brushes->len - 1;
}

void
tl_trial_brushes_set (TlTrialBrushes *self, guint index, double from, double to)
{
  TlTrialBrush *brush = &g_array_index (self->brushes, TlTrialBrush, index);

  if (brush->from == from && brush->to == to)
    return;
  brush->from = from;
  brush->to = to;
  filter_all (self);
}

void
tl_trial_brushes_remove (TlTrialBrushes *self, guint index)
{
  g_array_remove_index (self->brushes, index);
  filter_all (self);
}

void
tl_trial_brushes_clear_axis (TlTrialBrushes *self, TlTrialAxis axis)
{
  for (guint i = self->brushes->len; i > 0; i--)
    if (g_array_index (self->brushes, TlTrialBrush, i - 1).axis == axis)
      g_array_remove_index (self->brushes, i - 1);
  filter_all (self);
}

void
tl_trial_brushes_clear (TlTrialBrushes *self)
{
  g_array_set_size (self->brushes, 0);
  filter_all (self);
}

const guint8 *
tl_trial_brushes_passing (TlTrialBrushes *self)
{
  return (const guint8 *) self->passing->data;
}

guint
tl_trial_brushes_n_passing (TlTrialBrushes *self, guint *n_measured)
{
  *n_measured = self->n_measured;
  return self->n_passing;
}

/* --- in words --- */

char *
tl_trial_brushes_summary (TlTrialBrushes *self)
{
  guint n = self->brushes->len;

  if (n == 0)
    return g_strdup_printf (ngettext ("%u measured trial", "%u measured trials", self->n_measured), self->n_measured);
  return g_strdup_printf (ngettext ("%u of %u measured trials pass %u brush", "%u of %u measured trials pass %u brushes", n),
                          self->n_passing, self->n_measured, n);
}

/* The least and the greatest value of a decision in measured trials with passing[i] >= @least. FALSE: none. */
static gboolean
find_extremes (TlTrialBrushes *self, TlTrialAxis axis, guint8 least, double *low, double *high)
{
  const float  *values = values_of (self, axis), nothing = NAN;
  const guint8 *measured = (const guint8 *) self->measured->data, *passing = (const guint8 *) self->passing->data;
  float         lowest = HUGE_VALF, highest = -HUGE_VALF;

  for (guint i = 0; i < self->passing->len; i++)
    {
      /* No branch: it would be mispredicted for half of the trials that a brush leaves. */
      float value = *((measured[i] & (passing[i] >= least)) != 0 ? &values[i] : &nothing);

      lowest = value < lowest ? value : lowest;   /* neither holds for a missing value */
      highest = value > highest ? value : highest;
    }
  *low = (double) lowest;
  *high = (double) highest;
  return lowest <= highest;
}

/* The first and the last value of a decision in a brush. FALSE: none, or the axis is none of a decision. */
static gboolean
find_values (TlTrialBrushes *self, const TlTrialBrush *brush, double *first, double *last)
{
  gint         column = tl_trial_axes_column (self->axes, brush->axis);
  guint        n = 0;
  const float *distinct;
  gboolean     is_any = FALSE;

  if (column < 0)
    return FALSE;
  distinct = tl_trial_decisions_distinct (tl_trial_store_decisions (self->trials), (guint) column, &n);
  for (guint i = 0; i < n; i++)
    if (is_inside (brush, (double) distinct[i]))
      {
        *first = is_any ? *first : (double) distinct[i];
        *last = (double) distinct[i];
        is_any = TRUE;
      }
  return is_any;
}

char *
tl_trial_brushes_text (TlTrialBrushes *self, guint index)
{
  TlTrialBrush     brush = tl_trial_brushes_nth (self, index);
  const char      *name = tl_trial_axes_name (self->axes, brush.axis);
  TlTrialBrush     whole = brush;
  gboolean         is_decision = find_values (self, &whole, &brush.from, &brush.to);
  g_autofree char *from = tl_trial_axes_text (self->axes, brush.axis, brush.from);
  g_autofree char *to = tl_trial_axes_text (self->axes, brush.axis, brush.to);

  if (!is_decision && tl_trial_axes_column (self->axes, brush.axis) >= 0)
    return g_strdup_printf (_("%s: none"), name);
  if (brush.from == brush.to)
    return g_strdup_printf ("%s %s", name, from);
  if (isinf (brush.from))
    return g_strdup_printf ("%s ≤ %s", name, to);
  if (isinf (brush.to))
    return g_strdup_printf ("%s ≥ %s", name, from);
  return g_strdup_printf ("%s %s … %s", name, from, to);
}

/* A line, or NULL where the passing trials have all values that there are. */
static char *
common_line (TlTrialBrushes *self, TlTrialAxis axis)
{
  const char      *name = tl_trial_axes_name (self->axes, axis);
  double           low, high, all_low, all_high;
  g_autofree char *from = NULL, *to = NULL;

  if (!find_extremes (self, axis, 1, &low, &high) || !find_extremes (self, axis, 0, &all_low, &all_high)
      || (low == all_low && high == all_high))
    return NULL;
  from = tl_trial_axes_text (self->axes, axis, low);
  to = tl_trial_axes_text (self->axes, axis, high);
  if (low == high)
    return g_strdup_printf ("%s = %s", name, from);
  if (tl_trial_decisions_kind (tl_trial_store_decisions (self->trials), (guint) tl_trial_axes_column (self->axes, axis))
      == TL_DECISION_CHOICE)
    return NULL;   /* texts have no order that a range would mean */
  if (low == all_low)
    return g_strdup_printf ("%s ≤ %s", name, to);
  if (high == all_high)
    return g_strdup_printf ("%s ≥ %s", name, from);
  return g_strdup_printf ("%s %s … %s", name, from, to);
}

char *
tl_trial_brushes_common (TlTrialBrushes *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; self->brushes->len > 0 && self->n_passing > 0 && i < tl_trial_axes_n_shown (self->axes); i++)
    {
      TlTrialAxis      axis = tl_trial_axes_nth_shown (self->axes, i);
      g_autofree char *line = tl_trial_axes_column (self->axes, axis) >= 0 ? common_line (self, axis) : NULL;

      if (line != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
