/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rotate-products: behind a barrier, tensor cores would wait for the first fragments. The last product of an iteration is made behind the
 * wait for the next one's data and the loads of its first fragments, which so arrive while it runs:
 *
 *   for t in 8: { wait (t);  for k in unroll (4): { load (t, k);  copy (t, k);  multiply (k) };  commit }
 *     →  wait (0);  load (0, 0) → ahead
 *        for t in 7: { copy (t, 0);  multiply (ahead);  for k in 1, 2: { load; copy; multiply };
 *                      load (t, 3);  copy (t, 3);  commit;  wait (t + 1);  load (t + 1, 0) → ahead;  multiply (3) }
 *        the last iteration, without waits and loads ahead
 *
 * Invariant: all but the last product keep their order, and that one touches nothing but fragments that no statement it comes behind does.
 */
#include "core/ir/async-copy.h"
#include "core/ir/matrix-call.h"
#include "core/lower/lower-private.h"

#define MAX_REGISTERS   255
#define OTHER_REGISTERS 40     /* of a thread, beside fragments */
#define WARP_WORDS      128    /* bytes of a register of all lanes */

typedef enum { PART_LOAD, PART_COPY, PART_MULTIPLY, PART_OTHER } PartKind;

/* A loop around an unrolled one over products. */
typedef struct
{
  TlBuilder    *builder;
  const TlLoop *around, *products;
  gint64        n_products;
  guint         at;               /* the place of @products in the body of @around: waits are ahead of it, commits behind */
  GPtrArray    *fragments;        /* const TlBuffer *: allocated in an iteration of @products … */
  GPtrArray    *ahead;            /* … and those that the loads of the next iteration of @around go to */
  GPtrArray    *parts[PART_OTHER];/* const TlStmt * */
} Rotation;

/* --- what stands there --- */

typedef struct
{
  Rotation *r;
  PartKind  kind;
  gboolean  has_others;
} PartCheck;

static void
note_kind (PartCheck *check, PartKind kind)
{
  check->has_others |= kind == PART_OTHER || (check->kind != PART_OTHER && check->kind != kind);
  check->kind = kind;
}

static TlWalk
check_part (const TlStmt *stmt, gpointer user_data)
{
  PartCheck   *check = user_data;
  TlMatrixCall call;
  TlAsyncCopy  copy;
  gint64       extent;

  if (stmt->kind == TL_STMT_SEQ || stmt->kind == TL_STMT_IF || (stmt->kind == TL_STMT_FOR && tl_expr_get_int (stmt->loop.extent, &extent)))
    return TL_WALK_INTO;
  if (stmt->kind != TL_STMT_EVALUATE)
    note_kind (check, PART_OTHER);
  else if (tl_async_copy_read (stmt->expr, &copy))
    note_kind (check, PART_COPY);
  else if (!tl_matrix_call_read (stmt->expr, &call))
    note_kind (check, PART_OTHER);
  else if (call.kind == TL_MATRIX_LOAD && g_ptr_array_find (check->r->fragments, call.fragments[0].buffer, NULL))
    note_kind (check, PART_LOAD);
  else if (call.kind == TL_MATRIX_MULTIPLY && !g_ptr_array_find (check->r->fragments, call.fragments[0].buffer, NULL))
    note_kind (check, PART_MULTIPLY);
  else
    note_kind (check, PART_OTHER);
  return TL_WALK_OVER;
}

/* The statements of an iteration: loads, then copies, then products. */
static gboolean
read_parts (Rotation *r, const TlStmt *stmt)
{
  PartCheck check = { r, PART_OTHER, FALSE };

  if (stmt->kind == TL_STMT_ALLOC)
    {
      g_ptr_array_add (r->fragments, (gpointer) stmt->buffer);
      return tl_scope_is_mma (stmt->buffer->scope) && tl_buffer_n_elements (stmt->buffer) > 0 && read_parts (r, stmt->alloc_body);
    }
  if (stmt->kind == TL_STMT_SEQ)
    {
      for (guint i = 0; i < stmt->n_stmts; i++)
        if (!read_parts (r, stmt->stmts[i]))
          return FALSE;
      return TRUE;
    }
  tl_stmt_walk (stmt, check_part, NULL, &check);
  if (check.has_others || check.kind == PART_OTHER)
    return FALSE;
  for (PartKind later = check.kind + 1; later < PART_OTHER; later++)
    if (r->parts[later]->len > 0)
      return FALSE;
  g_ptr_array_add (r->parts[check.kind], (gpointer) stmt);
  return TRUE;
}

static gboolean
is_wait (const TlStmt *stmt)
{
  return tl_stmt_is_wait_group (stmt) || (stmt->kind == TL_STMT_EVALUATE && tl_expr_calls (stmt->expr, "tvm_storage_sync"));
}

