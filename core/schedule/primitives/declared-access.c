/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unsafe_hide_buffer_access: takes regions off what a block declares to read or write.
 *
 * Invariant: what the block computes does not change, but what others believe about it does: a dependence that is no longer declared is not heeded
 * by later steps. So the person who hides it vouches for it.
 */
#include "core/schedule/primitive.h"

#include <string.h>

static gboolean
check_indices (const TlBlock *block, const char *side, guint n_regions, const TlArg *indices, GError **error)
{
  for (guint i = 0; i < indices->n_items; i++)
    if (indices->items[i].integer < 0 || indices->items[i].integer >= n_regions)
      return tl_refuse (error, &block->id, 1, NULL, "block %s %ss %u buffers, there is no number %" G_GINT64_FORMAT, block->name, side, n_regions,
                        indices->items[i].integer);
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
    return tl_refuse (error, &block.id, 1, NULL, "buf_type is \"%s\": \"read\" or \"write\" is expected", side);
  if (!check_indices (&block, side, is_write ? block.n_writes : block.n_reads, indices, error))
    return FALSE;
  if (is_write)
    block.writes = without (arena, block.writes, &block.n_writes, indices);
  else
    block.reads = without (arena, block.reads, &block.n_reads, indices);
  tl_call_replace (call, path, tl_stmt_block (arena, &block));
  return TRUE;
}

static char *
hide_describe (const TlModule *before, const TlArg *args)
{
  return g_strdup_printf ("Hide %ss of %s", args[1].string, tl_arg_node_name (before, &args[0]));
}

static const char *const sides[] = { "read", "write", NULL };

static const TlPrimitiveParam hide_params[] = {
  { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "The block whose declared accesses shrink." },
  { .name = "buf_type", .kind = TL_PARAM_STRING, .help = "Whether reads or writes are hidden.", .choices = sides },
  { .name = "buf_index_array", .kind = TL_PARAM_INTS, .help = "Which of them, from 0." },
};

const TlPrimitive tl_primitive_unsafe_hide_buffer_access = {
  .name = "unsafe_hide_buffer_access",
  .kind = "UnsafeHideBufferAccess",
  .title = "Hide Access",
  .family = TL_FAMILY_BLOCK,
  .summary = "Takes buffers off what a block declares to read or write; later steps no longer see these dependences.",
  .sketch = "T.reads(A[i], B[i])  →  T.reads(A[i])",
  .params = hide_params,
  .n_params = G_N_ELEMENTS (hide_params),
  .n_outputs = 0,
  .apply = hide_apply,
  .describe = hide_describe,
};
