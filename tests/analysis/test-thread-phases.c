/* SPDX-License-Identifier: Apache-2.0 */
/* Where the threads of a block have to wait for each other, and what they do between. */
#include "core/analysis/gpu/thread-phases.h"

#include "core/ir/path.h"
#include "tests/read-module.h"

#define BUFFERS "@T.prim_func\ndef main(A: T.Buffer((64, 64), \"float32\"), B: T.Buffer((64, 64), \"float32\")):\n"
#define SHARED  "    S = T.alloc_buffer((64, 64), scope=\"shared\")\n"
#define GRID    "    for x in T.thread_binding(64, thread=\"blockIdx.x\"):\n"
#define COPY(of, to, thread) \
  "        for " thread " in T.thread_binding(32, thread=\"threadIdx.x\"):\n            for " thread "_1 in range(2):\n" \
  "                with T.block(\"" to "\"):\n                    v = T.axis.spatial(64, x)\n" \
  "                    w = T.axis.spatial(64, " thread " * 2 + " thread "_1)\n" \
  "                    T.reads(" of "[v, w])\n                    T.writes(" to "[v, w])\n                    " to "[v, w] = " of "[v, w]\n"
/* Each thread reads what another one has written. */
#define TURN \
  "        for z in T.thread_binding(64, thread=\"threadIdx.x\"):\n            with T.block(\"B\"):\n" \
  "                v = T.axis.spatial(64, x)\n                w = T.axis.spatial(64, z)\n" \
  "                T.reads(S[v, 63 - w])\n                T.writes(B[v, w])\n                B[v, w] = S[v, 63 - w]\n"

/* Tiles of both operands come and go in a loop; the sum stays in registers. */
static const char tiled[] =
  "@T.prim_func\ndef main(A: T.Buffer((64, 64), \"float32\"), W: T.Buffer((64, 64), \"float32\"), C: T.Buffer((64, 64), \"float32\")):\n"
  "    A_shared = T.alloc_buffer((64, 64), scope=\"shared\")\n    W_shared = T.alloc_buffer((64, 64), scope=\"shared\")\n"
  "    C_local = T.alloc_buffer((64, 64), scope=\"local\")\n"
  "    for x in T.thread_binding(16, thread=\"blockIdx.x\"):\n        for z in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
  "            for j in range(8):\n                with T.block(\"init\"):\n"
  "                    vi = T.axis.spatial(64, x * 4 + z // 8)\n                    vj = T.axis.spatial(64, z % 8 * 8 + j)\n"
  "                    T.reads()\n                    T.writes(C_local[vi, vj])\n                    C_local[vi, vj] = T.float32(0)\n"
  "            for k_0 in range(8):\n                with T.block(\"A_shared\"):\n"
  "                    v = T.axis.spatial(64, x * 4 + z // 8)\n                    w = T.axis.spatial(64, k_0 * 8 + z % 8)\n"
  "                    T.reads(A[v, w])\n                    T.writes(A_shared[v, w])\n                    A_shared[v, w] = A[v, w]\n"
  "                for a in range(16):\n                    with T.block(\"W_shared\"):\n"
  "                        v = T.axis.spatial(64, k_0 * 8 + (a * 32 + z) // 64)\n"
  "                        w = T.axis.spatial(64, (a * 32 + z) % 64)\n                        T.reads(W[v, w])\n"
  "                        T.writes(W_shared[v, w])\n                        W_shared[v, w] = W[v, w]\n"
  "                for k_1, j in T.grid(8, 8):\n                    with T.block(\"C\"):\n"
  "                        vi = T.axis.spatial(64, x * 4 + z // 8)\n                        vj = T.axis.spatial(64, z % 8 * 8 + j)\n"
  "                        vk = T.axis.reduce(64, k_0 * 8 + k_1)\n"
  "                        T.reads(C_local[vi, vj], A_shared[vi, vk], W_shared[vk, vj])\n"
  "                        T.writes(C_local[vi, vj])\n"
  "                        C_local[vi, vj] = C_local[vi, vj] + A_shared[vi, vk] * W_shared[vk, vj]\n"
  "            for j in range(8):\n                with T.block(\"store\"):\n"
  "                    vi = T.axis.spatial(64, x * 4 + z // 8)\n                    vj = T.axis.spatial(64, z % 8 * 8 + j)\n"
  "                    T.reads(C_local[vi, vj])\n                    T.writes(C[vi, vj])\n"
  "                    C[vi, vj] = C_local[vi, vj]\n";

/* The sum of a row is added to by its threads in turns: each element is one thread's own. */
static const char own[] = BUFFERS SHARED GRID
  "        for z in T.thread_binding(64, thread=\"threadIdx.x\"):\n            with T.block(\"S\"):\n"
  "                v = T.axis.spatial(64, x)\n                w = T.axis.spatial(64, z)\n"
  "                T.reads(A[v, w])\n                T.writes(S[v, w])\n                S[v, w] = A[v, w]\n"
  "            for k in range(4):\n                with T.block(\"sum\"):\n                    v = T.axis.spatial(64, x)\n"
  "                    w = T.axis.spatial(64, z)\n                    u = T.axis.opaque(4, k)\n"
  "                    T.reads(S[v, w])\n                    T.writes(S[v, w])\n                    S[v, w] = S[v, w] + T.float32(1)\n"
  "            with T.block(\"B\"):\n                v = T.axis.spatial(64, x)\n                w = T.axis.spatial(64, z)\n"
  "                T.reads(S[v, w])\n                T.writes(B[v, w])\n                B[v, w] = S[v, w]\n";

