/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls. Mathematics is libm's, lane by lane; exp on vectors of float is a polynomial (the one of emit-math.c), so that loops stay vectors.
 */
#include <string.h>

#include "core/codegen/source-c-private.h"
#include "core/ir/fixed-point.h"
#include "core/ir/machine-call.h"

/* In C's names; those without a function of their own are made of others. */
static const struct { const char *name, *libm; } math_rows[] = {
  { "exp", "exp" }, { "exp2", "exp2" }, { "log", "log" }, { "log2", "log2" }, { "log10",
                                                                                "log10" }, { "log1p", "log1p" }, { "sqrt", "sqrt" },
  { "tanh", "tanh" }, { "erf", "erf" }, { "sin", "sin" }, { "cos", "cos" }, { "tan", "tan" }, { "asin", "asin" }, { "acos", "acos" },
  { "atan", "atan" }, { "sinh", "sinh" }, { "cosh", "cosh" }, { "asinh", "asinh" }, { "acosh", "acosh" }, { "atanh", "atanh" },
  { "floor", "floor" }, { "ceil", "ceil" }, { "trunc", "trunc" }, { "round", "nearbyint" }, { "nearbyint",
                                                                                              "nearbyint" }, { "fabs", "fabs" },
  { "pow", "pow" }, { "fmod", "fmod" }, { "fma", "fma" }, { "atan2", "atan2" }, { "hypot", "hypot" }, { "copysign", "copysign" },
  { "nextafter", "nextafter" }, { "rsqrt", NULL }, { "sigmoid", NULL }, { "exp10", NULL }, { "abs", "fabs" },
};

gboolean
tl_export_is_math_name (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (math_rows); i++)
    {
      const char *libm = math_rows[i].libm != NULL ? math_rows[i].libm : math_rows[i].name;
      gsize length = strlen (libm);
      if (strncmp (name, libm, length) == 0 && (name[length] == '\0' || strcmp (name + length, "f") == 0))
        return TRUE;
    }
  return FALSE;
}

/* The function for one float or double. */
static const char *
scalar_function (SourceC *sc, const char *name, TlDType scalar)
{
  gboolean is_double = scalar.bits == 64;
  const char *type = is_double ? "double" : "float", *f = is_double ? "" : "f", *suffix = is_double ? "f64" : "f32";
  const char *body = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (math_rows); i++)
    if (strcmp (math_rows[i].name, name) == 0 && math_rows[i].libm != NULL)
      return sc_text (sc, "%s%s", math_rows[i].libm, f);
  if (strcmp (name, "rsqrt") == 0)
    body = sc_text (sc, "  return 1 / sqrt%s (x);\n", f);
  else if (strcmp (name, "sigmoid") == 0)
    body = sc_text (sc, "  return 1 / (1 + exp%s (-x));\n", f);
  else if (strcmp (name, "exp10") == 0)
    body = sc_text (sc, "  return pow%s (10, x);\n", f);
  if (body != NULL)
    return sc_helper (sc, sc_text (sc, "%s_%s", name, suffix), type, sc_text (sc, "%s x", type), body);
  sc_fail (sc, "T.%s cannot be written in C", name);
  return "fabs";
}

static const char *
vector_exp (SourceC *sc, TlDType dtype)
{
  guint lanes = sc_padded (dtype.lanes);
  TlDType floats = tl_dtype_with_lanes (TL_FLOAT32, lanes), ints = tl_dtype_with_lanes (TL_INT32, lanes);
  const char *v = sc_type (sc, floats), *m = sc_type (sc, ints);
  const char *top = sc_splat (sc, "89.0f", floats), *bottom = sc_splat (sc, "-104.0f", floats);
  const char *clamp_top = sc_select (sc, sc_text (sc, "x > %s", top), top, "x", floats);
  const char *clamp_bottom = sc_select (sc, sc_text (sc, "x < %s", bottom), bottom, "x", floats);
  const char *body = sc_text (
    sc,
    "  x = %s;\n  x = %s;\n"
    "  %s shifted = x * 1.44269504f + 12582912.0f, rounded = shifted - 12582912.0f;\n"
    "  %s n = (%s) shifted - 0x4b400000, half = n >> 1;\n"
    "  %s r = x - rounded * 0.693359375f + rounded * 2.12194440e-4f;\n"
    "  %s p = ((((1.9875691500e-4f * r + 1.3981999507e-3f) * r + 8.3334519073e-3f) * r + 4.1665795894e-2f) * r + 1.6666665459e-1f) * r\n"
    "          + 5.0000001201e-1f;\n"
    "  p = p * (r * r) + r + 1.0f;\n"
    "  /* 2^n in two steps, for results that are subnormal or at the top */\n"
    "  return p * (%s) ((half + 127) << 23) * (%s) ((n - half + 127) << 23);\n",
    clamp_top, clamp_bottom, v, m, m, v, v, v, v);
  return sc_helper (sc, sc_text (sc, "exp_%s", sc_suffix (sc, floats)), v, sc_text (sc, "%s x", v), body);
}

