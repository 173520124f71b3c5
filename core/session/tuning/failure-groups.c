/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/failure-groups.h"

#include <string.h>

TlFailureGroup *
tl_failure_group_copy (const TlFailureGroup *group)
{
  TlFailureGroup *copy = g_memdup2 (group, sizeof *group);

  copy->signature = g_strdup (group->signature);
  copy->line = g_strdup (group->line);
  return copy;
}

void
tl_failure_group_free (TlFailureGroup *group)
{
  g_free (group->signature);
  g_free (group->line);
  g_free (group);
}

/* Pruned ones differ only in how much slower they were. */
static char *
signature_of (const TlTrialRecord *record)
{
  return tl_outcome_is_failure (record->outcome) ? tl_failure_signature (record->message) : g_strdup ("");
}

TlFailureGroup *
tl_failure_group_of_kind (TlTrialStore *store, TlOutcomeKind kind)
{
  TlFailureGroup *group;
  guint           n = tl_trial_store_n (store), first = 0;

  while (first < n && tl_trial_store_outcome (store)[first] != kind)
    first++;
  if (first == n)
    return NULL;
  group = g_new0 (TlFailureGroup, 1);
  group->kind = kind;
  group->line = g_strdup (tl_outcome_title (kind));
  group->first = first;
  group->n = tl_trial_store_count (store, kind);
  return group;
}

gboolean
tl_failure_group_has (const TlFailureGroup *group, TlTrialStore *store, guint index)
{
  TlTrialRecord    record;
  g_autofree char *signature = NULL;

  if (tl_trial_store_outcome (store)[index] != group->kind || group->signature == NULL)
    return tl_trial_store_outcome (store)[index] == group->kind;
  record = tl_trial_store_get (store, index);
  signature = signature_of (&record);
  return strcmp (signature, group->signature) == 0;
}

static TlFailureGroup *
group_new (const TlTrialRecord *record, const char *signature, guint first)
{
  TlFailureGroup *group = g_new0 (TlFailureGroup, 1);
  const char     *title = tl_outcome_title (record->outcome);
  gsize           length = record->message != NULL && *signature != '\0' ? strcspn (record->message, "\n") : 0;

  group->kind = record->outcome;
  group->signature = g_strdup (signature);
  group->first = first;
  if (length == 0)
    group->line = g_strdup (title);
  else if (g_str_has_prefix (record->message, title))
    group->line = g_strndup (record->message, length);
  else
    group->line = g_strdup_printf ("%s: %.*s", title, (int) length, record->message);
  return group;
}

static gint
compare_groups (gconstpointer a, gconstpointer b)
{
  const TlFailureGroup *x = *(TlFailureGroup *const *) a, *y = *(TlFailureGroup *const *) b;
  gboolean              x_fails = tl_outcome_is_failure (x->kind), y_fails = tl_outcome_is_failure (y->kind);

  if (x_fails != y_fails)
    return x_fails ? -1 : 1;
  return x->n != y->n ? (x->n < y->n ? 1 : -1) : (x->first > y->first) - (x->first < y->first);
}

GPtrArray *
tl_failure_groups (TlTrialStore *store)
{
  GPtrArray              *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_failure_group_free);
  g_autoptr (GHashTable)  known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < tl_trial_store_n (store); i++)
    {
      TlTrialRecord    record;
      g_autofree char *signature = NULL, *key = NULL;
      TlFailureGroup  *group;

      if (tl_trial_store_outcome (store)[i] == TL_OUTCOME_OK)
        continue;
      record = tl_trial_store_get (store, i);
      signature = signature_of (&record);
      key = g_strdup_printf ("%u %s", (guint) record.outcome, signature);
      group = g_hash_table_lookup (known, key);
      if (group == NULL)
        {
          group = group_new (&record, signature, i);
          g_ptr_array_add (groups, group);
          g_hash_table_insert (known, g_steal_pointer (&key), group);
        }
      group->n++;
    }
  g_ptr_array_sort (groups, compare_groups);
  return groups;
}

char *
tl_failure_group_text (const TlFailureGroup *group)
{
  return g_strdup_printf ("%u × %s", group->n, group->line);
}

/* The values of a column that are at least, or at most, @limit as "6..64"; @limit alone where it is the end. */
static char *
values_text (TlTrialStore *store, guint column, const char *value)
{
  guint        n = 0;
  const float *distinct = tl_trial_decisions_distinct (tl_trial_store_decisions (store), column, &n);

  if (n > 0 && g_str_has_prefix (value, "≥ "))
    return g_strdup_printf ("%s..%.0f", value + strlen ("≥ "), (double) distinct[n - 1]);
  if (n > 0 && g_str_has_prefix (value, "≤ "))
    return g_strdup_printf ("%.0f..%s", (double) distinct[0], value + strlen ("≤ "));
  return g_strdup (value);
}

/* Decisions of sketches have keys with a slash; the sketch itself has not. */
char *
tl_common_decision_forbid (TlTrialStore *store, const TlCommonDecision *common)
{
  const char      *key = tl_trial_decisions_key (tl_trial_store_decisions (store), common->column);
  g_autofree char *values = values_text (store, common->column, common->value);

  return strchr (key, '/') != NULL ? g_strdup_printf ("forbid %s=%s", key, values) : NULL;
}
