/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"
#include "core/draw/draw-scatter.h"

G_BEGIN_DECLS

/**
 * TlTunePage: the plot, the workers and the table of a tuning run, and its controls.
 *
 * Signals:
 *   "opened-trial"              a trial became the current variant: the window shows it on the canvas
 *   "message" (const char *)    one sentence for a toast
 */
#define TL_TYPE_TUNE_PAGE (tl_tune_page_get_type ())
G_DECLARE_FINAL_TYPE (TlTunePage, tl_tune_page, TL, TUNE_PAGE, GtkWidget)

/* The session and the settings are added after it, in this order, each in a dispatch of its own. */
GtkWidget *tl_tune_page_new (void);
void       tl_tune_page_set_session (TlTunePage *page, TlSession *session);
void       tl_tune_page_add_settings (TlTunePage *page);
/* Starts a run with the settings of the page, as the button does. */
void       tl_tune_page_start (TlTunePage *page);
/* The same, starting from the current variant. */
void       tl_tune_page_start_from_variant (TlTunePage *page);
/* Goes on with the unfinished run of the project. */
void       tl_tune_page_resume (TlTunePage *page);
/* Whether the plot of predicted scores is shown; @model: its contents, borrowed from the trials. */
gboolean   tl_tune_page_shows_scores (TlTunePage *page, TlScatterModel *model);

/* Adds constraints to the search, "pin C/i/4/2=8" one a line, once it is known that schedules are left. */
void       tl_tune_page_constrain (TlTunePage *page, const char *lines);

G_END_DECLS
