/* SPDX-License-Identifier: Apache-2.0 */
/*
 * transform_layout: a buffer's elements are stored elsewhere, and every access follows.
 *
 *   B[vi, vj]   by lambda i, j: (i // 4, j, i % 4)   →   B[vi // 4, vj, vi % 4]
 *
 * Invariant: different elements stay different elements, so what is read is what was written; the map is checked for that unless it is
 * taken on trust. Where the new layout has elements that no old one maps to, they hold the pad value: written by the nest that
 * produces the buffer where that is a plain one, else by a block of their own; of a parameter that nobody writes they are assumed.
 */
#include "core/schedule/primitives/layout/layout-private.h"

#include "core/ir/verify.h"
#include "core/text/script.h"

static gboolean
find_buffer (TlLayout *l, const TlBlock *block, GError **error)
{
  gboolean        is_write = l->call->args[1].items[0].string[0] == 'w';
  gint64          index = l->call->args[1].items[1].integer;
  guint           n = is_write ? block->n_writes : block->n_reads;
  const TlRegion *regions = is_write ? block->writes : block->reads;

  if (index < 0 || index >= n)
    return tl_refuse_argument (error, "block %s %s %u buffer%s; there is no number %" G_GINT64_FORMAT, block->name, is_write ? "writes"
                               : "reads",
                               n, n == 1 ? "" : "s", index);
  l->buffer = regions[index].buffer;
  return TRUE;
}

typedef struct
{
  const TlBuffer *buffer;
  const TlBlock  *views;       /* the block that has a view of it, or that declares it as a view */
  gboolean        is_view;
  const char     *opaque;      /* the intrinsic that takes its address */
} BufferUses;

static TlWalk
look_at_block (const TlStmt *stmt, gpointer user_data)
{
  BufferUses *uses = user_data;

  for (guint i = 0; stmt->kind == TL_STMT_BLOCK && i < stmt->block.n_matches; i++)
    if (stmt->block.matches[i].buffer == uses->buffer || stmt->block.matches[i].source.buffer == uses->buffer)
      {
        uses->views = &stmt->block;
        uses->is_view = stmt->block.matches[i].buffer == uses->buffer;
        return TL_WALK_STOP;
      }
  return TL_WALK_INTO;
}

static TlWalk
look_at_expr (const TlExpr *expr, gpointer user_data)
{
  BufferUses *uses = user_data;

  for (guint i = 0; expr->kind == TL_EXPR_CALL && !expr->callee->is_pure && i < expr->n_args; i++)
    if (expr->args[i]->kind == TL_EXPR_LOAD && expr->args[i]->buffer == uses->buffer
        && (g_strcmp0 (expr->callee->name, "access_ptr") == 0 || g_strcmp0 (expr->callee->name, "address_of") == 0
            || g_strcmp0 (expr->callee->name, "buffer_data") == 0))
      {
        uses->opaque = expr->callee->name;
        return TL_WALK_STOP;
      }
  return TL_WALK_INTO;
}

/* Every access must be one that can be followed. */
static gboolean
check_uses (TlLayout *l, const TlBlock *block, const TlStmt *body, GError **error)
{
  BufferUses uses = { .buffer = l->buffer };

  tl_stmt_walk (body, look_at_block, look_at_expr, &uses);
  if (uses.views != NULL && uses.is_view)
    return tl_refuse (error, &uses.views->id, 1, "transform the underlying buffer",
                      "buffer %s is a view that block %s declares by match_buffer",
                      l->buffer->name, uses.views->name);
  if (uses.views != NULL)
    return tl_refuse (error, &uses.views->id, 1, NULL,
                      "block %s has a view of buffer %s (match_buffer), which depends on its current layout",
                      uses.views->name, l->buffer->name);
  if (uses.opaque != NULL)
    return tl_refuse (error, &block->id, 1, NULL,
                      "the address of buffer %s is taken (%s): accesses there cannot be rewritten for a new layout",
                      l->buffer->name, uses.opaque);
  if (l->buffer->strides != NULL)
    return tl_refuse (error, &block->id, 1, NULL, "buffer %s has explicit strides", l->buffer->name);
  return TRUE;
}

