/* SPDX-License-Identifier: Apache-2.0 */
/* Sectors and bank conflicts of warps, against addresses that are gone through one by one. */
#include "core/analysis/gpu/warp-access.h"

#include "tests/read-module.h"

/* Lane l accesses @bytes at l * @stride. */
static TlWarpAccess
strided (TlMemorySpace space, gint64 stride, guint bytes)
{
  TlWarpAccess access = { .space = space, .bytes = bytes, .lanes = G_MAXUINT32 };

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    access.addresses[lane] = lane * stride;
  tl_warp_access_count (&access);
  return access;
}

static void
test_sectors (void)
{
  static const struct { gint64 stride; guint bytes, n_sectors, least, n_lines; } rows[] = {
    { 4, 4, 4, 4, 1 },          /* neighbours */
    { 0, 4, 1, 1, 1 },          /* one word for all */
    { 8, 4, 8, 4, 2 },
    { 32, 4, 32, 4, 8 },
    { 4096, 4, 32, 4, 32 },     /* a column */
    { 16, 16, 16, 16, 4 },      /* float4 */
    { 2, 2, 2, 2, 1 },          /* half */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlWarpAccess access = strided (TL_SPACE_GLOBAL, rows[i].stride, rows[i].bytes);

      g_assert_cmpuint (access.n_sectors, ==, rows[i].n_sectors);
      g_assert_cmpuint (access.least_sectors, ==, rows[i].least);
      g_assert_cmpuint (access.n_lines, ==, rows[i].n_lines);
    }
}

static void
test_passes (void)
{
  static const struct { gint64 stride; guint bytes, n_passes, least; } rows[] = {
    { 4, 4, 1, 1 },       /* a bank for each lane */
    { 0, 4, 1, 1 },       /* broadcast */
    { 8, 4, 2, 1 },
    { 64, 4, 16, 1 },
    { 128, 4, 32, 1 },    /* all in one bank */
    { 132, 4, 1, 1 },     /* rows padded by one word */
    { 8, 8, 2, 2 },       /* two half-warps */
    { 16, 16, 4, 4 },     /* four quarters */
    { 32, 16, 8, 4 },
    { 2, 2, 1, 1 },       /* two lanes read halves of a word */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlWarpAccess access = strided (TL_SPACE_SHARED, rows[i].stride, rows[i].bytes);

      g_assert_cmpuint (access.n_passes, ==, rows[i].n_passes);
      g_assert_cmpuint (access.least_passes, ==, rows[i].least);
    }
}

/* Threads (x, y) = (8, 8) read rows of A, columns of W and a shared tile. */
static const char sums[] =
  "@T.prim_func\ndef main(A: T.Buffer((64, 32), \"float32\"), W: T.Buffer((32, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\")):\n"
  "    S = T.alloc_buffer((64, 32), scope=\"shared\")\n"
  "    for r, c in T.grid(64, 32):\n        with T.block(\"S\"):\n            vr, vc = T.axis.remap(\"SS\", [r, c])\n"
  "            S[vr, vc] = A[vr, vc]\n"
  "    for b in T.thread_binding(64, thread=\"blockIdx.x\"):\n        for y in T.thread_binding(8, thread=\"threadIdx.y\"):\n"
  "            for x in T.thread_binding(8, thread=\"threadIdx.x\"):\n                for k in range(32):\n"
  "                    with T.block(\"B\"):\n                        vi = T.axis.spatial(64, b // 8 * 8 + x)\n"
  "                        vj = T.axis.spatial(64, b % 8 * 8 + y)\n                        vk = T.axis.reduce(32, k)\n"
  "                        with T.init():\n                            B[vi, vj] = T.float32(0)\n"
  "                        B[vi, vj] = B[vi, vj] + A[vi, vk] * W[vk, vj] * S[vi, vk]\n";

static const TlBlockTiles *
last_block (TlModule *module, TlArena *arena)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);

  return tl_block_tiles_new (arena, module, ((const TlStmt *) g_ptr_array_index (blocks, blocks->len - 1))->block.id);
}