/* Registers need no barrier, but the script has one; half of the threads run the copy. */
static const char written_out[] = BUFFERS "    L = T.alloc_buffer((64, 64), scope=\"local\")\n" GRID
  "        for z in T.thread_binding(64, thread=\"threadIdx.x\"):\n            for k in range(3):\n"
  "                with T.block(\"L\"):\n                    T.where(z < 48)\n                    v = T.axis.spatial(64, x)\n"
  "                    w = T.axis.spatial(64, z)\n                    T.reads(A[v, w])\n                    T.writes(L[v, w])\n"
  "                    L[v, w] = A[v, w]\n"
  "                T.evaluate(T.tvm_storage_sync(\"shared\"))\n"
  "                with T.block(\"B\"):\n                    v = T.axis.spatial(64, x)\n                    w = T.axis.spatial(64, z)\n"
  "                    T.reads(L[v, w])\n                    T.writes(B[v, w])\n                    B[v, w] = L[v, w]\n";

/* "A_shared k_1": the loops and blocks before which barriers stand. */
static char *
describe_barriers (const TlModule *module)
{
  g_autoptr (GArray) places = tl_func_barriers (module, module->prims[0]);
  GString           *text = g_string_new (NULL);

  for (guint i = 0; i < places->len; i++)
    {
      const TlStmt *stmt = tl_module_find (module, g_array_index (places, TlNodeId, i));

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", stmt->kind == TL_STMT_FOR ? stmt->loop.var->name : stmt->block.name);
    }
  return g_string_free (text, FALSE);
}

/* "| A_shared 32, W_shared 32 (k_0 ×8: A_shared, W_shared <- )": a bar is a barrier; written and read shared buffers. */
static char *
describe (const GPtrArray *phases)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < phases->len; i++)
    {
      const TlThreadPhase *phase = phases->pdata[i];

      g_string_append (text, phase->waits ? "| " : i > 0 ? "/ " : "");
      for (guint b = 0; b < phase->blocks->len; b++)
        {
          const TlPhaseBlock *block = &g_array_index (phase->blocks, TlPhaseBlock, b);

          g_string_append_printf (text, "%s %" G_GINT64_FORMAT " ", block->block->name, block->n_threads);
        }
      for (guint l = 0; l < phase->loops->len; l++)
        g_string_append_printf (text, "in %s ", ((const TlStmt *) phase->loops->pdata[l])->loop.var->name);
      g_string_append_printf (text, "x%" G_GINT64_FORMAT " ", phase->n_runs);
      for (guint b = 0; b < phase->written->len; b++)
        g_string_append_printf (text, "+%s ", ((const TlBuffer *) phase->written->pdata[b])->name);
      for (guint b = 0; b < phase->read->len; b++)
        g_string_append_printf (text, "-%s ", ((const TlBuffer *) phase->read->pdata[b])->name);
    }
  g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

static void
test_barriers (void)
{
  static const struct { const char *text, *phases; } rows[] = {
    { BUFFERS SHARED GRID COPY ("A", "S", "y") TURN, "S 32 x1 +S | B 64 x1 -S" },
    { BUFFERS SHARED GRID COPY ("A", "S", "y") COPY ("S", "B", "z"), "S 32 x1 +S | B 32 x1 -S" },   /* loops of their own: not known */
    { tiled, "init 32 x1 | A_shared 32 W_shared 32 in k_0 x8 +A_shared +W_shared | C 32 in k_0 x8 -A_shared -W_shared / store 32 x1" },
    { own, "S 64 sum 64 B 64 x1 +S -S" },
    { written_out, "L 48 in k x3 | B 64 in k x3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule)  module = read_module (rows[i].text);
      g_autoptr (TlArena)   arena = tl_arena_new (module->arena);
      g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body), phases = NULL;
      const TlStmt         *last = blocks->pdata[blocks->len - 1];
      const TlBlockTiles   *tiles = tl_block_tiles_new (arena, module, last->block.id);
      const gint64          position[8] = { 0 };
      g_autofree char      *text = NULL;

      phases = tl_thread_phases_new (module, tiles, position);
      text = describe (phases);
      g_assert_cmpstr (text, ==, rows[i].phases);
    }
}

/* Each at the outermost loop or block that begins after it: never inside of a loop over threads that begins there. */
static void
test_places (void)
{
  static const struct { const char *text, *places; } rows[] = {
    { BUFFERS SHARED GRID COPY ("A", "S", "y") TURN, "z" },
    { tiled, "A_shared k_1" },
    { own, "" },
    { written_out, "B" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule) module = read_module (rows[i].text);
      g_autofree char     *text = describe_barriers (module);

      g_assert_cmpstr (text, ==, rows[i].places);
    }
}

static void
test_none (void)
{
  g_autoptr (TlModule)  module = read_module (BUFFERS "    for i, j in T.grid(64, 64):\n        with T.block(\"B\"):\n"
                                              "            v, w = T.axis.remap(\"SS\", [i, j])\n            B[v, w] = A[v, w]\n");
  g_autoptr (TlArena)   arena = tl_arena_new (module->arena);
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);
  const TlStmt         *last = blocks->pdata[blocks->len - 1];
  const gint64          position[2] = { 0 };

  g_autofree char      *barriers = describe_barriers (module);

  g_assert_null (tl_thread_phases_new (module, tl_block_tiles_new (arena, module, last->block.id), position));
  g_assert_cmpstr (barriers, ==, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/thread-phases/barriers", test_barriers);
  g_test_add_func ("/analysis/thread-phases/places", test_places);
  g_test_add_func ("/analysis/thread-phases/none", test_none);
  return g_test_run ();
}
