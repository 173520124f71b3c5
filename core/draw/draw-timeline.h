/* SPDX-License-Identifier: Apache-2.0 */
/* The recent past of a tuning run: a row of states for the search and for each worker, an axis of time, and a legend. */
#pragma once

#include "core/draw/palette.h"

G_BEGIN_DECLS

typedef enum
{
  TL_TIMELINE_IDLE,
  TL_TIMELINE_BUILD,
  TL_TIMELINE_RUN,
  TL_TIMELINE_RESTART,
  TL_TIMELINE_WAIT,
  TL_TIMELINE_SEARCH,
  TL_TIMELINE_TRAIN,
  TL_TIMELINE_COMPARE,
  TL_N_TIMELINE_STATES,
} TlTimelineState;

/* "building" */
const char *tl_timeline_state_title (TlTimelineState state);

/* Rows are borrowed: their states at equal intervals, a ring that begins at @oldest and ends now. */
typedef struct
{
  const char *const   *names;
  const guint8 *const *rows;      /* of TlTimelineState */
  guint                n_rows;
  guint                n_samples;
  guint                oldest;
  double               sample_s;
} TlTimelineModel;

double tl_timeline_height (guint n_rows);
/* The row at @y; -1: none. */
gint   tl_timeline_row_at (const TlTimelineModel *model, double y);
/* Paints no background. */
void   tl_draw_timeline (cairo_t *cr, const TlTimelineModel *model, const TlPalette *palette, double width);

G_END_DECLS
