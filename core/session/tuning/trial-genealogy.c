/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/tuning/trial-genealogy.h"

#include <math.h>

#include "core/base/i18n.h"

GArray *
tl_trial_ancestors (TlTrialStore *store, guint index)
{
  GArray *line = g_array_new (FALSE, FALSE, sizeof (guint));
  gint    at;

  /* A parent comes before its child, so this ends. */
  for (at = (gint) index; at >= 0; at = tl_trial_store_parent (store, (guint) at))
    g_array_prepend_val (line, at);
  return line;
}

GArray *
tl_trial_children (TlTrialStore *store, guint index)
{
  guint64 hash = tl_trial_store_get (store, index).program_hash;
  GArray *children = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = index + 1; hash != 0 && i < tl_trial_store_n (store); i++)
    if (tl_trial_store_get (store, i).origin.parent == hash)
      g_array_append_val (children, i);
  return children;
}

/* "tile size, unroll" of "MutateTileSize,MutateUnroll". */
static char *
mutators_text (const char *mutators)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv)      names = g_strsplit (mutators != NULL ? mutators : "", ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *name = g_str_has_prefix (names[i], "Mutate") ? names[i] + 6 : names[i];

      g_string_append (text, i > 0 ? ", " : "");
      for (guint k = 0; name[k] != '\0'; k++)
        {
          if (k > 0 && g_ascii_isupper (name[k]))
            g_string_append_c (text, ' ');
          g_string_append_c (text, g_ascii_tolower (name[k]));
        }
    }
  return g_strdup (text->str);
}

static char *
mutated_text (TlTrialStore *store, guint index)
{
  g_autofree char *mutators = mutators_text (tl_trial_store_get (store, index).origin.mutators);
  gint             parent = tl_trial_store_parent (store, index);

  if (parent < 0)
    return g_strdup_printf (_("Mutated from a schedule that was not measured: %s"), mutators);
  return g_strdup_printf (_("Mutated from trial %u: %s"), tl_trial_store_number (store)[parent], mutators);
}

char *
tl_trial_origin_text (TlTrialStore *store, guint index)
{
  switch (tl_trial_store_get (store, index).origin.kind)
    {
    case TL_ORIGIN_START:
      return g_strdup (_("The program as it stands"));
    case TL_ORIGIN_RULES:
      return g_strdup (_("Schedule by rules"));
    case TL_ORIGIN_RANDOM:
      return g_strdup (_("Random sample"));
    case TL_ORIGIN_MUTATED:
      return mutated_text (store, index);
    case TL_ORIGIN_ADDED:
      return g_strdup (_("Added by hand"));
    case TL_ORIGIN_UNKNOWN:
    case TL_N_ORIGINS:
      break;
    }
  return NULL;
}

char *
tl_trial_change_text (TlTrialStore *store, guint from, guint to)
{
  const TlTrialDecisions *decisions = tl_trial_store_decisions (store);
  g_autoptr (GString)     text = g_string_new (NULL);

  for (guint i = 0; i < tl_trial_decisions_n (decisions); i++)
    {
      const float     *values = tl_trial_decisions_values (decisions, i);
      g_autofree char *before = NULL, *after = NULL;

      if (values[from] == values[to] || (isnan (values[from]) && isnan (values[to])))
        continue;
      before = tl_trial_decisions_text (decisions, i, values[from]);
      after = tl_trial_decisions_text (decisions, i, values[to]);
      g_string_append_printf (text, "%s%s %s → %s", text->len > 0 ? " · " : "", tl_trial_decisions_name (decisions, i), before, after);
    }
  return text->len > 0 ? g_strdup (text->str) : NULL;
}
