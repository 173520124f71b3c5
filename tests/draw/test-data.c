/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of a block's buffers: where each stands, that every tile is there to be seen, and what lies at a point. */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/draw/data/data-copies.h"
#include "core/draw/data/data-notes.h"
#include "core/draw/data/data-region.h"
#include "core/draw/data/draw-counts.h"
#include "core/draw/data/draw-data.h"
#include "tests/draw/surface.h"
#include "tests/read-module.h"

#define HEAD "@T.prim_func\ndef main("
#define BUFFER(name, shape) name ": T.Buffer((" shape "), \"float32\")"
#define BLOCK(loops, extents, axes, letters, body) \
  "    for " loops " in T.grid(" extents "):\n        with T.block(\"B\"):\n" \
  "            " axes " = T.axis.remap(\"" letters "\", [" loops "])\n" \
  "            " body "\n"
#define SUM(target, value) "with T.init():\n                " target " = T.float32(0)\n            " target " = " target " + " value

static const TlCaches caches = { 32 << 10, 1 << 20, 32 << 20 };

/* --- where buffers stand --- */

static const char *const places[] = { "written", "left", "above", "apart" };

static char *
describe (const TlDataLayout *layout)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < layout->n_buffers; i++)
    {
      const TlDataBuffer *buffer = &layout->buffers[i];

      g_string_append_printf (text, "%s%s %s %s:%" G_GINT64_FORMAT " %s:%" G_GINT64_FORMAT, i > 0 ? "; " : "",
                              buffer->access->buffer->name, places[buffer->place], buffer->sides[TL_DATA_ROWS].name,
                              buffer->sides[TL_DATA_ROWS].extent, buffer->sides[TL_DATA_COLUMNS].name,
                              buffer->sides[TL_DATA_COLUMNS].extent);
      for (guint d = 0; d < buffer->n_folded; d++)
        g_string_append_printf (text, " [%u]", buffer->folded[d]);
    }
  return g_string_free (text, FALSE);
}

