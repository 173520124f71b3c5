/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Addresses, loads, stores. A position is split into terms; they are added from the outermost loop's to the innermost's and the constant
 * last. Terms that do not change in a loop are added once before it, the rest once in a block, so that neighbours differ in the
 * displacement alone: unrolled code would else be three times as long before LLVM removes two thirds, and its instruction selection, which
 * looks six additions deep from each of them, sees a value from outside as a register.
 */
#include <string.h>

#include "core/arith/lane-index.h"
#include "core/base/extremum.h"
#include "core/codegen/codegen-private.h"

#define MAX_TERMS 16
#define MASK_BITS 512u          /* machines with registers as wide have a mask for each lane in all their instructions */
#define MAX_WINDOW_LOADS 4
#define MAX_ALIGNMENT 16u       /* bytes: of the widest access of a thread, and of each buffer that threads use */

typedef struct
{
  const TlExpr *expr;
  gint64        factor;
  guint         depth;
} AddressTerm;

typedef struct
{
  AddressTerm terms[MAX_TERMS];
  guint  n;
  gint64 constant;
  gboolean overflowed;
} AddressSum;

#define STAYS ((guint) G_MAXINT)   /* the depth of a term that is computed where it is needed, each time */

/* Loads may change; divisions may only be allowed where they stand. */
static gboolean
must_stay (const TlExpr *expr)
{
  gboolean divides = expr->kind == TL_EXPR_DIV || expr->kind == TL_EXPR_MOD || expr->kind == TL_EXPR_FLOORDIV
                     || expr->kind == TL_EXPR_FLOORMOD;
  gint64 divisor;
  return expr->kind == TL_EXPR_LOAD || expr->kind == TL_EXPR_CALL || (divides && (!tl_expr_get_int (expr->b, &divisor) || divisor == 0));
}

typedef struct
{
  GHashTable *vars;
  guint       depth;
} Deepest;

static TlWalk
deepest_var (const TlExpr *expr, gpointer user_data)
{
  Deepest *deepest = user_data;
  const CgVar *var = expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (deepest->vars, expr) : NULL;
  if (var != NULL)
    deepest->depth = MAX (deepest->depth, var->depth);
  if (must_stay (expr))
    deepest->depth = STAYS;
  return TL_WALK_INTO;
}

static void
collect_terms (Codegen *cg, const TlExpr *expr, gint64 factor, AddressSum *sum)
{
  gint64 value;
  if (expr->kind == TL_EXPR_CAST && expr->dtype.code == TL_TYPE_INT && expr->a->dtype.code == TL_TYPE_INT
      && expr->dtype.bits >= expr->a->dtype.bits && expr->a->dtype.bits >= 32)
    return collect_terms (cg, expr->a, factor, sum);
  if (tl_expr_get_int (expr, &value))
    {
      sum->constant += factor * value;
      return;
    }
  if (expr->dtype.code == TL_TYPE_INT && expr->dtype.bits >= 32)
    {
      if (expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB)
        {
          collect_terms (cg, expr->a, factor, sum);
          return collect_terms (cg, expr->b, expr->kind == TL_EXPR_ADD ? factor : -factor, sum);
        }
      if (expr->kind == TL_EXPR_MUL && tl_expr_get_int (expr->b, &value) && ABS (value) < G_MAXINT32 && ABS (factor) < G_MAXINT32)
        return collect_terms (cg, expr->a, factor * value, sum);
    }
  if (sum->n == MAX_TERMS)
    {
      sum->overflowed = TRUE;
      return;
    }
  Deepest deepest = { .vars = cg->vars };
  tl_expr_walk (expr, deepest_var, &deepest);
  sum->terms[sum->n++] = (AddressTerm) { .expr = expr, .factor = factor, .depth = deepest.depth };
}

/* Stable: terms of one depth keep their order, so equal sums are formed equally. */
static void
sort_terms (AddressSum *sum)
{
  for (guint i = 1; i < sum->n; i++)
    for (guint j = i; j > 0 && sum->terms[j - 1].depth > sum->terms[j].depth; j--)
      {
        AddressTerm swap = sum->terms[j];
        sum->terms[j] = sum->terms[j - 1];
        sum->terms[j - 1] = swap;
      }
}

