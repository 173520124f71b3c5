/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/shrink.h"

#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"

/* The problem of the schedule of @origin's program that @lines write down; NULL if there is none, or if they are no schedule. */
static char *
find_problem_of_lines (TlState *origin, GPtrArray *lines, FindProblem find, gpointer user_data)
{
  g_autoptr (GString)          text = g_string_new (NULL);
  g_autoptr (GError)           error = NULL;
  g_autoptr (TlState)          fresh = tl_state_new (tl_state_module (tl_state_root (origin)), tl_state_seed (origin));
  g_autoptr (TlState)          start = tl_state_with_intrins (fresh, tl_state_intrins (origin));
  g_autoptr (TlSource)         source = NULL;
  g_autoptr (TlScheduleScript) script = NULL;
  g_autoptr (TlState)          state = NULL;

  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) lines->pdata[i]);
  source = tl_source_new ("trace.py", text->str, -1);
  script = tl_schedule_script_parse (source, NULL);
  state = script != NULL ? tl_schedule_script_run (script, start, NULL, NULL, &error) : NULL;
  if (state == NULL)
    return g_error_matches (error, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_BROKEN) ? g_strdup (error->message) : NULL;
  return find (state, user_data);
}

char *
shrink_schedule (TlState *state, FindProblem find, gpointer user_data, char **problem)
{
  g_autofree char      *text = tl_trace_to_text (state, TL_DIALECT_CLASSIC, FALSE);
  g_auto (GStrv)        all = g_strsplit (g_strchomp (text), "\n", -1);
  g_autoptr (GPtrArray) lines = g_ptr_array_new ();
  gboolean              has_shrunk = TRUE;

  for (guint i = 0; all[i] != NULL; i++)
    g_ptr_array_add (lines, all[i]);
  while (has_shrunk)
    {
      has_shrunk = FALSE;
      for (guint i = lines->len; i-- > 0;)
        {
          gpointer line = g_ptr_array_steal_index (lines, i);
          char    *still = lines->len > 0 ? find_problem_of_lines (state, lines, find, user_data) : NULL;

          if (still == NULL)
            {
              g_ptr_array_insert (lines, (gint) i, line);
              continue;
            }
          g_free (*problem);
          *problem = still;
          has_shrunk = TRUE;
        }
    }
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}
