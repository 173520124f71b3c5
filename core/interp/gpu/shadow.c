/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shadow memory: what was accessed, when and by whom. Accesses to one element are in conflict if they are of different threads, one is a
 * store and nothing orders them; see "clock" and TlShadowCell in emulator-private.h. All accesses to a buffer are to whole elements of its
 * type, so elements stand for their bytes.
 */
#include <string.h>

#include "core/interp/gpu/race-private.h"

#define MAX_CLOCK ((guint32) 1 << 31)

/* Memory that the host allocated, whose reads before the first store are faults. */
static gboolean
is_of_the_run (const TlInterpSlot *slot)
{
  return slot->owned_bytes > 0;
}

void
tl_launch_set_up_checks (TlLaunch *launch, TlWritten *written)
{
  const TlProgram *program = launch->program;

  if (!launch->options->checks)
    return;
  launch->is_stored = g_new0 (gboolean, program->slots->len + 1);
  for (guint i = launch->entry; i < launch->end; i++)
    if (tl_instr_is_store (&program->code[i]))
      launch->is_stored[program->code[i].c] = TRUE;
  launch->written = written;
  for (guint i = 0; i < program->slots->len; i++)
    if (is_of_the_run (&launch->host->slots[i]) && (written[i].flags == NULL || written[i].n != launch->host->slots[i].n_scalars))
      {
        g_free (written[i].flags);
        written[i] = (TlWritten) { g_malloc0 ((gsize) launch->host->slots[i].n_scalars + 1), launch->host->slots[i].n_scalars };
      }
}

void
tl_launch_free_checks (TlLaunch *launch)
{
  g_clear_pointer (&launch->is_stored, g_free);
}

static void
clear_written (TlBlockMachine *machine, TlMemory *memory)
{
  for (gint64 i = 0; i < memory->n_scalars; i++)
    for (guint k = 0; k < machine->n_runs; k++)
      memset (memory->written + (gsize) i * machine->n_threads + machine->runs[k].low, 0, machine->runs[k].high - machine->runs[k].low);
}

/* Of global memory, which other threads cannot get in conflict with where nobody stores to it. */
static gboolean
allocate_global (TlBlockMachine *machine, TlMemory *memory)
{
  const TlLaunch *launch = machine->launch;
  gsize           slot = (gsize) (memory - machine->memories), n = (gsize) memory->n_scalars + 1;

  memory->written = launch->written[slot].flags;
  if (!launch->is_stored[slot] || memory->data == NULL)
    return TRUE;
  memory->cells = g_try_malloc0_n (n, sizeof (TlShadowCell));
  if (launch->n_blocks > 1)
    memory->marks = g_try_malloc0_n (n, sizeof (TlBlockMarks));
  return memory->cells != NULL && (launch->n_blocks == 1 || memory->marks != NULL);
}

/* Whether @a and @b lie in the same bytes of dynamic memory; @begin: of each. */
static gboolean
find_dynamic (const TlMemory *a, const TlMemory *b, gint64 begin[2])
{
  return a != b && tl_buffer_get_dynamic_offset (a->buffer, &begin[0]) && tl_buffer_get_dynamic_offset (b->buffer, &begin[1])
         && begin[0] < begin[1] + tl_buffer_n_elements (b->buffer) * tl_dtype_bytes (b->buffer->dtype)
         && begin[1] < begin[0] + tl_buffer_n_elements (a->buffer) * tl_dtype_bytes (a->buffer->dtype);
}

static void
find_aliases (TlBlockMachine *machine, TlMemory *memory)
{
  gint64 begin[2];

  memory->has_aliases = FALSE;
  for (guint i = 0; memory->buffer->elem_offset != NULL && i < machine->launch->program->slots->len; i++)
    memory->has_aliases |= find_dynamic (memory, &machine->memories[i], begin);
}

