/* SPDX-License-Identifier: Apache-2.0 */
/*
 * barriers: threads of a block wait (T.tvm_storage_sync ("shared")) where one needs what another one has stored, or would overwrite what
 * another one still needs:
 *
 *   for k: { S[tx] = A[k, tx];  C[0] += S[tx + 1] }   →   for k: { wait;  S[tx] = A[k, tx];  wait;  C[0] += S[tx + 1] }
 *
 * Statements are taken in order, with the accesses since the last barrier. Two accesses conflict where two different threads of a block can
 * touch the same element in them: equations of core/arith/index-equations.h say whether they can, so that a thread that reads what it
 * wrote itself waits for nobody. A loop is walked a second time, as its own successor, for what one iteration leaves to the next.
 *
 * An asynchronous copy overwrites from where it starts on. For others it is a store at each wait for groups, which it may be waited for at:
 * a barrier ahead of the wait shows nobody what arrives there.
 *
 * All threads of a block have to come to a barrier. Statements under a condition that differs between threads are one statement; where a
 * barrier is needed in there, the condition moves inside, down to both sides of it.
 */
#include <string.h>

#include "core/ir/async-copy.h"
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/lower/gpu/thread-accesses-private.h"

typedef struct
{
  TlArena    *arena;
  const TlKernel *kernel;
  GHashTable *private;     /* TlBuffer: of one thread or warp each */
  GHashTable *parts;       /* TlExpr: a matrix call → TlLoop over the lines of its memory; a load, TlStmt: a store → over its lanes */
  GHashTable *values;      /* TlVar of a let → TlExpr */
  GHashTable *varying;     /* TlVar: differs between threads */
  GPtrArray  *loops;       /* const TlLoop *: around the current statement */
  GPtrArray  *conds;       /* const TlExpr * */
  GPtrArray  *pending;     /* SharedAccess *: since the last barrier */
  GPtrArray  *in_flight;   /* SharedAccess *: of asynchronous copies */
  GError    **error;
  gboolean    failed;
} Barriers;

static const TlStmt *place (Barriers *b, const TlStmt *stmt);

/* --- accesses --- */

static void
add_access (Barriers *b, GPtrArray *into, const TlBuffer *buffer, const TlExpr *first, gint64 span, gboolean is_write)
{
  if (g_hash_table_contains (b->private, buffer))
    return;
  SharedAccess *access = tl_arena_new0 (b->arena, SharedAccess);
  *access = (SharedAccess) {
    .buffer = buffer, .first = first, .span = span, .is_write = is_write, .n_loops = b->loops->len, .n_conds = b->conds->len,
    .loops = tl_arena_new_array (b->arena, AccessLoop, b->loops->len + 1),
    .conds = tl_arena_dup_array (b->arena, const TlExpr *, (const TlExpr *const *) b->conds->pdata, b->conds->len),
  };
  for (guint i = 0; i < b->loops->len; i++)
    access->loops[i] = (AccessLoop) { b->loops->pdata[i], FALSE, FALSE };
  g_ptr_array_add (into, access);
}

/* The loop over parts of the access that @node makes, which stands in no statement: the same one each time that the node is looked at. */
static const TlLoop *
parts_of (Barriers *b, gconstpointer node, gint64 n_parts)
{
  TlLoop *loop = g_hash_table_lookup (b->parts, node);

  if (loop != NULL)
    return loop;
  loop = tl_arena_new0 (b->arena, TlLoop);
  loop->var = tl_expr_var (b->arena, "part", TL_INT32);
  loop->min = tl_int (b->arena, 0);
  loop->extent = tl_int (b->arena, n_parts);
  g_hash_table_insert (b->parts, (gpointer) node, loop);
  return loop;
}

/* @distance · the part's number further than @first. */
static const TlExpr *
step_on (Barriers *b, const TlExpr *first, const TlLoop *parts, const TlExpr *distance)
{
  const TlExpr *part = tl_cast (b->arena, first->dtype, parts->var);

  return tl_add (b->arena, first, tl_mul (b->arena, part, tl_cast (b->arena, first->dtype, distance)));
}