static gboolean
is_products (const TlStmt *stmt, gint64 *n_products)
{
  return stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_UNROLLED && tl_expr_is_int (stmt->loop.min, 0)
         && tl_expr_get_int (stmt->loop.extent, n_products) && *n_products >= 2;
}

/* Waits, at least one; the products; commits. */
static gboolean
find_products (Rotation *r)
{
  const TlStmt *body = r->around->body;
  guint         at = 0;

  if (body->kind != TL_STMT_SEQ)
    return FALSE;
  while (at < body->n_stmts && is_wait (body->stmts[at]))
    at++;
  if (at == 0 || at == body->n_stmts || !is_products (body->stmts[at], &r->n_products))
    return FALSE;
  r->at = at;
  r->products = &body->stmts[at]->loop;
  for (guint i = at + 1; i < body->n_stmts; i++)
    if (!tl_stmt_is_commit_group (body->stmts[i]))
      return FALSE;
  return TRUE;
}

static gint64
count_registers (const TlBuffer *fragment)
{
  return tl_buffer_n_elements (fragment) * tl_dtype_bytes (fragment->dtype) / WARP_WORDS;
}

static TlWalk
find_sums (const TlExpr *expr, gpointer user_data)
{
  TlMatrixCall call;

  if (tl_matrix_call_read (expr, &call) && call.kind == TL_MATRIX_MULTIPLY && !g_ptr_array_find (user_data, call.fragments[0].buffer, NULL))
    g_ptr_array_add (user_data, (gpointer) call.fragments[0].buffer);
  return TL_WALK_OVER;
}

/* Whether a thread has registers for the sums, and for two of each fragment. */
static gboolean
fits_registers (const Rotation *r)
{
  g_autoptr (GPtrArray) sums = g_ptr_array_new ();
  gint64                n = OTHER_REGISTERS;

  for (guint i = 0; i < r->parts[PART_MULTIPLY]->len; i++)
    tl_stmt_walk (r->parts[PART_MULTIPLY]->pdata[i], NULL, find_sums, sums);
  for (guint i = 0; i < sums->len; i++)
    n += count_registers (sums->pdata[i]);
  for (guint i = 0; i < r->fragments->len; i++)
    n += 2 * count_registers (r->fragments->pdata[i]);
  return n <= MAX_REGISTERS;
}

/* --- the rewrite --- */

static void
add_parts (const Rotation *r, GPtrArray *into, PartKind kind)
{
  for (guint i = 0; i < r->parts[kind]->len; i++)
    g_ptr_array_add (into, r->parts[kind]->pdata[i]);
}

