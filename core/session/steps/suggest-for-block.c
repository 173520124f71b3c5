/* SPDX-License-Identifier: Apache-2.0 */
/* Steps worth trying on a block: where it is computed, through which copies it reads and writes, where its reduction begins. */
#include "core/session/steps/suggestions-private.h"

#include "core/base/i18n.h"
#include "core/session/program-view.h"
#include "core/session/steps/cache-at.h"

#define MAX_BUFFERS 4
#define MAX_PLACES  8    /* loops that a block is tried at */

/* Whether the loop is bound to a reduction axis of the block. */
static gboolean
is_reduced_over (const TlBlock *block, const TlStmt *loop)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].kind == TL_AXIS_REDUCE && tl_program_view_axis_uses_loop (block, i, loop))
      return TRUE;
  return FALSE;
}

/* The outermost loop that the block's reduction runs over; @above: the one around it. Both nullable. */
static const TlStmt *
find_reduction (TlSuggesting *s, const TlStmt **above)
{
  g_autoptr (GPtrArray) loops = tl_path_loops (s->path);

  *above = NULL;
  for (guint i = 0; i < loops->len; i++)
    {
      if (is_reduced_over (&s->node->block, g_ptr_array_index (loops, i)))
        return g_ptr_array_index (loops, i);
      *above = g_ptr_array_index (loops, i);
    }
  return NULL;
}

static void
suggest_initialization (TlSuggesting *s, const TlStmt *reduction)
{
  const TlBlock *block = &s->node->block;
  const TlArg    args[] = { tl_arg_node (block->id), tl_arg_node (reduction->loop.id) };

  if (block->init != NULL)
    tl_suggest_take (s, TL_SUGGEST_STRUCTURE, "decompose_reduction",
                     tl_suggest_step (s, tl_state_ref (s->state), "decompose_reduction", args, 2),
                     g_strdup_printf (_("Initialize %s before %s (decompose reduction)"), block->name, reduction->loop.var->name));
}

/* Sums grow in a copy of an element or a tile; operands are copied for all iterations of the reduction. */
static void
suggest_copies (TlSuggesting *s, const TlStmt *loop)
{
  const TlBlock *block = &s->node->block;
  const gboolean is_gpu = s->target->kind->has_threads;

  for (guint i = 0; i < MIN (block->n_writes, MAX_BUFFERS); i++)
    {
      TlCacheAt cache = { .block = block->id, .buffer = i, .is_write = TRUE, .loop = loop->loop.id };

      tl_suggest_take (s, TL_SUGGEST_MEMORY, NULL, tl_cache_at_try (s->state, &cache, is_gpu ? "local" : "global", NULL),
                       g_strdup_printf (_("Write %s through a copy in each iteration of %s"), block->writes[i].buffer->name,
                                        loop->loop.var->name));
    }
  for (guint i = 0; i < MIN (block->n_reads, MAX_BUFFERS); i++)
    {
      TlCacheAt cache = { .block = block->id, .buffer = i, .loop = loop->loop.id };

      tl_suggest_take (s, TL_SUGGEST_MEMORY, NULL, tl_cache_at_try (s->state, &cache, is_gpu ? "shared" : "global", NULL),
                       g_strdup_printf (_("Read %s from a copy in each iteration of %s"), block->reads[i].buffer->name,
                                        loop->loop.var->name));
    }
}

/* Inside the loops of a block that reads what this one writes, or writes what it reads. */
static void
suggest_places (TlSuggesting *s, const char *primitive)
{
  g_autoptr (GPtrArray) nodes = tl_program_view_nodes (s->path->func, TRUE, FALSE);
  guint                 n_tried = 0;

  for (guint i = 0; i < nodes->len && n_tried < MAX_PLACES; i++)
    {
      const TlStmt *loop = g_ptr_array_index (nodes, i);
      const TlArg   args[] = { tl_arg_node (s->node->block.id), tl_arg_node (loop->loop.id) };

      if (tl_stmt_find (loop, s->node->block.id) != NULL)
        continue;
      n_tried++;
      tl_suggest_take (s, TL_SUGGEST_MEMORY, primitive, tl_suggest_step (s, tl_state_ref (s->state), primitive, args, 2),
                       g_strdup_printf (_("Compute %s inside %s"), s->node->block.name, loop->loop.var->name));
    }
}

void
tl_suggest_for_block (TlSuggesting *s)
{
  const TlStmt *above, *reduction = find_reduction (s, &above);

  suggest_places (s, "compute_at");
  suggest_places (s, "reverse_compute_at");
  if (above != NULL)
    suggest_copies (s, above);
  if (reduction != NULL)
    suggest_initialization (s, reduction);
}
