/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels: launches, the calls that their threads make, and what is kept of each instruction so that faults can be told. The code is
 * that of one thread; core/interp/gpu runs it for all threads of a block at once.
 */
#include <string.h>

#include "core/interp/compile-private.h"
#include "core/ir/async-copy.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"

typedef struct
{
  const TlExpr *expr;
  guintptr      choice;
  guint32       reg;
} TlSharedValue;

void
tl_compiler_set_launch (TlCompiler *compiler, TlHook launch)
{
  compiler->launch = launch;
  compiler->places = g_ptr_array_new ();
  compiler->place_arena = tl_arena_new (NULL);
  compiler->loops = g_array_new (FALSE, FALSE, sizeof (TlCodeLoop));
  compiler->shared_values = g_array_new (FALSE, FALSE, sizeof (TlSharedValue));
  for (guint i = 0; i < compiler->code->len; i++)
    g_ptr_array_add (compiler->places, (gpointer) tl_compile_place (compiler));
}

const TlCodePlace *
tl_compile_place (TlCompiler *compiler)
{
  TlCodePlace *place;

  if (compiler->place != NULL && compiler->place->block == compiler->block)
    return compiler->place;
  place = tl_arena_alloc (compiler->place_arena, sizeof *place);
  place->block = compiler->block;
  place->stmt = compiler->stmt;
  place->n_loops = compiler->loops->len;
  place->loops = tl_arena_memdup (compiler->place_arena, compiler->loops->data, compiler->loops->len * sizeof (TlCodeLoop));
  compiler->place = place;
  return place;
}

void
tl_compile_push_loop (TlCompiler *compiler, const TlVar *var, guint32 reg)
{
  TlCodeLoop loop = { var->name, reg };

  if (compiler->loops == NULL)
    return;
  g_array_append_val (compiler->loops, loop);
  compiler->place = NULL;
}

void
tl_compile_pop_loop (TlCompiler *compiler)
{
  if (compiler->loops == NULL)
    return;
  g_array_set_size (compiler->loops, compiler->loops->len - 1);
  compiler->place = NULL;
}

guint32
tl_compile_common (TlCompiler *compiler, const TlExpr *expr)
{
  TlSharedValue value = { expr, compiler->choice, 0 };

  if (compiler->launch == NULL || compiler->n_split > 0 || compiler->lane_mask != 0)
    return tl_compile_lane (compiler, expr, 0);
  for (guint i = 0; i < compiler->shared_values->len; i++)
    {
      const TlSharedValue *known = &g_array_index (compiler->shared_values, TlSharedValue, i);

      if (known->expr == expr && known->choice == compiler->choice)
        return known->reg;
    }
  value.reg = tl_compile_lane (compiler, expr, 0);
  g_array_append_val (compiler->shared_values, value);
  return value.reg;
}

guint
tl_compile_access_lanes (TlCompiler *compiler, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, guint lane)
{
  guint         element = buffer->dtype.lanes, lanes = element;
  const TlExpr *last = n_indices > 0 ? indices[n_indices - 1] : NULL;

  if (compiler->n_split > 0 || compiler->lane_mask != 0)
    return 1;
  for (guint i = 0; i + 1 < n_indices; i++)
    if (indices[i]->dtype.lanes > 1)
      return lane % element == 0 ? element : 0;
  if (last != NULL && last->kind == TL_EXPR_RAMP && tl_expr_is_int (last->stride, 1))
    lanes = element * last->dtype.lanes;
  return lane % lanes == 0 ? lanes : 0;
}

