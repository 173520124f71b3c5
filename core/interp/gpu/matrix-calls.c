/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Matrix instructions: all lanes of a warp together. They order nothing that the lanes do to memory.
 *
 * An element of a product is the one of c, then each product along k added to it in ascending order. Floats are multiplied and added in
 * float32, in which products of float16 and bfloat16 are exact, and the sum is rounded to the type of the accumulator at the end; integers
 * wrap. Machines add in another order, and round differently: results agree within the tolerance of the reference, not bit by bit.
 */
#include <string.h>

#include "core/base/error.h"
#include "core/base/half.h"
#include "core/interp/gpu/race-private.h"
#include "core/ir/matrix-call.h"
#include "core/ir/permuted-layout.h"

#define MAX_FRAGMENT 1024
#define MEMORY_ALIGNMENT 16   /* bytes, of each line of a matrix in memory */

guint
tl_block_n_warps (const TlBlockMachine *machine)
{
  return ((machine->n_threads - 1) >> machine->launch->warp_shift) + 1;
}

static void
note_matrix (TlBlockMachine *machine, const TlInstr *instr, guint thread, const char *what)
{
  TlFoundFault *found;
  GString      *text;

  if (!tl_block_found (machine, TL_FAULT_MATRIX, instr, NULL, thread, &found))
    return;
  text = g_string_new (what);
  tl_block_append_thread (text, machine, instr, thread);
  found->finding.text = g_string_free (text, FALSE);
}

static const TlMatrixOperands *
operands_of (const TlInstr *instr)
{
  return instr->pointer;
}

static TlInterpCell *
operand_row (TlBlockMachine *machine, const TlInstr *instr, guint operand)
{
  return TL_ROW (machine, machine->launch->program->pool[instr->a + operand]);
}

/* --- fragments --- */

/* One of a warp. */
typedef struct
{
  TlMemory *memory;
  gint64    start;               /* scalar of its memory, that of all warps */
  gint64    n_rows, n_columns;
} WarpFragment;

static gboolean
find_fragment (TlBlockMachine *machine, const TlInstr *instr, guint number, guint first, WarpFragment *fragment)
{
  TlMemory *memory = &machine->memories[operands_of (instr)->slots[number]];
  gint64    index = operand_row (machine, instr, number)[first].i, size;

  *fragment = (WarpFragment) { .memory = memory };
  if (!tl_fragment_extents (memory->buffer->scope, memory->m, memory->n, memory->k, &fragment->n_rows, &fragment->n_columns))
    return FALSE;
  size = fragment->n_rows * fragment->n_columns;
  if (index < 0 || size > memory->n_scalars || index > memory->n_scalars / MAX (size, 1) - 1)
    {
      g_autofree char *text = g_strdup_printf ("%s has %" G_GINT64_FORMAT " fragments, and fragment %" G_GINT64_FORMAT " is used",
                                               memory->buffer->name, memory->n_scalars / MAX (size, 1), index);

      note_matrix (machine, instr, first, text);
      return FALSE;
    }
  fragment->start = (gint64) (first >> machine->launch->warp_shift) * memory->n_scalars + index * size;
  return TRUE;
}

static void
mark_written (const WarpFragment *fragment)
{
  if (fragment->memory->written != NULL)
    memset (fragment->memory->written + fragment->start, 1, (gsize) (fragment->n_rows * fragment->n_columns));
}

static void
check_written (TlBlockMachine *machine, const TlInstr *instr, const WarpFragment *fragment, guint first)
{
  TlMemory     *memory = fragment->memory;
  TlFoundFault *found;

  if (memory->written == NULL || memory->written[fragment->start] != 0
      || !tl_block_found (machine, TL_FAULT_UNINITIALISED, instr, NULL, first, &found))
    return;
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "fragment %" G_GINT64_FORMAT " of %s is read, and the warp has not filled it",
                          fragment->start % memory->n_scalars / MAX (fragment->n_rows * fragment->n_columns, 1), memory->buffer->name);
  tl_block_append_thread (text, machine, instr, first);
  found->finding.buffer = memory->buffer;
  found->finding.text = g_string_free (text, FALSE);
}

