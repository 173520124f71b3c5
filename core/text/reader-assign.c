/* SPDX-License-Identifier: Apache-2.0 */
/* Assignments to: elements of buffers, lets, scalars, buffers that live for the rest of a suite, names of Python. */
#include "core/text/reader-private.h"

#include <string.h>

/* The value as it is stored: numbers take the buffer's type, other types are cast as TVM casts them. */
static const TlExpr *
stored_value (TlReader *reader, const TlAst *at, const TlParsedValue *given, TlDType dtype)
{
  const TlExpr *expr;

  if (tl_given_is_number (given) && (given->kind != TL_GIVEN_FLOAT || tl_dtype_is_float (dtype)))
    {
      if (!tl_check_fits (reader, at, given, tl_dtype_with_lanes (dtype, 1)))
        return NULL;
      TlDType element = tl_dtype_with_lanes (dtype, 1);

      expr = given->kind == TL_GIVEN_FLOAT  ? tl_expr_float (reader->arena, element, given->number)
             : tl_dtype_is_float (dtype) ? tl_expr_float (reader->arena, element, (double) given->integer)
                                         : tl_expr_int (reader->arena, element, given->integer);
      return tl_cast (reader->arena, dtype, expr);
    }
  if ((expr = tl_given_to_expr (reader, at, given)) == NULL || tl_dtype_equal (expr->dtype, dtype))
    return expr;
  if (expr->dtype.code == TL_TYPE_HANDLE || expr->dtype.code == TL_TYPE_VOID
      || (expr->dtype.lanes != 1 && expr->dtype.lanes != dtype.lanes))
    return tl_reader_fail_null (reader, at, "a value of type %s is stored where the buffer holds %s", tl_dtype_name (expr->dtype),
                                tl_dtype_name (dtype));
  return tl_cast (reader->arena, dtype, expr);
}

static const TlStmt *
store (TlReader *reader, const TlAst *at, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, const TlParsedValue *value)
{
  guint         lanes = buffer->dtype.lanes;
  const TlExpr *expr;

  for (guint i = 0; i < n_indices; i++)
    lanes = MAX (lanes, buffer->dtype.lanes * indices[i]->dtype.lanes);
  expr = stored_value (reader, at, value, tl_dtype_with_lanes (buffer->dtype, lanes));
  return expr != NULL ? tl_stmt_store (reader->arena, buffer, indices, n_indices, expr) : NULL;
}

static const TlStmt *
read_store (TlReader *reader, const TlAst *target, const TlAst *value_ast)
{
  const TlBuffer *buffer;
  const TlExpr  **indices;
  guint           n_indices;
  TlParsedValue   value;

  if (!tl_read_access (reader, target, &buffer, &indices, &n_indices) || !tl_read_given (reader, value_ast, &value))
    return NULL;
  return store (reader, value_ast, buffer, indices, n_indices, &value);
}

/* Scalars of the newest dialect: "x: T.int32 = e" is a local buffer of one element, "x = e" a store into it. */

static const TlParsedValue *
find_scalar (TlReader *reader, const TlAst *target)
{
  const TlParsedValue *found = target->kind == TL_AST_NAME ? tl_reader_lookup (reader, target->name) : NULL;

  return found != NULL && found->kind == TL_GIVEN_SCALAR ? found : NULL;
}

static const TlStmt *
store_scalar (TlReader *reader, const TlAst *at, const TlParsedValue *scalar, const TlParsedValue *value)
{
  const TlExpr *zero = tl_int (reader->arena, 0);

  return store (reader, at, scalar->buffer, &zero, 1, value);
}

