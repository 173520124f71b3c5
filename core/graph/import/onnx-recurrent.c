/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LSTM, GRU and RNN: what can be computed of all steps at once comes first; then one step, which is repeated. Gates stand in the order
 * input, output, forget, cell of LSTM, and update, reset, hidden of GRU.
 */
#include <string.h>

#include "core/graph/import/onnx-private.h"
#include "core/graph/import/onnx.pb-c.h"
#include "core/graph/operators/operators.h"

#define MAX_ACTIVATIONS 3   /* of a direction */

enum { DATA, WEIGHTS, RECURRENT, BIAS, LENGTHS, FIRST_HIDDEN, FIRST_CELL, PEEPHOLES };

/* Of one direction, after some steps. */
typedef struct
{
  const TlRelaxExpr *hidden;
  const TlRelaxExpr *cell;     /* NULL: the kind has none */
} CellState;

/* Of one direction. */
typedef struct
{
  const TlRelaxExpr *recurrent;        /* weights of the hidden state; of GRU without @resets_product those of update and reset */
  const TlRelaxExpr *of_candidate;     /* the other ones of GRU then */
  gboolean           resets_product;   /* GRU resets the product with the hidden state, not the state: linear_before_reset */
  const TlRelaxExpr *inner;            /* bias that is added to this product; NULL: none is */
  const TlRelaxExpr *peepholes[3];     /* weights of the cell in the input, output and forget gates of LSTM; NULL: none are */
  const char        *activations[MAX_ACTIVATIONS];
} CellWeights;

typedef struct
{
  const char *name;
  guint       n_activations;
  const char *activations[MAX_ACTIVATIONS];   /* operators of Relax, unless the node names others */
  gboolean    has_cell;
  void      (*step) (OnnxNode *node, const TlRelaxExpr *gates, const CellWeights *weights, CellState *state);
} CellKind;

typedef struct
{
  const CellKind    *kind;
  const TlRelaxExpr *data;        /* steps first */
  guint              n_directions;
  gint64             n_steps;
  const TlExpr      *batch;
  gint64             hidden;
  gboolean           is_batch_first;
} Sequence;

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

