/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-columns.h"

#include <math.h>
#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/tuning/trial-text.h"

static const char *const status_words[] = {
#define X(kind, name, glyph, title) name,
  TL_OUTCOMES (X)
#undef X
  NULL,
};

static const struct
{
  const char  *name, *title, *about;
  TlFilterType type;
} fixed[TL_N_FIXED_COLUMNS] = {
  [TL_COLUMN_TRIAL] = { "trial", N_("Trial"), NULL, TL_FILTER_NUMBER },
  [TL_COLUMN_LATENCY] = { "lat", N_("Latency"), N_("Median of the samples"), TL_FILTER_SECONDS },
  [TL_COLUMN_RANGE] = { "spread", N_("Range"), N_("80 % of the samples"), TL_FILTER_SECONDS },
  [TL_COLUMN_AGAINST_BEST] = { "vs_best", N_("vs Best"), N_("How much longer than the best trial"), TL_FILTER_NUMBER },
  [TL_COLUMN_SPEED_UP] = { "speed_up", N_("Speed-up"), N_("Against the program without steps"), TL_FILTER_NUMBER },
  [TL_COLUMN_THROUGHPUT] = { "gflops", N_("Throughput"), NULL, TL_FILTER_NUMBER },
  [TL_COLUMN_PREDICTED] = { "predicted", N_("Predicted"), N_("Predicted score (1 = best measured)"), TL_FILTER_NUMBER },
  [TL_COLUMN_BUILD] = { "build", N_("Build"), N_("Time to build the candidate"), TL_FILTER_SECONDS },
  [TL_COLUMN_STATUS] = { "status", N_("Outcome"), NULL, TL_FILTER_WORD },
  [TL_COLUMN_STAR] = { "star", N_("Star"), NULL, TL_FILTER_FLAG },
  [TL_COLUMN_TAGS] = { "tag", N_("Tags"), NULL, TL_FILTER_WORD },
  [TL_COLUMN_NOTE] = { "note", N_("Note"), NULL, TL_FILTER_WORD },
};

static const TlTrialDecisions *
decisions_of (const TlTrialColumns *columns)
{
  return tl_trial_store_decisions (columns->store);
}

guint
tl_trial_columns_n (const TlTrialColumns *columns)
{
  return TL_N_FIXED_COLUMNS + tl_trial_decisions_n (decisions_of (columns));
}

/* A decision can have the name of a fixed column, and characters that are none of a name. */
char *
tl_trial_column_name (const TlTrialColumns *columns, guint column)
{
  char *name;

  if (column < TL_N_FIXED_COLUMNS)
    return g_strdup (fixed[column].name);
  name = g_strdup (tl_trial_decisions_name (decisions_of (columns), column - TL_N_FIXED_COLUMNS));
  for (char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p))
      *p = '_';
  for (guint i = 0; i < TL_N_FIXED_COLUMNS; i++)
    if (g_ascii_strcasecmp (name, fixed[i].name) == 0)
      {
        char *other = g_strconcat (name, "_", NULL);

        g_free (name);
        return other;
      }
  return name;
}

const char *
tl_trial_column_title (const TlTrialColumns *columns, guint column)
{
  return column < TL_N_FIXED_COLUMNS ? _(fixed[column].title)
         : tl_trial_decisions_name (decisions_of (columns), column - TL_N_FIXED_COLUMNS);
}

const char *
tl_trial_column_about (const TlTrialColumns *columns, guint column)
{
  if (column >= TL_N_FIXED_COLUMNS)
    return tl_trial_decisions_title (decisions_of (columns), column - TL_N_FIXED_COLUMNS);
  return fixed[column].about != NULL ? _(fixed[column].about) : NULL;
}

TlFilterType
tl_trial_column_type (guint column)
{
  return column < TL_N_FIXED_COLUMNS ? fixed[column].type : TL_FILTER_NUMBER;
}

/* --- values --- */