static LLVMValueRef
buffer_pointer (Codegen *cg, const TlBuffer *buffer)
{
  LLVMValueRef pointer = g_hash_table_lookup (cg->buffers, buffer);
  if (pointer == NULL)
    {
      cg_fail (cg, "Buffer %s is not declared here", buffer->name);
      return LLVMConstNull (cg->ptr);
    }
  return pointer;
}

static LLVMValueRef
step (Codegen *cg, LLVMTypeRef element, LLVMValueRef pointer, LLVMValueRef offset)
{
  return LLVMBuildInBoundsGEP2 (cg->builder, element, pointer, &offset, 1, "");
}

/* A pointer and terms that were added to it. */
typedef struct
{
  LLVMValueRef base;
  LLVMTypeRef  element;
  const AddressTerm *terms;
  guint        n;
  LLVMValueRef pointer;     /* the result */
} Address;

static guint
address_hash (gconstpointer key)
{
  const Address *address = key;
  guint hash = g_direct_hash (address->base);
  for (guint i = 0; i < address->n; i++)
    hash = hash * 31 + tl_expr_hash (address->terms[i].expr) * 7 + (guint) address->terms[i].factor;
  return hash;
}

static gboolean
address_equal (gconstpointer a, gconstpointer b)
{
  const Address *x = a, *y = b;
  if (x->base != y->base || x->element != y->element || x->n != y->n)
    return FALSE;
  for (guint i = 0; i < x->n; i++)
    if (x->terms[i].factor != y->terms[i].factor || !tl_expr_equal (x->terms[i].expr, y->terms[i].expr))
      return FALSE;
  return TRUE;
}

GHashTable *
cg_addresses_new (void)
{
  return g_hash_table_new (address_hash, address_equal);
}

static LLVMValueRef
add_terms (Codegen *cg, LLVMTypeRef element, LLVMValueRef pointer, const AddressTerm *terms, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      LLVMValueRef value = cg_index_expr (cg, terms[i].expr);
      if (terms[i].factor != 1)
        {
          value = LLVMBuildMul (cg->builder, value, cg_index (cg, terms[i].factor), "");
          if (LLVMIsAInstruction (value) != NULL)
            LLVMSetNSW (value, TRUE);
        }
      pointer = step (cg, element, pointer, value);
    }
  return pointer;
}

static LLVMValueRef
find_address (GHashTable *addresses, const Address *wanted)
{
  const Address *known = g_hash_table_lookup (addresses, wanted);
  return known != NULL ? known->pointer : NULL;
}

static void
note_address (Codegen *cg, GHashTable *addresses, const Address *wanted, LLVMValueRef pointer)
{
  Address *address = tl_arena_new0 (cg->arena, Address);
  AddressTerm *terms = tl_arena_new_array (cg->arena, AddressTerm, wanted->n);
  memcpy (terms, wanted->terms, wanted->n * sizeof (AddressTerm));
  *address = *wanted;
  address->terms = terms;
  address->pointer = pointer;
  g_hash_table_add (addresses, address);
}

/* The outermost loop around that has variables deeper than @depth: what needs none is computed before it. NULL: no loop has. */
static CgLoopLevel *
frame_beyond (Codegen *cg, guint depth)
{
  for (guint i = 0; i < cg->func->loops->len; i++)
    {
      CgLoopLevel *frame = cg->func->loops->pdata[i];
      if (frame->depth > depth)
        return frame;
    }
  return NULL;
}

/* How many of the terms are computed before a loop around. Sorted as they are they come first. */
static guint
n_outside (Codegen *cg, LLVMValueRef base, const AddressSum *sum)
{
  gboolean is_there = LLVMIsAInstruction (base) == NULL || LLVMGetInstructionParent (base) == cg->func->entry;
  guint n = 0;
  while (is_there && n < sum->n && frame_beyond (cg, sum->terms[n].depth) != NULL)
    n++;
  return n;
}

