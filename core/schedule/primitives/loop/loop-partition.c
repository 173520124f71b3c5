/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A loop is cut at some values into loops that run one after the other, each with its own copy of the block.
 *
 *   for i in range (16):   loop_partition (i, [4, None])     with block ("B_i_common"):
 *     with block ("B"): …                  →                   with block ("B_i0_partition"): for i0 in range (4): with block ("B_i0"): …
 *                                                              with block ("B_i1_partition"): for i1 in range (4, 16): with block ("B_i1"):
 *                                                              …
 *
 * Invariant: the same instances run in the same order. Names and domains are TVM's: the blocks around the parts declare no accesses, and an
 * axis that the loop alone binds has the part's range for domain.
 * An initialization runs at the first value of the reduction axes, so where a part's domain starts later, its block has none.
 *
 * Where TVM 0.27 goes wrong this does not follow: it declares each instance to access what all instances do, upon which write_at or
 * cache_write copy what was never written; it initializes again in later parts of a reduction, counts from 0 in loops that start elsewhere,
 * and fails on nested blocks with axes.
 */
#include "core/schedule/primitives/binding-private.h"
#include "core/schedule/primitives/block-edit-private.h"

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  const TlLoop    *loop;
  gint64           min, extent;    /* of the loop */
  gint64          *starts;         /* of the parts, and the end of the last */
  guint            n_parts;
} Partition;

typedef struct
{
  const Partition *partition;
  guint            index;
  const TlVar     *var;
  GHashTable      *buffers;        /* what the blocks below allocate → this part's own */
} LoopPart;

/* The sizes. */

static gboolean
read_sizes (Partition *p, GError **error)
{
  const TlArg     *factors = &p->call->args[1];
  gint64          *sizes = tl_arena_new_array (p->arena, gint64, factors->n_items + 1);
  gint64           sum = 0;
  gint             inferred = -1;
  const char      *name = p->loop->var->name;

  for (guint i = 0; i < factors->n_items; i++)
    {
      sizes[i] = factors->items[i].integer;
      if (factors->items[i].kind == TL_ARG_NONE)
        {
          if (inferred >= 0)
            return tl_refuse (error, &p->loop->id, 1, NULL,
                              "sizes %d and %u of the parts of loop %s are both None; only one can be inferred",
                              inferred, i, name);
          inferred = (gint) i;
          sizes[i] = 0;
        }
      else if (sizes[i] <= 0)
        return tl_refuse (error, &p->loop->id, 1, NULL, "size %u of the parts of loop %s is %" G_GINT64_FORMAT "; sizes must be positive",
                          i,
                          name, sizes[i]);
      if (__builtin_add_overflow (sum, sizes[i], &sum) || sum >= p->extent)
        return tl_refuse (error, &p->loop->id, 1, NULL,
                          "sizes 0 to %u leave nothing of loop %s: their sum must be less than the extent %" G_GINT64_FORMAT, i, name,
                          p->extent);
    }
  if (factors->n_items == 0 || (factors->n_items == 1 && inferred == 0))
    return tl_refuse_argument (error, "at least one factor is needed to partition a loop");
  p->n_parts = inferred >= 0 ? factors->n_items : factors->n_items + 1;
  sizes[inferred >= 0 ? (guint) inferred : factors->n_items] = p->extent - sum;
  p->starts = tl_arena_new_array (p->arena, gint64, p->n_parts + 1);
  p->starts[0] = p->min;
  for (guint i = 0; i < p->n_parts; i++)
    p->starts[i + 1] = p->starts[i] + sizes[i];
  return TRUE;
}

static gboolean
check_loop (Partition *p, GError **error)
{
  const TlLoop    *loop = p->loop;
  g_autofree char *extent = NULL;

  if (loop->annotations.n > 0)
    return tl_refuse (error, &loop->id, 1, "unannotate it first", "cannot partition loop %s: it has the annotation '%s'", loop->var->name,
                      loop->annotations.keys[0]);
  if (loop->kind == TL_LOOP_THREAD_BINDING)
    return tl_refuse (error, &loop->id, 1, NULL, "cannot partition loop %s: it is bound to %s", loop->var->name, loop->thread);
  if (tl_expr_get_int (loop->min, &p->min) && tl_expr_get_int (loop->extent, &p->extent))
    return TRUE;
  extent = tl_loop_extent_text (loop);
  return tl_refuse (error, &loop->id, 1, NULL, "cannot partition loop %s: its range (extent %s) is not constant", loop->var->name, extent);
}

/* The block that the loop, down through loops alone, is for; NULL with a refusal if there is more inside. */
static const TlStmt *
only_block (const Partition *p, GError **error)
{
  const TlStmt *stmt = p->loop->body;

  while (stmt->kind == TL_STMT_FOR)
    stmt = stmt->loop.body;
  if (stmt->kind == TL_STMT_BLOCK)
    return stmt;
  tl_refuse (error, &p->loop->id, 1, NULL, "loop %s has more than one block inside; partitions would be ambiguous", p->loop->var->name);
  return NULL;
}

/* The copies. */

static const TlBuffer *
own_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const TlBuffer *own = g_hash_table_lookup (((LoopPart *) rewriter->user_data)->buffers, buffer);

  return own != NULL ? own : buffer;
}

static TlWalk
find_allocs (const TlStmt *stmt, gpointer user_data)
{
  const LoopPart *part = user_data;

  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_allocs; i++)
    {
      const TlBuffer *old = stmt->block.allocs[i];

      g_hash_table_insert (part->buffers, (gpointer) old, tl_arena_memdup (part->partition->arena, old, sizeof *old));
    }
  return TL_WALK_INTO;
}

