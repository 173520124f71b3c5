/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/passes/step-loop.h"

#include "core/graph/passes/fuse-names-private.h"
#include "core/graph/passes/fuse-tir-private.h"
#include "core/graph/passes/graph-edit-private.h"

typedef struct
{
  TlBuilder        *builder;
  TlArena          *arena;       /* of the builder */
  const TlStepLoop *loop;
  TlFusedBody       fused;
  GArray           *params;      /* TlParam */
  GPtrArray        *before, *update, *changes, *after;        /* const TlStmt *: before, in and after the loop */
  GPtrArray        *root_allocs, *step_allocs, *update_allocs;    /* const TlBuffer * */
  GArray           *read_regions, *write_regions;             /* TlRegion, of all steps: of a step those of its row */
  const TlVar      *step;        /* its axis */
} StepLoopWriter;

/* --- the function --- */

static TlModule *
run_passes (const TlStepLoop *loop, TlNodeId next_id, GError **error)
{
  static TlModule *(*const passes[]) (TlModule *, GError **) = {
    tl_canonicalize_bindings, tl_decompose_ops_for_inference, tl_canonicalize_bindings, tl_dispatch_sort_scan, tl_graph_legalize_ops,
    tl_fold_constant, tl_canonicalize_bindings,
  };
  g_autoptr (TlArena)  arena = tl_arena_new (NULL);
  g_autofree TlFunc   *funcs = g_new0 (TlFunc, loop->prims->len + 1);
  g_autoptr (TlModule) current = NULL;

  for (guint i = 0; i < loop->prims->len; i++)
    {
      const TlPrimFunc *prim = loop->prims->pdata[i];

      funcs[i] = (TlFunc) { .kind = TL_FUNC_PRIM, .name = prim->name, .prim = prim };
    }
  funcs[loop->prims->len] = (TlFunc) { .kind = TL_FUNC_GRAPH, .name = "main", .graph = loop->step };
  current = tl_module_new (arena, "Module", funcs, loop->prims->len + 1, next_id);
  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    {
      TlModule *next = passes[i] (current, error);

      if (next == NULL)
        return NULL;
      tl_module_unref (current);
      current = next;
    }
  return g_steal_pointer (&current);
}

typedef struct
{
  GHashTable *known;       /* variables that are defined, or parameters already; constants, as tensors → variables that stand for them */
  GPtrArray  *params;      /* const TlRelaxVar * */
  GPtrArray  *captured;    /* borrowed */
} StepCapture;

static void
note_free_var (const TlRelaxExpr *expr, gpointer user_data)
{
  StepCapture *capture = user_data;

  if (expr->kind != TL_RELAX_VAR || !g_hash_table_add (capture->known, (gpointer) expr))
    return;
  g_ptr_array_add (capture->params, (gpointer) expr);
  g_ptr_array_add (capture->captured, (gpointer) expr);
}

static const TlRelaxExpr *
lift_constant (TlRelaxRewriter *rewriter, const TlRelaxExpr *expr)
{
  StepCapture      *capture = rewriter->user_data;
  const TlRelaxVar *var = expr->kind == TL_RELAX_CONST ? g_hash_table_lookup (capture->known, expr->tensor) : expr;

  if (var != NULL)
    return var;
  var = tl_relax_var (rewriter->arena, tl_arena_printf (rewriter->arena, "param_%u", capture->captured->len), expr->type, FALSE);
  g_hash_table_insert (capture->known, (gpointer) expr->tensor, (gpointer) var);
  g_ptr_array_add (capture->params, (gpointer) var);
  g_ptr_array_add (capture->captured, (gpointer) expr);
  return var;
}

