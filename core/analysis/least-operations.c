/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Compilers compute repeated expressions once, move invariants out of loops, and drop unread results; schedules inline. The operations that
 * remain in any case are counted here: in sums of products, the products that differ and the additions of these.
 */
#include "core/analysis/footprint.h"
#include "core/base/extremum.h"
#include "core/ir/walk.h"

/* A store, with what is around it. */
typedef struct
{
  const TlStmt *store;
  GPtrArray    *axes;        /* TlBlockAxis of the blocks around, owned */
  double        n_iterations; /* of the loops around */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_ptr_array_unref (work->axes);
  g_free (work);
}

typedef struct
{
  GPtrArray *works;   /* in order */
  GPtrArray *axes;
  double     n_iterations;
} OperationGathering;

/* Not what stands below conditions: it may never run. */
static void
gather (OperationGathering *gathering, const TlStmt *stmt)
{
  double n_before = gathering->n_iterations;
  guint  n_axes = gathering->axes->len;
  gint64 extent;
  Work  *work;

  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      gathering->n_iterations *= tl_expr_get_int (stmt->loop.extent, &extent) ? (double) MAX (extent, 0) : 0;
      gather (gathering, stmt->loop.body);
      gathering->n_iterations = n_before;
      return;
    case TL_STMT_BLOCK:
      for (guint i = 0; i < stmt->block.n_axes; i++)
        g_ptr_array_add (gathering->axes, (gpointer) &stmt->block.axes[i]);
      gather (gathering, stmt->block.body);
      g_ptr_array_set_size (gathering->axes, (gint) n_axes);
      return;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        gather (gathering, stmt->stmts[i]);
      return;
    case TL_STMT_STORE:
      work = g_new (Work, 1);
      *work = (Work) { stmt, g_ptr_array_copy (gathering->axes, NULL, NULL), gathering->n_iterations };
      g_ptr_array_add (gathering->works, work);
      return;
    default:
      return;
    }
}

/* --- how many instances differ --- */

typedef struct
{
  const Work *work;
  GHashTable *known;   /* axis variables that the elements determine */
  gboolean    is_new;
} Determining;

static guint
count_unknown (const Determining *d, const TlExpr *expr, const TlVar **which)
{
  guint n = 0;

  for (guint i = 0; i < d->work->axes->len; i++)
    {
      const TlVar *var = ((const TlBlockAxis *) d->work->axes->pdata[i])->var;

      if (!g_hash_table_contains (d->known, var) && tl_expr_uses_var (expr, var))
        {
          *which = var;
          n++;
        }
    }
  return n;
}

/* Whether other values of @var give other values of @expr, all else equal. */
static gboolean
is_one_to_one (const TlExpr *expr, const TlVar *var)
{
  gboolean in_a, in_b;
  gint64   factor;

  if (expr == var)
    return TRUE;
  if (expr->kind == TL_EXPR_CAST)
    return is_one_to_one (expr->a, var);
  if (expr->kind == TL_EXPR_MUL)
    return tl_expr_get_int (expr->b, &factor) && factor != 0 && is_one_to_one (expr->a, var);
  if (expr->kind != TL_EXPR_ADD && expr->kind != TL_EXPR_SUB)
    return FALSE;
  in_a = tl_expr_uses_var (expr->a, var);
  in_b = tl_expr_uses_var (expr->b, var);
  return in_a != in_b && is_one_to_one (in_a ? expr->a : expr->b, var);
}

static void
determine (Determining *d, const TlExpr *const *indices, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const TlVar *var;

      if (count_unknown (d, indices[i], &var) == 1 && is_one_to_one (indices[i], var))
        d->is_new |= g_hash_table_add (d->known, (gpointer) var);
    }
}

static TlWalk
determine_by_load (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD)
    determine (user_data, expr->indices, expr->n_indices);
  return TL_WALK_INTO;
}

/* Of @value, and of the element that is stored if @with_store. */
static double
count_different (const Work *work, const TlExpr *value, gboolean with_store)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  Determining            d = { work, known, TRUE };
  double                 n = 1;

  while (d.is_new)
    {
      d.is_new = FALSE;
      if (with_store)
        determine (&d, work->store->indices, work->store->n_indices);
      tl_expr_walk (value, determine_by_load, &d);
    }
  for (guint i = 0; i < work->axes->len; i++)
    {
      const TlBlockAxis *axis = work->axes->pdata[i];
      gint64             extent;

      if (g_hash_table_contains (known, axis->var))
        n *= tl_expr_get_int (axis->dom.extent, &extent) ? (double) extent : 0;
    }
  return tl_min (n, work->n_iterations);
}

