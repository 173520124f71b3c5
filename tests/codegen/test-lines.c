/* SPDX-License-Identifier: Apache-2.0 */
/* The loop or block of each line of compiled text; that text is the same as without it. */
#include <string.h>

#include "core/codegen/llvm-codegen.h"
#include "core/ir/path.h"
#include "core/lower/lower.h"
#include "tests/read-module.h"

static GArray *
numbered (const TlPrimFunc *func)
{
  g_autoptr (GArray) ids = tl_func_node_ids (func);
  GArray            *marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));

  for (guint i = 0; i < ids->len; i++)
    {
      TlScriptMark mark = { g_array_index (ids, TlNodeId, i), i + 1, i + 1 };

      g_array_append_val (marks, mark);
    }
  return marks;
}

static char *
text_of (GBytes *bytes)
{
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Compiles with and without lines; gives the rows of the text, and in @lines the number of a node for each. */
static char **
compile_rows (const TlModule *module, const TlPrimFunc *func, const TlTarget *target, TlCodegenOutput output, GArray *lines)
{
  g_autoptr (TlModule) lowered = must (tl_lower (module, func->name, target, NULL, &failure));
  g_autoptr (GArray)   marks = numbered (func);
  g_autoptr (GBytes)   plain = must (tl_codegen_compile (lowered, target, output, &failure));
  g_autoptr (GBytes)   bytes = must (tl_codegen_compile_lines (lowered, target, marks, output, lines, &failure));
  g_autofree char     *text = text_of (bytes), *without = text_of (plain);
  char               **rows = g_strsplit (text, "\n", -1);

  g_assert_cmpstr (text, ==, without);
  g_assert_cmpuint (g_strv_length (rows), ==, lines->len);
  for (guint i = 0; i < lines->len; i++)
    g_assert_cmpuint (g_array_index (lines, TlOrigin, i).id, <=, marks->len);
  return rows;
}

static guint
count_known (const GArray *lines)
{
  guint n = 0;

  for (guint i = 0; i < lines->len; i++)
    n += g_array_index (lines, TlOrigin, i).id != 0;
  return n;
}

static void
test_same_text (gconstpointer path)
{
  static const char *const targets[] = { "llvm -mcpu=haswell", "llvm -mcpu=znver4" };
  g_autoptr (TlModule)     module = read_module_file (path);

  for (guint t = 0; t < G_N_ELEMENTS (targets); t++)
    for (guint f = 0; f < module->n_prims; f++)
      for (TlCodegenOutput output = TL_CODEGEN_LLVM_IR; output <= TL_CODEGEN_ASSEMBLY; output++)
        {
          g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
          g_auto (GStrv)     rows = NULL;
          TlTarget           target;

          g_assert_true (must (tl_target_parse (targets[t], &target, &failure)));
          rows = compile_rows (module, module->prims[f], &target, output, lines);
          g_assert_cmpuint (count_known (lines), >, g_strv_length (rows) / 8);
        }
}

typedef struct
{
  char  *text;
  guint  n_passes;
} Visited;

static void
visit (const TlCodegenPass *pass, gpointer user_data)
{
  Visited *visited = user_data;
  g_auto (GStrv) rows = g_strsplit (pass->text, "\n", -1);

  g_assert_cmpuint (g_strv_length (rows), ==, pass->lines->len);
  if (*pass->summary == '\0')
    g_error ("no summary of %s", pass->name);
  g_free (visited->text);
  visited->text = g_strdup (pass->text);
  visited->n_passes++;
}

/* Passes one by one make the same code as all at once. */
static void
test_visit (gconstpointer path)
{
  static const char *const targets[] = { "llvm -mcpu=haswell", "llvm -mcpu=znver4" };
  g_autoptr (TlModule)     module = read_module_file (path);

  for (guint t = 0; t < G_N_ELEMENTS (targets); t++)
    for (guint f = 0; f < module->n_prims; f++)
      {
        const TlPrimFunc    *func = module->prims[f];
        g_autoptr (TlModule) lowered = NULL;
        g_autoptr (GArray)   marks = numbered (func);
        g_autoptr (GBytes)   plain = NULL;
        g_autofree char     *text = NULL;
        Visited              visited = { 0 };
        TlTarget             target;

        g_assert_true (must (tl_target_parse (targets[t], &target, &failure)));
        lowered = must (tl_lower (module, func->name, &target, NULL, &failure));
        plain = must (tl_codegen_compile (lowered, &target, TL_CODEGEN_LLVM_IR, &failure));
        must (tl_codegen_visit_passes (lowered, &target, marks, visit, &visited, &failure));
        text = text_of (plain);
        g_assert_cmpuint (visited.n_passes, >=, 2);
        g_assert_cmpstr (visited.text, ==, text);
        g_free (visited.text);
      }
}

/* Multiplications and additions come from the sum, zeros from the loop or block around it. */
static void
test_matmul (void)
{
  g_autoptr (TlModule) module = read_module (
    "@T.prim_func\ndef main(A: T.Buffer((32, 32), \"float32\"), B: T.Buffer((32, 32), \"float32\"), C: T.Buffer((32, 32), \"float32\")):\n"
    "    for i, j, k in T.grid(32, 32, 32):\n        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n            with T.init():\n                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n");
  const TlPrimFunc  *func = module->prims[0];
  g_autoptr (GArray) ids = tl_func_node_ids (func);
  TlTarget           target;

  g_assert_true (must (tl_target_parse ("llvm -mcpu=haswell", &target, &failure)));
  for (TlCodegenOutput output = TL_CODEGEN_LLVM_IR; output <= TL_CODEGEN_ASSEMBLY; output++)
    {
      g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
      g_auto (GStrv)     rows = compile_rows (module, func, &target, output, lines);
      guint              n_sums = 0;

      for (guint i = 0; rows[i] != NULL; i++)
        if (strstr (rows[i], "vfmadd") != NULL || strstr (rows[i], " = fadd") != NULL)
          {
            guint         number = g_array_index (lines, TlOrigin, i).id;
            const TlStmt *stmt = number > 0 ? tl_module_find (module, g_array_index (ids, TlNodeId, number - 1)) : NULL;

            n_sums++;
            g_assert_nonnull (stmt);
            g_assert_true (stmt->kind == TL_STMT_BLOCK && strcmp (stmt->block.name, "C") == 0);
          }
      g_assert_cmpuint (n_sums, >, 0);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GDir) folder = NULL;
  const char      *name;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_open (DATA_DIR "/workloads", 0, NULL);
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".py"))
      {
        g_autofree char *test = g_strdup_printf ("/codegen/lines/%s", name), *passes = g_strdup_printf ("/codegen/passes/%s", name);

        g_test_add_data_func_full (test, g_build_filename (DATA_DIR, "workloads", name, NULL), test_same_text, g_free);
        g_test_add_data_func_full (passes, g_build_filename (DATA_DIR, "workloads", name, NULL), test_visit, g_free);
      }
  g_test_add_func ("/codegen/lines/matmul", test_matmul);
  return g_test_run ();
}
