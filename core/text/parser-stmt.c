/* SPDX-License-Identifier: Apache-2.0 */
/* Statements: suites by INDENT and DEDENT, decorators, definitions, assignments. */
#include "core/base/error.h"
#include "core/text/parser-private.h"
#include "core/base/stack.h"

#include <string.h>

static gboolean parse_suite (TlParser *parser, GPtrArray *body);

static const char *
take_name (TlParser *parser, const char *what)
{
  if (!tl_parser_is_name (parser))
    return tl_parser_fail_expected (parser, what);
  return parser->tokens[parser->at++].text;
}

static void
set_body (TlParser *parser, TlAst *ast, const GPtrArray *body)
{
  ast->n_body = body->len;
  ast->body = tl_arena_dup_array (parser->arena, const TlAst *, body->pdata, body->len);
}

static void
set_orelse (TlParser *parser, TlAst *ast, const GPtrArray *orelse)
{
  ast->n_orelse = orelse->len;
  ast->orelse = tl_arena_dup_array (parser->arena, const TlAst *, orelse->pdata, orelse->len);
}

/* Functions and classes. */

static gboolean
parse_param (TlParser *parser, TlAstParam *param, gboolean allow_annotations)
{
  const TlToken *token = tl_parser_token (parser);

  param->span = token->span;
  param->is_double_star = tl_parser_accept (parser, "**");
  param->is_star = !param->is_double_star && tl_parser_accept (parser, "*");
  if (param->is_star && tl_parser_is (parser, ","))
    {
      param->name = "";
      return TRUE;
    }
  if ((param->name = take_name (parser, "a parameter name")) == NULL)
    return FALSE;
  param->span.end = parser->tokens[parser->at - 1].span.end;
  if (allow_annotations && tl_parser_accept (parser, ":") && (param->annotation = tl_parse_expr (parser)) == NULL)
    return FALSE;
  return !tl_parser_accept (parser, "=") || (param->value = tl_parse_expr (parser)) != NULL;
}

/* Up to and including @end. */
gboolean
tl_parse_params (TlParser *parser, TlAst *owner, const char *end, gboolean allow_annotations)
{
  g_autoptr (GArray) params = g_array_new (FALSE, TRUE, sizeof (TlAstParam));
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  while (!tl_parser_accept (parser, end))
    {
      TlAstParam param = { 0 };

      if (!parse_param (parser, &param, allow_annotations))
        return FALSE;
      if (!g_hash_table_add (names, (gpointer) param.name))
        return tl_parser_fail (parser, param.span, "two parameters are named %s", param.name) != NULL;
      g_array_append_val (params, param);
      if (!tl_parser_accept (parser, ",") && !tl_parser_is (parser, end))
        return tl_parser_fail_expected (parser, "\",\" between parameters") != NULL;
    }
  owner->n_params = params->len;
  owner->params = tl_arena_dup_array (parser->arena, TlAstParam, params->data, params->len);
  return TRUE;
}

static const TlAst *
parse_function (TlParser *parser, guint first, const GPtrArray *decorators)
{
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  TlAst *ast;

  parser->at++;
  ast = tl_parser_node (parser, TL_AST_FUNCTION, first);
  tl_parser_set_items (parser, ast, decorators);
  if ((ast->name = take_name (parser, "the name of the function")) == NULL || !tl_parser_expect (parser, "(", "after the function's name")
      || !tl_parse_params (parser, ast, ")", TRUE))
    return NULL;
  if (tl_parser_accept (parser, "->") && (ast->other = tl_parse_expr (parser)) == NULL)
    return NULL;
  if (!parse_suite (parser, body))
    return NULL;
  set_body (parser, ast, body);
  return tl_parser_seal (parser, ast);
}

static gboolean
parse_bases (TlParser *parser, TlAst *ast)
{
  g_autoptr (GPtrArray) bases = g_ptr_array_new ();
  g_autoptr (GArray) params = g_array_new (FALSE, TRUE, sizeof (TlAstParam));

  if (tl_parser_accept (parser, "(") && !tl_parse_call_arguments (parser, bases))
    return FALSE;
  for (guint i = 0; i < bases->len; i++)
    {
      const TlAst *base = g_ptr_array_index (bases, i);
      TlAstParam   param = { .value = base, .span = base->span };

      g_array_append_val (params, param);
    }
  ast->n_params = params->len;
  ast->params = tl_arena_dup_array (parser->arena, TlAstParam, params->data, params->len);
  return TRUE;
}

