/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/highlight.h"

#define LINES_AT_ONCE 32
#define SLICE_US      4000
#define LONG_BYTES    (64 * 1024)
#define MAX_CHARS     (1024 * 1024)   /* highlighted: each slice takes longer the more lines are done */
#define PRIORITY      (GTK_TEXT_VIEW_PRIORITY_VALIDATE + 1)   /* before GtkSourceView's own, which then finds nothing to do */
#define DATA_KEY      "highlight"

/* As long as the view. */
typedef struct
{
  GtkSourceView *view;
  int            line;     /* those before it are done */
  guint          source;   /* 0: all are */
} Highlight;

static GtkWidget *
gutter_of (Highlight *self)
{
  return GTK_WIDGET (gtk_source_view_get_gutter (self->view, GTK_TEXT_WINDOW_LEFT));
}

static gboolean
run (gpointer user_data)
{
  Highlight     *self = user_data;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
  gint64         end_us = g_get_monotonic_time () + SLICE_US;
  GtkTextIter    at;

  gtk_widget_show (gutter_of (self));
  gtk_source_buffer_set_highlight_syntax (GTK_SOURCE_BUFFER (buffer), gtk_text_buffer_get_char_count (buffer) <= MAX_CHARS);
  do
    {
      self->line += LINES_AT_ONCE;
      gtk_text_buffer_get_iter_at_line (buffer, &at, self->line);
      gtk_source_buffer_ensure_highlight (GTK_SOURCE_BUFFER (buffer), &at, &at);   /* … of all lines before, too */
    }
  while (!gtk_text_iter_is_end (&at) && g_get_monotonic_time () < end_us);
  if (!gtk_text_iter_is_end (&at))
    return G_SOURCE_CONTINUE;
  self->source = 0;
  return G_SOURCE_REMOVE;
}

static void
begin_at (GtkWidget *view, const GtkTextIter *at)
{
  Highlight *self = g_object_get_data (G_OBJECT (view), DATA_KEY);
  int        line = gtk_text_iter_get_line (at);

  self->line = self->source != 0 ? MIN (self->line, line) : line;
  if (self->source == 0)
    self->source = g_idle_add_full (PRIORITY, run, self, NULL);
}

static void
on_insert (GtkTextBuffer *buffer, GtkTextIter *at, const char *text, int length, GtkWidget *view)
{
  if (length > LONG_BYTES)
    gtk_widget_hide (gutter_of (g_object_get_data (G_OBJECT (view), DATA_KEY)));
  begin_at (view, at);
}

static void
on_delete (GtkTextBuffer *buffer, GtkTextIter *start, GtkTextIter *end, GtkWidget *view)
{
  begin_at (view, start);
}

static void
highlight_free (gpointer data)
{
  Highlight *self = data;

  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self);
}

void
tl_highlight_in_slices (GtkSourceView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  Highlight     *self = g_new0 (Highlight, 1);

  self->view = view;
  g_object_set_data_full (G_OBJECT (view), DATA_KEY, self, highlight_free);
  g_signal_connect_object (buffer, "insert-text", G_CALLBACK (on_insert), view, 0);
  g_signal_connect_object (buffer, "delete-range", G_CALLBACK (on_delete), view, 0);
}
