/* SPDX-License-Identifier: Apache-2.0 */
/* The values of an index or condition in all lanes of a warp at once, while loops and blocks stand at known places. */
#pragma once

#include "core/interp/gpu/warp-requests.h"
#include "core/ir/expr.h"

G_BEGIN_DECLS

/* A plain value. */
typedef struct
{
  gboolean is_uniform;              /* only lanes[0] is set, and holds for all */
  gint64   lanes[TL_WARP_LANES];
} TlLaneValue;

/* The values of variables. One thread at a time. */
typedef struct _TlLaneValues TlLaneValues;

TlLaneValues *tl_lane_values_new (void);
void          tl_lane_values_free (TlLaneValues *values);
void          tl_lane_values_set (TlLaneValues *values, const TlVar *var, const TlLaneValue *value);
void          tl_lane_values_set_int (TlLaneValues *values, const TlVar *var, gint64 value);
void          tl_lane_values_unset (TlLaneValues *values, const TlVar *var);

/* FALSE for what depends on memory, or on variables without a value. Divisions by zero give 0. */
gboolean      tl_lane_values_get (const TlLaneValues *values, const TlExpr *expr, TlLaneValue *value);

static inline gint64
tl_lane_value_at (const TlLaneValue *value, guint lane)
{
  return value->lanes[value->is_uniform ? 0 : lane];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlLaneValues, tl_lane_values_free)

G_END_DECLS
