/* SPDX-License-Identifier: Apache-2.0 */
/*
 * vectorize: a vectorized loop becomes its body with the loop variable as a vector. An expression that depends on the variable has as
 * many lanes as the loop has iterations; positions stay RAMPs as long as they are affine, so that codegen sees contiguous accesses.
 *
 *   for j in vectorized(8): C[i * 128 + j] += A[k] * B[k * 128 + j]
 *     →  C[Ramp (i * 128, 1, 8)] += Broadcast (A[k], 8) * B[Ramp (k * 128, 1, 8)]
 *
 * Long loops are cut into chunks of at most MAX_LANES. A condition on the variable becomes a condition of as many lanes:
 *
 *   for j in vectorized(8): if j < n: B[j] = A[j]     →  if Ramp (0, 1, 8) < Broadcast (n, 8): B[Ramp (0, 1, 8)] = A[Ramp (0, 1, 8)]
 *
 * Statements under it are stores and what leads to them; where the condition is false in a lane, nothing is loaded or stored there, and
 * they do not run at all if it is false in all. T.if_then_else does the same for values. An inner loop whose bounds depend on the variable
 * runs as far as any lane needs, under such a condition; a loop of unknown length ends in a chunk under one.
 *
 * Loops whose vectors would only be scattered keep their lanes apart (lanes.c); some other loops become vectors unasked (along-rows.c).
 *
 * Loops without a vector form (a call that is no mathematical function, an update carried from one iteration to the next, a division that
 * only some lanes may do) run as serial loops: "vectorized" never changes the result. Their variable is then called "j_not_vectorized".
 */
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"
#include "core/lower/unroll.h"

#define MAX_LANES 64          /* LLVM splits what the machine cannot hold; longer vectors only cost compile time */
#define MAX_ODD_LANES 16
#define MIN_CHUNK_LANES 8
#define MAX_UNROLLED_CHUNKS 8
#define UNKNOWN_LANES 16      /* of a loop of unknown length */

typedef struct
{
  TlBuilder  *builder;
  TlArena    *arena;
  TlAnalyzer *analyzer;
  TlRemarks  *remarks;
  const TlVar *var;
  const TlExpr *lanes_value;   /* the RAMP that stands for the variable */
  guint        lanes;
  GHashTable  *lets;           /* let variable → its vector twin */
  GHashTable  *privates;       /* buffer allocated inside the loop → its twin with a copy per lane */
  guint        n_masks;        /* conditions of several lanes around the current place */
  const char  *failure;        /* why there is no vector form; NULL: there is one */
  const char  *culprit;        /* the buffer or function that the failure is about; nullable */
} Vectorizer;

typedef struct
{
  TlBuilder      *builder;
  TlAnalyzer     *analyzer;
  const TlTarget *target;
  TlRemarks      *remarks;
  GPtrArray      *around;              /* const TlLoop *: serial and parallel loops around the current place */
  /* Of the loop that was looked at last: */
  const char     *failure, *culprit;   /* as above */
  gboolean        is_apart;            /* its lanes are scalars */
} VectorizePass;

static const TlExpr *vectorize_expr (Vectorizer *v, const TlExpr *expr);
static const TlStmt *vectorize_stmt (Vectorizer *v, const TlStmt *stmt);

static void
fail (Vectorizer *v, const char *why, const char *culprit)
{
  if (v->failure != NULL)
    return;
  v->failure = why;
  v->culprit = culprit;
}

static const TlExpr *
widen (Vectorizer *v, const TlExpr *expr)
{
  return expr->dtype.lanes == 1 ? tl_expr_broadcast (v->arena, expr, v->lanes) : expr;
}

static gboolean
is_vector (const TlExpr *expr)
{
  return expr->dtype.lanes > 1;
}

/* a ± b and a * s with a RAMP on a side and a scalar (or RAMP) on the other stay RAMPs; NULL if the form is another. */
static const TlExpr *
affine_combination (Vectorizer *v, TlExprKind kind, const TlExpr *a, const TlExpr *b)
{
  TlArena *arena = v->arena;
  gboolean ramp_a = a->kind == TL_EXPR_RAMP, ramp_b = b->kind == TL_EXPR_RAMP;
  if (!ramp_a && !ramp_b)
    return NULL;
  if (kind == TL_EXPR_ADD || kind == TL_EXPR_SUB)
    {
      if ((!ramp_a && is_vector (a)) || (!ramp_b && is_vector (b)))
        return NULL;
      const TlExpr *zero = tl_expr_int (arena, tl_dtype_with_lanes (a->dtype, 1), 0);
      const TlExpr *base = tl_binary (arena, kind, ramp_a ? a->base : a, ramp_b ? b->base : b);
      const TlExpr *stride = tl_binary (arena, kind, ramp_a ? a->stride : zero, ramp_b ? b->stride : zero);
      return tl_expr_is_int (stride, 0) ? tl_expr_broadcast (arena, base, v->lanes) : tl_expr_ramp (arena, base, stride, v->lanes);
    }
  if (kind != TL_EXPR_MUL || (ramp_a && is_vector (b)) || (ramp_b && is_vector (a)))
    return NULL;
  const TlExpr *ramp = ramp_a ? a : b, *factor = ramp_a ? b : a;
  return tl_expr_ramp (arena, tl_mul (arena, ramp->base, factor), tl_mul (arena, ramp->stride, factor), v->lanes);
}

