/* SPDX-License-Identifier: Apache-2.0 */
/*
 * unroll: loops marked "unroll" are written out, and so are serial loops under a "pragma_auto_unroll_max_step" annotation as long as the
 * code they become stays within that many steps. The pragma reaches over all loops inside the one that carries it; loops are considered
 * from the innermost, a loop around one that stays a loop stays one too: depths count as in TVM's UnrollLoop. There,
 * "pragma_unroll_explicit" says who writes the copies out, TVM or LLVM; here it is always this pass.
 *
 * A step is a store or an evaluation; a store of more lanes than a register has is as many steps as it takes registers, where TVM counts
 * one. And the pragma makes no more than TL_MAX_AUTO_STEPS of them, whatever it allows: a loop around so many costs nothing any more,
 * while compilers take time that grows faster than the code. (389 candidates of TVM's design space for a 128 matmul on AVX-512, against
 * TVM's count: with 128 steps at most they ran 2.5 % faster and compiled in 0.58 of the time; with 64, 1.5 % and 0.48; with 512 registers'
 * worth, 0 and 0.79.)
 *
 * A marked loop of which all stores stay where they are, as a reduction's, is a loop until loops around it run side by side (jam-loops):
 * sums side by side gain more than the copies, and both go together.
 *
 * Unasked, innermost loops over a few vectors are written out as well where each iteration stores to another place: they are a register
 * tile, and only without the loop around them can its vectors live in registers. Of loops that carry a reduction only short ones are:
 * longer bodies of the same accumulators gain nothing, but a loop of a few vectors waits for them and for itself (conv2d: r in 3), unless
 * marked loops around make too many of them. Of other innermost loops over a vector or two four iterations are one, as counting them costs
 * as much as their work. A loop of few iterations is written out in the copies that marked loops around it make, vectors or not: LLVM would
 * do it as well, but its time grows with the square of such loops (896 loops of 3 iterations: 1.8 s become 0.3).
 */
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"
#include "core/lower/unroll.h"

#define MAX_AUTO_DEPTH 8
#define MAX_STEPS_AT_ONCE  8    /* of a loop whose iterations share its count and its addresses */
#define MIN_EXTENT_AT_ONCE 8
#define MAX_TINY_EXTENT    4    /* a convolution's window: neighbours load the same rows */

typedef struct
{
  TlArena        *arena;
  const TlTarget *target;
  TlRemarks      *remarks;
  gint64          auto_max_step;   /* of the innermost pragma around; 0: none */
  gint64          copies;          /* that marked loops around make of a statement */
  gboolean        is_late;         /* behind jam-loops: reductions and short loops over vectors, too */
} Unroller;

/* Size and shape of an unrolled statement as the budget counts them. */
typedef struct
{
  gint64 steps;
  guint  unroll_depth;      /* unrolled loops inside each other */
  guint  loop_depth;        /* loops that stayed */
} Measure;

static const TlStmt *unroll_stmt (Unroller *u, const TlStmt *stmt, Measure *measure);

static TlWalk
stop_at_let (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_LET ? TL_WALK_STOP : TL_WALK_INTO;
}

static const TlExpr *
renamed_var (TlRewriter *rewriter, const TlExpr *expr)
{
  return expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (rewriter->user_data, expr) : NULL;
}

static const TlStmt *
rename_let (TlRewriter *rewriter, const TlStmt *stmt)
{
  if (stmt->kind != TL_STMT_LET)
    return NULL;
  const TlExpr *value = tl_rewrite_expr (rewriter, stmt->let_value);
  const TlVar *var = tl_var_copy (rewriter->arena, stmt->var);
  g_hash_table_insert (rewriter->user_data, (gpointer) stmt->var, (gpointer) var);
  return tl_stmt_let (rewriter->arena, var, value, tl_rewrite_stmt (rewriter, stmt->let_body));
}

/* With variables of its own: a let takes the rest of its sequence, so those of one copy reach over the next. */
static const TlStmt *
rename_lets (TlArena *arena, const TlStmt *stmt)
{
  if (tl_stmt_walk (stmt, stop_at_let, NULL, NULL))
    return stmt;
  g_autoptr (GHashTable) renamed = g_hash_table_new (NULL, NULL);
  TlRewriter rewriter = { .arena = arena, .stmt = rename_let, .expr = renamed_var, .user_data = renamed };
  return tl_rewrite_stmt (&rewriter, stmt);
}