static void
test_places (void)
{
  static const struct { const char *text, *places; } rows[] = {
    { HEAD BUFFER ("A", "8, 4") ", " BUFFER ("W", "4, 16") ", " BUFFER ("B", "8, 16") "):\n"
      BLOCK ("i, j, k", "8, 16, 4", "vi, vj, vk", "SSR", SUM ("B[vi, vj]", "A[vi, vk] * W[vk, vj]")),
      "B written i:8 j:16; A left i:8 k:4; W above k:4 j:16" },
    /* The weights of a dense layer lie the other way round: their rows are columns of the result. */
    { HEAD BUFFER ("A", "8, 4") ", " BUFFER ("W", "16, 4") ", " BUFFER ("B", "8, 16") "):\n"
      BLOCK ("i, j, k", "8, 16, 4", "vi, vj, vk", "SSR", SUM ("B[vi, vj]", "A[vi, vk] * W[vj, vk]")),
      "B written i:8 j:16; A left i:8 k:4; W above k:4 j:16" },
    { HEAD BUFFER ("A", "2, 3, 10, 12") ", " BUFFER ("W", "5, 3, 3, 3") ", " BUFFER ("B", "2, 5, 8, 10") "):\n"
      BLOCK ("n, o, h, w, c, y, x", "2, 5, 8, 10, 3, 3, 3", "vn, vo, vh, vw, vc, vy, vx", "SSSSRRR",
             SUM ("B[vn, vo, vh, vw]", "A[vn, vc, vh + vy, vw + vx] * W[vo, vc, vy, vx]")),
      "B written h:8 w:10 [0] [1]; A left h + y:10 w + x:12 [0] [1]; W apart y:3 x:3 [0] [1]" },
    /* Sums of rows stand upright beside the matrix. */
    { HEAD BUFFER ("A", "8, 4") ", " BUFFER ("B", "8") "):\n"
      BLOCK ("i, k", "8, 4", "vi, vk", "SR", SUM ("B[vi]", "A[vi, vk]")), "B written i:8 :1; A left i:8 k:4" },
    { HEAD BUFFER ("A", "4, 8") ", " BUFFER ("B", "8") "):\n"
      BLOCK ("i, k", "8, 4", "vi, vk", "SR", SUM ("B[vi]", "A[vk, vi]")), "B written :1 i:8; A above k:4 i:8" },
    /* Panels of a packed buffer lie side by side. */
    { HEAD BUFFER ("A", "8, 4") ", " BUFFER ("W", "4, 4, 4") ", " BUFFER ("B", "8, 16") "):\n"
      BLOCK ("i, j, k", "8, 16, 4", "vi, vj, vk", "SSR", SUM ("B[vi, vj]", "A[vi, vk] * W[vj // 4, vk, vj % 4]")),
      "B written i:8 j:16; A left i:8 k:4; W above k:4 j:16" },
    { HEAD BUFFER ("A", "16, 24") ", " BUFFER ("B", "4, 24, 4") "):\n"
      BLOCK ("i, j", "16, 24", "vi, vj", "SS", "B[vi // 4, vj, vi % 4] = A[vi, vj]"), "B written j:24 i:16; A left j:24 i:16" },
    /* Indices that are read from memory have no axis. */
    { HEAD BUFFER ("A", "16") ", I: T.Buffer((8,), \"int32\"), " BUFFER ("B", "8") "):\n"
      "    for i in range(8):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(8, i)\n            T.reads(A[0:16], I[vi])\n"
      "            T.writes(B[vi])\n            B[vi] = A[I[vi]]\n",
      "B written :1 i:8; A apart :1 :16; I above :1 i:8" },
    { HEAD BUFFER ("A", "1, 1") ", " BUFFER ("B", "1, 1") "):\n" BLOCK ("i, j", "1, 1", "vi, vj", "SS", "B[vi, vj] = A[vi, vj]"),
      "B written :1 :1; A apart :1 :1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlModule)     module = read_module (rows[i].text);
      g_autoptr (TlNest)       nest = tl_nest_new (module, "main");
      g_autoptr (TlDataLayout) layout = tl_data_layout_new (nest, tl_data_main_block (nest, 0));
      g_autofree char         *text = describe (layout);

      g_assert_cmpstr (text, ==, rows[i].places);
    }
}

/* --- tiles --- */

#define TILED(m, n, k, tile) \
  HEAD BUFFER ("A", #m ", " #k) ", " BUFFER ("W", #k ", " #n) ", " BUFFER ("B", #m ", " #n) "):\n" \
  "    for i_0, j_0, k_0, i_1, k_1, j_1 in T.grid(" #m " // " #tile ", " #n " // " #tile ", " #k " // " #tile ", " #tile ", " #tile \
  ", " #tile "):\n" \
  "        with T.block(\"B\"):\n            vi = T.axis.spatial(" #m ", i_0 * " #tile " + i_1)\n" \
  "            vj = T.axis.spatial(" #n ", j_0 * " #tile " + j_1)\n            vk = T.axis.reduce(" #k ", k_0 * " #tile " + k_1)\n" \
  "            T.reads(A[vi, vk], W[vk, vj])\n            T.writes(B[vi, vj])\n            with T.init():\n" \
  "                B[vi, vj] = T.float32(0)\n" \
  "            B[vi, vj] = B[vi, vj] + A[vi, vk] * W[vk, vj]\n"

typedef struct
{
  TlModule     *module;
  TlNest       *nest;
  TlDataLayout *layout;
} TiledProgram;

static TiledProgram
tiled_program (const char *text)
{
  TiledProgram program = { .module = read_module (text) };

  program.nest = tl_nest_new (program.module, "main");
  program.layout = tl_data_layout_new (program.nest, tl_data_main_block (program.nest, 0));
  return program;
}

static void
tiled_program_clear (TiledProgram *program)
{
  tl_data_layout_free (program->layout);
  tl_nest_free (program->nest);
  tl_module_unref (program->module);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TiledProgram, tiled_program_clear)

static guint32
pixel_at (cairo_surface_t *surface, double x, double y)
{
  guint32 pixel;

  cairo_surface_flush (surface);
  memcpy (&pixel, cairo_image_surface_get_data (surface) + (int) y * cairo_image_surface_get_stride (surface) + 4 * (int) x, 4);
  return pixel;
}

static gboolean
is_colored (cairo_surface_t *surface, int x, int y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);
  guint32       pixel;
  int           red, green, blue;

  memcpy (&pixel, row + 4 * x, 4);
  red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255;
  return MAX (red, MAX (green, blue)) - MIN (red, MIN (green, blue)) > 80;
}

/* Rectangles lie on the surface, apart from each other; buffers that share an axis share its stretch of the screen. */
static void
check_rects (const TlDataPicture *picture)
{
  for (guint i = 0; i < picture->n_rects; i++)
    {
      const TlDataRect *a = &picture->rects[i];

      g_assert_cmpfloat (a->x, >=, 0);
      g_assert_cmpfloat (a->y, >=, 0);
      g_assert_cmpfloat (a->x + a->width, <=, picture->width);
      g_assert_cmpfloat (a->y + a->height, <=, picture->height);
      for (guint j = 0; j < i; j++)
        {
          const TlDataRect *b = &picture->rects[j];

          g_assert_true (a->x + a->width <= b->x || b->x + b->width <= a->x || a->y + a->height <= b->y || b->y + b->height <= a->y);
        }
      if (a->buffer->place == TL_DATA_LEFT)
        g_assert_cmpfloat (a->y, ==, picture->rects[0].y);
      if (a->buffer->place == TL_DATA_ABOVE)
        g_assert_cmpfloat (a->x, ==, picture->rects[0].x);
    }
}

/* The marked tile lies inside of the buffer, is large enough to be seen, and colored. */
static void
check_marked (cairo_surface_t *surface, const TlDataPicture *picture, const TlDataRect *rect)
{
  const TlTileSpan *tile = tl_data_picture_tile (picture, rect->buffer, tl_data_picture_marked_level (picture));
  TlTileSpan        columns, rows;
  double            x, y, width, height;
  guint             n = 0;

  tl_data_side_stretches (rect->buffer, TL_DATA_COLUMNS, tile, &columns, 1);
  tl_data_side_stretches (rect->buffer, TL_DATA_ROWS, tile, &rows, 1);
  tl_data_rect_stretch (rect, TL_DATA_COLUMNS, columns, &x, &width);
  tl_data_rect_stretch (rect, TL_DATA_ROWS, rows, &y, &height);
  g_assert_cmpfloat (width, >=, tl_min (TL_DATA_VISIBLE, rect->width));
  g_assert_cmpfloat (height, >=, tl_min (TL_DATA_VISIBLE, rect->height));
  g_assert_cmpfloat (width, >=, (double) columns.length / (double) rect->window[TL_DATA_COLUMNS].length * rect->width - 1e-6);
  g_assert_cmpfloat (x, >=, rect->x - 1e-6);
  g_assert_cmpfloat (y, >=, rect->y - 1e-6);
  g_assert_cmpfloat (x + width, <=, rect->x + rect->width + 1e-6);
  g_assert_cmpfloat (y + height, <=, rect->y + rect->height + 1e-6);
  for (int row = (int) ceil (y); row < (int) (y + height); row++)
    for (int column = (int) ceil (x); column < (int) (x + width); column++)
      n += is_colored (surface, column, row);
  g_assert_cmpuint (n, >=, 6);
}

/* Whatever the sizes, the loop and the position: the marked tile can be seen in each buffer, and a larger one is no smaller. */
static void
test_visible (void)
{
  static const char *const texts[] = { TILED (1024, 1024, 1024, 4), TILED (16, 4096, 64, 2), TILED (8, 8, 8192, 4), TILED (4, 4, 4, 2) };

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    {
      g_auto (TiledProgram) program = tiled_program (texts[t]);
      const TlBlockTiles   *tiles = program.layout->tiles;

      for (guint end = 0; end < 2; end++)
        for (gint loop = (gint) tiles->n_loops - 1; loop >= 0; loop--)
          {
            g_autofree gint64          *position = g_new0 (gint64, tiles->n_loops);
            g_autoptr (TlDataPicture)   picture = NULL;
            g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 620, 480);
            g_autoptr (cairo_t)         cr = cairo_create (surface);

            for (guint i = 0; i < tiles->n_loops; i++)
              position[i] = end == 0 ? 0 : tiles->extents[i] - 1;
            picture = tl_data_picture_new (program.layout, position, loop, &caches, 620, 480);
            check_rects (picture);
            tl_draw_data (cr, picture, tl_palette (FALSE));
            g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
            cairo_surface_flush (surface);
            for (guint i = 0; i < picture->n_rects; i++)
              check_marked (surface, picture, &picture->rects[i]);
          }
    }
}