gboolean
tl_block_shadow_allocate (TlBlockMachine *machine, TlMemory *memory)
{
  gsize n = (gsize) memory->n_scalars + 1;

  if (!machine->launch->options->checks)
    return TRUE;
  switch (memory->space)
    {
    case TL_SPACE_GLOBAL:
      return allocate_global (machine, memory);
    case TL_SPACE_SHARED:
      memory->alive_from = ++machine->clock;
      find_aliases (machine, memory);
      if (memory->in_flight != NULL)
        memset (memory->in_flight, 0, (gsize) memory->n_scalars * sizeof *memory->in_flight);
      if (memory->cells == NULL)
        memory->cells = g_try_malloc0_n (n, sizeof (TlShadowCell));
      return memory->cells != NULL;
    case TL_SPACE_WARP:
      n = (gsize) memory->n_scalars * tl_block_n_warps (machine) + 1;
      if (memory->written == NULL)
        memory->written = g_try_malloc (n);
      if (memory->written != NULL)
        memset (memory->written, 0, n);
      return memory->written != NULL;
    default:
      if (memory->written == NULL)
        memory->written = g_try_malloc_n (n, machine->n_threads);
      if (memory->written != NULL)
        clear_written (machine, memory);
      return memory->written != NULL;
    }
}

void
tl_block_shadow_free (TlMemory *memory)
{
  g_clear_pointer (&memory->cells, g_free);
  g_clear_pointer (&memory->marks, g_free);
  g_clear_pointer (&memory->in_flight, g_free);
  if (memory->space == TL_SPACE_THREAD || memory->space == TL_SPACE_WARP)
    g_clear_pointer (&memory->written, g_free);
}

static void
restart_clock (TlBlockMachine *machine)
{
  for (guint i = 0; i < machine->launch->program->slots->len; i++)
    if (machine->memories[i].cells != NULL)
      memset (machine->memories[i].cells, 0, ((gsize) machine->memories[i].n_scalars + 1) * sizeof (TlShadowCell));
  machine->clock = 0;
}

void
tl_block_shadow_begin (TlBlockMachine *machine)
{
  if (machine->clock > MAX_CLOCK)
    restart_clock (machine);
  tl_block_order_all (machine);
}

void
tl_block_order_all (TlBlockMachine *machine)
{
  guint n_warps = (machine->n_threads >> machine->launch->warp_shift) + 1;

  machine->block_start = ++machine->clock;
  for (guint i = 0; i < n_warps; i++)
    machine->warp_starts[i] = machine->clock;
}

void
tl_block_order_warps (TlBlockMachine *machine)
{
  guint shift = machine->launch->warp_shift;

  machine->clock++;
  for (guint k = 0; k < machine->n_runs; k++)
    for (guint warp = machine->runs[k].low >> shift; warp <= (machine->runs[k].high - 1) >> shift; warp++)
      machine->warp_starts[warp] = machine->clock;
}

/* Nothing orders the access before one of @thread now. */
static inline gboolean
is_in_conflict (const TlBlockMachine *machine, TlAccessMark mark, guint thread)
{
  guint other = mark.who >> TL_SITE_BITS, shift = machine->launch->warp_shift;

  return mark.stamp >= machine->block_start && other != thread
         && (other >> shift != thread >> shift || mark.stamp >= machine->warp_starts[thread >> shift]);
}

static inline void
mark_load (const TlBlockMachine *machine, TlShadowCell *cell, guint thread, TlAccessMark mark)
{
  guint         shift = machine->launch->warp_shift, warp = thread >> shift;
  TlAccessMark *loads = cell->loads;
  guint         first = loads[0].who >> TL_SITE_BITS, second = loads[1].who >> TL_SITE_BITS;

  if (loads[1].stamp >= machine->block_start)
    {
      if (first >> shift != second >> shift)
        return;
      if (warp != first >> shift)
        loads[1] = mark;
      else if (loads[0].stamp < machine->warp_starts[warp])
        {
          loads[0] = mark;
          loads[1].stamp = 0;
        }
      return;
    }
  if (loads[0].stamp < machine->block_start || first == thread || (first >> shift == warp && loads[0].stamp < machine->warp_starts[warp]))
    loads[0] = mark;
  else
    loads[1] = mark;
}

/* One load of shared memory. */
static inline void
check_load (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, TlAccessMark mark)
{
  TlShadowCell *cell = &memory->cells[at];

  if (G_UNLIKELY (is_in_conflict (machine, cell->store, thread)))
    tl_block_note_race (machine, memory, instr, at, thread, cell->store.who);
  mark_load (machine, cell, thread, mark);
}

