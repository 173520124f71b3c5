/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-links.h"

#include <math.h>
#include <string.h>

#include "core/session/line-diff.h"
#include "core/session/program-view.h"
#include "ui/explore/code-stripes.h"

struct _TlCodeLinks
{
  TlLineView    *view;       /* Borrowed: owns these links */
  GtkTextBuffer *buffer;
  GArray        *marks;      /* TlScriptMark, inner ones first */
  GArray        *lines;      /* TlOrigin: the innermost at each line */
  GArray        *places;     /* TlScriptMark of the selected node */
  gboolean       is_fuzzy;   /* places: of what stands inside */
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
  links->lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
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
      TlOrigin      origin = g_array_index (nodes, TlOrigin, i);
      TlScriptMark *last = links->marks->len > 0 ? &g_array_index (links->marks, TlScriptMark, links->marks->len - 1) : NULL;

      if (last != NULL && last->id == origin.id && last->copy == origin.copy && last->last_line == i)
        last->last_line = i + 1;
      else if (origin.id != 0)
        {
          TlScriptMark mark = { origin.id, i + 1, i + 1, origin.copy, origin.n_copies };

          g_array_append_val (links->marks, mark);
        }
    }
}

TlNodeId
tl_code_links_find (TlCodeLinks *links, guint line)
{
  return line < links->lines->len ? g_array_index (links->lines, TlOrigin, line).id : 0;
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
      TlOrigin      origin = g_array_index (links->lines, TlOrigin, i);
      TlScriptMark  mark = { origin.id, i + 1, i + 1, origin.copy, origin.n_copies };

      if (mark.id == 0 || !g_hash_table_contains (inside, GUINT_TO_POINTER (mark.id)))
        continue;
      mark_lines (links, TL_LINE_SELECTED, &mark);
      if (last != NULL && last->last_line == i && last->copy == mark.copy)
        last->last_line = i + 1;
      else
        g_array_append_val (links->places, mark);
    }
}

gboolean
tl_code_links_is_fuzzy (TlCodeLinks *links)
{
  return links->is_fuzzy;
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
  links->is_fuzzy = node != 0 && links->places->len == 0;
  if (links->is_fuzzy)
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

gboolean
tl_code_links_place_copy (TlCodeLinks *links, guint place, guint *copy, guint *n_copies)
{
  const TlScriptMark *mark = place < links->places->len ? &g_array_index (links->places, TlScriptMark, place) : NULL;

  if (mark == NULL || mark->n_copies == 0)
    return FALSE;
  *copy = mark->copy;
  *n_copies = mark->n_copies;
  return TRUE;
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

/* The family of a loop, or of the innermost loop around a block. FALSE: there is none. */
static gboolean
family_at (const TlNest *nest, TlNodeId node, guint *family)
{
  gint index = tl_nest_find (nest, node);

  while (index >= 0 && nest->items[index].kind != TL_NEST_LOOP)
    index = nest->items[index].parent;
  if (index >= 0)
    *family = nest->items[index].family;
  return index >= 0;
}

/* The stripe of the line where a loop begins that goes on below it; NULL: it is one line, or has no mark. */
static TlCodeStripe *
head_stripe (TlCodeLinks *links, TlNodeId loop, GArray *stripes)
{
  for (guint i = 0; i < links->marks->len; i++)
    {
      const TlScriptMark *mark = &g_array_index (links->marks, TlScriptMark, i);

      if (mark->id == loop && mark->first_line < mark->last_line && mark->first_line <= stripes->len)
        return &g_array_index (stripes, TlCodeStripe, mark->first_line - 1);
    }
  return NULL;
}

/* Where several loops begin in one line, the families of all of them from outside in. */
static void
add_heads (TlCodeLinks *links, const TlNest *nest, GArray *stripes)
{
  const TlCodeStripe *last = NULL;

  for (guint i = 0; i < nest->n_items; i++)
    {
      TlCodeStripe *stripe = nest->items[i].kind == TL_NEST_LOOP ? head_stripe (links, nest->items[i].id, stripes) : NULL;

      if (stripe != NULL && last != stripe)
        stripe->n_families = 0;
      if (stripe != NULL && stripe->n_families < TL_MOST_STRIPES)
        stripe->families[stripe->n_families++] = nest->items[i].family;
      last = stripe;
    }
}

void
tl_code_links_set_stripes (TlCodeLinks *links, const TlNest *nest, GHashTable *shares)
{
  g_autoptr (GArray) stripes = g_array_sized_new (FALSE, FALSE, sizeof (TlCodeStripe), links->lines->len);

  for (guint i = 0; i < links->lines->len; i++)
    {
      TlNodeId      node = tl_code_links_find (links, i);
      gboolean      is_first = node != 0 && (i == 0 || tl_code_links_find (links, i - 1) != node);
      const double *share = shares != NULL && is_first ? g_hash_table_lookup (shares, GUINT_TO_POINTER (node)) : NULL;
      TlCodeStripe  stripe = { .time_share = share != NULL ? *share : NAN };

      stripe.n_families = family_at (nest, node, &stripe.families[0]) ? 1 : 0;
      g_array_append_val (stripes, stripe);
    }
  add_heads (links, nest, stripes);
  tl_code_stripes_set (TL_CODE_STRIPES (links->stripes), stripes);
}

TlNodeId
tl_code_links_find_loop (TlCodeLinks *links, const TlNest *nest, guint line, const char *name)
{
  for (guint i = 0; i < links->marks->len; i++)
    {
      const TlScriptMark *mark = &g_array_index (links->marks, TlScriptMark, i);
      gint                index = mark->first_line <= line + 1 && line < mark->last_line ? tl_nest_find (nest, mark->id) : -1;

      if (index >= 0 && nest->items[index].kind == TL_NEST_LOOP && strcmp (nest->items[index].label, name) == 0)
        return mark->id;
    }
  return 0;
}
