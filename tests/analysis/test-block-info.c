/* SPDX-License-Identifier: Apache-2.0 */
/* Dependences and classes of blocks, as rows of programs and what is to be said about them. */
#include <string.h>

#include "core/analysis/block-info.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/program-text.h"

/* --- programs --- */

#define HEAD                                                                                                           \
  "from tvm.script import tir as T\n@T.prim_func\ndef main(A: T.Buffer((16, 16), \"float32\"), D: T.Buffer((16, 16), \"float32\"), "     \
  "E: T.Buffer((16, 16), \"float32\")):\n"

#define ALLOC(name) "    " name " = T.alloc_buffer((16, 16), \"float32\")\n"

/* A stage over the whole buffer; @body is its store. */
#define STAGE(name, body) \
  BLOCK_SS (name, "16, 16", body)

/* The same over a part of the buffer: @rows and @columns as text. */
#define PART(name, rows, columns, body) \
  BLOCK_SS (name, rows ", " columns, body)

#define SQUARE \
  BLOCK_SSR ("C", "16, 16, 16", "C[vi, vj] = T.float32(0)", "C[vi, vj] = C[vi, vj] + A[vi, vk] * A[vk, vj]")

#define CHAIN                                                                                                          \
  HEAD ALLOC ("B") ALLOC ("C") STAGE ("B", "B[vi, vj] = A[vi, vj]") STAGE ("C", "C[vi, vj] = B[vj, vi]")                \
  STAGE ("D", "D[vi, vj] = C[vi, vj] + B[vi, vj]") STAGE ("E", "E[vi, vj] = D[vi, vj]")

#define INIT_AND_UPDATE                                                                                                \
  HEAD ALLOC ("C") STAGE ("C_init", "C[vi, vj] = T.float32(0)")                                                         \
  "    for i, j, k in T.grid(16, 16, 16):\n        with T.block(\"C_update\"):\n" \
  "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n" \
  "            C[vi, vj] = C[vi, vj] + A[vi, vk] * A[vk, vj]\n" STAGE ("D", "D[vi, vj] = C[vi, vj]")

#define TILED(predicate)                                                                                               \
  HEAD ALLOC ("B")                                                                                                     \
  "    for io in range(3):\n"                                                                                          \
  "        for ii, j in T.grid(6, 16):\n            with T.block(\"B\"):\n                vi = T.axis.spatial(16, io * 6 + ii)\n"         \
  "                vj = T.axis.spatial(16, j)\n" predicate "                B[vi, vj] = A[vi, vj]\n"                      \
  "        for ii, j in T.grid(6, 16):\n            with T.block(\"D\"):\n                vi = T.axis.spatial(16, io * 6 + ii)\n"         \
  "                vj = T.axis.spatial(16, j)\n                T.where(io * 6 + ii < 16)\n                D[vi, vj] = B[vi, vj]\n"

typedef struct
{
  TlArena     *arena;
  TlModule    *module;
  TlScopeInfo *info;
} BlockInfoFixture;

static BlockInfoFixture *
fixture_new (const char *program)
{
  BlockInfoFixture  *f = g_new0 (BlockInfoFixture, 1);

  f->arena = tl_arena_new (NULL);
  f->module = must (tl_script_read_text (program, &failure));
  f->info = tl_scope_info_new (f->arena, f->module, f->module->prims[0]->body);
  return f;
}

static void
fixture_free (BlockInfoFixture *f)
{
  tl_scope_info_free (f->info);
  tl_module_unref (f->module);
  tl_arena_unref (f->arena);
  g_free (f);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BlockInfoFixture, fixture_free)

static const TlStmt *
block_named (BlockInfoFixture *f, const char *name)
{
  for (guint i = 0; tl_scope_info_nth (f->info, i) != NULL; i++)
    if (g_str_equal (tl_scope_info_nth (f->info, i)->block.name, name))
      return tl_scope_info_nth (f->info, i);
  g_error ("no block %s", name);
}

static char *
names_of (GPtrArray *blocks)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? " " : "", ((const TlStmt *) blocks->pdata[i])->block.name);
  g_ptr_array_unref (blocks);
  return g_string_free (names, FALSE);
}

/* --- dependences --- */