static const TlExpr *
lazy_choice (Vectorizer *v, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false)
{
  const TlExpr *args[3] = { cond, widen (v, if_true), widen (v, if_false) };
  return tl_expr_call (v->arena, args[1]->dtype, tl_intrinsic_find ("if_then_else"), args, 3);
}

/* "a and b" asks b only where a holds. */
static const TlExpr *
vectorize_logic (Vectorizer *v, const TlExpr *expr)
{
  const TlExpr *a = vectorize_expr (v, expr->a);
  v->n_masks += is_vector (a);
  const TlExpr *b = vectorize_expr (v, expr->b);
  v->n_masks -= is_vector (a);
  if (a == expr->a && b == expr->b)
    return expr;
  if (!is_vector (a) && !is_vector (b))
    return tl_binary (v->arena, expr->kind, a, b);
  if (!tl_expr_may_fault (NULL, b))
    return tl_expr_binary (v->arena, expr->kind, widen (v, a), widen (v, b));
  const TlExpr *settled = tl_expr_bool (v->arena, expr->kind == TL_EXPR_OR);
  return expr->kind == TL_EXPR_AND ? lazy_choice (v, a, b, settled) : lazy_choice (v, a, settled, b);
}

static const TlExpr *
vectorize_binary (Vectorizer *v, const TlExpr *expr)
{
  if (expr->kind == TL_EXPR_AND || expr->kind == TL_EXPR_OR)
    return vectorize_logic (v, expr);
  const TlExpr *a = vectorize_expr (v, expr->a), *b = vectorize_expr (v, expr->b);
  if (v->n_masks > 0 && tl_expr_may_divide_by_zero (expr))
    fail (v, "a division that only some lanes do may be by zero", NULL);
  if (a == expr->a && b == expr->b)
    return expr;
  if (!is_vector (a) && !is_vector (b))
    return tl_binary (v->arena, expr->kind, a, b);
  const TlExpr *uniform = tl_uniform_comparison (v->arena, v->analyzer, expr->kind, a, b);
  if (uniform != NULL)
    return uniform;
  const TlExpr *affine = affine_combination (v, expr->kind, a, b);
  return affine != NULL ? affine : tl_expr_binary (v->arena, expr->kind, widen (v, a), widen (v, b));
}

static const TlExpr *
vectorize_cast (Vectorizer *v, const TlExpr *expr)
{
  const TlExpr *a = vectorize_expr (v, expr->a);
  if (a == expr->a)
    return expr;
  if (!is_vector (a))
    return tl_cast (v->arena, expr->dtype, a);
  if (a->kind == TL_EXPR_RAMP && tl_dtype_is_integer (expr->dtype) && expr->dtype.bits >= a->dtype.bits)
    return tl_expr_ramp (v->arena, tl_cast (v->arena, expr->dtype, a->base), tl_cast (v->arena, expr->dtype, a->stride), v->lanes);
  return tl_expr_cast (v->arena, tl_dtype_with_lanes (expr->dtype, v->lanes), a);
}

/* Position in the twin of a private buffer: each element is followed by its copies for the other lanes. */
static const TlExpr *
private_position (Vectorizer *v, const TlExpr *position)
{
  const TlExpr *lanes = tl_expr_int (v->arena, tl_dtype_with_lanes (position->dtype, 1), v->lanes);
  const TlExpr *one = tl_expr_int (v->arena, lanes->dtype, 1), *zero = tl_expr_int (v->arena, lanes->dtype, 0);
  if (!is_vector (position))
    return tl_expr_ramp (v->arena, tl_mul (v->arena, position, lanes), one, v->lanes);
  if (position->kind == TL_EXPR_RAMP)
    return tl_expr_ramp (v->arena, tl_mul (v->arena, position->base, lanes),
                         tl_add (v->arena, tl_mul (v->arena, position->stride, lanes), one), v->lanes);
  const TlExpr *scaled = tl_expr_binary (v->arena, TL_EXPR_MUL, position, widen (v, lanes));
  return tl_expr_binary (v->arena, TL_EXPR_ADD, scaled, tl_expr_ramp (v->arena, zero, one, v->lanes));
}

