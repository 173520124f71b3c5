/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/gpu/occupancy.h"

#include "core/analysis/scratch-memory.h"
#include "core/analysis/thread-mapping.h"

#define ADDRESS_REGISTERS 10     /* that a thread needs beside its values, about */
#define MOST_REGISTERS    255
#define REGISTER_BYTES    4
#define REGISTER_STEP     8      /* a thread's registers are given out in eights, a warp's in 256 */
#define WARP_REGISTERS    256

static const char *const limit_names[] = {
  [TL_OCCUPANCY_WARPS] = "warps", [TL_OCCUPANCY_BLOCKS] = "blocks", [TL_OCCUPANCY_REGISTERS] = "registers",
  [TL_OCCUPANCY_SHARED] = "shared memory",
};

static gint64
round_up (gint64 n, gint64 step)
{
  return (n + step - 1) / step * step;
}

/* Warps that find registers count in fours. */
static gint64
blocks_by_registers (const TlGpuLimits *limits, gint64 n_warps, gint64 n_registers)
{
  gint64 of_warp = round_up (MAX (n_registers, 1) * TL_WARP_LANES, WARP_REGISTERS);

  return limits->n_registers / of_warp / 4 * 4 / n_warps;
}

TlOccupancy
tl_occupancy (const TlGpuLimits *limits, gint64 n_threads, gint64 n_registers, gint64 shared_bytes)
{
  gint64      n_warps = MAX ((n_threads + TL_WARP_LANES - 1) / TL_WARP_LANES, 1);
  gint64      shared = round_up (shared_bytes + limits->shared_own, limits->shared_step);
  gint64      blocks[] = { limits->n_warps / n_warps, limits->n_blocks, blocks_by_registers (limits, n_warps, n_registers),
                           shared > 0 ? limits->shared_bytes / shared : limits->n_blocks };
  TlOccupancy occupancy = { limits, n_warps, n_registers, shared_bytes, G_MAXINT64, TL_OCCUPANCY_WARPS };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    if (blocks[i] < occupancy.n_blocks)
      {
        occupancy.n_blocks = blocks[i];
        occupancy.limit = (TlOccupancyLimit) i;
      }
  return occupancy;
}

static gint64
peak_bytes (const TlModule *module, const TlPrimFunc *func, const char *memory)
{
  GArray         *scratch = tl_func_scratch (module, func, memory);
  const TlBuffer *last;
  gint64          bytes = tl_scratch_peak_bytes (module, scratch, &last);

  g_array_unref (scratch);
  return bytes;
}

gboolean
tl_occupancy_of_kernel (const TlModule *module, const TlPrimFunc *func, const TlGpuLimits *limits, gint64 n_threads, TlOccupancy *occupancy)
{
  gint64 shared = peak_bytes (module, func, "shared"), local = peak_bytes (module, func, "local"), registers;

  if (shared < 0 || local < 0)
    return FALSE;
  registers = round_up (local / REGISTER_BYTES + ADDRESS_REGISTERS, REGISTER_STEP);
  *occupancy = tl_occupancy (limits, n_threads, MIN (registers, MOST_REGISTERS), shared);
  return TRUE;
}

double
tl_occupancy_share (const TlOccupancy *occupancy)
{
  return (double) (occupancy->n_blocks * occupancy->n_warps) / occupancy->limits->n_warps;
}

const char *
tl_occupancy_limit_name (TlOccupancyLimit limit)
{
  return limit_names[limit];
}