/* Small surfaces, both styles: nothing fails. */
static void
test_sizes (void)
{
  static const double   sizes[][2] = { { 300, 200 }, { 60, 40 }, { 5, 5 }, { 1800, 30 }, { 40, 900 } };
  g_auto (TiledProgram) program = tiled_program (TILED (1024, 1024, 1024, 4));
  const gint64          position[6] = { 3, 5, 7, 1, 2, 3 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes) * 2; i++)
    {
      const double               *size = sizes[i / 2];
      g_autoptr (TlDataPicture)   picture = tl_data_picture_new (program.layout, position, -1, &caches, size[0], size[1]);
      g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) size[0], (int) size[1]);
      g_autoptr (cairo_t)         cr = cairo_create (surface);

      tl_draw_data (cr, picture, tl_palette (i % 2 == 1));
      tl_draw_data_loop (cr, picture, tl_palette (i % 2 == 1), 2);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
    }
}

/* Tiles too small to be read are enlarged; where all is large there is no need. */
static void
test_loupe (void)
{
  g_auto (TiledProgram)     large = tiled_program (TILED (1024, 1024, 1024, 4)), small = tiled_program (TILED (4, 4, 4, 2));
  const gint64              position[6] = { 100, 50, 20, 1, 1, 1 };
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (large.layout, position, 4, &caches, 620, 480);
  g_autoptr (TlDataPicture) other = NULL;

  g_assert_cmpuint (picture->n_enlarged, ==, 3);
  g_assert_cmpfloat (tl_data_picture_enlargement (picture), >, 10);
  g_assert_cmpuint (picture->loupe_level, ==, 3);
  for (guint i = picture->n_rects; i < picture->n_rects + picture->n_enlarged; i++)
    for (guint kind = 0; kind < TL_N_DATA_SIDES; kind++)
      g_assert_cmpint (picture->rects[i].window[kind].length, ==, 4);
  other = tl_data_picture_new (small.layout, (const gint64[6]) { 0 }, 4, &caches, 620, 480);
  g_assert_cmpuint (other->n_enlarged, ==, 0);
  g_assert_cmpfloat (tl_data_picture_enlargement (other), ==, 1);
}

/* Where an iteration has one element, the loupe shows those around it, at the edges, too. */
static void
test_loupe_around (void)
{
  g_autoptr (TlModule) module = read_module (
    HEAD BUFFER ("A", "128, 256") ", " BUFFER ("W", "256, 512") ", " BUFFER ("B", "128, 512") "):\n"
    BLOCK ("i, j, k", "128, 512, 256", "vi, vj, vk", "SSR", SUM ("B[vi, vj]", "A[vi, vk] * W[vk, vj]")));
  g_autoptr (TlNest)       nest = tl_nest_new (module, "main");
  g_autoptr (TlDataLayout) layout = tl_data_layout_new (nest, tl_data_main_block (nest, 0));
  static const gint64      positions[][3] = { { 0, 0, 0 }, { 64, 300, 128 }, { 127, 511, 255 } }, firsts[] = { 0, 294, 500 };

  for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
    {
      g_autoptr (TlDataPicture) picture = tl_data_picture_new (layout, positions[i], -1, &caches, 620, 480);
      const TlDataRect         *part = &picture->rects[picture->n_rects];

      g_assert_true (picture->shows_around);
      g_assert_cmpuint (picture->n_enlarged, ==, 3);
      g_assert_cmpint (part->window[TL_DATA_COLUMNS].start, ==, firsts[i]);
      g_assert_cmpint (part->window[TL_DATA_COLUMNS].length, ==, 12);
    }
}

/* --- points --- */

static void
test_points (void)
{
  g_auto (TiledProgram)     program = tiled_program (TILED (64, 64, 64, 16));
  const gint64              position[6] = { 1, 2, 3, 0, 0, 0 };
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, position, 2, &caches, 620, 480);
  const TlDataRect         *written = &picture->rects[0];
  TlDataSpot                spot;
  g_autofree char          *text = NULL, *summary = tl_data_picture_summary (picture);

  g_assert_true (tl_data_picture_find (picture, written->x + written->width * 40.5 / 64, written->y + written->height * 20.5 / 64, &spot));
  g_assert_cmpint (spot.element[0], ==, 20);
  g_assert_cmpint (spot.element[1], ==, 40);
  g_assert_cmpint (spot.loop, ==, 1);   /* k_0 does not move the tile of the result */
  text = tl_data_spot_text (picture, &spot);
  g_assert_cmpstr (text, ==, "B[20, 40]\nin B[16:32, 32:48], one iteration of j_0");
  g_assert_true (tl_data_picture_find (picture, written->x + 1, written->y + written->height - 1, &spot));
  g_assert_cmpint (spot.loop, ==, -1);
  g_assert_false (tl_data_picture_find (picture, written->x - 3, written->y, &spot));
  g_assert_cmpstr (summary, ==, "One iteration of k_0: writes B[16:32, 32:48], 1 KiB; reads A[16:32, 48:64], 1 KiB; reads W[48:64, 32:48], "
                   "1 KiB. Total 3 KiB, 9.4 % of L1");
  g_assert_cmpint (tl_data_layout_loop_within (program.layout, 3 * 1024), ==, 2);
  g_assert_cmpint (tl_data_layout_loop_within (program.layout, 1), ==, -1);
}

