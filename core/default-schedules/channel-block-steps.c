/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps follow from the program as it is before them. The axes of blocks become two first, so that the indices of images are axes when
 * these get their layout: (i0 * b + i1) // b and % b.
 */
#include "core/default-schedules/channel-blocks-private.h"

#include "core/space/schedule-steps.h"

/* --- a block --- */

void
tl_block_use_init (TlBlockUse *use, gint64 size)
{
  *use = (TlBlockUse) { .size = size, .accesses = g_array_new (FALSE, FALSE, sizeof (TlChannelAccess)) };
}

void
tl_block_use_clear (TlBlockUse *use)
{
  g_clear_pointer (&use->accesses, g_array_unref);
}

static gboolean
is_whole_blocks (const TlBlockUse *use, const TlExpr *expr)
{
  return expr->kind == TL_EXPR_INT && expr->int_value % use->size == 0;
}

/* The loop that moves an index, which is its axis, or some blocks before or after it; -1: none alone. Axes of extent 1 move nothing. */
static gint
index_loop (const TlBlockUse *use, const TlExpr *index)
{
  const TlBlockNest *nest = &use->nest;

  if ((index->kind == TL_EXPR_ADD || index->kind == TL_EXPR_SUB)
      && (is_whole_blocks (use, index->b)
          || (index->b->kind == TL_EXPR_VAR && (tl_block_nest_loops_used (nest, index->b) & ~nest->units) == 0)))
    return index_loop (use, index->a);
  return tl_block_nest_axis (nest, index);
}

/* All channels of a block are on the same side. */
static gboolean
compares_blocks (const TlBlockUse *use, const TlExpr *expr)
{
  if (expr->kind == TL_EXPR_LT || expr->kind == TL_EXPR_GE)
    return is_whole_blocks (use, expr->b) && tl_block_nest_axis (&use->nest, expr->a) >= 0;
  return (expr->kind == TL_EXPR_LE || expr->kind == TL_EXPR_GT) && is_whole_blocks (use, expr->a)
         && tl_block_nest_axis (&use->nest, expr->b) >= 0;
}

static TlWalk note_use (const TlExpr *expr, gpointer data);

static void
note_access (TlBlockUse *use, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices)
{
  TlChannelAccess access = { buffer, indices, n_indices };

  g_array_append_val (use->accesses, access);
  for (guint d = 0; d < n_indices; d++)
    if (index_loop (use, indices[d]) < 0)
      tl_expr_walk (indices[d], note_use, use);
}

static TlWalk
note_use (const TlExpr *expr, gpointer data)
{
  TlBlockUse *use = data;

  if (compares_blocks (use, expr))
    return TL_WALK_OVER;
  if (expr->kind == TL_EXPR_VAR)
    use->mixed |= tl_block_nest_loops_used (&use->nest, expr);
  if (expr->kind != TL_EXPR_LOAD)
    return TL_WALK_INTO;
  note_access (use, expr->buffer, expr->indices, expr->n_indices);
  return TL_WALK_OVER;
}

static void
note_store (TlBlockUse *use, const TlStmt *store)
{
  note_access (use, store->buffer, store->indices, store->n_indices);
  tl_expr_walk (store->value, note_use, use);
}

gboolean
tl_block_use_read (TlBlockUse *use, const TlModule *module, const TlStmt *stmt)
{
  const TlBlock *block = &stmt->block;

  g_array_set_size (use->accesses, 0);
  use->mixed = 0;
  if (!tl_block_nest_match (module, block->id, &use->nest, NULL) || !use->nest.is_direct || block->body->kind != TL_STMT_STORE
      || block->n_writes != 1 || block->n_matches > 0 || block->n_allocs > 0 || (block->init != NULL && block->init->kind != TL_STMT_STORE))
    return FALSE;
  note_store (use, block->body);
  if (block->init != NULL)
    note_store (use, block->init);
  return TRUE;
}

gint
tl_block_use_channel (const TlBlockUse *use, const TlChannelAccess *access)
{
  gint l = index_loop (use, access->indices[TL_CHANNEL_DIM]);

  return l >= 0 && use->nest.extents[l] % use->size == 0 ? l : -1;
}

/* --- steps --- */

typedef struct
{
  const TlChannelLayouts *layouts;
  TlScheduleBuilder       builder;
  TlBlockUse              use;      /* of a block, in the program as it was */
  GHashTable             *done;     /* set of buffers that have their layout */
} ChannelSteps;

