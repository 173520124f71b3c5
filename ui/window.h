/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/* One window, one session: the start page until something is open, then Model for a whole model, Explore, Tune and Compare. */
#define TL_TYPE_WINDOW (tl_window_get_type ())
G_DECLARE_FINAL_TYPE (TlWindow, tl_window, TL, WINDOW, AdwApplicationWindow)

/* It begins with the layout of the last window in @settings, and keeps its own there when it is closed. */
TlWindow  *tl_window_new (AdwApplication *application, TlSettings *settings);
/* Another one beside those that are used: it is built in several dispatches of the main loop, then presented. */
void       tl_window_present_new (AdwApplication *application, TlSettings *settings);
/* Borrowed. */
TlSession *tl_window_session (TlWindow *window);
/* On an error the window shows its place in the file and stays as it was. */
void       tl_window_open (TlWindow *window, const char *path);
/* The page shown: "model", "explore", "tune", "compare", or "window" where the start page is. */
const char *tl_window_page (TlWindow *window);

G_END_DECLS
