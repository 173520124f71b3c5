/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes that cross L2 and memory. A block touches pieces of a buffer, and its loops lengthen or repeat them; what an iteration of a loop
 * touches is still in L1 at the next if all that the iteration touches fits there. Blocks that run near each other touch the same tiles:
 * these come from memory once, for as many blocks as L2 holds the tiles of.
 */
#include <math.h>
#include <string.h>

#include "core/analysis/gpu/cost-private.h"
#include "core/base/extremum.h"

#define MOST_BLOCKS    1024
#define MOST_LANES     2048u
#define TABLE_SIZE     4096u   /* a power of two, above MOST_BLOCKS */
#define L2_SHARE       .75     /* of L2 that holds tiles until they are used again */
#define WARM_ALL       .7      /* footprints, in sizes of L2, that a run finds in L2 from the one before: all of it … */
#define WARM_NOTHING   1.4     /* … and nothing of it */

/* --- tiles --- */

static int
compare_addresses (gconstpointer a, gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return left < right ? -1 : left > right;
}

static void
find_pieces (CostAccess *access, gint64 *addresses, guint n)
{
  double  n_bytes = 0;
  gint64  end = G_MININT64;
  guint   n_pieces = 0;

  qsort (addresses, n, sizeof (gint64), compare_addresses);
  for (guint i = 0; i < n; i++)
    {
      gint64 own_end = addresses[i] + access->bytes;

      n_pieces += addresses[i] > end;
      n_bytes += (double) MAX (own_end - MAX (addresses[i], end), 0);
      end = MAX (end, own_end);
    }
  access->n_pieces = MAX (n_pieces, 1);
  access->piece_bytes = n_bytes / MAX (n_pieces, 1);
}

static gboolean
table_add (gint64 *table, gint64 value)
{
  guint at = (guint) (((guint64) value * 0x9e3779b97f4a7c15u) >> 52) & (TABLE_SIZE - 1);

  while (table[at] != G_MININT64 && table[at] != value)
    at = (at + 1) & (TABLE_SIZE - 1);
  if (table[at] == value)
    return FALSE;
  table[at] = value;
  return TRUE;
}

static void
count_tiles (CostWalk *walk, CostAccess *access)
{
  gint64  table[TABLE_SIZE], n = MIN (walk->n_blocks, MOST_BLOCKS), first_block, n_different = 0;
  guint   prefix = 0;
  TlLaneValue index;

  for (guint i = 0; i < TABLE_SIZE; i++)
    table[i] = G_MININT64;
  first_block = walk->n_blocks > 2 * MOST_BLOCKS ? (walk->n_blocks / 2) & ~(gint64) (MOST_BLOCKS - 1) : 0;
  for (gint64 block = 0; block < n; block++)
    {
      if (block % TL_WARP_LANES == 0)
        {
          cost_set_blocks (walk, first_block + block);
          tl_lane_values_get (walk->values, access->index, &index);
        }
      n_different += table_add (table, tl_lane_value_at (&index, (guint) (block % TL_WARP_LANES)));
      if (block + 1 == (gint64) 1 << prefix)
        access->n_tiles[prefix++] = (double) n_different;
    }
  access->n_prefixes = prefix;
}

void
cost_find_tiles (CostWalk *walk, CostAccess *access)
{
  gint64      addresses[MOST_LANES], scalar_bytes = tl_dtype_bytes (tl_dtype_with_lanes (access->buffer->dtype, 1));
  guint       n = 0;
  TlLaneValue index;

  for (gint64 warp = 0; warp < walk->n_warps && n + TL_WARP_LANES <= MOST_LANES; warp++)
    {
      guint32 mask = cost_set_warp (walk, warp);

      if (!tl_lane_values_get (walk->values, access->index, &index))
        continue;
      for (guint lane = 0; lane < TL_WARP_LANES; lane++)
        if ((mask >> lane & 1) != 0)
          addresses[n++] = tl_lane_value_at (&index, lane) * scalar_bytes;
    }
  find_pieces (access, addresses, n);
  count_tiles (walk, access);
  cost_set_block (walk, walk->block);
  cost_set_warp (walk, walk->warp);
}

