/* SPDX-License-Identifier: Apache-2.0 */
/*
 * f"text {expression:.3f}": the lexer has decoded the string, so each expression is found again in the source where it stands there
 * unchanged, which is nearly always; then its errors point to it, else to the string.
 */
#include "core/text/parser-private.h"

#include <string.h>

typedef struct
{
  TlParser      *parser;
  const TlToken *token;
  const char    *at;          /* in the decoded text */
  guint32        searched;    /* in the source: where the next expression is looked for */
  GPtrArray     *items;
} Scanner;

static gboolean
fail (Scanner *scanner, const char *what)
{
  return tl_parser_fail (scanner->parser, scanner->token->span, "%s", what) != NULL;
}

/* The length of what is to be evaluated: up to the "}", ":" or "!" outside of brackets and quotes. */
static gboolean
expression_length (Scanner *scanner, gsize *length)
{
  const char *p = scanner->at;
  guint       n_brackets = 0;
  char        quote = '\0';

  for (; *p != '\0'; p++)
    {
      if (quote != '\0')
        quote = *p == quote ? '\0' : quote;
      else if (*p == '"' || *p == '\'')
        quote = *p;
      else if (strchr ("([{", *p) != NULL)
        n_brackets++;
      else if (n_brackets > 0 && strchr (")]}", *p) != NULL)
        n_brackets--;
      else if (n_brackets == 0 && (*p == '}' || *p == ':' || (*p == '!' && p[1] != '=')))
        break;
    }
  *length = (gsize) (p - scanner->at);
  return *p != '\0' || fail (scanner, "a \"{\" in this string is never closed");
}

/* Moves the spans of a fragment's tokens, which begins with a bracket of its own, to the source. */
static void
place_tokens (Scanner *scanner, GArray *tokens, const char *text, gsize length)
{
  const char *source = tl_source_text (scanner->parser->source);
  const char *found = g_strstr_len (source + scanner->searched, scanner->token->span.end - scanner->searched, text);
  guint32     start = found != NULL ? (guint32) (found - source) : 0;

  for (guint i = 0; i < tokens->len; i++)
    {
      TlSpan *span = &g_array_index (tokens, TlToken, i).span;

      if (found == NULL)
        *span = scanner->token->span;
      else
        *span = (TlSpan) { start + MAX (span->start, 1) - 1, start + MIN (MAX (span->end, 1) - 1, (guint32) length + 1) };
    }
  if (found != NULL)
    scanner->searched = start + (guint32) length;
}

static const TlAst *
parse_expression (Scanner *scanner, gsize length)
{
  g_autofree char     *text = g_strndup (scanner->at, length);
  g_autofree char     *bracketed = g_strdup_printf ("(%s)", text);
  g_autoptr (TlSource) fragment = tl_source_new (tl_source_name (scanner->parser->source), bracketed, -1);
  g_autoptr (GError)   error = NULL;
  g_autoptr (GArray)   tokens = tl_lex (scanner->parser->arena, fragment, &error);
  TlParser             inner = *scanner->parser;
  const TlAst         *ast;

  if (tokens == NULL)
    return tl_parser_fail (scanner->parser, scanner->token->span, "the expression \"%s\" in this string is not understood", text);
  place_tokens (scanner, tokens, text, length);
  inner.tokens = (const TlToken *) tokens->data;
  inner.at = 0;
  ast = tl_parse_expr (&inner);
  if (ast != NULL && tl_parser_token (&inner)->kind != TL_TOKEN_NEWLINE && tl_parser_token (&inner)->kind != TL_TOKEN_END)
    ast = tl_parser_fail_expected (&inner, "\"}\" after the expression");
  scanner->parser->error = inner.error;
  return ast;
}

static gboolean
add_text (Scanner *scanner, const char *text)
{
  TlAst *ast = tl_parser_node (scanner->parser, TL_AST_STRING, scanner->parser->at);

  ast->name = tl_arena_strdup (scanner->parser->arena, text);
  g_ptr_array_add (scanner->items, (gpointer) tl_parser_seal (scanner->parser, ast));
  return TRUE;
}

/* After a "{". */
static gboolean
add_field (Scanner *scanner)
{
  const TlAst *value;
  TlAst       *ast;
  gsize        length, n_format;

  if (!expression_length (scanner, &length) || (value = parse_expression (scanner, length)) == NULL)
    return FALSE;
  scanner->at += length;
  n_format = strcspn (scanner->at, "{}");
  if (scanner->at[n_format] != '}')
    return fail (scanner, "nested fields in the format of an f-string are not supported");
  ast = tl_parser_node (scanner->parser, TL_AST_FIELD, scanner->parser->at);
  ast->value = value;
  ast->name = tl_arena_strndup (scanner->parser->arena, scanner->at, n_format);
  scanner->at += n_format + 1;
  if (tl_parser_seal (scanner->parser, ast) == NULL)
    return FALSE;
  g_ptr_array_add (scanner->items, ast);
  return TRUE;
}

static gboolean
scan (Scanner *scanner)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (*scanner->at != '\0')
    {
      char c = *scanner->at++;

      if ((c == '{' || c == '}') && *scanner->at == c)
        scanner->at++;
      else if (c == '}')
        return fail (scanner, "a single \"}\" in this string; write \"}}\" for the character");
      else if (c == '{')
        {
          if (text->len > 0)
            add_text (scanner, text->str);
          g_string_truncate (text, 0);
          if (!add_field (scanner))
            return FALSE;
          continue;
        }
      g_string_append_c (text, c);
    }
  return text->len == 0 || add_text (scanner, text->str);
}

const TlAst *
tl_parse_f_string (TlParser *parser)
{
  guint                 first = parser->at;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TlAst                *ast;

  for (; tl_parser_token (parser)->kind == TL_TOKEN_STRING; parser->at++)
    {
      const TlToken *token = tl_parser_token (parser);
      Scanner        scanner = { .parser = parser, .token = token, .at = token->text, .searched = token->span.start, .items = items };

      if (!(token->is_formatted ? scan (&scanner) : add_text (&scanner, token->text)))
        return NULL;
    }
  ast = tl_parser_node (parser, TL_AST_FSTRING, first);
  tl_parser_set_items (parser, ast, items);
  return tl_parser_seal (parser, ast);
}