static const TlRange *
old_ranges (TlLayout *l)
{
  TlRange *ranges = tl_arena_new_array (l->arena, TlRange, MAX (l->buffer->n_dims, 1));

  for (guint d = 0; d < l->buffer->n_dims; d++)
    ranges[d] = (TlRange) { tl_expr_int (l->arena, l->buffer->shape[d]->dtype, 0), l->buffer->shape[d] };
  return ranges;
}

static gboolean
make_buffer (TlLayout *l, const TlBlock *block, GError **error)
{
  TlBuffer        *moved = tl_arena_memdup (l->arena, l->buffer, sizeof *l->buffer);
  const TlExpr   **shape = tl_arena_new_array (l->arena, const TlExpr *, MAX (l->map->n_final, 1));
  g_autofree char *why = NULL;

  if (l->map->n_separators > 0)
    return tl_refuse_argument (error, "use set_axis_separator for axis separators");
  if (l->map->n_initial != l->buffer->n_dims)
    return tl_refuse (error, &block->id, 1, NULL, "the map takes %u indices, buffer %s has %u dimensions", l->map->n_initial,
                      l->buffer->name,
                      l->buffer->n_dims);
  if (!tl_index_map_shape (l->analyzer, l->map, l->buffer->shape, shape, &why))
    return tl_refuse (error, &block->id, 1, NULL, "the map gives buffer %s no shape: %s", l->buffer->name, why);
  moved->shape = shape;
  moved->n_dims = l->map->n_final;
  moved->axis_separators = NULL;
  moved->n_axis_separators = 0;
  l->moved = moved;
  return TRUE;
}

static char *
shape_text (const TlBuffer *buffer)
{
  GString *text = g_string_new ("(");

  for (guint d = 0; d < buffer->n_dims; d++)
    {
      g_string_append (text, d > 0 ? ", " : "");
      tl_expr_append_text (text, buffer->shape[d]);
    }
  g_string_append (text, buffer->n_dims == 1 ? ",)" : ")");
  return g_string_free (text, FALSE);
}

static gboolean
check_map (TlLayout *l, const TlBlock *block, gboolean on_trust, GError **error)
{
  g_autofree char *why = NULL, *map = NULL, *old_shape = NULL, *new_shape = NULL, *padding = NULL;

  if (on_trust)
    return TRUE;
  l->inverse = tl_index_map_invert_padded (l->analyzer, l->map, old_ranges (l), &l->padding, &why);
  map = tl_index_map_to_text (l->map, TL_DIALECT_CLASSIC);
  if (l->inverse == NULL)
    return tl_refuse (error, &block->id, 1, "use assume_injective_transform=True if the map is known to be injective",
                      "%s may map several elements of buffer %s to the same index: %s", map, l->buffer->name, why);
  if (l->padding == NULL || l->pad_value != NULL)
    return TRUE;
  old_shape = shape_text (l->buffer);
  new_shape = shape_text (l->moved);
  padding = tl_expr_to_text (l->padding);
  return tl_refuse (error, &block->id, 1, "give a pad_value for the new elements",
                    "%s brings buffer %s of shape %s to shape %s, which leaves elements unfilled: those with %s", map, l->buffer->name,
                    old_shape, new_shape, padding);
}

static TlWalk
look_for_other_buffer (const TlExpr *expr, gpointer user_data)
{
  const TlBuffer **buffer = user_data;

  if (expr->kind == TL_EXPR_LOAD && expr->buffer != *buffer)
    {
      *buffer = expr->buffer;
      return TL_WALK_STOP;
    }
  return TL_WALK_INTO;
}

static gboolean
check_pad_value (TlLayout *l, const TlBlock *block, GError **error)
{
  const TlBuffer *other = l->buffer;

  if (l->pad_value == NULL)
    return TRUE;
  if (l->pad_value->n_final != 1 || l->pad_value->n_initial != l->map->n_final)
    return tl_refuse (error, &block->id, 1, NULL,
                      "the pad value must be one value for each %u indices of the new layout; it takes %u and gives %u",
                      l->map->n_final, l->pad_value->n_initial, l->pad_value->n_final);
  if (!tl_dtype_equal (l->pad_value->final[0]->dtype, l->buffer->dtype))
    return tl_refuse (error, &block->id, 1, NULL, "buffer %s holds %s, the pad value is %s", l->buffer->name,
                      tl_dtype_name (l->buffer->dtype),
                      tl_dtype_name (l->pad_value->final[0]->dtype));
  if (!tl_expr_walk (l->pad_value->final[0], look_for_other_buffer, &other))
    return tl_refuse (error, &block->id, 1, NULL, "the pad value of buffer %s reads buffer %s", l->buffer->name, other->name);
  return TRUE;
}

