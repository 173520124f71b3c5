/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/diff-view.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include "core/base/i18n.h"
#include "core/session/line-diff.h"
#include "ui/compare/compare-row.h"
#include "ui/widgets/highlight.h"
#include "ui/widgets/picture.h"

#define MIN_HEIGHT 320

typedef struct
{
  GtkSourceBuffer *buffer;
  GtkTextView     *view;
  GtkAdjustment   *position;
} DiffColumn;

struct _TlDiffView
{
  GtkWidget  parent_instance;
  GtkWidget *row;                         /* owned child */
  GArray    *table;                       /* TlLineCell; NULL before the first texts */
  guint      n_texts;
  guint      baseline;
  DiffColumn columns[TL_LINE_TEXTS_MAX];  /* borrowed */
  gboolean   is_locked;
  gboolean   is_following;                /* the others are scrolled to where one is */
  gint       at;                          /* row of the last difference shown; -1: none */
};

G_DEFINE_FINAL_TYPE (TlDiffView, tl_diff_view, GTK_TYPE_WIDGET)

/* --- text --- */

static void
add_tags (GtkTextBuffer *buffer)
{
  gtk_text_buffer_create_tag (buffer, "changed", "paragraph-background", "rgba(230,159,0,0.20)", NULL);
  gtk_text_buffer_create_tag (buffer, "added", "paragraph-background", "rgba(0,158,115,0.18)", NULL);
  gtk_text_buffer_create_tag (buffer, "removed", "paragraph-background", "rgba(213,94,0,0.20)", NULL);
}

/* Of a column that is not the baseline. */
static const struct
{
  const char *sign, *tag;
} looks[] = {
  [TL_LINE_SAME] = { " ", NULL },
  [TL_LINE_CHANGED] = { "≠", "changed" },
  [TL_LINE_ONLY_A] = { "−", "removed" },
  [TL_LINE_ONLY_B] = { "+", "added" },
};

static void
append_line (GtkSourceBuffer *source, const TlLineCell *cell, char *const *lines)
{
  GtkTextBuffer   *buffer = GTK_TEXT_BUFFER (source);
  g_autofree char *line = g_strdup_printf ("%s %s\n", looks[cell->change].sign, cell->line >= 0 ? lines[cell->line] : "");
  GtkTextIter      end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  if (looks[cell->change].tag != NULL)
    gtk_text_buffer_insert_with_tags_by_name (buffer, &end, line, -1, looks[cell->change].tag, NULL);
  else
    gtk_text_buffer_insert (buffer, &end, line, -1);
}

guint
tl_diff_view_n_differences (TlDiffView *self)
{
  guint n = 0;

  for (guint i = 0; self->table != NULL && i < self->table->len; i++)
    n += g_array_index (self->table, TlLineCell, i).change != TL_LINE_SAME;
  return n;
}

/* --- navigation --- */

static gboolean
differs (TlDiffView *self, gint row)
{
  for (guint i = 0; row >= 0 && i < self->n_texts; i++)
    if (g_array_index (self->table, TlLineCell, (guint) row * self->n_texts + i).change != TL_LINE_SAME)
      return TRUE;
  return FALSE;
}

void
tl_diff_view_step (TlDiffView *self, gint direction)
{
  gint n = self->table != NULL && self->n_texts > 0 ? (gint) (self->table->len / self->n_texts) : 0;

  for (gint row = self->at + direction; row >= 0 && row < n; row += direction)
    if (differs (self, row) && !differs (self, row - 1))
      {
        self->at = row;
        for (guint i = 0; i < self->n_texts; i++)
          {
            GtkTextIter iter;

            gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->columns[i].buffer), &iter, row);
            gtk_text_buffer_place_cursor (GTK_TEXT_BUFFER (self->columns[i].buffer), &iter);
            gtk_text_view_scroll_to_iter (self->columns[i].view, &iter, 0, TRUE, 0, 0.3);
          }
        return;
      }
}

void
tl_diff_view_set_locked (TlDiffView *self, gboolean is_locked)
{
  self->is_locked = is_locked;
}

/* An adjustment that all had would change under the scrollbars of one while another is laid out. */
static void
on_scrolled (GtkAdjustment *position, TlDiffView *self)
{
  if (!self->is_locked || self->is_following)
    return;
  self->is_following = TRUE;
  for (guint i = 0; i < self->n_texts; i++)
    if (self->columns[i].position != position)
      gtk_adjustment_set_value (self->columns[i].position, gtk_adjustment_get_value (position));
  self->is_following = FALSE;
}