/* The rest of the suite under the scalar; @value nullable. */
static gboolean
scalar_rest (TlReader *reader, const char *name, TlDType dtype, const TlParsedValue *value, const TlAst *const *body, guint n, guint at,
             GPtrArray *out)
{
  gint64        one = 1;
  TlParsedValue scalar = { .kind = TL_GIVEN_SCALAR };
  const TlStmt *stmts[2] = { NULL, NULL };
  TlStmt       *stmt;

  if (dtype.code == TL_TYPE_HANDLE || dtype.code == TL_TYPE_VOID)
    return tl_reader_fail (reader, body[at], "%s of type %s: write T.let[…]", name, tl_dtype_name (dtype));
  scalar.buffer = tl_buffer_new_const (reader->arena, name, dtype, &one, 1, "local");
  if (value != NULL && (stmts[0] = store_scalar (reader, body[at], &scalar, value)) == NULL)
    return FALSE;
  tl_reader_bind (reader, name, scalar);
  if (value != NULL && at + 1 == n)
    stmts[1] = stmts[0];
  else if ((stmts[1] = tl_read_rest (reader, body, n, at + 1)) == NULL)
    return FALSE;
  stmts[1] = value != NULL && stmts[1] != stmts[0] ? tl_stmt_seq (reader->arena, stmts, 2) : stmts[1];
  stmt = tl_arena_memdup (reader->arena, tl_stmt_alloc (reader->arena, scalar.buffer, stmts[1]), sizeof *stmt);
  stmt->is_scalar = TRUE;
  return tl_add_stmt (out, stmt);
}

/* A[i] += e */
const TlStmt *
tl_read_augmented (TlReader *reader, const TlAst *ast)
{
  const TlAst    *target = ast->items[0];
  TlAst           sum = { .kind = TL_AST_BINARY, .span = ast->span, .name = ast->name, .value = target, .other = ast->value };
  const TlBuffer *buffer;
  const TlExpr  **indices;
  guint           n_indices;
  TlParsedValue   value;

  if (find_scalar (reader, target) != NULL)
    return tl_read_given (reader, &sum, &value) ? store_scalar (reader, ast, find_scalar (reader, target), &value) : NULL;
  if (target->kind != TL_AST_SUBSCRIPT)
    return tl_reader_fail_null (reader, target, "only elements of buffers can change: A[…] %s= …", ast->name);
  if (!tl_read_access (reader, target, &buffer, &indices, &n_indices) || !tl_read_given (reader, &sum, &value))
    return NULL;
  return store (reader, ast, buffer, indices, n_indices, &value);
}

/* The rest of the suite under "name = value". */
static gboolean
let_rest (TlReader *reader, const TlVar *var, const TlExpr *value, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const char   *name = var->name;
  const TlStmt *rest;

  tl_reader_bind (reader, name, tl_given_expr (var));
  rest = tl_read_rest (reader, body, n, at + 1);
  return rest != NULL && tl_add_stmt (out, tl_stmt_let (reader->arena, var, value, rest));
}

/* "x: T.int32 = e": in the newest dialect a scalar, in the classic one a let, as "x: T.let[T.int32] = e" is in both. */
gboolean
tl_read_annotated (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlAst  *ast = body[at], *type_ast = ast->other;
  const char   *builtin = tl_reader_builtin (reader, type_ast->kind == TL_AST_SUBSCRIPT ? type_ast->value : type_ast);
  gboolean      is_let = builtin != NULL && (strcmp (builtin, "let") == 0 || strcmp (builtin, "Let") == 0 || strcmp (builtin, "Var") == 0);
  const TlExpr *value;
  TlVarType     type;
  TlParsedValue given;

  if (ast->items[0]->kind != TL_AST_NAME)
    return tl_reader_fail (reader, ast->items[0], "only a name can have a type");
  if (is_let && type_ast->kind == TL_AST_SUBSCRIPT)
    type_ast = type_ast->items[0];
  else if (is_let)
    {
      if (ast->value == NULL || (value = tl_read_expr (reader, ast->value)) == NULL)
        return tl_reader_fail (reader, ast, "%s needs a value here", ast->items[0]->name);
      return let_rest (reader, tl_expr_var (reader->arena, ast->items[0]->name, value->dtype), value, body, n, at, out);
    }
  if (!tl_read_var_type (reader, type_ast, &type))
    return FALSE;
  if (reader->is_newest && !is_let)
    return (ast->value == NULL || tl_read_given (reader, ast->value, &given))
           && scalar_rest (reader, ast->items[0]->name, type.dtype, ast->value != NULL ? &given : NULL, body, n, at, out);
  if (ast->value == NULL)
    return tl_reader_fail (reader, ast, "%s needs a value here", ast->items[0]->name);
  if ((value = tl_read_expr_as (reader, ast->value, type.dtype)) == NULL)
    return FALSE;
  return let_rest (reader, tl_var_of_type (reader, ast->items[0]->name, &type), value, body, n, at, out);
}

