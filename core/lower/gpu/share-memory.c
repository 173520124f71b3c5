/* SPDX-License-Identifier: Apache-2.0 */
/*
 * share-memory: the iterations of bound loops run at once and each have memory of their own; here kernels are refused in which they would
 * not find what the program means, and stores that several threads of a block would do alike are left to one of them:
 *
 *   for tx: { S[i] = A[i];  B[tx] = S[i] }   →   for tx: { if tx == 0: S[i] = A[i];  B[tx] = S[i] }
 *
 *   memory of a thread or of a block   is read by the one that wrote it
 *   memory of the device               has no element that a block stores and another one of the same kernel touches
 *   one statement                      stores no element in two threads of a block at once: no barrier could stand in between
 *
 * Two accesses meet where equations between their indices (core/arith/index-equations.h) have a solution in different threads or blocks.
 * Kernels are refused for solutions alone: what is not affine is taken to be right, but for indices that are read from memory and divisors
 * that take few values (kernel-accesses-private.h).
 */
#include "core/ir/kernel.h"
#include "core/ir/matrix-call.h"
#include "core/lower/gpu/kernel-accesses-private.h"
#include "core/lower/gpu/thread-accesses-private.h"

#define MAX_PLACES ((gint64) 1 << 39)

typedef struct
{
  TlArena        *arena;
  const TlPrimFunc *func;
  const TlKernel *kernel;
  const KernelAccesses *found;
  const GPtrArray *accesses;    /* KernelAccess *: those found */
  GHashTable     *guards;       /* TlStmt → TlExpr: the condition under which it runs */
  const GPtrArray *around;      /* const TlLoop *: of the host, around the kernel */
  GError        **error;
} Sharing;

/* --- meetings --- */

/* Between which places two accesses are looked for; axes by number, 1 << axis. The other axes are the same for both. */
typedef struct
{
  guint    differing;    /* along one of these at least the places differ */
  guint    free;         /* along these they may */
  gboolean is_at_once;   /* in one iteration of all loops */
} Meeting;

#define BLOCK_AXES  (1u << TL_AXIS_BLOCK_X | 1u << TL_AXIS_BLOCK_Y | 1u << TL_AXIS_BLOCK_Z)
#define THREAD_AXES (1u << TL_AXIS_THREAD_X | 1u << TL_AXIS_THREAD_Y | 1u << TL_AXIS_THREAD_Z)

static const Meeting of_blocks = { .differing = BLOCK_AXES, .free = THREAD_AXES };
static const Meeting at_once = { .differing = THREAD_AXES, .is_at_once = TRUE };

/* Where the second of two accesses is: variables of its loops and axes. */
typedef struct
{
  const TlVar *var;
  gint64       value;
} PlaceValue;

static void
bind_axes (const Sharing *s, TlIndexEquations *e, guint own)
{
  gint64 low, high;

  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (s->kernel->axes[axis] != NULL)
      {
        tl_access_loop_bounds (s->kernel->axes[axis], &low, &high);
        (own >> axis & 1 ? tl_index_equations_bind : tl_index_equations_share) (e, s->kernel->axes[axis]->var, low, high);
      }
}

/* How far apart both places are, as a variable, which is less than *@n_places. */
static guint
add_distance (const Sharing *s, TlIndexEquations *e, guint differing, gint64 *n_places)
{
  TlIntegerSystem *system = tl_index_equations_system (e);
  gint64 factor = 1, low, high;
  guint distance = tl_integer_system_add_var (system, -MAX_PLACES, MAX_PLACES);

  tl_integer_system_begin_row (system, 0);
  tl_integer_system_add_term (system, -1, distance);
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (s->kernel->axes[axis] != NULL && differing >> axis & 1)
      {
        const TlVar *var = s->kernel->axes[axis]->var;

        tl_integer_system_add_term (system, factor, tl_index_equations_number (e, 1, var));
        tl_integer_system_add_term (system, -factor, tl_index_equations_number (e, 0, var));
        tl_access_loop_bounds (s->kernel->axes[axis], &low, &high);
        factor *= high + 1;
      }
  *n_places = factor;
  return distance;
}

