/* SPDX-License-Identifier: Apache-2.0 */
/* The value of each element that counts show as a color: its scale, how many elements have it, and which of them are looked at. */
#pragma once

#include "core/analysis/element-counts.h"

G_BEGIN_DECLS

typedef enum
{
  TL_COUNTS_ACCESSES,    /* reads and writes */
  TL_COUNTS_ORDER,       /* the first access */
  TL_COUNTS_REUSE,       /* the mean reuse distance, in bytes */
  TL_COUNTS_MISSES,      /* of one cache */
  TL_COUNTS_REWRITES,    /* writes of what was written before and not read since */
  TL_N_COUNTS,
} TlCountsKind;

const char *tl_counts_title (TlCountsKind kind);    /* "Accesses" */

/* Which value is shown, and how. */
typedef struct
{
  TlCountsKind kind;
  guint        cache;          /* MISSES: 0 to 2 */
  gboolean     is_log;
  gint         tile;           /* -1: one scale for all buffers; else each has its own, and this tile's is the one in question */
  gboolean     has_range;      /* elements outside of bins @first to @last are faded */
  guint        first, last;
} TlCountsLook;

typedef struct
{
  double   least, most;        /* least > most: no element has a value */
  gboolean is_log;             /* of 1 + value where values begin at 0 */
} TlCountScale;

/* Less than 0: the element has no value. */
double       tl_count_value (const TlElementCount *element, const TlCountsLook *look);
/* The scale of the elements of tile @tile: that of all where they share one. */
TlCountScale tl_count_scale (const TlElementCounts *counts, const TlCountsLook *look, guint tile);
/* Where the value lies: 0 … 1. */
double       tl_count_scale_share (const TlCountScale *scale, double value);
/* Whether the values lie so far apart that a logarithmic scale shows more. */
gboolean     tl_counts_suit_log (const TlElementCounts *counts, const TlCountsLook *look);

/* Elements by value: a bin for each value where there are few whole ones, else bins of equal width on the scale. */
#define TL_VALUE_BINS 24
typedef struct
{
  TlCountScale scale;
  gboolean     is_exact;       /* a bin is one value */
  guint        n_bins;         /* 0: no element has a value */
  guint64      bins[TL_VALUE_BINS];
  guint64      n_elements;     /* in all bins */
} TlValueHistogram;

/* Of the tile that @look names, or of all. */
void    tl_value_histogram (const TlElementCounts *counts, const TlCountsLook *look, TlValueHistogram *histogram);
guint   tl_value_histogram_bin (const TlValueHistogram *histogram, double value);
/* The values that bin @bin holds, of the scale of @histogram. */
void    tl_value_histogram_values (const TlValueHistogram *histogram, guint bin, double *least, double *most);
/* The elements of bins @first to @last. */
guint64 tl_value_histogram_sum (const TlValueHistogram *histogram, guint first, guint last);

/* "L1 misses of an element", "12 to 40", "412 of 16 384 elements". Free with g_free. */
char   *tl_counts_value_title (const TlCountsLook *look);
char   *tl_counts_value_text (TlCountsKind kind, double value);
char   *tl_counts_range_text (const TlValueHistogram *histogram, const TlCountsLook *look);
char   *tl_counts_shown_text (const TlValueHistogram *histogram, const TlCountsLook *look);

G_END_DECLS
