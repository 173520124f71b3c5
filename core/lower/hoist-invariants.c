/* SPDX-License-Identifier: Apache-2.0 */
/*
 * hoist-invariants: what costs much and is the same in all iterations of a loop is computed once, ahead of the outermost loop for which
 * that holds.
 *
 *   for j: Y[i, j] = (X[i, j] - total[i] / 4096) * rsqrt (square[i])
 *     →  let a = total[i] / 4096;  let b = rsqrt (square[i]);  for j: Y[i, j] = (X[i, j] - a) * b
 *
 * Costly are mathematical functions, divisions (of integers where the divisor is no power of two: quotients in positions), and loads of
 * scalars. LLVM sees the rest itself; these it does not, as the light pipeline for explicit vectors moves no loads and a load holds what is
 * made of it. Loops that are to be unrolled count too: afterwards each copy would compute its own. A vector with a stride is put together
 * of scalars: once loops are unrolled, a second pass (hoist-strided) takes those out, however many they are, as a load from the stack
 * costs a fraction, and a few other vectors out of innermost loops. Nothing is computed that the program might not have computed: an
 * expression qualifies where each iteration evaluates it, and the loop surely runs. The loop must not write the elements it loads.
 */
#include "core/lower/lower-private.h"

#define MAX_PLAIN_LOADS 8    /* beyond, registers are worth more: such loads are operands of the instructions that use them */
#define MAX_ROWS 4           /* vectors that an innermost loop loads again and again */
#define MAX_VECTORS 8        /* hoisted vectors per loop: each is a register throughout the loop */

/* A pass. */
typedef struct
{
  TlRemarks *remarks;
  gboolean   only_strided;
} HoistPass;

typedef struct
{
  TlArena    *arena;
  GHashTable *changing;      /* variables defined in the loop, buffers written or allocated in it */
  GHashTable *vars;          /* TlExpr (by structure) → the TlVar that stands for it */
  GPtrArray  *values;        /* const TlExpr *, in order of appearance */
  guint       n_plain_loads;
  guint       n_vectors;
  gboolean    takes_loads;   /* what unrolling leaves needs no help */
  gboolean    takes_vectors; /* a closure of a parallel loop has no room for them */
  gboolean    only_strided;  /* vectors that are put together element by element */
  gboolean    takes_rows;    /* a few other vectors, too: of a loop without loops inside */
  guint       n_rows;
} Hoist;

static guint
hash_expr (gconstpointer expr)
{
  return tl_expr_hash (expr);
}

static gboolean
equal_expr (gconstpointer a, gconstpointer b)
{
  return tl_expr_equal (a, b);
}

/* --- what changes in a loop --- */

typedef struct
{
  GHashTable *changing;
  gboolean    may_stop;      /* at an assertion or in a call that does anything */
  gboolean    has_parallel, has_vectors;
} Changes;

static TlWalk
note_change (const TlStmt *stmt, gpointer user_data)
{
  Changes *c = user_data;
  if (stmt->kind == TL_STMT_FOR)
    {
      g_hash_table_add (c->changing, (gpointer) stmt->loop.var);
      c->has_parallel |= stmt->loop.kind == TL_LOOP_PARALLEL;
    }
  else if (stmt->kind == TL_STMT_LET)
    g_hash_table_add (c->changing, (gpointer) stmt->var);
  else if (stmt->kind == TL_STMT_STORE || stmt->kind == TL_STMT_ALLOC)
    g_hash_table_add (c->changing, (gpointer) stmt->buffer);
  c->may_stop |= stmt->kind == TL_STMT_ASSERT;
  c->has_vectors |= stmt->kind == TL_STMT_STORE && stmt->value->dtype.lanes > 1;
  return TL_WALK_INTO;
}

static TlWalk
note_expr_change (const TlExpr *expr, gpointer user_data)
{
  Changes *c = user_data;
  if (expr->kind == TL_EXPR_LET)
    g_hash_table_add (c->changing, (gpointer) expr->let_var);
  if (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure && !g_str_equal (expr->callee->name, "prefetch"))
    c->may_stop = TRUE;
  return TL_WALK_INTO;
}

/* --- what is worth it --- */

