/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions over the columns of a table: lat < 2ms && step == 4 && status == ok. Comparisons: == != < <= > >= and ~ (contains); they are
 * combined by && || ! and parentheses. A column of flags stands alone: star. Seconds take the units s, ms, us (µs) and ns.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TL_TRIAL_FILTER_ERROR (tl_trial_filter_error_quark ())
GQuark tl_trial_filter_error_quark (void);

typedef enum
{
  TL_FILTER_NUMBER,
  TL_FILTER_SECONDS,
  TL_FILTER_WORD,     /* compared without regard to case; "wrong" is also "wrong-result" */
  TL_FILTER_FLAG,
} TlFilterType;

typedef struct
{
  const char        *name;
  TlFilterType       type;
  const char *const *words;   /* of a WORD, NULL-terminated: all that there are; NULL: any */
} TlFilterField;

/* The table that is filtered. Borrowed. */
typedef struct
{
  const TlFilterField *fields;
  guint                n_fields;
  double             (*number) (gpointer data, guint field, guint row);   /* also of flags; NAN: not known, equal to nothing */
  const char        *(*text) (gpointer data, guint field, guint row);     /* nullable: ""; several words: one a line */
  gpointer             data;
} TlFilterSource;

typedef struct _TlTrialFilter TlTrialFilter;

/* NULL with an error; @place: the byte of @text that it is about. An empty text matches all rows. */
TlTrialFilter *tl_trial_filter_parse (const char *text, const TlFilterSource *source, guint *place, GError **error);
void           tl_trial_filter_free (TlTrialFilter *filter);
/* @source: with the fields of tl_trial_filter_parse, in their order. */
gboolean       tl_trial_filter_matches (const TlTrialFilter *filter, const TlFilterSource *source, guint row);

/*
 * The expression for the trial numbers @first to @last and latencies in seconds, rounded outward to four digits; both 0: any. Free with
 * g_free.
 */
char          *tl_trial_filter_for_range (guint first, guint last, double least_s, double most_s);

/*
 * Completions at the end of the first @cursor bytes of @text: names of columns, or words of the column that is compared there. @start:
 * where the word begins that they replace. Container of borrowed strings, caller frees.
 */
GPtrArray     *tl_trial_filter_complete (const char *text, guint cursor, const TlFilterSource *source, guint *start);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlTrialFilter, tl_trial_filter_free)

G_END_DECLS
