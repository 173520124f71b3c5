/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/gpu/gpu-faults.h"

#include "core/ir/walk.h"

typedef struct
{
  TlArena        *arena;
  GpuFault        fault;
  guint           site;
  guint           n;              /* sites so far */
  gboolean        is_probe;
  const TlBuffer *target;         /* of probes */
  const TlLoop   *threads;        /* of the present kernel: an axis of several threads; NULL: there is none */
} Seeding;

const char *
gpu_fault_name (GpuFault fault)
{
  static const char *const names[GPU_N_FAULTS] = {
    [GPU_FAULT_NO_BARRIER] = "barrier left out", [GPU_FAULT_DIVERGENT] = "divergent barrier", [GPU_FAULT_INDEX] = "wrong index",
    [GPU_FAULT_STRIDE] = "wrong stride", [GPU_FAULT_NO_BOUND] = "condition left out", [GPU_FAULT_SHARED_SIZE] = "shared buffer too small",
    [GPU_FAULT_NO_STORE] = "store left out", [GPU_FAULT_ONE_PLACE] = "place of another thread",
  };

  return names[fault];
}

static gboolean
is_here (Seeding *s)
{
  return s->n++ == s->site;
}

/* --- probes --- */

/* if @cond: a store where no buffer is */
static const TlStmt *
probe (const Seeding *s, const TlExpr *cond)
{
  const TlBuffer *buffer = s->target;
  const TlExpr   *index = tl_expr_int (s->arena, TL_INT32, (gint64) 1 << 30), *indices[1] = { index };
  const TlExpr   *value = tl_dtype_is_float (buffer->dtype) ? tl_expr_float (s->arena, buffer->dtype, 0)
                                                           : tl_expr_int (s->arena, buffer->dtype, 0);
  const TlStmt   *store = tl_stmt_store (s->arena, buffer, indices, 1, value);

  return cond != NULL ? tl_stmt_if (s->arena, cond, store, NULL) : store;
}

/* The probe, if this is one, ahead of @stmt; else @faulty. */
static const TlStmt *
seeded (const Seeding *s, const TlExpr *cond, const TlStmt *stmt, const TlStmt *faulty)
{
  const TlStmt *both[2] = { NULL, stmt };

  if (!s->is_probe)
    return faulty;
  both[0] = probe (s, cond);
  return tl_stmt_seq (s->arena, both, 2);
}

/* --- indices --- */

static const TlExpr *
first_lane (const TlExpr *index)
{
  return index->kind == TL_EXPR_RAMP ? index->base : index;
}

static TlWalk
find_stride (const TlExpr *expr, gpointer user_data)
{
  const TlExpr **found = user_data;
  gint64         factor;

  if (expr->kind != TL_EXPR_MUL || !tl_expr_get_int (expr->b, &factor) || factor < 2)
    return TL_WALK_INTO;
  *found = expr;
  return TL_WALK_STOP;
}

typedef struct
{
  const TlExpr *from, *to;
} Replacement;

static const TlExpr *
replace_expr (TlRewriter *rewriter, const TlExpr *expr)
{
  const Replacement *replacement = rewriter->user_data;

  return expr == replacement->from ? replacement->to : NULL;
}

static const TlExpr *
replaced (TlArena *arena, const TlExpr *in, const TlExpr *from, const TlExpr *to)
{
  Replacement replacement = { from, to };
  TlRewriter  rewriter = { .arena = arena, .expr = replace_expr, .user_data = &replacement };

  return tl_rewrite_expr (&rewriter, in);
}

/* NULL: the fault cannot be there. */
static const TlExpr *
faulty_index (const Seeding *s, const TlExpr *index)
{
  const TlExpr *stride = NULL, *first = first_lane (index);

  if (first->dtype.lanes > 1)
    return NULL;
  switch (s->fault)
    {
    case GPU_FAULT_INDEX:
      return replaced (s->arena, index, first, tl_add (s->arena, first, tl_expr_int (s->arena, first->dtype, 1)));
    case GPU_FAULT_STRIDE:
      tl_expr_walk (first, find_stride, &stride);
      return stride == NULL ? NULL
             : replaced (s->arena, index, stride,
                         tl_add (s->arena, tl_expr_binary (s->arena, TL_EXPR_MUL, stride->a, stride->b), stride->a));
    case GPU_FAULT_ONE_PLACE:
      return s->threads != NULL && tl_expr_uses_var (first, s->threads->var)
             ? tl_expr_substitute_var (s->arena, index, s->threads->var, tl_expr_int (s->arena, s->threads->var->dtype, 0)) : NULL;
    default:
      return NULL;
    }
}

