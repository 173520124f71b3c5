/* SPDX-License-Identifier: Apache-2.0 */
/* The outline of what a cache holds: each element of a picture is on it where its line is held, and nowhere else. */
#include "core/draw/data/draw-contents.h"
#include "tests/draw/surface.h"
#include "tests/read-module.h"

#define WIDTH  900
#define HEIGHT 700

static const TlCaches caches = { 4 * 64, 12 * 64, 40 * 64 };

static const char matmul[] =
  "@T.prim_func\ndef main(A: T.Buffer((12, 20), \"float32\"), B: T.Buffer((20, 36), \"float32\"), C: T.Buffer((12, 36), \"float32\")):\n"
  "    for i, j, k in T.grid(12, 36, 20):\n        with T.block(\"C\"):\n            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
  "            T.reads(A[vi, vk], B[vk, vj])\n            T.writes(C[vi, vj])\n            with T.init():\n"
  "                C[vi, vj] = T.float32(0)\n            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";
/* One slice of the four dimensions is shown; a line of ten elements is none of the cache. */
static const char images[] =
  "@T.prim_func\ndef main(A: T.Buffer((2, 3, 10, 12), \"float32\"), W: T.Buffer((5, 3, 3, 3), \"float32\"), "
  "B: T.Buffer((2, 5, 8, 10), \"float32\")):\n    for n, o, h, w, c, y, x in T.grid(2, 5, 8, 10, 3, 3, 3):\n"
  "        with T.block(\"B\"):\n            vn, vo, vh, vw, vc, vy, vx = T.axis.remap(\"SSSSRRR\", [n, o, h, w, c, y, x])\n"
  "            with T.init():\n                B[vn, vo, vh, vw] = T.float32(0)\n"
  "            B[vn, vo, vh, vw] = B[vn, vo, vh, vw] + A[vn, vc, vh + vy, vw + vx] * W[vo, vc, vy, vx]\n";
/* Elements as long as a line, and of two bytes. */
static const char types[] =
  "@T.prim_func\ndef main(A: T.Buffer((40,), \"float16\"), B: T.Buffer((40,), \"float64\"), C: T.Buffer((), \"float32\")):\n"
  "    for i in range(40):\n        with T.block(\"B\"):\n            vi = T.axis.spatial(40, i)\n            T.reads(A[vi], C[()])\n"
  "            T.writes(B[vi])\n            B[vi] = T.Cast(\"float64\", A[vi]) + T.Cast(\"float64\", C[()])\n";

typedef struct
{
  TlModule        *module;
  TlNest          *nest;
  TlDataLayout    *layout;
  TlDataPicture   *picture;
  TlCacheContents *contents;
} Shown;

static Shown
show (const char *text, gint rows, gint columns, guint n_fixed, const gint64 *position)
{
  Shown shown = { .module = read_module (text) };

  shown.nest = tl_nest_new (shown.module, "main");
  shown.layout = tl_data_layout_new_along (shown.nest, tl_data_main_block (shown.nest, 0), rows, columns);
  shown.picture = tl_data_picture_new (shown.layout, position, (gint) n_fixed - 1, &caches, WIDTH, HEIGHT);
  shown.contents = must (tl_cache_contents_new (shown.layout->module, shown.layout->tiles, n_fixed, position, &caches, 1000000, NULL,
                                                &failure));
  return shown;
}

static void
shown_clear (Shown *shown)
{
  tl_cache_contents_free (shown->contents);
  tl_data_picture_free (shown->picture);
  tl_data_layout_free (shown->layout);
  tl_nest_free (shown->nest);
  tl_module_unref (shown->module);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shown, shown_clear)

static gboolean
is_held (const Shown *shown, const TlDataSpot *spot, guint cache)
{
  const TlBuffer         *buffer = spot->buffer->access->buffer;
  const TlBufferContents *contents = tl_cache_contents_of (shown->contents, buffer);
  gint64                  offset = 0, extent;
  guint8                  smallest;

  for (guint d = 0; d < buffer->n_dims; d++)
    {
      g_assert_true (tl_buffer_get_extent (buffer, d, &extent));
      offset = offset * extent + spot->element[d];
    }
  if (contents == NULL)
    return FALSE;
  smallest = contents->caches[offset * tl_dtype_bytes (buffer->dtype) / 64];
  return smallest > 0 && smallest <= cache + 1;
}

