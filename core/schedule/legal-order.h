/* SPDX-License-Identifier: Apache-2.0 */
/* From a draft to the same program by steps that break no order. */
#pragma once

#include "core/schedule/trace-edit.h"

G_BEGIN_DECLS

/*
 * The steps that led to @draft with the one that led to @step, which breaks an order, left out or later in the trace, such that fewer steps
 * break one, all apply and the program at the end equals that of @draft. So a reorder that a later one takes back, or one that came before
 * the step that makes it legal. NULL: no such place was found, or it was cancelled. Any thread.
 */
TlEditedSteps *tl_trace_find_legal_order (TlState *draft, TlState *step, GCancellable *cancellable);

G_END_DECLS
