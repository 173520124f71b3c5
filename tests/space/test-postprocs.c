/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Postprocessors against what TVM makes of the same programs (tests/oracle/compare-postprocs.py recorded it). A case is a folder
 * postprocs/<postprocessor>/<case>/:
 *
 *     before.py, schedule.py (may lack)   the program and what happens to it first
 *     postproc.txt                        "target: …" and "postprocs: …"
 *     after.py, trace.py                  the program and the trace afterwards, or
 *     refusal.txt                         the refusal, which begins with the postprocessor's name
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/schedule/schedule-script.h"
#include "core/schedule/trace.h"
#include "core/text/script.h"
#include "core/space/postproc.h"
#include "tests/add-test.h"
#include "tests/must.h"
#include "tests/read-module.h"

static char *
read_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) ? text : NULL;
}

static TlState *
scheduled (const char *folder)
{
  g_autofree char *before = read_file (folder, "before.py"), *text = read_file (folder, "schedule.py");
  g_autoptr (TlModule) module = read_module (before);
  g_autoptr (TlState) start = tl_state_new (module, 1);
  g_autoptr (TlSource) source = NULL;
  g_autoptr (TlScheduleScript) script = NULL;
  TlState *state;

  if (!text)
    return g_steal_pointer (&start);
  source = tl_source_new ("schedule.py", text, -1);
  script = must (tl_schedule_script_parse (source, &failure));
  state = must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
  return state;
}

/* The value of "key: value" in the folder's postproc.txt. */
static char *
option (const char *folder, const char *key)
{
  g_autofree char *text = read_file (folder, "postproc.txt");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], key))
      return g_strdup (lines[i] + strlen (key));
  g_assert_not_reached ();
}

static TlState *
postprocessed (const char *folder, TlState *state, GError **error)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autofree char *target_text = option (folder, "target: "), *list_text = option (folder, "postprocs: ");
  const TlComponent *list;
  TlTarget target;
  guint n;

  g_assert_true (tl_target_parse (target_text, &target, error));
  list = tl_component_list_parse (arena, &tl_postproc_table, list_text, &n, error);
  g_assert_no_error (*error);
  return tl_postprocs_apply (list, n, &target, state, error);
}

static void
check_result (const char *folder, TlState *state)
{
  g_autofree char *after = read_file (folder, "after.py"), *trace = read_file (folder, "trace.py"), *found = NULL, *difference = NULL;
  g_autoptr (TlModule) expected = read_module (after);
  g_autoptr (TlState) again = NULL;

  g_assert_true (must (tl_module_verify (tl_state_module (state), &failure)));
  if (!tl_module_equal (tl_state_module (state), expected, &difference))
    g_error ("%s: %s", folder, difference);
  found = tl_trace_to_text (state, TL_DIALECT_SBLOCK, TRUE);
  g_strchomp (found);
  g_strchomp (trace);
  g_assert_cmpstr (found, ==, trace);
  again = must (tl_trace_replay (tl_state_root (state), state, TRUE, FALSE, &failure));
  g_assert_true (tl_module_equal (tl_state_module (state), tl_state_module (again), NULL));
}

static void
test_case (gconstpointer data)
{
  const char *folder = data;
  g_autofree char *refusal = read_file (folder, "refusal.txt");
  g_autoptr (GError) error = NULL;
  g_autoptr (TlState) before = scheduled (folder), state = postprocessed (folder, before, &error);

  if (!refusal)
    {
      g_assert_no_error (error);
      check_result (folder, state);
      return;
    }
  g_assert_null (state);
  g_assert_error (error, TL_SCHEDULE_ERROR, error->code);
  g_assert_cmpstr (error->message, ==, g_strchomp (refusal));
}

/* Each row has cases, among them one that is accepted. */
static void
test_rows (gconstpointer data)
{
  const GPtrArray *folders = data;
  const TlComponentInfo *info;

  for (guint i = 0; (info = tl_postproc_table.nth (i)); i++)
    {
      guint n_accepted = 0;

      g_assert_nonnull (info->summary);
      for (guint k = 0; k < folders->len; k++)
        {
          g_autofree char *list = option (folders->pdata[k], "postprocs: "), *after = read_file (folders->pdata[k], "after.py");

          n_accepted += after && strstr (list, info->name);
        }
      if (n_accepted == 0)
        g_error ("%s has no case that is accepted", info->name);
    }
}

static void
find_cases (const char *folder, guint depth, GPtrArray *folders)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (depth > 1)
        find_cases (path, depth - 1, folders);
      else
        g_ptr_array_add (folders, g_steal_pointer (&path));
    }
}

/* Names of steps and places stay in what is said of a postprocessor that a step refuses; hints that do not apply change nothing. */
static void
test_twice (gconstpointer data)
{
  g_autofree char *folder = g_build_filename (data, "rewrite-parallel-vectorize-unroll", "reduction", NULL);
  g_autoptr (TlState) before = scheduled (folder), once = must (postprocessed (folder, before, &failure)), twice = NULL;

  g_assert_false (tl_state_is_postprocessed (before));
  g_assert_true (tl_state_is_postprocessed (once));
  twice = must (postprocessed (folder, once, &failure));
  g_assert_cmpuint (tl_state_n_steps (twice), ==, tl_state_n_steps (once));
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  find_cases (argv[1], 2, folders);
  for (guint i = 0; i < folders->len; i++)
    add_test (test_case, folders->pdata[i], "/space/postprocs/%s", (const char *) folders->pdata[i] + strlen (argv[1]) + 1);
  g_test_add_data_func ("/space/postprocs/rows", folders, test_rows);
  g_test_add_data_func ("/space/postprocs/twice", argv[1], test_twice);
  return g_test_run ();
}
