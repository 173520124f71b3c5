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
} TlScheduleBuilder;

void     tl_schedule_builder_init (TlScheduleBuilder *builder, TlState *start);
void     tl_schedule_builder_clear (TlScheduleBuilder *builder);
/* The state reached, or NULL with @error. Clears @builder. */
TlState *tl_schedule_builder_finish (TlScheduleBuilder *builder, GError **error);

/*
 * Applies the primitive @name. Gives the index of the first random variable it makes; there are tl_schedule_builder_n_rvs () of them after
 * it.
 */
guint    tl_schedule_builder_add (TlScheduleBuilder *builder, const char *name, const TlArg *args, guint n_args);
#define tl_schedule_builder_do(builder, name, ...) \
  tl_schedule_builder_add ((builder), (name), (const TlArg[]) { __VA_ARGS__ }, G_N_ELEMENTS (((const TlArg[]) { __VA_ARGS__ })))
guint    tl_schedule_builder_n_rvs (const TlScheduleBuilder *builder);

/* Where a step may be refused without harm: remember, try, and go back. Both take the mark. */
TlState *tl_schedule_builder_mark (const TlScheduleBuilder *builder);               /* new reference */
gboolean tl_schedule_builder_accept (TlScheduleBuilder *builder, TlState *mark);    /* TRUE if nothing was refused since; else goes back */
void     tl_schedule_builder_rewind (TlScheduleBuilder *builder, TlState *mark);    /* goes back, whatever was refused */

/* Arguments in the schedule's arena. */
TlArg    tl_schedule_builder_string (TlScheduleBuilder *builder, const char *text);
TlArg    tl_schedule_builder_rvs (TlScheduleBuilder *builder, const guint *rvs, guint n_rvs);       /* a list of variables */
TlArg    tl_schedule_builder_ints (TlScheduleBuilder *builder, const gint64 *values, guint n);
TlArg    tl_schedule_builder_floats (TlScheduleBuilder *builder, const double *values, guint n);

/* The loop or block that a variable stands for now; NULL if it is gone. */
const TlStmt *tl_schedule_builder_stmt (const TlScheduleBuilder *builder, guint rv);
/* The extent of the loop; 0 if it is no number or the loop is gone. */
gint64   tl_schedule_builder_extent (const TlScheduleBuilder *builder, guint loop_rv);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlScheduleBuilder, tl_schedule_builder_clear)

G_END_DECLS