/* A tile of whole panels is one stretch, of parts of several panels one for each, and around too many there is a box. */
static void
test_stretches (void)
{
  g_autoptr (TlModule) module = read_module (HEAD BUFFER ("A", "16, 24") ", " BUFFER ("B", "4, 24, 4") "):\n"
                                             BLOCK ("i, j", "16, 24", "vi, vj", "SS", "B[vi // 4, vj, vi % 4] = A[vi, vj]"));
  g_autoptr (TlNest)       nest = tl_nest_new (module, "main");
  g_autoptr (TlDataLayout) layout = tl_data_layout_new (nest, tl_data_main_block (nest, 0));
  const TlTileSpan         whole[] = { { 1, 2 }, { 0, 24 }, { 0, 4 } }, parts[] = { { 1, 2 }, { 0, 24 }, { 1, 2 } };
  TlTileSpan               stretches[4];

  g_assert_cmpuint (tl_data_side_stretches (&layout->buffers[0], TL_DATA_COLUMNS, whole, stretches, 4), ==, 1);
  g_assert_cmpint (stretches[0].start, ==, 4);
  g_assert_cmpint (stretches[0].length, ==, 8);
  g_assert_cmpuint (tl_data_side_stretches (&layout->buffers[0], TL_DATA_COLUMNS, parts, stretches, 4), ==, 2);
  g_assert_cmpint (stretches[0].start, ==, 5);
  g_assert_cmpint (stretches[1].start, ==, 9);
  g_assert_cmpint (stretches[1].length, ==, 2);
  g_assert_cmpuint (tl_data_side_stretches (&layout->buffers[0], TL_DATA_COLUMNS, parts, stretches, 1), ==, 1);
  g_assert_cmpint (stretches[0].start, ==, 5);
  g_assert_cmpint (stretches[0].length, ==, 6);
}

/* --- copies and caches --- */

#define PACKED(inner) \
  HEAD BUFFER ("A", "16, 32") ", " BUFFER ("B", "32, 64") ", " BUFFER ("C", "16, 64") "):\n" \
  "    P = T.alloc_buffer((4, 32, 16))\n    L = T.alloc_buffer((16, 64))\n" \
  "    for j_0 in T.parallel(8):\n        for a, b in T.grid(32, 8):\n            with T.block(\"P\"):\n" \
  "                v0 = T.axis.spatial(32, a)\n                v1 = T.axis.spatial(64, j_0 * 8 + b)\n" \
  "                P[v1 // 16, v0, v1 % 16] = B[v0, v1]\n" \
  "        for i, j_1, k in T.grid(16, 8, 32):\n            with T.block(\"C\"):\n                vi = T.axis.spatial(16, i)\n" \
  "                vj = T.axis.spatial(64, j_0 * 8 + j_1)\n                vk = T.axis.reduce(32, k)\n" \
  "                with T.init():\n                    L[vi, vj] = T.float32(0)\n" \
  "                L[vi, vj] = L[vi, vj] + A[vi, vk] * " inner "\n" \
  "    for i, j in T.grid(16, 64):\n        with T.block(\"back\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            C[vi, vj] = L[vi, vj]\n"

static char *
copies_text (const TlDataPicture *picture)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < picture->layout->n_copies; i++)
    {
      const TlDataCopy *copy = &picture->layout->copies[i];
      g_autofree char  *origin = tl_data_copy_text (copy), *tile = NULL;
      TlTileSpan        region[TL_DATA_MAX_DIMS];

      tl_data_copy_region (copy, tl_data_picture_tile (picture, copy->buffer, tl_data_picture_marked_level (picture)), region);
      tile = tl_data_tile_text (&copy->original, region);
      g_string_append_printf (text, "%s%s: %s, %s", i > 0 ? "; " : "", copy->buffer->access->buffer->name, tile, origin);
    }
  return g_string_free (text, FALSE);
}

static gboolean
overlap (const TlDataRect *a, const TlDataRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height && b->y < a->y + a->height;
}

/* Which part of the original an iteration's tile of the copy holds: panels, single columns of a panel, and what is written back. */
static void
test_copies (void)
{
  static const struct { gint64 position[4]; gint selected; const char *text; } rows[] = {
    { { 0, 0, 0, 0 }, 0, "L: C[0:16, 0:8], copied to C once; P: B[0:32, 0:8], copy of B per j_0" },
    { { 3, 0, 0, 0 }, 0, "L: C[0:16, 24:32], copied to C once; P: B[0:32, 24:32], copy of B per j_0" },
    { { 3, 2, 5, 7 }, 3, "L: C[2, 29], copied to C once; P: B[7, 29], copy of B per j_0" },
  };
  g_auto (TiledProgram) program = tiled_program (PACKED ("P[vj // 16, vk, vj % 16]"));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, rows[i].position, rows[i].selected, &caches, 620, 560);
      g_autofree char          *text = copies_text (picture);

      g_assert_cmpstr (text, ==, rows[i].text);
      g_assert_cmpuint (picture->n_strips, ==, 2);
      for (guint s = 0; s < picture->n_strips; s++)
        {
          const TlDataRect *strip = &picture->strips[s].rect;

          g_assert_true (strip->x >= 0 && strip->y >= 0 && strip->x + strip->width <= picture->notes_x && strip->y + strip->height <= 560);
          for (guint r = 0; r < picture->n_rects; r++)
            g_assert_false (overlap (strip, &picture->rects[r]));
        }
    }
}