static float
read_float (const TlMemory *memory, gint64 at)
{
  TlDType type = memory->buffer->dtype;

  if (type.bits == 32)
    return ((const float *) (gconstpointer) memory->data)[at];
  guint16 bits = ((const guint16 *) (gconstpointer) memory->data)[at];
  return (float) (type.code == TL_TYPE_BFLOAT ? tl_bfloat_to_double (bits) : tl_half_to_double (bits));
}

/* Factors of the instructions that take 10 bits of fraction; half is rounded away from zero. */
static float
read_factor (const TlMemory *memory, gint64 at)
{
  float   value = read_float (memory, at);
  guint32 bits;

  if (memory->buffer->dtype.bits != 32 || !tl_scope_is_mma (memory->buffer->scope))
    return value;
  memcpy (&bits, &value, sizeof bits);
  bits = (bits + 0x1000u) & ~0x1fffu;
  memcpy (&value, &bits, sizeof bits);
  return value;
}

static void
write_float (TlMemory *memory, gint64 at, float value)
{
  TlDType type = memory->buffer->dtype;

  if (type.bits == 32)
    ((float *) (gpointer) memory->data)[at] = value;
  else
    ((guint16 *) (gpointer) memory->data)[at] = type.code == TL_TYPE_BFLOAT ? tl_bfloat_from_double (value) : tl_half_from_double (value);
}

static gint32
read_integer (const TlMemory *memory, gint64 at)
{
  TlDType type = memory->buffer->dtype;

  if (type.bits == 32)
    return ((const gint32 *) (gconstpointer) memory->data)[at];
  return type.code == TL_TYPE_UINT ? memory->data[at] : ((const gint8 *) memory->data)[at];
}

static gboolean
is_supported (TlDType type)
{
  return type.lanes == 1 && (tl_dtype_is_float (type) ? type.bits == 16 || (type.bits == 32 && type.code == TL_TYPE_FLOAT)
                                                      : tl_dtype_is_integer (type) && (type.bits == 8 || type.bits == 32));
}

/* --- the instructions, for the warp of @first --- */

static void
fill (TlBlockMachine *machine, const TlInstr *instr, guint first)
{
  const TlMatrixOperands *operands = operands_of (instr);
  TlInterpCell cell = operand_row (machine, instr, 1)[first];
  gboolean     is_float = tl_dtype_is_float (operands->value_type);
  double       value = !is_float ? (double) cell.i : operands->value_type.bits == 32 ? cell.s : cell.d;
  WarpFragment fragment;

  if (!find_fragment (machine, instr, 0, first, &fragment))
    return;
  for (gint64 i = fragment.start; i < fragment.start + fragment.n_rows * fragment.n_columns; i++)
    if (tl_dtype_is_float (fragment.memory->buffer->dtype))
      write_float (fragment.memory, i, (float) value);
    else
      ((gint32 *) (gpointer) fragment.memory->data)[i] = (gint32) value;
  mark_written (&fragment);
}

static void
note_out_of_bounds (TlBlockMachine *machine, const TlInstr *instr, guint first, gint64 at)
{
  const TlMemory *memory = &machine->memories[instr->c];
  TlFoundFault   *found;

  if (!tl_block_found (machine, TL_FAULT_OUT_OF_BOUNDS, instr, NULL, first, &found))
    return;
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, "%s[%" G_GINT64_FORMAT "] is out of bounds: %s has %" G_GINT64_FORMAT " elements", memory->buffer->name, at,
                          memory->buffer->name, memory->n_scalars);
  tl_block_append_thread (text, machine, instr, first);
  found->finding.buffer = memory->buffer;
  found->finding.element = at;
  found->finding.text = g_string_free (text, FALSE);
}

static void
copy_element (TlMemory *to, gint64 to_at, const TlMemory *from, gint64 from_at)
{
  memcpy (to->data + to_at * to->scalar_bytes, from->data + from_at * from->scalar_bytes, to->scalar_bytes);
}

gint64
tl_matrix_place (const TlMatrixOperands *operands, const TlMemory *memory, gint64 position)
{
  return operands->permuted_row > 0 ? tl_permuted_place (position, operands->permuted_row, memory->buffer->dtype) : position;
}

