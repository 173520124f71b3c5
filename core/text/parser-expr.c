/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions, by precedence climbing over one table of binary operators. Depth is bounded twice: the parser's own recursion by
 * MAX_NESTING, and the height of the finished tree by MAX_HEIGHT (a sum of a million terms is flat to parse but deep to walk),
 * so that whoever walks the tree may recurse.
 */
#include "core/base/extremum.h"
#include "core/text/parser-private.h"

#include "core/base/stack.h"

#include "core/text/script.h"

#include <string.h>

#define MAX_NESTING 600
#define MAX_HEIGHT  1000

/* Every node is allocated with its height behind it. */
typedef struct
{
  TlAst ast;
  guint height;
} Node;

static const char *const keywords[] = {
  "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for",
  "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
  "yield",
};

typedef enum
{
  LEVEL_OR = 1,
  LEVEL_AND,
  LEVEL_NOT,
  LEVEL_COMPARE,
  LEVEL_BIT_OR,
  LEVEL_BIT_XOR,
  LEVEL_BIT_AND,
  LEVEL_SHIFT,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_UNARY,
  LEVEL_POWER,
} Level;

static const struct
{
  const char *spelling;
  Level       level;
} binary_operators[] = {
  { "or", LEVEL_OR },       { "and", LEVEL_AND },     { "<", LEVEL_COMPARE },   { "<=", LEVEL_COMPARE }, { ">", LEVEL_COMPARE },
  { ">=", LEVEL_COMPARE },  { "==", LEVEL_COMPARE },  { "!=", LEVEL_COMPARE },  { "in", LEVEL_COMPARE }, { "is", LEVEL_COMPARE },
  { "not", LEVEL_COMPARE }, { "|", LEVEL_BIT_OR },    { "^", LEVEL_BIT_XOR },   { "&", LEVEL_BIT_AND },  { "<<", LEVEL_SHIFT },
  { ">>", LEVEL_SHIFT },    { "+", LEVEL_SUM },       { "-", LEVEL_SUM },       { "*", LEVEL_PRODUCT },  { "@", LEVEL_PRODUCT },
  { "/", LEVEL_PRODUCT },   { "//", LEVEL_PRODUCT },  { "%", LEVEL_PRODUCT },
};

static const TlAst *parse_level (TlParser *parser, Level level);

/* The state. */

const TlToken *
tl_parser_token (const TlParser *parser)
{
  return &parser->tokens[parser->at];
}

static gboolean
token_is (const TlToken *token, const char *spelling)
{
  return (token->kind == TL_TOKEN_OPERATOR || token->kind == TL_TOKEN_NAME) && *token->text == *spelling
         && strcmp (token->text, spelling) == 0;
}

gboolean
tl_parser_is (const TlParser *parser, const char *spelling)
{
  return token_is (tl_parser_token (parser), spelling);
}

gboolean
tl_parser_accept (TlParser *parser, const char *spelling)
{
  if (!tl_parser_is (parser, spelling))
    return FALSE;
  parser->at++;
  return TRUE;
}

gboolean
tl_parser_expect (TlParser *parser, const char *spelling, const char *after)
{
  g_autofree char *what = NULL;

  if (tl_parser_accept (parser, spelling))
    return TRUE;
  what = g_strdup_printf ("\"%s\" %s", spelling, after);
  tl_parser_fail_expected (parser, what);
  return FALSE;
}

gboolean
tl_parser_enter (TlParser *parser)
{
  if (++parser->nesting <= MAX_NESTING && !tl_stack_is_low (parser->floor))
    return TRUE;
  if (parser->nesting <= MAX_NESTING)
    tl_parser_fail (parser, tl_parser_token (parser)->span, "nested too deeply for the stack of this thread: %u levels", parser->nesting);
  else
    tl_parser_fail (parser, tl_parser_token (parser)->span, "nested more than %d levels deep", MAX_NESTING);
  return FALSE;
}

void
tl_parser_leave (TlParser *parser)
{
  parser->nesting--;
}

gpointer
tl_parser_fail (TlParser *parser, TlSpan span, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list          args;

  if (parser->error != NULL)
    return NULL;
  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  parser->error = tl_source_error (parser->source, span, TL_TEXT_ERROR, TL_TEXT_ERROR_SYNTAX, "%s", message);
  return NULL;
}

