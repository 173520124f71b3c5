/* SPDX-License-Identifier: Apache-2.0 */
/* A step is a graph function of its own while it is made; then it is a PrimFunc that does all of them. */
#include "core/graph/import/onnx-private.h"
#include "core/graph/operators/operators.h"
#include "core/graph/passes/step-loop.h"

static const TlRelaxType *
slice_type (OnnxNode *node, const TlRelaxType *array)
{
  return tl_relax_tensor_type (node->arena, array->dtype, array->dims + 1, (guint) array->n_dims - 1);
}

static const TlRelaxType *
rows_type (OnnxNode *node, const TlRelaxType *row, gint64 n_steps)
{
  const TlExpr *dims[TL_TENSOR_MAX_DIMS] = { onnx_size (node, n_steps) };

  for (int i = 0; i < row->n_dims; i++)
    dims[1 + i] = row->dims[i];
  return tl_relax_tensor_type (node->arena, row->dtype, dims, (guint) row->n_dims + 1);
}

void
onnx_steps_begin (OnnxNode *node, OnnxSteps *steps, const TlRelaxExpr **params)
{
  TlGraphBuilder *builder = tl_graph_builder_new (node->arena);
  guint           n = 0;

  steps->outer = node->import->builder;
  steps->n_outer = node->import->prims->len;
  node->import->builder = builder;
  for (guint i = 0; i < steps->n_states; i++)
    params[n++] = tl_graph_builder_param (builder, "state", steps->states[i]->type);
  for (guint i = 0; i < steps->n_arrays; i++)
    params[n++] = tl_graph_builder_param (builder, "slice", slice_type (node, steps->arrays[i]->type));
  if (steps->is_counted)
    params[n] = tl_graph_builder_param (builder, "number", tl_relax_tensor_type (node->arena, TL_INT64, NULL, 0));
}

static gboolean
check_results (OnnxNode *node, const OnnxSteps *steps, const TlRelaxExpr *const *results, guint n)
{
  for (guint i = 0; i < n && node->error == NULL; i++)
    {
      const TlExpr *const *dims = onnx_dims (node, results[i]);

      if (dims && i < steps->n_states && !tl_relax_type_equal (results[i]->type, steps->states[i]->type))
        onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "what its step %u hands on to the next one changes its type or its sizes", i);
      else if (dims && results[i]->type->n_dims >= TL_TENSOR_MAX_DIMS)
        onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "a result of its steps has too many dimensions");
    }
  return node->error == NULL;
}

static const char *
fresh_name (const OnnxImport *import, const char *name)
{
  for (guint i = 0; i < import->prims->len; i++)
    if (g_str_equal (((const TlPrimFunc *) import->prims->pdata[i])->name, name))
      return tl_arena_printf (import->arena, "%s%u", name, import->prims->len);
  return name;
}

/* The call of the PrimFunc, with all its results. */
static void
call_steps (OnnxNode *node, const OnnxSteps *steps, const TlGraphFunc *step, const TlRelaxExpr **results, guint n_rows)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new (), types = g_ptr_array_new (), captured = g_ptr_array_new ();
  TlStepLoop            loop = { step, node->import->prims, steps->n_states, steps->n_arrays, steps->is_reversed, steps->is_counted,
                                 steps->n_steps };
  const TlPrimFunc     *func = tl_step_loop_make (&node->import->nodes, fresh_name (node->import, steps->name), &loop, captured,
                                                  &node->error);
  const TlRelaxExpr    *call;
  guint                 n = steps->n_states + n_rows;

  if (func == NULL)
    return;
  g_ptr_array_set_size (node->import->prims, (gint) steps->n_outer);   /* those of loops in a step are part of the function */
  g_ptr_array_add (node->import->prims, (gpointer) func);
  for (guint i = 0; i < steps->n_states; i++)
    g_ptr_array_add (args, (gpointer) steps->states[i]);
  for (guint i = 0; i < steps->n_arrays; i++)
    g_ptr_array_add (args, (gpointer) steps->arrays[i]);
  g_ptr_array_extend (args, captured, NULL, NULL);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (types, (gpointer) (i < steps->n_states ? steps->states[i]->type
                                                             : rows_type (node, results[i]->type, steps->n_steps)));
  call = tl_relax_call_tir (node->arena, func->name, (const TlRelaxExpr *const *) args->pdata, args->len,
                            (const TlRelaxType *const *) types->pdata, n);
  call = tl_graph_builder_emit (node->import->builder, NULL, call);
  for (guint i = 0; i < n; i++)
    results[i] = n == 1 ? call : onnx_item (node, call, i);
}

gboolean
onnx_steps_end (OnnxNode *node, OnnxSteps *steps, const TlRelaxExpr **results, guint n_rows)
{
  TlGraphBuilder    *builder = node->import->builder;
  guint              n = steps->n_states + n_rows;
  const TlGraphFunc *step = NULL;

  if (node->error == NULL && results && check_results (node, steps, results, n))
    step = tl_graph_builder_finish (builder, results, n, NULL);
  node->import->builder = steps->outer;
  tl_graph_builder_free (builder);
  if (step)
    call_steps (node, steps, step, results, n_rows);
  return node->error == NULL;
}
