/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A step of a loop nest as a small picture that moves: rows of loops and blocks go from their old to their new places. A loop that was
 * split parts in two, loops that were fused join, others appear or vanish.
 */
#pragma once

#include "core/draw/nest.h"
#include "core/draw/palette.h"
#include "core/schedule/state.h"

G_BEGIN_DECLS

/* A row before and after; -1: it is not there. One row may have several. */
typedef struct
{
  gint     from, to;
  gboolean is_changed;   /* it looks another way */
} TlNestMove;

/* Immutable. */
typedef struct
{
  TlNest *before, *after;
  GArray *moves;            /* TlNestMove, in the order in which they are drawn */
} TlNestTransition;

/* Of the last step of @state, in function @func_name. */
TlNestTransition *tl_nest_transition_new (TlState *state, const char *func_name);
void              tl_nest_transition_free (TlNestTransition *transition);

/* Of both nests side by side: twice the width. */
void              tl_nest_transition_size (const TlNestTransition *transition, double *width, double *height);
/* @t: 0 before the step … 1 after it. Paints no background. */
void              tl_draw_nest_transition (cairo_t *cr, const TlNestTransition *transition, double t, const TlPalette *palette,
                                           double width);
/* Both side by side, for those who do not want things to move. */
void              tl_draw_nest_transition_still (cairo_t *cr, const TlNestTransition *transition, const TlPalette *palette, double width);
/* "Before: loop i 16, loop j 16, block B. After: …" Free with g_free. */
char             *tl_nest_transition_text (const TlNestTransition *transition);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlNestTransition, tl_nest_transition_free)

G_END_DECLS
