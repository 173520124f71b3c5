/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/session.h"
#include "ui/tune/trial-plot.h"

G_BEGIN_DECLS

/* The peak rate that was read last; zeros before. */
typedef struct
{
  const char *target;     /* that it was read for, … */
  double      flops;      /* … and of which program */
  double      rate;       /* per second; 0: not known */
} TlPlotPeak;

/* Shows the plot the peak for a program of so many operations. Rates of the machine are in a file: they are read again while not known. */
void tl_plot_peak_show (TlPlotPeak *known, TlSession *session, double flops, TlTrialPlot *plot);

G_END_DECLS
