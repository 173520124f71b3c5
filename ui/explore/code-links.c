/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-links.h"

#include "core/session/line-diff.h"
#include "core/session/program-view.h"
#include "ui/explore/code-stripes.h"

struct _TlCodeLinks
{
  TlLineView    *view;       /* Borrowed: owns these links */
  GtkTextBuffer *buffer;
  GArray        *marks;      /* TlScriptMark, inner ones first */
  GArray        *lines;      /* TlNodeId: the innermost at each line */
  GArray        *places;     /* TlScriptMark of the selected node */
  GtkWidget     *stripes;
};

TlCodeLinks *
tl_code_links_new (TlLineView *view)
{
  TlCodeLinks *links = g_new0 (TlCodeLinks, 1);
  GtkTextIter  start;

  links->view = view;
  links->buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  links->marks = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  links->lines = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  links->places = g_array_new (FALSE, FALSE, sizeof (TlScriptMark));
  gtk_text_buffer_get_start_iter (links->buffer, &start);
  gtk_text_buffer_create_mark (links->buffer, "place", &start, TRUE);
  links->stripes = GTK_WIDGET (tl_code_stripes_new ());
  gtk_source_gutter_insert (gtk_source_view_get_gutter (GTK_SOURCE_VIEW (view), GTK_TEXT_WINDOW_LEFT),
                            GTK_SOURCE_GUTTER_RENDERER (links->stripes), 10);
  return links;
}

void
tl_code_links_free (TlCodeLinks *links)
{
  g_array_unref (links->marks);
  g_array_unref (links->lines);
  g_array_unref (links->places);
  g_free (links);
}

/* --- the text --- */

static void
forget_marks (TlCodeLinks *links)
{
  g_array_set_size (links->marks, 0);
  g_array_set_size (links->places, 0);
  tl_line_view_unmark (links->view, TL_LINE_INSIDE);
  tl_line_view_unmark (links->view, TL_LINE_SELECTED);
  tl_line_view_unmark (links->view, TL_LINE_HOVERED);
}

void
tl_code_links_set_marks (TlCodeLinks *links, const GArray *marks)
{
  forget_marks (links);
  g_array_append_vals (links->marks, marks->data, marks->len);
  g_array_unref (links->lines);
  links->lines = tl_script_line_nodes (marks, (guint) gtk_text_buffer_get_line_count (links->buffer));
}

void
tl_code_links_set_nodes (TlCodeLinks *links, const GArray *nodes)
{
  forget_marks (links);
  g_array_set_size (links->lines, 0);
  g_array_append_vals (links->lines, nodes->data, nodes->len);
  for (guint i = 0; i < nodes->len; i++)
    {
      TlNodeId      node = g_array_index (nodes, TlNodeId, i);
      TlScriptMark *last = links->marks->len > 0 ? &g_array_index (links->marks, TlScriptMark, links->marks->len - 1) : NULL;

      if (last != NULL && last->id == node && last->last_line == i)
        last->last_line = i + 1;
      else if (node != 0)
        {
          TlScriptMark mark = { node, i + 1, i + 1 };

          g_array_append_val (links->marks, mark);
        }
    }
}

TlNodeId
tl_code_links_find (TlCodeLinks *links, guint line)
{
  return line < links->lines->len ? g_array_index (links->lines, TlNodeId, line) : 0;
}

TlNodeId
tl_code_links_find_at (TlCodeLinks *links, double x, double y)
{
  GtkTextIter at;
  int         bx, by;

  gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (links->view), GTK_TEXT_WINDOW_WIDGET, (int) x, (int) y, &bx, &by);
  gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (links->view), &at, bx, by);
  return tl_code_links_find (links, (guint) gtk_text_iter_get_line (&at));
}

/* --- marks --- */

static void
mark_lines (TlCodeLinks *links, TlLineMark kind, const TlScriptMark *mark)
{
  tl_line_view_mark (links->view, kind, mark->first_line, mark->last_line);
}

/* A loop that is unrolled or is vectors has no lines of its own: its code is what came from inside it. */
static void
select_inside (TlCodeLinks *links, GHashTable *inside)
{
  for (guint i = 0; i < links->lines->len; i++)
    {
      TlScriptMark *last = links->places->len > 0 ? &g_array_index (links->places, TlScriptMark, links->places->len - 1) : NULL;
      TlScriptMark  mark = { g_array_index (links->lines, TlNodeId, i), i + 1, i + 1 };

      if (mark.id == 0 || !g_hash_table_contains (inside, GUINT_TO_POINTER (mark.id)))
        continue;
      mark_lines (links, TL_LINE_SELECTED, &mark);
      if (last != NULL && last->last_line == i)
        last->last_line = i + 1;
      else
        g_array_append_val (links->places, mark);
    }
}

