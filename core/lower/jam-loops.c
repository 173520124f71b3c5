/* SPDX-License-Identifier: Apache-2.0 */
/*
 * jam-loops: a few iterations of a loop around a reduction run side by side, so that the processor has several sums to add to. One alone
 * waits for its last addition: four cycles for each, where two could start in every one.
 *
 *   for j in 6: { C[j] = 0;  for k: C[j] += A[k] * B[k, j] }
 *     →  for j_0 in 2: { C[3 * j_0] = 0; … C[3 * j_0 + 2] = 0;  for k: { C[3 * j_0] += …; … C[3 * j_0 + 2] += … } }
 *
 * And a few iterations of a reduction around rows that no registers hold add to each element at once, so that it is loaded and stored less
 * often:
 *
 *   for k in 64: for j in 512: C[j] += A[k] * B[k, j]
 *     →  for k_0 in 16: for j in 512: { C[j] += A[4 * k_0] * B[4 * k_0, j]; … C[j] += A[4 * k_0 + 3] * B[4 * k_0 + 3, j] }
 *
 * And a few iterations that copy neighbouring columns (column-copies.c), or that load the same vectors with a stride: these are put
 * together element by element once for all.
 *
 * Of a loop whose sums fit into three quarters of the registers all iterations do, so that nothing keeps the sums from staying there
 * around loops outside; an unrolled loop is serial for that. The loop holds a nest of loops with sums, or several if the sums are vectors.
 * Of the buffers of an iteration's own each copy gets its own. No other iteration touches the elements that one stores: all accesses to
 * such a buffer are apart by numbers. Unroll-and-jam: Allen and
 * Kennedy, Optimizing Compilers for Modern Architectures, 8.4.
 */
#include "core/arith/stride.h"
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"
#include "core/lower/unroll.h"

#define MAX_SUMS     8      /* two additions at once, of four cycles each */
#define MAX_ITERATIONS 16
#define MAX_STEPS    256    /* of all copies */
#define MAX_ACCESSES 32
#define MAX_ADDITIONS 4     /* of an element at once; twice as many if the loop is to be unrolled */
#define MAX_HOISTED  32     /* vectors with a stride that hoist-strided may take out of a loop */
#define MAX_VALUES   ((gint64) 1 << 20)
#define MAX_OWN_BYTES 2048   /* of buffers that each iteration has of its own */

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlTarget *target;
  TlRemarks      *remarks;
} JamPass;

/* --- whether it pays --- */

typedef struct
{
  JamPass      *pass;
  const TlVar  *var;          /* of the loop whose iterations may run side by side */
  GPtrArray    *inner_loops;  /* const TlLoop *, around the current place */
  GHashTable   *own;          /* buffer allocated inside → number of loops around it there, of the inner ones */
  gint64        own_bytes;
  guint         n_sums, max_sums;   /* of the current nest of loops, of any */
  const TlLoop *reduction;          /* the first loop with sums */
  guint         n_nests;
  gint64        nest_steps;         /* of all iterations of a nest with sums; the most */
  gint64        nest_iterations;    /* of the same */
  gint64        other_steps;        /* of nests that go along what they store, without sums */
  gint64        n_steps_beyond;     /* that marked loops make of nests: these stay loops if there are too many copies */
  gboolean      has_scalars;
  const TlExpr *strided;            /* the last vector with a stride, which all iterations load */
  guint         n_strided, n_strided_uses;   /* of such vectors, one behind the other */
  gint64        n_strided_values;            /* of them in all iterations of the loops inside */
  gboolean      has_rows;           /* the current nest goes along what it stores */
  gboolean      has_serial;         /* a loop with sums that is not marked for unrolling */
  gboolean      failed;
} Sums;

static guint
count_registers (const JamPass *pass, const TlStmt *store)
{
  guint bits = store->indices[0]->dtype.lanes * MAX (store->buffer->dtype.bits, 8), register_bits = MAX (pass->target->vector_bits, 64);
  return (bits + register_bits - 1) / register_bits;
}