static const TlWarpAccess *
access_to (const GArray *accesses, const char *name, gboolean writes)
{
  for (guint i = 0; i < accesses->len; i++)
    {
      const TlWarpAccess *access = &g_array_index (accesses, TlWarpAccess, i);

      if (g_str_equal (access->buffer->name, name) && access->writes == writes)
        return access;
    }
  g_assert_not_reached ();
}

static void
test_program (void)
{
  g_autoptr (TlModule) module = read_module (sums);
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
  const TlBlockTiles  *tiles = last_block (module, arena);
  TlThreadMapping      mapping = tl_thread_mapping_of (module, tiles, 1);

  for (gint64 b = 0; b < 64; b += 9)
    for (gint64 warp = 0; warp < 2; warp++)
      {
        const gint64       position[4] = { b, 0, 0, 5 };
        g_autoptr (GArray) accesses = tl_warp_accesses_new (module, tiles, &mapping, position, warp);
        const TlWarpAccess *a = access_to (accesses, "A", FALSE), *w = access_to (accesses, "W", FALSE);
        const TlWarpAccess *s = access_to (accesses, "S", FALSE), *out = access_to (accesses, "B", TRUE);

        for (gint64 lane = 0; lane < 32; lane++)
          {
            gint64 i = b / 8 * 8 + lane % 8, j = b % 8 * 8 + warp * 4 + lane / 8;

            g_assert_cmpint (a->addresses[lane], ==, 4 * (32 * i + 5));
            g_assert_cmpint (w->addresses[lane], ==, 4 * (64 * 5 + j));
            g_assert_cmpint (out->addresses[lane], ==, 4 * (64 * i + j));
          }
        g_assert_cmpuint (a->n_sectors, ==, 8);       /* rows of 128 bytes */
        g_assert_cmpuint (w->n_sectors, ==, 1);       /* four words that follow each other */
        g_assert_cmpuint (out->n_sectors, ==, 8);
        g_assert_cmpuint (s->n_passes, ==, 8);        /* rows of 32 words: one bank */
        g_assert_cmpfloat (tl_warp_access_cost (w), ==, 1);
      }
}

/* The threads of a block copy together, inside of their loop; the columns that they store lie in rows that are 33 words apart. */
static const char copies[] =
  "@T.prim_func\ndef main(A: T.Buffer((32, 32), \"float32\"), B: T.Buffer((32, 32), \"float32\")):\n"
  "    S = T.alloc_buffer((32, 32), scope=\"shared\")\n"
  "    for b in T.thread_binding(1, thread=\"blockIdx.x\"):\n        for x in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
  "            for i in range(32):\n                for y in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
  "                    with T.block(\"S\"):\n                        vr, vc = T.axis.remap(\"SS\", [i, y])\n"
  "                        T.block_attr({\"buffer_dim_align\": [[0, 0, 32, 1]]})\n                        S[vc, vr] = A[vr, vc]\n"
  "            for i in range(32):\n                with T.block(\"B\"):\n                    vi, vj = T.axis.remap(\"SS\", [i, x])\n"
  "                    B[vi, vj] = S[vi, vj]\n";

static void
test_copies (void)
{
  g_autoptr (TlModule)  module = read_module (copies);
  g_autoptr (TlArena)   arena = tl_arena_new (module->arena);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);
  const TlBlockTiles   *tiles = tl_block_tiles_new (arena, module, ((const TlStmt *) blocks->pdata[0])->block.id);
  TlThreadMapping       mapping = tl_thread_mapping_of (module, tiles, 1);
  const gint64          position[4] = { 0, 0, 3, 0 };
  g_autoptr (GArray)    accesses = tl_warp_accesses_new (module, tiles, &mapping, position, 0);
  const TlWarpAccess   *s = access_to (accesses, "S", TRUE);

  for (gint64 lane = 0; lane < 32; lane++)
    g_assert_cmpint (s->addresses[lane], ==, 4 * (33 * lane + 3));
  g_assert_cmpuint (s->n_passes, ==, 1);
  g_assert_cmpuint (access_to (accesses, "A", FALSE)->n_sectors, ==, 4);
}

