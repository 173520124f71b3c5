/* SPDX-License-Identifier: Apache-2.0 */
/* The graph of a model after each of the passes that it goes through before it is run. */
#pragma once

#include "core/session/model/whole-model.h"
#include "core/session/pass-list.h"

G_BEGIN_DECLS

/* GListModel of TlPass, the first of which is the graph as it was read. In a thread; the model has facts. */
void        tl_model_passes_async (TlWholeModel *model, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
GListModel *tl_model_passes_finish (TlWholeModel *model, GAsyncResult *result, GError **error);

G_END_DECLS
