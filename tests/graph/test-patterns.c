/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FuseOpsByPattern. FOLDER/<case>/script.py makes a graph, fuses and prints it, here and in TVM; after.py is what TVM prints
 * (tests/oracle/compare-patterns.py).
 */
#include "core/ir/compare.h"
#include "core/text/script.h"
#include "core/tutorial/tutorial.h"
#include "tests/must.h"

static void
append_text (gpointer user_data, const char *text)
{
  g_string_append (user_data, text);
}

static TlSource *
load_script (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return must (tl_source_load (path, &failure));
}

static void
test_case (gconstpointer data)
{
  g_autoptr (TlSource) script = load_script (data, "script.py"), expected = load_script (data, "after.py");
  g_autoptr (GString)  printed = g_string_new (NULL);
  TlTutorialOptions    options = { .print = append_text, .user_data = printed };
  g_autoptr (TlSource) got = NULL;
  g_autoptr (TlModule) module = NULL, wanted = must (tl_script_read (expected, &failure));
  g_autofree char     *difference = NULL;

  must (tl_tutorial_run (script, &options, &failure));
  got = tl_source_new ("printed", printed->str, -1);
  module = must (tl_script_read (got, &failure));
  if (!tl_module_equal (wanted, module, &difference))
    g_test_fail_printf ("expected another module: %s\n%s", difference, printed->str);
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir) dir = NULL;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  dir = must (g_dir_open (argv[1], 0, &failure));
  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_strdup_printf ("/patterns/%s", name);

      g_test_add_data_func_full (path, g_build_filename (argv[1], name, NULL), test_case, g_free);
    }
  return g_test_run ();
}
