/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/draw/draw-text.h"
#include "core/draw/gpu/gpu-cells-private.h"
#include "core/draw/gpu/gpu-pictures.h"

#define CAPTION_PX 10.5
#define FOOT       16.0     /* numbers of banks */
#define MOST_ROWS  12       /* rows of 128 bytes */
#define MOST_CELL  12.0
#define ROW_BYTES  (TL_N_BANKS * TL_BANK_BYTES)

/* Rows of the buffer that are drawn. */
typedef struct
{
  gint64 first, n;
  double cell, row;
} BankRows;

static gint64
lowest (const TlWarpAccess *access)
{
  gint64 low = G_MAXINT64;

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    if ((access->lanes >> lane & 1) != 0)
      low = MIN (low, access->addresses[lane]);
  return low == G_MAXINT64 ? 0 : low;
}

static gint64
highest (const TlWarpAccess *access)
{
  gint64 high = 0;

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    if ((access->lanes >> lane & 1) != 0)
      high = MAX (high, access->addresses[lane] + access->bytes - 1);
  return high;
}

/* All rows of a small buffer, else from the first one that is touched. */
static BankRows
rows_of (const TlWarpAccess *access, gint64 n_bytes, double width)
{
  gint64   end = tl_max (n_bytes, highest (access) + 1), all = (end + ROW_BYTES - 1) / ROW_BYTES;
  BankRows rows = { .first = 0, .n = MIN (all, MOST_ROWS) };

  if (all > MOST_ROWS)
    rows.first = tl_min (lowest (access) / ROW_BYTES, all - MOST_ROWS);
  rows.cell = tl_clamp (floor (width / TL_N_BANKS), 4, MOST_CELL);
  rows.row = MIN (rows.cell, 8);
  return rows;
}

double
tl_banks_height (const TlWarpAccess *access, gint64 n_bytes, double width)
{
  BankRows rows = rows_of (access, n_bytes, width);

  return (double) rows.n * rows.row + FOOT;
}

static gboolean
is_touched (const TlWarpAccess *access, gint64 word)
{
  gint64 address = word * TL_BANK_BYTES;

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    if ((access->lanes >> lane & 1) != 0 && access->addresses[lane] < address + TL_BANK_BYTES
        && access->addresses[lane] + access->bytes > address)
      return TRUE;
  return FALSE;
}

static void
draw_numbers (cairo_t *cr, const BankRows *rows, const TlPalette *palette)
{
  for (guint bank = 0; bank < TL_N_BANKS; bank += 8)
    {
      g_autofree char *number = g_strdup_printf ("%u", bank);

      tl_draw_text (cr, bank * rows->cell, (double) rows->n * rows->row + FOOT / 2 + 1, CAPTION_PX, 0, palette->dim_text, 0, number);
    }
}

void
tl_draw_banks (cairo_t *cr, const TlWarpAccess *access, gint64 n_bytes, const TlPalette *palette, double width, double height)
{
  BankRows rows = rows_of (access, n_bytes, width);

  for (gint64 row = 0; row < rows.n; row++)
    for (guint bank = 0; bank < TL_N_BANKS; bank++)
      {
        gint64   word = (rows.first + row) * TL_N_BANKS + bank;
        gboolean touched = is_touched (access, word), conflicts = touched && access->bank_words[bank] > 1;

        double   x = bank * rows.cell, y = (double) row * rows.row;

        if (touched)
          tl_draw_used_cell (cr, conflicts ? palette->error : palette->read, x, y, rows.cell - 1, rows.row - 1);
        else if (word * TL_BANK_BYTES < n_bytes)
          tl_draw_free_cell (cr, palette, x, y, rows.cell - 1, rows.row - 1);
      }
  draw_numbers (cr, &rows, palette);
}

char *
tl_banks_text (const TlWarpAccess *access)
{
  guint            most = 0, n_banks = 0;
  g_autofree char *passes = NULL;

  for (guint bank = 0; bank < TL_N_BANKS; bank++)
    {
      most = MAX (most, access->bank_words[bank]);
      n_banks += access->bank_words[bank] > 0;
    }
  passes = g_strdup_printf (ngettext ("%u pass", "%u passes", access->n_passes), access->n_passes);
  if (most <= 1)
    return g_strdup_printf (_("%s: no conflict, %u banks"), passes, n_banks);
  return g_strdup_printf (_("%s: %u different words of one bank; %u at best"), passes, most, access->least_passes);
}
