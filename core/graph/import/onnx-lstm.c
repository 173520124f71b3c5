/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LSTM, step by step: Relax has no loops over time, so a sequence must be short and of known length. Gates stand in the order input,
 * output, forget, cell.
 */
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

#define MAX_STEPS 64

enum { DATA, WEIGHTS, RECURRENT, BIAS, LENGTHS, FIRST_HIDDEN, FIRST_CELL, PEEPHOLES };

typedef struct
{
  guint         n_directions;
  gint64        n_steps;
  const TlExpr *batch;
  gint64        hidden;
} LstmSizes;

/* Of one direction, after some steps. */
typedef struct
{
  const TlRelaxExpr *hidden;
  const TlRelaxExpr *cell;
} LstmState;

static const TlRelaxExpr *
at_axis (OnnxNode *node, const char *op, const TlRelaxExpr *data, gint64 axis)
{
  TlAttrs attrs = onnx_attrs (node, { "axis", onnx_list (node, &axis, 1) });

  return onnx_call_with (node, op, &attrs, data);
}

static const TlRelaxExpr *
joined (OnnxNode *node, const TlRelaxExpr *const *parts, guint n, gint64 axis)
{
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (axis) });

  if (node->error || n == 1)
    return parts[0];
  return onnx_call_with (node, "concat", &attrs, tl_relax_tuple (node->arena, parts, n));
}

/* @n equal parts of @data. */
static gboolean
cut (OnnxNode *node, const TlRelaxExpr *data, guint n, gint64 axis, const TlRelaxExpr **parts)
{
  TlAttrs attrs = onnx_attrs (node, { "axis", tl_value_int (axis) }, { "indices_or_sections", tl_value_int (n) });
  const TlRelaxExpr *tuple = n > 1 ? onnx_call_with (node, "split", &attrs, data) : NULL;

  parts[0] = data;
  for (guint i = 0; i < n && n > 1; i++)
    parts[i] = onnx_item (node, tuple, i);
  return node->error == NULL;
}

/* The part of input @index that is of one direction; NULL without an error if it is absent. */
static const TlRelaxExpr *
of_direction (OnnxNode *node, const LstmSizes *sizes, guint index, guint direction)
{
  const TlRelaxExpr *parts[2];

  if (!onnx_has_input (node, index) || !cut (node, onnx_input (node, index), sizes->n_directions, 0, parts))
    return NULL;
  return at_axis (node, "squeeze", parts[direction], 0);
}

/* A state to begin with: an input, or zeros. */
static const TlRelaxExpr *
first_state (OnnxNode *node, const LstmSizes *sizes, guint index, guint direction)
{
  const TlRelaxExpr *given = of_direction (node, sizes, index, direction), *data = onnx_input (node, DATA);
  const TlExpr      *shape[] = { sizes->batch, onnx_size (node, sizes->hidden) };

  if (given || node->error)
    return given;
  return onnx_call (node, "broadcast_to", onnx_number (node, data->type->dtype, 0), tl_relax_shape (node->arena, shape, 2));
}

/* Of all steps at once: data times weights, and both halves of the bias. */
static const TlRelaxExpr *
gates_of_data (OnnxNode *node, const LstmSizes *sizes, guint direction)
{
  const TlRelaxExpr *weights = onnx_call (node, "permute_dims", of_direction (node, sizes, WEIGHTS, direction));
  const TlRelaxExpr *gates = onnx_call (node, "matmul", onnx_input (node, DATA), weights);
  const TlRelaxExpr *bias = of_direction (node, sizes, BIAS, direction), *halves[2];

  if (bias == NULL || !cut (node, bias, 2, 0, halves))
    return gates;
  return onnx_call (node, "add", gates, onnx_call (node, "add", halves[0], halves[1]));
}

static void
step (OnnxNode *node, const TlRelaxExpr *data, const TlRelaxExpr *recurrent, LstmState *state)
{
  const TlRelaxExpr *gates = onnx_call (node, "add", data, onnx_call (node, "matmul", state->hidden, recurrent)), *parts[4], *kept, *added;

  if (!cut (node, gates, 4, 1, parts))
    return;
  kept = onnx_call (node, "multiply", onnx_call (node, "sigmoid", parts[2]), state->cell);
  added = onnx_call (node, "multiply", onnx_call (node, "sigmoid", parts[0]), onnx_call (node, "tanh", parts[3]));
  state->cell = onnx_call (node, "add", kept, added);
  state->hidden = onnx_call (node, "multiply", onnx_call (node, "sigmoid", parts[1]), onnx_call (node, "tanh", state->cell));
}

