/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A graph function that is repeated for each step of a sequence, as one PrimFunc: recurrent layers, Loop and Scan of ONNX.
 *
 *     state = first state
 *     for t:                          a block whose axis is opaque: no two steps run at once
 *         slice = array[t]
 *         the blocks of the function
 *         rows[t] = row
 *         state = next state
 *     last state = state
 */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef struct
{
  /*
   * Of the states, a slice of each array and, if @is_counted, the number of the step, an int64 scalar; it gives the next states, then a row
   * of each result. Variables and constants from outside are the same in all steps.
   */
  const TlGraphFunc *step;
  const GPtrArray   *prims;         /* const TlPrimFunc *: those that it calls are among them */
  guint              n_states, n_arrays;
  const gboolean    *is_reversed;   /* of each array, then of each result that has rows: the last one is that of the first step */
  gboolean           is_counted;
  gint64             n_steps;       /* at least 1 */
} TlStepLoop;

/*
 * Its parameters: first states, arrays, what comes from outside, which is added to @captured (const TlRelaxExpr *); then the last states,
 * and the rows of each result. Arrays and results have the steps as their first dimension. NULL with TL_GRAPH_ERROR.
 */
const TlPrimFunc *tl_step_loop_make (TlBuilder *builder, const char *name, const TlStepLoop *loop, GPtrArray *captured, GError **error);

G_END_DECLS
