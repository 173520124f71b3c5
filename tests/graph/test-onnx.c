/* SPDX-License-Identifier: Apache-2.0 */
/* models/ has an ONNX file for each operator; make-operator-models.py makes them, and expected.txt, the types of their outputs. */
#include <string.h>

#include "core/graph/import/onnx.h"
#include "core/ir/relax-op.h"
#include "tests/add-test.h"
#include "tests/graph/graph-summary.h"
#include "tests/must.h"

static TlModule *
read_model (const char *name, const TlDimBinding *dims, guint n_dims, GPtrArray **problems)
{
  g_autofree char *path = g_strdup_printf ("%s/models/%s.onnx", TEST_DIR, name);

  return must (tl_onnx_read (path, dims, n_dims, problems, &failure));
}

static const TlGraphFunc *
main_of (const TlModule *module)
{
  return tl_module_find_func (module, "main")->graph;
}

/* Each line of expected.txt is "name: types". */
static void
test_types (gconstpointer data)
{
  g_auto (GStrv)        parts = g_strsplit (data, ": ", 2);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TlModule)  module = read_model (parts[0], NULL, 0, &problems);
  g_autofree char      *types = NULL;

  for (guint i = 0; i < problems->len; i++)
    g_test_message ("%s", ((TlImportProblem *) problems->pdata[i])->reason);
  g_assert_cmpuint (problems->len, ==, 0);
  types = result_types (main_of (module));
  g_assert_cmpstr (types, ==, parts[1]);
}

static void
add_type_tests (void)
{
  g_autofree char *text = NULL;
  char           **lines;

  g_assert_true (g_file_get_contents (TEST_DIR "/models/expected.txt", &text, NULL, NULL));
  lines = g_strsplit (g_strstrip (text), "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      char *name = g_strndup (lines[i], strcspn (lines[i], ":"));

      add_test (test_types, lines[i], "/onnx/types/%s", name);
      g_free (name);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_type_tests ();
  return g_test_run ();
}
