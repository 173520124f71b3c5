/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/dtype.h"

#include <float.h>
#include <string.h>

/* Any other spelling is refused where it is read; integers of other widths follow the rule of their name. */
static const struct
{
  const char *name;
  guint8      code;
  guint8      bits;
} dtypes[] = {
  { "bool", TL_TYPE_BOOL, 8 },
  { "float16", TL_TYPE_FLOAT, 16 },
  { "float32", TL_TYPE_FLOAT, 32 },
  { "float64", TL_TYPE_FLOAT, 64 },
  { "bfloat16", TL_TYPE_BFLOAT, 16 },
  { "handle", TL_TYPE_HANDLE, 64 },
  { "void", TL_TYPE_VOID, 0 },
  { "float8_e3m4", TL_TYPE_FLOAT8_E3M4, 8 },
  { "float8_e4m3", TL_TYPE_FLOAT8_E4M3, 8 },
  { "float8_e4m3b11fnuz", TL_TYPE_FLOAT8_E4M3B11FNUZ, 8 },
  { "float8_e4m3fn", TL_TYPE_FLOAT8_E4M3FN, 8 },
  { "float8_e4m3fnuz", TL_TYPE_FLOAT8_E4M3FNUZ, 8 },
  { "float8_e5m2", TL_TYPE_FLOAT8_E5M2, 8 },
  { "float8_e5m2fnuz", TL_TYPE_FLOAT8_E5M2FNUZ, 8 },
  { "float8_e8m0fnu", TL_TYPE_FLOAT8_E8M0FNU, 8 },
  { "float6_e2m3fn", TL_TYPE_FLOAT6_E2M3FN, 6 },
  { "float6_e3m2fn", TL_TYPE_FLOAT6_E3M2FN, 6 },
  { "float4_e2m1fn", TL_TYPE_FLOAT4_E2M1FN, 4 },
};

#define MAX_LANES 4096

static gboolean
parse_lanes (const char *text, guint16 *lanes)
{
  guint64 value;

  if (*text == '\0')
    {
      *lanes = 1;
      return TRUE;
    }
  if (*text != 'x' || !g_ascii_string_to_unsigned (text + 1, 10, 2, MAX_LANES, &value, NULL))
    return FALSE;
  *lanes = (guint16) value;
  return TRUE;
}

/* "int4", "uint1x8": 1 to 64 bits. */
static gboolean
parse_integer (const char *text, TlDType *dtype)
{
  gboolean is_unsigned = text[0] == 'u';
  guint64  bits;
  char    *end;

  text += is_unsigned;
  if (!g_str_has_prefix (text, "int") || !g_ascii_isdigit (text[3]) || text[3] == '0')
    return FALSE;
  bits = g_ascii_strtoull (text + 3, &end, 10);
  *dtype = (TlDType) { is_unsigned ? TL_TYPE_UINT : TL_TYPE_INT, (guint8) MIN (bits, 64), 1 };
  return bits <= 64 && parse_lanes (end, &dtype->lanes);
}

gboolean
tl_dtype_parse (const char *text, TlDType *dtype)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    {
      TlDType found = { dtypes[i].code, dtypes[i].bits, 1 };

      if (g_str_has_prefix (text, dtypes[i].name) && parse_lanes (text + strlen (dtypes[i].name), &found.lanes))
        {
          *dtype = found;
          return TRUE;
        }
    }
  return parse_integer (text, dtype);
}

/* The name of the element type: static, or interned for the rarer integers. */
static const char *
element_name (TlDType dtype)
{
  g_autofree char *name = NULL;

  if (tl_dtype_is_integer (dtype))
    {
      name = g_strdup_printf ("%sint%u", dtype.code == TL_TYPE_UINT ? "u" : "", dtype.bits);
      return g_intern_string (name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (dtypes[i].code == dtype.code && dtypes[i].bits == dtype.bits)
      return dtypes[i].name;
  return "unknown";
}

const char *
tl_dtype_name (TlDType dtype)
{
  g_autofree char *with_lanes = NULL;

  if (dtype.lanes == 1)
    return element_name (dtype);
  with_lanes = g_strdup_printf ("%sx%u", element_name (dtype), dtype.lanes);
  return g_intern_string (with_lanes);
}

gint64
tl_dtype_min_int (TlDType dtype)
{
  if (dtype.code != TL_TYPE_INT)
    return 0;
  return dtype.bits >= 64 ? G_MININT64 : -((gint64) 1 << (dtype.bits - 1));
}

gint64
tl_dtype_max_int (TlDType dtype)
{
  if (dtype.code == TL_TYPE_BOOL)
    return 1;
  if (dtype.code == TL_TYPE_INT)
    return dtype.bits >= 64 ? G_MAXINT64 : ((gint64) 1 << (dtype.bits - 1)) - 1;
  return dtype.bits >= 63 ? G_MAXINT64 : ((gint64) 1 << dtype.bits) - 1;
}

double
tl_dtype_max_float (TlDType dtype)
{
  switch (dtype.code)
    {
    case TL_TYPE_BFLOAT:             return 0x1.FEp127;
    case TL_TYPE_FLOAT8_E3M4:        return 15.5;
    case TL_TYPE_FLOAT8_E4M3:        return 240;
    case TL_TYPE_FLOAT8_E4M3B11FNUZ: return 30;
    case TL_TYPE_FLOAT8_E4M3FN:      return 448;
    case TL_TYPE_FLOAT8_E4M3FNUZ:    return 240;
    case TL_TYPE_FLOAT8_E5M2:
    case TL_TYPE_FLOAT8_E5M2FNUZ:    return 57344;
    case TL_TYPE_FLOAT8_E8M0FNU:     return 0x1p127;
    case TL_TYPE_FLOAT6_E2M3FN:      return 7.5;
    case TL_TYPE_FLOAT6_E3M2FN:      return 28;
    case TL_TYPE_FLOAT4_E2M1FN:      return 6;
    default:                         break;
    }
  return dtype.bits == 16 ? 65504.0 : dtype.bits == 32 ? (double) FLT_MAX : DBL_MAX;
}

double
tl_dtype_min_float (TlDType dtype)
{
  return -tl_dtype_max_float (dtype);
}
