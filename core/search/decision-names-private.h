/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/search/decision-reader.h"

G_BEGIN_DECLS

/* The decisions that led to @state, postprocessing excluded: GArray of TlDecisionSlot, which owns nothing. */
GArray *tl_decision_slots (const TlState *state);

G_END_DECLS