/* Loops around the kernel, around the allocation, or for one statement around that, are in one iteration; vectors are all at once. */
static void
bind_loops (const Sharing *s, TlIndexEquations *e, gboolean is_at_once, const KernelAccess *access)
{
  guint depth = GPOINTER_TO_UINT (g_hash_table_lookup (s->found->depths, access->buffer));

  for (guint i = 0; i < s->around->len; i++)
    {
      const TlLoop *loop = s->around->pdata[i];
      gint64 low, high;

      tl_access_loop_bounds (loop, &low, &high);
      tl_index_equations_share (e, loop->var, low, high);
    }
  for (guint i = 0; i < access->n_loops; i++)
    {
      const TlLoop *loop = access->loops[i];
      gboolean      is_same = i + 1 < depth || (is_at_once && loop->kind != TL_LOOP_VECTORIZED);
      gint64        low, high;

      tl_access_loop_bounds (loop, &low, &high);
      (is_same ? tl_index_equations_share : tl_index_equations_bind) (e, loop->var, low, high);
    }
}

/* FALSE: the indices are not affine. */
static gboolean
equate (TlIndexEquations *e, const KernelAccess *from, const KernelAccess *to)
{
  for (guint d = 0; d < from->buffer->n_dims; d++)
    if (!tl_index_equations_equate (e, from->indices[d], to->indices[d]))
      return FALSE;
  return TRUE;
}

static gboolean
assume_all (const Sharing *s, TlIndexEquations *e, guint side, const KernelAccess *access)
{
  gboolean is_exact = access->is_exact;

  for (guint i = 0; i < access->n_conds; i++)
    is_exact &= tl_access_assume (s->arena, e, side, access->conds[i]);
  return is_exact;
}

/* Variables of all axes and of the loops around @to, whether indices use them or not. */
static void
add_places (const Sharing *s, TlIndexEquations *e, const KernelAccess *to)
{
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    for (guint side = 0; side < 2 && s->kernel->axes[axis] != NULL; side++)
      tl_index_equations_number (e, side, s->kernel->axes[axis]->var);
  for (guint i = 0; i < to->n_loops; i++)
    tl_index_equations_number (e, 1, to->loops[i]->var);
}

static void
note_places (const Sharing *s, TlIndexEquations *e, const KernelAccess *to, const gint64 *values, GArray *places)
{
  g_array_set_size (places, 0);
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (s->kernel->axes[axis] != NULL)
      {
        PlaceValue place = { s->kernel->axes[axis]->var, 0 };

        place.value = values[tl_index_equations_number (e, 1, place.var)];
        g_array_append_val (places, place);
      }
  for (guint i = 0; i < to->n_loops; i++)
    {
      PlaceValue place = { to->loops[i]->var, 0 };

      place.value = values[tl_index_equations_number (e, 1, place.var)];
      g_array_append_val (places, place);
    }
}

static void
fix_axes (const Sharing *s, TlIndexEquations *e, guint side, gboolean is_thread)
{
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (s->kernel->axes[axis] != NULL && tl_launch_axis_is_thread (axis) == is_thread)
      tl_integer_system_bound (tl_index_equations_system (e), tl_index_equations_number (e, side, s->kernel->axes[axis]->var), 0, 0);
}

/* A long search is cut short: the side in front is the first thread of the first block; then, the other one is the next one, too. */
static TlIntegerResult
solve_near (const Sharing *s, TlIndexEquations *e, guint distance, gboolean is_backwards, gint64 *values)
{
  TlIntegerSystem *system = tl_index_equations_system (e);
  guint first = is_backwards ? 1 : 0;
  TlIntegerResult result;

  fix_axes (s, e, first, FALSE);
  fix_axes (s, e, first, TRUE);
  result = tl_integer_system_solve (system, values);
  if (result != TL_INTEGER_UNKNOWN)
    return result;
  tl_integer_system_bound (system, distance, is_backwards ? -1 : 1, is_backwards ? -1 : 1);
  return tl_integer_system_solve (system, values);
}

/*
 * Whether @from and @to surely touch one element in two places, @to in the later one, or in the earlier one if @is_backwards. @places
 * (nullable) receives where @to is then.
 */
