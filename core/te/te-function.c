/* SPDX-License-Identifier: Apache-2.0 */
/*
 * From tensors to a function: each computation becomes a nest of loops with one block in it (one per value, unless a reduction), in the
 * order in which the arguments need them. Names are TVM's: loops like the axes, block axes with "v_" in front, blocks like the tensors, a
 * number behind a name that is taken; what is no argument is allocated in the function. Values are simplified, combinations of reductions
 * are not.
 */
#include <string.h>

#include "core/arith/analyzer.h"
#include "core/arith/block-access.h"
#include "core/ir/verify.h"
#include "core/ir/walk.h"
#include "core/te/te-private.h"

/* Tensors that one function may need: whoever collects them recurses. */
#define MAX_OPS 1000

typedef struct
{
  TlPyInterp  *interp;
  const TlAst *at;
  TlBuilder    builder;
  TlAnalyzer  *analyzer;
  TlTeTerms    terms;
  GHashTable  *seen;           /* TlTeOp */
  GHashTable  *block_names;
  GHashTable  *blocks;         /* TlTeOp → const TlStmt*: its block, of several the last */
  GPtrArray   *ops;            /* computations, in order */
  GPtrArray   *allocs;         /* const TlBuffer* */
  GArray      *params;         /* TlParam */
} Func;

/* The computations, in order. */

/* Inner loads first: what an index needs is computed before what is indexed. */
static TlWalk
collect_load (const TlExpr *expr, gpointer user_data)
{
  GPtrArray *producers = user_data;

  if (expr->kind != TL_EXPR_LOAD)
    return TL_WALK_INTO;
  for (guint i = 0; i < expr->n_indices; i++)
    tl_expr_walk (expr->indices[i], collect_load, producers);
  g_ptr_array_add (producers, (gpointer) tl_te_producer (expr->buffer));
  return TL_WALK_OVER;
}

GPtrArray *
tl_te_sources (const TlTeOp *op)
{
  GPtrArray *producers = g_ptr_array_new ();
  guint      n = op->reduction != NULL ? op->reduction->n_sources : op->is_placeholder ? 0 : op->n_outputs;

  for (guint i = 0; i < n; i++)
    tl_expr_walk (op->reduction != NULL ? op->reduction->sources[i] : op->values[i], collect_load, producers);
  return producers;
}

static gboolean
collect (Func *func, const TlTeOp *op)
{
  g_autoptr (GPtrArray) producers = NULL;

  if (!g_hash_table_add (func->seen, (gpointer) op))
    return TRUE;
  if (g_hash_table_size (func->seen) > MAX_OPS)
    return tl_py_fail (func->interp, func->at, "the function needs more than %d tensors", MAX_OPS);
  if (op->is_placeholder && g_hash_table_lookup (func->terms.buffers, op->outputs[0]) == NULL)
    return tl_py_fail (func->interp, func->at, "tensor %s is read, but is not among the arguments of the function", op->name);
  producers = tl_te_sources (op);
  for (guint i = 0; i < producers->len; i++)
    if (!collect (func, g_ptr_array_index (producers, i)))
      return FALSE;
  if (!op->is_placeholder)
    g_ptr_array_add (func->ops, (gpointer) op);
  return TRUE;
}

static const TlBuffer *
add_buffer (Func *func, const TlBuffer *stand_in)
{
  const TlExpr  **shape = tl_arena_new_array (func->builder.arena, const TlExpr *, MAX (stand_in->n_dims, 1));
  const TlBuffer *own;

  for (guint i = 0; i < stand_in->n_dims; i++)
    shape[i] = tl_te_extent (&func->terms, stand_in->shape[i]);
  own = tl_buffer_new (func->builder.arena, stand_in->name, stand_in->dtype, shape, stand_in->n_dims, NULL);
  g_hash_table_insert (func->terms.buffers, (gpointer) stand_in, (gpointer) own);
  return own;
}

/* A name that no other block has: with a number behind it where it is taken. */
static const char *
block_name (Func *func, const char *wanted)
{
  const char *name = wanted;

  for (guint i = 1; !g_hash_table_add (func->block_names, (gpointer) name); i++)
    name = tl_arena_printf (func->builder.arena, "%s_%u", wanted, i);
  return name;
}

