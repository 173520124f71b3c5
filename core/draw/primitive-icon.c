/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Icons are lines on a grid of 16 by 16: loops are wide boxes, blocks and buffers high ones, copies filled. A command is a letter and
 * numbers: M x y begins a line, L x y goes on with it, R x y w h is a frame, F x y w h a filled box, A x y x y an arrow.
 */
#include "core/draw/primitive-icon.h"

#include <math.h>
#include <string.h>

#define GRID       16.0
#define LINE_WIDTH 1.4
#define HEAD       3.0   /* of an arrow */

static const struct
{
  const char *name;
  const char *path;
} icons[] = {
  { "merge", "M 3 2 L 3 6 L 8 10 L 8 14 M 13 2 L 13 6 L 8 10" },
  { "split", "R 1 2 14 4 R 1 10 6 4 R 9 10 6 4" },
  { "loop_partition", "R 1 5 14 6 M 5 2 L 5 14 M 11 2 L 11 14" },
  { "fuse", "R 1 2 6 4 R 9 2 6 4 R 1 10 14 4" },
  { "reorder", "A 5 14 5 2 A 11 2 11 14" },
  { "add_unit_loop", "R 1 10 14 4 M 8 1 L 8 7 M 5 4 L 11 4" },
  { "reorder_block_iter_var", "R 1 1 14 14 A 4 6 12 6 A 12 11 4 11" },
  { "parallel", "F 3 2 2 12 F 7 2 2 12 F 11 2 2 12" },
  { "vectorize", "R 1 5 14 6 M 4.5 5 L 4.5 11 M 8 5 L 8 11 M 11.5 5 L 11.5 11" },
  { "unroll", "F 2 2 12 2 F 2 6 12 2 F 2 10 12 2 F 2 14 12 2" },
  { "bind", "R 2 2 12 12 M 6 2 L 6 14 M 10 2 L 10 14 M 2 6 L 14 6 M 2 10 L 14 10" },
  { "compute_at", "R 1 7 14 8 A 8 1 8 11" },
  { "reverse_compute_at", "R 1 1 14 8 A 8 15 8 5" },
  { "compute_inline", "R 7 2 8 12 A 1 8 11 8" },
  { "reverse_compute_inline", "R 1 2 8 12 A 15 8 5 8" },
  { "fuse_reduction_epilogue", "M 10 2 L 2 2 L 6 8 L 2 14 L 10 14 A 15 8 9 8" },
  { "cache_read", "R 1 2 5 12 A 6 8 11 8 F 12 5 3 6" },
  { "cache_write", "F 1 5 3 6 A 4 8 9 8 R 10 2 5 12" },
  { "cache_inplace", "R 1 2 5 12 A 7 6 15 6 A 15 11 7 11" },
  { "cache_index", "M 4 2 L 1 2 L 1 14 L 4 14 M 12 2 L 15 2 L 15 14 L 12 14 F 6 6 4 4" },
  { "read_at", "R 1 1 5 9 A 6 5 11 5 F 12 3 3 5 M 1 14 L 15 14" },
  { "write_at", "F 1 3 3 5 A 4 5 9 5 R 10 1 5 9 M 1 14 L 15 14" },
  { "rolling_buffer", "R 1 7 14 7 M 13 7 L 13 2 L 3 2 A 3 2 3 7" },
  { "reindex", "R 1 1 6 6 A 6 6 11 11 R 9 9 6 6" },
  { "reindex_cache_read", "R 1 2 5 12 A 6 8 10 8 F 10 5 2 6 F 13 5 2 6" },
  { "reindex_cache_write", "F 1 5 2 6 F 4 5 2 6 A 6 8 10 8 R 10 2 5 12" },
  { "decompose_reduction", "M 8 2 L 2 2 L 6 8 L 2 14 L 8 14 F 11 2 4 4 R 11 9 4 5" },
  { "rfactor", "M 8 2 L 2 2 L 6 8 L 2 14 L 8 14 M 10 3 L 15 3 M 10 8 L 15 8 M 10 13 L 15 13" },
  { "decompose_padding", "R 1 1 14 14 F 5 5 6 6" },
  { "pad_einsum", "R 4 4 8 8 M 1 4 L 1 1 L 4 1 M 12 1 L 15 1 L 15 4 M 15 12 L 15 15 L 12 15 M 4 15 L 1 15 L 1 12" },
  { "blockize", "R 1 1 14 14 F 4 4 3 3 F 9 4 3 3 F 4 9 3 3 F 9 9 3 3" },
  { "tensorize", "R 1 1 14 14 R 4 4 8 8 M 8 4 L 8 12 M 4 8 L 12 8" },
  { "transform_layout", "R 1 1 4 14 A 6 8 11 8 R 11 5 4 6" },
  { "transform_block_layout", "R 1 1 14 14 R 3 4 3 8 A 7 8 13 8" },
  { "set_axis_separator", "R 1 4 14 8 M 8 1 L 8 15" },
  { "storage_align", "M 2 1 L 2 15 F 4 3 11 2 F 4 7 7 2 F 4 11 11 2" },
  { "set_scope", "R 1 10 14 4 R 4 5 8 5 F 6 1 4 4" },
  { "unsafe_set_dtype", "M 3 5 L 3 2 L 13 2 L 13 5 M 8 2 L 8 14 M 6 14 L 10 14" },
  { "unsafe_hide_buffer_access", "R 2 3 12 10 M 1 15 L 15 1" },
  { "annotate_buffer_access", "R 1 2 6 12 M 9 6 L 12 6 L 15 8 L 12 10 L 9 10 L 9 6" },
  { "annotate", "M 1 4 L 10 4 L 15 8 L 10 12 L 1 12 L 1 4 F 4 7 2 2" },
  { "unannotate", "M 1 4 L 10 4 L 15 8 L 10 12 L 1 12 L 1 4 M 3 15 L 13 1" },
  { "sample_categorical", "R 2 2 12 12 F 7 7 2 2" },
  { "sample_perfect_tile", "R 2 2 12 12 F 4 4 2 2 F 10 10 2 2" },
  { "sample_partitioned_tile", "R 2 2 12 12 F 4 4 2 2 F 7 7 2 2 F 10 10 2 2" },
  { "sample_compute_location", "R 2 2 12 12 F 4 4 2 2 F 10 4 2 2 F 4 10 2 2 F 10 10 2 2" },
};