static const struct { const char *program, *block, *producers, *consumers; } dependences[] = {
  { CHAIN, "B", "", "C D" },
  { CHAIN, "C", "B", "D" },
  { CHAIN, "D", "B C", "E" },
  { CHAIN, "E", "D", "" },
  { INIT_AND_UPDATE, "C_init", "", "C_update D" },
  { INIT_AND_UPDATE, "C_update", "C_init", "D" },
  { INIT_AND_UPDATE, "D", "C_init C_update", "" },
};

static void
test_dependences (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (dependences); i++)
    {
      g_autoptr (BlockInfoFixture) f = fixture_new (dependences[i].program);
      const TlStmt                *block = block_named (f, dependences[i].block);
      g_autofree char             *producers = names_of (tl_scope_info_producers (f->info, block));
      g_autofree char             *consumers = names_of (tl_scope_info_consumers (f->info, block));

      g_test_message ("block %s", dependences[i].block);
      g_assert_cmpstr (producers, ==, dependences[i].producers);
      g_assert_cmpstr (consumers, ==, dependences[i].consumers);
    }
}

static void
test_writers_and_readers (void)
{
  g_autoptr (BlockInfoFixture) f = fixture_new (INIT_AND_UPDATE);
  const TlBuffer              *buffer = f->module->prims[0]->body->block.allocs[0];
  g_autofree char             *writers = names_of (tl_scope_info_writers (f->info, buffer));
  g_autofree char             *readers = names_of (tl_scope_info_readers (f->info, buffer));

  g_assert_cmpstr (writers, ==, "C_init C_update");
  g_assert_cmpstr (readers, ==, "C_update D");
}

/* --- stage pipelines --- */

/*
 * why: NULL where the scope is a stage pipeline, else a part of the reason. TVM's cached flags say the same but for two parts that meet at
 * a corner only, which TVM counts as the box around them.
 */
