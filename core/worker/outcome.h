/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/device/counters.h"

G_BEGIN_DECLS

/* The results of measuring a candidate: kind, glyph, title. Stored by name. */
#define TL_OUTCOMES(X)                                                                                                  \
  X (OK, "ok", "●", "Measured")                                                                                         \
  X (PRUNED, "pruned", "↷", "Pruned")                                                                                   \
  X (SCHEDULE_ERROR, "schedule-error", "⊘", "Schedule refused")                                                         \
  X (BUILD_ERROR, "build-error", "✕", "Build failed")                                                                   \
  X (TIMEOUT, "timeout", "◷", "Timed out")                                                                              \
  X (CRASH, "crash", "⚡", "Crashed")                                                                                    \
  X (WRONG_RESULT, "wrong-result", "≠", "Wrong result")                                                                 \
  X (RESOURCE_LIMIT, "resource-limit", "▣", "Out of memory")                                                            \
  X (CANCELLED, "cancelled", "–", "Not measured")                                                                        \
  X (PREDICTED, "predicted", "◇", "Predicted")

typedef enum
{
#define X(kind, name, glyph, title) TL_OUTCOME_##kind,
  TL_OUTCOMES (X)
#undef X
  TL_N_OUTCOMES,
} TlOutcomeKind;

/*
 * Seconds to build a candidate, by phase; 0: it did not get so far, or was built before. The first three are parts of build_s, the last of
 * run_s.
 */
typedef struct
{
  double read_s;
  double lower_s;
  double compile_s;
  double load_s;
} TlBuildParts;

/* One measured candidate; a value with owned strings and samples (tl_outcome_clear). Times exclude queueing. */
typedef struct
{
  TlOutcomeKind kind;
  char         *message;         /* NULL when OK: what went wrong, first line fit for a table */
  double       *samples_s;       /* one per repeat, seconds per run; of one that is predicted, what the model says */
  guint         n_samples;
  double        build_s;
  double        run_s;
  TlBuildParts  parts;
  gboolean      is_checked;      /* result compared with the reference */
  double        lower_bound_s;   /* of one that was pruned: a run takes longer than this; 0: not known */
  gboolean      is_implausible;  /* faster than the machine's peak allows, also when measured again */
  double        calibration_s;   /* what the calibration kernel took right after the samples (core/worker/calibration.h); 0: not known */
  TlCounters      counts;          /* of hardware counters, in runs that are no samples; none if nobody asked for them */
} TlOutcome;

/* Statistics of samples. The median and the quartiles are shown; the interval of the median decides whether two programs differ. */
typedef struct
{
  double median_s;
  double min_s;
  double lower_s;      /* quartiles, between samples linearly */
  double upper_s;
  double low_s;        /* 95 % interval of the median by order statistics; equals min/max for few samples */
  double high_s;
  double least_s;      /* 80 % of the samples lie between these two */
  double most_s;
  guint  n_samples;
} TlLatency;

const char   *tl_outcome_name (TlOutcomeKind kind);
const char   *tl_outcome_glyph (TlOutcomeKind kind);
const char   *tl_outcome_title (TlOutcomeKind kind);
gboolean      tl_outcome_parse (const char *name, TlOutcomeKind *kind);
/* Neither measured, nor predicted, pruned or cancelled. */
gboolean      tl_outcome_is_failure (TlOutcomeKind kind);

void          tl_outcome_clear (TlOutcome *outcome);
void          tl_outcome_copy (const TlOutcome *from, TlOutcome *to);
/*
 * By which a search ranks candidates: the median of what was measured or, in a dry run, predicted; 0: there is none. One run does not have
 * both.
 */
double        tl_outcome_search_s (const TlOutcome *outcome);
/* FALSE without samples. */
gboolean      tl_outcome_latency (const TlOutcome *outcome, TlLatency *latency);
/* The distance between the quartiles as a share of the median: 0.02 is a good measurement. */
double        tl_latency_spread (const TlLatency *latency);
/* Of two measurements of one program, whether @a says more: its quartiles are closer, by share. */
gboolean      tl_latency_is_tighter (const TlLatency *a, const TlLatency *b);
/* "1.21 ms (1.18–1.30)", and where that is wide why: "1.2 ms (1.0–2.9; 2 samples)". Free with g_free. */
char         *tl_latency_to_text (const TlLatency *latency);
/* The same with the number of samples, once: "1.21 ms (1.18–1.30), 21 samples". */
char         *tl_latency_to_counted_text (const TlLatency *latency);

G_END_DECLS
