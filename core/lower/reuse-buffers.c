/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reuse-buffers: buffers that are never in use at the same time share one allocation, of the largest one's size.
 *
 *   alloc B: B = f (A);  alloc C: C = g (B);  alloc D: D = h (C)     →  alloc B: B = f (A);  alloc C: C = g (B);  B = h (C)
 *
 * Statements are numbered in the order of execution. A buffer lives from its allocation to its last use; a use in a loop inside of the
 * allocation counts to the loop's end, for the loop comes back. One sweep over the allocations then gives each the smallest memory that is
 * free and large enough, as linear scan does for registers (Poletto and Sarkar, 1999).
 *
 * In a kernel, buffers of scope "shared.dyn" of all types share one piece of memory: each gets the lowest offset (elem_offset) at which
 * nothing else lives at the same time. Those of scope "shared" that share are allocated around the whole kernel, as a declaration there is.
 *
 * Two others share if their types, scopes and permuted rows are the same. Parallel loops and what is around them do not share: each thread
 * has memory of its own. Small buffers live in registers and the first cache, and stay.
 */
#include "core/ir/kernel.h"
#include "core/ir/permuted-layout.h"
#include "core/lower/lower-private.h"

#define MIN_BYTES       2048
#define ARENA_ALIGNMENT 128   /* bytes */

/* Memory of one or more buffers. */
typedef struct
{
  const TlBuffer *first;        /* gives the name */
  guint           n_members;
  gint64          n_elements;   /* of the largest */
  guint           alignment;
  guint           last_use;     /* of its newest member */
  guint           alloc_end;    /* where the outermost allocation that is open ends */
  const TlStmt   *region;
  guint           number;       /* among all: keeps the order the same everywhere */
  const TlBuffer *shared;       /* what stands for all members; NULL: not made yet */
} BufferPlace;

/* Memory that may be shared: of one type and scope, in one parallel loop. */
typedef struct
{
  TlDType       dtype;
  const char   *scope;
  gint64        permuted_row;
  GPtrArray    *busy;           /* Place, a heap: the earliest last use at its root */
  GTree        *free;           /* Place, by size */
} ReuseGroup;

typedef struct
{
  const TlStmt *alloc;
  const TlStmt *region;
  guint         begin, last_use, end;   /* of the allocation; numbers of statements */
  guint         n_loops;                /* around the allocation */
  gint64        n_bytes, offset;        /* in dynamic memory of a block */
  guint         loop_end;               /* the loop inside of it whose end the last use was put off to, by its beginning */
} BufferLife;

/* A loop around the current statement. */
typedef struct
{
  guint      begin;
  GPtrArray *used;              /* Life: live to the end of this loop */
} OpenLoop;

typedef struct
{
  TlArena      *arena;
  guint         now;
  GPtrArray    *lives;          /* Life, by beginning */
  GHashTable   *life_of;        /* TlBuffer → Life */
  GArray       *loops;          /* OpenLoop */
  const TlStmt *region;
  GHashTable   *groups;         /* the parallel loop around, nullable → GPtrArray of Group */
  GPtrArray    *places;         /* Place: owner */
  GHashTable   *place_of;       /* TlBuffer → Place */
  GHashTable   *dropped;        /* ALLOC statements whose buffer lives in an allocation around them */
  GPtrArray    *in_arena;       /* Life: of dynamic memory of blocks, by beginning */
  GHashTable   *arena_twins;    /* TlBuffer of those → the one that knows its offset */
  gboolean      has_kernels;
} Reuse;

/* --- how long buffers live --- */

static void
use (Reuse *r, const TlBuffer *buffer)
{
  BufferLife *life = g_hash_table_lookup (r->life_of, buffer);
  if (life == NULL)
    return;
  life->last_use = MAX (life->last_use, r->now);
  if (life->n_loops >= r->loops->len)   /* fewer: another copy of its allocation, behind the loop of the first */
    return;
  OpenLoop *loop = &g_array_index (r->loops, OpenLoop, life->n_loops);
  if (life->loop_end == loop->begin)
    return;
  life->loop_end = loop->begin;
  g_ptr_array_add (loop->used, life);
}

static TlWalk
visit_expr (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LOAD)
    use (user_data, expr->buffer);
  return TL_WALK_INTO;
}

