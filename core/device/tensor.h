/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/base/dtype.h"
#include "core/base/random.h"

G_BEGIN_DECLS

#define TL_TENSOR_MAX_DIMS 16

/**
 * TlTensor: a dense row-major array in host memory, reference-counted. Data is 2 MiB aligned and huge-page advised when large.
 */
typedef struct
{
  gint     ref_count;
  TlDType  dtype;
  guint    n_dims;
  gint64   shape[TL_TENSOR_MAX_DIMS];
  gint64   n_elements;
  gsize    n_bytes;
  gpointer data;
  gboolean is_shared;        /* MAP_SHARED: a forked worker writes into it */
  gboolean is_borrowed;      /* @data is somebody else's */
} TlTensor;

/* Zero-filled. NULL with G_IO_ERROR_NO_SPACE if the memory cannot be had. */
TlTensor *tl_tensor_new (TlDType dtype, const gint64 *shape, guint n_dims, gboolean shared, GError **error);
/* Of the type and shape of @like, in memory that outlives it. */
TlTensor *tl_tensor_new_on (const TlTensor *like, gpointer data);
TlTensor *tl_tensor_ref (TlTensor *tensor);
void      tl_tensor_unref (TlTensor *tensor);
TlTensor *tl_tensor_dup (const TlTensor *tensor);

/* Deterministic inputs: floats uniform in [-1, 1), integers small enough that products sum without surprise, bools 0/1. */
void      tl_tensor_fill_random (TlTensor *tensor, guint64 seed);

/* Element as a double / integer, and back, converting from and to the element type (float16 and bfloat16 too). */
double    tl_tensor_get (const TlTensor *tensor, gint64 index);
void      tl_tensor_set (TlTensor *tensor, gint64 index, double value);
gint64    tl_tensor_get_int (const TlTensor *tensor, gint64 index);

/* The memory of tensors: zero-filled; NULL if there is none. Given back with the size that was asked for. */
gpointer  tl_host_memory_new (gsize n_bytes, gboolean shared);
void      tl_host_memory_free (gpointer memory, gsize n_bytes, gboolean shared);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTensor, tl_tensor_unref)

G_END_DECLS
