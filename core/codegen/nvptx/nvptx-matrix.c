/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of core/ir/matrix-call.h as wmma instructions. A fragment is some registers of each thread, in an array of the thread's own
 * that LLVM makes values of; the instructions alone know which elements they are. The code has to name the layout that operands of a
 * product were loaded with, and the shape of a fragment: both are those of the calls that fill it, anywhere in the function.
 */
#include "core/codegen/nvptx/nvptx-private.h"

#define WARP_BYTES     128    /* a register of each lane */
#define HALF_REGISTERS 8u     /* operands of float16 stand there twice */

typedef struct
{
  gint64   m, n, k;
  gboolean is_column_major, is_row_major;
} NvptxFragment;

static LLVMValueRef
nothing (Codegen *cg)
{
  return LLVMConstNull (cg->i32);
}

/* --- shapes --- */

static TlWalk
note_call (const TlExpr *expr, gpointer user_data)
{
  Codegen *cg = user_data;
  TlMatrixCall call;
  NvptxFragment *use;

  if (!tl_matrix_call_read (expr, &call) || call.kind == TL_MATRIX_MULTIPLY)
    return TL_WALK_INTO;
  use = g_hash_table_lookup (cg->fragments, call.fragments[0].buffer);
  if (use == NULL)
    g_hash_table_insert (cg->fragments, (gpointer) call.fragments[0].buffer, use = tl_arena_new0 (cg->arena, NvptxFragment));
  else if (use->m != call.m || use->n != call.n || use->k != call.k)
    cg_fail (cg, "Fragments of %s have different shapes", call.fragments[0].buffer->name);
  use->m = call.m;
  use->n = call.n;
  use->k = call.k;
  use->is_column_major |= call.kind == TL_MATRIX_LOAD && call.is_column_major;
  use->is_row_major |= call.kind == TL_MATRIX_LOAD && !call.is_column_major;
  return TL_WALK_INTO;
}

static const NvptxFragment *
use_of (Codegen *cg, const TlBuffer *buffer)
{
  static const NvptxFragment none = { 16, 16, 16, FALSE, TRUE };
  const NvptxFragment *use;

  if (cg->fragments == NULL)
    {
      cg->fragments = g_hash_table_new (NULL, NULL);
      tl_stmt_walk (cg->prim->body, NULL, note_call, cg);
    }
  use = g_hash_table_lookup (cg->fragments, buffer);
  if (use != NULL && use->is_column_major && use->is_row_major)
    cg_fail (cg, "Fragments of %s are loaded both by rows and by columns", buffer->name);
  return use != NULL ? use : &none;
}

static gboolean
is_accumulator (const TlBuffer *buffer)
{
  return tl_scope_is_accumulator (buffer->scope);
}

/* PTX's name of the element type, and the first GPU that multiplies matrices of it. NULL: none does. */
static const char *
element_name (Codegen *cg, const TlBuffer *buffer, guint *sm)
{
  TlDType dtype = buffer->dtype;
  const char *name = NULL;

  *sm = dtype.code == TL_TYPE_BFLOAT ? 80 : tl_dtype_is_integer (dtype) ? 72 : 70;
  if (dtype.code == TL_TYPE_FLOAT)
    name = dtype.bits == 16 ? "f16" : dtype.bits == 32 && is_accumulator (buffer) ? "f32" : NULL;
  else if (dtype.code == TL_TYPE_BFLOAT)
    name = is_accumulator (buffer) ? NULL : "bf16";
  else if (is_accumulator (buffer))
    name = dtype.code == TL_TYPE_INT && dtype.bits == 32 ? "s32" : NULL;
  else if (dtype.bits == 8)
    name = dtype.code == TL_TYPE_INT ? "s8" : "u8";
  if (name == NULL)
    cg_fail (cg, "GPUs have no matrix instructions for %s of scope \"%s\"", tl_dtype_name (dtype), buffer->scope);
  else if (tl_target_sm (cg->target) < *sm)
    cg_fail (cg, "Matrix instructions for %s need a GPU of sm_%u or later; the target is %s", tl_dtype_name (dtype), *sm, cg->target->arch);
  return cg->error == NULL ? name : NULL;
}

static guint
n_elements_of (const TlBuffer *buffer, const NvptxFragment *use)
{
  gint64 n_rows = 0, n_columns = 0;

  tl_fragment_extents (buffer->scope, use->m, use->n, use->k, &n_rows, &n_columns);
  return (guint) (n_rows * n_columns);
}