/* @n terms from the first on, those of each depth before the loop that goes deeper. */
static LLVMValueRef
address_outside (Codegen *cg, LLVMValueRef base, LLVMTypeRef element, const AddressTerm *terms, guint n)
{
  if (n == 0)
    return base;
  CgLoopLevel *frame = frame_beyond (cg, terms[n - 1].depth);
  Address wanted = { .base = base, .element = element, .terms = terms, .n = n };
  LLVMValueRef pointer = find_address (frame->addresses, &wanted);
  if (pointer != NULL)
    return pointer;
  guint n_before = n;
  while (n_before > 0 && terms[n_before - 1].depth == terms[n - 1].depth)
    n_before--;
  pointer = address_outside (cg, base, element, terms, n_before);
  LLVMBasicBlockRef here = LLVMGetInsertBlock (cg->builder);
  LLVMPositionBuilderAtEnd (cg->builder, frame->before);
  pointer = add_terms (cg, element, pointer, terms + n_before, n - n_before);
  LLVMPositionBuilderAtEnd (cg->builder, here);
  note_address (cg, frame->addresses, &wanted, pointer);
  return pointer;
}

static LLVMValueRef
address_here (Codegen *cg, LLVMValueRef base, LLVMTypeRef element, const AddressTerm *terms, guint n)
{
  if (n == 0)
    return base;
  if (terms[n - 1].depth == STAYS)
    return add_terms (cg, element, base, terms, n);
  if (LLVMGetInsertBlock (cg->builder) != cg->addresses_of)
    g_hash_table_remove_all (cg->addresses);
  cg->addresses_of = LLVMGetInsertBlock (cg->builder);
  Address wanted = { .base = base, .element = element, .terms = terms, .n = n };
  LLVMValueRef pointer = find_address (cg->addresses, &wanted);
  if (pointer == NULL)
    {
      pointer = add_terms (cg, element, base, terms, n);
      note_address (cg, cg->addresses, &wanted, pointer);
    }
  return pointer;
}

/* The address of @position less @constant elements, which are a number. */
static LLVMValueRef
address_but_constant (Codegen *cg, const TlBuffer *buffer, const TlExpr *position, gint64 *constant)
{
  LLVMTypeRef element = cg_memory_type (cg, buffer->dtype);
  LLVMValueRef pointer = buffer_pointer (cg, buffer);
  AddressSum sum = { 0 };
  collect_terms (cg, position, buffer->dtype.lanes, &sum);
  *constant = sum.overflowed ? 0 : sum.constant;
  if (sum.overflowed)
    return step (cg, element, pointer, LLVMBuildMul (cg->builder, cg_index_expr (cg, position), cg_index (cg, buffer->dtype.lanes), ""));
  sort_terms (&sum);
  guint n = n_outside (cg, pointer, &sum);
  pointer = address_outside (cg, pointer, element, sum.terms, n);
  return address_here (cg, pointer, element, sum.terms + n, sum.n - n);
}

static LLVMValueRef
add_constant (Codegen *cg, const TlBuffer *buffer, LLVMValueRef pointer, gint64 constant)
{
  return constant == 0 ? pointer : step (cg, cg_memory_type (cg, buffer->dtype), pointer, cg_index (cg, constant));
}

LLVMValueRef
cg_address (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  gint64 constant;
  LLVMValueRef pointer = address_but_constant (cg, buffer, position, &constant);
  return add_constant (cg, buffer, pointer, constant);
}

static guint
element_alignment (const TlBuffer *buffer)
{
  return tl_max (tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, 1)), 1);
}

/* Lane addresses of any position: a vector of pointers. */
static LLVMValueRef
lane_addresses (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  LLVMValueRef offsets;
  LLVMValueRef base = buffer_pointer (cg, buffer);
  guint lanes = position->dtype.lanes;
  if (position->kind == TL_EXPR_RAMP)
    {
      g_autofree LLVMValueRef *steps = g_new (LLVMValueRef, lanes);
      for (guint i = 0; i < lanes; i++)
        steps[i] = cg_index (cg, i);
      base = cg_address (cg, buffer, position->base);
      offsets = LLVMBuildMul (cg->builder, LLVMConstVector (steps, lanes), cg_splat (cg, cg_index_expr (cg, position->stride), lanes), "");
    }
  else
    {
      LLVMValueRef value = cg_expr (cg, position);
      LLVMTypeRef wide = LLVMVectorType (cg->i64, lanes);
      offsets = position->dtype.bits == 64 ? value
              : position->dtype.code == TL_TYPE_UINT ? LLVMBuildZExt (cg->builder, value, wide, "")
                                                     : LLVMBuildSExt (cg->builder, value, wide, "");
    }
  return LLVMBuildInBoundsGEP2 (cg->builder, cg_memory_type (cg, buffer->dtype), base, &offsets, 1, "");
}