/* Different tiles of @n neighbouring blocks; beyond those counted, they grow as they did last. */
static double
tiles_of (const CostAccess *access, double n)
{
  double at = log2 (MAX (n, 1)), low;
  guint  last = access->n_prefixes - 1, i = (guint) tl_min (floor (at), last);

  if (access->n_prefixes == 0)
    return n;
  if (i < last)
    low = log2 (access->n_tiles[i + 1] / access->n_tiles[i]);
  else if (last > 0)
    low = log2 (access->n_tiles[last] / access->n_tiles[last - 1]);
  else
    low = 1;
  return tl_min (access->n_tiles[i] * exp2 (low * (at - i)), tl_max (n, 1));
}

/* --- loops --- */

typedef struct
{
  double n, bytes;    /* pieces, and their length */
} Pieces;

static double
sector_bytes (const Pieces *pieces)
{
  return pieces->n * tl_max (ceil (pieces->bytes / TL_SECTOR_BYTES), 1) * TL_SECTOR_BYTES;
}

static void
repeat_pieces (Pieces *pieces, const CostAccessLoop *loop)
{
  double step = (double) ABS (loop->step);

  if (step == 0)
    return;
  if (step <= pieces->bytes)
    pieces->bytes += step * (loop->trips - 1);
  else if (step < TL_SECTOR_BYTES && pieces->bytes < TL_SECTOR_BYTES)
    pieces->bytes = step * loop->trips;
  else
    pieces->n *= loop->trips;
}

/* Bytes of different sectors that the loops of @access from @outermost on touch. */
static double
unique_bytes (const CostAccess *access, guint outermost)
{
  Pieces pieces = { access->n_pieces, access->piece_bytes };

  for (guint i = access->n_loops; i-- > outermost;)
    repeat_pieces (&pieces, &access->loops[i]);
  return sector_bytes (&pieces);
}

static gboolean
is_global (const CostAccess *access)
{
  return access->kind <= TL_ACCESS_GLOBAL_STORE && access->scale > 0;
}

/* Bytes that a block loads in one iteration of @loop, past L1. */
static double
working_set (const CostWalk *walk, const TlLoop *loop)
{
  double n_bytes = 0;

  for (guint i = 0; i < walk->accesses->len; i++)
    {
      const CostAccess *access = g_ptr_array_index (walk->accesses, i);

      for (guint k = 0; is_global (access) && k < access->n_loops; k++)
        if (access->loops[k].loop == loop)
          n_bytes += access->is_unknown ? G_MAXINT32 : unique_bytes (access, k + 1);
    }
  return n_bytes;
}

/* Bytes that one block asks L2 for. */
static double
block_traffic (const CostWalk *walk, const CostAccess *access, double l1_bytes)
{
  double n_bytes = unique_bytes (access, access->n_loops);

  for (guint i = access->n_loops; i-- > 0;)
    {
      const CostAccessLoop *loop = &access->loops[i];
      double            grows = unique_bytes (access, i) / unique_bytes (access, i + 1);
      gboolean          is_kept = loop->is_written_out || loop->is_moved_out || grows >= loop->trips
                                  || working_set (walk, loop->loop) <= l1_bytes;

      n_bytes *= is_kept ? grows : loop->trips;
    }
  return n_bytes;
}

/* --- memory --- */

static double
buffer_bytes (const TlBuffer *buffer)
{
  gint64 n = tl_buffer_n_elements (buffer);

  return n < 0 ? G_MAXDOUBLE : (double) n * tl_dtype_bytes (buffer->dtype);
}

/* The first access of its buffer of those in the list: what all of them touch counts there. */
static gboolean
is_first_of_buffer (const CostWalk *walk, guint index)
{
  const CostAccess *own = g_ptr_array_index (walk->accesses, index);

  for (guint i = 0; i < index; i++)
    {
      const CostAccess *access = g_ptr_array_index (walk->accesses, i);

      if (is_global (access) && access->buffer == own->buffer && access->kind == own->kind)
        return FALSE;
    }
  return TRUE;
}

