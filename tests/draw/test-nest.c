/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/draw/canvas/draw-dependence.h"
#include "core/draw/canvas/nest-columns.h"
#include "core/draw/draw-cache-bar.h"
#include "core/draw/draw-nest-lines.h"
#include "core/draw/draw-nest.h"
#include "core/draw/nest-folds.h"
#include "tests/chain-program.h"
#include "tests/draw/surface.h"
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
    { "k_", "k_" }, { "i_init", "i" }, { "i_1_init", "i" }, { "i_init_1", "i" }, { "_init", "_init" },
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
  const TlNestSpacing spacing = { 16, 8, 6, 6 };
  double              widths[8], heights[8], width, height;
  TlNestBox           boxes[8];

  g_assert_cmpuint (nest->n_items, ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      widths[i] = 100 + 10 * i;
      heights[i] = 20;
    }
  tl_nest_layout (nest, NULL, widths, heights, &spacing, 50, boxes, &width, &height);
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

/* Threads wait between the copy and the block that reads what others copied: room for the line is above its loop. */
static void
test_barrier (void)
{
  g_autoptr (TlModule) module = read_module (
    HEAD "def main(A: T.Buffer((8, 16), \"float32\"), B: T.Buffer((8, 16), \"float32\")):\n"
         "    S = T.alloc_buffer((8, 16), scope=\"shared\")\n"
         "    for x in T.thread_binding(8, thread=\"blockIdx.x\"):\n"
         "        for y in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
         "            with T.block(\"S\"):\n"
         "                vi, vj = T.axis.remap(\"SS\", [x, y])\n"
         "                S[vi, vj] = A[vi, vj]\n"
         "        for z in T.thread_binding(16, thread=\"threadIdx.x\"):\n"
         "            with T.block(\"B\"):\n"
         "                vi, vj = T.axis.remap(\"SS\", [x, z])\n"
         "                B[vi, vj] = S[vi, 15 - vj]\n");
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  double               widths[5] = { 100, 100, 100, 100, 100 }, heights[5] = { 20, 20, 20, 20, 20 }, width, height;
  cairo_surface_t     *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 200);
  cairo_t             *cr = cairo_create (surface);
  TlNestBox            boxes[5];
  guint                n_drawn = 0;

  g_assert_cmpuint (nest->n_items, ==, 5);
  for (guint i = 0; i < nest->n_items; i++)
    g_assert_cmpint (nest->items[i].waits, ==, i == 3);
  tl_nest_layout (nest, NULL, widths, heights, &tl_nest_line_spacing, 200, boxes, &width, &height);
  g_assert_cmpfloat (boxes[3].y - boxes[2].y, ==, 20 + tl_nest_line_spacing.barrier);
  g_assert_cmpfloat (height, ==, 5 * 20 + tl_nest_line_spacing.barrier);
  tl_draw_nest_barrier (cr, boxes[3].x, 200, boxes[3].y - tl_nest_line_spacing.barrier / 2, tl_palette (FALSE));
  cairo_surface_flush (surface);
  for (int x = 0; x < 300; x++)
    n_drawn += alpha_at (surface, x, boxes[3].y - tl_nest_line_spacing.barrier / 2) > 0;
  g_assert_cmpuint (n_drawn, >, 60);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

#define TWO_STAGES                                                                                                     \
  HEAD "def main(A: T.Buffer((8, 16), \"float32\"), B: T.Buffer((8, 16), \"float32\")):\n"                              \
       "    Y = T.alloc_buffer((8, 16), \"float32\")\n"                                                               \
       "    for i in range(8):\n"                                                                                     \
       "        for ax0 in range(16):\n"                                                                              \
       "            with T.block(\"Y\"):\n"                                                                           \
       "                vi, vj = T.axis.remap(\"SS\", [i, ax0])\n"                                                    \
       "                Y[vi, vj] = A[vi, vj]\n"                                                                      \
       "        for j_0, j_1 in T.grid(4, 4):\n"                                                                      \
       "            with T.block(\"B\"):\n"                                                                           \
       "                vi = T.axis.spatial(8, i)\n"                                                                  \
       "                vj = T.axis.spatial(16, j_0 * 4 + j_1)\n"                                                     \
       "                T.where(j_0 * 4 + j_1 < 15)\n"                                                                \
       "                B[vi, vj] = Y[vi, vj] * T.float32(2)\n"

