/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Latency over trials. The plot is a layer that can be painted whole or between two pixel columns, so that a window repaints only where
 * trials came; hover and selection go on top. 100 000 trials cost a few milliseconds: points are stamped into one mask, at most one per
 * two pixels.
 */
#pragma once

#include "core/search/predicted-ranges.h"
#include "core/draw/palette.h"
#include "core/target/gpu-models.h"

G_BEGIN_DECLS

typedef struct _TlPlotSummary TlPlotSummary;

/* Trials that the legend tells apart, by origin and without a time. */
typedef enum
{
  TL_PLOT_ALL,
  TL_PLOT_RANDOM,
  TL_PLOT_MUTATED,     /* or of unknown origin */
  TL_PLOT_BY_HAND,
  TL_PLOT_NO_TIME,
  TL_N_PLOT_GROUPS,
} TlPlotGroup;

/* The data of the plot; arrays are borrowed, one entry per trial in order of number. */
typedef struct
{
  const guint  *number;         /* rising: the x axis; NULL: the index */
  const double *latency_s;      /* median of a measured trial; anything for a failed one */
  const float  *log10_latency;  /* of the same, nullable: saves taking the logarithms */
  const guint8 *outcome;        /* TlOutcomeKind */
  const guint8 *marks;          /* of TlTrialMark; nullable */
  const double *elapsed_s;      /* never falling; nullable unless by_time */
  const double *calibration_s;  /* what the calibration kernel took beside each; 0: not known; nullable */
  guint         n;
  gint          best;           /* the one that is marked; -1: none */
  guint         n_expected;     /* the axis reaches at least to the number before this; 0: the data */
  const TlTrialSpread *spreads; /* of the best, drawn as whiskers; nullable */
  guint         n_spreads;
  const TlPredictedRange *predicted;   /* of batches of trials, a band behind them; nullable */
  guint         n_predicted;
  double        predicted_held; /* share of the measured trials that lie in their band */
  double        baseline_s;     /* the program as it stands; 0: not known */
  gboolean      is_predicted;   /* no time was measured: a model says them */
  double        peak_s;         /* at the machine's peak rate; 0: not known */
  const TlGpuModel *peak_gpu;   /* it is the published one of this GPU; NULL: that of this machine */
  gboolean      baseline_is_bound;   /* it takes longer than that */
  double        flops;          /* of one run; needed for throughput */
  gboolean      by_time;        /* x: seconds, else trial number */
  gboolean      throughput;     /* y: GFLOP/s, else latency */
  TlPlotGroup   group;          /* the trials of others are dim */
  guint8        kind;           /* of TL_PLOT_NO_TIME: the outcome whose row alone is not dim; TL_OUTCOME_OK: all of them */
  double        x_min, x_max;   /* the view; equal: everything */
  double        y_min, y_max;   /* log10 of the y unit; equal: everything */
  const TlPlotSummary *summary; /* of the n trials; nullable: then each call makes its own */
} TlPlotModel;

/*
 * TlPlotSummary: ranges, counts and improvements of the trials of a model. Kept while trials are added, it saves a frame from looking at
 * all of them.
 */
TlPlotSummary *tl_plot_summary_new (void);
void           tl_plot_summary_free (TlPlotSummary *summary);
/* Its trials have changed: it begins again. */
void           tl_plot_summary_clear (TlPlotSummary *summary);
/* Adds the trials of @model behind those that it has. */
void           tl_plot_summary_extend (TlPlotSummary *summary, const TlPlotModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlPlotSummary, tl_plot_summary_free)

/* The plot area and the rows around it, in pixels and data units. */
typedef struct
{
  double left, top, right, bottom;   /* of the field */
  double strip_top, strip_height;    /* of the machine's speed; height 0: it did not vary */
  double shortest_calibration_s;     /* its fastest moment */
  double row_top, row_height;      /* of the rows of pruned and failed ones; height 0: none */
  guint  n_rows;
  guint8 row_kind[TL_N_OUTCOMES];   /* which outcome each row holds */
  double x_min, x_max;
  double y_min, y_max;               /* log10 */
  double width, height;
  guint8 marks;                      /* all that occur … */
  gboolean has_plain;                /* … and whether there are trials of unknown origin, or mutated */
  gboolean is_cut;                   /* slow trials stand at the edge, for they would squash the others */
} TlPlotArea;