/* i0 … → (i0 … i // b … i % b …): @split of @n dimensions in blocks; the inner parts of those in @first come before those of others. */
static const TlIndexMap *
map_of (ChannelSteps *steps, guint n, guint split, guint first)
{
  TlArena      *arena = steps->builder.arena;
  const TlExpr *size = tl_int (arena, steps->layouts->size), *final[2 * TL_NEST_MAX_LOOPS];
  const TlVar **vars = tl_step_map_vars (&steps->builder, n);
  guint         n_final = 0;

  for (guint d = 0; d < n; d++)
    final[n_final++] = (split & (1u << d)) != 0 ? tl_floordiv (arena, vars[d], size) : vars[d];
  for (guint pass = 0; pass < 2; pass++)
    for (guint d = 0; d < n; d++)
      if ((split & (1u << d)) != 0 && ((first & (1u << d)) != 0) == (pass == 0))
        final[n_final++] = tl_floormod (arena, vars[d], size);
  return tl_index_map_new (arena, vars, n, final, n_final);
}

/* The loops of the block that are channels of images in blocks. */
static guint
channels_of (const ChannelSteps *steps)
{
  guint loops = 0;

  for (guint i = 0; i < steps->use.accesses->len; i++)
    if (g_hash_table_contains (steps->layouts->blocked, tl_block_use_nth (&steps->use, i)->buffer))
      loops |= 1u << tl_block_use_channel (&steps->use, tl_block_use_nth (&steps->use, i));
  return loops;
}

/* The loops over results, then those of the sum, each with blocks behind the others. */
static void
block_axes (ChannelSteps *steps, guint rv, guint channels)
{
  const TlBlockNest *nest = &steps->use.nest;
  TlArena           *arena = steps->builder.arena;
  const TlExpr      *size = tl_int (arena, steps->layouts->size), *final[2 * TL_NEST_MAX_LOOPS];
  const TlVar      **vars = tl_step_map_vars (&steps->builder, nest->n);
  guint              n = 0;

  for (guint pass = 0; pass < 2; pass++)
    {
      guint loops = pass == 0 ? nest->spatial : nest->reduced;

      for (guint l = 0; l < nest->n; l++)
        if ((loops & (1u << l)) != 0)
          final[n++] = (channels & (1u << l)) != 0 ? tl_floordiv (arena, vars[l], size) : vars[l];
      for (guint l = 0; l < nest->n; l++)
        if ((loops & channels & (1u << l)) != 0)
          final[n++] = tl_floormod (arena, vars[l], size);
    }
  tl_schedule_builder_do (&steps->builder, "transform_block_layout", tl_arg_rv (rv),
                          tl_arg_index_map (tl_index_map_new (arena, vars, nest->n, final, n)));
}

static void
block_images (ChannelSteps *steps, guint rv)
{
  const TlBlock *block = steps->use.nest.block;

  for (guint i = 0; i < steps->use.accesses->len; i++)
    {
      const TlBuffer *buffer = tl_block_use_nth (&steps->use, i)->buffer;
      gint            read = tl_block_read_index (block, buffer);
      gboolean        is_written = buffer == block->writes[0].buffer;

      if (g_hash_table_contains (steps->layouts->blocked, buffer) && (is_written || read >= 0)
          && g_hash_table_add (steps->done, (gpointer) buffer))
        tl_step_transform_layout (&steps->builder, rv, is_written ? "write" : "read", is_written ? 0 : (guint) read,
                                  map_of (steps, buffer->n_dims, 1u << TL_CHANNEL_DIM, 0), NULL);
    }
}

/* A copy of what the block reads, in another layout. */
static void
pack (ChannelSteps *steps, guint rv, guint read, const TlIndexMap *map)
{
  TlScheduleBuilder *builder = &steps->builder;
  guint              copy = tl_step_cache_read (builder, rv, read, "global");

  tl_step_transform_layout (builder, rv, "read", read, map, NULL);
  tl_schedule_builder_do (builder, "transform_block_layout", tl_arg_rv (copy), tl_arg_index_map (map));
}

