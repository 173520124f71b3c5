/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weights whose layout nobody prescribes are laid out in the order in which the schedule reads them. The function keeps its parameters: a
 * block that copies the weights into their new layout comes first, marked so that whoever links the program may run it ahead of time.
 *
 *     C[i, j] += A[i, k] * B[k, j]   →   B_global[i0, i1, i2, i3] = B[…]        marked meta_schedule.layout_rewrite_preproc
 *                                        C[i, j] += A[i, k] * B_global[…]
 *
 * Where the schedule reads the weights through caches, those are laid out too, from the last one back to the first.
 */
#include "core/space/postprocs-private.h"

#include <string.h>

#include "core/arith/index-map.h"

#define LAYOUT_FREE_BUFFERS      "layout_free_buffers"
#define LAYOUT_FREE_PLACEHOLDERS "layout_free_placeholders"
#define LAYOUT_REWRITE_PREPROC   "meta_schedule.layout_rewrite_preproc"

/* Where a buffer is read, and what layout suits that place. */
typedef struct
{
  const TlStmt     *block;
  guint             read_index;
  const TlIndexMap *map;
} Read;

/* A walk that knows the loops and the block around. */
typedef struct
{
  TlArena        *arena;
  const TlBuffer *buffer;
  GArray         *iters;      /* TlIter, outermost first */
  const TlStmt   *block;
  Read            found;      /* of the last read */
} ReadFinder;

static TlIter
iter_of (const TlStmt *stmt)
{
  return (TlIter) { .var = stmt->loop.var, .min = stmt->loop.min, .extent = stmt->loop.extent };
}

/* The indices of a load in terms of the loops around the block. */
static const TlExpr **
outside_indices (TlArena *arena, const TlBlock *block, const TlExpr *load)
{
  g_autoptr (GHashTable) bindings = g_hash_table_new (NULL, NULL);
  const TlExpr **indices = tl_arena_new_array (arena, const TlExpr *, MAX (load->n_indices, 1));

  for (guint a = 0; a < block->n_axes; a++)
    g_hash_table_insert (bindings, (gpointer) block->axes[a].var, (gpointer) block->bindings[a]);
  for (guint d = 0; d < load->n_indices; d++)
    indices[d] = tl_expr_substitute (arena, load->indices[d], bindings);
  return indices;
}

static TlWalk
visit_load (const TlExpr *expr, gpointer user_data)
{
  ReadFinder *finder = user_data;
  const TlBlock *block = &finder->block->block;

  if (expr->kind != TL_EXPR_LOAD || expr->buffer != finder->buffer)
    return TL_WALK_INTO;
  for (guint r = 0; r < block->n_reads; r++)
    if (block->reads[r].buffer == finder->buffer)
      {
        finder->found.block = finder->block;
        finder->found.read_index = r;
        finder->found.map = tl_index_map_suggest (finder->arena, finder->buffer, outside_indices (finder->arena, block, expr),
                                                  (const TlIter *) (gpointer) finder->iters->data, finder->iters->len, block->predicate);
        break;
      }
  return TL_WALK_INTO;
}

static TlWalk
visit_around_load (const TlStmt *stmt, gpointer user_data)
{
  ReadFinder *finder = user_data;
  const TlStmt *outer = finder->block;
  TlIter iter;

  if (stmt->kind == TL_STMT_FOR)
    {
      iter = iter_of (stmt);
      g_array_append_val (finder->iters, iter);
      tl_stmt_walk (stmt->loop.body, visit_around_load, visit_load, finder);
      g_array_set_size (finder->iters, finder->iters->len - 1);
      return TL_WALK_OVER;
    }
  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  finder->block = stmt;
  if (stmt->block.init)
    tl_stmt_walk (stmt->block.init, visit_around_load, visit_load, finder);
  tl_stmt_walk (stmt->block.body, visit_around_load, visit_load, finder);
  finder->block = outer;
  return TL_WALK_OVER;
}

/* FALSE if nothing reads the buffer or no layout is better than another. */
static gboolean
find_read (TlArena *arena, const TlPrimFunc *func, const TlBuffer *buffer, Read *read)
{
  g_autoptr (GArray) iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  ReadFinder finder = { .arena = arena, .buffer = buffer, .iters = iters, .block = func->body };

  tl_stmt_walk (func->body, visit_around_load, visit_load, &finder);
  *read = finder.found;
  return read->map != NULL;
}

/* Blocks that only pass a buffer on, each reading what the one before wrote. */
typedef struct
{
  const TlBuffer *buffer;
  GPtrArray      *blocks;
} Chain;

static TlWalk
follow_chain (const TlStmt *stmt, gpointer user_data)
{
  Chain *chain = user_data;

  if (stmt->kind == TL_STMT_BLOCK && !stmt->block.init && stmt->block.n_reads == 1 && stmt->block.n_writes == 1
      && stmt->block.reads[0].buffer == chain->buffer)
    {
      g_ptr_array_add (chain->blocks, (gpointer) stmt);
      chain->buffer = stmt->block.writes[0].buffer;
    }
  return TL_WALK_INTO;
}