/* How far apart neighbouring lanes are where all are, and further than elements beside each other; 0: they are not. */
static gint64
lane_stride (const TlLaneIndex *lanes)
{
  gint64 stride = lanes->offsets != NULL && lanes->lanes > 1 ? lanes->offsets[1] - lanes->offsets[0] : 0;

  for (guint i = 2; stride != 0 && i < lanes->lanes; i++)
    if (lanes->offsets[i] - lanes->offsets[i - 1] != stride)
      stride = 0;
  return ABS (stride) > 1 ? stride : 0;
}

/* Lanes one by one, not what lies between them. */
static void
add_strided (Barriers *b, GPtrArray *into, gconstpointer node, const TlBuffer *buffer, const TlLaneIndex *lanes, gboolean is_write)
{
  const TlLoop *parts = parts_of (b, node, lanes->lanes);
  const TlExpr *first = tl_add (b->arena, lanes->base, tl_expr_int (b->arena, lanes->base->dtype, lanes->offsets[0]));

  g_ptr_array_add (b->loops, (gpointer) parts);
  add_access (b, into, buffer, step_on (b, first, parts, tl_expr_int (b->arena, first->dtype, lane_stride (lanes))), 1, is_write);
  g_ptr_array_set_size (b->loops, (gint) b->loops->len - 1);
}

/* The load or store @node. Positions of lanes side by side are a first one and how many may follow. */
static void
add_indexed (Barriers *b, GPtrArray *into, gconstpointer node, const TlBuffer *buffer, const TlExpr *index, gboolean is_write)
{
  TlLaneIndex lanes = { 0 };
  gint64 low = 0, high = 0;

  if (!tl_lane_index_split (b->arena, index, &lanes))
    {
      add_access (b, into, buffer, NULL, 0, is_write);
      return;
    }
  if (lane_stride (&lanes) != 0)
    {
      add_strided (b, into, node, buffer, &lanes, is_write);
      return;
    }
  for (guint i = 0; lanes.offsets != NULL && i < lanes.lanes; i++)
    {
      low = i == 0 ? lanes.offsets[i] : MIN (low, lanes.offsets[i]);
      high = i == 0 ? lanes.offsets[i] : MAX (high, lanes.offsets[i]);
    }
  const TlExpr *first = tl_add (b->arena, lanes.base, tl_expr_int (b->arena, lanes.base->dtype, low));
  add_access (b, into, buffer, first, high - low + 1, is_write);
}

typedef struct
{
  Barriers  *b;
  GPtrArray *into;
} KernelAccessSearch;

static TlWalk note_expr (const TlExpr *expr, gpointer user_data);

/* T.tvm_access_ptr (type, data, offset, extent, mask) */
static gboolean
note_pointer (KernelAccessSearch *s, const TlExpr *call)
{
  const TlBuffer *buffer;
  gint64 extent, mask;

  if (!g_str_equal (call->callee->name, "tvm_access_ptr") || call->n_args != 5 || call->args[1]->kind != TL_EXPR_CALL
      || !tl_expr_get_int (call->args[3], &extent) || !tl_expr_get_int (call->args[4], &mask))
    return FALSE;
  buffer = call->args[1]->args[0]->buffer;
  for (guint is_write = 0; is_write < 2; is_write++)
    if (mask & (is_write ? 2 : 1))
      add_access (s->b, s->into, buffer, call->args[2], extent, is_write);
  return TRUE;
}

/* The elements of a matrix in memory, line by line, not what lies between the lines. All threads of a warp access any of them. */
static TlWalk
note_matrix (KernelAccessSearch *s, const TlExpr *expr, const TlMatrixCall *call)
{
  Barriers *b = s->b;
  gint64 n_lines, length;

  if (call->value != NULL)
    tl_expr_walk (call->value, note_expr, s);
  if (call->memory == NULL)
    return TL_WALK_OVER;
  tl_matrix_call_lines (call, &n_lines, &length);
  const TlLoop *lines = parts_of (b, expr, n_lines);

  g_ptr_array_add (b->loops, (gpointer) lines);
  add_access (b, s->into, call->memory, step_on (b, call->offset, lines, call->stride), length, call->kind == TL_MATRIX_STORE);
  g_ptr_array_set_size (b->loops, (gint) b->loops->len - 1);
  return TL_WALK_OVER;
}

