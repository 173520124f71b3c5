/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/**
 * TlPacemaker: a program that is timed beside every candidate, so that candidates which are measured seconds or minutes apart can be told as of one
 * speed of the machine. Where clocks change or others share its processors that speed may halve, and the better of two candidates would be the
 * one that had the better moment. Kernels of one kind suffer alike, so it should be one of those that are compared. One that takes long
 * (TL_PACE_SELDOM_S) would take the time of candidates: it is timed beside one now and then, a twentieth of the time, and those in between are told
 * as of the speed that it found last. That follows a speed which drifts within minutes, not one that jumps within a second. Thread-safe.
 */
typedef struct _TlPacemaker TlPacemaker;

#define TL_PACE_SELDOM_S 1e-3

/* @state's program; @latency_s: what a run of it takes at the speed that all times are to be told as of. */
TlPacemaker *tl_pacemaker_new (TlState *state, double latency_s);
double       tl_pacemaker_latency (const TlPacemaker *pacemaker);
TlState     *tl_pacemaker_state (const TlPacemaker *pacemaker);   /* borrowed */
void         tl_pacemaker_free (TlPacemaker *pacemaker);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlPacemaker, tl_pacemaker_free)

G_END_DECLS
