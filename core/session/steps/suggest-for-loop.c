/* SPDX-License-Identifier: Apache-2.0 */
/* Steps worth trying on a loop. Numbers come from the machine (lanes, cores) or are divisors of the extent: no tail where that can be. */
#include "core/session/steps/suggestions-private.h"

#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "core/session/steps/cache-at.h"

#define MOST_UNROLLED   16     /* iterations that are unrolled at once */
#define MOST_VECTORS    4      /* in a loop that is vectorized as it is */
#define MAX_BLOCKS      2      /* whose buffers copies are suggested of */
#define MAX_BUFFERS     4      /* of a block */
#define CHUNKS_PER_CORE 4      /* so that cores which finish first find more work */

static const char *
name_of (const TlStmt *loop)
{
  return loop->loop.var->name;
}

static const TlStmt *
loop_below (const TlStmt *loop)
{
  return loop->loop.body->kind == TL_STMT_FOR ? loop->loop.body : NULL;
}

/* The loop that holds @loop, and nothing else; NULL: none. */
static const TlStmt *
loop_above (TlSuggesting *s, const TlStmt *loop)
{
  for (guint i = s->path->n; i-- > 1;)
    if (s->path->stmts[i] == loop)
      return s->path->stmts[i - 1]->kind == TL_STMT_FOR && s->path->stmts[i - 1]->loop.body == loop ? s->path->stmts[i - 1] : NULL;
  return NULL;
}

/* Whether an iteration adds to what another one computes. */
static gboolean
is_reduction (const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (loop->loop.body);

  for (guint b = 0; b < blocks->len; b++)
    {
      const TlBlock *block = &((const TlStmt *) g_ptr_array_index (blocks, b))->block;

      for (guint i = 0; i < block->n_axes; i++)
        if (block->axes[i].kind == TL_AXIS_REDUCE && tl_program_view_axis_uses_loop (block, i, loop))
          return TRUE;
    }
  return FALSE;
}

static TlState *
split_from (TlSuggesting *s, TlState *from, TlNodeId loop, gint64 outer, gint64 inner)
{
  const TlArg factors[] = { outer > 0 ? tl_arg_int (outer) : (TlArg) { 0 }, inner > 0 ? tl_arg_int (inner) : (TlArg) { 0 } };
  const TlArg args[] = { tl_arg_node (loop), tl_arg_list (s->arena, factors, 2) };

  return tl_suggest_step (s, from, "split", args, 2);
}

/* One of both is inferred. */
static TlState *
split (TlSuggesting *s, TlNodeId loop, gint64 outer, gint64 inner)
{
  return split_from (s, tl_state_ref (s->state), loop, outer, inner);
}

static TlState *
mark (TlSuggesting *s, TlState *from, const char *primitive, TlNodeId loop)
{
  const TlArg arg = tl_arg_node (loop);

  return tl_suggest_step (s, from, primitive, &arg, 1);
}

/* Splits the loop and marks one of the two new ones: result 0 is the outer one. */
static TlState *
split_and_mark (TlSuggesting *s, TlNodeId loop, gint64 outer, gint64 inner, const char *primitive, guint result)
{
  TlState *parts = split (s, loop, outer, inner);

  return parts != NULL ? mark (s, parts, primitive, tl_suggest_result (parts, result)) : NULL;
}

/* --- vectors, unrolling --- */

static guint
lanes_for (TlSuggesting *s, const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (loop->loop.body);
  const TlBlock        *block = blocks->len > 0 ? &((const TlStmt *) g_ptr_array_index (blocks, blocks->len - 1))->block : NULL;

  return block != NULL && block->n_writes > 0 ? tl_target_lanes (s->target, block->writes[0].buffer->dtype) : 1;
}