static const char *
vector_function (SourceC *sc, const char *name, TlDType work, guint n_args)
{
  const TlDType args[3] = { work, work, work };
  static const char *const lists[] = { "a[i]", "a[i], b[i]", "a[i], b[i], c[i]" };
  const char *type = sc_type (sc, work);
  if (work.bits == 32 && strcmp (name, "exp") == 0)
    return vector_exp (sc, work);
  if (work.bits == 32 && strcmp (name, "sigmoid") == 0)
    return sc_helper (sc, sc_text (sc, "sigmoid_%s", sc_suffix (sc, work)), type, sc_text (sc, "%s x", type),
                      sc_text (sc, "  return 1.0f / (1.0f + %s (-x));\n", vector_exp (sc, work)));
  const char *scalar = scalar_function (sc, name, tl_dtype_with_lanes (work, 1));
  return sc_lanes (sc, sc_text (sc, "lanes_%s_%s", name, sc_suffix (sc, work)), sc_text (sc, "%s (%s)", scalar, lists[n_args - 1]), work,
                   args, n_args);
}

static const char *
float_math (SourceC *sc, const TlExpr *call)
{
  TlDType work = sc_work_dtype (call->dtype);
  const char *name = call->callee->name;
  if (call->n_args == 0 || call->n_args > 3)
    {
      sc_fail (sc, "T.%s has %u arguments", name, call->n_args);
      return "0";
    }
  const char *function = call->dtype.lanes > 1 ? vector_function (sc, name, work, call->n_args) : scalar_function (sc, name, work);
  g_autoptr (GString) text = g_string_new (function);
  for (guint i = 0; i < call->n_args; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "(" : ", ", sc_convert (sc, sc_expr (sc, call->args[i]), call->args[i]->dtype, work));
  g_string_append_c (text, ')');
  return sc_round (sc, sc_text (sc, "%s", text->str), call->dtype);
}

/* --- choices and bits --- */