/* The lanes that may touch memory here. */
static LLVMValueRef
active_lanes (Codegen *cg, guint lanes)
{
  return cg->mask != NULL ? cg->mask : cg_splat (cg, LLVMConstInt (cg->i1, 1, FALSE), lanes);
}

void
cg_under_mask (Codegen *cg, LLVMValueRef cond, gboolean asks_any, void (*emit) (Codegen *cg, gpointer user_data), gpointer user_data)
{
  LLVMValueRef outer = cg->mask;
  LLVMBasicBlockRef after = NULL;
  cg->mask = outer != NULL ? LLVMBuildAnd (cg->builder, outer, cond, "") : cond;
  if (asks_any)
    {
      LLVMTypeRef type = LLVMTypeOf (cg->mask);
      LLVMBasicBlockRef some = cg_block (cg, "lanes");
      after = cg_block (cg, "lanes.end");
      LLVMBuildCondBr (cg->builder, cg_intrinsic (cg, "llvm.vector.reduce.or", &type, 1, &cg->mask, 1), some, after);
      LLVMPositionBuilderAtEnd (cg->builder, some);
    }
  emit (cg, user_data);
  if (asks_any)
    {
      LLVMBuildBr (cg->builder, after);
      LLVMPositionBuilderAtEnd (cg->builder, after);
    }
  cg->mask = outer;
}

/* Of a vector of @lanes elements from @first on. CPUs load and store vectors anywhere. */
static guint
vector_alignment (Codegen *cg, const TlBuffer *buffer, const TlExpr *first, guint lanes)
{
  guint element = element_alignment (buffer), alignment = element;
  gint64 coefficient, base;
  if (!cg->backend->is_simt || lanes == 1)
    return element;
  tl_analyzer_modular (cg->analyzer, first, &coefficient, &base);
  coefficient *= buffer->dtype.lanes;
  base *= buffer->dtype.lanes;
  while (2 * alignment <= MIN (lanes * element, MAX_ALIGNMENT) && coefficient % (2 * alignment / element) == 0
         && base % (2 * alignment / element) == 0)
    alignment *= 2;
  return alignment;
}

LLVMValueRef
cg_offset (Codegen *cg, LLVMTypeRef element, LLVMValueRef pointer, LLVMValueRef n)
{
  return step (cg, element, pointer, n);
}

static LLVMValueRef
masked_load (Codegen *cg, LLVMTypeRef type, LLVMValueRef pointer, guint alignment, LLVMValueRef mask)
{
  LLVMTypeRef types[2] = { type, LLVMTypeOf (pointer) };
  LLVMValueRef args[4] = { pointer, LLVMConstInt (cg->i32, alignment, FALSE), mask, LLVMConstNull (type) };
  return cg_intrinsic (cg, "llvm.masked.load", types, 2, args, 4);
}

static void
masked_store (Codegen *cg, LLVMValueRef value, LLVMValueRef pointer, guint alignment, LLVMValueRef mask)
{
  LLVMTypeRef types[2] = { LLVMTypeOf (value), LLVMTypeOf (pointer) };
  LLVMValueRef args[4] = { value, pointer, LLVMConstInt (cg->i32, alignment, FALSE), mask };
  cg_intrinsic (cg, "llvm.masked.store", types, 2, args, 4);
}

static gboolean
is_contiguous (const TlBuffer *buffer, const TlExpr *position)
{
  return buffer->dtype.lanes > 1 || (position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1));
}

static const TlExpr *
first_position (const TlBuffer *buffer, const TlExpr *position)
{
  return position->dtype.lanes > 1 ? position->base : position;
}

static LLVMValueRef
gather (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  guint lanes = position->dtype.lanes;
  LLVMValueRef pointers = lane_addresses (cg, buffer, position);
  LLVMTypeRef types[2] = { LLVMVectorType (cg_memory_type (cg, buffer->dtype), lanes), LLVMTypeOf (pointers) };
  LLVMValueRef args[4] = { pointers, LLVMConstInt (cg->i32, element_alignment (buffer), FALSE), active_lanes (cg, lanes),
                           LLVMGetPoison (types[0]) };
  return cg_intrinsic (cg, "llvm.masked.gather", types, 2, args, 4);
}

/* --- parts of vectors --- */

