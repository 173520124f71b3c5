/* SPDX-License-Identifier: Apache-2.0 */
/*
 * pad_einsum: the axes of a block are rounded up to multiples, on copies of its buffers that are as large.
 *
 *   for i in 27, k in 31: C[i] += A[i, k]   at [8, 8]   →   for 32, 32: A_pad = A inside of 27 × 31, else 0
 *                                                           for i in 32, k in 32: C_pad[i] += A_pad[i, k]
 *                                                           for 27: C = C_pad
 *
 * Invariant: C gets the same values. Results beyond a data-parallel axis are not copied back; terms beyond the range of a reduction axis
 * have to be 0, which they are where a padded operand is a factor. (TVM requires neither that nor that all of C is written.) An operand
 * that no padded axis indexes stays as it is, whatever its indices are: the image of a convolution whose channels are padded. (TVM refuses
 * those.)
 */
#include "core/schedule/primitives/block-edit-private.h"
#include "core/text/script.h"

#include <string.h>

typedef struct
{
  const TlBuffer *buffer;
  const TlExpr  **indices;   /* the same wherever the block accesses it: axes and numbers; NULL: any without padded axes */
  const TlBuffer *padded;    /* NULL: it stays */
} Operand;

typedef struct
{
  TlPrimitiveCall *call;
  TlArena         *arena;
  const TlPath    *path;
  const TlBlock   *block;
  guint            first;        /* index on the path of the outermost loop; all from there to the block are loops */
  const TlExpr   **extents;      /* of the axes, rounded up */
  Operand         *operands;     /* the reads, then the writes */
  guint            n_operands;
} PadEinsum;

/* Reading the block. */

static gint
axis_of (const PadEinsum *e, const TlExpr *index)
{
  for (guint i = 0; i < e->block->n_axes; i++)
    if (e->block->axes[i].var == index)
      return (gint) i;
  return -1;
}

static const TlExpr *
round_up (TlArena *arena, const TlExpr *extent, gint64 multiple)
{
  const TlExpr *factor = tl_expr_int (arena, extent->dtype, multiple);
  gint64        number, rounded;

  if (!tl_expr_get_int (extent, &number))
    return tl_mul (arena, tl_floordiv (arena, tl_add (arena, extent, tl_expr_int (arena, extent->dtype, multiple - 1)), factor), factor);
  if (__builtin_add_overflow (number, multiple - 1, &rounded))
    return NULL;
  rounded = rounded / multiple * multiple;
  return rounded > tl_dtype_max_int (extent->dtype) ? NULL : tl_expr_int (arena, extent->dtype, rounded);
}

static gboolean
read_padding (PadEinsum *e, GError **error)
{
  const TlArg *padding = &e->call->args[1];

  if (padding->n_items != e->block->n_axes)
    return tl_refuse (error, &e->block->id, 1, NULL, "padding has %u numbers, block %s has %u axes", padding->n_items, e->block->name,
                      e->block->n_axes);
  e->extents = tl_arena_new_array (e->arena, const TlExpr *, e->block->n_axes);
  for (guint i = 0; i < e->block->n_axes; i++)
    {
      gint64 multiple = padding->items[i].integer;

      if (multiple <= 0 || multiple > G_MAXINT32)
        return tl_refuse (error, &e->block->id, 1, NULL, "padding of axis %s is %" G_GINT64_FORMAT ": it must be from 1 to %d",
                          e->block->axes[i].var->name, multiple, G_MAXINT32);
      e->extents[i] = round_up (e->arena, e->block->axes[i].dom.extent, multiple);
      if (e->extents[i] == NULL)
        return tl_refuse (error, &e->block->id, 1, NULL, "axis %s rounded up to a multiple of %" G_GINT64_FORMAT " is too long",
                          e->block->axes[i].var->name, multiple);
    }
  return TRUE;
}

static gboolean
is_padded_axis (const PadEinsum *e, gint axis)
{
  return axis >= 0 && !tl_expr_equal (e->extents[axis], e->block->axes[axis].dom.extent);
}

