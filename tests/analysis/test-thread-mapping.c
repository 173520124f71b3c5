/* SPDX-License-Identifier: Apache-2.0 */
/* Which thread runs which iteration: against going through all of them. */
#include "core/analysis/thread-mapping.h"

#include "tests/read-module.h"

static const char parallel[] =
  "@T.prim_func\ndef main(A: T.Buffer((7, 5), \"float32\"), B: T.Buffer((7, 5), \"float32\")):\n"
  "    for i in T.parallel(7):\n        for j in range(5):\n            with T.block(\"B\"):\n"
  "                vi, vj = T.axis.remap(\"SS\", [i, j])\n                B[vi, vj] = A[vi, vj]\n";

/* The copy takes 8 of the 32 threads that the sum has. */
static const char bound[] =
  "@T.prim_func\ndef main(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\")):\n"
  "    S = T.alloc_buffer((64, 64), scope=\"shared\")\n"
  "    for x in T.thread_binding(16, thread=\"blockIdx.x\"):\n"
  "        for a in T.thread_binding(8, thread=\"threadIdx.x\"):\n            for b in range(32):\n"
  "                with T.block(\"S\"):\n                    v = T.axis.spatial(64, x * 4 + (a * 32 + b) // 64)\n"
  "                    w = T.axis.spatial(64, (a * 32 + b) % 64)\n                    S[v, w] = A[v, w]\n"
  "        for y in T.thread_binding(4, thread=\"threadIdx.y\"):\n"
  "            for z in T.thread_binding(8, thread=\"threadIdx.x\"):\n                for k in range(8):\n"
  "                    with T.block(\"B\"):\n                        vi = T.axis.spatial(64, x * 4 + y)\n"
  "                        vj = T.axis.spatial(64, z * 8 + k)\n                        B[vi, vj] = S[vi, vj]\n";

static const TlBlockTiles *
tiles_of (TlModule *module, TlArena *arena, const char *name)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);

  for (guint i = 0; i < blocks->len; i++)
    {
      const TlStmt *block = g_ptr_array_index (blocks, i);

      if (g_str_equal (block->block.name, name))
        return tl_block_tiles_new (arena, module, block->block.id);
    }
  g_assert_not_reached ();
}

static void
test_shares (void)
{
  g_autoptr (TlModule) module = read_module (parallel);
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
  const TlBlockTiles  *tiles = tiles_of (module, arena, "B");

  for (guint n_cores = 1; n_cores <= 9; n_cores++)
    {
      TlThreadMapping mapping = tl_thread_mapping_of (module, tiles, n_cores);
      gint64          next = 0;

      g_assert_cmpint (mapping.kind, ==, TL_THREADS_CPU);
      g_assert_cmpuint (mapping.parallel, ==, 0);
      g_assert_cmpuint (mapping.n_shares, ==, MIN (n_cores, 7));
      for (guint share = 0; share < mapping.n_shares; share++)
        {
          TlTileSpan mine = tl_thread_mapping_iterations (&mapping, 7, share);

          g_assert_cmpint (mine.start, ==, next);
          for (gint64 i = 0; i < mine.length; i++)
            g_assert_cmpuint (tl_thread_mapping_share (&mapping, 7, next++), ==, share);
        }
      g_assert_cmpint (next, ==, 7);
    }
}

static void
test_grid (void)
{
  g_autoptr (TlModule) module = read_module (bound);
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
  const TlBlockTiles  *sum = tiles_of (module, arena, "B"), *copy = tiles_of (module, arena, "S");
  TlThreadMapping      mapping = tl_thread_mapping_of (module, sum, 4), of_copy = tl_thread_mapping_of (module, copy, 4);
  gint64               position[4] = { 0 };

  g_assert_cmpint (mapping.kind, ==, TL_THREADS_GPU);
  g_assert_cmpint (tl_thread_mapping_n_blocks (&mapping), ==, 16);
  g_assert_cmpint (tl_thread_mapping_n_threads (&mapping), ==, 32);
  for (gint64 thread = 0; thread < 32; thread++)
    {
      g_assert_true (tl_thread_mapping_set_thread (&mapping, sum, thread, position));
      g_assert_cmpint (position[1], ==, thread / 8);
      g_assert_cmpint (position[2], ==, thread % 8);
      g_assert_cmpint (tl_thread_mapping_thread_at (&mapping, position), ==, thread);
    }
  g_assert_true (tl_thread_mapping_set_block (&mapping, sum, 11, position));
  g_assert_cmpint (tl_thread_mapping_block_at (&mapping, position), ==, 11);
  g_assert_cmpint (tl_thread_mapping_n_threads (&of_copy), ==, 32);
  g_assert_cmpint (of_copy.block[1], ==, 4);
  g_assert_cmpint (of_copy.block_loops[1], ==, -1);
}

static void
test_none (void)
{
  g_autoptr (TlModule) module = read_module (
    "@T.prim_func\ndef main(A: T.Buffer((7,), \"float32\"), B: T.Buffer((7,), \"float32\")):\n    for i in range(7):\n"
    "        with T.block(\"B\"):\n            vi = T.axis.spatial(7, i)\n            B[vi] = A[vi]\n");
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);

  g_assert_cmpint (tl_thread_mapping_of (module, tiles_of (module, arena, "B"), 4).kind, ==, TL_THREADS_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/thread-mapping/shares", test_shares);
  g_test_add_func ("/analysis/thread-mapping/grid", test_grid);
  g_test_add_func ("/analysis/thread-mapping/none", test_none);
  return g_test_run ();
}