static TlWalk visit (const TlStmt *stmt, gpointer user_data);

static void
visit_body (Reuse *r, const TlStmt *body)
{
  tl_stmt_walk (body, visit, visit_expr, r);
}

static gboolean
is_in_arena (const Reuse *r, const TlBuffer *buffer)
{
  return r->has_kernels && g_str_equal (buffer->scope, "shared.dyn");
}

static void
visit_alloc (Reuse *r, const TlStmt *stmt)
{
  const TlBuffer *buffer = stmt->buffer;
  gint64 n = tl_buffer_n_elements (buffer), n_bytes = 0;
  gboolean is_counted = n >= 0 && !__builtin_mul_overflow (n, (gint64) tl_dtype_bytes (buffer->dtype), &n_bytes);
  if (!is_counted || (n_bytes < MIN_BYTES && !is_in_arena (r, buffer)) || buffer->n_dims != 1 || g_hash_table_contains (r->life_of, buffer))
    {
      visit_body (r, stmt->alloc_body);
      return;
    }
  BufferLife *life = g_new0 (BufferLife, 1);
  *life = (BufferLife) { .alloc = stmt, .region = r->region, .begin = r->now, .last_use = r->now, .n_loops = r->loops->len,
                         .n_bytes = n_bytes };
  g_ptr_array_add (r->lives, life);
  if (is_in_arena (r, buffer))
    g_ptr_array_add (r->in_arena, life);
  g_hash_table_insert (r->life_of, (gpointer) buffer, life);
  visit_body (r, stmt->alloc_body);
  life->end = r->now;
}

static void
visit_loop (Reuse *r, const TlStmt *body)
{
  OpenLoop loop = { .begin = r->now, .used = g_ptr_array_new () };
  guint depth = r->loops->len;
  g_array_append_val (r->loops, loop);
  visit_body (r, body);
  loop = g_array_index (r->loops, OpenLoop, depth);
  for (guint i = 0; i < loop.used->len; i++)
    ((BufferLife *) loop.used->pdata[i])->last_use = r->now;
  g_ptr_array_unref (loop.used);
  g_array_set_size (r->loops, depth);
}

/* Allocations in vectorized loops get a copy for each lane: they stay as they are, but what is used there lives. */
static TlWalk
visit_vectorized (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_STORE)
    use (user_data, stmt->buffer);
  return TL_WALK_INTO;
}

static TlWalk
visit (const TlStmt *stmt, gpointer user_data)
{
  Reuse *r = user_data;
  const TlStmt *outer_region = r->region;
  r->now++;
  switch (stmt->kind)
    {
    case TL_STMT_STORE:
      use (r, stmt->buffer);
      return TL_WALK_INTO;
    case TL_STMT_ALLOC:
      visit_alloc (r, stmt);
      return TL_WALK_OVER;
    case TL_STMT_FOR:
      tl_expr_walk (stmt->loop.min, visit_expr, r);
      tl_expr_walk (stmt->loop.extent, visit_expr, r);
      if (stmt->loop.kind == TL_LOOP_VECTORIZED)
        {
          tl_stmt_walk (stmt->loop.body, visit_vectorized, visit_expr, r);
          return TL_WALK_OVER;
        }
      if (stmt->loop.kind == TL_LOOP_PARALLEL || stmt->loop.kind == TL_LOOP_THREAD_BINDING)
        r->region = stmt;
      visit_loop (r, stmt->loop.body);
      r->region = outer_region;
      return TL_WALK_OVER;
    case TL_STMT_WHILE:
      tl_expr_walk (stmt->cond, visit_expr, r);
      visit_loop (r, stmt->then_body);
      tl_expr_walk (stmt->cond, visit_expr, r);
      return TL_WALK_OVER;
    default:
      return TL_WALK_INTO;
    }
}

/* --- who shares --- */

static void
group_free (gpointer data)
{
  ReuseGroup *group = data;
  g_ptr_array_unref (group->busy);
  g_tree_unref (group->free);
  g_free (group);
}

