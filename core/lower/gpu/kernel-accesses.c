/* SPDX-License-Identifier: Apache-2.0 */
#include "core/lower/gpu/kernel-accesses-private.h"

#define MAX_PLACES  4096   /* in which a divisor is evaluated */
#define MAX_NUMBERS   16   /* that a divisor may be */

typedef struct
{
  TlArena        *arena;
  const TlKernel *kernel;
  KernelAccesses *found;
  GPtrArray      *loops;        /* const TlLoop *: around the current statement */
  GPtrArray      *conds;        /* const TlExpr *; NULL: one that is not known */
  const TlStmt   *stmt;
} AccessCollection;

/* --- divisors that vary --- */

static TlWalk
find_divisor (const TlExpr *expr, gpointer user_data)
{
  const TlExpr **divisor = user_data;
  gint64 number;

  if ((expr->kind != TL_EXPR_FLOORDIV && expr->kind != TL_EXPR_FLOORMOD) || tl_expr_get_int (expr->b, &number))
    return TL_WALK_INTO;
  *divisor = expr->b;
  return TL_WALK_STOP;
}

static const TlExpr *
divisor_of (const KernelAccess *access)
{
  const TlExpr *divisor = NULL;

  for (guint d = 0; d < access->buffer->n_dims && divisor == NULL; d++)
    tl_expr_walk (access->indices[d], find_divisor, &divisor);
  for (guint i = 0; i < access->n_conds && divisor == NULL; i++)
    tl_expr_walk (access->conds[i], find_divisor, &divisor);
  return divisor;
}

/* The loops around the access and of the launch whose variables @divisor has. */
static GPtrArray *
loops_of (const AccessCollection *c, const KernelAccess *access, const TlExpr *divisor)
{
  GPtrArray *loops = g_ptr_array_new ();

  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    if (c->kernel->axes[axis] != NULL && tl_expr_uses_var (divisor, c->kernel->axes[axis]->var))
      g_ptr_array_add (loops, (gpointer) c->kernel->axes[axis]);
  for (guint i = 0; i < access->n_loops; i++)
    if (tl_expr_uses_var (divisor, access->loops[i]->var))
      g_ptr_array_add (loops, (gpointer) access->loops[i]);
  return loops;
}

/* How many iterations the loops have together; 0: too many, or unknown. */
static gint64
count_iterations (const GPtrArray *loops)
{
  gint64 n = 1;

  for (guint i = 0; i < loops->len && n > 0; i++)
    {
      const TlLoop *loop = loops->pdata[i];
      gint64 min, extent;

      if (!tl_expr_get_int (loop->min, &min) || !tl_expr_get_int (loop->extent, &extent) || extent > MAX_PLACES)
        return 0;
      n *= extent;
      n = n > MAX_PLACES ? 0 : n;
    }
  return n;
}

static gboolean
evaluate (const TlExpr *divisor, const GPtrArray *loops, gint64 iteration, gint64 *number)
{
  g_autoptr (TlArena)    scratch = tl_arena_new (NULL);
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);

  for (guint i = loops->len; i-- > 0;)
    {
      const TlLoop *loop = loops->pdata[i];
      gint64 min = 0, extent = 1;

      tl_expr_get_int (loop->min, &min);
      tl_expr_get_int (loop->extent, &extent);
      g_hash_table_insert (values, (gpointer) loop->var, (gpointer) tl_expr_int (scratch, loop->var->dtype, min + iteration % extent));
      iteration /= extent;
    }
  return tl_expr_get_int (tl_expr_substitute (scratch, divisor, values), number) && *number > 0;
}

/* Array of gint64; NULL: too many, or unknown. */
static GArray *
numbers_of (const AccessCollection *c, const KernelAccess *access, const TlExpr *divisor)
{
  g_autoptr (GPtrArray) loops = loops_of (c, access, divisor);
  g_autoptr (GArray)    numbers = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64                n = count_iterations (loops), number;

  for (gint64 i = 0; i < n; i++)
    {
      guint at = 0;

      if (!evaluate (divisor, loops, i, &number))
        return NULL;
      while (at < numbers->len && g_array_index (numbers, gint64, at) != number)
        at++;
      if (at == MAX_NUMBERS)
        return NULL;
      if (at == numbers->len)
        g_array_append_val (numbers, number);
    }
  return numbers->len > 0 ? g_steal_pointer (&numbers) : NULL;
}

typedef struct
{
  const TlExpr *divisor, *number;
} DivisorNumber;

static const TlExpr *
replace_divisor (TlRewriter *rewriter, const TlExpr *expr)
{
  const DivisorNumber *known = rewriter->user_data;

  return tl_expr_equal (expr, known->divisor) ? known->number : NULL;
}

