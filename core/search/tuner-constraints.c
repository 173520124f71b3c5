/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Constraints of a run. They may change while it goes on; a batch is generated under those that hold when it begins. They are kept with
 * the run, each time with the first trial under them, so that a resumed one goes on as it was:
 *
 *     from 24
 *     pin C/i/4/2=8
 *     from 64
 */
#include <string.h>

#include "core/search/tuner-private.h"

#define FROM "from "

static char *
history_key (const TlTuner *tuner)
{
  return g_strdup_printf ("constraints of run %" G_GINT64_FORMAT, tuner->run->id);
}

static const TlTunerConstraints *
last_entry (const TlTuner *tuner)
{
  return tuner->history->len > 0 ? &g_array_index (tuner->history, TlTunerConstraints, tuner->history->len - 1) : NULL;
}

void
tl_tuner_constraints_clear (gpointer data)
{
  g_clear_pointer (&((TlTunerConstraints *) data)->constraints, tl_constraints_unref);
}

/* Lines that cannot be read any more are no constraints. */
static void
append_entry (TlTuner *tuner, guint first, const char *lines)
{
  TlTunerConstraints entry = { first, lines[0] != '\0' ? tl_constraints_read (lines, NULL) : NULL };

  g_array_append_val (tuner->history, entry);
}

void
tl_tuner_recall_constraints (TlTuner *tuner)
{
  g_autofree char *key = history_key (tuner), *text = tl_database_get (tuner->options.database, key);
  g_auto (GStrv) parts = g_strsplit (text ? text : "", FROM, -1);

  for (guint i = 1; text && parts[i]; i++)
    {
      const char *end = strchr (parts[i], '\n');

      append_entry (tuner, (guint) g_ascii_strtoull (parts[i], NULL, 10), end ? end + 1 : "");
    }
  if (tuner->options.keeps_constraints && last_entry (tuner) && last_entry (tuner)->constraints)
    tuner->constraints = tl_constraints_ref (last_entry (tuner)->constraints);
}

static gboolean
save_history (TlTuner *tuner)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *key = tuner->run ? history_key (tuner) : NULL;
  GError *error = NULL;

  for (guint i = 0; i < tuner->history->len; i++)
    {
      const TlTunerConstraints *entry = &g_array_index (tuner->history, TlTunerConstraints, i);
      g_autofree char *lines = entry->constraints ? tl_constraints_print (entry->constraints) : NULL;

      g_string_append_printf (text, FROM "%u\n%s%s", entry->first, lines ? lines : "", lines ? "\n" : "");
    }
  if (!key || tl_database_set (tuner->options.database, key, text->str, &error))
    return TRUE;
  tl_tuner_give_up (tuner, error);
  return FALSE;
}

static gboolean
are_equal (const TlConstraints *a, const TlConstraints *b)
{
  g_autofree char *left = a ? tl_constraints_print (a) : g_strdup (""), *right = b ? tl_constraints_print (b) : g_strdup ("");

  return strcmp (left, right) == 0;
}

/* Takes note of those that hold from @first on. */
static gboolean
note_current (TlTuner *tuner, guint first)
{
  g_autoptr (TlConstraints) current = NULL;
  TlTunerConstraints entry;

  g_mutex_lock (&tuner->lock);
  if (tuner->constraints && tl_constraints_n (tuner->constraints) > 0)
    current = tl_constraints_ref (tuner->constraints);
  if (tuner->constrained_from == G_MAXUINT)
    tuner->constrained_from = first;
  g_mutex_unlock (&tuner->lock);
  if (are_equal (current, last_entry (tuner) ? last_entry (tuner)->constraints : NULL))
    return TRUE;
  entry = (TlTunerConstraints) { first, g_steal_pointer (&current) };
  g_array_append_val (tuner->history, entry);
  return save_history (tuner);
}

static const TlTunerConstraints *
entry_at (const TlTuner *tuner, guint first)
{
  const TlTunerConstraints *found = NULL;

  for (guint i = 0; i < tuner->history->len; i++)
    if (g_array_index (tuner->history, TlTunerConstraints, i).first <= first)
      found = &g_array_index (tuner->history, TlTunerConstraints, i);
  return found;
}

/* Other tasks of a module have other decisions; constraints on those are none here. */
static void
restrict_to_task (TlTuner *tuner, TlConstraints *constraints)
{
  g_autoptr (TlState) start = tl_state_reseed (tuner->options.start, tuner->options.config.seed);
  g_autoptr (GPtrArray) sketches = tl_space_sketches (tuner->options.space, start, NULL);

  g_clear_pointer (&tuner->own_constraints, tl_constraints_unref);
  tuner->constraints_of = constraints;   /* the history keeps it */
  tuner->own_constraints = sketches ? tl_constraints_for_sketches (constraints, sketches) : tl_constraints_ref (constraints);
}

gboolean
tl_tuner_constraints_for (TlTuner *tuner, guint first, gboolean is_known, TlConstraints **constraints)
{
  const TlTunerConstraints *entry;

  *constraints = NULL;
  if (!is_known && !note_current (tuner, first))
    return FALSE;
  entry = entry_at (tuner, first);
  if (!entry || !entry->constraints)
    return TRUE;
  if (tuner->constraints_of != entry->constraints)
    restrict_to_task (tuner, entry->constraints);
  *constraints = tl_constraints_n (tuner->own_constraints) > 0 ? tuner->own_constraints : NULL;
  return TRUE;
}

void
tl_tuner_set_constraints (TlTuner *tuner, TlConstraints *constraints)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&tuner->lock);

  if (constraints)
    tl_constraints_ref (constraints);
  g_clear_pointer (&tuner->constraints, tl_constraints_unref);
  tuner->constraints = constraints;
  tuner->constrained_from = G_MAXUINT;
}
