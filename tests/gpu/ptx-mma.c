/* SPDX-License-Identifier: Apache-2.0 */
/* ldmatrix and mma.sync, whose lanes hold the elements that the PTX manual says: see core/ir/matrix-call.h. */
#include "tests/gpu/ptx-machine-private.h"

#include <stdio.h>
#include <string.h>

#define LINE_BYTES   16u

/* ldmatrix.sync.aligned.m8n8.x4[.trans].shared.b16 {…}, [address] */
void
ptx_load_matrices (PtxBlock *block, PtxThread *lanes, const PtxInstruction *in)
{
  gboolean is_transposed = ptx_has_part (in, "trans");

  g_assert_cmpuint (in->n_operands, ==, 5);
  for (guint matrix = 0; matrix < 4; matrix++)
    {
      guint16 elements[8][8];

      for (guint line = 0; line < 8; line++)
        {
          PtxThread *lane = &lanes[matrix * 8 + line];
          guint64    address = ptx_argument (lane, in, 4);

          g_assert_cmpuint (address % LINE_BYTES, ==, 0);
          memcpy (elements[line], ptx_place (block, lane, in, address, LINE_BYTES), LINE_BYTES);
        }
      for (guint l = 0; l < WARP; l++)
        {
          guint   a = l / 4, b = l % 4 * 2;
          guint64 low = is_transposed ? elements[b][a] : elements[a][b], high = is_transposed ? elements[b + 1][a] : elements[a][b + 1];

          ptx_put (&lanes[l], in, matrix, low | high << 16, 32);
        }
    }
}

static double
number_of (const char *type, guint64 raw)
{
  union { guint32 u; float f; _Float16 h; } bits = { .u = (guint32) raw };

  if (strcmp (type, "bf16") == 0)
    bits.u <<= 16;
  if (strcmp (type, "tf32") == 0)
    bits.u &= ~0x1fffu;
  if (type[0] == 's' || type[0] == 'u')
    return strcmp (type, "s8") == 0 ? (double) (gint8) raw : strcmp (type, "s32") == 0 ? (double) (gint32) raw : (double) raw;
  return strcmp (type, "f16") == 0 ? (double) bits.h : (double) bits.f;
}

/* Element @at of register @operand of a lane. */
static double
element_of (PtxThread *lane, const PtxInstruction *in, guint operand, guint at, const char *type, guint n_bits)
{
  return number_of (type, ptx_argument (lane, in, operand) >> (at * n_bits) & ptx_mask (n_bits));
}

static guint
bits_of (const char *type)
{
  return strcmp (type, "tf32") == 0 ? 32 : (guint) g_ascii_strtoull (type + strcspn (type, "0123456789"), NULL, 10);
}

typedef struct { double a[16][32], b[32][8], sums[16][8]; } Product;

static void
read_factors (PtxThread *lanes, const PtxInstruction *in, guint first, const char *of_a, const char *of_b, Product *p)
{
  guint n_bits = bits_of (of_a), n = 32 / n_bits;

  for (guint l = 0; l < WARP; l++)
    for (guint at = 0; at < n; at++)
      {
        for (guint r = 0; r < 4; r++)
          p->a[l / 4 + r % 2 * 8][(l % 4 + r / 2 * 4) * n + at] = element_of (&lanes[l], in, first + r, at, of_a, n_bits);
        for (guint r = 0; r < 2; r++)
          p->b[(l % 4 + r * 4) * n + at][l / 4] = element_of (&lanes[l], in, first + 4 + r, at, of_b, n_bits);
      }
}

/* Where register @r of a sum lies. */
static double *
sum_at (Product *p, guint lane, guint r, guint at, guint n_bits)
{
  return n_bits == 16 ? &p->sums[lane / 4 + r * 8][lane % 4 * 2 + at] : &p->sums[lane / 4 + r / 2 * 8][lane % 4 * 2 + r % 2];
}

static guint64
raw_of (const char *type, double value)
{
  union { guint32 u; float f; _Float16 h; } bits = { .u = 0 };

  if (type[0] == 's')
    return (guint32) (gint32) (gint64) value;
  if (strcmp (type, "f16") == 0)
    bits.h = (_Float16) value;
  else
    bits.f = (float) value;
  return bits.u;
}

/* mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c} */
void
ptx_multiply_matrices (PtxThread *lanes, const PtxInstruction *in)
{
  const char *of_d = in->parts[6], *of_a = in->parts[7], *of_b = in->parts[8], *of_c = in->parts[9];
  guint       n_bits = bits_of (of_d), n_sums = n_bits == 16 ? 2 : 4, n_lanes = 32 / n_bits, k = 0;
  static Product p;

  g_assert_cmpuint (sscanf (in->parts[3], "m16n8k%u", &k), ==, 1);
  g_assert_cmpuint (k, ==, 256 / bits_of (of_a));
  g_assert_cmpuint (in->n_operands, ==, 2 * n_sums + 6);
  read_factors (lanes, in, n_sums, of_a, of_b, &p);
  for (guint l = 0; l < WARP; l++)
    for (guint r = 0; r < n_sums; r++)
      for (guint at = 0; at < n_lanes; at++)
        *sum_at (&p, l, r, at, n_bits) = element_of (&lanes[l], in, n_sums + 6 + r, at, of_c, n_bits);
  for (guint i = 0; i < 16; i++)
    for (guint j = 0; j < 8; j++)
      for (guint at = 0; at < k; at++)
        p.sums[i][j] += p.a[i][at] * p.b[at][j];
  for (guint l = 0; l < WARP; l++)
    for (guint r = 0; r < n_sums; r++)
      {
        guint64 word = 0;

        for (guint at = 0; at < n_lanes; at++)
          word |= raw_of (of_d, *sum_at (&p, l, r, at, n_bits)) << (at * n_bits);
        ptx_put (&lanes[l], in, r, word, 32);
      }
}
