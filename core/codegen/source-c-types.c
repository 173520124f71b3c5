/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "core/codegen/source-c-private.h"

void
sc_fail (SourceC *sc, const char *format, ...)
{
  va_list arguments;
  if (sc->error != NULL)
    return;
  va_start (arguments, format);
  sc->error = g_error_new_valist (TL_EXPORT_ERROR, TL_EXPORT_ERROR_UNSUPPORTED, format, arguments);
  va_end (arguments);
}

const char *
sc_text (SourceC *sc, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return tl_arena_strdup (sc->arena, text);
}

const char *
sc_paren (SourceC *sc, const char *text)
{
  gint depth = 0;
  for (const char *at = text; *at != '\0'; at++)
    {
      depth += (*at == '(' || *at == '[' || *at == '{') - (*at == ')' || *at == ']' || *at == '}');
      if (*at == ' ' && depth == 0)
        return sc_text (sc, "(%s)", text);
    }
  return text;
}

const char *
sc_name (SourceC *sc, gconstpointer node, const char *wanted)
{
  const char *known = g_hash_table_lookup (sc->names, node);
  g_autofree char *plain = NULL;
  if (known != NULL)
    {
      g_hash_table_add (sc->used, (gpointer) known);
      return known;
    }
  plain = tl_export_identifier (wanted);
  known = sc_text (sc, "%s", plain);
  for (guint i = 1; g_hash_table_contains (sc->taken, known); i++)
    known = sc_text (sc, "%s_%u", plain, i);
  g_hash_table_add (sc->taken, (gpointer) known);
  g_hash_table_insert (sc->names, (gpointer) node, (gpointer) known);
  return known;
}

/* Its node is the text of its type, which is nobody else's. */
const char *
sc_variable (SourceC *sc, TlDType dtype, const char *wanted)
{
  const char *type = sc_text (sc, "%s", sc_type (sc, dtype)), *name = sc_name (sc, type, wanted);
  g_string_append_printf (sc->declarations, "%*s%s %s;\n", (int) sc->scope_indent * 2, "", type, name);
  return name;
}

/* --- types --- */

guint
sc_padded (guint lanes)
{
  guint padded = 1;
  while (padded < lanes)
    padded *= 2;
  return padded;
}

gboolean
sc_is_small_float (TlDType dtype)
{
  return dtype.code == TL_TYPE_BFLOAT || (dtype.code == TL_TYPE_FLOAT && dtype.bits == 16);
}

TlDType
sc_work_dtype (TlDType dtype)
{
  if (sc_is_small_float (dtype))
    return tl_dtype_with_lanes (TL_FLOAT32, dtype.lanes);
  return dtype.code == TL_TYPE_BOOL && dtype.lanes > 1 ? tl_dtype_with_lanes (TL_INT32, dtype.lanes) : dtype;
}

const char *
sc_suffix (SourceC *sc, TlDType dtype)
{
  const char *letter = dtype.code == TL_TYPE_BFLOAT ? "bf" : dtype.code == TL_TYPE_FLOAT ? "f" : dtype.code == TL_TYPE_INT ? "i"
                     : dtype.code == TL_TYPE_BOOL ? "b" : "u";
  return dtype.lanes > 1 ? sc_text (sc, "%s%ux%u", letter, dtype.bits, dtype.lanes) : sc_text (sc, "%s%u", letter, dtype.bits);
}

const char *
sc_type (SourceC *sc, TlDType dtype)
{
  TlDType work = sc_work_dtype (dtype);
  TlDType scalar = tl_dtype_with_lanes (work, 1);
  const char *c_type = work.code == TL_TYPE_BOOL ? "bool" : tl_export_c_type (scalar);
  if (c_type == NULL || (dtype.lanes > 1 && dtype.code == TL_TYPE_HANDLE))
    {
      sc_fail (sc, "The type %s cannot be written in C", tl_dtype_name (dtype));
      return "int";
    }
  if (dtype.lanes <= 1)
    return c_type;
  work.lanes = (guint16) sc_padded (dtype.lanes);
  const char *name = sc_suffix (sc, work);
  if (g_hash_table_add (sc->known, (gpointer) name))
    g_string_append_printf (sc->helpers, "\ntypedef %s %s __attribute__ ((vector_size (%u)));\n", c_type, name, tl_dtype_bytes (work));
  return name;
}