/* Pixels inside of elements: their borders may belong to either side. */
static guint
check_rect (const Shown *shown, cairo_surface_t *surface, const TlDataRect *rect, guint cache)
{
  double row = rect->height / (double) rect->window[TL_DATA_ROWS].length;
  double column = rect->width / (double) rect->window[TL_DATA_COLUMNS].length;
  guint  n_held = 0;

  g_assert_cmpfloat (row, >, 2);
  g_assert_cmpfloat (column, >, 2);
  for (gint64 r = 0; r < rect->window[TL_DATA_ROWS].length; r++)
    for (gint64 c = 0; c < rect->window[TL_DATA_COLUMNS].length; c++)
      {
        double     x = rect->x + column * ((double) c + 0.5), y = rect->y + row * ((double) r + 0.5);
        TlDataSpot spot;
        gboolean   holds;

        tl_data_rect_spot (shown->picture, rect, x, y, &spot);
        holds = is_held (shown, &spot, cache);
        g_assert_cmpint (alpha_at (surface, x, y) > 0, ==, holds);
        n_held += holds;
      }
  return n_held;
}

static void
check (const char *text, gint rows, gint columns, guint n_fixed, const gint64 *position)
{
  g_auto (Shown) shown = show (text, rows, columns, n_fixed, position);
  guint          before = 0;

  for (guint cache = 0; cache < TL_COUNTED_LEVELS; cache++)
    {
      g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
      g_autoptr (cairo_t)         cr = cairo_create (surface);
      guint                       n_held = 0;

      tl_draw_cache_contents (cr, shown.picture, shown.contents, cache, tl_palette (cache == 1));
      cairo_surface_flush (surface);
      for (guint i = 0; i < shown.picture->n_rects; i++)
        n_held += check_rect (&shown, surface, &shown.picture->rects[i], cache);
      g_assert_cmpuint (n_held, >, 0);
      g_assert_cmpuint (n_held, >=, before);
      before = n_held;
    }
}

static void
test_elements (void)
{
  const gint64 start[7] = { 0 }, middle[7] = { 1, 3, 2, 1, 1, 1, 1 };

  for (guint n_fixed = 0; n_fixed <= 3; n_fixed++)
    check (matmul, -1, -1, n_fixed, middle);
  check (matmul, 1, 0, 2, middle);
  check (images, -1, -1, 4, start);
  check (images, -1, -1, 5, middle);
  check (images, 1, 0, 4, middle);
  check (types, -1, -1, 1, (gint64[]) { 25 });
}

static void
expect_text (const Shown *shown, guint cache, const char *expected)
{
  g_autofree char *text = tl_cache_contents_text (shown->layout, shown->contents, cache);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_words (void)
{
  g_auto (Shown) row = show (matmul, -1, -1, 1, (gint64[]) { 0, 0, 0 }), all = show (matmul, -1, -1, 0, (gint64[]) { 0, 0, 0 });

  expect_text (&row, 0, "L1 holds 256 B of 256 B after this iteration of i: C 64 B, A 64 B, B 128 B");
  row.contents->n_outer = 1;
  row.contents->first = 3;
  expect_text (&row, 2, "L3 holds 2.50 KiB of 2.50 KiB after this iteration of i: C 128 B, A 128 B, B 2.25 KiB");
  row.contents->n_lines[2] = 400;
  expect_text (&row, 2, "L3 holds 2.50 KiB of 25 KiB after this iteration of i: C 128 B, A 128 B, B 2.25 KiB"
               "; not counted: what was there before j = 3");
  expect_text (&all, 2, "L3 holds 2.50 KiB of 2.50 KiB after the program: C 128 B, A 128 B, B 2.25 KiB");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/contents/elements", test_elements);
  g_test_add_func ("/draw/contents/words", test_words);
  return g_test_run ();
}
