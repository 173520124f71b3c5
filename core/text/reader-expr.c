/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions of a script: names, attributes, subscripts, and the way from what Python holds to what the program holds. Python
 * numbers stay Python numbers until they meet an expression of the program, whose type they then take.
 */
#include "core/text/reader-relax-private.h"

#include <math.h>
#include <string.h>

TlParsedValue
tl_given_expr (const TlExpr *expr)
{
  return (TlParsedValue) { .kind = TL_GIVEN_EXPR, .expr = expr };
}

TlParsedValue
tl_given_buffer (const TlBuffer *buffer)
{
  return (TlParsedValue) { .kind = TL_GIVEN_BUFFER, .buffer = buffer };
}

gboolean
tl_given_is_number (const TlParsedValue *given)
{
  return given->kind == TL_GIVEN_INT || given->kind == TL_GIVEN_FLOAT || given->kind == TL_GIVEN_BOOL;
}

static const char *
given_kind_name (const TlParsedValue *given)
{
  static const char *const names[] = { "None", "a number", "a number", "a truth value", "a string", "a list", "an expression", "a buffer",
                                       "a type variable", "a scalar", "a thread", "a value of the graph", "the module" };

  return names[given->kind];
}

/* From what Python holds to what the program holds. */

const TlExpr *
tl_given_to_expr (TlReader *reader, const TlAst *at, const TlParsedValue *given)
{
  switch (given->kind)
    {
    case TL_GIVEN_INT:
      return tl_int (reader->arena, given->integer);
    case TL_GIVEN_FLOAT:
      return tl_expr_float (reader->arena, TL_FLOAT32, given->number);
    case TL_GIVEN_BOOL:
      return tl_expr_bool (reader->arena, given->integer != 0);
    case TL_GIVEN_STRING:
      return tl_expr_string (reader->arena, given->string);
    case TL_GIVEN_EXPR:
      return given->expr;
    case TL_GIVEN_SCALAR:
      return tl_expr_load (reader->arena, given->buffer, (const TlExpr *const[]) { tl_int (reader->arena, 0) }, 1);
    case TL_GIVEN_BUFFER:
      if (given->buffer->n_dims == 0)
        return tl_expr_load (reader->arena, given->buffer, NULL, 0);
      return tl_reader_fail_null (reader, at, "expected a value, found buffer %s: index it, as in %s[…]", given->buffer->name,
                                  given->buffer->name);
    default:
      return tl_reader_fail_null (reader, at, "expected an expression, found %s", given_kind_name (given));
    }
}

const TlExpr *
tl_given_number_as (TlReader *reader, const TlParsedValue *given, TlDType dtype)
{
  TlDType element = tl_dtype_with_lanes (dtype, 1);

  if (given->kind == TL_GIVEN_FLOAT)
    return tl_dtype_is_float (dtype) ? tl_expr_float (reader->arena, element, given->number) : NULL;
  if (tl_dtype_is_float (dtype))
    return tl_expr_float (reader->arena, element, (double) given->integer);
  if (dtype.code == TL_TYPE_BOOL ? given->kind == TL_GIVEN_BOOL : tl_dtype_is_integer (dtype))
    return tl_expr_int (reader->arena, element, given->integer);
  return NULL;
}

const TlExpr *
tl_given_to_expr_as (TlReader *reader, const TlAst *at, const TlParsedValue *given, TlDType dtype)
{
  const TlExpr *expr = tl_given_is_number (given) ? tl_given_number_as (reader, given, dtype) : NULL;

  if (expr == NULL && (expr = tl_given_to_expr (reader, at, given)) == NULL)
    return NULL;
  if (expr->dtype.lanes == 1 && dtype.lanes > 1 && expr->dtype.code == dtype.code && expr->dtype.bits == dtype.bits)
    expr = tl_expr_broadcast (reader->arena, expr, dtype.lanes);
  if (tl_dtype_equal (expr->dtype, dtype))
    return expr;
  return tl_reader_fail_null (reader, at, "expected a value of type %s, found one of type %s", tl_dtype_name (dtype),
                              tl_dtype_name (expr->dtype));
}

const TlExpr *
tl_read_expr (TlReader *reader, const TlAst *ast)
{
  TlParsedValue given;

  return tl_read_given (reader, ast, &given) ? tl_given_to_expr (reader, ast, &given) : NULL;
}

const TlExpr *
tl_read_expr_as (TlReader *reader, const TlAst *ast, TlDType dtype)
{
  TlParsedValue given;

  return tl_read_given (reader, ast, &given) ? tl_given_to_expr_as (reader, ast, &given, dtype) : NULL;
}