static gboolean
bind_names (TlReader *reader, const TlAst *target, const TlParsedValue *given)
{
  if (target->kind == TL_AST_NAME)
    {
      TlParsedValue named = *given;

      /* T.int32 (): the variable is called as it is assigned, unless a parameter's shape brought it in already. */
      if (given->kind == TL_GIVEN_EXPR && given->expr->kind == TL_EXPR_VAR && *given->expr->name == '\0'
          && g_hash_table_contains (reader->symbols, target->name))
        return TRUE;
      if (given->kind == TL_GIVEN_EXPR && given->expr->kind == TL_EXPR_VAR && *given->expr->name == '\0')
        {
          TlExpr *var = (TlExpr *) tl_expr_var_like (reader->arena, given->expr);

          var->name = tl_arena_strdup (reader->arena, target->name);
          named = tl_given_expr (var);
        }
      tl_reader_bind (reader, target->name, named);
      return TRUE;
    }
  if (target->kind != TL_AST_TUPLE && target->kind != TL_AST_LIST)
    return tl_reader_fail (reader, target, "expected a name");
  if (given->kind != TL_GIVEN_LIST || given->n_items != target->n_items)
    return tl_reader_fail (reader, target, "expected %u values", target->n_items);
  for (guint i = 0; i < target->n_items; i++)
    if (!bind_names (reader, target->items[i], &given->items[i]))
      return FALSE;
  return TRUE;
}

/* T.alloc_buffer and the like of the newest dialect, T.decl_buffer: the buffer lives for the rest of the suite. */
static gboolean
alloc_rest (TlReader *reader, const TlAst *target, const TlAst *call, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  TlAttrs         annotations = tl_attrs_empty;
  const TlBuffer *buffer = tl_read_allocation (reader, target, call, &annotations);
  const TlStmt   *rest;
  TlStmt         *stmt;

  if (buffer == NULL || (rest = tl_read_rest (reader, body, n, at)) == NULL)
    return FALSE;
  stmt = tl_arena_memdup (reader->arena, tl_stmt_alloc (reader->arena, buffer, rest), sizeof *stmt);
  stmt->alloc_annotations = annotations;
  return tl_add_stmt (out, stmt);
}

/* tx = T.env_thread ("threadIdx.x"): launched later. */
static gboolean
read_env_thread (TlReader *reader, const TlAst *target, const TlAst *call)
{
  TlParsedValue thread = { .kind = TL_GIVEN_THREAD };
  const char   *name;

  if (target->kind != TL_AST_NAME || !tl_call_check (reader, call, 1, 2, "thread_tag dtype"))
    return tl_reader_fail (reader, call, "expected tx = T.env_thread (\"threadIdx.x\")");
  if ((name = tl_read_string (reader, tl_call_argument (call, 0, "thread_tag"), "a thread such as \"threadIdx.x\"")) == NULL)
    return FALSE;
  thread.string = name;
  tl_reader_bind (reader, target->name, thread);
  return TRUE;
}

/* A variable without a name: T.int32 (). */
static gboolean
is_unnamed_var (const TlParsedValue *given)
{
  return given->kind == TL_GIVEN_EXPR && given->expr->kind == TL_EXPR_VAR && *given->expr->name == '\0';
}

/* "x = e" where e belongs to the program. */
static gboolean
read_named_value (TlReader *reader, const TlAst *const *body, guint n, guint at, const char *builtin, GPtrArray *out)
{
  const TlAst  *ast = body[at], *target = ast->items[0], *value = ast->items[1];
  gboolean      is_bind = builtin != NULL && (strcmp (builtin, "bind") == 0 || strcmp (builtin, "Bind") == 0);
  gboolean      is_meta = builtin != NULL && strcmp (builtin, "meta_var") == 0;
  TlParsedValue given;

  if (!tl_read_given (reader, value, &given))
    return FALSE;
  if (target->kind != TL_AST_NAME || is_unnamed_var (&given) || is_meta)
    return bind_names (reader, target, &given);
  if (find_scalar (reader, target) != NULL && !is_bind)
    return tl_add_stmt (out, store_scalar (reader, value, find_scalar (reader, target), &given));
  if (reader->is_newest && !is_bind && (given.kind == TL_GIVEN_EXPR || tl_given_is_number (&given)))
    {
      const TlExpr *expr = tl_given_to_expr (reader, value, &given);

      return scalar_rest (reader, target->name, expr->dtype, &given, body, n, at, out);
    }
  if (given.kind == TL_GIVEN_EXPR)
    return let_rest (reader, tl_expr_var (reader->arena, target->name, given.expr->dtype), given.expr, body, n, at, out);
  return bind_names (reader, target, &given);
}

