/* SPDX-License-Identifier: Apache-2.0 */
#include "core/lower/gpu/thread-accesses-private.h"

#define ANY_BOUND ((gint64) 1 << 39)   /* of an extent that is no number */

typedef struct
{
  TlArena        *arena;
  const TlKernel *kernel;
  GHashTable     *values;
} ThreadScene;

void
tl_access_loop_bounds (const TlLoop *loop, gint64 *low, gint64 *high)
{
  gint64 extent;

  if (!tl_expr_get_int (loop->min, low))
    {
      *low = -ANY_BOUND;
      *high = ANY_BOUND;
      return;
    }
  *high = tl_expr_get_int (loop->extent, &extent) ? *low + MAX (extent, 1) - 1 : ANY_BOUND;
}

/* Loops around both, in the same iteration, have one value; the others each their own. */
static void
bind_loops (TlIndexEquations *e, const SharedAccess *from, const SharedAccess *to)
{
  gboolean is_same = TRUE;

  for (guint i = 0; i < MAX (from->n_loops, to->n_loops); i++)
    {
      const TlLoop *a = i < from->n_loops ? from->loops[i].loop : NULL, *c = i < to->n_loops ? to->loops[i].loop : NULL;
      gint64 low, high;

      is_same = is_same && a != NULL && c != NULL && a->var == c->var && !from->loops[i].is_earlier;
      if (a != NULL)
        {
          tl_access_loop_bounds (a, &low, &high);
          (is_same ? tl_index_equations_share : tl_index_equations_bind) (e, a->var, low, high);
        }
      if (c != NULL && !is_same)
        {
          tl_access_loop_bounds (c, &low, &high);
          tl_index_equations_bind (e, c->var, low, high);
        }
    }
}

static void
relate_earlier_loop (TlIndexEquations *e, const SharedAccess *from, const SharedAccess *to)
{
  for (guint i = 0; i < MIN (from->n_loops, to->n_loops); i++)
    if (from->loops[i].is_earlier && from->loops[i].loop->var == to->loops[i].loop->var)
      tl_index_equations_equate_within (e, from->loops[i].loop->var, to->loops[i].loop->var, 1,
                                        from->loops[i].is_previous ? 1 : ANY_BOUND);
}

gboolean
tl_access_assume (TlArena *arena, TlIndexEquations *e, guint side, const TlExpr *cond)
{
  gboolean is_whole;
  gint64 low, high;

  switch (cond->kind)
    {
    case TL_EXPR_AND:
      is_whole = tl_access_assume (arena, e, side, cond->a);
      return tl_access_assume (arena, e, side, cond->b) && is_whole;
    case TL_EXPR_CALL:
      return g_str_equal (cond->callee->name, "likely") && tl_access_assume (arena, e, side, cond->args[0]);
    case TL_EXPR_EQ: low = 0, high = 0; break;
    case TL_EXPR_LT: low = -ANY_BOUND, high = -1; break;
    case TL_EXPR_LE: low = -ANY_BOUND, high = 0; break;
    case TL_EXPR_GT: low = 1, high = ANY_BOUND; break;
    case TL_EXPR_GE: low = 0, high = ANY_BOUND; break;
    default:
      return FALSE;
    }
  return cond->dtype.lanes == 1 && tl_dtype_is_integer (cond->a->dtype)
         && tl_index_equations_bound (e, side, tl_expr_binary (arena, TL_EXPR_SUB, cond->a, cond->b), low, high);
}

/* The threads of both sides, of one block; their numbers differ by a variable of the system, by less than @n_threads. */
static guint
bind_threads (const ThreadScene *b, TlIndexEquations *e, gint64 *n_threads)
{
  TlIntegerSystem *system = tl_index_equations_system (e);
  gint64 factor = 1, low, high;
  guint difference = tl_integer_system_add_var (system, -ANY_BOUND, ANY_BOUND);

  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (b->kernel->axes[axis] != NULL)
      {
        tl_access_loop_bounds (b->kernel->axes[axis], &low, &high);
        (tl_launch_axis_is_thread (axis) ? tl_index_equations_bind : tl_index_equations_share) (e, b->kernel->axes[axis]->var, low, high);
      }
  tl_integer_system_begin_row (system, 0);
  tl_integer_system_add_term (system, -1, difference);
  for (TlLaunchAxis axis = TL_AXIS_THREAD_X; axis < TL_N_LAUNCH_AXES; axis++)
    if (b->kernel->axes[axis] != NULL)
      {
        const TlVar *var = b->kernel->axes[axis]->var;

        tl_integer_system_add_term (system, factor, tl_index_equations_number (e, 1, var));
        tl_integer_system_add_term (system, -factor, tl_index_equations_number (e, 0, var));
        tl_access_loop_bounds (b->kernel->axes[axis], &low, &high);
        factor *= MIN (high, 1 << 12) + 1;
      }
  *n_threads = factor;
  return difference;
}

/* Whether two buffers lie in the same bytes of dynamic memory, at different times. */
static gboolean
share_memory (const TlBuffer *a, const TlBuffer *b)
{
  gint64 a_bytes = tl_buffer_n_elements (a) * tl_dtype_bytes (a->dtype), b_bytes = tl_buffer_n_elements (b) * tl_dtype_bytes (b->dtype);
  gint64 a_begin, b_begin;

  return tl_buffer_get_dynamic_offset (a, &a_begin) && tl_buffer_get_dynamic_offset (b, &b_begin) && a_begin < b_begin + b_bytes
         && b_begin < a_begin + a_bytes;
}

/* @has_conds: what holds at the accesses is taken into account. */
static gboolean
may_meet (const ThreadScene *b, const SharedAccess *from, const SharedAccess *to, gboolean has_conds)
{
  g_autoptr (TlIndexEquations) e = tl_index_equations_new ();
  TlIntegerSystem *system = tl_index_equations_system (e);
  gint64 n_threads;

  tl_index_equations_substitute (e, b->values);
  bind_loops (e, from, to);
  guint difference = bind_threads (b, e, &n_threads);
  if (n_threads == 1)
    return FALSE;
  relate_earlier_loop (e, from, to);
  tl_index_equations_pair (e);
  if (!tl_index_equations_equate_within (e, from->first, to->first, 1 - to->span, from->span - 1))
    return TRUE;
  for (guint i = 0; has_conds && i < from->n_conds; i++)
    tl_access_assume (b->arena, e, 0, from->conds[i]);
  for (guint i = 0; has_conds && i < to->n_conds; i++)
    tl_access_assume (b->arena, e, 1, to->conds[i]);
  tl_integer_system_reduce (system);
  tl_integer_system_bound (system, difference, 1, n_threads - 1);
  if (tl_integer_system_solve (system, NULL) != TL_INTEGER_NONE)
    return TRUE;
  tl_integer_system_bound (system, difference, 1 - n_threads, -1);
  return tl_integer_system_solve (system, NULL) != TL_INTEGER_NONE;
}

/* Conditions are asked last: most accesses are apart without them, which is easier to prove. */
gboolean
tl_thread_accesses_conflict (TlArena *arena, const TlKernel *kernel, GHashTable *values, const SharedAccess *from,
                             const SharedAccess *to)
{
  const ThreadScene scene = { arena, kernel, values };

  if (!from->is_write && !to->is_write)
    return FALSE;
  if (from->buffer != to->buffer)
    return share_memory (from->buffer, to->buffer);
  if (from->first == NULL || to->first == NULL)
    return TRUE;
  return may_meet (&scene, from, to, FALSE) && (from->n_conds + to->n_conds == 0 || may_meet (&scene, from, to, TRUE));
}