static const TlStmt *
write_out (Unroller *u, const TlLoop *loop, const TlStmt *body, const TlExpr *first, gint64 n)
{
  g_autoptr (GPtrArray) copies = g_ptr_array_new ();
  for (gint64 i = 0; i < n; i++)
    {
      const TlExpr *value = tl_add (u->arena, first, tl_expr_int (u->arena, first->dtype, i));
      value = tl_cast (u->arena, loop->var->dtype, value);
      const TlStmt *copy = tl_stmt_unrolled_copy (u->arena, body, loop->var, value, (guint) i, (guint) n);
      g_ptr_array_add (copies, (gpointer) rename_lets (u->arena, copy));
    }
  return tl_stmt_seq (u->arena, (const TlStmt *const *) copies->pdata, copies->len);
}

static gint64
pragma_max_step (const TlLoop *loop, gint64 outer)
{
  const TlValue *value = tl_attrs_find (&loop->annotations, "pragma_auto_unroll_max_step");
  return value != NULL && value->kind == TL_VALUE_INT ? MIN (value->integer, TL_MAX_AUTO_STEPS) : outer;
}

static gint64
count_steps (const Unroller *u, const TlStmt *stmt)
{
  if (stmt->kind != TL_STMT_STORE)
    return 1;
  guint lanes = stmt->indices[0]->dtype.lanes, bits = MAX (stmt->buffer->dtype.bits, 8), register_bits = MAX (u->target->vector_bits, 64);
  return (lanes * bits + register_bits - 1) / register_bits;
}

typedef struct
{
  const TlVar *var;
  gboolean     is_tile;
} TileCheck;

static TlWalk
check_tile (const TlStmt *stmt, gpointer user_data)
{
  TileCheck *check = user_data;
  if (stmt->kind == TL_STMT_STORE)
    check->is_tile &= stmt->indices[0]->dtype.lanes > 1 && tl_expr_uses_var (stmt->indices[0], check->var);
  else if (stmt->kind != TL_STMT_SEQ && stmt->kind != TL_STMT_LET)
    check->is_tile = FALSE;
  return check->is_tile ? TL_WALK_INTO : TL_WALK_STOP;
}

/* Nothing but vector stores, each to a place of its iteration, and names of values that they need. */
static gboolean
is_register_tile (const TlStmt *body, const TlVar *var)
{
  TileCheck check = { .var = var, .is_tile = TRUE };
  tl_stmt_walk (body, check_tile, NULL, &check);
  return check.is_tile;
}

