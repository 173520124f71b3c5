/* SPDX-License-Identifier: Apache-2.0 */
/* Nests of their own for the elements of a new layout that no old element moves to. */
#include "core/schedule/primitives/layout/layout-private.h"

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

TlLayoutGrid
tl_layout_grid (TlLayout *l)
{
  guint        n = l->moved->n_dims;
  TlLayoutGrid grid = { l, n, tl_arena_new_array (l->arena, const TlVar *, MAX (n, 1)),
                        tl_arena_new_array (l->arena, const TlVar *, MAX (n, 1)),
                 tl_arena_new_array (l->arena, TlBlockAxis, MAX (n, 1)) };

  for (guint i = 0; i < n; i++)
    {
      const char   *name = l->inverse->initial[i]->name;
      const TlExpr *extent = l->moved->shape[i];

      grid.loops[i] = tl_expr_var (l->arena, name, extent->dtype);
      grid.axes[i] = tl_expr_var (l->arena, tl_arena_printf (l->arena, "v_%s", name), extent->dtype);
      grid.block_axes[i] = (TlBlockAxis) { grid.axes[i], TL_AXIS_SPATIAL, { tl_expr_int (l->arena, extent->dtype, 0), extent } };
      if (tl_expr_is_int (extent, 1))
        continue;   /* indices keep naming an axis of one value, as TVM's do */
      tl_analyzer_bind (l->analyzer, grid.axes[i], grid.block_axes[i].dom.min, extent);
      tl_analyzer_bind (l->analyzer, grid.loops[i], grid.block_axes[i].dom.min, extent);
    }
  return grid;
}

const TlStmt *
tl_layout_wrap_in_grid (const TlLayoutGrid *grid, const TlStmt *body)
{
  for (guint i = grid->n; i > 0; i--)
    body = tl_stmt_for (&grid->layout->call->builder, grid->loops[i - 1], grid->layout->moved->shape[i - 1], body);
  return body;
}

static TlBlock
grid_block (const TlLayoutGrid *grid, const char *suffix)
{
  TlLayout *l = grid->layout;

  return (TlBlock) { .id = tl_builder_take_id (&l->call->builder),
                     .name = tl_arena_printf (l->arena, "buffer_%s_%s", l->buffer->name, suffix),
                     .axes = grid->block_axes, .bindings = grid->loops, .n_axes = grid->n, .annotations = tl_attrs_empty };
}

const TlStmt *
tl_layout_padding_nest (TlLayout *layout)
{
  TlLayoutGrid grid = tl_layout_grid (layout);
  TlBlock      block = grid_block (&grid, "padding");

  block.predicate = tl_layout_is_padding (layout, grid.loops);
  block.body = tl_stmt_store (layout->arena, layout->moved, grid.axes, grid.n, tl_layout_pad_value (layout, grid.axes));
  tl_block_infer_access (layout->arena, &block);
  return tl_layout_wrap_in_grid (&grid, tl_stmt_block (layout->arena, &block));
}

const TlStmt *
tl_layout_assumption_nest (TlLayout *layout)
{
  TlArena      *arena = layout->arena;
  TlLayoutGrid  grid = tl_layout_grid (layout);
  TlBlock       block = grid_block (&grid, "assumptions");
  const TlExpr *element = tl_expr_load (arena, layout->moved, grid.axes, grid.n);
  const TlExpr *is_value = tl_expr_binary (arena, TL_EXPR_EQ, element, tl_layout_pad_value (layout, grid.axes));
  const TlExpr *fact = tl_expr_binary (arena, TL_EXPR_OR, tl_expr_not (arena, tl_layout_is_padding (layout, grid.axes)), is_value);

  block.body = tl_stmt_evaluate (arena, tl_expr_call (arena, TL_BOOL, tl_intrinsic_find ("assume"), &fact, 1));
  tl_block_infer_access (arena, &block);
  return tl_layout_wrap_in_grid (&grid, tl_stmt_block (arena, &block));
}
