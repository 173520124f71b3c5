/* SPDX-License-Identifier: Apache-2.0 */
/*
 * place-buffers: an intermediate buffer is allocated just around its uses, inside as many loops as possible: there it is small
 * (compact-buffers), close to the core, and each thread of a parallel loop has its own.
 *
 * An allocation may move into a loop if nothing flows through the buffer from one iteration to the next (carried-buffers.c). Where that
 * cannot be shown the buffer stays outside, which is always right.
 *
 * A first walk numbers the statements in order and notes for each buffer where it is used. A second one takes all allocations along, down
 * to where they end up: the buffers that a statement holds go into it together, so that each loop is looked through once, for all that
 * might move into it.
 */
#include "core/lower/lower-private.h"

/* --- where buffers are used --- */

typedef struct
{
  TlArena    *arena;
  TlAnalyzer *analyzer;
  TlAnalyzer *ranges;      /* of loops alone: what holds whether conditions do or not */
  GArray     *ends;        /* guint: number of a statement → the first number after all that is in it */
  GHashTable *uses;        /* TlBuffer → GArray of guint: numbers of the statements that use it */
  guint       now;
  gboolean    has_kernels; /* loops bound to threads run on a device, whose memory the host allocates */
} Placer;

/* A buffer on the way to its place, with the first and last statement that use it. */
typedef struct
{
  const TlBuffer *buffer;
  guint           first, last;
} Pending;

static void
note_use (Placer *p, const TlBuffer *buffer)
{
  GArray *numbers = g_hash_table_lookup (p->uses, buffer);
  if (numbers == NULL)
    {
      numbers = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (p->uses, (gpointer) buffer, numbers);
    }
  if (numbers->len == 0 || g_array_index (numbers, guint, numbers->len - 1) != p->now)
    g_array_append_val (numbers, p->now);
}

static TlWalk
note_load (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD)
    note_use (user_data, expr->buffer);
  return TL_WALK_INTO;
}

static TlWalk
number_stmt (const TlStmt *stmt, gpointer user_data)
{
  Placer *p = user_data;
  guint number = p->ends->len;
  g_array_append_val (p->ends, number);
  p->now = number;
  if (stmt->kind == TL_STMT_STORE)
    note_use (p, stmt->buffer);
  tl_stmt_walk_children (stmt, number_stmt, note_load, p);
  g_array_index (p->ends, guint, number) = p->ends->len;
  return TL_WALK_OVER;
}

static guint
end_of (const Placer *p, guint number)
{
  return g_array_index (p->ends, guint, number);
}

/* The first of the sorted @numbers that is not below @bound, as an index. */
static guint
lower_bound (const GArray *numbers, guint bound)
{
  guint low = 0, high = numbers->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (numbers, guint, middle) < bound)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* FALSE if nothing in statement @number uses the buffer. */
static gboolean
find_uses (const Placer *p, const TlBuffer *buffer, guint number, Pending *pending)
{
  const GArray *numbers = g_hash_table_lookup (p->uses, buffer);
  guint from = numbers != NULL ? lower_bound (numbers, number) : 0, to = numbers != NULL ? lower_bound (numbers, end_of (p, number)) : 0;
  if (from == to)
    return FALSE;
  *pending = (Pending) { buffer, g_array_index (numbers, guint, from), g_array_index (numbers, guint, to - 1) };
  return TRUE;
}

/* --- moving --- */

static const TlStmt *place (Placer *p, const TlStmt *stmt, guint number, GArray *pending);

/* Allocations of all of @pending around @stmt. */
static const TlStmt *
allocate (Placer *p, const GArray *pending, const TlStmt *stmt)
{
  for (guint i = 0; pending != NULL && i < pending->len; i++)
    stmt = tl_stmt_alloc (p->arena, g_array_index (pending, Pending, i).buffer, stmt);
  return stmt;
}

/* Moves those that @number itself uses, or that something from @limit on uses, from @pending to the result. */
static GArray *
take_users (GArray *pending, guint number, guint limit)
{
  GArray *taken = g_array_new (FALSE, FALSE, sizeof (Pending));
  guint n_left = 0;
  for (guint i = 0; i < pending->len; i++)
    {
      Pending one = g_array_index (pending, Pending, i);
      if (one.first == number || one.last >= limit)
        g_array_append_val (taken, one);
      else
        g_array_index (pending, Pending, n_left++) = one;
    }
  g_array_set_size (pending, n_left);
  return taken;
}

