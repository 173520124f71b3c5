/* SPDX-License-Identifier: Apache-2.0 */
/* Where the header of a loop, the card of a block or a buffer of it can be dropped, and the step that each drop would be. */
#pragma once

#include "core/draw/nest.h"
#include "core/session/steps/dry-runs.h"

G_BEGIN_DECLS

typedef enum
{
  TL_DROP_ABOVE,    /* the line above a row */
  TL_DROP_INSIDE,   /* the line below it: above all that it contains */
  TL_DROP_ONTO,     /* fuse with it; of a block: compute it there; of a buffer: copy it there */
} TlDropPlace;

typedef struct
{
  TlDropPlace place;
  guint       item;
  gboolean    is_own;    /* in the perfect nest of the dragged loop */
  guint       run;       /* index of the step */
  gint        other_run; /* of the one that is taken where that is refused; -1: none */
} TlDropSlot;

typedef struct
{
  const TlNest *nest;                   /* borrowed */
  guint         from;                   /* item index of the dragged loop or block */
  guint         chain[TL_MAX_CHAIN];    /* a loop's perfect nest; empty of a block */
  guint         n_chain;
  guint         position;               /* of the dragged loop in it */
  const TlBuffer *buffer;               /* of block @from; NULL: the loop or block itself is dragged */
  GArray       *slots;                  /* TlDropSlot */
  TlDryRuns    *runs;
} TlNestDrops;

/* Of item @from of @nest, which shows @state; @hidden: of the nest's items, nothing is dropped there. Nothing is tried yet. */
TlNestDrops      *tl_nest_drops_new (const TlNest *nest, const gboolean *hidden, TlState *state, guint from);
/* Of a buffer of block @from, by its index among the reads or writes. */
TlNestDrops      *tl_nest_drops_new_for_buffer (const TlNest *nest, const gboolean *hidden, TlState *state, guint from, guint buffer,
                                                gboolean is_write);
void              tl_nest_drops_free (TlNestDrops *drops);
const TlDropSlot *tl_nest_drops_slot (const TlNestDrops *drops, guint index);
/* The slot at a point of row @row, which is @share of its height below its top: fuse in the middle of a neighbour. -1: none. */
gint              tl_nest_drops_find (const TlNestDrops *drops, guint row, double share);

gboolean          tl_nest_drops_is_known (const TlNestDrops *drops, guint slot);
/* Why the drop is refused; NULL: legal, or not known yet. */
const char       *tl_nest_drops_refusal (const TlNestDrops *drops, guint slot);
/* The index of the step to take: a legal one, if one is known. */
guint             tl_nest_drops_run (const TlNestDrops *drops, guint slot);

/* The argument of reorder that moves @position of a perfect nest before @slot: the loops in their new order, only the part that changes. */
TlArg             tl_reorder_arg (const TlNest *nest, TlArena *arena, const guint *chain, guint position, guint slot);

G_END_DECLS