gpointer
tl_parser_fail_expected (TlParser *parser, const char *what)
{
  const TlToken   *token = tl_parser_token (parser);
  g_autofree char *spelling = NULL;
  const char      *found = "the end of the text";

  if (token->kind == TL_TOKEN_NEWLINE)
    found = "the end of the line";
  else if (token->kind == TL_TOKEN_INDENT || token->kind == TL_TOKEN_DEDENT)
    found = token->kind == TL_TOKEN_INDENT ? "a deeper indentation" : "a shallower indentation";
  else if (token->kind != TL_TOKEN_END)
    {
      gsize length = MIN (token->span.end - token->span.start, 40);

      spelling = g_strndup (tl_source_text (parser->source) + token->span.start, length);
      found = g_utf8_validate (spelling, -1, NULL) ? spelling : "this";
    }
  return tl_parser_fail (parser, token->span, "expected %s, found %s", what, found);
}

TlAst *
tl_parser_node (TlParser *parser, TlAstKind kind, guint first)
{
  Node *node = tl_arena_new0 (parser->arena, Node);

  node->ast.kind = kind;
  node->ast.span.start = parser->tokens[first].span.start;
  node->ast.span.end = parser->at > first ? parser->tokens[parser->at - 1].span.end : parser->tokens[first].span.end;
  return &node->ast;
}

static guint
height_of (const TlAst *ast)
{
  return ast != NULL ? ((const Node *) ast)->height : 0;
}

static guint
max_height (guint height, const TlAst *const *list, guint n)
{
  for (guint i = 0; i < n; i++)
    height = tl_max (height, height_of (list[i]));
  return height;
}

const TlAst *
tl_parser_seal (TlParser *parser, TlAst *ast)
{
  guint height = tl_max (height_of (ast->value), height_of (ast->other));

  height = max_height (height, ast->items, ast->n_items);
  height = max_height (height, ast->body, ast->n_body);
  height = max_height (height, ast->orelse, ast->n_orelse);
  for (guint i = 0; i < ast->n_params; i++)
    height = tl_max (height, tl_max (height_of (ast->params[i].annotation), height_of (ast->params[i].value)));
  ((Node *) ast)->height = height + 1;
  if (height >= MAX_HEIGHT)
    return tl_parser_fail (parser, ast->span, "an expression of more than %d levels", MAX_HEIGHT);
  return ast;
}

void
tl_parser_set_items (TlParser *parser, TlAst *ast, const GPtrArray *items)
{
  ast->n_items = items->len;
  ast->items = tl_arena_dup_array (parser->arena, const TlAst *, items->pdata, items->len);
}

static gboolean
is_keyword (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
    if (strcmp (text, keywords[i]) == 0)
      return TRUE;
  return FALSE;
}

gboolean
tl_parser_is_name (const TlParser *parser)
{
  const TlToken *token = tl_parser_token (parser);

  return token->kind == TL_TOKEN_NAME && !is_keyword (token->text);
}

gboolean
tl_ast_is_name (const char *text)
{
  if (*text == '\0' || g_ascii_isdigit (*text) || is_keyword (text))
    return FALSE;
  for (const char *at = text; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && *at != '_' && ((guchar) *at & 0x80) == 0)
      return FALSE;
  return TRUE;
}

/* Atoms. */