/* @access where @divisor is @number. */
static KernelAccess *
with_divisor (AccessCollection *c, const KernelAccess *access, const TlExpr *divisor, gint64 number)
{
  DivisorNumber  known = { divisor, tl_expr_int (c->arena, divisor->dtype, number) };
  TlRewriter     rewriter = { .arena = c->arena, .expr = replace_divisor, .user_data = &known };
  KernelAccess  *one = tl_arena_memdup (c->arena, access, sizeof *access);
  const TlExpr **indices = tl_arena_new_array (c->arena, const TlExpr *, access->buffer->n_dims);

  for (guint d = 0; d < access->buffer->n_dims; d++)
    indices[d] = tl_rewrite_expr (&rewriter, access->indices[d]);
  one->indices = indices;
  one->conds = tl_arena_new_array (c->arena, const TlExpr *, access->n_conds + 2);
  for (guint i = 0; i < access->n_conds; i++)
    one->conds[i] = tl_rewrite_expr (&rewriter, access->conds[i]);
  one->conds[one->n_conds++] = tl_expr_binary (c->arena, TL_EXPR_EQ, divisor, known.number);
  return one;
}

static void
add_with_divisors (AccessCollection *c, KernelAccess *access)
{
  const TlExpr *divisor = divisor_of (access);
  g_autoptr (GArray) numbers = divisor != NULL ? numbers_of (c, access, divisor) : NULL;

  if (numbers == NULL)
    g_ptr_array_add (c->found->accesses, access);
  else
    for (guint i = 0; i < numbers->len; i++)
      add_with_divisors (c, with_divisor (c, access, divisor, g_array_index (numbers, gint64, i)));
}

/* --- accesses --- */

/* An index that is read from memory can be any one of its dimension: as if a loop over it stood around the load. */
static void
free_read_indices (AccessCollection *c, KernelAccess *access)
{
  const TlBuffer *buffer = access->buffer;
  const TlExpr  **indices = tl_arena_dup_array (c->arena, const TlExpr *, access->indices, buffer->n_dims);

  for (guint d = 0; d < buffer->n_dims; d++)
    {
      TlLoop *loop;

      if (!tl_expr_contains (indices[d], TL_EXPR_LOAD))
        continue;
      loop = tl_arena_new0 (c->arena, TlLoop);
      loop->var = tl_expr_var (c->arena, "any", indices[d]->dtype);
      loop->min = tl_expr_int (c->arena, indices[d]->dtype, 0);
      loop->extent = buffer->shape[d];
      indices[d] = loop->var;
      access->loops[access->n_loops++] = loop;
    }
  access->indices = indices;
}

static void
add_access (AccessCollection *c, const TlBuffer *buffer, const TlExpr *const *indices, gboolean is_write)
{
  KernelAccess *access = tl_arena_new0 (c->arena, KernelAccess);

  *access = (KernelAccess) {
    .buffer = buffer, .indices = indices, .stmt = c->stmt, .is_write = is_write, .is_exact = TRUE, .n_loops = c->loops->len,
    .loops = tl_arena_new_array (c->arena, const TlLoop *, c->loops->len + buffer->n_dims),
    .conds = tl_arena_new_array (c->arena, const TlExpr *, c->conds->len + 1),
  };
  for (guint i = 0; i < c->loops->len; i++)
    access->loops[i] = c->loops->pdata[i];
  if (!is_write)
    free_read_indices (c, access);
  for (guint i = 0; i < c->conds->len; i++)
    if (c->conds->pdata[i] != NULL)
      access->conds[access->n_conds++] = c->conds->pdata[i];
    else
      access->is_exact = FALSE;
  add_with_divisors (c, access);
}

static TlWalk note_expr (const TlExpr *expr, gpointer user_data);

static void
note_under (AccessCollection *c, const TlExpr *cond, const TlExpr *expr)
{
  g_ptr_array_add (c->conds, (gpointer) cond);
  tl_expr_walk (expr, note_expr, c);
  g_ptr_array_set_size (c->conds, (gint) c->conds->len - 1);
}

static TlWalk
note_address (const TlExpr *expr, gpointer user_data)
{
  AccessCollection *c = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    g_hash_table_add (c->found->unknown, (gpointer) expr->buffer);
  return TL_WALK_INTO;
}

static TlWalk
note_expr (const TlExpr *expr, gpointer user_data)
{
  AccessCollection *c = user_data;

  if (expr->kind == TL_EXPR_LOAD)
    add_access (c, expr->buffer, expr->indices, FALSE);
  if (expr->kind != TL_EXPR_CALL)
    return TL_WALK_INTO;
  if (g_str_equal (expr->callee->name, "if_then_else"))
    {
      tl_expr_walk (expr->args[0], note_expr, c);
      note_under (c, expr->args[0], expr->args[1]);
      note_under (c, NULL, expr->args[2]);
      return TL_WALK_OVER;
    }
  if (expr->callee->is_pure)
    return TL_WALK_INTO;
  tl_expr_walk (expr, note_address, c);
  return TL_WALK_INTO;
}

