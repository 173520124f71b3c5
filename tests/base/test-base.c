/* SPDX-License-Identifier: Apache-2.0 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/base/dtype.h"
#include "core/base/file.h"
#include "core/base/half.h"
#include "core/base/random.h"
#include "core/base/source.h"
#include "core/base/watchdog.h"
#include "tests/must.h"

static void
test_dtype_names (void)
{
  static const struct
  {
    const char *text;
    TlTypeCode  code;
    guint       bits, lanes, bytes;
    gint64      min, max;
  } rows[] = {
    { "bool", TL_TYPE_BOOL, 8, 1, 1, 0, 1 },
    { "int8", TL_TYPE_INT, 8, 1, 1, -128, 127 },
    { "int16", TL_TYPE_INT, 16, 1, 2, -32768, 32767 },
    { "int32", TL_TYPE_INT, 32, 1, 4, G_MININT32, G_MAXINT32 },
    { "int64", TL_TYPE_INT, 64, 1, 8, G_MININT64, G_MAXINT64 },
    { "uint8", TL_TYPE_UINT, 8, 1, 1, 0, 255 },
    { "uint32", TL_TYPE_UINT, 32, 1, 4, 0, G_MAXUINT32 },
    { "uint64", TL_TYPE_UINT, 64, 1, 8, 0, G_MAXINT64 },
    { "int8x4", TL_TYPE_INT, 8, 4, 4, -128, 127 },
    { "boolx16", TL_TYPE_BOOL, 8, 16, 16, 0, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlDType t;

      g_assert_true (tl_dtype_parse (rows[i].text, &t));
      g_assert_cmpint (t.code, ==, rows[i].code);
      g_assert_cmpuint (t.bits, ==, rows[i].bits);
      g_assert_cmpuint (t.lanes, ==, rows[i].lanes);
      g_assert_cmpuint (tl_dtype_bytes (t), ==, rows[i].bytes);
      g_assert_cmpint (tl_dtype_min_int (t), ==, rows[i].min);
      g_assert_cmpint (tl_dtype_max_int (t), ==, rows[i].max);
      g_assert_cmpstr (tl_dtype_name (t), ==, rows[i].text);
    }
}

static void
test_dtype_refused (void)
{
  static const char *const rows[] = { "", "float", "int", "int0", "int7x", "float32x", "float32x1", "float32x0", "float32 x4", "Float32",
                                      "int32x99999", "x4" };
  TlDType t = TL_INT32;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (tl_dtype_parse (rows[i], &t))
      g_error ("\"%s\" was read as a type", rows[i]);
  g_assert_true (tl_dtype_equal (t, TL_INT32));
}

static void
test_dtype_float_ranges (void)
{
  TlDType t;

  g_assert_cmpfloat (tl_dtype_max_float (TL_DTYPE (TL_TYPE_FLOAT, 16)), ==, 65504.0);
  g_assert_cmpfloat (tl_dtype_min_float (TL_FLOAT32), ==, -0x1.fffffep127);
  g_assert_true (tl_dtype_parse ("bfloat16", &t));
  g_assert_cmpfloat (tl_dtype_max_float (t), ==, tl_bfloat_to_double (0x7F7F));
}

static void
test_half_table (void)
{
  static const struct
  {
    double  value;
    guint16 half;
    guint16 bfloat;
  } rows[] = {
    { 0.0, 0x0000, 0x0000 },           { -0.0, 0x8000, 0x8000 },        { 1.0, 0x3C00, 0x3F80 },
    { -2.0, 0xC000, 0xC000 },          { 65504.0, 0x7BFF, 0x4780 },     { 65520.0, 0x7C00, 0x4780 },
    { 65519.999, 0x7BFF, 0x4780 },     { 0x1p-24, 0x0001, 0x3380 },     { 0x1p-25, 0x0000, 0x3300 },
    { 0x1.8p-25, 0x0001, 0x3340 },     { 0x1p-14, 0x0400, 0x3880 },     { 1.0009765625, 0x3C01, 0x3F80 },
    { 0x1.ffep-15, 0x0400, 0x3880 },   { INFINITY, 0x7C00, 0x7F80 },    { -INFINITY, 0xFC00, 0xFF80 },
    { 0x1.002p0, 0x3C00, 0x3F80 },     { 0x1.0020000001p0, 0x3C01, 0x3F80 }, { 0x1.006p0, 0x3C02, 0x3F80 },
    { 0x1.01p0, 0x3C04, 0x3F80 },      { 0x1.03p0, 0x3C0C, 0x3F82 },    { 1e300, 0x7C00, 0x7F80 },
    { 0x1p-133, 0x0000, 0x0001 },      { 5e-324, 0x0000, 0x0000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmphex (tl_half_from_double (rows[i].value), ==, rows[i].half);
      g_assert_cmphex (tl_bfloat_from_double (rows[i].value), ==, rows[i].bfloat);
    }
  g_assert_true (isnan (tl_half_to_double (tl_half_from_double (NAN))));
  g_assert_true (isnan (tl_bfloat_to_double (tl_bfloat_from_double (NAN))));
}

/* Every bit pattern is a value that rounds to itself. */
static void
test_half_round_trip (void)
{
  for (guint bits = 0; bits <= 0xFFFF; bits++)
    {
      double half = tl_half_to_double ((guint16) bits), bfloat = tl_bfloat_to_double ((guint16) bits);

      if (!isnan (half))
        g_assert_cmphex (tl_half_from_double (half), ==, bits);
      if (!isnan (bfloat))
        g_assert_cmphex (tl_bfloat_from_double (bfloat), ==, bits);
    }
  g_assert_cmpfloat (tl_round_to_dtype (TL_FLOAT32, 0.1), ==, (double) 0.1f);
  g_assert_cmpfloat (tl_round_to_dtype (TL_FLOAT64, 0.1), ==, 0.1);
}

