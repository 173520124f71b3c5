/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <math.h>

#include "core/draw/draw-plot.h"

G_BEGIN_DECLS

#define TL_PLOT_ROW_HEIGHT 18.0
#define TL_PLOT_LEAST_FIELD 30.0   /* so high is the field that trials stand in, or nothing is drawn */
#define TL_PLOT_FONT_PX     11.5
#define TL_PLOT_LABEL_ROOM  20.0   /* beside a rule, for its label */
#define TL_DOT_REACH        4.0     /* whole pixels that a dot can touch beside its middle */

/* A latency in the unit of the y axis: seconds or GFLOP/s. */
double   tl_plot_unit (const TlPlotModel *model, double latency_s);
double   tl_plot_log_unit (const TlPlotModel *model, double latency_s);
/* The trials [@first, @end) that stand between pixel columns @x0 and @x1; they are in order of x. */
void     tl_plot_range (const TlPlotModel *model, const TlPlotArea *area, double x0, double x1, guint *first, guint *end);
/* The lower limit of the best-so-far line: the latency of the marked trial; 0: none is marked. */
double   tl_plot_floor_s (const TlPlotModel *model);

/* Inline, as they are asked of all trials in a frame. */
static inline gboolean
tl_plot_has_mark (const TlPlotModel *model, guint index, TlTrialMark mark)
{
  return model->marks != NULL && (model->marks[index] & mark) != 0;
}

/* Whether the trial has a plausible latency, which goes to @latency. */
static inline gboolean
tl_plot_measured (const TlPlotModel *model, guint index, double *latency)
{
  *latency = model->latency_s[index];
  return model->outcome[index] == TL_OUTCOME_OK && *latency > 0 && *latency < HUGE_VAL
         && !tl_plot_has_mark (model, index, TL_TRIAL_IMPLAUSIBLE);
}

/* Where the x axis runs: below everything. */
double   tl_plot_axis_y (const TlPlotArea *area);
double   tl_plot_row_middle (const TlPlotArea *area, gint row);

/* Free with g_free. */
char    *tl_plot_y_label (gboolean throughput, double value);
/* Lines across the field, and their labels at its left. */
void     tl_plot_draw_y_axis (cairo_t *cr, const TlPlotArea *area, const TlPalette *palette, gboolean throughput, gboolean with_labels);

/* Latencies are counted in bins of fixed places, however many there are and whatever the range is. */
#define TL_PLOT_BINS_PER_DECADE 64
#define TL_PLOT_FIRST_DECADE    (-12)
#define TL_PLOT_N_BINS          (16 * TL_PLOT_BINS_PER_DECADE)

struct _TlPlotSummary
{
  guint    n;
  guint    counts[TL_N_OUTCOMES];
  guint8   marks;                /* all that occur … */
  gboolean has_plain;            /* … and whether there are trials of unknown origin, or mutated */
  guint    n_measured;           /* those with a plausible latency */
  double   shortest_s, longest_s;
  guint    bins[TL_PLOT_N_BINS];
  double   shortest_calibration_s, longest_calibration_s;   /* 0: none is known */
  GArray  *improvements;         /* guint: the trials that were faster than all before them */
};

/* The summary of the model, or one that is made now and goes to @own. */
const TlPlotSummary *tl_plot_summary_of (const TlPlotModel *model, TlPlotSummary **own);
/* The bin of a latency with this logarithm. */
guint    tl_plot_bin (double log10_s);

/* One paint: the layer between two pixel columns, with the trials that can show there. */
typedef struct
{
  cairo_t           *cr;
  const TlPlotModel *model;
  const TlPlotArea  *area;
  const TlPalette   *palette;
  double             x0, x1;
  guint              first, end;
  const TlPlotSummary *summary;
  double             x_per_unit;   /* pixels of the x axis */
} TlPlotPart;

/* tl_plot_x of a trial, without a division for each of very many. */
static inline double
tl_plot_part_x (const TlPlotPart *part, guint index)
{
  const TlPlotModel *model = part->model;
  double             x = model->by_time ? model->elapsed_s[index] : model->number != NULL ? model->number[index] : (double) index;

  return part->area->left + (x - part->area->x_min) * part->x_per_unit;
}

#define TL_PLOT_DIM 0.22   /* of the opacity of what is not of the chosen group */

/* The share of its opacity that a thing of @group has. */
static inline double
tl_plot_group_alpha (const TlPlotModel *model, TlPlotGroup group)
{
  return model->group == TL_PLOT_ALL || model->group == group ? 1 : TL_PLOT_DIM;
}

/* Whether something from @from to @to is seen: texts are dear. */
static inline gboolean
tl_plot_reaches (const TlPlotPart *part, double from, double to)
{
  return to >= part->x0 && from <= part->x1;
}

/* In plot-notes.c */
void tl_plot_draw_legend (const TlPlotPart *part);
void tl_plot_draw_predicted (const TlPlotPart *part);
void tl_plot_draw_rules (const TlPlotPart *part);
void tl_plot_draw_rule_labels (const TlPlotPart *part);
/* The middle of the label of a rule at @y: on that side of it, or on the other where it would leave the field. */
double tl_plot_rule_label_y (const TlPlotArea *area, double y, gboolean is_below);
void tl_plot_draw_density (const TlPlotPart *part);
void tl_plot_draw_improvements (const TlPlotPart *part);
void tl_plot_draw_whiskers (const TlPlotPart *part);

/* Dots whose middles lie in a rectangle of pixels. The fields are plot-dots.c's and tl_dots_add's. */
typedef struct
{
  float x, y;
} TlDot;

typedef struct
{
  double           left, top, right, bottom;
  guint8          *bits;        /* which squares hold a dot, column by column, as dots come; NULL: no dots */
  double           grid_left;
  guint            columns, rows;
  TlDot           *middles;     /* n of them in pixels of the plot */
  guint            n, n_allocated;
  cairo_surface_t *mask;        /* the first n_stamped of them at @scale; NULL: none yet */
  guint            n_stamped;
  double           scale;       /* pixels of the target in one of the plot */
} TlDots;

TlDots  *tl_dots_new (double left, double top, double right, double bottom);
void     tl_dots_free (TlDots *dots);
void     tl_dots_grow (TlDots *dots);
#define TL_DOT_ALPHA      0.7
#define TL_DOT_PALE_ALPHA 0.42

/* Those without a second measurement are paler. */
static inline double
tl_dot_alpha (const TlPalette *palette, gboolean is_pale)
{
  if (palette->is_high_contrast)
    return is_pale ? TL_DOT_ALPHA : 1;
  return is_pale ? TL_DOT_PALE_ALPHA : TL_DOT_ALPHA;
}
void     tl_dots_paint (TlDots *dots, cairo_t *cr, TlColor color, double alpha);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlDots, tl_dots_free)

/* Adds a dot if it is in the rectangle and its square is free. */
static inline void
tl_dots_add (TlDots *dots, double x, double y)
{
  const double slack = 1e-3;   /* one on the edge is inside, however it was rounded */
  guint8      *bit;

  if (x < dots->left - slack || x > dots->right + slack || y < dots->top - slack || y > dots->bottom + slack)
    return;
  if (dots->n == dots->n_allocated)
    tl_dots_grow (dots);
  bit = &dots->bits[(guint) ((x - dots->grid_left) / 2) * dots->rows + (guint) ((y - dots->top) / 2)];
  dots->middles[dots->n] = (TlDot) { (float) x, (float) y };
  dots->n += *bit == 0;   /* no branch: of very many trials half would be mispredicted */
  *bit = 1;
}

G_END_DECLS