static guint
n_registers (const TlBuffer *buffer, const NvptxFragment *use)
{
  gboolean is_half = buffer->dtype.code == TL_TYPE_FLOAT && buffer->dtype.bits == 16;

  if (tl_scope_is_wgmma (buffer->scope))
    return 1;
  guint n = n_elements_of (buffer, use) * tl_dtype_bytes (buffer->dtype) / WARP_BYTES;

  return is_half && !is_accumulator (buffer) && !tl_scope_is_mma (buffer->scope) ? HALF_REGISTERS : CLAMP (n, 1, NVPTX_MAX_REGISTERS);
}

LLVMTypeRef
nvptx_fragment_type (Codegen *cg, const TlBuffer *buffer)
{
  if (tl_scope_is_wgmma (buffer->scope))
    return cg->i64;
  return buffer->dtype.code == TL_TYPE_FLOAT && buffer->dtype.bits == 32 && is_accumulator (buffer) ? cg->f32 : cg->i32;
}

gint64
nvptx_fragment_columns (Codegen *cg, const TlBuffer *buffer, gboolean *is_column_major)
{
  const NvptxFragment *use = use_of (cg, buffer);

  *is_column_major = use->is_column_major;
  return use->n;
}

/* "m16n16k16"; free with g_free. */
static char *
shape_name (Codegen *cg, const NvptxFragment *use)
{
  gboolean is_known = use->k == 16 && ((use->m == 16 && use->n == 16) || (use->m == 32 && use->n == 8) || (use->m == 8 && use->n == 32));

  if (!is_known)
    cg_fail (cg, "There are no matrix instructions of %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT, use->m, use->n,
             use->k);
  return g_strdup_printf ("m%dn%dk%d", (int) use->m, (int) use->n, (int) use->k);
}

LLVMTypeRef
nvptx_fragments_type (Codegen *cg, const TlBuffer *buffer, gint64 n_elements)
{
  const NvptxFragment *use = use_of (cg, buffer);
  guint64 n_fragments = (guint64) (n_elements / n_elements_of (buffer, use));

  return LLVMArrayType2 (nvptx_fragment_type (cg, buffer), n_fragments * n_registers (buffer, use));
}

/* --- registers --- */

static LLVMValueRef
place_of (Codegen *cg, const TlFragment *fragment)
{
  LLVMValueRef place = g_hash_table_lookup (cg->buffers, fragment->buffer);
  gint64 n = n_registers (fragment->buffer, use_of (cg, fragment->buffer));

  if (place == NULL)
    {
      cg_fail (cg, "Buffer %s is not declared here", fragment->buffer->name);
      return LLVMConstNull (cg->ptr);
    }
  LLVMValueRef first = LLVMBuildMul (cg->builder, cg_index_expr (cg, fragment->index), cg_index (cg, n), "");
  return cg_offset (cg, nvptx_fragment_type (cg, fragment->buffer), place, first);
}

guint
nvptx_fragment_get (Codegen *cg, const TlFragment *fragment, LLVMValueRef *values)
{
  LLVMTypeRef type = nvptx_fragment_type (cg, fragment->buffer);
  LLVMValueRef place = place_of (cg, fragment);
  guint n = n_registers (fragment->buffer, use_of (cg, fragment->buffer));

  for (guint i = 0; i < n; i++)
    values[i] = LLVMBuildLoad2 (cg->builder, type, cg_offset (cg, type, place, cg_index (cg, i)), "");
  return n;
}

void
nvptx_fragment_set_all (Codegen *cg, const TlFragment *fragment, const LLVMValueRef *values, guint n)
{
  LLVMTypeRef type = nvptx_fragment_type (cg, fragment->buffer);
  LLVMValueRef place = place_of (cg, fragment);

  for (guint i = 0; i < n; i++)
    LLVMBuildStore (cg->builder, values[i], cg_offset (cg, type, place, cg_index (cg, i)));
}

void
nvptx_fragment_set (Codegen *cg, const TlFragment *fragment, guint first, LLVMValueRef result, guint n)
{
  LLVMTypeRef type = nvptx_fragment_type (cg, fragment->buffer);
  LLVMValueRef place = place_of (cg, fragment);

  for (guint i = 0; i < n; i++)
    LLVMBuildStore (cg->builder, n > 1 ? LLVMBuildExtractValue (cg->builder, result, i, "") : result,
                    cg_offset (cg, type, place, cg_index (cg, first + i)));
}