/* Whatever the height, originals are drawn whole or not at all. */
static void
test_copies_fit (void)
{
  g_auto (TiledProgram) program = tiled_program (PACKED ("P[vj // 16, vk, vj % 16]"));
  guint                 n_strips = 0;

  for (int height = 240; height <= 640; height += 20)
    {
      g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, (const gint64[4]) { 0 }, 0, &caches, 900, height);

      for (guint s = 0; s < picture->n_strips; s++)
        g_assert_cmpfloat (picture->strips[s].rect.y + picture->strips[s].rect.height, <=, height);
      n_strips += picture->n_strips;
    }
  g_assert_cmpuint (n_strips, >, 10);
}

/* In a low picture the originals give way to the buffers. */
static void
test_copies_hide (void)
{
  g_auto (TiledProgram)     program = tiled_program (PACKED ("P[vj // 16, vk, vj % 16]"));
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, (const gint64[4]) { 0 }, 0, &caches, 400, 200);

  g_assert_cmpuint (picture->n_strips, ==, 0);
}

/* The outermost tile that fits each cache, against the bytes of each level. */
static void
test_cache_levels (void)
{
  g_auto (TiledProgram)     program = tiled_program (TILED (1024, 1024, 1024, 16));
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, (const gint64[6]) { 0 }, 0, &caches, 620, 480);
  const gint64              sizes[] = { caches.l1d_bytes, caches.l2_bytes, caches.l3_bytes };

  for (guint cache = 0; cache < 3; cache++)
    {
      gint level = tl_data_picture_cache_level (picture, cache);

      g_assert_cmpint (level, >=, 0);
      g_assert_cmpint (tl_data_picture_tile_bytes (picture, (guint) level), <=, sizes[cache]);
      g_assert_true (level == 0 || tl_data_picture_tile_bytes (picture, (guint) level - 1) > sizes[cache]);
    }
}

/* Contiguous shares of the parallel loop, as the worker makes them; what all threads read differs from what each has its part of. */
static void
test_threads (void)
{
  g_auto (TiledProgram)     program = tiled_program (PACKED ("P[vj // 16, vk, vj % 16]"));
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, (const gint64[4]) { 0 }, 0, &caches, 620, 560);
  cairo_surface_t          *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 620, 560);
  cairo_t                  *cr = cairo_create (surface);
  g_autofree char          *text = NULL;

  tl_data_picture_set_cores (picture, 3);
  text = tl_data_threads_summary (picture);
  g_assert_cmpstr (text, ==, "Iterations of j_0: thread 0: 0–1, thread 1: 2–4, thread 2: 5–7");
  tl_draw_data_threads (cr, picture, tl_palette (FALSE));
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (guint i = 0; i < picture->n_rects; i++)
    {
      const TlDataRect *rect = &picture->rects[i];
      int               y = (int) (rect->y + rect->height / 2);

      if (rect->buffer->place != TL_DATA_WRITTEN)
        continue;
      g_assert_cmphex (pixel_at (surface, (int) (rect->x + 0.22 * rect->width), y), !=,
                       pixel_at (surface, (int) (rect->x + 0.28 * rect->width), y));
      g_assert_cmphex (pixel_at (surface, (int) (rect->x + 0.35 * rect->width), y), ==,
                       pixel_at (surface, (int) (rect->x + 0.55 * rect->width), y));
    }
  cairo_surface_destroy (surface);
}

/* --- edges and cache lines --- */

/* The lower right corner of each tile that differs from the one around it is an edge of its loop; dragging it makes more iterations. */
static void
test_edges (void)
{
  g_auto (TiledProgram)     program = tiled_program (TILED (64, 64, 64, 16));
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, (const gint64[6]) { 1, 1, 1, 0, 0, 0 }, 1, &caches, 900, 700);
  guint                     n_found = 0;

  for (guint i = 0; i < picture->n_rects; i++)
    for (guint n = 1; n <= 2; n++)
      {
        const TlDataRect *rect = &picture->rects[i];
        TlTileSpan        columns, rows;
        TlDataEdge        edge;
        double            x, y, width, height;

        tl_data_side_stretches (rect->buffer, TL_DATA_COLUMNS, tl_data_picture_tile (picture, rect->buffer, n), &columns, 1);
        tl_data_side_stretches (rect->buffer, TL_DATA_ROWS, tl_data_picture_tile (picture, rect->buffer, n), &rows, 1);
        tl_data_rect_stretch (rect, TL_DATA_COLUMNS, columns, &x, &width);
        tl_data_rect_stretch (rect, TL_DATA_ROWS, rows, &y, &height);
        if (!tl_data_picture_tile_differs (picture, rect->buffer, n))
          continue;
        if (n == 1 && rect->buffer->place == TL_DATA_LEFT)   /* rows of A, by i_0 */
          {
            g_assert_true (tl_data_picture_find_edge (picture, x + 0.75 * width, y + height, &edge));
            g_assert_cmpuint (edge.side, ==, TL_DATA_ROWS);
            g_assert_cmpuint (edge.loop, ==, 0);
            g_assert_cmpint (edge.extent, ==, 4);
            g_assert_cmpfloat_with_epsilon (tl_data_edge_iterations (&edge, x, y + 2 * height), 2, 0.01);
            n_found++;
          }
        if (n == 2 && rect->buffer->place == TL_DATA_ABOVE)  /* columns of W, by j_0 */
          {
            g_assert_true (tl_data_picture_find_edge (picture, x + width, y + 0.75 * height, &edge));
            g_assert_cmpuint (edge.side, ==, TL_DATA_COLUMNS);
            g_assert_cmpuint (edge.loop, ==, 1);
            g_assert_cmpfloat_with_epsilon (tl_data_edge_iterations (&edge, x + 3 * width, y), 3, 0.01);
            n_found++;
          }
      }
  g_assert_cmpuint (n_found, ==, 2);
}

