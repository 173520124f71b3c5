/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/**
 * TlEditor: how the panes of the Explore page change the program. All go through here, so that every refusal is answered in one place.
 *
 * Signals: "refused" (const GError *): nothing was changed, and why. "applied" (const char *): one line of what was done.
 */
#define TL_TYPE_EDITOR (tl_editor_get_type ())
G_DECLARE_FINAL_TYPE (TlEditor, tl_editor, TL, EDITOR, GObject)

TlEditor  *tl_editor_new (TlSession *session);
TlSession *tl_editor_session (TlEditor *editor);

/* Applies it as it stands. */
gboolean   tl_editor_perform (TlEditor *editor, const TlPrimitive *primitive, const TlArg *args, guint n_args);

/*
 * Applies @primitive to the selection: at once when nothing is left to choose, else through a form that points at @anchor.
 * @ask: through a form in any case.
 */
void       tl_editor_start (TlEditor *editor, const TlPrimitive *primitive, gboolean ask, GtkWidget *anchor);

/* The row of the table whose key this is ("S"), or NULL. */
const TlPrimitive *tl_editor_find_shortcut (const char *key);

/* Parent of forms: a widget that outlives every redraw and has a layout manager. Borrowed. */
void       tl_editor_set_host (TlEditor *editor, GtkWidget *host);
/* Shows @popover on the host, pointing at @anchor; it goes away with its first closing. */
void       tl_editor_popup (TlEditor *editor, GtkWidget *popover, GtkWidget *anchor);

void       tl_editor_refuse (TlEditor *editor, const GError *error);

G_END_DECLS