/* All steps of one direction; @hidden: what each gives. */
static LstmState
run (OnnxNode *node, const LstmSizes *sizes, guint direction, gboolean is_reverse, const TlRelaxExpr **hidden)
{
  const TlRelaxExpr *recurrent = onnx_call (node, "permute_dims", of_direction (node, sizes, RECURRENT, direction));
  const TlRelaxExpr *steps[MAX_STEPS];
  LstmState state = { first_state (node, sizes, FIRST_HIDDEN, direction), first_state (node, sizes, FIRST_CELL, direction) };

  if (!cut (node, gates_of_data (node, sizes, direction), (guint) sizes->n_steps, 0, steps))
    return state;
  for (gint64 i = 0; i < sizes->n_steps; i++)
    {
      gint64 at = is_reverse ? sizes->n_steps - 1 - i : i;

      step (node, at_axis (node, "squeeze", steps[at], 0), recurrent, &state);
      hidden[at] = at_axis (node, "expand_dims", state.hidden, 0);
    }
  return state;
}

static gboolean
has_default_activations (const OnnxNode *node)
{
  static const char *const defaults[] = { "Sigmoid", "Tanh", "Tanh" };
  const Onnx__AttributeProto *attr = onnx_attr (node, "activations");

  for (size_t i = 0; attr && i < attr->n_strings; i++)
    if (attr->strings[i].len != strlen (defaults[i % 3]) || memcmp (attr->strings[i].data, defaults[i % 3], attr->strings[i].len) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
read_sizes (OnnxNode *node, LstmSizes *sizes)
{
  const TlRelaxExpr   *data = onnx_input (node, DATA), *recurrent = onnx_input (node, RECURRENT);
  const TlExpr *const *dims = onnx_dims (node, data);
  gint64               shape[TL_TENSOR_MAX_DIMS];

  if (dims == NULL || !onnx_static_dims (node, recurrent, 0, shape))
    return FALSE;
  if (data->type->n_dims != 3 || recurrent->type->n_dims != 3)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its input or weight has not 3 dimensions");
  else if (onnx_has_input (node, LENGTHS) || onnx_has_input (node, PEEPHOLES) || onnx_attr (node, "clip") ||
           !has_default_activations (node) || onnx_attr_int (node, "layout", 0) != 0 || onnx_attr_int (node, "input_forget", 0) != 0)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED,
               "sequence_lens, peepholes, clip, layout, input_forget and other activations are not supported");
  else if (!tl_expr_get_int (dims[0], &sizes->n_steps) || sizes->n_steps < 1 || sizes->n_steps > MAX_STEPS)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its sequence is not of a known length up to %d", MAX_STEPS);
  sizes->batch = dims[1];
  sizes->hidden = shape[2];
  return node->error == NULL;
}

void
onnx_convert_lstm (OnnxNode *node)
{
  const char        *direction = onnx_attr_text (node, "direction", "forward");
  LstmSizes          sizes = { .n_directions = strcmp (direction, "bidirectional") == 0 ? 2 : 1 };
  const TlRelaxExpr *all[2], *last_hidden[2], *last_cell[2];

  if (!read_sizes (node, &sizes))
    return;
  for (guint i = 0; i < sizes.n_directions; i++)
    {
      const TlRelaxExpr *hidden[MAX_STEPS] = { NULL };
      LstmState          last = run (node, &sizes, i, i == 1 || strcmp (direction, "reverse") == 0, hidden);

      all[i] = at_axis (node, "expand_dims", joined (node, hidden, (guint) sizes.n_steps, 0), 1);
      last_hidden[i] = at_axis (node, "expand_dims", last.hidden, 0);
      last_cell[i] = at_axis (node, "expand_dims", last.cell, 0);
    }
  onnx_give (node, 0, joined (node, all, sizes.n_directions, 1));
  onnx_give (node, 1, joined (node, last_hidden, sizes.n_directions, 0));
  onnx_give (node, 2, joined (node, last_cell, sizes.n_directions, 0));
}
