/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/widgets/highlight.h"

#define LINES_AT_ONCE 8
#define SLICE_US      4000
#define PRIORITY      (GTK_TEXT_VIEW_PRIORITY_VALIDATE - 1)   /* before GtkSourceView's own, which then finds nothing to do */
#define DATA_KEY      "highlight"

/* As long as the buffer. */
typedef struct
{
  GtkSourceBuffer *buffer;
  int              line;     /* those before it are done */
  guint            source;   /* 0: all are */
} Highlight;

static gboolean
run (gpointer user_data)
{
  Highlight  *self = user_data;
  gint64      end_us = g_get_monotonic_time () + SLICE_US;
  GtkTextIter at;

  do
    {
      self->line += LINES_AT_ONCE;
      gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (self->buffer), &at, self->line);
      gtk_source_buffer_ensure_highlight (self->buffer, &at, &at);   /* … of all lines before, too */
    }
  while (!gtk_text_iter_is_end (&at) && g_get_monotonic_time () < end_us);
  if (!gtk_text_iter_is_end (&at))
    return G_SOURCE_CONTINUE;
  self->source = 0;
  return G_SOURCE_REMOVE;
}

static void
begin_at (Highlight *self, const GtkTextIter *at)
{
  int line = gtk_text_iter_get_line (at);

  self->line = self->source != 0 ? MIN (self->line, line) : line;
  if (self->source == 0)
    self->source = g_idle_add_full (PRIORITY, run, self, NULL);
}

static void
on_insert (GtkTextBuffer *buffer, GtkTextIter *at, const char *text, int length, Highlight *self)
{
  begin_at (self, at);
}

static void
on_delete (GtkTextBuffer *buffer, GtkTextIter *start, GtkTextIter *end, Highlight *self)
{
  begin_at (self, start);
}

static void
highlight_free (gpointer data)
{
  Highlight *self = data;

  g_clear_handle_id (&self->source, g_source_remove);
  g_free (self);
}

void
tl_highlight_in_slices (GtkSourceBuffer *buffer)
{
  Highlight *self = g_new0 (Highlight, 1);

  self->buffer = buffer;
  g_object_set_data_full (G_OBJECT (buffer), DATA_KEY, self, highlight_free);
  g_signal_connect (buffer, "insert-text", G_CALLBACK (on_insert), self);
  g_signal_connect (buffer, "delete-range", G_CALLBACK (on_delete), self);
}
