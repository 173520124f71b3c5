/* SPDX-License-Identifier: Apache-2.0 */
/* Counts of instructions become counts of statements: which class each instruction is of, and which were one on a device. */
#include "core/interp/gpu/emulator-private.h"

#include "core/interp/gpu/race-private.h"
#include "core/interp/compile-private.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"

/* Vectors move in pieces of the largest power of two of bytes, up to 16, that divides them. */
gint64
tl_access_bytes (const TlInstr *instr, guint scalar_bytes)
{
  gint64 n_bytes = (gint64) instr->n * scalar_bytes;

  return MIN (n_bytes & -n_bytes, 16);
}

static gboolean
is_in (TlOp op, TlOp first, TlOp last)
{
  return op >= first && op <= last;
}

static gboolean
is_product (TlOp op)
{
  return op == TL_OP_MUL_S || op == TL_OP_MUL_D;
}

static gboolean
is_sum (TlOp op)
{
  return op == TL_OP_ADD_S || op == TL_OP_ADD_D || op == TL_OP_SUB_S || op == TL_OP_SUB_D;
}

/* The instruction of the same statement that made register @reg of @at, past roundings; -1: none. */
static gint
maker_of (const TlProgram *program, guint at, guint32 reg)
{
  for (gint i = (gint) at - 1; i >= 0 && program->places->pdata[i] == program->places->pdata[at]; i--)
    {
      const TlInstr *instr = &program->code[i];

      if (is_in (instr->op, TL_OP_JUMP, TL_OP_FOR_NEXT))
        return -1;
      if (instr->dst != reg || instr->op >= TL_OP_ADDR1)
        continue;
      if (instr->op != TL_OP_ROUND_HALF && instr->op != TL_OP_ROUND_BFLOAT && instr->op != TL_OP_MOVE)
        return i;
      reg = instr->a;
    }
  return -1;
}

/* A sum of a product is one multiply-add; @is_joined says which products are in one. */
static gboolean
joins_product (const TlProgram *program, guint at, gboolean *is_joined)
{
  const guint32 operands[] = { program->code[at].a, program->code[at].b };

  for (guint i = 0; i < G_N_ELEMENTS (operands); i++)
    {
      gint maker = maker_of (program, at, operands[i]);

      if (maker >= 0 && is_product (program->code[maker].op) && !is_joined[maker])
        {
          is_joined[maker] = TRUE;
          return TRUE;
        }
    }
  return FALSE;
}

/* The first lane's address is that of the whole vector: sums that make those of the others, right before them, are nothing on a device. */
static void
leave_out_lane_address (const TlProgram *program, guint at, gboolean *is_joined)
{
  const TlInstr *instr = &program->code[at];
  guint32        reg;

  if (!is_in (instr->op, TL_OP_LOAD_S, TL_OP_STORE_64) || instr->n > 0 || at < 1 || instr[-1].op != TL_OP_ADDR1)
    return;
  reg = instr[-1].a;
  for (instr -= 2; instr >= program->code && instr->dst == reg && is_in (instr->op, TL_OP_WRAP_I8, TL_OP_WRAP_U32); instr--)
    reg = instr->a;
  if (instr >= program->code && instr->dst == reg && (instr->op == TL_OP_ADD_I || instr->op == TL_OP_ADD_I32))
    is_joined[instr - program->code] = TRUE;
}

/* TL_N_OPERATIONS: nothing that a device does. */
static TlOperation
class_of (TlOp op)
{
  if (op == TL_OP_MULADD_S || op == TL_OP_FMA_S || op == TL_OP_FMA_D)
    return TL_OPERATION_FMA;
  if (is_in (op, TL_OP_MATH1_S, TL_OP_MATH2_D) || op == TL_OP_DIV_S || op == TL_OP_DIV_D)
    return TL_OPERATION_SPECIAL;
  if (op == TL_OP_SELECT || is_in (op, TL_OP_ADD_I, TL_OP_CLZ))
    return TL_OPERATION_INTEGER;
  if (is_in (op, TL_OP_ADD_S, TL_OP_LE_D) || is_in (op, TL_OP_I_TO_S, TL_OP_D_TO_BOOL))
    return TL_OPERATION_FLOAT;
  if (is_in (op, TL_OP_JUMP_ZERO, TL_OP_FOR_NEXT))
    return TL_OPERATION_BRANCH;
  if (op == TL_OP_SYNC)
    return TL_OPERATION_BARRIER;
  return op == TL_OP_SHUFFLE ? TL_OPERATION_SHUFFLE : TL_N_OPERATIONS;
}