static const TlAst *
parse_class (TlParser *parser, guint first, const GPtrArray *decorators)
{
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  TlAst *ast;

  parser->at++;
  ast = tl_parser_node (parser, TL_AST_CLASS, first);
  tl_parser_set_items (parser, ast, decorators);
  if ((ast->name = take_name (parser, "the name of the class")) == NULL || !parse_bases (parser, ast) || !parse_suite (parser, body))
    return NULL;
  set_body (parser, ast, body);
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_decorated (TlParser *parser)
{
  guint first = parser->at;
  g_autoptr (GPtrArray) decorators = g_ptr_array_new ();

  while (tl_parser_accept (parser, "@"))
    {
      const TlAst *decorator = tl_parse_expr (parser);

      if (decorator == NULL)
        return NULL;
      g_ptr_array_add (decorators, (gpointer) decorator);
      if (tl_parser_token (parser)->kind != TL_TOKEN_NEWLINE)
        return tl_parser_fail_expected (parser, "the end of the line after a decorator");
      parser->at++;
    }
  if (tl_parser_is (parser, "def"))
    return parse_function (parser, first, decorators);
  if (tl_parser_is (parser, "class"))
    return parse_class (parser, first, decorators);
  return tl_parser_fail_expected (parser, "\"def\" or \"class\" after a decorator");
}

/* Compound statements. */

static const TlAst *
parse_for (TlParser *parser)
{
  guint        first = parser->at++;
  const TlAst *target = tl_parse_target_list (parser), *value;
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  g_autoptr (GPtrArray) orelse = g_ptr_array_new ();
  TlAst *ast;

  if (target == NULL || !tl_parser_expect (parser, "in", "of the for loop") || (value = tl_parse_expr_list (parser)) == NULL)
    return NULL;
  ast = tl_parser_node (parser, TL_AST_FOR, first);
  ast->items = tl_arena_dup_array (parser->arena, const TlAst *, &target, 1);
  ast->n_items = 1;
  ast->value = value;
  if (!parse_suite (parser, body) || (tl_parser_accept (parser, "else") && !parse_suite (parser, orelse)))
    return NULL;
  set_body (parser, ast, body);
  set_orelse (parser, ast, orelse);
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_while (TlParser *parser)
{
  guint        first = parser->at++;
  const TlAst *cond = tl_parse_expr (parser);
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  TlAst *ast;

  if (cond == NULL)
    return NULL;
  ast = tl_parser_node (parser, TL_AST_WHILE, first);
  ast->value = cond;
  if (!parse_suite (parser, body))
    return NULL;
  set_body (parser, ast, body);
  return tl_parser_seal (parser, ast);
}

/* At "if" or "elif". */
static const TlAst *
parse_if (TlParser *parser)
{
  guint first = parser->at++;
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  g_autoptr (GPtrArray) orelse = g_ptr_array_new ();
  const TlAst *cond = tl_parse_expr (parser);
  TlAst       *ast;

  if (cond == NULL)
    return NULL;
  ast = tl_parser_node (parser, TL_AST_IF, first);
  ast->value = cond;
  if (!parse_suite (parser, body))
    return NULL;
  if (tl_parser_is (parser, "elif"))
    {
      const TlAst *next = tl_parser_enter (parser) ? parse_if (parser) : NULL;

      tl_parser_leave (parser);
      if (next == NULL)
        return NULL;
      g_ptr_array_add (orelse, (gpointer) next);
    }
  else if (tl_parser_accept (parser, "else") && !parse_suite (parser, orelse))
    return NULL;
  set_body (parser, ast, body);
  set_orelse (parser, ast, orelse);
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_with_item (TlParser *parser)
{
  guint        first = parser->at;
  const TlAst *value = tl_parse_expr (parser), *target = NULL;
  TlAst       *ast;

  if (value == NULL || (tl_parser_accept (parser, "as") && (target = tl_parse_expr (parser)) == NULL))
    return NULL;
  if (target != NULL && !tl_parser_check_target (parser, target))
    return NULL;
  ast = tl_parser_node (parser, TL_AST_BINARY, first);
  ast->name = "as";
  ast->value = value;
  ast->other = target;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_with (TlParser *parser)
{
  guint first = parser->at++;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  TlAst *ast;

  do
    {
      const TlAst *item = parse_with_item (parser);

      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, (gpointer) item);
    }
  while (tl_parser_accept (parser, ","));
  ast = tl_parser_node (parser, TL_AST_WITH, first);
  tl_parser_set_items (parser, ast, items);
  if (!parse_suite (parser, body))
    return NULL;
  set_body (parser, ast, body);
  return tl_parser_seal (parser, ast);
}

/* Simple statements. */

static gboolean
at_line_end (const TlParser *parser)
{
  TlTokenKind kind = tl_parser_token (parser)->kind;

  return kind == TL_TOKEN_NEWLINE || kind == TL_TOKEN_END || tl_parser_is (parser, ";");
}

static const TlAst *
parse_import (TlParser *parser)
{
  guint  first = parser->at;
  TlAst *ast;

  while (!at_line_end (parser))
    parser->at++;
  ast = tl_parser_node (parser, TL_AST_IMPORT, first);
  ast->name = tl_arena_strndup (parser->arena, tl_source_text (parser->source) + ast->span.start, ast->span.end - ast->span.start);
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_keyword_only (TlParser *parser, TlAstKind kind)
{
  return tl_parser_seal (parser, tl_parser_node (parser, kind, parser->at++));
}

/* return, raise, assert */
static const TlAst *
parse_with_value (TlParser *parser, TlAstKind kind)
{
  guint        first = parser->at++;
  const TlAst *value = NULL, *other = NULL;
  TlAst       *ast;

  if ((kind == TL_AST_ASSERT || !at_line_end (parser))
      && (value = kind == TL_AST_RETURN ? tl_parse_expr_list (parser) : tl_parse_expr (parser)) == NULL)
    return NULL;
  if (kind == TL_AST_ASSERT && tl_parser_accept (parser, ",") && (other = tl_parse_expr (parser)) == NULL)
    return NULL;
  ast = tl_parser_node (parser, kind, first);
  ast->value = value;
  ast->other = other;
  return tl_parser_seal (parser, ast);
}

/* global a, b */
static const TlAst *
parse_names (TlParser *parser, TlAstKind kind)
{
  guint                 first = parser->at++;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TlAst                *ast;

  do
    {
      TlAst *name = tl_parser_node (parser, TL_AST_NAME, parser->at);

      if (tl_parser_token (parser)->kind != TL_TOKEN_NAME)
        return tl_parser_fail_expected (parser, "a name");
      name->name = tl_parser_token (parser)->text;
      parser->at++;
      g_ptr_array_add (items, (gpointer) tl_parser_seal (parser, name));
    }
  while (tl_parser_accept (parser, ","));
  ast = tl_parser_node (parser, kind, first);
  tl_parser_set_items (parser, ast, items);
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_annotated (TlParser *parser, guint first, const TlAst *target)
{
  const TlAst *annotation, *value = NULL;
  TlAst       *ast;

  parser->at++;
  if (!tl_parser_check_target (parser, target) || (annotation = tl_parse_expr (parser)) == NULL)
    return NULL;
  if (tl_parser_accept (parser, "=") && (value = tl_parse_expr_list (parser)) == NULL)
    return NULL;
  ast = tl_parser_node (parser, TL_AST_ANN_ASSIGN, first);
  ast->items = tl_arena_dup_array (parser->arena, const TlAst *, &target, 1);
  ast->n_items = 1;
  ast->other = annotation;
  ast->value = value;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_plain_assignment (TlParser *parser, guint first, const TlAst *target)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TlAst *ast;

  g_ptr_array_add (items, (gpointer) target);
  while (tl_parser_accept (parser, "="))
    {
      if (!tl_parser_check_target (parser, g_ptr_array_index (items, items->len - 1)) || (target = tl_parse_expr_list (parser)) == NULL)
        return NULL;
      g_ptr_array_add (items, (gpointer) target);
    }
  ast = tl_parser_node (parser, TL_AST_ASSIGN, first);
  tl_parser_set_items (parser, ast, items);
  return tl_parser_seal (parser, ast);
}

/* The operator of "+=" and its kin, or NULL. */
static const char *
augmented_operator (const TlParser *parser)
{
  static const char *const operators[] = { "+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>" };
  const TlToken *token = tl_parser_token (parser);

  if (token->kind != TL_TOKEN_OPERATOR)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      gsize length = strlen (operators[i]);

      if (strlen (token->text) == length + 1 && g_str_has_prefix (token->text, operators[i]) && token->text[length] == '='
          && strcmp (token->text, "<=") != 0 && strcmp (token->text, ">=") != 0)
        return operators[i];
    }
  return NULL;
}

static const TlAst *
parse_augmented (TlParser *parser, guint first, const TlAst *target, const char *name)
{
  const TlAst *value;
  TlAst       *ast;

  parser->at++;
  if (target->kind == TL_AST_TUPLE || target->kind == TL_AST_LIST || !tl_parser_check_target (parser, target))
    return tl_parser_fail (parser, target->span, "\"%s=\" needs one name or element on its left", name);
  if ((value = tl_parse_expr_list (parser)) == NULL)
    return NULL;
  ast = tl_parser_node (parser, TL_AST_AUG_ASSIGN, first);
  ast->items = tl_arena_dup_array (parser->arena, const TlAst *, &target, 1);
  ast->n_items = 1;
  ast->name = name;
  ast->value = value;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_expression_statement (TlParser *parser)
{
  guint        first = parser->at;
  const TlAst *value = tl_parse_expr_list (parser);
  const char  *augmented;
  TlAst       *ast;

  if (value == NULL)
    return NULL;
  if (tl_parser_is (parser, "="))
    return parse_plain_assignment (parser, first, value);
  if (tl_parser_is (parser, ":"))
    return parse_annotated (parser, first, value);
  if ((augmented = augmented_operator (parser)) != NULL)
    return parse_augmented (parser, first, value, augmented);
  ast = tl_parser_node (parser, TL_AST_EXPR_STMT, first);
  ast->value = value;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_simple (TlParser *parser)
{
  static const char *const foreign[] = { "async", "await", "del", "yield", "except", "finally" };

  if (tl_parser_is (parser, "pass"))
    return parse_keyword_only (parser, TL_AST_PASS);
  if (tl_parser_is (parser, "break"))
    return parse_keyword_only (parser, TL_AST_BREAK);
  if (tl_parser_is (parser, "continue"))
    return parse_keyword_only (parser, TL_AST_CONTINUE);
  if (tl_parser_is (parser, "return"))
    return parse_with_value (parser, TL_AST_RETURN);
  if (tl_parser_is (parser, "raise"))
    return parse_with_value (parser, TL_AST_RAISE);
  if (tl_parser_is (parser, "assert"))
    return parse_with_value (parser, TL_AST_ASSERT);
  if (tl_parser_is (parser, "import") || tl_parser_is (parser, "from"))
    return parse_import (parser);
  if (tl_parser_is (parser, "global"))
    return parse_names (parser, TL_AST_GLOBAL);
  if (tl_parser_is (parser, "nonlocal"))
    return parse_names (parser, TL_AST_NONLOCAL);
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    if (tl_parser_is (parser, foreign[i]))
      return tl_parser_fail (parser, tl_parser_token (parser)->span, "\"%s\" is not supported", foreign[i]);
  return parse_expression_statement (parser);
}

/* "a; b; c" up to the end of the line. */
static gboolean
parse_simple_line (TlParser *parser, GPtrArray *body)
{
  do
    {
      const TlAst *ast;

      if (tl_parser_token (parser)->kind == TL_TOKEN_NEWLINE && body->len > 0)
        break;
      if ((ast = parse_simple (parser)) == NULL)
        return FALSE;
      g_ptr_array_add (body, (gpointer) ast);
    }
  while (tl_parser_accept (parser, ";"));
  if (tl_parser_token (parser)->kind != TL_TOKEN_NEWLINE)
    return tl_parser_fail_expected (parser, "the end of the line") != NULL;
  parser->at++;
  return TRUE;
}

/* The block behind "finally" and the like. */
static const TlAst *
parse_block (TlParser *parser)
{
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  TlAst                *ast = tl_parser_node (parser, TL_AST_MODULE, parser->at);

  if (!parse_suite (parser, body))
    return NULL;
  set_body (parser, ast, body);
  return tl_parser_seal (parser, ast);
}

/* except Error as error: */
static const TlAst *
parse_except (TlParser *parser)
{
  TlAst       *ast = tl_parser_node (parser, TL_AST_EXCEPT, parser->at++);
  const TlAst *block;

  if (!tl_parser_is (parser, ":") && (ast->value = tl_parse_expr (parser)) == NULL)
    return NULL;
  if (tl_parser_accept (parser, "as"))
    {
      if (tl_parser_token (parser)->kind != TL_TOKEN_NAME)
        return tl_parser_fail_expected (parser, "a name for the error");
      ast->name = tl_parser_token (parser)->text;
      parser->at++;
    }
  if ((block = parse_block (parser)) == NULL)
    return NULL;
  ast->body = block->body;
  ast->n_body = block->n_body;
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_try (TlParser *parser)
{
  TlAst                *ast = tl_parser_node (parser, TL_AST_TRY, parser->at++);
  g_autoptr (GPtrArray) handlers = g_ptr_array_new ();
  const TlAst          *body = parse_block (parser), *block;

  if (body == NULL)
    return NULL;
  ast->body = body->body;
  ast->n_body = body->n_body;
  while (tl_parser_is (parser, "except"))
    {
      if ((block = parse_except (parser)) == NULL)
        return NULL;
      g_ptr_array_add (handlers, (gpointer) block);
    }
  if (handlers->len > 0 && tl_parser_accept (parser, "else"))
    {
      if ((block = parse_block (parser)) == NULL)
        return NULL;
      ast->orelse = block->body;
      ast->n_orelse = block->n_body;
    }
  if (tl_parser_accept (parser, "finally") && (ast->other = parse_block (parser)) == NULL)
    return NULL;
  if (handlers->len == 0 && ast->other == NULL)
    return tl_parser_fail_expected (parser, "\"except\" or \"finally\"");
  tl_parser_set_items (parser, ast, handlers);
  return tl_parser_seal (parser, ast);
}

static const TlAst *
parse_compound (TlParser *parser)
{
  if (tl_parser_is (parser, "try"))
    return parse_try (parser);
  if (tl_parser_is (parser, "@") || tl_parser_is (parser, "def") || tl_parser_is (parser, "class"))
    return parse_decorated (parser);
  if (tl_parser_is (parser, "for"))
    return parse_for (parser);
  if (tl_parser_is (parser, "while"))
    return parse_while (parser);
  if (tl_parser_is (parser, "if"))
    return parse_if (parser);
  return parse_with (parser);
}

static gboolean
is_compound (const TlParser *parser)
{
  static const char *const starts[] = { "@", "def", "class", "for", "while", "if", "with", "try" };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (tl_parser_is (parser, starts[i]))
      return TRUE;
  return FALSE;
}

static gboolean
parse_statement (TlParser *parser, GPtrArray *body)
{
  const TlAst *ast;

  if (tl_parser_token (parser)->kind == TL_TOKEN_INDENT)
    return tl_parser_fail (parser, tl_parser_token (parser)->span, "this line is indented deeper than the one it belongs to") != NULL;
  if (!is_compound (parser))
    return parse_simple_line (parser, body);
  if (!tl_parser_enter (parser))
    return FALSE;
  ast = parse_compound (parser);
  tl_parser_leave (parser);
  if (ast != NULL)
    g_ptr_array_add (body, (gpointer) ast);
  return ast != NULL;
}

/* ":" and then an indented block or the rest of the line. */
static gboolean
parse_suite (TlParser *parser, GPtrArray *body)
{
  if (!tl_parser_expect (parser, ":", "at the end of the line that opens a block"))
    return FALSE;
  if (tl_parser_token (parser)->kind != TL_TOKEN_NEWLINE)
    return parse_simple_line (parser, body);
  parser->at++;
  if (tl_parser_token (parser)->kind != TL_TOKEN_INDENT)
    return tl_parser_fail_expected (parser, "an indented block") != NULL;
  parser->at++;
  while (tl_parser_token (parser)->kind != TL_TOKEN_DEDENT)
    if (!parse_statement (parser, body))
      return FALSE;
  parser->at++;
  return TRUE;
}

const TlAst *
tl_ast_parse (TlArena *arena, const TlSource *source, GError **error)
{
  g_autoptr (GArray) tokens = tl_lex (arena, source, error);
  g_autoptr (GPtrArray) body = g_ptr_array_new ();
  TlParser parser = { .arena = arena, .source = source, .floor = tl_stack_floor () };
  TlAst   *module;

  if (tokens == NULL)
    return NULL;
  parser.tokens = (const TlToken *) (gpointer) tokens->data;
  while (parser.error == NULL && tl_parser_token (&parser)->kind != TL_TOKEN_END)
    if (!parse_statement (&parser, body))
      break;
  module = tl_parser_node (&parser, TL_AST_MODULE, 0);
  set_body (&parser, module, body);
  if (parser.error == NULL && tl_parser_seal (&parser, module) != NULL)
    return module;
  return tl_propagate_null (error, parser.error);
}

const char *
tl_ast_dotted_name (TlArena *arena, const TlAst *ast)
{
  const char *base;

  if (ast == NULL || ast->kind == TL_AST_NAME)
    return ast != NULL ? ast->name : NULL;
  if (ast->kind != TL_AST_ATTRIBUTE || (base = tl_ast_dotted_name (arena, ast->value)) == NULL)
    return NULL;
  return tl_arena_printf (arena, "%s.%s", base, ast->name);
}
