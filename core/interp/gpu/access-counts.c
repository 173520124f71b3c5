/* SPDX-License-Identifier: Apache-2.0 */
/* The requests and branches of warps, from the addresses and ways of their threads. */
#include "core/interp/gpu/emulator-private.h"
#include "core/interp/gpu/warp-requests.h"
#include "core/ir/matrix-call.h"

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

guint
tl_matrix_access_bytes (const TlBuffer *fragment, guint scalar_bytes)
{
  return tl_scope_is_accumulator (fragment->scope) ? 2 * scalar_bytes : 16;
}

/*
 * The lanes of request @number of a matrix in memory, and where they access it: as ldmatrix does, eight lanes take 16 bytes each of eight
 * lines, and the two neighbours in a sum that mma.sync gives a lane.
 */
static guint32
matrix_request (const TlMatrixOperands *operands, gboolean is_sum, gint64 piece, guint number, gint64 *lines, gint64 *columns)
{
  gint64  n_blocks = MAX (operands->length / 8, 1);
  guint32 lanes = 0;

  for (guint lane = 0; lane < TL_WARP_LANES; lane++)
    {
      gint64 at = (gint64) number * TL_WARP_LANES + lane;

      lines[lane] = is_sum ? number / n_blocks * 8 + lane / 4 : at % operands->n_lines;
      columns[lane] = is_sum ? number % n_blocks * 8 + lane % 4 * piece : at / operands->n_lines * piece;
      if (lines[lane] < operands->n_lines && columns[lane] < operands->length)
        lanes |= (guint32) 1 << lane;
    }
  return lanes;
}

static void
count_matrix_accesses (TlBlockMachine *machine, const TlInstr *instr, guint first, TlInstrCounts *counts)
{
  const TlMatrixOperands *operands = instr->pointer;
  const guint32  *pool = machine->launch->program->pool + instr->a;
  const TlMemory *memory = &machine->memories[instr->c];
  const TlBuffer *fragment = machine->memories[operands->slots[0]].buffer;
  gint64          offset = TL_ROW (machine, pool[1])[first].i, stride = TL_ROW (machine, pool[2])[first].i;
  guint           bytes = tl_matrix_access_bytes (fragment, memory->scalar_bytes);
  gint64          piece = bytes / memory->scalar_bytes, n_pieces = operands->n_lines * operands->length / MAX (piece, 1);

  for (guint number = 0; (gint64) number * TL_WARP_LANES < n_pieces; number++)
    {
      gint64  lines[TL_WARP_LANES], columns[TL_WARP_LANES], addresses[TL_WARP_LANES];
      guint32 lanes = matrix_request (operands, piece == 2, piece, number, lines, columns);

      for (guint lane = 0; lane < TL_WARP_LANES; lane++)
        addresses[lane] = tl_matrix_place (operands, memory, MAX (offset + lines[lane] * stride + columns[lane], 0)) * memory->scalar_bytes;
      count_request (memory, lanes, addresses, 0, bytes, counts);
      counts->n_accesses += (guint64) __builtin_popcount (lanes);
    }
}

void
tl_block_count_matrix (TlBlockMachine *machine, const TlInstr *instr, guint first)
{
  TlInstrCounts  *counts = &machine->counts[instr - machine->launch->program->code - machine->launch->entry];
  const TlMatrixOperands *operands = instr->pointer;
  const TlMemory *factor = &machine->memories[operands->slots[1]];
  gboolean        is_of_group = g_str_equal (machine->memories[operands->slots[0]].buffer->scope, "wgmma.matrix_b");

  if (instr->n == TL_MATRIX_MULTIPLY)
    counts->n_products += (guint64) (factor->m * (operands->n > 0 ? operands->n : factor->n) * factor->k);
  else if (instr->n != TL_MATRIX_FILL && !(is_of_group && (first >> machine->launch->warp_shift) % TL_WGMMA_WARPS != 0))
    count_matrix_accesses (machine, instr, first, counts);
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
