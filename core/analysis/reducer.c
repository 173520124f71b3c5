/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reducer is recognised by building it anew: the table says how an update is made of old results and new values; the values are taken
 * from where the update should hold them, and what is built from them has to be the update that is there.
 */
#include "core/analysis/reducer.h"

#include "core/ir/walk.h"
#include "core/text/script.h"

typedef enum
{
  IDENTITY_ZERO,
  IDENTITY_ONE,
  IDENTITY_MINUS_ONE,
  IDENTITY_LOWEST,
  IDENTITY_HIGHEST,
  IDENTITY_TRUE,
  IDENTITY_FALSE,
} Identity;

struct _TlReducer
{
  guint      n;
  TlExprKind op;        /* n 1: of the update; arg reducers: the comparison by which an old result stays */
  gboolean   is_arg;    /* results are an index and the value found there; otherwise each result stands alone */
  gboolean   breaks_ties; /* of equal values the one with the smaller index stays */
  Identity   identities[TL_REDUCER_MAX_RESULTS];
};

static const TlReducer reducers[] = {
  { .n = 1, .op = TL_EXPR_ADD, .identities = { IDENTITY_ZERO } },
  { .n = 1, .op = TL_EXPR_MUL, .identities = { IDENTITY_ONE } },
  { .n = 1, .op = TL_EXPR_MIN, .identities = { IDENTITY_HIGHEST } },
  { .n = 1, .op = TL_EXPR_MAX, .identities = { IDENTITY_LOWEST } },
  { .n = 1, .op = TL_EXPR_AND, .identities = { IDENTITY_TRUE } },
  { .n = 1, .op = TL_EXPR_OR, .identities = { IDENTITY_FALSE } },
  { .n = 2, .op = TL_EXPR_ADD, .identities = { IDENTITY_ZERO, IDENTITY_ZERO } },
  { .n = 2, .op = TL_EXPR_GE, .is_arg = TRUE, .identities = { IDENTITY_MINUS_ONE, IDENTITY_LOWEST } },
  { .n = 2, .op = TL_EXPR_GT, .is_arg = TRUE, .breaks_ties = TRUE, .identities = { IDENTITY_MINUS_ONE, IDENTITY_LOWEST } },
  { .n = 2, .op = TL_EXPR_LE, .is_arg = TRUE, .identities = { IDENTITY_MINUS_ONE, IDENTITY_HIGHEST } },
  { .n = 2, .op = TL_EXPR_LT, .is_arg = TRUE, .breaks_ties = TRUE, .identities = { IDENTITY_MINUS_ONE, IDENTITY_HIGHEST } },
};

/* Building. */

static void
combine (TlArena *arena, const TlReducer *reducer, const TlExpr *const *old, const TlExpr *const *values, const TlExpr **updates)
{
  const TlExpr *keeps, *keeps_index, *is_tie;

  if (!reducer->is_arg)
    {
      for (guint i = 0; i < reducer->n; i++)
        updates[i] = tl_expr_binary (arena, reducer->op, old[i], values[i]);
      return;
    }
  keeps = keeps_index = tl_expr_binary (arena, reducer->op, old[1], values[1]);
  if (reducer->breaks_ties)
    {
      is_tie = tl_expr_binary (arena, TL_EXPR_AND, tl_expr_binary (arena, TL_EXPR_EQ, old[1], values[1]),
                               tl_expr_binary (arena, TL_EXPR_LT, old[0], values[0]));
      keeps_index = tl_expr_binary (arena, TL_EXPR_OR, keeps, is_tie);
    }
  updates[0] = tl_expr_select (arena, keeps_index, old[0], values[0]);
  updates[1] = tl_expr_select (arena, keeps, old[1], values[1]);
}

static void
load_results (TlArena *arena, const TlBuffer *const *buffers, guint n, const TlExpr *const *indices, guint n_indices,
              const TlExpr **loads)
{
  for (guint i = 0; i < n; i++)
    loads[i] = tl_expr_load (arena, buffers[i], indices, n_indices);
}

const TlStmt *
tl_reduction_store (TlArena *arena, const TlReduction *reduction, const TlBuffer *const *buffers, const TlExpr *const *indices,
                    guint n_indices, const TlExpr *const *values)
{
  const TlStmt *stores[TL_REDUCER_MAX_RESULTS];

  for (guint i = 0; i < reduction->n; i++)
    stores[i] = tl_stmt_store (arena, buffers[i], indices, n_indices, values[i]);
  return tl_stmt_seq (arena, stores, reduction->n);
}

