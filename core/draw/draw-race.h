/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/worker/outcome.h"
#include "core/draw/palette.h"

G_BEGIN_DECLS

#define TL_RACE_STRIP_HEIGHT 32.0
#define TL_RACE_AXIS_HEIGHT  20.0

/*
 * A strip for each on one scale: each sample a tick, the interval a bar, the median a line. Names stand at the left. An outcome without
 * samples leaves its strip empty. The scale is linear where all are of one order, else logarithmic. Paints no background.
 */
void tl_draw_race (cairo_t *cr, const TlOutcome *const *outcomes, const char *const *names, guint n, const TlPalette *palette, double width,
                   double height);

/* The samples of one program, for a strip. Borrowed. */
typedef struct
{
  const char    *name;       /* "#125" */
  const double  *samples_s;
  guint          n_samples;
  TlColor        color;
} TlSampleStrip;

#define TL_SAMPLE_STRIP_HEIGHT 26.0
#define TL_SAMPLE_AXIS_HEIGHT  20.0

/*
 * A strip for each program on one scale of seconds: the range of 80 % as a bar, each sample a tick, the median a line. A rare slow sample
 * stands at the right end. Paints no background; nothing without samples.
 */
void tl_draw_samples (cairo_t *cr, const TlSampleStrip *strips, guint n, const TlPalette *palette, double width, double height);

G_END_DECLS
