/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of a kernel's threads to memory that others see, and whether two of them may meet. */
#pragma once

#include "core/arith/index-equations.h"
#include "core/ir/kernel.h"
#include "core/lower/lower-private.h"

G_BEGIN_DECLS

/* A loop around an access; of one that has gone on since to the next iteration. */
typedef struct
{
  const TlLoop *loop;
  gboolean      is_earlier;
  gboolean      is_previous;   /* the iteration right before; else any earlier one */
} AccessLoop;

/* Plain data in the arena. */
typedef struct
{
  const TlBuffer     *buffer;
  const TlExpr       *first;     /* position; NULL: anywhere */
  gint64              span;      /* positions from @first on */
  gboolean            is_write;
  gboolean            is_async;  /* until a wait behind it */
  AccessLoop         *loops;     /* outermost first */
  guint               n_loops;
  const TlExpr *const *conds;    /* what holds */
  guint               n_conds;
} SharedAccess;

/*
 * Whether two different threads of a block may touch one element, the first in @from and the second in @to. @values: TlVar of a let →
 * TlExpr.
 */
gboolean tl_thread_accesses_conflict (TlArena *arena, const TlKernel *kernel, GHashTable *values, const SharedAccess *from,
                                      const SharedAccess *to);

/* The values of its variable; wide ones where they are not known. */
void     tl_access_loop_bounds (const TlLoop *loop, gint64 *low, gint64 *high);
/* @cond holds on @side. FALSE: a part of it is no comparison of affine expressions, and nothing is said of that. */
gboolean tl_access_assume (TlArena *arena, TlIndexEquations *equations, guint side, const TlExpr *cond);

G_END_DECLS