const TlStmt *
tl_reduction_update (TlArena *arena, const TlReduction *reduction, const TlBuffer *const *buffers, const TlExpr *const *indices,
                     guint n_indices, const TlExpr *const *values)
{
  const TlExpr *old[TL_REDUCER_MAX_RESULTS], *updates[TL_REDUCER_MAX_RESULTS], *vars[TL_REDUCER_MAX_RESULTS];
  const TlStmt *update;

  load_results (arena, buffers, reduction->n, indices, n_indices, old);
  combine (arena, reduction->reducer, old, values, updates);
  if (reduction->n == 1)
    return tl_reduction_store (arena, reduction, buffers, indices, n_indices, updates);
  for (guint i = 0; i < reduction->n; i++)
    vars[i] = tl_expr_var (arena, tl_arena_printf (arena, "v_%s", buffers[i]->name), updates[i]->dtype);
  update = tl_reduction_store (arena, reduction, buffers, indices, n_indices, vars);
  for (guint i = reduction->n; i > 0; i--)
    update = tl_stmt_let (arena, vars[i - 1], updates[i - 1], update);
  return update;
}

/* Matching. */

static gboolean
because (char **why, char *text)
{
  *why = text;
  return FALSE;
}

static const TlStmt *
nth_of (const TlStmt *body, guint index)
{
  return body->kind == TL_STMT_SEQ ? body->stmts[index] : body;
}

static guint
count_of (const TlStmt *body)
{
  return body->kind == TL_STMT_SEQ ? body->n_stmts : 1;
}

static gboolean
indices_equal (const TlStmt *a, const TlStmt *b)
{
  if (a->n_indices != b->n_indices)
    return FALSE;
  for (guint i = 0; i < a->n_indices; i++)
    if (!tl_expr_equal (a->indices[i], b->indices[i]))
      return FALSE;
  return TRUE;
}

static gint
find_result (const TlReduction *reduction, const TlBuffer *buffer)
{
  for (guint i = 0; i < reduction->n; i++)
    if (reduction->buffers[i] == buffer)
      return (gint) i;
  return -1;
}

