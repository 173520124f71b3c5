/* SPDX-License-Identifier: Apache-2.0 */
/* Group "buffers" (TVM's group 2): how the store and the loads of its value move through memory, for the five buffers that matter most. */
#include "core/base/extremum.h"
#include "core/base/saturate.h"
#include "core/ir/walk.h"
#include "core/cost-model/features/features-private.h"

#define N_BUFFERS        5
#define CACHE_LINE_BYTES 64.0

static const TlColumnRow rows[] = {
  { "acc_type.kRead", "It is read", TL_FEATURE_FLAG },
  { "acc_type.kWrite", "It is written", TL_FEATURE_FLAG },
  { "acc_type.kReadWrite", "It is read and written", TL_FEATURE_FLAG },
  { "bytes", "Bytes accessed in all iterations", TL_FEATURE_LOG },
  { "unique_bytes", "Bytes of the accessed box", TL_FEATURE_LOG },
  { "lines", "Cache lines touched by all iterations", TL_FEATURE_LOG },
  { "unique_lines", "Cache lines of the accessed box", TL_FEATURE_LOG },
  { "reuse_type.kLoopMultipleRead", "Consecutive iterations of a surrounding loop access the same elements", TL_FEATURE_FLAG },
  { "reuse_type.kSerialMultipleReadWrite", "An earlier store under a common loop also accesses it", TL_FEATURE_FLAG },
  { "reuse_type.kNoReuse", "Neither", TL_FEATURE_FLAG },
  { "reuse_dis_iter", "Iterations until the next access of the same elements", TL_FEATURE_LOG },
  { "reuse_dis_bytes", "Bytes of all buffers accessed until then", TL_FEATURE_LOG },
  { "reuse_ct", "Number of repeated accesses", TL_FEATURE_LOG },
  { "bytes_d_reuse_ct", "bytes / reuse_ct, or / 0.5 without reuse", TL_FEATURE_LOG },
  { "unique_bytes_d_reuse_ct", "unique_bytes / reuse_ct, or / 0.5", TL_FEATURE_LOG },
  { "lines_d_reuse_ct", "lines / reuse_ct, or / 0.5", TL_FEATURE_LOG },
  { "unique_lines_d_reuse_ct", "unique_lines / reuse_ct, or / 0.5", TL_FEATURE_LOG },
  { "stride", "Elements between consecutive iterations of the innermost loop", TL_FEATURE_LOG },
};
const TlColumnGroup tl_group_buffers = { { "buffers", "Accesses of each buffer; buffers in descending order of cache lines",
                                           G_N_ELEMENTS (rows), N_BUFFERS },
                                         rows };

typedef enum { REUSE_BY_LOOP, REUSE_IN_SERIES, NO_REUSE } Reuse;

typedef struct
{
  const TlStoreBuffer *entry;
  double               bytes, unique_bytes, lines, unique_lines;
  Reuse                reuse;
  double               distance_iterations, distance_bytes, reuse_count;
  double               stride;
} BufferColumns;

/* --- strides --- */

/*
 * TVM's way to read the factor of a variable off an index: the last multiplication behind it in the text. In "i0 * 16 + i1 * 4 + i2" the
 * factor of i0 is 4; what the models see is the same here as there.
 */
typedef struct
{
  const TlVar *var;
  gboolean     has_var, has_product, has_sum;
  gint64       factor;
} FactorSearch;

static void
pass_product (FactorSearch *search, gint64 factor)
{
  if (search->has_var && !search->has_sum)
    {
      search->has_product = TRUE;
      search->factor = factor;
    }
}

static void
pass_sum (FactorSearch *search)
{
  if (search->has_var && !search->has_product)
    {
      search->has_sum = TRUE;
      search->factor = 1;
    }
}

