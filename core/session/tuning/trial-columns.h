/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The table of trials as data: names, values and texts of its columns, for cells, filters, sorting and exports. Fixed columns come first,
 * then one for each decision; there can be more of these with each new trial.
 */
#pragma once

#include "core/session/tuning/trial-filter.h"
#include "core/session/tuning/trial-notes.h"

G_BEGIN_DECLS

typedef enum
{
  TL_COLUMN_TRIAL,
  TL_COLUMN_LATENCY,
  TL_COLUMN_RANGE,        /* the range of 80 % of the samples */
  TL_COLUMN_AGAINST_BEST,
  TL_COLUMN_SPEED_UP,
  TL_COLUMN_THROUGHPUT,
  TL_COLUMN_PREDICTED,
  TL_COLUMN_BUILD,
  TL_COLUMN_STATUS,
  TL_COLUMN_STAR,
  TL_COLUMN_TAGS,
  TL_COLUMN_NOTE,
  TL_N_FIXED_COLUMNS,
} TlTrialColumn;

/* Borrowed; a value. */
typedef struct
{
  TlTrialStore *store;
  TlTrialNotes *notes;    /* nullable */
  double        flops;    /* of one run; not positive: not known */
} TlTrialColumns;

guint         tl_trial_columns_n (const TlTrialColumns *columns);
/* For filters and files: "lat". Free with g_free. */
char         *tl_trial_column_name (const TlTrialColumns *columns, guint column);
/* For the table's head: "Latency". Borrowed from the store. */
const char   *tl_trial_column_title (const TlTrialColumns *columns, guint column);
/* More about it, or NULL. */
const char   *tl_trial_column_about (const TlTrialColumns *columns, guint column);
TlFilterType  tl_trial_column_type (guint column);
/* NAN: not known, or no number. The status is its kind, a flag 0 or 1. */
double        tl_trial_column_value (const TlTrialColumns *columns, guint column, guint index);
/* As a cell shows it; "—" for nothing. Free with g_free. */
char         *tl_trial_column_text (const TlTrialColumns *columns, guint column, guint index);
/* Text of a column of words, not for people: "wrong-result"; NULL for others. Borrowed. */
const char   *tl_trial_column_word (const TlTrialColumns *columns, guint column, guint index);

/* Whether the best trial decided it otherwise. FALSE where one of the two did not decide it at all. */
gboolean      tl_trial_column_differs (const TlTrialColumns *columns, guint column, guint index);
/* Whether the measurements cannot tell the trial from the best: the 95 % intervals of their medians overlap. TRUE for the best itself. */
gboolean      tl_trial_ties_with_best (TlTrialStore *store, guint index);

/* A filter over these columns, with its names. Owned. */
typedef struct
{
  TlTrialColumns columns;
  TlFilterSource source;   /* of the fields, in the order of columns */
  GPtrArray     *names;    /* char * */
  GArray        *fields;   /* TlFilterField */
} TlTrialFields;
TlTrialFields *tl_trial_fields_new (const TlTrialColumns *columns);
void           tl_trial_fields_free (TlTrialFields *fields);

/* The rows @indices of all columns as CSV (RFC 4180) or as a JSON array of objects; seconds as such, nothing for what is not known. */
char          *tl_trial_columns_to_csv (const TlTrialColumns *columns, const guint *indices, guint n);
char          *tl_trial_columns_to_json (const TlTrialColumns *columns, const guint *indices, guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTrialFields, tl_trial_fields_free)

G_END_DECLS