static const TlAst *
one_token (TlParser *parser, TlAstKind kind)
{
  const TlToken *token = tl_parser_token (parser);
  TlAst         *ast;

  parser->at++;
  ast = tl_parser_node (parser, kind, parser->at - 1);
  ast->name = token->text;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_number (TlParser *parser, gboolean is_negative)
{
  const TlToken *token = tl_parser_token (parser);
  TlAst         *ast;
  gboolean       is_word = token->kind == TL_TOKEN_INT && token->integer > (guint64) G_MAXINT64;

  if (is_word && is_negative && token->integer != (guint64) G_MAXINT64 + 1)
    return tl_parser_fail (parser, token->span, "this integer does not fit in 64 bits");
  parser->at++;
  ast = tl_parser_node (parser, is_word && !is_negative ? TL_AST_WORD : token->kind == TL_TOKEN_INT ? TL_AST_INT : TL_AST_FLOAT,
                        parser->at - 1);
  if (token->kind == TL_TOKEN_INT)
    ast->integer = is_negative ? (gint64) (0 - token->integer) : (gint64) token->integer;
  else
    ast->number = token->number;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_string (TlParser *parser)
{
  guint first = parser->at;
  g_autoptr (GString) text = g_string_new (NULL);
  TlAst *ast;

  for (guint i = first; parser->tokens[i].kind == TL_TOKEN_STRING; i++)
    if (parser->tokens[i].is_formatted)
      return tl_parse_f_string (parser);
  for (; tl_parser_token (parser)->kind == TL_TOKEN_STRING; parser->at++)
    g_string_append (text, tl_parser_token (parser)->text);
  ast = tl_parser_node (parser, TL_AST_STRING, first);
  ast->name = tl_arena_strdup (parser->arena, text->str);
  return tl_parser_seal (parser, ast);
}

/* "for x in y [if z]" once or more, after the element (or key and value) of a comprehension; the element's span starts the node. */
const TlAst *
tl_parse_comprehension (TlParser *parser, const TlAst *element, const TlAst *value, guint first)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TlAst *ast;

  while (tl_parser_accept (parser, "for"))
    {
      const TlAst *target = tl_parse_target_list (parser), *source, *condition = NULL;

      if (target == NULL || !tl_parser_expect (parser, "in", "of the comprehension") || (source = parse_level (parser, LEVEL_OR)) == NULL
          || (tl_parser_accept (parser, "if") && (condition = parse_level (parser, LEVEL_OR)) == NULL))
        return NULL;
      if (tl_parser_is (parser, "if"))
        return tl_parser_fail (parser, tl_parser_token (parser)->span, "a comprehension may have one \"if\" for each \"for\" here");
      g_ptr_array_add (items, (gpointer) target);
      g_ptr_array_add (items, (gpointer) source);
      g_ptr_array_add (items, (gpointer) condition);
    }
  ast = tl_parser_node (parser, TL_AST_COMPREHENSION, first);
  ast->value = element;
  ast->other = value;
  tl_parser_set_items (parser, ast, items);
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_starred (TlParser *parser)
{
  guint        first = parser->at;
  const TlAst *value;
  TlAst       *ast;

  if (!tl_parser_accept (parser, "*"))
    return tl_parse_expr (parser);
  if ((value = parse_level (parser, LEVEL_BIT_OR)) == NULL)
    return NULL;
  ast = tl_parser_node (parser, TL_AST_STARRED, first);
  ast->value = value;
  return tl_parser_seal (parser, ast);
}

/* "(…)" or "[…]": a parenthesised expression, a tuple, a list or a comprehension. */
static const TlAst *
parse_bracketed (TlParser *parser, const char *close, const char *what)
{
  guint first = parser->at++;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  gboolean has_comma = FALSE, is_list = close[0] == ']';
  TlAst   *ast;

  while (!tl_parser_is (parser, close) && (items->len == 0 || has_comma))
    {
      guint        item_first = parser->at;
      const TlAst *item = parse_starred (parser);

      if (item != NULL && items->len == 0 && tl_parser_is (parser, "for"))
        {
          item = tl_parse_comprehension (parser, item, NULL, item_first);
          return item != NULL && tl_parser_expect (parser, close, what) ? item : NULL;
        }
      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, (gpointer) item);
      has_comma = tl_parser_accept (parser, ",");
    }
  if (!tl_parser_expect (parser, close, what))
    return NULL;
  if (!is_list && items->len == 1 && !has_comma)
    {
      const TlAst *only = g_ptr_array_index (items, 0);

      return only->kind == TL_AST_STARRED ? tl_parser_fail (parser, only->span, "a starred value needs a list around it") : only;
    }
  ast = tl_parser_node (parser, is_list ? TL_AST_LIST : TL_AST_TUPLE, first);
  tl_parser_set_items (parser, ast, items);
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_atom (TlParser *parser)
{
  const TlToken *token = tl_parser_token (parser);

  if (token->kind == TL_TOKEN_INT || token->kind == TL_TOKEN_FLOAT)
    return parse_number (parser, FALSE);
  if (token->kind == TL_TOKEN_STRING)
    return parse_string (parser);
  if (token_is (token, "..."))
    return one_token (parser, TL_AST_CONSTANT);
  if (tl_parser_is_name (parser))
    {
      gboolean is_constant = token_is (token, "True") || token_is (token, "False") || token_is (token, "None");

      return one_token (parser, is_constant ? TL_AST_CONSTANT : TL_AST_NAME);
    }
  if (token_is (token, "("))
    return parse_bracketed (parser, ")", "to close the parenthesis");
  if (token_is (token, "["))
    return parse_bracketed (parser, "]", "to close the list");
  if (token_is (token, "{"))
    return tl_parse_dict (parser);
  return tl_parser_fail_expected (parser, "an expression");
}

/* Calls, subscripts, attributes. */

static const TlAst *
parse_argument (TlParser *parser)
{
  guint          first = parser->at;
  const TlToken *token = tl_parser_token (parser);
  const TlAst   *value;
  TlAst         *ast;

  if (tl_parser_accept (parser, "**"))
    {
      if ((value = parse_level (parser, LEVEL_BIT_OR)) == NULL)
        return NULL;
      ast = tl_parser_node (parser, TL_AST_KEYWORD, first);
      ast->value = value;
      return tl_parser_seal (parser, ast);
    }
  if (!tl_parser_is_name (parser) || !token_is (token + 1, "="))
    {
      if ((value = parse_starred (parser)) == NULL)
        return NULL;
      return tl_parser_is (parser, "for") ? tl_parse_comprehension (parser, value, NULL, first) : value;
    }
  parser->at += 2;
  if ((value = tl_parse_expr (parser)) == NULL)
    return NULL;
  ast = tl_parser_node (parser, TL_AST_KEYWORD, first);
  ast->name = token->text;
  ast->value = value;
  return tl_parser_seal (parser, ast);
}

gboolean
tl_parse_call_arguments (TlParser *parser, GPtrArray *items)
{
  gboolean has_keyword = FALSE;

  while (!tl_parser_accept (parser, ")"))
    {
      const TlAst *item = parse_argument (parser);

      if (item == NULL)
        return FALSE;
      if (has_keyword && item->kind != TL_AST_KEYWORD)
        return tl_parser_fail (parser, item->span, "a positional argument after a keyword argument") != NULL;
      has_keyword = item->kind == TL_AST_KEYWORD;
      g_ptr_array_add (items, (gpointer) item);
      if (!tl_parser_accept (parser, ",") && !tl_parser_is (parser, ")"))
        return tl_parser_fail_expected (parser, "\",\" or \")\" in the arguments") != NULL;
    }
  return TRUE;
}

static const TlAst *
parse_subscript_item (TlParser *parser)
{
  guint        first = parser->at;
  const TlAst *parts[3] = { NULL, NULL, NULL };
  TlAst       *ast;

  if (!tl_parser_is (parser, ":") && ((parts[0] = parse_starred (parser)) == NULL || !tl_parser_is (parser, ":")))
    return parts[0];
  for (guint i = 1; i < 3 && tl_parser_accept (parser, ":"); i++)
    {
      if (tl_parser_is (parser, ":") || tl_parser_is (parser, ",") || tl_parser_is (parser, "]"))
        continue;
      if ((parts[i] = tl_parse_expr (parser)) == NULL)
        return NULL;
    }
  ast = tl_parser_node (parser, TL_AST_SLICE, first);
  ast->items = tl_arena_dup_array (parser->arena, const TlAst *, parts, 3);
  ast->n_items = 3;
  return tl_parser_seal (parser, ast);
}

static gboolean
parse_subscript_items (TlParser *parser, GPtrArray *items)
{
  if (tl_parser_is (parser, "]"))
    return tl_parser_fail_expected (parser, "an index") != NULL;
  while (!tl_parser_accept (parser, "]"))
    {
      const TlAst *item = parse_subscript_item (parser);

      if (item == NULL)
        return FALSE;
      g_ptr_array_add (items, (gpointer) item);
      if (!tl_parser_accept (parser, ",") && !tl_parser_is (parser, "]"))
        return tl_parser_fail_expected (parser, "\",\" or \"]\" after an index") != NULL;
    }
  return TRUE;
}

static const TlAst *
parse_postfix (TlParser *parser)
{
  guint        first = parser->at;
  const TlAst *value = parse_atom (parser);

  while (value != NULL && (tl_parser_is (parser, ".") || tl_parser_is (parser, "(") || tl_parser_is (parser, "[")))
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();
      TlAstKind   kind = tl_parser_is (parser, ".") ? TL_AST_ATTRIBUTE : tl_parser_is (parser, "(") ? TL_AST_CALL : TL_AST_SUBSCRIPT;
      const char *name = NULL;
      TlAst      *ast;

      parser->at++;
      if (kind == TL_AST_ATTRIBUTE)
        {
          if (tl_parser_token (parser)->kind != TL_TOKEN_NAME)
            return tl_parser_fail_expected (parser, "a name after \".\"");
          name = tl_parser_token (parser)->text;
          parser->at++;
        }
      else if (kind == TL_AST_CALL ? !tl_parse_call_arguments (parser, items) : !parse_subscript_items (parser, items))
        return NULL;
      ast = tl_parser_node (parser, kind, first);
      ast->value = value;
      ast->name = name;
      tl_parser_set_items (parser, ast, items);
      value = tl_parser_seal (parser, ast);
    }
  return value;
}

/* Operators. */

static const TlAst *
make_binary (TlParser *parser, TlAstKind kind, guint first, const char *name, const TlAst *a, const TlAst *b)
{
  TlAst *ast = tl_parser_node (parser, kind, first);

  ast->name = name;
  ast->value = a;
  ast->other = b;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_unary (TlParser *parser, Level operand_level)
{
  guint        first = parser->at++;
  const char  *name = parser->tokens[first].text;
  gboolean     is_big = name[0] == '-' && tl_parser_token (parser)->kind == TL_TOKEN_INT
                    && tl_parser_token (parser)->integer > (guint64) G_MAXINT64;
  const TlAst *value = is_big ? parse_number (parser, TRUE) : parse_level (parser, operand_level);
  TlAst       *ast;

  if (value == NULL || is_big)
    return value;
  ast = tl_parser_node (parser, TL_AST_UNARY, first);
  ast->name = name;
  ast->value = value;
  return tl_parser_seal (parser, ast);
}

/* x ** y binds tighter than a sign on its left and looser than one on its right. */
static const TlAst *
parse_power (TlParser *parser)
{
  guint        first = parser->at;
  const TlAst *base = parse_postfix (parser), *exponent;

  if (base == NULL || !tl_parser_accept (parser, "**"))
    return base;
  if ((exponent = parse_level (parser, LEVEL_UNARY)) == NULL)
    return NULL;
  return make_binary (parser, TL_AST_BINARY, first, "**", base, exponent);
}

/* The operator at the next token and its level, 0 if it is none. Two-word comparisons are joined. */
static Level
binary_operator (TlParser *parser, const char **name, guint *n_tokens)
{
  const TlToken *token = tl_parser_token (parser);

  *n_tokens = 1;
  for (guint i = 0; i < G_N_ELEMENTS (binary_operators); i++)
    {
      if (!token_is (token, binary_operators[i].spelling))
        continue;
      *name = binary_operators[i].spelling;
      if (token_is (token, "is") && token_is (token + 1, "not"))
        *name = "is not", *n_tokens = 2;
      else if (token_is (token, "not"))
        {
          if (!token_is (token + 1, "in"))
            return 0;
          *name = "not in", *n_tokens = 2;
        }
      return binary_operators[i].level;
    }
  return 0;
}

static const TlAst *
parse_operand (TlParser *parser, Level level)
{
  if (level <= LEVEL_NOT && tl_parser_is (parser, "not"))
    return parse_unary (parser, LEVEL_NOT);
  if (tl_parser_is (parser, "-") || tl_parser_is (parser, "+") || tl_parser_is (parser, "~"))
    return parse_unary (parser, LEVEL_UNARY);
  return parse_power (parser);
}

/* One comparison after another shares its operand: a < b < c is (a < b) and (b < c). */
static const TlAst *
parse_operators (TlParser *parser, Level level)
{
  guint        first = parser->at;
  const TlAst *left = parse_operand (parser, level), *last = NULL;

  while (left != NULL)
    {
      const char  *name;
      guint        n_tokens;
      Level        found = binary_operator (parser, &name, &n_tokens);
      const TlAst *right;

      if (found == 0 || found < level)
        return left;
      parser->at += n_tokens;
      if ((right = parse_level (parser, found + 1)) == NULL)
        return NULL;
      if (found != LEVEL_COMPARE)
        {
          left = make_binary (parser, TL_AST_BINARY, first, name, left, right);
          last = NULL;
          continue;
        }
      if (last == NULL)
        left = make_binary (parser, TL_AST_COMPARE, first, name, left, right);
      else if ((last = make_binary (parser, TL_AST_COMPARE, first, name, last, right)) == NULL)
        return NULL;
      else
        left = make_binary (parser, TL_AST_BINARY, first, "and", left, last);
      last = right;
    }
  return NULL;
}

static const TlAst *
parse_level (TlParser *parser, Level level)
{
  const TlAst *ast;

  if (!tl_parser_enter (parser))
    return NULL;
  ast = parse_operators (parser, level);
  tl_parser_leave (parser);
  return ast;
}

static const TlAst *
parse_lambda (TlParser *parser)
{
  guint        first = parser->at++;
  TlAst       *ast = tl_parser_node (parser, TL_AST_LAMBDA, first);
  const TlAst *value;

  if (!tl_parse_params (parser, ast, ":", FALSE) || (value = tl_parse_expr (parser)) == NULL)
    return NULL;
  ast->value = value;
  ast->span.end = value->span.end;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_conditional (TlParser *parser)
{
  guint        first = parser->at;
  const TlAst *items[3];
  TlAst       *ast;

  if (tl_parser_is (parser, "lambda"))
    return parse_lambda (parser);
  if ((items[0] = parse_level (parser, LEVEL_OR)) == NULL || !tl_parser_accept (parser, "if"))
    return items[0];
  if ((items[1] = parse_level (parser, LEVEL_OR)) == NULL || !tl_parser_expect (parser, "else", "of the conditional expression")
      || (items[2] = tl_parse_expr (parser)) == NULL)
    return NULL;
  ast = tl_parser_node (parser, TL_AST_IF_EXP, first);
  ast->items = tl_arena_dup_array (parser->arena, const TlAst *, items, 3);
  ast->n_items = 3;
  return tl_parser_seal (parser, ast);
}

const TlAst *
tl_parse_expr (TlParser *parser)
{
  const TlAst *ast;

  if (!tl_parser_enter (parser))
    return NULL;
  ast = parse_conditional (parser);
  tl_parser_leave (parser);
  return ast;
}

static gboolean
ends_list (const TlParser *parser)
{
  static const char *const ends[] = { "=", ")", "]", "}", ":", "in", ";" };
  TlTokenKind kind = tl_parser_token (parser)->kind;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (tl_parser_is (parser, ends[i]))
      return TRUE;
  return kind == TL_TOKEN_NEWLINE || kind == TL_TOKEN_END;
}

static const TlAst *
parse_list_of (TlParser *parser, const TlAst *(*parse_one) (TlParser *parser))
{
  guint        first = parser->at;
  const TlAst *item = parse_one (parser);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TlAst *ast;

  if (item == NULL || !tl_parser_is (parser, ","))
    return item;
  g_ptr_array_add (items, (gpointer) item);
  while (tl_parser_accept (parser, ",") && !ends_list (parser))
    {
      if ((item = parse_one (parser)) == NULL)
        return NULL;
      g_ptr_array_add (items, (gpointer) item);
    }
  ast = tl_parser_node (parser, TL_AST_TUPLE, first);
  tl_parser_set_items (parser, ast, items);
  return tl_parser_seal (parser, ast);
}

const TlAst *
tl_parse_expr_list (TlParser *parser)
{
  return parse_list_of (parser, parse_starred);
}

static const TlAst *
parse_target (TlParser *parser)
{
  guint        first = parser->at;
  gboolean     is_starred = tl_parser_accept (parser, "*");
  const TlAst *value = parse_level (parser, LEVEL_BIT_OR);
  TlAst       *ast;

  if (value == NULL || !is_starred)
    return value;
  ast = tl_parser_node (parser, TL_AST_STARRED, first);
  ast->value = value;
  return tl_parser_seal (parser, ast);
}

const TlAst *
tl_parse_target_list (TlParser *parser)
{
  const TlAst *target = parse_list_of (parser, parse_target);

  return target != NULL && tl_parser_check_target (parser, target) ? target : NULL;
}

gboolean
tl_parser_check_target (TlParser *parser, const TlAst *target)
{
  switch (target->kind)
    {
    case TL_AST_NAME:
    case TL_AST_ATTRIBUTE:
    case TL_AST_SUBSCRIPT:
      return TRUE;
    case TL_AST_STARRED:
      return tl_parser_check_target (parser, target->value);
    case TL_AST_TUPLE:
    case TL_AST_LIST:
      for (guint i = 0; i < target->n_items; i++)
        if (!tl_parser_check_target (parser, target->items[i]))
          return FALSE;
      return TRUE;
    default:
      tl_parser_fail (parser, target->span, "nothing can be assigned to this");
      return FALSE;
    }
}
