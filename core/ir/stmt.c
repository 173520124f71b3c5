/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/stmt.h"

#include <string.h>

TlNodeId
tl_builder_take_id (TlBuilder *builder)
{
  return builder->next_id++;
}

static TlStmt *
new_stmt (TlArena *arena, TlStmtKind kind)
{
  TlStmt *stmt = tl_arena_new0 (arena, TlStmt);

  stmt->kind = kind;
  return stmt;
}

const TlStmt *
tl_stmt_loop (TlArena *arena, const TlLoop *loop)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_FOR);

  stmt->loop = *loop;
  return stmt;
}

const TlStmt *
tl_stmt_with_origin (TlArena *arena, const TlStmt *stmt, TlOrigin origin)
{
  TlStmt *copy;

  if (stmt->origin.id == origin.id && stmt->origin.copy == origin.copy && stmt->origin.n_copies == origin.n_copies)
    return stmt;
  copy = tl_arena_memdup (arena, stmt, sizeof *stmt);
  copy->origin = origin;
  return copy;
}

TlOrigin
tl_origin_copy (TlOrigin origin, guint index, guint n)
{
  guint inner = MAX (origin.n_copies, 1);

  if (n == 0 || inner > G_MAXUINT16 / n)
    return (TlOrigin) { origin.id, 0, 0 };
  return (TlOrigin) { origin.id, (guint16) (index * inner + origin.copy), (guint16) (n * inner) };
}

const TlStmt *
tl_stmt_for (TlBuilder *builder, const TlVar *var, const TlExpr *extent, const TlStmt *body)
{
  TlLoop loop = {
    .id = tl_builder_take_id (builder),
    .var = var,
    .min = tl_expr_int (builder->arena, var->dtype, 0),
    .extent = extent,
    .kind = TL_LOOP_SERIAL,
    .annotations = tl_attrs_empty,
    .body = body,
  };

  return tl_stmt_loop (builder->arena, &loop);
}

const TlStmt *
tl_stmt_block (TlArena *arena, const TlBlock *block)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_BLOCK);

  stmt->block = *block;
  return stmt;
}

static guint
count_flat (const TlStmt *const *stmts, guint n_stmts)
{
  guint n = 0;

  for (guint i = 0; i < n_stmts; i++)
    n += stmts[i]->kind == TL_STMT_SEQ ? count_flat (stmts[i]->stmts, stmts[i]->n_stmts) : 1;
  return n;
}

static guint
copy_flat (const TlStmt **to, const TlStmt *const *stmts, guint n_stmts)
{
  guint n = 0;

  for (guint i = 0; i < n_stmts; i++)
    if (stmts[i]->kind == TL_STMT_SEQ)
      n += copy_flat (to + n, stmts[i]->stmts, stmts[i]->n_stmts);
    else
      to[n++] = stmts[i];
  return n;
}

/* Gives a let what follows it; returns how many statements remain. */
static guint
take_rest (TlArena *arena, const TlStmt **flat, guint n)
{
  for (guint i = 0; i + 1 < n; i++)
    if (flat[i]->kind == TL_STMT_LET)
      {
        const TlStmt **inside = tl_arena_new_array (arena, const TlStmt *, n - i);

        inside[0] = flat[i]->let_body;
        memcpy (inside + 1, flat + i + 1, (n - i - 1) * sizeof *inside);
        flat[i] = tl_stmt_let (arena, flat[i]->var, flat[i]->let_value, tl_stmt_seq (arena, inside, n - i));
        return i + 1;
      }
  return n;
}

const TlStmt *
tl_stmt_seq (TlArena *arena, const TlStmt *const *stmts, guint n_stmts)
{
  guint          n = count_flat (stmts, n_stmts);
  const TlStmt **flat;
  TlStmt        *seq;

  if (n == 0)
    return tl_stmt_evaluate (arena, tl_int (arena, 0));
  flat = tl_arena_new_array (arena, const TlStmt *, n);
  copy_flat (flat, stmts, n_stmts);
  n = take_rest (arena, flat, n);
  if (n == 1)
    return flat[0];
  seq = new_stmt (arena, TL_STMT_SEQ);
  seq->stmts = flat;
  seq->n_stmts = n;
  return seq;
}

const TlStmt *
tl_stmt_store (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices, guint n_indices, const TlExpr *value)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_STORE);

  stmt->buffer = buffer;
  stmt->indices = tl_arena_dup_array (arena, const TlExpr *, indices, n_indices);
  stmt->n_indices = n_indices;
  stmt->value = value;
  return stmt;
}

const TlStmt *
tl_stmt_if (TlArena *arena, const TlExpr *cond, const TlStmt *then_body, const TlStmt *else_body)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_IF);

  stmt->cond = cond;
  stmt->then_body = then_body;
  stmt->else_body = else_body;
  return stmt;
}

const TlStmt *
tl_stmt_let (TlArena *arena, const TlVar *var, const TlExpr *value, const TlStmt *body)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_LET);

  stmt->var = var;
  stmt->let_value = value;
  stmt->let_body = body;
  return stmt;
}

const TlStmt *
tl_stmt_while (TlArena *arena, const TlExpr *cond, const TlStmt *body)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_WHILE);

  stmt->cond = cond;
  stmt->then_body = body;
  return stmt;
}

const TlStmt *
tl_stmt_evaluate (TlArena *arena, const TlExpr *expr)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_EVALUATE);

  stmt->expr = expr;
  return stmt;
}

const TlStmt *
tl_stmt_attr (TlArena *arena, const char *key, const TlExpr *node, const TlExpr *value, const TlStmt *body)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_ATTR);

  stmt->attr_key = tl_arena_strdup (arena, key);
  stmt->attr_node = node;
  stmt->attr_value = value;
  stmt->attr_body = body;
  return stmt;
}

const TlStmt *
tl_stmt_assert (TlArena *arena, const TlExpr *cond, const char *kind, const char *const *parts, guint n_parts)
{
  TlStmt      *stmt = new_stmt (arena, TL_STMT_ASSERT);
  const char **copy = tl_arena_new_array (arena, const char *, n_parts);

  for (guint i = 0; i < n_parts; i++)
    copy[i] = tl_arena_strdup (arena, parts[i]);
  stmt->assert_cond = cond;
  stmt->assert_kind = tl_arena_strdup (arena, kind);
  stmt->assert_parts = copy;
  stmt->n_assert_parts = n_parts;
  return stmt;
}

char *
tl_stmt_assert_message (const TlStmt *stmt)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < stmt->n_assert_parts; i++)
    g_string_append (text, stmt->assert_parts[i]);
  return g_string_free (text, FALSE);
}

const TlStmt *
tl_stmt_alloc (TlArena *arena, const TlBuffer *buffer, const TlStmt *body)
{
  TlStmt *stmt = new_stmt (arena, TL_STMT_ALLOC);

  stmt->buffer = buffer;
  stmt->alloc_body = body;
  return stmt;
}

gboolean
tl_loop_is_launch (const TlLoop *loop)
{
  return loop->is_launch && loop->kind == TL_LOOP_THREAD_BINDING && loop->annotations.n == 0 && loop->step == NULL
         && tl_expr_is_int (loop->min, 0);
}

const char *
tl_loop_kind_name (TlLoopKind kind)
{
  static const char *const names[] = { "serial", "parallel", "vectorized", "unroll", "thread_binding" };

  return names[kind];
}

const char *
tl_axis_kind_letter (TlAxisKind kind)
{
  static const char *const letters[] = { "S", "R", "C", "O" };

  return letters[kind];
}
