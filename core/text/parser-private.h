/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parser's state and the seam between its halves: parser-expr.c for expressions, parser-f-string.c for what stands in
 * strings, parser-stmt.c for statements.
 * A function that returns NULL (or FALSE) has left an error in parser->error.
 */
#pragma once

#include "core/text/ast.h"
#include "core/text/lexer-private.h"

G_BEGIN_DECLS

typedef struct
{
  TlArena        *arena;
  const TlSource *source;
  const TlToken  *tokens;
  guint           at;
  guint           nesting;   /* levels of recursion in use */
  const void     *floor;     /* of the stack */
  GError         *error;
} TlParser;


/* The next token, and whether it is this operator or keyword. */
const TlToken *tl_parser_token (const TlParser *parser);
gboolean       tl_parser_is (const TlParser *parser, const char *spelling);
gboolean       tl_parser_accept (TlParser *parser, const char *spelling);
gboolean       tl_parser_expect (TlParser *parser, const char *spelling, const char *after);
gboolean       tl_parser_enter (TlParser *parser);   /* one level deeper, or FALSE with an error */
void           tl_parser_leave (TlParser *parser);

gpointer       tl_parser_fail (TlParser *parser, TlSpan span, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* "expected X, found Y" at the next token. */
gpointer       tl_parser_fail_expected (TlParser *parser, const char *what);

/* A node spanning from token index @first to the last token taken. tl_parser_seal checks its depth once children are set. */
TlAst         *tl_parser_node (TlParser *parser, TlAstKind kind, guint first);
const TlAst   *tl_parser_seal (TlParser *parser, TlAst *ast);
void           tl_parser_set_items (TlParser *parser, TlAst *ast, const GPtrArray *items);

/* expression | starred, lists of them, and the pieces statements need. */
const TlAst   *tl_parse_expr (TlParser *parser);
/* One or more strings side by side, at least one with an f before it. */
const TlAst   *tl_parse_f_string (TlParser *parser);
/* "a, *b, c": a TUPLE if there is a comma. */
const TlAst   *tl_parse_expr_list (TlParser *parser);
/* The targets before "in": "i, (j, k)". */
const TlAst   *tl_parse_target_list (TlParser *parser);
/* The clauses behind @element (or a key and its @value); the node's span starts at token @first. */
const TlAst   *tl_parse_comprehension (TlParser *parser, const TlAst *element, const TlAst *value, guint first);
const TlAst   *tl_parse_dict (TlParser *parser);
gboolean       tl_parse_call_arguments (TlParser *parser, GPtrArray *items);
gboolean       tl_parse_params (TlParser *parser, TlAst *owner, const char *end, gboolean allow_annotations);
gboolean       tl_parser_check_target (TlParser *parser, const TlAst *target);
gboolean       tl_parser_is_name (const TlParser *parser);   /* a NAME that is no keyword */

G_END_DECLS