static TlWalk
find_change (const TlExpr *expr, gpointer user_data)
{
  gpointer *pair = user_data;
  if ((expr->kind == TL_EXPR_VAR && g_hash_table_contains (pair[0], expr))
      || (expr->kind == TL_EXPR_LOAD && g_hash_table_contains (pair[0], expr->buffer)) || expr->kind == TL_EXPR_LET
      || (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure))
    pair[1] = GINT_TO_POINTER (TRUE);
  return pair[1] != NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_invariant (const Hoist *h, const TlExpr *expr)
{
  gpointer pair[2] = { h->changing, NULL };
  tl_expr_walk (expr, find_change, pair);
  return pair[1] == NULL;
}

static gboolean
is_division (const TlExpr *expr)
{
  gint64 divisor = 0;
  if (expr->kind != TL_EXPR_DIV && expr->kind != TL_EXPR_MOD && expr->kind != TL_EXPR_FLOORDIV && expr->kind != TL_EXPR_FLOORMOD)
    return FALSE;
  return !tl_expr_get_int (expr->b, &divisor) || divisor <= 0 || (divisor & (divisor - 1)) != 0;
}

static TlWalk
find_cost (const TlExpr *expr, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= is_division (expr) || (expr->kind == TL_EXPR_CALL && expr->callee->is_float_math);
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
is_costly (const TlExpr *expr)
{
  gboolean found = FALSE;
  tl_expr_walk (expr, find_cost, &found);
  return found;
}

/* --- taking out --- */

static void
take (Hoist *h, const TlExpr *expr)
{
  if (g_hash_table_contains (h->vars, expr))
    return;
  const char *name = expr->kind == TL_EXPR_LOAD ? tl_arena_printf (h->arena, "%s_v", expr->buffer->name)
                     : expr->kind == TL_EXPR_CALL ? expr->callee->name : "fixed";
  g_hash_table_insert (h->vars, (gpointer) expr, (gpointer) tl_expr_var (h->arena, name, expr->dtype));
  g_ptr_array_add (h->values, (gpointer) expr);
}

/* Values of an expression that each iteration evaluates: a choice's branches are not among them. */
static TlWalk
collect_expr (const TlExpr *expr, gpointer user_data)
{
  Hoist *h = user_data;
  TlLaneIndex lanes;
  gboolean is_row = h->takes_rows && expr->kind == TL_EXPR_LOAD && expr->dtype.lanes > 1 && !tl_expr_is_strided_load (expr)
                    && h->n_rows < MAX_ROWS && !g_hash_table_contains (h->vars, expr) && is_invariant (h, expr);
  h->n_rows += is_row;
  if (is_row || (h->only_strided && tl_expr_is_strided_load (expr) && is_invariant (h, expr)))
    {
      take (h, expr);
      return TL_WALK_OVER;
    }
  if (h->takes_loads && expr->dtype.lanes == 1 && expr->kind == TL_EXPR_LOAD && is_invariant (h, expr))
    {
      h->n_plain_loads += !g_hash_table_contains (h->vars, expr);
      take (h, expr);
      return TL_WALK_OVER;
    }
  /* The compiler knows these, and finds the rows that such a position goes through. */
  if (!h->only_strided && expr->dtype.lanes > 1 && !tl_dtype_is_float (expr->dtype) && tl_lane_index_split (h->arena, expr, &lanes))
    return TL_WALK_INTO;
  if (!h->only_strided && expr->kind != TL_EXPR_BROADCAST && is_costly (expr) && is_invariant (h, expr))
    {
      /* Of positions' lanes later passes and codegen want to see how far they are apart. */
      gboolean is_vector = expr->dtype.lanes > 1, is_position = is_vector && !tl_dtype_is_float (expr->dtype);
      if (is_position || (is_vector && (!h->takes_vectors || h->n_vectors >= MAX_VECTORS)))
        return TL_WALK_INTO;
      h->n_vectors += is_vector;
      take (h, expr);
      return TL_WALK_OVER;
    }
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "if_then_else"))
    {
      tl_expr_walk (expr->args[0], collect_expr, h);
      return TL_WALK_OVER;
    }
  if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR)
    {
      tl_expr_walk (expr->a, collect_expr, h);
      return TL_WALK_OVER;
    }
  return TL_WALK_INTO;
}

/* Of the statements that each iteration executes. */
static TlWalk
collect_stmt (const TlStmt *stmt, gpointer user_data)
{
  gint64 extent = 0;
  if (stmt->kind == TL_STMT_FOR && !(tl_expr_get_int (stmt->loop.extent, &extent) && extent > 0))
    return TL_WALK_OVER;
  if (stmt->kind == TL_STMT_IF)
    {
      tl_expr_walk (stmt->cond, collect_expr, user_data);
      return TL_WALK_OVER;
    }
  return stmt->kind == TL_STMT_WHILE ? TL_WALK_OVER : TL_WALK_INTO;
}

static const TlExpr *
put_vars (TlRewriter *rewriter, const TlExpr *expr)
{
  return g_hash_table_lookup (((Hoist *) rewriter->user_data)->vars, expr);
}

