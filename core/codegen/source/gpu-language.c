/* SPDX-License-Identifier: Apache-2.0 */
/* The languages as tables: types, functions, address spaces, packs. */
#include <math.h>
#include <string.h>

#include "core/codegen/source/gpu-source-private.h"

const GsLanguage gs_languages[TL_N_GPU_LANGUAGES] = {
  [TL_GPU_CUDA] = {
    .title = "CUDA C",
    .axes = { "blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z" },
    .block_barrier = "__syncthreads()", .warp_barrier = "__syncwarp()", .exchange_barrier = "__syncthreads()",
    .restricted = "__restrict__ ",
    .global = "", .shared = "", .local = "", .shared_array = "__shared__ ", .align = "__align__(%u) ",
    .inline_function = "static __forceinline__ __device__ ", .packs_align = TRUE,
  },
  [TL_GPU_OPENCL] = {
    .title = "OpenCL C",
    .axes = { "get_group_id(0)", "get_group_id(1)", "get_group_id(2)", "get_local_id(0)", "get_local_id(1)", "get_local_id(2)" },
    .block_barrier = "barrier(CLK_LOCAL_MEM_FENCE)", .exchange_barrier = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)",
    .restricted = "restrict ",
    .global = "__global ", .shared = "__local ", .local = "", .shared_array = "__local ", .align = "__attribute__((aligned(%u))) ",
    .inline_function = "static inline ",
  },
  [TL_GPU_METAL] = {
    .title = "Metal", .header = "#include <metal_stdlib>\nusing namespace metal;\n",
    .axes = { "blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z" },
    .block_barrier = "threadgroup_barrier(mem_flags::mem_threadgroup)", .warp_barrier = "simdgroup_barrier(mem_flags::mem_threadgroup)",
    .exchange_barrier = "threadgroup_barrier(mem_flags::mem_threadgroup | mem_flags::mem_device)", .restricted = "",
    .global = "device ", .shared = "threadgroup ", .local = "thread ", .shared_array = "threadgroup ", .align = "alignas(%u) ",
    .inline_function = "static inline ", .packs_align = TRUE,
  },
};

static const char *const names[TL_N_GPU_LANGUAGES] = { "cuda", "opencl", "metal" };

TlGpuLanguage
tl_gpu_language_find (const char *name)
{
  TlGpuLanguage id = 0;
  while (id < TL_N_GPU_LANGUAGES && g_strcmp0 (names[id], name) != 0)
    id++;
  return id;
}

/* --- types --- */

#define CL_FP16 "#pragma OPENCL EXTENSION cl_khr_fp16 : enable"
#define CL_FP64 "#pragma OPENCL EXTENSION cl_khr_fp64 : enable"

static const struct { TlTypeCode code; guint bits; GsType in[TL_N_GPU_LANGUAGES]; } types[] = {
  { TL_TYPE_BOOL, 8, { { "bool" }, { "bool" }, { "bool" } } },
  { TL_TYPE_INT, 8, { { "signed char", "char", 4 }, { "char", "char", 16 }, { "char", "char", 4 } } },
  { TL_TYPE_INT, 16, { { "short", "short", 4 }, { "short", "short", 16 }, { "short", "short", 4 } } },
  { TL_TYPE_INT, 32, { { "int", "int", 4 }, { "int", "int", 16 }, { "int", "int", 4 } } },
  { TL_TYPE_INT, 64, { { "long long", "longlong", 2 }, { "long", "long", 16 }, { "long", "long", 4 } } },
  { TL_TYPE_UINT, 8, { { "unsigned char", "uchar", 4 }, { "uchar", "uchar", 16 }, { "uchar", "uchar", 4 } } },
  { TL_TYPE_UINT, 16, { { "unsigned short", "ushort", 4 }, { "ushort", "ushort", 16 }, { "ushort", "ushort", 4 } } },
  { TL_TYPE_UINT, 32, { { "unsigned int", "uint", 4 }, { "uint", "uint", 16 }, { "uint", "uint", 4 } } },
  { TL_TYPE_UINT, 64, { { "unsigned long long", "ulonglong", 2 }, { "ulong", "ulong", 16 }, { "ulong", "ulong", 4 } } },
  { TL_TYPE_FLOAT, 16, { { "half", "half", 2, "__halves2half2", "#include <cuda_fp16.h>" }, { "half", "half", 16, NULL, CL_FP16 },
                         { "half", "half", 4 } } },
  { TL_TYPE_FLOAT, 32, { { "float", "float", 4 }, { "float", "float", 16 }, { "float", "float", 4 } } },
  { TL_TYPE_FLOAT, 64, { { "double", "double", 2 }, { "double", "double", 16, NULL, CL_FP64 }, { NULL } } },
  { TL_TYPE_BFLOAT, 16, { { "__nv_bfloat16", "__nv_bfloat16", 2, "__halves2bfloat162", "#include <cuda_bf16.h>" }, { NULL },
                          { "bfloat", "bfloat", 4 } } },
};