/* Vectors that are put together element by element keep the processor busy by themselves, unless all iterations need the same. */
static TlWalk
find_strided (const TlExpr *expr, gpointer user_data)
{
  Sums *sums = user_data;
  gint64 n_values = 1, extent;
  if (!tl_expr_is_strided_load (expr))
    return TL_WALK_INTO;
  sums->failed |= tl_expr_uses_var (expr->indices[0], sums->var) || g_hash_table_contains (sums->own, expr->buffer);
  sums->n_strided_uses++;
  if (sums->strided != NULL && tl_expr_equal (sums->strided, expr))
    return TL_WALK_OVER;
  for (guint i = 0; i < sums->inner_loops->len; i++)
    {
      const TlLoop *loop = sums->inner_loops->pdata[i];
      if (tl_expr_uses_var (expr->indices[0], loop->var) && tl_expr_get_int (loop->extent, &extent))
        n_values = tl_min (n_values * tl_clamp (extent, 1, MAX_VALUES), MAX_VALUES);
    }
  sums->strided = expr;
  sums->n_strided++;
  sums->n_strided_values = tl_min (sums->n_strided_values + n_values, MAX_VALUES);
  return sums->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static void
count_sums (Sums *sums, const TlStmt *stmt)
{
  gint64 extent, min;
  gboolean stays = TRUE;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      for (guint i = 0; i < sums->inner_loops->len; i++)
        stays &= !tl_expr_uses_var (stmt->indices[0], ((const TlLoop *) sums->inner_loops->pdata[i])->var);
      sums->failed |= stmt->n_indices != 1;
      sums->has_rows |= !stays && !g_hash_table_contains (sums->own, stmt->buffer);
      tl_expr_walk (stmt->value, find_strided, sums);
      if (sums->inner_loops->len > GPOINTER_TO_UINT (g_hash_table_lookup (sums->own, stmt->buffer)) && stays)
        {
          sums->n_sums += count_registers (sums->pass, stmt);
          sums->has_scalars |= stmt->indices[0]->dtype.lanes == 1;
        }
      break;
    case TL_STMT_FOR:
      sums->failed |= (stmt->loop.kind != TL_LOOP_SERIAL && stmt->loop.kind != TL_LOOP_UNROLLED) || stmt->loop.annotations.n > 0
                      || !tl_expr_get_int (stmt->loop.extent, &extent) || extent < 1 || !tl_expr_get_int (stmt->loop.min, &min);
      g_ptr_array_add (sums->inner_loops, (gpointer) &stmt->loop);
      count_sums (sums, stmt->loop.body);
      sums->has_serial |= sums->n_sums > 0 && stmt->loop.kind == TL_LOOP_SERIAL;
      if (sums->n_sums > 0 && sums->reduction == NULL)
        sums->reduction = &stmt->loop;
      g_ptr_array_set_size (sums->inner_loops, (gint) sums->inner_loops->len - 1);
      sums->max_sums = MAX (sums->max_sums, sums->n_sums);
      sums->n_nests += sums->inner_loops->len == 0 && sums->n_sums > 0;
      if (sums->inner_loops->len == 0 && sums->n_sums > 0)
        {
          gint64 n_steps = tl_stmt_count_written_out (stmt, TRUE);
          sums->nest_steps = tl_max (sums->nest_steps, n_steps);
          sums->nest_iterations = tl_max (sums->nest_iterations, n_steps / tl_max (tl_stmt_count_steps (stmt), 1));
          sums->n_steps_beyond += tl_max (tl_stmt_count_written_out (stmt, FALSE)
                                          - tl_max (tl_stmt_count_steps (stmt), TL_MAX_SHORT_STEPS), 0);
        }
      if (sums->inner_loops->len == 0 && sums->n_sums == 0 && sums->has_rows)
        sums->other_steps += tl_stmt_count_written_out (stmt, TRUE);
      if (sums->inner_loops->len == 0)
        {
          sums->n_sums = 0;
          sums->has_rows = FALSE;
        }
      break;
    case TL_STMT_ALLOC:
      extent = tl_buffer_n_elements (stmt->buffer);
      sums->failed |= extent < 0 || extent > MAX_OWN_BYTES;
      sums->own_bytes += sums->failed ? 0 : extent * tl_max (tl_dtype_bytes (stmt->buffer->dtype), 1);
      sums->failed |= sums->own_bytes > MAX_OWN_BYTES;
      g_hash_table_insert (sums->own, (gpointer) stmt->buffer, GUINT_TO_POINTER (sums->inner_loops->len));
      count_sums (sums, stmt->alloc_body);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts && !sums->failed; i++)
        count_sums (sums, stmt->stmts[i]);
      break;
    case TL_STMT_LET:
      tl_expr_walk (stmt->let_value, find_strided, sums);
      count_sums (sums, stmt->let_body);
      break;
    default:
      sums->failed = TRUE;
    }
}