static void
suggest_vectors (TlSuggesting *s, const TlStmt *loop, gint64 extent)
{
  gint64 lanes = lanes_for (s, loop);

  if (lanes > 1 && extent <= MOST_VECTORS * lanes)
    tl_suggest_take (s, TL_SUGGEST_VECTOR, "vectorize", mark (s, tl_state_ref (s->state), "vectorize", loop->loop.id),
                     g_strdup_printf (_("Vectorize %s"), name_of (loop)));
  for (gint64 width = 2 * lanes; lanes > 1 && width >= MAX (lanes / 2, 2); width /= 2)
    if (extent > width && extent % width == 0)
      tl_suggest_take (s, TL_SUGGEST_VECTOR, "vectorize", split_and_mark (s, loop->loop.id, 0, width, "vectorize", 1),
                       g_strdup_printf (_("Vectorize %s by %" G_GINT64_FORMAT), name_of (loop), width));
  if (lanes > 1 && extent > lanes && extent % MAX (lanes / 2, 2) != 0)
    tl_suggest_take (s, TL_SUGGEST_VECTOR, "vectorize", split_and_mark (s, loop->loop.id, 0, lanes, "vectorize", 1),
                     g_strdup_printf (_("Vectorize %s by %" G_GINT64_FORMAT " with a tail"), name_of (loop), lanes));
}

static void
suggest_unrolling (TlSuggesting *s, const TlStmt *loop, gint64 extent)
{
  if (extent <= MOST_UNROLLED)
    tl_suggest_take (s, TL_SUGGEST_STRUCTURE, "unroll", mark (s, tl_state_ref (s->state), "unroll", loop->loop.id),
                     g_strdup_printf (_("Unroll %s"), name_of (loop)));
  for (gint64 times = 4; times <= 8; times *= 2)
    if (extent > times && extent % times == 0)
      tl_suggest_take (s, TL_SUGGEST_STRUCTURE, "unroll", split_and_mark (s, loop->loop.id, 0, times, "unroll", 1),
                       g_strdup_printf (_("Unroll %s by %" G_GINT64_FORMAT), name_of (loop), times));
}

/* --- cores --- */

static void
suggest_cores (TlSuggesting *s, const TlStmt *loop, gint64 extent)
{
  const TlStmt *inner = loop_below (loop);
  gint64        chunks = (gint64) s->target->num_cores * CHUNKS_PER_CORE;

  if (inner != NULL && !is_reduction (inner))
    {
      const TlArg items[] = { tl_arg_node (loop->loop.id), tl_arg_node (inner->loop.id) }, arg = tl_arg_list (s->arena, items, 2);
      TlState    *fused = tl_suggest_step (s, tl_state_ref (s->state), "fuse", &arg, 1);

      tl_suggest_take (s, TL_SUGGEST_PARALLELISM, "parallel",
                       fused != NULL ? mark (s, fused, "parallel", tl_suggest_result (fused, 0)) : NULL,
                       g_strdup_printf (_("Fuse %s and %s, then parallelize"), name_of (loop), name_of (inner)));
    }
  if (s->target->num_cores > 1 && extent > chunks && extent % chunks == 0)
    tl_suggest_take (s, TL_SUGGEST_PARALLELISM, "parallel", split_and_mark (s, loop->loop.id, chunks, 0, "parallel", 0),
                     g_strdup_printf (_("Parallelize %s in %" G_GINT64_FORMAT " chunks"), name_of (loop), chunks));
}

/* --- order --- */

/* @order: nodes of one nest, the outermost first. */
static TlState *
reorder (TlSuggesting *s, TlState *from, const TlNodeId *order, guint n)
{
  TlArg *items = tl_arena_new_array (s->arena, TlArg, n), arg;

  for (guint i = 0; i < n; i++)
    items[i] = tl_arg_node (order[i]);
  arg = tl_arg_list (s->arena, items, n);
  return tl_suggest_step (s, from, "reorder", &arg, 1);
}

static void
suggest_reorder (TlSuggesting *s, const TlNodeId *order, guint n, char *sentence)
{
  tl_suggest_take (s, TL_SUGGEST_STRUCTURE, "reorder", reorder (s, tl_state_ref (s->state), order, n), sentence);
}