static TlWalk note_stmt (const TlStmt *stmt, gpointer user_data);

static void
note_body (AccessCollection *c, const TlExpr *cond, const TlStmt *body)
{
  g_ptr_array_add (c->conds, (gpointer) cond);
  tl_stmt_walk (body, note_stmt, note_expr, c);
  g_ptr_array_set_size (c->conds, (gint) c->conds->len - 1);
}

/* All but sums of variables of loops of the kernel, and quotients of them. */
static TlWalk
find_other (const TlExpr *expr, gpointer user_data)
{
  AccessCollection *c = user_data;
  gboolean is_known = expr->kind == TL_EXPR_INT || expr->kind == TL_EXPR_ADD || expr->kind == TL_EXPR_SUB || expr->kind == TL_EXPR_MUL
                      || expr->kind == TL_EXPR_FLOORDIV || expr->kind == TL_EXPR_FLOORMOD;

  for (guint i = 0; i < c->loops->len && !is_known; i++)
    is_known = ((const TlLoop *) c->loops->pdata[i])->var == expr;
  for (TlLaunchAxis axis = 0; axis < TL_N_LAUNCH_AXES && !is_known; axis++)
    is_known = c->kernel->axes[axis] != NULL && c->kernel->axes[axis]->var == expr;
  return is_known ? TL_WALK_INTO : TL_WALK_STOP;
}

/* Where the number of iterations differs within the kernel, that there is this one is a condition, as far as equations take it. */
static void
note_loop (AccessCollection *c, const TlLoop *loop)
{
  gint64 extent;
  gboolean is_known = !tl_expr_get_int (loop->extent, &extent) && tl_expr_walk (loop->extent, find_other, c);

  g_ptr_array_add (c->loops, (gpointer) loop);
  if (is_known)
    note_body (c, tl_expr_binary (c->arena, TL_EXPR_LT, loop->var, tl_add (c->arena, loop->min, loop->extent)), loop->body);
  else
    tl_stmt_walk (loop->body, note_stmt, note_expr, c);
  g_ptr_array_set_size (c->loops, (gint) c->loops->len - 1);
}

static TlWalk
note_stmt (const TlStmt *stmt, gpointer user_data)
{
  AccessCollection *c = user_data;

  c->stmt = stmt;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      add_access (c, stmt->buffer, stmt->indices, TRUE);
      return TL_WALK_INTO;
    case TL_STMT_ALLOC:
      g_hash_table_insert (c->found->depths, (gpointer) stmt->buffer, GUINT_TO_POINTER (c->loops->len + 1));
      return TL_WALK_INTO;
    case TL_STMT_LET:
      g_hash_table_insert (c->found->values, (gpointer) stmt->var, (gpointer) stmt->let_value);
      return TL_WALK_INTO;
    case TL_STMT_FOR:
      tl_expr_walk (stmt->loop.extent, note_expr, c);
      note_loop (c, &stmt->loop);
      return TL_WALK_OVER;
    case TL_STMT_IF:
      tl_expr_walk (stmt->cond, note_expr, c);
      note_body (c, stmt->cond, stmt->then_body);
      if (stmt->else_body != NULL)
        note_body (c, NULL, stmt->else_body);
      return TL_WALK_OVER;
    case TL_STMT_WHILE:
      tl_expr_walk (stmt->cond, note_expr, c);
      note_body (c, NULL, stmt->then_body);
      return TL_WALK_OVER;
    default:
      return TL_WALK_INTO;
    }
}

void
kernel_accesses_init (KernelAccesses *accesses, TlArena *arena, const TlKernel *kernel)
{
  g_autoptr (GPtrArray) loops = g_ptr_array_new (), conds = g_ptr_array_new ();
  AccessCollection c = { .arena = arena, .kernel = kernel, .found = accesses, .loops = loops, .conds = conds };

  *accesses = (KernelAccesses) {
    .accesses = g_ptr_array_new (), .values = g_hash_table_new (NULL, NULL), .depths = g_hash_table_new (NULL, NULL),
    .unknown = g_hash_table_new (NULL, NULL),
  };
  tl_stmt_walk (kernel->body, note_stmt, note_expr, &c);
}

void
kernel_accesses_clear (KernelAccesses *accesses)
{
  g_ptr_array_unref (accesses->accesses);
  g_hash_table_unref (accesses->values);
  g_hash_table_unref (accesses->depths);
  g_hash_table_unref (accesses->unknown);
}
