/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/gpu/ptx-machine-private.h"

#include <string.h>

#define MAX_STEPS    (G_GUINT64_CONSTANT (1) << 32)

/* --- registers and memory --- */

static guint64
fetch (const PtxThread *thread, const PtxOperand *operand)
{
  switch (operand->kind)
    {
    case OPERAND_REGISTER:
      return thread->registers[operand->index] + operand->value;
    case OPERAND_SPECIAL:
      return thread->special[operand->index];
    case OPERAND_LOCAL:
      return (guint64) GPOINTER_TO_SIZE (thread->local) + operand->value;
    default:
      return operand->value;
    }
}

guint64
ptx_argument (const PtxThread *thread, const PtxInstruction *in, guint index)
{
  return fetch (thread, &in->operands[index]);
}

void
ptx_put (PtxThread *thread, const PtxInstruction *in, guint index, guint64 value, guint bits)
{
  g_assert (in->operands[index].kind == OPERAND_REGISTER);
  thread->registers[in->operands[index].index] = value & ptx_mask (bits);
}

static gboolean
is_registered (const PtxBlock *block, const PtxThread *thread, const char *address, gsize n_bytes)
{
  const PtxMemory local = { thread->local, block->kernel->local_bytes };

  for (guint i = 0; i < block->n_memory + block->kernel->tables->len + 1; i++)
    {
      guint table = i - block->n_memory;
      const PtxMemory *memory = i < block->n_memory ? &block->memory[i]
                              : table < block->kernel->tables->len ? block->kernel->tables->pdata[table] : &local;

      if (address >= (const char *) memory->data && address + n_bytes <= (const char *) memory->data + memory->n_bytes)
        return TRUE;
    }
  return FALSE;
}

char *
ptx_place (PtxBlock *block, PtxThread *thread, const PtxInstruction *in, guint64 address, gsize n_bytes)
{
  if (address % n_bytes != 0)
    g_error ("misaligned: %s", in->text);
  if (in->space == SPACE_SHARED)
    {
      if (address + n_bytes > block->shared_bytes)
        g_error ("out of shared memory: %s", in->text);
      return block->shared + address;
    }
  if (!is_registered (block, thread, GSIZE_TO_POINTER ((gsize) address), n_bytes))
    g_error ("out of bounds: %s by thread (%u, %u, %u)", in->text, thread->special[0], thread->special[1], thread->special[2]);
  return GSIZE_TO_POINTER ((gsize) address);
}

static char *
place_of (PtxBlock *block, PtxThread *thread, const PtxInstruction *in, const PtxOperand *operand)
{
  if (in->space == SPACE_PARAM)
    return (char *) &block->args[operand->index] + operand->value;
  return ptx_place (block, thread, in, fetch (thread, operand), (gsize) in->width * in->type.bits / 8);
}

static void
load (PtxBlock *block, PtxThread *thread, const PtxInstruction *in)
{
  const char *place = place_of (block, thread, in, &in->operands[in->n_operands - 1]);
  guint       n_bytes = in->type.bits / 8;

  for (guint i = 0; i < in->width; i++)
    {
      guint64 value = 0;

      memcpy (&value, place + i * n_bytes, n_bytes);
      /* A register may be wider than what is loaded into it. */
      ptx_put (thread, in, i, in->type.class == 's' ? (guint64) ptx_signed (value, in->type.bits) : value, 64);
    }
}

static void
store (PtxBlock *block, PtxThread *thread, const PtxInstruction *in)
{
  char *place = place_of (block, thread, in, &in->operands[0]);
  guint n_bytes = in->type.bits / 8;

  for (guint i = 0; i < in->width; i++)
    {
      guint64 value = ptx_argument (thread, in, i + 1);

      memcpy (place + i * n_bytes, &value, n_bytes);
    }
}

