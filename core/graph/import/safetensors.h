/* SPDX-License-Identifier: Apache-2.0 */
/* Weights by name in .safetensors files. */
#pragma once

#include <gio/gio.h>

#include "core/base/arena.h"
#include "core/device/tensor.h"

G_BEGIN_DECLS

/*
 * The tensors by name: names are strings that the table owns, values TlTensor. Where elements are aligned they stay in the mapped file, or
 * in @bytes, which @arena owns then. NULL with TL_GRAPH_ERROR (core/graph/operators), which names the tensor.
 */
GHashTable *tl_safetensors_read (TlArena *arena, const char *path, GError **error);
GHashTable *tl_safetensors_parse (TlArena *arena, GBytes *bytes, GError **error);

G_END_DECLS
