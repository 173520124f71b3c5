/* SPDX-License-Identifier: Apache-2.0 */
/* The requests and branches of warps, from the addresses and ways of their threads. */
#include "core/interp/gpu/emulator-private.h"
#include "core/interp/gpu/warp-requests.h"

/* The threads of @set in @warp, a bit each from the lowest on. */
static guint32
lanes_of (const TlBlockMachine *machine, const guint64 *set, guint warp)
{
  guint shift = machine->launch->warp_shift, first = warp << shift;

  return (guint32) (set[first >> 6] >> (first & 63)) & (shift >= 5 ? G_MAXUINT32 : ((guint32) 1 << (1u << shift)) - 1);
}

static guint
n_warps (const TlBlockMachine *machine)
{
  return (machine->n_threads + (1u << machine->launch->warp_shift) - 1) >> machine->launch->warp_shift;
}

/* One request: all lanes' bytes [@offset, @offset + @bytes) of their accesses. */
static void
count_request (const TlMemory *memory, guint32 lanes, const gint64 *addresses, gint64 offset, guint bytes, TlInstrCounts *counts)
{
  gint64          moved[TL_WARP_LANES] = { 0 };
  TlRequestCounts request;

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    if ((lanes >> lane & 1) != 0)
      moved[lane] = addresses[lane] + offset;
  request = memory->space == TL_SPACE_SHARED ? tl_warp_count_passes (lanes, moved, bytes, NULL)
                                             : tl_warp_count_sectors (lanes, moved, bytes);
  counts->n_requests++;
  counts->n_units += request.n_units;
  counts->least_units += request.least_units;
}

void
tl_block_count_access (TlBlockMachine *machine, const TlInstr *instr)
{
  const TlMemory     *memory = &machine->memories[instr->c];
  const TlInterpCell *a = TL_ROW (machine, instr->a);
  TlInstrCounts      *counts = &machine->counts[instr - machine->launch->program->code - machine->launch->entry];
  gint64              n_bytes = (gint64) instr->n * memory->scalar_bytes, piece = tl_access_bytes (instr, memory->scalar_bytes);

  if (memory->space == TL_SPACE_THREAD)
    return;
  for (guint warp = 0; warp < n_warps (machine); warp++)
    {
      guint32 lanes = lanes_of (machine, machine->active, warp);
      gint64  addresses[TL_WARP_LANES];

      for (guint lane = 0; lane < TL_WARP_LANES; lane++)
        if ((lanes >> lane & 1) != 0)
          {
            gint64 at = a[(warp << machine->launch->warp_shift) + lane].i;

            addresses[lane] = (at + instr->integer) * memory->scalar_bytes;
            if (at < 0)
              lanes &= ~((guint32) 1 << lane);
          }
      for (gint64 offset = 0; lanes != 0 && offset < n_bytes; offset += piece)
        count_request (memory, lanes, addresses, offset, (guint) piece, counts);
    }
}

void
tl_block_count_branch (TlBlockMachine *machine, const TlInstr *instr, const guint64 *taken)
{
  TlInstrCounts *counts = &machine->counts[instr - machine->launch->program->code - machine->launch->entry];

  if (instr->op == TL_OP_JUMP || instr->op == TL_OP_JUMP_BACK)
    return;
  for (guint warp = 0; warp < n_warps (machine); warp++)
    {
      guint32 lanes = lanes_of (machine, machine->active, warp), gone = lanes_of (machine, taken, warp);

      counts->n_warps += lanes != 0;
      counts->n_divergent += gone != 0 && gone != lanes;
    }
}
