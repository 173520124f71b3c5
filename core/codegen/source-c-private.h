/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inside the writer of C source.
 *
 *   source-c.c        the file, statements, buffers
 *   source-c-expr.c   values and positions
 *   source-c-call.c   T.exp, T.if_then_else, T.call_extern …
 *   source-c-types.c  types, and the helpers that the text needs, each written once, on demand
 *
 * Glossary: a vector of any number of lanes lies in one of the next power of two, as GCC has no others; what is beyond is never stored. A
 * mask is a vector of int32, 0 or -1. float16 and bfloat16 are computed as float and rounded after every operation. Integer scalars that
 * make positions are int64_t, as in emit-expr.c; data wraps in its own width, in unsigned arithmetic.
 * Expressions are texts; one without a space outside of brackets is a primary one and needs no parentheses.
 */
#pragma once

#include "core/arith/analyzer.h"
#include "core/codegen/export.h"
#include "core/ir/walk.h"

G_BEGIN_DECLS

typedef struct
{
  /* Owned */
  TlArena    *arena;        /* nodes made on the way */
  TlAnalyzer *analyzer;
  GString    *helpers;
  GHashTable *known;        /* names of types and helpers that stand in @helpers */
  GHashTable *externs;      /* name → prototype */
  GHashTable *names;        /* TlVar, TlBuffer → name */
  GHashTable *taken;        /* names in use */
  GHashTable *used;         /* names that are read */
  GHashTable *registers;    /* TlBuffer → lanes of the variables it became */
  GHashTable *places;       /* TlBuffer: workspaces of the scope */
  GString    *out;
  GString    *declarations; /* of workspaces and variables, to stand at the scope's beginning; frees are at its end */
  GString    *frees;
  GError     *error;
  /* Borrowed */
  const TlTarget        *target;
  const TlExportOptions *options;
  guint       indent;
  guint       scope_indent;   /* of the lines in @declarations */
  gsize       stack_bytes;
  const char *mask;           /* of the condition of several lanes around, which may touch memory where it is true; NULL: none */
  guint       mask_lanes;
  gboolean    mask_may_be_empty;   /* nobody has asked yet whether it holds in any lane */
  gboolean    is_parallel;
} SourceC;

void        sc_fail (SourceC *sc, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* --- source-c-types.c; texts are interned or live in sc->arena --- */
const char *sc_text (SourceC *sc, const char *format, ...) G_GNUC_PRINTF (2, 3);
const char *sc_paren (SourceC *sc, const char *text);
guint       sc_padded (guint lanes);
gboolean    sc_is_small_float (TlDType dtype);                         /* 16 bits, computed as float */
TlDType     sc_work_dtype (TlDType dtype);                             /* float32 for these; int32 for vectors of bool */
const char *sc_type (SourceC *sc, TlDType dtype);                      /* of a value */
const char *sc_suffix (SourceC *sc, TlDType dtype);                    /* "f32x8", with the lanes there are */
/* Writes a helper unless it is there: "static inline RESULT NAME (PARAMS)" with @body. Gives @name. */
const char *sc_helper (SourceC *sc, const char *name, const char *result, const char *params, const char *body);
/* @scalar on each lane of @n arguments: an expression over a[i], b[i], c[i]. */
const char *sc_lanes (SourceC *sc, const char *name, const char *scalar, TlDType result, const TlDType *args, guint n);
const char *sc_splat (SourceC *sc, const char *scalar, TlDType dtype); /* @dtype: of the result */
const char *sc_select (SourceC *sc, const char *mask, const char *a, const char *b, TlDType dtype);
const char *sc_any (SourceC *sc, const char *mask, guint lanes);       /* whether it holds in one of them */
const char *sc_round (SourceC *sc, const char *value, TlDType dtype);  /* to float16 or bfloat16; nothing for other types */
const char *sc_small_float_helper (SourceC *sc, const char *what, TlDType dtype);   /* "to", "from": "to_f16" */
const char *sc_load (SourceC *sc, TlDType dtype, const char *address);
const char *sc_store (SourceC *sc, TlDType dtype, const char *address, const char *value);
const char *sc_extremum (SourceC *sc, gboolean is_min, const char *a, const char *b, TlDType dtype);
const char *sc_divide (SourceC *sc, gboolean want_remainder, const char *a, const char *b, TlDType dtype);   /* floor */
const char *sc_name (SourceC *sc, gconstpointer node, const char *wanted);   /* the one it has, or a new one */
const char *sc_variable (SourceC *sc, TlDType dtype, const char *wanted);    /* a new one, declared at the scope's beginning */

/* --- source-c-expr.c --- */
const char *sc_expr (SourceC *sc, const TlExpr *expr);
const char *sc_index (SourceC *sc, const TlExpr *expr);
const char *sc_address (SourceC *sc, const TlBuffer *buffer, const TlExpr *position);   /* "&A[i]" */
const char *sc_element (SourceC *sc, const TlBuffer *buffer, const TlExpr *position);   /* "A[i]", as in memory */
const char *sc_store_text (SourceC *sc, const TlBuffer *buffer, const TlExpr *position, const TlExpr *value);
const char *sc_convert (SourceC *sc, const char *value, TlDType from, TlDType to);

/* --- source-c-call.c --- */
const char *sc_call (SourceC *sc, const TlExpr *call);

G_END_DECLS
