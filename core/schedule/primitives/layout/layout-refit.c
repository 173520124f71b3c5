/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A nest that produces a buffer runs over the new layout and fills the padding along the way:
 *
 *   for i in range(14):                        for a, b in T.grid(4, 4):
 *     with T.block("B"):                  →      with T.block("B"):
 *       vi = T.axis.spatial(14, i)                 va, vb = T.axis.remap("SS", [a, b])
 *       B[vi] = f(vi)                              B[va, vb] = T.if_then_else(va == 3 and 2 <= vb, pad, f(va * 4 + vb))
 *
 * The same without axes, where stores are indexed by the loops themselves. Nothing but the stored values may be computed from the loops
 * there: those alone are guarded.
 */
#include "core/schedule/primitives/layout/layout-private.h"

typedef struct
{
  TlLayout      *layout;
  const TlBlock *block;           /* NULL where loops are the indices */
  const TlStmt  *below;           /* what is refitted as a whole: that block, or the body of the innermost loop */
  guint         *axis_of_dim;     /* index of the block's axis that is this index of each store */
  const TlStmt **loops;           /* of each dimension */
  TlLayoutGrid   grid;
  const TlVar  **indices;         /* of stores: the grid's axes or loops */
  GHashTable    *values;          /* old axes or loops → new ones */
} Refit;

static gint
find_axis (const TlBlock *block, const TlExpr *var)
{
  for (guint i = 0; i < block->n_axes; i++)
    if (block->axes[i].var == var)
      return (gint) i;
  return -1;
}

static TlWalk
check_store (const TlStmt *stmt, gpointer user_data)
{
  Refit *r = user_data;

  if (stmt->kind == TL_STMT_BLOCK && stmt->block.id != r->block->id)
    return TL_WALK_STOP;
  if (stmt->kind != TL_STMT_STORE)
    return TL_WALK_INTO;
  if (stmt->buffer != r->layout->buffer)
    return TL_WALK_STOP;
  for (guint d = 0; d < stmt->n_indices; d++)
    {
      gint axis = find_axis (r->block, stmt->indices[d]);

      if (axis < 0 || r->block->axes[axis].kind != TL_AXIS_SPATIAL || (r->axis_of_dim[d] != G_MAXUINT && r->axis_of_dim[d] != (guint) axis))
        return TL_WALK_STOP;
      r->axis_of_dim[d] = (guint) axis;
    }
  return TL_WALK_INTO;
}

/* Serial, over the whole dimension, directly below the loop of the dimension before. */
static gboolean
is_plain_loop (Refit *r, guint d, const TlStmt *loop)
{
  const TlExpr *extent = r->layout->buffer->shape[d];

  return loop->loop.kind == TL_LOOP_SERIAL && loop->loop.annotations.n == 0 && tl_expr_is_int (loop->loop.min, 0)
         && tl_analyzer_can_prove_equal (r->layout->analyzer, loop->loop.extent, extent)
         && (d == 0 || r->loops[d - 1]->loop.body == loop);
}

static gboolean
is_plain_with_axes (Refit *r, const TlStmt *nest, const TlStmt *writer)
{
  const TlStmt *stmt = nest;

  for (guint d = 0; d < r->layout->buffer->n_dims; d++)
    r->axis_of_dim[d] = G_MAXUINT;
  if (r->block->predicate != NULL || r->block->n_writes != 1 || r->block->n_allocs > 0
      || !tl_stmt_walk (writer, check_store, NULL, r))
    return FALSE;
  for (; stmt->kind == TL_STMT_FOR; stmt = stmt->loop.body)
    for (guint d = 0; d < r->layout->buffer->n_dims; d++)
      if (r->axis_of_dim[d] != G_MAXUINT && r->block->bindings[r->axis_of_dim[d]] == stmt->loop.var)
        r->loops[d] = stmt;
  if (stmt != writer)
    return FALSE;
  for (guint d = 0; d < r->layout->buffer->n_dims; d++)
    {
      guint n_users = 0;

      if (r->loops[d] == NULL || !is_plain_loop (r, d, r->loops[d]))
        return FALSE;
      for (guint a = 0; a < r->block->n_axes; a++)
        n_users += tl_expr_uses_var (r->block->bindings[a], r->loops[d]->loop.var);
      if (n_users != 1)
        return FALSE;
    }
  return TRUE;
}

static TlWalk
find_store (const TlStmt *stmt, gpointer user_data)
{
  Refit *r = user_data;

  if (stmt->kind != TL_STMT_STORE || stmt->buffer != r->layout->buffer)
    return TL_WALK_INTO;
  r->below = stmt;
  return TL_WALK_STOP;
}

