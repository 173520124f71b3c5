/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The worked examples, and the schedule scripts of tests/schedule/scripts, which users could have written, each as one file: programs,
 * tensor expressions, steps. Every program in it prints and reads back as an equal one in both dialects; its steps run as they stand, and
 * say themselves with assert_structural_equal where a printed program must be reached; what a schedule ends with is expected/<file>,
 * recorded from TVM (tests/oracle/run-seeds.py), and its trace replays. listings.txt says which listing is where.
 */
#include <string.h>

#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/analysis/tvm-allocation.h"
#include "core/schedule/schedule-script.h"
#include "core/te/te.h"
#include "tests/must.h"
#include "tests/schedule/schedule-checks.h"

static gboolean
holds (char *problem)
{
  g_autofree char *owned = problem;

  if (problem != NULL)
    g_test_fail_printf ("%s", problem);
  return problem == NULL;
}

static void
check_program (const TlModule *module)
{
  must (tl_module_verify (module, &failure));
  holds (check_program_round_trip (module));
}

static void
check_definitions (TlSource *source)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  g_autoptr (GError)  error = NULL;
  const TlAst        *script = must (tl_ast_parse (arena, source, &failure));

  for (guint i = 0; i < script->n_body; i++)
    if (tl_script_is_definition (script->body[i]))
      {
        g_autoptr (TlModule) module = tl_script_read_definition (source, script, script->body[i], NULL, 0, &error);

        g_assert_no_error (error);
        check_program (module);
      }
}

static void
check_steps (const char *path, TlSource *source, const TlModule *program)
{
  g_autoptr (TlScheduleScript) script = must (tl_schedule_script_parse (source, &failure));
  g_autoptr (TlState)          start = tl_state_new (program, 1), end = NULL;
  g_autofree char             *folder = g_path_get_dirname (path), *name = g_path_get_basename (path);
  g_autofree char             *expected = g_build_filename (folder, "expected", name, NULL), *text = NULL, *difference = NULL;
  g_autoptr (TlModule)         module = NULL;
  g_autoptr (GPtrArray)        differences = NULL;

  end = must (tl_schedule_script_run (script, start, NULL, NULL, &failure));
  g_assert_cmpuint (tl_state_n_steps (end), >, 0);
  check_program (tl_state_module (end));
  differences = tl_tvm_differences (tl_state_module (end));
  g_assert_cmpuint (differences->len, ==, 0);
  if (tl_state_root (end) == tl_state_root (start))
    holds (check_trace_round_trip (end));
  if (!g_file_get_contents (expected, &text, NULL, NULL))
    return;
  module = must (tl_script_read_text (text, &failure));
  if (!tl_module_equal (module, tl_state_module (end), &difference))
    g_test_fail_printf ("expected another program: %s", difference);
}

static void
test_example (gconstpointer data)
{
  const char          *path = data;
  g_autoptr (TlSource) source = must (tl_source_load (path, &failure));
  g_autoptr (TlModule) program = must (tl_program_read (source, &failure));

  check_program (program);
  check_definitions (source);
  if (strstr (tl_source_text (source), "Schedule(") != NULL)
    check_steps (path, source, program);
}

static gboolean
has_list (const char *top)
{
  g_autofree char *path = g_build_filename (top, "listings.txt", NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* Each file that the list names is there, and each that is there is named. */
static void
test_list (gconstpointer data)
{
  const char      *top = data;
  g_autofree char *path = g_build_filename (top, "listings.txt", NULL), *text = NULL;
  g_auto (GStrv)   lines = NULL;
  g_autoptr (GHashTable) named = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GDir) dir = g_dir_open (top, 0, NULL);
  const char      *name;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit_set (text, "\n ", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_suffix (lines[i], ".py"))
      {
        g_autofree char *file = g_build_filename (top, lines[i], NULL);

        g_hash_table_add (named, lines[i]);
        if (!g_file_test (file, G_FILE_TEST_IS_REGULAR))
          g_test_fail_printf ("%s is in the list only", lines[i]);
      }
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".py") && !g_hash_table_contains (named, name))
      g_test_fail_printf ("%s is not in the list", name);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir)      dir = NULL;
  const char           *name;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  dir = g_dir_open (argv[1], 0, NULL);
  g_assert_nonnull (dir);
  if (has_list (argv[1]))
    g_test_add_data_func ("/seeds/list", argv[1], test_list);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *test = g_strdup_printf ("/seeds/%s", name);

      if (!g_str_has_suffix (name, ".py"))
        continue;
      g_ptr_array_add (paths, g_build_filename (argv[1], name, NULL));
      g_test_add_data_func (test, g_ptr_array_index (paths, paths->len - 1), test_example);
    }
  return g_test_run ();
}
