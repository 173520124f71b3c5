/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tokens of the Python subset. The lexer turns a whole text into one array: line joining, comments and blank lines are gone,
 * INDENT and DEDENT stand where a suite begins and ends, and the last token is END.
 */
#pragma once

#include "core/base/arena.h"
#include "core/base/source.h"

G_BEGIN_DECLS

typedef enum
{
  TL_TOKEN_END,
  TL_TOKEN_NEWLINE,
  TL_TOKEN_INDENT,
  TL_TOKEN_DEDENT,
  TL_TOKEN_NAME,      /* also keywords; text */
  TL_TOKEN_INT,       /* integer */
  TL_TOKEN_FLOAT,     /* number */
  TL_TOKEN_STRING,    /* text, decoded */
  TL_TOKEN_OPERATOR,  /* text, a static spelling */
} TlTokenKind;

typedef struct
{
  TlTokenKind kind;
  TlSpan      span;
  const char *text;
  gboolean    is_formatted;   /* STRING: f"…" */
  union
  {
    guint64 integer;   /* from 2^63 on a WORD of the tree, except after a minus sign */
    double  number;
  };
} TlToken;

/* All tokens of @source; text of names and strings in @arena. NULL with a TL_TEXT_ERROR_SYNTAX. */
GArray *tl_lex (TlArena *arena, const TlSource *source, GError **error);

G_END_DECLS