static void
search_atom (FactorSearch *search, const TlExpr *expr)
{
  gint64 factor;
  if (expr->kind == TL_EXPR_VAR)
    {
      if (expr == search->var)
        {
          search->has_var = TRUE;
          search->factor = 2;
        }
      return;
    }
  if (tl_expr_kind_is_binary (expr->kind))
    {
      search_atom (search, expr->a);
      search_atom (search, expr->b);
    }
  else if (expr->kind == TL_EXPR_CAST || expr->kind == TL_EXPR_NOT)
    search_atom (search, expr->a);
  else if (expr->kind == TL_EXPR_LOAD)
    for (guint i = 0; i < expr->n_indices; i++)
      search_atom (search, expr->indices[i]);
  else if (expr->kind == TL_EXPR_RAMP || expr->kind == TL_EXPR_BROADCAST)
    search_atom (search, expr->base);
  if (expr->kind == TL_EXPR_MUL && (tl_expr_get_int (expr->a, &factor) || tl_expr_get_int (expr->b, &factor)))
    pass_product (search, factor);
  else if (expr->kind == TL_EXPR_ADD)
    pass_sum (search);
}

static gint64
index_factor (const TlIndexSum *sum, const TlVar *var)
{
  FactorSearch search = { .var = var };
  for (guint i = 0; i < sum->n_terms; i++)
    {
      search_atom (&search, sum->terms[i].atom);
      if (sum->terms[i].factor != 1 && sum->terms[i].factor != -1)
        pass_product (&search, sum->terms[i].factor);
      if (i > 0 && sum->terms[i].factor > 0)
        pass_sum (&search);
    }
  if (sum->constant > 0)
    pass_sum (&search);
  if (search.has_var && !search.has_product && !search.has_sum)
    return 1;
  return search.factor;
}

static gint64
loop_stride (const TlViewStore *store, const TlStoreBuffer *entry, guint depth)
{
  gint64 least = G_MAXINT64;
  guint64 bit = G_GUINT64_CONSTANT (1) << depth;
  if ((entry->loops & bit) == 0)
    return 0;
  for (guint a = 0; a < entry->n_accesses; a++)
    {
      const TlAccess *access = &store->accesses[entry->first + a];
      gint64 step = 1;
      for (guint d = entry->buffer->n_dims; d-- > 0;)
        {
          gint64 factor = index_factor (&access->indices[d], store->loops[depth]->loop->var);
          if (factor != 0)
            {
              least = tl_min (least, tl_mul_saturated (ABS (factor), step));
              break;
            }
          step = tl_mul_saturated (step, entry->shape[d]);
        }
    }
  return least == G_MAXINT64 ? 0 : least;
}

/* Bytes that lie together in memory: of the innermost dimension that is accessed from end to end; 1 if none is. */
static double
continuous_bytes (const TlStoreBuffer *entry)
{
  for (guint d = entry->buffer->n_dims; d-- > 0;)
    if (entry->extents[d] == entry->shape[d])
      return (double) entry->shape[d] * tl_dtype_bytes (entry->buffer->dtype);
  return 1;
}

static void
fill_lines (const TlViewStore *store, BufferColumns *columns)
{
  const TlStoreBuffer *entry = columns->entry;
  double element_bytes = tl_dtype_bytes (entry->buffer->dtype), skipped = 1;
  gint64 stride = 0;
  columns->bytes = element_bytes * store->iterations;
  if (store->n_loops == 0)
    {
      columns->unique_bytes = columns->lines = columns->unique_lines = 1;
      return;
    }
  guint depth = store->n_loops;
  while (depth > 0 && (stride = loop_stride (store, entry, depth - 1)) == 0)
    skipped *= (double) store->loops[--depth]->extent;
  columns->stride = depth == store->n_loops ? (double) stride : 0;
  columns->unique_bytes = (double) entry->touched[0] * element_bytes;
  columns->lines = MAX (1, store->iterations / skipped * MIN (1, (double) stride * element_bytes / CACHE_LINE_BYTES));
  columns->unique_lines = tl_max (1, columns->unique_bytes / tl_min (CACHE_LINE_BYTES, continuous_bytes (entry)));
}

/* --- reuse --- */

