/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ui/explore/editor.h"

G_BEGIN_DECLS

/**
 * TlWhyNotCard: says why a step was refused, with the loops and blocks at fault, which a click selects, and the steps that make it
 * legal, once they are found in the background. It goes away with the next edit or selection.
 *
 * Signals: "closed": it goes away, and so does the focus if it has it.
 */
#define TL_TYPE_WHY_NOT_CARD (tl_why_not_card_get_type ())
G_DECLARE_FINAL_TYPE (TlWhyNotCard, tl_why_not_card, TL, WHY_NOT_CARD, GtkWidget)

GtkWidget *tl_why_not_card_new (TlEditor *editor);

/* @refused: the step by nodes, on the current variant's state; NULL: nothing that could be repaired. */
void       tl_why_not_card_show (TlWhyNotCard *card, const GError *error, const TlInst *refused);
/* FALSE: it was not shown. */
gboolean   tl_why_not_card_close (TlWhyNotCard *card);
/* Gives the keyboard focus to Fix, or to the card where there is none. FALSE: it is not shown. */
gboolean   tl_why_not_card_focus (TlWhyNotCard *card);

G_END_DECLS
