/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions of graph functions. Bodies are in A-normal form: a call inside another value is bound to a variable of its own, whose name
 * is lv, lv1 … in a dataflow block and gv, gv1 … outside, as TVM's parser does it.
 */
#include "core/text/reader-relax-private.h"

#include <string.h>

/* Operators of Python and those of graphs that they stand for. */
static const struct
{
  const char *spelling, *op;
} sugar[] = {
  { "+", "add" },           { "-", "subtract" }, { "*", "multiply" },    { "/", "divide" },     { "//", "floor_divide" },
  { "%", "mod" },           { "**", "power" },   { "<", "less" },        { "<=", "less_equal" }, { ">", "greater" },
  { ">=", "greater_equal" },
};

TlParsedValue
tl_given_relax (const TlRelaxExpr *expr)
{
  return (TlParsedValue) { .kind = TL_GIVEN_RELAX, .relax = expr };
}

const char *
tl_relax_builtin (TlReader *reader, const TlAst *ast)
{
  static const char *const prefixes[] = { "R.", "relax.op.", "relax.", "tvm.relax.op.", "tvm.relax." };
  const char *dotted = tl_ast_dotted_name (reader->arena, ast);

  for (guint i = 0; dotted != NULL && i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (dotted, prefixes[i]))
      return dotted + strlen (prefixes[i]);
  return NULL;
}

/* Scalars and symbolic sizes. */

static gboolean
is_scalar_var (const TlRelaxExpr *expr)
{
  return expr->kind == TL_RELAX_VAR && expr->type->kind == TL_RELAX_TYPE_PRIM;
}

const TlExpr *
tl_relax_symbol_of (TlReader *reader, const TlRelaxExpr *var)
{
  TlRelaxType   *type;
  const TlExpr **dims;

  if (var->type->dims != NULL)
    return var->type->dims[0];
  dims = tl_arena_new_array (reader->arena, const TlExpr *, 1);
  dims[0] = g_hash_table_lookup (reader->symbols, var->name);
  if (dims[0] == NULL || !tl_dtype_equal (dims[0]->dtype, var->type->dtype))
    dims[0] = tl_expr_var (reader->arena, var->name, var->type->dtype);
  type = tl_arena_dup_array (reader->arena, TlRelaxType, var->type, 1);
  type->dims = dims;
  type->n_dims = 1;
  /* The variable is still this reader's own. */
  ((TlRelaxExpr *) var)->type = type;
  return dims[0];
}

static gboolean is_symbolic (TlReader *reader, const TlAst *ast);

static gboolean
is_symbolic_name (TlReader *reader, const char *name)
{
  const TlParsedValue *found = tl_reader_lookup (reader, name);

  if (found == NULL)
    return g_hash_table_contains (reader->symbols, name);
  return found->kind == TL_GIVEN_RELAX ? is_scalar_var (found->relax) : found->kind != TL_GIVEN_MODULE;
}

static gboolean
is_symbolic_call (TlReader *reader, const TlAst *call)
{
  if (tl_reader_builtin (reader, call->value) == NULL)
    return FALSE;
  for (guint i = 0; i < call->n_items; i++)
    if (call->items[i]->kind != TL_AST_KEYWORD && !is_symbolic (reader, call->items[i]))
      return FALSE;
  return TRUE;
}

/* Whether @ast is an expression of numbers, sizes and scalars, without tensors. */
static gboolean
is_symbolic (TlReader *reader, const TlAst *ast)
{
  for (; ast->kind == TL_AST_BINARY || ast->kind == TL_AST_COMPARE; ast = ast->value)
    if (!is_symbolic (reader, ast->other))
      return FALSE;
  switch (ast->kind)
    {
    case TL_AST_INT:
    case TL_AST_FLOAT:
    case TL_AST_CONSTANT:
      return TRUE;
    case TL_AST_NAME:
      return is_symbolic_name (reader, ast->name);
    case TL_AST_UNARY:
      return is_symbolic (reader, ast->value);
    case TL_AST_CALL:
      return is_symbolic_call (reader, ast);
    default:
      return FALSE;
    }
}

/* From what is given to what a graph holds. */

static const TlRelaxExpr *
tuple_of_list (TlReader *reader, const TlAst *at, const TlParsedValue *given)
{
  const TlRelaxExpr **items = tl_arena_new_array (reader->arena, const TlRelaxExpr *, MAX (given->n_items, 1));

  for (guint i = 0; i < given->n_items; i++)
    if ((items[i] = tl_relax_leaf (reader, at, &given->items[i])) == NULL)
      return NULL;
  return tl_relax_tuple (reader->arena, items, given->n_items);
}

