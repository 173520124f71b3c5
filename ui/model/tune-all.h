/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/model/whole-model.h"

G_BEGIN_DECLS

/**
 * TlTuneAll: the button that tunes all kernels of a model, or stops that, and a menu beside it with the number of trials.
 */
#define TL_TYPE_TUNE_ALL (tl_tune_all_get_type ())
G_DECLARE_FINAL_TYPE (TlTuneAll, tl_tune_all, TL, TUNE_ALL, GtkWidget)

/* Once. */
void tl_tune_all_set_model (TlTuneAll *tune, TlWholeModel *model);

G_END_DECLS
