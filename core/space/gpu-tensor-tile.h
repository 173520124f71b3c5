/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of matrices on tensor cores, by ldmatrix and mma.sync, as the default schedule and the search write them:
 *
 *     for blocks of C, blockIdx.x, some columns of them at a time (what they share stays in L2):
 *       for warps, threadIdx.y: a tile of C in fragments = 0
 *       for k0, as a pipeline of several stages:
 *         A, B of a later k0 to shared memory, asynchronously, laid out as they are in memory
 *         for k1, unrolled: fragments of A and B;  tile += A · B
 *       tile → C, straight from the fragments, or by rows of them through shared memory and the epilogue
 *
 * Rows in shared memory are 16 bytes longer than their elements: the eight lines that ldmatrix takes at once lie in different banks. For
 * wgmma, which reads factors where they are, lines have 128 bytes with their pieces permuted, and a tile of C is one row of fragments.
 */
#pragma once

#include "core/space/gpu-product.h"
#include "core/target/target.h"

G_BEGIN_DECLS

#define TL_TENSOR_FRAGMENT   16   /* rows and columns of C in the registers of a warp */
#define TL_TENSOR_PANEL      64   /* columns of a factor in a line of wgmma */
#define TL_TENSOR_SHORT_LINE 64   /* bytes of a line of a factor in shared memory; else lines are longer, or shorter than any vector tile */

/* The instructions' names of the types. */
typedef struct
{
  TlDType     factor, sum;
  const char *load, *sync, *store;   /* of the tensor intrinsics */
  gboolean    can_transpose;         /* lines of a factor in memory may run along its rows */
  const char *wide;                  /* the factor's type in the names of wgmma; NULL: it has none */
} TlTensorType;

/* Sizes are numbers or variables of the trace; first along the rows of C, then along its columns. */
typedef struct
{
  TlArg    warps[2];       /* of a block of threads */
  TlArg    fragments[2];   /* of a warp */
  TlArg    k_steps;        /* of an instruction each, in one of the loop over k */
  TlArg    n_ahead;        /* of the steps of that loop, by which copies run ahead; the number 0: they do not */
  gint64   turn_columns;   /* of C, whose blocks run in turns row by row: a multiple of a block's columns */
  gint64   lanes[2];       /* of the vectors by which the factors are copied */
  gboolean rows_apart[2];  /* lines of the copy may have 64 bytes */
  gint64   wide_columns;   /* of C in a warp, by one wgmma: warps are along rows, and k has 128 bytes; 0: mma.sync */
} TlTensorTile;

/* Whether there is mma.sync. */
gboolean tl_tensor_check_target (const TlTarget *target, char **why);
/* Whether the product's factors can be read by wgmma, in its layouts. */
gboolean tl_tensor_has_wgmma (const TlTarget *target, const TlGpuProduct *product, const TlTensorType *type);
/* Whether tensor cores compute the product; chooses the layouts of its copies, which follow memory where the instructions take that. */
gboolean tl_tensor_check_product (TlGpuProduct *product, const TlTensorType **type, char **why);
/* Of @n columns, in blocks of up to @columns: how many run in turns, in whole turns. */
gint64   tl_tensor_turn_columns (gint64 n, gint64 columns);
/*
 * Schedules the product, which is normalized to whole tiles. @is_direct: fragments are stored to C at once; refused where something else
 * than a copy puts them there.
 */
void     tl_tensor_tile_write (TlGpuProduct *product, const TlTensorType *type, const TlTensorTile *tile, gboolean is_direct);

G_END_DECLS