static void
store_registers (Codegen *cg, const TlFragment *fragment, LLVMValueRef result)
{
  nvptx_fragment_set (cg, fragment, 0, result, n_registers (fragment->buffer, use_of (cg, fragment->buffer)));
}

static LLVMTypeRef
result_type (Codegen *cg, const TlBuffer *buffer)
{
  LLVMTypeRef types[NVPTX_MAX_REGISTERS];
  guint n = n_registers (buffer, use_of (cg, buffer));

  for (guint i = 0; i < n; i++)
    types[i] = nvptx_fragment_type (cg, buffer);
  return n > 1 ? LLVMStructTypeInContext (cg->context, types, n, FALSE) : types[0];
}

/* "{$4, $5}" from *@at on; their letters go to @constraints. */
static void
append_registers (Codegen *cg, const TlBuffer *buffer, gboolean is_result, guint *at, GString *text, GString *constraints)
{
  guint n = n_registers (buffer, use_of (cg, buffer));
  const char *letter = nvptx_fragment_type (cg, buffer) == cg->f32 ? "f" : "r";

  g_string_append_c (text, '{');
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s$%u", i > 0 ? ", " : "", (*at)++);
      g_string_append_printf (constraints, "%s%s%s", constraints->len > 0 ? "," : "", is_result ? "=" : "", letter);
    }
  g_string_append_c (text, '}');
}

/* --- calls --- */

/* Which element a register has does not matter: all are alike. */
static LLVMValueRef
fill (Codegen *cg, const TlMatrixCall *call)
{
  const TlFragment *fragment = &call->fragments[0];
  TlDType dtype = tl_dtype_with_lanes (fragment->buffer->dtype, 1);
  guint lanes = 4 / MAX (dtype.bits / 8, 1u), n = n_registers (fragment->buffer, use_of (cg, fragment->buffer));
  LLVMTypeRef type = nvptx_fragment_type (cg, fragment->buffer);
  LLVMValueRef value = cg_convert (cg, cg_expr (cg, call->value), call->value->dtype, dtype), place = place_of (cg, fragment);

  if (cg->error != NULL)
    return nothing (cg);
  value = LLVMBuildBitCast (cg->builder, cg_splat (cg, cg_to_memory (cg, value, dtype), lanes), type, "");
  for (guint i = 0; i < n; i++)
    LLVMBuildStore (cg->builder, value, cg_offset (cg, type, place, cg_index (cg, i)));
  return nothing (cg);
}

/* "load.a", "store.d" between a fragment and memory. */
static LLVMValueRef
transfer (Codegen *cg, const TlMatrixCall *call)
{
  const TlBuffer *buffer = call->fragments[0].buffer;
  const NvptxFragment *use = use_of (cg, buffer);
  gboolean is_load = call->kind == TL_MATRIX_LOAD;
  guint sm, at = 0, n = 0;
  const char *element = element_name (cg, buffer, &sm), *operand = g_str_equal (buffer->scope, "wmma.matrix_a") ? "a"
                        : g_str_equal (buffer->scope, "wmma.matrix_b") ? "b" : is_load ? "c" : "d";
  g_autofree char *shape = shape_name (cg, use);
  g_autoptr (GString) text = g_string_new (NULL), constraints = g_string_new (NULL), registers = g_string_new (NULL);
  LLVMValueRef args[NVPTX_MAX_REGISTERS + 2], place = cg_address (cg, call->memory, call->offset);

  if (cg->error != NULL)
    return nothing (cg);
  guint space = LLVMGetPointerAddressSpace (LLVMTypeOf (place));
  g_string_printf (text, "wmma.%s.%s.sync.aligned.%s.%s%s.%s ", is_load ? "load" : "store", operand, call->is_column_major ? "col" : "row",
                   shape, space == CG_SPACE_SHARED ? ".shared" : space == CG_SPACE_GLOBAL ? ".global" : "", element);
  append_registers (cg, buffer, is_load, &at, registers, constraints);
  if (is_load)
    g_string_append_printf (text, "%s, [$%u], $%u;", registers->str, at, at + 1);
  else
    g_string_append_printf (text, "[$%u], %s, $%u;", at, registers->str, at + 1);
  g_string_append (constraints, ",l,r,~{memory}");
  if (!is_load)
    n = nvptx_fragment_get (cg, &call->fragments[0], args);
  args[n++] = LLVMBuildPtrToInt (cg->builder, place, cg->i64, "");
  args[n++] = LLVMBuildTrunc (cg->builder, cg_index_expr (cg, call->stride), cg->i32, "");
  LLVMValueRef result = nvptx_assembly (cg, text->str, constraints->str, is_load ? result_type (cg, buffer) : cg->nothing, args, n, TRUE);
  if (is_load)
    store_registers (cg, &call->fragments[0], result);
  return nothing (cg);
}

