/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/arith/analyzer.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/target/target.h"

G_BEGIN_DECLS

/*
 * Descriptors of wgmma, 64 bits: the number of 16 bytes at which a factor begins in shared memory, from bit 16 on how far apart the next 64
 * columns are, from bit 32 on the next eight lines, and that pieces of 16 bytes change places in lines of 128 bytes.
 */
#define TL_WGMMA_ADDRESS_SHIFT 4
#define TL_WGMMA_ADDRESS_MASK  0x3fffull
#define TL_WGMMA_COLUMNS_SHIFT 16
#define TL_WGMMA_LINES         (64ull << 32 | 1ull << 62)
#define TL_WGMMA_ALONG_K       (1ull << TL_WGMMA_COLUMNS_SHIFT)   /* there is nothing in that place */

/*
 * The offset at which the factor that @call loads begins for the first of the four warps in a row that multiply together. NULL with *@why,
 * free with g_free: the target has no wgmma, or the instruction does not read what the call says: other lines than permuted ones of 128
 * bytes, other rows of A than 16 for each warp in order, or of B not the same for all four.
 */
const TlExpr *tl_wgmma_factor_offset (TlAnalyzer *analyzer, TlArena *arena, const TlKernel *kernel, const TlTarget *target,
                                      const TlMatrixCall *call, char **why);

G_END_DECLS
