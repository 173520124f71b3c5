/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that a block has loaded and broadcast already. A tile of 13 by 2 vectors names each of its 15 operands more than once:
 * emitted once, they need no pass of LLVM that finds the others.
 */
#include "core/codegen/codegen-private.h"

typedef struct
{
  LLVMValueRef from;        /* an address, or the value that is spread */
  gint64       constant;    /* elements beyond it */
  LLVMTypeRef  type;
  LLVMValueRef value;
} Made;

static guint
made_hash (gconstpointer key)
{
  const Made *made = key;
  return g_direct_hash (made->from) * 31 + (guint) made->constant + g_direct_hash (made->type);
}

static gboolean
made_equal (gconstpointer a, gconstpointer b)
{
  const Made *x = a, *y = b;
  return x->from == y->from && x->constant == y->constant && x->type == y->type;
}

GHashTable *
cg_reuse_new (void)
{
  return g_hash_table_new (made_hash, made_equal);
}

/* By LLVM's own word on it, if it is known at all: a pair of bits for each kind of memory, the second of them for writing. */
static gboolean
callee_may_write (LLVMValueRef callee)
{
  static const guint64 writing = 0xaaaaaaaa;
  unsigned memory = LLVMGetEnumAttributeKindForName ("memory", 6);
  if (LLVMIsAFunction (callee) == NULL)
    return TRUE;
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex (callee, LLVMAttributeFunctionIndex, memory);
  return attribute == NULL || (LLVMGetEnumAttributeValue (attribute) & writing) != 0;
}

static gboolean
may_write (LLVMValueRef instruction)
{
  switch (LLVMGetInstructionOpcode (instruction))
    {
    case LLVMStore:
    case LLVMFence:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
      return TRUE;
    case LLVMCall:
      return callee_may_write (LLVMGetCalledValue (instruction));
    default:
      return FALSE;
    }
}

/* Forgets what another block has, and all when an instruction since the last look may have written. */
static void
catch_up (Codegen *cg)
{
  LLVMBasicBlockRef block = LLVMGetInsertBlock (cg->builder);
  if (block != cg->made_in)
    g_hash_table_remove_all (cg->made);
  while (block == cg->made_in && g_hash_table_size (cg->made) > 0)
    {
      LLVMValueRef next = cg->made_until != NULL ? LLVMGetNextInstruction (cg->made_until) : LLVMGetFirstInstruction (block);
      if (next == NULL)
        return;
      if (may_write (next))
        g_hash_table_remove_all (cg->made);
      cg->made_until = next;
    }
  cg->made_in = block;
  cg->made_until = LLVMGetLastInstruction (block);
}

LLVMValueRef
cg_reuse (Codegen *cg, LLVMValueRef from, gint64 constant, LLVMTypeRef type)
{
  const Made wanted = { .from = from, .constant = constant, .type = type };
  catch_up (cg);
  const Made *made = g_hash_table_lookup (cg->made, &wanted);
  return made != NULL ? made->value : NULL;
}

void
cg_may_reuse (Codegen *cg, LLVMValueRef from, gint64 constant, LLVMTypeRef type, LLVMValueRef value)
{
  Made *made = tl_arena_new0 (cg->arena, Made);
  *made = (Made) { .from = from, .constant = constant, .type = type, .value = value };
  g_hash_table_add (cg->made, made);
}