/* Blocks. */

/* Simplified, as the shapes of buffers are not. */
static const TlExpr *
loop_extent (Func *func, const TlTeAxis *axis)
{
  return tl_analyzer_simplify (func->analyzer, tl_te_extent (&func->terms, axis->extent));
}

static TlBlockAxis
block_axis (Func *func, const TlTeAxis *axis, TlAxisKind kind)
{
  TlBlockAxis own = { .kind = kind };

  own.dom.min = tl_te_extent (&func->terms, axis->min);
  own.dom.extent = loop_extent (func, axis);
  own.var = tl_expr_var (func->builder.arena, tl_arena_printf (func->builder.arena, "v_%s", axis->var->name), own.dom.extent->dtype);
  return own;
}

/* Axes of the block, bound to @loops; in expressions they stand for the script's from here on. A block without any gets one of extent 1. */
static void
set_axes (Func *func, const TlTeOp *op, const TlVar *const *loops, TlBlock *block)
{
  guint         n_reduce = op->reduction != NULL ? op->reduction->n_axes : 0, n = op->n_dims + n_reduce;
  TlArena      *arena = func->builder.arena;
  TlBlockAxis  *axes = tl_arena_new_array (arena, TlBlockAxis, MAX (n, 1));
  const TlExpr **bindings = tl_arena_new_array (arena, const TlExpr *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      gboolean        is_reduce = i >= op->n_dims;
      const TlTeAxis *axis = is_reduce ? op->reduction->axes[i - op->n_dims] : &op->axes[i];

      axes[i] = block_axis (func, axis, is_reduce ? TL_AXIS_REDUCE : TL_AXIS_SPATIAL);
      bindings[i] = loops[i];
    }
  for (guint i = 0; i < n; i++)
    {
      const TlTeAxis *axis = i >= op->n_dims ? op->reduction->axes[i - op->n_dims] : &op->axes[i];

      g_hash_table_insert (func->terms.vars, (gpointer) axis->var, (gpointer) axes[i].var);
    }
  if (n == 0)
    {
      const TlExpr *zero = tl_te_extent (&func->terms, tl_int (arena, 0)), *one = tl_te_extent (&func->terms, tl_int (arena, 1));

      axes[0] = (TlBlockAxis) { .var = tl_expr_var (arena, "vi", one->dtype), .kind = TL_AXIS_SPATIAL, .dom = { zero, one } };
      bindings[0] = zero;
    }
  block->axes = axes;
  block->bindings = bindings;
  block->n_axes = MAX (n, 1);
}

/* The place of output @index that the block computes. */
static const TlExpr *const *
own_indices (Func *func, const TlTeOp *op, const TlBlock *block)
{
  const TlExpr **indices = tl_arena_new_array (func->builder.arena, const TlExpr *, MAX (op->n_dims, 1));

  for (guint i = 0; i < op->n_dims; i++)
    indices[i] = block->axes[i].var;
  return indices;
}

static const TlStmt *
finish_block (Func *func, const TlTeOp *op, TlBlock *block)
{
  block->id = tl_builder_take_id (&func->builder);
  block->annotations = op->attrs;
  tl_infer_block_access (func->builder.arena, block, &block->reads, &block->n_reads, &block->writes, &block->n_writes);
  return tl_stmt_block (func->builder.arena, block);
}

/* Into output @index; what indices of another type made wider is narrowed again. */
static const TlStmt *
store (Func *func, const TlTeOp *op, guint index, const TlBlock *block, const TlExpr *value)
{
  const TlBuffer *buffer = g_hash_table_lookup (func->terms.buffers, op->outputs[index]);

  return tl_stmt_store (func->builder.arena, buffer, own_indices (func, op, block), op->n_dims,
                        tl_cast (func->builder.arena, buffer->dtype, value));
}