/* --- whether iterations are apart --- */

typedef struct
{
  const TlBuffer *buffer;
  const TlExpr   *first;    /* element, in the first iterations of loops inside */
  gint64          span;     /* from there to the last one and beyond it */
  gint64          stride;   /* from one iteration to the next */
  gboolean        is_store;
} JamAccess;

typedef struct
{
  JamPass      *pass;
  const TlLoop *loop;
  GArray       *accesses;   /* JamAccess */
  GHashTable   *written;
  GPtrArray    *loops;      /* const TlLoop *, inside */
  const TlBuffer *shared;   /* that iterations may share elements of; NULL: unknown */
  gboolean      failed;
  gboolean      is_sum;     /* each iteration adds to the same element */
} Apart;

/* Makes the access one to all elements that it goes to in the loops inside. */
static gboolean
span_loops (Apart *apart, JamAccess *access)
{
  for (guint i = 0; i < apart->loops->len; i++)
    {
      const TlLoop *loop = apart->loops->pdata[i];
      gint64 stride, extent, more;
      if (!tl_expr_uses_var (access->first, loop->var))
        continue;
      if (!tl_expr_stride (apart->pass->analyzer, access->first, loop->var, &stride) || stride < 0
          || !tl_expr_get_int (loop->extent, &extent) || __builtin_mul_overflow (stride, extent - 1, &more)
          || __builtin_add_overflow (access->span, more, &access->span))
        return FALSE;
      access->first = tl_expr_substitute_var (apart->pass->arena, access->first, loop->var, tl_cast (apart->pass->arena, loop->var->dtype,
                                                                                                   loop->min));
    }
  return TRUE;
}

static void
note_access (Apart *apart, const TlBuffer *buffer, const TlExpr *position, gboolean is_store)
{
  JamAccess access = { buffer, position, position->dtype.lanes, 0, is_store };
  if (!g_hash_table_contains (apart->written, buffer))
    return;
  if (position->kind == TL_EXPR_RAMP && tl_expr_is_int (position->stride, 1))
    access.first = position->base;
  else
    apart->failed |= position->dtype.lanes > 1;
  apart->failed |= apart->accesses->len >= MAX_ACCESSES || tl_expr_reads_memory (position) || !span_loops (apart, &access)
                   || !tl_expr_stride (apart->pass->analyzer, access.first, apart->loop->var, &access.stride);
  g_array_append_val (apart->accesses, access);
}

static TlWalk
note_loop (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR)
    g_ptr_array_add (user_data, (gpointer) &stmt->loop);
  return TL_WALK_INTO;
}

static TlWalk
note_load (const TlExpr *expr, gpointer user_data)
{
  Apart *apart = user_data;
  apart->failed |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  if (expr->kind == TL_EXPR_LOAD)
    note_access (apart, expr->buffer, expr->indices[0], FALSE);
  return apart->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
note_store (const TlStmt *stmt, gpointer user_data)
{
  Apart *apart = user_data;
  if (stmt->kind == TL_STMT_STORE)
    note_access (apart, stmt->buffer, stmt->indices[0], TRUE);
  return apart->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static TlWalk
note_written (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_STORE)
    g_hash_table_add (user_data, (gpointer) stmt->buffer);
  return TL_WALK_INTO;
}

static TlWalk
forget_own (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_remove (user_data, stmt->buffer);
  return TL_WALK_INTO;
}

/* Whether @b in an iteration less than @n ahead or behind may be where @a is. */
static gboolean
may_meet (Apart *apart, const JamAccess *a, const JamAccess *b, gint64 n)
{
  gint64 distance;
  if (a->buffer != b->buffer || !(a->is_store || b->is_store))
    return FALSE;
  if (a->stride != b->stride || !tl_expr_difference (apart->pass->analyzer, b->first, a->first, &distance))
    return TRUE;
  for (gint64 ahead = 1 - n; ahead < n; ahead++)
    {
      gint64 from, to;
      if (__builtin_mul_overflow (ahead, b->stride, &from) || __builtin_add_overflow (from, distance, &from)
          || __builtin_add_overflow (from, b->span, &to) || (ahead != 0 && from < a->span && to > 0))
        return TRUE;
    }
  return FALSE;
}

/* If not, @apart says where they meet. */
static gboolean
iterations_are_apart (JamPass *pass, const TlLoop *loop, gint64 n, Apart *apart)
{
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (JamAccess));
  g_autoptr (GHashTable) written = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  *apart = (Apart) { .pass = pass, .loop = loop, .accesses = accesses, .written = written, .loops = loops };
  tl_stmt_walk (loop->body, note_loop, NULL, loops);
  tl_stmt_walk (loop->body, note_written, NULL, written);
  tl_stmt_walk (loop->body, forget_own, NULL, written);
  tl_stmt_walk (loop->body, note_store, note_load, apart);
  for (guint i = 0; i < accesses->len && !apart->failed; i++)
    for (guint k = 0; k < accesses->len && !apart->failed; k++)
      {
        const JamAccess *a = &g_array_index (accesses, JamAccess, i), *b = &g_array_index (accesses, JamAccess, k);
        apart->failed = may_meet (apart, a, b, n);
        apart->shared = apart->failed ? a->buffer : NULL;
        apart->is_sum = apart->failed && a->stride == 0 && b->stride == 0;
      }
  return !apart->failed;
}