/* i, ax0, Y, j_0, j_1, B */
static void
test_two_stages (void)
{
  g_autoptr (TlModule) module = read_module (TWO_STAGES);
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  const gboolean       is_side[] = { FALSE, TRUE, FALSE, FALSE, FALSE, FALSE };
  const double         iterations[] = { 8, 128, 128, 32, 128, 128 };
  g_autofree char     *copy = tl_nest_inside_text (nest, 1), *all = tl_nest_inside_text (nest, 0), *work = tl_nest_inside_text (nest, 3);
  g_autofree char     *copies = tl_nest_copy_text (nest, 1);

  g_assert_cmpuint (nest->n_items, ==, 6);
  for (guint i = 0; i < 6; i++)
    {
      g_assert_cmpint (nest->items[i].is_side, ==, is_side[i]);
      g_assert_cmpfloat (nest->items[i].iterations, ==, iterations[i]);
    }
  g_assert_cmpuint (nest->items[1].family, ==, TL_FAMILY_COPIES);   /* ax0 */
  g_assert_cmpuint (nest->items[3].family, ==, nest->items[4].family);
  g_assert_cmpint (tl_nest_axis_family (nest, 5, 0), ==, (gint) nest->items[0].family);
  g_assert_cmpint (tl_nest_axis_family (nest, 5, 1), ==, (gint) nest->items[3].family);
  g_assert_cmpint (tl_nest_axis_family (nest, 2, 1), ==, -1);
  g_assert_cmpstr (copy, ==, "Y  ax0 16");
  g_assert_cmpstr (copies, ==, "Y = copy of A[vi, vj], 16, 64 B, scope global");
  g_assert_null (tl_nest_copy_text (nest, 3));
  g_assert_cmpstr (all, ==, "Y, B");
  g_assert_cmpstr (work, ==, "B");
  g_assert_cmpint (tl_nest_inside_extent (nest, 1), ==, 16);
  g_assert_cmpint (tl_nest_inside_extent (nest, 3), ==, 16);
  g_assert_cmpint (tl_nest_inside_extent (nest, 0), ==, 8);
  g_assert_true (tl_block_is_guarded (&nest->items[5].stmt->block));
  g_assert_false (tl_block_is_guarded (&nest->items[2].stmt->block));
}

static void
expect_hidden (const TlNestFolds *folds, const TlNest *nest, gboolean in_lines, const char *pattern)
{
  gboolean hidden[6];
  guint    n_hidden = 0;

  for (guint i = 0; i < 6; i++)
    n_hidden += pattern[i] == 'x';
  g_assert_cmpuint (tl_nest_folds_hide (folds, nest, in_lines, hidden), ==, n_hidden);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpint (hidden[i], ==, pattern[i] == 'x');
}

/* Copies are folded in lines until a person opens them; folds are remembered by loop, in a program with other loops, too. */
static void
test_folds (void)
{
  g_autoptr (TlModule)    module = read_module (TWO_STAGES);
  g_autoptr (TlNest)      nest = tl_nest_new (module, module->prims[0]->name);
  g_autoptr (TlNestFolds) folds = tl_nest_folds_new ();

  expect_hidden (folds, nest, FALSE, "......");
  expect_hidden (folds, nest, TRUE, "..x...");
  tl_nest_folds_set (folds, nest->items[1].id, FALSE);
  expect_hidden (folds, nest, TRUE, "......");
  tl_nest_folds_set (folds, nest->items[3].id, TRUE);
  expect_hidden (folds, nest, FALSE, "....xx");
  tl_nest_folds_set (folds, nest->items[0].id, TRUE);
  expect_hidden (folds, nest, FALSE, ".xxxxx");
  g_assert_true (tl_nest_folds_reveal (folds, nest, 5, FALSE));
  g_assert_false (tl_nest_folds_reveal (folds, nest, 5, FALSE));
  expect_hidden (folds, nest, FALSE, "......");
  folds->path_to = nest->items[4].id;
  expect_hidden (folds, nest, FALSE, ".xx...");
  g_assert_true (tl_nest_folds_reveal (folds, nest, 2, FALSE));
  expect_hidden (folds, nest, FALSE, "......");
  g_assert_false (tl_nest_can_fold (nest, 2));
  tl_nest_folds_set (folds, nest->items[0].id, TRUE);
  tl_nest_folds_clear (folds);
  expect_hidden (folds, nest, FALSE, "......");
}

