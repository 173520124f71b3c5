/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX models as graph functions. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;      /* of a dim_param, "batch", as in the model or of its variable, or of an input and a dimension: "x:0" */
  gint64      value;
} TlDimBinding;

/* A node that cannot be imported; the model is complete up to it. */
typedef struct
{
  char *node;            /* its name, or its first output */
  char *op_type;
  char *reason;
} TlImportProblem;

/*
 * The model of the file, with function main: inputs are its parameters, weights constants, operators Relax calls. Computations of shapes
 * are folded. Weights in external files are looked for beside @path, and nowhere else. NULL with TL_GRAPH_ERROR (core/graph/operators) and
 * the place of the fault.
 * @problems: array of TlImportProblem that owns them; nodes that depend on such a node are left out, and main returns the results that
 * there are.
 */
TlModule *tl_onnx_read (const char *path, const TlDimBinding *dims, guint n_dims, GPtrArray **problems, GError **error);
/* The same of the file's contents; @folder: where external files may be, or NULL. */
TlModule *tl_onnx_parse (GBytes *bytes, const char *folder, const TlDimBinding *dims, guint n_dims, GPtrArray **problems, GError **error);

G_END_DECLS