static LLVMValueRef
multiply (Codegen *cg, const TlMatrixCall *call)
{
  const TlFragment *d = &call->fragments[0], *a = &call->fragments[1], *b = &call->fragments[2], *c = &call->fragments[3];
  const NvptxFragment *use_a = use_of (cg, a->buffer), *use_b = use_of (cg, b->buffer);
  guint sm, at = 0, n = 0;
  const char *of_d = element_name (cg, d->buffer, &sm), *of_c = element_name (cg, c->buffer, &sm);
  const char *of_a = element_name (cg, a->buffer, &sm);
  g_autofree char *shape = shape_name (cg, use_a);
  g_autoptr (GString) text = g_string_new (NULL), constraints = g_string_new (NULL);
  LLVMValueRef args[3 * NVPTX_MAX_REGISTERS];

  if (cg->error != NULL)
    return nothing (cg);
  g_string_printf (text, "wmma.mma.sync.aligned.%s.%s.%s.%s", use_a->is_column_major ? "col" : "row",
                   use_b->is_column_major ? "col" : "row", shape, of_d);
  if (!g_str_equal (of_a, "f16"))
    g_string_append_printf (text, ".%s.%s", of_a, of_a);
  g_string_append_printf (text, ".%s ", of_c);
  for (guint i = 0; i < 4; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_registers (cg, call->fragments[i].buffer, i == 0, &at, text, constraints);
      if (i > 0)
        n += nvptx_fragment_get (cg, &call->fragments[i], args + n);
    }
  g_string_append_c (text, ';');
  store_registers (cg, d, nvptx_assembly (cg, text->str, constraints->str, result_type (cg, d->buffer), args, n, TRUE));
  return nothing (cg);
}

/* The shape of fragments, as far as the call says it. */
static gboolean
check_mma (Codegen *cg, const TlMatrixCall *call)
{
  const TlBuffer *buffer = call->fragments[0].buffer;

  if (call->kind == TL_MATRIX_MULTIPLY)
    return TRUE;
  if (call->m != 16 || call->n != 16 || (!is_accumulator (buffer) && call->k != tl_mma_k (buffer->dtype)))
    cg_fail (cg, "There are no fragments of %s for mma.sync of %d x %d x %d", tl_dtype_name (buffer->dtype), (int) call->m, (int) call->n,
             (int) call->k);
  else if (!is_accumulator (buffer) && call->kind == TL_MATRIX_STORE)
    cg_fail (cg, "Factors of mma.sync are not stored: %s has scope \"%s\"", buffer->name, buffer->scope);
  return cg->error == NULL;
}

LLVMValueRef
nvptx_matrix_call (Codegen *cg, const TlExpr *expr)
{
  TlMatrixCall call;

  if (!tl_matrix_call_read (expr, &call))
    {
      cg_fail (cg, "T.%s is not of the form that matrix instructions take", expr->callee->name);
      return nothing (cg);
    }
  if (tl_scope_is_wgmma (call.fragments[0].buffer->scope) && call.kind == TL_MATRIX_LOAD)
    return nvptx_wgmma_load (cg, &call);
  if (call.kind == TL_MATRIX_MULTIPLY && tl_scope_is_wgmma (call.fragments[1].buffer->scope))
    return nvptx_wgmma_multiply (cg, &call);
  if (!tl_scope_is_mma (call.fragments[0].buffer->scope))
    return call.kind == TL_MATRIX_FILL ? fill (cg, &call) : call.kind == TL_MATRIX_MULTIPLY ? multiply (cg, &call) : transfer (cg, &call);
  if (!check_mma (cg, &call))
    return nothing (cg);
  return call.kind == TL_MATRIX_FILL ? fill (cg, &call) : call.kind == TL_MATRIX_MULTIPLY ? nvptx_mma_multiply (cg, &call)
         : is_accumulator (call.fragments[0].buffer) ? nvptx_mma_move_sums (cg, &call) : nvptx_mma_load (cg, &call);
}