static gboolean
meets (const Sharing *s, const Meeting *meeting, const KernelAccess *from, const KernelAccess *to, gboolean is_backwards, GArray *places)
{
  g_autoptr (TlIndexEquations) e = tl_index_equations_new ();
  TlIntegerSystem *system = tl_index_equations_system (e);
  g_autofree gint64 *values = NULL;
  TlIntegerResult result;
  gint64 n_places;

  tl_index_equations_substitute (e, s->found->values);
  bind_axes (s, e, meeting->differing | meeting->free);
  bind_loops (s, e, meeting->is_at_once, from);
  bind_loops (s, e, meeting->is_at_once, to);
  guint distance = add_distance (s, e, meeting->differing, &n_places);
  add_places (s, e, to);
  tl_index_equations_pair (e);
  if (n_places == 1 || !equate (e, from, to) || !assume_all (s, e, 0, from) || !assume_all (s, e, 1, to))
    return FALSE;
  tl_integer_system_reduce (system);
  tl_integer_system_bound (system, distance, is_backwards ? 1 - n_places : 1, is_backwards ? -1 : n_places - 1);
  values = g_new0 (gint64, tl_integer_system_n_vars (system));
  result = tl_integer_system_solve (system, values);
  if (result == TL_INTEGER_UNKNOWN)
    result = solve_near (s, e, distance, is_backwards, values);
  if (result == TL_INTEGER_SOLVED && places != NULL)
    note_places (s, e, to, values, places);
  return result == TL_INTEGER_SOLVED;
}

/* Whether @to, in @places, may touch what @from stores in the same thread, or for shared memory in any thread of the same block. */
static gboolean
may_have_stored (const Sharing *s, const KernelAccess *from, const KernelAccess *to, const GArray *places)
{

  g_autoptr (TlIndexEquations) e = tl_index_equations_new ();
  TlIntegerSystem *system = tl_index_equations_system (e);

  tl_index_equations_substitute (e, s->found->values);
  bind_axes (s, e, tl_scope_is_shared (to->buffer->scope) ? THREAD_AXES : 0);
  bind_loops (s, e, FALSE, from);
  bind_loops (s, e, FALSE, to);
  for (guint i = 0; i < places->len; i++)
    {
      PlaceValue place = g_array_index (places, PlaceValue, i);

      tl_integer_system_bound (system, tl_index_equations_number (e, 1, place.var), place.value, place.value);
    }
  if (!equate (e, from, to))
    return TRUE;
  assume_all (s, e, 0, from);
  tl_integer_system_reduce (system);
  return tl_integer_system_solve (system, NULL) != TL_INTEGER_NONE;
}

/* --- memory of a thread or a block --- */

static gboolean
is_checked (const Sharing *s, const TlBuffer *buffer)
{
  return !g_hash_table_contains (s->found->unknown, buffer) && !tl_scope_is_of_warp (buffer->scope);
}

/* Nothing that the owner stores can be what @load reads in @places. */
static gboolean
lacks_store (const Sharing *s, const KernelAccess *load, const GArray *places)
{
  for (guint i = 0; i < s->accesses->len; i++)
    {
      const KernelAccess *store = s->accesses->pdata[i];

      if (store->is_write && store->buffer == load->buffer && may_have_stored (s, store, load, places))
        return FALSE;
    }
  return TRUE;
}

/* Whether @load reads what alone others stores that differ along @axes. */
static gboolean
reads_of_others (const Sharing *s, guint axes, const KernelAccess *load, GArray *places)
{
  Meeting meeting = { .differing = axes, .free = tl_scope_is_shared (load->buffer->scope) ? THREAD_AXES : 0 };

  for (guint i = 0; i < s->accesses->len; i++)
    for (guint is_backwards = 0; is_backwards < 2; is_backwards++)
      {
        const KernelAccess *store = s->accesses->pdata[i];

        if (store->is_write && store->buffer == load->buffer && meets (s, &meeting, store, load, is_backwards, places)
            && lacks_store (s, load, places))
          return TRUE;
      }
  return FALSE;
}

/* The first solution need not be the one that shows it: axes one by one, then together. */
static gboolean
reads_of_any_others (const Sharing *s, guint axes, const KernelAccess *load, GArray *places)
{
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (s->kernel->axes[axis] != NULL && axes >> axis & 1 && reads_of_others (s, 1u << axis, load, places))
      return TRUE;
  return reads_of_others (s, axes, load, places);
}