/* Of the first three dimensions and more, in this order. */
static const TlRelaxExpr *
reordered (OnnxNode *node, const TlRelaxExpr *data, const gint64 *axes, guint n)
{
  TlAttrs attrs = onnx_attrs (node, { "axes", onnx_list (node, axes, n) });

  return onnx_call_with (node, "permute_dims", &attrs, data);
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
of_direction (OnnxNode *node, const Sequence *sequence, guint index, guint direction)
{
  const TlRelaxExpr *parts[2], *data = onnx_has_input (node, index) ? onnx_input (node, index) : NULL;

  if (data && sequence->is_batch_first && (index == FIRST_HIDDEN || index == FIRST_CELL))
    data = reordered (node, data, (const gint64[]) { 1, 0, 2 }, 3);
  if (data == NULL || !cut (node, data, sequence->n_directions, 0, parts))
    return NULL;
  return at_axis (node, "squeeze", parts[direction], 0);
}

/* A state to begin with: an input, or zeros. */
static const TlRelaxExpr *
first_state (OnnxNode *node, const Sequence *sequence, guint index, guint direction)
{
  const TlRelaxExpr *given = of_direction (node, sequence, index, direction);
  const TlExpr      *shape[] = { sequence->batch, onnx_size (node, sequence->hidden) };

  if (given || node->error)
    return given;
  return onnx_call (node, "broadcast_to", onnx_number (node, sequence->data->type->dtype, 0), tl_relax_shape (node->arena, shape, 2));
}

/* Of all steps at once: data times weights, and the bias but for what is added to the products with the hidden state. */
static const TlRelaxExpr *
gates_of_data (OnnxNode *node, const Sequence *sequence, guint direction, CellWeights *weights)
{
  const TlRelaxExpr *of_data = onnx_call (node, "permute_dims", of_direction (node, sequence, WEIGHTS, direction));
  const TlRelaxExpr *gates = onnx_call (node, "matmul", sequence->data, of_data);
  const TlRelaxExpr *bias = of_direction (node, sequence, BIAS, direction), *halves[2];

  if (bias == NULL || !cut (node, bias, 2, 0, halves))
    return gates;
  if (weights->resets_product)
    weights->inner = halves[1];
  return onnx_call (node, "add", gates, weights->resets_product ? halves[0] : onnx_call (node, "add", halves[0], halves[1]));
}

/* --- one step --- */

/* With a share of the cell, if there are peepholes. */
static const TlRelaxExpr *
with_cell (OnnxNode *node, const TlRelaxExpr *gate, const TlRelaxExpr *cell, const TlRelaxExpr *weight)
{
  return weight ? onnx_call (node, "add", gate, onnx_call (node, "multiply", cell, weight)) : gate;
}

static void
step_lstm (OnnxNode *node, const TlRelaxExpr *gates, const CellWeights *weights, CellState *state)
{
  const char *const *activate = weights->activations;
  const TlRelaxExpr *sums = onnx_call (node, "add", gates, onnx_call (node, "matmul", state->hidden, weights->recurrent));
  const TlRelaxExpr *parts[4], *kept, *added;

  if (!cut (node, sums, 4, 1, parts))
    return;
  parts[0] = with_cell (node, parts[0], state->cell, weights->peepholes[0]);
  parts[2] = with_cell (node, parts[2], state->cell, weights->peepholes[2]);
  kept = onnx_call (node, "multiply", onnx_call (node, activate[0], parts[2]), state->cell);
  added = onnx_call (node, "multiply", onnx_call (node, activate[0], parts[0]), onnx_call (node, activate[1], parts[3]));
  state->cell = onnx_call (node, "add", kept, added);
  parts[1] = with_cell (node, parts[1], state->cell, weights->peepholes[1]);
  state->hidden = onnx_call (node, "multiply", onnx_call (node, activate[0], parts[1]), onnx_call (node, activate[2], state->cell));
}

static void
step_gru (OnnxNode *node, const TlRelaxExpr *gates, const CellWeights *weights, CellState *state)
{
  const char *const *activate = weights->activations;
  const TlRelaxExpr *product = onnx_call (node, "matmul", state->hidden, weights->recurrent);
  const TlRelaxExpr *parts[3], *of_hidden[3], *update, *reset, *candidate;

  if (weights->inner)
    product = onnx_call (node, "add", product, weights->inner);
  if (!cut (node, gates, 3, 1, parts) || !cut (node, product, weights->resets_product ? 3 : 2, 1, of_hidden))
    return;
  update = onnx_call (node, activate[0], onnx_call (node, "add", parts[0], of_hidden[0]));
  reset = onnx_call (node, activate[0], onnx_call (node, "add", parts[1], of_hidden[1]));
  if (weights->resets_product)
    candidate = onnx_call (node, "multiply", reset, of_hidden[2]);
  else
    candidate = onnx_call (node, "matmul", onnx_call (node, "multiply", reset, state->hidden), weights->of_candidate);
  candidate = onnx_call (node, activate[1], onnx_call (node, "add", parts[2], candidate));
  /* The candidate where the update gate is 0, the state where it is 1. */
  state->hidden = onnx_call (node, "add", candidate,
                             onnx_call (node, "multiply", update, onnx_call (node, "subtract", state->hidden, candidate)));
}

static void
step_rnn (OnnxNode *node, const TlRelaxExpr *gates, const CellWeights *weights, CellState *state)
{
  const TlRelaxExpr *product = onnx_call (node, "matmul", state->hidden, weights->recurrent);

  state->hidden = onnx_call (node, weights->activations[0], onnx_call (node, "add", gates, product));
}

static const CellKind lstm = { "lstm", 3, { "sigmoid", "tanh", "tanh" }, TRUE, step_lstm };
static const CellKind gru = { "gru", 2, { "sigmoid", "tanh" }, FALSE, step_gru };
static const CellKind rnn = { "rnn", 1, { "tanh" }, FALSE, step_rnn };

/* --- all steps --- */

/* The weights of the hidden state, inputs first; those of the cell. */
static void
read_recurrent (OnnxNode *node, const Sequence *sequence, guint direction, CellWeights *weights)
{
  const TlRelaxExpr *all = onnx_call (node, "permute_dims", of_direction (node, sequence, RECURRENT, direction)), *parts[3];
  const TlRelaxExpr *peepholes = of_direction (node, sequence, PEEPHOLES, direction);

  if (peepholes && !cut (node, peepholes, 3, 0, weights->peepholes))
    return;

  weights->recurrent = all;
  if (sequence->kind != &gru || weights->resets_product || !cut (node, all, 3, 1, parts))
    return;
  weights->recurrent = joined (node, parts, 2, 1);
  weights->of_candidate = parts[2];
}

/* After one step that was not repeated. */
static CellState
run_once (OnnxNode *node, const Sequence *sequence, const TlRelaxExpr *gates, const CellWeights *weights, CellState state,
          const TlRelaxExpr **hidden)
{
  sequence->kind->step (node, at_axis (node, "squeeze", gates, 0), weights, &state);
  *hidden = at_axis (node, "expand_dims", state.hidden, 0);
  return state;
}

static CellState
repeat (OnnxNode *node, const Sequence *sequence, const TlRelaxExpr *gates, gboolean is_reverse, const CellWeights *weights,
        CellState first, const TlRelaxExpr **hidden)
{
  guint              n_states = sequence->kind->has_cell ? 2 : 1;
  const TlRelaxExpr *states[] = { first.hidden, first.cell }, *params[3];
  OnnxSteps          steps = { .name = sequence->kind->name, .n_steps = sequence->n_steps, .states = states, .n_states = n_states,
                               .arrays = &gates, .n_arrays = 1, .is_reversed = (gboolean[]) { is_reverse, is_reverse } };
  CellState          state;

  onnx_steps_begin (node, &steps, params);
  state = (CellState) { params[0], sequence->kind->has_cell ? params[1] : NULL };
  sequence->kind->step (node, params[n_states], weights, &state);
  params[0] = state.hidden;
  if (sequence->kind->has_cell)
    params[1] = state.cell;
  params[n_states] = state.hidden;
  if (!onnx_steps_end (node, &steps, params, 1))
    return first;
  *hidden = params[n_states];
  return (CellState) { params[0], sequence->kind->has_cell ? params[1] : NULL };
}

/* All steps of one direction; @hidden: what each gives. */
static CellState
run (OnnxNode *node, const Sequence *sequence, guint direction, gboolean is_reverse, CellWeights *weights, const TlRelaxExpr **hidden)
{
  const TlRelaxExpr *gates = gates_of_data (node, sequence, direction, weights);
  CellState          first = { first_state (node, sequence, FIRST_HIDDEN, direction),
                               sequence->kind->has_cell ? first_state (node, sequence, FIRST_CELL, direction) : NULL };

  read_recurrent (node, sequence, direction, weights);
  if (node->error)
    return first;
  return sequence->n_steps == 1 ? run_once (node, sequence, gates, weights, first, hidden)
                                : repeat (node, sequence, gates, is_reverse, weights, first, hidden);
}

/* The operator of Relax; NULL: there is none. */
static const char *
activation_of (const ProtobufCBinaryData *name)
{
  static const char *const known[][2] = { { "Sigmoid", "sigmoid" }, { "Tanh", "tanh" }, { "Relu", "nn.relu" } };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (name->len == strlen (known[i][0]) && memcmp (name->data, known[i][0], name->len) == 0)
      return known[i][1];
  return NULL;
}

/* Those of all directions stand in one list. */
static gboolean
read_activations (OnnxNode *node, const CellKind *kind, guint direction, CellWeights *weights)
{
  const Onnx__AttributeProto *attr = onnx_attr (node, "activations");

  for (guint i = 0; i < kind->n_activations; i++)
    {
      size_t at = direction * kind->n_activations + i;

      weights->activations[i] = attr == NULL || at >= attr->n_strings ? kind->activations[i] : activation_of (&attr->strings[at]);
      if (weights->activations[i] == NULL)
        onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "activations other than Sigmoid, Tanh and Relu are not supported");
    }
  return node->error == NULL;
}

