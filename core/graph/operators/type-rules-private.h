/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Type rules: a function for each kind of operator, which relax-ops.def names. A rule gives NULL with an error, made by tl_infer_fail (),
 * if arguments do not fit; sizes that cannot be known are left out.
 */
#pragma once

#include "core/arith/analyzer.h"
#include "core/graph/operators/operators.h"

G_BEGIN_DECLS

typedef struct
{
  TlArena                  *arena;
  const TlRelaxOp          *op;
  const TlRelaxExpr *const *args;
  guint                     n_args;
  const TlAttrs            *attrs;
  TlAnalyzer               *analyzer;
  GError                  **error;
} TlInfer;

typedef const TlRelaxType *(*TlTypeRule) (const TlInfer *infer);

#define RELAX_OP(name, signature, type_rule, legalization) const TlRelaxType *tl_infer_##type_rule (const TlInfer *infer);
#include "core/ir/relax-ops.def"
#undef RELAX_OP

/* Errors, "R.add: " in front; always NULL. */
gconstpointer      tl_infer_fail (const TlInfer *infer, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* "x1, float32 (2, n)": argument @index in words, in the arena. */
const char        *tl_infer_describe (const TlInfer *infer, guint index);

/* The type of argument @index, a tensor's; NULL with an error. */
const TlRelaxType *tl_infer_tensor (const TlInfer *infer, guint index);
/* The same with @n_dims dimensions, or -1: any. */
const TlRelaxType *tl_infer_tensor_of (const TlInfer *infer, guint index, int n_dims);
/* The shape that argument @index is: its dims may be unknown. NULL with an error. */
const TlRelaxType *tl_infer_shape (const TlInfer *infer, guint index);
/* The types of the tensors of argument @index, a tuple; NULL with an error. */
const TlRelaxType *const *tl_infer_tensors (const TlInfer *infer, guint index, guint *n);
/* A number that argument @index is. */
gboolean           tl_infer_number (const TlInfer *infer, guint index, const TlExpr **value);
/* Numbers of argument @index, a tuple of them; NULL with an error. */
const TlExpr *const *tl_infer_numbers (const TlInfer *infer, guint index, guint *n);

/* Attributes; of another kind they count as absent. */
gint64             tl_infer_int (const TlInfer *infer, const char *name, gint64 fallback);
gboolean           tl_infer_bool (const TlInfer *infer, const char *name);
const char        *tl_infer_string (const TlInfer *infer, const char *name);   /* nullable */
/* Its type if it has one, else @fallback; FALSE with an error. */
gboolean           tl_infer_dtype (const TlInfer *infer, const char *name, TlDType fallback, TlDType *dtype);
/* A list of numbers of that length (-1: any); FALSE with an error. NULL and TRUE for None. */
gboolean           tl_infer_ints (const TlInfer *infer, const char *name, int n_wanted, const gint64 **ints, guint *n);

/* @axis in [-n, n) counted from 0; FALSE with an error. */
gboolean           tl_infer_axis (const TlInfer *infer, const char *name, gint64 axis, guint n, guint *position);

/* Sizes. */
const TlExpr      *tl_infer_size (const TlInfer *infer, gint64 size);
const TlExpr      *tl_infer_simplify (const TlInfer *infer, const TlExpr *size);
gboolean           tl_infer_is_equal (const TlInfer *infer, const TlExpr *a, const TlExpr *b);
/* Both are numbers, and differ. */
gboolean           tl_infer_differs (const TlExpr *a, const TlExpr *b);
/* @dims NULL: unknown. */
const TlRelaxType *tl_infer_result (const TlInfer *infer, TlDType dtype, const TlExpr *const *dims, int n_dims);
/*
 * The shape of @a and @b broadcast to each other: FALSE with an error if they do not fit; @dims is NULL where sizes cannot be known,
 * @n_dims -1 where not even their number.
 */
gboolean           tl_infer_broadcast_dims (const TlInfer *infer, const TlExpr *const *a, int n_a, const TlExpr *const *b, int n_b,
                                            const TlExpr *const **dims, int *n_dims);

G_END_DECLS
