/* SPDX-License-Identifier: Apache-2.0 */
/* Where the header of a loop can be dropped, and the step that each drop would be. */
#pragma once

#include "core/draw/nest.h"
#include "core/session/dry-runs.h"

G_BEGIN_DECLS

typedef enum
{
  TL_DROP_ABOVE,    /* the line above a row */
  TL_DROP_INSIDE,   /* the line below it: above all that it contains */
  TL_DROP_ONTO,     /* fuse with it */
} TlDropPlace;

typedef struct
{
  TlDropPlace place;
  guint       item;
  gboolean    is_own;    /* in the perfect nest of the dragged loop */
  guint       run;       /* index of the step */
} TlDropSlot;

typedef struct
{
  const TlNest *nest;                   /* borrowed */
  guint         from;                   /* item index of the dragged loop */
  guint         chain[TL_MAX_CHAIN];    /* its perfect nest */
  guint         n_chain;
  guint         position;               /* of the dragged loop in it */
  GArray       *slots;                  /* TlDropSlot */
  TlDryRuns    *runs;
} TlLoopDrops;

/* Of loop @from of @nest, which shows @state; @hidden: of the nest's items, nothing is dropped there. Nothing is tried yet. */
TlLoopDrops      *tl_loop_drops_new (const TlNest *nest, const gboolean *hidden, TlState *state, guint from);
void              tl_loop_drops_free (TlLoopDrops *drops);
const TlDropSlot *tl_loop_drops_slot (const TlLoopDrops *drops, guint index);
/* The slot at a point of row @row, which is @share of its height below its top: fuse in the middle of a neighbour. -1: none. */
gint              tl_loop_drops_find (const TlLoopDrops *drops, guint row, double share);

/* The argument of reorder that moves @position of a perfect nest before @slot: the loops in their new order, only the part that changes. */
TlArg             tl_reorder_arg (const TlNest *nest, TlArena *arena, const guint *chain, guint position, guint slot);

G_END_DECLS
