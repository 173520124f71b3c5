/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-text.h"

#include <math.h>
#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/tuning/trial-genealogy.h"

#define MAX_DECISIONS 6   /* in a card */

static gboolean
has_mark (TlTrialStore *store, guint index, TlTrialMark mark)
{
  return (tl_trial_store_marks (store)[index] & mark) != 0;
}

char *
tl_trial_latency_text (TlTrialStore *store, guint index)
{
  TlTrialRecord    record = tl_trial_store_get (store, index);
  gboolean         is_pruned = record.outcome == TL_OUTCOME_PRUNED && record.lower_bound_s > 0;
  g_autofree char *seconds = tl_format_seconds (is_pruned ? record.lower_bound_s : record.outcome == TL_OUTCOME_OK ? record.latency_s : 0);

  return g_strconcat (is_pruned ? "> " : has_mark (store, index, TL_TRIAL_IMPLAUSIBLE) ? "? " : "", seconds, NULL);
}

char *
tl_seconds_range_text (double from_s, double to_s)
{
  g_autofree char *from = tl_format_seconds (from_s), *to = tl_format_seconds (to_s);
  const char      *unit = strrchr (from, ' ');

  if (unit != NULL && g_str_has_suffix (to, unit))
    from[unit - from] = '\0';
  return g_strdup_printf ("%s … %s", from, to);
}

char *
tl_trial_range_text (TlTrialStore *store, guint index)
{
  TlTrialRecord record = tl_trial_store_get (store, index);

  if (record.outcome != TL_OUTCOME_OK || record.latency.n_samples < 2)
    return g_strdup ("—");
  return tl_seconds_range_text (record.latency.least_s, record.latency.most_s);
}

char *
tl_trial_speedup_text (TlTrialStore *store, guint index)
{
  TlTrialRecord    record = tl_trial_store_get (store, index);
  gboolean         is_bound;
  double           baseline_s = tl_trial_store_baseline_s (store, &is_bound);
  g_autofree char *gain = NULL;

  if (record.outcome != TL_OUTCOME_OK || baseline_s <= 0 || record.latency_s <= 0 || has_mark (store, index, TL_TRIAL_IMPLAUSIBLE))
    return g_strdup ("—");
  gain = tl_format_gain (baseline_s, record.latency_s);
  return g_strdup_printf ("%s%s", is_bound ? "> " : "", gain);
}

/* Some messages begin with the outcome's title themselves. */
static char *
failure_text (const TlTrialRecord *record)
{
  const char *title = tl_outcome_title (record->outcome), *message = record->message != NULL ? record->message : "";

  if (*message == '\0')
    return g_strdup (title);
  if (g_str_has_prefix (message, title))
    return g_strdup (message);
  return g_strdup_printf ("%s: %s", title, message);
}

/* Its message is the model's. */
static gboolean
is_predicted (TlTrialStore *store, const TlTrialRecord *record)
{
  return tl_trial_store_is_predicted (store) && record->outcome == TL_OUTCOME_OK;
}

/* Why a measured trial is not simply one of them; "" for one that is. */
static char *
remark_text (TlTrialStore *store, guint index)
{
  TlTrialRecord    record = tl_trial_store_get (store, index);
  g_autofree char *first = tl_format_seconds (record.first_s);

  if (has_mark (store, index, TL_TRIAL_IMPLAUSIBLE))
    return g_strdup (_("faster than the peak of the machine, also when measured again"));
  if (has_mark (store, index, TL_TRIAL_UNRANKED))
    return g_strdup (record.rank.comparison > 0 ? _("not in the last comparison") : _("before the comparison"));
  if (record.rank.comparison > 0)
    return g_strdup_printf (_("compared at the end; first %s"), first);
  return g_strdup ("");
}

char *
tl_trial_outcome_text (TlTrialStore *store, guint index)
{
  TlTrialRecord    record = tl_trial_store_get (store, index);
  g_autofree char *text = NULL;
  const char      *start = has_mark (store, index, TL_TRIAL_START) ? _(", starting point") : "";

  if (is_predicted (store, &record))
    record.outcome = TL_OUTCOME_PREDICTED;
  if (record.outcome != TL_OUTCOME_OK)
    {
      text = failure_text (&record);
      text[strcspn (text, "\n")] = '\0';
      return g_strconcat (text, start, NULL);
    }
  text = remark_text (store, index);
  return g_strdup_printf ("%s%s%s%s", tl_outcome_title (record.outcome), start, *text != '\0' ? ", " : "", text);
}