/* Both sides are accessed until the copy has arrived. */
static TlWalk
note_async_copy (KernelAccessSearch *s, const TlAsyncCopy *copy)
{
  gint64 n = tl_async_copy_elements (copy);
  guint  n_known = s->into->len;

  tl_expr_walk (copy->to_offset, note_expr, s);
  tl_expr_walk (copy->from_offset, note_expr, s);
  if (copy->condition != NULL)
    tl_expr_walk (copy->condition, note_expr, s);
  add_access (s->b, s->into, copy->from, copy->from_offset, n, FALSE);
  add_access (s->b, s->into, copy->to, copy->to_offset, n, TRUE);
  for (guint i = n_known; i < s->into->len; i++)
    {
      SharedAccess *access = s->into->pdata[i];

      access->is_async = access->buffer == copy->from || access->buffer == copy->to;
    }
  return TL_WALK_OVER;
}

static TlWalk
note_expr (const TlExpr *expr, gpointer user_data)
{
  KernelAccessSearch *s = user_data;
  TlMatrixCall call;
  TlAsyncCopy  copy;

  if (tl_matrix_call_read (expr, &call))
    return note_matrix (s, expr, &call);
  if (tl_async_copy_read (expr, &copy))
    return note_async_copy (s, &copy);
  if (expr->kind == TL_EXPR_LOAD)
    add_indexed (s->b, s->into, expr, expr->buffer, expr->indices[0], FALSE);
  if (expr->kind != TL_EXPR_CALL)
    return TL_WALK_INTO;
  if (note_pointer (s, expr))
    return TL_WALK_OVER;
  if (!g_str_has_prefix (expr->callee->name, "buffer_") || expr->n_args != 1)
    return TL_WALK_INTO;
  /* Code with the address may touch anything. */
  add_access (s->b, s->into, expr->args[0]->buffer, NULL, 0, FALSE);
  add_access (s->b, s->into, expr->args[0]->buffer, NULL, 0, TRUE);
  return TL_WALK_OVER;
}

static void
note_expr_accesses (Barriers *b, const TlExpr *expr, GPtrArray *into)
{
  tl_expr_walk (expr, note_expr, &(KernelAccessSearch) { b, into });
}

static gboolean
conflicts_with_pending (Barriers *b, const GPtrArray *accesses)
{
  for (guint i = 0; i < b->pending->len; i++)
    for (guint j = 0; j < accesses->len; j++)
      if (tl_thread_accesses_conflict (b->arena, b->kernel, b->values, b->pending->pdata[i], accesses->pdata[j]))
        return TRUE;
  return FALSE;
}

