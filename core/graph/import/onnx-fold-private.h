/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of known values. */
#pragma once

#include "core/graph/import/onnx-private.h"

G_BEGIN_DECLS

/* FALSE if the shapes do not fit. @shape: room for the larger number of dimensions; it may be @a. */
gboolean         onnx_broadcast_shape (const gint64 *a, guint n_a, const gint64 *b, guint n_b, gint64 *shape);
/* @known with that shape, which it fits; NULL if that are too many elements. */
const OnnxKnown *onnx_broadcast (OnnxNode *node, const OnnxKnown *known, const gint64 *shape, guint n_dims);

G_END_DECLS
