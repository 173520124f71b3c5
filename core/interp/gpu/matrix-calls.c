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

#define MAX_FRAGMENT 4096
#define MAX_COLUMNS  256
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

/* A matrix of one fragment, or of some side by side. */
typedef struct
{
  WarpFragment first;
  gint64       n_rows, n_columns;
} WarpMatrix;

/* Row @row of the fragment that begins at @column, at most to the end of the matrix. */
static gint64
place_in (const WarpMatrix *matrix, gint64 row, gint64 column)
{
  return matrix->first.start + column * matrix->first.n_rows + row * matrix->first.n_columns;
}

/* To rows of @n_columns. */
static void
gather_floats (const WarpMatrix *matrix, gboolean is_factor, float *values)
{
  const TlMemory *memory = matrix->first.memory;
  gint64          width = MAX (matrix->first.n_columns, 1);

  for (gint64 column = 0; column < matrix->n_columns; column += width)
    for (gint64 row = 0; row < matrix->n_rows; row++)
      for (gint64 i = 0, at = place_in (matrix, row, column); i < width; i++)
        values[row * matrix->n_columns + column + i] = is_factor ? read_factor (memory, at + i) : read_float (memory, at + i);
}

static void
scatter_floats (const WarpMatrix *matrix, const float *values)
{
  gint64 width = MAX (matrix->first.n_columns, 1);

  for (gint64 column = 0; column < matrix->n_columns; column += width)
    for (gint64 row = 0; row < matrix->n_rows; row++)
      for (gint64 i = 0, at = place_in (matrix, row, column); i < width; i++)
        write_float (matrix->first.memory, at + i, values[row * matrix->n_columns + column + i]);
}

static void
multiply_floats (const WarpMatrix f[4], gint64 n_inner)
{
  float  a[MAX_FRAGMENT], b[MAX_FRAGMENT], sums[MAX_FRAGMENT];
  gint64 n_rows = f[0].n_rows, n_columns = f[0].n_columns;

  gather_floats (&f[1], TRUE, a);
  gather_floats (&f[2], TRUE, b);
  gather_floats (&f[3], FALSE, sums);
  for (gint64 row = 0; row < n_rows; row++)
    for (gint64 k = 0; k < n_inner; k++)
      for (gint64 column = 0; column < n_columns; column++)
        sums[row * n_columns + column] += a[row * n_inner + k] * b[k * n_columns + column];
  scatter_floats (&f[0], sums);
}

/* Of one fragment each. */
static void
multiply_integers (const WarpMatrix f[4], gint64 n_inner)
{
  const WarpFragment *a = &f[1].first, *b = &f[2].first, *c = &f[3].first;
  gint64              n_rows = f[0].n_rows, n_columns = f[0].n_columns;
  guint32             sums[MAX_FRAGMENT];

  for (gint64 row = 0; row < n_rows; row++)
    for (gint64 column = 0; column < n_columns; column++)
      {
        guint32 sum = (guint32) read_integer (c->memory, c->start + row * n_columns + column);

        for (gint64 k = 0; k < n_inner; k++)
          sum += (guint32) (read_integer (a->memory, a->start + row * n_inner + k)
                            * read_integer (b->memory, b->start + k * n_columns + column));
        sums[row * n_columns + column] = sum;
      }
  memcpy (f[0].first.memory->data + f[0].first.start * (gint64) sizeof *sums, sums, (gsize) (n_rows * n_columns) * sizeof *sums);
}

/* Fragments from @number on that are @n_columns wide together, or one. */
static gboolean
find_matrix (TlBlockMachine *machine, const TlInstr *instr, guint number, guint first, gint64 n_columns, WarpMatrix *matrix)
{
  const WarpFragment *f = &matrix->first;
  gint64              n_scalars = machine->memories[operands_of (instr)->slots[number]].n_scalars, n;

  if (!find_fragment (machine, instr, number, first, &matrix->first))
    return FALSE;
  n = n_columns > 0 && number != 1 ? n_columns / MAX (f->n_columns, 1) : 1;
  *matrix = (WarpMatrix) { *f, f->n_rows, n * f->n_columns };
  if (n > 0 && f->start % n_scalars + n * f->n_rows * f->n_columns <= n_scalars)
    return TRUE;
  note_matrix (machine, instr, first, "there are fewer fragments than the product has columns");
  return FALSE;
}

static void
for_fragments (const WarpMatrix *matrix, TlBlockMachine *machine, const TlInstr *instr, guint first, gboolean is_written)
{
  WarpFragment f = matrix->first;

  for (gint64 column = 0; column < matrix->n_columns; column += MAX (f.n_columns, 1), f.start += f.n_rows * f.n_columns)
    if (is_written)
      mark_written (&f);
    else
      check_written (machine, instr, &f, first);
}

static void
multiply (TlBlockMachine *machine, const TlInstr *instr, guint first)
{
  WarpMatrix f[4];

  for (guint i = 4; i-- > 0;)
    {
      TlMemory *memory = &machine->memories[operands_of (instr)->slots[i]];

      /* The result takes the shape of what it is made of. */
      if (i == 0 && memory->m == 0)
        memory->m = f[1].first.memory->m, memory->n = f[1].first.memory->n, memory->k = f[1].first.memory->k;
      if (!find_matrix (machine, instr, i, first, operands_of (instr)->n, &f[i]))
        return;
      if (i > 0)
        for_fragments (&f[i], machine, instr, first, FALSE);
    }
  if (f[1].n_columns != f[2].n_rows || f[1].n_rows != f[0].n_rows || f[2].n_columns != f[0].n_columns || f[3].n_rows != f[0].n_rows
      || f[3].n_columns != f[0].n_columns || f[0].n_rows * f[0].n_columns > MAX_FRAGMENT || f[2].n_rows * f[2].n_columns > MAX_FRAGMENT
      || f[0].n_rows == 0)
    {
      note_matrix (machine, instr, first, "the fragments are of different shapes");
      return;
    }
  if (tl_dtype_is_float (f[0].first.memory->buffer->dtype))
    multiply_floats (f, f[1].n_columns);
  else if (operands_of (instr)->n == 0)
    multiply_integers (f, f[1].n_columns);
  else
    note_matrix (machine, instr, first, "wgmma multiplies floats alone");
  for_fragments (&f[0], machine, instr, first, TRUE);
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

      if (!is_supported (memory->buffer->dtype) || !agrees || operands->m > 32 || operands->k > 32 || operands->n > MAX_COLUMNS)
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