GsType
gs_type_of (Gs *gs, TlDType dtype)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].code == (TlTypeCode) dtype.code && types[i].bits == dtype.bits && types[i].in[gs->id].name != NULL)
      {
        if (types[i].in[gs->id].header != NULL)
          gs_need_header (gs, types[i].in[gs->id].header);
        return types[i].in[gs->id];
      }
  gs_fail (gs, "%s has no type %s", gs->language->title, tl_dtype_name (tl_dtype_with_lanes (dtype, 1)));
  return (GsType) { .name = "int" };
}

const char *
gs_type (Gs *gs, TlDType dtype)
{
  return gs_type_of (gs, dtype).name;
}

/* OpenCL's bool is of no size that the host knows. */
const char *
gs_memory_type (Gs *gs, TlDType dtype)
{
  return gs->id == TL_GPU_OPENCL && dtype.code == TL_TYPE_BOOL ? "uchar" : gs_type (gs, dtype);
}

const char *
gs_space (Gs *gs, const TlBuffer *buffer)
{
  if (tl_scope_is_shared (buffer->scope))
    return gs->language->shared;
  return g_hash_table_contains (gs->declared, buffer) ? gs->language->local : gs->language->global;
}

/* --- packs --- */

#define MAX_LINE 60   /* of a pack's lanes, beside what stands around them */

static gboolean
has_vector (Gs *gs, TlDType dtype, guint lanes)
{
  return lanes <= gs_type_of (gs, dtype).max_lanes;
}

/* "signed char" makes "char16": a struct where the language has no vector of so many lanes, which only CUDA needs. */
const char *
gs_pack_type (Gs *gs, TlDType dtype, guint lanes)
{
  GsType type = gs_type_of (gs, dtype);
  const char *name = gs_text (gs, "%s%u", type.vector, lanes);
  if (!has_vector (gs, dtype, lanes) && g_hash_table_add (gs->known, (gpointer) g_intern_string (name)))
    g_string_append_printf (gs->helpers, "struct __align__(%u) %s {\n  %s lane[%u];\n};\n\n", lanes * dtype.bits / 8, name,
                            type.name, lanes);
  return name;
}

const char *
gs_pack_lane (Gs *gs, TlDType dtype, guint lanes, const char *pack, guint lane)
{
  if (gs->id == TL_GPU_OPENCL)
    return gs_text (gs, "%s.s%x", pack, lane);
  return has_vector (gs, dtype, lanes) ? gs_text (gs, "%s.%c", pack, "xyzw"[lane]) : gs_text (gs, "%s.lane[%u]", pack, lane);
}

/* On a line each if they are long. */
static const char *
lane_list (Gs *gs, const char *const *values, guint lanes)
{
  gsize length = 0;
  for (guint i = 0; i < lanes; i++)
    length += strlen (values[i]);
  const char *separator = length <= MAX_LINE ? ", " : gs_text (gs, ",\n%*s", (int) gs->indent * 2 + 4, "");
  g_autoptr (GString) list = g_string_new (length <= MAX_LINE ? "" : separator + 1);
  for (guint i = 0; i < lanes; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? separator : "", values[i]);
  return gs_text (gs, "%s", list->str);
}

const char *
gs_pack_make (Gs *gs, TlDType dtype, guint lanes, const char *const *values)
{
  GsType type = gs_type_of (gs, dtype);
  const char *name = gs_pack_type (gs, dtype, lanes);
  gboolean is_vector = has_vector (gs, dtype, lanes);
  const char *list = lane_list (gs, values, lanes);
  if (gs->id == TL_GPU_OPENCL)
    return gs_text (gs, "(%s)(%s)", name, list);
  if (gs->id == TL_GPU_METAL)
    return gs_text (gs, "%s(%s)", name, list);
  if (!is_vector)
    return gs_text (gs, "%s{{%s}}", name, list);
  return lanes == 2 && type.make_pair != NULL ? gs_text (gs, "%s(%s)", type.make_pair, list) : gs_text (gs, "make_%s(%s)", name, list);
}

