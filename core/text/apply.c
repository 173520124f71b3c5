/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An operator or call is put together as a syntax tree whose operands are names of given values, and read. No script can spell these names.
 */
#include "core/base/error.h"
#include "core/text/reader-private.h"

#include <string.h>

#define MAX_OPERANDS 256

TlParsedValue
tl_given_of_value (const TlScriptValue *value)
{
  switch (value->kind)
    {
    case TL_SCRIPT_NONE:
      return (TlParsedValue) { .kind = TL_GIVEN_NONE };
    case TL_SCRIPT_BOOL:
      return (TlParsedValue) { .kind = TL_GIVEN_BOOL, .integer = value->integer };
    case TL_SCRIPT_INT:
      return (TlParsedValue) { .kind = TL_GIVEN_INT, .integer = value->integer };
    case TL_SCRIPT_FLOAT:
      return (TlParsedValue) { .kind = TL_GIVEN_FLOAT, .number = value->number };
    case TL_SCRIPT_STRING:
      return (TlParsedValue) { .kind = TL_GIVEN_STRING, .string = value->string };
    case TL_SCRIPT_EXPR:
      return tl_given_expr (value->expr);
    }
  g_assert_not_reached ();
}

const TlExpr *
tl_script_value_expr (TlArena *arena, const TlScriptValue *value)
{
  switch (value->kind)
    {
    case TL_SCRIPT_BOOL:
      return tl_expr_bool (arena, value->integer != 0);
    case TL_SCRIPT_INT:
      return tl_int (arena, value->integer);
    case TL_SCRIPT_FLOAT:
      return tl_expr_float (arena, TL_FLOAT32, value->number);
    case TL_SCRIPT_STRING:
      return tl_expr_string (arena, value->string);
    case TL_SCRIPT_EXPR:
      return value->expr;
    case TL_SCRIPT_NONE:
      break;
    }
  return NULL;
}

/* A string stays a literal of the tree: what takes a type or a name looks for one there. */
static const TlAst *
operand (TlReader *reader, TlSpan span, guint index, const TlScriptValue *value)
{
  TlAst *ast = tl_arena_new0 (reader->arena, TlAst), *keyword;

  ast->span = span;
  ast->kind = value->kind == TL_SCRIPT_STRING ? TL_AST_STRING : TL_AST_NAME;
  ast->name = value->kind == TL_SCRIPT_STRING ? value->string : tl_arena_printf (reader->arena, "$%u", index);
  if (ast->kind == TL_AST_NAME)
    tl_reader_bind (reader, ast->name, tl_given_of_value (value));
  if (value->name == NULL)
    return ast;
  keyword = tl_arena_new0 (reader->arena, TlAst);
  keyword->kind = TL_AST_KEYWORD;
  keyword->span = span;
  keyword->name = value->name;
  keyword->value = ast;
  return keyword;
}

static const TlAst **
operands_of (TlReader *reader, TlSpan span, const TlScriptValue *values, guint n)
{
  const TlAst **items = tl_arena_new_array (reader->arena, const TlAst *, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    items[i] = operand (reader, span, i, &values[i]);
  return items;
}

static const TlExpr *
finish (TlReader *reader, const TlAst *ast, GError **error)
{
  const TlExpr *expr = tl_read_expr (reader, ast);

  g_assert ((expr == NULL) == (reader->error != NULL));
  if (reader->error != NULL)
    g_propagate_error (error, g_steal_pointer (&reader->error));
  tl_reader_clear (reader);
  return expr;
}

static gboolean
is_compare (const char *spelling)
{
  static const char *const compares[] = { "==", "!=", "<", "<=", ">", ">=" };

  for (guint i = 0; i < G_N_ELEMENTS (compares); i++)
    if (strcmp (spelling, compares[i]) == 0)
      return TRUE;
  return FALSE;
}

const TlExpr *
tl_script_operator (TlArena *arena, const TlSource *source, const TlAst *at, const char *spelling, const TlScriptValue *operands,
                    guint n_operands, GError **error)
{
  TlReader      reader;
  const TlAst **items;
  TlAst         ast = { .span = at->span, .name = spelling };

  g_assert (n_operands == 1 || n_operands == 2);
  tl_reader_init (&reader, arena, source);
  items = operands_of (&reader, at->span, operands, n_operands);
  ast.kind = n_operands == 1 ? TL_AST_UNARY : is_compare (spelling) ? TL_AST_COMPARE : TL_AST_BINARY;
  ast.value = items[0];
  ast.other = n_operands == 2 ? items[1] : NULL;
  return finish (&reader, &ast, error);
}

const TlExpr *
tl_script_call (TlArena *arena, const TlSource *source, const TlAst *at, const char *name, const TlScriptValue *args, guint n_args,
                GError **error)
{
  TlAst    package = { .kind = TL_AST_NAME, .span = at->span, .name = "T" };
  TlAst    callee = { .kind = TL_AST_ATTRIBUTE, .span = at->span, .name = name, .value = &package };
  TlAst    call = { .kind = TL_AST_CALL, .span = at->span, .value = &callee };
  TlReader reader;

  if (n_args > MAX_OPERANDS)
    return tl_propagate_null (error, tl_source_error (source, at->span, TL_TEXT_ERROR, TL_TEXT_ERROR_MEANING,
                                                      "%s takes at most %d arguments, %u are given", name, MAX_OPERANDS, n_args));
  tl_reader_init (&reader, arena, source);
  call.items = operands_of (&reader, at->span, args, n_args);
  call.n_items = n_args;
  return finish (&reader, &call, error);
}
