/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/gpu/ptx-machine-private.h"

#include <math.h>
#include <string.h>

guint64
ptx_mask (guint bits)
{
  return bits >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << bits) - 1;
}

gint64
ptx_signed (guint64 value, guint bits)
{
  return (gint64) (value << (64 - bits)) >> (64 - bits);
}

static double
as_float (guint64 value, guint bits)
{
  union { guint64 u; double d; float f[2]; _Float16 h[4]; } bytes = { .u = value };

  return bits == 64 ? bytes.d : bits == 32 ? (double) bytes.f[0] : (double) bytes.h[0];
}

/* Rounds once: @value is exact, or has been rounded to that type already. */
static guint64
from_float (double value, guint bits)
{
  union { guint64 u; double d; float f[2]; _Float16 h[4]; } bytes = { .u = 0 };

  if (bits == 64)
    bytes.d = value;
  else if (bits == 32)
    bytes.f[0] = (float) value;
  else
    bytes.h[0] = (_Float16) value;
  return bytes.u;
}

/* --- arithmetic --- */

static guint64
compute_float (const PtxInstruction *in, guint bits, const guint64 *raw)
{
  double a = as_float (raw[0], bits), b = as_float (raw[1], bits), c = as_float (raw[2], bits);

  switch (in->op)
    {
    case OP_ADD:
      return from_float (bits == 64 ? a + b : bits == 32 ? (double) ((float) a + (float) b) : a + b, bits);
    case OP_SUB:
      return from_float (bits == 64 ? a - b : bits == 32 ? (double) ((float) a - (float) b) : a - b, bits);
    case OP_MUL:
      return from_float (bits == 64 ? a * b : bits == 32 ? (double) ((float) a * (float) b) : a * b, bits);
    case OP_DIV:
      return from_float (bits == 32 ? (double) ((float) a / (float) b) : a / b, bits);
    case OP_FMA:
      return from_float (bits == 32 ? (double) fmaf ((float) a, (float) b, (float) c) : fma (a, b, c), bits);
    case OP_RCP:
      return from_float (bits == 32 ? (double) (1.f / (float) a) : 1 / a, bits);
    case OP_SQRT:
      return from_float (bits == 32 ? (double) sqrtf ((float) a) : sqrt (a), bits);
    case OP_ABS:
      return raw[0] & (ptx_mask (bits) >> 1);
    case OP_NEG:
      return raw[0] ^ (G_GUINT64_CONSTANT (1) << (bits - 1));
    case OP_COPYSIGN:
      return (raw[1] & (ptx_mask (bits) >> 1)) | (raw[0] & (G_GUINT64_CONSTANT (1) << (bits - 1)));
    case OP_MIN:
      return from_float (fmin (a, b), bits);
    case OP_MAX:
      return from_float (fmax (a, b), bits);
    default:
      g_error ("PTX instruction \"%s\" is not known", in->text);
    }
}

static guint64
multiply (const PtxInstruction *in, guint64 a, guint64 b)
{
  guint bits = in->type.bits;
  gboolean is_signed = in->type.class == 's';
  __int128 product = is_signed ? (__int128) ptx_signed (a, bits) * ptx_signed (b, bits)
                               : (__int128) ((unsigned __int128) (a & ptx_mask (bits)) * (b & ptx_mask (bits)));

  return ptx_has_part (in, "hi") ? (guint64) (product >> bits) : (guint64) product;
}

static guint64
divide (const PtxInstruction *in, guint64 a, guint64 b)
{
  guint bits = in->type.bits;
  gint64 x = ptx_signed (a, bits), y = ptx_signed (b, bits);
  guint64 u = a & ptx_mask (bits), v = b & ptx_mask (bits);

  if (v == 0)
    return ptx_mask (bits);
  if (in->type.class != 's')
    return in->op == OP_DIV ? u / v : u % v;
  if (y == -1)
    return in->op == OP_DIV ? -(guint64) x : 0;
  return (guint64) (in->op == OP_DIV ? x / y : x % y);
}

