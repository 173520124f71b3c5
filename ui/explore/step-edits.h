/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/*
 * Changes of steps that were taken already: replayed in a thread, then taken as one edit. A refused change says why, as a refused step
 * does; steps that no longer apply stay in the list. A new change cancels one that is still replayed.
 */
void tl_step_edit (TlEditor *editor, const TlTraceEdit *edit, const char *label);

/* The usual ones, of the step that led to @state. */
void tl_step_remove (TlEditor *editor, TlState *state);
void tl_step_toggle (TlEditor *editor, TlState *state);
/* Past its neighbor in the list; by: -1 or 1. */
void tl_step_move (TlEditor *editor, TlState *state, gint by);
/* Before another step of the list, or to the end (NULL). */
void tl_step_move_before (TlEditor *editor, TlState *state, TlState *before);
/* Takes @replayed, which a preview showed. */
void tl_step_take (TlEditor *editor, TlEditedSteps *replayed, const char *label);

/* Of a step that no longer applies: keeps it switched off; goes back to before it; looks for steps that make it legal, and takes them. */
void tl_step_skip (TlEditor *editor, TlState *state);
void tl_step_stop_before (TlEditor *editor, TlState *state);
void tl_step_fix (TlEditor *editor, TlState *state);

/* The steps up to @state for the clipboard: "python", "json" or "text". Free with g_free. */
char *tl_steps_as (TlSession *session, TlState *state, const char *form);

G_END_DECLS
