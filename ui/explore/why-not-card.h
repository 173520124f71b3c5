/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/steps/violation.h"
#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlWhyNotCard: says why a step was refused, with the loops and blocks at fault, which a click selects, and the steps that make it
 * legal, once they are found in the background. Of the pairs of accesses that the step would break it shows one at a time. It goes away
 * with the next edit or selection.
 *
 * Signals: "closed": it goes away, and so does the focus if it has it; "violation-changed": another pair is shown, or none;
 * "show-in-script": where the pair, or what is at fault, stands there.
 */
#define TL_TYPE_WHY_NOT_CARD (tl_why_not_card_get_type ())
G_DECLARE_FINAL_TYPE (TlWhyNotCard, tl_why_not_card, TL, WHY_NOT_CARD, GtkWidget)

GtkWidget *tl_why_not_card_new (TlEditor *editor);

/* @refused: the step by nodes, on the current variant's state; NULL: nothing that could be repaired. */
void       tl_why_not_card_show (TlWhyNotCard *card, const GError *error, const TlInst *refused);
/* The pair of accesses that is shown; NULL: none. Borrowed until the card changes. */
const TlViolation *tl_why_not_card_violation (TlWhyNotCard *card);
/* The next pair (1), or the one before (-1), in turns. FALSE: it has none, or is not shown. */
gboolean   tl_why_not_card_walk (TlWhyNotCard *card, int by);
/* Takes the step as a draft where only an order speaks against it. FALSE: it is not offered. */
gboolean   tl_why_not_card_draft (TlWhyNotCard *card);
/* FALSE: it was not shown. */
gboolean   tl_why_not_card_close (TlWhyNotCard *card);
/* Gives the keyboard focus to Fix, or to the card where there is none. FALSE: it is not shown. */
gboolean   tl_why_not_card_focus (TlWhyNotCard *card);

G_END_DECLS