static gboolean
uses_padded_axis (const PadEinsum *e, const TlExpr *index)
{
  for (guint i = 0; i < e->block->n_axes; i++)
    if (is_padded_axis (e, (gint) i) && tl_expr_uses_var (index, e->block->axes[i].var))
      return TRUE;
  return FALSE;
}

static gboolean
changes_anything (const PadEinsum *e)
{
  for (guint i = 0; i < e->block->n_axes; i++)
    if (is_padded_axis (e, (gint) i))
      return TRUE;
  return FALSE;
}

static const Operand *
find_operand (const PadEinsum *e, const TlBuffer *buffer)
{
  for (guint i = 0; i < e->n_operands; i++)
    if (e->operands[i].buffer == buffer)
      return &e->operands[i];
  return NULL;
}

static gboolean
is_padded_region (const PadEinsum *e, const TlRegion *region)
{
  for (guint d = 0; d < region->buffer->n_dims; d++)
    if (uses_padded_axis (e, region->ranges[d].min) || uses_padded_axis (e, region->ranges[d].extent))
      return TRUE;
  return FALSE;
}

static gboolean
add_operand (PadEinsum *e, const TlRegion *region, gboolean is_read, GError **error)
{
  Operand operand = { .buffer = region->buffer };

  if (find_operand (e, region->buffer) != NULL)
    return tl_refuse (error, &e->block->id, 1, NULL, "block %s is not an einsum: it both reads and writes %s", e->block->name,
                      region->buffer->name);
  if (is_read && !is_padded_region (e, region))
    {
      e->operands[e->n_operands++] = operand;
      return TRUE;
    }
  operand.indices = tl_arena_new_array (e->arena, const TlExpr *, region->buffer->n_dims);
  for (guint d = 0; d < region->buffer->n_dims; d++)
    {
      const TlRange *range = &region->ranges[d];

      if (!tl_expr_is_int (range->extent, 1) || (axis_of (e, range->min) < 0 && range->min->kind != TL_EXPR_INT))
        {
          g_autofree char *text = tl_region_to_text (region);

          return tl_refuse (error, &e->block->id, 1, NULL, "block %s is not an einsum: not all indices of %s are axes or constants",
                            e->block->name, text);
        }
      operand.indices[d] = range->min;
    }
  e->operands[e->n_operands++] = operand;
  return TRUE;
}

typedef struct
{
  const PadEinsum *einsum;
  const TlBuffer  *strange;   /* accessed otherwise than declared */
} AccessCheck;

static void
check_access (AccessCheck *check, const TlBuffer *buffer, const TlExpr *const *indices)
{
  const Operand *operand = find_operand (check->einsum, buffer);

  if (operand == NULL)
    check->strange = buffer;
  for (guint d = 0; operand != NULL && d < buffer->n_dims; d++)
    if (operand->indices != NULL ? !tl_expr_equal (indices[d], operand->indices[d]) : uses_padded_axis (check->einsum, indices[d]))
      check->strange = buffer;
}

static TlWalk
check_expr (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD)
    check_access (user_data, expr->buffer, expr->indices);
  return TL_WALK_INTO;
}

static TlWalk
check_stmt (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_STORE)
    check_access (user_data, stmt->buffer, stmt->indices);
  return TL_WALK_INTO;
}

static gboolean
read_operands (PadEinsum *e, GError **error)
{
  const TlBlock *block = e->block;
  AccessCheck    check = { .einsum = e };

  e->operands = tl_arena_new_array (e->arena, Operand, block->n_reads + block->n_writes);
  for (guint i = 0; i < block->n_reads; i++)
    if (!add_operand (e, &block->reads[i], TRUE, error))
      return FALSE;
  for (guint i = 0; i < block->n_writes; i++)
    if (!add_operand (e, &block->writes[i], FALSE, error))
      return FALSE;
  tl_stmt_walk (block->body, check_stmt, check_expr, &check);
  if (block->init != NULL)
    tl_stmt_walk (block->init, check_stmt, check_expr, &check);
  return check.strange == NULL
         || tl_refuse (error, &block->id, 1, NULL, "block %s is not an einsum: it accesses %s other than declared", block->name,
                       check.strange->name);
}