/* Conditions of @one are at least those of @other. */
static gboolean
begins_with_conditions (const SharedAccess *one, const SharedAccess *other)
{
  if (other->n_conds > one->n_conds)
    return FALSE;
  for (guint i = 0; i < other->n_conds; i++)
    if (!tl_expr_equal (other->conds[i], one->conds[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_known (const GPtrArray *accesses, const SharedAccess *one)
{
  for (guint i = 0; i < accesses->len; i++)
    {
      const SharedAccess *other = accesses->pdata[i];

      if (other == one || (other->buffer == one->buffer && other->is_write == one->is_write && other->span == one->span
                           && other->first != NULL && one->first != NULL && other->n_loops == one->n_loops
                           && memcmp (other->loops, one->loops, one->n_loops * sizeof *one->loops) == 0
                           && begins_with_conditions (one, other) && tl_expr_equal (other->first, one->first)))
        return TRUE;
    }
  return FALSE;
}

static void
add_pending (Barriers *b, const GPtrArray *accesses)
{
  for (guint i = 0; i < accesses->len; i++)
    {
      SharedAccess *access = accesses->pdata[i];
      GPtrArray    *list = access->is_async ? b->in_flight : b->pending;

      if (!is_known (list, access))
        g_ptr_array_add (list, access);
    }
}

/* All that is in flight may arrive here. */
static void
arrive (Barriers *b)
{
  for (guint i = 0; i < b->in_flight->len; i++)
    {
      SharedAccess *arrived = tl_arena_memdup (b->arena, b->in_flight->pdata[i], sizeof (SharedAccess));

      arrived->is_async = FALSE;
      if (!is_known (b->pending, arrived))
        g_ptr_array_add (b->pending, arrived);
    }
}

/* --- what differs between threads --- */

static TlWalk
find_varying (const TlExpr *expr, gpointer user_data)
{
  const Barriers *b = user_data;

  /* Memory may hold anything. */
  return expr->kind == TL_EXPR_LOAD || (expr->kind == TL_EXPR_VAR && g_hash_table_contains (b->varying, expr))
         || (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure) ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
varies (Barriers *b, const TlExpr *expr)
{
  return !tl_expr_walk (expr, find_varying, b);
}

/* --- statements --- */

static const TlStmt *
barrier (Barriers *b)
{
  const TlExpr *scope = tl_expr_string (b->arena, "shared");

  return tl_stmt_evaluate (b->arena, tl_expr_call (b->arena, TL_INT32, tl_intrinsic_find ("tvm_storage_sync"), &scope, 1));
}

static gboolean
is_barrier (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_EVALUATE && stmt->expr->kind == TL_EXPR_CALL && g_str_equal (stmt->expr->callee->name, "tvm_storage_sync")
         && (stmt->expr->n_args == 0 || stmt->expr->args[0]->kind != TL_EXPR_STRING || !g_str_equal (stmt->expr->args[0]->text, "warp"));
}

static TlWalk
count_barrier (const TlStmt *stmt, gpointer user_data)
{
  guint *n = user_data;

  *n += is_barrier (stmt);
  return TL_WALK_INTO;
}

static guint
n_barriers (const TlStmt *stmt)
{
  guint n = 0;

  tl_stmt_walk (stmt, count_barrier, NULL, &n);
  return n;
}

static gboolean
has_barrier (const TlStmt *stmt)
{
  return n_barriers (stmt) > 0;
}

/* @stmt, whose accesses are @accesses, behind a barrier if it needs one. */
static const TlStmt *
place_before (Barriers *b, const TlStmt *stmt, const GPtrArray *accesses)
{
  gboolean waits = conflicts_with_pending (b, accesses);

  if (waits)
    g_ptr_array_set_size (b->pending, 0);
  add_pending (b, accesses);
  if (!waits)
    return stmt;
  const TlStmt *both[2] = { barrier (b), stmt };
  return tl_stmt_seq (b->arena, both, 2);
}

/* Accesses of all that is in a statement. */
static void note_stmt_accesses (Barriers *b, const TlStmt *stmt, GPtrArray *into);

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  KernelAccessSearch *s = user_data;
  Barriers *b = s->b;

  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      add_indexed (b, s->into, stmt, stmt->buffer, stmt->indices[0], TRUE);
      return TL_WALK_INTO;
    case TL_STMT_ALLOC:
      if (!tl_scope_is_shared (stmt->buffer->scope))
        g_hash_table_add (b->private, (gpointer) stmt->buffer);
      return TL_WALK_INTO;
    case TL_STMT_LET:
      g_hash_table_insert (b->values, (gpointer) stmt->var, (gpointer) stmt->let_value);
      return TL_WALK_INTO;
    case TL_STMT_FOR:
      note_expr_accesses (b, stmt->loop.extent, s->into);
      g_ptr_array_add (b->loops, (gpointer) &stmt->loop);
      note_stmt_accesses (b, stmt->loop.body, s->into);
      g_ptr_array_set_size (b->loops, (gint) b->loops->len - 1);
      return TL_WALK_OVER;
    case TL_STMT_IF:
      note_expr_accesses (b, stmt->cond, s->into);
      g_ptr_array_add (b->conds, (gpointer) stmt->cond);
      note_stmt_accesses (b, stmt->then_body, s->into);
      g_ptr_array_set_size (b->conds, (gint) b->conds->len - 1);
      if (stmt->else_body != NULL)
        note_stmt_accesses (b, stmt->else_body, s->into);
      return TL_WALK_OVER;
    default:
      return TL_WALK_INTO;
    }
}

static void
note_stmt_accesses (Barriers *b, const TlStmt *stmt, GPtrArray *into)
{
  KernelAccessSearch s = { b, into };

  tl_stmt_walk (stmt, note_stmt, note_expr, &s);
}

static const TlStmt *
place_whole (Barriers *b, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) accesses = g_ptr_array_new ();

  note_stmt_accesses (b, stmt, accesses);
  return place_before (b, stmt, accesses);
}

static const TlStmt *place_body (Barriers *b, const TlLoop *loop);

/* Whether @stmt needs a barrier inside, between the iterations of a loop as well, whatever stands before; under @cond, nullable. */
static gboolean
needs_barrier_inside (Barriers *b, const TlExpr *cond, const TlStmt *stmt)
{
  GPtrArray *pending = b->pending, *in_flight = b->in_flight;
  guint n_conds = b->conds->len;
  gboolean needs;

  b->pending = g_ptr_array_new ();
  b->in_flight = g_ptr_array_copy (in_flight, NULL, NULL);
  if (cond != NULL)
    g_ptr_array_add (b->conds, (gpointer) cond);
  needs = stmt != NULL && has_barrier (stmt->kind == TL_STMT_FOR ? place_body (b, &stmt->loop) : place (b, stmt));
  g_ptr_array_set_size (b->conds, (gint) n_conds);
  g_ptr_array_unref (b->pending);
  g_ptr_array_unref (b->in_flight);
  b->pending = pending;
  b->in_flight = in_flight;
  return needs;
}

static const TlStmt *
fail_varying (Barriers *b, const TlStmt *stmt, const char *what)
{
  if (!b->failed)
    tl_lower_set_unsupported (b->error, "Threads of a block would have to wait for each other in %s that is not the same for all of them",
                              what);
  b->failed = TRUE;
  return stmt;
}

/* if cond: body, with the condition around the parts of the body. */
static const TlStmt *
push_condition (Barriers *b, const TlExpr *cond, const TlStmt *body)
{
  g_autoptr (GPtrArray) parts = NULL;

  switch (body->kind)
    {
    case TL_STMT_SEQ:
      parts = g_ptr_array_new ();
      for (guint i = 0; i < body->n_stmts; i++)
        g_ptr_array_add (parts, (gpointer) push_condition (b, cond, body->stmts[i]));
      return tl_stmt_seq (b->arena, (const TlStmt *const *) parts->pdata, parts->len);
    case TL_STMT_FOR:
      return varies (b, body->loop.min) || varies (b, body->loop.extent)
             ? tl_stmt_if (b->arena, cond, body, NULL)
             : tl_loop_with_body (b->arena, body, push_condition (b, cond, body->loop.body));
    case TL_STMT_ALLOC:
      return tl_stmt_alloc (b->arena, body->buffer, push_condition (b, cond, body->alloc_body));
    case TL_STMT_IF:
      return body->else_body != NULL ? tl_stmt_if (b->arena, cond, body, NULL)
                                     : push_condition (b, tl_and (b->arena, cond, body->cond), body->then_body);
    case TL_STMT_EVALUATE:
      return is_barrier (body) ? body : tl_stmt_if (b->arena, cond, body, NULL);
    default:
      return tl_stmt_if (b->arena, cond, body, NULL);
    }
}

static const TlStmt *
place_if_varying (Barriers *b, const TlStmt *stmt)
{
  if (!has_barrier (stmt) && !needs_barrier_inside (b, stmt->cond, stmt->then_body) && !needs_barrier_inside (b, NULL, stmt->else_body))
    return place_whole (b, stmt);
  if (stmt->else_body != NULL || tl_expr_contains (stmt->cond, TL_EXPR_LOAD))
    return fail_varying (b, stmt, "a condition");
  const TlStmt *pushed = push_condition (b, stmt->cond, stmt->then_body);
  return pushed->kind == TL_STMT_IF ? fail_varying (b, stmt, "a condition") : place (b, pushed);
}

static const TlStmt *
place_if (Barriers *b, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) accesses = g_ptr_array_new (), before = NULL, after_then = NULL;
  const TlStmt *then_body, *else_body = NULL;

  if (varies (b, stmt->cond))
    return place_if_varying (b, stmt);
  note_expr_accesses (b, stmt->cond, accesses);
  add_pending (b, accesses);
  before = g_ptr_array_copy (b->pending, NULL, NULL);
  g_ptr_array_add (b->conds, (gpointer) stmt->cond);
  then_body = place (b, stmt->then_body);
  g_ptr_array_set_size (b->conds, (gint) b->conds->len - 1);
  after_then = b->pending;
  b->pending = g_steal_pointer (&before);
  if (stmt->else_body != NULL)
    else_body = place (b, stmt->else_body);
  add_pending (b, after_then);
  return then_body == stmt->then_body && else_body == stmt->else_body ? stmt : tl_stmt_if (b->arena, stmt->cond, then_body, else_body);
}

/* The accesses that an iteration leaves, as seen from a later one. */
static GPtrArray *
seen_from_next (Barriers *b, const GPtrArray *accesses, guint depth, gboolean is_previous)
{
  GPtrArray *earlier = g_ptr_array_new ();

  for (guint i = 0; i < accesses->len; i++)
    {
      SharedAccess *copy = tl_arena_memdup (b->arena, accesses->pdata[i], sizeof (SharedAccess));

      if (copy->n_loops > depth)
        {
          copy->loops = tl_arena_dup_array (b->arena, AccessLoop, copy->loops, copy->n_loops);
          copy->loops[depth].is_earlier = TRUE;
          copy->loops[depth].is_previous = is_previous;
          g_ptr_array_add (earlier, copy);
        }
    }
  return earlier;
}

/* The accesses of @stmt up to its first barrier; TRUE if it surely comes to one. */
static gboolean
note_head (Barriers *b, const TlStmt *stmt, GPtrArray *into)
{
  gboolean is_over = FALSE;
  gint64 extent;

  switch (stmt->kind)
    {
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts && !is_over; i++)
        is_over = note_head (b, stmt->stmts[i], into);
      return is_over;
    case TL_STMT_FOR:
      g_ptr_array_add (b->loops, (gpointer) &stmt->loop);
      is_over = note_head (b, stmt->loop.body, into);
      g_ptr_array_set_size (b->loops, (gint) b->loops->len - 1);
      return is_over && tl_expr_get_int (stmt->loop.extent, &extent) && extent > 0;
    case TL_STMT_IF:
      note_expr_accesses (b, stmt->cond, into);
      g_ptr_array_add (b->conds, (gpointer) stmt->cond);
      is_over = note_head (b, stmt->then_body, into);
      g_ptr_array_set_size (b->conds, (gint) b->conds->len - 1);
      return stmt->else_body != NULL && note_head (b, stmt->else_body, into) && is_over;
    case TL_STMT_LET:
      note_expr_accesses (b, stmt->let_value, into);
      return note_head (b, stmt->let_body, into);
    case TL_STMT_ALLOC:
      return note_head (b, stmt->alloc_body, into);
    case TL_STMT_ATTR:
      return note_head (b, stmt->attr_body, into);
    default:
      if (is_barrier (stmt))
        return TRUE;
      note_stmt_accesses (b, stmt, into);
      return FALSE;
    }
}

