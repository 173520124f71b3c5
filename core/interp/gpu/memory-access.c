/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Buffers of a block: allocation, addresses, loads and stores. An address out of bounds is -1; nothing is loaded from there, which gives 0,
 * and nothing stored.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/interp/gpu/emulator-private.h"
#include "core/ir/matrix-call.h"

#define MAX_MEMORY_BYTES ((gsize) 1 << 32)

static gboolean
no_memory (TlBlockMachine *machine, const TlBuffer *buffer)
{
  return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "no memory for the buffer %s", buffer->name);
}

static gboolean
reserve (TlBlockMachine *machine, TlMemory *memory)
{
  gsize n = memory->space == TL_SPACE_THREAD ? machine->n_threads : memory->space == TL_SPACE_WARP ? tl_block_n_warps (machine) : 1;
  gsize n_bytes;

  if (__builtin_mul_overflow ((gsize) memory->n_scalars * memory->scalar_bytes, n, &n_bytes) || n_bytes > MAX_MEMORY_BYTES)
    return no_memory (machine, memory->buffer);
  n_bytes = MAX (n_bytes, 1);
  if (memory->owned_bytes == n_bytes)
    return TRUE;
  if (memory->owned_bytes > 0)
    g_free (memory->data);
  tl_block_shadow_free (memory);
  memory->data = g_try_malloc (n_bytes);
  memory->owned_bytes = memory->data != NULL ? n_bytes : 0;
  return memory->data != NULL || no_memory (machine, memory->buffer);
}

/* Fresh memory holds the same as in the interpreter. */
static void
fill_fresh (TlBlockMachine *machine, TlMemory *memory)
{
  int value = tl_dtype_is_float (memory->buffer->dtype) ? 0xFF : 0x7F;

  if (memory->space != TL_SPACE_THREAD || machine->n_active == machine->n_threads)
    {
      memset (memory->data, value, memory->owned_bytes);
      return;
    }
  for (gint64 i = 0; i < memory->n_scalars; i++)
    for (guint k = 0; k < machine->n_runs; k++)
      memset (memory->data + ((gsize) i * machine->n_threads + machine->runs[k].low) * memory->scalar_bytes, value,
              (gsize) (machine->runs[k].high - machine->runs[k].low) * memory->scalar_bytes);
}

/* c: slot, a: extents in the pool, which are the same in all threads. */
gboolean
tl_block_allocate (TlBlockMachine *machine, const TlInstr *instr)
{
  const guint32 *pool = machine->launch->program->pool + instr->a;
  TlMemory      *memory = &machine->memories[instr->c];
  gint64         stride = memory->buffer->dtype.lanes;

  if (instr->b != 0)
    return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "%s has strides, which kernels do not have",
                    memory->buffer->name);
  for (guint i = instr->n; i > 0; i--)
    {
      memory->extents[i - 1] = TL_ROW (machine, pool[i - 1])[machine->runs[0].low].i;
      memory->strides[i - 1] = stride;
      if (memory->extents[i - 1] < 0 || __builtin_mul_overflow (stride, memory->extents[i - 1], &stride)
          || stride > (gint64) MAX_MEMORY_BYTES)
        return no_memory (machine, memory->buffer);
    }
  memory->n_scalars = stride;
  memory->space = tl_scope_is_shared (memory->buffer->scope) ? TL_SPACE_SHARED
                  : tl_scope_is_of_warp (memory->buffer->scope) ? TL_SPACE_WARP : TL_SPACE_THREAD;
  if (!reserve (machine, memory))
    return FALSE;
  fill_fresh (machine, memory);
  return tl_block_shadow_allocate (machine, memory) || no_memory (machine, memory->buffer);
}

static guint
index_register (const TlBlockMachine *machine, const TlInstr *instr, guint dim)
{
  if (instr->op == TL_OP_ADDR_N)
    return machine->launch->program->pool[instr->a + dim];
  return dim == 0 ? instr->a : dim == 1 ? instr->b : (guint) instr->integer;
}