static TlWalk
find_vector_store (const TlStmt *stmt, gpointer user_data)
{
  gboolean *found = user_data;
  *found |= stmt->kind == TL_STMT_STORE && stmt->indices[0]->dtype.lanes > 1;
  return *found ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
has_vector_stores (const TlStmt *body)
{
  gboolean found = FALSE;
  tl_stmt_walk (body, find_vector_store, NULL, &found);
  return found;
}

/* Loops with these annotations stay loops. */
static gboolean
needs_loop (const TlLoop *loop)
{
  static const char *const keys[] = { "nontemporal_store", "software_prefetch", "software_prefetch_write" };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (tl_attrs_find (&loop->annotations, keys[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
fits (gint64 extent, gint64 steps, gint64 max_step)
{
  return steps == 0 || extent <= max_step / steps;
}

static TlWalk
find_moving_store (const TlStmt *stmt, gpointer user_data)
{
  const TlVar **var = user_data;
  if (stmt->kind == TL_STMT_STORE && tl_expr_uses_var (stmt->indices[0], *var))
    *var = NULL;
  return *var == NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Whether a marked loop is written out behind jam-loops only. */
static gboolean
has_to_wait (const Unroller *u, const TlLoop *loop, const TlStmt *body)
{
  const TlVar *var = loop->var;
  if (loop->kind != TL_LOOP_UNROLLED || u->is_late || u->auto_max_step > 0)
    return FALSE;
  tl_stmt_walk (body, find_moving_store, NULL, &var);
  return var != NULL;
}

/* Why the loop is written out: NULL if it stays. @extent: -1 if it is no constant. */
static const char *
find_reason (const Unroller *u, const TlLoop *loop, const TlStmt *body, gint64 extent, const Measure *inner)
{
  if (extent < 0)
    return NULL;
  if (loop->kind == TL_LOOP_UNROLLED)
    return fits (extent, inner->steps, TL_MAX_EXPLICIT_STEPS) ? "marked for unrolling" : NULL;
  if (loop->kind != TL_LOOP_SERIAL || needs_loop (loop))
    return NULL;
  if (extent == 1)
    return "one iteration is no loop, it stood for its pragma";
  if (inner->loop_depth > 0)
    return NULL;
  if (fits (extent, inner->steps, u->auto_max_step) && inner->unroll_depth <= MAX_AUTO_DEPTH)
    return "pragma_auto_unroll_max_step";
  if (inner->steps > 0 && fits (extent, inner->steps, TL_MAX_TILE_STEPS) && is_register_tile (body, loop->var))
    return "a register tile";
  if (u->is_late && u->copies > 1 && inner->steps > 0 && extent <= MAX_TINY_EXTENT && fits (extent, inner->steps, TL_MAX_SHORT_STEPS))
    return "a short loop in copies of a loop";
  gint64 max_short = extent <= MAX_TINY_EXTENT ? 2 * TL_MAX_SHORT_STEPS : TL_MAX_SHORT_STEPS;
  gboolean has_room = extent <= MAX_TINY_EXTENT || fits (extent, inner->steps * u->copies, TL_MAX_AUTO_STEPS);
  if (u->is_late && has_room && inner->steps > 0 && fits (extent, inner->steps, max_short) && has_vector_stores (body))
    return "a short loop over vectors";
  return NULL;
}

static TlWalk
stop_at_condition (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_IF ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Iterations of a loop over a vector or two that are written out in each of its iterations, so that they share its count; 1: none. */
static gint64
n_at_once (const Unroller *u, const TlLoop *loop, const TlStmt *body, gint64 extent, const Measure *inner)
{
  if (!u->is_late || loop->kind != TL_LOOP_SERIAL || needs_loop (loop) || inner->loop_depth > 0 || inner->steps == 0
      || inner->steps > MAX_STEPS_AT_ONCE / 4 || extent < MIN_EXTENT_AT_ONCE || !has_vector_stores (body)
      || !tl_stmt_walk (body, stop_at_condition, NULL, NULL))
    return 1;
  return extent % 4 == 0 ? 4 : extent % 3 == 0 ? 3 : extent % 2 == 0 ? 2 : 1;
}

/* The loop, @n of its iterations in each. */
static const TlStmt *
widen (Unroller *u, const TlLoop *loop, const TlStmt *body, gint64 extent, gint64 n)
{
  TlLoop wide = *loop;
  const TlExpr *step = tl_expr_int (u->arena, loop->var->dtype, n);
  wide.var = tl_var_copy (u->arena, loop->var);
  wide.min = tl_expr_int (u->arena, loop->min->dtype, 0);
  wide.extent = tl_expr_int (u->arena, loop->extent->dtype, extent / n);
  const TlExpr *first = tl_add (u->arena, tl_cast (u->arena, loop->var->dtype, loop->min), tl_mul (u->arena, wide.var, step));
  wide.body = write_out (u, loop, body, first, n);
  tl_remark_loop (u->remarks, loop, "%" G_GINT64_FORMAT " iterations at a time", n);
  return tl_stmt_loop (u->arena, &wide);
}

static void
remark_loop_that_stays (const Unroller *u, const TlLoop *loop, gint64 extent, const Measure *inner)
{
  gboolean is_marked = loop->kind == TL_LOOP_UNROLLED, is_auto = loop->kind == TL_LOOP_SERIAL && u->auto_max_step > 0;
  gint64 max_step = is_marked ? (gint64) TL_MAX_EXPLICIT_STEPS : u->auto_max_step;
  if ((u->is_late && !is_marked) || (!is_marked && !is_auto) || (is_auto && inner->loop_depth > 0))
    return;
  if (extent < 0)
    tl_remark_loop (u->remarks, loop, "stays a loop: its extent is not constant");
  else if (is_auto && needs_loop (loop))
    tl_remark_loop (u->remarks, loop, "stays a loop for its annotation");
  else
    tl_remark_loop (u->remarks, loop, "stays a loop: %" G_GINT64_FORMAT " copies of %" G_GINT64_FORMAT " step%s are more than %"
                    G_GINT64_FORMAT, extent, inner->steps, inner->steps == 1 ? "" : "s", max_step);
}

static const TlStmt *
unroll_loop (Unroller *u, const TlStmt *stmt, Measure *measure)
{
  const TlLoop *loop = &stmt->loop;
  gint64 outer_max = u->auto_max_step, extent = -1;
  u->auto_max_step = pragma_max_step (loop, outer_max);
  Measure inner = { 0 };
  if (!tl_expr_get_int (loop->extent, &extent) || extent < 0)
    extent = -1;
  gint64 outer_copies = u->copies;
  if (loop->kind == TL_LOOP_UNROLLED && extent > 0)
    u->copies = tl_min (outer_copies * tl_min (extent, TL_MAX_EXPLICIT_STEPS), TL_MAX_EXPLICIT_STEPS);
  const TlStmt *body = unroll_stmt (u, loop->body, &inner);
  u->copies = outer_copies;
  TlLoop copy = stmt->loop;
  copy.body = body;
  gboolean is_for_jam = loop->kind == TL_LOOP_UNROLLED && inner.loop_depth > 0 && tl_loop_can_jam (u->arena, &copy, u->target);
  gboolean waits = extent >= 0 && fits (extent, inner.steps, TL_MAX_EXPLICIT_STEPS) && has_to_wait (u, loop, body);
  const char *reason = is_for_jam || waits ? NULL : find_reason (u, loop, body, extent, &inner);
  if (reason == NULL && !is_for_jam && !waits)
    remark_loop_that_stays (u, loop, extent, &inner);
  u->auto_max_step = outer_max;

  if (reason != NULL)
    {
      if (extent > 1)
        tl_remark_loop (u->remarks, loop, "expanded into %" G_GINT64_FORMAT " copies: %s", extent, reason);
      measure->steps += inner.steps * extent;
      measure->unroll_depth = MAX (measure->unroll_depth, inner.unroll_depth + 1);
      measure->loop_depth = MAX (measure->loop_depth, inner.loop_depth);
      return extent == 0 ? tl_stmt_evaluate (u->arena, tl_int (u->arena, 0)) : write_out (u, loop, body, loop->min, extent);
    }
  measure->steps += waits ? inner.steps * extent : inner.steps;
  measure->unroll_depth = MAX (measure->unroll_depth, inner.unroll_depth);
  measure->loop_depth = MAX (measure->loop_depth, inner.loop_depth + 1);
  gint64 n = n_at_once (u, loop, body, extent, &inner);
  if (n > 1)
    return widen (u, loop, body, extent, n);
  if (copy.kind == TL_LOOP_UNROLLED && !waits)
    copy.kind = TL_LOOP_SERIAL;
  return tl_stmt_loop (u->arena, &copy);
}

static const TlStmt *
unroll_seq (Unroller *u, const TlStmt *stmt, Measure *measure)
{
  const TlStmt **stmts = tl_arena_new_array (u->arena, const TlStmt *, stmt->n_stmts);
  for (guint i = 0; i < stmt->n_stmts; i++)
    stmts[i] = unroll_stmt (u, stmt->stmts[i], measure);
  return tl_stmt_seq (u->arena, stmts, stmt->n_stmts);
}

static const TlStmt *
unroll_attr (Unroller *u, const TlStmt *stmt, Measure *measure)
{
  gint64 outer_max = u->auto_max_step;
  if (g_str_equal (stmt->attr_key, "pragma_auto_unroll_max_step"))
    {
      tl_expr_get_int (stmt->attr_value, &u->auto_max_step);
      u->auto_max_step = MIN (u->auto_max_step, TL_MAX_AUTO_STEPS);
    }
  const TlStmt *body = unroll_stmt (u, stmt->attr_body, measure);
  u->auto_max_step = outer_max;
  return tl_stmt_attr (u->arena, stmt->attr_key, stmt->attr_node, stmt->attr_value, body);
}

static const TlStmt *
unroll_stmt (Unroller *u, const TlStmt *stmt, Measure *measure)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return unroll_loop (u, stmt, measure);
    case TL_STMT_SEQ:
      return unroll_seq (u, stmt, measure);
    case TL_STMT_ATTR:
      return unroll_attr (u, stmt, measure);
    case TL_STMT_IF:
      {
        const TlStmt *then_body = unroll_stmt (u, stmt->then_body, measure);
        const TlStmt *else_body = stmt->else_body != NULL ? unroll_stmt (u, stmt->else_body, measure) : NULL;
        return tl_stmt_if (u->arena, stmt->cond, then_body, else_body);
      }
    case TL_STMT_LET:
      return tl_stmt_let (u->arena, stmt->var, stmt->let_value, unroll_stmt (u, stmt->let_body, measure));
    case TL_STMT_WHILE:
      measure->loop_depth++;
      return tl_stmt_while (u->arena, stmt->cond, unroll_stmt (u, stmt->then_body, measure));
    case TL_STMT_ALLOC:
      return tl_stmt_alloc (u->arena, stmt->buffer, unroll_stmt (u, stmt->alloc_body, measure));
    default:
      measure->steps += count_steps (u, stmt);
      return stmt;
    }
}

static const TlPrimFunc *
unroll (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, gboolean is_late)
{
  Unroller u = { .arena = builder->arena, .target = target, .remarks = remarks, .copies = 1, .is_late = is_late };
  Measure measure = { 0 };
  return tl_prim_func_with_body (builder->arena, func, unroll_stmt (&u, func->body, &measure));
}

const TlPrimFunc *
tl_lower_unroll (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  return unroll (builder, func, target, remarks, FALSE);
}

/* Once loops around them run side by side: of several sums a short loop may be no short one any more. */
const TlPrimFunc *
tl_lower_unroll_short (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  return unroll (builder, func, target, remarks, TRUE);
}
