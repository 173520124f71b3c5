/* SPDX-License-Identifier: Apache-2.0 */
/* Programs that are read with a warning, and its line; programs that schedules make cause none. */
#include <string.h>

#include "core/te/te.h"
#include "core/text/script.h"
#include "tests/add-test.h"
#include "tests/must.h"

#define HEAD                                                                                                                             \
  "from tvm.script import ir as I, tir as T\n@I.ir_module\nclass Module:\n    @T.prim_func\n"                                            \
  "    def main(A: T.Buffer((128, 128), \"float32\"), C: T.Buffer((128, 128), \"float32\")):\n"
#define BLOCK "            with T.block(\"C\"):\n"

static const struct
{
  const char *name;
  const char *text;
  const char *warning;   /* a part of the only one; NULL: none */
} rows[] = {
  { "too-few", HEAD "        for i, j in T.grid(127, 128):\n"
    BLOCK "                vi = T.axis.spatial(128, i)\n                vj = T.axis.spatial(128, j)\n"
    "                C[vi, vj] = A[vi, vj]\n",
    "script:8:17: warning: axis vi of block C has a domain of 128, its loops give it only 127 values: 0 to 126" },
  { "too-many", HEAD "        for i, j in T.grid(128, 130):\n"
    BLOCK "                vi = T.axis.spatial(128, i)\n                vj = T.axis.spatial(128, j)\n"
    "                C[vi, vj] = A[vi, vj]\n",
    "script:9:17: warning: axis vj of block C has the domain 0 to 127, its loops give it 0 to 129" },
  { "too-few-by-parts", HEAD "        for i, j, k in T.grid(128, 3, 32):\n" BLOCK "                vi = T.axis.spatial(128, i)\n"
    "                vj = T.axis.spatial(128, j * 32 + k)\n                C[vi, vj] = A[vi, vj]\n", "its loops give it only 96 values" },
  { "in-parts", HEAD "        for i, j, k in T.grid(128, 4, 32):\n" BLOCK "                vi = T.axis.spatial(128, i)\n"
    "                vj = T.axis.spatial(128, j * 32 + k)\n                C[vi, vj] = A[vi, vj]\n", NULL },
  { "guarded", HEAD "        for i, j, k in T.grid(128, 5, 32):\n" BLOCK "                vi = T.axis.spatial(128, i)\n"
    "                vj = T.axis.spatial(128, j * 32 + k)\n                T.where(j * 32 + k < 128)\n"
    "                C[vi, vj] = A[vi, vj]\n", NULL },
  { "rest-by-its-length",
    HEAD "        for i, j in T.grid(128, 5):\n            for k in range(T.min(30, 128 - j * 30)):\n                with T.block(\"C\"):\n"
    "                    vi = T.axis.spatial(128, i)\n                    vj = T.axis.spatial(128, j * 30 + k)\n"
    "                    C[vi, vj] = A[vi, vj]\n", NULL },
  { "two-writers", HEAD "        for i, j in T.grid(64, 128):\n"
    BLOCK "                vi = T.axis.spatial(128, i)\n                vj = T.axis.spatial(128, j)\n"
    "                C[vi, vj] = A[vi, vj]\n        for i, j in T.grid(64, 128):\n"
    BLOCK "                vi = T.axis.spatial(128, i + 64)\n"
    "                vj = T.axis.spatial(128, j)\n                C[vi, vj] = A[vi, vj]\n", NULL },
  { "spatial-sum", HEAD "        for i, j, k in T.grid(128, 128, 128):\n"
    BLOCK "                vi, vj, vk = T.axis.remap(\"SSS\", [i, j, k])\n"
    "                with T.init():\n                    C[vi, vj] = T.float32(0)\n"
    "                C[vi, vj] = C[vi, vj] + A[vi, vk] * A[vk, vj]\n",
    "script:8:25: warning: axis vk of block C is declared spatial" },
  { "reduction", HEAD "        for i, j, k in T.grid(128, 128, 128):\n"
    BLOCK "                vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "                with T.init():\n                    C[vi, vj] = T.float32(0)\n"
    "                C[vi, vj] = C[vi, vj] + A[vi, vk] * A[vk, vj]\n", NULL },
  { "in-place", HEAD "        for i, j in T.grid(128, 128):\n" BLOCK "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "                C[vi, vj] = C[vi, vj] * T.float32(2)\n", NULL },
  { "undecorated", HEAD "        T.evaluate(0)\n    def helper(x):\n        return x\n",
    "script:7:5: warning: function helper has no @T.prim_func, so it is not part of the module" },
  { "empty", "from tvm.script import ir as I\n@I.ir_module\nclass MyModule:\n    pass\n", "warning: module MyModule has no functions" },
};

static void
test_row (gconstpointer data)
{
  const char *text = rows[GPOINTER_TO_UINT (data)].text, *expected = rows[GPOINTER_TO_UINT (data)].warning;
  g_autoptr (TlSource) source = tl_source_new ("script", text, -1);
  g_autoptr (TlModule) module = must (tl_program_read (source, &failure)), again = NULL;
  g_auto (GStrv)       warnings = NULL;

  again = must (tl_program_read (source, &failure));
  warnings = tl_source_warnings (source);
  if (expected == NULL)
    g_assert_cmpstr (warnings[0], ==, NULL);
  else
    {
      g_assert_cmpuint (g_strv_length (warnings), ==, 1);
      if (strstr (warnings[0], expected) == NULL)
        g_test_fail_printf ("expected \"%s\", got \"%s\"", expected, warnings[0]);
    }
}

/* A class or function that nobody would find. */
static void
test_nothing (void)
{
  static const struct { const char *text, *message; } cases[] = {
    { "class MyModule:\n    pass\n", "script:1:1: class MyModule lacks the decorator @I.ir_module" },
    { "import tvm\ndef main(A):\n    pass\n", "script:2:1: function main lacks the decorator @T.prim_func" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TlSource) source = tl_source_new ("script", cases[i].text, -1);
      g_autoptr (GError)   error = NULL;

      g_assert_null (tl_program_read (source, &error));
      g_assert_true (g_str_has_prefix (error->message, cases[i].message));
    }
}

/* A case that begins with such a program. */
static gboolean
warns_before (const char *folder)
{
  g_autofree char     *path = g_build_filename (folder, "before.py", NULL);
  g_autoptr (TlSource) source = tl_source_load (path, NULL);
  g_autoptr (TlModule) module = source != NULL ? tl_script_read (source, NULL) : NULL;
  g_auto (GStrv)       warnings = source != NULL ? tl_source_warnings (source) : NULL;

  return warnings != NULL && warnings[0] != NULL;
}

static void
check_folder (const char *folder, guint *n_read)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char      *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autoptr (TlSource) source = NULL;
      g_autoptr (TlModule) module = NULL;
      g_auto (GStrv)       warnings = NULL;

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          check_folder (path, n_read);
          continue;
        }
      if (strcmp (name, "after.py") != 0 || warns_before (folder))
        continue;
      source = tl_source_load (path, NULL);
      module = tl_script_read (source, NULL);
      warnings = tl_source_warnings (source);
      *n_read += module != NULL;
      if (warnings[0] != NULL)
        g_test_fail_printf ("%s", warnings[0]);
    }
}

/* Programs that primitives make of correct ones. */
static void
test_scheduled (void)
{
  guint n_read = 0;

  check_folder (PRIMITIVES_DIR, &n_read);
  g_assert_cmpuint (n_read, >, 300);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    add_test (test_row, GUINT_TO_POINTER (i), "/text/warnings/%s", rows[i].name);
  g_test_add_func ("/text/warnings/nothing", test_nothing);
  g_test_add_func ("/text/warnings/scheduled", test_scheduled);
  return g_test_run ();
}