static const TlExpr *
vectorize_load (Vectorizer *v, const TlExpr *expr)
{
  const TlExpr *position = vectorize_expr (v, expr->indices[0]);
  const TlBuffer *twin = g_hash_table_lookup (v->privates, expr->buffer);
  if (twin != NULL)
    {
      position = private_position (v, position);
      return tl_expr_load (v->arena, twin, &position, 1);
    }
  if (position == expr->indices[0])
    return expr;
  if (expr->buffer->dtype.lanes > 1)
    fail (v, "the elements are vectors in", expr->buffer->name);
  return tl_expr_load (v->arena, expr->buffer, &position, 1);
}

/* Both sides of a choice are computed where neither can fault. */
static const TlExpr *
vectorize_choice (Vectorizer *v, const TlExpr *expr, const TlExpr *cond, const TlExpr *if_true, const TlExpr *if_false)
{
  const TlExpr *new_cond = vectorize_expr (v, cond);
  gboolean is_lazy = expr->kind == TL_EXPR_CALL, is_masked = is_lazy && is_vector (new_cond);
  v->n_masks += is_masked;
  const TlExpr *a = vectorize_expr (v, if_true), *b = vectorize_expr (v, if_false);
  v->n_masks -= is_masked;
  if (new_cond == cond && a == if_true && b == if_false)
    return expr;
  if (is_vector (new_cond) || is_vector (a) || is_vector (b))
    {
      a = widen (v, a);
      b = widen (v, b);
    }
  if (is_lazy && (!is_vector (new_cond) || tl_expr_may_fault (NULL, a) || tl_expr_may_fault (NULL, b)))
    {
      const TlExpr *args[3] = { new_cond, a, b };
      return tl_expr_call (v->arena, a->dtype, expr->callee, args, 3);
    }
  return tl_expr_select (v->arena, is_vector (a) ? widen (v, new_cond) : new_cond, a, b);
}

static const TlExpr *
vectorize_call (Vectorizer *v, const TlExpr *expr)
{
  if (expr->n_args == 3 && g_str_equal (expr->callee->name, "if_then_else"))
    return vectorize_choice (v, expr, expr->args[0], expr->args[1], expr->args[2]);
  const TlExpr **args = tl_arena_new_array (v->arena, const TlExpr *, MAX (expr->n_args, 1));
  gboolean changed = FALSE, any_vector = FALSE;
  for (guint i = 0; i < expr->n_args; i++)
    {
      args[i] = vectorize_expr (v, expr->args[i]);
      changed |= args[i] != expr->args[i];
      any_vector |= is_vector (args[i]);
    }
  if (!expr->callee->is_pure)
    {
      fail (v, "each iteration calls", expr->callee->name);
      return expr;
    }
  if (!changed)
    return expr;
  for (guint i = 0; any_vector && i < expr->n_args; i++)
    args[i] = widen (v, args[i]);
  return tl_expr_call (v->arena, any_vector ? tl_dtype_with_lanes (expr->dtype, v->lanes) : expr->dtype, expr->callee, args, expr->n_args);
}

static const TlExpr *
vectorize_let (Vectorizer *v, const TlExpr *expr)
{
  const TlExpr *value = vectorize_expr (v, expr->let_value);
  const TlVar *var = expr->let_var;
  if (is_vector (value))
    {
      var = tl_expr_var (v->arena, var->name, value->dtype);
      g_hash_table_insert (v->lets, (gpointer) expr->let_var, (gpointer) var);
    }
  const TlExpr *body = vectorize_expr (v, expr->let_body);
  return value == expr->let_value && body == expr->let_body ? expr : tl_expr_let (v->arena, var, value, body);
}

static const TlExpr *
vectorize_expr (Vectorizer *v, const TlExpr *expr)
{
  if (v->failure != NULL)
    return expr;
  if (expr->dtype.lanes > 1)
    {
      fail (v, "its iterations compute vectors", NULL);
      return expr;
    }
  if (tl_expr_kind_is_binary (expr->kind))
    return vectorize_binary (v, expr);
  const TlExpr *twin, *a;
  switch (expr->kind)
    {
    case TL_EXPR_VAR:
      if (expr == v->var)
        return v->lanes_value;
      twin = g_hash_table_lookup (v->lets, expr);
      return twin != NULL ? twin : expr;
    case TL_EXPR_CAST:
      return vectorize_cast (v, expr);
    case TL_EXPR_NOT:
      a = vectorize_expr (v, expr->a);
      return a == expr->a ? expr : tl_expr_not (v->arena, a);
    case TL_EXPR_SELECT:
      return vectorize_choice (v, expr, expr->cond, expr->if_true, expr->if_false);
    case TL_EXPR_LOAD:
      return vectorize_load (v, expr);
    case TL_EXPR_CALL:
      return vectorize_call (v, expr);
    case TL_EXPR_LET:
      return vectorize_let (v, expr);
    default:
      return expr;
    }
}