const TlExpr *
tl_given_to_cond (TlReader *reader, const TlAst *at, const TlParsedValue *given)
{
  const TlExpr *expr = tl_given_to_expr (reader, at, given);

  if (expr == NULL || expr->dtype.code == TL_TYPE_BOOL)
    return expr;
  if (tl_dtype_is_integer (expr->dtype) && expr->dtype.lanes == 1)
    return tl_binary (reader->arena, TL_EXPR_NE, expr, tl_expr_int (reader->arena, expr->dtype, 0));
  return tl_reader_fail_null (reader, at, "expected a condition, found a value of type %s", tl_dtype_name (expr->dtype));
}

const TlExpr *
tl_read_cond (TlReader *reader, const TlAst *ast)
{
  TlParsedValue given;

  return tl_read_given (reader, ast, &given) ? tl_given_to_cond (reader, ast, &given) : NULL;
}

const TlExpr *
tl_read_index (TlReader *reader, const TlAst *ast)
{
  const TlExpr *expr = tl_read_expr (reader, ast);

  if (expr == NULL || tl_dtype_is_integer (expr->dtype))
    return expr;
  if (expr->dtype.code == TL_TYPE_BOOL)
    return tl_cast (reader->arena, tl_dtype_with_lanes (TL_INT32, expr->dtype.lanes), expr);
  return tl_reader_fail_null (reader, ast, "expected an integer, found a value of type %s", tl_dtype_name (expr->dtype));
}

gboolean
tl_read_constant (TlReader *reader, const TlAst *ast, gint64 *value)
{
  const TlExpr *expr = tl_read_index (reader, ast);

  if (expr == NULL)
    return FALSE;
  return tl_expr_get_int (expr, value) || tl_reader_fail (reader, ast, "expected a constant integer");
}

const char *
tl_read_string (TlReader *reader, const TlAst *ast, const char *what)
{
  TlParsedValue given;

  if (!tl_read_given (reader, ast, &given))
    return NULL;
  if (given.kind == TL_GIVEN_STRING)
    return given.string;
  return tl_reader_fail_null (reader, ast, "expected %s in quotes, found %s", what, given_kind_name (&given));
}

/* T.handle ().ty is how TVM prints the type "handle". */
static gboolean
is_handle_type (TlReader *reader, const TlAst *ast)
{
  if (ast->kind == TL_AST_ATTRIBUTE && strcmp (ast->name, "ty") == 0)
    ast = ast->value;
  return ast->kind == TL_AST_CALL && g_strcmp0 (tl_reader_builtin (reader, ast->value), "handle") == 0;
}

gboolean
tl_read_dtype (TlReader *reader, const TlAst *ast, TlDType *dtype)
{
  const char *builtin = ast->kind == TL_AST_ATTRIBUTE ? tl_reader_builtin (reader, ast) : NULL;
  const char *name = is_handle_type (reader, ast) ? "handle" : builtin;

  if (name == NULL && (name = tl_read_string (reader, ast, "a type such as \"float32\"")) == NULL)
    return FALSE;
  if (strcmp (name, "boolean") == 0)
    name = "bool";
  if (strstr (name, "xvscale") != NULL)
    return tl_reader_fail (reader, ast, "\"%s\": scalable vectors are not supported", name);
  return tl_dtype_parse (name, dtype)
         || tl_reader_fail (reader, ast, "unknown type \"%s\"; write a type as \"float32\", \"int8\", \"float16x4\"", name);
}

gboolean
tl_read_pointer_type (TlReader *reader, const TlAst *call, TlVarType *type)
{
  const TlAst *pointee = tl_call_argument (call, 0, "dtype"), *scope = tl_call_argument (call, 1, "storage_scope");

  *type = (TlVarType) { .dtype = TL_HANDLE };
  if (pointee == NULL || (pointee->kind == TL_AST_CONSTANT && strcmp (pointee->name, "None") == 0))
    return TRUE;
  type->scope = "global";
  return tl_read_dtype (reader, pointee, &type->pointee)
         && (scope == NULL || (type->scope = tl_read_string (reader, scope, "a scope")) != NULL);
}

gboolean
tl_read_var_type (TlReader *reader, const TlAst *ast, TlVarType *type)
{
  *type = (TlVarType) { .scope = NULL };
  if (is_handle_type (reader, ast))
    return tl_read_pointer_type (reader, ast, type);
  return tl_read_dtype (reader, ast->kind == TL_AST_CALL ? ast->value : ast, &type->dtype);
}

