/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Control flow of a block. Invariant: each thread that has not ended is in exactly one group, and the group that runs stands at the lowest
 * address; see "group" in emulator-private.h.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/interp/gpu/emulator-private.h"
#include "core/interp/compile-private.h"

/* Steps between two looks at the limit and at the cancellable. */
#define STEPS_PER_CHECK 1000000
#define MAX_REGISTER_BYTES ((gsize) 1 << 31)

static gboolean
set_up_memories (TlBlockMachine *machine)
{
  const TlInterpMachine *host = machine->launch->host;
  guint                  n_slots = host->program->slots->len;

  machine->memories = g_new0 (TlMemory, MAX (n_slots, 1));
  for (guint i = 0; i < n_slots; i++)
    {
      const TlInterpSlot *slot = &host->slots[i];
      TlMemory           *memory = &machine->memories[i];

      memory->buffer = slot->buffer;
      memory->space = TL_SPACE_GLOBAL;
      memory->data = slot->data;
      memory->n_dims = slot->n_dims;
      memory->n_scalars = slot->n_scalars;
      memory->scalar_bytes = tl_dtype_bytes (tl_dtype_with_lanes (slot->buffer->dtype, 1));
      memcpy (memory->extents, slot->extents, sizeof memory->extents);
      memcpy (memory->strides, slot->strides, sizeof memory->strides);
      if (!tl_block_shadow_allocate (machine, memory))
        return FALSE;
    }
  return TRUE;
}

static void
fill_row (TlBlockMachine *machine, guint reg, TlInterpCell value)
{
  TlInterpCell *row = TL_ROW (machine, reg);

  for (guint t = 0; t < machine->n_threads; t++)
    row[t] = value;
}

/* All that the host knows, and constants; then where each thread stands. */
static void
set_up_registers (TlBlockMachine *machine)
{
  const TlLaunch *launch = machine->launch;
  const gint64   *extents = launch->extents + TL_AXIS_THREAD_X;
  TlInterpCell   *x = TL_ROW (machine, launch->first_axis + TL_AXIS_THREAD_X);
  TlInterpCell   *y = TL_ROW (machine, launch->first_axis + TL_AXIS_THREAD_Y);
  TlInterpCell   *z = TL_ROW (machine, launch->first_axis + TL_AXIS_THREAD_Z);

  for (guint i = 0; i < launch->program->n_registers; i++)
    fill_row (machine, i, launch->host->registers[i]);
  for (guint t = 0; t < machine->n_threads; t++)
    {
      x[t].i = t % extents[0];
      y[t].i = t / extents[0] % extents[1];
      z[t].i = t / (extents[0] * extents[1]);
    }
}

TlBlockMachine *
tl_block_machine_new (TlLaunch *launch, GError **error)
{
  TlBlockMachine *machine;
  gsize           n_bytes = sizeof (TlInterpCell) * launch->n_threads * MAX (launch->program->n_registers, 1);
  TlInterpCell   *registers = n_bytes <= MAX_REGISTER_BYTES ? g_try_malloc (n_bytes) : NULL;

  if (registers == NULL)
    return tl_fail_null (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "the kernel is too large to be emulated");
  machine = g_new0 (TlBlockMachine, 1);
  machine->launch = launch;
  machine->registers = registers;
  machine->n_threads = launch->n_threads;
  machine->n_words = (launch->n_threads + 63) / 64;
  machine->runs = g_new (TlThreadRun, launch->n_threads);
  machine->waiting = g_array_new (FALSE, FALSE, sizeof (TlThreadGroup));
  machine->findings = tl_findings_new ();
  machine->budget = STEPS_PER_CHECK;
  if (launch->options->counts)
    machine->counts = g_new0 (TlInstrCounts, launch->end - launch->entry);
  for (guint t = 0; t < launch->n_threads; t++)
    tl_set_add (machine->all, t);
  if (!set_up_memories (machine))
    {
      tl_block_machine_free (machine);
      return tl_fail_null (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "no memory to check the accesses of the kernel");
    }
  set_up_registers (machine);
  return machine;
}

void
tl_block_machine_free (TlBlockMachine *machine)
{
  for (guint i = 0; i < machine->launch->program->slots->len; i++)
    {
      tl_block_shadow_free (&machine->memories[i]);
      if (machine->memories[i].owned_bytes > 0)
        g_free (machine->memories[i].data);
    }
  tl_block_flights_free (machine);
  g_free (machine->memories);
  g_free (machine->registers);
  g_free (machine->counts);
  g_free (machine->runs);
  g_array_unref (machine->waiting);
  g_hash_table_unref (machine->findings);
  g_clear_error (&machine->error);
  g_free (machine);
}

