/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Batch normalization in a network that is trained: DecomposeOpsForInference writes it as element-wise operators, FoldBatchnormToConv2D
 * takes it into the weights of the convolution before it, (w ∗ x − mean) · gamma / sqrt (var + epsilon) + beta being another convolution.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/graph/passes/graph-edit-private.h"

typedef struct
{
  TlArena      *arena;
  TlBodyWriter *writer;
  GHashTable   *values;      /* TlRelaxVar → the TlRelaxExpr that it is bound to */
  GError      **error;
  gboolean      has_failed;
  guint         n_folded;    /* convolutions */
} Emitter;

/* NULL after a failure, also of an earlier call whose result is an argument. */
static const TlRelaxVar *
emit_call (Emitter *emitter, const char *op_name, const TlRelaxExpr *const *args, guint n_args, const TlAttrs *given)
{
  const TlRelaxVar *var;

  if (emitter->has_failed)
    return NULL;
  var = tl_body_writer_call (emitter->writer, op_name, args, n_args, given, emitter->error);
  emitter->has_failed = var == NULL;
  return var;
}

static const TlRelaxVar *
emit_unary (Emitter *emitter, const char *op, const TlRelaxExpr *x)
{
  return emit_call (emitter, op, &x, 1, &tl_attrs_empty);
}

static const TlRelaxVar *
emit_binary (Emitter *emitter, const char *op, const TlRelaxExpr *a, const TlRelaxExpr *b)
{
  const TlRelaxExpr *args[] = { a, b };

  return emit_call (emitter, op, args, G_N_ELEMENTS (args), &tl_attrs_empty);
}

/* --- the operator --- */

typedef struct
{
  const TlRelaxExpr *data, *gamma, *beta, *mean, *variance;
  gint64             axis;
  double             epsilon;
  gboolean           center, scale;
} BatchNorm;

static double
get_number (const TlRelaxExpr *call, const char *key, double fallback)
{
  const TlValue *value = tl_attrs_find (&call->attrs, key);
  TlValue        number;

  if (value == NULL || !tl_value_get_number (value, &number))
    return fallback;
  return number.kind == TL_VALUE_INT ? (double) number.integer : number.number;
}

static gboolean
get_batch_norm (const TlRelaxExpr *value, BatchNorm *norm)
{
  const TlRelaxType *type;

  if (!tl_relax_op_is (value, "nn.batch_norm") || value->n_args != 5)
    return FALSE;
  *norm = (BatchNorm) { value->args[0], value->args[1], value->args[2], value->args[3], value->args[4],
                        (gint64) get_number (value, "axis", 0), get_number (value, "epsilon", 1e-5), get_number (value, "center", 1) != 0,
                        get_number (value, "scale", 1) != 0 };
  type = norm->data->type;
  if (type->kind != TL_RELAX_TYPE_TENSOR || type->n_dims < 0)
    return FALSE;
  norm->axis += norm->axis < 0 ? type->n_dims : 0;
  return norm->axis >= 0 && norm->axis < type->n_dims;
}

/* --- decomposition --- */

static const TlRelaxVar *
expand (Emitter *emitter, const BatchNorm *norm, const TlRelaxExpr *vector)
{
  gint64   n_dims = norm->data->type->n_dims;
  TlValue *axes = tl_arena_new_array (emitter->arena, TlValue, (gsize) MAX (n_dims, 1)), list = { .kind = TL_VALUE_LIST };
  TlAttrs  attrs;

  for (gint64 i = 0; i < n_dims; i++)
    if (i != norm->axis)
      axes[list.n_items++] = tl_value_int (i);
  list.items = axes;
  attrs = tl_attrs_with (emitter->arena, &tl_attrs_empty, "axis", list);
  return emit_call (emitter, "expand_dims", &vector, 1, &attrs);
}

static const TlRelaxExpr *
scalar_constant (TlArena *arena, TlDType dtype, double value)
{
  TlTensor *tensor = tl_tensor_new (dtype, NULL, 0, FALSE, NULL);

  if (tensor == NULL)
    return NULL;
  tl_tensor_set (tensor, 0, value);
  return tl_relax_const (arena, tensor);
}

static const TlRelaxExpr *
decompose (Emitter *emitter, const BatchNorm *norm)
{
  const TlRelaxExpr *epsilon = scalar_constant (emitter->arena, norm->data->type->dtype, norm->epsilon);
  const TlRelaxExpr *result, *deviation, *fields[3];

  if (epsilon == NULL)
    return NULL;
  result = emit_binary (emitter, "subtract", norm->data, expand (emitter, norm, norm->mean));
  deviation = emit_unary (emitter, "sqrt", emit_binary (emitter, "add", expand (emitter, norm, norm->variance), epsilon));
  result = emit_binary (emitter, "divide", result, deviation);
  if (norm->scale)
    result = emit_binary (emitter, "multiply", result, expand (emitter, norm, norm->gamma));
  if (norm->center)
    result = emit_binary (emitter, "add", result, expand (emitter, norm, norm->beta));
  fields[0] = result;
  fields[1] = norm->mean;
  fields[2] = norm->variance;
  return emitter->has_failed ? NULL : tl_relax_tuple (emitter->arena, fields, 3);
}

/* --- folding --- */

static const TlRelaxVar *
emit_reshape (Emitter *emitter, const TlRelaxExpr *vector, guint n_dims, guint dim)
{
  const TlExpr *dims[4];

  for (guint i = 0; i < n_dims; i++)
    dims[i] = i == dim ? vector->type->dims[0] : tl_expr_int (emitter->arena, TL_INT64, 1);
  return emit_binary (emitter, "reshape", vector, tl_relax_shape (emitter->arena, dims, n_dims));
}

