/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/violation.h"

#include <string.h>

static void
violation_free (gpointer data)
{
  TlViolation *violation = data;

  g_free (violation->from.text);
  g_free (violation->to.text);
  g_free (violation->label);
  g_free (violation->sentence);
  g_free (violation);
}

static TlViolationEnd
end_of (const TlBodyAccess *access)
{
  return (TlViolationEnd) { access->block->id, tl_access_to_text (access), access->is_write };
}

static gboolean
is_in (const TlModule *module, const TlDependence *dependence)
{
  return tl_module_find (module, dependence->from->block->id) != NULL && tl_module_find (module, dependence->to->block->id) != NULL;
}

static gboolean
has_sentence (const GPtrArray *violations, const char *sentence)
{
  for (guint i = 0; i < violations->len; i++)
    if (strcmp (((const TlViolation *) violations->pdata[i])->sentence, sentence) == 0)
      return TRUE;
  return FALSE;
}

/* Those of @refused, a step on @state, whose blocks are in @shown. */
static void
add_violations (GPtrArray *violations, TlState *state, const TlInst *refused, const GError *refusal, const TlModule *shown)
{
  g_autoptr (TlArena)   arena = tl_arena_new (NULL);
  g_autoptr (GPtrArray) found = tl_find_violations (arena, state, refused, refusal);

  for (guint i = 0; i < found->len; i++)
    {
      const TlDependence *dependence = g_ptr_array_index (found, i);
      g_autofree char    *sentence = tl_violation_sentence (dependence);
      TlViolation        *violation;

      if (!is_in (shown, dependence) || has_sentence (violations, sentence))
        continue;
      violation = g_new0 (TlViolation, 1);
      violation->from = end_of (dependence->from);
      violation->to = end_of (dependence->to);
      violation->label = tl_violation_label (dependence);
      violation->sentence = g_steal_pointer (&sentence);
      g_ptr_array_add (violations, violation);
    }
}

GPtrArray *
tl_violations_new (TlState *state, const TlInst *refused, const GError *refusal)
{
  GPtrArray *violations = g_ptr_array_new_with_free_func (violation_free);

  add_violations (violations, state, refused, refusal, tl_state_module (state));
  return violations;
}

GPtrArray *
tl_draft_violations_new (TlState *draft)
{
  GPtrArray *violations = g_ptr_array_new_with_free_func (violation_free);

  for (TlState *state = draft; state != NULL; state = tl_state_parent (state))
    {
      const GPtrArray *broken = tl_state_broken_orders (state);

      for (guint i = 0; broken != NULL && i < broken->len; i++)
        add_violations (violations, tl_state_parent (state), tl_state_inst (state), broken->pdata[i], tl_state_module (draft));
    }
  return violations;
}

/* --- places in a script --- */

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* The first occurrence that is no part of a longer name. */
static const char *
find_whole (const char *line, const char *text)
{
  const char *found = strstr (line, text);

  while (found != NULL && found > line && is_word (found[-1]))
    found = strstr (found + 1, text);
  return found;
}

/* A store begins its line and goes on with "=". */
static const char *
find_in_line (const char *line, const TlViolationEnd *end)
{
  const char *start = line + strspn (line, " "), *after = start;
  gboolean    is_store = g_str_has_prefix (start, end->text) && g_str_has_prefix (start + strlen (end->text), " = ");

  if (g_str_has_prefix (start, "T.reads(") || g_str_has_prefix (start, "T.writes("))
    return NULL;
  if (end->is_write)
    return is_store ? start : NULL;
  if (is_store)
    after = start + strlen (end->text);
  return find_whole (after, end->text);
}

static const TlScriptMark *
find_mark (const GArray *marks, TlNodeId node)
{
  for (guint i = 0; i < marks->len; i++)
    if (g_array_index (marks, TlScriptMark, i).id == node)
      return &g_array_index (marks, TlScriptMark, i);
  return NULL;
}

gboolean
tl_violation_find_place (const TlViolationEnd *end, const char *script, const GArray *marks, TlTextPlace *place)
{
  const TlScriptMark *mark = find_mark (marks, end->block);
  g_auto (GStrv)      lines = mark != NULL ? g_strsplit (script, "\n", -1) : NULL;
  guint               n_lines = lines != NULL ? g_strv_length (lines) : 0;
  gsize               init = 0;   /* how far the "with T.init():" around stands in; 0: none */

  for (guint i = mark != NULL ? mark->first_line - 1 : 0; mark != NULL && i < MIN (n_lines, mark->last_line); i++)
    {
      gsize       indent = strspn (lines[i], " ");
      const char *found;

      if (init > 0 && indent > init)
        continue;
      init = g_str_has_prefix (lines[i] + indent, "with T.init(") ? indent : 0;
      found = find_in_line (lines[i], end);
      if (found == NULL)
        continue;
      *place = (TlTextPlace) { i, (guint) g_utf8_strlen (lines[i], found - lines[i]), (guint) g_utf8_strlen (end->text, -1) };
      return TRUE;
    }
  return FALSE;
}
