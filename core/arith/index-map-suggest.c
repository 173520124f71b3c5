/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layouts from access patterns. The position of B[k, j] under loops k_0, j_0, k_1, j_1 is made of the pieces
 *
 *     k_0 | k_1 | j_0 | j_1          in the order of their scale: where they lie in memory
 *     k_0 | j_0 | k_1 | j_1          in the order of the loops: where they would better lie
 *
 * so the position, taken apart into pieces and put in the second order, gives the new indices.
 */
#include "core/arith/index-map.h"

#include "core/arith/iter-map-private.h"
#include "core/arith/stride.h"

/* A piece of an iterator: var // lower % extent. */
typedef struct
{
  const TlVar *var;
  guint        depth;    /* place of the iterator, from outside */
  gint64       lower;
  gint64       extent;
} PositionDigit;

/* The pieces below a sum, the one of the largest scale first. FALSE where one is no number. */
static gboolean
collect_digits (const TlIterSum *sum, const TlIter *iters, GArray *digits)
{
  for (guint i = 0; i < sum->n; i++)
    {
      const TlIterSplit *split = &sum->splits[i];
      PositionDigit digit = { .var = split->mark->var };

      if (!digit.var)
        {
          if (!collect_digits (&split->mark->sum, iters, digits))
            return FALSE;
          continue;
        }
      if (!tl_expr_get_int (split->lower, &digit.lower) || !tl_expr_get_int (split->extent, &digit.extent))
        return FALSE;
      while (iters[digit.depth].var != digit.var)
        digit.depth++;
      g_array_append_val (digits, digit);
    }
  return TRUE;
}

static GArray *
digits_of (TlArena *arena, const TlExpr *position, const TlIter *iters, guint n_iters, const TlExpr *predicate)
{
  g_autoptr (TlArena) scratch = tl_arena_new (arena);
  g_autoptr (GArray) digits = g_array_new (FALSE, FALSE, sizeof (PositionDigit));
  TlIterMapper mapper;
  TlIterSum sum = { 0 };
  gboolean is_map;

  tl_iter_mapper_init (&mapper, scratch, iters, n_iters, TL_ITER_MAP_SURJECTIVE, FALSE);
  is_map = tl_iter_map_bindings (&mapper, &position, 1, predicate, &sum) && collect_digits (&sum, iters, digits);
  tl_iter_mapper_clear (&mapper);
  return is_map && digits->len > 0 ? g_steal_pointer (&digits) : NULL;
}

static const TlExpr *
position_of (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices)
{
  TlRegion point = tl_region_point (arena, buffer, indices);

  return tl_region_position (arena, &point);
}

/* Places in @digits, in the order of the loops; of one iterator the more significant piece first. */
static guint *
loop_order (const GArray *digits)
{
  guint *order = g_new (guint, digits->len);

  for (guint i = 0; i < digits->len; i++)
    {
      const PositionDigit *digit = &g_array_index (digits, PositionDigit, i), *other;
      guint at = i;

      for (; at > 0; at--)
        {
          other = &g_array_index (digits, PositionDigit, order[at - 1]);
          if (other->depth < digit->depth || (other->depth == digit->depth && other->lower >= digit->lower))
            break;
          order[at] = order[at - 1];
        }
      order[at] = i;
    }
  return order;
}

static const TlVar **
index_vars (TlArena *arena, TlDType type, guint n)
{
  const TlVar **vars = tl_arena_new_array (arena, const TlVar *, n);

  for (guint i = 0; i < n; i++)
    vars[i] = tl_expr_var (arena, tl_arena_printf (arena, "i%u", i), type);
  return vars;
}

/* Old indices to new ones: the position taken apart. */
static const TlIndexMap *
map_forth (TlAnalyzer *analyzer, const TlBuffer *buffer, const GArray *digits, const guint *order)
{
  TlArena *arena = tl_analyzer_arena (analyzer);
  const TlVar **vars = index_vars (arena, buffer->shape[0]->dtype, buffer->n_dims);
  const TlExpr **pieces = tl_arena_new_array (arena, const TlExpr *, digits->len),
                 **final = tl_arena_new_array (arena, const TlExpr *, digits->len);
  const TlExpr *position;

  for (guint d = 0; d < buffer->n_dims; d++)
    tl_analyzer_bind (analyzer, vars[d], tl_expr_int (arena, vars[d]->dtype, 0), buffer->shape[d]);
  position = position_of (arena, buffer, vars);
  for (guint i = digits->len; i-- > 0;)
    {
      const TlExpr *extent = tl_expr_int (arena, vars[0]->dtype, g_array_index (digits, PositionDigit, i).extent);

      position = tl_analyzer_simplify (analyzer, position);
      pieces[i] = tl_analyzer_simplify (analyzer, tl_floormod (arena, position, extent));
      position = tl_floordiv (arena, position, extent);
    }
  for (guint i = 0; i < digits->len; i++)
    final[i] = pieces[order[i]];
  return tl_index_map_new (arena, vars, buffer->n_dims, final, digits->len);
}

/* New indices to old ones: the pieces put together and cut by the shape. */
static const TlIndexMap *
map_back (TlAnalyzer *analyzer, const TlBuffer *buffer, const GArray *digits, const guint *order)
{
  TlArena *arena = tl_analyzer_arena (analyzer);
  TlDType type = buffer->shape[0]->dtype;
  const TlVar **vars = index_vars (arena, type, digits->len), **pieces = tl_arena_new_array (arena, const TlVar *, digits->len);
  const TlExpr **final = tl_arena_new_array (arena, const TlExpr *, buffer->n_dims);
  const TlExpr *position = tl_expr_int (arena, type, 0);
  gint64 stride = 1;

  for (guint i = 0; i < digits->len; i++)
    pieces[order[i]] = vars[i];
  for (guint i = digits->len; i-- > 0;)
    {
      gint64 extent = g_array_index (digits, PositionDigit, i).extent;

      tl_analyzer_bind (analyzer, pieces[i], tl_expr_int (arena, type, 0), tl_expr_int (arena, type, extent));
      position = tl_add (arena, tl_mul (arena, pieces[i], tl_expr_int (arena, type, stride)), position);
      stride *= extent;
    }
  for (guint d = buffer->n_dims; d-- > 0;)
    {
      final[d] = tl_analyzer_simplify (analyzer, tl_floormod (arena, position, buffer->shape[d]));
      position = tl_floordiv (arena, position, buffer->shape[d]);
    }
  return tl_index_map_new (arena, vars, digits->len, final, buffer->n_dims);
}

const TlIndexMap *
tl_index_map_suggest (TlArena *arena, const TlBuffer *buffer, const TlExpr *const *indices, const TlIter *iters, guint n_iters,
                      const TlExpr *predicate)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (arena), of_loops = tl_analyzer_new (arena);
  g_autoptr (GArray) digits = NULL;
  g_autofree guint *order = NULL;
  const TlIndexMap *forth;

  if (buffer->n_dims == 0)
    return NULL;
  for (guint i = 0; i < n_iters; i++)
    tl_analyzer_bind (of_loops, iters[i].var, iters[i].min, iters[i].extent);
  digits = digits_of (arena, tl_analyzer_simplify (of_loops, position_of (arena, buffer, indices)), iters, n_iters, predicate);
  if (!digits)
    return NULL;
  order = loop_order (digits);
  forth = map_forth (analyzer, buffer, digits, order);
  return tl_index_map_with_inverse (arena, forth, map_back (analyzer, buffer, digits, order));
}