static const TlRelaxExpr *
of_given (TlReader *reader, const TlAst *at, const TlParsedValue *given)
{
  switch (given->kind)
    {
    case TL_GIVEN_RELAX:
      return given->relax;
    case TL_GIVEN_INT:
      return tl_relax_int (reader->arena, given->integer);
    case TL_GIVEN_FLOAT:
      return tl_relax_prim (reader->arena, tl_expr_float (reader->arena, TL_FLOAT64, given->number));
    case TL_GIVEN_BOOL:
      return tl_relax_prim (reader->arena, tl_expr_bool (reader->arena, given->integer != 0));
    case TL_GIVEN_STRING:
      return tl_relax_string (reader->arena, given->string);
    case TL_GIVEN_EXPR:
      return tl_relax_prim (reader->arena, given->expr);
    case TL_GIVEN_LIST:
      return tuple_of_list (reader, at, given);
    case TL_GIVEN_NONE:
    case TL_GIVEN_MODULE:
    case TL_GIVEN_NAME:
    case TL_GIVEN_SCALAR:
    case TL_GIVEN_THREAD:
    case TL_GIVEN_BUFFER:
      break;
    }
  return tl_reader_fail_null (reader, at, "expected a value of the graph");
}

const TlRelaxExpr *
tl_relax_of_given (TlReader *reader, const TlAst *at, const TlParsedValue *given)
{
  const TlRelaxExpr *expr = tl_reader_enter (reader, at) ? of_given (reader, at, given) : NULL;

  tl_reader_leave (reader);
  return expr;
}

static gboolean
is_leaf (const TlRelaxExpr *expr)
{
  return expr->kind != TL_RELAX_CALL && expr->kind != TL_RELAX_IF && expr->kind != TL_RELAX_FUNCTION && expr->kind != TL_RELAX_ITEM;
}

const TlRelaxExpr *
tl_relax_leaf (TlReader *reader, const TlAst *at, const TlParsedValue *given)
{
  const TlRelaxExpr *expr = tl_relax_of_given (reader, at, given);

  if (expr == NULL || is_leaf (expr))
    return expr;
  return tl_relax_bind (reader, NULL, expr->type, TL_RELAX_BIND_VALUE, expr);
}

const TlRelaxExpr *
tl_read_relax_leaf (TlReader *reader, const TlAst *ast)
{
  TlParsedValue given;

  return tl_read_relax (reader, ast, &given) ? tl_relax_leaf (reader, ast, &given) : NULL;
}

/* Names, tuples, items, operators. */

static gboolean
read_relax_name (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  const TlParsedValue *found = tl_reader_lookup (reader, ast->name);
  const TlVar         *symbol = found == NULL ? g_hash_table_lookup (reader->symbols, ast->name) : NULL;

  if (found != NULL && (found->kind == TL_GIVEN_RELAX || found->kind == TL_GIVEN_MODULE))
    *given = *found;
  else if (symbol != NULL)
    *given = tl_given_expr (symbol);
  else if (found == NULL && g_strcmp0 (ast->name, reader->module_name) == 0)
    *given = (TlParsedValue) { .kind = TL_GIVEN_MODULE };
  else if (found == NULL && g_hash_table_contains (reader->func_names, ast->name))
    *given = tl_given_relax (tl_relax_global (reader->arena, ast->name));
  else
    return tl_read_given (reader, ast, given);
  return TRUE;
}

static gboolean
read_relax_list (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  TlParsedValue *items = tl_arena_new_array (reader->arena, TlParsedValue, MAX (ast->n_items, 1));

  for (guint i = 0; i < ast->n_items; i++)
    {
      if (!tl_read_relax (reader, ast->items[i], &items[i]))
        return FALSE;
      /* Calls take their place in the order of evaluation. */
      if (items[i].kind == TL_GIVEN_RELAX)
        items[i].relax = tl_relax_leaf (reader, ast->items[i], &items[i]);
    }
  *given = (TlParsedValue) { .kind = TL_GIVEN_LIST, .items = items, .n_items = ast->n_items };
  return TRUE;
}