/* Where the buffer lives: the block that allocates it, or the root block for a parameter. */
static const TlStmt *
home_of (const TlPath *path, const TlBuffer *buffer)
{
  for (guint i = path->n; i-- > 0;)
    for (guint k = 0; path->stmts[i]->kind == TL_STMT_BLOCK && k < path->stmts[i]->block.n_allocs; k++)
      if (path->stmts[i]->block.allocs[k] == buffer)
        return path->stmts[i];
  return path->stmts[0];
}

/*
 * The children of the home in order; what each becomes. Where no nest that writes the buffer can fill the padding along the way, one more
 * does.
 */
static const TlStmt *
move_children (TlLayout *l, const TlStmt *home)
{
  const TlStmt         *body = home->block.body;
  guint                 n = tl_body_n_children (body), after_writers = 0;
  gboolean              fills = FALSE;
  g_autoptr (GPtrArray) children = g_ptr_array_new ();

  for (guint i = 0; i < n; i++)
    {
      const TlStmt *child = tl_body_nth_child (body, i), *refitted = NULL;

      if (l->padding != NULL && tl_stmt_writes_buffer (child, l->buffer))
        {
          refitted = tl_layout_refit_nest (l, child);
          fills |= refitted != NULL;
          after_writers = i + 1;
        }
      g_ptr_array_add (children, (gpointer) (refitted != NULL ? refitted : tl_layout_move_accesses (l, child)));
    }
  if (l->padding != NULL && after_writers == 0)
    g_ptr_array_insert (children, 0, (gpointer) tl_layout_assumption_nest (l));
  else if (l->padding != NULL && !fills)
    g_ptr_array_insert (children, (gint) after_writers, (gpointer) tl_layout_padding_nest (l));
  return tl_stmt_seq (l->arena, (const TlStmt *const *) children->pdata, children->len);
}

static const TlStmt *
move_home (TlLayout *l, const TlStmt *home)
{
  TlBlock          block = home->block;
  const TlBuffer **allocs = tl_arena_dup_array (l->arena, const TlBuffer *, block.allocs, block.n_allocs);

  for (guint i = 0; i < block.n_allocs; i++)
    if (allocs[i] == l->buffer)
      allocs[i] = l->moved;
  block.allocs = allocs;
  block.body = move_children (l, home);
  if (block.init != NULL)
    block.init = tl_layout_move_accesses (l, block.init);
  tl_layout_move_regions (l, &block);
  return tl_stmt_block (l->arena, &block);
}

static const TlPrimFunc *
move_params (TlLayout *l, const TlPrimFunc *func)
{
  TlPrimFunc *copy = tl_arena_memdup (l->arena, func, sizeof *func);
  TlParam    *params = tl_arena_dup_array (l->arena, TlParam, func->params, func->n_params);

  for (guint i = 0; i < func->n_params; i++)
    if (params[i].buffer == l->buffer)
      params[i].buffer = l->moved;
  copy->params = params;
  return copy;
}

/* A parameter's shape is where the function's sizes come from: the new one must still say them. */
static gboolean
check_sizes (TlLayout *l, const TlBlock *block, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (tl_buffer_n_elements (l->buffer) >= 0 || tl_module_verify (l->call->result, &problem))
    return TRUE;
  g_clear_pointer (&l->call->result, tl_module_unref);
  return tl_refuse (error, &block->id, 1, NULL, "the new shape of buffer %s does not determine the symbolic sizes of the program: %s",
                    l->buffer->name, problem->message);
}

