/* SPDX-License-Identifier: Apache-2.0 */
/* Iterations that touch a part of a buffer, held against all accesses of the program, one after the other. */
#include "core/analysis/region-touches.h"

#include "core/analysis/access-walk.h"
#include "core/analysis/index-value.h"
#include "core/base/random.h"
#include "tests/must.h"
#include "tests/read-module.h"

#define HEAD "@T.prim_func\ndef main("
#define BUFFER(name, shape) name ": T.Buffer((" shape "), \"float32\")"

static const struct { const char *text; gboolean is_exact; } programs[] = {
  { HEAD BUFFER ("A", "12, 8") ", " BUFFER ("B", "8, 16") ", " BUFFER ("C", "12, 16") "):\n"
    "    for j_0, i_0, k, i_1, j_1 in T.grid(4, 3, 8, 4, 4):\n"
    "        with T.block(\"C\"):\n"
    "            vi = T.axis.spatial(12, i_0 * 4 + i_1)\n            vj = T.axis.spatial(16, j_0 * 4 + j_1)\n"
    "            vk = T.axis.reduce(8, k)\n            T.reads(A[vi, vk], B[vk, vj])\n            T.writes(C[vi, vj])\n"
    "            with T.init():\n                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n", TRUE },
  /* A window over rows, and a second block that reads what the first one writes. */
  { HEAD BUFFER ("A", "10, 12") ", " BUFFER ("C", "8, 10") "):\n"
    "    B = T.alloc_buffer((8, 10))\n"
    "    for h_0, w, h_1, kh, kw in T.grid(4, 10, 2, 3, 3):\n        with T.block(\"B\"):\n"
    "            vh = T.axis.spatial(8, h_0 * 2 + h_1)\n            vw = T.axis.spatial(10, w)\n"
    "            vkh, vkw = T.axis.remap(\"RR\", [kh, kw])\n            T.reads(A[vh + vkh, vw + vkw])\n            T.writes(B[vh, vw])\n"
    "            with T.init():\n                B[vh, vw] = T.float32(0)\n"
    "            B[vh, vw] = B[vh, vw] + A[vh + vkh, vw + vkw]\n"
    "    for h, w in T.grid(8, 10):\n        with T.block(\"C\"):\n            vh, vw = T.axis.remap(\"SS\", [h, w])\n"
    "            T.reads(B[vh, vw])\n            T.writes(C[vh, vw])\n            C[vh, vw] = B[vh, vw] * T.float32(2)\n", TRUE },
  { HEAD BUFFER ("A", "20") ", " BUFFER ("B", "20") "):\n"
    "    for i_0, i_1 in T.grid(4, 6):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(20, i_0 * 6 + i_1)\n"
    "            T.where(i_0 * 6 + i_1 < 20)\n            T.reads(A[vi])\n            T.writes(B[vi])\n"
    "            B[vi] = A[vi]\n", FALSE },
};

/* The loops of one block at all accesses to the part. */
typedef struct
{
  const TlRegionTouch *touch;
  const TlBlockTiles  *tiles;
  const TlBlockTiles  *later;       /* of a block that runs after it; nullable */
  const TlBuffer      *buffer;
  const TlTileSpan    *box;
  gint64               first[8], last[8];
  GHashTable          *instances;   /* of loops' values that touch it */
} TouchCheck;

static gboolean
visit (const TlMemoryAccess *access, gpointer user_data)
{
  TouchCheck *check = user_data;
  gint64      value, instance = 0;

  if (access->buffer != check->buffer)
    return TRUE;
  for (guint d = 0; d < access->buffer->n_dims; d++)
    if (access->indices[d] < check->box[d].start || access->indices[d] >= check->box[d].start + check->box[d].length)
      return TRUE;
  if (check->later != NULL && tl_index_value (access->values, check->later->loops[0]->loop.var, &value))
    return TRUE;
  for (guint i = 0; i < check->touch->n_loops; i++)
    {
      if (!tl_index_value (access->values, check->tiles->loops[i]->loop.var, &value))
        return TRUE;
      check->first[i] = MIN (check->first[i], value);
      check->last[i] = MAX (check->last[i], value);
      instance = instance * 64 + value;
    }
  g_hash_table_add (check->instances, GSIZE_TO_POINTER ((gsize) instance + 1));
  return TRUE;
}

