/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TL_LINE_SAME,
  TL_LINE_CHANGED,   /* a line of a stands where b has another */
  TL_LINE_ONLY_A,
  TL_LINE_ONLY_B,
} TlLineChange;

/* One row of two texts side by side; -1: no line on that side. */
typedef struct
{
  TlLineChange change;
  gint         a, b;
} TlLineRow;

/*
 * Aligns two texts (NULL-terminated lines) by their longest common subsequence; runs of lines without partner are paired up in order as
 * changed. GArray of TlLineRow, free with g_array_unref. Beyond some thousand differing lines the middle is paired in order without a
 * search.
 */
GArray *tl_line_diff (const char *const *a, const char *const *b);

#define TL_LINE_TEXTS_MAX 6u

/* One of several texts in a table of rows, against the baseline's line. */
typedef struct
{
  TlLineChange change;   /* the baseline is a */
  gint         line;     /* -1: none */
} TlLineCell;

/*
 * Aligns several texts with the one at @baseline: GArray of TlLineCell, n_texts for each row, free with g_array_unref. Lines that only
 * others have stand before the line of the baseline that follows them.
 */
GArray *tl_line_table (const char *const *const *texts, guint n_texts, guint baseline);

G_END_DECLS
