/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions. Nodes are immutable and live in arenas; compare variables and buffers by address, anything else with
 * tl_expr_equal(). Two families of constructors:
 *   tl_expr_*  build exactly the node asked for;
 *   tl_add …   are the operators of TVMScript: they match operand types, fold constants and drop neutral elements
 *              (x + 0, x * 1, x // 1, x % 1), as TVM's operators do, so that written and generated indices agree.
 */
#pragma once

#include "core/ir/types.h"

G_BEGIN_DECLS

/* kind, spelling in TVMScript ("" where it is no operator) */
#define TL_EXPR_KINDS(X)                                                                                               \
  X (INT, "") X (FLOAT, "") X (STRING, "") X (VAR, "") X (CAST, "")                                                    \
  X (ADD, "+") X (SUB, "-") X (MUL, "*") X (DIV, "/") X (MOD, "T.truncmod") X (FLOORDIV, "//") X (FLOORMOD, "%")       \
  X (MIN, "T.min") X (MAX, "T.max")                                                                                    \
  X (EQ, "==") X (NE, "!=") X (LT, "<") X (LE, "<=") X (GT, ">") X (GE, ">=") X (AND, "and") X (OR, "or") X (NOT, "not") \
  X (SELECT, "T.Select") X (LOAD, "") X (CALL, "") X (RAMP, "T.Ramp") X (BROADCAST, "T.Broadcast") X (LET, "T.Let")

typedef enum
{
#define X(kind, spelling) TL_EXPR_##kind,
  TL_EXPR_KINDS (X)
#undef X
} TlExprKind;

/**
 * TlExpr:
 *
 * INT (also bool) and FLOAT immediates; DIV is "/" on floats and truncating division on integers, MOD truncating remainder.
 * SELECT evaluates both branches; the call of "if_then_else" only one.
 */
struct _TlExpr
{
  TlExprKind kind;
  TlDType    dtype;
  union
  {
    gint64      int_value;                                                                      /* INT */
    double      float_value;                                                                    /* FLOAT */
    const char *text;                                                                           /* STRING */
    struct { const char *name, *pointer_scope; TlDType pointee; };                              /* VAR; scope NULL: no typed pointer */
    struct { const TlExpr *a, *b; };                                                            /* ADD … OR; a alone: CAST, NOT */
    struct { const TlExpr *cond, *if_true, *if_false; };                                        /* SELECT */
    struct { const TlBuffer *buffer; const TlExpr *const *indices; guint n_indices; };          /* LOAD */
    struct { const TlIntrinsic *callee; const TlExpr *const *args; guint n_args; };             /* CALL */
    struct { const TlExpr *base, *stride; };                                                    /* RAMP; BROADCAST: base alone */
    struct { const TlVar *let_var; const TlExpr *let_value, *let_body; };                       /* LET */
  };
};

/**
 * TlResult: the type of a call as a script spells it, so that only other types need to be written.
 */
typedef enum
{
  TL_RESULT_SAME,     /* the arguments are of one type, and so is the result */
  TL_RESULT_BOOL,     /* bool, with the lanes of the first argument */
  TL_RESULT_INT32,    /* int32, with the lanes of the first argument */
  TL_RESULT_HANDLE,
  TL_RESULT_EFFECT,   /* nobody asks: int32 */
  TL_RESULT_WRITTEN,  /* stands as first argument in the script: T.reinterpret ("int32", x) */
  TL_RESULT_SECOND,   /* that of the second argument */
  TL_RESULT_LAST,     /* is named by the last argument: T.tvm_struct_get (h, 0, 1, "int32") */
} TlResult;

/**
 * TlIntrinsic: one callable operation, a row of core/ir/intrinsics.def.
 *
 * Some have arguments of their own form: call_extern and its like take the name of the function as a STRING first;
 * buffer_data and buffer_object stand for "A.data" and "A" and take a load of the first element of A (tl_buffer_data());
 * tvm_access_ptr takes a type_annotation, the data, the offset, the extent and the mask (1 read, 2 write, 3 both);
 * view_offset and view_stride stand in programs that are being lowered for the elem_offset and the strides of a matched view until the
 * layout of its source is final: the first takes loads of the region's first and last element, the second a load and a dimension;
 * comm_reducer of n values takes n left and n right variables, which it defines, n results over them and n identities.
 */
struct _TlIntrinsic
{
  const char *name;        /* as TVMScript spells it after "T." */
  gint        n_args;      /* -1: any */
  gboolean    is_pure;     /* no effect beyond its value */
  gboolean    is_float_math; /* one or more floats in, the same type out */
  TlResult    result;
};

const TlIntrinsic *tl_intrinsic_find (const char *name);   /* NULL if unknown */
const TlIntrinsic *tl_intrinsic_nth (guint index);         /* NULL past the end */

const char *tl_expr_kind_spelling (TlExprKind kind);

/* ADD … OR */
static inline gboolean
tl_expr_kind_is_binary (TlExprKind kind)
{
  return kind >= TL_EXPR_ADD && kind <= TL_EXPR_OR;
}

/* EQ … GE */
static inline gboolean
tl_expr_kind_is_compare (TlExprKind kind)
{
  return kind >= TL_EXPR_EQ && kind <= TL_EXPR_GE;
}

/* Exactly this node, in @arena. */
const TlVar  *tl_expr_var (TlArena *arena, const char *name, TlDType dtype);
const TlVar  *tl_expr_pointer_var (TlArena *arena, const char *name, TlDType pointee, const char *scope);
/* Another variable of the name and type of @var. */
const TlVar  *tl_expr_var_like (TlArena *arena, const TlVar *var);
const TlExpr *tl_expr_int (TlArena *arena, TlDType dtype, gint64 value);
const TlExpr *tl_expr_float (TlArena *arena, TlDType dtype, double value);   /* as TVM: the digits, not rounded to @dtype */
const TlExpr *tl_expr_bool (TlArena *arena, gboolean value);
const TlExpr *tl_expr_string (TlArena *arena, const char *text);
const TlExpr *tl_expr_binary (TlArena *arena, TlExprKind kind, const TlExpr *a, const TlExpr *b);  /* equal types */
const TlExpr *tl_expr_not (TlArena *arena, const TlExpr *a);
const TlExpr *tl_expr_cast (TlArena *arena, TlDType dtype, const TlExpr *a);
const TlExpr *tl_expr_select (TlArena *arena, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false);
const TlExpr *tl_expr_load (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices);
const TlExpr *tl_expr_call (TlArena *arena, TlDType dtype, const TlIntrinsic *callee, const TlExpr *const *args, guint n_args);
const TlExpr *tl_expr_ramp (TlArena *arena, const TlExpr *base, const TlExpr *stride, guint lanes);
const TlExpr *tl_expr_broadcast (TlArena *arena, const TlExpr *value, guint lanes);
const TlExpr *tl_expr_let (TlArena *arena, const TlVar *var, const TlExpr *value, const TlExpr *body);

/* The operators of the language. int32 meets int64 as int64, an immediate takes the other side's type. */
const TlExpr *tl_int (TlArena *arena, gint64 value);          /* an int32 immediate, int64 where it does not fit */
const TlExpr *tl_binary (TlArena *arena, TlExprKind kind, const TlExpr *a, const TlExpr *b);
const TlExpr *tl_add (TlArena *arena, const TlExpr *a, const TlExpr *b);
const TlExpr *tl_sub (TlArena *arena, const TlExpr *a, const TlExpr *b);
const TlExpr *tl_mul (TlArena *arena, const TlExpr *a, const TlExpr *b);
const TlExpr *tl_floordiv (TlArena *arena, const TlExpr *a, const TlExpr *b);
const TlExpr *tl_floormod (TlArena *arena, const TlExpr *a, const TlExpr *b);
const TlExpr *tl_and (TlArena *arena, const TlExpr *a, const TlExpr *b);   /* drops a literal True */
const TlExpr *tl_cast (TlArena *arena, TlDType dtype, const TlExpr *a);    /* folds, nothing if already so */

/* Matches the types of two operands the way the operators do; FALSE if there is no common type (bool + float). */
gboolean      tl_match_types (TlArena *arena, const TlExpr **a, const TlExpr **b);

/* The immediate @value. */
static inline gboolean
tl_expr_is_int (const TlExpr *expr, gint64 value)
{
  return expr->kind == TL_EXPR_INT && expr->int_value == value;
}

/* Any integer immediate; NULL is none. */
static inline gboolean
tl_expr_get_int (const TlExpr *expr, gint64 *value)
{
  if (expr == NULL || expr->kind != TL_EXPR_INT)
    return FALSE;
  *value = expr->int_value;
  return TRUE;
}

gboolean      tl_expr_is_true (const TlExpr *expr);                      /* literal True; NULL counts as True */

/* Floor semantics on plain integers; @b != 0. */
/*
 * The sum, difference, product, floor quotient or remainder, lesser or greater; FALSE for other kinds, on overflow, and for b ≤ 0 in the
 * divisions.
 */
gboolean      tl_int_combine (TlExprKind kind, gint64 a, gint64 b, gint64 *value);
gint64        tl_floordiv_int64 (gint64 a, gint64 b);
gint64        tl_floormod_int64 (gint64 a, gint64 b);

/* Same nodes, same variables and buffers (by address). */
gboolean      tl_expr_equal (const TlExpr *a, const TlExpr *b);
guint         tl_expr_hash (const TlExpr *expr);

G_END_DECLS