/* Checks. */

static gboolean
check_nest (PadEinsum *e, GError **error)
{
  guint scope = (guint) tl_path_scope_index (e->path);

  e->first = e->path->n - 1;
  while (e->first > scope + 1 && e->path->stmts[e->first - 1]->kind == TL_STMT_FOR)
    e->first--;
  for (guint i = scope + 1; i < e->first; i++)
    if (e->path->stmts[i]->kind != TL_STMT_SEQ)
      return tl_refuse (error, &e->block->id, 1, "move the other blocks out of its loops", "block %s is not the only one in its loops",
                        e->block->name);
  for (guint i = 0; i < e->block->n_axes; i++)
    if (!tl_expr_is_int (e->block->axes[i].dom.min, 0))
      return tl_refuse (error, &e->block->id, 1, NULL, "axis %s of block %s does not start at 0", e->block->axes[i].var->name,
                        e->block->name);
  return TRUE;
}

/* All of each written buffer is copied back, so all of it has to be written. */
static gboolean
check_writes (const PadEinsum *e, GError **error)
{
  g_autoptr (TlScopeInfo) scope = tl_path_scope_info (e->arena, e->call->module, e->path);

  if (!tl_block_runs_whole_domain (scope, tl_path_target (e->path)))
    return tl_refuse (error, &e->block->id, 1, NULL, "block %s does not run for all values of its axes", e->block->name);
  for (guint i = 0; i < e->block->n_writes; i++)
    {
      const Operand *operand = find_operand (e, e->block->writes[i].buffer);

      for (guint d = 0; d < operand->buffer->n_dims; d++)
        {
          gint          axis = axis_of (e, operand->indices[d]);
          const TlExpr *one = tl_expr_int (e->arena, operand->buffer->shape[d]->dtype, 1);
          const TlExpr *extent = axis >= 0 ? e->block->axes[axis].dom.extent : one;
          gboolean      is_again = FALSE;

          for (guint j = 0; j < d && axis >= 0; j++)
            is_again |= operand->indices[j] == operand->indices[d];
          if (is_again || !tl_expr_equal (tl_cast (e->arena, extent->dtype, operand->buffer->shape[d]), extent))
            return tl_refuse (error, &e->block->id, 1, NULL, "block %s does not write all of buffer %s", e->block->name,
                              operand->buffer->name);
        }
    }
  return TRUE;
}

/* Where reduction axis @axis is beyond its range, @value is 0, since padded operands are. */
static gboolean
vanishes (const PadEinsum *e, const TlExpr *value, guint axis)
{
  switch (value->kind)
    {
    case TL_EXPR_INT:
      return value->int_value == 0;
    case TL_EXPR_FLOAT:
      return value->float_value == 0;
    case TL_EXPR_LOAD:
      for (guint d = 0; d < value->n_indices; d++)
        if (value->indices[d] == e->block->axes[axis].var)
          return TRUE;
      return FALSE;
    case TL_EXPR_CAST:
      return vanishes (e, value->a, axis);
    case TL_EXPR_MUL:
      return vanishes (e, value->a, axis) || vanishes (e, value->b, axis);
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
    case TL_EXPR_MIN:
    case TL_EXPR_MAX:
      return vanishes (e, value->a, axis) && vanishes (e, value->b, axis);
    case TL_EXPR_SELECT:
      return vanishes (e, value->if_true, axis) && vanishes (e, value->if_false, axis);
    default:
      return FALSE;
    }
}

/* "old + value", "value + old" or "old - value" with a value that vanishes. */
static gboolean
adds_nothing (const PadEinsum *e, const TlStmt *store, guint axis)
{
  const TlExpr *update = store->value;

  if (store->kind != TL_STMT_STORE)
    return FALSE;
  if ((update->kind == TL_EXPR_ADD || update->kind == TL_EXPR_SUB) && update->a->kind == TL_EXPR_LOAD && update->a->buffer == store->buffer)
    return vanishes (e, update->b, axis);
  return update->kind == TL_EXPR_ADD && update->b->kind == TL_EXPR_LOAD && update->b->buffer == store->buffer
         && vanishes (e, update->a, axis);
}