/* --- sums of products --- */

static const TlExpr *
without_casts (const TlExpr *expr)
{
  while (expr->kind == TL_EXPR_CAST)
    expr = expr->a;
  return expr;
}

static gboolean
is_element (const TlExpr *expr, const TlStmt *store)
{
  if (expr->kind != TL_EXPR_LOAD || expr->buffer != store->buffer || expr->n_indices != store->n_indices)
    return FALSE;
  for (guint i = 0; i < expr->n_indices; i++)
    if (!tl_expr_equal (expr->indices[i], store->indices[i]))
      return FALSE;
  return TRUE;
}

/* The value that @store adds to its element; NULL if it does not add. */
static const TlExpr *
addend_of (const TlStmt *store)
{
  const TlExpr *value = store->value;

  if (value->kind != TL_EXPR_ADD)
    return NULL;
  return is_element (value->a, store) ? without_casts (value->b) : is_element (value->b, store) ? without_casts (value->a) : NULL;
}

/* The type that is multiplied; sums may be wider. */
static TlPeak
peak_of (const TlExpr *addend)
{
  gboolean      is_product = addend->kind == TL_EXPR_MUL;
  const TlExpr *a = is_product ? without_casts (addend->a) : addend, *b = is_product ? without_casts (addend->b) : a;

  return a->dtype.code == b->dtype.code && a->dtype.bits == b->dtype.bits ? tl_peak_of_type (a->dtype) : TL_PEAK_NONE;
}

/* --- what is read --- */

typedef struct
{
  const Work *work;
  GHashTable *needed;   /* buffers all of whose elements are */
} Reading;

static gboolean
is_whole_read (const Work *work, const TlExpr *load)
{
  for (guint i = 0; i < load->n_indices; i++)
    {
      gboolean is_whole = FALSE;
      gint64   extent, size;

      for (guint k = 0; k < work->axes->len && !is_whole; k++)
        {
          const TlBlockAxis *axis = work->axes->pdata[k];

          is_whole = load->indices[i] == axis->var && tl_expr_get_int (axis->dom.extent, &extent)
                     && tl_buffer_get_extent (load->buffer, i, &size) && extent == size;
        }
      for (guint k = 0; k < i; k++)
        is_whole = is_whole && load->indices[k] != load->indices[i];
      if (!is_whole)
        return FALSE;
    }
  return TRUE;
}

static TlWalk
note_reads (const TlExpr *expr, gpointer user_data)
{
  Reading *reading = user_data;

  if (expr->kind == TL_EXPR_SELECT || (expr->kind == TL_EXPR_CALL && !expr->callee->is_float_math))
    return TL_WALK_OVER;   /* may not be evaluated */
  if (expr->kind == TL_EXPR_LOAD && is_whole_read (reading->work, expr))
    g_hash_table_add (reading->needed, (gpointer) expr->buffer);
  return TL_WALK_INTO;
}

void
tl_func_least_operations (const TlPrimFunc *func, double operations[TL_N_PEAKS])
{
  g_autoptr (GPtrArray)  works = g_ptr_array_new_with_free_func (work_free), axes = g_ptr_array_new ();
  g_autoptr (GHashTable) needed = g_hash_table_new (NULL, NULL);
  OperationGathering     gathering = { works, axes, 1 };

  for (guint i = 0; i < TL_N_PEAKS; i++)
    operations[i] = 0;
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      g_hash_table_add (needed, (gpointer) func->params[i].buffer);
  gather (&gathering, func->body);
  for (guint i = works->len; i > 0; i--)   /* readers stand after what they read */
    {
      const Work   *work = works->pdata[i - 1];
      const TlExpr *addend = addend_of (work->store);
      TlPeak        peak = addend != NULL ? peak_of (addend) : TL_PEAK_NONE;

      if (!g_hash_table_contains (needed, work->store->buffer))
        continue;
      tl_expr_walk (work->store->value, note_reads, &(Reading) { work, needed });
      if (peak == TL_PEAK_NONE)
        continue;
      operations[peak] += count_different (work, addend, TRUE);
      if (addend->kind == TL_EXPR_MUL)
        operations[peak] += count_different (work, addend, FALSE);
    }
}