/* --- helpers --- */

const char *
sc_helper (SourceC *sc, const char *name, const char *result, const char *params, const char *body)
{
  if (g_hash_table_add (sc->known, (gpointer) name))
    g_string_append_printf (sc->helpers, "\nstatic inline __attribute__ ((always_inline)) %s\n%s (%s)\n{\n%s}\n", result, name, params,
                            body);
  return name;
}

const char *
sc_lanes (SourceC *sc, const char *name, const char *scalar, TlDType result, const TlDType *args, guint n)
{
  g_autoptr (GString) params = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (params, "%s%s %c", i > 0 ? ", " : "", sc_type (sc, args[i]), "abc"[i]);
  const char *body = sc_text (sc, "  %s r = { 0 };\n  for (int i = 0; i < %u; i++)\n    r[i] = %s;\n  return r;\n", sc_type (sc, result),
                              result.lanes,
                              scalar);
  return sc_helper (sc, name, sc_type (sc, result), params->str, body);
}

const char *
sc_splat (SourceC *sc, const char *scalar, TlDType dtype)
{
  if (dtype.lanes <= 1)
    return scalar;
  TlDType padded = tl_dtype_with_lanes (dtype, sc_padded (dtype.lanes));
  gboolean is_mask = dtype.code == TL_TYPE_BOOL;
  const char *type = sc_type (sc, dtype);
  const char *body = sc_text (sc, "  return %s - (%s) { 0 };\n", is_mask ? "(int32_t) -x" : "x", type);
  const char *name = sc_text (sc, "splat_%s", sc_suffix (sc, is_mask ? padded : sc_work_dtype (padded)));
  sc_helper (sc, name, type, sc_text (sc, "%s x", sc_type (sc, tl_dtype_with_lanes (dtype, 1))), body);
  return sc_text (sc, "%s(%s)", name, scalar);
}

const char *
sc_select (SourceC *sc, const char *mask, const char *a, const char *b, TlDType dtype)
{
  TlDType work = sc_work_dtype (tl_dtype_with_lanes (dtype, sc_padded (dtype.lanes)));
  TlDType mask_type = tl_dtype_with_lanes (TL_INT32, work.lanes);
  const char *type = sc_type (sc, work), *masks = sc_type (sc, mask_type);
  const char *bits = sc_type (sc, (TlDType) { .code = TL_TYPE_INT, .bits = work.bits, .lanes = work.lanes });
  const char *body = sc_text (sc, "  %s k = %s;\n  return (%s) ((k & (%s) a) | (~k & (%s) b));\n", bits,
                              work.bits == 32 ? "m" : sc_text (sc, "__builtin_convertvector (m, %s)", bits), type, bits, bits);
  const char *name = sc_text (sc, "select_%s", sc_suffix (sc, work));
  sc_helper (sc, name, type, sc_text (sc, "%s m, %s a, %s b", masks, type, type), body);
  return sc_text (sc, "%s(%s, %s, %s)", name, mask, a, b);
}

const char *
sc_any (SourceC *sc, const char *mask, guint lanes)
{
  const char *name = sc_text (sc, "any_%u", lanes);
  sc_helper (sc, name, "int", sc_text (sc, "%s m", sc_type (sc, tl_dtype_with_lanes (TL_INT32, lanes))),
             sc_text (sc, "  int any = 0;\n  for (int i = 0; i < %u; i++)\n    any |= m[i];\n  return any != 0;\n", lanes));
  return sc_text (sc, "%s(%s)", name, mask);
}

