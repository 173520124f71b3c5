/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/base/extremum.h"
#include "core/draw/draw-memory.h"
#include "core/draw/draw-nest.h"
#include "tests/draw/surface.h"
#include "tests/program-text.h"
#include "tests/read-module.h"

#define WIDTH  362
#define HEIGHT 200

static const TlCapacities capacities = { { 2048, 32 << 10, 1 << 20, 32 << 20 } };

static TlModule *
read_matmul (void)
{
  return read_module ("from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("256", "256", "256"));
}

/* --- the scale --- */

static void
test_scale (void)
{
  g_autoptr (TlModule)  module = read_matmul ();
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, module->prims[0], &capacities);
  double                width = tl_memory_columns_width (traffic, FALSE), before = 0;

  for (double bytes = 8; bytes < 1e9; bytes *= 1.5)
    {
      double x = tl_memory_x (traffic, width, bytes);

      g_assert_cmpfloat (x, >, before);
      before = x;
    }
  /* Columns end where a level is full. */
  g_assert_cmpfloat (fabs (tl_memory_x (traffic, width, 2048) - 76), <, 0.01);
  g_assert_cmpfloat (fabs (tl_memory_x (traffic, width, 32 << 10) - 138), <, 0.01);
  g_assert_cmpfloat (fabs (tl_memory_x (traffic, width, 1 << 20) - 200), <, 0.01);
  g_assert_cmpfloat (fabs (tl_memory_x (traffic, width, 32 << 20) - 262), <, 0.01);
  g_assert_cmpfloat (tl_memory_x (traffic, width, 1e15), <=, 296);
  g_assert_cmpfloat (tl_memory_columns_width (traffic, TRUE), <, 80);
}

/* Without L3 its column is not there. */
static void
test_absent_level (void)
{
  static const TlCapacities no_l3 = { { 2048, 32 << 10, 1 << 20, 0 } };
  g_autoptr (TlModule)      module = read_matmul ();
  g_autoptr (TlTraffic)     traffic = tl_traffic_new (module, module->prims[0], &no_l3);

  g_assert_cmpfloat (fabs (tl_memory_columns_width (traffic, FALSE) - 300), <, 0.01);
  g_assert_cmpfloat (tl_memory_x (traffic, 300, 2 << 20), >, 200);
}

/* --- the rows --- */

static cairo_surface_t *
draw_rows (const TlTraffic *traffic, gboolean is_folded, TlNodeId selected)
{
  cairo_surface_t     *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (cairo_t)  cr = cairo_create (surface);
  const TlMemoryRow    rows[] = { { traffic->loops[0].loop, 50 }, { traffic->loops[1].loop, 100 }, { traffic->loops[2].loop, 150 } };
  TlMemoryPicture      picture = { .traffic = traffic, .rows = rows, .n_rows = 3, .scale = 1, .selected = selected,
                                   .is_folded = is_folded };

  tl_draw_memory_rows (cr, &picture, tl_palette (FALSE), WIDTH, HEIGHT);
  cairo_surface_flush (surface);
  return surface;
}

/* Opaque pixels of a row of pixels between two places. */
static guint
opaque_between (cairo_surface_t *surface, double from, double to, double y)
{
  guint n = 0;

  for (double x = tl_max (from, 0); x <= to && x < cairo_image_surface_get_width (surface); x++)
    n += alpha_at (surface, x, y) > 200;
  return n;
}

/* B is the same for all i, and A for all j: thick lines lead down to their marks; of B from i to j it is a thin one. */
static void
test_reuse (void)
{
  g_autoptr (TlModule)        module = read_matmul ();
  g_autoptr (TlTraffic)       traffic = tl_traffic_new (module, module->prims[0], &capacities);
  g_autoptr (cairo_surface_t) surface = draw_rows (traffic, FALSE, 0);
  double                      row = tl_memory_x (traffic, WIDTH, 1024), matrix = tl_memory_x (traffic, WIDTH, 256 << 10);

  g_assert_cmpuint (opaque_between (surface, matrix - 4, matrix + 4, 41), >=, 3);    /* B comes down to i */
  g_assert_cmpuint (opaque_between (surface, row - 4, row + 4, 75), >=, 3);          /* A from i to j */
  g_assert_cmpuint (opaque_between (surface, matrix - 4, matrix + 4, 75), >=, 1);    /* B from i to j */
  g_assert_cmpuint (opaque_between (surface, matrix - 4, matrix + 4, 75), <=, 2);
  g_assert_cmpuint (opaque_between (surface, matrix - 4, matrix + 4, 125), ==, 0);   /* at j it is a column */
}

/* The bar ends at the footprint: 258 KiB at i, 2052 bytes at j. */
static void
test_bars (void)
{
  static const double bytes[] = { 264192, 2052 };
  g_autoptr (TlModule)        module = read_matmul ();
  g_autoptr (TlTraffic)       traffic = tl_traffic_new (module, module->prims[0], &capacities);
  g_autoptr (cairo_surface_t) surface = draw_rows (traffic, FALSE, 0);

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    {
      double end = round (tl_memory_x (traffic, WIDTH, bytes[i])), y = 50 * (i + 1) - 5;

      g_assert_cmpfloat ((double) traffic->loops[i].footprint->total_bytes, ==, bytes[i]);
      g_assert_cmpuint (opaque_between (surface, end - 2, end + 1, y), >=, 1);
      g_assert_cmpuint (alpha_at (surface, 30, y), >, alpha_at (surface, 30, y - 4) + 30);
    }
}

