/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Asynchronous copies (core/ir/async-copy.h). A copy is in flight from its start until its thread waits for its group; its elements are
 * copied then, and stored by that thread. Until then nobody may touch what it writes, nor store to what it reads.
 */
#include <string.h>

#include "core/interp/gpu/race-private.h"

struct _TlFlight
{
  guint   slot, from_slot;
  gint64  at, from;         /* scalars; from < 0: zeros are stored */
  guint   n;
  guint64 group;
  guint32 who;              /* tl_who () */
};

static TlThreadFlights *
flights_of (TlBlockMachine *machine)
{
  if (machine->flights == NULL)
    {
      machine->flights = g_new0 (TlThreadFlights, machine->n_threads);
      for (guint t = 0; t < machine->n_threads; t++)
        machine->flights[t].list = g_array_new (FALSE, FALSE, sizeof (TlFlight));
    }
  return machine->flights;
}

void
tl_block_flights_free (TlBlockMachine *machine)
{
  for (guint t = 0; machine->flights != NULL && t < machine->n_threads; t++)
    g_array_unref (machine->flights[t].list);
  g_clear_pointer (&machine->flights, g_free);
}

void
tl_block_flights_begin (TlBlockMachine *machine)
{
  if (machine->flights == NULL)
    return;
  for (guint t = 0; t < machine->n_threads; t++)
    {
      g_array_set_size (machine->flights[t].list, 0);
      machine->flights[t].n_committed = machine->flights[t].n_arrived = 0;
    }
  for (guint i = 0; i < machine->launch->program->slots->len; i++)
    {
      TlMemory *memory = &machine->memories[i];

      memory->n_flights_from = 0;
      if (memory->in_flight != NULL)
        memset (memory->in_flight, 0, (gsize) memory->n_scalars * sizeof *memory->in_flight);
    }
}

/* --- findings --- */

/* "…, and T.ptx_wait_group (1) … behind it" of the copy of @who that is in flight to or from @at of @memory. */
static void
append_wait (GString *text, const TlBlockMachine *machine, const TlFlight *flight, gboolean is_own)
{
  const TlThreadFlights *of = &machine->flights[flight->who >> TL_SITE_BITS];

  if (flight->group > of->n_committed)
    g_string_append (text, ": T.ptx_commit_group () and a wait for the group are needed first");
  else
    g_string_append_printf (text, ": T.ptx_wait_group (%" G_GUINT64_FORMAT ") is needed first", of->n_committed - flight->group);
  g_string_append (text, is_own ? "" : ", then a barrier");
}

static void
note_flight (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, const TlFlight *flight,
             gboolean is_source)
{
  guint           other = flight->who >> TL_SITE_BITS;
  const TlInstr  *other_instr = tl_block_instr_of (machine, flight->who);
  TlFoundFault   *found;
  TlThreadPlace   place = tl_block_thread_place (machine, machine->block, other);

  if (!tl_block_found (machine, TL_FAULT_IN_FLIGHT, instr, other_instr, thread, &found))
    return;
  GString *text = g_string_new (NULL);
  tl_memory_append_element (text, memory, at);
  g_string_append_printf (text, " is %s while an asynchronous copy %s it, which ", tl_instr_is_store (instr) ? "overwritten" : "read",
                          is_source ? "reads" : "goes to");
  if (other == thread)
    g_string_append (text, "the thread itself");
  else
    g_string_append_printf (text, "thread (%u, %u, %u)", place.thread[0], place.thread[1], place.thread[2]);
  g_string_append (text, " started, is in flight");
  append_wait (text, machine, flight, other == thread);
  tl_block_append_thread (text, machine, instr, thread);
  found->finding.other_thread = place;
  found->finding.buffer = memory->buffer;
  found->finding.element = at;
  found->finding.text = g_string_free (text, FALSE);
}

/* The last copy of the thread @who to @at of @memory; @is_source: from there. NULL: there is none. */
static const TlFlight *
find_flight (const TlBlockMachine *machine, const TlMemory *memory, gint64 at, guint thread, gboolean is_source)
{
  const GArray *list = machine->flights[thread].list;

  for (guint i = list->len; i-- > 0;)
    {
      const TlFlight *flight = &g_array_index (list, TlFlight, i);
      gint64          first = is_source ? flight->from : flight->at;

      if (&machine->memories[is_source ? flight->from_slot : flight->slot] == memory && first >= 0 && at >= first && at < first + flight->n)
        return flight;
    }
  return NULL;
}

static void
check_target (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread)
{
  const TlFlight *flight = find_flight (machine, memory, at, memory->in_flight[at] >> TL_SITE_BITS, FALSE);

  if (flight != NULL)
    note_flight (machine, memory, instr, at, thread, flight, FALSE);
}