static gboolean
check_owner (Sharing *s, const KernelAccess *load, GArray *places)
{
  const TlBuffer *buffer = load->buffer;
  gboolean is_of_thread = !tl_scope_is_shared (buffer->scope);

  if (is_of_thread && reads_of_any_others (s, THREAD_AXES, load, places))
    tl_lower_set_unsupported (s->error, "Buffer %s of scope \"%s\" is one for each thread, and a thread would read elements that another "
                              "one stores. Bind the loops of the blocks that store and read it to threadIdx alike, or give it the scope "
                              "\"shared\"", buffer->name, buffer->scope);
  else if (reads_of_any_others (s, BLOCK_AXES, load, places))
    tl_lower_set_unsupported (s->error, "Buffer %s of scope \"%s\" is one for each %s, and a block of threads would read elements that "
                              "another one stores. Bind the loops of the blocks that store and read it to blockIdx alike, or give it the "
                              "scope \"global\", in a kernel of its own", buffer->name, buffer->scope,
                              is_of_thread ? "thread" : "block of threads");
  else
    return TRUE;
  return FALSE;
}

/* --- memory of the device --- */

static gboolean
is_param (const Sharing *s, const TlBuffer *buffer)
{
  for (guint i = 0; i < s->func->n_params; i++)
    if (s->func->params[i].buffer == buffer)
      return TRUE;
  return FALSE;
}

static gboolean
has_several_blocks (const Sharing *s)
{
  for (TlLaunchAxis axis = TL_AXIS_BLOCK_X; axis < TL_AXIS_THREAD_X; axis++)
    if (s->kernel->axes[axis] != NULL && !tl_expr_is_int (s->kernel->axes[axis]->extent, 1))
      return TRUE;
  return FALSE;
}

/* Of intermediate results in several blocks each element has to be one block's; indices that are not affine do not tell. */
static gboolean
check_affine (Sharing *s, const KernelAccess *store)
{
  g_autoptr (TlIndexEquations) e = tl_index_equations_new ();

  if (is_param (s, store->buffer) || !has_several_blocks (s) || equate (e, store, store))
    return TRUE;
  tl_lower_set_unsupported (s->error, "Blocks of threads store elements of %s by indices that are no sums of loop variables, so that "
                            "several may store the same one. Give %s the scope \"shared\" or \"local\", or move the statement out of the "
                            "loops over blockIdx", store->buffer->name, store->buffer->name);
  return FALSE;
}

static gboolean
check_blocks (Sharing *s, const KernelAccess *store)
{
  if (!check_affine (s, store))
    return FALSE;
  for (guint i = 0; i < s->accesses->len; i++)
    {
      const KernelAccess *other = s->accesses->pdata[i];

      if (other->buffer != store->buffer
          || (!meets (s, &of_blocks, store, other, FALSE, NULL) && !meets (s, &of_blocks, store, other, TRUE, NULL)))
        continue;
      if (other->is_write)
        tl_lower_set_unsupported (s->error, "Several blocks of threads would store the same element of %s: loops over blockIdx that do not "
                                  "tell its elements apart stand around the statement. Move it out of them, or give %s the scope "
                                  "\"shared\" or \"local\"", store->buffer->name, store->buffer->name);
      else
        tl_lower_set_unsupported (s->error, "A block of threads would read an element of %s that another one of the same kernel stores, "
                                  "and nothing orders them: the statements belong in two kernels. Move one of them out of the loops over "
                                  "blockIdx, or give %s the scope \"shared\" or \"local\"", store->buffer->name, store->buffer->name);
      return FALSE;
    }
  return TRUE;
}

/* --- one statement --- */

typedef struct
{
  const Sharing *s;
  const TlVar   *var;
} AxisUse;

static TlWalk
stop_at_var (const TlExpr *expr, gpointer user_data)
{
  AxisUse *use = user_data;
  const TlExpr *value = expr->kind == TL_EXPR_VAR ? g_hash_table_lookup (use->s->found->values, expr) : NULL;

  if (expr == use->var || (value != NULL && !tl_expr_walk (value, stop_at_var, use)))
    return TL_WALK_STOP;
  return TL_WALK_INTO;
}

/* @expr is the lower the lower the axis is, or the same; of no axis that it has by way of a let. */
static gboolean
rises_along (const TlExpr *expr, AxisUse *use)
{
  gint64 factor;

  if (expr == use->var || tl_expr_walk (expr, stop_at_var, use))
    return TRUE;
  switch (expr->kind)
    {
    case TL_EXPR_ADD:
      return rises_along (expr->a, use) && rises_along (expr->b, use);
    case TL_EXPR_MUL:
    case TL_EXPR_FLOORDIV:
      return tl_expr_get_int (expr->b, &factor) && factor > 0 && rises_along (expr->a, use);
    default:
      return FALSE;
    }
}