/* The first @n lanes, with any lanes after those there are. */
static LLVMValueRef
resize (Codegen *cg, LLVMValueRef value, guint n)
{
  g_autofree LLVMValueRef *lanes = g_new (LLVMValueRef, n);
  guint n_there = cg_lanes (value);
  for (guint i = 0; i < n; i++)
    lanes[i] = i < n_there ? LLVMConstInt (cg->i32, i, FALSE) : LLVMGetPoison (cg->i32);
  return LLVMBuildShuffleVector (cg->builder, value, LLVMGetPoison (LLVMTypeOf (value)), LLVMConstVector (lanes, n), "");
}

/* The lanes of @low, then those of @high, of which there may be fewer. */
static LLVMValueRef
append (Codegen *cg, LLVMValueRef low, LLVMValueRef high)
{
  guint n_low = cg_lanes (low), n_high = cg_lanes (high);
  g_autofree LLVMValueRef *lanes = g_new (LLVMValueRef, n_low + n_high);
  for (guint i = 0; i < n_low + n_high; i++)
    lanes[i] = LLVMConstInt (cg->i32, i, FALSE);
  return LLVMBuildShuffleVector (cg->builder, low, resize (cg, high, n_low), LLVMConstVector (lanes, n_low + n_high), "");
}

/*
 * 13 lanes are 16 of which 3 are masked, where the machine has masks: LLVM would take 8, 4 and 1. Places in registers are left to it, and
 * stores of two or three parts: loads do not get what a masked store has not yet written (Zen 5: conv2d, rows of 28: 153 -> 55 us; matmul,
 * rows of 7: 651 -> 379 us).
 */
static guint
lanes_with_mask (Codegen *cg, const TlBuffer *buffer, guint lanes)
{
  guint whole = 1u << g_bit_storage (lanes - 1);
  LLVMValueRef place = g_hash_table_lookup (cg->buffers, buffer);
  gboolean is_register = place == NULL || LLVMIsAAllocaInst (place) != NULL;
  return lanes > 2 && whole != lanes && cg->target->vector_bits >= MASK_BITS && !is_register ? whole : lanes;
}

static LLVMValueRef
first_lanes (Codegen *cg, guint n, guint n_lanes)
{
  g_autofree LLVMValueRef *lanes = g_new (LLVMValueRef, n_lanes);
  for (guint i = 0; i < n_lanes; i++)
    lanes[i] = LLVMConstInt (cg->i1, i < n, FALSE);
  return LLVMConstVector (lanes, n_lanes);
}

/* Loads consecutive elements from @first on, of @type; by a mask of @whole lanes if those are more. */
static LLVMValueRef
load_lanes (Codegen *cg, const TlBuffer *buffer, const TlExpr *first, LLVMTypeRef type, guint whole)
{
  guint lanes = LLVMGetTypeKind (type) == LLVMVectorTypeKind ? LLVMGetVectorSize (type) : 1;
  gint64 constant;
  LLVMValueRef start = address_but_constant (cg, buffer, first, &constant);
  LLVMValueRef value = cg_reuse (cg, start, constant, type);
  if (value != NULL)
    return value;
  LLVMValueRef pointer = add_constant (cg, buffer, start, constant);
  if (whole > lanes)
    {
      LLVMTypeRef wide = LLVMVectorType (cg_memory_type (cg, buffer->dtype), whole);
      value = resize (cg, masked_load (cg, wide, pointer, element_alignment (buffer), first_lanes (cg, lanes, whole)), lanes);
    }
  else
    {
      value = LLVMBuildLoad2 (cg->builder, type, pointer, "");
      LLVMSetAlignment (value, vector_alignment (cg, buffer, first, lanes));
    }
  cg_may_reuse (cg, start, constant, type, value);
  return value;
}

/*
 * Lanes near each other: loads of whole registers, from which shuffles pick. Between two elements of a buffer everything is the buffer's.
 */
typedef struct
{
  gint64 low;        /* distance of the first element that is needed */
  guint  width;      /* elements of a load */
  guint  n_loads;    /* the last one ends with the last element that is needed */
  guint  span;
} LoadWindow;

