/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes that one iteration of a loop touches, and the operations of a program. */
#pragma once

#include "core/arith/int-set.h"
#include "core/device/peak.h"
#include "core/ir/path.h"

G_BEGIN_DECLS

typedef struct
{
  const TlBuffer *buffer;
  gboolean        is_read;
  gboolean        is_written;
  TlRegion        region;        /* of one iteration of the loop (all loops outside fixed) */
  gint64          n_elements;    /* of the region; -1 symbolic */
  gint64          n_bytes;
} TlTouched;

typedef struct
{
  TlNodeId   node;               /* the loop or block; 0: not one iteration of one */
  TlTouched *touched;            /* in the footprint's arena */
  guint      n_touched;
  gint64     total_bytes;        /* distinct bytes touched by one iteration; -1 symbolic */
} TlFootprint;

/* One iteration of loop @id, or one instance of block @id. NULL if there is no such node. In @arena. */
TlFootprint *tl_footprint_of (TlArena *arena, const TlModule *module, TlNodeId id);
/* The same, made once: @known has those of the module by id. */
TlFootprint *tl_footprint_known (GHashTable *known, TlArena *arena, const TlModule *module, TlNodeId id);
/* The same of all iterations of loop @id, or all instances of the block while what is around it stands still. */
TlFootprint *tl_footprint_of_all (TlArena *arena, const TlModule *module, TlNodeId id);
/* The same of all that runs while @stmt runs once and what is around it stands still. No node is named. */
TlFootprint *tl_footprint_of_stmt (TlArena *arena, const TlStmt *stmt);

/* Floating-point (or integer, for integer programs) operations of the function as TVM counts them; -1 if symbolic. */
double       tl_func_flops (const TlPrimFunc *func);
/* The same of one run of a statement. */
double       tl_stmt_flops (const TlStmt *stmt);
/* Those of the function as a formula of the extents that are no numbers: "2*n*m*k", "4194304". Free with g_free. */
char        *tl_func_flops_text (const TlPrimFunc *func);
/*
 * The operations that no schedule and no compiler can spare, by the instructions that do them: those of sums whose results are all asked
 * for. 0 where nothing is certain, as for what is computed element by element.
 */
void         tl_func_least_operations (const TlPrimFunc *func, double operations[TL_N_PEAKS]);

G_END_DECLS
