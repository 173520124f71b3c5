/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory requests of one warp, counted from the addresses of its lanes: sectors of global memory and passes of shared memory. A request to
 * global memory moves sectors of 32 bytes, a quarter of a line. Shared memory has 32 banks of 4 bytes: different words of one bank take a
 * pass each, the same word is one for all lanes; accesses of 8 bytes take two half-warps, of 16 four quarters.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TL_WARP_LANES     32
#define TL_SECTOR_BYTES   32
#define TL_GPU_LINE_BYTES 128
#define TL_N_BANKS        32
#define TL_BANK_BYTES     4

typedef struct
{
  guint n_units;       /* sectors, or passes */
  guint least_units;   /* as many as the bytes fill; without a conflict */
  guint n_lines;       /* of global memory */
} TlRequestCounts;

/* @lanes: a bit each for those that make the access; @addresses of all TL_WARP_LANES; @bytes of one lane, at most 32. */
TlRequestCounts tl_warp_count_sectors (guint32 lanes, const gint64 *addresses, guint bytes);
/* @bank_words (nullable): different words of each of TL_N_BANKS banks, in the phase with most. */
TlRequestCounts tl_warp_count_passes (guint32 lanes, const gint64 *addresses, guint bytes, guint8 *bank_words);

G_END_DECLS
