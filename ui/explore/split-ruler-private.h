/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/draw-split.h"
#include "core/session/steps/split-effects.h"
#include "core/session/steps/split-timing.h"
#include "ui/explore/split-factor-row.h"
#include "ui/explore/split-plot.h"
#include "ui/explore/split-ruler.h"
#include "ui/explore/tile-picker.h"
#include "ui/widgets/after-frame.h"

G_BEGIN_DECLS

#define TL_SPLIT_MAX_MARKS 3u

struct _TlSplitRuler
{
  GtkWidget       parent_instance;
  TlEditor       *editor;
  /* While it is open */
  TlState        *state;            /* the present program; NULL: closed */
  TlState        *step;             /* whose factors change; NULL: a new split */
  TlSplitPlan     plan;
  guint           axis;             /* that the ruler shows */
  TlSplitPlan     legal;            /* the last plan that was not refused; no axes: none yet */
  TlSplitEffects *effects;          /* nullable; of @plan, unless they are still looked for */
  GCancellable   *finding;          /* nullable */
  TlAfterFrame   *preview;
  gboolean        apply_when_known;
  TlSplitTiming  *timing;
  guint           rest_source;      /* until the handle has rested long enough to measure */
  char           *refusal;          /* nullable: of the factor that the handle was moved to */
  GPtrArray      *partners;         /* const TlStmt *, of the choice after its first row */
  gboolean        is_filling;
  gint64          drag_factor;      /* where a drag from outside began; 0: none */
  gboolean        has_dragged_tile; /* from outside */
  double          arrow_y;
  graphene_rect_t anchor_bounds;    /* in the overlay, as they were last */
  gboolean        is_low;           /* there is no room for the tiles */
  guint           tiles_source;
  /* Of the plot */
  TlSplitPicture  picture;
  char           *name;
  GArray         *divisors;
  gint64          others[TL_SPLIT_MAX_FACTORS];
  TlSplitMark     marks[TL_SPLIT_MAX_MARKS];
  char           *lanes_text;
  GArray         *dots;             /* of TlSplitDot */
  /* Of the tile of two loops */
  TlTileGrid      grid;
  char           *side_names[2];
  GArray         *side_divisors[2];
  /* Owned children and template widgets */
  GtkWidget      *anchor;           /* weak */
  GtkWidget      *factor_rows[2];
  GtkWidget      *picker;
  GtkWidget      *plot;
  GtkWidget      *tiles;
  GtkWidget      *effects_view;
  GtkWidget      *card;
  GtkWidget      *title;
  GtkWidget      *note;
  GtkWidget      *why_not;
  GtkWidget      *cancel;
  GtkWidget      *apply;
  GtkWidget      *left;
  GtkWidget      *rows;
  GtkWidget      *verdict;
  GtkWidget      *cursor;
  GtkWidget      *partner;
  GtkWidget      *options;
  GtkWidget      *separator;
  GtkWidget      *effects_scroller;
};

/* In split-ruler.c */
/* The program whose loops the plan names. */
const TlModule *tl_split_ruler_module (TlSplitRuler *ruler);
/* Of the axis and factor that the ruler shows. */
const TlSplitFactors *tl_split_ruler_factors (TlSplitRuler *ruler, guint *active);

/* In split-ruler-show.c */
/* Everything but the consequences, which a thread finds. */
void tl_split_ruler_show_plan (TlSplitRuler *ruler);
void tl_split_ruler_show_effects (TlSplitRuler *ruler);
void tl_split_ruler_show_times (TlSplitRuler *ruler);
void tl_split_ruler_clear_picture (TlSplitRuler *ruler);
/* TlPictureDraw. */
void tl_split_ruler_draw_tiles (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer ruler);

G_END_DECLS
