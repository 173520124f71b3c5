/* SPDX-License-Identifier: Apache-2.0 */
/* Whether parts of a program may change places: what each reads and writes, and whether two of them can meet. */
#pragma once

#include "core/arith/int-set.h"
#include "core/ir/walk.h"

G_BEGIN_DECLS

typedef struct
{
  const TlRegion *reads;
  guint           n_reads;
  const TlRegion *writes;
  guint           n_writes;
} TlAccesses;

/* Of one run of @stmt, in terms of the variables outside of it. In @arena. */
TlAccesses      tl_stmt_accesses (TlArena *arena, const TlStmt *stmt);
/* The same with variables replaced by @values, then all values of @iters taken together. */
TlAccesses      tl_accesses_relax (TlArena *arena, const TlAccesses *accesses, GHashTable *values, const TlIter *iters, guint n_iters);
/* A buffer that both touch, at least one of them writing, in places that @analyzer cannot tell apart; NULL if there is none. */
const TlBuffer *tl_accesses_conflict (TlAnalyzer *analyzer, TlArena *arena, const TlAccesses *a, const TlAccesses *b);

G_END_DECLS