/* A store to one place for all iterations is the last one's; it may be done once only if the value is the same in all. */
static const TlStmt *
vectorize_store (Vectorizer *v, const TlStmt *stmt)
{
  const TlExpr *position = vectorize_expr (v, stmt->indices[0]);
  const TlExpr *value = vectorize_expr (v, stmt->value);
  const TlBuffer *buffer = g_hash_table_lookup (v->privates, stmt->buffer);
  if (buffer != NULL)
    position = private_position (v, position);
  else
    buffer = stmt->buffer;
  if (v->n_masks > 0 && (!is_vector (position) || position->kind == TL_EXPR_BROADCAST))
    fail (v, "iterations share a store under a condition, to", stmt->buffer->name);
  if (is_vector (position))
    return tl_stmt_with_origin (v->arena, tl_stmt_store (v->arena, buffer, &position, 1, widen (v, value)), stmt->origin);
  if (is_vector (value) || tl_expr_loads (stmt->value, stmt->buffer))
    fail (v, "iterations share a store to", stmt->buffer->name);
  return stmt;
}

/* @body where @cond holds: each of its parts is asked only where those before it hold. */
static const TlStmt *
masked (Vectorizer *v, const TlExpr *cond, const TlStmt *body)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  tl_split_conjuncts (cond, parts);
  const TlStmt *result = body;
  for (guint i = parts->len; i-- > 0 && v->failure == NULL;)
    {
      v->n_masks += i > 0;
      result = tl_stmt_if (v->arena, vectorize_expr (v, parts->pdata[i]), result, NULL);
      v->n_masks -= i > 0;
    }
  return result;
}

static gboolean
has_vector_part (Vectorizer *v, const TlExpr *cond)
{
  return is_vector (vectorize_expr (v, cond));
}

static const TlStmt *
vectorize_under (Vectorizer *v, const TlStmt *stmt)
{
  v->n_masks++;
  const TlStmt *result = vectorize_stmt (v, stmt);
  v->n_masks--;
  return result;
}

/* The lowest or highest lane of bounds that are the same in all or affine; NULL for others. */
static const TlExpr *
extreme_lane (Vectorizer *v, const TlExpr *expr, gboolean highest)
{
  gint64 stride;
  if (!is_vector (expr))
    return expr;
  if (expr->kind == TL_EXPR_BROADCAST)
    return expr->base;
  if (expr->kind != TL_EXPR_RAMP || !tl_expr_get_int (expr->stride, &stride))
    return NULL;
  gint64 offset = (stride > 0) == highest ? stride * (v->lanes - 1) : 0;
  return tl_add (v->arena, expr->base, tl_expr_int (v->arena, expr->base->dtype, offset));
}

/* A loop of other iterations in each lane: over all that any lane has, under the condition that it is one of this lane's. */
static const TlStmt *
vectorize_uneven_loop (Vectorizer *v, const TlLoop *loop)
{
  const TlExpr *end = vectorize_expr (v, tl_add (v->arena, loop->min, tl_cast (v->arena, loop->min->dtype, loop->extent)));
  const TlExpr *min = vectorize_expr (v, loop->min);
  const TlExpr *first = extreme_lane (v, min, FALSE), *last = extreme_lane (v, end, TRUE);
  if (first == NULL || last == NULL)
    fail (v, "iterations differ, and not by a constant, in the bounds of loop", loop->var->name);
  if (v->failure != NULL)
    return loop->body;
  TlLoop copy = *loop;
  copy.var = tl_var_copy (v->arena, loop->var);
  copy.min = first;
  copy.extent = tl_sub (v->arena, last, first);
  const TlStmt *body = vectorize_under (v, tl_stmt_substitute_var (v->arena, loop->body, loop->var, copy.var));
  const TlExpr *here = widen (v, tl_cast (v->arena, tl_dtype_with_lanes (end->dtype, 1), copy.var));
  if (is_vector (min))
    body = tl_stmt_if (v->arena, tl_expr_binary (v->arena, TL_EXPR_GE, here, min), body, NULL);
  if (is_vector (end))
    body = tl_stmt_if (v->arena, tl_expr_binary (v->arena, TL_EXPR_LT, here, end), body, NULL);
  copy.body = body;
  return tl_stmt_loop (v->arena, &copy);
}

static const TlStmt *
vectorize_loop (Vectorizer *v, const TlStmt *stmt)
{
  const TlExpr *min = vectorize_expr (v, stmt->loop.min), *extent = vectorize_expr (v, stmt->loop.extent);
  if (stmt->loop.kind == TL_LOOP_PARALLEL || stmt->loop.kind == TL_LOOP_VECTORIZED)
    {
      fail (v, "it is around the parallel or vectorized loop", stmt->loop.var->name);
      return stmt;
    }
  if (is_vector (min) || is_vector (extent))
    return vectorize_uneven_loop (v, &stmt->loop);
  const TlStmt *rows = NULL;
  if (v->n_masks == 0)
    rows = tl_loop_serialize_lanes (v->builder, v->analyzer, stmt, v->var, v->lanes_value, v->lets, v->privates);
  if (rows != NULL)
    {
      tl_remark_loop (v->remarks, &stmt->loop, "runs for one lane of %s after the other, as its stores go along rows", v->var->name);
      return rows;
    }
  TlLoop copy = stmt->loop;
  copy.min = min;
  copy.extent = extent;
  copy.body = vectorize_stmt (v, stmt->loop.body);
  return tl_stmt_loop (v->arena, &copy);
}

