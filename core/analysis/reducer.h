/* SPDX-License-Identifier: Apache-2.0 */
/* The commutative reducers of TVM, found in a reduction block's init and update and built anew. */
#pragma once

#include "core/ir/stmt.h"

G_BEGIN_DECLS

#define TL_REDUCER_MAX_RESULTS 2

typedef struct _TlReducer TlReducer;   /* a row of the table in reducer.c */

/**
 * TlReduction: a block's init and update as "results = reducer (results, values)", in the order of the init's stores. Arrays are
 * borrowed from the block.
 */
typedef struct
{
  const TlReducer     *reducer;
  guint                n;                                     /* results: buffers that are written */
  const TlBuffer      *buffers[TL_REDUCER_MAX_RESULTS];
  const TlExpr        *identities[TL_REDUCER_MAX_RESULTS];
  const TlExpr        *values[TL_REDUCER_MAX_RESULTS];        /* independent of the buffers */
  const TlExpr *const *indices;                               /* of all stores and of what they accumulate into */
  guint                n_indices;
} TlReduction;

/*
 * FALSE, with a sentence in *@why (free with g_free), if @block does not store its results in the one form that can be taken apart or
 * what it does with them is no known reducer.
 */
gboolean      tl_reduction_match (TlArena *arena, const TlBlock *block, TlReduction *reduction, char **why);

/*
 * "a = …; b = …" where no value needs what the statements before store: the block with names for the values, as tl_reduction_match() knows
 * reducers of several results. Other blocks stay as they are.
 */
TlBlock       tl_block_name_updates (TlArena *arena, const TlBlock *block);

/*
 * buffers[indices] = reducer (buffers[indices], values), one store for each result; several results are first bound to names "v_<buffer>",
 * since each update reads all old results.
 */
const TlStmt *tl_reduction_update (TlArena *arena, const TlReduction *reduction, const TlBuffer *const *buffers,
                                   const TlExpr *const *indices, guint n_indices, const TlExpr *const *values);
/* buffers[indices] = values. */
const TlStmt *tl_reduction_store (TlArena *arena, const TlReduction *reduction, const TlBuffer *const *buffers,
                                  const TlExpr *const *indices, guint n_indices, const TlExpr *const *values);

G_END_DECLS