/* Bytes of different sectors of a buffer that @n_blocks neighbouring blocks touch. */
static double
tile_bytes (const CostWalk *walk, const TlBuffer *buffer, TlAccessKind kind, double n_blocks)
{
  double n_bytes = 0;

  for (guint i = 0; i < walk->accesses->len; i++)
    {
      const CostAccess *access = g_ptr_array_index (walk->accesses, i);

      if (!is_global (access) || access->buffer != buffer || access->kind != kind)
        continue;
      n_bytes += access->is_unknown ? access->n_units * TL_SECTOR_BYTES / walk->n_blocks * n_blocks
                                    : tiles_of (access, n_blocks) * unique_bytes (access, 0);
    }
  return tl_min (n_bytes, buffer_bytes (buffer));
}

/* Of all buffers; @kind: TL_N_ACCESSES: loads and stores. */
static double
all_tile_bytes (const CostWalk *walk, TlAccessKind kind, double n_blocks)
{
  double n_bytes = 0;

  for (guint i = 0; i < walk->accesses->len; i++)
    {
      const CostAccess *access = g_ptr_array_index (walk->accesses, i);

      if (is_global (access) && (kind == TL_N_ACCESSES || access->kind == kind) && is_first_of_buffer (walk, i))
        n_bytes += tile_bytes (walk, access->buffer, access->kind, n_blocks);
    }
  return n_bytes;
}

/* Neighbouring blocks whose tiles L2 holds together. */
static double
blocks_in_l2 (const CostWalk *walk, double wave, double l2_bytes)
{
  double n = MIN (wave, (double) walk->n_blocks);

  while (n < walk->n_blocks && all_tile_bytes (walk, TL_N_ACCESSES, 2 * n) <= l2_bytes)
    n *= 2;
  return MIN (n, (double) walk->n_blocks);
}

static gint64
l1_bytes_of (guint capability)
{
  static const struct { guint capability, kib; } sizes[] = { { 70, 128 }, { 75, 96 }, { 80, 192 }, { 86, 128 }, { 87, 192 }, { 89, 128 },
                                                             { 90, 256 } };
  gint64 kib = sizes[0].kib;

  for (guint i = 0; i < G_N_ELEMENTS (sizes) && sizes[i].capability <= capability; i++)
    kib = sizes[i].kib;
  return kib << 10;
}

void
cost_find_traffic (CostWalk *walk, const TlGpuModel *model, TlKernelCost *cost)
{
  const TlOccupancy *occupancy = &cost->occupancy;
  double             n_blocks = (double) walk->n_blocks, wave = (double) (occupancy->n_blocks * model->n_multiprocessors), in_l2, share;
  gint64             l1 = l1_bytes_of (occupancy->limits->capability)
                          - occupancy->n_blocks * (occupancy->shared_bytes + occupancy->limits->shared_own);
  double             footprint;

  for (guint i = 0; i < walk->accesses->len; i++)
    {
      const CostAccess *access = g_ptr_array_index (walk->accesses, i);
      double            requested = access->n_units * TL_SECTOR_BYTES, needed = requested;

      if (!is_global (access))
        continue;
      if (access->kind == TL_ACCESS_GLOBAL_LOAD && !access->is_async && !access->is_unknown)
        needed = tl_min (n_blocks * block_traffic (walk, access, (double) tl_max (l1, 0) / tl_max (occupancy->n_blocks, 1)), requested);
      if (access->kind == TL_ACCESS_GLOBAL_LOAD)
        cost->l2_load_bytes += needed;
      else   /* a sector that is not written as a whole is read, too */
        needed += (access->n_units - access->least_units) * TL_SECTOR_BYTES;
      cost->l2_bytes += needed;
    }
  footprint = all_tile_bytes (walk, TL_N_ACCESSES, n_blocks) / model->l2_bytes;
  in_l2 = blocks_in_l2 (walk, wave, L2_SHARE * model->l2_bytes);
  share = CLAMP ((WARM_NOTHING - footprint) / (WARM_NOTHING - WARM_ALL), 0, 1);
  cost->read_bytes = tl_min (all_tile_bytes (walk, TL_ACCESS_GLOBAL_LOAD, in_l2) * n_blocks / in_l2, cost->l2_load_bytes);
  cost->written_bytes = all_tile_bytes (walk, TL_ACCESS_GLOBAL_STORE, n_blocks);
  cost->warm_share = share;
}
