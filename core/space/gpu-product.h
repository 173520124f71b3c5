/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of products as products of matrices, C[b, i, j] = Σk A[b, k, i] · B[b, k, j], whatever their buffers and loops look like: batches,
 * transposes, several axes of a kind, convolutions (whose image is A or B by way of its windows).
 *
 *     read        which axes of the block are b, i, j and k: those of all three buffers, of two of them, of the factors alone
 *     normalize   copies of the factors and of the result are laid out so (reindex, transform_layout), the block runs over four axes; axes
 *                 are rounded up to whole tiles, with zeros; producers go into the copies of the factors, the epilogue into the result's
 */
#pragma once

#include "core/space/block-product.h"

G_BEGIN_DECLS

#define TL_GPU_VECTOR_BYTES 16   /* the widest access of a thread */
#define TL_GPU_WARP         32   /* threads whose accesses are served together; a good number of them also where no warp is assumed */

typedef enum { TL_GPU_B, TL_GPU_I, TL_GPU_J, TL_GPU_K, TL_GPU_N_ROLES } TlGpuRole;

typedef struct
{
  const TlBlockOperand *operand;    /* borrowed from the product */
  TlGpuRole               rows;       /* TL_GPU_I or TL_GPU_J */
  gboolean                is_along;   /* neighbours in memory are neighbours along @rows, else along k */
  gint64                  lanes;      /* of vectors along @rows; 1: none */
  gboolean                k_last;     /* the copy is laid out by rows of k, else by k of rows */
  gint                    producer;   /* variable of the block that goes into the copy; -1: none */
  guint                   rv;         /* of the copy */
} TlGpuFactor;

typedef struct
{
  TlScheduleBuilder *builder;    /* borrowed */
  TlBlockNest        nest;
  TlBlockProduct   product;
  guint              axes[TL_GPU_N_ROLES][TL_NEST_MAX_LOOPS];   /* axes of the block, outermost first */
  guint              n_axes[TL_GPU_N_ROLES];
  gint64             extents[TL_GPU_N_ROLES];    /* 0: symbolic, never of k */
  TlGpuFactor        factors[2];     /* that of i, that of j */
  gint64             result_lanes;   /* of vectors along j */
  gboolean           has_windows;    /* an index of a factor is made of several axes */
  gint               epilogue;       /* variable of the elementwise consumer that goes with it; -1: none */
  guint              result_rv;      /* of the block that writes the result to its place */
  guint              loops[TL_GPU_N_ROLES];   /* variables, after normalization */
} TlGpuProduct;

/* Of the block, without an epilogue or producers, which the caller sets. */
gboolean tl_gpu_product_read (TlScheduleBuilder *builder, guint block_rv, TlGpuProduct *product, char **why);
/* Elements of the factor along the last axis of @role that a thread may read as a vector; 1: none. */
gint64   tl_gpu_product_lanes (const TlGpuProduct *product, const TlGpuFactor *factor, TlGpuRole role);
/* Axes are rounded up to multiples of @tile. */
void     tl_gpu_product_normalize (TlGpuProduct *product, const gint64 tile[TL_GPU_N_ROLES]);

G_END_DECLS