static gboolean
has_layout (const TlRelaxExpr *conv, const char *key, const char *layout)
{
  const TlValue *value = tl_attrs_find (&conv->attrs, key);

  return value != NULL && value->kind == TL_VALUE_STRING && strcmp (value->string, layout) == 0;
}

/* Weights and parameters are constants, so that they are folded, and layouts those that the reshapes below are for. */
static gboolean
can_fold (const TlRelaxExpr *conv, const BatchNorm *norm)
{
  const TlRelaxExpr *const vectors[] = { norm->gamma, norm->beta, norm->mean, norm->variance };

  for (guint i = 0; i < G_N_ELEMENTS (vectors); i++)
    if (vectors[i]->kind != TL_RELAX_CONST || vectors[i]->type->n_dims != 1)
      return FALSE;
  return tl_relax_op_is (conv, "nn.conv2d") && conv->args[1]->kind == TL_RELAX_CONST && conv->args[1]->type->n_dims == 4 &&
         has_layout (conv, "data_layout", "NCHW") && has_layout (conv, "kernel_layout", "OIHW") && norm->axis == 1 && norm->scale &&
         norm->center;
}

static const TlRelaxExpr *
fold (Emitter *emitter, const TlRelaxExpr *conv, const BatchNorm *norm)
{
  TlArena           *arena = emitter->arena;
  const TlRelaxExpr *epsilon = tl_relax_prim (arena, tl_expr_float (arena, norm->variance->type->dtype, norm->epsilon));
  const TlRelaxExpr *factor = emit_binary (emitter, "divide", norm->gamma,
                                           emit_unary (emitter, "sqrt", emit_binary (emitter, "add", norm->variance, epsilon)));
  const TlRelaxExpr *args[2], *folded, *shift;

  if (factor == NULL)
    return NULL;
  args[0] = conv->args[0];
  args[1] = emit_binary (emitter, "multiply", conv->args[1], emit_reshape (emitter, factor, 4, 0));
  folded = emit_call (emitter, "nn.conv2d", args, 2, &conv->attrs);
  shift = emit_binary (emitter, "subtract", norm->beta, emit_binary (emitter, "multiply", norm->mean, factor));
  if (shift == NULL)
    return NULL;
  args[0] = folded;
  args[1] = emit_reshape (emitter, shift, 4, 1);
  return emitter->has_failed ? NULL : tl_relax_call (arena, folded->type, tl_relax_op_find ("add"), args, 2, &tl_attrs_empty);
}

/* --- the passes --- */

static const TlRelaxExpr *
value_of (const Emitter *emitter, const TlRelaxExpr *expr)
{
  const TlRelaxExpr *value = g_hash_table_lookup (emitter->values, expr);

  return value != NULL ? value : expr;
}

typedef const TlRelaxExpr *(*Rewrite) (Emitter *emitter, const TlRelaxExpr *value);

/* @value itself where there is nothing to rewrite; NULL after a failure. */
static const TlRelaxExpr *
rewrite_to_decompose (Emitter *emitter, const TlRelaxExpr *value)
{
  BatchNorm norm;

  return get_batch_norm (value, &norm) ? decompose (emitter, &norm) : value;
}

static const TlRelaxExpr *
rewrite_to_fold (Emitter *emitter, const TlRelaxExpr *value)
{
  const TlRelaxExpr *conv;
  BatchNorm          norm;

  if (value->kind != TL_RELAX_ITEM || value->index != 0 || !get_batch_norm (value_of (emitter, value->tuple), &norm))
    return value;
  conv = value_of (emitter, norm.data);
  if (!can_fold (conv, &norm))
    return value;
  emitter->n_folded++;
  return fold (emitter, conv, &norm);
}

/*
 * As in TVM, folding cleans up a function where it did something: the convolution and the normalization are not used any longer.
 * @user_data: a Rewrite.
 */
static const TlGraphFunc *
rewrite_function (TlGraphEdit *edit, const TlGraphFunc *func, gpointer user_data, GError **error)
{
  Rewrite               *rewrite = user_data;
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  g_auto (TlBodyWriter)  writer = { 0 };
  Emitter                emitter = { edit->arena, &writer, values, error, FALSE, 0 };
  TlRelaxBody            body;

  tl_body_writer_init (&writer, edit->arena);
  for (guint k = 0; k < func->body.n_blocks; k++)
    {
      tl_body_writer_begin (&writer, func->body.blocks[k].is_dataflow);
      for (guint i = 0; i < func->body.blocks[k].n_bindings; i++)
        {
          TlRelaxBinding binding = func->body.blocks[k].bindings[i];

          if (func->body.blocks[k].is_dataflow)
            binding.value = (*rewrite) (&emitter, binding.value);
          if (binding.value == NULL)
            return NULL;
          g_hash_table_insert (values, (gpointer) binding.var, (gpointer) binding.value);
          tl_body_writer_add (&writer, &binding);
        }
    }
  body = tl_body_writer_finish (&writer, func->body.result);
  func = tl_graph_func_with_body (edit->arena, func, &body);
  return emitter.n_folded > 0 ? tl_drop_unused_bindings (edit, tl_canonicalize_function (edit, func)) : func;
}

TlModule *
tl_decompose_ops_for_inference (TlModule *module, GError **error)
{
  Rewrite rewrite = rewrite_to_decompose;

  return tl_graph_change_functions (module, rewrite_function, &rewrite, error);
}

TlModule *
tl_fold_batch_norm_to_conv2d (TlModule *module, GError **error)
{
  Rewrite rewrite = rewrite_to_fold;

  return tl_graph_change_functions (module, rewrite_function, &rewrite, error);
}