/* A pack of @n registers into one, or the other way around. */
static void
move (PtxThread *thread, const PtxInstruction *in)
{
  guint   n = in->n_operands - 1, bits = in->type.bits;
  guint64 value = 0;

  if (n == 1)
    {
      ptx_put (thread, in, 0, ptx_argument (thread, in, 1), bits);
      return;
    }
  if (strchr (in->text, '{') < strchr (in->text, ','))
    {
      for (guint i = 0; i < n; i++)
        ptx_put (thread, in, i, ptx_argument (thread, in, n) >> i * (bits / n), bits / n);
      return;
    }
  for (guint i = 0; i < n; i++)
    value |= (ptx_argument (thread, in, i + 1) & ptx_mask (bits / n)) << i * (bits / n);
  ptx_put (thread, in, 0, value, bits);
}

/* The low bits of one value in a place of another. */
static void
put_bits (PtxThread *thread, const PtxInstruction *in, const guint64 *raw)
{
  guint   at = (guint) raw[2] & 0xff, n = (guint) ptx_argument (thread, in, 4) & 0xff;
  guint64 bits = n < 64 ? ptx_mask (n) << at : G_MAXUINT64 << at;

  ptx_put (thread, in, 0, (raw[1] & ~bits) | (raw[0] << at & bits), in->type.bits);
}

/* --- threads --- */

/* One instruction that is no meeting of threads. */
static void
step (PtxBlock *block, PtxThread *thread, const PtxInstruction *in)
{
  guint64 raw[3] = { 0 };
  guint   result_bits = in->type.bits * in->type.lanes;

  for (guint i = 0; i < 3 && i + 1 < in->n_operands; i++)
    raw[i] = in->op == OP_LD || in->op == OP_ST || in->op == OP_CP ? 0 : ptx_argument (thread, in, i + 1);
  switch (in->op)
    {
    case OP_LD:
      load (block, thread, in);
      break;
    case OP_ST:
      store (block, thread, in);
      break;
    case OP_CP:
      ptx_run_copy (block, thread, in);
      break;
    case OP_MOV:
      move (thread, in);
      break;
    case OP_BRA:
      thread->pc = in->target;
      return;
    case OP_RET:
      thread->state = DONE;
      return;
    case OP_SETP:
      ptx_put (thread, in, 0, ptx_compare (in, raw[0], raw[1]), 1);
      break;
    case OP_SELP:
      ptx_put (thread, in, 0, raw[2] & 1 ? raw[0] : raw[1], result_bits);
      break;
    case OP_CVT:
      ptx_put (thread, in, 0, ptx_convert (in, raw[0]), MAX (in->type.bits, 8));
      break;
    case OP_ACTIVEMASK:
      ptx_put (thread, in, 0, 0xffffffff, 32);
      break;
    case OP_DP4A:
      ptx_put (thread, in, 0, ptx_dot (in, raw), 32);
      break;
    case OP_PRMT:
      ptx_put (thread, in, 0, ptx_permute_bytes (raw), 32);
      break;
    case OP_BFI:
      put_bits (thread, in, raw);
      break;
    case OP_POPC:
    case OP_CLZ:
      ptx_put (thread, in, 0, ptx_compute (in, raw), 32);
      break;
    default:
      ptx_put (thread, in, 0, ptx_compute (in, raw), ptx_has_part (in, "wide") ? 2 * in->type.bits : result_bits);
      break;
    }
  thread->pc++;
}

static void
run_thread (PtxBlock *block, PtxThread *thread)
{
  while (thread->state == RUNNING)
    {
      const PtxInstruction *in = block->kernel->code->pdata[thread->pc];
      gboolean holds = in->guard < 0 || ((thread->registers[in->guard] & 1) != 0) != in->is_negated;

      if (block->n_steps++ > MAX_STEPS)
        g_error ("PTX runs for too long");
      if (!holds)
        thread->pc++;
      else if (in->op == OP_BAR)
        thread->state = ptx_has_part (in, "warp") ? AT_SHUFFLE : AT_BARRIER;
      else if (in->op == OP_SHFL || ptx_is_matrix (in))
        thread->state = AT_SHUFFLE;
      else
        step (block, thread, in);
    }
}