static void
check_touch (const TlModule *module, const GPtrArray *touches, guint index, const TlBuffer *buffer, const TlTileSpan *box,
             gboolean is_exact)
{
  const TlRegionTouch   *touch = g_ptr_array_index (touches, index);
  g_autoptr (TlArena)    arena = tl_arena_new (module->arena);
  g_autoptr (GHashTable) instances = g_hash_table_new (NULL, NULL);
  TouchCheck             check = { .touch = touch, .tiles = tl_block_tiles_new (arena, module, touch->block), .buffer = buffer,
                                   .box = box, .instances = instances };

  if (index + 1 < touches->len)
    check.later = tl_block_tiles_new (arena, module, ((const TlRegionTouch *) g_ptr_array_index (touches, index + 1))->block);
  for (guint i = 0; i < touch->n_loops; i++)
    check.first[i] = G_MAXINT64, check.last[i] = -1;
  g_assert_cmpint (touch->is_exact, ==, is_exact);
  g_assert_true (tl_access_walk (module->prims[0], 1000000, visit, &check));
  for (guint i = 0; i < touch->n_loops; i++)
    {
      g_assert_cmpint (touch->loops[i].first, ==, check.first[i]);
      g_assert_cmpint (touch->loops[i].last, ==, check.last[i]);
    }
  g_assert_cmpint (touch->n_touching, ==, g_hash_table_size (instances));
}

static const TlBuffer *
find_buffer (const TlModule *module, const char *name)
{
  const TlStmt *root = module->prims[0]->body;

  for (guint i = 0; i < module->prims[0]->n_params; i++)
    if (module->prims[0]->params[i].buffer != NULL && g_str_equal (module->prims[0]->params[i].buffer->name, name))
      return module->prims[0]->params[i].buffer;
  for (guint i = 0; i < root->block.n_allocs; i++)
    if (g_str_equal (root->block.allocs[i]->name, name))
      return root->block.allocs[i];
  return NULL;
}

static void
test_touches (void)
{
  static const char *const names[] = { "A", "B", "C" };
  TlRandom                 random = tl_random_seeded (5);

  for (guint p = 0; p < G_N_ELEMENTS (programs); p++)
    for (guint k = 0; k < 24; k++)
      {
        g_autoptr (TlModule)  module = read_module (programs[p].text);
        const TlBuffer       *buffer = find_buffer (module, names[k % 3]);
        g_autoptr (GPtrArray) touches = NULL;
        TlTileSpan            box[4];

        if (buffer == NULL)
          continue;
        for (guint d = 0; d < buffer->n_dims; d++)
          {
            gint64 extent = 1;

            tl_buffer_get_extent (buffer, d, &extent);
            box[d].start = (gint64) tl_random_below (&random, (guint64) extent);
            box[d].length = 1 + (gint64) tl_random_below (&random, (guint64) (extent - box[d].start));
          }
        touches = must (tl_region_touches (module, module->prims[0], buffer, box, 1000000, NULL, &failure));
        g_assert_cmpuint (touches->len, ==, p == 1 && k % 3 == 1 ? 2 : 1);
        for (guint t = 0; t < touches->len; t++)
          check_touch (module, touches, t, buffer, box, programs[p].is_exact);
      }
}

/* Producers come before consumers; a part with too many tiles at its edge, and one that is called off, are refused. */
static void
test_refusals (void)
{
  g_autoptr (TlModule)     module = read_module (programs[1].text);
  const TlBuffer          *b = find_buffer (module, "B");
  const TlTileSpan         box[] = { { 3, 2 }, { 1, 4 } };
  g_autoptr (GPtrArray)    touches = must (tl_region_touches (module, module->prims[0], b, box, 1000000, NULL, &failure));
  const TlRegionTouch     *writer = g_ptr_array_index (touches, 0), *reader = g_ptr_array_index (touches, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError)       error = NULL, cancelled = NULL;

  g_assert_cmpstr (writer->name, ==, "B");
  g_assert_true (writer->is_written);
  g_assert_cmpstr (reader->name, ==, "C");
  g_assert_false (reader->is_written);
  g_assert_cmpint (reader->n_touching, ==, 8);
  g_assert_cmpint (reader->n_instances, ==, 80);
  g_assert_null (tl_region_touches (module, module->prims[0], b, box, 5, NULL, &error));
  g_assert_cmpstr (error->message, ==, "the part crosses more than 5 tiles; take a smaller one");
  g_cancellable_cancel (cancellable);
  g_assert_null (tl_region_touches (module, module->prims[0], b, box, 1000000, cancellable, &cancelled));
  g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/region-touches/walk", test_touches);
  g_test_add_func ("/analysis/region-touches/refusals", test_refusals);
  return g_test_run ();
}