static gboolean
transform_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath)     path = NULL;
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (call->builder.arena);
  g_autoptr (GArray)     iters = g_array_new (FALSE, FALSE, sizeof (TlIter));
  TlLayout               l = { .call = call, .arena = call->builder.arena, .analyzer = analyzer, .map = call->args[2].map, .iters = iters };
  const TlPrimFunc      *func;
  const TlBlock         *block;
  const TlStmt          *home, *body;
  TlPath                 prefix;
  guint                  index = 0;

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  block = &tl_path_target (path)->block;
  func = path->func;
  l.pad_value = call->args[3].kind == TL_ARG_INDEX_MAP ? call->args[3].map : NULL;
  if (!find_buffer (&l, block, error) || !check_uses (&l, block, func->body, error) || !make_buffer (&l, block, error)
      || !check_pad_value (&l, block, error) || !check_map (&l, block, call->args[4].boolean, error))
    return FALSE;
  home = home_of (path, l.buffer);
  while (path->stmts[index] != home)
    index++;
  prefix = tl_path_prefix (path, index);
  tl_path_bind_vars (analyzer, &prefix, index);
  body = tl_path_replace (&call->builder, &prefix, move_home (&l, home));
  func = tl_prim_func_with_body (l.arena, move_params (&l, func), body);
  call->result = tl_module_with_func (call->module, &call->builder, func);
  return check_sizes (&l, block, error);
}

/* TVM goes by the axes of the block and fails if the buffer's shape is of another type than those. */
static TlDType
index_dtype (const TlBlock *block, const TlBuffer *buffer)
{
  for (guint d = 0; d < buffer->n_dims; d++)
    if (!tl_dtype_equal (buffer->shape[d]->dtype, TL_INT64))
      return TL_INT32;
  return tl_axes_index_dtype (block);
}

/* The map takes the buffer's indices, the pad value those of the new layout. */
static gboolean
map_wish (const TlModule *module, const TlArg *args, guint param, TlIndexMapWish *wish)
{
  const TlStmt   *stmt = args[0].kind == TL_ARG_NODE ? tl_module_find (module, args[0].node) : NULL;
  const TlRegion *regions;
  gboolean        is_write;
  gint64          index;
  guint           n;

  if (stmt == NULL || stmt->kind != TL_STMT_BLOCK || args[1].kind != TL_ARG_LIST)
    return FALSE;
  is_write = args[1].items[0].string[0] == 'w';
  index = args[1].items[1].integer;
  n = is_write ? stmt->block.n_writes : stmt->block.n_reads;
  regions = is_write ? stmt->block.writes : stmt->block.reads;
  if (index < 0 || index >= n || (param == 3 && args[2].kind != TL_ARG_INDEX_MAP))
    return FALSE;
  wish->n_indices = param == 2 ? regions[index].buffer->n_dims : args[2].map->n_final;
  wish->index = index_dtype (&stmt->block, regions[index].buffer);
  wish->constant = param == 2 ? TL_INT32 : regions[index].buffer->dtype;
  return TRUE;
}

const TlPrimitive tl_primitive_transform_layout = {
  .name = "transform_layout",
  .kind = "TransformLayout",
  .title = "Transform Layout",
  .family = TL_FAMILY_LAYOUT,
  .summary = "Change the layout of a buffer and rewrite all accesses.",
  .sketch = "B[i, j]  →  B[i // 4, j, i % 4]",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that reads or writes the buffer." },
      { .name = "buffer", .kind = TL_PARAM_BUFFER_ACCESS, .help = "Buffer: (\"read\" or \"write\", index), or its name." },
      { .name = "index_map", .kind = TL_PARAM_INDEX_MAP, .flags = TL_PARAM_IS_INPUT,
        .help = "Map from the indices of an element to its new indices." },
      { .name = "pad_value", .kind = TL_PARAM_INDEX_MAP, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "None",
        .help = "Value of the elements that the map does not fill: a number, or a function of the new indices." },
      { .name = "assume_injective_transform", .kind = TL_PARAM_BOOL, .flags = TL_PARAM_IS_OPTIONAL, .default_text = "False",
        .help = "Skip the check that the map is injective, and leave padding unspecified." }),
  .apply = transform_apply,
  .index_map_wish = map_wish,
  .sentence = "Transform layout of the buffer {block} {buffer}s",
};