void
tl_compile_launch (TlCompiler *compiler, const TlLoop *loop)
{
  const TlStmt *body;
  guint32       extents[TL_N_LAUNCH_AXES], first = compiler->next_register;
  guint         at, jump;
  TlInstr      *instr;

  compiler->next_register += TL_N_LAUNCH_AXES;
  compiler->n_registers = MAX (compiler->n_registers, compiler->next_register);
  for (guint axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    extents[axis] = tl_compiler_int (compiler, 1);
  for (;; loop = &body->loop)
    {
      TlLaunchAxis axis = tl_launch_axis_find (loop->thread);

      extents[axis] = tl_compile_size (compiler, loop->extent);
      tl_compiler_bind (compiler, loop->var, first + axis);
      body = loop->body;
      if (body->kind != TL_STMT_FOR || body->loop.kind != TL_LOOP_THREAD_BINDING)
        break;
    }
  at = tl_compiler_emit (compiler, TL_OP_HOOK, 0, tl_compiler_pool (compiler, extents, TL_N_LAUNCH_AXES), first);
  instr = tl_compiler_instr (compiler, at);
  instr->c = compiler->n_launches++;
  instr->hook = compiler->launch;
  jump = tl_compiler_emit (compiler, TL_OP_JUMP, 0, 0, 0);
  tl_compiler_stmt (compiler, body);
  tl_compiler_emit (compiler, TL_OP_HALT, 0, 0, 0);
  tl_compile_patch (compiler, jump);
}

static guint32
compile_sync (TlCompiler *compiler, const TlExpr *expr)
{
  const char *scope = expr->n_args > 0 && expr->args[0]->kind == TL_EXPR_STRING ? expr->args[0]->text : "shared";
  guint       at = tl_compiler_emit (compiler, TL_OP_SYNC, 0, 0, 0);

  tl_compiler_instr (compiler, at)->n = strcmp (scope, "warp") == 0;
  return tl_compiler_int (compiler, 0);
}

static guint32
compile_shuffle (TlCompiler *compiler, const TlExpr *expr, TlShuffle kind, guint lane)
{
  guint32  mask = tl_compile_lane (compiler, expr->args[0], 0);
  guint32  value = tl_compile_lane (compiler, expr->args[1], lane);
  guint32  source = tl_compile_lane (compiler, expr->args[2], 0);
  gint64   width;
  guint32  dst;
  TlInstr *instr;

  if (!tl_compiler_get_int (compiler, expr->args[3], &width))
    width = 0;
  dst = tl_emit_binary (compiler, TL_OP_SHUFFLE, value, source);
  instr = tl_compiler_instr (compiler, compiler->code->len - 1);
  instr->c = mask;
  instr->n = (guint16) kind;
  instr->integer = width;
  return dst;
}

static guint32
compile_matrix (TlCompiler *compiler, const TlMatrixCall *call)
{
  TlMatrixOperands *operands = g_new0 (TlMatrixOperands, 1);
  guint32           registers[6];
  guint             n = 0, at;
  TlInstr          *instr;

  *operands = (TlMatrixOperands) {
    .n_fragments = call->n_fragments, .m = call->m, .n = call->n, .k = call->k, .is_column_major = call->is_column_major,
    .permuted_row = call->permuted_row,
  };
  g_ptr_array_add (compiler->texts, operands);
  for (guint i = 0; i < call->n_fragments; i++)
    {
      operands->slots[i] = tl_compiler_slot (compiler, call->fragments[i].buffer);
      registers[n++] = tl_compile_lane (compiler, call->fragments[i].index, 0);
    }
  if (call->memory != NULL)
    {
      tl_matrix_call_lines (call, &operands->n_lines, &operands->length);
      registers[n++] = tl_compile_lane (compiler, call->offset, 0);
      registers[n++] = tl_compile_lane (compiler, call->stride, 0);
    }
  if (call->value != NULL)
    {
      operands->value_type = call->value->dtype;
      registers[n++] = tl_compile_lane (compiler, call->value, 0);
    }
  at = tl_compiler_emit (compiler, TL_OP_MATRIX, 0, tl_compiler_pool (compiler, registers, n), 0);
  instr = tl_compiler_instr (compiler, at);
  instr->n = (guint16) call->kind;
  instr->c = call->memory != NULL ? tl_compiler_slot (compiler, call->memory) : operands->slots[0];
  instr->pointer = operands;
  return tl_compiler_int (compiler, 0);
}

/* The address of element @offset of a flat buffer, of which elements up to @n later are accessed, too. */
static guint32
compile_range (TlCompiler *compiler, const TlBuffer *buffer, const TlExpr *offset, gint64 n)
{
  guint32 index = tl_compile_lane (compiler, offset, 0), first = tl_compiler_register (compiler);

  for (guint i = 0; i < (n > 1 ? 2u : 1u); i++)
    {
      guint32  at = i == 0 ? index : tl_emit_binary (compiler, TL_OP_ADD_I, index, tl_compiler_int (compiler, n - 1));
      guint32  address = i == 0 ? first : tl_compiler_register (compiler);
      TlInstr *instr = tl_compiler_instr (compiler, tl_compiler_emit (compiler, TL_OP_ADDR1, address, at, 0));

      instr->c = tl_compiler_slot (compiler, buffer);
      instr->n = 1;
    }
  return first;
}

/* Negative where the copy's condition does not hold. */
static guint32
compile_source (TlCompiler *compiler, const TlAsyncCopy *copy)
{
  gint64  n = tl_async_copy_elements (copy);
  guint32 address;
  guint   jump;

  if (copy->condition == NULL)
    return compile_range (compiler, copy->from, copy->from_offset, n);
  guint32 cond = tl_compile_lane (compiler, copy->condition, 0);
  address = tl_compiler_register (compiler);
  tl_compiler_emit (compiler, TL_OP_MOVE, address, tl_compiler_int (compiler, -1), 0);
  jump = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, cond, 0);
  tl_compiler_emit (compiler, TL_OP_MOVE, address, compile_range (compiler, copy->from, copy->from_offset, n), 0);
  tl_compile_patch (compiler, jump);
  return address;
}