/* Whether values flow from one iteration to the next through buffers; what conditions say may be easier to see without what is implied. */
static void
find_carried (Placer *p, const TlLoop *loop, const TlBuffer *const *buffers, guint n, gboolean *is_carried)
{
  const TlStmt *shorter = tl_stmt_drop_implied (p->arena, p->analyzer, loop->body);
  tl_find_carried_buffers (p->arena, p->analyzer, p->ranges, loop->body, buffers, n, is_carried);
  if (shorter == loop->body)
    return;
  g_autofree gboolean *is_carried_there = g_new0 (gboolean, n);
  tl_find_carried_buffers (p->arena, p->analyzer, p->ranges, shorter, buffers, n, is_carried_there);
  for (guint i = 0; i < n; i++)
    is_carried[i] &= is_carried_there[i];
}

/*
 * Moves those that may not go into the loop from @pending to @staying; lanes of a vector share what they can. The loop's variable is bound.
 */
static void
keep_outside (Placer *p, const TlLoop *loop, GArray *pending, GArray *staying)
{
  g_autofree const TlBuffer **buffers = g_new (const TlBuffer *, pending->len);
  g_autofree gboolean *is_carried = g_new0 (gboolean, pending->len);
  gboolean is_kernel = p->has_kernels && loop->kind == TL_LOOP_THREAD_BINDING;
  guint n_all = pending->len, n_left = 0;
  for (guint i = 0; i < n_all; i++)
    buffers[i] = g_array_index (pending, Pending, i).buffer;
  find_carried (p, loop, buffers, pending->len, is_carried);
  for (guint i = 0; i < pending->len; i++)
    {
      Pending one = g_array_index (pending, Pending, i);
      gboolean is_shared_by_lanes = loop->kind == TL_LOOP_VECTORIZED && !tl_lanes_need_copies (p->arena, loop, one.buffer, buffers, n_all);
      if (is_carried[i] || is_shared_by_lanes || (is_kernel && g_str_has_prefix (one.buffer->scope, "global")))
        g_array_append_val (staying, one);
      else
        g_array_index (pending, Pending, n_left++) = one;
    }
  g_array_set_size (pending, n_left);
}

static const TlStmt *
place_in_loop (Placer *p, const TlStmt *stmt, guint number, GArray *pending)
{
  g_autoptr (GArray) staying = take_users (pending, number, G_MAXUINT);
  tl_analyzer_bind (p->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  tl_analyzer_bind (p->ranges, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  if (pending->len > 0)
    keep_outside (p, &stmt->loop, pending, staying);
  const TlStmt *body = place (p, stmt->loop.body, number + 1, pending);
  tl_analyzer_unbind (p->ranges, stmt->loop.var);
  tl_analyzer_unbind (p->analyzer, stmt->loop.var);
  return allocate (p, staying, tl_loop_with_body (p->arena, stmt, body));
}

/* An allocation that is open in a sequence. */
typedef struct
{
  const TlBuffer *buffer;
  guint           from;   /* statements that were made before it */
  guint           last;   /* the last statement that uses the buffer */
} Open;

/* Those that begin first come first, and of these the ones that end last. */
static gint
compare_pending (gconstpointer a, gconstpointer b)
{
  const Pending *x = a, *y = b;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return (x->last < y->last) - (x->last > y->last);
}

/* Ends the allocations on top of @open whose buffers nothing after statement @end - 1 uses. */
static void
close_allocs (Placer *p, GArray *open, GPtrArray *made, guint end)
{
  while (open->len > 0 && g_array_index (open, Open, open->len - 1).last < end)
    {
      Open top = g_array_index (open, Open, open->len - 1);
      const TlStmt *inside = tl_stmt_seq (p->arena, (const TlStmt *const *) made->pdata + top.from, made->len - top.from);
      g_ptr_array_set_size (made, (gint) top.from);
      g_ptr_array_add (made, (gpointer) tl_stmt_alloc (p->arena, top.buffer, inside));
      g_array_set_size (open, open->len - 1);
    }
}

/*
 * Around the first to the last statement that uses the buffer, or into the only one. Where two overlap, the one that begins first lasts
 * until both are done.
 */
static const TlStmt *
place_in_seq (Placer *p, const TlStmt *stmt, guint number, GArray *pending)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));
  g_autoptr (GPtrArray) made = g_ptr_array_new ();
  guint at = 0;
  number++;
  g_array_sort (pending, compare_pending);
  for (guint i = 0; i < stmt->n_stmts; i++)
    {
      g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (Pending));
      guint end = end_of (p, number);
      for (; at < pending->len && g_array_index (pending, Pending, at).first < end; at++)
        {
          Pending one = g_array_index (pending, Pending, at);
          Open opened = { one.buffer, made->len, one.last };
          if (one.last < end)
            g_array_append_val (inside, one);
          else
            g_array_append_val (open, opened);
        }
      g_ptr_array_add (made, (gpointer) place (p, stmt->stmts[i], number, inside));
      close_allocs (p, open, made, end);
      number = end;
    }
  return tl_stmt_seq (p->arena, (const TlStmt *const *) made->pdata, made->len);
}

