/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which axes of a block play the parts of a tensor intrinsic's: what is to be done to a convolution to make it the product of two matrices.
 */
#pragma once

#include "core/space/rules/rule-checks-private.h"

G_BEGIN_DECLS

/* The block's and the intrinsic's loads, and what each access of the block becomes. In the arena it was made in. */
typedef struct
{
  guint              n_reads;
  const TlIndexMap **reads;      /* for each read of the block: from its axes, as far as they occur there, to the operand's indices */
  const guint       *operands;   /* for each read: which load of the description it is, 0 or 1 */
  const TlIndexMap  *write;
  const TlIndexMap  *axes;       /* from all axes of the block to those in all accesses, then the description's */
  guint              n_outer;    /* axes that occur in all accesses */
  guint              n_inner;    /* the description's */
  const gint64      *extents;    /* n_inner: the description's */
} TlIntrinMapping;

/*
 * NULL unless block and description store the same expression of as many loads, and each axis of the block occurs in the same of these
 * accesses as some axis of the description does, or in all. Axes that occur in the same accesses become one.
 */
const TlIntrinMapping *tl_rule_map_to_intrin (TlArena *arena, const TlBlock *block, const TlTensorIntrins *intrins, const char *name);

G_END_DECLS