/* @flights, those of the body of the loop at @depth as seen from any later iteration. */
static GPtrArray *
flights_from_next (Barriers *b, const GPtrArray *flights, guint depth)
{
  g_autoptr (GPtrArray) earlier = seen_from_next (b, flights, depth, FALSE);
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; i < flights->len; i++)
    if (((const SharedAccess *) flights->pdata[i])->n_loops <= depth)
      g_ptr_array_add (all, flights->pdata[i]);
  g_ptr_array_extend (all, earlier, NULL, NULL);
  return all;
}

/* @body as the iteration after the one that has left @left and @flights. */
static const TlStmt *
place_next (Barriers *b, const TlStmt *body, const GPtrArray *left, const GPtrArray *flights, gboolean is_previous)
{
  guint depth = b->loops->len - 1;
  GPtrArray *in_flight = flights_from_next (b, flights, depth);

  g_ptr_array_unref (b->pending);
  g_ptr_array_unref (b->in_flight);
  b->pending = seen_from_next (b, left, depth, is_previous);
  b->in_flight = in_flight;
  return place (b, body);
}

/*
 * The @body of a loop with the barriers that its later iterations need. @first: with those of the first one, which may stand where no
 * other one needs them: a barrier further ahead serves both.
 */
static const TlStmt *
place_for_all (Barriers *b, const TlStmt *body, const TlStmt *first)
{
  g_autoptr (GPtrArray) left = g_ptr_array_copy (b->pending, NULL, NULL), flights = g_ptr_array_copy (b->in_flight, NULL, NULL);
  const TlStmt *both = place_next (b, first, left, flights, has_barrier (first));

  if (has_barrier (first) && n_barriers (both) > n_barriers (first))
    {
      const TlStmt *later = place_next (b, body, left, flights, TRUE);
      g_autoptr (GPtrArray) left_later = g_ptr_array_copy (b->pending, NULL, NULL);

      if (n_barriers (later) < n_barriers (both)
          && n_barriers (place_next (b, later, left_later, flights, has_barrier (later))) == n_barriers (later))
        return later;
      both = place_next (b, first, left, flights, TRUE);
    }
  if (!has_barrier (both))
    add_pending (b, left);
  return both;
}