/* 16 floats in a row, cut where a row of 10 ends; the elements are those of the same 64 bytes. */
static void
test_cache_line (void)
{
  g_auto (TiledProgram)     program = tiled_program (HEAD BUFFER ("A", "8, 10") ", " BUFFER ("B", "8, 10") "):\n"
                                                     BLOCK ("i, j", "8, 10", "vi, vj", "SS", "B[vi, vj] = A[vi, vj]"));
  const TlDataBuffer       *buffer = &program.layout->buffers[0];

  for (gint64 i = 0; i < 8; i++)
    for (gint64 j = 0; j < 10; j++)
      {
        TlDataSpot spot = { .buffer = buffer, .element = { i, j } };
        TlTileSpan runs[8][TL_DATA_MAX_DIMS];
        guint      n = tl_data_cache_line (&spot, runs, 8);
        gint64     n_elements = 0;

        for (guint r = 0; r < n; r++)
          for (gint64 e = runs[r][1].start; e < runs[r][1].start + runs[r][1].length; e++, n_elements++)
            g_assert_cmpint ((runs[r][0].start * 10 + e) / 16, ==, (i * 10 + j) / 16);
        g_assert_cmpint (n_elements, ==, 16);
      }
}

/* --- counts --- */

static guint32
element_pixel (cairo_surface_t *surface, const TlDataRect *rect, double row, double column)
{
  return pixel_at (surface, rect->x + rect->width * (column + 0.5) / (double) rect->window[TL_DATA_COLUMNS].length,
                   rect->y + rect->height * (row + 0.5) / (double) rect->window[TL_DATA_ROWS].length);
}

static int
luminance (guint32 pixel)
{
  return (int) (3 * (pixel >> 16 & 255) + 6 * (pixel >> 8 & 255) + (pixel & 255));
}

/* Equal counts have one color, later accesses are brighter; no value, no color. */
static void
test_counts (void)
{
  g_auto (TiledProgram)       program = tiled_program (TILED (16, 16, 16, 4));
  const gint64                position[6] = { 1, 2, 0, 0, 0, 0 };
  g_autoptr (TlElementCounts) counts = must (tl_element_counts_new (program.module, program.layout->tiles, 2, position, &caches, 100000,
                                                                    NULL, &failure));
  g_autoptr (TlDataPicture)   picture = tl_data_picture_new_tiles (program.layout, position, 1, 2, &caches, 620, 480);
  const TlDataRect           *written = &picture->rects[0], *left = &picture->rects[1];
  TlDataSpot                  spot;
  g_autofree char            *text = NULL, *summary = tl_counts_summary (program.layout, counts, &(TlCountsLook) { .tile = -1 });

  g_assert_cmpint (left->window[TL_DATA_COLUMNS].length, ==, 16);
  g_assert_cmpint (written->window[TL_DATA_ROWS].start, ==, 4);
  for (TlCountsKind kind = 0; kind < TL_N_COUNTS; kind++)
    {
      g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 620, 480);
      g_autoptr (cairo_t)         cr = cairo_create (surface);

      tl_draw_counts (cr, picture, counts, &(TlCountsLook) { .kind = kind, .tile = -1 }, tl_palette (kind % 2 == 1));
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      if (kind == TL_COUNTS_ACCESSES)
        g_assert_cmpuint (element_pixel (surface, left, 1, 5), ==, element_pixel (surface, left, 3, 13));
      if (kind == TL_COUNTS_ORDER)
        {
          g_assert_cmpint (luminance (element_pixel (surface, left, 1, 1)), <, luminance (element_pixel (surface, left, 1, 8)));
          g_assert_cmpint (luminance (element_pixel (surface, left, 1, 8)), <, luminance (element_pixel (surface, left, 1, 15)));
        }
    }
  g_assert_true (tl_data_picture_find (picture, left->x + 0.5 * left->width / 16, left->y + 2.5 * left->height / 4, &spot));
  text = tl_counts_spot_text (picture, counts, &spot);
  g_assert_true (g_str_has_prefix (text, "A[6, 0]\n4 reads, 0 writes, access "));
  g_assert_true (g_str_has_prefix (summary, "Accesses to an element in one iteration of j_0: 4 to 33, 144 elements. "));
}

