/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Samples with small pictures, and recent files. Signal "open" (const char *path). */
#define TL_TYPE_START_PAGE (tl_start_page_get_type ())
G_DECLARE_FINAL_TYPE (TlStartPage, tl_start_page, TL, START_PAGE, GtkWidget)

GtkWidget *tl_start_page_new (void);
/* Reads the list of recent files again. */
void       tl_start_page_refresh (TlStartPage *page);

G_END_DECLS
