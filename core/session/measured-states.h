/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/report.h"
#include "core/session/session.h"

G_BEGIN_DECLS

/*
 * The measured states of the shown function in all variants, as points of a roofline: for each variant those on the way to its present
 * state, oldest first, or where none of them was measured the last one beyond. GArray of TlMeasuredState, free with g_array_unref; empty
 * without a program.
 */
GArray *tl_session_measured_states (TlSession *session);
/* All members of an empty @report but its version, on @variant at its present state. The program must be open. */
void    tl_session_fill_report (TlSession *session, TlVariant *variant, TlReport *report);

G_END_DECLS
