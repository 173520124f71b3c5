/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that a block has loaded and broadcast already. A tile of 13 by 2 vectors names each of its 15 operands more than once:
 * emitted once, they need no pass of LLVM that finds the others. Rows that are stored between loads of one filter (137 hand schedules for
 * AVX-512 and AVX2: 0.16 to 1.1 of the time) are of another buffer: what was loaded stays.
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

/* The values of a block are kept by their source: a buffer that overlaps no other, any other memory (NULL), a value (SPREAD). */
#define SPREAD GUINT_TO_POINTER (1)

GHashTable *
cg_reuse_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
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

/* Whether @place, a parameter or what a function returned, says that no other pointer leads into it. */
static gboolean
is_noalias (LLVMValueRef place)
{
  unsigned noalias = LLVMGetEnumAttributeKindForName ("noalias", 7);
  gboolean is_call = LLVMIsACallInst (place) != NULL;
  LLVMValueRef function = is_call ? LLVMGetCalledValue (place) : LLVMGetParamParent (place);
  if (is_call)
    return LLVMIsAFunction (function) != NULL && LLVMGetEnumAttributeAtIndex (function, LLVMAttributeReturnIndex, noalias) != NULL;
  unsigned i = 0;
  while (LLVMGetParam (function, i) != place)
    i++;
  return LLVMGetEnumAttributeAtIndex (function, i + 1, noalias) != NULL;
}

/* The buffer that an address is of, if it surely overlaps no other. */
static LLVMValueRef
find_buffer (LLVMValueRef address)
{
  while (LLVMIsAGetElementPtrInst (address) != NULL)
    address = LLVMGetOperand (address, 0);
  if (LLVMIsAAllocaInst (address) != NULL)
    return address;
  gboolean has_origin = LLVMIsAArgument (address) != NULL || LLVMIsACallInst (address) != NULL;
  return has_origin && is_noalias (address) ? address : NULL;
}

static gpointer
source_of (LLVMValueRef from)
{
  return LLVMGetTypeKind (LLVMTypeOf (from)) == LLVMPointerTypeKind ? (gpointer) find_buffer (from) : SPREAD;
}

static gboolean
is_memory (gpointer source, gpointer made, gpointer user_data)
{
  return source != SPREAD;
}

static void
forget_written (Codegen *cg, LLVMValueRef instruction)
{
  LLVMValueRef stored = LLVMIsAStoreInst (instruction) != NULL ? find_buffer (LLVMGetOperand (instruction, 1)) : NULL;
  if (stored != NULL)
    {
      g_hash_table_remove (cg->made, stored);
      g_hash_table_remove (cg->made, NULL);
    }
  else if (may_write (instruction))
    g_hash_table_foreach_remove (cg->made, is_memory, NULL);
}

/* Forgets what another block has, and what instructions since the last look may have written to. */
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
      forget_written (cg, next);
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
  GHashTable *of_source = g_hash_table_lookup (cg->made, source_of (from));
  const Made *made = of_source != NULL ? g_hash_table_lookup (of_source, &wanted) : NULL;
  return made != NULL ? made->value : NULL;
}

void
cg_may_reuse (Codegen *cg, LLVMValueRef from, gint64 constant, LLVMTypeRef type, LLVMValueRef value)
{
  Made *made = tl_arena_new0 (cg->arena, Made);
  *made = (Made) { .from = from, .constant = constant, .type = type, .value = value };
  gpointer source = source_of (from);
  GHashTable *of_source = g_hash_table_lookup (cg->made, source);
  if (of_source == NULL)
    g_hash_table_insert (cg->made, source, of_source = g_hash_table_new (made_hash, made_equal));
  g_hash_table_add (of_source, made);
}
