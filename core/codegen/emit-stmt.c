/* SPDX-License-Identifier: Apache-2.0 */
/* Statements. Loops test at their end (rotated), which is what LLVM's light pipeline leaves alone. */
#include <llvm-c/DebugInfo.h>

#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/codegen/codegen-private.h"
#include "core/ir/matrix-call.h"
#include "core/ir/thread-steps.h"

#define MIN_ROW 4   /* elements */
/* LLVM's loop vectorizer takes time quadratic in the statements of a loop: 24 s for 6,272 of them. */
#define MAX_OPEN_STEPS 64

static LLVMMetadataRef
loop_hint (Codegen *cg, const char *name, gboolean has_value, gboolean value)
{
  LLVMMetadataRef parts[2] = { LLVMMDStringInContext2 (cg->context, name, strlen (name)), NULL };
  if (has_value)
    parts[1] = LLVMValueAsMetadata (LLVMConstInt (cg->i1, (unsigned long long) value, FALSE));
  return LLVMMDNodeInContext2 (cg->context, parts, has_value ? 2 : 1);
}

/* Each loop needs a node of its own. */
static void
mark_loop (Codegen *cg, LLVMValueRef branch, CgLoopHints hints)
{
  LLVMMetadataRef self = LLVMTemporaryMDNode (cg->context, NULL, 0);
  LLVMMetadataRef parts[4] = { self };
  unsigned n = 1;
  if (hints & CG_LOOP_NOT_UNROLLED)
    parts[n++] = loop_hint (cg, "llvm.loop.unroll.disable", FALSE, FALSE);
  if (hints & CG_LOOP_UNROLLED)
    parts[n++] = loop_hint (cg, "llvm.loop.unroll.full", FALSE, FALSE);
  if (hints & CG_LOOP_NOT_VECTORIZED)
    parts[n++] = loop_hint (cg, "llvm.loop.vectorize.enable", TRUE, FALSE);
  LLVMMetadataRef node = LLVMMDNodeInContext2 (cg->context, parts, n);
  LLVMMetadataReplaceAllUsesWith (self, node);
  LLVMSetMetadata (branch, LLVMGetMDKindIDInContext (cg->context, "llvm.loop", 9), LLVMMetadataAsValue (cg->context, node));
}

void
cg_loop (Codegen *cg, const char *name, LLVMValueRef begin, LLVMValueRef end, gboolean runs_once, CgLoopHints hints, CgLoopBody body,
         gpointer user_data)
{
  LLVMBuilderRef b = cg->builder;
  /* The dots keep the name apart from the number that LLVM adds to a second one. */
  g_autofree char *label = g_strdup_printf ("loop.%s.", name);
  LLVMBasicBlockRef head = cg_block (cg, label), after = cg_block (cg, "after");
  LLVMBasicBlockRef before = LLVMGetInsertBlock (b);
  LLVMPositionBuilderAtEnd (b, head);
  LLVMValueRef index = LLVMBuildPhi (b, cg->i64, "");
  LLVMAddIncoming (index, &begin, &before, 1);
  CgLoopLevel frame = { .depth = ++cg->depth, .before = before, .addresses = cg_addresses_new () };
  g_ptr_array_add (cg->func->loops, &frame);
  body (cg, index, user_data);
  g_ptr_array_set_size (cg->func->loops, (gint) cg->func->loops->len - 1);
  g_hash_table_unref (frame.addresses);
  cg->depth--;
  LLVMValueRef next = LLVMBuildAdd (b, index, cg_index (cg, 1), "");
  if (LLVMIsAInstruction (next) != NULL)
    LLVMSetNSW (next, TRUE);
  LLVMBasicBlockRef latch = LLVMGetInsertBlock (b);
  LLVMAddIncoming (index, &next, &latch, 1);
  LLVMValueRef branch = LLVMBuildCondBr (b, LLVMBuildICmp (b, LLVMIntSLT, next, end, ""), head, after);
  if (hints != CG_LOOP_OPEN)
    mark_loop (cg, branch, hints);
  LLVMPositionBuilderAtEnd (b, before);
  if (runs_once)
    LLVMBuildBr (b, head);
  else
    LLVMBuildCondBr (b, LLVMBuildICmp (b, LLVMIntSLT, begin, end, ""), head, after);
  LLVMPositionBuilderAtEnd (b, after);
}

typedef struct
{
  Codegen     *cg;
  const TlVar *var;
  guint        n_along, n_across, n_fixed, n_loops;   /* stores that go on element by element, otherwise, or stay; loops */
} RowStores;

