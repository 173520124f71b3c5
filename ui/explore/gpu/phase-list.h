/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/gpu/kernel-facts.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * The statements of a kernel in order, with a dashed row for each barrier. "block-picked" is emitted with the TlNodeId (guint) of the first
 * statement of the row that is activated.
 */
#define TL_TYPE_PHASE_LIST (tl_phase_list_get_type ())
G_DECLARE_FINAL_TYPE (TlPhaseList, tl_phase_list, TL, PHASE_LIST, GtkWidget)

GtkWidget *tl_phase_list_new (void);
/* @facts is not kept. */
void       tl_phase_list_set (TlPhaseList *self, const TlKernelFacts *facts);

G_END_DECLS
