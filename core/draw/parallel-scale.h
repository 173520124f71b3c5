/* SPDX-License-Identifier: Apache-2.0 */
/* Where a value stands on one of parallel axes, from 0 at the bottom to 1 at the top. A plain value. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TL_SCALE_LOG,        /* factors, seconds */
  TL_SCALE_LOG_FALLING,   /* seconds: the fastest at the top */
  TL_SCALE_LINEAR,
  TL_SCALE_INVERSE,    /* seconds by speed: @factor over the value; the fastest at the top */
  TL_SCALE_BANDS,      /* the values that occur, as bands of one height */
} TlScaleKind;

typedef struct
{
  TlScaleKind  kind;
  double       low, high;      /* at 0 and 1: logarithms, values, speeds, or places in @distinct */
  double       factor;         /* of INVERSE: the work, so that speeds have their unit */
  const float *distinct;       /* the values that occur, rising; borrowed; NULL: any can */
  guint        n_distinct;
} TlParallelScale;

/* Of discrete values; factors (at least 1) stand on a logarithmic scale, others in bands. */
TlParallelScale tl_parallel_scale_discrete (const float *distinct, guint n, gboolean is_factor);
/*
 * Of measured values, NANs among them left out. Outliers do not squash the rest: but for INVERSE, where they gather at the bottom, the
 * scale spans all but one value in a hundred at either end, twice as far as the middle half at least.
 */
TlParallelScale tl_parallel_scale_continuous (TlScaleKind kind, double factor, const double *values, guint n);
/* Whether small values stand at the top. */
gboolean        tl_parallel_scale_is_falling (const TlParallelScale *scale);

/* Not clamped; NAN for NAN. */
double          tl_parallel_scale_unit (const TlParallelScale *scale, double value);
double          tl_parallel_scale_value (const TlParallelScale *scale, double unit);
/* Half the height that lines of one discrete value are spread over, so that they can be told apart; 0: they are not. */
double          tl_parallel_scale_spread (const TlParallelScale *scale, double value);
/* The nearest place between two discrete values, where a brush may end; @unit itself where any value can occur. */
double          tl_parallel_scale_snap (const TlParallelScale *scale, double unit);
/* The next place where a brush may end, up or down (@direction 1 or -1); a hundredth further where any value can occur. */
double          tl_parallel_scale_step (const TlParallelScale *scale, double unit, gint direction);

/* Values that are marked, bottom to top: at least @gap apart in units. GArray of double, caller frees. */
GArray         *tl_parallel_scale_ticks (const TlParallelScale *scale, double gap);

G_END_DECLS