const char *
sc_extremum (SourceC *sc, gboolean is_min, const char *a, const char *b, TlDType dtype)
{
  TlDType work = sc_work_dtype (dtype);
  work.lanes = (guint16) sc_padded (work.lanes);
  const char *type = sc_type (sc, work), *sign = is_min ? "<" : ">";
  const char *name = sc_text (sc, "%s_%s", is_min ? "min" : "max", sc_suffix (sc, work));
  const char *choice = sc_text (sc, "a %s b ? a : b", sign);
  if (work.lanes > 1)
    {
      const char *masks = sc_type (sc, tl_dtype_with_lanes (TL_INT32, work.lanes));
      const char *mask = work.bits == 32 ? sc_text (sc, "a %s b", sign) : sc_text (sc, "__builtin_convertvector (a %s b, %s)", sign, masks);
      choice = sc_select (sc, mask, "a", "b", work);
    }
  sc_helper (sc, name, type, sc_text (sc, "%s a, %s b", type, type), sc_text (sc, "  return %s;\n", choice));
  return sc_text (sc, "%s(%s, %s)", name, a, b);
}

/* Rounded down; lane by lane over the lanes there are: those beyond may hold a divisor of zero. */
const char *
sc_divide (SourceC *sc, gboolean want_remainder, const char *a, const char *b, TlDType dtype)
{
  TlDType scalar = tl_dtype_with_lanes (dtype, 1);
  const char *type = sc_type (sc, scalar), *base = want_remainder ? "floormod" : "floordiv";
  const char *name = sc_text (sc, "%s_%s", base, sc_suffix (sc, scalar));
  const char *body = dtype.code == TL_TYPE_UINT ? sc_text (sc, "  return a %s b;\n", want_remainder ? "%" : "/")
                   : want_remainder ? sc_text (sc, "  %s r = b == -1 ? 0 : a %% b;\n  return r != 0 && (r < 0) != (b < 0) ? r + b : r;\n",
                                               type)
                   : sc_text (sc, "  if (b == -1)\n    return (%s) (0 - (u%s) a);\n  %s q = a / b;\n"
                              "  return a %% b != 0 && (a < 0) != (b < 0) ? q - 1 : q;\n", type, type, type);
  sc_helper (sc, name, type, sc_text (sc, "%s a, %s b", type, type), body);
  if (dtype.lanes > 1)
    {
      const TlDType args[2] = { dtype, dtype };
      name = sc_lanes (sc, sc_text (sc, "%s_%s", base, sc_suffix (sc, dtype)), sc_text (sc, "%s (a[i], b[i])", name), dtype, args, 2);
    }
  return sc_text (sc, "%s(%s, %s)", name, a, b);
}

/* --- small floats --- */

static const char from_f16[]
  = "  float x;\n#ifdef __FLT16_MAX__\n  _Float16 h;\n  memcpy (&h, &bits, 2);\n  x = (float) h;\n#else\n"
    "  uint32_t sign = (bits & 0x8000u) << 16, rest = bits & 0x7fffu, u = (rest << 13) + 0x38000000u;\n"
    "  if (rest >= 0x7c00)\n    u += 0x38000000u;\n"
    "  if (rest < 0x400)\n    {\n      x = (float) rest * 0x1p-24f;\n      memcpy (&u, &x, 4);\n    }\n"
    "  u |= sign;\n  memcpy (&x, &u, 4);\n#endif\n  return x;\n";
static const char to_f16[]
  = "  uint16_t bits;\n#ifdef __FLT16_MAX__\n  _Float16 h = (_Float16) x;\n  memcpy (&bits, &h, 2);\n#else\n"
    "  uint32_t u, sign;\n  memcpy (&u, &x, 4);\n  sign = u >> 16 & 0x8000u;\n  u &= 0x7fffffffu;\n"
    "  if (u > 0x7f800000u)\n    u = 0x7e00;\n  else if (u >= 0x477ff000u)\n    u = 0x7c00;\n"
    "  else if (u < 0x38800000u)\n    {\n      float shifted;\n      memcpy (&shifted, &u, 4);\n      shifted += 0.5f;\n"
    "      memcpy (&u, &shifted, 4);\n      u -= 0x3f000000u;\n    }\n"
    "  else\n    u = (u + 0xc8000fffu + (u >> 13 & 1)) >> 13;\n  bits = (uint16_t) (sign | u);\n#endif\n  return bits;\n";
