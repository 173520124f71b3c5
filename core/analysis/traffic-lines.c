/* SPDX-License-Identifier: Apache-2.0 */
/* How many lines of a cache a region lies on. */
#include "core/analysis/traffic-private.h"

#include "core/arith/stride.h"

/* Where runs of bytes may begin in a line: at @first, and each @step bytes from there. */
typedef struct
{
  gint64 first, step;
} Placement;

static double
lines_of_run (const Placement *placement, double n_bytes)
{
  double sum = 0;
  guint  n = 0;

  for (gint64 at = placement->first % placement->step; at < TL_CACHE_LINE_BYTES; at += placement->step, n++)
    sum += (double) ((gint64) ((double) at + n_bytes - 1) / TL_CACHE_LINE_BYTES + 1);
  return sum / n;
}

gboolean
tl_memory_extent (const TlTouched *memory, guint dim, gint64 *extent)
{
  gint64 whole;

  if (!tl_expr_get_int (memory->region.ranges[dim].extent, extent))
    return FALSE;
  if (tl_buffer_get_extent (memory->buffer, dim, &whole))
    *extent = MIN (*extent, whole);
  return TRUE;
}

/* Elements from one index of the dimension to the next; FALSE if symbolic. */
static gboolean
get_pitch (const TlTouched *memory, guint dim, gint64 *pitch)
{
  gint64 extent;

  if (memory->buffer->strides != NULL)
    return tl_expr_get_int (memory->buffer->strides[dim], pitch);
  *pitch = 1;
  for (guint d = dim + 1; d < memory->buffer->n_dims; d++)
    {
      if (!tl_memory_extent (memory, d, &extent))
        return FALSE;
      *pitch *= extent;
    }
  return TRUE;
}

static gboolean
find_placement (TlArena *arena, const TlTouched *touched, const TlTouched *memory, Placement *placement)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  gint64 element_bytes = tl_dtype_bytes (touched->buffer->dtype), first = 0, step = 0;

  for (guint d = 0; d < touched->buffer->n_dims; d++)
    {
      const TlExpr *at = tl_sub (arena, touched->region.ranges[d].min, memory->region.ranges[d].min);
      gint64        coefficient, base, pitch;

      if (!get_pitch (memory, d, &pitch))
        return FALSE;
      tl_analyzer_modular (analyzer, tl_analyzer_simplify (analyzer, at), &coefficient, &base);
      first += base * pitch;
      step = tl_gcd_int64 (step, coefficient * pitch);
    }
  *placement = (Placement) { tl_floormod_int64 (first * element_bytes, TL_CACHE_LINE_BYTES),
                             tl_gcd_int64 (step * element_bytes, TL_CACHE_LINE_BYTES) };
  return TRUE;
}

static gint64
touched_extent (const TlTouched *touched, const TlTouched *memory, guint dim)
{
  gint64 extent = 1, whole;

  tl_expr_get_int (touched->region.ranges[dim].extent, &extent);
  return tl_memory_extent (memory, dim, &whole) ? MIN (extent, whole) : extent;
}

/* Rows whose gaps are shorter than a line are one run of bytes; others are counted apart. */
double
tl_touched_line_bytes (TlArena *arena, const TlTouched *touched, const TlTouched *memory)
{
  gint64    element_bytes = tl_dtype_bytes (touched->buffer->dtype);
  Placement placement;
  double    run = (double) element_bytes, n_runs = 1;

  if (touched->n_elements <= 0)
    return (double) touched->n_elements;
  if (!find_placement (arena, touched, memory, &placement))
    return -1;
  for (guint d = touched->buffer->n_dims; d-- > 0;)
    {
      gint64 extent = touched_extent (touched, memory, d), pitch = 1;

      if (extent == 1)
        continue;
      get_pitch (memory, d, &pitch);
      pitch *= element_bytes;
      if (n_runs == 1 && (double) pitch - run < TL_CACHE_LINE_BYTES)
        run += (double) (extent - 1) * (double) pitch;
      else
        {
          n_runs *= (double) extent;
          placement.step = tl_gcd_int64 (placement.step, pitch);
        }
    }
  return n_runs * lines_of_run (&placement, run) * TL_CACHE_LINE_BYTES;
}
