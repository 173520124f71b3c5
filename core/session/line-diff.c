/* SPDX-License-Identifier: Apache-2.0 */
/* Equal heads and tails go first; what is left is small for two schedules of one program, so a plain table serves. */
#include "core/session/line-diff.h"

#include <string.h>

#define MAX_CELLS (16u * 1024u * 1024u)

static void
add_row (GArray *rows, TlLineChange change, gint a, gint b)
{
  TlLineRow row = { change, a, b };

  g_array_append_val (rows, row);
}

/* Lines a[a0, a1) and b[b0, b1) have nothing in common: they pair up as changed, the rest stands alone. */
static void
add_gap (GArray *rows, gint a0, gint a1, gint b0, gint b1)
{
  while (a0 < a1 && b0 < b1)
    add_row (rows, TL_LINE_CHANGED, a0++, b0++);
  while (a0 < a1)
    add_row (rows, TL_LINE_ONLY_A, a0++, -1);
  while (b0 < b1)
    add_row (rows, TL_LINE_ONLY_B, -1, b0++);
}

/* length[i][j]: common lines of a[i..) and b[j..). */
static guint16 *
common_lengths (const char *const *a, gsize n, const char *const *b, gsize m)
{
  guint16 *length = g_new0 (guint16, (n + 1) * (m + 1));

  for (gsize i = n; i-- > 0;)
    for (gsize j = m; j-- > 0;)
      {
        guint16 skip_a = length[(i + 1) * (m + 1) + j], skip_b = length[i * (m + 1) + j + 1];

        length[i * (m + 1) + j] = strcmp (a[i], b[j]) == 0 ? length[(i + 1) * (m + 1) + j + 1] + 1 : MAX (skip_a, skip_b);
      }
  return length;
}

static void
align_middle (GArray *rows, const char *const *a, gsize n, const char *const *b, gsize m, gint a_base, gint b_base)
{
  g_autofree guint16 *length = NULL;
  gsize i = 0, j = 0, gap_i = 0, gap_j = 0;

  if ((n + 1) * (m + 1) > MAX_CELLS || MIN (n, m) > G_MAXUINT16)
    {
      add_gap (rows, a_base, a_base + (gint) n, b_base, b_base + (gint) m);
      return;
    }
  length = common_lengths (a, n, b, m);
  while (i < n && j < m)
    if (strcmp (a[i], b[j]) == 0)
      {
        add_gap (rows, a_base + (gint) gap_i, a_base + (gint) i, b_base + (gint) gap_j, b_base + (gint) j);
        add_row (rows, TL_LINE_SAME, a_base + (gint) i++, b_base + (gint) j++);
        gap_i = i;
        gap_j = j;
      }
    else if (length[(i + 1) * (m + 1) + j] >= length[i * (m + 1) + j + 1])
      i++;
    else
      j++;
  add_gap (rows, a_base + (gint) gap_i, a_base + (gint) n, b_base + (gint) gap_j, b_base + (gint) m);
}

GArray *
tl_line_diff (const char *const *a, const char *const *b)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TlLineRow));
  gsize   n = g_strv_length ((char **) a), m = g_strv_length ((char **) b), head = 0, tail = 0;

  while (head < n && head < m && strcmp (a[head], b[head]) == 0)
    head++;
  while (tail < n - head && tail < m - head && strcmp (a[n - 1 - tail], b[m - 1 - tail]) == 0)
    tail++;
  for (gsize i = 0; i < head; i++)
    add_row (rows, TL_LINE_SAME, (gint) i, (gint) i);
  align_middle (rows, a + head, n - head - tail, b + head, m - head - tail, (gint) head, (gint) head);
  for (gsize i = 0; i < tail; i++)
    add_row (rows, TL_LINE_SAME, (gint) (n - tail + i), (gint) (m - tail + i));
  return rows;
}

/* --- several texts --- */

/* The rows of @diff from @at on that stand before line @line of the baseline. */
static guint
n_rows_before (GArray *diff, guint at, gint line)
{
  guint n = 0;

  while (at + n < diff->len)
    {
      const TlLineRow *row = &g_array_index (diff, TlLineRow, at + n);

      if (row->a >= 0 && row->a >= line)
        break;
      n++;
    }
  return n;
}

static TlLineCell
cell_of (GArray *diff, guint at, guint end)
{
  const TlLineRow *row = at < end ? &g_array_index (diff, TlLineRow, at) : NULL;

  return row != NULL ? (TlLineCell) { row->change, row->b } : (TlLineCell) { TL_LINE_SAME, -1 };
}

/* The rows before line @line of the baseline, as many as any text has, and then the line itself. */
static void
append_until (GArray *table, GArray **diffs, guint *at, guint n_texts, guint baseline, gint line, gint n_lines)
{
  guint n_extra[TL_LINE_TEXTS_MAX] = { 0 }, most = 0;

  for (guint i = 0; i < n_texts; i++)
    {
      n_extra[i] = i == baseline ? 0 : n_rows_before (diffs[i], at[i], line);
      most = MAX (most, n_extra[i]);
    }
  for (guint row = 0; row < most + (line < n_lines); row++)
    for (guint i = 0; i < n_texts; i++)
      {
        TlLineCell cell = { TL_LINE_SAME, row == most ? line : -1 };

        if (i != baseline && row < most)
          cell = cell_of (diffs[i], at[i] + row, at[i] + n_extra[i]);
        else if (i != baseline)
          cell = cell_of (diffs[i], at[i] + n_extra[i], diffs[i]->len);
        g_array_append_val (table, cell);
      }
  for (guint i = 0; i < n_texts; i++)
    at[i] += n_extra[i] + 1;
}

GArray *
tl_line_table (const char *const *const *texts, guint n_texts, guint baseline)
{
  GArray *table = g_array_new (FALSE, FALSE, sizeof (TlLineCell)), *diffs[TL_LINE_TEXTS_MAX] = { NULL };
  guint   at[TL_LINE_TEXTS_MAX] = { 0 };
  gint    n_lines = (gint) g_strv_length ((char **) texts[baseline]);

  g_assert (n_texts <= G_N_ELEMENTS (diffs));
  for (guint i = 0; i < n_texts; i++)
    diffs[i] = tl_line_diff (texts[baseline], texts[i]);
  for (gint line = 0; line <= n_lines; line++)
    append_until (table, diffs, at, n_texts, baseline, line, n_lines);
  for (guint i = 0; i < n_texts; i++)
    g_array_unref (diffs[i]);
  return table;
}
