/* SPDX-License-Identifier: Apache-2.0 */
/* Calls: mathematics, bits, barriers, shuffles between the threads of a warp, functions by name. */
#include <string.h>

#include "core/codegen/source/gpu-source-private.h"
#include "core/ir/fixed-point.h"

static GsText
primary (const char *text)
{
  return (GsText) { text, GS_PRIMARY };
}

static const char *
arguments (Gs *gs, const TlExpr *call, guint first)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = first; i < call->n_args; i++)
    g_string_append_printf (text, "%s%s", i > first ? ", " : "", gs_expr (gs, call->args[i]).text);
  return gs_text (gs, "%s", text->str);
}

/* --- mathematics: float16 and bfloat16 by way of float --- */

/* Functions that a language lacks, over x; %s: its exp, its sqrt … */
static const struct { const char *name, *uses, *body; } made[] = {
  { "sigmoid", "exp", "  return 1 / (1 + %s(-x));\n" },
  { "log1p", "log", "  return x > -1e-4f && x < 1e-4f ? x - x * x / 2 : %s(1 + x);\n" },
};

static const char *
function_for (Gs *gs, const char *name, TlDType work)
{
  gboolean is_double = work.bits == 64;
  const char *type = gs_type (gs, work), *own = gs_math_name (gs, name, is_double);
  if (own != NULL)
    return own;
  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    if (g_str_equal (made[i].name, name))
      {
        g_auto (GStrv) parts = g_strsplit (made[i].body, "%s", 2);
        return gs_helper (gs, gs_text (gs, "%s_%s", name, is_double ? "f64" : "f32"), type, gs_text (gs, "%s x", type),
                          gs_text (gs, "%s%s%s", parts[0], gs_math_name (gs, made[i].uses, is_double), parts[1]));
      }
  gs_fail (gs, "%s has no function for T.%s", gs->language->title, name);
  return "0";
}

static GsText
float_math (Gs *gs, const TlExpr *call)
{
  TlDType work = call->dtype.bits == 16 ? TL_FLOAT32 : call->dtype;
  g_autoptr (GString) text = g_string_new (function_for (gs, call->callee->name, work));
  for (guint i = 0; i < call->n_args; i++)
    {
      const TlExpr *arg = call->args[i];
      GsText value = gs_expr (gs, arg);
      g_string_append_printf (text, "%s%s", i == 0 ? "(" : ", ",
                              tl_dtype_is_float (arg->dtype) ? gs_cast (gs, value, arg->dtype, work).text : value.text);
    }
  g_string_append_c (text, ')');
  return gs_cast (gs, primary (gs_text (gs, "%s", text->str)), work, call->dtype);
}

static GsText
classify (Gs *gs, const TlExpr *call)
{
  TlDType type = call->args[0]->dtype;
  GsText value = gs_expr (gs, call->args[0]);
  if (type.bits == 16)
    value = gs_cast (gs, value, type, TL_FLOAT32);
  const char *text = gs_text (gs, "%s(%s)", call->callee->name, value.text);
  return gs->id == TL_GPU_METAL ? primary (text) : (GsText) { gs_text (gs, "%s != 0", text), GS_EQUAL };
}

/* --- bits --- */

static GsText
bit_operation (Gs *gs, const TlExpr *call)
{
  static const struct { const char *name, *sign; GsPrecedence precedence; } signs[] = {
    { "bitwise_and", "&", GS_BIT_AND }, { "bitwise_or", "|", GS_BIT_OR }, { "bitwise_xor", "^", GS_BIT_XOR },
    { "shift_left", "<<", GS_SHIFT }, { "shift_right", ">>", GS_SHIFT },
  };
  TlDType type = call->dtype;
  gboolean is_small = tl_dtype_is_integer (type) && type.bits < 32;
  GsText text = { "0", GS_PRIMARY };
  if (g_str_equal (call->callee->name, "bitwise_not"))
    text = (GsText) { gs_text (gs, "%s%s", type.code == TL_TYPE_BOOL ? "!" : "~", gs_operand (gs, call->args[0], GS_UNARY)), GS_UNARY };
  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_str_equal (signs[i].name, call->callee->name))
      text = (GsText) { gs_text (gs, "%s %s %s", gs_operand (gs, call->args[0], GS_UNARY), signs[i].sign,
                                 gs_operand (gs, call->args[1], GS_UNARY)), signs[i].precedence };
  return is_small ? (GsText) { gs_text (gs, "(%s)(%s)", gs_type (gs, type), text.text), GS_UNARY } : text;
}

