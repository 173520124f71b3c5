/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interp/gpu/warp-requests.h"

#include <string.h>

#define PHASE_BYTES 128     /* that shared memory serves at once */
#define MOST_PIECES (TL_WARP_LANES * 8)

/* Different numbers in an array that is small. Most come in ascending order. */
typedef struct
{
  gint64 values[MOST_PIECES];
  gint64 largest;
  guint  n;
} SmallSet;

static gboolean
set_add (SmallSet *set, gint64 value)
{
  if (set->n > 0 && value <= set->largest)
    for (guint i = set->n; i > 0; i--)
      if (set->values[i - 1] == value)
        return FALSE;
  if (set->n < MOST_PIECES)
    set->values[set->n++] = value;
  set->largest = set->n == 1 || value > set->largest ? value : set->largest;
  return TRUE;
}

TlRequestCounts
tl_warp_count_sectors (guint32 lanes, const gint64 *addresses, guint bytes)
{
  SmallSet sectors, lines, places;

  sectors.n = lines.n = places.n = 0;
  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    {
      gint64 first = addresses[lane] / TL_SECTOR_BYTES, last = (addresses[lane] + bytes - 1) / TL_SECTOR_BYTES;

      if ((lanes >> lane & 1) == 0)
        continue;
      set_add (&places, addresses[lane]);
      for (gint64 sector = first; sector <= last; sector++)
        if (set_add (&sectors, sector))
          set_add (&lines, sector * TL_SECTOR_BYTES / TL_GPU_LINE_BYTES);
    }
  return (TlRequestCounts) { sectors.n, (places.n * bytes + TL_SECTOR_BYTES - 1) / TL_SECTOR_BYTES, lines.n };
}

/* Lanes from @first on, @n of them, at once: the passes they take. */
static guint
count_phase (guint32 lanes, const gint64 *addresses, guint bytes, guint first, guint n, guint8 *bank_words)
{
  gint64 words[TL_N_BANKS][TL_WARP_LANES];
  guint8 of_bank[TL_N_BANKS] = { 0 };
  guint  passes = 0;

  for (guint lane = first; lane < MIN (first + n, TL_WARP_LANES); lane++)
    for (gint64 byte = 0; (lanes >> lane & 1) != 0 && byte < bytes; byte += TL_BANK_BYTES)
      {
        gint64 word = (addresses[lane] + byte) / TL_BANK_BYTES;
        guint  bank = (guint) (word % TL_N_BANKS), known = 0;

        while (known < of_bank[bank] && words[bank][known] != word)
          known++;
        if (known == of_bank[bank] && known < TL_WARP_LANES)
          words[bank][of_bank[bank]++] = word;
      }
  for (guint bank = 0; bank < TL_N_BANKS; bank++)
    passes = MAX (passes, of_bank[bank]);
  for (guint bank = 0; bank_words != NULL && bank < TL_N_BANKS; bank++)
    bank_words[bank] = MAX (bank_words[bank], of_bank[bank]);
  return passes;
}

TlRequestCounts
tl_warp_count_passes (guint32 lanes, const gint64 *addresses, guint bytes, guint8 *bank_words)
{
  TlRequestCounts counts = { 0 };
  guint           n = CLAMP (PHASE_BYTES / MAX (bytes, TL_BANK_BYTES), 1, TL_WARP_LANES);

  if (bank_words != NULL)
    memset (bank_words, 0, TL_N_BANKS);
  for (guint first = 0; first < TL_WARP_LANES; first += n)
    {
      guint passes = count_phase (lanes, addresses, bytes, first, n, bank_words);

      counts.n_units += passes;
      counts.least_units += passes > 0;
    }
  return counts;
}