static TlWalk
find_effect (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  gboolean divides = !tl_dtype_is_float (expr->dtype) && (expr->kind == TL_EXPR_DIV || expr->kind == TL_EXPR_MOD
                     || expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD);
  *found |= expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_CALL || divides;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
has_effect (const TlExpr *expr)
{
  gboolean found = FALSE;
  tl_expr_walk (expr, find_effect, &found);
  return found;
}

/* @expr in the lanes where @mask holds. */
static const char *
lane_branch (SourceC *sc, const TlExpr *expr, const char *mask, guint lanes)
{
  const char *outer = sc->mask;
  gboolean was_empty = sc->mask_may_be_empty;
  if (has_effect (expr))
    {
      sc->mask = outer != NULL ? sc_text (sc, "(%s & %s)", outer, mask) : mask;
      sc->mask_lanes = lanes;
      sc->mask_may_be_empty = TRUE;
    }
  const char *text = sc_expr (sc, expr);
  sc->mask = outer;
  sc->mask_may_be_empty = was_empty;
  return text;
}

/*
 * A condition that masks what stands in the branches is computed once, into a variable: written out at each access it would grow
 * exponentially with the depth.
 */
static const char *
if_then_else (SourceC *sc, const TlExpr *call)
{
  const TlExpr *if_true = call->args[1], *if_false = call->args[2];
  const char *cond = sc_expr (sc, call->args[0]);
  guint lanes = call->args[0]->dtype.lanes;
  if (lanes == 1)
    return sc_text (sc, "%s ? %s : %s", sc_paren (sc, cond), sc_paren (sc, sc_expr (sc, if_true)), sc_paren (sc, sc_expr (sc, if_false)));
  if (!has_effect (if_true) && !has_effect (if_false))
    return sc_select (sc, cond, sc_expr (sc, if_true), sc_expr (sc, if_false), call->dtype);
  const char *name = sc_variable (sc, tl_dtype_with_lanes (TL_INT32, lanes), "lanes");
  const char *true_text = lane_branch (sc, if_true, name, lanes),
              *false_text = lane_branch (sc, if_false, sc_text (sc, "~%s", name), lanes);
  return sc_text (sc, "(%s = %s, %s)", name, cond, sc_select (sc, name, true_text, false_text, call->dtype));
}

static const char *
absolute (SourceC *sc, const TlExpr *call)
{
  const char *x = sc_expr (sc, call->args[0]);
  if (call->dtype.code != TL_TYPE_INT)
    return x;
  TlExpr *minus = tl_arena_new0 (sc->arena, TlExpr);
  *minus = (TlExpr) { .kind = TL_EXPR_SUB, .dtype = call->dtype, .a = tl_expr_int (sc->arena, call->dtype, 0), .b = call->args[0] };
  return sc_extremum (sc, FALSE, x, sc_expr (sc, minus), call->dtype);
}

static const char *
classify (SourceC *sc, const TlExpr *call)
{
  gboolean is_nan = strcmp (call->callee->name, "isnan") == 0;
  TlDType work = sc_work_dtype (call->args[0]->dtype), mask = tl_dtype_with_lanes (TL_INT32, work.lanes);
  const char *x = sc_expr (sc, call->args[0]), *name = is_nan ? "isnan" : "isinf";
  if (work.lanes == 1)
    return sc_text (sc, "(%s(%s) != 0)", name, x);
  const char *lanes = sc_text (sc, "lanes_%s_%s", name, sc_suffix (sc, work));
  return sc_text (sc, "%s(%s)", sc_lanes (sc, lanes, sc_text (sc, "-(%s (a[i]) != 0)", name), mask, &work, 1), x);
}

static const char *
count_bits (SourceC *sc, const TlExpr *call)
{
  TlDType type = call->args[0]->dtype;
  gboolean is_clz = strcmp (call->callee->name, "clz") == 0;
  TlDType scalar = tl_dtype_with_lanes (type, 1), result = tl_dtype_with_lanes (call->dtype, 1);
  const char *bits = sc_type (sc, (TlDType) { .code = TL_TYPE_UINT, .bits = type.bits, .lanes = 1 });
  const char *count = is_clz ? sc_text (sc, "x == 0 ? %u : __builtin_clzll ((%s) x) - %u", type.bits, bits, 64u - type.bits)
                             : sc_text (sc, "__builtin_popcountll ((%s) x)", bits);
  const char *name = sc_helper (sc, sc_text (sc, "lanes_%s_%s", call->callee->name, sc_suffix (sc, scalar)), sc_type (sc, result),
                                sc_text (sc, "%s x", sc_type (sc, scalar)),
                                sc_text (sc, "  return (%s) (%s);\n", sc_type (sc, result), count));
  if (type.lanes > 1)
    name = sc_lanes (sc, sc_text (sc, "lanes_%s_%s", call->callee->name, sc_suffix (sc, type)), sc_text (sc, "%s (a[i])", name),
                     call->dtype, &type, 1);
  return sc_text (sc, "%s(%s)", name, sc_expr (sc, call->args[0]));
}

static const char *
bit_operation (SourceC *sc, const TlExpr *call)
{
  static const struct { const char *name, *sign; } signs[] = {
    { "bitwise_and", "&" }, { "bitwise_or", "|" }, { "bitwise_xor", "^" }, { "shift_left", "<<" }, { "shift_right", ">>" },
  };
  TlDType type = call->args[0]->dtype;
  const char *a = sc_paren (sc, sc_expr (sc, call->args[0])), *sign = "&";
  if (strcmp (call->callee->name, "bitwise_not") == 0)
    return type.code == TL_TYPE_BOOL && type.lanes == 1 ? sc_text (sc, "!%s", a) : sc_text (sc, "(%s) ~%s", sc_type (sc, type), a);
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strcmp (signs[i].name, call->callee->name) == 0)
      sign = signs[i].sign;
  TlDType same = tl_dtype_with_lanes (type, call->args[1]->dtype.lanes);
  const char *b = sc_paren (sc, sc_convert (sc, sc_expr (sc, call->args[1]), call->args[1]->dtype, same));
  TlDType work = { .code = TL_TYPE_UINT, .bits = type.lanes > 1 ? type.bits : MAX (type.bits, 32), .lanes = type.lanes };
  if (strcmp (sign, "<<") == 0)
    return sc_text (sc, "(%s) ((%s) %s << %s)", sc_type (sc, type), sc_type (sc, work), a, b);
  return sc_text (sc, "(%s) (%s %s %s)", sc_type (sc, type), a, sign, b);
}

