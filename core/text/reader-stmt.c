/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Statements of a script. A let, an attribute or a launched thread holds for the rest of its suite, so a suite is read from left to
 * right and such a statement takes what follows as its body.
 */
#include "core/text/reader-private.h"

#include <string.h>

static gboolean read_rest (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out);

const TlStmt *
tl_read_rest (TlReader *reader, const TlAst *const *body, guint n, guint at)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  if (!tl_reader_enter (reader, body[MIN (at, n - 1)]))
    return NULL;
  if (!read_rest (reader, body, n, at, stmts))
    return NULL;
  tl_reader_leave (reader);
  return tl_stmt_seq (reader->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

const TlStmt *
tl_read_suite (TlReader *reader, const TlAst *const *body, guint n_body)
{
  return tl_read_rest (reader, body, n_body, 0);
}

gboolean
tl_add_stmt (GPtrArray *out, const TlStmt *stmt)
{
  if (stmt != NULL)
    g_ptr_array_add (out, (gpointer) stmt);
  return stmt != NULL;
}

/* The suite of @ast in a scope of its own. */
const TlStmt *
tl_read_scoped_suite (TlReader *reader, const TlAst *const *body, guint n_body)
{
  guint         mark = tl_reader_open_scope (reader);
  const TlStmt *stmt = tl_read_suite (reader, body, n_body);

  tl_reader_close_scope (reader, mark);
  return stmt;
}

/* Attributes. */

/* A buffer stands for itself here. */
static gboolean
read_attr_node (TlReader *reader, const TlAst *ast, const TlExpr **node)
{
  TlParsedValue given;

  if (!tl_read_given (reader, ast, &given))
    return FALSE;
  *node = given.kind == TL_GIVEN_BUFFER && given.storage == NULL ? tl_buffer_object (reader->arena, given.buffer)
                                                                 : tl_given_to_expr (reader, ast, &given);
  return *node != NULL;
}

gboolean
tl_read_attr_parts (TlReader *reader, const TlAst *call, const TlExpr **node, const char **key, const TlExpr **value)
{
  const TlAst *first = tl_call_argument (call, 0, "node");

  *node = NULL;
  if (!tl_call_check (reader, call, 1, 3, "node attr_key value"))
    return FALSE;
  if (call->n_items == 1 && first != NULL && first->kind == TL_AST_DICT && first->n_items == 2)
    return (*key = tl_read_string (reader, first->items[0], "a key")) != NULL && (*value = tl_read_expr (reader, first->items[1])) != NULL;
  if (call->n_items != 3)
    return tl_reader_fail (reader, call, "expected T.attr (node, \"key\", value)");
  if (first->kind != TL_AST_CONSTANT && !(first->kind == TL_AST_INT && first->integer == 0) && !read_attr_node (reader, first, node))
    return FALSE;
  return (*key = tl_read_string (reader, tl_call_argument (call, 1, "attr_key"), "a key")) != NULL
         && (*value = tl_read_expr (reader, tl_call_argument (call, 2, "value"))) != NULL;
}

/* The rest. */

static const TlStmt *
read_if (TlReader *reader, const TlAst *ast)
{
  const TlExpr *cond = tl_read_cond (reader, ast->value);
  const TlStmt *then_body, *else_body = NULL;

  if (cond == NULL || (then_body = tl_read_scoped_suite (reader, ast->body, ast->n_body)) == NULL
      || (ast->n_orelse > 0 && (else_body = tl_read_scoped_suite (reader, ast->orelse, ast->n_orelse)) == NULL))
    return NULL;
  if (cond->dtype.lanes != 1)
    return tl_reader_fail_null (reader, ast->value, "the condition of an if must be a scalar");
  return tl_stmt_if (reader->arena, cond, then_body, else_body);
}

static const TlStmt *
read_while (TlReader *reader, const TlAst *ast)
{
  const TlExpr *cond = tl_read_cond (reader, ast->value);
  const TlStmt *body;

  reader->frame->n_loops++;
  body = cond != NULL ? tl_read_scoped_suite (reader, ast->body, ast->n_body) : NULL;
  reader->frame->n_loops--;
  return body != NULL ? tl_stmt_while (reader->arena, cond, body) : NULL;
}

/* "text", ("RuntimeError", "text"), ("RuntimeError", ["some", "text"]) */
const TlStmt *
tl_make_assert (TlReader *reader, const TlExpr *cond, const TlAst *message)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  const TlAst *const *items = &message;
  const char  *kind = "RuntimeError";
  guint        n = message != NULL;

  if (message != NULL && message->kind == TL_AST_TUPLE && message->n_items == 2)
    {
      if ((kind = tl_read_string (reader, message->items[0], "the kind of the error")) == NULL)
        return NULL;
      message = message->items[1];
    }
  if (message != NULL && (message->kind == TL_AST_LIST || message->kind == TL_AST_TUPLE))
    {
      items = message->items;
      n = message->n_items;
    }
  for (guint i = 0; i < n; i++)
    {
      const char *part = tl_read_string (reader, items[i], "a message");

      if (part == NULL)
        return NULL;
      g_ptr_array_add (parts, (gpointer) part);
    }
  if (message == NULL)
    g_ptr_array_add (parts, (gpointer) "");
  return tl_stmt_assert (reader->arena, cond, kind, (const char *const *) parts->pdata, parts->len);
}