static LoadWindow
window_of (const TlLaneIndex *index, guint from, guint n, guint register_lanes)
{
  gint64 low = G_MAXINT64, high = G_MININT64;
  for (guint i = from; i < from + n; i++)
    {
      low = MIN (low, index->offsets[i]);
      high = MAX (high, index->offsets[i]);
    }
  if (high - low >= MAX_WINDOW_LOADS * (gint64) register_lanes)
    return (LoadWindow) { 0 };
  guint span = (guint) (high - low + 1), width = MIN (span, register_lanes);
  return (LoadWindow) { .low = low, .width = width, .n_loads = (span + width - 1) / width, .span = span };
}

/*
 * The same window from a multiple of the lanes' distance on and over whole loads, if all of that is in the buffer: then those of vectors
 * that lie in between (2 * i and 2 * i + 1) are the same loads.
 */
static LoadWindow
widen_window (Codegen *cg, const TlBuffer *buffer, const TlLaneIndex *index, guint from, LoadWindow window)
{
  gint64 step = index->offsets[from + 1] - index->offsets[from], size = tl_buffer_n_elements (buffer), coefficient, base, min, max;
  guint span = window.n_loads * window.width;
  if (window.n_loads < 2 || step < 2)
    return window;
  tl_analyzer_modular (cg->analyzer, index->base, &coefficient, &base);
  if (coefficient % step != 0)
    return window;
  gint64 ahead = ((base % step + window.low % step) % step + step) % step;
  tl_analyzer_const_bounds (cg->analyzer, index->base, &min, &max);
  if (window.span + ahead > span || min < ahead - window.low || max > size - span - window.low + ahead)
    return window;
  return (LoadWindow) { .low = window.low - ahead, .width = window.width, .n_loads = window.n_loads, .span = span };
}

static LLVMValueRef
pick_from_window (Codegen *cg, const TlBuffer *buffer, const TlLaneIndex *index, guint from, guint n, const LoadWindow *window)
{
  LLVMTypeRef type = LLVMVectorType (cg_memory_type (cg, buffer->dtype), window->width);
  LLVMValueRef result = LLVMGetPoison (type);
  for (guint load = 0; load < window->n_loads; load++)
    {
      guint start = load + 1 < window->n_loads ? load * window->width : window->span - window->width;
      const TlExpr *first = tl_add (cg->arena, index->base, tl_expr_int (cg->arena, index->base->dtype, window->low + start));
      LLVMValueRef value = load_lanes (cg, buffer, first, type, window->width);
      guint n_result = window->n_loads == 1 ? n : window->width;
      g_autofree LLVMValueRef *lanes = g_new (LLVMValueRef, n_result);
      for (guint i = 0; i < n_result; i++)
        {
          gint64 at = i < n ? index->offsets[from + i] - window->low : 0;
          gboolean is_here = at >= start && at < start + window->width;
          lanes[i] = LLVMConstInt (cg->i32, is_here ? window->width + (guint) (at - start) : i, FALSE);
        }
      result = LLVMBuildShuffleVector (cg->builder, result, value, LLVMConstVector (lanes, n_result), "");
    }
  return cg_lanes (result) == n ? result : resize (cg, result, n);
}

/* NULL if the lanes are too far apart, or by distances that are not known. */
static LLVMValueRef
load_windows (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  TlLaneIndex index;
  guint bits = 8 * tl_max (tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, 1)), 1),
        register_lanes = MAX (cg->target->vector_bits / bits, 2);
  guint lanes = position->dtype.lanes, part = MIN (lanes, register_lanes);
  if (lanes % part != 0 || !tl_lane_index_split (cg->arena, position, &index) || index.offsets == NULL)
    return NULL;
  for (guint from = 0; from < lanes; from += part)
    if (window_of (&index, from, part, register_lanes).n_loads == 0)
      return NULL;
  LLVMValueRef result = NULL;
  for (guint from = 0; from < lanes; from += part)
    {
      LoadWindow window = widen_window (cg, buffer, &index, from, window_of (&index, from, part, register_lanes));
      LLVMValueRef picked = pick_from_window (cg, buffer, &index, from, part, &window);
      result = result == NULL ? picked : append (cg, result, picked);
    }
  return result;
}

/* The position of each lane, where it is a known distance from the first; NULL otherwise. */
static const TlExpr *
lane_position (Codegen *cg, const TlExpr *position, guint lane)
{
  gint64 stride;
  if (position->kind != TL_EXPR_RAMP || !tl_expr_get_int (position->stride, &stride))
    return NULL;
  return tl_add (cg->arena, position->base, tl_expr_int (cg->arena, position->base->dtype, stride * lane));
}

