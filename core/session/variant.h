/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>

#include "core/worker/outcome.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

/**
 * TlVariant: one named schedule of the session's program. Main thread. It stands at a state and remembers the furthest one, so that a
 * look at an earlier step loses nothing; times belong to states, so going back brings the earlier number back. "changed" follows every
 * change.
 */
#define TL_TYPE_VARIANT (tl_variant_get_type ())
G_DECLARE_FINAL_TYPE (TlVariant, tl_variant, TL, VARIANT, GObject)

TlVariant       *tl_variant_new (const char *name, TlState *state);

const char      *tl_variant_name (TlVariant *variant);
const char      *tl_variant_note (TlVariant *variant);       /* never NULL */
TlState         *tl_variant_state (TlVariant *variant);      /* borrowed */
TlState         *tl_variant_tip (TlVariant *variant);        /* borrowed; state or a descendant */
TlVariant       *tl_variant_origin (TlVariant *variant);     /* the one it was branched from; nullable, borrowed */

/*
 * One line for each argument that callers pass in another layout than the program's (core/schedule/interface.h); NULL: none. Free with
 * g_free.
 */
char            *tl_variant_interface (TlVariant *variant);

/* The measurement of function @func_name as it is in the current state, or NULL; also NULL if @func_name is. */
const TlOutcome *tl_variant_outcome (TlVariant *variant, const char *func_name);
/* The latest measurement of the function in any state; @is_stale if the function has changed since. NULL if never measured. */
const TlOutcome *tl_variant_last_outcome (TlVariant *variant, const char *func_name, gboolean *is_stale);
const TlOutcome *tl_variant_outcome_of (TlVariant *variant, TlState *state, const char *func_name);
/* Its median; 0: there is none. */
double           tl_variant_latency_s (TlVariant *variant, TlState *state, const char *func_name);
/* Whether any function was measured in any state. */
gboolean         tl_variant_is_measured (TlVariant *variant);
/* A later measurement of @state that says less than tl_variant_outcome_of; NULL if the latest is shown. */
const TlOutcome *tl_variant_other_outcome_of (TlVariant *variant, TlState *state, const char *func_name);
/* Both in words, for a tooltip: "this time 1.40 ms (1.2–1.9); shown: 1.21 ms (1.18–1.25), 41 samples". NULL: no times. Free with g_free. */
char            *tl_variant_times_text (TlVariant *variant, TlState *state, const char *func_name);

/* Whether it is a branch that was made by a change of an earlier step, neither measured nor renamed since: more changes go into it. */
gboolean         tl_variant_takes_edits (TlVariant *variant);

/* For the session, which records them in its history. */
void             tl_variant_set_takes_edits (TlVariant *variant, gboolean takes_edits);
void             tl_variant_set_name (TlVariant *variant, const char *name);
void             tl_variant_set_note (TlVariant *variant, const char *note);
void             tl_variant_set_origin (TlVariant *variant, TlVariant *origin);
void             tl_variant_set_state (TlVariant *variant, TlState *state, TlState *tip);
/* A measurement that is wider than the one there is does not replace it (tl_latency_is_tighter). */
void             tl_variant_set_outcome (TlVariant *variant, TlState *of_state, const char *func_name, const TlOutcome *outcome);
/*
 * The measurements that this variant tells and takes are those for @target, as text; those for others are kept apart. Measurements from
 * before the first call are for the target of that call.
 */
void             tl_variant_set_target (TlVariant *variant, const char *target);
/* All measurements of @from for its target. */
void             tl_variant_copy_outcomes (TlVariant *variant, TlVariant *from);
gint64           tl_variant_row_id (TlVariant *variant);     /* in the project file; 0: not saved yet */
void             tl_variant_set_row_id (TlVariant *variant, gint64 id);

G_END_DECLS
