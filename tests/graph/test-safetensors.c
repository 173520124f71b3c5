/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/graph/import/safetensors.h"
#include "tests/must.h"

/* A file of that header, with @n_data bytes 0, 1, 2 … behind it. */
static GBytes *
make_file (const char *header, guint n_data)
{
  guint64     length = strlen (header);
  GByteArray *file = g_byte_array_new ();

  g_byte_array_append (file, (const guint8 *) &length, sizeof length);
  g_byte_array_append (file, (const guint8 *) header, (guint) length);
  for (guint i = 0; i < n_data; i++)
    {
      guint8 byte = (guint8) i;

      g_byte_array_append (file, &byte, 1);
    }
  return g_byte_array_free_to_bytes (file);
}

static void
test_tensors (void)
{
  g_autoptr (TlArena)    arena = tl_arena_new (NULL);
  g_autoptr (GBytes)     file = make_file ("{\"__metadata__\":{\"format\":\"pt\"},"
                                           "\"a\":{\"dtype\":\"U8\",\"shape\":[2,3],\"data_offsets\":[0,6]},"
                                           "\"b.c\":{\"dtype\":\"I16\",\"shape\":[],\"data_offsets\":[6,8]}}", 8);
  g_autoptr (GHashTable) tensors = must (tl_safetensors_parse (arena, file, &failure));
  const TlTensor        *a = g_hash_table_lookup (tensors, "a"), *b = g_hash_table_lookup (tensors, "b.c");

  g_assert_cmpuint (g_hash_table_size (tensors), ==, 2);
  g_assert_true (a->n_dims == 2 && a->shape[0] == 2 && a->shape[1] == 3 && b->n_dims == 0);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpint (tl_tensor_get_int (a, i), ==, i);
  g_assert_cmpint (tl_tensor_get_int (b, 0), ==, 0x0706);
}

static const struct
{
  const char *header;
  const char *message;
} faults[] = {
  { "[]", "is no object" },
  { "{", "not as it should be" },
  { "{\"a\":[[[[[[]]]]]]}", "not as it should be" },
  { "{\"a\":1}", "tensor \"a\" has no data_offsets" },
  { "{\"a\":{\"dtype\":\"F32\",\"shape\":[1]}}", "tensor \"a\" has no data_offsets" },
  { "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,-4]}}", "tensor \"a\" has no data_offsets" },
  { "{\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,\"4\"]}}", "tensor \"a\" has no data_offsets" },
  { "{\"a\":{\"dtype\":\"F8_E4M3\",\"shape\":[4],\"data_offsets\":[0,4]}}", "tensor \"a\" has elements of type \"F8_E4M3\"" },
  { "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,4]}}", "so 8 bytes, but 4 are there" },
  { "{\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[4,12]}}", "at bytes 4 to 12 of 8" },
  { "{\"a\":{\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]}}", "tensor \"a\" has no shape" },
  { "{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,4]}}", "more elements than memory" },
};

static void
test_faults (void)
{
  g_autoptr (GBytes)  cut = g_bytes_new_static ("\377\0\0\0\0\0\0\0{}", 10), empty = g_bytes_new_static ("", 0);
  g_autoptr (TlArena) arena = tl_arena_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GBytes) file = make_file (faults[i].header, 8);

      must_fail_saying (tl_safetensors_parse (arena, file, &failure), faults[i].message);
    }
  must_fail_saying (tl_safetensors_parse (arena, cut, &failure), "cut off");
  must_fail_saying (tl_safetensors_parse (arena, empty, &failure), "cut off");
  must_fail_saying (tl_safetensors_read (arena, "/nowhere.safetensors", &failure), "nowhere");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/safetensors/tensors", test_tensors);
  g_test_add_func ("/safetensors/faults", test_faults);
  return g_test_run ();
}