/* "C[130] is out of bounds: dimension 0 of C has 128 elements" */
static char *
bounds_text (TlBlockMachine *machine, const TlInstr *instr, guint thread)
{
  const TlMemory *memory = &machine->memories[instr->c];
  GString        *text = g_string_new (memory->buffer->name);
  gint            bad = -1;

  for (guint i = 0; i < memory->n_dims; i++)
    {
      gint64 index = TL_ROW (machine, index_register (machine, instr, i))[thread].i;

      if (bad < 0 && (index < 0 || index >= memory->extents[i]))
        bad = (gint) i;
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i == 0 ? "[" : ", ", index);
    }
  g_string_append_printf (text, "] is out of bounds: dimension %d of %s has %" G_GINT64_FORMAT " elements", MAX (bad, 0),
                          memory->buffer->name, memory->extents[MAX (bad, 0)]);
  tl_block_append_thread (text, machine, instr, thread);
  return g_string_free (text, FALSE);
}

static gint64
note_out_of_bounds (TlBlockMachine *machine, const TlInstr *instr, guint thread)
{
  TlFoundFault *found;

  if (tl_block_found (machine, TL_FAULT_OUT_OF_BOUNDS, instr, NULL, thread, &found))
    {
      found->finding.text = bounds_text (machine, instr, thread);
      found->finding.buffer = machine->memories[instr->c].buffer;
      found->finding.element = TL_ROW (machine, index_register (machine, instr, 0))[thread].i;
    }
  return -1;
}

static void
find_addresses (TlBlockMachine *machine, const TlInstr *instr)
{
  const TlMemory     *memory = &machine->memories[instr->c];
  TlInterpCell       *d = TL_ROW (machine, instr->dst);
  const TlInterpCell *index;

  if (memory->n_dims == 1)
    {
      guint64 extent = (guint64) memory->extents[0];
      gint64  stride = memory->strides[0];

      index = TL_ROW (machine, index_register (machine, instr, 0));
      TL_EACH_THREAD (machine, t)
        d[t].i = (guint64) index[t].i < extent ? index[t].i * stride : note_out_of_bounds (machine, instr, t);
      return;
    }
  TL_EACH_THREAD (machine, t)
    {
      gint64 address = 0;

      for (guint i = 0; i < memory->n_dims; i++)
        {
          gint64 at = TL_ROW (machine, index_register (machine, instr, i))[t].i;

          if ((guint64) at >= (guint64) memory->extents[i])
            {
              address = note_out_of_bounds (machine, instr, t);
              break;
            }
          address += at * memory->strides[i];
        }
      d[t].i = address;
    }
}

void
tl_block_memory_operation (TlBlockMachine *machine, const TlInstr *instr)
{
  const TlMemory     *memory = &machine->memories[instr->c];
  TlInterpCell       *d = TL_ROW (machine, instr->dst);
  const TlInterpCell *a = TL_ROW (machine, instr->a);
  const TlInterpCell *b = TL_ROW (machine, instr->b);
  gint64              lane = instr->integer;
  gint64              scale = memory->space == TL_SPACE_THREAD ? machine->n_threads : 1;
  guint               own = memory->space == TL_SPACE_THREAD ? G_MAXUINT : 0;

  if (instr->op >= TL_OP_LOAD_S && instr->n > 0 && machine->launch->options->checks)
    tl_block_check_access (machine, instr, instr->op >= TL_OP_STORE_S);
  if (instr->op >= TL_OP_LOAD_S && instr->n > 0 && machine->counts != NULL)
    tl_block_count_access (machine, instr);
  switch ((TlOp) instr->op)
    {
    case TL_OP_ADDR1:
    case TL_OP_ADDR2:
    case TL_OP_ADDR3:
    case TL_OP_ADDR_N:
      find_addresses (machine, instr);
      break;
#define AT ((a[t].i + lane) * scale + (t & own))
#define X  ((const memory_type *) memory->data)[AT]
#define V  b[t]
#define TL_LOAD_OP(name, type, field, value) \
    case TL_OP_##name: \
      { \
        typedef type memory_type; \
        TL_EACH_THREAD (machine, t) \
          if (a[t].i >= 0) \
            d[t].field = value; \
          else \
            d[t].i = 0; \
        break; \
      }
#define TL_STORE_OP(name, type, value) \
    case TL_OP_##name: \
      TL_EACH_THREAD (machine, t) \
        if (a[t].i >= 0) \
          ((type *) memory->data)[AT] = value; \
      break;
#include "core/interp/memory-ops.def"
#undef AT
#undef X
#undef V
#undef TL_LOAD_OP
#undef TL_STORE_OP
    default:
      g_assert_not_reached ();
    }
}
