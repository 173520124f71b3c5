/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's .npz files: named arrays in a zip file. */
#pragma once

#include <gio/gio.h>

#include "core/device/tensor.h"

G_BEGIN_DECLS

#define TL_NPZ_ERROR (tl_npz_error_quark ())
GQuark tl_npz_error_quark (void);

typedef enum
{
  TL_NPZ_ERROR_FORMAT,        /* no zip file, no array in it, or a part is missing or changed */
  TL_NPZ_ERROR_UNSUPPORTED,   /* an encrypted file, one beyond 4 GiB, an element type that no tensor has */
} TlNpzError;

/*
 * The arrays by name, without ".npy": names are strings that the table owns, values TlTensor, in C order and the machine's byte order
 * whatever the file has. Elements of two opaque bytes are bfloat16, as ml_dtypes writes them. Errors name the array.
 */
GHashTable *tl_npz_read (const char *path, GError **error);
GHashTable *tl_npz_parse (GBytes *bytes, GError **error);
/* One of them: what stands in a .npy file. @name is for errors. */
TlTensor   *tl_npy_parse (const char *name, GBytes *bytes, GError **error);

/* A file for numpy.load. Stored, not deflated; the same tensors always make the same bytes. */
GBytes     *tl_npz_format (const char *const *names, TlTensor *const *tensors, guint n, GError **error);
gboolean    tl_npz_write (const char *path, const char *const *names, TlTensor *const *tensors, guint n, GError **error);

G_END_DECLS