/* --- columns --- */

static void
follow_scheme (TlDiffView *self)
{
  gboolean              dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleScheme *scheme = gtk_source_style_scheme_manager_get_scheme (gtk_source_style_scheme_manager_get_default (),
                                                                             dark ? "Adwaita-dark" : "Adwaita");

  for (guint i = 0; i < self->n_texts; i++)
    gtk_source_buffer_set_style_scheme (self->columns[i].buffer, scheme);
}

static void
add_column (TlDiffView *self, DiffColumn *column)
{
  GtkWidget *text = gtk_source_view_new (), *scroller = gtk_scrolled_window_new ();

  column->view = GTK_TEXT_VIEW (text);
  column->buffer = GTK_SOURCE_BUFFER (gtk_text_view_get_buffer (column->view));
  gtk_source_buffer_set_highlight_matching_brackets (column->buffer, FALSE);
  tl_highlight_in_slices (GTK_SOURCE_VIEW (text));
  gtk_text_view_set_editable (column->view, FALSE);
  gtk_text_view_set_cursor_visible (column->view, FALSE);
  gtk_text_view_set_monospace (column->view, TRUE);
  add_tags (GTK_TEXT_BUFFER (column->buffer));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), text);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), MIN_HEIGHT);
  column->position = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  g_signal_connect (column->position, "value-changed", G_CALLBACK (on_scrolled), self);
  tl_compare_row_append (TL_COMPARE_ROW (self->row), scroller);
}

static void
set_columns (TlDiffView *self, guint n_texts)
{
  if (n_texts == self->n_texts)
    return;
  self->n_texts = 0;
  tl_compare_row_clear (TL_COMPARE_ROW (self->row));
  for (guint i = 0; i < n_texts; i++)
    add_column (self, &self->columns[i]);
  self->n_texts = n_texts;
  follow_scheme (self);
}

static void
name_column (DiffColumn *column, const char *name, const char *language)
{
  g_autofree char   *label = g_strdup_printf (_("Text of %s"), name);
  GtkSourceLanguage *python = language != NULL ? gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (),
                                                                                           language) : NULL;

  gtk_source_buffer_set_language (column->buffer, python);
  gtk_accessible_update_property (GTK_ACCESSIBLE (column->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

void
tl_diff_view_set_texts (TlDiffView *self, const char *const *texts, const char *const *names, guint n_texts, guint baseline,
                        const char *language)
{
  char             **lines[TL_LINE_TEXTS_MAX] = { NULL };
  const char *const *views[TL_LINE_TEXTS_MAX];

  set_columns (self, n_texts);
  for (guint i = 0; i < n_texts; i++)
    {
      lines[i] = g_strsplit (texts[i], "\n", -1);
      views[i] = (const char *const *) lines[i];
      name_column (&self->columns[i], names[i], language);
      gtk_text_buffer_set_text (GTK_TEXT_BUFFER (self->columns[i].buffer), "", 0);
    }
  g_clear_pointer (&self->table, g_array_unref);
  self->table = tl_line_table (views, n_texts, baseline);
  self->baseline = baseline;
  self->at = -1;
  tl_compare_row_set_baseline (TL_COMPARE_ROW (self->row), baseline);
  for (guint i = 0; i < self->table->len; i++)
    append_line (self->columns[i % n_texts].buffer, &g_array_index (self->table, TlLineCell, i), lines[i % n_texts]);
  for (guint i = 0; i < n_texts; i++)
    g_strfreev (lines[i]);
}

/* --- object --- */

static void
tl_diff_view_dispose (GObject *object)
{
  TlDiffView *self = TL_DIFF_VIEW (object);

  self->n_texts = 0;
  g_clear_pointer (&self->row, gtk_widget_unparent);
  g_clear_pointer (&self->table, g_array_unref);
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
tl_diff_view_init (TlDiffView *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  self->at = -1;
  self->is_locked = TRUE;
  self->row = tl_compare_row_new (label);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  tl_style_follow (self, G_CALLBACK (follow_scheme));
}

GtkWidget *
tl_diff_view_new (void)
{
  return g_object_new (TL_TYPE_DIFF_VIEW, NULL);
}