/* Behind a second walk as the iteration after itself; b->pending is what the body leaves. */
static const TlStmt *
place_body (Barriers *b, const TlLoop *loop)
{
  gint64 extent;

  g_ptr_array_add (b->loops, (gpointer) loop);
  const TlStmt *body = place (b, loop->body);
  if (!tl_expr_get_int (loop->extent, &extent) || extent > 1)
    body = place_for_all (b, loop->body, body);
  g_ptr_array_set_size (b->loops, (gint) b->loops->len - 1);
  return body;
}

/* A conflict with statements before the loop needs one barrier before it, and none in each iteration. */
static const TlStmt *
place_loop (Barriers *b, const TlStmt *stmt)
{
  const TlLoop *loop = &stmt->loop;
  g_autoptr (GPtrArray) head = g_ptr_array_new ();
  GPtrArray *before = b->pending, *after;

  if (varies (b, loop->min) || varies (b, loop->extent))
    return has_barrier (stmt) || needs_barrier_inside (b, NULL, stmt) ? fail_varying (b, stmt, "a loop") : place_whole (b, stmt);
  b->pending = g_ptr_array_new ();
  stmt = tl_loop_with_body (b->arena, stmt, place_body (b, loop));
  after = b->pending;
  b->pending = before;
  gboolean is_over = note_head (b, stmt, head), waits = conflicts_with_pending (b, head);
  if (waits || is_over)
    g_ptr_array_set_size (b->pending, 0);
  add_pending (b, after);
  g_ptr_array_unref (after);
  return waits ? tl_stmt_seq (b->arena, (const TlStmt *[]) { barrier (b), stmt }, 2) : stmt;
}