typedef struct
{
  const TlProgram     *program;
  const TlInstrCounts *counts;
  gboolean            *is_joined;    /* by instruction */
  gboolean            *is_sum;       /* with a product */
} KernelCounting;

/* @n accesses of @bytes each. */
static void
add_access (TlKernelCounts *to, const TlBuffer *buffer, gboolean is_store, gint64 bytes, guint64 n, const TlInstrCounts *counts)
{
  TlAccessKind    kind = tl_scope_is_shared (buffer->scope) ? TL_ACCESS_SHARED_LOAD : TL_ACCESS_GLOBAL_LOAD;
  TlAccessCounts *accesses = &to->accesses[kind + is_store];

  accesses->n_requests += counts->n_requests;
  accesses->n_units += counts->n_units;
  accesses->least_units += counts->least_units;
  accesses->n_of_width[g_bit_nth_lsf ((gulong) bytes, -1)] += n;
  to->n_of[TL_OPERATION_MEMORY] += n;
}

static void
add_matrix (const KernelCounting *counting, TlKernelCounts *to, const TlInstr *instr, const TlInstrCounts *counts)
{
  const TlMatrixOperands *operands = instr->pointer;
  const TlBuffer *fragment = g_ptr_array_index (counting->program->slots, operands->slots[0]);
  const TlBuffer *memory = g_ptr_array_index (counting->program->slots, instr->c);
  guint           bytes = tl_matrix_access_bytes (fragment, tl_dtype_bytes (tl_dtype_with_lanes (memory->dtype, 1)));

  to->n_of[TL_OPERATION_MATRIX] += counts->n_products;
  if (counts->n_requests > 0)
    add_access (to, memory, instr->n == TL_MATRIX_STORE, bytes, counts->n_accesses, counts);
}

static void
add_instruction (const KernelCounting *counting, TlKernelCounts *to, guint at, gboolean is_local)
{
  const TlInstr       *instr = &counting->program->code[at];
  const TlInstrCounts *counts = &counting->counts[at];
  TlOperation          operation = counting->is_sum[at] ? TL_OPERATION_FMA : class_of (instr->op);

  if (instr->op == TL_OP_MATRIX)
    add_matrix (counting, to, instr, counts);
  else if (is_in (instr->op, TL_OP_LOAD_S, TL_OP_STORE_64) && instr->n > 0 && is_local)
    to->n_of[TL_OPERATION_LOCAL] += counts->n_threads;
  else if ((is_in (instr->op, TL_OP_LOAD_S, TL_OP_STORE_64) && instr->n > 0) || is_in (instr->op, TL_OP_COPY_FROM, TL_OP_COPY_TO))
    {
      const TlBuffer *buffer = g_ptr_array_index (counting->program->slots, instr->c);
      guint           scalar_bytes = tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, 1));
      gint64          bytes = tl_access_bytes (instr, scalar_bytes);
      guint64         n_pieces = (guint64) ((gint64) instr->n * scalar_bytes / bytes);

      add_access (to, buffer, tl_instr_is_store (instr), bytes, counts->n_threads * n_pieces, counts);
    }
  else if (operation < TL_N_OPERATIONS && !counting->is_joined[at])
    to->n_of[operation] += counts->n_threads;
  to->n_branches += counts->n_warps;
  to->n_divergent += counts->n_divergent;
}

static void
free_counts (gpointer data)
{
  TlKernelCounts *counts = data;

  g_free (counts->name);
  g_free (counts);
}

static gboolean
is_empty (const TlKernelCounts *counts)
{
  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    if (counts->n_of[i] > 0)
      return FALSE;
  return TRUE;
}

