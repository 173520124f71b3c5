/* SPDX-License-Identifier: Apache-2.0 */
/* Files of NumPy from anywhere, archives and single arrays: tensors whose elements can all be read, or an error. */
#include "core/interp/npz.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
read_elements (TlTensor *tensor)
{
  for (gint64 i = 0; i < tensor->n_elements; i++)
    tl_tensor_get (tensor, i);
}

static void
check_archive (GBytes *bytes)
{
  g_autoptr (GError)     error = NULL;
  g_autoptr (GHashTable) tensors = tl_npz_parse (bytes, &error);
  GHashTableIter         iter;
  gpointer               tensor;

  g_assert_true ((tensors == NULL) == (error != NULL));
  if (tensors == NULL)
    return;
  g_hash_table_iter_init (&iter, tensors);
  while (g_hash_table_iter_next (&iter, NULL, &tensor))
    read_elements (tensor);
}

/* The checksums of an archive keep most changes from what reads arrays. */
static void
check_array (GBytes *bytes)
{
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlTensor) tensor = tl_npy_parse ("x", bytes, &error);

  g_assert_true ((tensor == NULL) == (error != NULL));
  if (tensor != NULL)
    read_elements (tensor);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);

  check_archive (bytes);
  check_array (bytes);
  return 0;
}