static gint
compare_sizes (gconstpointer a, gconstpointer b)
{
  const BufferPlace *x = a, *y = b;
  if (x->n_elements != y->n_elements)
    return x->n_elements < y->n_elements ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

static ReuseGroup *
find_group (Reuse *r, const BufferLife *life)
{
  const TlBuffer *buffer = life->alloc->buffer;
  GPtrArray *of_region = g_hash_table_lookup (r->groups, life->region);
  if (of_region == NULL)
    {
      of_region = g_ptr_array_new_with_free_func (group_free);
      g_hash_table_insert (r->groups, (gpointer) life->region, of_region);
    }
  for (guint i = 0; i < of_region->len; i++)
    {
      ReuseGroup *group = of_region->pdata[i];
      if (tl_dtype_equal (group->dtype, buffer->dtype) && g_strcmp0 (group->scope, buffer->scope) == 0
          && group->permuted_row == buffer->permuted_row)
        return group;
    }
  ReuseGroup *group = g_new0 (ReuseGroup, 1);
  *group = (ReuseGroup) { .dtype = buffer->dtype, .scope = buffer->scope, .permuted_row = buffer->permuted_row,
                          .busy = g_ptr_array_new (), .free = g_tree_new (compare_sizes) };
  g_ptr_array_add (of_region, group);
  return group;
}

static void
heap_swap (GPtrArray *heap, guint a, guint b)
{
  gpointer kept = heap->pdata[a];
  heap->pdata[a] = heap->pdata[b];
  heap->pdata[b] = kept;
}

static guint
last_use_at (const GPtrArray *heap, guint at)
{
  return ((const BufferPlace *) heap->pdata[at])->last_use;
}

static void
heap_add (GPtrArray *heap, BufferPlace *place)
{
  g_ptr_array_add (heap, place);
  for (guint at = heap->len - 1; at > 0 && last_use_at (heap, at) < last_use_at (heap, (at - 1) / 2); at = (at - 1) / 2)
    heap_swap (heap, at, (at - 1) / 2);
}

static BufferPlace *
heap_take (GPtrArray *heap)
{
  BufferPlace *root = heap->pdata[0];
  heap_swap (heap, 0, heap->len - 1);
  g_ptr_array_set_size (heap, (gint) heap->len - 1);
  for (guint at = 0, child = 1; child < heap->len; at = child, child = 2 * child + 1)
    {
      if (child + 1 < heap->len && last_use_at (heap, child + 1) < last_use_at (heap, child))
        child++;
      if (last_use_at (heap, at) <= last_use_at (heap, child))
        break;
      heap_swap (heap, at, child);
    }
  return root;
}

/* The smallest that is free and large enough, else the largest; NULL: none is free. */
static BufferPlace *
take_free (ReuseGroup *group, gint64 n_elements)
{
  BufferPlace wanted = { .n_elements = n_elements };
  GTreeNode *node = g_tree_lower_bound (group->free, &wanted);
  node = node != NULL ? node : g_tree_node_last (group->free);
  BufferPlace *place = node != NULL ? g_tree_node_key (node) : NULL;
  if (place != NULL)
    g_tree_remove (group->free, place);
  return place;
}

static void
choose_place (Reuse *r, const BufferLife *life)
{
  const TlBuffer *buffer = life->alloc->buffer;
  gint64 n = tl_buffer_n_elements (buffer);
  ReuseGroup *group = find_group (r, life);
  while (group->busy->len > 0 && last_use_at (group->busy, 0) < life->begin)
    {
      BufferPlace *over = heap_take (group->busy);
      g_tree_insert (group->free, over, over);
    }
  BufferPlace *place = take_free (group, n);
  if (place == NULL)
    {
      place = g_new0 (BufferPlace, 1);
      place->first = buffer;
      place->region = life->region;
      place->number = r->places->len;
      g_ptr_array_add (r->places, place);
    }
  if (place->alloc_end >= life->begin)
    g_hash_table_add (r->dropped, (gpointer) life->alloc);
  place->n_members++;
  place->n_elements = MAX (place->n_elements, n);
  place->alignment = MAX (place->alignment, buffer->alignment_bytes);
  place->last_use = life->last_use;
  place->alloc_end = MAX (place->alloc_end, life->end);
  heap_add (group->busy, place);
  g_hash_table_insert (r->place_of, (gpointer) buffer, place);
}

/* A declaration of shared memory in a kernel is one of all that is done there. */
static gboolean
is_around_kernel (const BufferPlace *place)
{
  return place->n_members > 1 && place->region != NULL && place->region->loop.kind == TL_LOOP_THREAD_BINDING
         && tl_scope_is_shared (place->first->scope);
}

static gboolean
meets (const BufferLife *a, const BufferLife *b)
{
  return a->region == b->region && a->begin <= b->last_use && b->begin <= a->last_use;
}

/* Behind those of the first @n lives that are in the way. */
static void
choose_offset (Reuse *r, BufferLife *life, guint n)
{
  gboolean moves = TRUE;
  while (moves)
    {
      moves = FALSE;
      for (guint i = 0; i < n; i++)
        {
          gint64            alignment = life->alloc->buffer->permuted_row > 0 ? TL_PERMUTED_ALIGNMENT : ARENA_ALIGNMENT;
          const BufferLife *other = r->in_arena->pdata[i];
          if (!meets (life, other) || life->offset >= other->offset + other->n_bytes || other->offset >= life->offset + life->n_bytes)
            continue;
          life->offset = (other->offset + other->n_bytes + alignment - 1) / alignment * alignment;
          moves = TRUE;
        }
    }
}

/* Whether @a lies in bytes of @b, at another time. */
static gboolean
overlaps (const BufferLife *a, const BufferLife *b)
{
  return a->region == b->region && !meets (a, b) && a->offset < b->offset + b->n_bytes && b->offset < a->offset + a->n_bytes;
}

/* Offsets of kernels in which something shares; others need none, as buffers lie one after the other. */
static void
set_offsets (Reuse *r, TlRemarks *remarks)
{
  g_autoptr (GHashTable) regions = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < r->in_arena->len; i++)
    for (guint k = 0; k < i; k++)
      if (overlaps (r->in_arena->pdata[i], r->in_arena->pdata[k]))
        {
          const BufferLife *life = r->in_arena->pdata[i], *other = r->in_arena->pdata[k];
          g_hash_table_add (regions, (gpointer) life->region);
          tl_remark_buffer (remarks, life->alloc->buffer, "shares dynamic memory with %s: they are not in use at the same time",
                            other->alloc->buffer->name);
        }
  for (guint i = 0; i < r->in_arena->len; i++)
    {
      const BufferLife *life = r->in_arena->pdata[i];
      if (!g_hash_table_contains (regions, life->region))
        continue;
      TlBuffer *twin = tl_arena_memdup (r->arena, life->alloc->buffer, sizeof *twin);
      twin->elem_offset = tl_int (r->arena, life->offset / tl_dtype_bytes (twin->dtype));
      g_hash_table_insert (r->arena_twins, (gpointer) life->alloc->buffer, twin);
    }
}

