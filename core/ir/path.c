/* SPDX-License-Identifier: Apache-2.0 */
#include "core/ir/path.h"

#include <string.h>

static TlNodeId
id_of (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_FOR ? stmt->loop.id : stmt->kind == TL_STMT_BLOCK ? stmt->block.id : 0;
}

static guint
n_children (const TlStmt *stmt)
{
  switch (stmt->kind)
    {
    case TL_STMT_SEQ:   return stmt->n_stmts;
    case TL_STMT_IF:
    case TL_STMT_BLOCK: return 2;
    case TL_STMT_FOR:
    case TL_STMT_LET:
    case TL_STMT_WHILE:
    case TL_STMT_ATTR:
    case TL_STMT_ALLOC: return 1;
    default:            return 0;
    }
}

/* NULL for an absent else branch or init. */
static const TlStmt *
nth_child (const TlStmt *stmt, guint index)
{
  switch (stmt->kind)
    {
    case TL_STMT_SEQ:   return stmt->stmts[index];
    case TL_STMT_IF:    return index == 0 ? stmt->then_body : stmt->else_body;
    case TL_STMT_BLOCK: return index == 0 ? stmt->block.init : stmt->block.body;
    case TL_STMT_FOR:   return stmt->loop.body;
    case TL_STMT_LET:   return stmt->let_body;
    case TL_STMT_WHILE: return stmt->then_body;
    case TL_STMT_ATTR:  return stmt->attr_body;
    case TL_STMT_ALLOC: return stmt->alloc_body;
    default:            return NULL;
    }
}

/* A nest is loops for the most part, so they come first. */
static const TlStmt *
last_child (const TlStmt *stmt, guint n)
{
  return stmt->kind == TL_STMT_FOR ? stmt->loop.body : nth_child (stmt, n - 1);
}

/* The way down, as long as it is being searched: short programs need no memory for it. */
typedef struct
{
  const TlStmt **stmts;
  guint          n, capacity;
  gboolean       is_owned;
} Trail;

static void
trail_push (Trail *trail, const TlStmt *stmt)
{
  if (trail->n == trail->capacity)
    {
      const TlStmt **larger = g_new (const TlStmt *, trail->capacity * 2);

      for (guint i = 0; i < trail->n; i++)
        larger[i] = trail->stmts[i];
      if (trail->is_owned)
        g_free (trail->stmts);
      trail->stmts = larger;
      trail->capacity *= 2;
      trail->is_owned = TRUE;
    }
  trail->stmts[trail->n++] = stmt;
}

static gboolean
find_trail (const TlStmt *stmt, TlNodeId id, Trail *trail)
{
  guint depth = trail->n, n = 0;

  for (; stmt != NULL; stmt = last_child (stmt, n))
    {

      trail_push (trail, stmt);
      if (id_of (stmt) == id)
        return TRUE;
      n = stmt->kind == TL_STMT_FOR ? 1 : n_children (stmt);
      for (guint i = 0; i + 1 < n; i++)
        if (find_trail (nth_child (stmt, i), id, trail))
          return TRUE;
      if (n == 0)
        break;
    }
  trail->n = depth;
  return FALSE;
}

TlPath *
tl_path_find (const TlModule *module, TlNodeId id)
{
  const TlStmt *stmts[64];
  Trail         trail = { .stmts = stmts, .capacity = G_N_ELEMENTS (stmts) };
  TlPath       *path = NULL;

  for (guint f = 0; id != 0 && f < module->n_prims && path == NULL; f++)
    if (find_trail (module->prims[f]->body, id, &trail))
      {
        path = g_malloc (sizeof *path + trail.n * sizeof *path->stmts);
        path->func = module->prims[f];
        path->n = trail.n;
        path->stmts = (const TlStmt **) (path + 1);
        memcpy (path->stmts, trail.stmts, trail.n * sizeof *path->stmts);
      }
  if (trail.is_owned)
    g_free (trail.stmts);
  return path;
}

void
tl_path_free (TlPath *path)
{
  g_free (path);   /* its statements stand behind it */
}

const TlStmt *
tl_path_target (const TlPath *path)
{
  return path->stmts[path->n - 1];
}

