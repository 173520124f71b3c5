/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/**
 * TlExplainView: the contribution of each step from one state to another, timed when it is asked for, and shown while it is.
 */
#define TL_TYPE_EXPLAIN_VIEW (tl_explain_view_get_type ())
G_DECLARE_FINAL_TYPE (TlExplainView, tl_explain_view, TL, EXPLAIN_VIEW, GtkWidget)

/* @with_hybrids: each step also alone, and the interaction (session/explanation.h). */
GtkWidget *tl_explain_view_new (TlSession *session, gboolean with_hybrids);
/* Forgets what was measured between other states, and stops. */
void       tl_explain_view_set_ends (TlExplainView *view, TlState *from, const char *from_name, TlState *to, const char *to_name);
void       tl_explain_view_measure (TlExplainView *view);
void       tl_explain_view_stop (TlExplainView *view);

G_END_DECLS
