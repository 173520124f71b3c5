/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/diff-view.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include "core/base/i18n.h"
#include "core/session/line-diff.h"

struct _TlDiffView
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget *box;
  GArray    *rows;             /* TlLineRow; NULL before the first texts */

  /* Borrowed */
  GtkSourceBuffer *buffers[2];
  GtkTextView     *views[2];
  GtkAdjustment   *positions[2];

  gint at;                     /* row of the last difference shown; -1: none */
};

G_DEFINE_FINAL_TYPE (TlDiffView, tl_diff_view, GTK_TYPE_WIDGET)

/* A row on each side: the sign in the gutter, and the tag. */
static const struct
{
  const char *sign[2];
  const char *tag[2];
} looks[] = {
  [TL_LINE_SAME] = { { " ", " " }, { NULL, NULL } },
  [TL_LINE_CHANGED] = { { "~", "~" }, { "changed", "changed" } },
  [TL_LINE_ONLY_A] = { { "−", " " }, { "removed", "absent" } },
  [TL_LINE_ONLY_B] = { { " ", "+" }, { "absent", "added" } },
};

/* --- text --- */

static void
append_line (TlDiffView *view, guint side, const TlLineRow *row, char *const *lines)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (view->buffers[side]);
  gint           index = side == 0 ? row->a : row->b;
  g_autofree char *line = g_strdup_printf ("%s %s\n", looks[row->change].sign[side], index >= 0 ? lines[index] : "");
  const char    *tag = looks[row->change].tag[side];
  GtkTextIter    end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  if (tag != NULL)
    gtk_text_buffer_insert_with_tags_by_name (buffer, &end, line, -1, tag, NULL);
  else
    gtk_text_buffer_insert (buffer, &end, line, -1);
}

void
tl_diff_view_set_texts (TlDiffView *view, const char *a, const char *b)
{
  g_auto (GStrv) lines_a = g_strsplit (a, "\n", -1);
  g_auto (GStrv) lines_b = g_strsplit (b, "\n", -1);

  g_return_if_fail (TL_IS_DIFF_VIEW (view));

  g_clear_pointer (&view->rows, g_array_unref);
  view->rows = tl_line_diff ((const char *const *) lines_a, (const char *const *) lines_b);
  view->at = -1;
  for (guint side = 0; side < 2; side++)
    gtk_text_buffer_set_text (GTK_TEXT_BUFFER (view->buffers[side]), "", 0);
  for (guint i = 0; i < view->rows->len; i++)
    {
      append_line (view, 0, &g_array_index (view->rows, TlLineRow, i), lines_a);
      append_line (view, 1, &g_array_index (view->rows, TlLineRow, i), lines_b);
    }
}

guint
tl_diff_view_n_differences (TlDiffView *view)
{
  guint n = 0;

  for (guint i = 0; view->rows != NULL && i < view->rows->len; i++)
    n += g_array_index (view->rows, TlLineRow, i).change != TL_LINE_SAME;
  return n;
}

/* --- navigation --- */

static gboolean
begins_difference (TlDiffView *view, gint row)
{
  const TlLineRow *rows = (const TlLineRow *) (gpointer) view->rows->data;

  return rows[row].change != TL_LINE_SAME && (row == 0 || rows[row - 1].change == TL_LINE_SAME);
}

void
tl_diff_view_step (TlDiffView *view, gint direction)
{
  gint n = view->rows != NULL ? (gint) view->rows->len : 0;

  for (gint row = view->at + direction; row >= 0 && row < n; row += direction)
    if (begins_difference (view, row))
      {
        GtkTextIter iter;

        view->at = row;
        gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (view->buffers[0]), &iter, row);
        gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (view->buffers[0]), &iter);
        gtk_text_view_scroll_to_iter (view->views[0], &iter, 0, TRUE, 0, 0.3);
        return;
      }
}

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlDiffView *view)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;
  switch (gdk_keyval_to_lower (key))
    {
    case GDK_KEY_n:
      tl_diff_view_step (view, 1);
      return TRUE;
    case GDK_KEY_p:
      tl_diff_view_step (view, -1);
      return TRUE;
    default:
      return FALSE;
    }
}

/* --- style --- */

/* Okabe-Ito hues, light enough to keep the text readable in both styles. The sign in the gutter carries the same information. */
static void
add_tags (GtkTextBuffer *buffer)
{
  gtk_text_buffer_create_tag (buffer, "changed", "paragraph-background", "rgba(230,159,0,0.20)", NULL);
  gtk_text_buffer_create_tag (buffer, "added", "paragraph-background", "rgba(0,114,178,0.20)", NULL);
  gtk_text_buffer_create_tag (buffer, "removed", "paragraph-background", "rgba(213,94,0,0.20)", NULL);
  gtk_text_buffer_create_tag (buffer, "absent", "paragraph-background", "rgba(128,128,128,0.08)", NULL);
}

static void
follow_scheme (TlDiffView *view)
{
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (gtk_source_style_scheme_manager_get_default (),
                                                                             dark ? "Adwaita-dark" : "Adwaita");

  for (guint side = 0; side < 2; side++)
    gtk_source_buffer_set_style_scheme (view->buffers[side], scheme);
}

/* An adjustment that both had would change under the scrollbars of one while the other is laid out. */
static void
on_scrolled (GtkAdjustment *position, TlDiffView *view)
{
  GtkAdjustment *other = view->positions[position == view->positions[0] ? 1 : 0];

  if (other != NULL)
    gtk_adjustment_set_value (other, gtk_adjustment_get_value (position));
}

static void
add_side (TlDiffView *view, guint side)
{
  GtkWidget *text = gtk_source_view_new (), *scroller = gtk_scrolled_window_new ();
  GtkSourceLanguage *python = gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "python3");

  view->views[side] = GTK_TEXT_VIEW (text);
  view->buffers[side] = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (view->views[side]));
  gtk_source_buffer_set_language (view->buffers[side], python);
  gtk_source_buffer_set_highlight_matching_brackets (view->buffers[side], FALSE);
  gtk_text_view_set_editable (view->views[side], FALSE);
  gtk_text_view_set_cursor_visible (view->views[side], FALSE);
  gtk_text_view_set_monospace (view->views[side], TRUE);
  gtk_text_view_set_left_margin (view->views[side], 6);
  gtk_accessible_update_property (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_PROPERTY_LABEL, side == 0 ? _("Script of A") : _("Script of B"),
                                  -1);
  add_tags (GTK_TEXT_BUFFER (view->buffers[side]));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), text);
  view->positions[side] = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  g_signal_connect (view->positions[side], "value-changed", G_CALLBACK (on_scrolled), view);
  gtk_widget_set_hexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (view->box), scroller);
}

static void
tl_diff_view_dispose (GObject *object)
{
  TlDiffView *view = TL_DIFF_VIEW (object);

  g_clear_pointer (&view->box, gtk_widget_unparent);
  g_clear_pointer (&view->rows, g_array_unref);
  G_OBJECT_CLASS (tl_diff_view_parent_class)->dispose (object);
}

static void
tl_diff_view_class_init (TlDiffViewClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tl_diff_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "diffview");
}

static void
tl_diff_view_init (TlDiffView *view)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  view->at = -1;
  view->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_box_set_homogeneous (GTK_BOX (view->box), TRUE);
  gtk_widget_set_parent (view->box, GTK_WIDGET (view));
  add_side (view, 0);
  add_side (view, 1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), view);
  gtk_widget_add_controller (GTK_WIDGET (view), keys);
  follow_scheme (view);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (follow_scheme), view, G_CONNECT_SWAPPED);
}
