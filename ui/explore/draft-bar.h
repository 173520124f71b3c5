/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/steps/violation.h"
#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlDraftBar: says that the schedule that is shown is a draft and which step makes it one, shows one after the other the pairs of accesses
 * whose order is broken, and offers the steps that make it legal, once they are found in the background. Hidden where there is no draft.
 *
 * Signals: "violation-changed": another pair is shown, or the pairs are others; "show-in-script": where it stands there.
 */
#define TL_TYPE_DRAFT_BAR (tl_draft_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlDraftBar, tl_draft_bar, TL, DRAFT_BAR, GtkWidget)

GtkWidget         *tl_draft_bar_new (TlEditor *editor);

/* The pair that is shown; NULL: none. Borrowed until the bar changes, as are … */
const TlViolation *tl_draft_bar_violation (TlDraftBar *bar);
/* … all of them; NULL: no draft. */
const GPtrArray   *tl_draft_bar_violations (TlDraftBar *bar);
/* The rule that the newest draft step breaks, where no pair is known; NULL: one is, or there is no draft. Borrowed like them. */
const GError      *tl_draft_bar_rule (TlDraftBar *bar);
/* The next pair (1), or the one before (-1), in turns. FALSE: there is none. */
gboolean           tl_draft_bar_walk (TlDraftBar *bar, int by);

G_END_DECLS