static void
remark_values (const Hoist *h, TlRemarks *remarks, const TlLoop *loop, const GPtrArray *kept)
{
  static const char *const names[][2] = { { "load", "loads" }, { "vector with a stride", "vectors with a stride" },
                                          { "function call", "function calls" }, { "division", "divisions" },
                                          { "costly expression", "costly expressions" }, { "vector", "vectors" } };
  guint counts[G_N_ELEMENTS (names)] = { 0 };
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < kept->len; i++)
    {
      const TlExpr *value = kept->pdata[i];
      guint kind = tl_expr_is_strided_load (value) ? 1 : value->kind == TL_EXPR_LOAD ? (value->dtype.lanes > 1 ? 5 : 0)
                   : value->kind == TL_EXPR_CALL ? 2 : is_division (value) ? 3 : 4;
      counts[kind]++;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (counts[i] > 0)
      g_string_append_printf (text, "%s%u %s", text->len > 0 ? ", " : "", counts[i], names[i][counts[i] > 1]);
  if (kept->len > 0)
    tl_remark_loop (remarks, loop, "moved out of it, as all iterations compute the same: %s", text->str);
  if (h->n_plain_loads > MAX_PLAIN_LOADS)
    tl_remark_loop (remarks, loop, "%u loads that are the same in all iterations stay in it: at most %d move out", h->n_plain_loads,
                    MAX_PLAIN_LOADS);
}

/* The lets around the loop and the loop on their variables; NULL if nothing in it is worth it. */
static const TlStmt *
close_hoist (Hoist *h, const TlStmt *loop, TlRewriter *outer)
{
  const HoistPass *pass = outer->user_data;
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  for (guint i = 0; i < h->values->len; i++)
    {
      const TlExpr *value = h->values->pdata[i];
      if (value->kind == TL_EXPR_LOAD && h->n_plain_loads > MAX_PLAIN_LOADS)
        g_hash_table_steal (h->vars, value);
      else
        g_ptr_array_add (kept, (gpointer) value);
    }
  if (pass->remarks != NULL)
    remark_values (h, pass->remarks, &loop->loop, kept);
  if (kept->len == 0)
    return NULL;
  TlRewriter rewriter = { .arena = h->arena, .expr = put_vars, .user_data = h };
  const TlStmt *result = tl_rewrite_stmt_children (outer, tl_rewrite_stmt (&rewriter, loop));
  for (guint i = kept->len; i-- > 0;)
    result = tl_stmt_let (h->arena, g_hash_table_lookup (h->vars, kept->pdata[i]), kept->pdata[i], result);
  return result;
}

static TlWalk
find_loop (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_FOR ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlStmt *
hoist_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  const HoistPass *pass = rewriter->user_data;
  gint64 extent = 0;
  if (stmt->kind != TL_STMT_FOR || !tl_expr_get_int (stmt->loop.extent, &extent) || extent < 2)
    return NULL;
  g_autoptr (GHashTable) changing = g_hash_table_new (NULL, NULL);
  Changes changes = { .changing = changing };
  tl_stmt_walk (stmt, note_change, note_expr_change, &changes);
  if (changes.may_stop || (pass->only_strided && (changes.has_parallel || !changes.has_vectors)))
    return NULL;
  g_autoptr (GHashTable) vars = g_hash_table_new (hash_expr, equal_expr);
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  Hoist hoist = {
    .arena = rewriter->arena,
    .changing = changing,
    .vars = vars,
    .values = values,
    .takes_loads = stmt->loop.kind != TL_LOOP_UNROLLED && !pass->only_strided,
    .takes_vectors = !changes.has_parallel,
    .only_strided = pass->only_strided,
    .takes_rows = pass->only_strided && tl_stmt_walk (stmt->loop.body, find_loop, NULL, NULL),
  };
  tl_stmt_walk (stmt->loop.body, collect_stmt, collect_expr, &hoist);
  return close_hoist (&hoist, stmt, rewriter);
}

static const TlPrimFunc *
hoist (TlBuilder *builder, const TlPrimFunc *func, TlRemarks *remarks, gboolean only_strided)
{
  HoistPass pass = { remarks, only_strided };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = hoist_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}

const TlPrimFunc *
tl_lower_hoist_invariants (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  return hoist (builder, func, remarks, FALSE);
}

/* Once loops are unrolled: a load in several rows, each with its own positions, depends on no loop but outer ones any more. */
const TlPrimFunc *
tl_lower_hoist_strided (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  return hoist (builder, func, remarks, TRUE);
}
