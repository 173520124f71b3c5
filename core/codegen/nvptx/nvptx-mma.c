/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calls of core/ir/matrix-call.h for scopes "mma.…" as ldmatrix and mma.sync. A fragment is registers of each thread as there, so are
 * the elements that they hold: factors are read from shared memory by ldmatrix, sums are read and written in pairs.
 */
#include "core/arith/permuted-position.h"
#include "core/codegen/nvptx/nvptx-private.h"

#define HALVES 2u   /* products of 16 × 8 side by side */

static LLVMValueRef
nothing (Codegen *cg)
{
  return LLVMConstNull (cg->i32);
}

/* --- lanes --- */

static const TlVar *
lane_part (Codegen *cg, const char *name, LLVMValueRef lane, guint shift, guint mask)
{
  const TlVar *var = tl_expr_var (cg->arena, name, TL_INT32);
  LLVMValueRef value = LLVMBuildLShr (cg->builder, lane, LLVMConstInt (cg->i32, shift, FALSE), "");

  cg_define_var (cg, var, LLVMBuildAnd (cg->builder, value, LLVMConstInt (cg->i32, mask, FALSE), ""));
  tl_analyzer_bind (cg->analyzer, var, tl_int (cg->arena, 0), tl_int (cg->arena, mask + 1));
  return var;
}

void
nvptx_define_lanes (Codegen *cg, const TlKernel *kernel)
{
  NvptxLanes *lanes = tl_arena_new0 (cg->arena, NvptxLanes);
  LLVMValueRef lane = nvptx_intrinsic (cg, "llvm.nvvm.read.ptx.sreg.laneid", cg->i32, NULL, 0);

  lanes->bits_0_to_3 = lane_part (cg, "line", lane, 0, 15);
  lanes->bits_0_to_2 = lane_part (cg, "line", lane, 0, 7);
  lanes->bit_3 = lane_part (cg, "half", lane, 3, 1);
  lanes->bit_4 = lane_part (cg, "half", lane, 4, 1);
  lanes->group = lane_part (cg, "group", lane, 2, 7);
  lanes->pair = lane_part (cg, "pair", lane, 0, 3);
  lanes->kernel = kernel;
  cg->lanes = lanes;
}

/* call->offset + line · stride + column */
static LLVMValueRef
place_in_memory (Codegen *cg, const TlMatrixCall *call, const TlExpr *line, const TlExpr *column)
{
  const TlExpr *position = tl_matrix_call_position (cg->arena, call, line, column);

  if (call->permuted_row > 0)
    position = tl_permuted_position (cg->analyzer, position, call->permuted_row, call->memory->dtype);
  return cg_address (cg, call->memory, position);
}

static const TlExpr *
times (Codegen *cg, const TlVar *var, gint64 factor)
{
  return tl_mul (cg->arena, var, tl_int (cg->arena, factor));
}

/* --- factors --- */

/*
 * Four matrices of eight lines of 16 bytes. Those of A follow each other by rows, then along k; those of B along k, then by columns. Where
 * lines are rows of A or k of B, the lanes of bit 3 are the next eight lines, else 16 bytes further in the line.
 */
LLVMValueRef
nvptx_mma_load (Codegen *cg, const TlMatrixCall *call)
{
  const TlFragment *fragment = &call->fragments[0];
  gboolean is_a = g_str_has_suffix (fragment->buffer->scope, "_a"), is_transposed = is_a == call->is_column_major;
  gint64 n_bytes = tl_dtype_bytes (tl_dtype_with_lanes (fragment->buffer->dtype, 1)), chunk = 16 / MAX (n_bytes, 1);
  const NvptxLanes *lanes = cg->lanes;
  const TlExpr *line = lanes->bits_0_to_3, *column = times (cg, lanes->bit_4, chunk);

  if (call->is_column_major)
    {
      line = tl_add (cg->arena, lanes->bits_0_to_2, times (cg, lanes->bit_4, 8));
      column = times (cg, lanes->bit_3, chunk);
    }
  if (is_transposed && n_bytes != 2)
    cg_fail (cg, "ldmatrix transposes elements of 2 bytes: the lines of %s in memory have to run along k", fragment->buffer->name);
  LLVMValueRef place = cg->error == NULL ? place_in_memory (cg, call, line, column) : NULL;
  if (cg->error == NULL && LLVMGetPointerAddressSpace (LLVMTypeOf (place)) != CG_SPACE_SHARED)
    cg_fail (cg, "ldmatrix loads from shared memory, and %s is in \"%s\"", call->memory->name, call->memory->scope);
  if (cg->error != NULL)
    return nothing (cg);
  g_autofree char *name = g_strdup_printf ("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4%s.b16", is_transposed ? ".trans" : "");
  LLVMTypeRef type = LLVMTypeOf (place);
  nvptx_fragment_set (cg, fragment, 0, cg_intrinsic (cg, name, &type, 1, &place, 1), 4);
  return nothing (cg);
}

