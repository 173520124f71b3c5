/* SPDX-License-Identifier: Apache-2.0 */
/* Every primitive that changes a program or samples has an icon: within its square, in its color, like no other. */
#include "core/draw/primitive-icon.h"

#include "tests/draw/surface.h"

#define SIZE 32
#define EDGE 2   /* around the square: nothing is drawn there */

static cairo_surface_t *
draw (const TlPrimitive *primitive)
{
  cairo_surface_t    *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE + 2 * EDGE, SIZE + 2 * EDGE);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  cairo_translate (cr, EDGE, EDGE);
  tl_draw_primitive_icon (cr, primitive, (TlColor) { 1, 1, 1 }, SIZE);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
is_set (cairo_surface_t *surface, guint x, guint y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + y * (guint) cairo_image_surface_get_stride (surface);

  return row[4 * x + 3] > 127;
}

static void
check_icon (const TlPrimitive *primitive, GHashTable *seen)
{
  g_autoptr (cairo_surface_t) surface = draw (primitive);
  GString                    *bits = g_string_new (NULL);
  guint                       n = 0, side = SIZE + 2 * EDGE;

  for (guint y = 0; y < side; y++)
    for (guint x = 0; x < side; x++)
      {
        gboolean set = is_set (surface, x, y);

        g_assert_false (set && (MIN (x, y) < EDGE - 1 || MAX (x, y) > SIZE + EDGE));
        n += set;
        g_string_append_c (bits, set ? '1' : '0');
      }
  if (n < 40 || g_hash_table_contains (seen, bits->str))
    g_error ("%s: %u pixels, as %s", primitive->name, n, (const char *) g_hash_table_lookup (seen, bits->str));
  g_hash_table_insert (seen, g_string_free (bits, FALSE), (gpointer) primitive->name);
}

static void
test_icons (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const TlPrimitive     *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    {
      if (primitive->family != TL_FAMILY_GET && strcmp (primitive->name, "enter_postproc") != 0)
        g_assert_true (tl_primitive_has_icon (primitive));
      if (tl_primitive_has_icon (primitive))
        check_icon (primitive, seen);
    }
  g_assert_cmpuint (g_hash_table_size (seen), >, 40);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/primitive-icon", test_icons);
  return g_test_run ();
}
