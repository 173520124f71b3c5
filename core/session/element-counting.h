/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/analysis/element-counts.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

/*
 * Counts the accesses of one iteration in a thread (core/analysis/element-counts.h). The outermost @n_fixed loops stand still, or
 * more, so many that it takes no longer than a few seconds: the result's n_fixed tells. @tiles are those of the block in @state, needed
 * during the call only; @position has a value for each of their loops. @watched: nullable, a
 * buffer of which element @index has its reuse distances for itself.
 */
void             tl_count_elements_async (TlState *state, const TlBlockTiles *tiles, guint n_fixed, const gint64 *position,
                                          const TlBuffer *watched, const gint64 *index, const TlCaches *caches,
                                          GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
TlElementCounts *tl_count_elements_finish (GAsyncResult *result, GError **error);

G_END_DECLS