gint
tl_path_scope_index (const TlPath *path)
{
  gint i = (gint) path->n - 2;

  while (i >= 0 && path->stmts[i]->kind != TL_STMT_BLOCK)
    i--;
  return i;
}

const TlStmt *
tl_path_scope (const TlPath *path)
{
  gint index = tl_path_scope_index (path);

  return index >= 0 ? path->stmts[index] : NULL;
}

GPtrArray *
tl_path_loops (const TlPath *path)
{
  GPtrArray *loops = g_ptr_array_sized_new (path->n);

  for (gint i = tl_path_scope_index (path) + 1; i + 1 < (gint) path->n; i++)
    if (path->stmts[i]->kind == TL_STMT_FOR)
      g_ptr_array_add (loops, (gpointer) path->stmts[i]);
  return loops;
}

const TlStmt *
tl_stmt_find (const TlStmt *within, TlNodeId id)
{
  if (id == 0)
    return NULL;
  while (within != NULL && id_of (within) != id)
    {
      guint n = within->kind == TL_STMT_FOR ? 1 : n_children (within);

      if (n == 0)
        return NULL;
      for (guint i = 0; i + 1 < n; i++)
        {
          const TlStmt *found = tl_stmt_find (nth_child (within, i), id);

          if (found != NULL)
            return found;
        }
      within = last_child (within, n);
    }
  return within;
}

const TlStmt *
tl_module_find (const TlModule *module, TlNodeId id)
{
  const TlStmt *found = NULL;

  for (guint f = 0; f < module->n_prims && found == NULL; f++)
    found = tl_stmt_find (module->prims[f]->body, id);
  return found;
}

static TlWalk
list_node (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR)
    g_array_append_val ((GArray *) user_data, stmt->loop.id);
  else if (stmt->kind == TL_STMT_BLOCK)
    g_array_append_val ((GArray *) user_data, stmt->block.id);
  return TL_WALK_INTO;
}

GArray *
tl_func_node_ids (const TlPrimFunc *func)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (TlNodeId));

  tl_stmt_walk (func->body, list_node, NULL, ids);
  return ids;
}

typedef struct
{
  const TlPath *path;
  guint         depth;          /* the next statement of the path to meet */
  const TlStmt *replacement;
} Replace;

/* Only the statements of the path are entered: siblings come back as they are. */
static const TlStmt *
replace_on_path (TlRewriter *rewriter, const TlStmt *stmt)
{
  Replace *replace = rewriter->user_data;

  if (replace->depth >= replace->path->n || stmt != replace->path->stmts[replace->depth])
    return stmt;
  replace->depth++;
  return replace->depth == replace->path->n ? replace->replacement : NULL;
}

const TlStmt *
tl_path_replace (TlBuilder *builder, const TlPath *path, const TlStmt *replacement)
{
  Replace    replace = { path, 0, replacement };
  TlRewriter rewriter = { .arena = builder->arena, .expr = tl_rewrite_no_expr, .stmt = replace_on_path, .user_data = &replace };

  return tl_rewrite_stmt (&rewriter, path->stmts[0]);
}

static void
collect_blocks (const TlStmt *stmt, gboolean nested, GPtrArray *blocks)
{
  if (stmt == NULL)
    return;
  if (stmt->kind == TL_STMT_BLOCK)
    {
      g_ptr_array_add (blocks, (gpointer) stmt);
      if (!nested)
        return;
    }
  for (guint i = 0; i < n_children (stmt); i++)
    collect_blocks (nth_child (stmt, i), nested, blocks);
}

GPtrArray *
tl_stmt_blocks (const TlStmt *stmt)
{
  GPtrArray *blocks = g_ptr_array_sized_new (8);

  for (guint i = 0; i < n_children (stmt); i++)
    collect_blocks (nth_child (stmt, i), TRUE, blocks);
  return blocks;
}

GPtrArray *
tl_stmt_child_blocks (const TlStmt *stmt)
{
  GPtrArray *blocks = g_ptr_array_sized_new (8);

  for (guint i = 0; i < n_children (stmt); i++)
    collect_blocks (nth_child (stmt, i), FALSE, blocks);
  return blocks;
}