static const TlStmt *
seq_of (const Rotation *r, GPtrArray *stmts)
{
  return tl_stmt_seq (r->builder->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static const TlStmt *
alloc_all (const Rotation *r, GPtrArray *buffers, const TlStmt *body)
{
  for (guint i = buffers->len; i > 0; i--)
    body = tl_stmt_alloc (r->builder->arena, buffers->pdata[i - 1], body);
  return body;
}

/* Parts of the @index-th products, of the iteration @t of the loop around. */
static const TlStmt *
part_of (const Rotation *r, PartKind kind, const TlExpr *t, gint64 index)
{
  TlArena              *arena = r->builder->arena;
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  add_parts (r, stmts, kind);
  const TlExpr *value = tl_expr_int (arena, r->products->var->dtype, index);
  const TlStmt *part = tl_stmt_unrolled_copy (arena, seq_of (r, stmts), r->products->var, value, (guint) index, (guint) r->n_products);

  return t == r->around->var ? part : tl_stmt_substitute_var (arena, part, r->around->var, t);
}

/* The first ones, of fragments that are loaded ahead. */
static const TlStmt *
first_part (const Rotation *r, PartKind kind, const TlExpr *t)
{
  const TlStmt *part = part_of (r, kind, t, 0);

  for (guint i = 0; i < r->fragments->len; i++)
    part = tl_stmt_replace_buffer (r->builder->arena, part, r->fragments->pdata[i], r->ahead->pdata[i]);
  return part;
}

/* All products but the first and the last ones. */
static const TlStmt *
middle_loop (const Rotation *r, const TlExpr *t)
{
  TlArena              *arena = r->builder->arena;
  TlLoop                loop = *r->products;
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  for (PartKind kind = PART_LOAD; kind < PART_OTHER; kind++)
    add_parts (r, stmts, kind);
  loop.id = tl_builder_take_id (r->builder);
  loop.var = tl_var_copy (arena, loop.var);
  loop.extent = tl_expr_int (arena, loop.extent->dtype, r->n_products - 2);
  const TlExpr *value = tl_add (arena, loop.var, tl_expr_int (arena, loop.var->dtype, 1));
  const TlStmt *body = tl_stmt_substitute_var (arena, seq_of (r, stmts), r->products->var, value);

  loop.body = alloc_all (r, r->fragments, t == r->around->var ? body : tl_stmt_substitute_var (arena, body, r->around->var, t));
  return tl_stmt_with_origin (arena, tl_stmt_loop (arena, &loop), r->around->body->stmts[r->at]->origin);
}

/* The waits for iteration @t, and its first loads. */
static void
add_loads_ahead (const Rotation *r, GPtrArray *stmts, const TlExpr *t)
{
  for (guint i = 0; i < r->at; i++)
    g_ptr_array_add (stmts, (gpointer) r->around->body->stmts[i]);
  g_ptr_array_add (stmts, (gpointer) first_part (r, PART_LOAD, t));
}

/* @next is NULL for the last iteration. */
static const TlStmt *
iteration (const Rotation *r, const TlExpr *t, const TlExpr *next)
{
  const TlStmt         *body = r->around->body;
  g_autoptr (GPtrArray) stmts = g_ptr_array_new (), last = g_ptr_array_new ();

  if (r->parts[PART_COPY]->len > 0)
    g_ptr_array_add (stmts, (gpointer) part_of (r, PART_COPY, t, 0));
  g_ptr_array_add (stmts, (gpointer) first_part (r, PART_MULTIPLY, t));
  if (r->n_products > 2)
    g_ptr_array_add (stmts, (gpointer) middle_loop (r, t));
  g_ptr_array_add (last, (gpointer) part_of (r, PART_LOAD, t, r->n_products - 1));
  if (r->parts[PART_COPY]->len > 0)
    g_ptr_array_add (last, (gpointer) part_of (r, PART_COPY, t, r->n_products - 1));
  for (guint i = r->at + 1; i < body->n_stmts; i++)
    g_ptr_array_add (last, (gpointer) body->stmts[i]);
  if (next != NULL)
    add_loads_ahead (r, last, next);
  g_ptr_array_add (last, (gpointer) part_of (r, PART_MULTIPLY, t, r->n_products - 1));
  g_ptr_array_add (stmts, (gpointer) alloc_all (r, r->fragments, seq_of (r, last)));
  return seq_of (r, stmts);
}

static const TlStmt *
rotate (Rotation *r, gint64 n_iterations)
{
  TlArena              *arena = r->builder->arena;
  TlLoop                loop = *r->around;
  const TlExpr         *one = tl_expr_int (arena, loop.var->dtype, 1), *next = tl_add (arena, loop.var, one);
  const TlExpr         *end = tl_add (arena, loop.min, tl_expr_int (arena, loop.min->dtype, n_iterations - 1));
  g_autoptr (GPtrArray) stmts = g_ptr_array_new ();

  for (guint i = 0; i < r->fragments->len; i++)
    {
      const TlBuffer  *fragment = r->fragments->pdata[i];
      g_autofree char *name = g_strdup_printf ("%s_ahead", fragment->name);

      g_ptr_array_add (r->ahead, (gpointer) tl_buffer_copy (arena, fragment, name, fragment->scope));
    }
  add_loads_ahead (r, stmts, loop.min);
  loop.extent = tl_expr_int (arena, loop.extent->dtype, n_iterations - 1);
  loop.body = iteration (r, loop.var, next);
  g_ptr_array_add (stmts, (gpointer) tl_stmt_loop (arena, &loop));
  g_ptr_array_add (stmts, (gpointer) iteration (r, end, NULL));
  return alloc_all (r, r->ahead, seq_of (r, stmts));
}

typedef struct
{
  TlBuilder *builder;
  TlRemarks *remarks;
} RotatePass;

static const TlStmt *
rewrite_stmt (TlRewriter *rewriter, const TlStmt *stmt)
{
  RotatePass           *pass = rewriter->user_data;
  g_autoptr (GPtrArray) fragments = g_ptr_array_new (), ahead = g_ptr_array_new ();
  g_autoptr (GPtrArray) loads = g_ptr_array_new (), copies = g_ptr_array_new (), products = g_ptr_array_new ();
  Rotation              r = { .builder = pass->builder, .around = &stmt->loop, .fragments = fragments, .ahead = ahead,
                              .parts = { loads, copies, products } };
  gint64                n_iterations;

  if (stmt->kind != TL_STMT_FOR || stmt->loop.kind != TL_LOOP_SERIAL || !tl_expr_get_int (stmt->loop.extent, &n_iterations)
      || n_iterations < 2 || !find_products (&r) || !read_parts (&r, r.products->body) || loads->len == 0 || products->len == 0
      || !fits_registers (&r))
    return NULL;
  const TlStmt *rotated = rotate (&r, n_iterations);

  tl_remark_loop (pass->remarks, &stmt->loop, "loads the first fragments of its next iteration while its last product runs");
  return rotated;
}

const TlPrimFunc *
tl_lower_rotate_products (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  RotatePass pass = { builder, remarks };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = rewrite_stmt, .expr = tl_rewrite_no_expr, .user_data = &pass };

  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