static const struct { const char *program, *why; } pipelines[] = {
  { CHAIN, NULL },
  { INIT_AND_UPDATE, NULL },
  { HEAD ALLOC ("C") SQUARE STAGE ("D", "D[vi, vj] = C[vi, vj]"), NULL },
  { TILED ("                T.where(io * 6 + ii < 16)\n"), NULL },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi, vj] = A[vi, vj]") STAGE ("D", "D[vi, vj] = B[vi, vj]") STAGE ("again", "B[vi, vj] = T.float32(0)"),
    "block again overwrites buffer B, which block D read before" },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi, vi] = A[vi, vj]") STAGE ("D", "D[vi, vj] = B[vi, vj]"),
    "block D may read parts of B that block B does not write before it" },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi // 2, vj] = A[vi, vj]") STAGE ("D", "D[vi, vj] = B[vi, vj]"),
    "block D may read parts of B that block B does not write before it" },
  { HEAD ALLOC ("B") PART ("B", "8", "16", "B[vi * 2, vj // 2] = A[vi, vj]") PART ("D", "15", "8", "D[vi, vj] = B[vi, vj]"),
    "block D may read parts of B that block B does not write before it" },
  { HEAD ALLOC ("B") PART ("B1", "8", "16", "B[vi, vj] = A[vi, vj]") PART ("B2", "8", "16", "B[vi + 8, vj] = A[vi, vj]")
    STAGE ("D", "D[vi, vj] = B[vi, vj]"), NULL },
  { HEAD ALLOC ("B") PART ("B1", "4", "16", "B[vi, vj] = A[vi, vj]") PART ("B2", "8", "16", "B[vi + 8, vj] = A[vi, vj]")
    STAGE ("D", "D[vi, vj] = B[vi, vj]"), "block D may read parts of B" },
  { HEAD ALLOC ("B") PART ("B1", "8", "8", "B[vi, vj] = A[vi, vj]") PART ("B2", "8", "8", "B[vi + 8, vj + 8] = A[vi, vj]")
    STAGE ("D", "D[vi, vj] = B[vi, vj]"), "block D may read parts of B" },
  { HEAD ALLOC ("B") PART ("B", "8", "16", "B[vi, vj] = A[vi, vj]") PART ("D", "8", "16", "D[vi, vj] = B[vi, vj]"), NULL },
  { HEAD ALLOC ("B") PART ("B", "8", "16", "B[vi, vj] = A[vi, vj]") STAGE ("D", "D[vi, vj] = B[vi, vj]"), "block D may read parts of B" },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi // 2, vj] = A[vi, vj]") PART ("D", "8", "16", "D[vi, vj] = B[vi, vj]"), NULL },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi % 4, vj] = A[vi, vj]") PART ("D", "4", "16", "D[vi, vj] = B[vi, vj]"), NULL },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi, vj] = A[vi, vj]") STAGE ("B2", "B[vi, vj] = A[vi, vj] + T.float32(1)")
    STAGE ("D", "D[vi, vj] = B[vi, vj]"), NULL },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi, vj] = A[vi, vj]") STAGE ("B2", "B[vi, vj] = B[vi, vj] + T.float32(1)")
    STAGE ("D", "D[vi, vj] = B[vi, vj]"), NULL },
  { HEAD ALLOC ("B") PART ("B", "16", "15", "B[vi, vj] = A[vi, vj]") PART ("D", "16", "14", "D[vi, vj] = B[vi, vj + 1]"), NULL },
  { HEAD ALLOC ("B") STAGE ("D", "D[vi, vj] = B[vi, vj]") STAGE ("B", "B[vi, vj] = A[vi, vj]"),
    "block B overwrites buffer B, which block D read before" },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi, vj] = B[vi, vj] + A[vi, vj]") STAGE ("D", "D[vi, vj] = B[vi, vj]"), NULL },
  { HEAD STAGE ("D", "D[vi, vj] = A[vi, vj]") STAGE ("D2", "D[vi, vj] = D[vi, vj] + A[vi, vj]"), NULL },
  { HEAD STAGE ("D", "D[vi, vj] = A[vi, vj]") STAGE ("A2", "A[vi, vj] = T.float32(0)"),
    "block A2 overwrites buffer A, which block D read before" },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi, vj] = A[vi, vj]") STAGE ("D", "D[vi, vj] = B[vi, vj] + B[T.min(vi + 1, 15), vj]"), NULL },
  { HEAD ALLOC ("B") STAGE ("B", "B[15 - vi, vj] = A[vi, vj]") STAGE ("D", "D[vi, vj] = B[vi, vj]"), NULL },
  { HEAD ALLOC ("B") PART ("B", "8", "8", "B[vi + vj, 0] = A[vi, vj]") PART ("D", "15", "16", "D[vi, vj] = B[vi, 0]"), NULL },
  { HEAD ALLOC ("B") STAGE ("B", "B[vi, vj] = A[vi, vj]") "    if A[0, 0] > T.float32(0):\n        D[0, 0] = A[0, 0]\n",
    "block root holds statements that are neither loops nor blocks" },
};

static void
test_stage_pipeline (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (pipelines); i++)
    {
      g_autoptr (BlockInfoFixture) f = fixture_new (pipelines[i].program);
      g_autofree char             *why = NULL;
      gboolean                     is_pipeline = tl_scope_info_is_stage_pipeline (f->info, &why);

      g_test_message ("row %u: %s", i, why != NULL ? why : "a stage pipeline");
      g_assert_cmpint (is_pipeline, ==, pipelines[i].why == NULL);
      if (!is_pipeline)
        g_assert_nonnull (strstr (why, pipelines[i].why));
    }
}

/* --- classes --- */

