/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small buffers as values. A buffer whose every access is at a position that is a number, and of which no two accesses overlap but by being
 * the same, is a set of variables: each is the value last stored, with a phi where ways meet. LLVM would come to the same by taking the
 * place on the stack apart, which costs more than any other of its passes over such code.
 *
 * Statements are trees, so ways meet only at the head of a loop, after one that may not run, and after a condition. A phi that nobody has
 * used when its loop is done was for a value that does not live from one iteration to the next, and goes.
 */
#include "core/codegen/codegen-private.h"

typedef struct
{
  gint64       start;    /* first element */
  guint        lanes;
  LLVMValueRef value;    /* in memory type; NULL: nothing stored yet */
} Register;

struct _CgRegisters
{
  const TlBuffer *buffer;
  GArray         *slots;      /* Register */
  GHashTable     *by_start;   /* start + 1 → index + 1 */
};

/* --- which buffers --- */

typedef struct
{
  CgRegisters *registers;
  gboolean     failed;
} RegisterAccesses;

static gpointer
start_key (gint64 start)
{
  return GSIZE_TO_POINTER ((gsize) start + 1);
}

static void
note_access (RegisterAccesses *accesses, const TlExpr *position)
{
  CgRegisters *registers = accesses->registers;
  Register slot = { .lanes = position->dtype.lanes };
  if (position->kind == TL_EXPR_BROADCAST)
    {
      position = position->base;
      slot.lanes = 1;
    }
  if (position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1))
    position = position->base;
  if (position->dtype.lanes > 1 || !tl_expr_get_int (position, &slot.start) || slot.start < 0)
    {
      accesses->failed = TRUE;
      return;
    }
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (registers->by_start, start_key (slot.start)));
  if (known > 0)
    {
      accesses->failed |= g_array_index (registers->slots, Register, known - 1).lanes != slot.lanes;
      return;
    }
  g_array_append_val (registers->slots, slot);
  g_hash_table_insert (registers->by_start, start_key (slot.start), GUINT_TO_POINTER (registers->slots->len));
}

static TlWalk
note_expr (const TlExpr *expr, gpointer user_data)
{
  RegisterAccesses *accesses = user_data;
  const TlBuffer *buffer = accesses->registers->buffer;
  /* Such calls may take the address of what stands there. */
  if (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure && tl_expr_loads (expr, buffer))
    accesses->failed = TRUE;
  if (expr->kind == TL_EXPR_LOAD && expr->buffer == buffer)
    note_access (accesses, expr->indices[0]);
  return accesses->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Code of parallel loops may become another function; under a condition of several lanes a store leaves some of them. */
static gboolean
needs_memory (const TlStmt *stmt)
{
  return (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_PARALLEL) || stmt->kind == TL_STMT_WHILE
         || (stmt->kind == TL_STMT_IF && stmt->cond->dtype.lanes > 1);
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  RegisterAccesses *accesses = user_data;
  const TlBuffer *buffer = accesses->registers->buffer;
  if (needs_memory (stmt) && tl_stmt_uses_buffer (stmt, buffer))
    accesses->failed = TRUE;
  else if (stmt->kind == TL_STMT_STORE && stmt->buffer == buffer)
    note_access (accesses, stmt->indices[0]);
  return accesses->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
overlaps (const CgRegisters *registers)
{
  for (guint i = 0; i < registers->slots->len; i++)
    {
      const Register *slot = &g_array_index (registers->slots, Register, i);
      for (guint lane = 1; lane < slot->lanes; lane++)
        if (g_hash_table_contains (registers->by_start, start_key (slot->start + lane)))
          return TRUE;
    }
  return FALSE;
}

static void
registers_free (CgRegisters *registers)
{
  g_array_unref (registers->slots);
  g_hash_table_unref (registers->by_start);
  g_free (registers);
}

CgRegisters *
cg_registers_enter (Codegen *cg, const TlBuffer *buffer, const TlStmt *body)
{
  CgRegisters *registers = g_new (CgRegisters, 1);
  *registers = (CgRegisters) { buffer, g_array_new (FALSE, FALSE, sizeof (Register)), g_hash_table_new (NULL, NULL) };
  RegisterAccesses accesses = { registers, buffer->dtype.lanes > 1 };
  if (!accesses.failed)
    tl_stmt_walk (body, note_stmt, note_expr, &accesses);
  if (accesses.failed || overlaps (registers))
    {
      registers_free (registers);
      return NULL;
    }
  g_hash_table_insert (cg->registers, (gpointer) buffer, registers);
  return registers;
}

void
cg_registers_leave (Codegen *cg, CgRegisters *registers)
{
  g_hash_table_remove (cg->registers, registers->buffer);
  registers_free (registers);
}

/* --- their values --- */

static Register *
find_register (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  CgRegisters *registers = g_hash_table_lookup (cg->registers, buffer);
  gint64 start = -1;
  if (registers == NULL)
    return NULL;
  tl_expr_get_int (position->kind == TL_EXPR_RAMP || position->kind == TL_EXPR_BROADCAST ? position->base : position, &start);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (registers->by_start, start_key (start)));
  g_assert (known > 0);
  return &g_array_index (registers->slots, Register, known - 1);
}

LLVMValueRef
cg_register_load (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  Register *slot = find_register (cg, buffer, position);
  if (slot == NULL)
    return NULL;
  return slot->value != NULL ? slot->value : LLVMGetUndef (cg_with_lanes (cg_memory_type (cg, buffer->dtype), slot->lanes));
}

gboolean
cg_register_store (Codegen *cg, const TlBuffer *buffer, const TlExpr *position, LLVMValueRef raw)
{
  Register *slot = find_register (cg, buffer, position);
  if (slot != NULL)
    slot->value = raw;
  return slot != NULL;
}

/* --- where ways meet --- */

typedef struct
{
  Codegen    *cg;
  GArray     *found;   /* CgCarried */
  GHashTable *seen;
} RegisterSearch;

static TlWalk
note_written (const TlStmt *stmt, gpointer user_data)
{
  RegisterSearch *search = user_data;
  Register *slot = stmt->kind == TL_STMT_STORE ? find_register (search->cg, stmt->buffer, stmt->indices[0]) : NULL;
  if (slot != NULL && g_hash_table_add (search->seen, slot))
    {
      CgCarried carried = { .slot = slot, .type = cg_with_lanes (cg_memory_type (search->cg, stmt->buffer->dtype), slot->lanes) };
      g_array_append_val (search->found, carried);
    }
  return TL_WALK_INTO;
}

GArray *
cg_registers_written (Codegen *cg, const TlStmt *stmt)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (CgCarried));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  RegisterSearch search = { cg, found, seen };
  if (g_hash_table_size (cg->registers) > 0)
    tl_stmt_walk (stmt, note_written, NULL, &search);
  for (guint i = 0; i < found->len; i++)
    {
      CgCarried *carried = &g_array_index (found, CgCarried, i);
      carried->before = ((Register *) carried->slot)->value;
    }
  return found;
}

