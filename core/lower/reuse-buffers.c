/* SPDX-License-Identifier: Apache-2.0 */
/*
 * reuse-buffers: buffers that are never in use at the same time share one allocation, of the largest one's size.
 *
 *   alloc B: B = f (A);  alloc C: C = g (B);  alloc D: D = h (C)     →  alloc B: B = f (A);  alloc C: C = g (B);  B = h (C)
 *
 * Two share if their types and scopes are the same and the later one begins when the earlier one's last use is over: its allocation has
 * ended, or nothing inside the later allocation or after it uses the earlier one, with no loop between the two to come back. Parallel loops
 * and what is around them do not share: each thread has memory of its own. Small buffers live in registers and the first cache, and stay.
 */
#include "core/lower/lower-private.h"

#define MIN_BYTES 2048

/* Memory of one or more buffers. */
typedef struct
{
  GPtrArray      *members;      /* const TlBuffer *, the first gives the name */
  const TlStmt   *region;       /* the parallel loop around; NULL: none */
  gint64          n_elements;   /* of the largest */
  guint           alignment;
  const TlBuffer *shared;       /* what stands for all members */
} Place;

typedef enum
{
  AROUND_ALLOC,
  AROUND_LOOP,
  AROUND_SEQ,
} AroundKind;

/* One step on the way from the root to the current statement. */
typedef struct
{
  AroundKind    kind;
  const TlStmt *stmt;
  guint         at;             /* of a sequence: the statement that the way goes through */
} Around;

typedef struct
{
  TlArena      *arena;
  GArray       *way;            /* Around */
  GPtrArray    *places;         /* Place */
  GHashTable   *place_of;       /* TlBuffer → Place */
  GHashTable   *dropped;        /* ALLOC statements whose buffer lives in an allocation around them */
  const TlStmt *region;
} Reuse;

static void
place_free (gpointer data)
{
  Place *place = data;
  g_ptr_array_unref (place->members);
  g_free (place);
}

/* --- who may share ------------------------------------------------------------------------------------------------------------------------ */

/* Whether the allocation of @buffer is around the current statement; @after: the first step inside of it. */
static gboolean
is_around (const Reuse *r, const TlBuffer *buffer, guint *after)
{
  for (guint i = 0; i < r->way->len; i++)
    {
      const Around *step = &g_array_index (r->way, Around, i);
      *after = i + 1;
      if (step->kind == AROUND_ALLOC && step->stmt->buffer == buffer)
        return TRUE;
    }
  return FALSE;
}

/* Nothing from @alloc on uses @buffer, whose allocation the steps from @first on are in. */
static gboolean
is_over (const Reuse *r, const TlBuffer *buffer, guint first, const TlStmt *alloc)
{
  if (tl_stmt_uses_buffer (alloc->alloc_body, buffer))
    return FALSE;
  for (guint i = first; i < r->way->len; i++)
    {
      const Around *step = &g_array_index (r->way, Around, i);
      if (step->kind == AROUND_LOOP)
        return FALSE;
      for (guint k = step->at + 1; step->kind == AROUND_SEQ && k < step->stmt->n_stmts; k++)
        if (tl_stmt_uses_buffer (step->stmt->stmts[k], buffer))
          return FALSE;
    }
  return TRUE;
}

