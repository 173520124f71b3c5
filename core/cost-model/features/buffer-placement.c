/* SPDX-License-Identifier: Apache-2.0 */
/* Where the buffers of a view live and how large they are there. */
#include "core/arith/lane-index.h"
#include "core/cost-model/features/store-view-private.h"

const TlExpr *const *
tl_store_view_match_indices (TlArena *arena, TlAnalyzer *analyzer, const TlMatchBuffer *match, const TlExpr *const *indices,
                             guint n_indices, guint *n_dims)
{
  guint n_source = match->source.buffer->n_dims, n_dropped = n_source - MIN (n_indices, n_source);
  const TlExpr **result = tl_arena_new_array (arena, const TlExpr *, MAX (n_source, 1));
  for (guint i = 0; i < n_source; i++)
    {
      const TlExpr *min = match->source.ranges[i].min;
      result[i] = i < n_dropped ? min : tl_index_shift (arena, indices[i - n_dropped], min);
      if (result[i]->dtype.lanes == 1)
        result[i] = tl_analyzer_simplify (analyzer, result[i]);
    }
  *n_dims = n_source;
  return result;
}

/* --- shrinking --- */

static guint64
outer_mask (guint n_outer)
{
  return n_outer >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << n_outer) - 1;
}

static gboolean
same_term (const TlIndexTerm *a, const TlIndexTerm *b)
{
  return a->factor == b->factor && (a->atom == b->atom || tl_expr_equal (a->atom, b->atom));
}

/* The part of the sum that the outer loops determine is the same in both. */
static gboolean
same_outer_part (const TlIndexSum *a, const TlIndexSum *b, guint64 outer)
{
  guint n_a = 0, n_b = 0;
  for (guint i = 0; i < b->n_terms; i++)
    n_b += (b->terms[i].loops & outer) != 0;
  for (guint i = 0; i < a->n_terms; i++)
    {
      if ((a->terms[i].loops & outer) == 0)
        continue;
      gboolean found = FALSE;
      for (guint k = 0; k < b->n_terms && !found; k++)
        found = same_term (&a->terms[i], &b->terms[k]);
      if (!found)
        return FALSE;
      n_a++;
    }
  return n_a == n_b;
}

/* Whether what the loops inside decide of @sum is all that @guard asks about: then it is at most what this gives. */
static gboolean
guard_limits (const TlViewGuard *guard, const TlIndexSum *sum, guint64 outer, gint64 *most)
{
  guint n = 0;
  for (guint i = 0; i < sum->n_terms; i++)
    {
      if ((sum->terms[i].loops & outer) != 0)
        continue;
      gboolean found = FALSE;
      for (guint k = 0; k < guard->sum.n_terms && !found; k++)
        found = same_term (&sum->terms[i], &guard->sum.terms[k]);
      if (!found)
        return FALSE;
      n++;
    }
  *most = guard->most - guard->sum.constant + sum->constant;
  return n == guard->sum.n_terms;
}

/* Bounds of what the loops inside decide; FALSE if a term mixes both or has none. */
static gboolean
inner_bounds (const TlViewStore *store, const TlIndexSum *sum, guint n_outer, gint64 *low, gint64 *high)
{
  guint64 outer = outer_mask (n_outer);
  *low = *high = sum->constant;
  for (guint i = 0; i < sum->n_terms; i++)
    {
      const TlIndexTerm *term = &sum->terms[i];
      gint64 from, to;
      if ((term->loops & outer) != 0)
        {
          if ((term->loops & ~outer) != 0)
            return FALSE;
          continue;
        }
      tl_store_view_bounds (term->atom, store->loops, store->n_loops, n_outer, &from, &to);
      if (from == G_MININT64 || to == G_MAXINT64)
        return FALSE;
      *low += term->factor * (term->factor > 0 ? from : to);
      *high += term->factor * (term->factor > 0 ? to : from);
    }
  for (guint i = 0; i < store->n_guards; i++)
    {
      gint64 most;
      if (guard_limits (&store->guards[i], sum, outer, &most))
        *high = MIN (*high, most);
    }
  return TRUE;
}