/* A spatial axis tells apart the elements that are summed up; one that indexes none of them would only repeat the sum. */
static gboolean
check_repeats (const PadEinsum *e, guint axis, GError **error)
{
  for (guint i = 0; i < e->block->n_writes; i++)
    {
      const Operand *operand = find_operand (e, e->block->writes[i].buffer);
      gboolean       is_index = FALSE;

      for (guint d = 0; d < operand->buffer->n_dims; d++)
        is_index |= axis_of (e, operand->indices[d]) == (gint) axis;
      if (!is_index)
        return tl_refuse (error, &e->block->id, 1, "use a padding of 1 for that axis",
                          "axis %s of block %s does not index buffer %s; with padding the block would be repeated",
                          e->block->axes[axis].var->name,
                          e->block->name, operand->buffer->name);
    }
  return TRUE;
}

static gboolean
check_reductions (const PadEinsum *e, GError **error)
{
  for (guint axis = 0; axis < e->block->n_axes; axis++)
    {
      if (!is_padded_axis (e, (gint) axis))
        continue;
      if (e->block->axes[axis].kind == TL_AXIS_SPATIAL)
        {
          if (!check_repeats (e, axis, error))
            return FALSE;
          continue;
        }
      for (guint i = 0; i < tl_body_n_children (e->block->body); i++)
        if (!adds_nothing (e, tl_body_nth_child (e->block->body, i), axis))
          return tl_refuse (error, &e->block->id, 1, "use a padding of 1 for that axis",
                            "block %s would reduce the padding of axis %s: only sums of products with an operand indexed by this axis "
                            "can be padded", e->block->name, e->block->axes[axis].var->name);
    }
  return TRUE;
}