static gboolean
depends_on_loops (Refit *r, const TlExpr *expr)
{
  for (guint d = 0; expr != NULL && d < r->layout->buffer->n_dims; d++)
    if (tl_expr_uses_var (expr, r->loops[d]->loop.var))
      return TRUE;
  return expr != NULL && (tl_expr_contains (expr, TL_EXPR_LOAD) || tl_expr_contains (expr, TL_EXPR_CALL));
}

/* Nothing but stores of the buffer at the loops, under loops and blocks that do not depend on these. */
static TlWalk
check_guardable (const TlStmt *stmt, gpointer user_data)
{
  Refit    *r = user_data;
  gboolean  is_guardable = stmt->kind == TL_STMT_SEQ;

  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      is_guardable = stmt->buffer == r->layout->buffer;
      for (guint d = 0; is_guardable && d < stmt->n_indices; d++)
        is_guardable = stmt->indices[d] == r->loops[d]->loop.var;
      break;
    case TL_STMT_FOR:
      is_guardable = !depends_on_loops (r, stmt->loop.min) && !depends_on_loops (r, stmt->loop.extent);
      break;
    case TL_STMT_BLOCK:
      is_guardable = stmt->block.n_allocs == 0 && stmt->block.n_matches == 0 && stmt->block.init == NULL
                     && !depends_on_loops (r, stmt->block.predicate);
      for (guint i = 0; is_guardable && i < stmt->block.n_axes; i++)
        is_guardable = !depends_on_loops (r, stmt->block.bindings[i]);
      break;
    default:
      break;
    }
  return is_guardable ? TL_WALK_INTO : TL_WALK_STOP;
}

static gboolean
is_plain_with_loops (Refit *r, const TlStmt *nest)
{
  guint         n = r->layout->buffer->n_dims;
  const TlStmt *store;

  r->block = NULL;
  if (n == 0 || tl_stmt_walk (nest, find_store, NULL, r))
    return FALSE;
  store = r->below;
  for (guint d = 0; d < n; d++)
    r->loops[d] = NULL;
  for (const TlStmt *stmt = nest; stmt->kind == TL_STMT_FOR; stmt = stmt->loop.body)
    for (guint d = 0; d < n; d++)
      if (store->indices[d] == stmt->loop.var)
        r->loops[d] = stmt;
  for (guint d = 0; d < n; d++)
    if (r->loops[d] == NULL || !is_plain_loop (r, d, r->loops[d]))
      return FALSE;
  r->below = r->loops[n - 1]->loop.body;
  return tl_stmt_walk (r->below, check_guardable, NULL, r);
}

/* Indices are simplified, other expressions stay as they are written. */
static const TlExpr *
refit_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Refit         *r = rewriter->user_data;
  TlLayout      *l = r->layout;
  const TlExpr  *moved;
  const TlExpr **indices;

  if (expr->kind == TL_EXPR_VAR)
    return g_hash_table_lookup (r->values, expr);
  if (expr->kind != TL_EXPR_LOAD)
    return NULL;
  moved = tl_layout_move_value (l, expr);
  indices = tl_arena_new_array (l->arena, const TlExpr *, MAX (moved->n_indices, 1));
  for (guint i = 0; i < moved->n_indices; i++)
    {
      indices[i] = tl_rewrite_expr (rewriter, moved->indices[i]);
      if (indices[i] != moved->indices[i])
        indices[i] = tl_analyzer_simplify (l->analyzer, indices[i]);
    }
  return tl_expr_load (l->arena, moved->buffer, indices, moved->n_indices);
}

static const TlStmt *
refit_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Refit        *r = rewriter->user_data;
  TlArena      *arena = r->layout->arena;
  const TlExpr *args[3];

  if (stmt->kind == TL_STMT_BLOCK)
    {
      TlBlock block = tl_rewrite_stmt_children (rewriter, stmt)->block;

      tl_block_infer_access (arena, &block);
      return tl_stmt_block (arena, &block);
    }
  if (stmt->kind != TL_STMT_STORE)
    return NULL;
  args[0] = tl_layout_is_padding (r->layout, r->indices);
  args[1] = tl_layout_pad_value (r->layout, r->indices);
  args[2] = tl_rewrite_expr (rewriter, stmt->value);
  return tl_stmt_store (arena, r->layout->moved, r->indices, r->grid.n,
                        tl_expr_call (arena, stmt->value->dtype, tl_intrinsic_find ("if_then_else"), args, 3));
}

