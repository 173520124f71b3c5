/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions as text, for tables: "i // 8 * 8 + min(j, 3)" over int32 variables. Knows + - * // % comparisons and or not,
 * min max Select if_then_else truncdiv truncmod. Builds exactly the nodes written. A test's own small reader, since core/text stands above
 * the floor under test.
 */
#pragma once

#include "core/arith/iter-map.h"
#include "core/base/random.h"
#include "core/ir/stmt.h"

/* Variables by name, made when first seen. */
typedef struct
{
  TlArena    *arena;
  GHashTable *vars;     /* name → TlVar* */
} ExprText;

ExprText      expr_text_new (void);
void          expr_text_clear (ExprText *names);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExprText, expr_text_clear)

const TlVar  *expr_text_var (ExprText *names, const char *name);
/* Aborts the test on a syntax error. */
const TlExpr *expr_text_read (ExprText *names, const char *text);
char         *expr_text_print (const TlExpr *expr);

/* "i // 16 ; j": at most @most of them; how many there are. */
guint         expr_text_read_list (ExprText *names, const char *text, const TlExpr **exprs, guint most);
char         *expr_text_print_list (const TlExpr *const *exprs, guint n);
/* "i:8 j:3@16": iterators from 0 or a minimum. */
guint         expr_text_read_iters (ExprText *names, const char *text, TlIter *iters, guint most);
/* "a in 8, b in 4 ; …": what a subspace division gives. */
char         *expr_text_print_division (const TlExpr *const *outer, const TlRange *outer_range, const TlExpr *const *inner,
                                        const TlRange *inner_range, guint n);

/* The value with variables from @values (TlVar* → GINT_TO_POINTER); FALSE on division by zero. */
gboolean      expr_text_eval (const TlExpr *expr, GHashTable *values, gint64 *value);

static inline gint64
pick (TlRandom *random, gint64 from, gint64 below)
{
  return from + (gint64) tl_random_below (random, (guint64) (below - from));
}
