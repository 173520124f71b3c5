/* SPDX-License-Identifier: Apache-2.0 */
/* Is the result of a run what the program means? */
#pragma once

#include "core/interp/interp.h"

G_BEGIN_DECLS

/**
 * TlReference: expected values of a function's outputs for given inputs, all of them for small programs, else a deterministic sample
 * of elements, each computed on demand by following producer blocks backwards. Made once per program, used for many candidates.
 */
typedef struct _TlReference TlReference;

typedef struct
{
  gboolean ok;
  guint64  n_checked;        /* elements compared */
  guint64  n_elements;       /* elements there are */
  guint64  n_wrong;
  guint64  n_at_border;      /* right ones that are rounded to the other of two near steps, see check.c */
  double   max_error;        /* largest |got - want| / (atol + rtol |want|), 1 is the limit */
  char    *where;            /* "C[3, 17]: got 1.5, expected 2" of the first wrong one; else NULL */
  char    *unwritten;        /* "t[16] in block \"B\"": an element that the program itself reads before it is written, so that no result is
                                right; or NULL */
} TlCheckResult;

/* @args hold the inputs before any run; they are not changed. @max_steps bounds the work (0: a default of about a second). */
TlReference *tl_reference_new (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps,
                               GCancellable *cancellable, GError **error);
void         tl_reference_free (TlReference *reference);
/*
 * For arguments that are no random numbers: terms may be much larger than the elements of a row that they cancel to, so tolerances are
 * those of the largest element of the whole output.
 */
void         tl_reference_allow_cancellation (TlReference *reference);

/* "… reads t[16] in block "B" before it is written …" of the program's own fault that @result found. Free with g_free. */
char        *tl_check_result_explain_unwritten (const TlCheckResult *result);

/* Compares @args after a run. Tolerances follow the element types and the longest reduction. */
void         tl_reference_check (const TlReference *reference, TlTensor *const *args, TlCheckResult *result);
void         tl_check_result_clear (TlCheckResult *result);

/* One expected element: of parameter @param at the row-major place @index; a result may be off by @tolerance. */
typedef struct
{
  guint  param;
  gint64 index;
  double value;
  double tolerance;
} TlExpected;

guint        tl_reference_n_outputs (const TlReference *reference);
/* Element number @k of those that are known of output @output; FALSE past the last one. */
gboolean     tl_reference_nth (const TlReference *reference, guint output, gint64 k, TlExpected *expected);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlReference, tl_reference_free)

G_END_DECLS