const char *
gs_pack_load (Gs *gs, const char *type, guint lanes, const TlBuffer *buffer, const char *address)
{
  if (gs->id == TL_GPU_OPENCL)
    return gs_text (gs, "vload%u(0, %s)", lanes, address);
  return gs_text (gs, "*(%sconst %s*)(%s)", gs_space (gs, buffer), type, address);
}

const char *
gs_pack_store (Gs *gs, const char *type, guint lanes, const TlBuffer *buffer, const char *address, const char *value)
{
  if (gs->id == TL_GPU_OPENCL)
    return gs_text (gs, "vstore%u(%s, 0, %s)", lanes, value, address);
  return gs_text (gs, "*(%s%s*)(%s) = %s", gs_space (gs, buffer), type, address, value);
}

const char *
gs_move_type (Gs *gs, guint n_bytes)
{
  if (gs->id != TL_GPU_CUDA)
    return NULL;
  return n_bytes == 16 ? "uint4" : n_bytes == 8 ? "uint2" : n_bytes == 4 ? "unsigned int" : NULL;
}

/* --- functions --- */

/* CUDA's names are those of double; float's have an f more. NULL: made of others in gpu-call.c, or not at all. */
static const struct { const char *name; const char *in[TL_N_GPU_LANGUAGES]; } math_rows[] = {
  { "exp", { "exp", "exp", "exp" } },          { "exp2", { "exp2", "exp2", "exp2" } },       { "exp10", { "exp10", "exp10", "exp10" } },
  { "log", { "log", "log", "log" } },          { "log2", { "log2", "log2", "log2" } },       { "log10", { "log10", "log10", "log10" } },
  { "log1p", { "log1p", "log1p", NULL } },     { "sqrt", { "sqrt", "sqrt", "sqrt" } },       { "rsqrt", { "rsqrt", "rsqrt", "rsqrt" } },
  { "tanh", { "tanh", "tanh", "tanh" } },      { "erf", { "erf", "erf", NULL } },            { "sin", { "sin", "sin", "sin" } },
  { "cos", { "cos", "cos", "cos" } },          { "tan", { "tan", "tan", "tan" } },           { "asin", { "asin", "asin", "asin" } },
  { "acos", { "acos", "acos", "acos" } },      { "atan", { "atan", "atan", "atan" } },       { "sinh", { "sinh", "sinh", "sinh" } },
  { "cosh", { "cosh", "cosh", "cosh" } },      { "asinh", { "asinh", "asinh", "asinh" } },   { "acosh", { "acosh", "acosh", "acosh" } },
  { "atanh", { "atanh", "atanh", "atanh" } },  { "floor", { "floor", "floor", "floor" } },   { "ceil", { "ceil", "ceil", "ceil" } },
  { "round", { "rint", "rint", "rint" } },     { "nearbyint", { "rint", "rint", "rint" } },  { "trunc", { "trunc", "trunc", "trunc" } },
  { "fabs", { "fabs", "fabs", "fabs" } },      { "abs", { "fabs", "fabs", "fabs" } },        { "pow", { "pow", "pow", "pow" } },
  { "fmod", { "fmod", "fmod", "fmod" } },      { "atan2", { "atan2", "atan2", "atan2" } },   { "hypot", { "hypot", "hypot", NULL } },
  { "copysign", { "copysign", "copysign", "copysign" } }, { "nextafter", { "nextafter", "nextafter", "nextafter" } },
  { "fma", { "fma", "fma", "fma" } },          { "ldexp", { "ldexp", "ldexp", "ldexp" } },   { "min", { "fmin", "fmin", "fmin" } },
  { "max", { "fmax", "fmax", "fmax" } },
};

const char *
gs_math_name (Gs *gs, const char *name, gboolean is_double)
{
  for (guint i = 0; i < G_N_ELEMENTS (math_rows); i++)
    if (g_str_equal (math_rows[i].name, name) && math_rows[i].in[gs->id] != NULL)
      return gs_text (gs, "%s%s", math_rows[i].in[gs->id], gs->id == TL_GPU_CUDA && !is_double ? "f" : "");
  return NULL;
}

static const char *
cuda_bits_cast (TlDType from, TlDType to)
{
  static const struct { TlTypeCode code; guint bits; const char *from_int, *to_int; } rows[] = {
    { TL_TYPE_FLOAT, 32, "__int_as_float", "__float_as_int" }, { TL_TYPE_FLOAT, 64, "__longlong_as_double", "__double_as_longlong" },
    { TL_TYPE_FLOAT, 16, "__short_as_half", "__half_as_short" }, { TL_TYPE_BFLOAT, 16, "__short_as_bfloat16", "__bfloat16_as_short" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].code == (TlTypeCode) from.code && rows[i].bits == from.bits && tl_dtype_is_integer (to))
      return rows[i].to_int;
    else if (rows[i].code == (TlTypeCode) to.code && rows[i].bits == to.bits && tl_dtype_is_integer (from))
      return rows[i].from_int;
  return NULL;
}