static guint
get_block (TlScheduleBuilder *builder, const TlStmt *block, const TlPrimFunc *func)
{
  return tl_step_get_block (builder, block->block.name, func->name);
}

static void
add_rewrite_block (TlScheduleBuilder *builder, guint consumer_rv, guint read_index)
{
  guint copy = tl_step_cache_read_for_all (builder, consumer_rv, read_index, "global");

  tl_step_annotate (builder, copy, LAYOUT_REWRITE_PREPROC, tl_arg_int (1));
}

static void
rewrite_buffer (TlScheduleBuilder *builder, const TlPrimFunc *func, const TlBuffer *buffer)
{
  g_autoptr (GPtrArray) blocks = g_ptr_array_new ();
  Chain chain = { .buffer = buffer, .blocks = blocks };
  guint block_rv;
  Read read;

  tl_stmt_walk (func->body, follow_chain, NULL, &chain);
  if (blocks->len > 0)
    get_block (builder, blocks->pdata[blocks->len - 1], func);   /* nobody uses it, but TVM's traces have it */
  if (!find_read (builder->arena, func, chain.buffer, &read))
    return;
  block_rv = get_block (builder, read.block, func);
  if (blocks->len == 0)
    add_rewrite_block (builder, block_rv, read.read_index);
  tl_step_transform_layout (builder, block_rv, "read", read.read_index, read.map, NULL);
  for (guint i = blocks->len; i-- > 0;)
    {
      block_rv = get_block (builder, blocks->pdata[i], func);
      if (i == 0)
        add_rewrite_block (builder, block_rv, 0);
      tl_step_transform_layout (builder, block_rv, "read", 0, read.map, NULL);
    }
}

static void
add_once (GPtrArray *buffers, const TlBuffer *buffer)
{
  if (!g_ptr_array_find (buffers, buffer, NULL))
    g_ptr_array_add (buffers, (gpointer) buffer);
}

static TlWalk
find_placeholders (const TlStmt *stmt, gpointer user_data)
{
  const TlValue *list = stmt->kind == TL_STMT_BLOCK ? tl_attrs_find (&stmt->block.annotations, LAYOUT_FREE_PLACEHOLDERS) : NULL;

  for (guint i = 0; list && list->kind == TL_VALUE_LIST && i < list->n_items; i++)
    {
      const TlExpr *object = list->items[i].kind == TL_VALUE_EXPR ? list->items[i].expr : NULL;

      /* A buffer as a value is a call that takes its first element (tl_buffer_object). */
      if (object && object->kind == TL_EXPR_CALL && strcmp (object->callee->name, "buffer_object") == 0 && object->n_args > 0)
        add_once (user_data, object->args[0]->buffer);
    }
  return TL_WALK_INTO;
}

/* The parameters that the function's attribute names by place, and the buffers that attributes of blocks name. */
static gboolean
collect_buffers (const TlPrimFunc *func, GPtrArray *buffers, GError **error)
{
  const TlValue *places = tl_attrs_find (&func->attrs, LAYOUT_FREE_BUFFERS);
  TlValue place;

  for (guint i = 0; places && places->kind == TL_VALUE_LIST && i < places->n_items; i++)
    {
      if (!tl_value_get_number (&places->items[i], &place) || place.kind != TL_VALUE_INT || place.integer < 0
          || (guint64) place.integer >= func->n_params || !func->params[place.integer].buffer)
        return tl_refuse (error, NULL, 0, "give the positions of buffers among the parameters, counted from 0",
                          "attribute %s of function %s: entry %u names no buffer parameter", LAYOUT_FREE_BUFFERS, func->name, i);
      add_once (buffers, func->params[place.integer].buffer);
    }
  tl_stmt_walk (func->body, find_placeholders, NULL, buffers);
  return TRUE;
}

static gboolean
rewrite_layout (const TlPostprocCall *call, GError **error)
{
  TlScheduleBuilder *builder = call->builder;
  const TlModule *module = tl_state_module (builder->state);

  for (guint f = 0; f < module->n_prims && !builder->error; f++)
    {
      g_autoptr (GPtrArray) buffers = g_ptr_array_new ();

      if (!collect_buffers (module->prims[f], buffers, error))
        return FALSE;
      for (guint i = 0; i < buffers->len && !builder->error; i++)
        rewrite_buffer (builder, module->prims[f], buffers->pdata[i]);
    }
  return TRUE;
}

const TlPostproc tl_postproc_rewrite_layout = {
  .info = { .name = "RewriteLayout", .summary = "Stores layout-free buffers in the order in which they are read." },
  .apply = rewrite_layout,
};
