/* SPDX-License-Identifier: Apache-2.0 */
/* The loads and stores of a function of known extents, one after the other as they run. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

/* One load or store. Valid during the call. */
typedef struct
{
  const TlBuffer *buffer;
  const gint64   *indices;     /* one for each dimension */
  gboolean        writes;
  GHashTable     *values;      /* of loops and axes, for tl_index_value() */
} TlMemoryAccess;

/* FALSE ends the walk. */
typedef gboolean (*TlAccessVisit) (const TlMemoryAccess *access, gpointer user_data);

/*
 * All loops run in order, those of threads too. FALSE if there are more than @max_accesses, if @visit ended it, or where the sequence
 * is not known from loops alone: extents, indices or conditions that are read from memory, views of buffers, instructions on whole tiles.
 */
gboolean tl_access_walk (const TlPrimFunc *func, guint64 max_accesses, TlAccessVisit visit, gpointer user_data);

G_END_DECLS