/* Both branches of a choice ask what was so before either ran. */
static const TlStmt *
vectorize_if_else (Vectorizer *v, const TlStmt *stmt)
{
  const TlExpr *cond = vectorize_expr (v, stmt->cond);
  const TlVar *holds = tl_expr_var (v->arena, "holds", cond->dtype);
  const TlStmt *both[2] = { tl_stmt_if (v->arena, holds, vectorize_under (v, stmt->then_body), NULL),
                            tl_stmt_if (v->arena, tl_expr_not (v->arena, holds), vectorize_under (v, stmt->else_body), NULL) };
  return tl_stmt_let (v->arena, holds, cond, tl_stmt_seq (v->arena, both, 2));
}

static const TlStmt *
vectorize_if (Vectorizer *v, const TlStmt *stmt)
{
  if (!has_vector_part (v, stmt->cond))
    return tl_stmt_if (v->arena, vectorize_expr (v, stmt->cond), vectorize_stmt (v, stmt->then_body),
                       stmt->else_body != NULL ? vectorize_stmt (v, stmt->else_body) : NULL);
  if (stmt->else_body != NULL)
    return vectorize_if_else (v, stmt);
  return masked (v, stmt->cond, vectorize_under (v, stmt->then_body));
}

static const TlStmt *
vectorize_let_stmt (Vectorizer *v, const TlStmt *stmt)
{
  const TlExpr *value = vectorize_expr (v, stmt->let_value);
  const TlVar *var = stmt->var;
  if (is_vector (value))
    {
      var = tl_expr_var (v->arena, var->name, value->dtype);
      g_hash_table_insert (v->lets, (gpointer) stmt->var, (gpointer) var);
    }
  return tl_stmt_let (v->arena, var, value, vectorize_stmt (v, stmt->let_body));
}

static const TlStmt *
vectorize_alloc (Vectorizer *v, const TlStmt *stmt)
{
  gint64 n = tl_buffer_n_elements (stmt->buffer);
  if (n < 0 || n * v->lanes > G_MAXINT32 || stmt->buffer->dtype.lanes > 1)
    {
      fail (v, "there is no copy for each lane of", stmt->buffer->name);
      return stmt;
    }
  gint64 shape[1] = { n * v->lanes };
  const TlBuffer *twin = tl_buffer_new_const (v->arena, stmt->buffer->name, stmt->buffer->dtype, shape, 1, stmt->buffer->scope);
  g_hash_table_insert (v->privates, (gpointer) stmt->buffer, (gpointer) twin);
  return tl_stmt_alloc (v->arena, twin, vectorize_stmt (v, stmt->alloc_body));
}

static const TlStmt *
vectorize_stmt (Vectorizer *v, const TlStmt *stmt)
{
  if (v->failure != NULL)
    return stmt;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      return vectorize_store (v, stmt);
    case TL_STMT_FOR:
      return vectorize_loop (v, stmt);
    case TL_STMT_IF:
      return vectorize_if (v, stmt);
    case TL_STMT_LET:
      return vectorize_let_stmt (v, stmt);
    case TL_STMT_ALLOC:
      return vectorize_alloc (v, stmt);
    case TL_STMT_SEQ:
      {
        const TlStmt **stmts = tl_arena_new_array (v->arena, const TlStmt *, stmt->n_stmts);
        for (guint i = 0; i < stmt->n_stmts; i++)
          stmts[i] = vectorize_stmt (v, stmt->stmts[i]);
        return tl_stmt_seq (v->arena, stmts, stmt->n_stmts);
      }
    case TL_STMT_ATTR:
      return tl_stmt_attr (v->arena, stmt->attr_key, stmt->attr_node, stmt->attr_value, vectorize_stmt (v, stmt->attr_body));
    case TL_STMT_EVALUATE:
      if (!tl_stmt_is_nop (stmt))
        fail (v, "each iteration calls", stmt->expr->kind == TL_EXPR_CALL ? stmt->expr->callee->name : "a function");
      return stmt;
    default:
      fail (v, "a statement in it has no vector form", NULL);
      return stmt;
    }
}