static inline void
check_store (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, TlAccessMark mark)
{
  TlShadowCell *cell = &memory->cells[at];

  if (G_UNLIKELY (is_in_conflict (machine, cell->store, thread)))
    tl_block_note_race (machine, memory, instr, at, thread, cell->store.who);
  for (guint i = 0; i < 2; i++)
    if (G_UNLIKELY (is_in_conflict (machine, cell->loads[i], thread)))
      {
        tl_block_note_race (machine, memory, instr, at, thread, cell->loads[i].who);
        break;
      }
  cell->store = mark;
  cell->loads[0].stamp = cell->loads[1].stamp = 0;
}

void
tl_block_check_overwrite (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread)
{
  TlShadowCell *cell = &memory->cells[at], kept = *cell;

  check_store (machine, memory, instr, at, thread, (TlAccessMark) { 0 });
  *cell = kept;
}

void
tl_block_mark_store (TlBlockMachine *machine, const TlMemory *memory, gint64 at, guint32 who)
{
  memory->cells[at] = (TlShadowCell) { .store = { machine->clock, who } };
}

/* One element of another buffer in the same bytes. */
static void
check_alias (TlBlockMachine *machine, const TlMemory *memory, const TlMemory *other, const TlInstr *instr, gint64 at,
             const TlShadowCell *cell, guint thread, gboolean is_store)
{
  const TlAccessMark marks[3] = { cell->store, cell->loads[0], cell->loads[1] };

  for (guint i = 0; i < (is_store ? 3u : 1u); i++)
    if (is_in_conflict (machine, marks[i], thread))
      {
        tl_block_note_race (machine, memory, instr, at, thread, marks[i].who);
        return;
      }
  if (!is_store && cell->store.stamp > memory->cells[at].store.stamp)
    tl_block_note_overwritten (machine, memory, other, instr, at, thread);
}

void
tl_block_check_aliases (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, gboolean is_store)
{
  for (guint i = 0; i < machine->launch->program->slots->len; i++)
    {
      const TlMemory *other = &machine->memories[i];
      gint64          begin[2], first, last;

      if (other->cells == NULL || other->space != TL_SPACE_SHARED || !find_dynamic (memory, other, begin))
        continue;
      first = begin[0] + at * memory->scalar_bytes - begin[1];
      last = MIN ((first + memory->scalar_bytes - 1) / (gint64) other->scalar_bytes, other->n_scalars - 1);
      for (gint64 k = MAX (first, 0) / other->scalar_bytes; first + memory->scalar_bytes > 0 && k <= last; k++)
        check_alias (machine, memory, other, instr, at, &other->cells[k], thread, is_store);
    }
}

