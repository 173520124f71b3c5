/* SPDX-License-Identifier: Apache-2.0 */
/* The pass LegalizeOps. FOLDER/<case>/ holds before.py and after.py, TVM's result (tests/oracle/legalize-modules.py). */
#include "core/graph/passes/graph-passes.h"
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "tests/add-test.h"
#include "tests/read-module.h"

static void
test_case (gconstpointer data)
{
  const char          *folder = data;
  g_autofree char     *from = g_build_filename (folder, "before.py", NULL), *to = g_build_filename (folder, "after.py", NULL);
  g_autoptr (TlModule) before = read_module_file (from), expected = read_module_file (to);
  g_autoptr (TlModule) made = must (tl_graph_legalize_ops (before, &failure)), again = must (tl_graph_legalize_ops (made, &failure));
  g_autofree char     *text = tl_script_print (made, TL_DIALECT_CLASSIC, NULL), *difference = NULL, *change = NULL;

  must (tl_module_verify (made, &failure));
  if (!tl_module_equal (expected, made, &difference))
    g_test_fail_printf ("expected another module: %s\n%s", difference, text);
  if (!tl_module_equal (made, again, &change))
    g_test_fail_printf ("a second run changes the module: %s", change);
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir)      dir = NULL;
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);

  g_test_init (&argc, &argv, NULL);
  dir = must (g_dir_open (argv[1], 0, &failure));
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_ptr_array_add (folders, g_build_filename (argv[1], name, NULL));
      add_test (test_case, folders->pdata[folders->len - 1], "/legalize-ops/%s", name);
    }
  return g_test_run ();
}
