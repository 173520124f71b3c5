/* SPDX-License-Identifier: Apache-2.0 */
/*
 * RewriteDataflowReshape: a call of a PrimFunc that only copies all elements in their order becomes R.reshape, which is a view when it
 * runs. Outputs of blocks stay, since they are memory of their own.
 */
#include "core/arith/analyzer.h"
#include "core/graph/passes/graph-edit-private.h"
#include "core/ir/walk.h"

typedef struct
{
  guint          n_blocks;
  const TlBlock *block;     /* the last one */
} CopySearch;

static TlWalk
look_for_block (const TlStmt *stmt, gpointer user_data)
{
  CopySearch *search = user_data;

  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  search->n_blocks++;
  search->block = &stmt->block;
  return TL_WALK_INTO;
}

static const TlExpr *
flat_index (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices)
{
  const TlExpr *flat = tl_expr_int (arena, TL_INT64, 0);

  for (guint i = 0; i < buffer->n_dims; i++)
    flat = tl_add (arena, tl_mul (arena, flat, tl_cast (arena, TL_INT64, buffer->shape[i])), tl_cast (arena, TL_INT64, indices[i]));
  return flat;
}

/*
 * The indices of the load; of the first dimension of more than one element "a % extent" is a: if that gives the place of the element in the
 * output, which has as many, then a is below the extent.
 */
static const TlExpr *const *
without_outer_modulo (TlArena *arena, const TlExpr *load)
{
  const TlExpr **indices = tl_arena_dup_array (arena, const TlExpr *, load->indices, load->n_indices);
  guint          outer = 0;

  while (outer < load->n_indices && tl_expr_is_int (load->buffer->shape[outer], 1))
    outer++;
  if (outer < load->n_indices && indices[outer]->kind == TL_EXPR_FLOORMOD &&
      tl_expr_equal (indices[outer]->b, load->buffer->shape[outer]))
    indices[outer] = indices[outer]->a;
  return indices;
}

static gboolean
keeps_order (const TlBlock *block, const TlStmt *store)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);

  for (guint i = 0; i < block->n_axes; i++)
    tl_analyzer_bind (analyzer, block->axes[i].var, block->axes[i].dom.min, block->axes[i].dom.extent);
  return tl_analyzer_can_prove_equal (analyzer, flat_index (arena, store->buffer, store->indices),
                                      flat_index (arena, store->value->buffer, without_outer_modulo (arena, store->value)));
}

static gboolean
has_same_size (const TlBuffer *a, const TlBuffer *b)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  const TlExpr          *sizes[] = { tl_expr_int (arena, TL_INT64, 1), tl_expr_int (arena, TL_INT64, 1) };

  for (guint i = 0; i < a->n_dims; i++)
    sizes[0] = tl_mul (arena, sizes[0], tl_cast (arena, TL_INT64, a->shape[i]));
  for (guint i = 0; i < b->n_dims; i++)
    sizes[1] = tl_mul (arena, sizes[1], tl_cast (arena, TL_INT64, b->shape[i]));
  return tl_analyzer_can_prove_equal (analyzer, sizes[0], sizes[1]);
}

/* The first parameter is the input, the last one the output; sizes may be between. */
static gboolean
is_reshape (const TlPrimFunc *func)
{
  const TlParam *input = &func->params[0], *output = &func->params[func->n_params - 1];
  CopySearch    search = { 0 };
  const TlStmt  *store;

  tl_stmt_walk (func->body, look_for_block, NULL, &search);
  if (search.n_blocks != 2 || func->n_params < 2 || search.block->init != NULL || search.block->body->kind != TL_STMT_STORE)
    return FALSE;
  store = search.block->body;
  return store->value->kind == TL_EXPR_LOAD && input->buffer == store->value->buffer && output->buffer == store->buffer &&
         tl_dtype_equal (input->buffer->dtype, output->buffer->dtype) && has_same_size (input->buffer, output->buffer) &&
         keeps_order (search.block, store);
}

static const TlRelaxExpr *
reshape (TlGraphEdit *edit, const TlRelaxBinding *binding)
{
  const char               *name = tl_relax_op_is (binding->value, "call_tir") ? tl_relax_tir_callee (binding->value) : NULL;
  const TlPrimFunc         *callee = name != NULL ? tl_module_prim (edit->module, name) : NULL;
  const TlRelaxType        *type = binding->value->type;
  const TlRelaxExpr        *args[2];
  guint                     n;
  const TlRelaxExpr *const *given;

  if (callee == NULL || type->kind != TL_RELAX_TYPE_TENSOR || type->dims == NULL || !is_reshape (callee))
    return NULL;
  given = tl_relax_tir_args (binding->value, &n);
  if (n == 0 || (given[0]->kind != TL_RELAX_VAR && given[0]->kind != TL_RELAX_CONST))
    return NULL;
  args[0] = given[0];
  args[1] = tl_relax_shape (edit->arena, type->dims, (guint) type->n_dims);
  return tl_relax_call (edit->arena, type, tl_relax_op_find ("reshape"), args, 2, &tl_attrs_empty);
}

static const TlGraphFunc *
rewrite_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  g_auto (TlBodyWriter) writer = { 0 };
  TlRelaxBody           body;

  tl_body_writer_init (&writer, edit->arena);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      tl_body_writer_begin (&writer, func->body.blocks[k].is_dataflow);
      for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
        {
          TlRelaxBinding     binding = func->body.blocks[k].bindings[i];
          const TlRelaxExpr *view = binding.var->is_dataflow ? reshape (edit, &binding) : NULL;

          if (view != NULL)
            binding.value = view;
          tl_body_writer_add (&writer, &binding);
        }
    }
  body = tl_body_writer_finish (&writer, func->body.result);
  return tl_graph_func_with_body (edit->arena, func, &body);
}

TlModule *
tl_rewrite_dataflow_reshape (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, rewrite_function, NULL, error);
}
