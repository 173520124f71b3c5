/* SPDX-License-Identifier: Apache-2.0 */
/* The figures of compared schedules: times, predicted traffic (analysis/traffic.h) and machine code (analysis/asm-report.h). */
#pragma once

#include "core/analysis/traffic.h"
#include "core/session/compare/compared.h"
#include "core/session/compare/hot-loop.h"

G_BEGIN_DECLS

typedef enum
{
  TL_FIGURE_THROUGHPUT,
  TL_FIGURE_PEAK,            /* of peak compute */
  TL_FIGURE_REGISTERS,       /* bytes between a level of memory and the next, predicted */
  TL_FIGURE_L1,
  TL_FIGURE_L2,
  TL_FIGURE_MEMORY,
  TL_FIGURE_INSTRUCTIONS,    /* of the hot loop, for all of its iterations */
  TL_FIGURE_FMA_PER_LOAD,    /* in the hot loop, as the next */
  TL_FIGURE_SPILLS,
  TL_FIGURE_IPC,             /* counted by the CPU, as the next (core/device/counters.h) */
  TL_FIGURE_CYCLES,
  TL_FIGURE_L1_MISSES,
  TL_FIGURE_LLC_MISSES,
  TL_N_FIGURES,
} TlFigure;

/**
 * TlComparedFigures: the figures of all columns. Main thread. Threads and workers find traffic and machine code of one state after
 * another; "figures-changed" of the columns follows each.
 */
typedef struct _TlComparedFigures TlComparedFigures;

TlComparedFigures *tl_compared_figures_new (TlSession *session, TlCompared *compared);
void               tl_compared_figures_free (TlComparedFigures *figures);
/* Asks for whatever is not known of the columns. Only then something runs. */
void               tl_compared_figures_update (TlComparedFigures *figures);

const char *tl_figure_title (TlFigure figure);
/* "predicted", "from the assembly", "counted"; NULL: measured. */
const char *tl_figure_source (TlFigure figure);
/* NAN: not known. */
double      tl_compared_figure (TlComparedFigures *figures, guint column, TlFigure figure);
/* "84.5 GFLOP/s", "71.5 %", "748 MiB", "2.40"; of misses "18.2 k, 1.14 MiB"; "—" not known. Free with g_free. */
char       *tl_compared_figure_text (TlComparedFigures *figures, guint column, TlFigure figure);

/* Why some schedule has no counters though it was timed, and how to get them, in sentences; NULL: all have. Free with g_free. */
char       *tl_compared_missing_counters_text (TlComparedFigures *figures);

typedef enum
{
  TL_CHANGE_NEUTRAL,
  TL_CHANGE_BETTER,
  TL_CHANGE_WORSE,
} TlChangeTone;

/*
 * Against the baseline: "=", "+21 %", "× 5.7", "÷ 18", "not distinguishable", "—"; of the baseline its source. Free with g_free. Neutral up
 * to 3 %.
 */
char       *tl_compared_change_text (TlComparedFigures *figures, guint column, TlFigure figure, TlChangeTone *tone);
/* The length of its bar, 0 … 1, on a log scale that all columns share; 1 is the largest. */
double      tl_compared_bar (TlComparedFigures *figures, guint column, TlFigure figure);
/* Whether any column has it; and some level of memory does not exist here. */
gboolean    tl_compared_has_figure (TlComparedFigures *figures, TlFigure figure);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlComparedFigures, tl_compared_figures_free)

G_END_DECLS