typedef struct
{
  gboolean          is_whole;     /* cannot be told: all of the dimension */
  const TlIndexSum *sample;       /* one of the indices; NULL: none yet */
  gboolean          has_outer;
  gint64            low, high;
} DimensionUse;

static void
note_use (DimensionUse *use, const TlViewStore *store, const TlIndexSum *sum, guint n_outer)
{
  gint64 low, high;
  guint64 outer = outer_mask (n_outer);
  if (use->is_whole)
    return;
  if (!inner_bounds (store, sum, n_outer, &low, &high) || (use->sample != NULL && !same_outer_part (use->sample, sum, outer)))
    {
      use->is_whole = TRUE;
      return;
    }
  for (guint i = 0; i < sum->n_terms; i++)
    use->has_outer |= (sum->terms[i].loops & outer) != 0;
  use->low = use->sample == NULL ? low : MIN (use->low, low);
  use->high = use->sample == NULL ? high : MAX (use->high, high);
  use->sample = sum;
}

static void
make_relative (TlIndexSum *sum, guint64 outer, gint64 low)
{
  guint n = 0;
  for (guint i = 0; i < sum->n_terms; i++)
    if ((sum->terms[i].loops & outer) == 0)
      sum->terms[n++] = sum->terms[i];
  sum->n_terms = n;
  sum->constant -= low;
}

static void
shrink_buffer (TlStoreView *view, TlViewBuffer *entry)
{
  guint n_dims = entry->buffer->n_dims;
  DimensionUse *uses = tl_arena_new_array (view->arena, DimensionUse, MAX (n_dims, 1));
  for (guint s = 0; s < view->n_stores; s++)
    for (guint a = 0; a < view->stores[s]->n_accesses; a++)
      if (view->stores[s]->accesses[a].buffer == entry->buffer)
        for (guint d = 0; d < n_dims; d++)
          note_use (&uses[d], view->stores[s], &view->stores[s]->accesses[a].indices[d], entry->n_outer);
  for (guint d = 0; d < n_dims; d++)
    {
      DimensionUse *use = &uses[d];
      if (use->is_whole || use->sample == NULL)
        continue;
      if (!use->has_outer)
        {
          use->low = MAX (use->low, 0);
          use->high = MIN (use->high, entry->shape[d] - 1);
        }
      gint64 extent = use->high - use->low + 1;
      if (extent <= 0)
        use->is_whole = TRUE;
      else
        entry->shape[d] = MIN (extent, entry->shape[d]);
    }
  for (guint s = 0; s < view->n_stores; s++)
    for (guint a = 0; a < view->stores[s]->n_accesses; a++)
      if (view->stores[s]->accesses[a].buffer == entry->buffer)
        for (guint d = 0; d < n_dims; d++)
          if (!uses[d].is_whole && uses[d].sample != NULL)
            make_relative (&view->stores[s]->accesses[a].indices[d], outer_mask (entry->n_outer), uses[d].low);
}

/* Threads of a block share "shared" memory, blocks of a grid share "global": such buffers stay outside of the loops that these are. */
static gboolean
is_within (const char *thread, const char *scope)
{
  if (thread == NULL)
    return FALSE;
  if (g_str_has_prefix (scope, "shared"))
    return g_str_has_prefix (thread, "threadIdx");
  return g_str_has_prefix (scope, "global") && (g_str_has_prefix (thread, "threadIdx") || g_str_has_prefix (thread, "blockIdx"));
}

static const TlViewLoop *
home_of (const TlViewBuffer *entry)
{
  const TlViewLoop *home = entry->home;
  for (const TlViewLoop *loop = entry->home; loop != NULL; loop = loop->outer)
    if (loop->loop->kind == TL_LOOP_THREAD_BINDING && is_within (loop->loop->thread, entry->buffer->scope))
      home = loop->outer;
  return home;
}

void
tl_store_view_place_buffers (TlStoreView *view)
{
  for (guint i = 0; i < view->n_buffers; i++)
    {
      TlViewBuffer *entry = view->buffers[i];
      if (!entry->is_allocated || !entry->is_accessed)
        continue;
      const TlViewLoop *home = home_of (entry);
      entry->home = home;
      entry->n_outer = home != NULL ? home->depth + 1 : 0;
      shrink_buffer (view, entry);
    }
}