/* Variables and constants from outside become parameters behind those of the function. */
static const TlGraphFunc *
with_captured (TlArena *arena, const TlGraphFunc *func, GPtrArray *captured)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL), vars = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  params = g_ptr_array_new ();
  StepCapture            capture = { known, params, captured };
  TlRelaxRewriter        rewriter = { .arena = arena, .expr = lift_constant, .vars = vars, .user_data = &capture };
  TlGraphFunc           *made = tl_arena_dup_array (arena, TlGraphFunc, func, 1);

  for (guint i = 0; i < func->n_params; i++)
    {
      g_hash_table_add (known, (gpointer) func->params[i]);
      g_ptr_array_add (params, (gpointer) func->params[i]);
    }
  for (guint k = 0; k < func->body.n_blocks; k++)
    for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
      g_hash_table_add (known, (gpointer) func->body.blocks[k].bindings[i].var);
  tl_relax_body_walk (&func->body, note_free_var, &capture);
  made->body = tl_relax_rewrite_body (&rewriter, &func->body);
  made->params = tl_arena_dup_array (arena, const TlRelaxVar *, params->pdata, params->len);
  made->n_params = params->len;
  return made;
}

/* --- buffers --- */

static const TlBuffer *
fused_param (const StepLoopWriter *writer, guint index)
{
  return g_array_index (writer->fused.params, TlParam, index).buffer;
}

static const TlBuffer *
fused_result (const StepLoopWriter *writer, guint index)
{
  return writer->fused.results->pdata[index];
}

/* Of @like, with the steps in front if @has_steps. */
static const TlBuffer *
new_buffer (const StepLoopWriter *writer, const char *name, const TlBuffer *like, gboolean has_steps)
{
  const TlExpr *shape[TL_TENSOR_MAX_DIMS + 1] = { tl_expr_int (writer->arena, TL_INT64, writer->loop->n_steps) };
  guint         n_before = has_steps ? 1 : 0;

  for (guint i = 0; i < like->n_dims; i++)
    shape[n_before + i] = like->shape[i];
  return tl_buffer_new (writer->arena, name, like->dtype, shape, n_before + like->n_dims, NULL);
}

static const TlBuffer *
new_param (StepLoopWriter *writer, const char *name, const char *suffix, const TlBuffer *like, gboolean has_steps)
{
  TlParam param = { .name = tl_arena_printf (writer->arena, "%s_%s", name, suffix) };

  param.buffer = new_buffer (writer, param.name, like, has_steps);
  g_array_append_val (writer->params, param);
  return param.buffer;
}

/* --- copies --- */

/* @to = @from, element by element; @row: where one of them has the steps in front, which element of these. */
static const TlStmt *
copy (const StepLoopWriter *writer, const TlBuffer *to, const TlBuffer *from, const TlExpr *row)
{
  TlArena      *arena = writer->arena;
  guint         n = MIN (to->n_dims, from->n_dims), n_to = to->n_dims - n, n_from = from->n_dims - n;
  TlBlockAxis   axes[TL_TENSOR_MAX_DIMS];
  const TlExpr *loops[TL_TENSOR_MAX_DIMS], *indices[TL_TENSOR_MAX_DIMS + 1] = { row };
  TlRegion      read, write;
  TlBlock       block = { .name = tl_arena_printf (arena, "%s_copy", to->name), .n_axes = n, .n_reads = 1, .n_writes = 1 };
  const TlStmt *stmt;

  for (guint i = 0; i < n; i++)
    {
      axes[i] = (TlBlockAxis) { tl_expr_var (arena, tl_arena_printf (arena, "v_i%u", i), TL_INT64), TL_AXIS_SPATIAL,
                                { tl_expr_int (arena, TL_INT64, 0), to->shape[n_to + i] } };
      loops[i] = tl_expr_var (arena, tl_arena_printf (arena, "i%u", i), TL_INT64);
      indices[1 + i] = axes[i].var;
    }
  read = tl_region_point (arena, from, indices + 1 - n_from);
  write = tl_region_point (arena, to, indices + 1 - n_to);
  block.id = tl_builder_take_id (writer->builder);
  block.axes = tl_arena_dup_array (arena, TlBlockAxis, axes, n);
  block.bindings = tl_arena_dup_array (arena, const TlExpr *, loops, n);
  block.reads = tl_arena_dup_array (arena, TlRegion, &read, 1);
  block.writes = tl_arena_dup_array (arena, TlRegion, &write, 1);
  block.body = tl_stmt_store (arena, to, indices + 1 - n_to, to->n_dims,
                              tl_expr_load (arena, from, indices + 1 - n_from, from->n_dims));
  stmt = tl_stmt_block (arena, &block);
  for (guint i = n; i > 0; i--)
    stmt = tl_stmt_for (writer->builder, loops[i - 1], to->shape[n_to + i - 1], stmt);
  return stmt;
}

