/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's files: what is written reads back, and no damage to a file does worse than an error. */
#include "core/interp/npz.h"
#include "tests/must.h"

#include <string.h>

static const TlDType types[] = {
  { TL_TYPE_FLOAT, 16, 1 }, { TL_TYPE_FLOAT, 32, 1 }, { TL_TYPE_FLOAT, 64, 1 }, { TL_TYPE_BFLOAT, 16, 1 }, { TL_TYPE_INT, 8, 1 },
  { TL_TYPE_INT, 16, 1 },   { TL_TYPE_INT, 32, 1 },   { TL_TYPE_INT, 64, 1 },   { TL_TYPE_UINT, 8, 1 },    { TL_TYPE_UINT, 16, 1 },
  { TL_TYPE_UINT, 32, 1 },  { TL_TYPE_UINT, 64, 1 },  { TL_TYPE_BOOL, 8, 1 },
};

/* Of each type one, of 0, 1, 2, 3, 0 … dimensions; containers of names and tensors. */
static void
make_arrays (GPtrArray *names, GPtrArray *tensors)
{
  static const gint64 shape[] = { 3, 1, 5 };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      TlTensor *tensor = must (tl_tensor_new (types[i], shape, i % 4, FALSE, &failure));

      tl_tensor_fill_random (tensor, i);
      g_ptr_array_add (tensors, tensor);
      g_ptr_array_add (names, g_strdup_printf ("array %u ä", i));
    }
}

static GBytes *
format_arrays (GPtrArray *names, GPtrArray *tensors)
{
  return must (tl_npz_format ((const char *const *) names->pdata, (TlTensor *const *) tensors->pdata, names->len, &failure));
}

static void
assert_same (const TlTensor *a, const TlTensor *b)
{
  g_assert_nonnull (b);
  g_assert_true (tl_dtype_equal (a->dtype, b->dtype));
  g_assert_cmpuint (a->n_dims, ==, b->n_dims);
  for (guint i = 0; i < a->n_dims; i++)
    g_assert_cmpint (a->shape[i], ==, b->shape[i]);
  g_assert_cmpmem (a->data, a->n_bytes, b->data, b->n_bytes);
}

static void
test_round_trip (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  g_autoptr (GBytes) bytes = NULL, again = NULL;
  g_autoptr (GHashTable) arrays = NULL;

  make_arrays (names, tensors);
  bytes = format_arrays (names, tensors);
  again = format_arrays (names, tensors);
  g_assert_true (g_bytes_equal (bytes, again));
  arrays = must (tl_npz_parse (bytes, &failure));
  g_assert_cmpuint (g_hash_table_size (arrays), ==, names->len);
  for (guint i = 0; i < names->len; i++)
    assert_same (tensors->pdata[i], g_hash_table_lookup (arrays, names->pdata[i]));
}

/* Reads @data, which is no longer what was written: the same arrays, others of other names or an error with a message, nothing else. */
static void
read_damaged (const guint8 *data, gsize n)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, n);
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) arrays = tl_npz_parse (bytes, &error);

  g_assert_true ((arrays != NULL) == (error == NULL));
  if (error)
    g_assert_cmpuint (strlen (error->message), >, 10);
}

static void
test_damaged (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) tensors = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree guint8 *data = NULL;
  TlRandom random = tl_random_seeded (7);
  gsize n;

  make_arrays (names, tensors);
  bytes = format_arrays (names, tensors);
  data = g_memdup2 (g_bytes_get_data (bytes, &n), g_bytes_get_size (bytes));
  n = g_bytes_get_size (bytes);
  for (gsize length = 0; length < n; length++)
    read_damaged (data, length);
  for (gsize at = 0; at < n; at++)
    {
      guint8 before = data[at];

      data[at] = before ^ 0xff;
      read_damaged (data, n);
      data[at] = before;
    }
  for (guint i = 0; i < 2000; i++)
    {
      gsize at = tl_random_below (&random, n - 4);
      guint8 before[4];

      memcpy (before, data + at, 4);
      for (guint k = 0; k < 4; k++)
        data[at + k] = (guint8) tl_random_below (&random, 256);
      read_damaged (data, n);
      memcpy (data + at, before, 4);
    }
}

/* Headers that describe an array that the file does not have. */
static void
test_headers (void)
{
  static const struct { const char *header; const char *message; double first; } rows[] = {
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", NULL, 1 },
    { "{'descr': '>f4', 'fortran_order': True, 'shape': (1, 2), }", NULL, 32831 * 0x1p-149 },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", "not what its shape takes" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (2147483647, 2147483647), }", "not what its shape takes" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", "cannot be read" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }", "cannot be read" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (2", "cannot be read" },
    { "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2), }", "more than 16 dimensions" },
    { "{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "elements of type <c8" },
    { "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }", "elements of type" },
    { "{'descr': '<f4', 'shape': (2,), }", "the order of its elements" },
    { "", "the order of its elements" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) text = g_string_new_len ("\x93NUMPY\1\0", 8);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (TlTensor) tensor = NULL;

      g_string_append_c (text, (char) strlen (rows[i].header));
      g_string_append_c (text, 0);
      g_string_append (text, rows[i].header);
      g_string_append_len (text, "\0\0\x80\x3f\0\0\0\x40", 8);
      for (gsize n = 0; n < text->len; n++)   /* cut off anywhere */
        {
          g_autoptr (GBytes) part = g_bytes_new (text->str, n);

          g_assert_null (tl_npy_parse ("A", part, NULL));
        }
      bytes = g_bytes_new (text->str, text->len);
      tensor = tl_npy_parse ("A", bytes, &error);
      if (rows[i].message)
        g_assert_nonnull (strstr (error->message, rows[i].message));
      else
        g_assert_cmpfloat (tl_tensor_get (tensor, 0), ==, rows[i].first);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/npz/round-trip", test_round_trip);
  g_test_add_func ("/npz/damaged", test_damaged);
  g_test_add_func ("/npz/headers", test_headers);
  return g_test_run ();
}