/* For each scalar @at of the access of each active thread @t. */
#define EACH_SCALAR(machine, memory, instr, addresses, t, at) \
  TL_EACH_THREAD (machine, t) \
    if (addresses[t].i >= 0) \
      for (gint64 at = addresses[t].i + instr->integer, at##_end = MIN (at + instr->n, memory->n_scalars); at < at##_end; at++)

static void
check_shared (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gboolean is_store, guint pc)
{
  const TlInterpCell *addresses = TL_ROW (machine, instr->a);
  guint32             clock = machine->clock;

  if (is_store)
    {
      EACH_SCALAR (machine, memory, instr, addresses, t, at)
        {
          if (memory->in_flight != NULL)
            tl_block_check_flight (machine, memory, instr, at, t, TRUE);
          if (memory->has_aliases)
            tl_block_check_aliases (machine, memory, instr, at, t, TRUE);
          check_store (machine, memory, instr, at, t, (TlAccessMark) { clock, tl_who (t, pc) });
        }
      return;
    }
  EACH_SCALAR (machine, memory, instr, addresses, t, at)
    {
      if (memory->in_flight != NULL && tl_block_check_flight (machine, memory, instr, at, t, FALSE))
        continue;
      if (memory->has_aliases)
        tl_block_check_aliases (machine, memory, instr, at, t, FALSE);
      if (G_UNLIKELY (memory->cells[at].store.stamp < memory->alive_from))
        tl_block_note_uninitialised (machine, memory, instr, at, t);
      check_load (machine, memory, instr, at, t, (TlAccessMark) { clock, tl_who (t, pc) });
    }
}

static inline void
mark_block (TlBlockMarks *marks, gboolean is_store, guint32 block, guint32 who)
{
  if (is_store)
    {
      if (marks->first_store.block == 0)
        marks->first_store.block = block, marks->first_store.who = who;
      if (marks->last_store.block != block)
        marks->last_store.block = block, marks->last_store.who = who;
      return;
    }
  if (marks->first_load.block == 0)
    marks->first_load.block = block, marks->first_load.who = who;
  if (marks->last_load.block != block)
    marks->last_load.block = block, marks->last_load.who = who;
}

static void
check_global (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gboolean is_store, guint pc)
{
  const TlInterpCell *addresses = TL_ROW (machine, instr->a);
  guint32             clock = machine->clock, block = (guint32) machine->block + 1;

  if (memory->written != NULL)
    EACH_SCALAR (machine, memory, instr, addresses, t, at)
      {
        if (is_store)
          __atomic_store_n (&memory->written[at], 1, __ATOMIC_RELAXED);
        else if (G_UNLIKELY (__atomic_load_n (&memory->written[at], __ATOMIC_RELAXED) == 0))
          tl_block_note_uninitialised (machine, memory, instr, at, t);
      }
  if (memory->cells == NULL)
    return;
  EACH_SCALAR (machine, memory, instr, addresses, t, at)
    {
      TlAccessMark mark = { clock, tl_who (t, pc) };

      if (is_store && memory->n_flights_from > 0)
        tl_block_check_flight (machine, memory, instr, at, t, TRUE);
      if (is_store)
        check_store (machine, memory, instr, at, t, mark);
      else
        check_load (machine, memory, instr, at, t, mark);
      if (memory->marks != NULL)
        mark_block (&memory->marks[at], is_store, block, mark.who);
    }
}

static void
check_own (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gboolean is_store)
{
  const TlInterpCell *addresses = TL_ROW (machine, instr->a);
  gsize               n_threads = machine->n_threads;

  if (is_store)
    {
      EACH_SCALAR (machine, memory, instr, addresses, t, at)
        memory->written[(gsize) at * n_threads + t] = 1;
      return;
    }
  EACH_SCALAR (machine, memory, instr, addresses, t, at)
    if (G_UNLIKELY (memory->written[(gsize) at * n_threads + t] == 0))
      tl_block_note_uninitialised (machine, memory, instr, at, t);
}

/* A vector of this many bytes is accesses of so many each; 0: of its scalars. */
static gint64
alignment_of (gint64 n_bytes)
{
  if (n_bytes >= 16)
    return n_bytes % 16 == 0 ? 16 : 0;
  return n_bytes == 2 || n_bytes == 4 || n_bytes == 8 ? n_bytes : 0;
}

void
tl_block_check_alignment (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr)
{
  const TlInterpCell *addresses = TL_ROW (machine, instr->a);
  gint64              alignment = alignment_of ((gint64) instr->n * memory->scalar_bytes);

  if (alignment == 0 || memory->space == TL_SPACE_THREAD)
    return;
  TL_EACH_THREAD (machine, t)
    if (addresses[t].i >= 0 && (addresses[t].i + instr->integer) * memory->scalar_bytes % alignment != 0)
      tl_block_note_misaligned (machine, memory, instr, addresses[t].i + instr->integer, t, alignment);
}

void
tl_block_check_access (TlBlockMachine *machine, const TlInstr *instr, gboolean is_store)
{
  const TlMemory *memory = &machine->memories[instr->c];
  guint           pc = (guint) (instr - machine->launch->program->code);

  if (memory->space == TL_SPACE_SHARED)
    check_shared (machine, memory, instr, is_store, pc);
  else if (memory->space == TL_SPACE_THREAD)
    check_own (machine, memory, instr, is_store);
  else if (memory->cells != NULL || memory->written != NULL)
    check_global (machine, memory, instr, is_store, pc);
}

void
tl_block_check_source (TlBlockMachine *machine, const TlInstr *instr)
{
  if (machine->launch->options->checks)
    tl_block_check_access (machine, instr, FALSE);
  if (machine->counts != NULL)
    tl_block_count_access (machine, instr);
}

/*
 * Which lane of the warp accesses which element is the machine's own: a load is taken for one of each of two lanes, so that any store of
 * the warp that nothing orders is in conflict with one of them.
 */
void
tl_block_check_matrix_element (TlBlockMachine *machine, const TlInstr *instr, gint64 at, guint first, gboolean is_store)
{
  const TlMemory *memory = &machine->memories[instr->c];
  guint           pc = (guint) (instr - machine->launch->program->code);
  TlAccessMark    mark = { machine->clock, tl_who (first, pc) }, second = { machine->clock, tl_who (first + 1, pc) };

  if ((memory->in_flight != NULL || memory->n_flights_from > 0)
      && tl_block_check_flight (machine, memory, instr, at, first, is_store) && !is_store)
    return;
  if (memory->space == TL_SPACE_SHARED ? !is_store && memory->cells[at].store.stamp < memory->alive_from
      : memory->written != NULL && !is_store && __atomic_load_n (&memory->written[at], __ATOMIC_RELAXED) == 0)
    tl_block_note_uninitialised (machine, memory, instr, at, first);
  if (memory->space == TL_SPACE_GLOBAL && memory->written != NULL && is_store)
    __atomic_store_n (&memory->written[at], 1, __ATOMIC_RELAXED);
  if (memory->cells == NULL)
    return;
  if (memory->has_aliases)
    tl_block_check_aliases (machine, memory, instr, at, first, is_store);
  if (is_store)
    check_store (machine, memory, instr, at, first, mark);
  else
    {
      check_load (machine, memory, instr, at, first, mark);
      check_load (machine, memory, instr, at, first + 1, second);
    }
  if (memory->marks != NULL)
    mark_block (&memory->marks[at], is_store, (guint32) machine->block + 1, mark.who);
}

/* Adds what another worker saw. */
static void
join_marks (TlBlockMarks *marks, const TlBlockMarks *other)
{
  if (other->first_store.block != 0 && (marks->first_store.block == 0 || other->first_store.block < marks->first_store.block))
    marks->first_store = other->first_store;
  if (other->last_store.block > marks->last_store.block)
    marks->last_store = other->last_store;
  if (other->first_load.block != 0 && (marks->first_load.block == 0 || other->first_load.block < marks->first_load.block))
    marks->first_load = other->first_load;
  if (other->last_load.block > marks->last_load.block)
    marks->last_load = other->last_load;
}

static void
check_element (TlBlockMachine *machine, const TlMemory *memory, gint64 at)
{
  const TlBlockMarks *marks = &memory->marks[at];
  guint32             block = marks->first_store.block;

  if (block == 0)
    return;
  if (marks->last_store.block != block)
    tl_block_note_block_race (machine, memory, at, marks->last_store.block - 1, marks->last_store.who, block - 1, marks->first_store.who);
  else if (marks->first_load.block != 0 && marks->first_load.block != block)
    tl_block_note_block_race (machine, memory, at, block - 1, marks->first_store.who, marks->first_load.block - 1, marks->first_load.who);
  else if (marks->last_load.block != 0 && marks->last_load.block != block)
    tl_block_note_block_race (machine, memory, at, marks->last_load.block - 1, marks->last_load.who, block - 1, marks->first_store.who);
}

void
tl_launch_check_blocks (TlLaunch *launch, GPtrArray *machines)
{
  TlBlockMachine *first = g_ptr_array_index (machines, 0);

  first->compares_blocks = TRUE;
  for (guint slot = 0; slot < launch->program->slots->len; slot++)
    for (gint64 at = 0; first->memories[slot].marks != NULL && at < first->memories[slot].n_scalars; at++)
      {
        for (guint i = 1; i < machines->len; i++)
          join_marks (&first->memories[slot].marks[at], &((TlBlockMachine *) g_ptr_array_index (machines, i))->memories[slot].marks[at]);
        check_element (first, &first->memories[slot], at);
      }
}
