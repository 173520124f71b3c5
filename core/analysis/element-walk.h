/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of a scope with known extents, one iteration after the other, and the elements of a buffer that blocks access there. */
#pragma once

#include "core/ir/path.h"

G_BEGIN_DECLS

typedef struct
{
  const TlBuffer *buffer;
  const TlLoop   *within;       /* nullable: nothing outside of this loop is visited */
  gboolean        is_sampled;   /* not all iterations of @within and of the loops around it */
  guint           max_points;   /* elements visited, and iterations: more are not walked through */

  /* Borrowed; each nullable. */
  void          (*begin_iteration) (const TlLoop *loop, gint64 number, gpointer user_data);
  gboolean      (*end_loop)        (const TlLoop *loop, gpointer user_data);   /* FALSE ends the walk, as DONE */
  /* Reads of an instance come before its writes. @instance: a number for each instance of the block; @element: row by row. */
  void          (*visit)           (const TlBlock *block, gboolean writes, gint64 instance, gint64 element, gpointer user_data);
  gpointer        user_data;
} TlElementWalk;

/*
 * Walks through @path's target, a block, of which the axes stand at the end of their ranges if @at_end, and at the start if not. Loops that
 * only repeat what their first iteration accesses, as those of a reduction do, are not walked through. FALSE if there are too many points,
 * or extents or indices are not known, as where they are read from memory.
 */
gboolean tl_element_walk (const TlElementWalk *walk, const TlPath *path, gboolean at_end);

G_END_DECLS
