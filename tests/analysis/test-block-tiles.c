/* SPDX-License-Identifier: Apache-2.0 */
/* The tiles of scheduled programs, held against the elements that the iterations touch, one after the other. */
#include "core/analysis/block-tiles.h"

#include "core/base/random.h"
#include "tests/read-module.h"

#define HEAD "@T.prim_func\ndef main("
#define BUFFER(name, shape) name ": T.Buffer((" shape "), \"float32\")"

/* Programs of one block; its tiles are exact unless a predicate or a stride cuts pieces out. */
static const struct { const char *text; gboolean is_exact; } programs[] = {
  { HEAD BUFFER ("A", "12, 8") ", " BUFFER ("B", "8, 16") ", " BUFFER ("C", "12, 16") "):\n"
    "    for j_0, i_0, k, i_1, j_1 in T.grid(4, 3, 8, 4, 4):\n"
    "        with T.block(\"C\"):\n"
    "            vi = T.axis.spatial(12, i_0 * 4 + i_1)\n            vj = T.axis.spatial(16, j_0 * 4 + j_1)\n"
    "            vk = T.axis.reduce(8, k)\n            T.reads(A[vi, vk], B[vk, vj])\n            T.writes(C[vi, vj])\n"
    "            with T.init():\n                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n", TRUE },
  { HEAD BUFFER ("A", "20") ", " BUFFER ("B", "20") "):\n"
    "    for i_0, i_1 in T.grid(4, 6):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(20, i_0 * 6 + i_1)\n"
    "            T.where(i_0 * 6 + i_1 < 20)\n            T.reads(A[vi])\n            T.writes(B[vi])\n"
    "            B[vi] = A[vi]\n", FALSE },
  { HEAD BUFFER ("A", "10, 12") ", " BUFFER ("B", "8, 10") "):\n"
    "    for h_0, w, h_1, kh, kw in T.grid(4, 10, 2, 3, 3):\n        with T.block(\"B\"):\n"
    "            vh = T.axis.spatial(8, h_0 * 2 + h_1)\n            vw = T.axis.spatial(10, w)\n"
    "            vkh, vkw = T.axis.remap(\"RR\", [kh, kw])\n            T.reads(A[vh + vkh, vw + vkw])\n            T.writes(B[vh, vw])\n"
    "            with T.init():\n                B[vh, vw] = T.float32(0)\n"
    "            B[vh, vw] = B[vh, vw] + A[vh + vkh, vw + vkw]\n", TRUE },
  { HEAD BUFFER ("A", "16, 24") ", " BUFFER ("B", "4, 24, 4") "):\n"
    "    for j, i_f in T.grid(24, 16):\n        with T.block(\"B\"):\n            v0 = T.axis.spatial(16, i_f)\n"
    "            v1 = T.axis.spatial(24, j)\n            T.reads(A[v0, v1])\n            T.writes(B[v0 // 4, v1, v0 % 4])\n"
    "            B[v0 // 4, v1, v0 % 4] = A[v0, v1]\n", TRUE },
  { HEAD BUFFER ("A", "64") ", " BUFFER ("B", "16") "):\n"
    "    for i_0, i_1 in T.grid(4, 4):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(16, i_0 * 4 + i_1)\n"
    "            T.reads(A[vi * 4 + 1])\n            T.writes(B[vi])\n            B[vi] = A[vi * 4 + 1]\n", TRUE },
  { HEAD BUFFER ("A", "30") ", " BUFFER ("B", "30") "):\n"
    "    for i_0 in range(5):\n        with T.block(\"outer\"):\n            vo = T.axis.spatial(5, i_0)\n"
    "            T.reads(A[vo * 6:vo * 6 + 6])\n            T.writes(B[vo * 6:vo * 6 + 6])\n            for i_1 in range(6):\n"
    "                with T.block(\"B\"):\n                    vi = T.axis.spatial(6, i_1)\n                    T.reads(A[vo * 6 + vi])\n"
    "                    T.writes(B[vo * 6 + vi])\n                    B[vo * 6 + vi] = A[vo * 6 + vi]\n", TRUE },
};

static TlNodeId
innermost_block (const TlModule *module)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);

  return ((const TlStmt *) g_ptr_array_index (blocks, blocks->len - 1))->block.id;
}

/* Puts the box around what all iterations of the loops from @n on touch into @boxes, as tl_block_tiles_at () has them for @n. */
static void
grow_boxes (const TlBlockTiles *tiles, guint n, gint64 *position, guint loop, TlTileSpan *spans, TlTileSpan *boxes)
{
  if (loop < tiles->n_loops)
    {
      for (position[loop] = 0; position[loop] < tiles->extents[loop]; position[loop]++)
        grow_boxes (tiles, n, position, loop + 1, spans, boxes);
      return;
    }
  tl_block_tiles_at (tiles, position, spans);
  for (guint a = 0; a < tiles->n_accesses; a++)
    for (guint d = 0; d < tiles->accesses[a].buffer->n_dims; d++)
      {
        TlTileSpan  point = spans[tl_block_tiles_index (tiles, a, tiles->n_loops) + d];
        TlTileSpan *box = &boxes[tl_block_tiles_index (tiles, a, n) + d];
        gint64      end = MAX (box->start + box->length, point.start + point.length);

        if (point.length == 0)
          continue;
        box->start = box->length == 0 ? point.start : MIN (box->start, point.start);
        box->length = (box->length == 0 ? point.start + point.length : end) - box->start;
      }
}