gboolean
tl_code_links_has_nodes (TlCodeLinks *links)
{
  return links->marks->len > 0;
}

void
tl_code_links_select (TlCodeLinks *links, TlNodeId node, GHashTable *inside)
{
  tl_line_view_unmark (links->view, TL_LINE_INSIDE);
  tl_line_view_unmark (links->view, TL_LINE_SELECTED);
  g_array_set_size (links->places, 0);
  for (guint i = 0; node != 0 && i < links->marks->len; i++)
    {
      const TlScriptMark *mark = &g_array_index (links->marks, TlScriptMark, i);

      if (mark->id == node)
        {
          mark_lines (links, TL_LINE_SELECTED, mark);
          g_array_append_vals (links->places, mark, 1);
        }
      else if (g_hash_table_contains (inside, GUINT_TO_POINTER (mark->id)))
        mark_lines (links, TL_LINE_INSIDE, mark);
    }
  if (node != 0 && links->places->len == 0)
    select_inside (links, inside);
}

void
tl_code_links_hover (TlCodeLinks *links, TlNodeId node)
{
  tl_line_view_unmark (links->view, TL_LINE_HOVERED);
  for (guint i = 0; node != 0 && i < links->marks->len; i++)
    {
      TlScriptMark mark = g_array_index (links->marks, TlScriptMark, i);

      if (mark.id != node)
        continue;
      if (mark.last_line > mark.first_line && tl_code_links_find (links, mark.first_line) != node)
        mark.last_line = mark.first_line;   /* of a loop in a script its head alone */
      mark_lines (links, TL_LINE_HOVERED, &mark);
    }
}

void
tl_code_links_set_changes (TlCodeLinks *links, const GArray *changes)
{
  tl_line_view_unmark (links->view, TL_LINE_ADDED);
  tl_line_view_unmark (links->view, TL_LINE_REMOVED);
  for (guint i = 0; changes != NULL && i < changes->len; i++)
    {
      TlLineChange change = g_array_index (changes, TlLineChange, i);

      if (change != TL_LINE_SAME)
        tl_line_view_mark (links->view, change == TL_LINE_ONLY_B ? TL_LINE_ADDED : TL_LINE_REMOVED, i + 1, i + 1);
    }
}

guint
tl_code_links_n_places (TlCodeLinks *links)
{
  return links->places->len;
}

guint
tl_code_links_place_line (TlCodeLinks *links, guint place)
{
  return g_array_index (links->places, TlScriptMark, place).first_line - 1;
}

void
tl_code_links_show_place (TlCodeLinks *links, guint place)
{
  if (place < links->places->len)
    tl_code_links_show_line (links, g_array_index (links->places, TlScriptMark, place).first_line - 1);
}

void
tl_code_links_show_line (TlCodeLinks *links, guint line)
{
  GtkTextIter at;

  gtk_text_buffer_get_iter_at_line (links->buffer, &at, (int) line);
  gtk_text_buffer_move_mark_by_name (links->buffer, "place", &at);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (links->view), gtk_text_buffer_get_mark (links->buffer, "place"), 0.08, FALSE, 0, 0);
}

/* --- hues --- */

/* The family of a loop, or of the innermost loop around a block. */
static guint
family_at (const TlNest *nest, TlNodeId node)
{
  gint index = tl_nest_find (nest, node);

  while (index >= 0 && nest->items[index].kind != TL_NEST_LOOP)
    index = nest->items[index].parent;
  return index >= 0 ? nest->items[index].family : TL_NO_STRIPE;
}

void
tl_code_links_set_hues (TlCodeLinks *links, const TlNest *nest)
{
  g_autoptr (GArray) families = g_array_sized_new (FALSE, FALSE, sizeof (guint), links->lines->len);

  for (guint i = 0; i < links->lines->len; i++)
    {
      guint family = nest != NULL ? family_at (nest, g_array_index (links->lines, TlNodeId, i)) : TL_NO_STRIPE;

      g_array_append_val (families, family);
    }
  tl_code_stripes_set (TL_CODE_STRIPES (links->stripes), families);
}