/* The median, the quartiles, and why they are wide. */
static char *
latency_line (const TlTrialRecord *record)
{
  return record->latency.n_samples == 0 ? tl_format_seconds (record->latency_s) : tl_latency_to_counted_text (&record->latency);
}

/* The score that was expected, and what it turned out to be, in its unit. */
static void
append_score (GString *text, TlTrialStore *store, guint index)
{
  double score = tl_trial_store_score (store)[index];
  gint   best = tl_trial_store_best (store);

  if (isnan (score) || best < 0)
    return;
  g_string_append_printf (text, _("\nScore predicted %.2f, measured %.2f"), score,
                          tl_trial_store_latency_s (store)[best] / tl_trial_store_latency_s (store)[index]);
}

/* The first of its decisions: "i_1 = 14 · k_1 = 2". */
static void
append_decisions (GString *text, TlTrialStore *store, guint index)
{
  const TlTrialDecisions *decisions = tl_trial_store_decisions (store);
  guint                   n = 0;

  for (guint i = 0; i < tl_trial_decisions_n (decisions); i++)
    {
      float            value = tl_trial_decisions_values (decisions, i)[index];
      g_autofree char *value_text = tl_trial_decisions_text (decisions, i, value);

      if (isnan (value) || n++ >= MAX_DECISIONS)
        continue;
      g_string_append_printf (text, "%s%s = %s", n == 1 ? "\n" : " · ", tl_trial_decisions_name (decisions, i), value_text);
    }
  if (n > MAX_DECISIONS)
    g_string_append_printf (text, " · +%u", n - MAX_DECISIONS);
}

char *
tl_trial_describe (TlTrialStore *store, guint index, double flops)
{
  TlTrialRecord       record = tl_trial_store_get (store, index);
  const char         *start = has_mark (store, index, TL_TRIAL_START) ? _(", starting point") : "";
  g_autofree char    *line = NULL, *speedup = NULL, *remark = NULL, *speed = NULL, *origin = tl_trial_origin_text (store, index);
  g_autoptr (GString) text = g_string_new (NULL);

  if (record.outcome != TL_OUTCOME_OK)
    {
      line = failure_text (&record);
      g_string_append_printf (text, _("Trial %u%s\n%s"), record.number, start, line);
      append_decisions (text, store, index);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  line = is_predicted (store, &record) ? tl_format_seconds (record.latency_s) : latency_line (&record);
  g_string_append_printf (text, is_predicted (store, &record) ? _("Trial %u%s · %s, predicted") : _("Trial %u%s · %s"),
                          record.number, start, line);
  if (has_mark (store, index, TL_TRIAL_IMPLAUSIBLE))
    {
      g_string_append (text, _("\n? Faster than the peak of the machine, also when measured again: not ranked"));
      append_decisions (text, store, index);
      return g_string_free (g_steal_pointer (&text), FALSE);
    }
  if (origin != NULL && *start == '\0')
    g_string_append_printf (text, "\n%s", origin);
  speed = tl_format_gflops (flops, record.latency_s);
  speedup = tl_trial_speedup_text (store, index);
  g_string_append_printf (text, "\n%s", speed);
  if (strcmp (speedup, "—") != 0 && *start == '\0')
    g_string_append_printf (text, _(" · %s against the starting point"), speedup);
  if (is_predicted (store, &record) && record.message != NULL)
    g_string_append_printf (text, "\n%s", record.message);
  remark = remark_text (store, index);
  if (has_mark (store, index, TL_TRIAL_UNRANKED))
    g_string_append (text, _("\nNot ranked: measured before the last comparison, which did not include it"));
  else if (*remark != '\0')
    g_string_append_printf (text, "\n%c%s", g_ascii_toupper (*remark), remark + 1);
  append_score (text, store, index);
  append_decisions (text, store, index);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
tl_trial_drift_text (TlTrialStore *store)
{
  double drift = tl_trial_store_drift (store);

  return drift > TL_MIN_DRIFT ? g_strdup_printf (_("this machine's speed varied by %.2g×"), drift) : NULL;
}

char *
tl_trial_run_text (TlTrialStore *store, guint run, guint end)
{
  guint first = tl_trial_store_number (store)[tl_trial_store_run (store, run).first];

  return g_strdup_printf (_("Run %u · trials %u–%u"), run + 1, first, end - 1);
}
