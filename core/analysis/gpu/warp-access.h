/* SPDX-License-Identifier: Apache-2.0 */
/* Memory requests of one warp in one iteration of a block of a scheduled program, counted as interp/gpu/warp-requests.h does. */
#pragma once

#include "core/analysis/thread-mapping.h"

G_BEGIN_DECLS

typedef enum
{
  TL_SPACE_GLOBAL,
  TL_SPACE_SHARED,
  TL_SPACE_LOCAL,     /* registers */
} TlMemorySpace;

typedef struct
{
  const TlBuffer *buffer;
  gboolean        writes;
  TlMemorySpace   space;
  guint           bytes;                        /* of one lane's access: of an element, or a vector of them */
  guint32         lanes;                        /* that make it, a bit each */
  gint64          addresses[TL_WARP_LANES];     /* from the start of the buffer */
  guint           n_sectors, least_sectors;     /* GLOBAL: moved, and as many as the bytes fill */
  guint           n_lines;
  guint           n_passes, least_passes;       /* SHARED: taken, and without a conflict */
  guint8          bank_words[TL_N_BANKS];       /* different words of each bank, in the phase with most */
} TlWarpAccess;

/* Sets the counts from lanes, addresses and bytes. */
void    tl_warp_access_count (TlWarpAccess *access);

/*
 * The requests of @warp in one iteration of the block of @tiles, in the order of the program: @position has a value for each loop, those
 * of loops bound to threads are not used. Shared buffers are as large as lowering makes them: the part that the block accesses. GArray of
 * TlWarpAccess, free with g_array_unref; NULL: addresses depend on data or unknown sizes.
 */
GArray *tl_warp_accesses_new (const TlModule *module, const TlBlockTiles *tiles, const TlThreadMapping *mapping, const gint64 *position,
                              gint64 warp);

/* How many times more than needed is moved, or waited for; 1 at best, and for registers. */
double  tl_warp_access_cost (const TlWarpAccess *access);

G_END_DECLS