static const TlStmt *
value_block (Func *func, const TlTeOp *op, guint index, const TlVar *const *loops)
{
  TlBlock block = { .name = block_name (func, op->outputs[index]->name) };

  set_axes (func, op, loops, &block);
  block.body = store (func, op, index, &block, tl_analyzer_simplify (func->analyzer, tl_te_value (&func->terms, op->values[index])));
  return finish_block (func, op, &block);
}

static const TlStmt *
store_all (Func *func, const TlTeOp *op, const TlBlock *block, const TlExpr *const *values)
{
  const TlStmt **stores = tl_arena_new_array (func->builder.arena, const TlStmt *, op->n_outputs);

  for (guint i = 0; i < op->n_outputs; i++)
    stores[i] = store (func, op, i, block, values[i]);
  return tl_stmt_seq (func->builder.arena, stores, op->n_outputs);
}

/* Several values are all computed before the first is stored. */
static const TlStmt *
store_combined (Func *func, const TlTeOp *op, const TlBlock *block, const TlExpr *const *values)
{
  const TlExpr **vars;
  const TlStmt  *body;

  if (op->n_outputs == 1)
    return store_all (func, op, block, values);
  vars = tl_arena_new_array (func->builder.arena, const TlExpr *, op->n_outputs);
  for (guint i = 0; i < op->n_outputs; i++)
    vars[i] = tl_expr_var (func->builder.arena, tl_arena_printf (func->builder.arena, "v_%s", op->outputs[i]->name), values[i]->dtype);
  body = store_all (func, op, block, vars);
  for (guint i = op->n_outputs; i-- > 0;)
    body = tl_stmt_let (func->builder.arena, vars[i], values[i], body);
  return body;
}

/*
 * The new values: what the reducer makes of the present ones and the block's. FALSE with an error: the script's own reducers are called
 * here.
 */
static gboolean
combined_values (Func *func, const TlTeOp *op, const TlBlock *block, const TlExpr **values)
{
  guint          n = op->n_outputs;
  TlArena       *arena = func->builder.arena;
  const TlExpr **present = tl_arena_new_array (arena, const TlExpr *, n), **more = tl_arena_new_array (arena, const TlExpr *, n);

  if (!tl_te_combine (func->interp, op->at, op->reduction, present, more, values))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const TlExpr *source = tl_analyzer_simplify (func->analyzer, tl_te_value (&func->terms, op->reduction->sources[i]));
      const TlExpr *before = tl_expr_load (arena, g_hash_table_lookup (func->terms.buffers, op->outputs[i]), own_indices (func, op, block),
                                           op->n_dims);

      g_hash_table_insert (func->terms.vars, (gpointer) present[i], (gpointer) before);
      g_hash_table_insert (func->terms.vars, (gpointer) more[i], (gpointer) source);
    }
  for (guint i = 0; i < n; i++)
    values[i] = tl_te_value (&func->terms, values[i]);
  return TRUE;
}

/* NULL with an error. */
static const TlStmt *
reduction_block (Func *func, const TlTeOp *op, const TlVar *const *loops)
{
  guint          n = op->n_outputs;
  const TlExpr **values = tl_arena_new_array (func->builder.arena, const TlExpr *, n);
  const TlExpr **identity = tl_arena_new_array (func->builder.arena, const TlExpr *, n);
  TlBlock        block = { .name = block_name (func, op->name) };

  set_axes (func, op, loops, &block);
  if (!tl_te_identity (func->interp, op->at, op->reduction, identity) || !combined_values (func, op, &block, values))
    return NULL;
  block.init = store_all (func, op, &block, identity);
  block.body = store_combined (func, op, &block, values);
  return finish_block (func, op, &block);
}

/* Loops. */

static const TlStmt *
add_loops (Func *func, const TlTeOp *op, const TlVar *const *loops, const TlStmt *body)
{
  guint n_reduce = op->reduction != NULL ? op->reduction->n_axes : 0;

  for (guint i = op->n_dims + n_reduce; i-- > 0;)
    {
      const TlTeAxis *axis = i >= op->n_dims ? op->reduction->axes[i - op->n_dims] : &op->axes[i];
      TlLoop          loop = { .id = tl_builder_take_id (&func->builder), .var = loops[i], .kind = TL_LOOP_SERIAL, .body = body };

      loop.min = tl_te_extent (&func->terms, axis->min);
      loop.extent = loop_extent (func, axis);
      body = tl_stmt_loop (func->builder.arena, &loop);
    }
  return body;
}

