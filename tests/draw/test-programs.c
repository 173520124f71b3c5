/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The programs of data and tests, analyzed and drawn as Explore does, so that sanitizers see it with all kinds of them. Left out are the
 * folders that hold hundreds that are alike.
 */
#include <string.h>

#include "core/draw/data/data-layout.h"
#include "core/draw/data/draw-data.h"
#include "core/draw/draw-liveness.h"
#include "core/draw/draw-memory.h"
#include "core/draw/draw-nest.h"
#include "core/draw/liveness.h"
#include "core/text/script.h"
#include "tests/draw/surface.h"

#define WIDTH        640
#define HEIGHT       480
#define N_PROGRAMS   150u
#define MAX_BLOCKS   4u     /* of a function whose data are drawn */
#define MAX_POSITION 64u    /* loops around a block */

static const TlCapacities capacities = { { 2048, 32 << 10, 1 << 20, 32 << 20 } };
static const TlCaches     caches = { 32 << 10, 1 << 20, 32 << 20 };

typedef struct
{
  guint n_programs;
  guint n_loops;
  guint n_pictures;
} Seen;

static cairo_t *
new_context (void)
{
  g_autoptr (cairo_surface_t) surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);

  return cairo_create (surface);
}

static void
draw_memory (const TlNest *nest, const TlModule *module, const TlPrimFunc *func, Seen *seen)
{
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, func, &capacities);
  g_autoptr (cairo_t)   cr = new_context ();
  TlTrafficTimes        times = { 0 };

  for (guint i = 0; i < traffic->n_loops; i++)
    {
      g_autofree char *text = tl_memory_loop_text (traffic, &traffic->loops[i]);

      g_assert_nonnull (text);
      for (guint k = 0; k < traffic->loops[i].footprint->n_touched; k++)
        g_assert_true (traffic->buffers[traffic->loops[i].uses[k].buffer].buffer == traffic->loops[i].footprint->touched[k].buffer);
    }
  seen->n_loops += traffic->n_loops;
  tl_draw_memory_view (cr, nest, traffic, &times, tl_palette (FALSE), WIDTH, HEIGHT);
}

static void
draw_data (const TlNest *nest, Seen *seen)
{
  g_autoptr (GArray) blocks = tl_data_blocks (nest, 0);

  for (guint i = 0; i < MIN (blocks->len, MAX_BLOCKS); i++)
    {
      static const gint64       position[MAX_POSITION] = { 0 };
      g_autoptr (TlDataLayout)  layout = tl_data_layout_new (nest, g_array_index (blocks, TlNodeId, i));
      g_autoptr (TlDataPicture) picture = NULL;
      g_autoptr (cairo_t)       cr = new_context ();
      g_autofree char          *summary = NULL;

      if (layout == NULL || layout->tiles->n_loops > MAX_POSITION)
        continue;
      picture = tl_data_picture_new (layout, position, (gint) layout->tiles->n_loops - 1, &caches, WIDTH, HEIGHT);
      tl_draw_data (cr, picture, tl_palette (FALSE));
      summary = tl_data_picture_summary (picture);
      g_assert_nonnull (summary);
      seen->n_pictures++;
    }
}

static void
look_at (const TlModule *module, const TlPrimFunc *func, Seen *seen)
{
  g_autoptr (TlNest)     nest = tl_nest_new (module, func->name);
  g_autoptr (TlLiveness) liveness = tl_liveness_new (nest);
  g_autoptr (cairo_t)    cr = new_context ();

  tl_draw_nest (cr, nest, tl_palette (FALSE), 0, WIDTH, HEIGHT);
  tl_draw_liveness (cr, liveness, tl_palette (FALSE), WIDTH, HEIGHT);
  draw_memory (nest, module, func, seen);
  draw_data (nest, seen);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
}

static void
look_at_file (const char *path, Seen *seen)
{
  g_autoptr (TlSource) source = tl_source_load (path, NULL);
  g_autoptr (TlModule) module = NULL;

  if (source != NULL && strstr (tl_source_text (source), "prim_func") != NULL)
    module = tl_script_read (source, NULL);
  if (module == NULL)   /* no program, or one that is refused */
    return;
  for (guint i = 0; i < module->n_prims; i++)
    look_at (module, module->prims[i], seen);
  seen->n_programs++;
}

static gboolean
is_left_out (const char *name)
{
  static const char *const folders[] = { "graph", "primitives", "space", "te", NULL };

  return g_strv_contains (folders, name);
}

static void
look_into (const char *path, Seen *seen)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char      *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);

      if (g_str_has_suffix (name, ".py"))
        look_at_file (inside, seen);
      else if (g_file_test (inside, G_FILE_TEST_IS_DIR) && !is_left_out (name))
        look_into (inside, seen);
    }
}

static void
test_all_programs (void)
{
  Seen seen = { 0 };

  look_into (SOURCE_DIR "/data/workloads", &seen);
  look_into (SOURCE_DIR "/tests", &seen);
  g_test_message ("%u programs, %u loops, data of %u blocks", seen.n_programs, seen.n_loops, seen.n_pictures);
  g_assert_cmpuint (seen.n_programs, >, N_PROGRAMS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/programs/all", test_all_programs);
  return g_test_run ();
}