const TlVar *
tl_var_of_type (TlReader *reader, const char *name, const TlVarType *type)
{
  return type->scope != NULL ? tl_expr_pointer_var (reader->arena, name, type->pointee, type->scope)
                             : tl_expr_var (reader->arena, name, type->dtype);
}

gboolean
tl_check_fits (TlReader *reader, const TlAst *at, const TlParsedValue *given, TlDType dtype)
{
  gboolean is_word = tl_dtype_is_integer (dtype) || dtype.code == TL_TYPE_BOOL;

  if (given->kind == TL_GIVEN_FLOAT && tl_dtype_is_float (dtype) && isfinite (given->number)
      && fabs (given->number) > tl_dtype_max_float (dtype) && dtype.bits < 32)
    return tl_reader_fail (reader, at, "%g does not fit in %s", given->number, tl_dtype_name (dtype));
  if (given->kind != TL_GIVEN_INT || !is_word
      || (given->integer >= tl_dtype_min_int (dtype) && given->integer <= tl_dtype_max_int (dtype)))
    return TRUE;
  return tl_reader_fail (reader, at, "%" G_GINT64_FORMAT " does not fit in %s", given->integer, tl_dtype_name (dtype));
}

/* Names, lists, attributes. */

static gboolean
read_name (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  const TlParsedValue *found = tl_reader_lookup (reader, ast->name);

  if (found == NULL && strcmp (ast->name, "metadata") == 0)
    return tl_reader_fail (reader, ast, "TVM has put this value into its metadata, which is not part of the script");
  if (found == NULL)
    return tl_reader_fail (reader, ast, "%s is not defined here", ast->name);
  *given = *found;
  if (found->kind == TL_GIVEN_NAME)
    *given = tl_given_expr (tl_reader_symbol (reader, ast->name));
  else if (found->kind == TL_GIVEN_RELAX && found->relax->kind == TL_RELAX_VAR && found->relax->type->kind == TL_RELAX_TYPE_PRIM)
    *given = tl_given_expr (tl_relax_symbol_of (reader, found->relax));
  else if (found->kind == TL_GIVEN_SCALAR)
    *given = tl_given_expr (tl_given_to_expr (reader, ast, found));
  return TRUE;
}

static gboolean
read_list (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  TlParsedValue *items = tl_arena_new_array (reader->arena, TlParsedValue, ast->n_items);

  for (guint i = 0; i < ast->n_items; i++)
    if (!tl_read_given (reader, ast->items[i], &items[i]))
      return FALSE;
  *given = (TlParsedValue) { .kind = TL_GIVEN_LIST, .items = items, .n_items = ast->n_items };
  return TRUE;
}

static gboolean
read_constant_name (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  if (strcmp (ast->name, "...") == 0)
    return tl_reader_fail (reader, ast, "\"...\" has no value");
  *given = (TlParsedValue) {
    .kind = strcmp (ast->name, "None") == 0 ? TL_GIVEN_NONE : TL_GIVEN_BOOL,
    .integer = strcmp (ast->name, "True") == 0,
  };
  return TRUE;
}

static TlParsedValue
given_list_of (TlReader *reader, const TlExpr *const *exprs, guint n)
{
  TlParsedValue *items = tl_arena_new_array (reader->arena, TlParsedValue, n);

  for (guint i = 0; i < n; i++)
    items[i] = tl_given_expr (exprs[i]);
  return (TlParsedValue) { .kind = TL_GIVEN_LIST, .items = items, .n_items = n };
}

static gboolean
read_buffer_attribute (TlReader *reader, const TlAst *ast, const TlBuffer *buffer, TlParsedValue *given)
{
  if (strcmp (ast->name, "shape") == 0)
    *given = given_list_of (reader, buffer->shape, buffer->n_dims);
  else if (strcmp (ast->name, "strides") == 0)
    *given = given_list_of (reader, buffer->strides, buffer->strides != NULL ? buffer->n_dims : 0);
  else if (strcmp (ast->name, "elem_offset") == 0)
    *given = buffer->elem_offset != NULL ? tl_given_expr (buffer->elem_offset) : (TlParsedValue) { .kind = TL_GIVEN_INT };
  else if (strcmp (ast->name, "dtype") == 0)
    *given = (TlParsedValue) { .kind = TL_GIVEN_STRING, .string = tl_dtype_name (buffer->dtype) };
  else if (strcmp (ast->name, "data") == 0)
    *given = tl_given_expr (tl_buffer_data (reader->arena, buffer));
  else
    return tl_reader_fail (reader, ast, "a buffer has no attribute \"%s\"; there are shape, strides, elem_offset, dtype and data",
                           ast->name);
  return TRUE;
}