/* Where @cond holds for a thread, it does for the first one along the axis. */
static gboolean
holds_first (const TlExpr *cond, AxisUse *use)
{
  switch (cond->kind)
    {
    case TL_EXPR_AND:
      return holds_first (cond->a, use) && holds_first (cond->b, use);
    case TL_EXPR_LT:
    case TL_EXPR_LE:
      return tl_expr_walk (cond->b, stop_at_var, use) && rises_along (cond->a, use);
    default:
      return tl_expr_walk (cond, stop_at_var, use);
    }
}

/* The statement stores the same in the same place all along the axis, wherever its conditions let it; they let the first thread. */
static gboolean
is_alike_along (const Sharing *s, const KernelAccess *store, const TlVar *axis)
{
  AxisUse use = { s, axis };

  for (guint i = 0; i < store->n_loops; i++)
    if (!tl_expr_walk (store->loops[i]->min, stop_at_var, &use) || !tl_expr_walk (store->loops[i]->extent, stop_at_var, &use))
      return FALSE;
  for (guint i = 0; i < store->n_conds; i++)
    if (!holds_first (store->conds[i], &use))
      return FALSE;
  return store->is_exact && tl_stmt_walk (store->stmt, NULL, stop_at_var, &use);
}

/* Wherever the statement stands: it may do so in several places. */
static gboolean
is_alike_everywhere (const Sharing *s, const TlStmt *stmt, const TlVar *axis)
{
  for (guint i = 0; i < s->accesses->len; i++)
    {
      const KernelAccess *access = s->accesses->pdata[i];

      if (access->stmt == stmt && access->is_write && !is_alike_along (s, access, axis))
        return FALSE;
    }
  return TRUE;
}

/* Leaves the statement to the first thread along axes that make no difference to it. */
static void
guard (Sharing *s, const KernelAccess *store)
{
  const TlExpr *cond = NULL;

  if (g_hash_table_contains (s->guards, store->stmt))
    return;
  for (TlLaunchAxis axis = TL_AXIS_THREAD_X; axis < TL_N_LAUNCH_AXES; axis++)
    {
      const TlLoop *loop = s->kernel->axes[axis];

      if (loop == NULL || tl_expr_is_int (loop->extent, 1) || !is_alike_everywhere (s, store->stmt, loop->var))
        continue;
      const TlExpr *is_first = tl_expr_binary (s->arena, TL_EXPR_EQ, loop->var, tl_expr_int (s->arena, loop->var->dtype, 0));
      cond = cond == NULL ? is_first : tl_and (s->arena, cond, is_first);
    }
  if (cond == NULL)
    return;
  g_hash_table_insert (s->guards, (gpointer) store->stmt, (gpointer) cond);
  for (guint i = 0; i < s->accesses->len; i++)
    {
      KernelAccess *access = s->accesses->pdata[i];

      if (access->stmt == store->stmt)
        access->conds[access->n_conds++] = cond;
    }
}

/* @other: an access of the statement of @store, which may be @store itself. */
static gboolean
check_statement (Sharing *s, const KernelAccess *store, const KernelAccess *other)
{
  if (!meets (s, &at_once, store, other, FALSE, NULL) && (store == other || !meets (s, &at_once, store, other, TRUE, NULL)))
    return TRUE;
  if (other->is_write)
    tl_lower_set_unsupported (s->error, "Several threads of a block would store the same element of %s at once: loops over threadIdx that "
                              "do not tell its elements apart stand around the statement. Move it out of them, bind its own loops to "
                              "threadIdx, or give %s the scope \"local\"", store->buffer->name, store->buffer->name);
  else
    tl_lower_set_unsupported (s->error, "A thread would read an element of %s that another one stores in the same statement at once",
                              store->buffer->name);
  return FALSE;
}

/* --- kernels --- */

/* Other threads of the block see it. */
static gboolean
is_of_many (const Sharing *s, const TlBuffer *buffer)
{
  return is_checked (s, buffer) && (!g_hash_table_contains (s->found->depths, buffer) || tl_scope_is_shared (buffer->scope));
}