static const TlStmt *
place_seq (Barriers *b, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) made = g_ptr_array_new ();

  for (guint i = 0; i < stmt->n_stmts; i++)
    g_ptr_array_add (made, (gpointer) place (b, stmt->stmts[i]));
  return tl_stmt_seq (b->arena, (const TlStmt *const *) made->pdata, made->len);
}

static const TlStmt *
place_let (Barriers *b, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) accesses = g_ptr_array_new ();

  note_expr_accesses (b, stmt->let_value, accesses);
  g_hash_table_insert (b->values, (gpointer) stmt->var, (gpointer) stmt->let_value);
  if (varies (b, stmt->let_value))
    g_hash_table_add (b->varying, (gpointer) stmt->var);
  gboolean waits = conflicts_with_pending (b, accesses);
  if (waits)
    g_ptr_array_set_size (b->pending, 0);
  add_pending (b, accesses);
  const TlStmt *body = place (b, stmt->let_body);
  const TlStmt *let = body == stmt->let_body ? stmt : tl_stmt_let (b->arena, stmt->var, stmt->let_value, body);
  return waits ? tl_stmt_seq (b->arena, (const TlStmt *[]) { barrier (b), let }, 2) : let;
}

/* @stmt with barriers; b->pending becomes what is left behind it. */
static const TlStmt *
place (Barriers *b, const TlStmt *stmt)
{
  const TlStmt *body;

  if (b->failed)
    return stmt;
  switch (stmt->kind)
    {
    case TL_STMT_SEQ:
      return place_seq (b, stmt);
    case TL_STMT_FOR:
      return place_loop (b, stmt);
    case TL_STMT_IF:
      return place_if (b, stmt);
    case TL_STMT_LET:
      return place_let (b, stmt);
    case TL_STMT_ALLOC:
      if (!tl_scope_is_shared (stmt->buffer->scope))
        g_hash_table_add (b->private, (gpointer) stmt->buffer);
      body = place (b, stmt->alloc_body);
      return body == stmt->alloc_body ? stmt : tl_stmt_alloc (b->arena, stmt->buffer, body);
    case TL_STMT_ATTR:
      body = place (b, stmt->attr_body);
      return body == stmt->attr_body ? stmt : tl_stmt_attr (b->arena, stmt->attr_key, stmt->attr_node, stmt->attr_value, body);
    case TL_STMT_WHILE:
      if (has_barrier (stmt)
          || needs_barrier_inside (b, NULL, tl_stmt_seq (b->arena, (const TlStmt *[]) { stmt->then_body, stmt->then_body }, 2)))
        return fail_varying (b, stmt, "a loop");
      return place_whole (b, stmt);
    default:
      if (tl_stmt_is_wait_group (stmt))
        arrive (b);
      else if (is_barrier (stmt))
        g_ptr_array_set_size (b->pending, 0);
      else
        return place_whole (b, stmt);
      return stmt;
    }
}

