/* SPDX-License-Identifier: Apache-2.0 */
/* numpy's arrays, and TVM's, which are the same here but for their text and their device. */
#pragma once

#include "core/device/tensor.h"
#include "core/python/python.h"

G_BEGIN_DECLS

#define TL_ARRAY_MAX_DIMS 8u

/* A view: writing to it writes to all arrays that look at the same tensor. In the interpreter's arena. */
typedef struct
{
  TlTensor   *tensor;      /* owned by the run */
  guint       n_dims;
  gint64      shape[TL_ARRAY_MAX_DIMS];
  gint64      strides[TL_ARRAY_MAX_DIMS];   /* in elements */
  gint64      offset;
  const char *device;      /* "cuda(0)": one of TVM's; NULL: numpy's */
} TlArray;

extern const TlPyClass tl_array_class;

/* Zeros; NULL with an error. */
TlArray  *tl_array_new (TlPyInterp *interp, const TlAst *at, TlDType dtype, const gint64 *shape, guint n_dims);
/* All of a tensor, which is not copied. */
TlArray  *tl_array_over (TlPyInterp *interp, const TlTensor *tensor, const char *device);
TlPyValue tl_array_value (const TlArray *array);
/* A number, a list of lists, or an array as an array: the array itself if it is one. NULL with an error. */
TlArray  *tl_array_of (TlPyInterp *interp, const TlAst *at, const TlPyValue *value);
/* The argument as an array; NULL with an error. */
TlArray  *tl_array_arg (TlPyInterp *interp, const TlPyArgs *args, guint index, const char *name);
gint64    tl_array_n_elements (const TlArray *array);
/* Contiguous, of @dtype, and with memory of its own. NULL with an error. */
TlArray  *tl_array_copy (TlPyInterp *interp, const TlAst *at, const TlArray *array, TlDType dtype);
/* All elements row by row. Free with g_free. */
double   *tl_array_read (const TlArray *array);
void      tl_array_write (TlArray *array, const double *elements);
/*
 * A walk over all elements row by row; position: of the present one in the tensor. Positions computed from a number by division would take
 * most of the time of loops over small arrays.
 */
typedef struct
{
  gint64 position;
  gint64 index[TL_ARRAY_MAX_DIMS];
} TlArrayCursor;

TlArrayCursor tl_array_begin (const TlArray *array);

static inline void
tl_array_advance (const TlArray *array, TlArrayCursor *at)
{
  for (guint d = array->n_dims; d-- > 0;)
    {
      at->position += array->strides[d];
      if (++at->index[d] < array->shape[d])
        return;
      at->position -= array->strides[d] * array->shape[d];
      at->index[d] = 0;
    }
}

/* An element as a value: an int, a float or a bool. */
TlPyValue tl_array_element (const TlArray *array, gint64 position);
/* A view with the dimensions in this order, reversed without @axes; NULL with an error. */
TlArray  *tl_array_permuted (TlPyInterp *interp, const TlAst *at, const TlArray *array, const TlPyList *axes);
/* A shape of a script: (2, 3), [2, 3] or 2. FALSE with an error. */
gboolean  tl_array_to_shape (TlPyInterp *interp, const TlAst *at, const TlPyValue *value, gint64 *shape, guint *n_dims);

/* --- array-math.c --- */
gboolean  tl_array_binary (TlPyInterp *interp, const TlAst *at, const char *op, const TlPyValue *a, const TlPyValue *b, TlPyValue *value);
/* The type of what an operator makes of arrays of these types. */
TlDType   tl_array_common_type (TlDType a, TlDType b);
TlArray  *tl_array_matmul (TlPyInterp *interp, const TlAst *at, const TlArray *a, const TlArray *b);
/* "sum", "max", "argmax" … along @axis, or of all elements without; NULL with an error. */
gboolean  tl_array_reduce (TlPyInterp *interp, const TlPyArgs *args, const char *name, const TlArray *array, guint first_arg,
                           TlPyValue *value);

/* --- array-text.c --- */
/* As numpy prints it; @prefix: columns that later rows are indented by. */
void      tl_array_append_text (GString *out, const TlArray *array, const char *separator, guint prefix);

/* --- array-functions.c --- */
gboolean  tl_array_method (TlPyInterp *interp, const TlPyValue *self, const char *name, const TlPyArgs *args, TlPyValue *value);

G_END_DECLS