static const TlTouch *
find_touch (const TlViewLoop *loop, const TlBuffer *buffer)
{
  const TlTouch *touch = loop->touches;
  while (touch != NULL && touch->buffer != buffer)
    touch = touch->next;
  return touch;
}

/* The regions that this store and those before it touch under the loop, each on its own. */
static double
touched_bytes (const TlViewLoop *loop)
{
  double bytes = 0;
  for (const TlTouch *touch = loop->touches; touch != NULL; touch = touch->next)
    bytes += (double) touch->total * tl_dtype_bytes (touch->buffer->dtype);
  return bytes;
}

static void
fill_series (const TlViewLoop *loop, const TlTouch *touch, BufferColumns *columns)
{
  columns->reuse = REUSE_IN_SERIES;
  columns->reuse_count = touch->n - 1;
  columns->distance_iterations = (double) touch->least / (double) loop->extent;
  columns->distance_bytes = touched_bytes (loop) / (double) loop->extent;
}

/* The innermost loop that accesses the buffer again. */
static void
fill_reuse (const TlViewStore *store, BufferColumns *columns)
{
  double iterations = 1, bytes = 0;
  columns->reuse = NO_REUSE;
  for (guint i = 0; i < store->n_buffers; i++)
    bytes += tl_dtype_bytes (store->buffers[i].buffer->dtype);
  for (guint depth = store->n_loops; depth-- > 0;)
    {
      const TlViewLoop *loop = store->loops[depth];
      if ((columns->entry->loops >> depth & 1) == 0)
        {
          columns->reuse = REUSE_BY_LOOP;
          columns->reuse_count = (double) loop->extent;
          columns->distance_iterations = iterations;
          columns->distance_bytes = bytes;
          return;
        }
      const TlTouch *touch = find_touch (loop, columns->entry->buffer);
      if (touch->n >= 2)
        {
          fill_series (loop, touch, columns);
          return;
        }
      iterations *= (double) loop->extent;
      bytes = touched_bytes (loop);
    }
}

static gint
compare_columns (gconstpointer a, gconstpointer b)
{
  const BufferColumns *x = a, *y = b;
  if (x->lines != y->lines)
    return x->lines > y->lines ? -1 : 1;
  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return strcmp (x->entry->buffer->name, y->entry->buffer->name);
}

static void
write_columns (const BufferColumns *c, float *out)
{
  double count = c->reuse_count > 0 ? c->reuse_count : 0.5;
  out[c->entry->is_read && c->entry->is_written ? 2 : c->entry->is_written ? 1 : 0] = 1;
  out[7 + c->reuse] = 1;
  out[3] = tl_feature_log (c->bytes);
  out[4] = tl_feature_log (c->unique_bytes);
  out[5] = tl_feature_log (c->lines);
  out[6] = tl_feature_log (c->unique_lines);
  out[10] = tl_feature_log (c->distance_iterations);
  out[11] = tl_feature_log (c->distance_bytes);
  out[12] = tl_feature_log (c->reuse_count);
  out[13] = tl_feature_log (c->bytes / count);
  out[14] = tl_feature_log (c->unique_bytes / count);
  out[15] = tl_feature_log (c->lines / count);
  out[16] = tl_feature_log (c->unique_lines / count);
  out[17] = tl_feature_log (c->stride);
}

float *
tl_feature_buffers (const TlStoreView *view, const TlViewStore *store, float *out)
{
  BufferColumns *columns = tl_arena_new_array (view->arena, BufferColumns, store->n_buffers);
  for (guint i = 0; i < store->n_buffers; i++)
    {
      columns[i].entry = &store->buffers[i];
      fill_lines (store, &columns[i]);
      fill_reuse (store, &columns[i]);
    }
  qsort (columns, store->n_buffers, sizeof *columns, compare_columns);
  for (guint i = 0; i < MIN (store->n_buffers, N_BUFFERS); i++)
    write_columns (&columns[i], out + i * G_N_ELEMENTS (rows));
  return out + N_BUFFERS * G_N_ELEMENTS (rows);
}