static gboolean
read_attribute (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  const char   *builtin = tl_reader_builtin (reader, ast);
  TlParsedValue value;
  TlDType       dtype;

  if (builtin != NULL)
    {
      if (!tl_dtype_parse (builtin, &dtype))
        return tl_reader_fail (reader, ast, "T.%s is not a value", builtin);
      *given = (TlParsedValue) { .kind = TL_GIVEN_STRING, .string = tl_dtype_name (dtype) };
      return TRUE;
    }
  if (!tl_read_given (reader, ast->value, &value))
    return FALSE;
  if (value.kind == TL_GIVEN_BUFFER)
    return read_buffer_attribute (reader, ast, value.buffer, given);
  if (value.kind == TL_GIVEN_EXPR && strcmp (ast->name, "dtype") == 0)
    {
      *given = (TlParsedValue) { .kind = TL_GIVEN_STRING, .string = tl_dtype_name (value.expr->dtype) };
      return TRUE;
    }
  return tl_reader_fail (reader, ast, "%s has no attribute \"%s\"", given_kind_name (&value), ast->name);
}

/* Subscripts. */

/* A[i, 0:4] reads or writes four neighbours at once: the slice is a ramp. */
static const TlExpr *
read_ramp (TlReader *reader, const TlAst *slice)
{
  const TlExpr *lower, *upper, *step;
  gint64        extent, stride = 1;

  if (slice->items[0] == NULL || slice->items[1] == NULL)
    return tl_reader_fail_null (reader, slice, "a vector access needs both ends of its slice");
  if ((lower = tl_read_index (reader, slice->items[0])) == NULL || (upper = tl_read_index (reader, slice->items[1])) == NULL)
    return NULL;
  if (slice->items[2] != NULL && !tl_read_constant (reader, slice->items[2], &stride))
    return NULL;
  if (lower->dtype.lanes != 1 || upper->dtype.lanes != 1)
    return tl_reader_fail_null (reader, slice, "the ends of a slice are single integers");
  tl_match_types (reader->arena, &lower, &upper);
  step = tl_expr_int (reader->arena, lower->dtype, stride);
  if (!tl_expr_get_int (tl_reader_extent (reader->arena, lower, upper), &extent))
    extent = 0;
  if (extent > 0 && stride > 1)
    extent = (extent + stride - 1) / stride;
  if (extent < 1 || extent > 4096 || stride == 0)
    return tl_reader_fail_null (reader, slice, "a vector access needs a constant length between 1 and 4096");
  return extent == 1 ? lower : tl_expr_ramp (reader->arena, lower, step, (guint) extent);
}

/* The elements of a subscript: "A[i, j]", "A[(i, j)]" and "A[()]" are the same to Python. */
static const TlAst *const *
subscript_items (const TlAst *ast, guint *n)
{
  const TlAst *only = ast->items[0];

  *n = ast->n_items;
  if (ast->n_items != 1 || only->kind != TL_AST_TUPLE)
    return ast->items;
  *n = only->n_items;
  return only->items;
}

/* Row-major position in @view, taken apart again by the shape of @storage. */
static gboolean
map_view (TlReader *reader, const TlAst *ast, const TlBuffer *view, const TlBuffer *storage, const TlExpr ***indices, guint *n_indices)
{
  const TlExpr  *flat = tl_int (reader->arena, 0);
  const TlExpr **mapped = tl_arena_new_array (reader->arena, const TlExpr *, storage->n_dims);

  for (guint i = 0; i < view->n_dims; i++)
    {
      if ((*indices)[i]->dtype.lanes != 1)
        return tl_reader_fail (reader, ast, "vector access through another shape of %s", storage->name);
      flat = tl_add (reader->arena, tl_mul (reader->arena, flat, view->shape[i]), (*indices)[i]);
    }
  for (guint i = storage->n_dims; i-- > 0;)
    {
      mapped[i] = i == 0 ? flat : tl_floormod (reader->arena, flat, storage->shape[i]);
      flat = tl_floordiv (reader->arena, flat, storage->shape[i]);
    }
  *indices = mapped;
  *n_indices = storage->n_dims;
  return TRUE;
}

