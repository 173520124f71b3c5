/* SPDX-License-Identifier: Apache-2.0 */
#include "core/base/dtype.h"

#include <float.h>
#include <string.h>

/* The types the project computes with: any other spelling is refused where it is read. */
static const struct
{
  const char *name;
  guint8      code;
  guint8      bits;
} dtypes[] = {
  { "bool", TL_TYPE_BOOL, 8 },       { "int8", TL_TYPE_INT, 8 },        { "int16", TL_TYPE_INT, 16 },
  { "int32", TL_TYPE_INT, 32 },      { "int64", TL_TYPE_INT, 64 },      { "uint8", TL_TYPE_UINT, 8 },
  { "uint16", TL_TYPE_UINT, 16 },    { "uint32", TL_TYPE_UINT, 32 },    { "uint64", TL_TYPE_UINT, 64 },
  { "float16", TL_TYPE_FLOAT, 16 },  { "float32", TL_TYPE_FLOAT, 32 },  { "float64", TL_TYPE_FLOAT, 64 },
  { "bfloat16", TL_TYPE_BFLOAT, 16 }, { "handle", TL_TYPE_HANDLE, 64 }, { "void", TL_TYPE_VOID, 0 },
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
  return FALSE;
}

const char *
tl_dtype_name (TlDType dtype)
{
  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (dtypes[i].code == dtype.code && dtypes[i].bits == dtype.bits)
      {
        g_autofree char *with_lanes = NULL;

        if (dtype.lanes == 1)
          return dtypes[i].name;
        with_lanes = g_strdup_printf ("%sx%u", dtypes[i].name, dtype.lanes);
        return g_intern_string (with_lanes);
      }
  return "unknown";
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
  if (dtype.code == TL_TYPE_BFLOAT)
    return 0x1.FEp127;
  return dtype.bits == 16 ? 65504.0 : dtype.bits == 32 ? (double) FLT_MAX : DBL_MAX;
}

double
tl_dtype_min_float (TlDType dtype)
{
  return -tl_dtype_max_float (dtype);
}
