/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unsafe_hide_buffer_access, annotate_buffer_access: what a block declares to read and write, against what it does.
 *
 * Invariant: what the block computes does not change, but what others believe about it does: a dependence that is no longer declared is not
 * heeded by later steps. The caller promises that it is right.
 */
#include "core/arith/index-map.h"
#include "core/schedule/primitive.h"

#include <string.h>

static gboolean
refuse_index (const TlBlock *block, const char *side, guint n_regions, gint64 index, GError **error)
{
  return tl_refuse (error, &block->id, 1, NULL, "block %s %ss %u buffers, there is no number %" G_GINT64_FORMAT, block->name, side,
                    n_regions,
                    index);
}

/* unsafe_hide_buffer_access */

static gboolean
check_indices (const TlBlock *block, const char *side, guint n_regions, const TlArg *indices, GError **error)
{
  for (guint i = 0; i < indices->n_items; i++)
    if (indices->items[i].integer < 0 || indices->items[i].integer >= n_regions)
      return refuse_index (block, side, n_regions, indices->items[i].integer, error);
  return TRUE;
}

static const TlRegion *
without (TlArena *arena, const TlRegion *regions, guint *n_regions, const TlArg *indices)
{
  TlRegion *kept = tl_arena_new_array (arena, TlRegion, *n_regions);
  guint     n_kept = 0;

  for (guint i = 0; i < *n_regions; i++)
    {
      gboolean is_hidden = FALSE;

      for (guint j = 0; j < indices->n_items; j++)
        is_hidden |= indices->items[j].integer == i;
      if (!is_hidden)
        kept[n_kept++] = regions[i];
    }
  *n_regions = n_kept;
  return kept;
}

static gboolean
hide_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena           *arena = call->builder.arena;
  const char        *side = call->args[1].string;
  const TlArg       *indices = &call->args[2];
  gboolean           is_write = strcmp (side, "write") == 0;
  g_autoptr (TlPath) path = NULL;
  TlBlock            block;

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  block = tl_path_target (path)->block;
  if (!is_write && strcmp (side, "read") != 0)
    return tl_refuse (error, &block.id, 1, NULL, "buf_type is \"%s\"; use \"read\" or \"write\"", side);
  if (!check_indices (&block, side, is_write ? block.n_writes : block.n_reads, indices, error))
    return FALSE;
  if (is_write)
    block.writes = without (arena, block.writes, &block.n_writes, indices);
  else
    block.reads = without (arena, block.reads, &block.n_reads, indices);
  tl_call_replace (call, path, tl_stmt_block (arena, &block));
  return TRUE;
}

/* annotate_buffer_access */

/* Forms are TVM's, which knows nothing of the axes' ranges here: an axis of one value stays in its place. */
static gboolean
read_ranges (TlArena *arena, const TlBlock *block, const TlIndexMap *map, const TlBuffer *buffer, TlRange *ranges, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlExpr         **vars = tl_arena_new_array (arena, const TlExpr *, block->n_axes);
  const TlExpr         **limits = tl_arena_new_array (arena, const TlExpr *, MAX (map->n_final, 1));

  if (map->n_initial != block->n_axes)
    return tl_refuse_argument (error, "the function takes %u indices, block %s has %u axes", map->n_initial, block->name, block->n_axes);
  if (map->n_final != 2 * buffer->n_dims)
    return tl_refuse_argument (error, "the function gives %u ranges, buffer %s has %u dimensions", map->n_final / 2, buffer->name,
                               buffer->n_dims);
  for (guint i = 0; i < block->n_axes; i++)
    vars[i] = block->axes[i].var;
  tl_index_map_indices (analyzer, map, vars, limits);
  for (guint d = 0; d < buffer->n_dims; d++)
    {
      gint64 extent;

      ranges[d].min = limits[2 * d];
      ranges[d].extent = tl_analyzer_simplify (analyzer, tl_sub (arena, limits[2 * d + 1], limits[2 * d]));
      if (tl_expr_get_int (ranges[d].extent, &extent) && extent <= 0)
        return tl_refuse_argument (error, "the range of dimension %u of %s is empty", d, buffer->name);
    }
  return TRUE;
}

