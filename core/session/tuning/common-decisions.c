/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/common-decisions.h"

#include <math.h>
#include <string.h>

#include "core/base/i18n.h"

#define LEAST_DIFFERENCE 0.2   /* between the shares: less is chance */

static void
common_free (gpointer data)
{
  g_free (((TlCommonDecision *) data)->value);
  g_free (data);
}

typedef enum { EQUAL, AT_LEAST, AT_MOST, N_RELATIONS } Relation;

static gboolean
holds (float value, Relation relation, float limit)
{
  return relation == EQUAL ? value == limit : relation == AT_LEAST ? value >= limit : value <= limit;
}

/* How much more often it is so among trials of the outcome. */
static double
difference (const TlCommonDecision *common)
{
  return (double) common->n_with / common->n - (common->n_measured > 0 ? (double) common->n_measured_with / common->n_measured : 0);
}

static TlCommonDecision
count (TlTrialStore *store, TlOutcomeKind kind, guint column, Relation relation, float limit)
{
  const float     *values = tl_trial_decisions_values (tl_trial_store_decisions (store), column);
  const guint8    *outcome = tl_trial_store_outcome (store);
  TlCommonDecision common = { .column = column };

  for (guint i = 0; i < tl_trial_store_n (store); i++)
    {
      gboolean is_so = holds (values[i], relation, limit);

      if (outcome[i] == kind)
        {
          common.n++;
          common.n_with += is_so;
        }
      else if (outcome[i] == TL_OUTCOME_OK)
        {
          common.n_measured++;
          common.n_measured_with += is_so;
        }
    }
  return common;
}

/* The relation of one column that tells most; NULL: none does. A limit that is the end of all values is no limit. */
static TlCommonDecision *
best_of_column (TlTrialStore *store, TlOutcomeKind kind, guint column)
{
  const TlTrialDecisions *decisions = tl_trial_store_decisions (store);
  guint                   n = 0;
  const float            *distinct = tl_trial_decisions_distinct (decisions, column, &n);
  gboolean                is_ordered = tl_trial_decisions_kind (decisions, column) != TL_DECISION_CHOICE;
  TlCommonDecision        best = { 0 };
  Relation                best_relation = EQUAL;
  float                   best_limit = 0;

  for (guint i = 0; i < n; i++)
    for (guint relation = EQUAL; relation < (is_ordered && n > 2 ? N_RELATIONS : AT_LEAST); relation++)
      {
        TlCommonDecision common;

        if ((relation == AT_LEAST && i == 0) || (relation == AT_MOST && i == n - 1))
          continue;
        common = count (store, kind, column, relation, distinct[i]);
        if (common.n_with * 2 < common.n || difference (&common) <= (best.n > 0 ? difference (&best) : LEAST_DIFFERENCE))
          continue;
        best = common;
        best_relation = relation;
        best_limit = distinct[i];
      }
  if (best.n > 0)
    {
      g_autofree char *text = tl_trial_decisions_text (decisions, column, best_limit);

      best.value = g_strdup_printf ("%s%s", best_relation == AT_LEAST ? "≥ " : best_relation == AT_MOST ? "≤ " : "", text);
    }
  return best.n > 0 ? g_memdup2 (&best, sizeof best) : NULL;
}

static gint
compare_common (gconstpointer a, gconstpointer b)
{
  double left = difference (*(TlCommonDecision *const *) a), right = difference (*(TlCommonDecision *const *) b);

  return (left < right) - (left > right);
}

GPtrArray *
tl_common_decisions (TlTrialStore *store, TlOutcomeKind kind, guint max)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (common_free);

  if (tl_trial_store_count (store, kind) < 2)
    return found;
  for (guint i = 0; i < tl_trial_decisions_n (tl_trial_store_decisions (store)); i++)
    {
      TlCommonDecision *common = best_of_column (store, kind, i);

      if (common != NULL)
        g_ptr_array_add (found, common);
    }
  g_ptr_array_sort (found, compare_common);
  if (found->len > max)
    g_ptr_array_set_size (found, (gint) max);
  return found;
}

char *
tl_common_decision_text (TlTrialStore *store, const TlCommonDecision *common)
{
  const char *name = tl_trial_decisions_name (tl_trial_store_decisions (store), common->column);
  const char *equals = g_str_has_prefix (common->value, "≥") || g_str_has_prefix (common->value, "≤") ? "" : "= ";

  return g_strdup_printf (_("%u of %u have %s %s%s, and %u of %u measured ones"), common->n_with, common->n, name, equals, common->value,
                          common->n_measured_with, common->n_measured);
}

/* --- failures --- */

char *
tl_failure_signature (const char *message)
{
  gsize               n = message != NULL ? strcspn (message, "\n") : 0;
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    {
      if (!g_ascii_isdigit (message[i]))
        {
          g_string_append_c (text, message[i]);
          continue;
        }
      while (i + 1 < n && (g_ascii_isalnum (message[i + 1]) || strchr (".+-", message[i + 1]) != NULL))
        i++;
      g_string_append_c (text, '#');
    }
  return g_strdup (text->str);
}

GArray *
tl_failures_like (TlTrialStore *store, guint index)
{
  TlTrialRecord    record = tl_trial_store_get (store, index);
  g_autofree char *signature = tl_failure_signature (record.message);
  GArray          *others = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < tl_trial_store_n (store); i++)
    {
      g_autofree char *of_other = NULL;

      if (i == index || tl_trial_store_outcome (store)[i] != record.outcome)
        continue;
      of_other = tl_failure_signature (tl_trial_store_get (store, i).message);
      if (strcmp (signature, of_other) == 0)
        g_array_append_val (others, i);
    }
  return others;
}
