/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/brush-constraints.h"

#include <math.h>
#include <string.h>

/* The values that occur within a brush: of choices their texts, of numbers the range from the first to the last of them. */
static void
append_values (GString *line, const TlTrialDecisions *decisions, guint column, const TlTrialBrush *brush, gboolean *is_first)
{
  guint        n;
  const float *distinct = tl_trial_decisions_distinct (decisions, column, &n);
  gboolean     is_choice = tl_trial_decisions_kind (decisions, column) == TL_DECISION_CHOICE;
  float        low = NAN, high = NAN;

  for (guint i = 0; i < n; i++)
    {
      if (distinct[i] < brush->from || distinct[i] > brush->to)
        continue;
      low = isnan (low) ? distinct[i] : low;
      high = distinct[i];
      if (is_choice)
        {
          g_autofree char *text = tl_trial_decisions_text (decisions, column, distinct[i]);

          g_string_append_printf (line, "%s%s", *is_first ? "" : ",", text);
          *is_first = FALSE;
        }
    }
  if (is_choice || isnan (low))
    return;
  g_string_append_printf (line, low == high ? "%s%.0f" : "%s%.0f..%.0f", *is_first ? "" : ",", (double) low, (double) high);
  *is_first = FALSE;
}

/* All brushes of an axis are one constraint. Decisions of sketches have keys with a slash; the sketch itself has not. */
static void
append_axis (GString *lines, TlTrialBrushes *brushes, TlTrialAxes *axes, TlTrialAxis axis)
{
  const TlTrialDecisions *decisions = tl_trial_store_decisions (tl_trial_axes_trials (axes));
  gint                    column = tl_trial_axes_column (axes, axis);
  const char             *key = column >= 0 ? tl_trial_decisions_key (decisions, (guint) column) : "";
  g_autoptr (GString)     values = g_string_new (NULL);
  gboolean                is_first = TRUE;

  if (strchr (key, '/') == NULL)
    return;
  for (guint i = 0; i < tl_trial_brushes_n (brushes); i++)
    {
      TlTrialBrush brush = tl_trial_brushes_nth (brushes, i);

      if (brush.axis == axis)
        append_values (values, decisions, (guint) column, &brush, &is_first);
    }
  if (!is_first)
    g_string_append_printf (lines, "%spin %s=%s", lines->len > 0 ? "\n" : "", key, values->str);
}

char *
tl_brush_constraints (TlTrialBrushes *brushes, TlTrialAxes *axes)
{
  GString *lines = g_string_new (NULL);

  for (guint i = 0; tl_trial_axes_trials (axes) != NULL && i < tl_trial_axes_n (axes); i++)
    append_axis (lines, brushes, axes, tl_trial_axes_nth (axes, i));
  return g_string_free (lines, FALSE);
}