/* One load for each lane: no slower than a gather where that is fast, and LLVM sees the loads. NULL: distances are not known. */
static LLVMValueRef
load_each_lane (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  LLVMTypeRef element = cg_memory_type (cg, buffer->dtype);
  LLVMValueRef result = LLVMGetPoison (LLVMVectorType (element, position->dtype.lanes));
  for (guint i = 0; i < position->dtype.lanes; i++)
    {
      const TlExpr *lane = lane_position (cg, position, i);
      if (lane == NULL)
        return NULL;
      LLVMValueRef value = load_lanes (cg, buffer, lane, element, 1);
      result = LLVMBuildInsertElement (cg->builder, result, value, LLVMConstInt (cg->i32, i, FALSE), "");
    }
  return result;
}

static gboolean
store_each_lane (Codegen *cg, const TlBuffer *buffer, const TlExpr *position, LLVMValueRef raw)
{
  for (guint i = 0; i < position->dtype.lanes; i++)
    {
      const TlExpr *lane = lane_position (cg, position, i);
      if (lane == NULL)
        return FALSE;
      LLVMValueRef value = LLVMBuildExtractElement (cg->builder, raw, LLVMConstInt (cg->i32, i, FALSE), "");
      LLVMValueRef store = LLVMBuildStore (cg->builder, value, cg_address (cg, buffer, lane));
      LLVMSetAlignment (store, element_alignment (buffer));
    }
  return TRUE;
}

static gboolean
check_position (Codegen *cg, const TlBuffer *buffer, const TlExpr *position)
{
  if (buffer->dtype.lanes > 1 && position->dtype.lanes > 1)
    cg_fail (cg, "Buffer %s has vector elements and a vector position", buffer->name);
  return cg->error == NULL;
}

LLVMValueRef
cg_load_raw (Codegen *cg, const TlExpr *load)
{
  const TlBuffer *buffer = load->buffer;
  const TlExpr *position = load->indices[0];
  LLVMTypeRef type = cg_with_lanes (cg_memory_type (cg, buffer->dtype), load->dtype.lanes);
  if (load->n_indices != 1 || !check_position (cg, buffer, position))
    {
      cg_fail (cg, "Buffer %s is not flat", buffer->name);
      return LLVMConstNull (type);
    }
  if (position->kind == TL_EXPR_BROADCAST)
    {
      const TlExpr *one = tl_expr_load (cg->arena, buffer, &position->base, 1);
      return cg_splat (cg, cg_load_raw (cg, one), load->dtype.lanes);
    }
  LLVMValueRef value = cg_register_load (cg, buffer, position);
  if (value != NULL)
    return value;
  if (load->dtype.lanes > 1 && !is_contiguous (buffer, position))
    {
      LLVMValueRef rows = NULL;
      gboolean is_row = cg->mask == NULL && !cg->backend->is_simt;   /* shuffles are for registers that are vectors */
      if (is_row && (rows = cg_load_column (cg, buffer, position)) == NULL)
        rows = cg_load_turns (cg, buffer, position);
      if (is_row && rows == NULL)
        rows = load_windows (cg, buffer, position);
      if (cg->mask == NULL && rows == NULL)
        rows = load_each_lane (cg, buffer, position);
      return rows != NULL ? rows : gather (cg, buffer, position);
    }
  const TlExpr *first = first_position (buffer, position);
  if (cg->mask != NULL && load->dtype.lanes > 1)
    return masked_load (cg, type, cg_address (cg, buffer, first), vector_alignment (cg, buffer, first, load->dtype.lanes), cg->mask);
  if (cg->predicate != NULL && LLVMIsAAllocaInst (buffer_pointer (cg, buffer)) == NULL)
    return cg->backend->load_if (cg, cg->predicate, cg_address (cg, buffer, first), type,
                                 vector_alignment (cg, buffer, first, load->dtype.lanes));
  return load_lanes (cg, buffer, first, type, lanes_with_mask (cg, buffer, load->dtype.lanes));
}

LLVMValueRef
cg_load (Codegen *cg, const TlExpr *load)
{
  return cg_from_memory (cg, cg_load_raw (cg, load), load->dtype);
}