gboolean
tl_read_assignment (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlAst *ast = body[at], *target = ast->items[0], *value = ast->items[ast->n_items - 1];
  const char  *builtin = value->kind == TL_AST_CALL ? tl_reader_builtin (reader, value->value) : NULL;
  gboolean     done;

  if (ast->n_items != 2)
    return tl_reader_fail (reader, ast, "one assignment at a time");
  if (target->kind == TL_AST_SUBSCRIPT)
    return tl_add_stmt (out, read_store (reader, target, value));
  if (builtin != NULL && strcmp (builtin, "launch_thread") == 0)
    return tl_read_launch (reader, value, target, body, n, at + 1, out);
  if (builtin != NULL && strcmp (builtin, "env_thread") == 0)
    return read_env_thread (reader, target, value);
  if (tl_is_allocation (reader, value))
    return alloc_rest (reader, target, value, body, n, at + 1, out);
  if (tl_is_scalar_allocation (reader, value))
    {
      TlDType dtype;

      if (target->kind != TL_AST_NAME || !tl_call_check (reader, value, 1, 1, "dtype"))
        return tl_reader_fail (reader, value, "expected x = T.%s (\"int32\")", builtin);
      return tl_read_dtype (reader, tl_call_argument (value, 0, "dtype"), &dtype)
             && scalar_rest (reader, target->name, dtype, NULL, body, n, at, out);
    }
  if (!tl_read_block_assignment (reader, target, value, &done))
    return FALSE;
  return done || read_named_value (reader, body, n, at, builtin, out);
}

/* T.buffer_store (A, value, [i, j]) */
const TlStmt *
tl_read_buffer_store (TlReader *reader, const TlAst *call)
{
  const TlAst *base = tl_call_argument (call, 0, "buffer"), *value = tl_call_argument (call, 1, "value");
  const TlAst *indices = tl_call_argument (call, 2, "indices");
  TlAst        target = { .kind = TL_AST_SUBSCRIPT, .span = call->span, .value = base };

  if (!tl_call_check (reader, call, 3, 3, "buffer value indices"))
    return NULL;
  if (base == NULL || value == NULL || indices == NULL || (indices->kind != TL_AST_LIST && indices->kind != TL_AST_TUPLE))
    return tl_reader_fail_null (reader, call, "expected T.buffer_store (A, value, [i, j])");
  target.items = indices->items;
  target.n_items = indices->n_items;
  if (indices->n_items == 0)
    {
      target.items = &indices;
      target.n_items = 1;
    }
  return read_store (reader, &target, value);
}

/* A.vstore ([i, j], value): as many lanes as the value has, from the last index on. */
const TlStmt *
tl_read_vstore (TlReader *reader, const TlAst *call)
{
  const TlAst  *begin = tl_call_argument (call, 0, "begin"), *value_ast = tl_call_argument (call, 1, "value");
  const TlExpr *value, **indices;
  TlParsedValue base, given;
  guint         n;

  if (!tl_call_check (reader, call, 2, 2, "begin value") || begin == NULL || value_ast == NULL)
    return tl_reader_fail_null (reader, call, "expected A.vstore ([i], value); a store under a mask is T.masked_store (…)");
  if (!tl_read_given (reader, call->value->value, &base) || (value = tl_read_expr (reader, value_ast)) == NULL)
    return NULL;
  if (base.kind != TL_GIVEN_BUFFER || base.storage != NULL)
    return tl_reader_fail_null (reader, call->value, "only a buffer has vstore");
  if (!tl_read_vector_indices (reader, begin, base.buffer, value->dtype.lanes / MAX (base.buffer->dtype.lanes, 1), &indices, &n))
    return NULL;
  given = tl_given_expr (value);
  return store (reader, value_ast, base.buffer, indices, n, &given);
}
