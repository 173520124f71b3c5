/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of elements, held against lists of all accesses that are gone through one by one. */
#include "core/analysis/element-counts.h"

#include "core/analysis/access-walk.h"
#include "tests/read-module.h"

#define HEAD "@T.prim_func\ndef main("
#define BUFFER(name, shape) name ": T.Buffer((" shape "), \"float32\")"

static const TlCaches caches = { 4 * 64, 16 * 64, 64 * 64 };

static const char matmul[] =
  HEAD BUFFER ("A", "16, 24") ", " BUFFER ("B", "24, 40") ", " BUFFER ("C", "16, 40") "):\n"
  "    for i_0, j, k, i_1 in T.grid(4, 40, 24, 4):\n        with T.block(\"C\"):\n"
  "            vi = T.axis.spatial(16, i_0 * 4 + i_1)\n            vj, vk = T.axis.remap(\"SR\", [j, k])\n"
  "            T.reads(A[vi, vk], B[vk, vj])\n            T.writes(C[vi, vj])\n            with T.init():\n"
  "                C[vi, vj] = T.float32(0)\n            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";

/* Each pair of neighbours is written twice, nothing is read in between. */
static const char twice[] =
  HEAD BUFFER ("A", "64") ", " BUFFER ("B", "64") "):\n"
  "    for i, t in T.grid(63, 2):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(63, i)\n"
  "            vt = T.axis.opaque(2, t)\n            T.reads(A[vi + vt])\n            T.writes(B[vi + vt])\n"
  "            B[vi + vt] = A[vi + vt]\n";

static TlNodeId
innermost_block (const TlModule *module)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (module->prims[0]->body);

  return ((const TlStmt *) g_ptr_array_index (blocks, blocks->len - 1))->block.id;
}

/* Lines in the order in which they are accessed; buffers follow each other as they come. */
typedef struct
{
  GArray     *lines;      /* guint64 */
  GPtrArray  *buffers;
} AccessList;

static gboolean
list_access (const TlMemoryAccess *access, gpointer user_data)
{
  AccessList *list = user_data;
  gint64      offset = 0, extent;
  guint       buffer;
  guint64     line;

  if (!g_ptr_array_find (list->buffers, access->buffer, &buffer))
    {
      buffer = list->buffers->len;
      g_ptr_array_add (list->buffers, (gpointer) access->buffer);
    }
  for (guint d = 0; d < access->buffer->n_dims; d++)
    {
      g_assert_true (tl_buffer_get_extent (access->buffer, d, &extent));
      offset = offset * extent + access->indices[d];
    }
  line = (guint64) buffer << 32 | (guint64) offset / 16;
  g_array_append_val (list->lines, line);
  return TRUE;
}

/* Other lines since the last access to the one at @at, -1 if there was none. */
static gint64
slow_distance (const GArray *lines, guint at)
{
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  guint64                line = g_array_index (lines, guint64, at);

  for (gint i = (gint) at - 1; i >= 0; i--)
    {
      if (g_array_index (lines, guint64, i) == line)
        return g_hash_table_size (others);
      g_hash_table_add (others, GSIZE_TO_POINTER (g_array_index (lines, guint64, i)));
    }
  return -1;
}

static void
check_distances (const char *text, guint n_fixed, const gint64 *position)
{
  g_autoptr (TlModule)        module = read_module (text);
  g_autoptr (TlArena)         arena = tl_arena_new (module->arena);
  TlNodeId                    block = innermost_block (module);
  const TlBlockTiles         *tiles = tl_block_tiles_new (arena, module, block);
  g_autoptr (TlElementCounts) counts = must (tl_element_counts_new (module, tiles, n_fixed, position, &caches, 100000, NULL, &failure));
  AccessList                  list = { g_array_new (FALSE, FALSE, sizeof (guint64)), g_ptr_array_new () };
  guint64                     n_misses[TL_COUNTED_LEVELS] = { 0 }, n_first = 0, histogram[TL_DISTANCE_BINS] = { 0 }, n_counted = 0;
  const gint64                lines[] = { 4, 16, 64 };

  g_assert_true (tl_access_walk_iteration (module, block, n_fixed, position, 100000, list_access, &list));
  for (guint i = 0; i < list.lines->len; i++)
    {
      gint64 distance = slow_distance (list.lines, i);
      guint  bin = 0;

      for (guint level = 0; level < TL_COUNTED_LEVELS; level++)
        n_misses[level] += distance < 0 || distance >= lines[level];
      n_first += distance < 0;
      while (distance >> bin > 0)
        bin++;
      if (distance >= 0)
        histogram[bin]++;
    }
  g_assert_cmpuint (counts->n_accesses, ==, list.lines->len);
  g_assert_cmpuint (counts->n_first, ==, n_first);
  for (guint level = 0; level < TL_COUNTED_LEVELS; level++)
    g_assert_cmpuint (counts->n_misses[level], ==, n_misses[level]);
  for (guint b = 0; b < TL_DISTANCE_BINS; b++)
    g_assert_cmpuint (counts->histogram[b], ==, histogram[b]);
  for (guint i = 0; i < counts->n_tiles; i++)
    for (gsize e = 0; e < counts->tiles[i].n_elements; e++)
      n_counted += counts->tiles[i].elements[e].n_reads + counts->tiles[i].elements[e].n_writes;
  g_assert_cmpuint (n_counted, ==, counts->n_accesses);
  g_array_unref (list.lines);
  g_ptr_array_unref (list.buffers);
}