/* Where lanes meet in one element the highest lane's value stays, as it would in a serial loop. */
static void
scatter (Codegen *cg, const TlBuffer *buffer, const TlExpr *position, LLVMValueRef raw)
{
  LLVMValueRef pointers = lane_addresses (cg, buffer, position);
  LLVMTypeRef types[2] = { LLVMTypeOf (raw), LLVMTypeOf (pointers) };
  LLVMValueRef args[4] = { raw, pointers, LLVMConstInt (cg->i32, element_alignment (buffer), FALSE),
                           active_lanes (cg, position->dtype.lanes) };
  cg_intrinsic (cg, "llvm.masked.scatter", types, 2, args, 4);
}

/* Whole vectors bypass the caches where their natural alignment can be proved. Buffers on the stack are needed soon and do not. */
static void
bypass_caches (Codegen *cg, const TlBuffer *buffer, const TlExpr *first, guint lanes, LLVMValueRef store)
{
  guint bytes = tl_dtype_bytes (tl_dtype_with_lanes (buffer->dtype, lanes));
  gint64 coefficient, base, element = element_alignment (buffer);
  if (LLVMIsAAllocaInst (buffer_pointer (cg, buffer)) != NULL || (bytes & (bytes - 1)) != 0 || bytes > TL_EXPORT_ALIGNMENT
      || (cg->export != NULL && !cg->export->is_aligned))
    return;
  tl_analyzer_modular (cg->analyzer, first, &coefficient, &base);
  if (coefficient % (bytes / element) != 0 || base % (bytes / element) != 0)
    return;
  LLVMMetadataRef one = LLVMValueAsMetadata (LLVMConstInt (cg->i32, 1, FALSE));
  LLVMMetadataRef node = LLVMMDNodeInContext2 (cg->context, &one, 1);
  LLVMSetMetadata (store, LLVMGetMDKindIDInContext (cg->context, "nontemporal", 11), LLVMMetadataAsValue (cg->context, node));
  LLVMSetAlignment (store, bytes);
}

void
cg_store (Codegen *cg, const TlBuffer *buffer, const TlExpr *position, LLVMValueRef value)
{
  if (!check_position (cg, buffer, position))
    return;
  guint lanes = MAX (position->dtype.lanes, buffer->dtype.lanes);
  TlDType dtype = tl_dtype_with_lanes (buffer->dtype, lanes);
  LLVMValueRef raw = cg_to_memory (cg, value, dtype);
  if (lanes > 1 && cg_lanes (raw) == 1)
    raw = cg_splat (cg, raw, lanes);
  if (position->kind == TL_EXPR_BROADCAST)
    {
      raw = LLVMBuildExtractElement (cg->builder, raw, cg_index (cg, lanes - 1), "");
      position = position->base;
      lanes = 1;
    }
  if (cg_register_store (cg, buffer, position, raw))
    return;
  if (lanes > 1 && !is_contiguous (buffer, position))
    {
      if (cg->mask != NULL || !store_each_lane (cg, buffer, position, raw))
        scatter (cg, buffer, position, raw);
      return;
    }
  if (cg->mask != NULL && lanes > 1)
    {
      masked_store (cg, raw, cg_address (cg, buffer, first_position (buffer, position)),
                    vector_alignment (cg, buffer, first_position (buffer, position), lanes), cg->mask);
      return;
    }
  if (cg->predicate != NULL)
    {
      const TlExpr *first = first_position (buffer, position);

      cg->backend->store_if (cg, cg->predicate, cg_address (cg, buffer, first), raw, vector_alignment (cg, buffer, first, lanes));
      return;
    }
  guint whole = lanes_with_mask (cg, buffer, lanes);
  if (whole != lanes && __builtin_popcount (lanes) > 3)
    {
      masked_store (cg, resize (cg, raw, whole), cg_address (cg, buffer, first_position (buffer, position)), element_alignment (buffer),
                    first_lanes (cg, lanes, whole));
      return;
    }
  LLVMValueRef store = LLVMBuildStore (cg->builder, raw, cg_address (cg, buffer, first_position (buffer, position)));
  LLVMSetAlignment (store, vector_alignment (cg, buffer, first_position (buffer, position), lanes));
  if (cg->n_bypassing > 0 && lanes > 1)
    bypass_caches (cg, buffer, first_position (buffer, position), lanes, store);
}