static void
add_incoming (const CgCarried *carried, LLVMValueRef phi, LLVMValueRef value, LLVMBasicBlockRef from)
{
  LLVMValueRef incoming = value != NULL ? value : LLVMGetUndef (carried->type);
  LLVMAddIncoming (phi, &incoming, &from, 1);
}

void
cg_registers_at_head (Codegen *cg, GArray *written, LLVMBasicBlockRef before)
{
  for (guint i = 0; i < written->len; i++)
    {
      CgCarried *carried = &g_array_index (written, CgCarried, i);
      carried->phi = LLVMBuildPhi (cg->builder, carried->type, "");
      add_incoming (carried, carried->phi, carried->before, before);
      ((Register *) carried->slot)->value = carried->phi;
    }
}

static gboolean
is_last_value (const GArray *written, LLVMValueRef value)
{
  for (guint i = 0; i < written->len; i++)
    if (((Register *) g_array_index (written, CgCarried, i).slot)->value == value)
      return TRUE;
  return FALSE;
}

/* A value at the head may be the last one of another register, so all are added before any goes. */
void
cg_registers_at_latch (GArray *written, LLVMBasicBlockRef latch)
{
  for (guint i = 0; i < written->len; i++)
    {
      CgCarried *carried = &g_array_index (written, CgCarried, i);
      add_incoming (carried, carried->phi, ((Register *) carried->slot)->value, latch);
    }
  for (guint i = 0; i < written->len; i++)
    {
      LLVMValueRef phi = g_array_index (written, CgCarried, i).phi;
      if (LLVMGetFirstUse (phi) == NULL && !is_last_value (written, phi))
        LLVMInstructionEraseFromParent (phi);
    }
}

void
cg_registers_part (GArray *written)
{
  for (guint i = 0; i < written->len; i++)
    {
      CgCarried *carried = &g_array_index (written, CgCarried, i);
      Register *slot = carried->slot;
      carried->one_way = slot->value;
      slot->value = carried->before;
    }
}

void
cg_registers_meet (Codegen *cg, GArray *written, LLVMBasicBlockRef one_way, LLVMBasicBlockRef other_way)
{
  for (guint i = 0; i < written->len; i++)
    {
      CgCarried *carried = &g_array_index (written, CgCarried, i);
      Register *slot = carried->slot;
      if (carried->one_way == slot->value)
        continue;
      LLVMValueRef phi = LLVMBuildPhi (cg->builder, carried->type, "");
      add_incoming (carried, phi, carried->one_way, one_way);
      add_incoming (carried, phi, slot->value, other_way);
      slot->value = phi;
    }
}