static const char *
memory_type (TlDType dtype)
{
  return tl_export_c_type (tl_dtype_with_lanes (dtype, 1));
}

/* In memory small floats are 16 bits, in variables they are float. */
static const char *
to_memory (SourceC *sc, TlDType dtype)
{
  if (dtype.lanes > 1)
    return sc_store (sc, dtype, "from", "x");
  return sc_is_small_float (dtype) ? sc_text (sc, "from[0] = %s (x)", sc_small_float_helper (sc, "to", dtype)) : "from[0] = x";
}

static const char *
from_memory (SourceC *sc, TlDType dtype)
{
  if (dtype.lanes > 1)
    return sc_load (sc, dtype, "to");
  return sc_is_small_float (dtype) ? sc_text (sc, "%s (to[0])", sc_small_float_helper (sc, "from", dtype)) : "to[0]";
}

static const char *
reinterpret (SourceC *sc, const TlExpr *call)
{
  TlDType from = call->args[0]->dtype, to = call->dtype;
  if (from.bits * from.lanes != to.bits * to.lanes || to.code == TL_TYPE_BOOL || from.code == TL_TYPE_BOOL)
    {
      sc_fail (sc, "reinterpret from %s to %s cannot be written in C", tl_dtype_name (from), tl_dtype_name (to));
      return "0";
    }
  const char *type = sc_type (sc, to), *name = sc_text (sc, "from_%s_to_%s", sc_suffix (sc, from), sc_suffix (sc, to));
  sc_helper (sc, name, type, sc_text (sc, "%s x", sc_type (sc, from)),
             sc_text (sc, "  %s from[%u];\n  %s to[%u];\n  %s;\n  memcpy (to, from, sizeof to);\n  return %s;\n", memory_type (from),
                      from.lanes,
                      memory_type (to), to.lanes, to_memory (sc, from), from_memory (sc, to)));
  return sc_text (sc, "%s(%s)", name, sc_expr (sc, call->args[0]));
}

static const char *
vector_half (SourceC *sc, const TlExpr *call)
{
  TlDType from = call->args[0]->dtype, to = call->dtype;
  guint first = strcmp (call->callee->name, "vectorhigh") == 0 ? to.lanes : 0;
  if (from.lanes != 2 * to.lanes || from.bits != to.bits)
    sc_fail (sc, "T.%s of %s is not %s", call->callee->name, tl_dtype_name (from), tl_dtype_name (to));
  const char *name = sc_text (sc, "%s_%s", call->callee->name, sc_suffix (sc, to));
  sc_lanes (sc, name, sc_text (sc, "a[i + %u]", first), to, &from, 1);
  return sc_text (sc, "%s(%s)", name, sc_expr (sc, call->args[0]));
}

