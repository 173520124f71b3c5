/* SPDX-License-Identifier: Apache-2.0 */
/*
 * FoldConstant: calls of PrimFuncs whose arguments are all constants are run, by the interpreter, and their results are constants. Results
 * of calls without arguments stay calls above a number of elements, as in TVM, and so do calls that take long. Unused bindings go.
 */
#include "core/graph/passes/graph-edit-private.h"
#include "core/interp/interp.h"

#define MAX_ELEMENTS_WITHOUT_INPUTS 1024
#define MAX_STEPS (G_GUINT64_CONSTANT (1) << 28)     /* about 3 s */

typedef struct
{
  TlGraphEdit    *edit;
  TlRelaxRewriter rewriter;     /* its variables: folded ones → the constant */
} Fold;

/* --- arguments --- */

static TlTensor *
scalar_tensor (const TlExpr *scalar)
{
  gint64    value, shape = 1;
  TlTensor *tensor = tl_expr_get_int (scalar, &value) ? tl_tensor_new (scalar->dtype, &shape, 1, FALSE, NULL) : NULL;

  if (tensor != NULL)
    tl_tensor_set (tensor, 0, (double) value);
  return tensor;
}

/* NULL if that is no constant. */
static TlTensor *
input_tensor (const TlRelaxExpr *arg)
{
  if (arg->kind == TL_RELAX_CONST)
    return tl_tensor_ref ((TlTensor *) arg->tensor);
  return arg->kind == TL_RELAX_PRIM ? scalar_tensor (arg->prim) : NULL;
}

static TlTensor *
output_tensor (const TlRelaxType *type, guint n_inputs)
{
  gint64 shape[TL_TENSOR_MAX_DIMS], n_elements = 1;

  if (type->kind != TL_RELAX_TYPE_TENSOR || type->n_dims > TL_TENSOR_MAX_DIMS || !tl_dtype_is_computable (type->dtype) ||
      !tl_relax_type_get_shape (type, shape))
    return NULL;
  for (int i = 0; i < type->n_dims; i++)
    if (!tl_int_combine (TL_EXPR_MUL, n_elements, shape[i], &n_elements))
      return NULL;
  if (n_inputs == 0 && n_elements > MAX_ELEMENTS_WITHOUT_INPUTS)
    return NULL;
  return tl_tensor_new (type->dtype, shape, (guint) type->n_dims, FALSE, NULL);
}

/* Inputs, then outputs; NULL if one is not known. */
static GPtrArray *
make_tensors (const TlRelaxExpr *call)
{
  g_autoptr (GPtrArray)     tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  guint                     n_inputs;
  const TlRelaxExpr *const *args = tl_relax_tir_args (call, &n_inputs);

  for (guint i = 0; i < n_inputs + call->n_type_args; i++)
    {
      TlTensor *tensor = i < n_inputs ? input_tensor (args[i]) : output_tensor (call->type_args[i - n_inputs], n_inputs);

      if (tensor == NULL)
        return NULL;
      g_ptr_array_add (tensors, tensor);
    }
  return g_steal_pointer (&tensors);
}

/* --- calls --- */

static const TlRelaxExpr *
make_result (TlArena *arena, const TlRelaxExpr *call, const GPtrArray *tensors)
{
  guint                          n_inputs = tensors->len - call->n_type_args;
  g_autofree const TlRelaxExpr **outputs = g_new (const TlRelaxExpr *, call->n_type_args);

  for (guint i = 0; i < call->n_type_args; i++)
    outputs[i] = tl_relax_const (arena, tl_tensor_ref (tensors->pdata[n_inputs + i]));
  return call->n_type_args == 1 ? outputs[0] : tl_relax_tuple (arena, outputs, call->n_type_args);
}

/* NULL if it stays. */
static const TlRelaxExpr *
fold_call (TlGraphEdit *edit, const TlRelaxExpr *call)
{
  const char           *name = tl_relax_op_is (call, "call_tir") ? tl_relax_tir_callee (call) : NULL;
  const TlPrimFunc     *callee = name != NULL ? tl_module_prim (edit->module, name) : NULL;
  g_autoptr (GPtrArray) tensors = callee != NULL ? make_tensors (call) : NULL;

  if (tensors == NULL || tensors->len != callee->n_params ||
      !tl_interp_run (callee, (TlTensor *const *) tensors->pdata, tensors->len, MAX_STEPS, NULL, NULL))
    return NULL;
  return make_result (edit->arena, call, tensors);
}

/* --- functions --- */

static void
fold_binding (Fold *fold, TlRelaxBinding binding, TlBodyWriter *writer)
{
  const TlRelaxExpr *folded;

  binding.value = tl_relax_rewrite (&fold->rewriter, binding.value);
  folded = binding.kind == TL_RELAX_BIND_VALUE ? fold_call (fold->edit, binding.value) : NULL;
  if (folded != NULL)
    binding.value = folded;
  if (binding.kind == TL_RELAX_BIND_VALUE && binding.value->kind == TL_RELAX_CONST)
    g_hash_table_insert (fold->rewriter.vars, (gpointer) binding.var, (gpointer) binding.value);
  else
    tl_body_writer_add (writer, &binding);
}

static const TlGraphFunc *
fold_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  g_autoptr (GHashTable) vars = g_hash_table_new (NULL, NULL);
  g_auto (TlBodyWriter)  writer = { 0 };
  Fold                   fold = { edit, { .arena = edit->arena, .vars = vars } };
  TlRelaxBody            body;

  tl_body_writer_init (&writer, edit->arena);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      tl_body_writer_begin (&writer, func->body.blocks[k].is_dataflow);
      for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
        fold_binding (&fold, func->body.blocks[k].bindings[i], &writer);
    }
  body = tl_body_writer_finish (&writer, tl_relax_rewrite (&fold.rewriter, func->body.result));
  return tl_drop_unused_bindings (edit, tl_graph_func_with_body (edit->arena, func, &body));
}

TlModule *
tl_fold_constant (TlModule *module, GError **error)
{
  return tl_graph_change_functions (module, fold_function, NULL, error);
}