void
tl_block_activate (TlBlockMachine *machine, const guint64 *set)
{
  gboolean is_open = FALSE;
  guint    n = 0;

  memmove (machine->active, set, machine->n_words * sizeof *set);
  machine->n_active = 0;
  for (guint t = 0; t < machine->n_threads; t++)
    {
      gboolean has = tl_set_has (machine->active, t);

      if (has && !is_open)
        machine->runs[n++].low = t;
      if (has)
        machine->runs[n - 1].high = t + 1;
      machine->n_active += has;
      is_open = has;
    }
  machine->n_runs = n;
}

static void
find_next_pc (TlBlockMachine *machine)
{
  guint n = machine->waiting->len;

  machine->next_pc = n > 0 ? g_array_index (machine->waiting, TlThreadGroup, n - 1).pc : G_MAXUINT;
}

/* The threads of @set wait at @pc, with those that are there already. */
static void
let_wait (TlBlockMachine *machine, const guint64 *set, guint pc)
{
  TlThreadGroup *groups = (TlThreadGroup *) (gpointer) machine->waiting->data;
  TlThreadGroup  group = { .pc = pc };
  guint          at = machine->waiting->len;

  while (at > 0 && groups[at - 1].pc < pc)
    at--;
  if (at > 0 && groups[at - 1].pc == pc)
    {
      for (guint i = 0; i < machine->n_words; i++)
        groups[at - 1].threads[i] |= set[i];
      return;
    }
  memcpy (group.threads, set, machine->n_words * sizeof *set);
  g_array_insert_val (machine->waiting, at, group);
  find_next_pc (machine);
}

/* Goes on with the first of the waiting groups. */
static guint
take_next (TlBlockMachine *machine)
{
  TlThreadGroup group = g_array_index (machine->waiting, TlThreadGroup, machine->waiting->len - 1);

  g_array_set_size (machine->waiting, machine->waiting->len - 1);
  find_next_pc (machine);
  tl_block_activate (machine, group.threads);
  return group.pc;
}

/* The group that runs has come to @pc, past others or where they are. */
static guint
meet (TlBlockMachine *machine, guint pc)
{
  let_wait (machine, machine->active, pc);
  return take_next (machine);
}

/* @taken of the active threads go to @target, the others to @next. Gives where to go on. */
static guint
branch (TlBlockMachine *machine, const guint64 *taken, guint n_taken, guint target, guint next)
{
  guint64 others[TL_SET_WORDS];

  if (n_taken == 0)
    return next;
  if (n_taken == machine->n_active)
    return target;
  for (guint i = 0; i < machine->n_words; i++)
    others[i] = machine->active[i] & ~taken[i];
  let_wait (machine, others, next);
  let_wait (machine, taken, target);
  return take_next (machine);
}

/* The active threads for which the jump is taken. */
static guint
find_taken (TlBlockMachine *machine, const TlInstr *instr, guint64 *taken)
{
  TlInterpCell *a = TL_ROW (machine, instr->a);
  TlInterpCell *b = TL_ROW (machine, instr->b);
  guint         n = 0;

  memset (taken, 0, machine->n_words * sizeof *taken);
#define TAKE_WHERE(condition) \
  TL_EACH_THREAD (machine, t) \
    if (condition) \
      { \
        tl_set_add (taken, t); \
        n++; \
      } \
  break
  switch (instr->op)
    {
    case TL_OP_JUMP_ZERO:
      TAKE_WHERE (a[t].i == 0);
    case TL_OP_JUMP_NONZERO:
      TAKE_WHERE (a[t].i != 0);
    case TL_OP_JUMP_NE:
      TAKE_WHERE (a[t].i != b[t].i);
    case TL_OP_FOR_ENTER:
      TAKE_WHERE (a[t].i >= b[t].i);
    case TL_OP_FOR_NEXT:
      TAKE_WHERE (++a[t].i < b[t].i);
    default:
      TAKE_WHERE (TRUE);
    }
#undef TAKE_WHERE
  return n;
}

/* Limit and cancellable; the steps of all workers count together. */
static gboolean
count_steps (TlBlockMachine *machine, guint n)
{
  const TlLaunch *launch = machine->launch;
  guint64         total;

  if (n < machine->budget)
    {
      machine->budget -= n;
      return TRUE;
    }
  machine->budget = STEPS_PER_CHECK;
  total = __atomic_add_fetch (launch->n_steps, STEPS_PER_CHECK, __ATOMIC_RELAXED);
  if (launch->cancellable != NULL && g_cancellable_set_error_if_cancelled (launch->cancellable, &machine->error))
    return FALSE;
  if (g_atomic_int_get (&launch->is_over))
    return FALSE;
  if (launch->options->max_steps == 0 || total < launch->options->max_steps)
    return TRUE;
  return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_STEPS,
                  "stopped after %" G_GUINT64_FORMAT " loop iterations of all threads, the limit", total);
}