/* The instruction where the compiler offers it, else what it computes: the text is for any machine. */
static const char *
machine_call (SourceC *sc, const TlExpr *call)
{
  const TlMachineInstruction *instruction = tl_machine_call_find (call);
  const TlExpr *operands[4] = { call->args[0] };
  const char *names[3] = { "", "", "" };
  if (instruction == NULL)
    {
      sc_fail (sc, "The instruction \"%s\" is not known with these operands",
               call->n_args > 0 && call->args[0]->kind == TL_EXPR_STRING ? call->args[0]->text : "?");
      return "0";
    }
  g_autoptr (GString) params = g_string_new (NULL), values = g_string_new (NULL), casts = g_string_new (NULL), body = g_string_new (NULL);
  for (guint i = 1; i < call->n_args; i++)
    {
      operands[i] = (const TlExpr *) tl_expr_var (sc->arena, (const char *const[]) { "x", "y", "z" }[i - 1], call->args[i]->dtype);
      names[i - 1] = sc_name (sc, operands[i], operands[i]->name);
      g_string_append_printf (params, "%s%s %s", i > 1 ? ", " : "", sc_type (sc, call->args[i]->dtype), names[i - 1]);
      g_string_append_printf (values, "%s%s", i > 1 ? ", " : "", sc_expr (sc, call->args[i]));
      g_string_append_printf (casts, "%s(__m512i) %s", i > 1 ? ", " : "", names[i - 1]);
    }
  const char *type = sc_type (sc, call->dtype);
  const TlExpr *same = tl_expr_call (sc->arena, call->dtype, call->callee, operands, call->n_args);
  const char *meaning = sc_expr (sc, tl_machine_call_meaning (sc->arena, same));
  if (instruction->c_name != NULL)
    g_string_append_printf (body, "#ifdef %s\n  return (%s) %s (%s);\n#else\n  return %s;\n#endif\n", instruction->c_feature, type,
                            instruction->c_name, casts->str, meaning);
  else
    g_string_append_printf (body, "  return %s;\n", meaning);
  if (instruction->c_name != NULL && g_hash_table_add (sc->known, (gpointer) instruction->c_feature))
    g_string_append_printf (sc->helpers, "#ifdef %s\n#include <immintrin.h>\n#endif\n", instruction->c_feature);
  g_autofree char *identifier = g_strdelimit (g_strdup (instruction->name + strlen ("llvm.")), ".", '_');
  const char *name = sc_helper (sc, sc_text (sc, "%s", identifier), type, sc_text (sc, "%s", params->str), sc_text (sc, "%s", body->str));
  return sc_text (sc, "%s(%s)", name, values->str);
}

static const char *
vector_combine (SourceC *sc, const TlExpr *call)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint at = 0;
  g_string_append_printf (text, "({ %s r = { 0 };", sc_type (sc, call->dtype));
  for (guint i = 0; i < call->n_args; i++)
    {
      TlDType part = call->args[i]->dtype;
      g_string_append_printf (text, " %s p%u = %s;", sc_type (sc, part), i, sc_expr (sc, call->args[i]));
      for (guint l = 0; l < part.lanes && at < call->dtype.lanes; l++, at++)
        g_string_append_printf (text, part.lanes > 1 ? " r[%u] = p%u[%u];" : " r[%u] = p%u;", at, i, l);
    }
  g_string_append (text, " r; })");
  return sc_text (sc, "%s", text->str);
}

/* --- memory and functions --- */

static const char *
address_of (SourceC *sc, const TlExpr *call)
{
  const TlExpr *place = call->args[0];
  if (place->kind == TL_EXPR_LOAD && place->n_indices == 1)
    return sc_text (sc, "(void *) %s", sc_address (sc, place->buffer, place->indices[0]));
  sc_fail (sc, "address_of needs an element of a buffer");
  return "NULL";
}

static const char *
prefetch (SourceC *sc, const TlExpr *call)
{
  if (call->n_args == 0)
    return "(void) 0";
  const char *address = call->args[0]->dtype.code == TL_TYPE_HANDLE ? sc_expr (sc, call->args[0]) : address_of (sc, call);
  gint64 writes = 0;
  if (call->n_args > 1)
    tl_expr_get_int (call->args[1], &writes);
  return sc_text (sc, "__builtin_prefetch(%s, %d)", address, writes == 1);
}

static const char *
c_value_type (SourceC *sc, TlDType dtype)
{
  const char *type = dtype.code == TL_TYPE_VOID ? "void" : dtype.lanes == 1 ? tl_export_c_type (dtype) : NULL;
  if (type == NULL)
    sc_fail (sc, "C functions do not take %s", tl_dtype_name (dtype));
  return type != NULL ? type : "int";
}

