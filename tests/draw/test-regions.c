/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of a region: larger regions are larger, small ones of large buffers are there to be seen, none leaves its buffer. */
#include "core/draw/draw-regions.h"

#include "core/text/script.h"
#include "tests/must.h"

#define SIZE 140

/* A region of the last element's corner, or the first one's, of a buffer of 128 × @extent: what one iteration of the loop "at" reads. */
static guint
colored_pixels (guint rows, guint columns, guint extent, gboolean at_end)
{
  g_autofree char *text = g_strdup_printf (
    "@T.prim_func\ndef main(A: T.Buffer((128, %u), \"float32\"), B: T.Buffer((1,), \"float32\")):\n"
    "    for at in range(1):\n        for i, j in T.grid(%u, %u):\n            with T.block(\"B\"):\n"
    "                vi, vj = T.axis.remap(\"RR\", [i, j])\n"
    "                T.reads(A[vi + %u, vj + %u])\n                T.writes(B[0])\n                with T.init():\n"
    "                    B[0] = T.float32(0)\n"
    "                B[0] = B[0] + A[vi + %u, vj + %u]\n",
    extent, rows, columns, at_end ? 128 - rows : 0, at_end ? extent - columns : 0, at_end ? 128 - rows : 0, at_end ? extent - columns : 0);
  g_autoptr (TlModule) module = must (tl_script_read_text (text, &failure));
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, SIZE, SIZE);
  cairo_t *cr = cairo_create (surface);
  TlFootprint only = { 0 };
  guint n = 0;
  const TlFootprint *footprint = tl_footprint_of (arena, module, module->prims[0]->body->block.body->loop.id);

  g_assert_nonnull (footprint);
  only = *footprint;
  for (guint i = 0; i < footprint->n_touched; i++)
    if (g_str_equal (footprint->touched[i].buffer->name, "A"))
      only.touched = &footprint->touched[i];
  only.n_touched = 1;
  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  tl_draw_regions (cr, &only, tl_palette (FALSE), SIZE, SIZE);
  cairo_surface_flush (surface);
  for (int y = 0; y < SIZE; y++)
    {
      const guint32 *row = (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface) + y
                                                              * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < SIZE; x++)
        {
          int red = row[x] >> 16 & 255, green = row[x] >> 8 & 255, blue = row[x] & 255;

          n += MAX (red, MAX (green, blue)) - MIN (red, MIN (green, blue)) > 60;
        }
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

static void
test_order (void)
{
  static const guint lengths[] = { 1, 2, 4, 8, 16, 32, 64, 128 };

  for (guint end = 0; end < 2; end++)
    for (guint extent = 128; extent <= 8192; extent *= 8)
      {
        guint before = 0;

        for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
          {
            guint n = colored_pixels (1, lengths[i], extent, end);

            g_test_message ("1 × %u of 128 × %u: %u pixels", lengths[i], extent, n);
            g_assert_cmpuint (n, >=, before + 1 + (i > 0 && extent == 128 ? 3 : 0));
            before = n;
          }
      }
  g_assert_cmpuint (colored_pixels (1, 1, 128, FALSE), >=, 9);
  g_assert_cmpuint (colored_pixels (1, 4, 128, FALSE), >=, 2 * colored_pixels (1, 1, 128, FALSE));
  g_assert_cmpuint (colored_pixels (4, 4, 128, FALSE), >=, 2 * colored_pixels (1, 4, 128, FALSE));
}

/* All of a buffer fills its picture, and regions at its end are as large as those at its beginning. */
static void
test_whole (void)
{
  g_assert_cmpuint (colored_pixels (128, 128, 128, FALSE), >, 70 * 70);
  for (guint n = 1; n <= 128; n *= 4)
    {
      gint first = (gint) colored_pixels (n, n, 128, FALSE), last = (gint) colored_pixels (n, n, 128, TRUE);

      g_assert_cmpint (ABS (first - last), <=, 40);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/regions/order", test_order);
  g_test_add_func ("/draw/regions/whole", test_whole);
  return g_test_run ();
}