static TlWalk
stop_at_division (const TlExpr *expr, gpointer user_data)
{
  gboolean divides = expr->kind == TL_EXPR_DIV || expr->kind == TL_EXPR_MOD || expr->kind == TL_EXPR_FLOORDIV
                     || expr->kind == TL_EXPR_FLOORMOD;
  gint64   number;

  return divides && tl_dtype_is_integer (expr->dtype) && !tl_expr_get_int (expr->b, &number) ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
check_divisions (const PadEinsum *e, GError **error)
{
  return tl_stmt_walk (e->block->body, NULL, stop_at_division, NULL)
         || tl_refuse (error, &e->block->id, 1, NULL, "block %s divides integers by its operands, which are 0 in the padding",
                       e->block->name);
}

/* Building. */

static void
choose_padded (PadEinsum *e)
{
  for (guint i = 0; i < e->n_operands; i++)
    {
      Operand        *operand = &e->operands[i];
      const TlBuffer *buffer = operand->buffer;
      const TlExpr  **shape = tl_arena_new_array (e->arena, const TlExpr *, buffer->n_dims);
      gboolean        is_padded = FALSE;

      for (guint d = 0; d < buffer->n_dims && operand->indices != NULL; d++)
        {
          gint axis = axis_of (e, operand->indices[d]);

          is_padded |= is_padded_axis (e, axis);
          shape[d] = is_padded_axis (e, axis) ? e->extents[axis] : buffer->shape[d];
          if (tl_expr_is_int (operand->indices[d], 0))
            shape[d] = tl_expr_int (e->arena, buffer->shape[d]->dtype, 1);
        }
      if (is_padded)
        operand->padded = tl_buffer_new (e->arena, tl_arena_printf (e->arena, "%s_pad", buffer->name), buffer->dtype, shape, buffer->n_dims,
                                         buffer->scope);
    }
}

static const TlExpr *
zero_of (TlArena *arena, TlDType dtype)
{
  return tl_dtype_is_float (dtype) ? tl_expr_float (arena, dtype, 0) : tl_expr_int (arena, dtype, 0);
}

/* Where the operand holds values; NULL: everywhere. A reduction must not find others than its own. */
static const TlExpr *
inside_of (const PadEinsum *e, const Operand *operand, const TlExpr *const *vars)
{
  const TlExpr *inside = NULL;

  for (guint d = 0; d < operand->buffer->n_dims; d++)
    {
      gint          axis = axis_of (e, operand->indices[d]);
      const TlExpr *end = operand->buffer->shape[d], *is_below;

      if (axis >= 0 && e->block->axes[axis].kind != TL_AXIS_SPATIAL)
        end = e->block->axes[axis].dom.extent;
      end = tl_cast (e->arena, vars[d]->dtype, end);
      if (tl_expr_equal (end, operand->padded->shape[d]))
        continue;
      is_below = tl_expr_binary (e->arena, TL_EXPR_LT, vars[d], end);
      inside = inside == NULL ? is_below : tl_and (e->arena, inside, is_below);
    }
  return inside;
}

/* Copies an operand into its padded twin, or back over the extents of the original. */
static const TlStmt *
make_copy (const PadEinsum *e, const Operand *operand, gboolean is_back)
{
  const TlBuffer *to = is_back ? operand->buffer : operand->padded, *from = is_back ? operand->padded : operand->buffer;
  guint           n = to->n_dims;
  TlBlockAxis    *axes = tl_arena_new_array (e->arena, TlBlockAxis, n);
  const TlExpr  **loop_vars = tl_arena_new_array (e->arena, const TlExpr *, n);
  const TlExpr  **vars = tl_arena_new_array (e->arena, const TlExpr *, n);
  TlRegion       *regions = tl_arena_new_array (e->arena, TlRegion, 2);
  TlBlock         block = { .name = operand->padded->name, .axes = axes, .bindings = loop_vars, .n_axes = n, .n_reads = 1, .n_writes = 1 };
  const TlExpr   *value, *inside;
  const TlStmt   *nest;

  for (guint d = 0; d < n; d++)
    {
      TlDType dtype = to->shape[d]->dtype;

      loop_vars[d] = tl_expr_var (e->arena, tl_arena_printf (e->arena, "i%u", d), dtype);
      vars[d] = tl_expr_var (e->arena, tl_arena_printf (e->arena, "v%u", d), dtype);
      axes[d] = (TlBlockAxis) { .var = vars[d], .kind = TL_AXIS_SPATIAL, .dom = { tl_expr_int (e->arena, dtype, 0), to->shape[d] } };
    }
  regions[0] = tl_region_point (e->arena, from, vars);
  regions[1] = tl_region_point (e->arena, to, vars);
  value = tl_expr_load (e->arena, from, vars, n);
  inside = is_back ? NULL : inside_of (e, operand, vars);
  if (inside != NULL)
    value = tl_expr_call (e->arena, value->dtype, tl_intrinsic_find ("if_then_else"),
                          (const TlExpr *const[]) { inside, value, zero_of (e->arena, value->dtype) }, 3);
  block.id = tl_builder_take_id (&e->call->builder);
  block.annotations = tl_attrs_empty;
  block.reads = &regions[0];
  block.writes = &regions[1];
  block.body = tl_stmt_store (e->arena, to, vars, n, value);
  nest = tl_stmt_block (e->arena, &block);
  for (guint d = n; d > 0; d--)
    nest = tl_stmt_for (&e->call->builder, loop_vars[d - 1], to->shape[d - 1], nest);
  return nest;
}

static const TlBuffer *
take_padded (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const Operand *operand = find_operand (rewriter->user_data, buffer);

  return operand != NULL && operand->padded != NULL ? operand->padded : buffer;
}

/* Loops that are an axis grow with it. */
static const TlStmt *
make_padded_nest (PadEinsum *e)
{
  TlRewriter    rewriter = { .arena = e->arena, .buffer = take_padded, .user_data = e };
  TlBlock       block = tl_rewrite_stmt (&rewriter, tl_path_target (e->path))->block;
  TlBlockAxis  *axes = tl_arena_dup_array (e->arena, TlBlockAxis, block.axes, block.n_axes);
  const TlStmt *nest;

  for (guint i = 0; i < block.n_axes; i++)
    axes[i].dom.extent = e->extents[i];
  block.axes = axes;
  nest = tl_stmt_block (e->arena, &block);
  for (guint i = e->path->n - 1; i-- > e->first;)
    {
      TlLoop loop = e->path->stmts[i]->loop;

      for (guint j = 0; j < block.n_axes; j++)
        if (block.bindings[j] == loop.var)
          loop.extent = tl_cast (e->arena, loop.extent->dtype, e->extents[j]);
      loop.body = nest;
      nest = tl_stmt_loop (e->arena, &loop);
    }
  return nest;
}

static void
replace_nest (PadEinsum *e)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();
  TlPath                to_nest = tl_path_prefix (e->path, e->first), to_scope;
  guint                 scope_index = (guint) tl_path_scope_index (e->path);
  const TlStmt         *sequence;
  TlBlock               scope;

  for (guint i = 0; i < e->block->n_reads; i++)
    if (e->operands[i].padded != NULL)
      g_ptr_array_add (stmts, (gpointer) make_copy (e, &e->operands[i], FALSE));
  g_ptr_array_add (stmts, (gpointer) make_padded_nest (e));
  for (guint i = e->block->n_reads; i < e->n_operands; i++)
    if (e->operands[i].padded != NULL)
      g_ptr_array_add (stmts, (gpointer) make_copy (e, &e->operands[i], TRUE));
  sequence = tl_stmt_seq (e->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
  scope = tl_path_rebuild_from (&e->call->builder, &to_nest, scope_index, sequence)->block;
  for (guint i = 0; i < e->n_operands; i++)
    if (e->operands[i].padded != NULL)
      tl_block_add_alloc (e->arena, &scope, e->operands[i].padded);
  to_scope = tl_path_prefix (e->path, scope_index);
  tl_call_replace (e->call, &to_scope, tl_stmt_block (e->arena, &scope));
}

static gboolean
pad_einsum_apply (TlPrimitiveCall *call, GError **error)
{
  g_autoptr (TlPath) path = NULL;
  PadEinsum          e = { .call = call, .arena = call->builder.arena };

  if (!tl_call_find_block (call, &call->args[0], &path, error))
    return FALSE;
  e.path = path;
  e.block = &tl_path_target (path)->block;
  if (path->n == 1)
    return tl_refuse (error, &e.block->id, 1, NULL, "the root block is not an einsum");
  if (!read_padding (&e, error) || !read_operands (&e, error))
    return FALSE;
  if (!changes_anything (&e))
    return TRUE;
  if (!check_nest (&e, error) || !check_writes (&e, error) || !check_reductions (&e, error) || !check_divisions (&e, error))
    return FALSE;
  choose_padded (&e);
  replace_nest (&e);
  return TRUE;
}

const TlPrimitive tl_primitive_pad_einsum = {
  .name = "pad_einsum",
  .kind = "PadEinsum",
  .title = "Pad Einsum",
  .family = TL_FAMILY_BLOCK,
  .summary = "Pad the axes of a block to multiples, with padded copies of its buffers.",
  .sketch = "for i in range(27): C[i] = A[i]  →  A_pad = A, else 0; for i in range(32): C_pad[i] = A_pad[i]; C = C_pad",
  TL_PRIMITIVE_PARAMS (
      { .name = "block", .kind = TL_PARAM_BLOCK, .flags = TL_PARAM_IS_INPUT, .help = "A block that indexes its buffers with its axes." },
      { .name = "padding",
        .kind = TL_PARAM_INTS,
        .help = "For each axis, the extent is rounded up to a multiple of this; 1: no padding." }),
  .apply = pad_einsum_apply,
  .sentence = "Pad {block} to multiples of {padding}",
};