/* Those of a tf32 product are rounded: the instruction cuts off what it does not take. */
static guint
load_factor (Codegen *cg, const TlFragment *fragment, LLVMValueRef *values)
{
  guint n = nvptx_fragment_get (cg, fragment, values);

  for (guint i = 0; i < n && tl_dtype_is_float (fragment->buffer->dtype) && fragment->buffer->dtype.bits == 32; i++)
    values[i] = nvptx_assembly (cg, "cvt.rna.tf32.f32 $0, $1;", "=r,r", cg->i32, &values[i], 1, FALSE);
  return n;
}

/* --- sums --- */

/* The two neighbours of register @i (of float16) or of registers @i and @i + 1. */
static LLVMValueRef
place_of_pair (Codegen *cg, const TlMatrixCall *call, guint pair)
{
  const NvptxLanes *lanes = cg->lanes;
  const TlExpr *line = tl_add (cg->arena, lanes->group, tl_int (cg->arena, pair % 2 * 8));
  const TlExpr *column = tl_add (cg->arena, times (cg, lanes->pair, 2), tl_int (cg->arena, pair / 2 * 8));

  return place_in_memory (cg, call, line, column);
}

LLVMValueRef
nvptx_mma_move_sums (Codegen *cg, const TlMatrixCall *call)
{
  const TlFragment *fragment = &call->fragments[0];
  gboolean is_half = tl_dtype_bytes (tl_dtype_with_lanes (fragment->buffer->dtype, 1)) == 2;
  gboolean is_load = call->kind == TL_MATRIX_LOAD;
  LLVMValueRef values[NVPTX_MAX_REGISTERS];
  guint n = is_load ? 0 : nvptx_fragment_get (cg, fragment, values);

  if (call->is_column_major)
    cg_fail (cg, "Sums of mma.sync lie by rows in memory: %s is accessed by columns", call->memory->name);
  for (guint pair = 0; pair < 2 * HALVES && cg->error == NULL; pair++)
    {
      LLVMTypeRef word = is_half ? cg->i32 : nvptx_fragment_type (cg, fragment->buffer), type = is_half ? word : LLVMVectorType (word, 2);
      LLVMValueRef place = place_of_pair (cg, call, pair), value, access;

      if (is_load)
        {
          value = access = LLVMBuildLoad2 (cg->builder, type, place, "");
          for (guint i = 0; i < (is_half ? 1 : 2); i++)
            values[n++] = is_half ? value : LLVMBuildExtractElement (cg->builder, value, cg_index (cg, i), "");
        }
      else
        {
          value = is_half ? values[pair] : LLVMGetPoison (type);
          for (guint i = 0; i < 2 && !is_half; i++)
            value = LLVMBuildInsertElement (cg->builder, value, values[2 * pair + i], cg_index (cg, i), "");
          access = LLVMBuildStore (cg->builder, value, place);
        }
      LLVMSetAlignment (access, is_half ? 4 : 8);
    }
  if (is_load && cg->error == NULL)
    nvptx_fragment_set_all (cg, fragment, values, n);
  return nothing (cg);
}

/* --- products --- */

static const char *
ptx_type (const TlBuffer *buffer)
{
  TlDType dtype = buffer->dtype;

  if (tl_dtype_is_integer (dtype))
    return dtype.bits == 32 ? "s32" : dtype.code == TL_TYPE_INT ? "s8" : "u8";
  return dtype.code == TL_TYPE_BFLOAT ? "bf16" : dtype.bits == 16 ? "f16" : tl_scope_is_accumulator (buffer->scope) ? "f32" : "tf32";
}