const char *
gs_bits_cast (Gs *gs, TlDType from, TlDType to, const char *value)
{
  const char *type = gs_type (gs, to), *cuda = cuda_bits_cast (from, to);
  if (from.bits != to.bits || from.code == TL_TYPE_BOOL || to.code == TL_TYPE_BOOL)
    return NULL;
  if (tl_dtype_is_integer (from) && tl_dtype_is_integer (to))
    return gs_text (gs, "(%s)(%s)", type, value);
  if (gs->id == TL_GPU_OPENCL)
    return gs_text (gs, "as_%s(%s)", type, value);
  if (gs->id == TL_GPU_METAL)
    return gs_text (gs, "as_type<%s>(%s)", type, value);
  if (cuda == NULL)
    return NULL;
  return to.code == TL_TYPE_UINT ? gs_text (gs, "(%s)%s(%s)", type, cuda, value) : gs_text (gs, "%s(%s)", cuda, value);
}

/* --- numbers --- */

GsText
gs_int (Gs *gs, TlDType dtype, gint64 value)
{
  GsPrecedence precedence = value < 0 ? GS_UNARY : GS_PRIMARY;
  if (dtype.code == TL_TYPE_BOOL)
    return (GsText) { value != 0 ? "true" : "false", GS_PRIMARY };
  if (dtype.code == TL_TYPE_UINT && dtype.bits >= 32)
    return (GsText) { gs_text (gs, "%" G_GUINT64_FORMAT "u%s", (guint64) value, dtype.bits == 32 ? "" : gs->id == TL_GPU_CUDA ? "ll" : "l"),
                      GS_PRIMARY };
  if (dtype.bits < 32)
    return (GsText) { gs_text (gs, "(%s)%" G_GINT64_FORMAT, gs_type (gs, dtype), value), GS_UNARY };
  if (dtype.bits == 32)
    return value == G_MININT32 ? (GsText) { "(-2147483647 - 1)", GS_PRIMARY }
                               : (GsText) { gs_text (gs, "%" G_GINT64_FORMAT, value), precedence };
  if (value == G_MININT64)
    return (GsText) { gs->id == TL_GPU_CUDA ? "(-9223372036854775807ll - 1)" : "(-9223372036854775807l - 1)", GS_PRIMARY };
  return (GsText) { gs_text (gs, "%" G_GINT64_FORMAT "%s", value, gs->id == TL_GPU_CUDA ? "ll" : "l"), precedence };
}

/* The shortest digits that are read back as the same number. */
static const char *
shortest (Gs *gs, double value, gboolean is_double)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE], format[8];
  for (guint n = is_double ? 15 : 6; n <= 17; n++)
    {
      g_snprintf (format, sizeof format, "%%.%ug", n);
      g_ascii_formatd (digits, sizeof digits, format, value);
      double again = g_ascii_strtod (digits, NULL);
      if (is_double ? again == value : (float) again == (float) value)
        break;
    }
  return gs_text (gs, "%s%s%s", digits, strpbrk (digits, ".e") != NULL ? "" : ".0", is_double ? "" : "f");
}

static const char *
special (Gs *gs, double value, gboolean is_double)
{
  const char *sign = value < 0 ? "-" : "", *name = isnan (value) ? "NAN" : "INFINITY";
  if (gs->id != TL_GPU_CUDA)
    return gs_text (gs, "%s%s", sign, name);
  if (is_double)
    return isnan (value) ? "__longlong_as_double(0x7ff8000000000000ll)"
                         : gs_text (gs, "%s__longlong_as_double(0x7ff0000000000000ll)", sign);
  return isnan (value) ? "__int_as_float(0x7fc00000)" : gs_text (gs, "%s__int_as_float(0x7f800000)", sign);
}

GsText
gs_float (Gs *gs, TlDType dtype, double value)
{
  gboolean is_double = dtype.bits == 64;
  gboolean is_finite = isfinite (is_double ? value : (double) (float) value);
  const char *text = is_finite ? shortest (gs, value, is_double) : special (gs, value, is_double);
  if (dtype.bits == 16)
    return (GsText) { gs_text (gs, "(%s)%s", gs_type (gs, dtype), text), GS_UNARY };
  return (GsText) { text, signbit (value) ? GS_UNARY : GS_PRIMARY };
}