static void
remark_sharing (const Reuse *r, TlRemarks *remarks, const BufferLife *life)
{
  const TlBuffer *buffer = life->alloc->buffer;
  const BufferPlace *place = g_hash_table_lookup (r->place_of, buffer);
  if (buffer != place->first)
    tl_remark_buffer (remarks, buffer, "shares the memory of %s, %" G_GINT64_FORMAT " bytes: they are not in use at the same time",
                      place->first->name, place->n_elements * tl_dtype_bytes (buffer->dtype));
}

/* --- the rewrite --- */

static const TlBuffer *
buffer_of_place (Reuse *r, BufferPlace *place)
{
  if (place->shared == NULL)
    {
      TlBuffer *shared = (TlBuffer *) tl_buffer_new_const (r->arena, place->first->name, place->first->dtype, &place->n_elements, 1,
                                                           place->first->scope);
      shared->alignment_bytes = place->alignment;
      shared->permuted_row = place->first->permuted_row;
      place->shared = shared;
    }
  return place->shared;
}

static const TlBuffer *
shared_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  Reuse *r = rewriter->user_data;
  const TlBuffer *twin = g_hash_table_lookup (r->arena_twins, buffer);
  if (twin != NULL)
    return twin;
  BufferPlace *place = g_hash_table_lookup (r->place_of, buffer);
  return place == NULL || place->n_members < 2 ? buffer : buffer_of_place (r, place);
}