static const TlStmt *
place_in_kernel (Barriers *b, const TlStmt *stmt)
{
  if (stmt != b->kernel->body)
    return tl_loop_with_body (b->arena, stmt, place_in_kernel (b, stmt->loop.body));
  for (TlLaunchAxis axis = TL_AXIS_THREAD_X; axis < TL_N_LAUNCH_AXES; axis++)
    if (b->kernel->axes[axis] != NULL)
      g_hash_table_add (b->varying, (gpointer) b->kernel->axes[axis]->var);
  g_ptr_array_set_size (b->pending, 0);
  g_ptr_array_set_size (b->in_flight, 0);
  return place (b, stmt);
}

typedef struct
{
  Barriers  *b;
  GPtrArray *kernels;
  guint      next;
} KernelRewrite;

static const TlStmt *
rewrite_kernel (TlRewriter *rewriter, const TlStmt *stmt)
{
  KernelRewrite *r = rewriter->user_data;

  if (r->next == r->kernels->len || ((const TlKernel *) r->kernels->pdata[r->next])->launch != stmt)
    return NULL;
  r->b->kernel = r->kernels->pdata[r->next++];
  return place_in_kernel (r->b, stmt);
}

const TlPrimFunc *
tl_lower_barriers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GPtrArray) kernels = tl_kernels_find (func, error);
  if (kernels == NULL)
    return NULL;
  g_autoptr (GHashTable) private = g_hash_table_new (NULL, NULL), values = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) varying = g_hash_table_new (NULL, NULL), parts = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) loops = g_ptr_array_new (), conds = g_ptr_array_new ();
  Barriers b = {
    .arena = builder->arena, .private = private, .values = values, .varying = varying, .parts = parts,
    .loops = loops, .conds = conds, .pending = g_ptr_array_new (), .in_flight = g_ptr_array_new (), .error = error,
  };
  KernelRewrite rewrite = { &b, kernels, 0 };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = rewrite_kernel, .expr = tl_rewrite_no_expr, .user_data = &rewrite };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);

  g_ptr_array_unref (b.pending);
  g_ptr_array_unref (b.in_flight);
  return b.failed ? NULL : tl_prim_func_with_body (builder->arena, func, body);
}