static const char from_bf16[] = "  uint32_t u = (uint32_t) bits << 16;\n  float x;\n  memcpy (&x, &u, 4);\n  return x;\n";
static const char to_bf16[] = "  uint32_t u;\n  memcpy (&u, &x, 4);\n"
                              "  return (uint16_t) ((x != x ? u | 0x400000u : u + 0x7fffu + (u >> 16 & 1)) >> 16);\n";

const char *
sc_small_float_helper (SourceC *sc, const char *what, TlDType dtype)
{
  gboolean is_bfloat = dtype.code == TL_TYPE_BFLOAT;
  const char *kind = is_bfloat ? "bf16" : "f16";
  if (strcmp (what, "from") == 0)
    return sc_helper (sc, sc_text (sc, "from_%s", kind), "float", "uint16_t bits", is_bfloat ? from_bf16 : from_f16);
  return sc_helper (sc, sc_text (sc, "to_%s", kind), "uint16_t", "float x", is_bfloat ? to_bf16 : to_f16);
}

const char *
sc_round (SourceC *sc, const char *value, TlDType dtype)
{
  TlDType work = sc_work_dtype (dtype);
  if (!sc_is_small_float (dtype))
    return value;
  const char *name = sc_text (sc, "round_%s", sc_suffix (sc, dtype));
  const char *from = sc_small_float_helper (sc, "from", dtype), *to = sc_small_float_helper (sc, "to", dtype);
  if (dtype.lanes > 1)
    sc_lanes (sc, name, sc_text (sc, "%s (%s (a[i]))", from, to), work, &work, 1);
  else
    sc_helper (sc, name, "float", "float x", sc_text (sc, "  return %s (%s (x));\n", from, to));
  return sc_text (sc, "%s(%s)", name, value);
}

/* --- memory --- */

const char *
sc_load (SourceC *sc, TlDType dtype, const char *address)
{
  TlDType scalar = tl_dtype_with_lanes (dtype, 1);
  const char *type = sc_type (sc, dtype), *name = sc_text (sc, "load_%s", sc_suffix (sc, dtype));
  const char *element = sc_is_small_float (dtype) ? sc_text (sc, "%s (p[i])", sc_small_float_helper (sc, "from", dtype)) : "-(p[i] != 0)";
  const char *body;
  if (sc_is_small_float (dtype) || dtype.code == TL_TYPE_BOOL)
    body = sc_text (sc, "  %s v = { 0 };\n  for (int i = 0; i < %u; i++)\n    v[i] = %s;\n  return v;\n", type, dtype.lanes, element);
  else
    body = sc_text (sc, "  %s v%s;\n  memcpy (&v, p, %u);\n  return v;\n", type, sc_padded (dtype.lanes) == dtype.lanes ? "" : " = { 0 }",
                    tl_dtype_bytes (dtype));
  sc_helper (sc, name, type, sc_text (sc, "const %s *p", tl_export_c_type (scalar)), body);
  return sc_text (sc, "%s(%s)", name, address);
}

const char *
sc_store (SourceC *sc, TlDType dtype, const char *address, const char *value)
{
  const char *type = sc_type (sc, dtype), *name = sc_text (sc, "store_%s", sc_suffix (sc, dtype));
  const char *element = sc_is_small_float (dtype) ? sc_text (sc, "%s (v[i])", sc_small_float_helper (sc, "to", dtype)) : "v[i] != 0";
  const char *body;
  if (sc_is_small_float (dtype) || dtype.code == TL_TYPE_BOOL)
    body = sc_text (sc, "  for (int i = 0; i < %u; i++)\n    p[i] = %s;\n", dtype.lanes, element);
  else
    body = sc_text (sc, "  memcpy (p, &v, %u);\n", tl_dtype_bytes (dtype));
  sc_helper (sc, name, "void", sc_text (sc, "%s *p, %s v", tl_export_c_type (tl_dtype_with_lanes (dtype, 1)), type), body);
  return sc_text (sc, "%s(%s, %s)", name, address, value);
}
