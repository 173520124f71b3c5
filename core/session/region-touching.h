/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/analysis/region-touches.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

/*
 * Which blocks of @func_name touch the part of @buffer, of the module of @state, in a thread. @box is copied. The result: as of
 * tl_region_touches ().
 */
void       tl_find_touches_async (TlState *state, const char *func_name, const TlBuffer *buffer, const TlTileSpan *box,
                                  GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *tl_find_touches_finish (GAsyncResult *result, GError **error);

G_END_DECLS