/* Hidden items take no room. */
static void
test_hidden_layout (void)
{
  g_autoptr (TlModule) module = read_module (TWO_STAGES);
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  const gboolean       hidden[] = { FALSE, FALSE, TRUE, FALSE, TRUE, TRUE };
  const double         widths[] = { 10, 10, 900, 10, 900, 900 }, heights[] = { 20, 20, 20, 20, 20, 20 };
  TlNestBox            boxes[6];
  double               width, height;

  tl_nest_layout (nest, hidden, widths, heights, &tl_nest_line_spacing, 100, boxes, &width, &height);
  g_assert_cmpfloat (width, ==, 100);
  g_assert_cmpfloat (height, ==, 60);
  g_assert_cmpfloat (boxes[1].y, ==, 20);
  g_assert_cmpfloat (boxes[3].y, ==, 40);
  g_assert_cmpfloat (boxes[3].x, ==, 14);
  g_assert_cmpfloat (boxes[0].height, ==, 60);
}

/* Twelve loops around a block, and a copy in them, as the schedule of a large product has them, fit a window of 800 px. */
static void
test_boxes_are_tight (void)
{
  g_autoptr (GString)  text = g_string_new (HEAD "def main(A: T.Buffer((4096,), \"float32\"), B: T.Buffer((4096,), \"float32\")):\n");
  g_autoptr (TlModule) module = NULL;
  g_autoptr (TlNest)   nest = NULL;
  double               width, height;

  for (guint i = 0; i < 12; i++)
    g_string_append_printf (text, "%*sfor i_%u in range(2):\n", (int) (4 + 4 * i), "", i);
  g_string_append_printf (text, "%*swith T.block(\"B\"):\n%*svi = T.axis.spatial(4096, i_0)\n%*sB[vi] = A[vi] + T.float32(1)\n", 52, "", 56,
                          "", 56, "");
  module = read_module (text->str);
  nest = tl_nest_new (module, module->prims[0]->name);
  tl_nest_picture_size (nest, &width, &height);
  g_assert_cmpfloat (width, <, 420);
  g_assert_cmpfloat (height, <, 12 * 28.5 + 41 + 24 + 1);
}

/* Columns give way one after the other, from the right; no number is cut. */
static void
test_columns (void)
{
  const struct { double width; gboolean extent, iterations, footprint, time; double tree; } rows[] = {
    { 900, TRUE, TRUE, TRUE, TRUE, 330 }, { 600, TRUE, TRUE, TRUE, TRUE, 250 }, { 508, TRUE, FALSE, TRUE, TRUE, 224 },
    { 410, TRUE, FALSE, FALSE, TRUE, 198 }, { 308, TRUE, FALSE, FALSE, FALSE, 188 }, { 200, FALSE, FALSE, FALSE, FALSE, 200 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlNestColumns columns;

      tl_nest_columns (rows[i].width, 190, 330, &columns);
      g_assert_cmpint (columns.extent > 0, ==, rows[i].extent);
      g_assert_cmpint (columns.iterations > 0, ==, rows[i].iterations);
      g_assert_cmpint (columns.footprint > 0, ==, rows[i].footprint);
      g_assert_cmpint (columns.time > 0, ==, rows[i].time);
      g_assert_cmpfloat (MAX (MAX (columns.extent, columns.time), MAX (columns.iterations, columns.footprint)), <=, rows[i].width - 8);
      g_assert_cmpfloat_with_epsilon (columns.tree, rows[i].tree, 0.5);
      g_assert_true (columns.extent == 0 || columns.extent >= columns.tree + 100);
    }
}

static void
test_numbers (void)
{
  const struct { double iterations; const char *text; } rows[] = {
    { 8, "8" }, { 999, "999" }, { 2736, "2.74 k" }, { 16809984, "16.8 M" }, { 2.2e9, "2.20 G" }, { 700416, "700 k" }, { NAN, "—" },
  };
  const struct { double share; const char *text; } shares[] = {
    { 0.2412, "24 %" }, { 0.0061, "0.6 %" }, { 0.0001, "< 0.1 %" }, { 0, "0 %" }, { 1, "100 %" }, { NAN, "—" },
  };
  const TlNestFigure figure = { .has_code = TRUE, .n_fmas = 96, .n_loads = 40 };
  g_autofree char   *code = tl_nest_code_text (&figure);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = tl_nest_iterations_text (rows[i].iterations);

      g_assert_cmpstr (text, ==, rows[i].text);
    }
  g_assert_cmpstr (code, ==, "96 FMA, 40 loads, 0 spills");
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *text = tl_nest_share_text (shares[i].share);

      g_assert_cmpstr (text, ==, shares[i].text);
    }
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
      const TlMemoryMarks without_l3 = { { { "L1", "L1", 32768 }, { "L2", "L2", 1 << 20 }, { "L3", "L3", 0 } } };
      const TlPalette *palette = tl_palette (i % 2 == 1);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) sizes[i / 2][0], (int) sizes[i / 2][1]);
      cairo_t         *cr = cairo_create (surface);

      tl_draw_nest (cr, nest, palette, nest->items[1].id, sizes[i / 2][0], sizes[i / 2][1]);
      tl_draw_nest_miniature (cr, nest, palette, sizes[i / 2][0], sizes[i / 2][1]);
      tl_draw_cache_bar (cr, 4096, &without_l3, palette, sizes[i / 2][0], sizes[i / 2][1]);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      g_assert_cmpuint (count_painted (surface), >, 0);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

