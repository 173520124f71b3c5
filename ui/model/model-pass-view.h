/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/model/whole-model.h"

G_BEGIN_DECLS

/**
 * TlModelPassView: the graph of a model after each pass, and what the pass changed. The passes run when the widget is shown, for another
 * model again.
 */
#define TL_TYPE_MODEL_PASS_VIEW (tl_model_pass_view_get_type ())
G_DECLARE_FINAL_TYPE (TlModelPassView, tl_model_pass_view, TL, MODEL_PASS_VIEW, GtkWidget)

GtkWidget *tl_model_pass_view_new (TlSession *session, TlWholeModel *model);

G_END_DECLS