static void
move (TlBlockMachine *machine, const TlInstr *instr, guint first)
{
  const TlMatrixOperands *operands = operands_of (instr);
  TlMemory    *memory = &machine->memories[instr->c];
  gint64       offset = operand_row (machine, instr, 1)[first].i, stride = operand_row (machine, instr, 2)[first].i;
  gboolean     is_store = instr->n == TL_MATRIX_STORE, checks = machine->launch->options->checks;
  WarpFragment fragment;

  if (!find_fragment (machine, instr, 0, first, &fragment))
    return;
  if (is_store)
    check_written (machine, instr, &fragment, first);
  if (checks && (offset * memory->scalar_bytes % MEMORY_ALIGNMENT != 0 || stride * memory->scalar_bytes % MEMORY_ALIGNMENT != 0))
    note_matrix (machine, instr, first, "a line of the matrix begins at no multiple of 16 bytes");
  for (gint64 line = 0; line < operands->n_lines; line++)
    for (gint64 i = 0; i < operands->length; i++)
      {
        gint64 at = tl_matrix_place (operands, memory, offset + line * stride + i);
        gint64 in = fragment.start + (operands->is_column_major ? i * fragment.n_columns + line : line * fragment.n_columns + i);

        if (at < 0 || at >= memory->n_scalars)
          {
            note_out_of_bounds (machine, instr, first, at);
            continue;
          }
        if (checks)
          tl_block_check_matrix_element (machine, instr, at, first, is_store);
        if (is_store)
          copy_element (memory, at, fragment.memory, in);
        else
          copy_element (fragment.memory, in, memory, at);
      }
  if (!is_store)
    mark_written (&fragment);
}

static void
multiply_floats (const WarpFragment f[4], gint64 n_inner)
{
  float a[MAX_FRAGMENT], b[MAX_FRAGMENT], sums[MAX_FRAGMENT];
  gint64 n_rows = f[0].n_rows, n_columns = f[0].n_columns;

  for (gint64 i = 0; i < n_rows * n_inner; i++)
    a[i] = read_factor (f[1].memory, f[1].start + i);
  for (gint64 i = 0; i < n_inner * n_columns; i++)
    b[i] = read_factor (f[2].memory, f[2].start + i);
  for (gint64 i = 0; i < n_rows * n_columns; i++)
    sums[i] = read_float (f[3].memory, f[3].start + i);
  for (gint64 row = 0; row < n_rows; row++)
    for (gint64 k = 0; k < n_inner; k++)
      for (gint64 column = 0; column < n_columns; column++)
        sums[row * n_columns + column] += a[row * n_inner + k] * b[k * n_columns + column];
  for (gint64 i = 0; i < n_rows * n_columns; i++)
    write_float (f[0].memory, f[0].start + i, sums[i]);
}

static void
multiply_integers (const WarpFragment f[4], gint64 n_inner)
{
  gint64 n_rows = f[0].n_rows, n_columns = f[0].n_columns;
  guint32 sums[MAX_FRAGMENT];

  for (gint64 row = 0; row < n_rows; row++)
    for (gint64 column = 0; column < n_columns; column++)
      {
        guint32 sum = (guint32) read_integer (f[3].memory, f[3].start + row * n_columns + column);

        for (gint64 k = 0; k < n_inner; k++)
          sum += (guint32) (read_integer (f[1].memory, f[1].start + row * n_inner + k)
                            * read_integer (f[2].memory, f[2].start + k * n_columns + column));
        sums[row * n_columns + column] = sum;
      }
  memcpy (f[0].memory->data + f[0].start * (gint64) sizeof *sums, sums, (gsize) (n_rows * n_columns) * sizeof *sums);
}