/* Whole numbers near each other have a bin each, others share bins of the scale; a range counts and fades. */
static void
test_value_range (void)
{
  g_auto (TiledProgram)       program = tiled_program (TILED (16, 16, 16, 4));
  const gint64                position[6] = { 1, 2, 0, 0, 0, 0 };
  g_autoptr (TlElementCounts) counts = must (tl_element_counts_new (program.module, program.layout->tiles, 2, position, &caches, 100000,
                                                                    NULL, &failure));
  g_autoptr (TlDataPicture)   picture = tl_data_picture_new_tiles (program.layout, position, 1, 2, &caches, 620, 480);
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 620, 480);
  g_autoptr (cairo_t)         cr = cairo_create (surface);
  TlCountsLook                look = { .kind = TL_COUNTS_ACCESSES, .tile = -1 };
  TlValueHistogram            histogram;
  g_autofree char            *all = NULL, *some = NULL, *range = NULL;
  guint32                     pixel;

  tl_value_histogram (counts, &look, &histogram);   /* 4 for A and W, 33 for B: more values than bins */
  g_assert_cmpuint (histogram.n_bins, ==, TL_VALUE_BINS);
  g_assert_cmpuint (histogram.bins[0], ==, 128);
  g_assert_cmpuint (histogram.bins[TL_VALUE_BINS - 1], ==, 16);
  all = tl_counts_shown_text (&histogram, &look);
  g_assert_cmpstr (all, ==, "144 elements");
  tl_draw_counts (cr, picture, counts, &look, tl_palette (FALSE));
  pixel = element_pixel (surface, &picture->rects[1], 1, 5);
  look.has_range = TRUE;
  look.first = look.last = TL_VALUE_BINS - 1;
  some = tl_counts_shown_text (&histogram, &look);
  range = tl_counts_range_text (&histogram, &look);
  g_assert_cmpstr (some, ==, "16 of 144 elements");
  g_assert_cmpstr (range, ==, "32 to 33");
  tl_draw_counts (cr, picture, counts, &look, tl_palette (FALSE));
  g_assert_cmpint (luminance (element_pixel (surface, &picture->rects[1], 1, 5)), >, luminance (pixel) + 500);   /* A is faded */
  g_assert_cmpint (luminance (element_pixel (surface, &picture->rects[0], 1, 1)), <, 2300);                     /* B is not */
  look = (TlCountsLook) { .kind = TL_COUNTS_ACCESSES, .tile = 1, .is_log = TRUE };   /* A alone: one value */
  tl_value_histogram (counts, &look, &histogram);
  g_assert_cmpuint (histogram.n_bins, ==, 1);
  g_assert_cmpuint (histogram.bins[0], ==, 64);
  look = (TlCountsLook) { .kind = TL_COUNTS_MISSES, .tile = -1, .is_log = TRUE };   /* from 0 on, which has no logarithm */
  tl_value_histogram (counts, &look, &histogram);
  g_assert_true (histogram.is_exact);
  g_assert_cmpuint (tl_value_histogram_sum (&histogram, 0, histogram.n_bins), ==, 144);
  look = (TlCountsLook) { .kind = TL_COUNTS_REUSE, .tile = -1, .is_log = TRUE };
  tl_value_histogram (counts, &look, &histogram);
  for (guint bin = 0; bin < histogram.n_bins; bin++)
    {
      double least, most;

      tl_value_histogram_values (&histogram, bin, &least, &most);
      g_assert_cmpuint (tl_value_histogram_bin (&histogram, (least + most) / 2), ==, bin);
    }
}

/* A part grows from where it began, in either direction; a side of several dimensions is whole inside of the one where its ends differ. */
static void
test_region (void)
{
  static const char *const  packed = HEAD BUFFER ("A", "16, 24") ", " BUFFER ("B", "4, 24, 4") "):\n"
    BLOCK ("i, j", "16, 24", "vi, vj", "SS", "B[vi // 4, vj, vi % 4] = A[vi, vj]");
  g_auto (TiledProgram)     program = tiled_program (packed);
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, (const gint64[2]) { 5, 7 }, 0, &caches, 620, 480);
  const TlDataRect         *read = &picture->rects[1];
  TlDataRegion              region;
  TlDataSpot                spot;
  g_autofree char          *element = NULL, *part = NULL, *moved = NULL, *panels = NULL;

  tl_data_rect_spot (picture, read, read->x + read->width * 3.5 / 24, read->y + read->height * 2.5 / 16, &spot);
  tl_data_region_begin (&region, &spot);
  element = tl_data_region_text (&region);
  g_assert_true (tl_data_region_is_element (&region));
  tl_data_rect_spot (picture, read, read->x - 40, read->y + read->height * 5.5 / 16, &spot);   /* beside the buffer: its edge */
  tl_data_region_extend (&region, &spot);
  part = tl_data_region_text (&region);
  tl_data_region_move (&region, TL_DATA_ROWS, 1, FALSE);
  tl_data_region_move (&region, TL_DATA_COLUMNS, -3, FALSE);   /* no further than the first */
  moved = tl_data_region_text (&region);
  g_assert_cmpint (program.layout->buffers[1].sides[TL_DATA_ROWS].n_dims, ==, 1);
  g_assert_true (g_str_equal (element, "A[2, 3]") || g_str_equal (element, "A[3, 2]"));
  g_assert_cmpstr (moved, !=, part);
  tl_data_rect_spot (picture, &picture->rects[0], picture->rects[0].x + 1, picture->rects[0].y + 1, &spot);
  tl_data_region_begin (&region, &spot);
  tl_data_region_move (&region, TL_DATA_COLUMNS, 5, TRUE);   /* the side is i: panels of four */
  panels = tl_data_region_text (&region);
  g_assert_cmpstr (panels, ==, "B[0:2, 0, 0:4]");
}

static void
test_touch_text (void)
{
  TlTouchedLoop    loops[] = { { 1, "i", 128, 16, 31 }, { 2, "u", 1, 0, 0 }, { 3, "j", 128, 0, 127 }, { 4, "k", 128, 5, 5 } };
  TlRegionTouch    touch = { 9, "C", TRUE, FALSE, loops, 4, 2048, 2097152, TRUE };
  g_autofree char *text = tl_touch_text (&touch), *once = NULL;

  g_assert_true (g_str_has_prefix (text, "C reads it at i = 16–31, k = 5 and all of j: 2048 of "));
  touch = (TlRegionTouch) { 9, "C", TRUE, TRUE, NULL, 0, 1, 1, FALSE };
  once = tl_touch_text (&touch);
  g_assert_cmpstr (once, ==, "C reads and writes it once: at most 1 of 1 instances");
}

