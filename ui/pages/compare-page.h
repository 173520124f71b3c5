/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/**
 * TlComparePage: two to six schedules side by side: latencies with intervals and their ratio, nests, figures, texts with differences
 * marked, the contribution of each step; and the race.
 *
 * Signal "message" (const char *): one sentence for a toast.
 */
#define TL_TYPE_COMPARE_PAGE (tl_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (TlComparePage, tl_compare_page, TL, COMPARE_PAGE, GtkWidget)

GtkWidget *tl_compare_page_new (TlSession *session);
/* Variants, steps and trials that are dropped on @widget are compared; on the page itself they are. */
void       tl_compare_page_take_drops (TlComparePage *page, GtkWidget *widget);

G_END_DECLS
