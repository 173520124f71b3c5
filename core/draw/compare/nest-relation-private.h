/* SPDX-License-Identifier: Apache-2.0 */
/* How much an item of one nest has to do with one of another: what the alignment weighs. */
#pragma once

#include "core/draw/compare/axis-part.h"
#include "core/draw/compare/nest-alignment.h"

G_BEGIN_DECLS

/* A loop's part of one axis of a block in it. */
typedef struct
{
  guint      block;     /* number of its name: see TlNestRelations */
  guint      axis;
  gboolean   is_init;   /* the block is one that decompose_reduction took out of it */
  TlAxisPart part;
} TlLoopPart;

typedef struct
{
  GArray  *parts;       /* TlLoopPart; of a loop */
  guint    block;       /* of a block: the number of its name … */
  gboolean is_init;     /* … and whether it sets what another one adds up */
} TlRelated;

typedef struct
{
  const TlNest *nests[TL_COMPARED_MAX];    /* borrowed */
  TlRelated    *related[TL_COMPARED_MAX];  /* one for each item */
  TlNodeId      shared[TL_COMPARED_MAX][TL_COMPARED_MAX];   /* ids below it name the same loops and blocks in both */
  guint         n_columns;
} TlNestRelations;

TlNestRelations *tl_nest_relations_new (TlState *const *states, TlNest *const *nests, guint n_columns);
void             tl_nest_relations_free (TlNestRelations *relations);

/* The worth of a row in which both stand; 0: they have nothing in common. */
double           tl_nest_relation (const TlNestRelations *relations, guint a, guint item_a, guint b, guint item_b);
/* Whether the loops run through a common part of an axis of the same block. */
gboolean         tl_nest_loops_meet (const TlNestRelations *relations, guint a, guint item_a, guint b, guint item_b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlNestRelations, tl_nest_relations_free)

G_END_DECLS
