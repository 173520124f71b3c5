/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/**
 * TlComparePage: two variants side by side: latencies with intervals and their ratio, nests, scripts with differences marked; and the race.
 *
 * Signal "message" (const char *): one sentence for a toast.
 */
#define TL_TYPE_COMPARE_PAGE (tl_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (TlComparePage, tl_compare_page, TL, COMPARE_PAGE, GtkWidget)

GtkWidget *tl_compare_page_new (TlSession *session);
/* Puts a variant on side 0 or 1. */

G_END_DECLS
