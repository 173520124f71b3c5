/* SPDX-License-Identifier: Apache-2.0 */
/*
 * wmma: a fragment's elements lie by rows in the registers of lane 0, then of lane 1 and so on. Where they lie on a GPU no program may ask.
 */
#include "tests/gpu/ptx-machine-private.h"

#include <stdio.h>
#include <string.h>

#define MAX_ELEMENTS 512u

typedef struct
{
  guint n_rows, n_columns;
  guint bits;
  char  class;            /* f, h: bfloat16, s, u */
  guint n_registers;      /* of a lane */
  guint first;            /* operand */
} Fragment;

typedef struct { double values[MAX_ELEMENTS]; } Elements;

/* @operand: 'a', 'b', 'c' of "m16n16k16". */
static Fragment
fragment_of (const PtxInstruction *in, const char *shape, char operand, const char *type, guint first)
{
  guint m = 0, n = 0, k = 0;
  Fragment f = { .first = first };

  if (sscanf (shape, "m%un%uk%u", &m, &n, &k) != 3)
    g_error ("no shape: %s", in->text);
  f.n_rows = operand == 'b' ? k : m;
  f.n_columns = operand == 'a' ? k : n;
  f.class = type[0] == 'b' ? 'h' : type[0];
  f.bits = (guint) g_ascii_strtoull (type + (type[0] == 'b' ? 2 : 1), NULL, 10);
  f.n_registers = f.class == 'f' && f.bits == 16 && operand != 'c' ? 8 : f.n_rows * f.n_columns * f.bits / 8 / 128;
  return f;
}

static double
to_number (const Fragment *f, guint64 raw)
{
  union { guint32 u; float f; _Float16 h; } bits = { .u = (guint32) (f->class == 'h' ? raw << 16 : raw) };

  if (f->class == 's' || f->class == 'u')
    return f->class == 's' ? (double) ptx_signed (raw, f->bits) : (double) raw;
  return f->class == 'f' && f->bits == 16 ? (double) bits.h : (double) bits.f;
}

static guint64
to_raw (const Fragment *f, double value)
{
  union { guint32 u; float f; _Float16 h; } bits = { .u = 0 };

  if (f->class == 's')
    return (guint64) (gint64) value & ptx_mask (f->bits);
  if (f->bits == 16)
    bits.h = (_Float16) value;
  else
    bits.f = (float) value;
  return bits.u;
}

/* Element @e of a lane's @word. */
static void
find_element (const Fragment *f, guint e, guint *lane, guint *operand, guint *shift)
{
  guint of_lane = f->n_rows * f->n_columns / WARP, bit = e % of_lane * f->bits;

  *lane = e / of_lane;
  *operand = f->first + bit / 32;
  *shift = bit % 32;
}

static guint64
get_element (PtxThread *lanes, const PtxInstruction *in, const Fragment *f, guint e)
{
  guint lane, operand, shift;

  find_element (f, e, &lane, &operand, &shift);
  return ptx_argument (&lanes[lane], in, operand) >> shift & ptx_mask (f->bits);
}

static void
set_element (PtxThread *lanes, const PtxInstruction *in, const Fragment *f, guint e, guint64 raw)
{
  guint lane, operand, shift;

  find_element (f, e, &lane, &operand, &shift);
  guint64 word = ptx_argument (&lanes[lane], in, operand) & ~(ptx_mask (f->bits) << shift);
  ptx_put (&lanes[lane], in, operand, word | (raw & ptx_mask (f->bits)) << shift, 32);
}

/* wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {…}, [address], stride; a store begins with the address. */
static void
transfer (PtxBlock *block, PtxThread *lanes, const PtxInstruction *in)
{
  gboolean is_load = strcmp (in->parts[1], "load") == 0, is_row = strcmp (in->parts[5], "row") == 0;
  char     operand = in->parts[2][0] == 'd' ? 'c' : in->parts[2][0];
  Fragment f = fragment_of (in, in->parts[6], operand, in->parts[g_strv_length (in->parts) - 1], is_load ? 0 : 1);
  guint    n_bytes = f.bits / 8;
  guint64  address = ptx_argument (&lanes[0], in, is_load ? in->n_operands - 2 : 0);
  guint64  stride = ptx_argument (&lanes[0], in, in->n_operands - 1);

  g_assert_cmpuint (in->n_operands, ==, f.n_registers + 2);
  for (guint e = 0; e < f.n_rows * f.n_columns; e++)
    {
      guint row = e / f.n_columns, column = e % f.n_columns;
      char *place = ptx_place (block, &lanes[0], in, address + (is_row ? row * stride + column : column * stride + row) * n_bytes, n_bytes);
      guint64 raw = is_load ? 0 : get_element (lanes, in, &f, e);

      memcpy (is_load ? (char *) &raw : place, is_load ? place : (char *) &raw, n_bytes);
      if (is_load)
        set_element (lanes, in, &f, e, raw);
    }
}

static void
read_elements (PtxThread *lanes, const PtxInstruction *in, const Fragment *f, Elements *elements)
{
  for (guint e = 0; e < f->n_rows * f->n_columns; e++)
    elements->values[e] = to_number (f, get_element (lanes, in, f, e));
}

/* wmma.mma.sync.aligned.row.col.m16n16k16.f32[.s8.s8].f32 d, a, b, c */
static void
multiply (PtxThread *lanes, const PtxInstruction *in)
{
  guint n_parts = g_strv_length (in->parts);
  const char *shape = in->parts[6], *of_d = in->parts[7], *of_c = in->parts[n_parts - 1], *of_a = n_parts > 9 ? in->parts[8] : "f16";
  Fragment d = fragment_of (in, shape, 'c', of_d, 0), a = fragment_of (in, shape, 'a', of_a, d.n_registers);
  Fragment b = fragment_of (in, shape, 'b', of_a, a.first + a.n_registers);
  Fragment c = fragment_of (in, shape, 'c', of_c, b.first + b.n_registers);
  static Elements left, right, sums;

  g_assert_cmpuint (in->n_operands, ==, c.first + c.n_registers);
  read_elements (lanes, in, &a, &left);
  read_elements (lanes, in, &b, &right);
  read_elements (lanes, in, &c, &sums);
  for (guint e = 0; e < d.n_rows * d.n_columns; e++)
    for (guint k = 0; k < a.n_columns; k++)
      sums.values[e] += left.values[e / d.n_columns * a.n_columns + k] * right.values[k * d.n_columns + e % d.n_columns];
  for (guint e = 0; e < d.n_rows * d.n_columns; e++)
    set_element (lanes, in, &d, e, to_raw (&d, sums.values[e]));
}

void
ptx_run_matrix (PtxBlock *block, PtxThread *lanes, const PtxInstruction *in)
{
  if (in->op == OP_LDMATRIX)
    ptx_load_matrices (block, lanes, in);
  else if (in->op == OP_MMA)
    ptx_multiply_matrices (lanes, in);
  else if (strcmp (in->parts[1], "mma") == 0)
    multiply (lanes, in);
  else
    transfer (block, lanes, in);
}