/* Published values of SplitMix64 for seed 1234567. */
static void
test_random_known (void)
{
  static const guint64 wanted[] = { G_GUINT64_CONSTANT (6457827717110365317), G_GUINT64_CONSTANT (3203168211198807973),
                                    G_GUINT64_CONSTANT (9817491932198370423), G_GUINT64_CONSTANT (4593380528125082431) };
  TlRandom random = tl_random_seeded (1234567);

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpuint (tl_random_next (&random), ==, wanted[i]);
}

static void
test_random_ranges (void)
{
  TlRandom random = tl_random_seeded (7), copy;
  guint    counts[3] = { 0 };
  const double weights[3] = { 1, 0, 3 };

  for (guint i = 0; i < 4000; i++)
    {
      double unit = tl_random_unit (&random);

      g_assert_cmpuint (tl_random_below (&random, 7), <, 7);
      g_assert_true (unit >= 0 && unit < 1);
      counts[tl_random_weighted (&random, weights, 3)]++;
    }
  g_assert_cmpuint (counts[1], ==, 0);
  g_assert_cmpuint (counts[0], >, 800);
  g_assert_cmpuint (counts[0], <, 1200);
  g_assert_cmpuint (tl_random_below (&random, 1), ==, 0);
  copy = random;
  g_assert_cmpuint (tl_random_next (&copy), ==, tl_random_next (&random));
}

static void
test_arena (void)
{
  TlArena *parent = tl_arena_new (NULL), *other = tl_arena_new (NULL), *child = tl_arena_new (parent);
  char    *big, *text;

  for (guint i = 0; i < 1000; i++)
    {
      char *memory = tl_arena_alloc (parent, i);

      g_assert_cmpuint (GPOINTER_TO_SIZE (memory) % 16, ==, 0);
      for (guint j = 0; j < i; j++)
        g_assert_cmpint (memory[j], ==, 0);
      memset (memory, 0xAA, i);
    }
  big = tl_arena_alloc (parent, 1 << 20);
  big[(1 << 20) - 1] = 1;
  g_assert_cmpuint (tl_arena_used_bytes (parent), ==, 999 * 1000 / 2 + (1 << 20));
  text = tl_arena_printf (parent, "%s-%d", "axis", 3);
  tl_arena_add_parent (child, other);
  tl_arena_add_parent (child, other);
  tl_arena_unref (other);
  tl_arena_unref (parent);
  g_assert_cmpstr (text, ==, "axis-3");   /* the child keeps its parent */
  g_assert_null (tl_arena_strdup (child, NULL));
  g_assert_cmpstr (tl_arena_strndup (child, "abcdef", 3), ==, "abc");
  tl_arena_unref (child);
}

/* Dropping a long history must not use stack in proportion to its length. */
static void
test_arena_chain (void)
{
  TlArena *tip = tl_arena_new (NULL);

  for (guint i = 0; i < 200000; i++)
    {
      TlArena *next = tl_arena_new (tip);

      tl_arena_unref (tip);
      tip = next;
    }
  tl_arena_unref (tip);
}

