/* SPDX-License-Identifier: Apache-2.0 */
/* When buffers live: from which block to which, how many bytes of each, and where most live at once; the picture shows all of it. */
#include <string.h>

#include "core/draw/draw-liveness.h"
#include "tests/draw/surface.h"
#include "tests/read-module.h"

#define HEAD "@T.prim_func\ndef main(A: T.Buffer((64, 32), \"float32\"), Z: T.Buffer((64, 32), \"float32\")):\n"
#define STAGE(name, to, from) \
  "    for i, j in T.grid(64, 32):\n        with T.block(\"" name "\"):\n            vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "            " to "[vi, vj] = " from "[vi, vj] + T.float32(1)\n"
/* A row of P is made and used up in each iteration of i. */
#define ROWS \
  HEAD "    P = T.alloc_buffer((64, 32))\n    for i in range(64):\n" \
  "        for j in range(32):\n            with T.block(\"P\"):\n                vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "                P[vi, vj] = A[vi, vj] * T.float32(2)\n" \
  "        for j in range(32):\n            with T.block(\"Z\"):\n                vi, vj = T.axis.remap(\"SS\", [i, j])\n" \
  "                Z[vi, vj] = P[vi, vj]\n"
#define CHAIN \
  HEAD "    P = T.alloc_buffer((64, 32))\n    Q = T.alloc_buffer((64, 32))\n    R = T.alloc_buffer((64, 32))\n" \
  STAGE ("P", "P", "A") STAGE ("Q", "Q", "P") STAGE ("R", "R", "Q") STAGE ("Z", "Z", "R")

static char *
describe (const TlLiveness *liveness)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < liveness->n_lives; i++)
    {
      const TlBufferLife *life = &liveness->lives[i];

      g_string_append_printf (text, "%s%s ", i > 0 ? "; " : "", life->buffer->name);
      for (guint b = 0; b < liveness->n_blocks; b++)
        g_string_append_c (text, "-rw*"[life->uses[b]]);
      g_string_append_printf (text, " %u-%u", life->first, life->last);
      if (life->is_allocated)
        g_string_append_printf (text, " %" G_GINT64_FORMAT "/%s", life->live_bytes, life->place != NULL ? life->place : "function");
    }
  g_string_append (text, " |");
  for (guint b = 0; b < liveness->n_blocks; b++)
    g_string_append_printf (text, " %" G_GINT64_FORMAT, liveness->live_bytes[b]);
  g_string_append_printf (text, " | %d", liveness->peak);
  return g_string_free (text, FALSE);
}

static TlLiveness *
liveness_of (const char *script)
{
  g_autoptr (TlModule) module = read_module (script);
  g_autoptr (TlNest)   nest = tl_nest_new (module, "main");

  return tl_liveness_new (nest);
}

static void
test_lives (void)
{
  static const struct { const char *script, *lives, *summary; } rows[] = {
    { HEAD STAGE ("Z", "Z", "A"), "A r 0-0; Z w 0-0 | 0 | -1", "Only arguments: nothing is allocated." },
    { CHAIN, "A r--- 0-3; Z ---w 0-3; P wr-- 0-1 8192/function; Q -wr- 1-2 8192/function; R --wr 2-3 8192/function | "
             "8192 16384 16384 8192 | 1",
      "3 buffers are allocated. At most 16 KiB live at once, while Q runs." },
    { ROWS, "A r- 0-1; Z -w 0-1; P wr 0-1 128/i | 128 128 | 0", "1 buffer is allocated. At most 128 B live at once, while P runs." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlLiveness) liveness = liveness_of (rows[i].script);
      g_autofree char       *lives = describe (liveness), *summary = tl_liveness_summary (liveness);

      g_assert_cmpstr (lives, ==, rows[i].lives);
      g_assert_cmpstr (summary, ==, rows[i].summary);
    }
}

static void
test_texts (void)
{
  g_autoptr (TlLiveness) liveness = liveness_of (ROWS);
  g_autofree char       *argument = tl_liveness_text (liveness, 0), *copy = tl_liveness_text (liveness, 2);

  g_assert_cmpstr (argument, ==, "A, global, float32[64, 32], 8 KiB: an argument");
  g_assert_cmpstr (copy, ==, "P, global, float32[64, 32], 8 KiB: 128 B in each iteration of i, from P to Z");
}

static cairo_surface_t *
draw (const TlLiveness *liveness, double width, double height, gint marked)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  g_autoptr (cairo_t) cr = cairo_create (surface);

  tl_draw_liveness (cr, liveness, tl_palette (FALSE), width, height);
  if (marked >= 0)
    tl_draw_liveness_block (cr, liveness, tl_palette (FALSE), width, height, (guint) marked);
  cairo_surface_flush (surface);
  return surface;
}

/* Marking a block changes pixels of its column alone, and some. */
static void
check_mark (const TlLiveness *liveness, double width, double height, gint marked)
{
  g_autoptr (cairo_surface_t) plain = draw (liveness, width, height, -1), with = draw (liveness, width, height, marked);
  guint n_changed = 0;
  gint  block, life;

  for (double x = 0; x < width; x++)
    for (double y = 0; y < height; y++)
      if (alpha_at (plain, x, y) != alpha_at (with, x, y))
        {
          gint beside;   /* the line is two pixels wide, half of it outside */

          tl_liveness_find (liveness, width, height, x - 1, y < height / 2 ? y + 3 : y - 3, &block, &life);
          tl_liveness_find (liveness, width, height, x + 2, y < height / 2 ? y + 3 : y - 3, &beside, &life);
          g_assert_true (block == marked || beside == marked);
          n_changed++;
        }
  g_assert_cmpuint (n_changed, >, 20);
}

/* At the least size and at a wide one, each column is found, and nothing beside them. */
static void
test_picture (void)
{
  g_autoptr (TlLiveness) liveness = liveness_of (CHAIN);
  double                 sizes[2][2] = { { 0, 0 }, { 900, 400 } };
  gint                   block, life;

  tl_liveness_size (liveness, &sizes[0][0], &sizes[0][1]);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      double   width = sizes[i][0], height = sizes[i][1];
      gboolean seen[4] = { FALSE };

      for (double x = 0; x < width; x += 2)
        for (double y = 0; y < height; y += 2)
          {
            tl_liveness_find (liveness, width, height, x, y, &block, &life);
            g_assert_cmpint (block, <, 4);
            g_assert_cmpint (life, <, 5);
            if (block >= 0)
              seen[block] = TRUE;
          }
      for (guint b = 0; b < 4; b++)
        g_assert_true (seen[b]);
      tl_liveness_find (liveness, width, height, 2, height - 2, &block, &life);
      g_assert_cmpint (block, ==, -1);
      g_assert_cmpint (life, ==, -1);
      check_mark (liveness, width, height, 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/liveness/lives", test_lives);
  g_test_add_func ("/draw/liveness/texts", test_texts);
  g_test_add_func ("/draw/liveness/picture", test_picture);
  return g_test_run ();
}