static const TlStmt *
read_assert (TlReader *reader, const TlAst *ast)
{
  const TlExpr *cond = tl_read_cond (reader, ast->value);

  return cond != NULL ? tl_make_assert (reader, cond, ast->other) : NULL;
}

/* T.Assert (cond, "message") */
static const TlStmt *
read_assert_call (TlReader *reader, const TlAst *call)
{
  const TlExpr *cond;

  if (!tl_call_check (reader, call, 2, 2, "condition message") || call->items[0]->kind == TL_AST_KEYWORD
      || (cond = tl_read_cond (reader, call->items[0])) == NULL)
    return NULL;
  return tl_make_assert (reader, cond, call->items[1]);
}

/* break, continue and return are calls in the representation. */
static const TlStmt *
read_jump (TlReader *reader, const TlAst *ast)
{
  const char   *name = ast->kind == TL_AST_RETURN ? "ret" : ast->kind == TL_AST_BREAK ? "break_loop" : "continue_loop";
  const TlExpr *value = NULL;

  if (ast->kind == TL_AST_RETURN && ast->value == NULL)
    return tl_reader_fail_null (reader, ast, "return needs a value in TVMScript");
  if (ast->kind == TL_AST_RETURN && (value = tl_read_expr (reader, ast->value)) == NULL)
    return NULL;
  return tl_stmt_evaluate (reader->arena, tl_expr_call (reader->arena, TL_INT32, tl_intrinsic_find (name), &value, value != NULL));
}

static const TlStmt *
read_evaluate (TlReader *reader, const TlAst *call)
{
  const TlAst  *value = tl_call_argument (call, 0, "value");
  const TlExpr *expr;

  if (!tl_call_check (reader, call, 1, 1, "value") || (expr = tl_read_expr (reader, value)) == NULL)
    return NULL;
  return tl_stmt_evaluate (reader->arena, expr);
}

