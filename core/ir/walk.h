/* SPDX-License-Identifier: Apache-2.0 */
/* Reading and rewriting trees. */
#pragma once

#include "core/ir/module.h"

G_BEGIN_DECLS

typedef enum
{
  TL_WALK_INTO,   /* go on into the children */
  TL_WALK_OVER,   /* skip the children */
  TL_WALK_STOP,   /* end the whole walk */
} TlWalk;

typedef TlWalk (*TlExprVisit) (const TlExpr *expr, gpointer user_data);
typedef TlWalk (*TlStmtVisit) (const TlStmt *stmt, gpointer user_data);

/*
 * Pre-order. @visit_stmt and @visit_expr are nullable. Expressions of a block (domains, bindings, predicate, regions), of a loop
 * and of a buffer's own shape are visited where the statement names them, except buffer shapes, which are not.
 * FALSE if a visitor stopped the walk.
 */
gboolean tl_expr_walk (const TlExpr *expr, TlExprVisit visit, gpointer user_data);
gboolean tl_stmt_walk (const TlStmt *stmt, TlStmtVisit visit_stmt, TlExprVisit visit_expr, gpointer user_data);
/* The same of what is in @stmt, itself left out: for visitors that do something before and after, and return TL_WALK_OVER. */
gboolean tl_stmt_walk_children (const TlStmt *stmt, TlStmtVisit visit_stmt, TlExprVisit visit_expr, gpointer user_data);
/* Stores, evaluations and the like in @stmt: the size of the code it becomes. */
guint    tl_stmt_count_steps (const TlStmt *stmt);

gboolean tl_expr_uses_var (const TlExpr *expr, const TlVar *var);
/* TRUE if any variable of @vars (a set keyed by TlVar address) occurs in it. */
gboolean tl_expr_uses_any (const TlExpr *expr, GHashTable *vars);
/* Whether a node of the kind stands in it; a call of the intrinsic. */
gboolean tl_expr_contains (const TlExpr *expr, TlExprKind kind);
gboolean tl_expr_calls (const TlExpr *expr, const char *intrinsic);
gboolean tl_stmt_uses_buffer (const TlStmt *stmt, const TlBuffer *buffer);
/* Whether a store in it writes the buffer, or a block in it says so: an instruction writes by way of a view. */
gboolean tl_stmt_writes_buffer (const TlStmt *stmt, const TlBuffer *buffer);
/* Arithmetic on loop variables and sizes: wide evaluation gives what was meant. Data read from memory keeps its own width. */
gboolean tl_expr_is_index_arithmetic (const TlExpr *expr);
/* Whether a load from the buffer stands in it. */
gboolean tl_expr_loads (const TlExpr *expr, const TlBuffer *buffer);
gboolean tl_stmt_loads (const TlStmt *stmt, const TlBuffer *buffer);

/**
 * TlRewriter:
 *
 * A bottom-up or top-down rewrite with sharing: a node whose children come back unchanged is returned itself. Hooks are nullable.
 * A hook that handles a node returns its replacement; it calls tl_rewrite_expr_children() / tl_rewrite_stmt_children() for the
 * default treatment of the node's inside, or returns NULL to ask for it. A statement hook may return tl_stmt_removed to delete
 * a statement of a sequence. The buffer hook replaces buffers wherever a statement or expression names one (also in regions,
 * allocations and matches); it must give the same answer each time. With rewrites_shapes the expression hook also sees the extents, strides
 * and offsets of the buffers that statements inside declare; where it changes them, the buffer becomes another one within its declaration.
 */
typedef struct _TlRewriter TlRewriter;
struct _TlRewriter
{
  TlArena         *arena;
  const TlExpr   *(*expr) (TlRewriter *rewriter, const TlExpr *expr);
  const TlStmt   *(*stmt) (TlRewriter *rewriter, const TlStmt *stmt);
  const TlBuffer *(*buffer) (TlRewriter *rewriter, const TlBuffer *buffer);
  gpointer         user_data;
  gboolean         rewrites_shapes;
  struct _TlDeclaredBuffer *declared;   /* private: in @arena, set NULL */
};

extern const TlStmt *const tl_stmt_removed;

const TlExpr *tl_rewrite_expr (TlRewriter *rewriter, const TlExpr *expr);            /* NULL in, NULL out */
const TlStmt *tl_rewrite_stmt (TlRewriter *rewriter, const TlStmt *stmt);
/* An expression hook that leaves expressions as they are, so that rewriters of statements do not enter them. */
const TlExpr *tl_rewrite_no_expr (TlRewriter *rewriter, const TlExpr *expr);
const TlExpr *tl_rewrite_expr_children (TlRewriter *rewriter, const TlExpr *expr);
const TlStmt *tl_rewrite_stmt_children (TlRewriter *rewriter, const TlStmt *stmt);
TlRegion      tl_rewrite_region (TlRewriter *rewriter, TlRegion region);
/* The buffer that replaces this one: for hooks that rebuild a load or store themselves. */
const TlBuffer *tl_rewrite_buffer (TlRewriter *rewriter, const TlBuffer *buffer);

/*
 * Replaces variables (a map TlVar → TlExpr); operators are rebuilt with the folding constructors. Buffers that a statement inside of @stmt
 * declares become others where their extents, strides or offset use such variables.
 */
const TlExpr *tl_expr_substitute (TlArena *arena, const TlExpr *expr, GHashTable *values);
const TlStmt *tl_stmt_substitute (TlArena *arena, const TlStmt *stmt, GHashTable *values);
const TlExpr *tl_expr_substitute_var (TlArena *arena, const TlExpr *expr, const TlVar *var, const TlExpr *value);
const TlStmt *tl_stmt_substitute_var (TlArena *arena, const TlStmt *stmt, const TlVar *var, const TlExpr *value);

/*
 * A copy whose loops, block axes and let variables are new, with new ids for loops and blocks; buffers stay, but those that such a variable
 * sizes.
 */
const TlStmt *tl_stmt_clone (TlBuilder *builder, const TlStmt *stmt);

G_END_DECLS