static void
check_source (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread)
{
  for (guint t = 0; t < machine->n_threads; t++)
    {
      const TlFlight *flight = find_flight (machine, memory, at, t, TRUE);

      if (flight != NULL)
        {
          note_flight (machine, memory, instr, at, thread, flight, TRUE);
          return;
        }
    }
}

gboolean
tl_block_check_flight (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, gboolean is_store)
{
  gboolean is_target = memory->in_flight != NULL && memory->in_flight[at] != 0;

  if (is_target)
    check_target (machine, memory, instr, at, thread);
  if (is_store && memory->n_flights_from > 0)
    check_source (machine, memory, instr, at, thread);
  return is_target;
}

/* --- copies --- */

/* FALSE: no memory to check with. */
static gboolean
mark_target (TlBlockMachine *machine, TlMemory *memory, const TlInstr *instr, const TlFlight *flight)
{
  guint thread = flight->who >> TL_SITE_BITS;

  if (memory->in_flight == NULL)
    memory->in_flight = g_try_new0 (guint32, memory->n_scalars + 1);
  if (memory->in_flight == NULL)
    return FALSE;
  for (gint64 at = flight->at; at < flight->at + flight->n; at++)
    {
      if (!tl_block_check_flight (machine, memory, instr, at, thread, TRUE))
        tl_block_check_overwrite (machine, memory, instr, at, thread);
      if (memory->has_aliases)
        tl_block_check_aliases (machine, memory, instr, at, thread, TRUE);
      memory->in_flight[at] = flight->who;
    }
  return TRUE;
}

void
tl_block_start_copies (TlBlockMachine *machine, const TlInstr *instr)
{
  TlMemory           *memory = &machine->memories[instr->c];
  const TlInterpCell *to = TL_ROW (machine, instr->a), *from = TL_ROW (machine, instr->b);
  TlThreadFlights    *flights = flights_of (machine);
  guint               pc = (guint) (instr - machine->launch->program->code);

  if (machine->counts != NULL)
    tl_block_count_access (machine, instr);
  if (machine->launch->options->checks && instr->n > 1)
    tl_block_check_alignment (machine, memory, instr);
  TL_EACH_THREAD (machine, t)
    if (to[t].i >= 0 && to[t].i + instr->n <= memory->n_scalars)
      {
        gboolean is_inside = from[t].i >= 0 && from[t].i + instr->n <= machine->memories[instr->dst].n_scalars;
        TlFlight flight = { .slot = instr->c, .from_slot = instr->dst, .at = to[t].i, .from = is_inside ? from[t].i : -1, .n = instr->n,
                            .group = flights[t].n_committed + 1, .who = tl_who (t, pc) };

        if (machine->launch->options->checks && memory->space == TL_SPACE_SHARED)
          mark_target (machine, memory, instr, &flight);
        g_array_append_val (flights[t].list, flight);
        machine->memories[flight.from_slot].n_flights_from += flight.from >= 0;
      }
}

static void
arrive (TlBlockMachine *machine, const TlFlight *flight)
{
  TlMemory       *memory = &machine->memories[flight->slot], *source = &machine->memories[flight->from_slot];
  gsize           bytes = memory->scalar_bytes;

  if (flight->from >= 0)
    memcpy (memory->data + (gsize) flight->at * bytes, source->data + (gsize) flight->from * bytes, flight->n * bytes);
  else
    memset (memory->data + (gsize) flight->at * bytes, 0, flight->n * bytes);
  source->n_flights_from -= flight->from >= 0;
  for (gint64 at = flight->at; memory->in_flight != NULL && at < flight->at + flight->n; at++)
    if (memory->in_flight[at] == flight->who)
      {
        memory->in_flight[at] = 0;
        tl_block_mark_store (machine, memory, at, flight->who);
      }
}

void
tl_block_copy_group (TlBlockMachine *machine, const TlInstr *instr)
{
  TlThreadFlights *flights = flights_of (machine);
  guint64          n_left = (guint64) instr->integer;

  TL_EACH_THREAD (machine, t)
    {
      GArray *list = flights[t].list;
      guint   n = 0;

      if (instr->n == TL_GROUP_COMMIT)
        {
          flights[t].n_committed++;
          continue;
        }
      if (flights[t].n_committed > n_left)
        flights[t].n_arrived = MAX (flights[t].n_arrived, flights[t].n_committed - n_left);
      while (n < list->len && g_array_index (list, TlFlight, n).group <= flights[t].n_arrived)
        arrive (machine, &g_array_index (list, TlFlight, n++));
      g_array_remove_range (list, 0, n);
    }
}
