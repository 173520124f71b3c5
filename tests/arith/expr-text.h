/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions as text, for tables: "i // 8 * 8 + min(j, 3)" over int32 variables. Knows + - * // % comparisons and or not,
 * min max Select if_then_else truncdiv truncmod. Builds exactly the nodes written. A test's own small reader, since core/text stands above
 * the floor under test.
 */
#pragma once

#include "core/ir/stmt.h"

/* Variables by name, made when first seen. */
typedef struct
{
  TlArena    *arena;
  GHashTable *vars;     /* name → TlVar* */
} ExprText;

void          expr_text_init (ExprText *names);
void          expr_text_clear (ExprText *names);
const TlVar  *expr_text_var (ExprText *names, const char *name);
/* Aborts the test on a syntax error. */
const TlExpr *expr_text_read (ExprText *names, const char *text);
char         *expr_text_print (const TlExpr *expr);

/* The value with variables from @values (TlVar* → GINT_TO_POINTER); FALSE on division by zero. */
gboolean      expr_text_eval (const TlExpr *expr, GHashTable *values, gint64 *value);
