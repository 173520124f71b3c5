/* SPDX-License-Identifier: Apache-2.0 */
/* Buffers of more than two dimensions: which of them are rows, columns and slices, and what a slice shows. */
#include "core/draw/data/data-sides.h"
#include "core/draw/data/draw-slice.h"
#include "tests/draw/surface.h"
#include "tests/read-module.h"

#define PARAMETERS "@T.prim_func\ndef main(A: T.Buffer((6, 8, 10), \"float32\"), B: T.Buffer((6, 8, 10), \"float32\")):\n"

static const TlCaches caches = { 32 << 10, 1 << 20, 32 << 20 };

/* n is cut in two: an iteration of n_0 touches two slices. */
static const char copy[] = PARAMETERS
  "    for n_0, h, n_1, w in T.grid(3, 8, 2, 10):\n        with T.block(\"B\"):\n"
  "            vn = T.axis.spatial(6, n_0 * 2 + n_1)\n            vh, vw = T.axis.remap(\"SS\", [h, w])\n"
  "            T.reads(A[vn, vh, vw])\n            T.writes(B[vn, vh, vw])\n            B[vn, vh, vw] = A[vn, vh, vw]\n";
/* Slice n is accessed n + 1 times in an element. */
static const char triangle[] = PARAMETERS
  "    for n, h, w, k in T.grid(6, 8, 10, 6):\n        with T.block(\"B\"):\n"
  "            vn, vh, vw, vk = T.axis.remap(\"SSSS\", [n, h, w, k])\n            T.where(k <= n)\n"
  "            T.reads(A[vn, vh, vw])\n            T.writes(B[vn, vh, vw])\n            B[vn, vh, vw] = A[vn, vh, vw]\n";
static const char parallel[] = PARAMETERS
  "    for n in T.parallel(6):\n        for h, w in T.grid(8, 10):\n            with T.block(\"B\"):\n"
  "                vn, vh, vw = T.axis.remap(\"SSS\", [n, h, w])\n                T.reads(A[vn, vh, vw])\n"
  "                T.writes(B[vn, vh, vw])\n                B[vn, vh, vw] = A[vn, vh, vw]\n";
static const char images[] =
  "@T.prim_func\ndef main(A: T.Buffer((2, 3, 10, 12), \"float32\"), W: T.Buffer((5, 3, 3, 3), \"float32\"), "
  "B: T.Buffer((2, 5, 8, 10), \"float32\")):\n    for n, o, h, w, c, y, x in T.grid(2, 5, 8, 10, 3, 3, 3):\n"
  "        with T.block(\"B\"):\n            vn, vo, vh, vw, vc, vy, vx = T.axis.remap(\"SSSSRRR\", [n, o, h, w, c, y, x])\n"
  "            with T.init():\n                B[vn, vo, vh, vw] = T.float32(0)\n"
  "            B[vn, vo, vh, vw] = B[vn, vo, vh, vw] + A[vn, vc, vh + vy, vw + vx] * W[vo, vc, vy, vx]\n";

typedef struct
{
  TlModule     *module;
  TlNest       *nest;
  TlDataLayout *layout;
} Program;

static Program
read_program (const char *text, gint rows, gint columns)
{
  Program program = { .module = read_module (text) };

  program.nest = tl_nest_new (program.module, "main");
  program.layout = tl_data_layout_new_along (program.nest, tl_data_main_block (program.nest, 0), rows, columns);
  return program;
}

static void
program_clear (Program *program)
{
  tl_data_layout_free (program->layout);
  tl_nest_free (program->nest);
  tl_module_unref (program->module);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Program, program_clear)

/* --- sides --- */

/* "h w; A h + y w + x, W x y": rows and columns of the written buffer and of the others. */
static char *
describe (const TlDataLayout *layout)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < layout->n_buffers; i++)
    {
      const TlDataBuffer *buffer = &layout->buffers[i];

      g_string_append_printf (text, "%s%s | %s", i > 0 ? "; " : "", buffer->sides[TL_DATA_ROWS].name,
                              buffer->sides[TL_DATA_COLUMNS].name);
      for (guint d = 0; d < buffer->n_folded; d++)
        g_string_append_printf (text, " [%u]", buffer->folded[d]);
    }
  return g_string_free (text, FALSE);
}