static void
test_distances (void)
{
  const gint64 start[] = { 0, 0, 0, 0 }, later[] = { 2, 5, 0, 0 };

  check_distances (matmul, 1, later);
  check_distances (matmul, 2, later);
  check_distances (matmul, 4, start);
  check_distances (twice, 0, start);
}

static void
test_elements (void)
{
  g_autoptr (TlModule)        module = read_module (matmul);
  g_autoptr (TlArena)         arena = tl_arena_new (module->arena);
  const TlBlockTiles         *tiles = tl_block_tiles_new (arena, module, innermost_block (module));
  const gint64                position[] = { 1, 7, 0, 0 };
  g_autoptr (TlElementCounts) counts = must (tl_element_counts_new (module, tiles, 2, position, &caches, 100000, NULL, &failure));
  const TlElementCount       *written = tl_counted_tile_find (&counts->tiles[0], (gint64[]) { 5, 7 });
  const TlElementCount       *read = tl_counted_tile_find (&counts->tiles[2], (gint64[]) { 23, 7 });

  /* One column of four rows: 24 sums each, and the zero that they begin with. */
  g_assert_cmpuint (counts->tiles[0].n_elements, ==, 4);
  g_assert_cmpuint (written->n_writes, ==, 25);
  g_assert_cmpuint (written->n_reads, ==, 24);
  g_assert_cmpuint (written->n_overwritten, ==, 0);
  g_assert_cmpuint (read->n_reads, ==, 4);
  g_assert_cmpuint (read->last - read->first, ==, 3 * 4);
  g_assert_cmpuint (counts->n_accesses, ==, 4 * (24 * 4 + 1));
  g_assert_null (tl_counted_tile_find (&counts->tiles[0], (gint64[]) { 5, 8 }));
  g_assert_null (tl_counted_tile_find (&counts->tiles[0], (gint64[]) { 3, 7 }));
}

static void
test_overwritten (void)
{
  g_autoptr (TlModule)        module = read_module (twice);
  g_autoptr (TlArena)         arena = tl_arena_new (module->arena);
  const TlBlockTiles         *tiles = tl_block_tiles_new (arena, module, innermost_block (module));
  g_autoptr (TlElementCounts) counts = must (tl_element_counts_new (module, tiles, 0, (gint64[2]) { 0 }, &caches, 1000, NULL, &failure));

  for (gint64 i = 0; i < 64; i++)
    g_assert_cmpuint (tl_counted_tile_find (&counts->tiles[0], &i)->n_overwritten, ==, i > 0 && i < 63);
}

static void
test_refused (void)
{
  g_autoptr (TlModule)     module = read_module (matmul);
  g_autoptr (TlArena)      arena = tl_arena_new (module->arena);
  const TlBlockTiles      *tiles = tl_block_tiles_new (arena, module, innermost_block (module));
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (TlModule)     by_data = read_module (
    HEAD BUFFER ("A", "16") ", I: T.Buffer((8,), \"int32\"), " BUFFER ("B", "8") "):\n"
    "    for i in range(8):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(8, i)\n            T.reads(A[0:16], I[vi])\n"
    "            T.writes(B[vi])\n            B[vi] = A[I[vi]]\n");
  g_autoptr (TlArena)      other = tl_arena_new (by_data->arena);
  const TlBlockTiles      *by_data_tiles = tl_block_tiles_new (other, by_data, innermost_block (by_data));
  const gint64             start[4] = { 0 };

  must_fail_saying (tl_element_counts_new (module, tiles, 0, start, &caches, 1000, NULL, &failure), "more than 1000 accesses");
  must_fail_saying (tl_element_counts_new (by_data, by_data_tiles, 0, start, &caches, 1000, NULL, &failure), "depend on data");
  g_cancellable_cancel (cancelled);
  must_fail (tl_element_counts_new (module, tiles, 0, start, &caches, 100000, cancelled, &failure), G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (tl_element_counts_estimate (tiles, 2), ==, 4 * 24 * 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/element-counts/distances", test_distances);
  g_test_add_func ("/analysis/element-counts/elements", test_elements);
  g_test_add_func ("/analysis/element-counts/overwritten", test_overwritten);
  g_test_add_func ("/analysis/element-counts/refused", test_refused);
  return g_test_run ();
}