/* Whether each sequence of the batch is as long as all steps are. */
static gboolean
are_full (OnnxNode *node, gint64 n_steps)
{
  OnnxInts lengths;

  if (!onnx_known_ints (node, LENGTHS, &lengths))
    return FALSE;
  for (guint i = 0; i < lengths.n; i++)
    if (lengths.items[i] != n_steps)
      return FALSE;
  return TRUE;
}

static gboolean
read_sequence (OnnxNode *node, Sequence *sequence)
{
  const TlRelaxExpr   *recurrent = onnx_input (node, RECURRENT);
  const TlExpr *const *dims = onnx_dims (node, sequence->data);
  gint64               shape[TL_TENSOR_MAX_DIMS];

  if (dims == NULL || !onnx_static_dims (node, recurrent, 0, shape))
    return FALSE;
  if (sequence->data->type->n_dims != 3 || recurrent->type->n_dims != 3)
    onnx_fail (node, TL_GRAPH_ERROR_INVALID, "its input or weight has not 3 dimensions");
  else if (onnx_attr (node, "clip") || onnx_attr_int (node, "input_forget", 0) != 0)
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "clip and input_forget are not supported");
  if (node->error)
    return FALSE;
  if (sequence->is_batch_first)
    {
      sequence->data = reordered (node, sequence->data, (const gint64[]) { 1, 0, 2 }, 3);
      dims = onnx_dims (node, sequence->data);
    }
  if (dims && (!tl_expr_get_int (dims[0], &sequence->n_steps) || sequence->n_steps < 1))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "the length of its sequence is no number, or 0");
  else if (dims && !are_full (node, sequence->n_steps))
    onnx_fail (node, TL_GRAPH_ERROR_UNSUPPORTED, "its sequence_lens are not known, or sequences end before the last step");
  if (node->error)
    return FALSE;
  sequence->batch = dims[1];
  sequence->hidden = shape[2];
  return TRUE;
}