static const char *
path_of (const TlPrimitive *primitive)
{
  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    if (strcmp (icons[i].name, primitive->name) == 0)
      return icons[i].path;
  return NULL;
}

gboolean
tl_primitive_has_icon (const TlPrimitive *primitive)
{
  return path_of (primitive) != NULL;
}

static void
add_arrow (cairo_t *cr, const double *at)
{
  double angle = atan2 (at[3] - at[1], at[2] - at[0]);

  cairo_move_to (cr, at[0], at[1]);
  cairo_line_to (cr, at[2], at[3]);
  for (int side = -1; side <= 1; side += 2)
    {
      cairo_move_to (cr, at[2], at[3]);
      cairo_line_to (cr, at[2] - HEAD * cos (angle + side * G_PI / 4), at[3] - HEAD * sin (angle + side * G_PI / 4));
    }
}

/* The frames of boxes lie inside of them. */
static void
draw_command (cairo_t *cr, char command, const double *at)
{
  switch (command)
    {
    case 'M':
      cairo_move_to (cr, at[0], at[1]);
      break;
    case 'L':
      cairo_line_to (cr, at[0], at[1]);
      break;
    case 'R':
      cairo_rectangle (cr, at[0] + LINE_WIDTH / 2, at[1] + LINE_WIDTH / 2, at[2] - LINE_WIDTH, at[3] - LINE_WIDTH);
      break;
    case 'A':
      add_arrow (cr, at);
      break;
    case 'F':
    default:
      cairo_stroke (cr);
      cairo_rectangle (cr, at[0], at[1], at[2], at[3]);
      cairo_fill (cr);
      break;
    }
}

void
tl_draw_primitive_icon (cairo_t *cr, const TlPrimitive *primitive, TlColor color, double size)
{
  const char *path = path_of (primitive);

  g_return_if_fail (path != NULL);

  cairo_save (cr);
  cairo_scale (cr, size / GRID, size / GRID);
  cairo_set_line_width (cr, LINE_WIDTH);
  tl_set_color (cr, color, 1);
  while (*path != '\0')
    {
      char   command = *path++, *end;
      double at[4] = { 0 };

      for (guint i = 0; i < (command == 'M' || command == 'L' ? 2 : 4); i++, path = end)
        at[i] = g_ascii_strtod (path, &end);
      draw_command (cr, command, at);
      while (*path == ' ')
        path++;
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}