/* The lane that @lane gets the value of. */
static guint
source_lane (const PtxInstruction *in, guint lane, guint by, guint clamp)
{
  guint segment = clamp >> 8 & 31, last = (lane & segment) | (clamp & 31 & ~segment), first = lane & segment, from;

  if (ptx_has_part (in, "up"))
    return lane >= by && lane - by >= last ? lane - by : lane;
  from = ptx_has_part (in, "down") ? lane + by : ptx_has_part (in, "bfly") ? lane ^ by : first | (by & ~segment);
  return from <= last ? from : lane;
}

/* All lanes that stand at the instruction of the first of them go on together. */
static void
meet (PtxBlock *block, PtxThread *lanes, guint n, guint pc)
{
  const PtxInstruction *in = block->kernel->code->pdata[pc];
  guint64 values[WARP] = { 0 };

  if (ptx_is_matrix (in))
    {
      for (guint i = 0; i < WARP; i++)
        if (i >= n || lanes[i].state != AT_SHUFFLE || lanes[i].pc != pc)
          g_error ("not all lanes are there: %s", in->text);
      ptx_run_matrix (block, lanes, in);
    }
  for (guint i = 0; i < n; i++)
    values[i] = lanes[i].state == AT_SHUFFLE && lanes[i].pc == pc && in->op == OP_SHFL ? ptx_argument (&lanes[i], in, 1) : 0xdeadbeef;
  for (guint i = 0; i < n; i++)
    if (lanes[i].state == AT_SHUFFLE && lanes[i].pc == pc)
      {
        guint by = in->op == OP_SHFL ? (guint) ptx_argument (&lanes[i], in, 2) & 31 : 0;

        if (in->op == OP_SHFL)
          ptx_put (&lanes[i], in, 0, values[source_lane (in, i, by, (guint) ptx_argument (&lanes[i], in, 3))], 32);
        lanes[i].state = RUNNING;
        lanes[i].pc++;
      }
}

/* Until each of its threads is at a barrier or done. */
static void
run_warp (PtxBlock *block, PtxThread *lanes, guint n)
{
  for (;;)
    {
      guint at = n;

      for (guint i = 0; i < n; i++)
        run_thread (block, &lanes[i]);
      for (guint i = 0; i < n; i++)
        if (lanes[i].state == AT_SHUFFLE && (at == n || lanes[i].pc < lanes[at].pc))
          at = i;
      if (at == n)
        return;
      meet (block, lanes, n, lanes[at].pc);
    }
}

static void
run_block (PtxBlock *block)
{
  guint n_waiting;

  do
    {
      n_waiting = 0;
      for (guint i = 0; i < block->n_threads; i += WARP)
        run_warp (block, block->threads + i, MIN (WARP, block->n_threads - i));
      for (guint i = 0; i < block->n_threads; i++)
        if (block->threads[i].state == AT_BARRIER)
          {
            n_waiting++;
            block->threads[i].state = RUNNING;
            block->threads[i].pc++;
          }
      if (n_waiting > 0 && n_waiting < block->n_threads)
        g_error ("%u of %u threads wait for the others", n_waiting, block->n_threads);
    }
  while (n_waiting > 0);
}

