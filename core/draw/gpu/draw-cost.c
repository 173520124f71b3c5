/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "core/draw/gpu/gpu-pictures.h"

#define FONT_PX      12.0
#define NAME_WIDTH   104.0
#define NUMBER_WIDTH 66.0
#define BYTES_WIDTH  72.0
#define BAR_HEIGHT   9.0
#define SHOWN_SHARE  0.005    /* of the longest: terms below it are left out */
#define PASS_BYTES   (TL_N_BANKS * TL_BANK_BYTES)

/* --- terms --- */

/* The longest first; returns how many there are. */
static guint
sort_terms (const TlKernelCost *cost, TlCostTerm terms[TL_N_COST_TERMS])
{
  gboolean is_taken[TL_N_COST_TERMS] = { FALSE };
  double   longest = cost->terms[cost->limit];
  guint    n = 0;

  for (guint place = 0; place < TL_N_COST_TERMS; place++)
    {
      gint best = -1;

      for (guint i = 0; i < TL_N_COST_TERMS; i++)
        if (!is_taken[i] && (best < 0 || cost->terms[i] > cost->terms[best]))
          best = (gint) i;
      is_taken[best] = TRUE;
      if (cost->terms[best] > longest * SHOWN_SHARE)
        terms[n++] = (TlCostTerm) best;
    }
  return n;
}

double
tl_cost_terms_height (const TlKernelCost *cost)
{
  TlCostTerm terms[TL_N_COST_TERMS];

  return sort_terms (cost, terms) * TL_COST_ROW;
}

void
tl_draw_cost_terms (cairo_t *cr, const TlKernelCost *cost, const TlPalette *palette, double width, double height)
{
  TlCostTerm terms[TL_N_COST_TERMS];
  guint      n = sort_terms (cost, terms);
  double     room = tl_max (width - NAME_WIDTH - NUMBER_WIDTH, 20), longest = tl_max (cost->terms[cost->limit], 1e-12);

  for (guint i = 0; i < n; i++)
    {
      double           seconds = cost->terms[terms[i]], y = i * TL_COST_ROW, middle = y + TL_COST_ROW / 2;
      gboolean         is_limit = terms[i] == cost->limit;
      g_autofree char *text = tl_format_seconds (seconds);

      tl_draw_text (cr, 0, middle, FONT_PX, is_limit ? TL_TEXT_BOLD : 0, palette->text, NAME_WIDTH - 6, _(tl_cost_term_name (terms[i])));
      tl_path_rounded (cr, NAME_WIDTH, middle - BAR_HEIGHT / 2, tl_max (room * seconds / longest, 2), BAR_HEIGHT, 2);
      tl_set_color (cr, is_limit ? palette->look[TL_LOOK_UNROLLED] : palette->dim_text, is_limit ? 1 : tl_palette_mark (palette, 0.55));
      cairo_fill (cr);
      tl_draw_text (cr, width, middle, FONT_PX, TL_TEXT_RIGHT | (is_limit ? TL_TEXT_BOLD : 0), palette->text, 0, text);
    }
}

char *
tl_cost_terms_text (const TlKernelCost *cost)
{
  TlCostTerm terms[TL_N_COST_TERMS];
  guint      n = sort_terms (cost, terms);
  GString   *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *seconds = tl_format_seconds (cost->terms[terms[i]]);

      g_string_append_printf (text, "%s%s %s", i > 0 ? ", " : "", _(tl_cost_term_name (terms[i])), seconds);
    }
  return g_string_free (text, FALSE);
}

/* --- levels of memory --- */

typedef struct
{
  const char *name;
  double      bytes, seconds;
} MemoryRow;

/* From the multiprocessor outwards. */
static void
memory_rows (const TlKernelCost *cost, MemoryRow rows[TL_N_GPU_LEVELS])
{
  double passes = cost->accesses[TL_ACCESS_SHARED_LOAD].n_units + cost->accesses[TL_ACCESS_SHARED_STORE].n_units;

  rows[0] = (MemoryRow) { N_("shared memory"), passes * PASS_BYTES, cost->terms[TL_COST_SHARED] };
  rows[1] = (MemoryRow) { N_("L2"), cost->l2_bytes, cost->terms[TL_COST_L2] };
  rows[2] = (MemoryRow) { N_("memory"), cost->read_bytes + cost->written_bytes, cost->terms[TL_COST_MEMORY] };
}

static char *
intensity_text (const TlKernelCost *cost, double bytes)
{
  return bytes > 0 ? g_strdup_printf (_("%.3g FLOP/B"), cost->flops / bytes) : g_strdup ("—");
}

void
tl_draw_gpu_memory (cairo_t *cr, const TlKernelCost *cost, const TlPalette *palette, double width, double height)
{
  MemoryRow rows[TL_N_GPU_LEVELS];
  double    longest = 1e-12, left = NAME_WIDTH + 2 * BYTES_WIDTH + 16, room = width - left - NUMBER_WIDTH;

  memory_rows (cost, rows);
  for (guint i = 0; i < TL_N_GPU_LEVELS; i++)
    longest = tl_max (longest, rows[i].seconds);
  for (guint i = 0; i < TL_N_GPU_LEVELS; i++)
    {
      double           middle = (i + 0.5) * TL_COST_ROW;
      g_autofree char *bytes = rows[i].bytes > 0 ? tl_format_bytes ((gint64) rows[i].bytes) : g_strdup ("—");
      g_autofree char *seconds = rows[i].bytes > 0 ? tl_format_seconds (rows[i].seconds) : g_strdup ("—");
      g_autofree char *intensity = intensity_text (cost, rows[i].bytes);

      tl_draw_text (cr, 0, middle, FONT_PX, 0, palette->text, NAME_WIDTH - 6, _(rows[i].name));
      tl_draw_text (cr, NAME_WIDTH + BYTES_WIDTH - 8, middle, FONT_PX, TL_TEXT_RIGHT, palette->text, 0, bytes);
      tl_draw_text (cr, left - 12, middle, FONT_PX, TL_TEXT_RIGHT, palette->dim_text, 0, intensity);
      if (room > 8 && rows[i].bytes > 0)
        {
          tl_path_rounded (cr, left, middle - BAR_HEIGHT / 2, tl_max (room * rows[i].seconds / longest, 2), BAR_HEIGHT, 2);
          tl_set_color (cr, palette->read, tl_palette_mark (palette, 0.8));
          cairo_fill (cr);
        }
      tl_draw_text (cr, width, middle, FONT_PX, TL_TEXT_RIGHT, palette->text, 0, seconds);
    }
}

char *
tl_gpu_memory_text (const TlKernelCost *cost)
{
  MemoryRow rows[TL_N_GPU_LEVELS];
  GString  *text = g_string_new (NULL);

  memory_rows (cost, rows);
  for (guint i = 0; i < TL_N_GPU_LEVELS; i++)
    {
      g_autofree char *bytes = tl_format_bytes ((gint64) rows[i].bytes), *seconds = tl_format_seconds (rows[i].seconds);

      g_string_append_printf (text, "%s%s: %s, %s", i > 0 ? "; " : "", _(rows[i].name), bytes, seconds);
    }
  return g_string_free (text, FALSE);
}
