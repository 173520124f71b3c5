/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What became of one candidate: kind, glyph, title. Stored by name. */
#define TL_OUTCOMES(X)                                                                                                  \
  X (OK, "ok", "●", "Measured")                                                                                         \
  X (SCHEDULE_ERROR, "schedule-error", "⊘", "Schedule refused")                                                         \
  X (BUILD_ERROR, "build-error", "✕", "Build failed")                                                                   \
  X (TIMEOUT, "timeout", "◷", "Timed out")                                                                              \
  X (CRASH, "crash", "⚡", "Crashed")                                                                                    \
  X (WRONG_RESULT, "wrong-result", "≠", "Wrong result")                                                                 \
  X (RESOURCE_LIMIT, "resource-limit", "▣", "Out of memory")                                                            \
  X (CANCELLED, "cancelled", "–", "Not measured")

typedef enum
{
#define X(kind, name, glyph, title) TL_OUTCOME_##kind,
  TL_OUTCOMES (X)
#undef X
  TL_N_OUTCOMES,
} TlOutcomeKind;

/* What it took to make code of a candidate, in seconds; 0: did not come so far. The first three are parts of build_s, the last of run_s. */
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
  double       *samples_s;       /* one per repeat, seconds per run */
  guint         n_samples;
  double        build_s;
  double        run_s;
  TlBuildParts  parts;
  gboolean      is_checked;      /* result compared with the reference */
  double        slowdown;        /* of the machine meanwhile, by a pacemaker: what the samples were divided by, 1: as good as nothing; 0: not known */
} TlOutcome;

typedef struct
{
  double median_s;
  double min_s;
  double low_s;        /* 95 % interval of the median by order statistics; equals min/max for few samples */
  double high_s;
} TlLatency;

#define TL_MOST_RUNS 3u

const char   *tl_outcome_name (TlOutcomeKind kind);
const char   *tl_outcome_glyph (TlOutcomeKind kind);
const char   *tl_outcome_title (TlOutcomeKind kind);
gboolean      tl_outcome_parse (const char *name, TlOutcomeKind *kind);

void          tl_outcome_clear (TlOutcome *outcome);
void          tl_outcome_copy (const TlOutcome *from, TlOutcome *to);
/* FALSE without samples. */
gboolean      tl_outcome_latency (const TlOutcome *outcome, TlLatency *latency);
/* FALSE where a pacemaker found the machine far from the speed that times are told as of: the samples rest on how well it was timed. */
gboolean      tl_outcome_is_steady (const TlOutcome *outcome);
/*
 * Which of @n (TL_MOST_RUNS at most) runs of one program, one after the other, tells its time: the last if it failed, the slower of two
 * that agree, the one in the middle of three. @n: another is needed.
 */
guint         tl_outcome_believed (const TlOutcome *runs, guint n);

G_END_DECLS