static const TlStmt *
compute_nest (Func *func, const TlTeOp *op)
{
  guint          n_reduce = op->reduction != NULL ? op->reduction->n_axes : 0, n = op->n_dims + n_reduce;
  const TlVar  **loops = tl_arena_new_array (func->builder.arena, const TlVar *, MAX (n, 1));
  const TlStmt **blocks = tl_arena_new_array (func->builder.arena, const TlStmt *, op->n_outputs);
  guint          n_blocks = op->reduction != NULL ? 1 : op->n_outputs;

  for (guint i = 0; i < n; i++)
    {
      const TlTeAxis *axis = i >= op->n_dims ? op->reduction->axes[i - op->n_dims] : &op->axes[i];

      loops[i] = tl_expr_var (func->builder.arena, axis->var->name, tl_te_extent (&func->terms, axis->extent)->dtype);
    }
  for (guint i = 0; i < n_blocks; i++)
    {
      blocks[i] = op->reduction != NULL ? reduction_block (func, op, loops) : value_block (func, op, i, loops);
      if (blocks[i] == NULL)
        return NULL;
      g_hash_table_insert (func->blocks, (gpointer) op, (gpointer) blocks[i]);
    }
  return add_loops (func, op, loops, tl_stmt_seq (func->builder.arena, blocks, n_blocks));
}

/* The function. */

static gboolean
add_param (Func *func, const TlPyValue *arg)
{
  const TlTeTensor *tensor = arg->object;
  TlParam           param = { 0 };

  if (tl_py_is (arg, &tl_te_tensor_class))
    {
      const TlBuffer *stand_in = tensor->op->outputs[tensor->index];

      if (g_hash_table_lookup (func->terms.buffers, stand_in) != NULL)
        return tl_py_fail (func->interp, func->at, "tensor %s occurs twice among the arguments", stand_in->name);
      param.buffer = add_buffer (func, stand_in);
      param.name = param.buffer->name;
    }
  else if (arg->kind == TL_PY_EXPR && arg->expr->kind == TL_EXPR_VAR)
    {
      param.var = tl_te_value (&func->terms, arg->expr);
      param.name = param.var->name;
    }
  else
    return tl_py_fail (func->interp, func->at, "arguments of a function are tensors and variables, not a %s", tl_py_type_name (arg));
  g_array_append_val (func->params, param);
  return TRUE;
}

/* Parameters in their order, then what they need and nothing else. */
static gboolean
collect_all (Func *func, const TlPyList *args)
{
  for (guint i = 0; i < args->n; i++)
    if (!add_param (func, &args->items[i]))
      return FALSE;
  for (guint i = 0; i < args->n; i++)
    if (tl_py_is (&args->items[i], &tl_te_tensor_class) && !collect (func, ((TlTeTensor *) args->items[i].object)->op))
      return FALSE;
  for (guint i = 0; i < func->ops->len; i++)
    {
      const TlTeOp *op = g_ptr_array_index (func->ops, i);

      for (guint j = 0; j < op->n_outputs; j++)
        if (g_hash_table_lookup (func->terms.buffers, op->outputs[j]) == NULL)
          g_ptr_array_add (func->allocs, (gpointer) add_buffer (func, op->outputs[j]));
    }
  return TRUE;
}

static const TlStmt *
make_body (Func *func)
{
  g_autoptr (GPtrArray) nests = g_ptr_array_new ();
  TlBlock               root = { .name = "root" };

  for (guint i = 0; i < func->ops->len; i++)
    {
      const TlStmt *nest = compute_nest (func, g_ptr_array_index (func->ops, i));

      if (nest == NULL)
        return NULL;
      g_ptr_array_add (nests, (gpointer) nest);
    }
  root.id = tl_builder_take_id (&func->builder);
  root.allocs = tl_arena_dup_array (func->builder.arena, const TlBuffer *, func->allocs->pdata, func->allocs->len);
  root.n_allocs = func->allocs->len;
  root.body = tl_stmt_seq (func->builder.arena, (const TlStmt *const *) nests->pdata, nests->len);
  return tl_stmt_block (func->builder.arena, &root);
}