/* By one place, and to the end of the nest. */
static void
suggest_outward (TlSuggesting *s, const TlStmt *loop)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  const TlStmt      *above = loop_above (s, loop), *outermost = above;

  if (above == NULL)
    return;
  suggest_reorder (s, (TlNodeId[]) { loop->loop.id, above->loop.id }, 2,
                   g_strdup_printf (_("Move %s outside %s"), name_of (loop), name_of (above)));
  for (const TlStmt *at = above; at != NULL; at = loop_above (s, at))
    {
      outermost = at;
      g_array_prepend_val (order, at->loop.id);
    }
  g_array_prepend_val (order, loop->loop.id);
  if (outermost != above)
    suggest_reorder (s, (const TlNodeId *) (gpointer) order->data, order->len,
                     g_strdup_printf (_("Move %s outside %s, to the top of its nest"), name_of (loop), name_of (outermost)));
}

static void
suggest_inward (TlSuggesting *s, const TlStmt *loop)
{
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  const TlStmt      *below = loop_below (loop), *innermost = below;

  if (below == NULL)
    return;
  suggest_reorder (s, (TlNodeId[]) { below->loop.id, loop->loop.id }, 2,
                   g_strdup_printf (_("Move %s inside %s"), name_of (loop), name_of (below)));
  for (const TlStmt *at = below; at != NULL; at = loop_below (at))
    {
      innermost = at;
      g_array_append_val (order, at->loop.id);
    }
  g_array_append_val (order, loop->loop.id);
  if (innermost != below)
    suggest_reorder (s, (const TlNodeId *) (gpointer) order->data, order->len,
                     g_strdup_printf (_("Move %s inside %s, to the bottom of its nest"), name_of (loop), name_of (innermost)));
}

/* --- tiles --- */

static void
suggest_splits (TlSuggesting *s, const TlStmt *loop, gint64 extent)
{
  for (gint64 factor = 8; factor <= 64; factor *= 2)
    if (extent > factor && extent % factor == 0)
      tl_suggest_take (s, TL_SUGGEST_STRUCTURE, "split", split (s, loop->loop.id, 0, factor),
                       g_strdup_printf (_("Split %s by %" G_GINT64_FORMAT), name_of (loop), factor));
}

static TlState *
tile (TlSuggesting *s, const TlStmt *outer, const TlStmt *inner, gint64 side)
{
  TlState *state = split (s, outer->loop.id, 0, side);
  TlNodeId order[4];

  if (state == NULL)
    return NULL;
  order[0] = tl_suggest_result (state, 0);
  order[2] = tl_suggest_result (state, 1);
  state = split_from (s, state, inner->loop.id, 0, side);
  if (state == NULL)
    return NULL;
  order[1] = tl_suggest_result (state, 0);
  order[3] = tl_suggest_result (state, 1);
  return reorder (s, state, order, G_N_ELEMENTS (order));
}