static gboolean
is_written_by (const TlBlock *block, const TlBuffer *buffer)
{
  for (guint i = 0; i < block->n_writes; i++)
    if (block->writes[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

/* The init: one store for each result, all at the same place. */
static gboolean
read_init (const TlBlock *block, TlReduction *reduction, char **why)
{
  const TlStmt *first = nth_of (block->init, 0);

  if (count_of (block->init) > TL_REDUCER_MAX_RESULTS)
    return because (why, g_strdup_printf ("its init has %u stores: reducers with more than %d results are not supported",
                                          count_of (block->init), TL_REDUCER_MAX_RESULTS));
  for (guint i = 0; i < count_of (block->init); i++)
    {
      const TlStmt *store = nth_of (block->init, i);

      if (store->kind != TL_STMT_STORE)
        return because (why, g_strdup ("its init contains more than stores of initial values"));
      if (find_result (reduction, store->buffer) >= 0)
        return because (why, g_strdup_printf ("its init stores to %s twice", store->buffer->name));
      if (!is_written_by (block, store->buffer))
        return because (why, g_strdup_printf ("it accumulates in %s, a view of another buffer", store->buffer->name));
      if (!indices_equal (store, first) || !tl_buffer_same_shape (store->buffer, first->buffer))
        return because (why, g_strdup_printf ("its results %s and %s differ in shape or index", first->buffer->name, store->buffer->name));
      reduction->identities[i] = store->value;
      reduction->buffers[i] = store->buffer;
      reduction->n++;
    }
  reduction->indices = first->indices;
  reduction->n_indices = first->n_indices;
  return TRUE;
}

/* The update: a single store, or "x = …; y = …" and then the stores of x and y. */
static gboolean
read_updates (const TlBlock *block, TlReduction *reduction, const TlExpr **updates, char **why)
{
  const TlStmt *lets[TL_REDUCER_MAX_RESULTS], *body = block->body;
  guint         n_lets = 0;

  for (; body->kind == TL_STMT_LET; body = body->let_body)
    {
      if (n_lets == reduction->n)
        return because (why, g_strdup_printf ("its update binds more names than its init has stores (%u)", reduction->n));
      lets[n_lets++] = body;
    }
  if (n_lets != reduction->n && !(n_lets == 0 && reduction->n == 1))
    return because (why, g_strdup_printf ("its update binds %u names for %u results: each new result needs a name before the first is "
                                          "stored", n_lets, reduction->n));
  for (guint i = 1; i < n_lets; i++)
    if (tl_expr_uses_var (lets[i]->let_value, lets[i - 1]->var))
      return because (why, g_strdup_printf ("its update computes %s from %s", lets[i]->var->name, lets[i - 1]->var->name));
  if (count_of (body) != reduction->n)
    return because (why, g_strdup_printf ("its update has %u statements for %u results", count_of (body), reduction->n));
  for (guint i = 0; i < reduction->n; i++)
    {
      const TlStmt *store = nth_of (body, i);
      gint          result, j = (gint) n_lets - 1;

      if (store->kind != TL_STMT_STORE)
        return because (why, g_strdup ("its update contains more than stores of results"));
      result = find_result (reduction, store->buffer);
      if (result < 0)
        return because (why, g_strdup_printf ("its update stores to %s, which its init does not", store->buffer->name));
      if (updates[result] != NULL)
        return because (why, g_strdup_printf ("its update stores to %s twice", store->buffer->name));
      if (!indices_equal (store, nth_of (block->init, 0)))
        return because (why, g_strdup_printf ("its init and its update store to different elements of %s", store->buffer->name));
      while (j >= 0 && lets[j]->var != store->value)
        j--;
      if (n_lets > 0 && j < 0)
        return because (why, g_strdup_printf ("its update stores to %s a value that is not bound above",
                                              store->buffer->name));
      updates[result] = n_lets > 0 ? lets[j]->let_value : store->value;
    }
  for (guint i = 1; i < reduction->n; i++)
    for (guint j = 0; j < i; j++)
      if (tl_expr_equal (nth_of (body, i)->value, nth_of (body, j)->value))
        return because (why, g_strdup ("its update stores the same value to two results"));
  return TRUE;
}

static gboolean
is_identity (Identity identity, const TlExpr *expr)
{
  TlDType dtype = expr->dtype;
  gint64  integer;

  switch (identity)
    {
    case IDENTITY_ZERO:
      return tl_expr_is_int (expr, 0) || (expr->kind == TL_EXPR_FLOAT && expr->float_value == 0);
    case IDENTITY_ONE:
      return tl_expr_is_int (expr, 1) || (expr->kind == TL_EXPR_FLOAT && expr->float_value == 1);
    case IDENTITY_MINUS_ONE:
      return tl_expr_is_int (expr, -1) || (expr->kind == TL_EXPR_FLOAT && expr->float_value == -1);
    case IDENTITY_LOWEST:
      return expr->kind == TL_EXPR_FLOAT ? expr->float_value == tl_dtype_min_float (dtype)
                                         : tl_expr_get_int (expr, &integer) && integer == tl_dtype_min_int (dtype);
    case IDENTITY_HIGHEST:
      return expr->kind == TL_EXPR_FLOAT ? expr->float_value == tl_dtype_max_float (dtype)
                                         : tl_expr_get_int (expr, &integer) && integer == tl_dtype_max_int (dtype);
    case IDENTITY_TRUE:
      return tl_dtype_equal (dtype, TL_BOOL) && tl_expr_is_int (expr, 1);
    case IDENTITY_FALSE:
      return tl_dtype_equal (dtype, TL_BOOL) && tl_expr_is_int (expr, 0);
    }
  g_assert_not_reached ();
}

static TlWalk
stop_at_result (const TlExpr *expr, gpointer user_data)
{
  return expr->kind == TL_EXPR_LOAD && find_result (user_data, expr->buffer) >= 0 ? TL_WALK_STOP : TL_WALK_INTO;
}

/* The expressions in the updates' places for new values. FALSE if they are made otherwise. */
static gboolean
take_values (const TlReducer *reducer, const TlExpr *const *updates, const TlExpr **values)
{
  for (guint i = 0; i < reducer->n; i++)
    {
      if (updates[i]->kind != (reducer->is_arg ? TL_EXPR_SELECT : reducer->op))
        return FALSE;
      values[i] = reducer->is_arg ? updates[i]->if_false : updates[i]->b;
    }
  return TRUE;
}

/* Sets the reduction's reducer and values if they give these updates. */
static void
try_reducer (TlArena *arena, const TlReducer *reducer, TlReduction *reduction, const TlExpr *const *updates)
{
  const TlExpr *old[TL_REDUCER_MAX_RESULTS], *rebuilt[TL_REDUCER_MAX_RESULTS];

  if (reducer->n != reduction->n || !take_values (reducer, updates, reduction->values))
    return;
  for (guint i = 0; i < reducer->n; i++)
    if (!is_identity (reducer->identities[i], reduction->identities[i])
        || !tl_dtype_equal (reduction->values[i]->dtype, reduction->buffers[i]->dtype))
      return;
  load_results (arena, reduction->buffers, reduction->n, reduction->indices, reduction->n_indices, old);
  combine (arena, reducer, old, reduction->values, rebuilt);
  for (guint i = 0; i < reducer->n; i++)
    if (!tl_expr_equal (rebuilt[i], updates[i]))
      return;
  for (guint i = 0; i < reducer->n; i++)
    if (reduction->identities[i]->kind == TL_EXPR_FLOAT && reduction->identities[i]->float_value == 0)
      reduction->identities[i] = tl_expr_float (arena, reduction->identities[i]->dtype, 0);   /* not -0.0 */
  reduction->reducer = reducer;
}

static char *
describe_unknown (const TlReduction *reduction, const TlExpr *const *updates)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < reduction->n; i++)
    {
      g_string_append (text, i == 0 ? "" : ", and ");
      tl_expr_append_text (text, updates[i]);
      g_string_append (text, " from ");
      tl_expr_append_text (text, reduction->identities[i]);
    }
  g_string_append (text, " is not a known reducer: use sum (init 0), product (init 1), min or max (init: limit of the type), logical and "
                         "(init True), logical or (init False), two sums, argmin or argmax, each with the accumulated value on the left");
  return g_string_free (text, FALSE);
}

gboolean
tl_reduction_match (TlArena *arena, const TlBlock *block, TlReduction *reduction, char **why)
{
  const TlExpr *updates[TL_REDUCER_MAX_RESULTS] = { NULL };

  g_assert (block->init != NULL);
  *reduction = (TlReduction) { .reducer = NULL };
  if (!read_init (block, reduction, why) || !read_updates (block, reduction, updates, why))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (reducers) && reduction->reducer == NULL; i++)
    try_reducer (arena, &reducers[i], reduction, updates);
  if (reduction->reducer == NULL)
    return because (why, describe_unknown (reduction, updates));
  for (guint i = 0; i < reduction->n; i++)
    if (!tl_expr_walk (reduction->values[i], stop_at_result, reduction))
      return because (why, g_strdup_printf ("the values that it reduces to %s depend on the result so far", reduction->buffers[i]->name));
  return TRUE;
}

TlBlock
tl_block_name_updates (TlArena *arena, const TlBlock *block)
{
  TlBlock named = *block;
  const TlStmt *stores[TL_REDUCER_MAX_RESULTS], *updates[TL_REDUCER_MAX_RESULTS];
  guint n = block->body->kind == TL_STMT_SEQ ? block->body->n_stmts : 0;

  if (n == 0 || n > TL_REDUCER_MAX_RESULTS)
    return named;
  for (guint i = 0; i < n; i++)
    {
      updates[i] = block->body->stmts[i];
      if (updates[i]->kind != TL_STMT_STORE)
        return named;
      for (guint j = 0; j < i; j++)
        if (tl_expr_loads (updates[i]->value, updates[j]->buffer))
          return named;
      const TlVar *var = tl_expr_var (arena, updates[i]->buffer->name, updates[i]->value->dtype);
      stores[i] = tl_stmt_store (arena, updates[i]->buffer, updates[i]->indices, updates[i]->n_indices, var);
    }
  named.body = tl_stmt_seq (arena, stores, n);
  for (guint i = n; i-- > 0;)
    named.body = tl_stmt_let (arena, stores[i]->value, updates[i]->value, named.body);
  return named;
}