/* The numbers beside buffers, and how often elements are touched: those of a window overlap. */
static void
test_notes (void)
{
  g_auto (TiledProgram)     program = tiled_program (TILED (64, 64, 64, 16));
  const gint64              position[6] = { 1, 2, 0, 0, 0, 0 };
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, position, 1, &caches, 620, 480);
  const TlDataBuffer       *buffers = program.layout->buffers;
  g_autofree char          *written = tl_data_buffer_text (picture, &buffers[0]), *read = tl_data_buffer_text (picture, &buffers[1]);
  g_autofree char          *below = tl_data_picture_text_at (picture, picture->notes_x + 4, picture->notes_y + 22 + TL_DATA_NOTE_HEIGHT);
  g_auto (TiledProgram)     window = tiled_program (
    HEAD BUFFER ("A", "10") ", " BUFFER ("B", "8") "):\n"
    BLOCK ("i, k", "8, 3", "vi, vk", "SR", SUM ("B[vi]", "A[vi + vk]")));
  g_autoptr (TlDataPicture) of_window = tl_data_picture_new (window.layout, (const gint64[2]) { 0 }, -1, &caches, 620, 480);
  const gint64              start[2] = { 0 };
  g_autoptr (TlDataPicture) of_loop = tl_data_picture_new (window.layout, start, 0, &caches, 620, 480);

  g_assert_cmpstr (written, ==, "B: 64 × 64 float32, 16 KiB\none iteration of j_0 reads and writes 16 × 16, 1 KiB\neach element 64 times");
  g_assert_cmpstr (read, ==, "A: 64 × 64 float32, 16 KiB\none iteration of j_0 reads 16 × 64, 4 KiB\neach element 16 times");
  g_assert_cmpstr (below, ==, read);
  g_assert_null (tl_data_picture_note_at (picture, picture->notes_x + 4, picture->notes_y));
  g_assert_null (tl_data_picture_note_at (picture, picture->notes_x - 4, picture->notes_y + 30));
  g_assert_cmpfloat (tl_data_picture_touches (of_window, &window.layout->buffers[1]), ==, 1);
  g_assert_cmpfloat (tl_data_picture_touches (of_loop, &window.layout->buffers[0]), ==, 3);
}

/* The original of a copy says which part the copy holds. */
static void
test_strip_text (void)
{
  g_auto (TiledProgram)     program = tiled_program (PACKED ("P[vj // 16, vk, vj % 16]"));
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, (const gint64[4]) { 0 }, 0, &caches, 760, 700);
  const TlDataRect         *back = &picture->strips[0].rect, *packed = &picture->strips[1].rect;
  g_autofree char          *of_back = tl_data_picture_text_at (picture, back->x + 2, back->y + 2);
  g_autofree char          *of_packed = tl_data_picture_text_at (picture, packed->x + 2, packed->y + 2);

  g_assert_cmpuint (picture->n_strips, ==, 2);
  g_assert_cmpstr (of_back, ==, "C[0:16, 0:8], 512 B\nL is copied to C once");
  g_assert_cmpstr (of_packed, ==, "B[0:32, 0:8], 1 KiB\nP is copy of B per j_0");
}

/* The reuses of one element for themselves. */
static void
test_watched_element (void)
{
  g_auto (TiledProgram)       program = tiled_program (TILED (16, 16, 16, 4));
  const gint64                position[6] = { 1, 2, 0, 0, 0, 0 }, index[2] = { 6, 3 };
  const TlBuffer             *a = program.layout->buffers[1].access->buffer;
  g_autoptr (TlElementCounts) counts = must (tl_element_counts_new_watching (program.module, program.layout->tiles, 2, position, a, index,
                                                                             &caches, 100000, NULL, &failure));
  const TlElementCount       *element = tl_counted_tile_find (&counts->tiles[1], index);
  g_autofree char            *text = tl_counts_distances_text (counts);
  guint64                     n = 0;

  for (guint b = 0; b < TL_DISTANCE_BINS; b++)
    {
      n += counts->watched_histogram[b];
      g_assert_true (counts->watched_histogram[b] == 0
                     || (b == 0 ? element->least_lines == 0 : element->most_lines >= (guint64) 1 << (b - 1)));
    }
  g_assert_cmpuint (n, ==, element->n_reuses);
  g_assert_cmpuint (n, >, 0);
  g_assert_true (g_str_has_prefix (text, "Reuses of A[6, 3]: "));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/data/places", test_places);
  g_test_add_func ("/draw/data/visible", test_visible);
  g_test_add_func ("/draw/data/sizes", test_sizes);
  g_test_add_func ("/draw/data/loupe", test_loupe);
  g_test_add_func ("/draw/data/loupe-around", test_loupe_around);
  g_test_add_func ("/draw/data/points", test_points);
  g_test_add_func ("/draw/data/stretches", test_stretches);
  g_test_add_func ("/draw/data/counts", test_counts);
  g_test_add_func ("/draw/data/value-range", test_value_range);
  g_test_add_func ("/draw/data/region", test_region);
  g_test_add_func ("/draw/data/touch-text", test_touch_text);
  g_test_add_func ("/draw/data/notes", test_notes);
  g_test_add_func ("/draw/data/strip-text", test_strip_text);
  g_test_add_func ("/draw/data/watched-element", test_watched_element);
  g_test_add_func ("/draw/data/threads", test_threads);
  g_test_add_func ("/draw/data/edges", test_edges);
  g_test_add_func ("/draw/data/cache-line", test_cache_line);
  g_test_add_func ("/draw/data/copies", test_copies);
  g_test_add_func ("/draw/data/copies-fit", test_copies_fit);
  g_test_add_func ("/draw/data/copies-hide", test_copies_hide);
  g_test_add_func ("/draw/data/cache-levels", test_cache_levels);
  return g_test_run ();
}
