/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/search/decision-reader.h"

G_BEGIN_DECLS

/* The decisions that led to @state, postprocessing excluded: GArray of TlDecisionSlot, which owns nothing: clear each. */
GArray *tl_decision_slots (const TlState *state);
void    tl_decision_slot_clear (gpointer slot);

G_END_DECLS
