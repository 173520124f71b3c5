/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operators and functions of TVMScript on values, for those parts of the front end that build expressions by running Python: te
 * scripts, index maps. The meaning of T.max (a, b) is defined once, in the reader.
 */
#pragma once

#include "core/text/ast.h"
#include "core/text/script.h"

G_BEGIN_DECLS

typedef enum
{
  TL_SCRIPT_NONE,
  TL_SCRIPT_BOOL,
  TL_SCRIPT_INT,      /* Python's own numbers take the type of what they meet */
  TL_SCRIPT_FLOAT,
  TL_SCRIPT_STRING,
  TL_SCRIPT_EXPR,
} TlScriptValueKind;

/* An operand, or a named constant. A plain value; strings and expressions are borrowed. */
typedef struct
{
  const char       *name;      /* of a keyword argument or constant; NULL: positional */
  TlScriptValueKind kind;
  union
  {
    gint64        integer;     /* BOOL, INT */
    double        number;
    const char   *string;
    const TlExpr *expr;
  };
} TlScriptValue;

/* "a + b", "a < b", "-a": one or two operands, at least one an expression. New nodes go to @arena. NULL with a TL_TEXT_ERROR at @at. */
const TlExpr *tl_script_operator (TlArena *arena, const TlSource *source, const TlAst *at, const char *spelling,
                                  const TlScriptValue *operands, guint n_operands, GError **error);

/* TRUE if T.@name can be called in an expression. */
gboolean      tl_script_has_function (const char *name);
/* T.@name (…). Positional arguments come first. */
const TlExpr *tl_script_call (TlArena *arena, const TlSource *source, const TlAst *at, const char *name, const TlScriptValue *args,
                              guint n_args, GError **error);

/* @value as an expression: int32 (int64 if large), float32, bool; NULL for None. */
const TlExpr *tl_script_value_expr (TlArena *arena, const TlScriptValue *value);

/*
 * One definition out of a larger script, as a module of its own: a class under @I.ir_module, or a function under @T.prim_func. Numbers and
 * strings that @script assigns at its top level are known in it, and those of @constants, which come first.
 */
TlModule     *tl_script_read_definition (TlSource *source, const TlAst *script, const TlAst *definition, const TlScriptValue *constants,
                                         guint n_constants, GError **error);
/* TRUE for such a definition. */
gboolean      tl_script_is_definition (const TlAst *ast);

G_END_DECLS