static TlWalk
count_row_store (const TlStmt *stmt, gpointer user_data)
{
  RowStores *stores = user_data;
  gint64 stride;
  stores->n_loops += stmt->kind == TL_STMT_FOR;
  if (stmt->kind != TL_STMT_STORE)
    return TL_WALK_INTO;
  if (!tl_expr_uses_var (stmt->indices[0], stores->var))
    stores->n_fixed++;
  else if (tl_expr_stride (stores->cg->analyzer, stmt->indices[0], stores->var, &stride) && stride == 1)
    stores->n_along++;
  else
    stores->n_across++;
  return TL_WALK_INTO;
}

/* --- loops of threads --- */

#define MAX_UNROLLED_EXTENT 64
#define MAX_UNROLLED_STEPS  2048
#define MAX_SHORT_STEPS     64    /* of a loop that LLVM writes out by itself */
#define MAX_REGISTERS       256   /* of a thread, of 4 bytes each, with that which is always 0 */

typedef struct
{
  Codegen     *cg;
  const TlVar *var;
} PrivateAccess;

/* The elements of an array that the statement of a program touches that touches most. */
typedef struct
{
  const TlBuffer *buffer;
  GPtrArray *loops;   /* const TlLoop: around */
  gint64 most;
} TouchCount;

static void
count_touched (TouchCount *count, const TlBuffer *buffer, const TlExpr *position)
{
  gint64 n = position->dtype.lanes, extent;
  if (buffer != count->buffer)
    return;
  for (guint i = 0; i < count->loops->len; i++)
    {
      const TlLoop *loop = count->loops->pdata[i];
      if (tl_expr_uses_var (position, loop->var))
        n = tl_mul_saturated (n, loop->thread == NULL && tl_expr_get_int (loop->extent, &extent) ? extent : G_MAXINT64);
    }
  count->most = MAX (count->most, n);
}

static TlWalk
count_loaded (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD)
    count_touched (user_data, expr->buffer, expr->indices[0]);
  return TL_WALK_INTO;
}

static TlWalk
count_stored (const TlStmt *stmt, gpointer user_data)
{
  TouchCount *count = user_data;
  if (stmt->kind == TL_STMT_STORE)
    count_touched (count, stmt->buffer, stmt->indices[0]);
  if (stmt->kind != TL_STMT_FOR)
    return TL_WALK_INTO;
  g_ptr_array_add (count->loops, (gpointer) &stmt->loop);
  tl_stmt_walk_children (stmt, count_stored, count_loaded, count);
  g_ptr_array_set_size (count->loops, (gint) count->loops->len - 1);
  return TL_WALK_OVER;
}

/* An array of more elements, or of which more are touched, stays in memory, whatever loops along it become. */
static gboolean
fits_registers (Codegen *cg, const TlBuffer *buffer)
{
  gint64 n = tl_buffer_n_elements (buffer), limit = MAX_REGISTERS * 4 / tl_max (tl_dtype_bytes (buffer->dtype), 1);
  g_autoptr (GPtrArray) loops = NULL;
  TouchCount count = { buffer, NULL, 0 };
  if (n >= 0 && n <= limit)
    return TRUE;
  count.loops = loops = g_ptr_array_new ();
  tl_stmt_walk (cg->prim->body, count_stored, count_loaded, &count);
  return count.most <= limit;
}

static gboolean
is_private_place (const PrivateAccess *access, const TlBuffer *buffer, const TlExpr *position)
{
  LLVMValueRef place = g_hash_table_lookup (access->cg->buffers, buffer);
  return (place == NULL || LLVMIsAAllocaInst (place) != NULL) && tl_expr_uses_var (position, access->var)
         && fits_registers (access->cg, buffer);
}

/* A matrix instruction of which the loop's variable chooses a fragment. */
static gboolean
chooses_fragment (const PrivateAccess *access, const TlExpr *expr)
{
  TlMatrixCall call;
  gboolean is_chosen = FALSE;
  if (tl_matrix_call_read (expr, &call))
    for (guint i = 0; i < call.n_fragments; i++)
      is_chosen |= tl_expr_uses_var (call.fragments[i].index, access->var);
  return is_chosen;
}

