/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Passes over graph functions. FOLDER/<case>/ holds before.py, and as A+B.py what the passes A and B make of it in TVM
 * (tests/oracle/compare-passes.py).
 */
#include "core/graph/passes/graph-passes.h"
#include "core/ir/compare.h"
#include "core/text/script.h"
#include "tests/must.h"

static TlModule *
read_script (const char *folder, const char *name)
{
  g_autofree char     *path = g_build_filename (folder, name, NULL);
  g_autoptr (TlSource) source = must (tl_source_load (path, &failure));

  return must (tl_script_read (source, &failure));
}

static TlModule *
run_passes (const char *names, TlModule *module)
{
  g_auto (GStrv)                 list = g_strsplit (names, "+", -1);
  guint                          n = g_strv_length (list);
  g_autofree const TlGraphPass **passes = g_new0 (const TlGraphPass *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      passes[i] = tl_graph_pass_find (list[i]);
      g_assert_nonnull (passes[i]);
    }
  return must (tl_graph_run_passes (module, passes, &failure));
}

static void
test_case (gconstpointer data)
{
  const char          *path = data;
  g_autofree char     *folder = g_path_get_dirname (path), *name = g_path_get_basename (path), *difference = NULL;
  g_autofree char     *passes = g_strndup (name, strlen (name) - strlen (".py"));
  g_autoptr (TlModule) before = read_script (folder, "before.py"), expected = read_script (folder, name);
  g_autoptr (TlModule) after = run_passes (passes, before);
  g_autofree char     *text = tl_script_print (after, TL_DIALECT_SBLOCK, NULL);

  if (!tl_module_equal (expected, after, &difference))
    g_test_fail_printf ("expected another module: %s\n%s", difference, text);
}

static void
add_cases (const char *top, const char *name)
{
  g_autofree char *folder = g_build_filename (top, name, NULL);
  g_autoptr (GDir) dir = must (g_dir_open (folder, 0, &failure));

  for (const char *file = g_dir_read_name (dir); file != NULL; file = g_dir_read_name (dir))
    {
      g_autofree char *path = g_strdup_printf ("/passes/%s/%s", name, file);

      if (strcmp (file, "before.py") != 0)
        g_test_add_data_func_full (path, g_build_filename (folder, file, NULL), test_case, g_free);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir) dir = NULL;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  dir = must (g_dir_open (argv[1], 0, &failure));
  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    add_cases (argv[1], name);
  return g_test_run ();
}