/* Which row is that of the step. */
static const TlExpr *
row_of_step (const StepLoopWriter *writer, gboolean is_reversed)
{
  if (!is_reversed)
    return writer->step;
  return tl_sub (writer->arena, tl_expr_int (writer->arena, TL_INT64, writer->loop->n_steps - 1), writer->step);
}

/* One row of @buffer, or all of it if @row is NULL. */
static void
add_region (const StepLoopWriter *writer, GArray *regions, const TlBuffer *buffer, const TlExpr *row)
{
  TlRegion region = tl_region_full (writer->arena, buffer);
  TlRange *ranges = tl_arena_dup_array (writer->arena, TlRange, region.ranges, buffer->n_dims);

  if (row != NULL)
    ranges[0] = (TlRange) { row, tl_expr_int (writer->arena, TL_INT64, 1) };
  region.ranges = ranges;
  g_array_append_val (regions, region);
}

/* --- the parts --- */

static void
add_states (StepLoopWriter *writer)
{
  for (guint i = 0; i < writer->loop->n_states; i++)
    {
      const TlBuffer *state = fused_param (writer, i);

      g_ptr_array_add (writer->before, (gpointer) copy (writer, state, new_param (writer, state->name, "first", state, FALSE), NULL));
      g_ptr_array_add (writer->root_allocs, (gpointer) state);
      add_region (writer, writer->read_regions, state, NULL);
      add_region (writer, writer->write_regions, state, NULL);
    }
}

static void
add_arrays (StepLoopWriter *writer)
{
  const TlStepLoop *loop = writer->loop;

  for (guint i = 0; i < loop->n_arrays; i++)
    {
      const TlBuffer *slice = fused_param (writer, loop->n_states + i), *array = new_param (writer, slice->name, "steps", slice, TRUE);
      const TlExpr   *row = row_of_step (writer, loop->is_reversed[i]);

      g_ptr_array_add (writer->update_allocs, (gpointer) slice);
      g_ptr_array_add (writer->update, (gpointer) copy (writer, slice, array, row));
      add_region (writer, writer->read_regions, array, row);
    }
}

static void
add_counter (StepLoopWriter *writer)
{
  const TlBuffer *counter = fused_param (writer, writer->loop->n_states + writer->loop->n_arrays);
  TlRegion        write = tl_region_full (writer->arena, counter);
  TlBlock         block = { .id = tl_builder_take_id (writer->builder), .name = "step_number", .n_writes = 1 };

  block.writes = tl_arena_dup_array (writer->arena, TlRegion, &write, 1);
  block.body = tl_stmt_store (writer->arena, counter, NULL, 0, writer->step);
  g_ptr_array_add (writer->update_allocs, (gpointer) counter);
  g_ptr_array_add (writer->update, (gpointer) tl_stmt_block (writer->arena, &block));
}

static void
add_captured (StepLoopWriter *writer, guint first)
{
  for (guint i = first; i < writer->fused.params->len; i++)
    {
      g_array_append_val (writer->params, g_array_index (writer->fused.params, TlParam, i));
      if (fused_param (writer, i) != NULL)
        add_region (writer, writer->read_regions, fused_param (writer, i), NULL);
    }
}