/* The body for iterations [start, start + lanes), those of them below @n_valid if that is given; NULL if it has no vector form. */
static const TlStmt *
vectorize_chunk (VectorizePass *pass, const TlLoop *loop, const TlExpr *start, guint lanes, const TlExpr *n_valid)
{
  TlBuilder *builder = pass->builder;
  if (lanes == 1)
    return tl_stmt_substitute_var (builder->arena, loop->body, loop->var, tl_cast (builder->arena, loop->var->dtype, start));
  g_autoptr (GHashTable) lets = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) privates = g_hash_table_new (NULL, NULL);
  TlDType type = loop->var->dtype;
  const TlExpr *base = tl_cast (builder->arena, type, start), *one = tl_expr_int (builder->arena, type, 1);
  Vectorizer v = {
    .builder = builder, .arena = builder->arena, .analyzer = pass->analyzer, .remarks = pass->remarks, .var = loop->var,
    .lanes = lanes, .lets = lets, .privates = privates, .lanes_value = tl_expr_ramp (builder->arena, base, one, lanes),
    .n_masks = n_valid != NULL,
  };
  const TlStmt *body = vectorize_stmt (&v, loop->body), *apart = NULL;
  if (v.failure != NULL)
    {
      pass->failure = v.failure;
      pass->culprit = v.culprit;
      return NULL;
    }
  if (n_valid == NULL && tl_stmt_only_scatters (pass->analyzer, body, pass->around))
    apart = tl_stmt_split_lanes (builder->arena, loop->body, loop->var, base, lanes);
  pass->is_apart |= apart != NULL;
  if (n_valid == NULL)
    return apart != NULL ? apart : body;
  const TlExpr *lane = tl_expr_ramp (builder->arena, tl_expr_int (builder->arena, type, 0), one, lanes);
  return tl_stmt_if (builder->arena, tl_expr_binary (builder->arena, TL_EXPR_LT, lane, widen (&v, n_valid)), body, NULL);
}

/*
 * Lanes per chunk. LLVM handles powers of two and short odd vectors well; long odd ones (48 lanes) it takes apart element by element, so
 * those become chunks: of the largest power of two that divides the loop, else of a register's lanes with a remainder.
 */
static guint
chunk_lanes (gint64 extent, guint max_lanes, guint register_lanes)
{
  gboolean is_power = (extent & (extent - 1)) == 0;
  if (extent <= MIN (MAX_ODD_LANES, register_lanes) || (is_power && extent <= max_lanes))
    return (guint) extent;
  for (guint lanes = max_lanes; lanes >= register_lanes; lanes /= 2)
    if (extent % lanes == 0)
      return lanes;
  return extent >= max_lanes ? MAX (max_lanes / 2, register_lanes) : register_lanes;
}

/* A few chunks are written out; around long loops they run side by side later (jam-loops). */
static const TlStmt *
chunk_loop (TlBuilder *builder, const TlLoop *loop, const TlVar *chunk, const TlExpr *n_chunks, const TlStmt *body)
{
  TlLoop chunks = *loop;
  gint64 n = 0;
  chunks.var = chunk;
  chunks.min = tl_expr_int (builder->arena, chunk->dtype, 0);
  chunks.extent = n_chunks;
  gboolean is_few = tl_expr_get_int (n_chunks, &n) && n <= MAX_UNROLLED_CHUNKS;
  chunks.kind = is_few && tl_stmt_count_written_out (body, TRUE) <= TL_MAX_SHORT_STEPS ? TL_LOOP_UNROLLED : TL_LOOP_SERIAL;
  chunks.body = body;
  return tl_stmt_loop (builder->arena, &chunks);
}

static const TlExpr *
chunk_start (TlBuilder *builder, const TlLoop *loop, const TlExpr *chunk, guint lanes)
{
  const TlExpr *offset = tl_mul (builder->arena, chunk, tl_expr_int (builder->arena, loop->var->dtype, lanes));
  return tl_add (builder->arena, tl_cast (builder->arena, loop->var->dtype, loop->min), offset);
}

