/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/changed-text.h"

#include "core/ir/stmt.h"

typedef struct
{
  char        **lines;
  const GArray *nodes;
} Side;

static void
append_line (TlChangedText *changed, GString *text, const Side *side, gint line, TlLineChange change)
{
  static const char *const signs[] = { [TL_LINE_SAME] = "  ", [TL_LINE_ONLY_A] = "− ", [TL_LINE_ONLY_B] = "+ " };
  TlOrigin node = { 0 };

  if (side->nodes != NULL && (guint) line < side->nodes->len)
    node = g_array_index (side->nodes, TlOrigin, line);
  g_string_append (text, signs[change]);
  g_string_append (text, side->lines[line]);
  g_string_append_c (text, '\n');
  g_array_append_val (changed->changes, change);
  g_array_append_val (changed->nodes, node);
  if (change != TL_LINE_SAME && changed->n_removed + changed->n_added == 0)
    changed->first = changed->changes->len - 1;
  changed->n_removed += change == TL_LINE_ONLY_A;
  changed->n_added += change == TL_LINE_ONLY_B;
}

/* Appends the run of changed rows at @first; the row behind it. */
static guint
append_run (TlChangedText *changed, GString *text, const GArray *rows, guint first, const Side *a, const Side *b)
{
  guint end = first;

  while (end < rows->len && g_array_index (rows, TlLineRow, end).change != TL_LINE_SAME)
    end++;
  for (guint i = first; i < end; i++)
    if (g_array_index (rows, TlLineRow, i).a >= 0)
      append_line (changed, text, a, g_array_index (rows, TlLineRow, i).a, TL_LINE_ONLY_A);
  for (guint i = first; i < end; i++)
    if (g_array_index (rows, TlLineRow, i).b >= 0)
      append_line (changed, text, b, g_array_index (rows, TlLineRow, i).b, TL_LINE_ONLY_B);
  return end;
}

TlChangedText *
tl_changed_text_new (const char *a, const GArray *nodes_a, const char *b, const GArray *nodes_b)
{
  g_auto (GStrv)     lines_a = g_strsplit (a, "\n", -1), lines_b = g_strsplit (b, "\n", -1);
  g_autoptr (GArray) rows = tl_line_diff ((const char *const *) lines_a, (const char *const *) lines_b);
  TlChangedText     *changed = g_new0 (TlChangedText, 1);
  const Side         old = { lines_a, nodes_a }, new = { lines_b, nodes_b };
  GString           *text = g_string_new (NULL);

  changed->changes = g_array_new (FALSE, FALSE, sizeof (TlLineChange));
  changed->nodes = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  for (guint i = 0; i < rows->len;)
    {
      const TlLineRow *row = &g_array_index (rows, TlLineRow, i);

      if (row->change != TL_LINE_SAME)
        {
          i = append_run (changed, text, rows, i, &old, &new);
          continue;
        }
      append_line (changed, text, &new, row->b, TL_LINE_SAME);
      i++;
    }
  changed->text = g_string_free (text, FALSE);
  return changed;
}

void
tl_changed_text_free (TlChangedText *changed)
{
  g_free (changed->text);
  g_array_unref (changed->changes);
  g_array_unref (changed->nodes);
  g_free (changed);
}

void
tl_changed_text_count (const char *a, const char *b, guint *n_removed, guint *n_added)
{
  g_auto (GStrv)     lines_a = g_strsplit (a, "\n", -1), lines_b = g_strsplit (b, "\n", -1);
  g_autoptr (GArray) rows = tl_line_diff ((const char *const *) lines_a, (const char *const *) lines_b);

  *n_removed = *n_added = 0;
  for (guint i = 0; i < rows->len; i++)
    {
      const TlLineRow *row = &g_array_index (rows, TlLineRow, i);

      *n_removed += row->change != TL_LINE_SAME && row->a >= 0;
      *n_added += row->change != TL_LINE_SAME && row->b >= 0;
    }
}
