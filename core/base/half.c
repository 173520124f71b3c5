/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Doubles are rounded to the small types directly: going through float would round twice and give the wrong neighbour for values
 * just beside a tie.
 */
#include "core/base/half.h"

#include <math.h>

/* A binary format with @n_mantissa explicit bits and exponents up to @max_exponent. */
typedef struct
{
  int n_mantissa;
  int max_exponent;
} SmallFloat;

static const SmallFloat half_format = { 10, 15 };
static const SmallFloat bfloat_format = { 7, 127 };

static guint64
bits_of (double value)
{
  union
  {
    double  value;
    guint64 bits;
  } pun = { .value = value };

  return pun.bits;
}

/* The quotient of shifting right, ties to even. */
static guint64
shift_right_even (guint64 value, int shift)
{
  guint64 kept, rest, tie;

  if (shift > 63)
    return 0;
  kept = value >> shift;
  rest = value & (((guint64) 1 << shift) - 1);
  tie = (guint64) 1 << (shift - 1);
  return kept + (rest > tie || (rest == tie && (kept & 1) != 0));
}

static guint16
encode (const SmallFloat *format, double value)
{
  guint64 bits = bits_of (value);
  guint16 sign = (guint16) (bits >> 48 & 0x8000);
  int     exponent = (int) (bits >> 52 & 0x7FF) - 1023;
  guint64 mantissa = bits & (((guint64) 1 << 52) - 1);
  int     min_exponent = 1 - format->max_exponent;
  guint16 infinity = (guint16) ((2 * format->max_exponent + 1) << format->n_mantissa);
  guint64 rounded;

  if (exponent == 1024)
    return mantissa != 0 ? sign | infinity | (guint16) (1 << (format->n_mantissa - 1)) : sign | infinity;
  if (exponent < min_exponent)
    rounded = exponent == -1023 ? 0 : shift_right_even (mantissa | (guint64) 1 << 52, 52 - format->n_mantissa + min_exponent - exponent);
  else
    /* A mantissa that rounds up to the next power of two carries into the exponent, which is just right. */
    rounded = ((guint64) (exponent + format->max_exponent) << format->n_mantissa) + shift_right_even (mantissa, 52 - format->n_mantissa);
  return rounded >= infinity ? sign | infinity : sign | (guint16) rounded;
}

static double
decode (const SmallFloat *format, guint16 bits)
{
  int    exponent = (bits & 0x7FFF) >> format->n_mantissa;
  int    mantissa = bits & ((1 << format->n_mantissa) - 1);
  double magnitude;

  if (exponent == 2 * format->max_exponent + 1)
    magnitude = mantissa != 0 ? NAN : INFINITY;
  else if (exponent == 0)
    magnitude = ldexp (mantissa, 1 - format->max_exponent - format->n_mantissa);
  else
    magnitude = ldexp (mantissa + (1 << format->n_mantissa), exponent - format->max_exponent - format->n_mantissa);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

double
tl_half_to_double (guint16 bits)
{
  return decode (&half_format, bits);
}

guint16
tl_half_from_double (double value)
{
  return encode (&half_format, value);
}

double
tl_bfloat_to_double (guint16 bits)
{
  union
  {
    guint32 bits;
    float   value;
  } pun = { .bits = (guint32) bits << 16 };

  return (double) pun.value;
}

guint16
tl_bfloat_from_double (double value)
{
  return encode (&bfloat_format, value);
}

double
tl_round_to_dtype (TlDType dtype, double value)
{
  if (dtype.code == TL_TYPE_BFLOAT)
    return tl_bfloat_to_double (tl_bfloat_from_double (value));
  if (dtype.code != TL_TYPE_FLOAT)
    return value;
  if (dtype.bits == 16)
    return tl_half_to_double (tl_half_from_double (value));
  return dtype.bits == 32 ? (double) (float) value : value;
}