static void
test_source_positions (void)
{
  g_autoptr (TlSource) source = tl_source_new ("a.py", "x = 1\n\tµy = 2\nz", -1);
  TlPosition           at = tl_source_position (source, 9);
  g_autoptr (GError)   error = tl_source_error (source, (TlSpan) { 9, 10 }, G_IO_ERROR, G_IO_ERROR_FAILED, "no %s", "luck");

  g_assert_cmpuint (at.line, ==, 2);
  g_assert_cmpuint (at.column, ==, 3);
  g_assert_cmpstr (error->message, ==, "a.py:2:3: no luck\n  \tµy = 2\n  \t ^");
  at = tl_source_position (source, 10000);
  g_assert_cmpuint (at.line, ==, 3);
  g_assert_cmpuint (at.column, ==, 2);
}

static void
test_source_load (void)
{
  g_autofree char     *path = g_build_filename (g_get_tmp_dir (), "tileloom-source-XXXXXX", NULL);
  g_autoptr (TlSource) source = NULL;
  int                  fd = g_mkstemp (path);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, "a\0b", 3, NULL));
  source = must (tl_source_load (path, &failure));
  g_assert_cmpuint (tl_source_length (source), ==, 3);
  g_assert_cmpstr (tl_source_name (source), ==, path);
  g_assert_cmpint (g_unlink (path), ==, 0);
  must_fail_saying (tl_source_load (path, &failure), path);
}

static gboolean
sleep_ms (gpointer ms)
{
  g_usleep (GPOINTER_TO_UINT (ms) * 1000);
  return G_SOURCE_REMOVE;
}

static void
on_hold (const TlHold *hold, gpointer user_data)
{
  g_assert_cmpint (hold->held_us, >, 30000);
  g_assert_cmpint (hold->cpu_us, <, hold->held_us);
  g_ptr_array_add (user_data, g_strdup (hold->cause != NULL ? hold->cause : "nothing"));
}

static void
dispatch (GMainContext *context, GSourceFunc func, guint ms)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_callback (source, func, GUINT_TO_POINTER (ms), NULL);
  g_source_attach (source, context);
  while (!g_source_is_destroyed (source))
    g_main_context_iteration (context, TRUE);
  g_main_context_iteration (context, FALSE);
}

/* Dispatches of the context are measured, not its waiting. */
static void
test_watchdog (void)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GPtrArray)    holds = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GSource)      later = g_timeout_source_new (60);
  TlWatchdog              *watchdog = tl_watchdog_new (context, 30000, on_hold, holds);

  dispatch (context, sleep_ms, 40);
  g_assert_cmpuint (holds->len, ==, 1);
  g_assert_cmpstr (holds->pdata[0], ==, "nothing");
  tl_watchdog_note (watchdog, "key F7");
  dispatch (context, sleep_ms, 50);
  g_assert_cmpuint (holds->len, ==, 2);
  g_assert_cmpstr (holds->pdata[1], ==, "key F7");
  g_source_set_callback (later, sleep_ms, NULL, NULL);
  g_source_attach (later, context);
  while (!g_source_is_destroyed (later))
    g_main_context_iteration (context, TRUE);
  g_main_context_iteration (context, FALSE);
  g_assert_cmpuint (holds->len, ==, 2);
  tl_watchdog_free (watchdog);
  dispatch (context, sleep_ms, 40);
  g_assert_cmpuint (holds->len, ==, 2);
}

static void
test_folder_delete (void)
{
  g_autofree char *folder = g_dir_make_tmp ("tl-base-XXXXXX", NULL), *inner = g_build_filename (folder, "folder", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);

  must (tl_file_write (file, "text", &failure));
  g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  tl_folder_delete (folder);
  g_assert_false (g_file_test (file, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (inner, G_FILE_TEST_IS_DIR));   /* what is not a file stays, and so does the folder */
  tl_folder_delete (inner);
  tl_folder_delete (folder);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  tl_folder_delete (folder);   /* nothing to delete */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/dtype/names", test_dtype_names);
  g_test_add_func ("/base/dtype/refused", test_dtype_refused);
  g_test_add_func ("/base/dtype/float-ranges", test_dtype_float_ranges);
  g_test_add_func ("/base/half/table", test_half_table);
  g_test_add_func ("/base/half/round-trip", test_half_round_trip);
  g_test_add_func ("/base/random/known", test_random_known);
  g_test_add_func ("/base/random/ranges", test_random_ranges);
  g_test_add_func ("/base/arena/contents", test_arena);
  g_test_add_func ("/base/arena/chain", test_arena_chain);
  g_test_add_func ("/base/source/positions", test_source_positions);
  g_test_add_func ("/base/source/load", test_source_load);
  g_test_add_func ("/base/folder", test_folder_delete);
  g_test_add_func ("/base/watchdog", test_watchdog);
  return g_test_run ();
}