static void
check_position (const TlBlockTiles *tiles, const gint64 *position, gboolean is_exact)
{
  gsize                  n_spans = tl_block_tiles_n_spans (tiles);
  g_autofree TlTileSpan *spans = g_new0 (TlTileSpan, n_spans), *scratch = g_new0 (TlTileSpan, n_spans);
  g_autofree TlTileSpan *boxes = g_new0 (TlTileSpan, n_spans);

  tl_block_tiles_at (tiles, position, spans);
  for (guint n = 0; n <= tiles->n_loops; n++)
    {
      g_autofree gint64 *at = g_memdup2 (position, sizeof (gint64) * tiles->n_loops);

      grow_boxes (tiles, n, at, n, scratch, boxes);
    }
  for (gsize i = 0; i < n_spans; i++)
    {
      g_assert_cmpint (spans[i].start, <=, boxes[i].start);
      g_assert_cmpint (spans[i].start + spans[i].length, >=, boxes[i].start + boxes[i].length);
      if (is_exact)
        g_assert_cmpint (spans[i].length, ==, boxes[i].length);
    }
}

static void
test_tiles (void)
{
  TlRandom random = tl_random_seeded (7);

  for (guint p = 0; p < G_N_ELEMENTS (programs); p++)
    {
      g_autoptr (TlModule) module = read_module (programs[p].text);
      g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
      const TlBlockTiles  *tiles = tl_block_tiles_new (arena, module, innermost_block (module));
      g_autofree gint64   *position = g_new0 (gint64, tiles->n_loops);

      g_test_message ("program %u", p);
      g_assert_true (tiles->accesses[0].is_written);
      for (guint k = 0; k < 6; k++)
        {
          for (guint i = 0; i < tiles->n_loops; i++)
            position[i] = (gint64) tl_random_below (&random, (guint64) tiles->extents[i]);
          check_position (tiles, position, programs[p].is_exact);
        }
    }
}

/* Which axes an index depends on, and what a predicate leaves of the last tile. */
static void
test_facts (void)
{
  g_autoptr (TlModule)   module = read_module (programs[0].text), cut = read_module (programs[1].text);
  g_autoptr (TlArena)    arena = tl_arena_new (module->arena), cut_arena = tl_arena_new (cut->arena);
  const TlBlockTiles    *tiles = tl_block_tiles_new (arena, module, innermost_block (module));
  const TlBlockTiles    *cut_tiles = tl_block_tiles_new (cut_arena, cut, innermost_block (cut));
  g_autofree TlTileSpan *spans = g_new0 (TlTileSpan, tl_block_tiles_n_spans (cut_tiles));
  const gint64           last[] = { 3, 0 };

  g_assert_cmpuint (tiles->n_loops, ==, 5);
  g_assert_cmpuint (tiles->n_accesses, ==, 3);
  g_assert_cmpstr (tiles->accesses[0].buffer->name, ==, "C");
  g_assert_true (tiles->accesses[0].is_read && tiles->accesses[0].is_written);
  g_assert_cmpuint (tiles->accesses[0].dim_axes[0], ==, 1);
  g_assert_cmpuint (tiles->accesses[0].dim_axes[1], ==, 2);
  g_assert_cmpuint (tiles->accesses[1].dim_axes[1], ==, 4);
  tl_block_tiles_at (cut_tiles, last, spans);
  g_assert_cmpint (spans[1].start, ==, 18);
  g_assert_cmpint (spans[1].length, ==, 2);
  g_assert_null (tl_block_tiles_new (arena, module, 12345));
  g_assert_null (tl_block_tiles_new (arena, module, tiles->loops[0]->loop.id));
}

/* Unknown extents: the whole dimension, and one element of an unknown one. */
static void
test_symbolic (void)
{
  g_autoptr (TlModule) module = read_module (
    "@T.prim_func\ndef main(a: T.handle, b: T.handle):\n    n = T.int64()\n    A = T.match_buffer(a, (n, 8))\n"
    "    B = T.match_buffer(b, (n, 8))\n    for i, j in T.grid(n, 8):\n        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n            T.reads(A[vi, vj])\n            T.writes(B[vi, vj])\n"
    "            B[vi, vj] = A[vi, vj]\n");
  g_autoptr (TlArena)    arena = tl_arena_new (module->arena);
  const TlBlockTiles    *tiles = tl_block_tiles_new (arena, module, innermost_block (module));
  g_autofree TlTileSpan *spans = g_new0 (TlTileSpan, tl_block_tiles_n_spans (tiles));
  const gint64           position[] = { 0, 3 };

  g_assert_cmpint (tiles->extents[0], ==, -1);
  tl_block_tiles_at (tiles, position, spans);
  g_assert_cmpint (spans[1].length, ==, 8);
  g_assert_cmpint (spans[5].start, ==, 3);
  g_assert_cmpint (spans[5].length, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/block-tiles/elements", test_tiles);
  g_test_add_func ("/analysis/block-tiles/facts", test_facts);
  g_test_add_func ("/analysis/block-tiles/symbolic", test_symbolic);
  return g_test_run ();
}
