/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TL_TYPE_INT,
  TL_TYPE_UINT,
  TL_TYPE_FLOAT,
  TL_TYPE_BFLOAT,
  TL_TYPE_BOOL,
  TL_TYPE_HANDLE,
  TL_TYPE_VOID,
  TL_TYPE_FLOAT8_E3M4,   /* the small floats: named in programs, not computed with */
  TL_TYPE_FLOAT8_E4M3,
  TL_TYPE_FLOAT8_E4M3B11FNUZ,
  TL_TYPE_FLOAT8_E4M3FN,
  TL_TYPE_FLOAT8_E4M3FNUZ,
  TL_TYPE_FLOAT8_E5M2,
  TL_TYPE_FLOAT8_E5M2FNUZ,
  TL_TYPE_FLOAT8_E8M0FNU,
  TL_TYPE_FLOAT6_E2M3FN,
  TL_TYPE_FLOAT6_E3M2FN,
  TL_TYPE_FLOAT4_E2M1FN,
} TlTypeCode;

/* TlDType: element type and vector lanes, a plain value. bool is stored as one byte, integers may have any width up to 64 bits. */
typedef struct
{
  guint8  code;   /* TlTypeCode */
  guint8  bits;
  guint16 lanes;
} TlDType;

#define TL_DTYPE(code_, bits_) ((TlDType) { .code = (code_), .bits = (bits_), .lanes = 1 })
#define TL_INT32   TL_DTYPE (TL_TYPE_INT, 32)
#define TL_INT64   TL_DTYPE (TL_TYPE_INT, 64)
#define TL_FLOAT32 TL_DTYPE (TL_TYPE_FLOAT, 32)
#define TL_FLOAT64 TL_DTYPE (TL_TYPE_FLOAT, 64)
#define TL_BOOL    TL_DTYPE (TL_TYPE_BOOL, 8)
#define TL_HANDLE  TL_DTYPE (TL_TYPE_HANDLE, 64)
#define TL_VOID    TL_DTYPE (TL_TYPE_VOID, 0)

static inline gboolean
tl_dtype_equal (TlDType a, TlDType b)
{
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

static inline gboolean
tl_dtype_is_integer (TlDType t)
{
  return t.code == TL_TYPE_INT || t.code == TL_TYPE_UINT;
}

static inline gboolean
tl_dtype_is_float (TlDType t)
{
  return t.code == TL_TYPE_FLOAT || t.code == TL_TYPE_BFLOAT || t.code >= TL_TYPE_FLOAT8_E3M4;
}

/* Whether values of the type can be held and computed with here; programs may name others. */
static inline gboolean
tl_dtype_is_computable (TlDType t)
{
  return t.code < TL_TYPE_FLOAT8_E3M4 && (!tl_dtype_is_integer (t) || t.bits == 8 || t.bits == 16 || t.bits == 32 || t.bits == 64);
}

static inline TlDType
tl_dtype_with_lanes (TlDType t, guint lanes)
{
  t.lanes = (guint16) lanes;
  return t;
}

/* Bytes of one element, lanes included. */
static inline guint
tl_dtype_bytes (TlDType t)
{
  return ((guint) t.bits + 7) / 8 * t.lanes;
}

/* Truncation toward zero, saturating where C leaves the result open; NaN gives 0. */
static inline gint64
tl_int64_from_double (double value)
{
  if (value >= 0x1p63)
    return G_MAXINT64;
  if (value < -0x1p63)
    return G_MININT64;
  return value == value ? (gint64) value : 0;
}

/*
 * The result of converting a float to an integer in programs: truncation toward zero. Values that do not fit become the least of int32
 * and int64, as x86 converts, and TVM's code there; narrower types take the low bits of the int32, uint32 those of the int64. uint64
 * has its own upper half.
 */
static inline gint64
tl_convert_to_int32 (double value)
{
  return value > -0x1.00000002p31 && value < 0x1p31 ? (gint64) value : G_MININT32;
}

static inline gint64
tl_convert_to_int64 (double value)
{
  return value >= -0x1p63 && value < 0x1p63 ? (gint64) value : G_MININT64;
}

static inline guint64
tl_convert_to_uint64 (double value)
{
  return value >= 0x1p63 && value < 0x1p64 ? (guint64) value : (guint64) tl_convert_to_int64 (value);
}

/* Reads "float32", "int8x4", "int4", "bool", "handle", "bfloat16", "float8_e4m3fn"; FALSE if @text is no type. */
gboolean tl_dtype_parse (const char *text, TlDType *dtype);

/* The same spelling back; a static or interned string. */
const char *tl_dtype_name (TlDType dtype);

/* Smallest and largest value of an integer or bool type; floats: lowest and highest finite value as double via the second pair. */
gint64   tl_dtype_min_int (TlDType dtype);
gint64   tl_dtype_max_int (TlDType dtype);
double   tl_dtype_min_float (TlDType dtype);
double   tl_dtype_max_float (TlDType dtype);

G_END_DECLS