/* All of @store: its trials, its best and the program as it stands. */
TlPlotModel tl_plot_model (TlTrialStore *store);

/* The same with arrays of its own and without a summary, for another thread. Free with tl_plot_model_free. */
TlPlotModel *tl_plot_model_copy (const TlPlotModel *model);
/* Makes a @copy equal to @model, but keeps its trials, which must be the same. FALSE, and nothing done: there are more. */
gboolean     tl_plot_model_follow (TlPlotModel *copy, const TlPlotModel *model);
void         tl_plot_model_free (TlPlotModel *copy);

void   tl_plot_area (const TlPlotModel *model, double width, double height, TlPlotArea *area);
/* Where a trial stands on the x axis, in data units. */
double tl_plot_trial_x (const TlPlotModel *model, guint index);
double tl_plot_x (const TlPlotArea *area, double value);
double tl_plot_y (const TlPlotArea *area, double log10_value);

/* x and log10 y of a trial in data units; FALSE for one without a plausible time (x is set all the same). */
gboolean tl_plot_point (const TlPlotModel *model, guint index, double *x, double *y);

#define TL_WHISKER_ALPHA 0.4
#define TL_STRONG_WHISKER_ALPHA 0.6   /* in high contrast */
/* The whisker of a trial: 80 % of its samples, at pixel column @x from @top to @bottom. FALSE: it is outside. */
gboolean tl_plot_whisker (const TlPlotModel *model, const TlPlotArea *area, const TlTrialSpread *spread, double *x, double *top,
                          double *bottom);

/* The trial nearest to a pixel and within @radius, failures in their rows included; -1: none. */
gint   tl_plot_pick (const TlPlotModel *model, const TlPlotArea *area, double x, double y, double radius);

/*
 * Where the line of the best so far stands after the first @n trials: at the fastest of them, but never below the one that is marked, where
 * it ends. Implausible ones do not count. HUGE_VAL: none was measured.
 */
double tl_plot_best_so_far_s (const TlPlotModel *model, guint n);

/* Pixel of any trial; FALSE for one that is shown nowhere. */
gboolean tl_plot_trial_pixel (const TlPlotModel *model, const TlPlotArea *area, guint index, double *px, double *py);

/* The group whose name in the legend is at a pixel; TL_PLOT_ALL: none. */
TlPlotGroup tl_plot_legend_group (const TlPlotModel *model, const TlPlotArea *area, double x, double y);
/* The next one after @group that the legend has, round by TL_PLOT_ALL. */
TlPlotGroup tl_plot_next_group (const TlPlotModel *model, const TlPlotArea *area, TlPlotGroup group);
/* Its name in the legend; NULL: it is not there. */
const char *tl_plot_group_name (const TlPlotModel *model, const TlPlotArea *area, TlPlotGroup group);

/* The outcome whose row has its glyph and number at a pixel; TL_OUTCOME_OK: none. */
guint8 tl_plot_label_kind (const TlPlotArea *area, double x, double y);

/* The colour of a trial's dot, by its marks: random ones are grey, mutated ones blue, those by hand and their descendants purple. */
TlColor tl_plot_dot_color (const TlPalette *palette, guint8 marks);

/* The whole layer, and the whiskers. Paints no background. */
void   tl_draw_plot (cairo_t *cr, const TlPlotModel *model, const TlPalette *palette, double width, double height);

/* The same between the pixel columns @x0 and @x1; what it paints beyond them is for the caller to clip. */
void   tl_draw_plot_part (cairo_t *cr, const TlPlotModel *model, const TlPlotArea *area, const TlPalette *palette, double x0, double x1);

/* A step of 1, 2 or 5 times a power of ten that divides @span into at most @max_steps. */
double tl_nice_step (double span, guint max_steps);

G_END_DECLS
