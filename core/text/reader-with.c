/* SPDX-License-Identifier: Apache-2.0 */
/* with: blocks, attributes, lets, allocations, asserts, branches, threads. */
#include "core/text/reader-private.h"

#include <string.h>

static gboolean read_with_item (TlReader *reader, const TlAst *ast, guint item, GPtrArray *out);

static const TlStmt *
with_body (TlReader *reader, const TlAst *ast, guint next)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  if (next == ast->n_items)
    return tl_read_scoped_suite (reader, ast->body, ast->n_body);
  if (!read_with_item (reader, ast, next, stmts))
    return NULL;
  return tl_stmt_seq (reader->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static gboolean
with_attr (TlReader *reader, const TlAst *ast, const TlAst *call, guint next, GPtrArray *out)
{
  const TlExpr *node, *value;
  const TlStmt *stmt;
  const char   *key;

  if (!tl_read_attr_parts (reader, call, &node, &key, &value) || (stmt = with_body (reader, ast, next)) == NULL)
    return FALSE;
  return tl_add_stmt (out, tl_stmt_attr (reader->arena, key, node, value, stmt));
}

/* with T.LetStmt (e) as x: */
static gboolean
with_let (TlReader *reader, const TlAst *ast, const TlAst *call, const TlAst *target, guint next, GPtrArray *out)
{
  const TlAst  *value_ast = tl_call_argument (call, 0, "value");
  const TlExpr *value;
  const TlVar  *var;
  const TlStmt *stmt;

  if (value_ast == NULL || target == NULL || target->kind != TL_AST_NAME)
    return tl_reader_fail (reader, call, "expected with T.LetStmt (value) as name:");
  if ((value = tl_read_expr (reader, value_ast)) == NULL)
    return FALSE;
  var = tl_expr_var (reader->arena, target->name, value->dtype);
  tl_reader_bind (reader, target->name, tl_given_expr (var));
  return (stmt = with_body (reader, ast, next)) != NULL && tl_add_stmt (out, tl_stmt_let (reader->arena, var, value, stmt));
}

static gboolean
with_assert (TlReader *reader, const TlAst *ast, const TlAst *call, guint next, GPtrArray *out)
{
  const TlExpr *cond;
  const TlStmt *stmt;

  if (!tl_call_check (reader, call, 2, 2, "condition message"))
    return FALSE;
  if ((cond = tl_read_cond (reader, call->items[0])) == NULL || !tl_add_stmt (out, tl_make_assert (reader, cond, call->items[1]))
      || (stmt = with_body (reader, ast, next)) == NULL)
    return FALSE;
  return tl_add_stmt (out, stmt);
}

/* with T.decl_buffer (…) as D: */
static gboolean
with_allocation (TlReader *reader, const TlAst *ast, const TlAst *call, const TlAst *target, guint next, GPtrArray *out)
{
  TlAttrs         annotations = tl_attrs_empty;
  const TlBuffer *buffer = target != NULL ? tl_read_allocation (reader, target, call, &annotations) : NULL;
  const TlStmt   *body;
  TlStmt         *stmt;

  if (buffer == NULL)
    return tl_reader_fail (reader, call, "expected with T.decl_buffer (…) as D:");
  if ((body = with_body (reader, ast, next)) == NULL)
    return FALSE;
  stmt = tl_arena_memdup (reader->arena, tl_stmt_alloc (reader->arena, buffer, body), sizeof *stmt);
  stmt->alloc_annotations = annotations;
  return tl_add_stmt (out, stmt);
}

/* The suite of "with T.Then ():" or "with T.Else ():" among @body; *@stmt NULL if there is none. */
static gboolean
read_branch (TlReader *reader, const TlAst *ast, const char *name, const TlStmt **stmt)
{
  *stmt = NULL;
  for (guint i = 0; i < ast->n_body; i++)
    {
      const TlAst *with = ast->body[i]->kind == TL_AST_WITH ? ast->body[i] : NULL;
      const TlAst *call = with != NULL ? with->items[0]->value : NULL;
      const char  *found = call != NULL && call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;

      if (found == NULL || (strcmp (found, "Then") != 0 && strcmp (found, "Else") != 0))
        return tl_reader_fail (reader, ast->body[i], "expected with T.Then (): or with T.Else ():");
      if (strcmp (found, name) == 0 && (*stmt = tl_read_scoped_suite (reader, with->body, with->n_body)) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* with T.If (cond): with T.Then (): … with T.Else (): … */
static gboolean
with_if (TlReader *reader, const TlAst *ast, const TlAst *call, GPtrArray *out)
{
  const TlExpr *cond;
  const TlStmt *then_body, *else_body;

  if (!tl_call_check (reader, call, 1, 1, "condition") || (cond = tl_read_cond (reader, tl_call_argument (call, 0, "condition"))) == NULL
      || !read_branch (reader, ast, "Then", &then_body) || !read_branch (reader, ast, "Else", &else_body))
    return FALSE;
  if (then_body == NULL || cond->dtype.lanes != 1)
    return tl_reader_fail (reader, ast, "an if has one condition and a branch with T.Then ():");
  return tl_add_stmt (out, tl_stmt_if (reader->arena, cond, then_body, else_body));
}

static gboolean
read_with_item (TlReader *reader, const TlAst *ast, guint item, GPtrArray *out)
{
  const TlAst *call = ast->items[item]->value, *target = ast->items[item]->other;
  const char  *name = call->kind == TL_AST_CALL ? tl_reader_builtin (reader, call->value) : NULL;
  const TlStmt *stmt;
  gboolean      done;

  if (name == NULL)
    return tl_reader_fail (reader, call, "expected T.block (…), T.init () or another T. context");
  if (strcmp (name, "block") == 0 || strcmp (name, "sblock") == 0)
    {
      if (target != NULL || item + 1 < ast->n_items)
        return tl_reader_fail (reader, ast, "a block must be the only item of its with; its axes are given inside by T.axis");
      return tl_add_stmt (out, tl_read_block (reader, ast, call));
    }
  if (strcmp (name, "attr") == 0)
    return with_attr (reader, ast, call, item + 1, out);
  if (strcmp (name, "LetStmt") == 0 || strcmp (name, "let") == 0 || strcmp (name, "Bind") == 0)
    return with_let (reader, ast, call, target, item + 1, out);
  if (strcmp (name, "If") == 0 && item + 1 == ast->n_items && target == NULL)
    return with_if (reader, ast, call, out);
  if (strcmp (name, "Assert") == 0)
    return with_assert (reader, ast, call, item + 1, out);
  if (strcmp (name, "launch_thread") == 0)
    return tl_read_launch (reader, call, target, ast->body, ast->n_body, 0, out);
  if (tl_is_allocation (reader, call))
    return with_allocation (reader, ast, call, target, item + 1, out);
  if (target == NULL || !tl_read_block_assignment (reader, target, call, &done))
    return tl_reader_fail (reader, call, "T.%s is not a supported context", name);
  if (!done)
    return tl_reader_fail (reader, call, "T.%s is not a supported context", name);
  return (stmt = with_body (reader, ast, item + 1)) != NULL && tl_add_stmt (out, stmt);
}

gboolean
tl_read_with (TlReader *reader, const TlAst *ast, GPtrArray *out)
{
  guint    mark = tl_reader_open_scope (reader);
  gboolean ok = read_with_item (reader, ast, 0, out);

  tl_reader_close_scope (reader, mark);
  return ok;
}
