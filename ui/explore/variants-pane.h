/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * The variants of the session with their latencies, and below them the steps of the current one. Selecting a step returns to it; later
 * steps are kept.
 */
#define TL_TYPE_VARIANTS_PANE (tl_variants_pane_get_type ())
G_DECLARE_FINAL_TYPE (TlVariantsPane, tl_variants_pane, TL, VARIANTS_PANE, GtkWidget)

GtkWidget *tl_variants_pane_new (TlEditor *editor);
/* The button that puts the current variant into a model; NULL: there is no model. */
void       tl_variants_pane_show_use (TlVariantsPane *pane, const char *tip);

G_END_DECLS
