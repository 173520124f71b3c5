/* SPDX-License-Identifier: Apache-2.0 */
#include "app/commands/fixes.h"

#include <stdio.h>
#include <string.h>

#include "core/schedule/violations.h"

void
tl_fixes_init (TlFixes *fixes, gboolean applies)
{
  *fixes = (TlFixes) { .applies = applies, .applied = g_string_new (NULL), .accesses = g_string_new (NULL) };
}

void
tl_fixes_clear (TlFixes *fixes)
{
  g_string_free (fixes->applied, TRUE);
  g_string_free (fixes->accesses, TRUE);
  g_clear_pointer (&fixes->found, tl_repair_free);
}

static void
note_accesses (TlFixes *fixes, TlState *state, const TlInst *refused, const GError *refusal)
{
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) found = tl_find_violations (arena, state, refused, refusal);

  g_string_truncate (fixes->accesses, 0);
  for (guint i = 0; i < found->len; i++)
    {
      g_autofree char *label = tl_violation_label (g_ptr_array_index (found, i));
      g_autofree char *sentence = tl_violation_sentence (g_ptr_array_index (found, i));

      g_string_append_printf (fixes->accesses, "  %s: %s\n", label, sentence);
    }
}

/* A script goes on with the variables that it has: then only steps behind those of its past are looked for. */
TlState *
tl_fixes_find (TlState *state, const TlInst *refused, const GError *refusal, gpointer user_data)
{
  TlFixes             *fixes = user_data;
  TlRepairLimits       limits = tl_repair_default_limits;
  g_autoptr (TlRepair) repair = NULL;
  g_autofree char     *sentence = NULL;

  limits.keeps_past = fixes->applies;
  repair = tl_repair_find (state, refused, FALSE, &limits, NULL);
  if (repair == NULL && fixes->applies)
    repair = tl_repair_find (state, refused, FALSE, &tl_repair_default_limits, NULL);
  if (repair != NULL && fixes->applies && repair->moved == NULL)
    {
      sentence = tl_repair_sentence (repair);
      g_string_append_printf (fixes->applied, "%.*s\n  fixed: %s\n", (int) strcspn (refusal->message, "\n"), refusal->message, sentence);
      return tl_state_ref (repair->state);
    }
  note_accesses (fixes, state, refused, refusal);
  g_clear_pointer (&fixes->found, tl_repair_free);
  fixes->found = g_steal_pointer (&repair);
  return NULL;
}

void
tl_fixes_print_applied (const TlFixes *fixes)
{
  fputs (fixes->applied->str, stderr);
}

void
tl_fixes_print_found (const TlFixes *fixes)
{
  g_autofree char *sentence = fixes->found != NULL ? tl_repair_sentence (fixes->found) : NULL;
  g_auto (GStrv)   lines = NULL;

  fputs (fixes->accesses->str, stderr);
  if (sentence == NULL)
    return;
  fprintf (stderr, "  Fix: %s\n", sentence);
  lines = g_strsplit (fixes->found->script != NULL ? fixes->found->script : "", "\n", -1);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    fprintf (stderr, "    %s\n", lines[i]);
}
