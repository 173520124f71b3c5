/* SPDX-License-Identifier: Apache-2.0 */
/* Two accesses to one element, and how many iterations of the loops around both lie between them. */
#pragma once

#include "core/ir/path.h"

G_BEGIN_DECLS

typedef enum
{
  TL_DEPENDENCE_FLOW,     /* a read after a write */
  TL_DEPENDENCE_ANTI,     /* a write after a read */
  TL_DEPENDENCE_OUTPUT,   /* a write after a write */
} TlDependenceKind;

/* A load or store in a block's body. Borrowed from the module. */
typedef struct
{
  const TlBlock       *block;     /* the innermost around it */
  const TlBuffer      *buffer;
  const TlExpr *const *indices;
  guint                n_indices;
  gboolean             is_write;
} TlBodyAccess;

/* The distance differs from one pair of instances to another. */
#define TL_DISTANCE_ANY G_MININT64

/* Plain data in an arena. */
typedef struct
{
  TlDependenceKind     kind;
  const TlBodyAccess      *from, *to;
  const TlLoop *const *loops;       /* around both blocks, outermost first */
  const gint64        *distances;   /* one for each of them: the nearest pair's; TL_DISTANCE_ANY */
  guint                n_loops;
  gint                 carrier;     /* the outermost loop whose distance is not 0; -1: none */
} TlDependence;

/*
 * The dependences from block @from to block @to (the same one, perhaps) that @loop, which is around both, carries: the same iteration of
 * the loops outside of it, a later one of @loop. One for each pair of accesses; of a block's accesses to what it updates, the flow stands
 * for all. Predicates of blocks are left aside, and indices that are no affine expressions may be anything. GPtrArray of
 * const TlDependence *, in @arena; caller frees.
 */
GPtrArray *tl_dependences_carried (TlArena *arena, const TlModule *module, TlNodeId from, TlNodeId to, TlNodeId loop);
/*
 * The same by any loop, each pair once: within one iteration of all of them where @from runs before @to in it, else carried by the
 * innermost that carries it.
 */
GPtrArray *tl_dependences_between (TlArena *arena, const TlModule *module, TlNodeId from, TlNodeId to);

/* "(0, 0, 1)"; "*" for TL_DISTANCE_ANY; "" where no loop is around both. Free with g_free. */
char      *tl_dependence_vector_text (const TlDependence *dependence);
/* "C[vi, vj]". Free with g_free. */
char      *tl_access_to_text (const TlBodyAccess *access);

G_END_DECLS