/* Four bytes of each matrix at k: their marks stand side by side. */
static void
test_marks (void)
{
  g_autoptr (TlModule)        module = read_matmul ();
  g_autoptr (TlTraffic)       traffic = tl_traffic_new (module, module->prims[0], &capacities);
  g_autoptr (cairo_surface_t) surface = draw_rows (traffic, FALSE, 0);
  double                      x = tl_memory_x (traffic, WIDTH, 4);

  g_assert_cmpuint (opaque_between (surface, x - 4, x + 16, 150), >=, 17);
}

static void
test_folded (void)
{
  g_autoptr (TlModule)        module = read_matmul ();
  g_autoptr (TlTraffic)       traffic = tl_traffic_new (module, module->prims[0], &capacities);
  g_autoptr (cairo_surface_t) plain = draw_rows (traffic, TRUE, 0), selected = draw_rows (traffic, TRUE, traffic->loops[1].loop);

  g_assert_cmpuint (opaque_between (plain, 0, 290, 50), ==, 0);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (opaque_between (plain, 290, WIDTH, 50 * (i + 1)), >, 0);
  g_assert_cmpuint (alpha_at (plain, 20, 100), ==, 0);
  g_assert_cmpuint (alpha_at (selected, 20, 100), >, 20);
  g_assert_cmpuint (alpha_at (selected, 20, 50), ==, 0);
}

/* --- the view --- */

/* Rows stand at the headers of the loops, one below the other. */
static void
test_view (void)
{
  g_autoptr (TlModule)        module = read_matmul ();
  g_autoptr (TlNest)          nest = tl_nest_new (module, module->prims[0]->name);
  g_autoptr (TlTraffic)       traffic = tl_traffic_new (module, module->prims[0], &capacities);
  g_autoptr (cairo_surface_t) surface = NULL;
  g_autoptr (cairo_t)         cr = NULL;
  double                      width, height, middles[4];

  tl_nest_picture_middles (nest, middles);
  g_assert_cmpfloat (middles[0], <, middles[1]);
  g_assert_cmpfloat (middles[1], <, middles[2]);
  tl_memory_view_size (nest, traffic, &width, &height);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  cr = cairo_create (surface);
  tl_draw_memory_view (cr, nest, traffic, NULL, tl_palette (TRUE), width, height);
  cairo_surface_flush (surface);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (opaque_between (surface, width - 60, width - 4, TL_MEMORY_HEAD_HEIGHT + middles[i]), >, 0);
}

static void
test_texts (void)
{
  g_autoptr (TlModule)  module = read_matmul ();
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, module->prims[0], &capacities);
  g_autofree char      *summary = tl_memory_summary_text (traffic, NULL);
  g_autofree char      *loop = tl_memory_loop_text (traffic, &traffic->loops[1]);

  g_assert_cmpstr (summary, ==, "Bound unknown. The rates of the target have not been measured.");
  g_assert_cmpstr (loop, ==, "Loop j: one iteration touches 2.00 KiB, held by L1. A 1 KiB, used by 256 iterations. B 1 KiB. C 4 B.");
}

/* A GPU's: registers of a thread, shared memory of a block, L2 of the model; no L3. */
static void
test_gpu (void)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlModule)  module = read_matmul ();
  g_autoptr (TlTraffic) traffic = NULL;
  g_autofree char      *block = NULL, *thread = NULL;
  TlTarget              target;
  TlCapacities          of_gpu;

  g_assert_true (tl_target_parse ("nvidia/nvidia-a100", &target, &error));
  of_gpu = tl_capacities_of (&target);
  g_assert_cmpint (of_gpu.bytes[TL_LEVEL_REGISTERS], ==, 1020);
  g_assert_cmpint (of_gpu.bytes[TL_LEVEL_L1], ==, target.max_shared_memory_per_block);
  g_assert_cmpint (of_gpu.bytes[TL_LEVEL_L2], ==, 40 << 20);
  traffic = tl_traffic_new (module, module->prims[0], &of_gpu);
  block = tl_memory_loop_text (traffic, &traffic->loops[1]);
  thread = tl_memory_loop_text (traffic, &traffic->loops[2]);
  g_assert_true (g_str_has_prefix (block, "Loop j: one iteration touches 2.00 KiB, which fit in shared memory. A 1 KiB"));
  g_assert_true (g_str_has_prefix (thread, "Loop k: one iteration touches 12 B, which fit in registers. "));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/memory/scale", test_scale);
  g_test_add_func ("/draw/memory/absent-level", test_absent_level);
  g_test_add_func ("/draw/memory/reuse", test_reuse);
  g_test_add_func ("/draw/memory/bars", test_bars);
  g_test_add_func ("/draw/memory/marks", test_marks);
  g_test_add_func ("/draw/memory/folded", test_folded);
  g_test_add_func ("/draw/memory/view", test_view);
  g_test_add_func ("/draw/memory/texts", test_texts);
  g_test_add_func ("/draw/memory/gpu", test_gpu);
  return g_test_run ();
}