/* --- reductions around rows --- */

/* Of a store: how far its position moves with each loop around it. */
typedef struct
{
  gint64 stride, extent;
} Digit;

/* The elements that each iteration of a reduction adds to, too many for registers. */
typedef struct
{
  JamPass      *pass;
  const TlLoop *loop;
  GPtrArray    *loops;      /* const TlLoop *, around the current place */
  GPtrArray    *stores;     /* const TlStmt *, all in the same loops */
  GHashTable   *names;      /* variables of lets inside */
  GHashTable   *named;      /* buffers that their values are loaded from */
  GArray       *digits;     /* Digit, of the first store and of all others */
  const TlStmt *store;      /* whose value is looked at */
  gint64        n_times;    /* of a store, in all loops */
  gboolean      is_done;    /* the loops end behind the stores */
  gboolean      is_scattered, has_scalars;   /* a row loads elements apart; stores elements */
  gboolean      failed;
} Updates;

static TlWalk
check_update (const TlExpr *expr, gpointer user_data)
{
  Updates *updates = user_data;
  const TlLoop *row = updates->loops->len > 0 ? g_ptr_array_index (updates->loops, updates->loops->len - 1) : NULL;
  gint64 stride;
  updates->failed |= expr->kind == TL_EXPR_CALL && !expr->callee->is_pure;
  if (expr->kind != TL_EXPR_LOAD)
    return updates->failed ? TL_WALK_STOP : TL_WALK_INTO;
  updates->failed |= tl_expr_is_strided_load (expr) || expr->n_indices != 1;
  if (updates->store == NULL)
    g_hash_table_add (updates->named, (gpointer) expr->buffer);
  if (!updates->failed && updates->store != NULL && expr->buffer == updates->store->buffer)
    updates->failed |= !tl_expr_equal (expr->indices[0], updates->store->indices[0]);
  else if (!updates->failed && expr->dtype.lanes == 1 && row != NULL && tl_expr_uses_var (expr->indices[0], row->var))
    updates->is_scattered |= !tl_expr_stride (updates->pass->analyzer, expr->indices[0], row->var, &stride) || stride != 1;
  return updates->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static gint
compare_digits (gconstpointer a, gconstpointer b)
{
  const Digit *x = a, *y = b;
  return (x->stride > y->stride) - (x->stride < y->stride);
}

/* Whether all of @lanes elements at each value that @digits and @other, nullable, take are apart. */
static gboolean
digits_are_apart (const GArray *digits, const Digit *other, gint64 lanes)
{
  g_autoptr (GArray) all = g_array_copy ((GArray *) digits);
  gint64 span = lanes, more;
  if (other != NULL)
    g_array_append_val (all, *other);
  g_array_sort (all, compare_digits);
  for (guint i = 0; i < all->len; i++)
    {
      const Digit *digit = &g_array_index (all, Digit, i);
      if (digit->stride < span || __builtin_mul_overflow (digit->stride, digit->extent - 1, &more)
          || __builtin_add_overflow (span, more, &span))
        return FALSE;
    }
  return TRUE;
}

static void
note_update (Updates *updates, const TlStmt *stmt)
{
  const TlExpr *position = stmt->indices[0], *first = position->kind == TL_EXPR_RAMP ? position->base : position;
  updates->failed |= updates->is_done || g_hash_table_contains (updates->named, stmt->buffer) || stmt->n_indices != 1
                     || updates->stores->len == MAX_ACCESSES || first->dtype.lanes > 1
                     || (position->kind == TL_EXPR_RAMP && !tl_expr_is_int (position->stride, 1))
                     || tl_expr_uses_var (first, updates->loop->var) || tl_expr_uses_any (first, updates->names)
                     || tl_expr_reads_memory (first);
  for (guint i = 0; i < updates->loops->len && !updates->failed; i++)
    {
      const TlLoop *loop = updates->loops->pdata[i];
      Digit digit = { 0, 1 };
      tl_expr_get_int (loop->extent, &digit.extent);
      updates->failed |= !tl_expr_stride (updates->pass->analyzer, first, loop->var, &digit.stride);
      if (updates->stores->len == 0 && digit.extent > 1)
        g_array_append_val (updates->digits, digit);
    }
  for (guint i = 0; i < updates->stores->len && !updates->failed; i++)
    {
      const TlStmt *other = updates->stores->pdata[i];
      const TlExpr *there = other->indices[0]->kind == TL_EXPR_RAMP ? other->indices[0]->base : other->indices[0];
      Digit digit = { 0, 2 };
      updates->failed |= other->buffer != stmt->buffer || other->indices[0]->dtype.lanes != position->dtype.lanes
                         || !tl_expr_difference (updates->pass->analyzer, there, first, &digit.stride);
      digit.stride = ABS (digit.stride);
      updates->failed = updates->failed || !digits_are_apart (updates->digits, &digit, position->dtype.lanes);
    }
  updates->failed = updates->failed || !digits_are_apart (updates->digits, NULL, position->dtype.lanes);
  updates->store = stmt;
  if (!updates->failed)
    tl_expr_walk (stmt->value, check_update, updates);
  updates->store = NULL;
  updates->has_scalars |= position->dtype.lanes == 1;
  g_ptr_array_add (updates->stores, (gpointer) stmt);
}

static void
collect_updates (Updates *updates, const TlStmt *stmt)
{
  gint64 extent, min;
  if (updates->failed)
    return;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      note_update (updates, stmt);
      break;
    case TL_STMT_FOR:
      updates->failed = updates->stores->len > 0 || (stmt->loop.kind != TL_LOOP_SERIAL && stmt->loop.kind != TL_LOOP_UNROLLED)
                        || stmt->loop.annotations.n > 0 || !tl_expr_get_int (stmt->loop.extent, &extent) || extent < 1
                        || !tl_expr_get_int (stmt->loop.min, &min) || __builtin_mul_overflow (updates->n_times, extent, &updates->n_times);
      g_ptr_array_add (updates->loops, (gpointer) &stmt->loop);
      collect_updates (updates, stmt->loop.body);
      updates->is_done = TRUE;
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        collect_updates (updates, stmt->stmts[i]);
      break;
    case TL_STMT_LET:
      tl_expr_walk (stmt->let_value, check_update, updates);
      g_hash_table_add (updates->names, (gpointer) stmt->var);
      collect_updates (updates, stmt->let_body);
      break;
    default:
      updates->failed = TRUE;
    }
}