static void
multiply (TlBlockMachine *machine, const TlInstr *instr, guint first)
{
  WarpFragment f[4];

  for (guint i = 4; i-- > 0;)
    {
      TlMemory *memory = &machine->memories[operands_of (instr)->slots[i]];

      /* The result takes the shape of what it is made of. */
      if (i == 0 && memory->m == 0)
        memory->m = f[1].memory->m, memory->n = f[1].memory->n, memory->k = f[1].memory->k;
      if (!find_fragment (machine, instr, i, first, &f[i]))
        return;
      if (i > 0)
        check_written (machine, instr, &f[i], first);
    }
  if (f[1].n_columns != f[2].n_rows || f[1].n_rows != f[0].n_rows || f[2].n_columns != f[0].n_columns || f[3].n_rows != f[0].n_rows
      || f[3].n_columns != f[0].n_columns || f[0].n_rows * f[0].n_columns > MAX_FRAGMENT || f[0].n_rows == 0)
    {
      note_matrix (machine, instr, first, "the fragments are of different shapes");
      return;
    }
  if (tl_dtype_is_float (f[0].memory->buffer->dtype))
    multiply_floats (f, f[1].n_columns);
  else
    multiply_integers (f, f[1].n_columns);
  mark_written (&f[0]);
}

/* Whether all lanes are there and agree; a finding else. */
static gboolean
is_collective (TlBlockMachine *machine, const TlInstr *instr, guint first)
{
  guint n_lanes = 1u << machine->launch->warp_shift;
  guint n_operands = operands_of (instr)->n_fragments + (operands_of (instr)->n_lines > 0 ? 2 : 0);

  for (guint t = first; t < first + n_lanes; t++)
    if (t >= machine->n_threads || !tl_set_has (machine->active, t))
      {
        g_autofree char *text = g_strdup_printf ("lane %u of the warp does not take part in the matrix instruction, which takes all %u",
                                                 t - first, n_lanes);

        note_matrix (machine, instr, first, text);
        return FALSE;
      }
  for (guint i = 0; i < n_operands; i++)
    for (guint t = first + 1; t < first + n_lanes; t++)
      if (operand_row (machine, instr, i)[t].i != operand_row (machine, instr, i)[first].i)
        {
          note_matrix (machine, instr, t, "the operands of the matrix instruction differ between the lanes of the warp");
          return FALSE;
        }
  return TRUE;
}

/* The types that all operands may have, and sizes that are known at the fills and loads. */
static gboolean
set_up (TlBlockMachine *machine, const TlInstr *instr)
{
  const TlMatrixOperands *operands = operands_of (instr);
  TlDType type = machine->memories[instr->c].buffer->dtype;

  for (guint i = 0; i < operands->n_fragments; i++)
    {
      TlMemory *memory = &machine->memories[operands->slots[i]];
      gboolean  agrees = operands->n_lines > 0 ? tl_dtype_equal (memory->buffer->dtype, type)
                                               : tl_dtype_is_float (memory->buffer->dtype) == tl_dtype_is_float (type);

      if (!is_supported (memory->buffer->dtype) || !agrees || MAX (operands->m, MAX (operands->n, operands->k)) > 32)
        return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "fragments of %s, type %s, are not emulated",
                        memory->buffer->name, tl_dtype_name (memory->buffer->dtype));
      if (instr->n != TL_MATRIX_MULTIPLY)
        memory->m = operands->m, memory->n = operands->n, memory->k = operands->k;
    }
  return TRUE;
}

gboolean
tl_block_matrix (TlBlockMachine *machine, const TlInstr *instr)
{
  guint shift = machine->launch->warp_shift;

  if (!set_up (machine, instr))
    return FALSE;
  for (guint warp = 0; warp < tl_block_n_warps (machine); warp++)
    {
      guint first = warp << shift, lane = first;

      while (lane < MIN (first + (1u << shift), machine->n_threads) && !tl_set_has (machine->active, lane))
        lane++;
      if (lane == MIN (first + (1u << shift), machine->n_threads) || !is_collective (machine, instr, first))
        continue;
      if (instr->n == TL_MATRIX_FILL)
        fill (machine, instr, first);
      else if (instr->n == TL_MATRIX_MULTIPLY)
        multiply (machine, instr, first);
      else
        move (machine, instr, first);
      if (machine->counts != NULL)
        tl_block_count_matrix (machine, instr, first);
    }
  return TRUE;
}
