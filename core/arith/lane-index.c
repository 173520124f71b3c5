/* SPDX-License-Identifier: Apache-2.0 */
#include "core/arith/lane-index.h"

#include <string.h>

static TlLaneIndex
scalar_index (const TlExpr *base)
{
  return (TlLaneIndex) { .base = base, .lanes = 1 };
}

static gint64 *
new_offsets (TlArena *arena, guint lanes)
{
  return memset (tl_arena_new_array (arena, gint64, lanes), 0, sizeof (gint64) * lanes);
}

static gboolean
split_ramp (TlArena *arena, const TlExpr *index, TlLaneIndex *result)
{
  gint64 stride;
  if (!tl_expr_get_int (index->stride, &stride) || ABS (stride) > G_MAXINT32)
    return FALSE;
  *result = (TlLaneIndex) { index->base, new_offsets (arena, index->dtype.lanes), index->dtype.lanes };
  for (guint l = 0; l < result->lanes; l++)
    result->offsets[l] = stride * l;
  return TRUE;
}

static gint64
offset_of (const TlLaneIndex *index, guint lane)
{
  return index->lanes > 1 ? index->offsets[lane] : 0;
}

/* The same number in all lanes. */
static gboolean
is_uniform (const TlLaneIndex *index, gint64 *value)
{
  if (!tl_expr_get_int (index->base, value))
    return FALSE;
  for (guint l = 1; l < index->lanes; l++)
    if (index->offsets[l] != index->offsets[0])
      return FALSE;
  *value += offset_of (index, 0);
  return TRUE;
}

/* Lane by lane on what is added to the two bases, @x and @y: their numbers where the operation needs these, else 0. */
static gboolean
combine_offsets (TlArena *arena, TlExprKind kind, const TlLaneIndex *a, gint64 x, const TlLaneIndex *b, gint64 y, TlLaneIndex *result)
{
  result->lanes = MAX (a->lanes, b->lanes);
  result->offsets = new_offsets (arena, result->lanes);
  for (guint l = 0; l < result->lanes; l++)
    if (!tl_int_combine (kind, x + offset_of (a, l), y + offset_of (b, l), &result->offsets[l]) || ABS (result->offsets[l]) > G_MAXINT32)
      return FALSE;
  return TRUE;
}

/* Both operands are split. A quotient needs numbers, a product a factor that is one. */
static gboolean
combine (TlArena *arena, TlExprKind kind, const TlLaneIndex *a, const TlLaneIndex *b, TlLaneIndex *result)
{
  gint64 x = 0, y = 0, factor;
  TlDType type = a->base->dtype;
  if (kind == TL_EXPR_ADD || kind == TL_EXPR_SUB)
    {
      result->base = tl_binary (arena, kind, a->base, b->base);
      return combine_offsets (arena, kind, a, 0, b, 0, result);
    }
  if (kind == TL_EXPR_MUL && is_uniform (b, &factor))
    {
      result->base = tl_mul (arena, a->base, tl_expr_int (arena, type, factor));
      return combine_offsets (arena, kind, a, 0, &(TlLaneIndex) { .lanes = 1 }, factor, result);
    }
  result->base = tl_expr_int (arena, type, 0);
  return tl_expr_get_int (a->base, &x) && tl_expr_get_int (b->base, &y) && combine_offsets (arena, kind, a, x, b, y, result);
}

gboolean
tl_lane_index_split (TlArena *arena, const TlExpr *index, TlLaneIndex *result)
{
  TlLaneIndex a, b;
  if (index->dtype.lanes == 1)
    {
      *result = scalar_index (index);
      return TRUE;
    }
  switch (index->kind)
    {
    case TL_EXPR_RAMP:
      return split_ramp (arena, index, result);
    case TL_EXPR_BROADCAST:
      *result = (TlLaneIndex) { index->base, new_offsets (arena, index->dtype.lanes), index->dtype.lanes };
      return TRUE;
    case TL_EXPR_ADD:
    case TL_EXPR_SUB:
    case TL_EXPR_MUL:
    case TL_EXPR_FLOORDIV:
    case TL_EXPR_FLOORMOD:
      return tl_lane_index_split (arena, index->a, &a) && tl_lane_index_split (arena, index->b, &b)
             && combine (arena, index->kind, &a, &b, result);
    default:
      return FALSE;
    }
}

gboolean
tl_lane_index_add (TlArena *arena, const TlLaneIndex *a, const TlLaneIndex *b, TlLaneIndex *sum)
{
  return combine (arena, TL_EXPR_ADD, a, b, sum);
}

const TlExpr *
tl_lane_index_to_expr (TlArena *arena, const TlLaneIndex *index)
{
  TlDType type = index->base->dtype;
  gint64 step = index->lanes > 1 ? index->offsets[1] - index->offsets[0] : 0;
  if (index->lanes == 1)
    return index->base;
  for (guint l = 2; l < index->lanes; l++)
    if (index->offsets[l] - index->offsets[l - 1] != step)
      return NULL;
  const TlExpr *first = tl_add (arena, index->base, tl_expr_int (arena, type, index->offsets[0]));
  return step == 0 ? tl_expr_broadcast (arena, first, index->lanes)
                   : tl_expr_ramp (arena, first, tl_expr_int (arena, type, step), index->lanes);
}

const TlExpr *
tl_index_shift (TlArena *arena, const TlExpr *index, const TlExpr *distance)
{
  guint lanes = index->dtype.lanes;
  if (lanes == 1)
    return tl_add (arena, distance, index);
  if (index->kind == TL_EXPR_RAMP)
    return tl_expr_ramp (arena, tl_add (arena, distance, index->base), tl_cast (arena, distance->dtype, index->stride), lanes);
  if (index->kind == TL_EXPR_BROADCAST)
    return tl_expr_broadcast (arena, tl_add (arena, distance, index->base), lanes);
  return tl_add (arena, tl_expr_broadcast (arena, distance, lanes), index);
}
