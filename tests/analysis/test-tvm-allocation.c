/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scheduled programs in tvm-allocation/: the line "# TVM: right" of each, or "# TVM: " and the message, is what the analysis says and what
 * Apache TVM does (tests/oracle/compare-allocation.py). No sketch and no default schedule of the workloads is reported.
 * usage: test-tvm-allocation FOLDER
 */
#include <string.h>

#include "core/analysis/tvm-allocation.h"
#include "core/text/script.h"

static char *folder;

static char *
expected_of (const char *text)
{
  const char *line = strstr (text, "# TVM: ");

  g_assert_nonnull (line);
  line += strlen ("# TVM: ");
  return g_strndup (line, strcspn (line, "\n"));
}

static void
test_case (gconstpointer data)
{
  g_autofree char *path = g_build_filename (folder, data, NULL), *text = NULL, *expected = NULL, *got = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = NULL;
  g_autoptr (GPtrArray) differences = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  module = tl_script_read_text (text, &error);
  g_assert_no_error (error);
  differences = tl_tvm_differences (module);
  g_ptr_array_add (differences, NULL);
  got = differences->len > 1 ? g_strjoinv ("; ", (char **)differences->pdata) : g_strdup ("right");
  expected = expected_of (text);
  g_assert_cmpstr (got, ==, expected);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = NULL;
  const char *name;
  int result;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  folder = argv[1];
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_strconcat ("/tvm-allocation/", name, NULL);

      g_ptr_array_add (names, g_strdup (name));
      g_test_add_data_func (path, names->pdata[names->len - 1], test_case);
    }
  g_assert_cmpuint (names->len, >=, 12);
  result = g_test_run ();
  return result;
}