static guint32
compile_async_copy (TlCompiler *compiler, const TlAsyncCopy *copy)
{
  guint16  n = (guint16) tl_async_copy_elements (copy);
  guint32  to = compile_range (compiler, copy->to, copy->to_offset, n), from = compile_source (compiler, copy);
  guint    from_slot = tl_compiler_slot (compiler, copy->from), to_slot = tl_compiler_slot (compiler, copy->to);
  TlInstr *instr = tl_compiler_instr (compiler, tl_compiler_emit (compiler, TL_OP_COPY_FROM, 0, from, 0));

  instr->c = from_slot;
  instr->n = n;
  instr = tl_compiler_instr (compiler, tl_compiler_emit (compiler, TL_OP_COPY_TO, from_slot, to, from));
  instr->c = to_slot;
  instr->n = n;
  return tl_compiler_int (compiler, 0);
}

static guint32
compile_group (TlCompiler *compiler, const TlExpr *expr)
{
  TlInstr *instr = tl_compiler_instr (compiler, tl_compiler_emit (compiler, TL_OP_COPY_GROUP, 0, 0, 0));

  instr->n = expr->n_args > 0 ? TL_GROUP_WAIT : TL_GROUP_COMMIT;
  if (expr->n_args > 0 && (!tl_expr_get_int (expr->args[0], &instr->integer) || instr->integer < 0))
    tl_compile_trap (compiler, TL_INTERP_ERROR_UNSUPPORTED, "T.ptx_wait_group takes the number of groups that may go on");
  return tl_compiler_int (compiler, 0);
}

gboolean
tl_compile_thread_call (TlCompiler *compiler, const TlExpr *expr, guint lane, guint32 *result)
{
  static const char *const shuffles[] = {
    [TL_SHUFFLE_FROM] = "tvm_warp_shuffle", [TL_SHUFFLE_UP] = "tvm_warp_shuffle_up", [TL_SHUFFLE_DOWN] = "tvm_warp_shuffle_down",
    [TL_SHUFFLE_XOR] = "tvm_warp_shuffle_xor",
  };
  const char *name = expr->callee->name;
  TlMatrixCall matrix;
  TlAsyncCopy  copy;

  if (tl_async_copy_read (expr, &copy) && copy.to->n_dims == 1 && copy.from->n_dims == 1)
    {
      *result = compile_async_copy (compiler, &copy);
      return TRUE;
    }
  if (tl_matrix_call_read (expr, &matrix))
    {
      *result = compile_matrix (compiler, &matrix);
      return TRUE;
    }
  for (guint kind = 0; kind < G_N_ELEMENTS (shuffles); kind++)
    if (strcmp (name, shuffles[kind]) == 0 && expr->n_args == 5)
      {
        *result = compile_shuffle (compiler, expr, kind, lane);
        return TRUE;
      }
  if (strcmp (name, "tvm_storage_sync") == 0)
    *result = compile_sync (compiler, expr);
  else if (strcmp (name, "ptx_commit_group") == 0 || strcmp (name, "ptx_wait_group") == 0)
    *result = compile_group (compiler, expr);
  else if (strcmp (name, "wgmma_fence") == 0 || strcmp (name, "wgmma_wait") == 0)
    *result = tl_compiler_int (compiler, 0);   /* products are made at once */
  else if (strcmp (name, "tvm_warp_activemask") == 0)
    *result = tl_emit_unary (compiler, TL_OP_ACTIVE_MASK, 0);
  else if (strcmp (name, "thread_return") == 0)
    {
      tl_compiler_emit (compiler, TL_OP_HALT, 0, 0, 0);
      *result = tl_compiler_int (compiler, 0);
    }
  else
    return FALSE;
  return TRUE;
}
