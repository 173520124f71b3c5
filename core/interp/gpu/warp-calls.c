/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers and shuffles: the threads of a block together. */
#include <string.h>

#include "core/interp/gpu/emulator-private.h"

/* "threads (96, 0, 0) … (127, 0, 0), 32 of 128" that are of the block and not active. */
static void
append_missing (GString *text, const TlBlockMachine *machine)
{
  guint first = G_MAXUINT, last = 0;

  for (guint t = 0; t < machine->n_threads; t++)
    if (!tl_set_has (machine->active, t))
      {
        first = MIN (first, t);
        last = t;
      }
  for (guint i = 0; i < (first == last ? 1u : 2u); i++)
    {
      TlThreadPlace place = tl_block_thread_place (machine, machine->block, i == 0 ? first : last);

      g_string_append_printf (text, "%s(%u, %u, %u)", i > 0 ? " … " : first == last ? "thread " : "threads ", place.thread[0],
                              place.thread[1], place.thread[2]);
    }
}

static void
note_divergence (TlBlockMachine *machine, const TlInstr *instr, const char *what)
{
  TlFoundFault *found;
  GString      *text;

  if (!tl_block_found (machine, TL_FAULT_DIVERGENT_BARRIER, instr, NULL, machine->runs[0].low, &found))
    return;
  text = g_string_new (NULL);
  g_string_append_printf (text, "%u of %u threads reach the barrier of the %s; not ", machine->n_active, machine->n_threads, what);
  append_missing (text, machine);
  g_string_append (text, ": no condition or loop around a barrier may differ between threads");
  tl_block_append_thread (text, machine, instr, machine->runs[0].low);
  found->finding.text = g_string_free (text, FALSE);
}

/* Whether each warp has all its threads active or none. */
static gboolean
are_warps_whole (const TlBlockMachine *machine)
{
  guint shift = machine->launch->warp_shift;

  for (guint k = 0; k < machine->n_runs; k++)
    {
      guint mask = (1u << shift) - 1;

      if ((machine->runs[k].low & mask) != 0 || ((machine->runs[k].high & mask) != 0 && machine->runs[k].high != machine->n_threads))
        return FALSE;
    }
  return TRUE;
}

void
tl_block_sync (TlBlockMachine *machine, const TlInstr *instr)
{
  if (instr->n == 0 && machine->n_active < machine->n_threads)
    note_divergence (machine, instr, "block");
  else if (instr->n != 0 && !are_warps_whole (machine))
    note_divergence (machine, instr, "warp");
  if (instr->n == 0)
    tl_block_order_all (machine);
  else
    tl_block_order_warps (machine);
}

/* The thread that @thread reads from; itself where the lane would be of another group of @width. */
static guint
source_thread (TlShuffle kind, guint thread, gint64 operand, guint width)
{
  guint  lane = thread & (width - 1), first = thread - lane;
  gint64 source = lane;

  switch (kind)
    {
    case TL_SHUFFLE_FROM:
      return first + (guint) (operand & (gint64) (width - 1));
    case TL_SHUFFLE_UP:
      source = lane - operand;
      break;
    case TL_SHUFFLE_DOWN:
      source = lane + operand;
      break;
    case TL_SHUFFLE_XOR:
      source = lane ^ operand;
      break;
    }
  return source < 0 || source >= width ? thread : first + (guint) source;
}

static void
note_inactive (TlBlockMachine *machine, const TlInstr *instr, guint thread, guint source)
{
  TlFoundFault *found;
  GString      *text;

  if (!tl_block_found (machine, TL_FAULT_INACTIVE_LANE, instr, NULL, thread, &found))
    return;
  text = g_string_new (NULL);
  g_string_append_printf (text, "the shuffle reads from lane %u of its warp, which does not take part in it", source
                          & ((1u << machine->launch->warp_shift) - 1));
  tl_block_append_thread (text, machine, instr, thread);
  found->finding.text = g_string_free (text, FALSE);
}

/* CUDA promises nothing about memory here: T.tvm_storage_sync ("warp") orders it. */
void
tl_block_shuffle (TlBlockMachine *machine, const TlInstr *instr)
{
  g_autofree TlInterpCell *values = g_memdup2 (TL_ROW (machine, instr->a), machine->n_threads * sizeof (TlInterpCell));
  TlInterpCell       *d = TL_ROW (machine, instr->dst);
  const TlInterpCell *operand = TL_ROW (machine, instr->b), *mask = TL_ROW (machine, instr->c);
  guint               warp = 1u << machine->launch->warp_shift;
  guint               width = instr->integer > 0 && instr->integer <= warp ? (guint) instr->integer : warp;

  TL_EACH_THREAD (machine, t)
    {
      guint source = source_thread ((TlShuffle) instr->n, t, operand[t].i, width);

      if (source != t && (source >= machine->n_threads || !tl_set_has (machine->active, source)
                          || (mask[t].i >> (source & (warp - 1)) & 1) == 0))
        {
          note_inactive (machine, instr, t, source);
          source = t;
        }
      d[t] = values[source];
    }
}

void
tl_block_active_mask (TlBlockMachine *machine, const TlInstr *instr)
{
  TlInterpCell *d = TL_ROW (machine, instr->dst);
  guint         shift = machine->launch->warp_shift;

  TL_EACH_THREAD (machine, t)
    d[t].i = (gint32) (guint32) (machine->active[(t >> shift << shift) >> 6] >> ((t >> shift << shift) & 63)
                                 & (shift >= 5 ? G_MAXUINT32 : (1u << (1u << shift)) - 1));
}