static gboolean
is_dropped (TlRewriter *rewriter, const TlStmt *stmt)
{
  const Reuse *r = rewriter->user_data;
  return stmt->kind == TL_STMT_ALLOC && g_hash_table_contains (r->dropped, stmt);
}

/*
 * Sequences in allocations that are dropped go on in the one around them; copied level by level, a chain of buffers would take quadratic
 * time.
 */
static void
append_rewritten (TlRewriter *rewriter, const TlStmt *stmt, GPtrArray *out)
{
  while (is_dropped (rewriter, stmt))
    stmt = stmt->alloc_body;
  if (stmt->kind != TL_STMT_SEQ)
    g_ptr_array_add (out, (gpointer) tl_rewrite_stmt (rewriter, stmt));
  else
    for (guint i = 0; i < stmt->n_stmts; i++)
      append_rewritten (rewriter, stmt->stmts[i], out);
}

/* The kernel with the allocations that stand around all of it; NULL: it has none. */
static const TlStmt *
allocate_around (TlRewriter *rewriter, const TlStmt *stmt)
{
  Reuse *r = rewriter->user_data;
  const TlStmt *body = NULL;
  for (guint i = r->places->len; i-- > 0;)
    {
      BufferPlace *place = r->places->pdata[i];
      if (place->region != stmt || !is_around_kernel (place))
        continue;
      body = body != NULL ? body : tl_rewrite_stmt (rewriter, stmt->loop.body);
      body = tl_stmt_alloc (r->arena, buffer_of_place (r, place), body);
    }
  return body != NULL ? tl_loop_with_body (r->arena, stmt, body) : NULL;
}

static const TlStmt *
drop_allocs (TlRewriter *rewriter, const TlStmt *stmt)
{
  if (stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_THREAD_BINDING)
    return allocate_around (rewriter, stmt);
  if (stmt->kind != TL_STMT_SEQ)
    return is_dropped (rewriter, stmt) ? tl_rewrite_stmt (rewriter, stmt->alloc_body) : NULL;
  g_autoptr (GPtrArray) stmts = g_ptr_array_sized_new (stmt->n_stmts);
  append_rewritten (rewriter, stmt, stmts);
  return tl_stmt_seq (rewriter->arena, (const TlStmt *const *) stmts->pdata, stmts->len);
}

static void
choose_memory (Reuse *r)
{
  guint n_placed = 0;
  for (guint i = 0; i < r->lives->len; i++)
    {
      BufferLife *life = r->lives->pdata[i];
      if (is_in_arena (r, life->alloc->buffer))
        choose_offset (r, life, n_placed++);
      else
        choose_place (r, life);
    }
  for (guint i = 0; i < r->lives->len; i++)
    {
      const BufferLife *life = r->lives->pdata[i];
      const BufferPlace *place = g_hash_table_lookup (r->place_of, life->alloc->buffer);
      if (place != NULL && is_around_kernel (place))
        g_hash_table_add (r->dropped, (gpointer) life->alloc);
    }
}

const TlPrimFunc *
tl_lower_reuse_buffers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (GPtrArray) lives = g_ptr_array_new_with_free_func (g_free), places = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) in_arena = g_ptr_array_new ();
  g_autoptr (GHashTable) groups = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GArray) loops = g_array_new (FALSE, FALSE, sizeof (OpenLoop));
  g_autoptr (GHashTable) life_of = g_hash_table_new (NULL, NULL), place_of = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) dropped = g_hash_table_new (NULL, NULL), arena_twins = g_hash_table_new (NULL, NULL);
  Reuse r = { .arena = builder->arena, .lives = lives, .life_of = life_of, .loops = loops, .groups = groups, .places = places,
              .place_of = place_of, .dropped = dropped, .in_arena = in_arena, .arena_twins = arena_twins,
              .has_kernels = tl_target_has_kernels (target) };
  visit_body (&r, func->body);
  choose_memory (&r);
  for (guint i = 0; i < lives->len; i++)
    if (g_hash_table_contains (place_of, ((const BufferLife *) lives->pdata[i])->alloc->buffer))
      remark_sharing (&r, remarks, lives->pdata[i]);
  set_offsets (&r, remarks);
  TlRewriter rewriter = { .arena = builder->arena, .stmt = drop_allocs, .buffer = shared_buffer, .user_data = &r };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