static const char *
to_c (SourceC *sc, const char *value, TlDType dtype)
{
  return sc_is_small_float (dtype) ? sc_text (sc, "%s(%s)", sc_small_float_helper (sc, "to", dtype), value) : value;
}

static const char *
extern_call (SourceC *sc, const TlExpr *call)
{
  const char *name = call->n_args > 0 && call->args[0]->kind == TL_EXPR_STRING ? call->args[0]->text : NULL;
  if (!tl_export_is_foreign_name (name, sc->options) || g_str_has_prefix (name, "tl_"))
    {
      sc_fail (sc, "The program calls \"%s\", which names no C function", name != NULL ? name : "?");
      return "0";
    }
  g_autofree char *free_name = tl_export_identifier (name);
  if (strcmp (free_name, name) != 0 && !tl_export_is_math_name (name))
    {
      sc_fail (sc, "The program calls \"%s\", a name that the C source needs for itself; export an object", name);
      return "0";
    }
  g_autoptr (GString) types = g_string_new (NULL), values = g_string_new (NULL);
  for (guint i = 1; i < call->n_args; i++)
    {
      TlDType dtype = call->args[i]->dtype;
      g_string_append_printf (types, "%s%s", i > 1 ? ", " : "", c_value_type (sc, dtype));
      g_string_append_printf (values, "%s%s", i > 1 ? ", " : "", to_c (sc, sc_expr (sc, call->args[i]), dtype));
    }
  const char *prototype = sc_text (sc, "%s %s (%s);", c_value_type (sc, call->dtype), name, types->len > 0 ? types->str : "void");
  const char *known = g_hash_table_lookup (sc->externs, name);
  if (known != NULL && strcmp (known, prototype) != 0)
    sc_fail (sc, "\"%s\" is called with different types of arguments", name);
  if (!tl_export_is_math_name (name))
    g_hash_table_insert (sc->externs, (gpointer) name, (gpointer) prototype);
  const char *text = sc_text (sc, "%s(%s)", name, values->str);
  if (sc_is_small_float (call->dtype))
    return sc_text (sc, "%s(%s)", sc_small_float_helper (sc, "from", call->dtype), text);
  return call->dtype.code == TL_TYPE_BOOL ? sc_text (sc, "(%s != 0)", text) : text;
}

static const char *
pass_through (SourceC *sc, const TlExpr *call)
{
  return sc_expr (sc, call->args[0]);
}

static const char *
no_effect (SourceC *sc, const TlExpr *call)
{
  return "0";
}

static const struct { const char *name; const char *(*write) (SourceC *sc, const TlExpr *call); } rows[] = {
  { "if_then_else", if_then_else }, { "isnan", classify }, { "isinf", classify }, { "popcount", count_bits }, { "clz", count_bits },
  { "likely", pass_through }, { "assume", no_effect }, { "shift_left", bit_operation }, { "shift_right", bit_operation },
  { "bitwise_and", bit_operation }, { "bitwise_or", bit_operation }, { "bitwise_xor", bit_operation }, { "bitwise_not", bit_operation },
  { "reinterpret", reinterpret }, { "address_of", address_of }, { "buffer_data", address_of }, { "call_extern", extern_call },
  { "prefetch", prefetch }, { "vectorcombine", vector_combine }, { "vectorlow", vector_half }, { "vectorhigh", vector_half },
  { "call_llvm_pure_intrin", machine_call },
};

const char *
sc_call (SourceC *sc, const TlExpr *call)
{
  const char *name = call->callee->name;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      return rows[i].write (sc, call);
  if (strcmp (name, "abs") == 0 && !tl_dtype_is_float (call->dtype))
    return absolute (sc, call);
  if (tl_dtype_is_float (call->dtype) && (call->callee->is_float_math || strcmp (name, "abs") == 0))
    return float_math (sc, call);
  const TlExpr *meaning = tl_fixed_point_meaning (sc->arena, call);
  if (meaning != NULL)
    return sc_expr (sc, meaning);
  sc_fail (sc, "T.%s on %s cannot be written in C", name, tl_dtype_name (call->dtype));
  return "0";
}
