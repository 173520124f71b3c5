/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draw/draw-cache-bar.h"

#include <math.h>

#include "core/analysis/traffic.h"
#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"

static TlMemoryMarks
marks_of_gpu (const TlTarget *target)
{
  TlCapacities capacities = tl_capacities_of (target);

  return (TlMemoryMarks) { {
    { N_("regs"), N_("registers"), capacities.bytes[TL_LEVEL_REGISTERS] },
    { N_("shared"), N_("shared memory"), capacities.bytes[TL_LEVEL_L1] },
    { "L2", "L2", capacities.bytes[TL_LEVEL_L2] },
  } };
}

TlMemoryMarks
tl_memory_marks_of (const TlTarget *target)
{
  TlCaches caches = tl_target_caches (target);

  if (tl_target_has_kernels (target))
    return marks_of_gpu (target);
  return (TlMemoryMarks) { { { "L1", "L1", caches.l1d_bytes }, { "L2", "L2", caches.l2_bytes }, { "L3", "L3", caches.l3_bytes } } };
}

/* The first level that holds so many bytes; TL_N_MEMORY_MARKS: none does. */
static guint
level_of (const TlMemoryMarks *marks, gint64 bytes)
{
  guint level = 0;

  while (level < TL_N_MEMORY_MARKS && bytes > marks->levels[level].bytes)
    level++;
  return level;
}

char *
tl_memory_marks_text (const TlMemoryMarks *marks, gint64 bytes)
{
  guint level = level_of (marks, bytes), last = TL_N_MEMORY_MARKS - 1;

  if (bytes < 0)
    return g_strdup (_("unknown"));
  if (level < TL_N_MEMORY_MARKS)
    return g_strdup_printf (_("fits in %s"), _(marks->levels[level].title));
  return marks->levels[last].bytes > 0 ? g_strdup_printf (_("exceeds %s"), _(marks->levels[last].title)) : g_strdup ("");
}

/* A color for each of the levels; more than the last but one holds has one, too, where the last is not known. */
static TlColor
color_of (const TlMemoryMarks *marks, gint64 bytes, const TlPalette *palette)
{
  static const TlLoopLook looks[TL_N_MEMORY_MARKS] = { TL_LOOK_VECTORIZED, TL_LOOK_UNROLLED, TL_LOOK_BLOCK_INDEX };
  guint                   level = level_of (marks, bytes), last = TL_N_MEMORY_MARKS - 1;

  return level > last && marks->levels[last].bytes > 0 ? palette->error : palette->look[looks[MIN (level, last)]];
}

void
tl_draw_cache_bar (cairo_t *cr, gint64 bytes, const TlMemoryMarks *marks, const TlPalette *palette, double width, double height)
{
  gint64 largest = marks->levels[TL_N_MEMORY_MARKS - 1].bytes;
  double low = log2 (16), high = log2 (MAX (64.0 * 1024 * 1024, 4.0 * (double) MAX (largest, 1))), bar = MIN (10, height / 2), share;

  cairo_new_path (cr);
  tl_path_rounded (cr, 0, 0, width, bar, bar / 2);
  tl_set_color (cr, palette->line, 0.6);
  cairo_fill (cr);
  if (bytes > 0)
    {
      share = tl_clamp ((log2 ((double) bytes) - low) / (high - low), 0.02, 1);
      tl_path_rounded (cr, 0, 0, MAX (bar, width * share), bar, bar / 2);
      tl_set_color (cr, color_of (marks, bytes, palette), 1);
      cairo_fill (cr);
    }
  for (guint i = 0; i < TL_N_MEMORY_MARKS; i++)
    if (marks->levels[i].bytes > 0)
      {
        double x = round ((log2 ((double) marks->levels[i].bytes) - low) / (high - low) * width);

        cairo_rectangle (cr, x, 0, 1.5, bar + 3);
        tl_set_color (cr, palette->text, 0.8);
        cairo_fill (cr);
        if (height >= 20)
          tl_draw_text (cr, MIN (x, width - 8), bar + 9, 9.5, TL_TEXT_CENTER, palette->dim_text, 0, _(marks->levels[i].name));
      }
}