/* Of 32 and 64 bits; narrower values are widened, and clz counts their own bits. */
static GsText
count_bits (Gs *gs, const TlExpr *call)
{
  TlDType type = call->args[0]->dtype;
  gboolean is_clz = g_str_equal (call->callee->name, "clz"), is_wide = type.bits == 64;
  TlDType bits = { .code = TL_TYPE_UINT, .bits = type.bits, .lanes = 1 };
  const char *cuda = is_clz ? (is_wide ? "__clzll" : "__clz") : (is_wide ? "__popcll" : "__popc");
  const char *name = gs->id == TL_GPU_CUDA ? cuda : call->callee->name;
  const char *value = gs_text (gs, "(%s)%s", gs_type (gs, bits), gs_operand (gs, call->args[0], GS_UNARY));
  if (gs->id != TL_GPU_CUDA && type.bits < 32)
    value = gs_text (gs, "(uint)%s", value);
  const char *result = gs_text (gs, "(%s)%s(%s)", gs_type (gs, call->dtype), name, value);
  return is_clz && type.bits < 32 ? (GsText) { gs_text (gs, "%s - %u", result, 32u - type.bits), GS_ADD } : (GsText) { result, GS_UNARY };
}

static GsText
reinterpret (Gs *gs, const TlExpr *call)
{
  const char *text = gs_bits_cast (gs, call->args[0]->dtype, call->dtype, gs_expr (gs, call->args[0]).text);
  if (text == NULL)
    gs_fail (gs, "%s cannot read the bits of %s as %s", gs->language->title, tl_dtype_name (call->args[0]->dtype),
             tl_dtype_name (call->dtype));
  return (GsText) { text != NULL ? text : "0", GS_UNARY };
}

/* --- threads --- */

/* With mask, value, lane or distance, width, size of a warp. */
static GsText
shuffle (Gs *gs, const TlExpr *call)
{
  static const struct { const char *name, *cuda, *metal; } rows[] = {
    { "tvm_warp_shuffle", "__shfl_sync", "simd_shuffle" }, { "tvm_warp_shuffle_up", "__shfl_up_sync", "simd_shuffle_up" },
    { "tvm_warp_shuffle_down", "__shfl_down_sync", "simd_shuffle_down" }, { "tvm_warp_shuffle_xor", "__shfl_xor_sync", "simd_shuffle_xor" },
  };
  if (gs->id == TL_GPU_OPENCL)
    gs_fail (gs, "OpenCL C has no T.%s: threads of a block exchange values in shared memory", call->callee->name);
  for (guint i = 0; gs->error == NULL && i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, call->callee->name))
      return primary (gs->id == TL_GPU_METAL
                      ? gs_text (gs, "%s(%s, %s)", rows[i].metal, gs_expr (gs, call->args[1]).text, gs_expr (gs, call->args[2]).text)
                      : gs_text (gs, "%s(%s, %s, %s, %s)", rows[i].cuda, gs_expr (gs, call->args[0]).text, gs_expr (gs, call->args[1]).text,
                                 gs_expr (gs, call->args[2]).text, gs_expr (gs, call->args[3]).text));
  return primary ("0");
}

/* Metal's shuffles take no mask. */
static GsText
active_mask (Gs *gs, const TlExpr *call)
{
  if (gs->id == TL_GPU_OPENCL)
    gs_fail (gs, "OpenCL C has no T.%s", call->callee->name);
  return primary (gs->id == TL_GPU_CUDA ? "__activemask()" : "0");
}

static gboolean
barrier_line (Gs *gs, const TlExpr *call)
{
  const char *scope = call->n_args > 0 && call->args[0]->kind == TL_EXPR_STRING ? call->args[0]->text : "";
  const char *text = tl_scope_is_shared (scope)    ? gs->exchanges ? gs->language->exchange_barrier : gs->language->block_barrier
                     : g_str_equal (scope, "warp") ? gs->language->warp_barrier
                                                   : NULL;
  if (tl_scope_is_shared (scope) && tl_stmt_uses_wgmma (gs->kernel->body))
    gs_line (gs, "asm volatile(\"fence.proxy.async.shared::cta;\" ::: \"memory\");");
  if (text == NULL)
    gs_fail (gs, "%s has no barrier of scope \"%s\"", gs->language->title, scope);
  else
    gs_line (gs, "%s;", text);
  return TRUE;
}