/* Seconds of a trial that was measured and can be; NAN. */
static double
seconds_of (TlTrialStore *store, guint index)
{
  gboolean is_known = tl_trial_store_outcome (store)[index] == TL_OUTCOME_OK
                      && (tl_trial_store_marks (store)[index] & TL_TRIAL_IMPLAUSIBLE) == 0 && tl_trial_store_latency_s (store)[index] > 0;

  return is_known ? tl_trial_store_latency_s (store)[index] : NAN;
}

static double
against_best (TlTrialStore *store, guint index)
{
  gint best = tl_trial_store_best (store);

  return best >= 0 ? seconds_of (store, index) / tl_trial_store_latency_s (store)[best] : NAN;
}

static double
speed_up (TlTrialStore *store, guint index)
{
  gboolean is_bound;
  double   baseline_s = tl_trial_store_baseline_s (store, &is_bound);

  return baseline_s > 0 ? baseline_s / seconds_of (store, index) : NAN;
}

static double
positive (double value)
{
  return value > 0 ? value : NAN;
}

double
tl_trial_column_value (const TlTrialColumns *columns, guint column, guint index)
{
  TlTrialStore *store = columns->store;
  TlLatency     latency;

  switch (column)
    {
    case TL_COLUMN_TRIAL:
      return tl_trial_store_number (store)[index];
    case TL_COLUMN_LATENCY:
      return seconds_of (store, index);
    case TL_COLUMN_RANGE:
      latency = tl_trial_store_get (store, index).latency;
      return latency.n_samples > 1 ? latency.most_s - latency.least_s : NAN;
    case TL_COLUMN_AGAINST_BEST:
      return against_best (store, index);
    case TL_COLUMN_SPEED_UP:
      return speed_up (store, index);
    case TL_COLUMN_THROUGHPUT:
      return positive (columns->flops) / seconds_of (store, index) * 1e-9;
    case TL_COLUMN_PREDICTED:
      return tl_trial_store_score (store)[index];
    case TL_COLUMN_BUILD:
      return positive (tl_trial_store_get (store, index).build_s);
    case TL_COLUMN_STATUS:
      return tl_trial_store_outcome (store)[index];
    case TL_COLUMN_STAR:
      return columns->notes != NULL && tl_trial_notes_is_starred (columns->notes, index);
    case TL_COLUMN_TAGS:
    case TL_COLUMN_NOTE:
      return NAN;
    default:
      return tl_trial_decisions_values (decisions_of (columns), column - TL_N_FIXED_COLUMNS)[index];
    }
}

const char *
tl_trial_column_word (const TlTrialColumns *columns, guint column, guint index)
{
  switch (column)
    {
    case TL_COLUMN_STATUS:
      return tl_outcome_name ((TlOutcomeKind) tl_trial_store_outcome (columns->store)[index]);
    case TL_COLUMN_TAGS:
      return columns->notes != NULL ? tl_trial_notes_tags (columns->notes, index) : "";
    case TL_COLUMN_NOTE:
      return columns->notes != NULL ? tl_trial_notes_text (columns->notes, index) : "";
    default:
      return NULL;
    }
}

static char *
against_best_text (TlTrialStore *store, guint index)
{
  gint   best = tl_trial_store_best (store);
  double ratio = against_best (store, index);

  if ((gint) index == best)
    return g_strdup (_("best"));
  return tl_format_gain (isnan (ratio) ? 0 : ratio, 1);
}

static char *
tags_text (const TlTrialColumns *columns, guint column, guint index)
{
  g_auto (GStrv) lines = g_strsplit (tl_trial_column_word (columns, column, index), "\n", -1);

  return g_strjoinv (column == TL_COLUMN_TAGS ? ", " : " ", lines);
}