/*
 * How many iterations of a reduction add to each element of a row while it is in a register; 1: none do. Each element is added to in the
 * same order as before.
 */
static guint
count_additions (JamPass *pass, const TlLoop *loop, gint64 extent)
{
  g_autoptr (GPtrArray) loops = g_ptr_array_new (), stores = g_ptr_array_new ();
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL), named = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) digits = g_array_new (FALSE, FALSE, sizeof (Digit));
  Updates updates = { .pass = pass, .loop = loop, .loops = loops, .stores = stores, .names = names, .named = named, .digits = digits,
                      .n_times = 1 };
  gint64 n_bits = 0, n = loop->kind == TL_LOOP_UNROLLED ? 2 * MAX_ADDITIONS : MAX_ADDITIONS, n_steps;
  collect_updates (&updates, loop->body);
  if (updates.failed || stores->len == 0 || loops->len == 0 || (updates.is_scattered && updates.has_scalars))
    return 1;
  for (guint i = 0; i < stores->len; i++)
    {
      const TlStmt *store = stores->pdata[i];
      n_bits += (gint64) store->indices[0]->dtype.lanes * MAX (store->buffer->dtype.bits, 8);
    }
  n_steps = tl_stmt_count_written_out (loop->body, FALSE);
  if (updates.n_times <= (gint64) tl_target_vector_registers (pass->target) / 2 * MAX (pass->target->vector_bits, 64) / n_bits)
    return 1;   /* registers hold all of it around the loop */
  while (n > 1 && (extent % n != 0 || n * n_steps > MAX_STEPS))
    n--;
  return (guint) n;
}

