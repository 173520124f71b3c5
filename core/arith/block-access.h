/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/int-set.h"

G_BEGIN_DECLS

/*
 * Regions read and written by a block's body (and init), as TVM infers them: one point or box per buffer in order of first access,
 * indices of several accesses united; reads of a reduction block leave out the buffer it updates. Buffers whose address is given away come
 * last, whole, among reads and writes. For @axes that run outside, variables stay symbolic; loops inside are relaxed.
 */
void      tl_infer_block_access (TlArena *arena, const TlBlock *block, const TlRegion **reads, guint *n_reads,
                                 const TlRegion **writes, guint *n_writes);

/*
 * The region of one load or store: of vector indices all between the ends of a ramp, the whole dimension where these are not constant;
 * the whole buffer if it has another number of dimensions.
 */
TlRegion  tl_region_accessed (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices);

G_END_DECLS
