/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The syntax tree of the Python subset: one front end for TVMScript, schedule scripts and te scripts. Nodes carry their span.
 * The tree lives in an arena and borrows nothing from the source text.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/source.h"

G_BEGIN_DECLS

typedef enum
{
  /* expressions */
  TL_AST_NAME,        /* name */
  TL_AST_INT,         /* integer */
  TL_AST_WORD,        /* integer: the bits of a number from 2^63 to 2^64 - 1 */
  TL_AST_FLOAT,       /* number */
  TL_AST_STRING,      /* name = the decoded text */
  TL_AST_CONSTANT,    /* name: "True", "False", "None", "..." */
  TL_AST_TUPLE,       /* items */
  TL_AST_LIST,        /* items */
  TL_AST_DICT,        /* items: key, value, key, value … */
  TL_AST_ATTRIBUTE,   /* value . name */
  TL_AST_SUBSCRIPT,   /* value [ items ]: one item, or the elements of an unparenthesised tuple */
  TL_AST_SLICE,       /* items: lower, upper, step, each nullable */
  TL_AST_CALL,        /* value ( items: arguments; KEYWORD and STARRED among them ) */
  TL_AST_KEYWORD,     /* name = value inside a call; name NULL: ** value */
  TL_AST_STARRED,     /* * value */
  TL_AST_UNARY,       /* name: "-", "+", "not", "~"; value */
  TL_AST_BINARY,      /* name: "+", "//", "**", "<<", "and", "or" …; value, other */
  TL_AST_COMPARE,     /* name: "<" … "in" "is" "is not" "not in"; value, other; a < b < c becomes an "and" */
  TL_AST_IF_EXP,      /* items: body, test, orelse */
  TL_AST_LAMBDA,      /* params; value */
  TL_AST_COMPREHENSION, /* value, or value: other, for items[0] in items[1] [if items[2]], for items[3] … (conditions are nullable) */
  TL_AST_FSTRING,     /* items: STRING, and FIELD for each {…} */
  TL_AST_FIELD,       /* value; name: what stands behind it, "!r", ":.3f" or "" */
  /* statements */
  TL_AST_MODULE,      /* body */
  TL_AST_EXPR_STMT,   /* value */
  TL_AST_ASSIGN,      /* items: targets, value */
  TL_AST_ANN_ASSIGN,  /* items[0]: target, other: annotation, value (nullable) */
  TL_AST_AUG_ASSIGN,  /* items[0]: target, name: "+", value */
  TL_AST_FOR,         /* items[0]: target, value: iterable, body, orelse */
  TL_AST_WHILE,       /* value, body */
  TL_AST_IF,          /* value, body, orelse */
  TL_AST_WITH,        /* items: context expressions as BINARY "as" (value, other nullable); body */
  TL_AST_FUNCTION,    /* name, params, other: return annotation (nullable), items: decorators, body */
  TL_AST_CLASS,       /* name, items: decorators, params: base classes as values, body */
  TL_AST_RETURN,      /* value (nullable) */
  TL_AST_ASSERT,      /* value, other (nullable) */
  TL_AST_PASS,
  TL_AST_BREAK,
  TL_AST_CONTINUE,
  TL_AST_IMPORT,      /* name: the whole line; kept, not executed */
  TL_AST_RAISE,       /* value (nullable) */
  TL_AST_TRY,         /* body, items: EXCEPT, orelse, other: the block after "finally" as a MODULE (nullable) */
  TL_AST_EXCEPT,      /* value: what it catches (nullable), name: what the error is called (nullable), body */
  TL_AST_GLOBAL,      /* items: NAME */
  TL_AST_NONLOCAL,    /* items: NAME */
} TlAstKind;

typedef struct _TlAst TlAst;

typedef struct
{
  const char  *name;
  const TlAst *annotation;   /* nullable */
  const TlAst *value;        /* default; nullable */
  gboolean     is_star;         /* *args; the name is "" for a bare * */
  gboolean     is_double_star;  /* **rest */
  TlSpan       span;
} TlAstParam;

struct _TlAst
{
  TlAstKind           kind;
  TlSpan              span;
  const char         *name;
  gint64              integer;
  double              number;
  const TlAst        *value;
  const TlAst        *other;
  const TlAst *const *items;
  guint               n_items;
  const TlAst *const *body;
  guint               n_body;
  const TlAst *const *orelse;
  guint               n_orelse;
  const TlAstParam   *params;
  guint               n_params;
};

/* The whole text as a MODULE, or NULL with a TL_TEXT_ERROR_SYNTAX. Depth is limited; no input hangs or crashes it. */
const TlAst *tl_ast_parse (TlArena *arena, const TlSource *source, GError **error);

/* "T.grid" for ATTRIBUTE (NAME T, grid), "x" for NAME; NULL for anything else. In @arena. */
const char  *tl_ast_dotted_name (TlArena *arena, const TlAst *ast);

/* The line of the "with T.block("name"):" that is the only one of this name in @source; 0: there is none, or there are several. */
guint        tl_script_block_line (const TlSource *source, const char *name);

/* Whether the text can be the name of a function or variable: no keyword, no other characters. */
gboolean     tl_ast_is_name (const char *text);

G_END_DECLS
