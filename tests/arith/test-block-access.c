/* SPDX-License-Identifier: Apache-2.0 */
/* Regions that blocks of a script touch, as TVM completes them. */
#include "core/arith/block-access.h"
#include "core/ir/path.h"
#include "core/text/script.h"
#include "tests/must.h"

static const char script[] =
  "@T.prim_func\n"
  "def main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((10, 10), \"float32\"), C: T.Buffer((8, 8), \"float32\"),\n"
  "         D: T.Buffer((8,), \"float32\"), E: T.Buffer((64,), \"float32\"), n: T.int32):\n"
#include "tests/arith/block-access-script.inc"
  ;

/* block, reads, writes */
static const char *const expected[][3] = {
  { "pad", "A[0:8, 0:8]", "B[0:10, 0:10]" },
  { "padpoint", "A[vi - 1, vj - 1]", "B[vi, vj]" },
  { "padsel", "A[-1:9, -1:9]", "B[0:10, 0:10]" },
  { "padif", "A[0:8, 0:8]", "B[1:9, 1:9]" },
  { "padelse", "A[0:8, 0:8]", "B[0:10, 0:10]" },
  { "conv", "C[vi, vj], B[vi:vi + 3, vj:vj + 3]", "C[vi, vj]" },
  { "outer", "B[vi:vi + 2, 0:10]", "C[vi, 0:8]" },
  { "tile", "E[vi * 3:vi * 3 + 3]", "D[vi * 3:vi * 3 + 3]" },
  { "tile2", "E[vi * 3 - 1:vi * 3 - 1 + 3]", "D[vi * 3:vi * 3 + 3]" },
  { "wherefull", "", "D[0:12]" },
  { "strided", "E[0:9]", "D[0:4]" },
  { "divs", "E[vi * 3 // 2:vi * 3 // 2 + 2]", "D[0:3]" },
  { "mods", "E[0:8]", "D[0:3]" },
  { "symloop", "E[vi + 1:vi + 1 + (n * 2 - 1)]", "D[0:n]" },
  { "twoinner", "A[vi, 0:4], E[0:4]", "E[0:4], D[0:4]" },
  { "store_idx", "C[vi, 0], B[0, vi], E[vi]", "D[0:8]" },
  { "letx", "E[vi:vi + 8]", "D[vi]" },
  { "likely", "E[0:12]", "D[0:12]" },
  { "step", "E[54:61]", "D[0:4]" },
  { "mm", "A[vi, vk], B[vk, vj]", "C[vi, vj]" },
  { "mm_update", "C[vi, vj], A[vi, vk], B[vk, vj]", "C[vi, vj]" },
  { "alloc", "A[vi, 0:8]", "C[vi, 0:8]" },
  { "tri", "A[vi, 0:vi + 1]", "C[vi, 0:vi + 1]" },
  { "dup", "A[T.min(vi, 0):T.min(vi, 0) + (T.max(vi, 0) + 1 - T.min(vi, 0)), "
    "T.min(0, vi):T.min(0, vi) + (T.max(T.max(0, vi), 3) + 1 - T.min(0, vi))]",
    "D[vi]" },
  { "half", "D[vi], C[T.min(vi, 0):T.min(vi, 0) + (T.max(vi, 7) + 1 - T.min(vi, 0)), 0:7]", "D[vi]" },
  { "minmax",
    "E[T.min(T.min(vi, T.max(0 - vi, 0)), 7):T.min(T.min(vi, T.max(0 - vi, 0)), 7) + (T.max(T.min(vi + 7, 7), T.max(7 - vi, 0)) + 1 - "
    "T.min(T.min(vi, T.max(0 - vi, 0)), 7))]",
    "D[vi]" },
  { "opaque", "A[vi, vj]", "C[0:8, 0:8]" },
  { "view", "A[vi, 0:8]", "C[vi, 0:4]" },
  { "quotients", "E[vi // 2:vi // 2 + (vi % 2 + 2)]", "D[vi]" },
  { "quotients_of_4", "E[vi // 4:vi // 4 + ((vi % 4 + 5) // 4 + 1)]", "D[vi]" },
  { "shared_part", "E[T.min(vj, 1) + vi:T.min(vj, 1) + vi + (T.max(vj, 1) + 1 - T.min(vj, 1))]", "C[vi, vj]" },
  { "called", "E[0:64]", "D[vi]" },
  { "called_beside", "A[vi, 0:8]", "D[vi]" },
  { "clamped", "E[T.min(vi, 3):T.min(vi, 3) + (T.max(0, vi - 3) + 1)]", "D[vi]" },
};

static char *
regions_to_text (const TlRegion *regions, guint n)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = tl_region_to_text (&regions[i]);

      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", text);
    }
  return g_string_free (out, FALSE);
}

static const TlBlock *
find_block (GPtrArray *blocks, const char *name)
{
  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt *stmt = g_ptr_array_index (blocks, i);

      if (g_str_equal (stmt->block.name, name))
        return &stmt->block;
    }
  g_error ("no block %s", name);
}

static void
test_script (void)
{
  g_autoptr (TlModule)  module = must (tl_script_read_text (script, &failure));
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);

  for (guint c = 0; c < G_N_ELEMENTS (expected); c++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (module->arena);
      const TlBlock      *block = find_block (blocks, expected[c][0]);
      const TlRegion     *reads, *writes;
      guint               n_reads, n_writes;
      g_autofree char    *read_text = NULL, *written_text = NULL;

      tl_infer_block_access (arena, block, &reads, &n_reads, &writes, &n_writes);
      read_text = regions_to_text (reads, n_reads);
      written_text = regions_to_text (writes, n_writes);
      if (!g_str_equal (read_text, expected[c][1]) || !g_str_equal (written_text, expected[c][2]))
        g_test_fail_printf ("block %s\n  reads    %s\n  expected %s\n  writes   %s\n  expected %s", expected[c][0], read_text,
                            expected[c][1], written_text, expected[c][2]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arith/block-access/script", test_script);
  return g_test_run ();
}