/* Of a shared buffer the part is kept that one block accesses at once: rows of 16 words, not of 512. */
static void
test_shared (void)
{
  g_autoptr (TlModule) module = read_module (
    "@T.prim_func\ndef main(A: T.Buffer((512, 512), \"float32\"), B: T.Buffer((512, 512), \"float32\")):\n"
    "    S = T.alloc_buffer((512, 512), scope=\"shared\")\n    for b in T.thread_binding(64, thread=\"blockIdx.x\"):\n"
    "        for k in range(32):\n            for y in T.thread_binding(8, thread=\"threadIdx.y\"):\n"
    "                for x in T.thread_binding(16, thread=\"threadIdx.x\"):\n                    with T.block(\"S\"):\n"
    "                        vi = T.axis.spatial(512, b * 8 + y)\n                        vj = T.axis.spatial(512, k * 16 + x)\n"
    "                        S[vi, vj] = A[vi, vj]\n            for y in T.thread_binding(8, thread=\"threadIdx.y\"):\n"
    "                for x in T.thread_binding(16, thread=\"threadIdx.x\"):\n                    with T.block(\"B\"):\n"
    "                        vi = T.axis.spatial(512, b * 8 + y)\n                        vj = T.axis.spatial(512, k * 16 + x)\n"
    "                        B[vi, vj] = S[vi, vj]\n");
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
  const TlBlockTiles  *tiles = last_block (module, arena);
  TlThreadMapping      mapping = tl_thread_mapping_of (module, tiles, 1);
  const gint64         position[4] = { 5, 7, 0, 0 };
  g_autoptr (GArray)   accesses = tl_warp_accesses_new (module, tiles, &mapping, position, 3);
  const TlWarpAccess  *s = access_to (accesses, "S", FALSE);

  for (gint64 lane = 0; lane < 32; lane++)
    g_assert_cmpint (s->addresses[lane], ==, 4 * (16 * (6 + lane / 16) + lane % 16));
  g_assert_cmpuint (s->n_passes, ==, 1);
}

/* Four neighbours in a vectorized loop are one access of 16 bytes. */
static void
test_vector (void)
{
  g_autoptr (TlModule) module = read_module (
    "@T.prim_func\ndef main(A: T.Buffer((128, 4), \"float32\"), B: T.Buffer((4, 128), \"float32\")):\n"
    "    for x in T.thread_binding(128, thread=\"threadIdx.x\"):\n        for v in T.vectorized(4):\n"
    "            with T.block(\"B\"):\n                vi, vj = T.axis.remap(\"SS\", [x, v])\n                B[vj, vi] = A[vi, vj]\n");
  g_autoptr (TlArena)  arena = tl_arena_new (module->arena);
  const TlBlockTiles  *tiles = last_block (module, arena);
  TlThreadMapping      mapping = tl_thread_mapping_of (module, tiles, 1);
  const gint64         position[2] = { 0 };
  g_autoptr (GArray)   accesses = tl_warp_accesses_new (module, tiles, &mapping, position, 3);

  g_assert_cmpuint (access_to (accesses, "A", FALSE)->bytes, ==, 16);
  g_assert_cmpuint (access_to (accesses, "A", FALSE)->n_sectors, ==, 16);
  g_assert_cmpuint (access_to (accesses, "B", TRUE)->bytes, ==, 4);
  g_assert_cmpuint (access_to (accesses, "B", TRUE)->n_sectors, ==, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/warp-access/sectors", test_sectors);
  g_test_add_func ("/analysis/warp-access/passes", test_passes);
  g_test_add_func ("/analysis/warp-access/program", test_program);
  g_test_add_func ("/analysis/warp-access/copies", test_copies);
  g_test_add_func ("/analysis/warp-access/shared", test_shared);
  g_test_add_func ("/analysis/warp-access/vector", test_vector);
  return g_test_run ();
}