static gboolean
check_access (Sharing *s, const KernelAccess *access, GArray *places)
{
  gboolean is_own = g_hash_table_contains (s->found->depths, access->buffer);

  if (!is_checked (s, access->buffer))
    return TRUE;
  if (!access->is_write)
    return !is_own || check_owner (s, access, places);
  if (!is_own && !check_blocks (s, access))
    return FALSE;
  for (guint i = 0; is_of_many (s, access->buffer) && i < s->accesses->len; i++)
    {
      const KernelAccess *other = s->accesses->pdata[i];

      if (other->stmt == access->stmt && other->buffer == access->buffer && !check_statement (s, access, other))
        return FALSE;
    }
  return TRUE;
}

/* Extents are numbers, and places may be counted. */
static gboolean
are_places_known (const Sharing *s)
{
  gint64 n_blocks = 1, n_threads = 1;

  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    {
      gint64 extent = 1, *n = tl_launch_axis_is_thread (axis) ? &n_threads : &n_blocks;

      if (s->kernel->axes[axis] != NULL && (!tl_expr_get_int (s->kernel->axes[axis]->extent, &extent) || extent < 1))
        return FALSE;
      if (__builtin_mul_overflow (*n, extent, n) || *n >= MAX_PLACES)
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_kernel (Sharing *s)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (PlaceValue));

  if (!are_places_known (s))
    return TRUE;
  g_auto (KernelAccesses) found;
  kernel_accesses_init (&found, s->arena, s->kernel);
  s->found = &found;
  s->accesses = found.accesses;
  for (guint i = 0; i < s->accesses->len; i++)
    {
      const KernelAccess *access = s->accesses->pdata[i];

      if (access->is_write && is_of_many (s, access->buffer))
        guard (s, access);
    }
  for (guint i = 0; i < s->accesses->len; i++)
    if (!check_access (s, s->accesses->pdata[i], places))
      return FALSE;
  return TRUE;
}

static const TlStmt *
add_guard (TlRewriter *rewriter, const TlStmt *stmt)
{
  const TlExpr *cond = stmt->kind == TL_STMT_STORE ? g_hash_table_lookup (rewriter->user_data, stmt) : NULL;

  return cond == NULL ? NULL : tl_stmt_with_origin (rewriter->arena, tl_stmt_if (rewriter->arena, cond, stmt, NULL), stmt->origin);
}

typedef struct
{
  TlArena    *arena;
  const TlPrimFunc *func;
  GHashTable *guards;
  GPtrArray  *around;   /* const TlLoop *: of the host, around the current statement */
  GError    **error;
} SharingCheck;

/* Kernels in which loops over virtual threads are left. */
static TlWalk
check_launch (const TlStmt *stmt, gpointer user_data)
{
  SharingCheck *check = user_data;
  TlKernel     kernel = { .launch = stmt };

  if (stmt->kind != TL_STMT_FOR)
    return TL_WALK_INTO;
  if (!tl_loop_is_launch (&stmt->loop))
    {
      g_ptr_array_add (check->around, (gpointer) &stmt->loop);
      gboolean is_good = tl_stmt_walk (stmt->loop.body, check_launch, NULL, check);
      g_ptr_array_set_size (check->around, (gint) check->around->len - 1);
      return is_good ? TL_WALK_OVER : TL_WALK_STOP;
    }
  for (; stmt->kind == TL_STMT_FOR && tl_loop_is_launch (&stmt->loop); stmt = stmt->loop.body)
    kernel.axes[tl_launch_axis_find (stmt->loop.thread)] = &stmt->loop;
  kernel.body = stmt;
  Sharing s = { .arena = check->arena, .func = check->func, .kernel = &kernel, .guards = check->guards, .around = check->around,
                .error = check->error };

  return check_kernel (&s) ? TL_WALK_OVER : TL_WALK_STOP;
}

const TlPrimFunc *
tl_lower_share_memory (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GHashTable) guards = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) around = g_ptr_array_new ();
  SharingCheck check = { builder->arena, func, guards, around, error };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = add_guard, .expr = tl_rewrite_no_expr, .user_data = guards };

  if (!tl_stmt_walk (func->body, check_launch, NULL, &check))
    return NULL;
  return g_hash_table_size (guards) == 0 ? func
                                         : tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