static guint32
pixel_at (cairo_surface_t *surface, int x, int y)
{
  return *(const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface) + x * 4);
}

/* In high contrast a loop has a border of two pixels in the colour of text, and no tint; usually a tint and a pale border. */
static void
test_high_contrast (void)
{
  g_autoptr (TlModule) module = read_module (TWO_STAGES);
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  const TlNestBox      box = { .x = 10, .y = 10, .width = 100, .row_height = 23, .height = 60 };

  for (guint i = 0; i < 2; i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 120, 80);
      cairo_t         *cr = cairo_create (surface);

      tl_draw_loop_level (cr, &nest->items[0], &box, i == 0 ? tl_palette (FALSE) : tl_palette_high_contrast (FALSE));
      cairo_surface_flush (surface);
      g_assert_true ((pixel_at (surface, 60, 10) == 0xff000000) == (i == 1));
      g_assert_true ((pixel_at (surface, 60, 25) == 0xffffffff) == (i == 1));   /* the header */
      g_assert_true ((pixel_at (surface, 60, 50) == 0xffffffff) == (i == 1));   /* below it */
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* Hidden lines paint nothing: fewer pixels than with all. */
static void
test_line_drawing (void)
{
  g_autoptr (TlModule) module = read_module (TWO_STAGES);
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  const double         widths[6] = { 0 }, heights[] = { 20, 20, 20, 20, 20, 20 };
  const gboolean       none[6] = { FALSE }, some[] = { FALSE, FALSE, TRUE, FALSE, TRUE, TRUE }, folded[] = { FALSE, TRUE, FALSE, TRUE };
  TlNestFigure         figures[6] = { { .footprint_bytes = 4096 }, { .footprint_bytes = -1, .has_code = TRUE } };
  TlNestBox            boxes[6];
  guint                painted[2];

  for (guint i = 0; i < 2; i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 700, 160);
      cairo_t         *cr = cairo_create (surface);
      TlNestLines      lines = { boxes, i == 0 ? none : some, i == 0 ? none : folded, i == 0 ? figures : NULL, { 0 }, 700, 0, 1e6 };
      double           width, height;

      tl_nest_layout (nest, lines.hidden, widths, heights, &tl_nest_line_spacing, 700, boxes, &width, &height);
      tl_nest_columns (width, 190, 330, &lines.columns);
      cairo_translate (cr, 0, 24);
      tl_draw_nest_lines (cr, nest, &lines, tl_palette (i == 1));
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      painted[i] = count_painted (surface);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (painted[1], >, 100);
  g_assert_cmpuint (painted[0], >, painted[1]);
}

/* L1, L2, L3 and more than these differ by color, too. */
static void
test_cache_bar (void)
{
  static const gint64 bytes[] = { 16 << 10, 512 << 10, 8 << 20, 64 << 20 };
  static const TlMemoryMarks marks = { { { "L1", "L1", 32 << 10 }, { "L2", "L2", 1 << 20 }, { "L3", "L3", 32 << 20 } } };
  guint32             colors[G_N_ELEMENTS (bytes)];

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 120, 28);
      cairo_t         *cr = cairo_create (surface);

      tl_draw_cache_bar (cr, bytes[i], &marks, tl_palette (FALSE), 120, 28);
      cairo_surface_flush (surface);
      memcpy (&colors[i], cairo_image_surface_get_data (surface) + 5 * cairo_image_surface_get_stride (surface) + 4 * 10, 4);
      for (guint k = 0; k < i; k++)
        g_assert_cmphex (colors[i], !=, colors[k]);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* Of CPUs L1, L2 and L3; of GPUs registers, shared memory and L2. */
static void
test_memory_marks (void)
{
  static const struct { const char *target; gint64 bytes; const char *text; } rows[] = {
    { "llvm -mcpu=znver4", 16 << 10, "fits in L1" }, { "llvm -mcpu=znver4", 512 << 10, "fits in L2" },
    { "llvm -mcpu=znver4", 1 << 30, "exceeds L3" }, { "llvm -mcpu=znver4", -1, "unknown" },
    { "nvidia/nvidia-a100", 256, "fits in registers" }, { "nvidia/nvidia-a100", 40 << 10, "fits in shared memory" },
    { "nvidia/nvidia-a100", 20 << 20, "fits in L2" }, { "nvidia/nvidia-a100", 1 << 30, "exceeds L2" }, { "opencl", 1 << 30, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      TlTarget         target;
      TlMemoryMarks    marks;
      g_autofree char *text = NULL;

      g_assert_true (tl_target_parse (rows[i].target, &target, NULL));
      marks = tl_memory_marks_of (&target);
      text = tl_memory_marks_text (&marks, rows[i].bytes);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

/* The strips of a header: the longer for the larger extent and the larger part of the time; none for what is not known. */
static void
test_strips (void)
{
  g_autoptr (TlModule) module = read_module (MATMUL ("i, j, k"));
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  const struct { gint64 largest; double share; } rows[] = { { 1 << 20, NAN }, { 16, NAN }, { 16, 0.3 }, { 16, 0.9 } };
  const TlNestBox      box = { 0, 0, 100, 23, 60 };
  guint                before = 0;

  g_assert_cmpint (tl_nest_largest_extent (nest), ==, 16);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 100, 60);
      cairo_t         *cr = cairo_create (surface);

      tl_draw_loop_strips (cr, &nest->items[0], &box, rows[i].largest, rows[i].share, tl_palette (FALSE));
      g_assert_cmpuint (count_painted (surface), >, before);
      before = count_painted (surface);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* Each loop has the part of the blocks in it; one without blocks has none, rather than 0 % of the time. */
static void
test_time_shares (void)
{
  static const struct
  {
    const char *body;
    guint       n_items, n_blocks;
    double      block_s[2], expected[5];
  } rows[] = {
    { "    Y = T.alloc_buffer((8, 8), \"float32\")\n"
      "    for i in range(8):\n"
      "        for j in range(8):\n"
      "            with T.block(\"Y\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
      "                Y[vi, vj] = A[vi, vj] * T.float32(2)\n"
      "        for j in range(8):\n"
      "            with T.block(\"B\"):\n"
      "                vi, vj = T.axis.remap(\"SS\", [i, j])\n"
      "                B[vi, vj] = Y[vi, vj] + T.float32(1)\n", 5, 2, { 3e-6, 1e-6 }, { 1, 0.75, 0.75, 0.25, 0.25 } },
    { "    for i in range(8):\n"
      "        B[i, 0] = A[i, 0]\n"
      "    for i in range(8):\n"
      "        with T.block(\"B\"):\n"
      "            vi = T.axis.remap(\"S\", [i])\n"
      "            B[vi, 0] = B[vi, 0] + T.float32(1)\n", 3, 1, { 3e-6 }, { NAN, 1, 1 } },
  };
  const TlCapacities capacities = { { 1024, 32 << 10, 1 << 20, 32 << 20 } };

  for (guint r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      g_autofree char *text = g_strconcat (HEAD "def main(A: T.Buffer((8, 8), \"float32\"), B: T.Buffer((8, 8), \"float32\")):\n",
                                           rows[r].body, NULL);
      g_autoptr (TlModule)  module = read_module (text);
      g_autoptr (TlNest)    nest = tl_nest_new (module, module->prims[0]->name);
      g_autoptr (TlTraffic) traffic = tl_traffic_new (module, module->prims[0], &capacities);
      double                shares[5];

      g_assert_cmpuint (nest->n_items, ==, rows[r].n_items);
      g_assert_cmpuint (traffic->n_blocks, ==, rows[r].n_blocks);
      tl_nest_time_shares (nest, traffic, NULL, shares);
      g_assert_true (isnan (shares[0]));
      tl_nest_time_shares (nest, traffic, rows[r].block_s, shares);
      for (guint i = 0; i < nest->n_items; i++)
        g_assert_true (isnan (rows[r].expected[i]) ? isnan (shares[i]) : fabs (shares[i] - rows[r].expected[i]) < 1e-9);
    }
}

static void
test_edges (void)
{
  g_autofree char     *text = chain_program (5, 8);
  g_autoptr (TlModule) module = read_module (text);
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);
  g_autoptr (GArray)   edges = tl_nest_edges (nest);

  g_assert_cmpuint (edges->len, ==, 4);   /* A has no writer */
  for (guint i = 0; i < edges->len; i++)
    {
      const TlNestEdge *edge = &g_array_index (edges, TlNestEdge, i);
      g_autofree char  *name = g_strdup_printf ("T%u", i);

      g_assert_cmpuint (edge->from, ==, 3 * i);
      g_assert_cmpuint (edge->to, ==, 3 * (i + 1));
      g_assert_cmpstr (edge->buffer->name, ==, name);
    }
}

/* The arc stands right of both rows and ends at the second one; its label stays within the room. */
static void
test_dependence (void)
{
  const TlNestBox            rows[] = { { 20, 20, 100, 40, 40 }, { 20, 120, 100, 40, 40 }, { 260, 20, 60, 40, 40 } };
  g_autoptr (cairo_surface_t) surface = NULL;
  double                      x, y;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (cairo_t) cr = NULL;

      g_clear_pointer (&surface, cairo_surface_destroy);
      surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 200);
      cr = cairo_create (surface);
      tl_draw_dependence (cr, &rows[0], &rows[i], "(0, 0, 1)", 240, tl_palette (FALSE));
      cairo_surface_flush (surface);
      tl_dependence_label_place (&rows[0], &rows[i], &x, &y);
      g_assert_cmpfloat (x, >, 120);
      g_assert_cmpuint (alpha_at (surface, MIN (x, 230), y), >, 0);
      g_assert_cmpuint (alpha_at (surface, i == 2 ? rows[i].x - 3 : rows[i].x + rows[i].width + 3,
                                  rows[i].y + (i == 0 ? 10 : 20)), >, 0);
      g_assert_cmpuint (alpha_at (surface, 60, 90), ==, 0);
      g_assert_cmpuint (alpha_at (surface, 390, 30), ==, 0);
    }
}

/* As many columns as make the nests largest in the room; in each the order of the program goes down. */
static void
test_nest_columns (void)
{
  const struct { double width, height; guint n_columns; } rooms[] = {
    { 300, 2000, 1 }, { 2000, 300, 4 }, { 700, 350, 2 }, { 300, 300, 2 },
  };
  g_autofree char     *text = chain_program (10, 8);
  g_autoptr (TlModule) module = read_module (text);
  g_autoptr (TlNest)   nest = tl_nest_new (module, module->prims[0]->name);

  for (guint r = 0; r < G_N_ELEMENTS (rooms); r++)
    {
      double    widths[30] = { 0 }, heights[30], width, height;
      gboolean  hidden[30] = { FALSE };
      TlNestBox boxes[30];
      guint     n_columns;

      for (guint i = 0; i < 30; i++)
        heights[i] = 20;
      tl_nest_layout (nest, hidden, widths, heights, &tl_nest_box_spacing, 280, boxes, &width, &height);
      n_columns = tl_nest_put_in_columns (nest, hidden, rooms[r].width, rooms[r].height, boxes, &width, &height);
      g_test_message ("%.0f × %.0f: %u columns, %.0f × %.0f", rooms[r].width, rooms[r].height, n_columns, width, height);
      g_assert_cmpuint (n_columns, ==, rooms[r].n_columns);
      g_assert_cmpfloat_with_epsilon (width, n_columns * (280 + TL_NEST_COLUMN_GAP) - TL_NEST_COLUMN_GAP, 0.01);
      for (guint top = 3; top < 30; top += 3)
        {
          gboolean is_below = boxes[top].x == boxes[top - 3].x && boxes[top].y >= boxes[top - 3].y + boxes[top - 3].height;

          g_assert_true (is_below || (boxes[top].y == 0 && boxes[top].x > boxes[top - 3].x));
          g_assert_cmpfloat (boxes[top].y + boxes[top].height, <=, height + 0.01);
          g_assert_cmpfloat (boxes[top + 1].x, >, boxes[top].x);   /* the inside comes along */
          g_assert_cmpfloat (boxes[top + 1].y, >, boxes[top].y);
        }
    }
}

/* The cheapest is folded first, with all in it, but never what holds the kept one; the dearest opens first. */
static void
test_folds_by_share (void)
{
  g_autofree char        *text = chain_program (3, 8);
  g_autoptr (TlModule)    module = read_module (text);
  g_autoptr (TlNest)      nest = tl_nest_new (module, module->prims[0]->name);
  g_autoptr (TlNestFolds) folds = tl_nest_folds_new ();
  const double            shares[] = { 0.2, 0.2, 0.2, 0.7, 0.7, 0.7, 0.1, 0.1, 0.1 };
  const guint             order[] = { 6, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_assert_true (tl_nest_folds_fold_least (folds, nest, TRUE, shares, nest->items[5].id));
      g_assert_true (tl_nest_folds_is_folded (folds, nest, order[i], TRUE));
    }
  g_assert_false (tl_nest_folds_fold_least (folds, nest, TRUE, shares, nest->items[5].id));
  g_assert_true (tl_nest_folds_open_most (folds, nest, TRUE, shares));
  g_assert_false (tl_nest_folds_is_folded (folds, nest, 0, TRUE));
  g_assert_true (tl_nest_folds_is_folded (folds, nest, 6, TRUE));
  g_assert_true (tl_nest_folds_open_most (folds, nest, TRUE, shares));
  g_assert_false (tl_nest_folds_open_most (folds, nest, TRUE, shares));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/nest/items", test_items);
  g_test_add_func ("/draw/nest/origin", test_families_follow_the_origin);
  g_test_add_func ("/draw/nest/family-names", test_family_names);
  g_test_add_func ("/draw/nest/barrier", test_barrier);
  g_test_add_func ("/draw/nest/layout", test_layout);
  g_test_add_func ("/draw/nest/two-stages", test_two_stages);
  g_test_add_func ("/draw/nest/folds", test_folds);
  g_test_add_func ("/draw/nest/hidden-layout", test_hidden_layout);
  g_test_add_func ("/draw/nest/boxes-are-tight", test_boxes_are_tight);
  g_test_add_func ("/draw/nest/columns", test_columns);
  g_test_add_func ("/draw/nest/numbers", test_numbers);
  g_test_add_func ("/draw/nest/time-shares", test_time_shares);
  g_test_add_func ("/draw/nest/edges", test_edges);
  g_test_add_func ("/draw/nest/dependence", test_dependence);
  g_test_add_func ("/draw/nest/nest-columns", test_nest_columns);
  g_test_add_func ("/draw/nest/folds-by-share", test_folds_by_share);
  g_test_add_func ("/draw/nest/strips", test_strips);
  g_test_add_func ("/draw/nest/drawing", test_drawing);
  g_test_add_func ("/draw/nest/line-drawing", test_line_drawing);
  g_test_add_func ("/draw/cache-bar", test_cache_bar);
  g_test_add_func ("/draw/memory-marks", test_memory_marks);
  g_test_add_func ("/nest/high-contrast", test_high_contrast);
  return g_test_run ();
}