/* let n = extent:  for c in n // 16: chunk c;  chunk n // 16 where it is below n */
static const TlStmt *
vectorize_unknown_extent (VectorizePass *pass, const TlLoop *loop)
{
  TlBuilder *builder = pass->builder;
  TlArena *arena = builder->arena;
  TlDType type = loop->var->dtype;
  const TlVar *n = tl_expr_var (arena, tl_arena_printf (arena, "%s_extent", loop->var->name), type);
  const TlVar *chunk = tl_expr_var (arena, tl_arena_printf (arena, "%s_chunk", loop->var->name), type);
  const TlExpr *lanes = tl_expr_int (arena, type, UNKNOWN_LANES), *n_chunks = tl_floordiv (arena, n, lanes);
  const TlExpr *extent = tl_binary (arena, TL_EXPR_MAX, tl_cast (arena, type, loop->extent), tl_expr_int (arena, type, 0));
  if (tl_loop_iterations_meet (arena, loop, UNKNOWN_LANES))
    {
      pass->failure = "an iteration accesses what another one stores";
      return NULL;
    }
  const TlStmt *main_body = vectorize_chunk (pass, loop, chunk_start (builder, loop, chunk, UNKNOWN_LANES), UNKNOWN_LANES, NULL);
  if (main_body == NULL)
    return NULL;
  const TlExpr *rest_start = chunk_start (builder, loop, n_chunks, UNKNOWN_LANES);
  const TlStmt *rest = vectorize_chunk (pass, loop, rest_start, UNKNOWN_LANES, tl_floormod (arena, n, lanes));
  gboolean serial_rest = rest == NULL;
  if (serial_rest)
    {
      TlLoop serial = *loop;
      serial.kind = TL_LOOP_SERIAL;
      serial.min = rest_start;
      serial.extent = tl_floormod (arena, n, lanes);
      rest = tl_stmt_loop (arena, &serial);
    }
  tl_remark_loop (pass->remarks, loop, "vectors of %u lanes, the last iterations %s", UNKNOWN_LANES,
                  serial_rest ? "one by one" : "under a condition for each lane");
  const TlStmt *stmts[2] = { chunk_loop (builder, loop, chunk, n_chunks, main_body), rest };
  return tl_stmt_let (arena, n, extent, tl_stmt_seq (arena, stmts, 2));
}

/* "6 vectors of 16 lanes and one of 4" */
static void
remark_vectors (VectorizePass *pass, const TlLoop *loop, gint64 extent, guint lanes)
{
  if (pass->remarks == NULL)
    return;
  gint64 n_chunks = extent / lanes, rest = extent % lanes;
  const char *unasked = loop->kind != TL_LOOP_VECTORIZED ? ", unasked, as it goes along rows or sums up" : "";
  g_autofree char *last = rest > 1 ? g_strdup_printf (" and one of %" G_GINT64_FORMAT, rest) : g_strdup (rest == 1 ? " and a scalar" : "");
  if (pass->is_apart)
    tl_remark_loop (pass->remarks, loop, "written out lane by lane, %u at a time, as vectors would be scattered", lanes);
  else
    tl_remark_loop (pass->remarks, loop, "%" G_GINT64_FORMAT " vector%s of %u lanes%s%s", n_chunks, n_chunks == 1 ? "" : "s", lanes, last,
                    unasked);
}

/* NULL with pass->failure: it has no vector form. */
static const TlStmt *
vectorize_known_extent (VectorizePass *pass, const TlLoop *loop, gint64 extent, guint max_lanes)
{
  TlBuilder *builder = pass->builder;
  TlArena *arena = builder->arena;
  guint lanes = chunk_lanes (extent, max_lanes, CLAMP (pass->target->vector_bits / 32, MIN_CHUNK_LANES, max_lanes));
  if (tl_loop_iterations_meet (arena, loop, lanes))
    {
      pass->failure = "an iteration accesses what another one stores";
      return NULL;
    }
  gint64 n_chunks = extent / lanes, rest = extent % lanes;
  const TlVar *chunk = tl_expr_var (arena, tl_arena_printf (arena, "%s_chunk", loop->var->name), loop->var->dtype);
  gboolean is_single = n_chunks == 1 && rest == 0;
  const TlExpr *start = is_single ? loop->min : chunk_start (builder, loop, chunk, lanes);
  const TlStmt *main_body = vectorize_chunk (pass, loop, start, lanes, NULL);
  const TlStmt *stmts[2] = { main_body, NULL };
  if (main_body == NULL)
    return NULL;
  if (!is_single)
    stmts[0] = chunk_loop (builder, loop, chunk, tl_expr_int (arena, loop->var->dtype, n_chunks), main_body);
  if (rest > 0)
    {
      stmts[1] = vectorize_chunk (pass, loop, tl_add (arena, loop->min, tl_expr_int (arena, loop->var->dtype, n_chunks * lanes)),
                                  (guint) rest, NULL);
      if (stmts[1] == NULL)
        return NULL;
    }
  remark_vectors (pass, loop, extent, lanes);
  return rest > 0 ? tl_stmt_seq (arena, stmts, 2) : stmts[0];
}

/* NULL with pass->failure: it has no vector form. */
static const TlStmt *
vectorize_whole_loop (VectorizePass *pass, const TlLoop *loop, guint max_lanes)
{
  gint64 extent;
  pass->failure = pass->culprit = NULL;
  pass->is_apart = FALSE;
  if (!tl_expr_get_int (loop->extent, &extent))
    return vectorize_unknown_extent (pass, loop);
  if (extent > 0)
    return vectorize_known_extent (pass, loop, extent, max_lanes);
  pass->failure = "it has no iterations";
  return NULL;
}

static TlWalk
find_vectorized (const TlStmt *stmt, gpointer user_data)
{
  const TlStmt **found = user_data;
  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_VECTORIZED)
    *found = stmt;
  return TL_WALK_INTO;
}