static const TlStmt *
place_in_if (Placer *p, const TlStmt *stmt, guint number, GArray *pending)
{
  g_autoptr (GArray) in_else = g_array_new (FALSE, FALSE, sizeof (Pending)), staying = NULL;
  guint middle = end_of (p, number + 1), n_left = 0;
  for (guint i = 0; i < pending->len; i++)
    {
      Pending one = g_array_index (pending, Pending, i);
      if (one.first >= middle)
        g_array_append_val (in_else, one);
      else
        g_array_index (pending, Pending, n_left++) = one;
    }
  g_array_set_size (pending, n_left);
  staying = take_users (pending, number, middle);
  const TlStmt *then_body = place (p, stmt->then_body, number + 1, pending);
  const TlStmt *else_body = stmt->else_body != NULL ? place (p, stmt->else_body, middle, in_else) : NULL;
  if (then_body != stmt->then_body || else_body != stmt->else_body)
    stmt = tl_stmt_if (p->arena, stmt->cond, then_body, else_body);
  return allocate (p, staying, stmt);
}

static const TlStmt *
place_in_attr (Placer *p, const TlStmt *stmt, guint number, GArray *pending)
{
  g_autoptr (GArray) staying = take_users (pending, number, G_MAXUINT);
  const TlStmt *body = place (p, stmt->attr_body, number + 1, pending);
  if (body != stmt->attr_body)
    stmt = tl_stmt_attr (p->arena, stmt->attr_key, stmt->attr_node, stmt->attr_value, body);
  return allocate (p, staying, stmt);
}

/*
 * @stmt, which is number @number, with an allocation of each of @pending at the innermost place that encloses all uses and lets nothing be
 * lost.
 */
static const TlStmt *
place (Placer *p, const TlStmt *stmt, guint number, GArray *pending)
{
  g_autoptr (GArray) none = NULL;
  const TlStmt *body;
  Pending found;
  switch (stmt->kind)
    {
    case TL_STMT_ALLOC:
      for (; stmt->kind == TL_STMT_ALLOC; stmt = stmt->alloc_body, number++)
        if (find_uses (p, stmt->buffer, number, &found))
          g_array_append_val (pending, found);
      return place (p, stmt, number, pending);
    case TL_STMT_FOR:
      return place_in_loop (p, stmt, number, pending);
    case TL_STMT_SEQ:
      return place_in_seq (p, stmt, number, pending);
    case TL_STMT_ATTR:
      return place_in_attr (p, stmt, number, pending);
    case TL_STMT_IF:
      return place_in_if (p, stmt, number, pending);
    case TL_STMT_LET:
      none = g_array_new (FALSE, FALSE, sizeof (Pending));
      body = place (p, stmt->let_body, number + 1, none);
      return allocate (p, pending, body != stmt->let_body ? tl_stmt_let (p->arena, stmt->var, stmt->let_value, body) : stmt);
    case TL_STMT_WHILE:
      none = g_array_new (FALSE, FALSE, sizeof (Pending));
      body = place (p, stmt->then_body, number + 1, none);
      return allocate (p, pending, body != stmt->then_body ? tl_stmt_while (p->arena, stmt->cond, body) : stmt);
    default:
      return allocate (p, pending, stmt);
    }
}

const TlPrimFunc *
tl_lower_place_buffers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena), ranges = tl_analyzer_new (builder->arena);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint)), pending = g_array_new (FALSE, FALSE, sizeof (Pending));
  g_autoptr (GHashTable) uses = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  Placer p = {
    .arena = builder->arena, .analyzer = analyzer, .ranges = ranges, .ends = ends, .uses = uses,
    .has_kernels = tl_target_has_kernels (target),
  };
  tl_stmt_walk (func->body, number_stmt, note_load, &p);
  return tl_prim_func_with_body (builder->arena, func, place (&p, func->body, 0, pending));
}