/* Narrows the domain of the first axis that the loop alone binds. */
static void
narrow_axis (const LoopPart *part, TlBlock *block)
{
  const Partition *p = part->partition;
  TlArena         *arena = p->arena;
  TlBlockAxis     *axes = tl_arena_dup_array (arena, TlBlockAxis, block->axes, block->n_axes);

  for (guint i = 0; i < block->n_axes; i++)
    if (block->bindings[i] == part->var)
      {
        TlBlockAxis *axis = &axes[i];
        gint64       min;

        if (axis->kind != TL_AXIS_SPATIAL && !(tl_expr_get_int (axis->dom.min, &min) && min == p->min))
          return;
        if (axis->kind != TL_AXIS_SPATIAL && part->index > 0 && block->init != NULL)
          {
            block->init = NULL;
            tl_block_read_own_writes (arena, block);
          }
        axis->dom.min = tl_expr_int (arena, axis->var->dtype, p->starts[part->index]);
        axis->dom.extent = tl_expr_int (arena, axis->var->dtype, p->starts[part->index + 1] - p->starts[part->index]);
        block->axes = axes;
        return;
      }
}

static const TlStmt *
copy_block (TlRewriter *rewriter, const TlStmt *stmt)
{
  LoopPart *part = rewriter->user_data;
  TlArena *arena = rewriter->arena;
  TlBlock  block;

  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  block = tl_rewrite_stmt_children (rewriter, stmt)->block;
  block.name = tl_arena_printf (arena, "%s_%s", block.name, part->var->name);
  if (block.n_matches > 0 && part->index > 0)
    {
      g_autoptr (GHashTable) none = g_hash_table_new (NULL, NULL);

      block.body = tl_block_copy_views (arena, &block, block.body, none);
    }
  narrow_axis (part, &block);
  return tl_stmt_block (arena, &block);
}

static const TlStmt *
wrapper (const Partition *p, const char *name, const TlStmt *body)
{
  TlBlock block = { .id = tl_builder_take_id (&p->call->builder), .name = name, .body = body };

  return tl_stmt_block (p->arena, &block);
}

static const TlStmt *
make_part (const Partition *p, guint index, const char *block_name)
{
  TlArena               *arena = p->arena;
  TlDType                dtype = p->loop->var->dtype;
  const char            *name = tl_arena_printf (arena, "%s%u", p->loop->var->name, index);
  g_autoptr (GHashTable) buffers = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  LoopPart               part = { .partition = p, .index = index, .var = tl_expr_var (arena, name, dtype), .buffers = buffers };
  TlRewriter             rewriter = { .arena = arena, .stmt = copy_block, .buffer = own_buffer, .user_data = &part };
  TlLoop                 loop = { .id = tl_builder_take_id (&p->call->builder), .var = part.var, .kind = TL_LOOP_SERIAL };
  const TlStmt          *body = tl_stmt_clone (&p->call->builder, p->loop->body);

  g_hash_table_insert (values, (gpointer) p->loop->var, (gpointer) part.var);
  body = tl_stmt_substitute (arena, body, values);
  if (index > 0)
    tl_stmt_walk (body, find_allocs, NULL, &part);
  loop.min = tl_expr_int (arena, dtype, p->starts[index]);
  loop.extent = tl_expr_int (arena, dtype, p->starts[index + 1] - p->starts[index]);
  loop.annotations = tl_attrs_empty;
  loop.body = tl_rewrite_stmt (&rewriter, body);
  tl_call_output_node (p->call, TL_RV_LOOP, loop.id);
  return wrapper (p, tl_arena_printf (arena, "%s_%s_partition", block_name, name), tl_stmt_loop (arena, &loop));
}

static gboolean
loop_partition_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath) path = NULL;
  Partition          p = { .call = call, .arena = call->builder.arena };
  const TlStmt      *block, **parts;
  const char        *common;

  if (!tl_call_find_loop (call, &call->args[0], &path, error))
    return FALSE;
  p.loop = &tl_path_target (path)->loop;
  block = only_block (&p, error);
  if (block == NULL || !check_loop (&p, error) || !read_sizes (&p, error))
    return FALSE;
  parts = tl_arena_new_array (p.arena, const TlStmt *, p.n_parts);
  for (guint i = 0; i < p.n_parts; i++)
    parts[i] = make_part (&p, i, block->block.name);
  common = tl_arena_printf (p.arena, "%s_%s_common", block->block.name, p.loop->var->name);
  tl_call_replace (call, path, wrapper (&p, common, tl_stmt_seq (p.arena, parts, p.n_parts)));
  return TRUE;
}

const TlPrimitive tl_primitive_loop_partition = {
  .name = "loop_partition",
  .kind = "LoopPartition",
  .title = "Partition Loop",
  .family = TL_FAMILY_LOOP,
  .summary = "Partition a loop into several consecutive loops.",
  .sketch = "for i in range(n): S(i)  →  for i0 in range(m): S(i0); for i1 in range(m, n): S(i1)",
  TL_PRIMITIVE_PARAMS (
      { "loop", TL_PARAM_LOOP, TL_PARAM_IS_INPUT, NULL, "Loop to partition, with a constant range and a single block inside." },
      { "factors", TL_PARAM_FACTORS, TL_PARAM_IS_INPUT, NULL,
        "Sizes of the parts; one may be None and is inferred, otherwise the remainder becomes a further part." },
      { "preserve_unit_iters", TL_PARAM_BOOL, TL_PARAM_IS_OPTIONAL, "True",
        "For compatibility with TVM; loops of extent 1 are always kept." }),
  .n_outputs = -1,
  .apply = loop_partition_apply,
  .sentence = "Partition {loop} into parts of {factors}",
};