/* The states of all directions, as an output. */
static void
give_states (OnnxNode *node, const Sequence *sequence, guint index, const TlRelaxExpr *const *states)
{
  const TlRelaxExpr *all = joined (node, states, sequence->n_directions, 0);

  onnx_give (node, index, sequence->is_batch_first ? reordered (node, all, (const gint64[]) { 1, 0, 2 }, 3) : all);
}

static void
convert (OnnxNode *node, const CellKind *kind)
{
  const char        *direction = onnx_attr_text (node, "direction", "forward");
  Sequence           sequence = { .kind = kind, .data = onnx_input (node, DATA), .is_batch_first = onnx_attr_int (node, "layout", 0) != 0,
                                  .n_directions = strcmp (direction, "bidirectional") == 0 ? 2 : 1 };
  const TlRelaxExpr *all[2], *last_hidden[2], *last_cell[2];

  if (!read_sequence (node, &sequence))
    return;
  for (guint i = 0; i < sequence.n_directions; i++)
    {
      const TlRelaxExpr *hidden = NULL;
      CellWeights        weights = { .resets_product = kind == &gru && onnx_attr_int (node, "linear_before_reset", 0) != 0 };
      CellState          last;

      if (!read_activations (node, kind, i, &weights))
        return;
      last = run (node, &sequence, i, i == 1 || strcmp (direction, "reverse") == 0, &weights, &hidden);
      all[i] = at_axis (node, "expand_dims", hidden, 1);
      last_hidden[i] = at_axis (node, "expand_dims", last.hidden, 0);
      last_cell[i] = kind->has_cell ? at_axis (node, "expand_dims", last.cell, 0) : NULL;
    }
  all[0] = joined (node, all, sequence.n_directions, 1);
  onnx_give (node, 0, sequence.is_batch_first ? reordered (node, all[0], (const gint64[]) { 2, 0, 1, 3 }, 4) : all[0]);
  give_states (node, &sequence, 1, last_hidden);
  if (kind->has_cell)
    give_states (node, &sequence, 2, last_cell);
}

void
onnx_convert_lstm (OnnxNode *node)
{
  convert (node, &lstm);
}

void
onnx_convert_gru (OnnxNode *node)
{
  convert (node, &gru);
}

void
onnx_convert_rnn (OnnxNode *node)
{
  convert (node, &rnn);
}
