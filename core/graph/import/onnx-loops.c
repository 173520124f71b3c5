/* SPDX-License-Identifier: Apache-2.0 */
/* Loop of a known number of steps, and Scan: their body is imported as one step, which is repeated. */
#include "core/graph/import/onnx-import-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

typedef struct
{
  OnnxNode               *node;
  const Onnx__GraphProto *body;
  OnnxSteps               steps;
  GPtrArray              *states, *arrays;    /* const TlRelaxExpr * */
  GArray                 *is_reversed;        /* gboolean */
  guint                   n_rows;
} OnnxLoop;

static gboolean
is_true (OnnxNode *node, OnnxValue *value)
{
  const OnnxKnown *known = onnx_known_value (node, value);

  return known && known->n_items == 1 && known->items[0]->kind == TL_EXPR_INT && known->items[0]->int_value != 0;
}

/* Dimension @from of @data becomes dimension @to, one of them being the first. */
static const TlRelaxExpr *
move_axis (OnnxNode *node, const TlRelaxExpr *data, guint from, guint to)
{
  gint64  axes[TL_TENSOR_MAX_DIMS];
  guint   n = 0, n_dims = data ? (guint) data->type->n_dims : 0;
  TlAttrs attrs;

  if (from == to || node->error)
    return data;
  for (guint i = 0; i < n_dims; i++)
    {
      if (n == to)
        axes[n++] = from;
      if (i != from)
        axes[n++] = i;
    }
  if (n < n_dims)
    axes[n++] = from;
  attrs = onnx_attrs (node, { "axes", onnx_list (node, axes, n_dims) });
  return onnx_call_with (node, "permute_dims", &attrs, data);
}

static gint64
number_at (OnnxInts ints, guint index)
{
  return index < ints.n ? ints.items[index] : 0;
}

/* --- the body --- */

static OnnxValue *
new_value (const OnnxLoop *loop, const TlRelaxExpr *expr, const OnnxKnown *known)
{
  OnnxValue *value = tl_arena_new0 (loop->node->arena, OnnxValue);

  value->expr = expr;
  value->known = known;
  return value;
}

static const OnnxKnown *
known_condition (OnnxNode *node)
{
  OnnxKnown *known = onnx_known_new (node, TL_BOOL, NULL, 0);

  known->items[0] = onnx_size (node, 1);
  return known;
}

/* The inputs of a step: of Loop its number and a condition in front. */
static void
list_inputs (const OnnxLoop *loop, const TlRelaxExpr *const *params, GPtrArray *inputs)
{
  guint n = loop->steps.n_states + loop->steps.n_arrays;

  if (loop->steps.is_counted)
    {
      g_ptr_array_add (inputs, new_value (loop, params[n], NULL));
      g_ptr_array_add (inputs, new_value (loop, NULL, known_condition (loop->node)));
    }
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (inputs, new_value (loop, params[i], NULL));
}

/* FALSE if one could not be imported, or with an error. */
static gboolean
read_outputs (const OnnxLoop *loop, OnnxValue *const *outputs, const TlRelaxExpr **results)
{
  OnnxNode *node = loop->node;
  guint     first = loop->steps.is_counted ? 1 : 0;

  for (guint i = 0; i < loop->body->n_output; i++)
    if (outputs[i]->is_missing)
      return FALSE;
  if (first > 0 && !is_true (node, outputs[0]))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its body may end it before its last step, which is not supported");
  for (guint i = first; i < loop->body->n_output && node->error == NULL; i++)
    results[i - first] = onnx_value_expr (node, outputs[i]);
  return node->error == NULL;
}

static void
give_missing (OnnxNode *node)
{
  for (guint i = 0; i < node->n_outputs; i++)
    {
      node->outputs[i] = tl_arena_new0 (node->arena, OnnxValue);
      node->outputs[i]->is_missing = TRUE;
    }
}

/* The last states and rows in @results; FALSE if there are none. */
static gboolean
repeat (OnnxLoop *loop, const TlRelaxExpr **results)
{
  OnnxNode               *node = loop->node;
  g_autoptr (GPtrArray)   inputs = g_ptr_array_new ();
  g_autofree OnnxValue  **outputs = g_new0 (OnnxValue *, loop->body->n_output + 1);
  g_autofree const TlRelaxExpr **params = g_new0 (const TlRelaxExpr *, loop->states->len + loop->arrays->len + 1);
  gboolean                is_complete;

  loop->steps.states = (const TlRelaxExpr *const *) loop->states->pdata;
  loop->steps.n_states = loop->states->len;
  loop->steps.arrays = (const TlRelaxExpr *const *) loop->arrays->pdata;
  loop->steps.n_arrays = loop->arrays->len;
  loop->steps.is_reversed = (const gboolean *) (gconstpointer) loop->is_reversed->data;
  onnx_use_outer_values (node, loop->body);
  onnx_steps_begin (node, &loop->steps, params);
  list_inputs (loop, params, inputs);
  is_complete = onnx_import_body (node->import, loop->body, (OnnxValue *const *) inputs->pdata, inputs->len, outputs, &node->error) &&
                read_outputs (loop, outputs, results);
  if (!is_complete && node->error == NULL)
    give_missing (node);
  return onnx_steps_end (node, &loop->steps, is_complete ? results : NULL, loop->n_rows) && is_complete;
}

static gboolean
add_state (OnnxLoop *loop, guint input)
{
  const TlRelaxExpr *state = onnx_input (loop->node, input);

  g_ptr_array_add (loop->states, (gpointer) state);
  return onnx_dims (loop->node, state) != NULL;
}