/* The name shows in the lowered program and in reports on machine code that this was to be a vector. */
static void
name_serial (TlArena *arena, TlLoop *loop)
{
  const TlVar *var = tl_expr_var (arena, tl_arena_printf (arena, "%s_not_vectorized", loop->var->name), loop->var->dtype);
  loop->body = tl_stmt_substitute_var (arena, loop->body, loop->var, var);
  loop->var = var;
}

/* A loop that may as well be vectors, and rather than loops in it that would be scattered; NULL: it may not. */
static const TlStmt *
vectorize_row (VectorizePass *pass, const TlStmt *stmt)
{
  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind == TL_LOOP_PARALLEL || stmt->loop.kind == TL_LOOP_VECTORIZED)
    return NULL;
  g_autoptr (GPtrArray) unrolled = g_ptr_array_new ();
  const TlLoop *around = pass->around->len > 0 ? pass->around->pdata[pass->around->len - 1] : NULL;
  const TlLoop *columns = NULL;
  if (around != NULL && (around->body != stmt || around->kind == TL_LOOP_PARALLEL))
    around = NULL;
  for (guint i = pass->around->len; i-- > 0 && columns == NULL;)
    if (tl_loop_copies_columns (pass->builder->arena, pass->analyzer, pass->around->pdata[i], FALSE))
      columns = pass->around->pdata[i];
  TlLoop loop = stmt->loop;
  loop.body = tl_stmt_unroll_scatters (pass->builder->arena, pass->analyzer, loop.body, unrolled);
  if (loop.body != stmt->loop.body)
    stmt = tl_stmt_loop (pass->builder->arena, &loop);
  guint lanes = tl_loop_row_lanes (pass->builder->arena, pass->analyzer, stmt, around, columns, pass->target);
  const TlStmt *result = lanes > 1 ? vectorize_whole_loop (pass, &stmt->loop, MIN (lanes, MAX_LANES)) : NULL;
  for (guint i = 0; result != NULL && i < unrolled->len; i++)
    tl_remark_loop (pass->remarks, &((const TlStmt *) unrolled->pdata[i])->loop,
                    "becomes no vectors, as they would be scattered; those of loop %s are not", loop.var->name);
  return result;
}

static void
remark_serial (const VectorizePass *pass, const TlLoop *loop)
{
  tl_remark_loop (pass->remarks, loop, "runs serially: %s%s%s", pass->failure, pass->culprit != NULL ? " " : "",
                  pass->culprit != NULL ? pass->culprit : "");
}

static TlWalk
find_loop (const TlStmt *stmt, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= stmt->kind == TL_STMT_FOR;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

/* A loop inside goes along all rows that the lanes load: so many that their lines stay in the nearest cache meanwhile. */
static guint
most_lanes (VectorizePass *pass, const TlLoop *loop)
{
  gboolean has_loop = FALSE;
  tl_stmt_walk (loop->body, find_loop, NULL, &has_loop);
  guint lanes = has_loop ? tl_lanes_in_cache (pass->analyzer, loop->body, loop->var) : MAX_LANES;
  return CLAMP (lanes, pass->target->vector_bits / 32, MAX_LANES);
}

/* Of nested vectorized loops the innermost becomes the vector. */
static const TlStmt *
vectorize_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  VectorizePass *pass = rewriter->user_data;
  const TlStmt  *result = vectorize_row (pass, stmt), *inner = NULL;
  if (result != NULL)
    return result;
  if (stmt->kind == TL_STMT_FOR && (stmt->loop.kind == TL_LOOP_SERIAL || stmt->loop.kind == TL_LOOP_PARALLEL))
    {
      g_ptr_array_add (pass->around, (gpointer) &stmt->loop);
      result = tl_rewrite_stmt_children (rewriter, stmt);
      g_ptr_array_set_size (pass->around, (gint) pass->around->len - 1);
      return result;
    }
  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_VECTORIZED)
    return NULL;
  tl_stmt_walk (stmt->loop.body, find_vectorized, NULL, &inner);
  if (inner == NULL)
    result = vectorize_whole_loop (pass, &stmt->loop, most_lanes (pass, &stmt->loop));
  if (result != NULL)
    return result;
  TlLoop serial = stmt->loop;
  serial.kind = TL_LOOP_SERIAL;
  if (inner == NULL)
    {
      remark_serial (pass, &stmt->loop);
      name_serial (rewriter->arena, &serial);
    }
  else
    tl_remark_loop (pass->remarks, &stmt->loop, "runs serially: of vectorized loops inside each other the innermost is vectors, %s",
                    inner->loop.var->name);
  return tl_rewrite_stmt_children (rewriter, tl_stmt_loop (rewriter->arena, &serial));
}

const TlPrimFunc *
tl_lower_vectorize (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  VectorizePass pass = { .builder = builder, .analyzer = analyzer, .target = target, .remarks = remarks, .around = around };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = vectorize_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