char *
tl_trial_column_text (const TlTrialColumns *columns, guint column, guint index)
{
  double value;

  switch (column)
    {
    case TL_COLUMN_TRIAL:
      return g_strdup_printf ("%u", tl_trial_store_number (columns->store)[index]);
    case TL_COLUMN_LATENCY:
      return tl_trial_latency_text (columns->store, index);
    case TL_COLUMN_RANGE:
      return tl_trial_range_text (columns->store, index);
    case TL_COLUMN_AGAINST_BEST:
      return against_best_text (columns->store, index);
    case TL_COLUMN_SPEED_UP:
      return tl_trial_speedup_text (columns->store, index);
    case TL_COLUMN_THROUGHPUT:
      value = seconds_of (columns->store, index);
      return tl_format_gflops (columns->flops, isnan (value) ? 0 : value);
    case TL_COLUMN_PREDICTED:
      value = tl_trial_column_value (columns, column, index);
      return isnan (value) ? g_strdup ("—") : g_strdup_printf ("%.2f", value);
    case TL_COLUMN_BUILD:
      return tl_format_seconds (tl_trial_store_get (columns->store, index).build_s);
    case TL_COLUMN_STATUS:
      return tl_trial_outcome_text (columns->store, index);
    case TL_COLUMN_STAR:
      return g_strdup (tl_trial_column_value (columns, column, index) > 0 ? "★" : "");
    case TL_COLUMN_TAGS:
    case TL_COLUMN_NOTE:
      return tags_text (columns, column, index);
    default:
      return tl_trial_decisions_text (decisions_of (columns), column - TL_N_FIXED_COLUMNS,
                                      (float) tl_trial_column_value (columns, column, index));
    }
}

/* --- against the best --- */

gboolean
tl_trial_column_differs (const TlTrialColumns *columns, guint column, guint index)
{
  gint   best = tl_trial_store_best (columns->store);
  double value, of_best;

  if (best < 0 || column < TL_N_FIXED_COLUMNS)
    return FALSE;
  value = tl_trial_column_value (columns, column, index);
  of_best = tl_trial_column_value (columns, column, (guint) best);
  return !isnan (value) && !isnan (of_best) && value != of_best;
}

gboolean
tl_trial_ties_with_best (TlTrialStore *store, guint index)
{
  gint          best = tl_trial_store_best (store);
  TlTrialRecord record = tl_trial_store_get (store, index), other;

  if (best < 0 || record.outcome != TL_OUTCOME_OK || record.latency.n_samples == 0 || !tl_trial_store_ranks (store, index))
    return FALSE;
  other = tl_trial_store_get (store, (guint) best);
  return record.latency.low_s <= other.latency.high_s && other.latency.low_s <= record.latency.high_s;
}

/* --- filters --- */

static double
number_of (gpointer data, guint field, guint row)
{
  return tl_trial_column_value (data, field, row);
}

static const char *
text_of (gpointer data, guint field, guint row)
{
  return tl_trial_column_word (data, field, row);
}

TlTrialFields *
tl_trial_fields_new (const TlTrialColumns *columns)
{
  TlTrialFields *fields = g_new0 (TlTrialFields, 1);

  fields->columns = *columns;
  fields->names = g_ptr_array_new_with_free_func (g_free);
  fields->fields = g_array_new (FALSE, FALSE, sizeof (TlFilterField));
  for (guint i = 0; i < tl_trial_columns_n (columns); i++)
    {
      char         *name = tl_trial_column_name (columns, i);
      TlFilterField field = { name, tl_trial_column_type (i), i == TL_COLUMN_STATUS ? status_words : NULL };

      g_ptr_array_add (fields->names, name);
      g_array_append_val (fields->fields, field);
    }
  fields->source = (TlFilterSource) { (const TlFilterField *) (gpointer) fields->fields->data, fields->fields->len, number_of, text_of,
                                      &fields->columns };
  return fields;
}

void
tl_trial_fields_free (TlTrialFields *fields)
{
  g_ptr_array_unref (fields->names);
  g_array_unref (fields->fields);
  g_free (fields);
}