/* The next state is kept until the step is done: another state, too, which would change before. */
static void
change_state (StepLoopWriter *writer, guint index)
{
  const TlBuffer *state = fused_param (writer, index), *next = fused_result (writer, index);

  if (next == state)
    return;
  if (!g_ptr_array_remove (writer->update_allocs, (gpointer) next) && !g_ptr_array_find (writer->step_allocs, next, NULL))
    {
      next = new_buffer (writer, tl_arena_printf (writer->arena, "%s_next", state->name), state, FALSE);
      g_ptr_array_add (writer->update, (gpointer) copy (writer, next, fused_result (writer, index), NULL));
    }
  if (!g_ptr_array_find (writer->step_allocs, next, NULL))
    g_ptr_array_add (writer->step_allocs, (gpointer) next);
  g_ptr_array_add (writer->changes, (gpointer) copy (writer, state, next, NULL));
}

static void
add_results (StepLoopWriter *writer)
{
  const TlStepLoop *loop = writer->loop;

  for (guint i = 0; i < loop->n_states; i++)
    {
      const TlBuffer *state = fused_param (writer, i);

      g_ptr_array_add (writer->after, (gpointer) copy (writer, new_param (writer, state->name, "last", state, FALSE), state, NULL));
      change_state (writer, i);
    }
  for (guint i = loop->n_states; i < writer->fused.results->len; i++)
    {
      const TlBuffer *result = fused_result (writer, i), *rows = new_param (writer, "result", "rows", result, TRUE);
      const TlExpr   *row = row_of_step (writer, loop->is_reversed[loop->n_arrays + i - loop->n_states]);

      g_ptr_array_add (writer->update, (gpointer) copy (writer, rows, result, row));
      add_region (writer, writer->write_regions, rows, row);
    }
}

/* --- the PrimFunc --- */

static void
set_regions (const StepLoopWriter *writer, TlBlock *block, const GArray *writes)
{
  block->reads = tl_arena_memdup (writer->arena, writer->read_regions->data, writer->read_regions->len * sizeof (TlRegion));
  block->n_reads = writer->read_regions->len;
  block->writes = tl_arena_memdup (writer->arena, writes->data, writes->len * sizeof (TlRegion));
  block->n_writes = writes->len;
}

static void
set_allocs (const StepLoopWriter *writer, TlBlock *block, const GPtrArray *allocs)
{
  block->allocs = tl_arena_dup_array (writer->arena, const TlBuffer *, allocs->pdata, allocs->len);
  block->n_allocs = allocs->len;
}

/* A block of its own, in which nothing changes that was read: so its blocks can be scheduled like those of a function. */
static const TlStmt *
update_block (const StepLoopWriter *writer)
{
  TlBlock            block = { .id = tl_builder_take_id (writer->builder), .name = "update" };
  g_autoptr (GArray) writes = g_array_new (FALSE, FALSE, sizeof (TlRegion));

  for (guint i = writer->loop->n_states; i < writer->write_regions->len; i++)
    g_array_append_val (writes, g_array_index (writer->write_regions, TlRegion, i));
  for (guint i = 0; i < writer->step_allocs->len; i++)
    add_region (writer, writes, writer->step_allocs->pdata[i], NULL);
  set_regions (writer, &block, writes);
  set_allocs (writer, &block, writer->update_allocs);
  block.body = tl_stmt_seq (writer->arena, (const TlStmt *const *) writer->update->pdata, writer->update->len);
  return tl_stmt_block (writer->arena, &block);
}

static const TlStmt *
all_steps (const StepLoopWriter *writer)
{
  TlArena      *arena = writer->arena;
  const TlExpr *n_steps = tl_expr_int (arena, TL_INT64, writer->loop->n_steps);
  TlBlockAxis   axis = { writer->step, TL_AXIS_OPAQUE, { tl_expr_int (arena, TL_INT64, 0), n_steps } };
  const TlVar  *loop = tl_expr_var (arena, "t", TL_INT64);
  TlBlock       block = { .id = tl_builder_take_id (writer->builder), .name = "step", .n_axes = 1 };

  g_ptr_array_insert (writer->changes, 0, (gpointer) update_block (writer));
  block.axes = tl_arena_dup_array (arena, TlBlockAxis, &axis, 1);
  block.bindings = tl_arena_dup_array (arena, const TlExpr *, &loop, 1);
  set_regions (writer, &block, writer->write_regions);
  set_allocs (writer, &block, writer->step_allocs);
  block.body = tl_stmt_seq (arena, (const TlStmt *const *) writer->changes->pdata, writer->changes->len);
  return tl_stmt_for (writer->builder, loop, n_steps, tl_stmt_block (arena, &block));
}