/* The rows and columns of the written buffer that are wanted; the others follow, and other buffers stand by them. */
static void
test_chosen (void)
{
  static const struct { gint rows, columns; const char *sides; } rows[] = {
    { -1, -1, "h | w [0] [1]; h + y | w + x [0] [1]; y | x [0] [1]" },
    { 1, -1, "o | w [0] [2]; h + y | w + x [0] [1]; o | x [1] [2]" },
    { -1, 1, "w | o [0] [2]; w + x | h + y [0] [1]; x | o [1] [2]" },
    { 3, 2, "w | h [0] [1]; w + x | h + y [0] [1]; y | x [0] [1]" },
    { 2, 2, "h | w [0] [1]; h + y | w + x [0] [1]; y | x [0] [1]" },   /* one cannot be both */
    { 9, -1, "h | w [0] [1]; h + y | w + x [0] [1]; y | x [0] [1]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Program) program = read_program (images, rows[i].rows, rows[i].columns);
      g_autofree char *text = describe (program.layout);

      g_assert_cmpstr (text, ==, rows[i].sides);
    }
}

/* A dimension that is moved leaves its place to the one that was there. */
static void
test_moved (void)
{
  static const struct { guint dim, side; gint slice; gint rows, columns; } rows[] = {   /* of n o | h | w */
    { 1, TL_DATA_ROWS, -1, 1, 3 },      /* h becomes a slice */
    { 0, TL_DATA_COLUMNS, -1, 2, 0 },
    { 2, TL_DATA_COLUMNS, -1, 3, 2 },   /* rows and columns exchanged */
    { 3, TL_DATA_ROWS, -1, 3, 2 },
    { 3, TL_DATA_SLICES, -1, 2, 1 },    /* the innermost slice dimension takes its place */
    { 3, TL_DATA_SLICES, 0, 2, 0 },     /* or the one that it was dropped on */
    { 2, TL_DATA_ROWS, -1, -1, -1 },    /* is there */
    { 1, TL_DATA_SLICES, -1, -1, -1 },
  };
  g_auto (Program) program = read_program (images, -1, -1);

  g_assert_cmpuint (tl_data_layout_side_of (program.layout, 0), ==, TL_DATA_SLICES);
  g_assert_cmpuint (tl_data_layout_side_of (program.layout, 3), ==, TL_DATA_COLUMNS);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      gint     sides[TL_N_DATA_SIDES];
      gboolean moves = tl_data_layout_move_dim (program.layout, rows[i].dim, rows[i].side, rows[i].slice, sides);

      g_assert_cmpint (moves, ==, rows[i].rows >= 0);
      if (!moves)
        continue;
      g_assert_cmpint (sides[TL_DATA_ROWS], ==, rows[i].rows);
      g_assert_cmpint (sides[TL_DATA_COLUMNS], ==, rows[i].columns);
    }
}

/* --- slices --- */

/* Slices of the innermost dimension that is no side: those that one iteration touches, and the one shown; seeking one moves the loops. */
static void
test_touched (void)
{
  g_auto (Program)          program = read_program (copy, -1, -1);
  gint64                    position[4] = { 1, 3, 0, 4 };
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, position, 0, &caches, 620, 480);
  g_autofree char          *name = tl_data_dim_text (program.layout, &program.layout->buffers[0], 0);
  const TlSliceLook         look = { .counts = NULL };
  g_autofree char          *text = tl_data_slice_text (picture, &look, 0, 2), *other = tl_data_slice_text (picture, &look, 0, 3);

  g_assert_cmpstr (name, ==, "n 6");
  g_assert_cmpint (tl_data_layout_slice_dim (program.layout), ==, 0);
  g_assert_cmpint (tl_data_slice_shown (picture, 0), ==, 2);
  g_assert_cmpstr (text, ==, "Slice 2 of n 6, shown, in the marked iteration");
  g_assert_cmpstr (other, ==, "Slice 3 of n 6, in the marked iteration");
  for (gint64 slice = 0; slice < 6; slice++)
    g_assert_cmpint (tl_data_slice_is_touched (picture, 0, slice), ==, slice / 2 == 1);
  g_assert_true (tl_block_tiles_seek (program.layout->tiles, 0, 0, 5, position));
  g_assert_cmpint (position[0], ==, 2);
  g_assert_cmpint (position[1], ==, 3);   /* does not move it */
  g_assert_cmpint (position[2], ==, 1);
  g_assert_cmpint (position[3], ==, 4);
  g_assert_false (tl_block_tiles_seek (program.layout->tiles, 0, 0, 6, position));
  g_assert_cmpint (position[0], ==, 2);
}

/* The middle pixel of a slice. */
static guint32
middle_of_slice (const TlDataPicture *picture, const TlSliceLook *look, gint64 at)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 40, 40);
  cairo_t         *cr = cairo_create (surface);
  guint32          pixel;

  tl_draw_data_slice (cr, picture, look, 0, at, tl_palette (FALSE), 40, 40);
  cairo_surface_flush (surface);
  pixel = *(guint32 *) (void *) (cairo_image_surface_get_data (surface) + 20 * cairo_image_surface_get_stride (surface) + 20 * 4);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return pixel;
}

