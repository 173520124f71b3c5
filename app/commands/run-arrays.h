/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the arguments of a run from NumPy files, and writes results to them or to standard output. */
#pragma once

#include "core/interp/interp.h"

G_BEGIN_DECLS

/*
 * Tensors for the parameters of @func, from the arrays of @path: by name of the parameter or its buffer, or by position (arr_0, arr_1 …).
 * Parameters that the function writes may be missing; they are zeros then. @path NULL: random tensors, the same each time. @declared: the
 * function before its extents got values; its scalar parameters may be in @path, too. Container of TlTensor, NULL with @error.
 */
GPtrArray *tl_run_arrays_read (const TlPrimFunc *func, const TlPrimFunc *declared, const char *path, GError **error);

/*
 * Adds "n=32" to @shapes for each symbolic extent of @func that an array or a scalar in @path determines. FALSE with @error if two arrays,
 * or an array and a value already in @shapes, do not agree.
 */
gboolean   tl_run_arrays_add_shapes (const TlPrimFunc *func, const char *path, char ***shapes, GError **error);

/* Writes the result arrays, each named after its buffer. */
gboolean   tl_run_arrays_write (const TlPrimFunc *func, const GPtrArray *results, const char *path, GError **error);
/* Prints arrays as NumPy does: for large arrays only the first and last elements of each dimension. */
void       tl_run_arrays_print (const TlPrimFunc *func, const GPtrArray *results);

G_END_DECLS
