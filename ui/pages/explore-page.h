/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"
#include "ui/explore/editor.h"

G_BEGIN_DECLS

/* Variants, loop canvas, inspector and code: the page on which a person edits a program. */
#define TL_TYPE_EXPLORE_PAGE (tl_explore_page_get_type ())
G_DECLARE_FINAL_TYPE (TlExplorePage, tl_explore_page, TL, EXPLORE_PAGE, GtkWidget)

/* The nest, its memory and the variants; the panes beside and below them are added after it, in this order. */
GtkWidget *tl_explore_page_new (TlSession *session);
void       tl_explore_page_add_sides (TlExplorePage *page);
void       tl_explore_page_add_bars (TlExplorePage *page);
void       tl_explore_page_add_code (TlExplorePage *page);
void       tl_explore_page_add_overlays (TlExplorePage *page);

/* Borrowed. */
TlEditor  *tl_explore_page_editor (TlExplorePage *page);
/* Shows the nest, where one pane is shown at a time, and gives the keyboard to the loop or block that is selected; forms point at it. */
GtkWidget *tl_explore_page_show_selection (TlExplorePage *page);
/* Shows or hides the panes at the sides and below, which keep their sizes. */
void       tl_explore_page_show_sides (TlExplorePage *page, gboolean shows_sides);
/* Sizes of the panes, and the tabs that are open. */
void       tl_explore_page_keep_layout (TlExplorePage *page, TlSettings *settings);
void       tl_explore_page_restore_layout (TlExplorePage *page, TlSettings *settings);
double     tl_explore_page_zoom (TlExplorePage *page);
void       tl_explore_page_set_zoom (TlExplorePage *page, double zoom);
/* The button that puts the current variant into a model, with its tooltip; NULL: the program is no kernel of one. */
void       tl_explore_page_show_use (TlExplorePage *page, const char *tip);
/* Message of the last edit or measurement, in the status bar. */
void       tl_explore_page_set_status (TlExplorePage *page, const char *text);
/* Shows the message of a refusal in a card and marks its loops and blocks on the canvas. */
void       tl_explore_page_show_refusal (TlExplorePage *page, const GError *error);
/* Shows the page of GPU kernels, and begins a check of them in the emulator. */
void       tl_explore_page_check_kernels (TlExplorePage *page);

G_END_DECLS