static TlWalk
find_private_load (const TlExpr *expr, gpointer user_data)
{
  if (chooses_fragment (user_data, expr))
    return TL_WALK_STOP;
  return expr->kind == TL_EXPR_LOAD && is_private_place (user_data, expr->buffer, expr->indices[0]) ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
find_private_store (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_STORE && is_private_place (user_data, stmt->buffer, stmt->indices[0]) ? TL_WALK_STOP : TL_WALK_INTO;
}

typedef struct
{
  Codegen *cg;
  gint64   n_steps;
} StepCount;

static gboolean is_written_out (Codegen *cg, const TlLoop *loop, gint64 *n_steps);

static TlWalk
count_written_out (const TlStmt *stmt, gpointer user_data)
{
  StepCount *out = user_data;
  gint64 n_steps;
  if (stmt->kind != TL_STMT_FOR)
    {
      out->n_steps += tl_stmt_thread_steps (stmt);
      return TL_WALK_INTO;
    }
  is_written_out (out->cg, &stmt->loop, &n_steps);
  out->n_steps += n_steps;
  return TL_WALK_OVER;
}

/*
 * Loops that a schedule unrolls. Others, too, where they go along an array of the thread: registers have no addresses, so it would stay in
 * memory. Together with the loops inside they make no more than MAX_UNROLLED_STEPS: an array that takes more is none of registers.
 */
static gboolean
is_written_out (Codegen *cg, const TlLoop *loop, gint64 *n_steps)
{
  PrivateAccess access = { cg, loop->var };
  StepCount body = { cg, 0 };
  gint64 extent;
  tl_stmt_walk (loop->body, count_written_out, NULL, &body);
  *n_steps = body.n_steps;
  if (!tl_expr_get_int (loop->extent, &extent) || extent > MAX_UNROLLED_EXTENT || extent * body.n_steps > MAX_UNROLLED_STEPS
      || (loop->kind != TL_LOOP_UNROLLED && tl_stmt_walk (loop->body, find_private_store, find_private_load, &access)))
    {
      *n_steps *= tl_expr_get_int (loop->extent, &extent) && extent > 0 && extent * body.n_steps <= MAX_SHORT_STEPS ? extent : 1;
      return FALSE;
    }
  *n_steps *= MAX (extent, 1);
  return TRUE;
}

static CgLoopHints
thread_loop_hints (Codegen *cg, const TlLoop *loop)
{
  gint64 n_steps;
  return is_written_out (cg, loop, &n_steps) ? CG_LOOP_UNROLLED : CG_LOOP_OPEN;
}

/*
 * LLVM would unroll an innermost loop along rows before it looks for vectors, and then gather the elements of several rows; and it would
 * scatter vectors where a loop goes down columns, two to four times slower than element by element.
 */
CgLoopHints
cg_loop_hints (Codegen *cg, const TlLoop *loop)
{
  RowStores stores = { .cg = cg, .var = loop->var };
  gint64 extent;
  if (cg->backend->is_simt)
    return thread_loop_hints (cg, loop);
  if (cg_stmt_has_vectors (loop->body) || tl_stmt_count_steps (loop->body) > MAX_OPEN_STEPS)
    return CG_LOOP_DECIDED;
  if (!tl_expr_get_int (loop->extent, &extent) || extent < MIN_ROW)
    return CG_LOOP_OPEN;
  tl_stmt_walk (loop->body, count_row_store, NULL, &stores);
  if (stores.n_across > 0)
    return CG_LOOP_NOT_VECTORIZED;
  return stores.n_along > 0 && stores.n_fixed == 0 && stores.n_loops == 0 ? CG_LOOP_NOT_UNROLLED : CG_LOOP_OPEN;
}

/* annotate (loop, "nontemporal_store", 1), ours and not TVM's: aligned vector stores under the loop bypass the caches. */
static gboolean
is_bypassing (const TlStmt *loop)
{
  const TlValue *value = tl_attrs_find (&loop->loop.annotations, "nontemporal_store");
  TlValue number;
  return value != NULL && tl_value_get_number (value, &number) && number.kind == TL_VALUE_INT && number.integer != 0;
}

void
cg_loop_body (Codegen *cg, LLVMValueRef index, gpointer user_data)
{
  const TlStmt *loop = user_data;
  cg_define_var (cg, loop->loop.var, index);
  cg->n_bypassing += is_bypassing (loop);
  cg_stmt (cg, loop->loop.body);
  cg->n_bypassing -= is_bypassing (loop);
}

/* Such stores of CPUs are seen by others in no order until a fence. */
void
cg_after_loop (Codegen *cg, const TlStmt *loop)
{
  if (is_bypassing (loop) && cg->n_bypassing == 0 && !cg->backend->is_simt)
    LLVMBuildFence (cg->builder, LLVMAtomicOrderingSequentiallyConsistent, FALSE, "");
}

typedef struct
{
  const TlStmt      *stmt;
  GArray            *written;   /* CgCarried: registers that it changes */
  LLVMBasicBlockRef  before, latch;
} SerialLoop;

static void
serial_loop_body (Codegen *cg, LLVMValueRef index, gpointer user_data)
{
  SerialLoop *loop = user_data;
  cg_registers_at_head (cg, loop->written, loop->before);
  cg_loop_body (cg, index, (gpointer) loop->stmt);
  loop->latch = LLVMGetInsertBlock (cg->builder);
  cg_registers_at_latch (loop->written, loop->latch);
}

static void
serial_loop (Codegen *cg, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;
  gint64 extent = -1;
  gboolean is_constant = tl_expr_get_int (loop->extent, &extent);
  if (is_constant && extent <= 0)
    return;
  tl_analyzer_bind (cg->analyzer, loop->var, loop->min, loop->extent);
  LLVMValueRef begin = cg_index_expr (cg, loop->min);
  LLVMValueRef end = LLVMBuildAdd (cg->builder, begin, cg_index_expr (cg, loop->extent), "");
  g_autoptr (GArray) written = cg_registers_written (cg, loop->body);
  SerialLoop state = { stmt, written, LLVMGetInsertBlock (cg->builder), NULL };
  cg_loop (cg, loop->var->name, begin, end, is_constant, cg_loop_hints (cg, loop), serial_loop_body, &state);
  if (!is_constant)
    {
      cg_registers_part (written);
      cg_registers_meet (cg, written, state.latch, state.before);
    }
  cg_after_loop (cg, stmt);
}

static void
emit_body (Codegen *cg, gpointer stmt)
{
  cg_stmt (cg, stmt);
}

static TlWalk
find_scalar_load (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= expr->kind == TL_EXPR_LOAD && expr->dtype.lanes == 1;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
find_loop (const TlStmt *stmt, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= stmt->kind == TL_STMT_FOR;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Masks hold vectors back; what is done for all lanes at once is done only if there is one. */
static void
lanes_conditional (Codegen *cg, const TlStmt *stmt)
{
  gboolean asks_any = FALSE;
  if (stmt->else_body != NULL)
    cg_fail (cg, "A condition of several lanes has no other branch");
  tl_stmt_walk (stmt->then_body, find_loop, find_scalar_load, &asks_any);
  cg_under_mask (cg, cg_expr (cg, stmt->cond), asks_any, emit_body, (gpointer) stmt->then_body);
}

static void
conditional (Codegen *cg, const TlStmt *stmt)
{
  LLVMBuilderRef b = cg->builder;
  if (stmt->cond->dtype.lanes > 1)
    {
      lanes_conditional (cg, stmt);
      return;
    }
  if (cg->backend->emit_conditional != NULL && cg->backend->emit_conditional (cg, stmt))
    return;
  LLVMValueRef cond = cg_expr (cg, stmt->cond);
  LLVMBasicBlockRef then_block = cg_block (cg, "then"), after = cg_block (cg, "endif");
  LLVMBasicBlockRef else_block = stmt->else_body != NULL ? cg_block (cg, "else") : after;
  g_autoptr (GArray) written = cg_registers_written (cg, stmt);
  LLVMBasicBlockRef then_end, else_end = LLVMGetInsertBlock (b);
  LLVMBuildCondBr (b, cond, then_block, else_block);
  LLVMPositionBuilderAtEnd (b, then_block);
  cg_stmt (cg, stmt->then_body);
  then_end = LLVMGetInsertBlock (b);
  LLVMBuildBr (b, after);
  cg_registers_part (written);
  if (stmt->else_body != NULL)
    {
      LLVMPositionBuilderAtEnd (b, else_block);
      cg_stmt (cg, stmt->else_body);
      else_end = LLVMGetInsertBlock (b);
      LLVMBuildBr (b, after);
    }
  LLVMPositionBuilderAtEnd (b, after);
  cg_registers_meet (cg, written, then_end, else_end);
}

static void
while_loop (Codegen *cg, const TlStmt *stmt)
{
  LLVMBasicBlockRef head = cg_block (cg, "while"), body = cg_block (cg, "while.body"), after = cg_block (cg, "while.end");
  LLVMBuildBr (cg->builder, head);
  LLVMPositionBuilderAtEnd (cg->builder, head);
  LLVMBuildCondBr (cg->builder, cg_expr (cg, stmt->cond), body, after);
  LLVMPositionBuilderAtEnd (cg->builder, body);
  cg->depth++;
  cg_stmt (cg, stmt->then_body);
  cg->depth--;
  LLVMBuildBr (cg->builder, head);
  LLVMPositionBuilderAtEnd (cg->builder, after);
}

/* --- buffers --- */

static void
alloc (Codegen *cg, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  gint64 n = tl_buffer_n_elements (buffer);
  gsize element = tl_max (tl_dtype_bytes (buffer->dtype), 1);
  if (n >= 0 && (guint64) n > G_MAXINT64 / 16 / element)
    {
      cg_fail (cg, "Buffer %s is too large", buffer->name);
      return;
    }
  gboolean may_be_values = n >= 0 && (gsize) n * element <= CG_SMALL_BYTES
                           && (cg->backend->is_private == NULL || cg->backend->is_private (buffer));
  CgRegisters *registers = may_be_values ? cg_registers_enter (cg, buffer, stmt->alloc_body) : NULL;
  if (registers != NULL)
    {
      cg_stmt (cg, stmt->alloc_body);
      cg_registers_leave (cg, registers);
      return;
    }
  if (n >= 0)
    {
      /* Copies that unrolling made of one allocation never live at the same time: they share the place. */
      LLVMValueRef place = g_hash_table_lookup (cg->func->places, buffer);
      if (place == NULL)
        g_hash_table_insert (cg->func->places, (gpointer) buffer, place = cg->backend->alloc_fixed (cg, buffer, n, (gsize) n * element));
      g_hash_table_insert (cg->buffers, (gpointer) buffer, place);
      cg_stmt (cg, stmt->alloc_body);
      return;
    }
  LLVMValueRef count = cg_index (cg, (gint64) element);
  for (guint i = 0; i < buffer->n_dims; i++)
    count = LLVMBuildMul (cg->builder, count, cg_index_expr (cg, buffer->shape[i]), "");
  LLVMValueRef place = cg->backend->alloc_sized (cg, buffer, count);
  g_hash_table_insert (cg->buffers, (gpointer) buffer, place);
  cg_stmt (cg, stmt->alloc_body);
  cg->backend->free_sized (cg, place);
}

static void
assertion (Codegen *cg, const TlStmt *stmt)
{
  LLVMValueRef cond = cg_expr (cg, stmt->assert_cond);
  LLVMBasicBlockRef failed = cg_block (cg, "assert.failed"), after = cg_block (cg, "assert.held");
  LLVMBuildCondBr (cg->builder, cond, after, failed);
  LLVMPositionBuilderAtEnd (cg->builder, failed);
  g_autofree char *message = tl_stmt_assert_message (stmt);
  LLVMValueRef text = LLVMBuildGlobalStringPtr (cg->builder, message, "message");
  cg_call_extern (cg, tl_codegen_extern_find ("tl_assert_failed"), &text, 1);
  LLVMBuildBr (cg->builder, after);
  LLVMPositionBuilderAtEnd (cg->builder, after);
}

static void
let_statement (Codegen *cg, const TlStmt *stmt)
{
  LLVMValueRef value = cg_expr (cg, stmt->let_value);
  if (cg->error == NULL)
    cg_define_var (cg, stmt->var, value);
  cg_stmt (cg, stmt->let_body);
}

static void
emit_stmt (Codegen *cg, const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      if (stmt->loop.kind == TL_LOOP_PARALLEL)
        cg->backend->emit_parallel (cg, stmt);
      else
        serial_loop (cg, stmt);
      break;
    case TL_STMT_SEQ:
      cg_sequence (cg, stmt);
      break;
    case TL_STMT_STORE:
      cg_store (cg, stmt->buffer, stmt->indices[0], cg_expr (cg, stmt->value));
      break;
    case TL_STMT_IF:
      conditional (cg, stmt);
      break;
    case TL_STMT_LET:
      let_statement (cg, stmt);
      break;
    case TL_STMT_WHILE:
      while_loop (cg, stmt);
      break;
    case TL_STMT_EVALUATE:
      cg_expr (cg, stmt->expr);
      break;
    case TL_STMT_ATTR:
      cg_stmt (cg, stmt->attr_body);
      break;
    case TL_STMT_ASSERT:
      assertion (cg, stmt);
      break;
    case TL_STMT_ALLOC:
      alloc (cg, stmt);
      break;
    case TL_STMT_BLOCK:
      cg_fail (cg, "Block %s has not been lowered", stmt->block.name);
      break;
    }
}

void
cg_stmt (Codegen *cg, const TlStmt *stmt)
{
  if (cg->error != NULL)
    return;
  guint outer_line = cg->debug != NULL ? cg_debug_enter (cg, stmt) : 0;
  emit_stmt (cg, stmt);
  if (cg->debug != NULL)
    cg_debug_set_line (cg, outer_line);
}
