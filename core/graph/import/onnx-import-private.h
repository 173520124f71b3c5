/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of onnx-import.c and onnx-inputs.c that these know of each other. */
#pragma once

#include "core/graph/import/onnx-private.h"

G_BEGIN_DECLS

/* The inputs that are no weights, with numbers for sizes that @dims bind and variables for the other free ones. */
gboolean onnx_import_inputs (OnnxImport *import, const Onnx__GraphProto *graph, const TlDimBinding *dims, guint n_dims, guint *n_inputs,
                             GError **error);
/* A parameter of main, or if @type is NULL a problem with that reason. */
gboolean onnx_add_input (OnnxImport *import, const char *name, const TlRelaxType *type, const char *reason, GError **error);

G_END_DECLS