/* The new axes stand where the first of those was that they replace. */
static void
set_axes (Refit *r, TlBlock *block)
{
  guint          n = r->block->n_axes - r->layout->buffer->n_dims + r->grid.n, at = 0;
  TlBlockAxis   *axes = tl_arena_new_array (r->layout->arena, TlBlockAxis, MAX (n, 1));
  const TlExpr **bindings = tl_arena_new_array (r->layout->arena, const TlExpr *, MAX (n, 1));
  gboolean       is_placed = FALSE;

  for (guint a = 0; a < r->block->n_axes; a++)
    {
      gboolean is_replaced = g_hash_table_contains (r->values, r->block->axes[a].var);

      for (guint i = 0; is_replaced && !is_placed && i < r->grid.n; i++)
        {
          axes[at] = r->grid.block_axes[i];
          bindings[at++] = r->grid.loops[i];
        }
      is_placed |= is_replaced;
      if (is_replaced)
        continue;
      axes[at] = r->block->axes[a];
      bindings[at++] = r->block->bindings[a];
    }
  block->axes = axes;
  block->bindings = bindings;
  block->n_axes = n;
}

/* @old: room for what the old indices are in terms of the new ones. */
static void
set_indices (Refit *r, const TlVar **indices, const TlExpr **old)
{
  r->indices = indices;
  tl_index_map_indices (r->layout->analyzer, r->layout->inverse, (const TlExpr *const *) indices, old);
}

static const TlStmt *
refit_body (Refit *r)
{
  TlLayout      *l = r->layout;
  TlRewriter     rewriter = { .arena = l->arena, .expr = refit_expr, .stmt = refit_stmt, .user_data = r };
  const TlExpr **old = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->inverse->n_final, 1));

  set_indices (r, r->grid.loops, old);
  for (guint d = 0; d < l->buffer->n_dims; d++)
    g_hash_table_insert (r->values, (gpointer) r->loops[d]->loop.var, (gpointer) old[d]);
  return tl_rewrite_stmt (&rewriter, r->below);
}

static const TlStmt *
refit_block (Refit *r)
{
  TlLayout      *l = r->layout;
  TlRewriter     rewriter = { .arena = l->arena, .expr = refit_expr, .stmt = refit_stmt, .user_data = r };
  TlBlock        block = *r->block;
  const TlExpr **old = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->inverse->n_final, 1));

  set_indices (r, r->grid.axes, old);
  for (guint d = 0; d < l->buffer->n_dims; d++)
    g_hash_table_insert (r->values, (gpointer) r->block->axes[r->axis_of_dim[d]].var, (gpointer) old[d]);
  block.body = tl_rewrite_stmt (&rewriter, block.body);
  if (block.init != NULL)
    block.init = tl_rewrite_stmt (&rewriter, block.init);
  set_axes (r, &block);
  tl_block_infer_access (l->arena, &block);
  return tl_stmt_block (l->arena, &block);
}

/* The new loops stand where the old ones were; other loops stay. */
static const TlStmt *
rebuild_nest (Refit *r, const TlStmt *stmt)
{
  TlLoop loop;

  if (stmt == r->below)
    return r->block != NULL ? refit_block (r) : refit_body (r);
  for (guint d = 0; d < r->layout->buffer->n_dims; d++)
    if (r->loops[d] == stmt)
      {
        const TlStmt *inside = rebuild_nest (r, stmt->loop.body);

        return d == 0 ? tl_layout_wrap_in_grid (&r->grid, inside) : inside;
      }
  loop = stmt->loop;
  loop.body = rebuild_nest (r, stmt->loop.body);
  return tl_stmt_loop (r->layout->arena, &loop);
}

/* The one block in @nest that writes the buffer; NULL: none or several. */
static const TlStmt *
find_writer (const TlLayout *l, const TlStmt *nest)
{
  g_autoptr (GPtrArray) blocks = tl_stmt_blocks (nest);
  const TlStmt         *writer = NULL;

  if (nest->kind == TL_STMT_BLOCK)
    g_ptr_array_add (blocks, (gpointer) nest);
  for (guint i = 0; i < blocks->len; i++)
    for (guint w = 0; w < ((const TlStmt *) blocks->pdata[i])->block.n_writes; w++)
      if (((const TlStmt *) blocks->pdata[i])->block.writes[w].buffer == l->buffer)
        {
          if (writer != NULL)
            return NULL;
          writer = blocks->pdata[i];
        }
  return writer;
}

const TlStmt *
tl_layout_refit_nest (TlLayout *layout, const TlStmt *nest)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  guint                  n = MAX (layout->buffer->n_dims, 1);
  const TlStmt          *writer = find_writer (layout, nest);
  Refit                  r = { .layout = layout, .block = writer != NULL ? &writer->block : NULL, .below = writer, .values = values,
                               .axis_of_dim = tl_arena_new_array (layout->arena, guint, n),
                               .loops = tl_arena_new_array (layout->arena, const TlStmt *, n) };

  if ((writer == NULL || !is_plain_with_axes (&r, nest, writer)) && !is_plain_with_loops (&r, nest))
    return NULL;
  r.grid = tl_layout_grid (layout);
  return rebuild_nest (&r, nest);
}