/* Each slice has its own counts, in the words and in the colors; what was not counted says so. */
static void
test_counted (void)
{
  g_auto (Program)            program = read_program (triangle, -1, -1), pair = read_program (copy, -1, -1);
  const gint64                position[4] = { 1, 0, 0, 0 };
  g_autoptr (TlElementCounts) all = must (tl_element_counts_new (program.module, program.layout->tiles, 0, position, &caches, 100000, NULL,
                                                                 &failure));
  g_autoptr (TlElementCounts) two = must (tl_element_counts_new (pair.module, pair.layout->tiles, 1, position, &caches, 100000, NULL,
                                                                 &failure));
  g_autoptr (TlDataPicture)   picture = tl_data_picture_new (program.layout, position, -1, &caches, 620, 480);
  g_autoptr (TlDataPicture)   picture_of_two = tl_data_picture_new (pair.layout, position, 0, &caches, 620, 480);
  const TlSliceLook           look = { .counts = all, .look = { .kind = TL_COUNTS_ACCESSES, .tile = -1 } };
  const TlSliceLook           look_of_two = { .counts = two, .look = { .kind = TL_COUNTS_ORDER, .tile = -1 } };
  g_autofree char            *first = tl_data_slice_text (picture, &look, 0, 1), *last = tl_data_slice_text (picture, &look, 0, 5);
  g_autofree char            *third = tl_data_slice_text (picture_of_two, &look_of_two, 0, 3);
  g_autofree char            *none = tl_data_slice_text (picture_of_two, &look_of_two, 0, 4);
  guint32                     before = 0;

  g_assert_cmpstr (first, ==, "Slice 1 of n 6, shown, in the marked iteration, Accesses to an element: 2");
  g_assert_cmpstr (last, ==, "Slice 5 of n 6, Accesses to an element: 6");
  g_assert_cmpstr (third, ==, "Slice 3 of n 6, in the marked iteration, First access, in order: 22 to 320");
  g_assert_cmpstr (none, ==, "Slice 4 of n 6, not counted in this iteration");
  for (gint64 slice = 0; slice < 6; slice++)
    {
      guint32 pixel = middle_of_slice (picture, &look, slice);

      g_assert_cmpuint (pixel, !=, before);
      before = pixel;
    }
  g_assert_cmpuint (middle_of_slice (picture_of_two, &look_of_two, 2), !=, middle_of_slice (picture_of_two, &look_of_two, 4));
  g_assert_cmpuint (middle_of_slice (picture_of_two, &look_of_two, 0), ==, middle_of_slice (picture_of_two, &look_of_two, 4));
}

/* The picture itself shows the counts of its slice, not of the first one that was counted. */
static void
test_shown (void)
{
  g_auto (Program)            program = read_program (triangle, -1, -1);
  const gint64                first[4] = { 0 }, last[4] = { 5, 0, 0, 0 };
  g_autoptr (TlElementCounts) counts = must (tl_element_counts_new (program.module, program.layout->tiles, 0, first, &caches, 100000, NULL,
                                                                    &failure));
  const TlCountsLook          look = { .kind = TL_COUNTS_ACCESSES, .tile = -1 };
  guint32                     pixels[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TlDataPicture) picture = tl_data_picture_new_tiles (program.layout, i == 0 ? first : last, -1, 0, &caches, 400, 300);
      cairo_surface_t          *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 400, 300);
      cairo_t                  *cr = cairo_create (surface);
      const TlDataRect         *rect = &picture->rects[0];

      tl_draw_counts (cr, picture, counts, &look, tl_palette (FALSE));
      cairo_surface_flush (surface);
      pixels[i] = *(guint32 *) (void *) (cairo_image_surface_get_data (surface)
                                         + (int) (rect->y + rect->height * 0.75) * cairo_image_surface_get_stride (surface)
                                         + (int) (rect->x + rect->width * 0.75) * 4);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpuint (pixels[0], !=, pixels[1]);
}

/* A slice has the color of the thread that runs it. */
static void
test_threads (void)
{
  g_auto (Program)          program = read_program (parallel, -1, -1);
  const gint64              position[3] = { 0 };
  g_autoptr (TlDataPicture) picture = tl_data_picture_new (program.layout, position, -1, &caches, 620, 480);
  const TlSliceLook         look = { .shows_threads = TRUE };

  tl_data_picture_set_cores (picture, 2);
  g_assert_cmpint (picture->threads.kind, ==, TL_THREADS_CPU);
  g_assert_cmpuint (middle_of_slice (picture, &look, 0), ==, middle_of_slice (picture, &look, 2));
  g_assert_cmpuint (middle_of_slice (picture, &look, 0), !=, middle_of_slice (picture, &look, 3));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/data-slices/chosen", test_chosen);
  g_test_add_func ("/draw/data-slices/moved", test_moved);
  g_test_add_func ("/draw/data-slices/touched", test_touched);
  g_test_add_func ("/draw/data-slices/counted", test_counted);
  g_test_add_func ("/draw/data-slices/shown", test_shown);
  g_test_add_func ("/draw/data-slices/threads", test_threads);
  return g_test_run ();
}
