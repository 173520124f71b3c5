/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of the elements of a new layout that no old element moves to. */
#include "core/schedule/primitives/layout-private.h"


static const TlExpr *
over (TlLayout *l, const TlIndexMap *map, const TlExpr *expr, const TlVar *const *vars)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < map->n_initial; i++)
    g_hash_table_insert (values, (gpointer) map->initial[i], (gpointer) vars[i]);
  return tl_expr_substitute (l->arena, expr, values);
}

const TlExpr *
tl_layout_is_padding (TlLayout *layout, const TlVar *const *vars)
{
  return over (layout, layout->inverse, layout->padding, vars);
}

const TlExpr *
tl_layout_pad_value (TlLayout *layout, const TlVar *const *vars)
{
  return tl_layout_move_value (layout, over (layout, layout->pad_value, layout->pad_value->final[0], vars));
}

/* A nest over the new layout, and a block in it. */
typedef struct
{
  TlLayout     *layout;
  guint         n;
  const TlVar **loops;
  const TlVar **axes;
  TlBlockAxis  *block_axes;
} Grid;

static Grid
make_grid (TlLayout *l)
{
  guint n = l->moved->n_dims;
  Grid  grid = { l, n, tl_arena_new_array (l->arena, const TlVar *, MAX (n, 1)), tl_arena_new_array (l->arena, const TlVar *, MAX (n, 1)),
                 tl_arena_new_array (l->arena, TlBlockAxis, MAX (n, 1)) };

  for (guint i = 0; i < n; i++)
    {
      const char   *name = l->inverse->initial[i]->name;
      const TlExpr *extent = l->moved->shape[i];

      grid.loops[i] = tl_expr_var (l->arena, name, extent->dtype);
      grid.axes[i] = tl_expr_var (l->arena, tl_arena_printf (l->arena, "v_%s", name), extent->dtype);
      grid.block_axes[i] = (TlBlockAxis) { grid.axes[i], TL_AXIS_SPATIAL, { tl_expr_int (l->arena, extent->dtype, 0), extent } };
      tl_analyzer_bind (l->analyzer, grid.axes[i], grid.block_axes[i].dom.min, extent);
      tl_analyzer_bind (l->analyzer, grid.loops[i], grid.block_axes[i].dom.min, extent);
    }
  return grid;
}

static const TlStmt *
wrap_in_grid (Grid *grid, const TlStmt *body)
{
  for (guint i = grid->n; i > 0; i--)
    body = tl_stmt_for (&grid->layout->call->builder, grid->loops[i - 1], grid->layout->moved->shape[i - 1], body);
  return body;
}

static TlBlock
grid_block (Grid *grid, const char *suffix)
{
  TlLayout *l = grid->layout;

  return (TlBlock) { .id = tl_builder_take_id (&l->call->builder), .name = tl_arena_printf (l->arena, "buffer_%s_%s", l->buffer->name, suffix),
                     .axes = grid->block_axes, .bindings = grid->loops, .n_axes = grid->n, .annotations = tl_attrs_empty };
}

const TlStmt *
tl_layout_padding_nest (TlLayout *layout)
{
  Grid    grid = make_grid (layout);
  TlBlock block = grid_block (&grid, "padding");

  block.predicate = tl_layout_is_padding (layout, grid.loops);
  block.body = tl_stmt_store (layout->arena, layout->moved, grid.axes, grid.n, tl_layout_pad_value (layout, grid.axes));
  tl_block_infer_access (layout->arena, &block);
  return wrap_in_grid (&grid, tl_stmt_block (layout->arena, &block));
}

const TlStmt *
tl_layout_assumption_nest (TlLayout *layout)
{
  TlArena      *arena = layout->arena;
  Grid          grid = make_grid (layout);
  TlBlock       block = grid_block (&grid, "assumptions");
  const TlExpr *element = tl_expr_load (arena, layout->moved, grid.axes, grid.n);
  const TlExpr *is_value = tl_expr_binary (arena, TL_EXPR_EQ, element, tl_layout_pad_value (layout, grid.axes));
  const TlExpr *fact = tl_expr_binary (arena, TL_EXPR_OR, tl_expr_not (arena, tl_layout_is_padding (layout, grid.axes)), is_value);

  block.body = tl_stmt_evaluate (arena, tl_expr_call (arena, TL_BOOL, tl_intrinsic_find ("assume"), &fact, 1));
  tl_block_infer_access (arena, &block);
  return wrap_in_grid (&grid, tl_stmt_block (arena, &block));
}

/* The plain nest that produces the buffer, refitted. */

typedef struct
{
  TlLayout      *layout;
  const TlBlock *block;
  guint         *axis_of_dim;     /* index of the block's axis that is this index of each store */
  const TlStmt **loops;           /* of each dimension */
  Grid           grid;
  GHashTable    *values;          /* old axes → new ones */
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
is_plain (Refit *r, const TlStmt *nest, const TlStmt *writer)
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

static const TlExpr *
refit_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  Refit        *r = rewriter->user_data;
  TlLayout     *l = r->layout;
  const TlExpr *moved = tl_layout_move_value (l, expr);

  return tl_expr_uses_any (moved, r->values) ? tl_analyzer_simplify (l->analyzer, tl_expr_substitute (l->arena, moved, r->values)) : moved;
}

static const TlStmt *
refit_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Refit        *r = rewriter->user_data;
  TlArena      *arena = r->layout->arena;
  const TlExpr *args[3];

  if (stmt->kind != TL_STMT_STORE)
    return NULL;
  args[0] = tl_layout_is_padding (r->layout, r->grid.axes);
  args[1] = tl_layout_pad_value (r->layout, r->grid.axes);
  args[2] = refit_expr (rewriter, stmt->value);
  return tl_stmt_store (arena, r->layout->moved, r->grid.axes, r->grid.n,
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

static const TlStmt *
refit_block (Refit *r)
{
  TlLayout      *l = r->layout;
  TlRewriter     rewriter = { .arena = l->arena, .expr = refit_expr, .stmt = refit_stmt, .user_data = r };
  TlBlock        block = *r->block;
  const TlExpr **old = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->inverse->n_final, 1));

  r->grid = make_grid (l);
  tl_index_map_indices (l->analyzer, l->inverse, r->grid.axes, old);
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

  if (stmt->kind != TL_STMT_FOR)
    return refit_block (r);
  for (guint d = 0; d < r->layout->buffer->n_dims; d++)
    if (r->loops[d] == stmt)
      {
        const TlStmt *inside = rebuild_nest (r, stmt->loop.body);

        return d == 0 ? wrap_in_grid (&r->grid, inside) : inside;
      }
  loop = stmt->loop;
  loop.body = rebuild_nest (r, stmt->loop.body);
  return tl_stmt_loop (r->layout->arena, &loop);
}

const TlStmt *
tl_layout_refit_nest (TlLayout *layout, const TlStmt *nest, const TlStmt *writer)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  guint                  n = MAX (layout->buffer->n_dims, 1);
  Refit                  r = { .layout = layout, .block = &writer->block, .values = values,
                               .axis_of_dim = tl_arena_new_array (layout->arena, guint, n),
                               .loops = tl_arena_new_array (layout->arena, const TlStmt *, n) };

  return is_plain (&r, nest, writer) ? rebuild_nest (&r, nest) : NULL;
}
