/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/model/whole-model.h"

G_BEGIN_DECLS

/**
 * TlModelSizes: asks for the sizes that a model leaves open, and opens it with them.
 *
 * Signals:
 *   "opened"                  the model has these sizes
 *   "failed" (const char *)   it has not; says why
 */
#define TL_TYPE_MODEL_SIZES (tl_model_sizes_get_type ())
G_DECLARE_FINAL_TYPE (TlModelSizes, tl_model_sizes, TL, MODEL_SIZES, GtkWidget)

/* Shows the sizes that @model has now. */
void  tl_model_sizes_fill (TlModelSizes *sizes, TlWholeModel *model);
/* "batch = 1, seq = 128"; "": it leaves none open. Free with g_free. */
char *tl_model_sizes_text (TlWholeModel *model);

G_END_DECLS