static gboolean
read_expression_statement (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  const TlAst  *ast = body[at], *value = ast->value;
  const char   *name = value->kind == TL_AST_CALL ? tl_reader_builtin (reader, value->value) : NULL;
  const TlExpr *expr, *node;
  const TlStmt *rest;
  const char   *key;

  if (value->kind == TL_AST_STRING || value->kind == TL_AST_CONSTANT)
    return TRUE;
  if (name != NULL && strcmp (name, "evaluate") == 0)
    return tl_add_stmt (out, read_evaluate (reader, value));
  if (name != NULL && strcmp (name, "buffer_store") == 0)
    return tl_add_stmt (out, tl_read_buffer_store (reader, value));
  if (name != NULL && strcmp (name, "Assert") == 0)
    return tl_add_stmt (out, read_assert_call (reader, value));
  if (name != NULL && strcmp (name, "launch_thread") == 0)
    return tl_read_launch (reader, value, NULL, body, n, at + 1, out);
  if (value->kind == TL_AST_CALL && value->value->kind == TL_AST_ATTRIBUTE && name == NULL && strcmp (value->value->name, "vstore") == 0)
    return tl_add_stmt (out, tl_read_vstore (reader, value));
  if (name != NULL && strcmp (name, "attr") == 0)
    return tl_read_attr_parts (reader, value, &node, &key, &expr) && (rest = tl_read_rest (reader, body, n, at + 1)) != NULL
           && tl_add_stmt (out, tl_stmt_attr (reader->arena, key, node, expr, rest));
  if (value->kind != TL_AST_CALL)
    return tl_reader_fail (reader, ast, "this expression does nothing by itself");
  if ((expr = tl_read_expr (reader, value)) == NULL)
    return FALSE;
  return tl_add_stmt (out, tl_stmt_evaluate (reader->arena, expr));
}

/* TRUE for statements that take the rest of the suite with them. */
static gboolean
takes_rest (TlReader *reader, const GPtrArray *out, guint n_before)
{
  const TlStmt *last = out->len > n_before ? g_ptr_array_index (out, out->len - 1) : NULL;

  return last != NULL
         && (last->kind == TL_STMT_LET || last->kind == TL_STMT_ATTR || last->kind == TL_STMT_FOR || last->kind == TL_STMT_ALLOC);
}

static gboolean
read_one (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out, gboolean *took_rest)
{
  const TlAst *ast = body[at];
  guint        n_before = out->len;
  gboolean     done = FALSE, ok;

  if ((ast->kind == TL_AST_WITH || ast->kind == TL_AST_EXPR_STMT) && !tl_read_block_statement (reader, ast, &done))
    return FALSE;
  if (done)
    return TRUE;
  switch (ast->kind)
    {
    case TL_AST_EXPR_STMT:
      ok = read_expression_statement (reader, body, n, at, out);
      break;
    case TL_AST_ASSIGN:
      ok = tl_read_assignment (reader, body, n, at, out);
      break;
    case TL_AST_ANN_ASSIGN:
      ok = tl_read_annotated (reader, body, n, at, out);
      break;
    case TL_AST_AUG_ASSIGN:
      return tl_add_stmt (out, tl_read_augmented (reader, ast));
    case TL_AST_FOR:
      return tl_add_stmt (out, tl_read_for (reader, ast));
    case TL_AST_WHILE:
      return tl_add_stmt (out, read_while (reader, ast));
    case TL_AST_IF:
      return tl_add_stmt (out, read_if (reader, ast));
    case TL_AST_WITH:
      return tl_read_with (reader, ast, out);
    case TL_AST_ASSERT:
      return tl_add_stmt (out, read_assert (reader, ast));
    case TL_AST_PASS:
    case TL_AST_IMPORT:
      return TRUE;
    case TL_AST_RETURN:
    case TL_AST_BREAK:
    case TL_AST_CONTINUE:
      return tl_add_stmt (out, read_jump (reader, ast));
    default:
      return tl_reader_fail (reader, ast, "this statement is not part of TVMScript");
    }
  *took_rest = ok && takes_rest (reader, out, n_before);
  return ok;
}

static gboolean
read_rest (TlReader *reader, const TlAst *const *body, guint n, guint at, GPtrArray *out)
{
  gboolean took_rest = FALSE;

  for (; at < n && !took_rest; at++)
    if (!read_one (reader, body, n, at, out, &took_rest))
      return FALSE;
  return TRUE;
}