gboolean
tl_read_access (TlReader *reader, const TlAst *ast, const TlBuffer **buffer, const TlExpr ***indices, guint *n_indices)
{
  TlParsedValue base;
  const TlAst *const *items;
  guint lanes = 1;

  if (!tl_read_given (reader, ast->value, &base))
    return FALSE;
  if (base.kind != TL_GIVEN_BUFFER)
    return tl_reader_fail (reader, ast->value, "%s cannot be indexed", given_kind_name (&base));
  items = subscript_items (ast, n_indices);
  *buffer = base.buffer;
  if (*n_indices != base.buffer->n_dims)
    return tl_reader_fail (reader, ast, "buffer %s has %u dimension%s, and is indexed by %u", base.buffer->name, base.buffer->n_dims,
                           base.buffer->n_dims == 1 ? "" : "s", *n_indices);
  *indices = tl_arena_new_array (reader->arena, const TlExpr *, *n_indices);
  for (guint i = 0; i < *n_indices; i++)
    {
      (*indices)[i] = items[i]->kind == TL_AST_SLICE ? read_ramp (reader, items[i]) : tl_read_index (reader, items[i]);
      if ((*indices)[i] == NULL)
        return FALSE;
      if (lanes > 1 && (*indices)[i]->dtype.lanes > 1 && (*indices)[i]->dtype.lanes != lanes)
        return tl_reader_fail (reader, items[i], "indices of %u and %u lanes", lanes, (*indices)[i]->dtype.lanes);
      lanes = MAX (lanes, (*indices)[i]->dtype.lanes);
    }
  if (base.storage == NULL)
    return TRUE;
  *buffer = base.storage;
  return map_view (reader, ast, base.buffer, base.storage, indices, n_indices);
}

static gboolean
read_element (TlReader *reader, const TlAst *ast, const TlParsedValue *list, TlParsedValue *given)
{
  gint64 index;

  if (ast->n_items != 1 || ast->items[0]->kind == TL_AST_SLICE)
    return tl_reader_fail (reader, ast, "a list takes one index here");
  if (!tl_read_constant (reader, ast->items[0], &index))
    return FALSE;
  if (index < 0)
    index += list->n_items;
  if (index < 0 || index >= list->n_items)
    return tl_reader_fail (reader, ast, "the list has %u elements", list->n_items);
  *given = list->items[index];
  return TRUE;
}

static gboolean
read_subscript (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  const TlBuffer *buffer;
  const TlExpr  **indices;
  guint           n_indices;
  TlParsedValue   base;

  if (!tl_read_given (reader, ast->value, &base))
    return FALSE;
  if (base.kind == TL_GIVEN_LIST)
    return read_element (reader, ast, &base, given);
  if (base.kind != TL_GIVEN_BUFFER)
    return tl_reader_fail (reader, ast->value, "%s cannot be indexed", given_kind_name (&base));
  if (!tl_read_access (reader, ast, &buffer, &indices, &n_indices))
    return FALSE;
  *given = tl_given_expr (tl_expr_load (reader->arena, buffer, indices, n_indices));
  return TRUE;
}

static gboolean
read_given (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  switch (ast->kind)
    {
    case TL_AST_NAME:
      return read_name (reader, ast, given);
    case TL_AST_WORD:
      return tl_reader_fail (reader, ast, "this integer does not fit in 64 bits with a sign; write T.uint64 (…)");
    case TL_AST_INT:
      *given = (TlParsedValue) { .kind = TL_GIVEN_INT, .integer = ast->integer };
      return TRUE;
    case TL_AST_FLOAT:
      *given = (TlParsedValue) { .kind = TL_GIVEN_FLOAT, .number = ast->number };
      return TRUE;
    case TL_AST_STRING:
      *given = (TlParsedValue) { .kind = TL_GIVEN_STRING, .string = tl_arena_strdup (reader->arena, ast->name) };
      return TRUE;
    case TL_AST_CONSTANT:
      return read_constant_name (reader, ast, given);
    case TL_AST_TUPLE:
    case TL_AST_LIST:
      return read_list (reader, ast, given);
    case TL_AST_ATTRIBUTE:
      return read_attribute (reader, ast, given);
    case TL_AST_SUBSCRIPT:
      return read_subscript (reader, ast, given);
    case TL_AST_CALL:
      return tl_read_call (reader, ast, given);
    case TL_AST_UNARY:
      return tl_read_unary (reader, ast, given);
    case TL_AST_BINARY:
    case TL_AST_COMPARE:
      return tl_read_operator (reader, ast, given);
    case TL_AST_IF_EXP:
      return tl_read_conditional (reader, ast, given);
    default:
      return tl_reader_fail (reader, ast, "this form of expression is not part of TVMScript");
    }
}

gboolean
tl_read_given (TlReader *reader, const TlAst *ast, TlParsedValue *given)
{
  gboolean ok;

  if (!tl_reader_enter (reader, ast))
    return FALSE;
  ok = read_given (reader, ast, given);
  tl_reader_leave (reader);
  return ok;
}