/* Parameters whose layout computations leave free, by their position; of other buffers it says nothing. */
static gboolean
set_layout_free (Func *func, TlPrimFunc *prim_func)
{
  g_autofree gboolean *is_free = g_new0 (gboolean, prim_func->n_params);
  TlValue             *items = tl_arena_new_array (func->builder.arena, TlValue, prim_func->n_params);
  guint                n_items = 0;

  for (guint i = 0; i < func->ops->len; i++)
    {
      const TlTeOp *op = g_ptr_array_index (func->ops, i);

      for (guint j = 0; j < op->n_layout_free; j++)
        {
          const TlBuffer *buffer = g_hash_table_lookup (func->terms.buffers, op->layout_free[j]);
          guint           k = 0;

          while (k < prim_func->n_params && (buffer == NULL || prim_func->params[k].buffer != buffer))
            k++;
          if (k == prim_func->n_params && buffer == NULL)
            return tl_py_fail (func->interp, func->at,
                               "%s names %s in layout_free_placeholders, which is not among the arguments of the function",
                               op->name, op->layout_free[j]->name);
          if (k < prim_func->n_params)
            is_free[k] = TRUE;
        }
    }
  for (guint k = 0; k < prim_func->n_params; k++)
    if (is_free[k])
      items[n_items++] = tl_value_int (k);
  if (n_items > 0)
    prim_func->attrs = tl_attrs_with (func->builder.arena, &prim_func->attrs, "layout_free_buffers",
                                      (TlValue) { .kind = TL_VALUE_LIST, .items = items, .n_items = n_items });
  return TRUE;
}

/* @symbol: nullable. NULL with an error. */
static const TlPrimFunc *
make_function (Func *func, const char *symbol, const TlPyList *args)
{
  TlArena    *arena = func->builder.arena;
  TlPrimFunc *prim_func = tl_arena_new0 (arena, TlPrimFunc);

  if (!collect_all (func, args) || (prim_func->body = make_body (func)) == NULL)
    return NULL;
  prim_func->params = tl_arena_dup_array (arena, TlParam, func->params->data, func->params->len);
  prim_func->n_params = func->params->len;
  prim_func->attrs = tl_attrs_empty;
  if (symbol != NULL)
    prim_func->attrs = tl_attrs_with (arena, &prim_func->attrs, "global_symbol", tl_value_string (arena, symbol));
  prim_func->attrs = tl_attrs_with (arena, &prim_func->attrs, "tir.noalias", (TlValue) { .kind = TL_VALUE_BOOL, .boolean = TRUE });
  prim_func->name = symbol;
  return set_layout_free (func, prim_func) ? prim_func : NULL;
}

/* A program of that function alone. */
static gboolean
make_program (Func *func, const char *symbol, const TlPyList *args, TlPyValue *value)
{
  const TlPrimFunc    *prim_func = make_function (func, symbol, args);
  g_autoptr (TlModule) module = NULL;
  GError              *error = NULL;

  if (prim_func == NULL)
    return FALSE;
  module = tl_module_new_prims (func->builder.arena, "Module", &prim_func, 1, func->builder.next_id);
  if (!tl_module_verify (module, &error))
    {
      tl_py_fail (func->interp, func->at, "cannot make a program of these tensors: %s", error->message);
      g_error_free (error);
      return FALSE;
    }
  *value = tl_py_module (func->interp, g_steal_pointer (&module), prim_func->name, NULL);
  return TRUE;
}