/* --- jamming --- */

static TlWalk
find_shared_load (const TlExpr *expr, gpointer user_data)
{
  const TlVar **var = user_data;
  if (*var != NULL && expr->kind == TL_EXPR_LOAD && !tl_expr_uses_var (expr->indices[0], *var))
    *var = NULL;
  return *var == NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

/* Whether iterations load the same elements: side by side, they load them once. */
static gboolean
shares_loads (const TlLoop *loop)
{
  const TlVar *var = loop->var;
  tl_stmt_walk (loop->body, NULL, find_shared_load, &var);
  return var == NULL;
}

/* Up to how many iterations run side by side; 1: the loop stays as it is. */
static guint
choose_iterations (JamPass *pass, const TlLoop *loop, gint64 extent, const Sums *sums)
{
  guint max = MAX_SUMS / sums->max_sums, n_steps = (guint) (tl_stmt_count_written_out (loop->body, FALSE) - sums->n_steps_beyond);
  /* All of them, where three quarters of the registers hold all sums: these may then stay there around loops outside. */
  guint n_registers = tl_target_vector_registers (pass->target);
  gboolean all_fit = extent <= MAX_ITERATIONS && extent * sums->max_sums <= n_registers * 3 / 4;
  guint n = all_fit ? (guint) extent : max;
  const char *reduction = sums->reduction->var->name;
  Apart apart;
  gboolean shares = shares_loads (loop);
  gint64 max_short = shares && sums->nest_iterations >= TL_MAX_SHORT_STEPS ? TL_MAX_SHORT_STEPS : 2 * TL_MAX_SHORT_STEPS;
  gboolean is_short = sums->nest_steps <= max_short;
  if (is_short && sums->n_strided > 0)   /* hoist-strided takes them out of the loop */
    return 1;
  if (is_short && !all_fit)   /* iterations that short overlap anyway, and are written out: registers hold the sums of all nests then */
    n = MIN (n, MAX (n_registers / (sums->n_nests * sums->max_sums), 1));
  if (is_short && !all_fit)
    n = shares ? (guint) tl_min (n, 2 * TL_MAX_SHORT_STEPS / sums->nest_steps) : 1;
  while (n > 1 && (extent % n != 0 || n * n_steps > MAX_STEPS))
    n--;
  if (n > 1 && iterations_are_apart (pass, loop, n, &apart))
    return n;
  if (n > 1 && !apart.is_sum)
    tl_remark_loop (pass->remarks, loop, "not run side by side around loop %s: not proved that iterations touch different elements%s%s",
                    reduction, apart.shared != NULL ? " of " : "", apart.shared != NULL ? apart.shared->name : "");
  else if (n == 1 && max > 1 && !is_short)
    tl_remark_loop (pass->remarks, loop, "not run side by side around loop %s: its %" G_GINT64_FORMAT
                    " iterations do not divide into groups of 2 to %u with at most %d statements", reduction, extent, max, MAX_STEPS);
  return 1;
}

/* Up to how many iterations without sums share vectors with a stride, so that eight stores use each; 1: the loop stays as it is. */
static guint
choose_sharers (JamPass *pass, const TlLoop *loop, gint64 extent, const Sums *sums)
{
  gint64 n_steps = tl_stmt_count_written_out (loop->body, FALSE);
  guint n = MAX_SUMS * sums->n_strided / sums->n_strided_uses;
  Apart apart;
  while (n > 1 && (extent % n != 0 || n * n_steps > MAX_STEPS))
    n--;
  return n > 1 && iterations_are_apart (pass, loop, n, &apart) ? n : 1;
}

typedef struct
{
  TlArena       *arena;
  const TlVar   *var;
  const TlExpr  *first;   /* the variable's value in the first copy */
  guint          n;
  GHashTable   **own;     /* of each copy: variable or buffer → its own */
} Jam;

static const TlExpr *
copy_var (TlRewriter *rewriter, const TlExpr *expr)
{
  gpointer *pair = rewriter->user_data;
  const Jam *jam = pair[0];
  guint at = GPOINTER_TO_UINT (pair[1]);
  if (expr->kind != TL_EXPR_VAR)
    return NULL;
  if (expr == jam->var)
    return tl_add (jam->arena, jam->first, tl_expr_int (jam->arena, jam->first->dtype, at));
  return g_hash_table_lookup (jam->own[at], expr);
}

static const TlBuffer *
own_buffer (const Jam *jam, guint at, const TlBuffer *buffer)
{
  const TlBuffer *own = g_hash_table_lookup (jam->own[at], buffer);
  return own != NULL ? own : buffer;
}

static const TlBuffer *
copy_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  gpointer *pair = rewriter->user_data;
  return own_buffer (pair[0], GPOINTER_TO_UINT (pair[1]), buffer);
}