static void
start_threads (PtxBlock *block, const TlKernelLaunch *launch, const guint *at)
{
  guint n_registers = g_hash_table_size (block->kernel->registers);

  for (guint i = 0; i < block->n_threads; i++)
    {
      PtxThread *thread = &block->threads[i];
      guint   nx = launch->n_threads[0], ny = launch->n_threads[1];

      memset (thread->registers, 0, n_registers * sizeof (guint64));
      thread->pc = 0;
      thread->state = RUNNING;
      thread->n_groups = 0;
      if (thread->copies != NULL)
        g_array_set_size (thread->copies, 0);
      thread->special[0] = i % nx;
      thread->special[1] = i / nx % ny;
      thread->special[2] = i / nx / ny;
      thread->special[12] = i % WARP;
      for (guint d = 0; d < 3; d++)
        {
          thread->special[3 + d] = launch->n_threads[d];
          thread->special[6 + d] = at[d];
          thread->special[9 + d] = launch->n_blocks[d];
        }
    }
  memset (block->shared, 0xff, block->shared_bytes);
}

static void
run_launch (const TlKernelPackage *package, const TlKernelLaunch *launch, const PtxMemory *memory, guint n_memory, guint64 *args)
{
  PtxKernel *kernel = ptx_kernel_read (package->source, launch->kernel);
  PtxBlock block = { .kernel = kernel, .memory = memory, .n_memory = n_memory, .args = args,
                  .shared_bytes = kernel->shared_bytes + launch->dynamic_shared_bytes,
                  .n_threads = launch->n_threads[0] * launch->n_threads[1] * launch->n_threads[2] };
  guint n = launch->n_blocks[0] * launch->n_blocks[1] * launch->n_blocks[2];

  block.shared = g_malloc (block.shared_bytes + 1);
  block.threads = g_new0 (PtxThread, block.n_threads);
  for (guint i = 0; i < block.n_threads; i++)
    {
      block.threads[i].registers = g_new (guint64, g_hash_table_size (kernel->registers) + 1);
      block.threads[i].local = g_malloc0 (kernel->local_bytes + 16);
    }
  for (guint i = 0; i < n; i++)
    {
      guint at[3] = { i % launch->n_blocks[0], i / launch->n_blocks[0] % launch->n_blocks[1],
                      i / launch->n_blocks[0] / launch->n_blocks[1] };

      start_threads (&block, launch, at);
      run_block (&block);
    }
  for (guint i = 0; i < block.n_threads; i++)
    {
      g_free (block.threads[i].registers);
      g_free (block.threads[i].local);
      if (block.threads[i].copies != NULL)
        g_array_unref (block.threads[i].copies);
    }
  g_free (block.threads);
  g_free (block.shared);
  ptx_kernel_free (kernel);
}

void
ptx_machine_run (const TlKernelPackage *package, const PtxMemory *params, guint n_params)
{
  guint n = n_params + package->workspaces->len;
  g_autofree PtxMemory *memory = g_new0 (PtxMemory, n + 1);

  for (guint i = 0; i < n; i++)
    if (i < n_params)
      memory[i] = params[i];
    else
      {
        memory[i].n_bytes = (gsize) g_array_index (package->workspaces, guint64, i - n_params);
        memory[i].data = g_malloc (memory[i].n_bytes + 1);
        memset (memory[i].data, 0xff, memory[i].n_bytes);
      }
  for (guint k = 0; k < package->launches->len; k++)
    {
      const TlKernelLaunch *launch = package->launches->pdata[k];
      g_autofree guint64 *args = g_new0 (guint64, launch->args->len + 1);

      for (guint i = 0; i < launch->args->len; i++)
        {
          const TlKernelArg *arg = &g_array_index (launch->args, TlKernelArg, i);
          guint at = arg->kind == TL_KERNEL_ARG_WORKSPACE ? n_params + arg->index : arg->index;

          if (arg->kind == TL_KERNEL_ARG_VALUE)
            memcpy (&args[i], arg->bytes, sizeof arg->bytes);
          else if (arg->n_bytes > 0)
            memcpy (&args[i], memory[at].data, arg->n_bytes);
          else
            args[i] = (guint64) GPOINTER_TO_SIZE (memory[at].data);
        }
      run_launch (package, launch, memory, n, args);
    }
  for (guint i = n_params; i < n; i++)
    g_free (memory[i].data);
}
