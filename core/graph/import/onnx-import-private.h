/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of onnx-import.c, onnx-inputs.c and onnx-loops.c that these know of each other. */
#pragma once

#include "core/graph/import/onnx-private.h"

G_BEGIN_DECLS

/* The nodes of a graph in a node; @outputs: room for those of @body, values of which may be missing. FALSE with an error. */
gboolean onnx_import_body (OnnxImport *import, const Onnx__GraphProto *body, OnnxValue *const *inputs, guint n_inputs, OnnxValue **outputs,
                           GError **error);
/* Makes expressions of the known values that @body uses: one that it made itself would be inside a step. */
void     onnx_use_outer_values (OnnxNode *node, const Onnx__GraphProto *body);

/* The inputs that are no weights, with numbers for sizes that @dims bind and variables for the other free ones. */
gboolean onnx_import_inputs (OnnxImport *import, const Onnx__GraphProto *graph, const TlDimBinding *dims, guint n_dims, guint *n_inputs,
                             GError **error);
/* A parameter of main, or if @type is NULL a problem with that reason. */
gboolean onnx_add_input (OnnxImport *import, const char *name, const TlRelaxType *type, const char *reason, GError **error);

G_END_DECLS