/* The list of indices under @key with @index in it. */
static gboolean
note_index (TlArena *arena, TlBlock *block, const char *key, gint64 index, GError **error)
{
  const TlValue *old = tl_attrs_find (&block->annotations, key);
  guint          n = old != NULL && old->kind == TL_VALUE_LIST ? old->n_items : 0;
  TlValue       *items = tl_arena_new_array (arena, TlValue, n + 1);

  if (old != NULL && old->kind != TL_VALUE_LIST)
    return tl_refuse (error, &block->id, 1, "unannotate it first", "block %s has the annotation %s: a list of indices is expected there",
                      block->name, key);
  for (guint i = 0; i < n; i++)
    {
      items[i] = old->items[i];
      if (items[i].kind == TL_VALUE_INT && items[i].integer == index)
        return TRUE;
    }
  items[n] = tl_value_int (index);
  block->annotations = tl_attrs_with (arena, &block->annotations, key,
                                      (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = n + 1 });
  return TRUE;
}

static gboolean
annotate_apply (TlPrimitiveCall *call, GError **error)
{
  TlArena           *arena = call->builder.arena;
  gint64             index = call->args[1].integer;
  const char        *side = call->args[2].string;
  gboolean           is_write = strcmp (side, "write") == 0;
  g_autoptr (TlPath) path = NULL;
  TlBlock            block;
  TlRegion          *regions;
  TlRange           *ranges;
  guint              n_regions;

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  block = tl_path_target (path)->block;
  n_regions = is_write ? block.n_writes : block.n_reads;
  if (index < 0 || index >= n_regions)
    return refuse_index (&block, side, n_regions, index, error);
  regions = tl_arena_dup_array (arena, TlRegion, is_write ? block.writes : block.reads, n_regions);
  ranges = tl_arena_new_array (arena, TlRange, regions[index].buffer->n_dims);
  if (!read_ranges (arena, &block, call->args[3].map, regions[index].buffer, ranges, error)
      || !note_index (arena, &block, is_write ? "explicit_write_region" : "explicit_read_region", index, error))
    return FALSE;
  regions[index].ranges = ranges;
  if (is_write)
    block.writes = regions;
  else
    block.reads = regions;
  tl_call_replace (call, path, tl_stmt_block (arena, &block));
  return TRUE;
}

/* Rows. */

static const char *const sides[] = { "read", "write", NULL };

const TlPrimitive tl_primitive_unsafe_hide_buffer_access = {
  .name = "unsafe_hide_buffer_access",
  .kind = "UnsafeHideBufferAccess",
  .title = "Hide Access",
  .family = TL_FAMILY_BLOCK,
  .summary = "Remove declared reads or writes of a block; later steps ignore these dependences.",
  .sketch = "T.reads(A[i], B[i])  →  T.reads(A[i])",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "Block to change." },
      { .name = "buf_type", .kind = TL_PARAM_STRING, .flags = TL_PARAM_IS_INPUT, .help = "Hide reads or writes.",
        .choices = sides },
      { .name = "buf_index_array", .kind = TL_PARAM_INTS, .flags = TL_PARAM_IS_INPUT, .help = "Indices of the accesses to hide." }),
  .apply = hide_apply,
  .sentence = "Hide {buf_type}s of {block}",
};

const TlPrimitive tl_primitive_annotate_buffer_access = {
  .name = "annotate_buffer_access",
  .kind = "AnnotateBufferAccess",
  .title = "Declare Access",
  .family = TL_FAMILY_BLOCK,
  .summary = "Declare the region of a buffer that a block reads or writes instead of inferring it.",
  .sketch = "T.reads(A[i])  →  T.reads(A[i - 1:i + 1]), T.block_attr({\"explicit_read_region\": [0]})",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "Block to change." },
      { .name = "buffer_index", .kind = TL_PARAM_INT, .flags = TL_PARAM_IS_INPUT, .help = "Index among the reads or writes of the block." },
      { .name = "buf_type", .kind = TL_PARAM_STRING, .flags = TL_PARAM_IS_INPUT | TL_PARAM_IS_SIDE, .help = "Read or write.",
        .choices = sides },
      { .name = "gen_new_ranges", .kind = TL_PARAM_INDEX_MAP, .flags = TL_PARAM_IS_INPUT | TL_PARAM_OF_RANGES,
        .help = "Map from the axes of the block to the region: for each dimension an index, or begin and end." }),
  .apply = annotate_apply,
  .sentence = "Declare {buf_type} {buffer_index} of {block}",
};
