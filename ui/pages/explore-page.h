/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* Variants, loop canvas, inspector, code: where a person changes a program. */
#define TL_TYPE_EXPLORE_PAGE (tl_explore_page_get_type ())
G_DECLARE_FINAL_TYPE (TlExplorePage, tl_explore_page, TL, EXPLORE_PAGE, GtkWidget)

GtkWidget *tl_explore_page_new (TlSession *session);

/* TRUE shows the panes at the sides and below; they keep what they had. */
void       tl_explore_page_show_sidebars (TlExplorePage *page, gboolean left, gboolean right, gboolean below);
/* Message of the last edit or measurement, in the status bar. */
void       tl_explore_page_set_status (TlExplorePage *page, const char *text);
/* Shows a refusal: its sentence in a card, its culprits on the canvas. */
void       tl_explore_page_show_refusal (TlExplorePage *page, const GError *error);

G_END_DECLS