static gboolean
fits (const Reuse *r, const Place *place, const TlStmt *alloc)
{
  const TlBuffer *first = place->members->pdata[0], *buffer = alloc->buffer;
  if (place->region != r->region || !tl_dtype_equal (first->dtype, buffer->dtype) || g_strcmp0 (first->scope, buffer->scope) != 0)
    return FALSE;
  for (guint i = 0; i < place->members->len; i++)
    {
      guint after = 0;
      if (is_around (r, place->members->pdata[i], &after) && !is_over (r, place->members->pdata[i], after, alloc))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_member_around (const Reuse *r, const Place *place)
{
  guint after;
  for (guint i = 0; i < place->members->len; i++)
    if (is_around (r, place->members->pdata[i], &after))
      return TRUE;
  return FALSE;
}

static void
choose_place (Reuse *r, const TlStmt *alloc)
{
  const TlBuffer *buffer = alloc->buffer;
  gint64 n = tl_buffer_n_elements (buffer);
  if (n < 0 || n * tl_dtype_bytes (buffer->dtype) < MIN_BYTES || buffer->n_dims != 1 || g_hash_table_contains (r->place_of, buffer))
    return;
  Place *place = NULL;
  for (guint i = 0; i < r->places->len && place == NULL; i++)
    if (fits (r, r->places->pdata[i], alloc))
      place = r->places->pdata[i];
  if (place == NULL)
    {
      place = g_new0 (Place, 1);
      place->members = g_ptr_array_new ();
      place->region = r->region;
      g_ptr_array_add (r->places, place);
    }
  else if (has_member_around (r, place))
    g_hash_table_add (r->dropped, (gpointer) alloc);
  g_ptr_array_add (place->members, (gpointer) buffer);
  place->n_elements = MAX (place->n_elements, n);
  place->alignment = MAX (place->alignment, buffer->alignment_bytes);
  g_hash_table_insert (r->place_of, (gpointer) buffer, place);
}

/* --- the walk ----------------------------------------------------------------------------------------------------------------------------- */

static TlWalk
visit (const TlStmt *stmt, gpointer user_data)
{
  Reuse *r = user_data;
  Around step = { .stmt = stmt };
  const TlStmt *outer_region = r->region;
  switch (stmt->kind)
    {
    case TL_STMT_ALLOC:
      choose_place (r, stmt);
      step.kind = AROUND_ALLOC;
      g_array_append_val (r->way, step);
      tl_stmt_walk (stmt->alloc_body, visit, NULL, r);
      break;
    case TL_STMT_FOR:
      if (stmt->loop.kind == TL_LOOP_VECTORIZED)
        return TL_WALK_OVER;   /* buffers in it get a copy for each lane */
      if (stmt->loop.kind == TL_LOOP_PARALLEL)
        r->region = stmt;
      step.kind = AROUND_LOOP;
      g_array_append_val (r->way, step);
      tl_stmt_walk (stmt->loop.body, visit, NULL, r);
      break;
    case TL_STMT_WHILE:
      step.kind = AROUND_LOOP;
      g_array_append_val (r->way, step);
      tl_stmt_walk (stmt->then_body, visit, NULL, r);
      break;
    case TL_STMT_SEQ:
      step.kind = AROUND_SEQ;
      g_array_append_val (r->way, step);
      for (guint at = r->way->len - 1, i = 0; i < stmt->n_stmts; i++)
        {
          g_array_index (r->way, Around, at).at = i;
          tl_stmt_walk (stmt->stmts[i], visit, NULL, r);
        }
      break;
    default:
      return TL_WALK_INTO;
    }
  g_array_set_size (r->way, r->way->len - 1);
  r->region = outer_region;
  return TL_WALK_OVER;
}

static const TlBuffer *
shared_buffer (TlRewriter *rewriter, const TlBuffer *buffer)
{
  Reuse *r = rewriter->user_data;
  Place *place = g_hash_table_lookup (r->place_of, buffer);
  if (place == NULL || place->members->len < 2)
    return buffer;
  if (place->shared == NULL)
    {
      const TlBuffer *first = place->members->pdata[0];
      TlBuffer *shared = (TlBuffer *) tl_buffer_new_const (r->arena, first->name, first->dtype, &place->n_elements, 1, first->scope);
      shared->alignment_bytes = place->alignment;
      place->shared = shared;
    }
  return place->shared;
}

static const TlStmt *
drop_alloc (TlRewriter *rewriter, const TlStmt *stmt)
{
  const Reuse *r = rewriter->user_data;
  return g_hash_table_contains (r->dropped, stmt) ? tl_rewrite_stmt (rewriter, stmt->alloc_body) : NULL;
}

const TlPrimFunc *
tl_lower_reuse_buffers (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, GError **error)
{
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (Around));
  g_autoptr (GPtrArray) places = g_ptr_array_new_with_free_func (place_free);
  g_autoptr (GHashTable) place_of = g_hash_table_new (NULL, NULL), dropped = g_hash_table_new (NULL, NULL);
  Reuse r = { .arena = builder->arena, .way = way, .places = places, .place_of = place_of, .dropped = dropped };
  tl_stmt_walk (func->body, visit, NULL, &r);
  TlRewriter rewriter = { .arena = builder->arena, .stmt = drop_alloc, .buffer = shared_buffer, .user_data = &r };
  return tl_prim_func_with_body (builder->arena, func, tl_rewrite_stmt (&rewriter, func->body));
}
