/* SPDX-License-Identifier: Apache-2.0 */
/* The time evaluator. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Memory larger than the last-level cache, to be overwritten before each sample that wants cold caches. */
typedef struct
{
  guint8  *memory;
  gsize    n_bytes;
  /* Nullable: the caches of a device. */
  void   (*flush_device) (gpointer device);
  gpointer device;
} TlCacheFlush;

gboolean tl_cache_flush_init (TlCacheFlush *flush);    /* FALSE if the memory cannot be had */
void     tl_cache_flush_clear (TlCacheFlush *flush);
void     tl_cache_flush_run (TlCacheFlush *flush);

/* Seconds that @number runs take, one after the other; negative if they fail: then there are no more. */
typedef double (*TlTimedFunc) (gpointer data, guint64 number);

/* TVM's number, repeat and min_repeat_ms, and what keeps slow candidates from eating the time of good ones. */
typedef struct
{
  guint         number;
  guint         repeat;         /* 0: the warm-up run is the sample */
  double        min_repeat_ms;
  double        stop_above_s;   /* 0: never. A candidate slower than this gets one sample only; far slower: the warm-up is the sample */
  double        brief_above_s;  /* 0: never. A candidate slower than this gets a tenth of the budget, and its warm-up is the sample if that
                                   was long */
  double        budget_s;       /* 0: none. No further sample that would end later, no sample at all if the warm-up took longer */
  TlCacheFlush *flush;          /* borrowed, nullable: every sample is one run that starts with cold caches */
} TlEvaluatorOptions;

/*
 * Seconds per run, one per repeat, at least one unless runs fail: a GArray of double. @warm_s is how long a first run took, which the
 * caller has made and checked; it is not a sample unless there is no other.
 */
GArray *tl_evaluate (TlTimedFunc time, gpointer data, const TlEvaluatorOptions *options, double warm_s);

/* One sample, negative if runs fail: @number runs, more if they are too short for @min_repeat_ms; @number keeps what was needed. */
double  tl_evaluate_once (TlTimedFunc time, gpointer data, double min_repeat_ms, guint64 *number);

G_END_DECLS
