/* SPDX-License-Identifier: Apache-2.0 */
/* Safetensors files from anywhere: tensors whose bytes can all be read, or an error. */
#include "core/graph/import/safetensors.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (GBytes)     bytes = g_bytes_new (data, size);
  g_autoptr (GError)     error = NULL;
  g_autoptr (GHashTable) tensors = tl_safetensors_parse (arena, bytes, &error);
  GHashTableIter         iter;
  gpointer               tensor;
  gsize                  sum = 0;

  g_assert_true ((tensors == NULL) == (error != NULL));
  if (tensors == NULL)
    return 0;
  g_hash_table_iter_init (&iter, tensors);
  while (g_hash_table_iter_next (&iter, NULL, &tensor))
    for (gsize i = 0; i < ((TlTensor *) tensor)->n_bytes; i++)
      sum += ((const guint8 *) ((TlTensor *) tensor)->data)[i];
  g_assert_cmpuint (sum, <=, size * 255);
  return 0;
}