static const TlExpr *
copy_expr (const Jam *jam, guint at, const TlExpr *expr)
{
  gpointer pair[2] = { (gpointer) jam, GUINT_TO_POINTER (at) };
  TlRewriter rewriter = { .arena = jam->arena, .expr = copy_var, .buffer = copy_buffer, .user_data = pair };
  return tl_rewrite_expr (&rewriter, expr);
}

static const TlStmt *
jam_stmt (const Jam *jam, const TlStmt *stmt)
{
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      {
        TlLoop copy = stmt->loop;
        copy.body = jam_stmt (jam, stmt->loop.body);
        return tl_stmt_loop (jam->arena, &copy);
      }
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        g_ptr_array_add (stmts, (gpointer) jam_stmt (jam, stmt->stmts[i]));
      break;
    case TL_STMT_ALLOC:
      {
        const TlBuffer *buffers[MAX_ITERATIONS];
        gint64 shape[1] = { tl_buffer_n_elements (stmt->buffer) };
        for (guint i = 0; i < jam->n; i++)
          {
            buffers[i] = tl_buffer_new_const (jam->arena, stmt->buffer->name, stmt->buffer->dtype, shape, 1, stmt->buffer->scope);
            g_hash_table_insert (jam->own[i], (gpointer) stmt->buffer, (gpointer) buffers[i]);
          }
        const TlStmt *result = jam_stmt (jam, stmt->alloc_body);
        for (guint i = jam->n; i-- > 0;)
          result = tl_stmt_alloc (jam->arena, buffers[i], result);
        return result;
      }
    case TL_STMT_LET:
      {
        const TlVar *vars[MAX_ITERATIONS];
        const TlExpr *values[MAX_ITERATIONS];
        for (guint i = 0; i < jam->n; i++)
          {
            vars[i] = tl_var_copy (jam->arena, stmt->var);
            values[i] = copy_expr (jam, i, stmt->let_value);
            g_hash_table_insert (jam->own[i], (gpointer) stmt->var, (gpointer) vars[i]);
          }
        const TlStmt *result = jam_stmt (jam, stmt->let_body);
        for (guint i = jam->n; i-- > 0;)
          result = tl_stmt_let (jam->arena, vars[i], values[i], result);
        return result;
      }
    default:
      for (guint i = 0; i < jam->n; i++)
        {
          const TlExpr *position = copy_expr (jam, i, stmt->indices[0]);
          const TlBuffer *buffer = own_buffer (jam, i, stmt->buffer);
          const TlStmt *store = tl_stmt_store (jam->arena, buffer, &position, 1, copy_expr (jam, i, stmt->value));
          g_ptr_array_add (stmts, (gpointer) tl_stmt_with_origin (jam->arena, store, tl_origin_copy (stmt->origin, i, jam->n)));
        }
    }
  return tl_stmt_seq (jam->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static const TlStmt *
jam_loop (JamPass *pass, const TlLoop *loop, gint64 extent, guint n)
{
  TlLoop result = *loop;
  g_autofree GHashTable **own = g_new (GHashTable *, n);
  Jam jam = { pass->arena, loop->var, NULL, n, own };
  const TlExpr *min = tl_cast (pass->arena, loop->var->dtype, loop->min);
  jam.first = tl_add (pass->arena, min, tl_mul (pass->arena, loop->var, tl_expr_int (pass->arena, loop->var->dtype, n)));
  if (n == extent)
    jam.first = min;
  for (guint i = 0; i < n; i++)
    own[i] = g_hash_table_new (NULL, NULL);
  result.body = jam_stmt (&jam, loop->body);
  for (guint i = 0; i < n; i++)
    g_hash_table_unref (own[i]);
  if (n == extent)
    return result.body;
  result.min = tl_expr_int (pass->arena, loop->min->dtype, 0);
  result.extent = tl_expr_int (pass->arena, loop->extent->dtype, extent / n);
  return tl_stmt_loop (pass->arena, &result);
}

/* How many iterations of @loop run side by side, around *@reduction; 1: it stays as it is. */
static guint
count_iterations (JamPass *pass, const TlLoop *loop, const TlLoop **reduction)
{
  g_autoptr (GPtrArray) inner_loops = g_ptr_array_new ();
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  Sums sums = { .pass = pass, .var = loop->var, .inner_loops = inner_loops, .own = own };
  gint64 extent;
  if (loop->annotations.n > 0 || !tl_expr_get_int (loop->extent, &extent) || extent < 2)
    return 1;
  count_sums (&sums, loop->body);
  *reduction = sums.reduction;
  if (!sums.failed && sums.max_sums == 0 && sums.n_strided_values > MAX_HOISTED)
    return choose_sharers (pass, loop, extent, &sums);
  /* A register tile, as nests that are written out overlap: more of it would be spilled. */
  gboolean is_tile = !sums.has_serial && sums.n_nests > 1 && sums.max_sums >= MAX_SUMS / 2;
  if (sums.failed || sums.max_sums == 0 || (sums.n_nests > 1 && sums.has_scalars) || is_tile || sums.other_steps > sums.nest_steps)
    return 1;
  return choose_iterations (pass, loop, extent, &sums);
}

static const TlStmt *
jam_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  JamPass *pass = rewriter->user_data;
  if (stmt->kind != TL_STMT_FOR)
    return NULL;
  tl_analyzer_bind (pass->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  const TlStmt *result = tl_rewrite_stmt_children (rewriter, stmt);
  const TlLoop *loop = &result->loop, *reduction = NULL;
  gint64 extent;
  if (!tl_expr_get_int (loop->extent, &extent))
    return result;
  if (tl_loop_copies_columns (pass->arena, pass->analyzer, loop, TRUE))
    {
      tl_remark_loop (pass->remarks, loop, "%d iterations at a time copy neighbouring columns", TL_N_COLUMNS);
      return jam_loop (pass, loop, extent, TL_N_COLUMNS);
    }
  if (loop->kind != TL_LOOP_SERIAL && loop->kind != TL_LOOP_UNROLLED)
    return result;
  guint n = loop->kind == TL_LOOP_SERIAL ? count_iterations (pass, loop, &reduction) : 1;
  if (n > 1)
    {
      if (reduction != NULL)
        tl_remark_loop (pass->remarks, loop, "%u iterations at a time run side by side around loop %s", n, reduction->var->name);
      else
        tl_remark_loop (pass->remarks, loop, "%u iterations at a time share vectors with a stride", n);
      return jam_loop (pass, loop, extent, n);
    }
  n = loop->annotations.n == 0 && extent > 1 ? count_additions (pass, loop, extent) : 1;
  if (n < 2)
    return result;
  tl_remark_loop (pass->remarks, loop, "%u iterations at a time add to an element, which is loaded and stored once for all", n);
  return jam_loop (pass, loop, extent, n);
}

gboolean
tl_loop_can_jam (TlArena *arena, const TlLoop *loop, const TlTarget *target)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena);
  JamPass pass = { arena, analyzer, target, NULL };
  const TlLoop *reduction;
  gint64 extent;
  return count_iterations (&pass, loop, &reduction) > 1 && reduction != NULL && tl_expr_get_int (reduction->extent, &extent)
         && extent > TL_MAX_SHORT_STEPS / tl_max (tl_stmt_count_steps (reduction->body), 1);
}

const TlPrimFunc *
tl_lower_jam_loops (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  JamPass pass = { builder->arena, analyzer, target, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = jam_hook, .user_data = &pass };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