/* Constants whose elements for a block do not lie side by side: [k, c, …] as [k // b, c // b, …, c % b, k % b]. */
static void
pack_constants (ChannelSteps *steps, guint rv, guint channels)
{
  const TlBlockUse *use = &steps->use;

  for (guint i = 0; i < use->accesses->len; i++)
    {
      const TlChannelAccess *access = tl_block_use_nth (use, i);
      gint                 read = tl_block_read_index (use->nest.block, access->buffer);
      guint                split = 0, reduced = 0, last = 0;

      if (read < 0 || !g_hash_table_contains (steps->layouts->constants, access->buffer)
          || tl_buffer_n_elements (access->buffer) < 0 || access->n_indices > TL_NEST_MAX_LOOPS)
        continue;
      for (guint d = 0; d < access->n_indices; d++)
        {
          gint   l = tl_block_nest_axis (&use->nest, access->indices[d]);
          gint64 extent;

          split |= l >= 0 && (channels & (1u << l)) != 0 ? 1u << d : 0;
          reduced |= l >= 0 && tl_block_nest_reduces (&use->nest, (guint) l) ? 1u << d : 0;
          last = tl_buffer_get_extent (access->buffer, d, &extent) && extent > 1 ? d : last;
        }
      if ((split & ~(1u << last)) != 0)
        pack (steps, rv, (guint) read, map_of (steps, access->n_indices, split, reduced));
    }
}

/* A copy that the kernel's blocks read in the place of an image in blocks. Rules may inline it, but not into a sum that reads it again. */
static void
unpack_images (ChannelSteps *steps, guint rv, const TlBlock *block, gboolean has_sums)
{
  TlScheduleBuilder *builder = &steps->builder;

  for (guint r = 0; r < block->n_reads; r++)
    {
      const TlBuffer *buffer = block->reads[r].buffer;
      guint           copy;

      if (!g_hash_table_contains (steps->layouts->unpacked, buffer) || !g_hash_table_add (steps->done, (gpointer) buffer))
        continue;
      copy = tl_step_cache_read_for_all (builder, rv, r, "global");
      tl_schedule_builder_do (builder, "transform_block_layout", tl_arg_rv (copy),
                              tl_arg_index_map (map_of (steps, buffer->n_dims, 1u << TL_CHANNEL_DIM, 0)));
      tl_step_transform_layout (builder, copy, "read", 0, map_of (steps, buffer->n_dims, 1u << TL_CHANNEL_DIM, 0), NULL);
      if (has_sums)
        tl_step_annotate (builder, copy, "meta_schedule.inline_rule", tl_schedule_builder_string (builder, "disable"));
    }
}

static gboolean
any_sums (const GPtrArray *blocks)
{
  for (guint i = 0; i < blocks->len; i++)
    if (((const TlStmt *) blocks->pdata[i])->block.init != NULL)
      return TRUE;
  return FALSE;
}

TlState *
tl_channel_steps (TlState *start, const TlChannelLayouts *layouts)
{
  ChannelSteps           steps = { .layouts = layouts };
  g_autoptr (GHashTable) done = g_hash_table_new (NULL, NULL);
  const TlModule        *module = tl_state_module (start);
  const TlPrimFunc      *func = module->prims[0];
  g_autoptr (GPtrArray)  blocks = tl_stmt_child_blocks (func->body->block.body);
  guint                  root, n_rvs, first;

  steps.done = done;
  tl_block_use_init (&steps.use, layouts->size);
  tl_schedule_builder_init (&steps.builder, start);
  root = tl_step_get_block (&steps.builder, func->body->block.name, func->name);
  first = tl_step_get (&steps.builder, "get_child_blocks", root, &n_rvs);
  for (guint i = 0; i < n_rvs; i++)
    unpack_images (&steps, first + i, &((const TlStmt *) blocks->pdata[i])->block, any_sums (blocks));
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n_rvs && tl_block_use_read (&steps.use, module, blocks->pdata[i]); i++)
      {
        guint channels = channels_of (&steps);

        if (channels != 0 && pass == 0)
          block_axes (&steps, first + i, channels);
        else if (channels != 0)
          {
            pack_constants (&steps, first + i, channels);
            block_images (&steps, first + i);
          }
      }
  if (g_hash_table_size (done) != g_hash_table_size (layouts->blocked) + g_hash_table_size (layouts->unpacked))
    tl_refuse (&steps.builder.error, NULL, 0, NULL, "no block reads or writes a parameter");
  tl_block_use_clear (&steps.use);
  return tl_schedule_builder_finish (&steps.builder, NULL);
}
