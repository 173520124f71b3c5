/* SPDX-License-Identifier: Apache-2.0 */
/* The loads and stores of a function of known extents, one after the other as they run. */
#pragma once

#include "core/ir/path.h"

G_BEGIN_DECLS

/* One load or store. Valid during the call. */
typedef struct
{
  const TlBuffer *buffer;
  const gint64   *indices;     /* one for each dimension */
  gboolean        writes;
  GHashTable     *values;      /* of loops and axes, for tl_index_value() */
} TlMemoryAccess;

/* The element's place in its buffer, row by row; FALSE: the buffer's extents are not known. */
gboolean tl_memory_access_offset (const TlMemoryAccess *access, gint64 *offset);

/* FALSE ends the walk. */
typedef gboolean (*TlAccessVisit) (const TlMemoryAccess *access, gpointer user_data);

/*
 * All loops run in order, those of threads too. FALSE if there are more than @max_accesses, if @visit ended it, or where the sequence
 * is not known from loops alone: extents, indices or conditions that are read from memory, views of buffers, instructions on whole tiles.
 */
gboolean tl_access_walk (const TlPrimFunc *func, guint64 max_accesses, TlAccessVisit visit, gpointer user_data);

/*
 * The same of all that runs while the outermost @n_fixed loops around @block stand still, at @position from their starts: the body of the
 * innermost of them, or the function. FALSE also if there is no such block.
 */
gboolean tl_access_walk_iteration (const TlModule *module, TlNodeId block, guint n_fixed, const gint64 *position, guint64 max_accesses,
                                   TlAccessVisit visit, gpointer user_data);

/*
 * From the middle of the function to the end of an iteration: of the outermost @n_fixed loops around @block at @position, a value for each
 * loop around it; 0: to the end of the function. Begins where the outermost @n_outer loops stand at @position, with iteration @first of the
 * next one; where that is 0, with all that these loops run; behind it, if it is an iteration that a predicate cuts off. FALSE also if
 * the last iteration is one.
 */
gboolean tl_access_walk_up_to (const TlModule *module, TlNodeId block, guint n_fixed, const gint64 *position, guint n_outer, gint64 first,
                               guint64 max_accesses, TlAccessVisit visit, gpointer user_data);

/* The same for one run of the block itself, with every loop around it at @position. */
gboolean tl_access_walk_block (const TlModule *module, TlNodeId block, const gint64 *position, guint64 max_accesses, TlAccessVisit visit,
                               gpointer user_data);

G_END_DECLS