static guint64
compute_integer (const PtxInstruction *in, const guint64 *raw)
{
  guint   bits = in->type.bits;
  guint64 a = raw[0] & ptx_mask (bits), b = raw[1] & ptx_mask (bits);
  gint64  x = ptx_signed (a, bits), y = ptx_signed (b, bits);
  gboolean is_signed = in->type.class == 's';

  switch (in->op)
    {
    case OP_ADD:
      return a + b;
    case OP_SUB:
      return a - b;
    case OP_MUL:
      return multiply (in, a, b);
    case OP_MAD:
      return multiply (in, a, b) + raw[2];
    case OP_DIV:
    case OP_REM:
      return divide (in, a, b);
    case OP_MIN:
      return is_signed ? (guint64) MIN (x, y) : MIN (a, b);
    case OP_MAX:
      return is_signed ? (guint64) MAX (x, y) : MAX (a, b);
    case OP_NEG:
      return -a;
    case OP_ABS:
      return (guint64) ABS (x);
    case OP_NOT:
      return ~a;
    case OP_AND:
      return a & b;
    case OP_OR:
      return a | b;
    case OP_XOR:
      return a ^ b;
    case OP_SHL:
      return raw[1] < bits ? a << raw[1] : 0;
    case OP_SHR:
      return raw[1] < bits ? (is_signed ? (guint64) (x >> raw[1]) : a >> raw[1]) : is_signed && x < 0 ? G_MAXUINT64 : 0;
    case OP_POPC:
      return (guint64) __builtin_popcountll (a);
    case OP_CLZ:
      return a == 0 ? bits : (guint64) __builtin_clzll (a) - (64 - bits);
    case OP_BFE:
      return (raw[2] & 0xff) == 0 ? 0 : is_signed ? (guint64) ptx_signed ((a >> (raw[1] & 0xff)) & ptx_mask (raw[2] & 0xff), raw[2] & 0xff)
                                                  : (a >> (raw[1] & 0xff)) & ptx_mask (raw[2] & 0xff);
    default:
      g_error ("PTX instruction \"%s\" is not known", in->text);
    }
}

guint64
ptx_permute_bytes (const guint64 *raw)
{
  guint64 bytes = (raw[0] & 0xffffffff) | raw[1] << 32, result = 0;

  for (guint i = 0; i < 4; i++)
    {
      guint   selector = (raw[2] >> 4 * i) & 15;
      guint64 byte = (bytes >> 8 * (selector & 7)) & 0xff;

      result |= ((selector & 8) != 0 ? (byte & 0x80 ? 0xff : 0) : byte) << 8 * i;
    }
  return result;
}

guint64
ptx_dot (const PtxInstruction *in, const guint64 *raw)
{
  guint64 sum = raw[2];

  for (guint i = 0; i < 4; i++)
    {
      gint64 a = (gint64) ((raw[0] >> 8 * i) & 0xff), b = (gint64) ((raw[1] >> 8 * i) & 0xff);

      a = strcmp (in->parts[1], "s32") == 0 ? ptx_signed ((guint64) a, 8) : a;
      b = strcmp (in->parts[2], "s32") == 0 ? ptx_signed ((guint64) b, 8) : b;
      sum += (guint64) (a * b);
    }
  return sum;
}

static double
rounded (const PtxInstruction *in, double value)
{
  if (ptx_has_part (in, "rni") || ptx_has_part (in, "rzi"))
    return ptx_has_part (in, "rni") ? nearbyint (value) : trunc (value);
  return ptx_has_part (in, "rmi") ? floor (value) : ptx_has_part (in, "rpi") ? ceil (value) : value;
}

