/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/analysis/cache-contents.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

/*
 * Finds in a thread what cache @cache holds (core/analysis/cache-contents.h) after one iteration of the outermost @n_fixed loops around
 * @block of @state. @position has a value for each of the @n_loops loops around it. Follows accesses back until the cache is full, or for
 * about half a second.
 */
void             tl_find_contents_async (TlState *state, TlNodeId block, guint n_fixed, const gint64 *position, guint n_loops,
                                         const TlCaches *caches, guint cache, GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data);
TlCacheContents *tl_find_contents_finish (GAsyncResult *result, GError **error);

G_END_DECLS