/* cls.f */
static gboolean
read_relax_attribute (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  TlParsedValue owner;

  if (ast->value->kind != TL_AST_NAME || tl_reader_builtin (reader, ast) != NULL)
    return tl_read_given (reader, ast, given);
  if (tl_relax_builtin (reader, ast) != NULL)
    return tl_reader_fail (reader, ast, "%s is no value: call it", tl_ast_dotted_name (reader->arena, ast));
  if (!read_relax_name (reader, ast->value, &owner))
    return FALSE;
  if (owner.kind != TL_GIVEN_MODULE)
    return tl_reader_fail (reader, ast, "%s has no attribute %s", ast->value->name, ast->name);
  if (!g_hash_table_contains (reader->func_names, ast->name))
    tl_source_warn (reader->source, ast->span, "the module has no function %s", ast->name);
  *given = tl_given_relax (tl_relax_global (reader->arena, ast->name));
  return TRUE;
}

/* t[1], and constants of the metadata. */
static gboolean
read_relax_item (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  gboolean           is_metadata;
  const TlRelaxExpr *tuple, *constant = tl_read_metadata (reader, ast, &is_metadata);
  TlParsedValue      index;

  if (is_metadata)
    {
      *given = tl_given_relax (constant);
      return constant != NULL;
    }
  if (ast->n_items != 1)
    return tl_reader_fail (reader, ast, "expected the number of one item, such as [0]");
  if ((tuple = tl_read_relax_leaf (reader, ast->value)) == NULL || !tl_read_given (reader, ast->items[0], &index))
    return FALSE;
  if (index.kind != TL_GIVEN_INT || index.integer < 0 || index.integer > G_MAXINT32)
    return tl_reader_fail (reader, ast->items[0], "expected the number of an item, from 0 on");
  if (tuple->type->kind != TL_RELAX_TYPE_TUPLE && tuple->type->kind != TL_RELAX_TYPE_ANY)
    return tl_reader_fail (reader, ast, "only tuples have items, and this is none");
  if (tuple->type->kind == TL_RELAX_TYPE_TUPLE && index.integer >= tuple->type->n_fields)
    return tl_reader_fail (reader, ast->items[0], "the tuple has %u items, and none with the number %" G_GINT64_FORMAT,
                           tuple->type->n_fields, index.integer);
  *given = tl_given_relax (tl_relax_item (reader->arena, tuple, (guint) index.integer));
  return TRUE;
}

static gboolean
read_relax_operator (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  TlParsedValue operands[2];

  if (is_symbolic (reader, ast))
    return tl_read_given (reader, ast, given);
  if (!tl_read_relax (reader, ast->value, &operands[0]))
    return FALSE;
  operands[0].relax = operands[0].kind == TL_GIVEN_RELAX ? tl_relax_leaf (reader, ast->value, &operands[0]) : NULL;
  if (ast->kind == TL_AST_UNARY)
    return strcmp (ast->name, "-") == 0 ? tl_relax_apply (reader, ast, "negative", operands, 1, given)
                                        : tl_reader_fail (reader, ast, "\"%s\" does not apply to values of a graph", ast->name);
  if (!tl_read_relax (reader, ast->other, &operands[1]))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (tl_given_is_number (&operands[i]))
      return tl_reader_fail (reader, i == 0 ? ast->value : ast->other,
                             "a number meets a tensor only as a constant, such as R.const(1, \"float32\")");
  for (guint i = 0; i < G_N_ELEMENTS (sugar); i++)
    if (strcmp (sugar[i].spelling, ast->name) == 0)
      return tl_relax_apply (reader, ast, sugar[i].op, operands, 2, given);
  return tl_reader_fail (reader, ast, "\"%s\" does not apply to values of a graph", ast->name);
}

static gboolean
read_relax (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  switch (ast->kind)
    {
    case TL_AST_NAME:
      return read_relax_name (reader, ast, given);
    case TL_AST_TUPLE:
    case TL_AST_LIST:
      return read_relax_list (reader, ast, given);
    case TL_AST_ATTRIBUTE:
      return read_relax_attribute (reader, ast, given);
    case TL_AST_SUBSCRIPT:
      return read_relax_item (reader, ast, given);
    case TL_AST_UNARY:
    case TL_AST_BINARY:
    case TL_AST_COMPARE:
      return read_relax_operator (reader, ast, given);
    case TL_AST_CALL:
      return tl_reader_builtin (reader, ast->value) != NULL ? tl_read_given (reader, ast, given) : tl_read_relax_call (reader, ast, given);
    default:
      return tl_read_given (reader, ast, given);
    }
}

gboolean
tl_read_relax (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  gboolean is_read = tl_reader_enter (reader, ast) && read_relax (reader, ast, given);

  tl_reader_leave (reader);
  return is_read;
}