/* Each reason is NULL where the block belongs to the class, else a part of the sentence that says why not. */
static const struct { const char *program, *block, *not_complete, *not_reduction; gboolean is_output, is_affine; } classes[] = {
  { CHAIN, "B", NULL, "block B has no init", FALSE, TRUE },
  { CHAIN, "D", NULL, "has no init", TRUE, TRUE },
  { HEAD ALLOC ("C") SQUARE, "C", "axis vk of block C is not spatial", NULL, FALSE, TRUE },
  { INIT_AND_UPDATE, "C_init", "block C_init is not the only writer of buffer C: block C_update writes it too", "has no init", FALSE,
    TRUE },
  { INIT_AND_UPDATE, "C_update", "axis vk of block C_update is not spatial", "has no init", FALSE, TRUE },
  { HEAD STAGE ("D", "D[vi, vj] = D[vi, vj] + A[vi, vj]"), "D", "block D reads and writes buffer D", "has no init", TRUE, TRUE },
  { HEAD "    for i, j in T.grid(16, 16):\n        with T.block(\"D\"):\n            vi = T.axis.spatial(16, i)\n"
    "            vj = T.axis.reduce(16, T.min(i, j))\n            with T.init():\n                D[vi, 0] = T.float32(0)\n"
    "            D[vi, 0] = D[vi, 0] + A[vi, vj]\n",
    "D", "axis vj of block D is not spatial", "the bindings of block D are not quasi-affine", TRUE, FALSE },
  { HEAD "    for i, j in T.grid(16, 16):\n        with T.block(\"D\"):\n            vi, vj = T.axis.remap(\"SR\", [i, j])\n"
    "            with T.init():\n                D[vi, 0] = T.float32(0)\n            D[vi, vj] = D[vi, vj] + A[vi, vj]\n",
    "D", "axis vj of block D is not spatial", "block D indexes what it writes with a reduction axis", TRUE, TRUE },
};

static void
check_class (gboolean belongs, const char *why, const char *why_not)
{
  g_assert_cmpint (belongs, ==, why_not == NULL);
  if (!belongs)
    {
      g_test_message ("%s", why);
      g_assert_nonnull (strstr (why, why_not));
    }
}

static void
test_classes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      g_autoptr (BlockInfoFixture) f = fixture_new (classes[i].program);
      const TlStmt                *block = block_named (f, classes[i].block);
      g_autoptr (TlPath)           path = tl_path_find (f->module, block->block.id);
      g_autofree char             *not_complete = NULL, *not_reduction = NULL;
      gboolean                     is_complete = tl_block_is_complete (f->info, block, &not_complete);
      gboolean                     is_reduction = tl_block_is_reduction (f->info, block, &not_reduction);

      g_test_message ("row %u, block %s", i, classes[i].block);
      check_class (is_complete, not_complete, classes[i].not_complete);
      check_class (is_reduction, not_reduction, classes[i].not_reduction);
      g_assert_cmpint (tl_block_is_output (f->module, path), ==, classes[i].is_output);
      g_assert_cmpint (tl_block_is_affine (f->module, path), ==, classes[i].is_affine);
    }
}

/* --- loops --- */

static void
test_loop_kinds (void)
{
  static const guint           wanted[] = { 1u << TL_AXIS_SPATIAL, 1u << TL_AXIS_SPATIAL, 1u << TL_AXIS_REDUCE };
  g_autoptr (BlockInfoFixture) f = fixture_new (HEAD ALLOC ("C") SQUARE);
  g_autoptr (TlPath)           path = tl_path_find (f->module, block_named (f, "C")->block.id);
  g_autoptr (GPtrArray)        loops = tl_path_loops (path);
  guint                        n_iters;
  const TlIter                *iters = tl_path_iters (f->arena, path, &n_iters);

  g_assert_cmpuint (n_iters, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < n_iters; i++)
    {
      const TlStmt *loop = loops->pdata[i];

      g_assert_true (iters[i].var == loop->loop.var);
      g_assert_cmpuint (tl_loop_axis_kinds (loop), ==, wanted[i]);
    }
}

static void
test_region_outside (void)
{
  g_autoptr (BlockInfoFixture) f = fixture_new (TILED ("                T.where(io * 6 + ii < 16)\n"));
  const TlStmt                *block = block_named (f, "D");
  TlRegion                     outside = tl_block_region_outside (f->arena, &block->block, block->block.reads[0]);
  g_autofree char             *text = tl_region_to_text (&outside);

  g_assert_cmpstr (text, ==, "B[io * 6 + ii, j]");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/block-info/dependences", test_dependences);
  g_test_add_func ("/block-info/writers-and-readers", test_writers_and_readers);
  g_test_add_func ("/block-info/stage-pipeline", test_stage_pipeline);
  g_test_add_func ("/block-info/classes", test_classes);
  g_test_add_func ("/block-info/loop-kinds", test_loop_kinds);
  g_test_add_func ("/block-info/region-outside", test_region_outside);
  return g_test_run ();
}