static const TlExpr *
differ (const Seeding *s, const TlExpr *a, const TlExpr *b)
{
  return tl_expr_binary (s->arena, TL_EXPR_NE, first_lane (a), first_lane (b));
}

/* Those that are evaluated wherever the statement runs. */
static TlWalk
collect_loads (const TlExpr *expr, gpointer loads)
{
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "if_then_else"))
    return TL_WALK_OVER;
  if (expr->kind == TL_EXPR_LOAD && !g_ptr_array_find (loads, expr, NULL))
    g_ptr_array_add (loads, (gpointer) expr);
  return TL_WALK_INTO;
}

static const TlStmt *
seed_index (Seeding *s, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) loads = g_ptr_array_new ();
  const TlExpr *index = faulty_index (s, stmt->indices[0]);

  if (index != NULL && is_here (s))
    return seeded (s, differ (s, index, stmt->indices[0]), stmt, tl_stmt_store (s->arena, stmt->buffer, &index, 1, stmt->value));
  if (s->fault == GPU_FAULT_ONE_PLACE)
    return NULL;
  tl_expr_walk (stmt->value, collect_loads, loads);
  for (guint i = 0; i < loads->len; i++)
    {
      const TlExpr *load = loads->pdata[i];

      index = faulty_index (s, load->indices[0]);
      if (index == NULL || !is_here (s))
        continue;
      const TlExpr *other = tl_expr_load (s->arena, load->buffer, &index, 1);
      return seeded (s, differ (s, index, load->indices[0]), stmt,
                     tl_stmt_store (s->arena, stmt->buffer, stmt->indices, 1, replaced (s->arena, stmt->value, load, other)));
    }
  return NULL;
}

/* --- conditions --- */

static TlWalk
collect_choices (const TlExpr *expr, gpointer choices)
{
  if (expr->kind == TL_EXPR_CALL && g_str_equal (expr->callee->name, "if_then_else"))
    g_ptr_array_add (choices, (gpointer) expr);
  return TL_WALK_INTO;
}

static const TlStmt *
seed_choice (Seeding *s, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new ();

  tl_expr_walk (stmt->value, collect_choices, choices);
  for (guint i = 0; i < choices->len; i++)
    {
      const TlExpr *choice = choices->pdata[i];

      if (choice->args[0]->dtype.lanes == 1 && is_here (s))
        return seeded (s, tl_expr_not (s->arena, choice->args[0]), stmt,
                       tl_stmt_store (s->arena, stmt->buffer, stmt->indices, 1, replaced (s->arena, stmt->value, choice, choice->args[1])));
    }
  return NULL;
}

static const TlStmt *
seed_condition (Seeding *s, const TlStmt *stmt)
{
  if (stmt->else_body != NULL || stmt->cond->dtype.lanes > 1 || !is_here (s))
    return NULL;
  return seeded (s, tl_expr_not (s->arena, stmt->cond), stmt, stmt->then_body);
}

/* --- barriers, memory --- */

static gboolean
is_barrier (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_EVALUATE && tl_expr_calls (stmt->expr, "tvm_storage_sync");
}

static const TlStmt *
seed_barrier (Seeding *s, const TlStmt *stmt)
{
  gint64 extent = 1;

  if (s->threads == NULL || !tl_expr_get_int (s->threads->extent, &extent) || !is_here (s))
    return NULL;
  if (s->fault == GPU_FAULT_NO_BARRIER)
    return seeded (s, NULL, stmt, tl_stmt_evaluate (s->arena, tl_int (s->arena, 0)));
  return seeded (s, NULL, stmt,
                 tl_stmt_if (s->arena, tl_expr_binary (s->arena, TL_EXPR_LT, s->threads->var,
                                                       tl_expr_int (s->arena, s->threads->var->dtype, extent / 2)), stmt, NULL));
}

typedef struct
{
  const Seeding  *s;
  const TlBuffer *buffer, *smaller;
  gint64          last;
} Shrinking;

static const TlBuffer *
shrink_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  const Shrinking *shrinking = rewriter->user_data;

  return buffer == shrinking->buffer && !shrinking->s->is_probe ? shrinking->smaller : buffer;
}