static const TlPrimFunc *
finish (StepLoopWriter *writer, const char *name)
{
  TlArena    *arena = writer->arena;
  TlPrimFunc *func = tl_arena_new0 (arena, TlPrimFunc);
  TlValue     noalias = { .kind = TL_VALUE_BOOL, .boolean = TRUE };
  TlBlock     root = { .id = tl_builder_take_id (writer->builder), .name = "root" };

  g_ptr_array_add (writer->before, (gpointer) all_steps (writer));
  g_ptr_array_extend (writer->before, writer->after, NULL, NULL);
  set_allocs (writer, &root, writer->root_allocs);
  root.body = tl_fuse_rename_blocks (arena, tl_stmt_seq (arena, (const TlStmt *const *) writer->before->pdata, writer->before->len));
  func->name = tl_arena_strdup (arena, name);
  func->params = tl_arena_dup_array (arena, TlParam, writer->params->data, writer->params->len);
  func->n_params = writer->params->len;
  func->attrs = tl_attrs_with (arena, &tl_attrs_empty, "tirx.noalias", noalias);
  func->body = tl_stmt_block (arena, &root);
  return func;
}

static const TlPrimFunc *
write_function (StepLoopWriter *writer, const char *name)
{
  const TlStepLoop *loop = writer->loop;

  writer->step = tl_expr_var (writer->arena, "v_t", TL_INT64);
  add_states (writer);
  add_arrays (writer);
  if (loop->is_counted)
    add_counter (writer);
  add_captured (writer, loop->n_states + loop->n_arrays + (loop->is_counted ? 1 : 0));
  g_ptr_array_extend (writer->update_allocs, writer->fused.allocs, NULL, NULL);
  if (writer->fused.allocs->len > 0)
    g_ptr_array_add (writer->update, (gpointer) writer->fused.body);
  add_results (writer);
  return finish (writer, name);
}

const TlPrimFunc *
tl_step_loop_make (TlBuilder *builder, const char *name, const TlStepLoop *loop, GPtrArray *captured, GError **error)
{
  g_autoptr (GArray)    params = g_array_new (FALSE, FALSE, sizeof (TlParam));
  g_autoptr (GArray)    reads = g_array_new (FALSE, FALSE, sizeof (TlRegion)), writes = g_array_new (FALSE, FALSE, sizeof (TlRegion));
  g_autoptr (GPtrArray) before = g_ptr_array_new (), update = g_ptr_array_new (), changes = g_ptr_array_new (), after = g_ptr_array_new ();
  g_autoptr (GPtrArray) root_allocs = g_ptr_array_new (), step_allocs = g_ptr_array_new (), update_allocs = g_ptr_array_new ();
  StepLoopWriter        writer = { .builder = builder, .arena = builder->arena, .loop = loop, .params = params, .before = before,
                                   .update = update, .changes = changes, .after = after, .root_allocs = root_allocs,
                                   .step_allocs = step_allocs, .update_allocs = update_allocs, .read_regions = reads,
                                   .write_regions = writes };
  TlModule             *module = run_passes (loop, builder->next_id, error);
  const TlPrimFunc     *func = NULL;

  if (module == NULL)
    return NULL;
  /* The function shares expressions with it. */
  tl_arena_own (builder->arena, module, (GDestroyNotify) tl_module_unref);
  if (tl_fuse_tir_body (builder, module, name, with_captured (builder->arena, tl_module_find_func (module, "main")->graph, captured),
                        &writer.fused, error))
    func = write_function (&writer, name);
  tl_fused_body_clear (&writer.fused);
  return func;
}
