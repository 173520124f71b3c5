/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/model/whole-model.h"

G_BEGIN_DECLS

/**
 * TlModelPage: a whole model: its graph, its kernels and where its tensors lie. The same kernel is selected in all three.
 *
 * Signal "opened-kernel": a kernel became the program of the session; the window shows it on the page Explore.
 */
#define TL_TYPE_MODEL_PAGE (tl_model_page_get_type ())
G_DECLARE_FINAL_TYPE (TlModelPage, tl_model_page, TL, MODEL_PAGE, GtkWidget)

GtkWidget *tl_model_page_new (TlSession *session, TlWholeModel *model);
/* Whether the memory plan, and not the graph, is the picture that was used last. */
gboolean   tl_model_page_shows_memory (TlModelPage *page);
/* Writes that picture, in light colours. */
gboolean   tl_model_page_write_picture (TlModelPage *page, const char *path, GError **error);

G_END_DECLS