static guint64
float_to_int (double value, PtxType to)
{
  double low = to.class == 's' ? -ldexp (1, (int) to.bits - 1) : 0, high = ldexp (1, (int) to.bits - (to.class == 's'));

  if (isnan (value))
    return 0;
  if (value <= low)
    return (guint64) (gint64) low;
  if (value >= high)
    return to.class == 's' ? ptx_mask (to.bits) >> 1 : ptx_mask (to.bits);
  return to.class == 's' ? (guint64) (gint64) value : (guint64) value;
}

/* To the nearest bfloat16, even. */
static guint64
to_bfloat (guint64 raw)
{
  guint32 bits = (guint32) raw;

  return isnan (as_float (raw, 32)) ? 0x7fff : (guint64) ((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

guint64
ptx_convert (const PtxInstruction *in, guint64 raw)
{
  gboolean from_float_type = in->from.class == 'f', to_float_type = in->type.class == 'f';
  guint64  value = raw & ptx_mask (in->from.bits);

  if (ptx_has_part (in, "tf32"))
    return (value + 0x1000) & ~(guint64) 0x1fff;
  if (in->type.class == 'h')
    return to_bfloat (value);
  if (from_float_type && to_float_type)
    return from_float (rounded (in, as_float (value, in->from.bits)), in->type.bits);
  if (from_float_type)
    return float_to_int (rounded (in, as_float (value, in->from.bits)), in->type);
  if (!to_float_type)
    return in->from.class == 's' ? (guint64) ptx_signed (value, in->from.bits) : value;
  if (in->type.bits == 32)
    return from_float (in->from.class == 's' ? (double) (float) ptx_signed (value, in->from.bits) : (double) (float) value, 32);
  return from_float (in->from.class == 's' ? (double) ptx_signed (value, in->from.bits) : (double) value, in->type.bits);
}

/* The relation that a comparison names, of floats with "u" also where one is no number. */
gboolean
ptx_compare (const PtxInstruction *in, guint64 a, guint64 b)
{
  const char *name = in->parts[1];
  guint bits = in->type.bits;
  gboolean is_float = in->type.class == 'f';
  double x = is_float ? as_float (a, bits) : 0, y = is_float ? as_float (b, bits) : 0;
  gboolean is_unordered = is_float && (isnan (x) || isnan (y));
  gint order = is_float ? (x > y) - (x < y)
             : in->type.class == 's' ? (ptx_signed (a, bits) > ptx_signed (b, bits)) - (ptx_signed (a, bits) < ptx_signed (b, bits))
             : ((a & ptx_mask (bits)) > (b & ptx_mask (bits))) - ((a & ptx_mask (bits)) < (b & ptx_mask (bits)));

  if (strcmp (name, "num") == 0 || strcmp (name, "nan") == 0)
    return is_unordered == (strcmp (name, "nan") == 0);
  if (is_unordered)
    return strlen (name) == 3;   /* "ltu", "neu" */
  switch (name[0] << 8 | name[1])
    {
    case 'e' << 8 | 'q':
      return order == 0;
    case 'n' << 8 | 'e':
      return order != 0;
    case 'l' << 8 | 't':
    case 'l' << 8 | 'o':
      return order < 0;
    case 'l' << 8 | 'e':
    case 'l' << 8 | 's':
      return order <= 0;
    case 'g' << 8 | 't':
    case 'h' << 8 | 'i':
      return order > 0;
    case 'g' << 8 | 'e':
    case 'h' << 8 | 's':
      return order >= 0;
    default:
      g_error ("PTX instruction \"%s\" is not known", in->text);
    }
}

guint64
ptx_compute (const PtxInstruction *in, const guint64 *raw)
{
  guint64 high[3];

  if (in->type.class != 'f')
    return compute_integer (in, raw);
  if (in->type.lanes == 1)
    return compute_float (in, in->type.bits, raw);
  for (guint i = 0; i < 3; i++)
    high[i] = raw[i] >> 16 & 0xffff;
  return (compute_float (in, 16, raw) & 0xffff) | compute_float (in, 16, high) << 16;
}