static void
suggest_tiles (TlSuggesting *s, const TlStmt *loop, gint64 extent)
{
  const TlStmt *inner = loop_below (loop);
  gint64        of_inner;

  if (inner == NULL || !tl_expr_get_int (inner->loop.extent, &of_inner))
    return;
  for (gint64 side = 16; side <= 64; side *= 2)
    if (extent > side && of_inner > side && extent % side == 0 && of_inner % side == 0)
      tl_suggest_take (s, TL_SUGGEST_STRUCTURE, NULL, tile (s, loop, inner, side),
                       g_strdup_printf (_("Tile %s and %s by %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT), name_of (loop), name_of (inner),
                                        side, side));
}

/* --- memory --- */

static void
suggest_copy (TlSuggesting *s, const TlStmt *loop, const TlStmt *block, guint buffer, gboolean is_write)
{
  const TlBlock *of = &block->block;
  const char    *name = is_write ? of->writes[buffer].buffer->name : of->reads[buffer].buffer->name;
  TlCacheAt      cache = { .block = of->id, .buffer = buffer, .is_write = is_write, .loop = loop->loop.id };
  const char    *scope = s->target->kind->has_threads ? (is_write ? "local" : "shared") : "global";

  tl_suggest_take (s, TL_SUGGEST_MEMORY, NULL, tl_cache_at_try (s->state, &cache, scope, NULL),
                   g_strdup_printf (is_write ? _("Write %s through a copy in each iteration of %s")
                                             : _("Read %s from a copy in each iteration of %s"), name, name_of (loop)));
}

static void
suggest_copies (TlSuggesting *s, const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (loop);

  for (guint b = 0; b < MIN (blocks->len, MAX_BLOCKS); b++)
    {
      const TlStmt *block = g_ptr_array_index (blocks, b);

      for (guint i = 0; i < MIN (block->block.n_writes, MAX_BUFFERS); i++)
        suggest_copy (s, loop, block, i, TRUE);
      for (guint i = 0; i < MIN (block->block.n_reads, MAX_BUFFERS); i++)
        suggest_copy (s, loop, block, i, FALSE);
    }
}

/* --- reductions --- */

static void
suggest_initialization (TlSuggesting *s, const TlStmt *loop)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_child_blocks (loop);

  for (guint b = 0; b < MIN (blocks->len, MAX_BLOCKS); b++)
    {
      const TlBlock *block = &((const TlStmt *) g_ptr_array_index (blocks, b))->block;
      const TlArg    args[] = { tl_arg_node (block->id), tl_arg_node (loop->loop.id) };

      if (block->init != NULL)
        tl_suggest_take (s, TL_SUGGEST_STRUCTURE, "decompose_reduction",
                         tl_suggest_step (s, tl_state_ref (s->state), "decompose_reduction", args, 2),
                         g_strdup_printf (_("Initialize %s before %s (decompose reduction)"), block->name, name_of (loop)));
    }
}

/* --- threads of a GPU --- */

static void
suggest_threads (TlSuggesting *s, const TlStmt *loop, gint64 extent)
{
  TlState *state;
  TlArg    args[2];

  for (gint64 threads = 128; threads <= 256; threads *= 2)
    {
      TlNodeId inner;

      if (extent <= threads || extent % threads != 0 || (guint64) threads > s->target->max_threads_per_block
          || (state = split (s, loop->loop.id, 0, threads)) == NULL)
        continue;
      inner = tl_suggest_result (state, 1);
      args[0] = tl_arg_node (tl_suggest_result (state, 0));
      args[1] = tl_arg_string (s->arena, "blockIdx.x");
      state = tl_suggest_step (s, state, "bind", args, 2);
      args[0] = tl_arg_node (inner);
      args[1] = tl_arg_string (s->arena, "threadIdx.x");
      tl_suggest_take (s, TL_SUGGEST_GPU, NULL, tl_suggest_step (s, state, "bind", args, 2),
                       g_strdup_printf (_("Bind %s to blocks of %" G_GINT64_FORMAT " threads"), name_of (loop), threads));
    }
}

void
tl_suggest_for_loop (TlSuggesting *s)
{
  const TlStmt *loop = s->node;
  gint64        extent = 0;

  tl_expr_get_int (loop->loop.extent, &extent);
  suggest_copies (s, loop);
  suggest_initialization (s, loop);
  suggest_outward (s, loop);
  suggest_inward (s, loop);
  if (!is_reduction (loop))
    suggest_cores (s, loop, extent);
  if (extent <= 1)
    return;
  suggest_vectors (s, loop, extent);
  suggest_unrolling (s, loop, extent);
  suggest_tiles (s, loop, extent);
  suggest_splits (s, loop, extent);
  if (s->target->kind->has_threads)
    suggest_threads (s, loop, extent);
}