/* The statement's own name in a list of them. */
static char *
statement_name (const TlCodePlace *place, const TlPrimFunc *scheduled)
{
  if (place->stmt->kind == TL_STMT_EVALUATE && tl_expr_calls (place->stmt->expr, "tvm_storage_sync"))
    return g_strdup ("barrier");
  if (place->stmt->kind == TL_STMT_EVALUATE && place->stmt->expr->kind == TL_EXPR_CALL)
    return g_strdup_printf ("T.%s", place->stmt->expr->callee->name);
  return tl_code_place_text (place, scheduled);
}

static TlKernelCounts *
new_counts (GPtrArray *all, char *name, guint kernel, const TlStmt *stmt)
{
  TlKernelCounts *counts = g_new0 (TlKernelCounts, 1);

  counts->name = name;
  counts->kernel = kernel;
  counts->stmt = stmt;
  g_ptr_array_add (all, counts);
  return counts;
}

/* Slots that the code in [entry, end) allocates: shared, or of the thread. */
static GHashTable *
find_own_slots (const TlProgram *program, guint entry, guint end)
{
  GHashTable *slots = g_hash_table_new (NULL, NULL);

  for (guint i = entry; i < end; i++)
    if (program->code[i].op == TL_OP_HOOK && program->code[i].hook == tl_hook_alloc)
      {
        const TlBuffer *buffer = g_ptr_array_index (program->slots, program->code[i].c);

        if (!tl_scope_is_shared (buffer->scope))
          g_hash_table_add (slots, GUINT_TO_POINTER (program->code[i].c));
      }
  return slots;
}

static void
count_kernel (const KernelCounting *counting, GPtrArray *all, guint kernel, const char *name, const TlPrimFunc *scheduled, guint entry,
              guint end)
{
  g_autoptr (GHashTable) of_stmt = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) own = find_own_slots (counting->program, entry, end);
  TlKernelCounts        *total = new_counts (all, g_strdup (name), kernel, NULL);
  guint                  first = all->len;

  for (guint i = entry; i < end; i++)
    {
      leave_out_lane_address (counting->program, i, counting->is_joined);
      if (is_sum (counting->program->code[i].op))
        counting->is_sum[i] = joins_product (counting->program, i, counting->is_joined);
    }
  for (guint i = entry; i < end; i++)
    {
      const TlCodePlace *place = g_ptr_array_index (counting->program->places, i);
      TlKernelCounts    *counts = g_hash_table_lookup (of_stmt, place->stmt);
      gboolean           is_local = g_hash_table_contains (own, GUINT_TO_POINTER (counting->program->code[i].c));

      if (counting->counts[i].n_threads == 0)
        continue;
      if (counts == NULL)
        {
          counts = new_counts (all, statement_name (place, scheduled), kernel, place->stmt);
          g_hash_table_insert (of_stmt, (gpointer) place->stmt, counts);
        }
      add_instruction (counting, counts, i, is_local);
      add_instruction (counting, total, i, is_local);
    }
  for (guint i = all->len; i > first; i--)
    if (is_empty (g_ptr_array_index (all, i - 1)))
      g_ptr_array_remove_index (all, i - 1);
}

GPtrArray *
tl_counts_by_statement (const TlProgram *program, const TlInstrCounts *counts, const TlPrimFunc *scheduled, GPtrArray *kernels)
{
  g_autofree gboolean *is_joined = g_new0 (gboolean, program->n_code), *is_joining = g_new0 (gboolean, program->n_code);
  KernelCounting   counting = { program, counts, is_joined, is_joining };
  GPtrArray *all = g_ptr_array_new_with_free_func (free_counts);

  for (guint i = 0; i < program->n_code; i++)
    if (program->code[i].op == TL_OP_HOOK && program->code[i].hook == tl_launch_hook)
      {
        const TlKernel *kernel = g_ptr_array_index (kernels, program->code[i].c);

        count_kernel (&counting, all, program->code[i].c, kernel->name, scheduled, i + 2, (guint) program->code[i + 1].integer);
      }
  return all;
}
