/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/steps/applicable-primitives.h"
#include "core/session/session.h"
#include "core/session/steps/advisor.h"
#include "core/session/steps/step-gains.h"
#include "core/session/steps/suggestions.h"

G_BEGIN_DECLS

/**
 * TlEditor: changes the program for all panes of the Explore page, so that refusals are handled in one place.
 *
 * Signals: "refused" (const GError *, const TlInst *: the step by nodes): nothing was changed; "message" (const char *): in one line, what
 * was done and is not seen otherwise; "listed": other variants are listed.
 */
#define TL_TYPE_EDITOR (tl_editor_get_type ())
G_DECLARE_FINAL_TYPE (TlEditor, tl_editor, TL, EDITOR, GObject)

TlEditor  *tl_editor_new (TlSession *session);
TlSession *tl_editor_session (TlEditor *editor);

/* Applies @primitive with these arguments. */
gboolean   tl_editor_perform (TlEditor *editor, const TlPrimitive *primitive, const TlArg *args, guint n_args);

/* The same in a new variant: the current one stays as it is. */
void       tl_editor_perform_in_branch (TlEditor *editor, const TlPrimitive *primitive, const TlArg *args, guint n_args);

/* Tells that something was refused which is no single step. */
void       tl_editor_refuse (TlEditor *editor, const GError *error);
/* Tells of an edit whose result is not seen, in one line. */
void       tl_editor_report (TlEditor *editor, const char *text);
/* Applies a refused step, by nodes, in spite of the order that it breaks: the variant is a draft then. */
void       tl_editor_take_draft (TlEditor *editor, const TlInst *refused);
/* Goes on with a repair of a step that @refused_on refused. */
void       tl_editor_take_repair (TlEditor *editor, TlState *refused_on, const TlRepair *repair);

/*
 * Applies @primitive to the selection: at once if no argument is left to choose, else through a form that points at @anchor, or a
 * split's ruler.
 * @ask: always through a form.
 */
void       tl_editor_start (TlEditor *editor, const TlPrimitive *primitive, gboolean ask, GtkWidget *anchor);

/* The same for a row of a list: one that is refused asks where other arguments may be legal; else the refusal says why, and the fix. */
void       tl_editor_start_applicable (TlEditor *editor, const TlApplicablePrimitive *applicable, GtkWidget *anchor);

/* Goes on with a split that was chosen on @from (core/session/steps/split-plan.h). */
void       tl_editor_take_split (TlEditor *editor, TlState *from, TlState *to, const char *label);
/* Goes on with a suggestion that was found at @start. */
void       tl_editor_take_suggestion (TlEditor *editor, TlState *start, const TlSuggestion *suggestion);
/* The form of a step, with its arguments to begin with. */
void       tl_editor_ask (TlEditor *editor, const TlApplicablePrimitive *applicable, GtkWidget *anchor);

/* The primitive with this shortcut ("S"), or NULL. */
const TlPrimitive *tl_editor_find_shortcut (const char *key);

/* The usual gain of such a step, as it was measured; NULL: refused, or unknown. Borrowed. */
const TlStepGain *tl_editor_find_gain (TlEditor *editor, const TlApplicablePrimitive *applicable);

/* Where splits are chosen: a TlSplitRuler; NULL before it is set. Borrowed. */
void       tl_editor_set_split_ruler (TlEditor *editor, GtkWidget *ruler);
GtkWidget *tl_editor_split_ruler (TlEditor *editor);
/* Of the current variant, for all panes. Borrowed. */
TlAdvisor *tl_editor_advisor (TlEditor *editor);
/* All usual gains; nullable, borrowed. */
const TlStepGains *tl_editor_gains (TlEditor *editor);

/* The list of variants shows these, and the current one; NULL: all. Takes @variants, which holds references of TlVariant. */
void       tl_editor_list_variants (TlEditor *editor, GPtrArray *variants);
GPtrArray *tl_editor_listed_variants (TlEditor *editor);   /* borrowed; nullable */

/* Parent of forms: a permanent widget with a layout manager. Borrowed. */
void       tl_editor_set_host (TlEditor *editor, GtkWidget *host);
/* Gets the focus after a form whose anchor is gone. Borrowed. */
void       tl_editor_set_home (TlEditor *editor, GtkWidget *home);
GtkWidget *tl_editor_home (TlEditor *editor);
/* Shows @popover on the host, pointing at @anchor, and removes it when it is closed. */
void       tl_editor_popup (TlEditor *editor, GtkWidget *popover, GtkWidget *anchor);

G_END_DECLS