/* A probe ahead of statements that store to the last element: buffers may have more elements than are used. */
static const TlStmt *
probe_last (TlRewriter *rewriter, const TlStmt *stmt)
{
  const Shrinking *shrinking = rewriter->user_data;
  const Seeding   *s = shrinking->s;

  if (!s->is_probe || stmt->kind != TL_STMT_STORE || stmt->buffer != shrinking->buffer || stmt->indices[0]->dtype.lanes > 1)
    return NULL;
  return seeded (s, tl_expr_binary (s->arena, TL_EXPR_EQ, stmt->indices[0],
                                    tl_expr_int (s->arena, stmt->indices[0]->dtype, shrinking->last)), stmt, NULL);
}

static const TlStmt *
seed_size (Seeding *s, const TlStmt *stmt)
{
  gint64 n;

  if (!tl_scope_is_shared (stmt->buffer->scope) || !tl_expr_get_int (stmt->buffer->shape[0], &n) || n < 2 || !is_here (s))
    return NULL;
  TlBuffer     *smaller = tl_arena_memdup (s->arena, stmt->buffer, sizeof *smaller);
  const TlExpr *extent = tl_expr_int (s->arena, stmt->buffer->shape[0]->dtype, n - 1);
  smaller->shape = tl_arena_dup_array (s->arena, const TlExpr *, &extent, 1);
  Shrinking  shrinking = { s, stmt->buffer, smaller, n - 1 };
  TlRewriter rewriter = { .arena = s->arena, .stmt = probe_last, .buffer = shrink_buffer, .user_data = &shrinking };

  return tl_rewrite_stmt (&rewriter, stmt);
}

static const TlStmt *
seed_missing_store (Seeding *s, const TlStmt *stmt)
{
  if (g_str_has_prefix (stmt->buffer->scope, "global") || !is_here (s))
    return NULL;
  return seeded (s, NULL, stmt, tl_stmt_evaluate (s->arena, tl_int (s->arena, 0)));
}

/* --- kernels --- */

static void
note_axis (Seeding *s, const TlLoop *loop)
{
  gint64 extent;

  if (g_str_has_prefix (loop->thread, "blockIdx"))
    s->threads = NULL;
  else if (tl_expr_get_int (loop->extent, &extent) && extent > 1)
    s->threads = loop;
}

static const TlStmt *
seed_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  Seeding *s = rewriter->user_data;

  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING)
    note_axis (s, &stmt->loop);
  switch (s->fault)
    {
    case GPU_FAULT_NO_BARRIER:
    case GPU_FAULT_DIVERGENT:
      return is_barrier (stmt) ? seed_barrier (s, stmt) : NULL;
    case GPU_FAULT_INDEX:
    case GPU_FAULT_STRIDE:
    case GPU_FAULT_ONE_PLACE:
      return stmt->kind == TL_STMT_STORE ? seed_index (s, stmt) : NULL;
    case GPU_FAULT_NO_BOUND:
      return stmt->kind == TL_STMT_IF ? seed_condition (s, stmt) : stmt->kind == TL_STMT_STORE ? seed_choice (s, stmt) : NULL;
    case GPU_FAULT_SHARED_SIZE:
      return stmt->kind == TL_STMT_ALLOC ? seed_size (s, stmt) : NULL;
    case GPU_FAULT_NO_STORE:
      return stmt->kind == TL_STMT_STORE ? seed_missing_store (s, stmt) : NULL;
    default:
      return NULL;
    }
}

static const TlPrimFunc *
run_seeding (Seeding *s, const TlPrimFunc *func)
{
  TlRewriter rewriter = { .arena = s->arena, .stmt = seed_stmt, .expr = tl_rewrite_no_expr, .user_data = s };

  for (guint i = 0; i < func->n_params && s->target == NULL; i++)
    s->target = func->params[i].buffer;
  return tl_prim_func_with_body (s->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}

guint
gpu_fault_n_sites (const TlPrimFunc *func, GpuFault fault)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  Seeding s = { .arena = arena, .fault = fault, .site = G_MAXUINT };

  run_seeding (&s, func);
  return s.n;
}

const TlPrimFunc *
gpu_fault_seed (TlArena *arena, const TlPrimFunc *func, GpuFault fault, guint site)
{
  Seeding s = { .arena = arena, .fault = fault, .site = site };

  return run_seeding (&s, func);
}

const TlPrimFunc *
gpu_fault_probe (TlArena *arena, const TlPrimFunc *func, GpuFault fault, guint site)
{
  Seeding s = { .arena = arena, .fault = fault, .site = site, .is_probe = TRUE };

  return run_seeding (&s, func);
}