static gboolean
check_product (Codegen *cg, const TlMatrixCall *call)
{
  const TlBuffer *d = call->fragments[0].buffer, *a = call->fragments[1].buffer, *b = call->fragments[2].buffer;
  gboolean is_integer = tl_dtype_is_integer (a->dtype), is_half = a->dtype.code == TL_TYPE_FLOAT && a->dtype.bits == 16;
  gboolean is_right = is_integer ? tl_dtype_is_integer (b->dtype) && d->dtype.code == TL_TYPE_INT && d->dtype.bits == 32
                      : tl_dtype_equal (a->dtype, b->dtype) && d->dtype.code == TL_TYPE_FLOAT && (d->dtype.bits == 32 || is_half);

  if (!is_right || !tl_dtype_equal (d->dtype, call->fragments[3].buffer->dtype) || tl_mma_k (a->dtype) == 0)
    cg_fail (cg, "mma.sync has no products of %s and %s with sums of %s", tl_dtype_name (a->dtype), tl_dtype_name (b->dtype),
             tl_dtype_name (d->dtype));
  else if (tl_target_sm (cg->target) < NVPTX_MMA_SM)
    cg_fail (cg, "mma.sync of 16 x 8 x 16 needs a GPU of sm_%d or later; the target is %s", NVPTX_MMA_SM, cg->target->arch);
  return cg->error == NULL;
}

static void
append_operands (GString *text, GString *constraints, const char *constraint, guint *at, guint n)
{
  g_string_append (text, *at > 0 ? ", {" : " {");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%s$%u", i > 0 ? ", " : "", (*at)++);
      g_string_append_printf (constraints, "%s%s", constraints->len > 0 ? "," : "", constraint);
    }
  g_string_append_c (text, '}');
}

static LLVMValueRef
multiply_half (Codegen *cg, const TlMatrixCall *call, const LLVMValueRef *a, const LLVMValueRef *b, const LLVMValueRef *c, guint n_sums)
{
  const TlBuffer *d = call->fragments[0].buffer, *x = call->fragments[1].buffer, *y = call->fragments[2].buffer;
  LLVMTypeRef sum = nvptx_fragment_type (cg, d), sums[4] = { sum, sum, sum, sum };
  const char *letter = sum == cg->f32 ? "f" : "r", *result = sum == cg->f32 ? "=f" : "=r";
  g_autoptr (GString) text = g_string_new (NULL), constraints = g_string_new (NULL);
  LLVMValueRef args[10];
  guint at = 0, n = 0;

  g_string_printf (text, "mma.sync.aligned.m16n8k%d.row.col.%s.%s.%s.%s", (int) tl_mma_k (x->dtype), ptx_type (d), ptx_type (x),
                   ptx_type (y), ptx_type (d));
  append_operands (text, constraints, result, &at, n_sums);
  append_operands (text, constraints, "r", &at, 4);
  append_operands (text, constraints, "r", &at, 2);
  append_operands (text, constraints, letter, &at, n_sums);
  g_string_append_c (text, ';');
  for (guint i = 0; i < 4; i++)
    args[n++] = a[i];
  for (guint i = 0; i < 2; i++)
    args[n++] = b[i];
  for (guint i = 0; i < n_sums; i++)
    args[n++] = c[i];
  return nvptx_assembly (cg, text->str, constraints->str, LLVMStructTypeInContext (cg->context, sums, n_sums, FALSE), args, n, TRUE);
}

LLVMValueRef
nvptx_mma_multiply (Codegen *cg, const TlMatrixCall *call)
{
  LLVMValueRef a[NVPTX_MAX_REGISTERS], b[NVPTX_MAX_REGISTERS], c[NVPTX_MAX_REGISTERS];
  guint n;

  if (!check_product (cg, call))
    return nothing (cg);
  load_factor (cg, &call->fragments[1], a);
  load_factor (cg, &call->fragments[2], b);
  n = nvptx_fragment_get (cg, &call->fragments[3], c) / HALVES;
  for (guint half = 0; half < HALVES && cg->error == NULL; half++)
    nvptx_fragment_set (cg, &call->fragments[0], half * n, multiply_half (cg, call, a, b + 2 * half, c + n * half, n), n);
  return nothing (cg);
}
