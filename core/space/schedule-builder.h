/* SPDX-License-Identifier: Apache-2.0 */
/* Writing a schedule from code: instructions one after the other, as a script would. */
#pragma once

#include "core/schedule/state.h"

G_BEGIN_DECLS

/* A growing schedule. The first refusal is kept and makes the steps after it do nothing, so it is looked at once, in the end. */
typedef struct
{
  TlState *state;    /* owned */
  TlArena *arena;    /* owned: arguments */
  GError  *error;    /* owned */
} TlSteps;

void     tl_steps_init (TlSteps *steps, TlState *start);
void     tl_steps_clear (TlSteps *steps);
/* The state reached, or NULL with @error. Clears @steps. */
TlState *tl_steps_finish (TlSteps *steps, GError **error);

/* Applies the primitive @name. Gives the index of the first random variable it makes; there are tl_steps_n_rvs () of them after it. */
guint    tl_steps_add (TlSteps *steps, const char *name, const TlArg *args, guint n_args);
#define tl_steps_do(steps, name, ...) \
  tl_steps_add ((steps), (name), (const TlArg[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const TlArg[]) { __VA_ARGS__ })))
guint    tl_steps_n_rvs (const TlSteps *steps);

/* Where a step may be refused without harm: remember, try, and go back. */
TlState *tl_steps_mark (const TlSteps *steps);               /* new reference */
gboolean tl_steps_accept (TlSteps *steps, TlState *mark);    /* TRUE if all went well since; else back to @mark, which is dropped either way */

/* Arguments in the schedule's arena. */
TlArg    tl_steps_string (TlSteps *steps, const char *text);
TlArg    tl_steps_rvs (TlSteps *steps, const guint *rvs, guint n_rvs);       /* a list of variables */
TlArg    tl_steps_ints (TlSteps *steps, const gint64 *values, guint n);
TlArg    tl_steps_floats (TlSteps *steps, const double *values, guint n);

/* The loop or block that a variable stands for now; NULL if it is gone. */
const TlStmt *tl_steps_stmt (const TlSteps *steps, guint rv);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlSteps, tl_steps_clear)

G_END_DECLS