static gboolean
jump (TlBlockMachine *machine, const TlInstr *instr, guint *pc)
{
  guint64 taken[TL_SET_WORDS];
  guint   n = find_taken (machine, instr, taken);

  if (machine->counts != NULL)
    tl_block_count_branch (machine, instr, taken);
  if ((instr->op == TL_OP_FOR_NEXT || instr->op == TL_OP_JUMP_BACK) && !count_steps (machine, machine->n_active))
    return FALSE;
  *pc = branch (machine, taken, n, (guint) instr->integer, *pc + 1);
  return TRUE;
}

/* The threads of the group have ended. */
static gboolean
end_threads (TlBlockMachine *machine, guint *pc)
{
  if (machine->waiting->len == 0)
    return FALSE;
  *pc = take_next (machine);
  return TRUE;
}

static gboolean
call (TlBlockMachine *machine, const TlInstr *instr)
{
  if (instr->op == TL_OP_HOOK && instr->hook == tl_hook_alloc)
    return tl_block_allocate (machine, instr);
  if (instr->op == TL_OP_TRAP || instr->op == TL_OP_ASSERT)
    return tl_fail (&machine->error, TL_INTERP_ERROR, instr->n, "%s", (const char *) instr->pointer);
  return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "a kernel with views of buffers is not emulated");
}

static gboolean
all_hold (TlBlockMachine *machine, guint reg)
{
  const TlInterpCell *row = TL_ROW (machine, reg);

  TL_EACH_THREAD (machine, t)
    if (row[t].i == 0)
      return FALSE;
  return TRUE;
}

static gboolean
execute (TlBlockMachine *machine)
{
  const TlInstr *code = machine->launch->program->code;
  guint          pc = machine->launch->entry;

  for (;;)
    {
      const TlInstr *instr;

      if (pc >= machine->next_pc)
        pc = meet (machine, pc);
      instr = &code[pc];
      machine->n_executed += machine->n_active;
      if (machine->counts != NULL)
        machine->counts[pc - machine->launch->entry].n_threads += machine->n_active;
      switch ((TlOp) instr->op)
        {
        case TL_OP_HALT:
          if (!end_threads (machine, &pc))
            return TRUE;
          continue;
        case TL_OP_JUMP:
        case TL_OP_JUMP_BACK:
        case TL_OP_JUMP_ZERO:
        case TL_OP_JUMP_NONZERO:
        case TL_OP_JUMP_NE:
        case TL_OP_FOR_ENTER:
        case TL_OP_FOR_NEXT:
          if (!jump (machine, instr, &pc))
            return FALSE;
          continue;
        case TL_OP_SYNC:
          tl_block_sync (machine, instr);
          break;
        case TL_OP_SHUFFLE:
          tl_block_shuffle (machine, instr);
          break;
        case TL_OP_ACTIVE_MASK:
          tl_block_active_mask (machine, instr);
          break;
        case TL_OP_MATRIX:
          if (!tl_block_matrix (machine, instr))
            return FALSE;
          break;
        case TL_OP_COPY_FROM:
          tl_block_check_source (machine, instr);
          break;
        case TL_OP_COPY_TO:
          tl_block_start_copies (machine, instr);
          break;
        case TL_OP_COPY_GROUP:
          tl_block_copy_group (machine, instr);
          break;
        case TL_OP_ASSERT:
          if (all_hold (machine, instr->a))
            break;
          G_GNUC_FALLTHROUGH;
        case TL_OP_TRAP:
        case TL_OP_HOOK:
        case TL_OP_SLOT_STRIDE:
        case TL_OP_SLOT_BASE:
          if (!call (machine, instr))
            return FALSE;
          break;
        default:
          if (instr->op < TL_OP_ADDR1)
            tl_block_scalar_operation (machine, instr);
          else
            tl_block_memory_operation (machine, instr);
          break;
        }
      pc++;
    }
}

gboolean
tl_block_machine_run (TlBlockMachine *machine, gint64 block)
{
  const TlLaunch *launch = machine->launch;
  const gint64   *extents = launch->extents;
  gint64          place[3] = { block % extents[0], block / extents[0] % extents[1], block / (extents[0] * extents[1]) };

  machine->block = block;
  tl_block_shadow_begin (machine);
  tl_block_flights_begin (machine);
  for (guint i = 0; i < 3; i++)
    fill_row (machine, launch->first_axis + TL_AXIS_BLOCK_X + i, (TlInterpCell) { .i = place[i] });
  g_array_set_size (machine->waiting, 0);
  find_next_pc (machine);
  tl_block_activate (machine, machine->all);
  return count_steps (machine, machine->n_active) && execute (machine);
}