static void
add_direction (OnnxLoop *loop, gboolean is_reversed)
{
  g_array_append_val (loop->is_reversed, is_reversed);
}

/* --- Loop --- */

static gboolean
read_loop (OnnxLoop *loop)
{
  OnnxNode *node = loop->node;
  OnnxInts  n_steps = onnx_input_ints (node, 0);

  if (node->error == NULL && n_steps.n != 1)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "how many steps it takes is not known");
  else if (node->error == NULL && (n_steps.items[0] < 1 || (onnx_has_input (node, 1) && !is_true (node, node->inputs[1]))))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "it takes no step, or whether it takes one is not known");
  for (guint i = 2; i < node->n_inputs && node->error == NULL; i++)
    add_state (loop, i);
  if (node->error == NULL && loop->body->n_output < loop->states->len + 1)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its body gives %zu values, which are too few", loop->body->n_output);
  if (node->error)
    return FALSE;
  loop->n_rows = (guint) loop->body->n_output - 1 - loop->states->len;
  for (guint i = 0; i < loop->n_rows; i++)
    add_direction (loop, FALSE);
  loop->steps.name = "loop";
  loop->steps.n_steps = n_steps.items[0];
  loop->steps.is_counted = TRUE;
  return TRUE;
}

static void
convert_loop (OnnxLoop *loop)
{
  g_autofree const TlRelaxExpr **results = g_new0 (const TlRelaxExpr *, loop->body->n_output + 1);

  if (!read_loop (loop) || !repeat (loop, results))
    return;
  for (guint i = 0; i < loop->states->len + loop->n_rows; i++)
    onnx_give (loop->node, i, results[i]);
}

/* --- Scan --- */

static gboolean
add_array (OnnxLoop *loop, guint input, gint64 axis, gboolean is_reversed)
{
  OnnxNode            *node = loop->node;
  const TlRelaxExpr   *array = onnx_input (node, input);
  const TlExpr *const *dims = onnx_dims (node, array);
  guint                at = dims ? onnx_axis (node, axis, array->type->n_dims) : 0;
  gint64               n;

  if (node->error)
    return FALSE;
  if (array->type->n_dims < 1 || !tl_expr_get_int (dims[at], &n) || n < 1 || (loop->steps.n_steps > 0 && n != loop->steps.n_steps))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "how many steps it takes is not known, or 0");
  else
    loop->steps.n_steps = n;
  g_ptr_array_add (loop->arrays, (gpointer) move_axis (node, array, at, 0));
  add_direction (loop, is_reversed);
  return node->error == NULL;
}

static gboolean
read_scan (OnnxLoop *loop)
{
  OnnxNode *node = loop->node;
  gint64    n_arrays = onnx_attr_int (node, "num_scan_inputs", 0);
  OnnxInts  axes = onnx_attr_ints (node, "scan_input_axes"), directions = onnx_attr_ints (node, "scan_input_directions");
  OnnxInts  row_directions = onnx_attr_ints (node, "scan_output_directions");
  guint     n_states = n_arrays < 1 || n_arrays > node->n_inputs ? 0 : node->n_inputs - (guint) n_arrays;

  if (node->opset < 9)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "of opset 8, with a batch, it is not supported");
  else if (n_arrays < 1 || n_arrays > node->n_inputs || loop->body->n_output < n_states || loop->body->n_output != node->n_outputs)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has no arrays, or another number of outputs than its body");
  for (guint i = 0; i < n_states && node->error == NULL; i++)
    add_state (loop, i);
  for (guint i = n_states; i < node->n_inputs && node->error == NULL; i++)
    add_array (loop, i, number_at (axes, i - n_states), number_at (directions, i - n_states) != 0);
  if (node->error)
    return FALSE;
  loop->n_rows = (guint) loop->body->n_output - n_states;
  for (guint i = 0; i < loop->n_rows; i++)
    add_direction (loop, number_at (row_directions, i) != 0);
  loop->steps.name = "scan";
  return TRUE;
}

static void
convert_scan (OnnxLoop *loop)
{
  g_autofree const TlRelaxExpr **results = g_new0 (const TlRelaxExpr *, loop->body->n_output + 1);
  OnnxNode                      *node = loop->node;
  OnnxInts                       axes = onnx_attr_ints (node, "scan_output_axes");

  if (!read_scan (loop) || !repeat (loop, results))
    return;
  for (guint i = 0; i < loop->states->len + loop->n_rows && node->error == NULL; i++)
    {
      gboolean is_state = i < loop->states->len;
      guint    axis = is_state ? 0 : onnx_axis (node, number_at (axes, i - loop->states->len), results[i]->type->n_dims);

      onnx_give (node, i, move_axis (node, results[i], 0, axis));
    }
}

/* --- both --- */

static void
convert (OnnxNode *node, void (*convert_body) (OnnxLoop *loop))
{
  const Onnx__AttributeProto *attr = onnx_attr (node, "body");
  g_autoptr (GPtrArray)       states = g_ptr_array_new (), arrays = g_ptr_array_new ();
  g_autoptr (GArray)          is_reversed = g_array_new (FALSE, FALSE, sizeof (gboolean));
  OnnxLoop                    loop = { .node = node, .states = states, .arrays = arrays, .is_reversed = is_reversed };

  if (attr == NULL || attr->g == NULL)
    {
      onnx_fail (node, TL_GRAPH_ERROR_INVALID, "it has no body");
      return;
    }
  loop.body = attr->g;
  convert_body (&loop);
}

void
onnx_convert_loop (OnnxNode *node)
{
  convert (node, convert_loop);
}

void
onnx_convert_scan (OnnxNode *node)
{
  convert (node, convert_scan);
}