/* --- functions by name, addresses --- */

static GsText
named_call (Gs *gs, const TlExpr *call)
{
  if (call->n_args == 0 || call->args[0]->kind != TL_EXPR_STRING)
    {
      gs_fail (gs, "T.%s names no function", call->callee->name);
      return primary ("0");
    }
  return primary (gs_text (gs, "%s(%s)", call->args[0]->text, arguments (gs, call, 1)));
}

static GsText
address (Gs *gs, const TlExpr *call)
{
  const TlExpr *load = call->args[0];
  if (load->kind != TL_EXPR_LOAD || load->n_indices != 1)
    {
      gs_fail (gs, "T.%s of what is no element of a flat buffer", call->callee->name);
      return primary ("0");
    }
  return (GsText) { gs_text (gs, "&%s", gs_element (gs, load->buffer, gs_scalar_position (gs, load->buffer, load->indices[0]))), GS_UNARY };
}

static GsText
pass_through (Gs *gs, const TlExpr *call)
{
  return gs_expr (gs, call->args[0]);
}

static GsText
undefined (Gs *gs, const TlExpr *call)
{
  return primary ("0");
}

static GsText
absolute (Gs *gs, const TlExpr *call)
{
  return primary (gs_text (gs, "abs(%s)", arguments (gs, call, 0)));
}

static const struct { const char *name; GsText (*write) (Gs *gs, const TlExpr *call); } rows[] = {
  { "isnan", classify }, { "isinf", classify }, { "isfinite", classify }, { "popcount", count_bits }, { "clz", count_bits },
  { "likely", pass_through }, { "shift_left", bit_operation }, { "shift_right", bit_operation }, { "bitwise_and", bit_operation },
  { "bitwise_or", bit_operation }, { "bitwise_xor", bit_operation }, { "bitwise_not", bit_operation }, { "reinterpret", reinterpret },
  { "tvm_warp_shuffle", shuffle }, { "tvm_warp_shuffle_up", shuffle }, { "tvm_warp_shuffle_down", shuffle },
  { "tvm_warp_shuffle_xor", shuffle }, { "tvm_warp_activemask", active_mask }, { "call_extern", named_call },
  { "call_pure_extern", named_call }, { "address_of", address }, { "buffer_data", address }, { "undef", undefined },
};

GsText
gs_call (Gs *gs, const TlExpr *call)
{
  const char *name = call->callee->name, *dot = gs_dot_of_four (gs, call);
  if (dot != NULL)
    return primary (dot);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, name))
      return rows[i].write (gs, call);
  if (tl_dtype_is_float (call->dtype) && (call->callee->is_float_math || g_str_equal (name, "abs") || g_str_equal (name, "ldexp")))
    return float_math (gs, call);
  if (g_str_equal (name, "abs"))
    return absolute (gs, call);
  const TlExpr *meaning = tl_fixed_point_meaning (gs->arena, call);
  if (meaning != NULL)
    return gs_expr (gs, meaning);
  gs_fail (gs, "T.%s on %s cannot be written in %s", name, tl_dtype_name (call->dtype), gs->language->title);
  return primary ("0");
}

gboolean
gs_call_line (Gs *gs, const TlExpr *call)
{
  static const struct { const char *name, *text; } words[] = {
    { "break_loop", "break" }, { "continue_loop", "continue" }, { "thread_return", "return" },
  };
  const char *name = call->callee->name;
  if (g_str_equal (name, "tvm_storage_sync"))
    return barrier_line (gs, call);
  if (gs_tensor_line (gs, call) || gs_fragment_line (gs, call))
    return TRUE;
  if (g_str_equal (name, "assume") || g_str_equal (name, "prefetch"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].name, name))
      {
        gs_line (gs, "%s;", words[i].text);
        return TRUE;
      }
  return FALSE;
}