static void
func_init (Func *func, TlPyInterp *interp, const TlAst *at, TlBuilder builder)
{
  *func = (Func) { .interp = interp, .at = at, .builder = builder, .analyzer = tl_analyzer_new (builder.arena) };
  func->terms.arena = builder.arena;
  func->terms.index_dtype = TL_VOID;
  func->terms.buffers = g_hash_table_new (NULL, NULL);
  func->terms.vars = g_hash_table_new (NULL, NULL);
  func->seen = g_hash_table_new (NULL, NULL);
  func->block_names = g_hash_table_new (g_str_hash, g_str_equal);
  func->blocks = g_hash_table_new (NULL, NULL);
  func->ops = g_ptr_array_new ();
  func->allocs = g_ptr_array_new ();
  func->params = g_array_new (FALSE, FALSE, sizeof (TlParam));
}

static void
func_clear (Func *func)
{
  tl_analyzer_free (func->analyzer);
  g_hash_table_unref (func->terms.buffers);
  g_hash_table_unref (func->terms.vars);
  g_hash_table_unref (func->seen);
  g_hash_table_unref (func->block_names);
  g_hash_table_unref (func->blocks);
  g_ptr_array_unref (func->ops);
  g_ptr_array_unref (func->allocs);
  g_array_unref (func->params);
}

const TlPrimFunc *
tl_te_make_prim_func (TlPyInterp *interp, const TlAst *at, TlBuilder *builder, const char *name, const TlPyList *args)
{
  const TlPrimFunc *prim_func;
  Func              func;

  tl_arena_add_parent (builder->arena, interp->program_arena);
  func_init (&func, interp, at, *builder);
  func.terms.index_dtype = TL_INT64;
  prim_func = make_function (&func, name, args);
  *builder = func.builder;
  func_clear (&func);
  return prim_func;
}

static gboolean
index_type_arg (TlPyInterp *interp, const TlPyArgs *args, TlDType *dtype)
{
  const TlPyValue *value = tl_py_arg (args, 1, "index_dtype_override");

  *dtype = (TlDType) { .code = TL_TYPE_VOID };
  if (value == NULL || value->kind == TL_PY_NONE)
    return TRUE;
  return tl_py_to_dtype (interp, args->call, value, dtype)
         && ((tl_dtype_is_integer (*dtype) && dtype->lanes == 1)
             || tl_py_fail (interp, args->call, "indices are integers, and cannot be of type %s", tl_dtype_name (*dtype)));
}

/* te.create_prim_func ([A, B, C], index_dtype_override=None) */
gboolean
tl_te_create_prim_func (TlPyInterp *interp, const TlPyArgs *args, TlPyValue *value)
{
  const TlPyValue    *list = tl_py_arg (args, 0, "ops");
  g_autoptr (TlArena) arena = tl_arena_new (interp->program_arena);
  TlDType             index_dtype;
  Func                func;
  gboolean            is_made;

  if (!tl_py_check_args (interp, args, "te.create_prim_func", 2, "ops index_dtype_override")
      || !index_type_arg (interp, args, &index_dtype))
    return FALSE;
  if (list == NULL || !tl_py_is_sequence (list) || list->list->n == 0)
    return tl_py_fail (interp, args->call, "te.create_prim_func takes the list of the function's arguments: [A, B, C]");
  func_init (&func, interp, args->call, (TlBuilder) { arena, 1 });
  func.terms.index_dtype = index_dtype;
  is_made = make_program (&func, "main", list->list, value);
  func_clear (&func);
  return is_made;
}

gboolean
tl_te_make_program (TlPyInterp *interp, const TlAst *at, const char *name, const TlPyList *args, TlTeProgram *program)
{
  g_autoptr (TlArena) arena = tl_arena_new (interp->program_arena);
  gboolean            is_made;
  Func                func;

  func_init (&func, interp, at, (TlBuilder) { arena, 1 });
  is_made = make_program (&func, name, args, &program->module);
  if (is_made)
    {
      program->blocks = g_hash_table_ref (func.blocks);
      program->buffers = g_hash_table_ref (func.terms.buffers);
    }
  func_clear (&func);
  return is_made;
}

void
tl_te_program_clear (TlTeProgram *program)
{
  g_clear_pointer (&program->blocks, g_hash_table_unref);
  g_clear_pointer (&program->buffers, g_hash_table_unref);
}
