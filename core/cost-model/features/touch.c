/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much of each buffer the iterations of each loop touch: the box of all its accesses, from the innermost loop outwards, the loops
 * outside standing still.
 */
#include "core/base/saturate.h"
#include "core/cost-model/features/features-private.h"

/* The box in one dimension while more and more loops run. */
typedef struct
{
  gint64 low, high;
} Span;

/* Data read from memory may be any number: as an index, it is one of the buffer's. */
#define UNKNOWN_SPAN (G_GINT64_CONSTANT (1) << 31)

static void
start_term (TlIndexTerm *term, const TlViewStore *store, guint first)
{
  gint64 low, high;
  if (term->depth >= 0)
    low = high = store->loops[term->depth]->min;
  else
    tl_store_view_bounds (term->atom, store->loops, store->n_loops, first, &low, &high);
  if (low == G_MININT64 || high == G_MAXINT64 || high - low >= UNKNOWN_SPAN)
    {
      low = -UNKNOWN_SPAN;
      high = UNKNOWN_SPAN;
    }
  term->low = term->factor * (term->factor > 0 ? low : high);
  term->high = term->factor * (term->factor > 0 ? high : low);
}

static Span
start_span (const TlViewStore *store, TlIndexSum *sum)
{
  Span span = { sum->constant, sum->constant };
  for (guint i = 0; i < sum->n_terms; i++)
    {
      start_term (&sum->terms[i], store, store->n_loops);
      span.low += sum->terms[i].low;
      span.high += sum->terms[i].high;
    }
  return span;
}

/* The span with the loop at @depth running, too. */
static void
widen_span (Span *span, const TlViewStore *store, TlIndexSum *sum, guint depth)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << depth;
  for (guint i = 0; i < sum->n_terms; i++)
    {
      TlIndexTerm *term = &sum->terms[i];
      if ((term->loops & bit) == 0)
        continue;
      if (term->depth >= 0)
        {
          gint64 reach = term->factor * (store->loops[depth]->extent - 1);
          *(reach > 0 ? &span->high : &span->low) += reach;
          continue;
        }
      span->low -= term->low;
      span->high -= term->high;
      start_term (term, store, depth);
      span->low += term->low;
      span->high += term->high;
    }
}

/* Accesses by buffer, in the order of the first of each. */
static void
group_accesses (TlStoreView *view, TlViewStore *store)
{
  TlAccess *sorted = tl_arena_new_array (view->arena, TlAccess, store->n_accesses);
  store->buffers = tl_arena_new_array (view->arena, TlStoreBuffer, store->n_accesses);
  guint n = 0;
  for (guint i = 0; i < store->n_accesses; i++)
    {
      const TlBuffer *buffer = store->accesses[i].buffer;
      guint known = 0;
      while (known < store->n_buffers && store->buffers[known].buffer != buffer)
        known++;
      if (known < store->n_buffers)
        continue;
      TlStoreBuffer *entry = &store->buffers[store->n_buffers++];
      *entry = (TlStoreBuffer) { .buffer = buffer, .shape = tl_store_view_find_buffer (view, buffer)->shape, .first = n };
      for (guint k = i; k < store->n_accesses; k++)
        {
          if (store->accesses[k].buffer != buffer)
            continue;
          sorted[n++] = store->accesses[k];
          *(store->accesses[k].is_write ? &entry->is_written : &entry->is_read) = TRUE;
          for (guint d = 0; d < buffer->n_dims; d++)
            for (guint t = 0; t < store->accesses[k].indices[d].n_terms; t++)
              entry->loops |= store->accesses[k].indices[d].terms[t].loops;
        }
      entry->n_accesses = n - entry->first;
    }
  store->accesses = sorted;
}

static gint64
box_elements (const TlStoreBuffer *entry, const Span *spans)
{
  guint n_dims = entry->buffer->n_dims;
  gint64 elements = 1;
  for (guint d = 0; d < n_dims; d++)
    {
      gint64 low = G_MAXINT64, high = G_MININT64;
      for (guint a = 0; a < entry->n_accesses; a++)
        {
          low = MIN (low, spans[a * n_dims + d].low);
          high = MAX (high, spans[a * n_dims + d].high);
        }
      gint64 extent = high - low + 1;
      if (extent > UNKNOWN_SPAN)
        extent = entry->shape[d];
      entry->extents[d] = extent;
      elements = tl_mul_saturated (elements, extent);
    }
  return elements;
}

static void
measure_buffer (TlStoreView *view, TlViewStore *store, TlStoreBuffer *entry)
{
  guint n_dims = entry->buffer->n_dims, n_loops = store->n_loops;
  entry->touched = tl_arena_new_array (view->arena, gint64, MAX (n_loops, 1));
  entry->extents = tl_arena_new_array (view->arena, gint64, MAX (n_dims, 1));
  Span *spans = tl_arena_new_array (view->arena, Span, MAX (n_dims, 1) * entry->n_accesses);
  for (guint a = 0; a < entry->n_accesses; a++)
    for (guint d = 0; d < n_dims; d++)
      spans[a * n_dims + d] = start_span (store, &store->accesses[entry->first + a].indices[d]);
  for (guint depth = n_loops; depth-- > 0;)
    {
      for (guint a = 0; a < entry->n_accesses; a++)
        for (guint d = 0; d < n_dims; d++)
          widen_span (&spans[a * n_dims + d], store, &store->accesses[entry->first + a].indices[d], depth);
      entry->touched[depth] = box_elements (entry, spans);
      gint64 n_bytes = tl_mul_saturated (entry->touched[depth], tl_dtype_bytes (entry->buffer->dtype));
      store->touched_bytes[depth] = tl_add_saturated (store->touched_bytes[depth], n_bytes);
    }
}

static void
note_touch (TlArena *arena, TlViewLoop *loop, const TlBuffer *buffer, gint64 elements)
{
  TlTouch *touch = loop->touches;
  while (touch != NULL && touch->buffer != buffer)
    touch = touch->next;
  if (touch == NULL)
    {
      touch = tl_arena_new0 (arena, TlTouch);
      *touch = (TlTouch) { .buffer = buffer, .least = elements, .next = loop->touches };
      loop->touches = touch;
    }
  touch->n++;
  touch->least = MIN (touch->least, elements);
  touch->total = tl_add_saturated (touch->total, elements);
}

void
tl_store_view_touch (TlStoreView *view, TlViewStore *store)
{
  group_accesses (view, store);
  store->touched_bytes = tl_arena_new_array (view->arena, gint64, MAX (store->n_loops, 1));
  for (guint b = 0; b < store->n_buffers; b++)
    measure_buffer (view, store, &store->buffers[b]);
  for (guint i = 0; i < store->n_loops; i++)
    for (guint b = 0; b < store->n_buffers; b++)
      note_touch (view->arena, store->loops[i], store->buffers[b].buffer, store->buffers[b].touched[i]);
}
