/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/draw/draw-cache-bar.h"
#include "core/draw/draw-nest.h"
#include "tests/read-module.h"

#define HEAD "from tvm.script import tir as T\n@T.prim_func\n"
#define MATMUL(order)                                                                                                  \
  HEAD "def main(A: T.Buffer((16, 16), \"float32\"), B: T.Buffer((16, 16), \"float32\"), C: T.Buffer((16, 16), \"float32\")):\n" \
       "    for " order " in T.grid(16, 16, 16):\n"                                                                    \
       "        with T.block(\"C\"):\n"                                                                                \
       "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"                                                   \
       "            with T.init():\n"                                                                                  \
       "                C[vi, vj] = T.float32(0)\n"                                                                    \
       "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n"

static void
test_items (void)
{
  g_autoptr (TlModule) module = read_module (MATMUL ("i, j, k"));
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  const char *const    labels[] = { "i", "j", "k", "C" };

  g_assert_cmpuint (nest->n_items, ==, 4);
  g_assert_cmpuint (nest->n_families, ==, 3);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpstr (nest->items[i].label, ==, labels[i]);
      g_assert_cmpuint (nest->items[i].depth, ==, i);
      g_assert_cmpint (nest->items[i].parent, ==, (gint) i - 1);
      g_assert_cmpuint (nest->items[i].end, ==, 4);
      g_assert_cmpint (tl_nest_find (nest, nest->items[i].id), ==, (gint) i);
    }
  g_assert_true (nest->items[2].is_reduction);
  g_assert_false (nest->items[0].is_reduction);
  g_assert_cmpint (tl_nest_find (nest, 0), ==, -1);
}

/* A loop keeps its hue wherever a step moves it. */
static void
test_families_follow_the_origin (void)
{
  g_autoptr (TlModule) before = read_module (MATMUL ("i, j, k"));
  g_autoptr (TlModule) after = read_module (MATMUL ("k, j, i"));
  g_autoptr (TlNest)   nest = tl_nest_new_from (before, after, after->prims[0]->name);

  g_assert_cmpuint (nest->items[0].family, ==, 2);
  g_assert_cmpuint (nest->items[1].family, ==, 1);
  g_assert_cmpuint (nest->items[2].family, ==, 0);
}

static void
test_family_names (void)
{
  const struct { const char *name, *family; } rows[] = {
    { "i", "i" }, { "i_0", "i" }, { "i_0_1", "i" }, { "i0", "i0" }, { "ax_12", "ax" }, { "i_j_fused",
                                                                                         "i_j_fused" }, { "_0", "_0" }, { "7", "7" },
    { "k_", "k_" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *family = tl_loop_family_name (rows[i].name);

      g_assert_cmpstr (family, ==, rows[i].family);
    }
}

/* Whatever stands inside something lies inside its box; neighbours do not overlap. */
static void
test_layout (void)
{
  g_autoptr (TlModule) module = read_module (
    HEAD "def main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), \"float32\")):\n"
         "    Y = T.alloc_buffer((8, 8), \"float32\")\n"
         "    for i in range(8):\n"
         "        for j in range(8):\n"
         "            with T.block(\"Y\"):\n"
         "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
         "                Y[vi, vj] = A[vi, vj]\n"
         "        for j in range(8):\n"
         "            with T.block(\"B\"):\n"
         "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
         "                B[vi, vj] = Y[vi, vj]\n");
  g_autoptr (TlNest)  nest = tl_nest_new (module, module->prims[0]->name);
  const TlNestSpacing spacing = { 16, 8, 6 };
  double              widths[8], heights[8], width, height;
  TlNestBox           boxes[8];

  g_assert_cmpuint (nest->n_items, ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      widths[i] = 100 + 10 * i;
      heights[i] = 20;
    }
  tl_nest_layout (nest, widths, heights, &spacing, 50, boxes, &width, &height);
  for (guint i = 0; i < 5; i++)
    {
      g_assert_cmpfloat (boxes[i].width, >=, widths[i]);
      g_assert_cmpfloat (boxes[i].y + boxes[i].height, <=, height + 1e-9);
      if (nest->items[i].parent >= 0)
        {
          TlNestBox *parent = &boxes[nest->items[i].parent];

          g_assert_cmpfloat (boxes[i].x, >, parent->x);
          g_assert_cmpfloat (boxes[i].x + boxes[i].width, <, parent->x + parent->width);
          g_assert_cmpfloat (boxes[i].y, >=, parent->y + parent->row_height);
          g_assert_cmpfloat (boxes[i].y + boxes[i].height, <=, parent->y + parent->height);
        }
    }
  g_assert_cmpfloat (boxes[3].y, >, boxes[1].y + boxes[1].height);
}

static guint
count_painted (cairo_surface_t *surface)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint         n = 0;

  cairo_surface_flush (surface);
  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
      n += data[y * cairo_image_surface_get_stride (surface) + 4 * x + 3] != 0;
  return n;
}

/* Every size, also absurd ones, both styles; something is painted and cairo is content. */
static void
test_drawing (void)
{
  const double         sizes[][2] = { { 400, 300 }, { 60, 40 }, { 5, 5 }, { 1200, 10 } };
  g_autoptr (TlModule) module = read_module (MATMUL ("i, j, k"));
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  double               width, height;

  tl_nest_picture_size (nest, &width, &height);
  g_assert_cmpfloat (width, >, 150);
  g_assert_cmpfloat (height, >, 100);
  for (guint i = 0; i < G_N_ELEMENTS (sizes) * 2; i++)
    {
      const TlPalette *palette = tl_palette (i % 2 == 1);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) sizes[i / 2][0], (int) sizes[i / 2][1]);
      cairo_t         *cr = cairo_create (surface);

      tl_draw_nest (cr, nest, palette, nest->items[1].id, sizes[i / 2][0], sizes[i / 2][1]);
      tl_draw_nest_miniature (cr, nest, palette, sizes[i / 2][0], sizes[i / 2][1]);
      tl_draw_cache_bar (cr, 4096, 32768, 1 << 20, 0, palette, sizes[i / 2][0], sizes[i / 2][1]);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpuint (count_painted (surface), >, 0);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/nest/items", test_items);
  g_test_add_func ("/draw/nest/origin", test_families_follow_the_origin);
  g_test_add_func ("/draw/nest/family-names", test_family_names);
  g_test_add_func ("/draw/nest/layout", test_layout);
  g_test_add_func ("/draw/nest/drawing", test_drawing);
  return g_test_run ();
}
