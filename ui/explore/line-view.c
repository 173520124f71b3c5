/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/line-view.h"

#include <string.h>

#include "core/base/i18n.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/picture.h"

#define FRAMED (TL_LINE_SELECTED | TL_LINE_HOVERED)
#define EDGE   3.0f   /* of the mark at the left of framed lines */

struct _TlLineView
{
  GtkSourceView  parent_instance;
  GByteArray    *marks;   /* TlLineMark of each line, those behind the end have none */
  TlAfterFrame  *changed;
  TlMarkedNames *names;   /* nullable */
};

G_DEFINE_FINAL_TYPE (TlLineView, tl_line_view, GTK_SOURCE_TYPE_VIEW)

enum { MARKS_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
report (GtkWidget *widget)
{
  g_signal_emit (widget, signals[MARKS_CHANGED], 0);
}

static void
note_change (TlLineView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (self->changed != NULL)
    tl_after_frame_ask (self->changed);
}

void
tl_line_view_mark (TlLineView *self, TlLineMark mark, guint first, guint last)
{
  guint n = self->marks->len;

  if (last > n)
    {
      g_byte_array_set_size (self->marks, last);
      memset (self->marks->data + n, 0, last - n);
    }
  for (guint line = MAX (first, 1); line <= last; line++)
    self->marks->data[line - 1] |= (guint8) mark;
  note_change (self);
}

void
tl_line_view_unmark (TlLineView *self, TlLineMark mark)
{
  for (guint i = 0; i < self->marks->len; i++)
    self->marks->data[i] &= (guint8) ~mark;
  note_change (self);
}

GArray *
tl_line_view_stretches (TlLineView *self, TlLineMark mark)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (TlLineStretch));

  for (guint i = 0; i < self->marks->len; i++)
    {
      TlLineStretch *last = stretches->len > 0 ? &g_array_index (stretches, TlLineStretch, stretches->len - 1) : NULL;
      TlLineStretch  fresh = { i, i };

      if ((self->marks->data[i] & mark) == 0)
        continue;
      if (last != NULL && last->last + 1 == i)
        last->last = i;
      else
        g_array_append_val (stretches, fresh);
    }
  return stretches;
}

void
tl_line_view_visible (TlLineView *self, guint *first, guint *last)
{
  GdkRectangle visible;
  GtkTextIter  at;

  gtk_text_view_get_visible_rect (GTK_TEXT_VIEW (self), &visible);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self), &at, visible.y, NULL);
  *first = (guint) gtk_text_iter_get_line (&at);
  gtk_text_view_get_line_at_y (GTK_TEXT_VIEW (self), &at, visible.y + visible.height - 1, NULL);
  *last = (guint) gtk_text_iter_get_line (&at);
}

/* --- drawing --- */

static guint
marks_at (TlLineView *self, int line)
{
  return line >= 0 && (guint) line < self->marks->len ? self->marks->data[line] : 0;
}

static void
fill (GtkSnapshot *snapshot, TlColor color, float alpha, float x, float y, float width, float height)
{
  gtk_snapshot_append_color (snapshot, &(GdkRGBA) { (float) color.r, (float) color.g, (float) color.b, alpha },
                             &GRAPHENE_RECT_INIT (x, y, width, height));
}

/* A line above the first and below the last of neighbouring lines with @mark, a bold one at their left. */
static void
draw_frame (TlLineView *self, GtkSnapshot *snapshot, guint mark, TlColor color, int line, const GdkRectangle *box)
{
  float x = (float) box->x, y = (float) box->y, width = (float) box->width, height = (float) box->height;

  if ((marks_at (self, line) & mark) == 0)
    return;
  fill (snapshot, color, 1, x, y, EDGE, height);
  if ((marks_at (self, line - 1) & mark) == 0)
    fill (snapshot, color, 0.7f, x, y, width, 1);
  if ((marks_at (self, line + 1) & mark) == 0)
    fill (snapshot, color, 0.7f, x, y + height - 1, width, 1);
}

/* @box: of the line, as wide as the view. */
static void
draw_line (TlLineView *self, GtkSnapshot *snapshot, int line, const GdkRectangle *box)
{
  const TlPalette *palette = tl_style_palette ();
  const struct
  {
    guint   mark;
    TlColor color;
    float   alpha;
  } fills[] = {
    { TL_LINE_ADDED, palette->look[TL_LOOK_VECTORIZED], 0.18f },
    { TL_LINE_REMOVED, palette->error, 0.18f },
    { TL_LINE_HOT, palette->look[TL_LOOK_UNROLLED], 0.10f },
    { TL_LINE_INSIDE, palette->accent, 0.07f },
    { TL_LINE_SELECTED, palette->accent, 0.17f },
    { TL_LINE_HOVERED, palette->dim_text, 0.16f },
    { TL_LINE_FLASH, palette->accent, 0.35f },
  };
  guint marks = marks_at (self, line);
  TlColor hot = palette->look[TL_LOOK_UNROLLED];

  for (guint i = 0; i < G_N_ELEMENTS (fills); i++)
    if (marks & fills[i].mark)
      fill (snapshot, fills[i].color, fills[i].alpha, (float) box->x, (float) box->y, (float) box->width, (float) box->height);
  if (marks & TL_LINE_HOT)
    fill (snapshot, hot, 1, (float) (box->x + box->width) - EDGE, (float) box->y, EDGE, (float) box->height);
  draw_frame (self, snapshot, TL_LINE_HOVERED, palette->dim_text, line, box);
  draw_frame (self, snapshot, TL_LINE_SELECTED, palette->accent, line, box);
}

/* --- names --- */

gboolean
tl_line_view_is_in_name (gunichar c)
{
  return c == '_' || g_unichar_isalnum (c);
}

/* Below the text a tint, under it a line of the colour. */
static void
draw_name (TlLineView *self, GtkSnapshot *snapshot, guint color, const GtkTextIter *start, const GtkTextIter *end)
{
  const TlPalette *palette = tl_style_palette ();
  GdkRectangle     from, to;
  float            x, y, width;

  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self), start, &from);
  gtk_text_view_get_iter_location (GTK_TEXT_VIEW (self), end, &to);
  if (to.y != from.y)
    return;
  x = (float) from.x - 1;
  y = (float) from.y;
  width = (float) (to.x - from.x) + 2;
  fill (snapshot, palette->family[color], (float) tl_palette_tint (palette, 0.22), x, y, width, (float) from.height);
  fill (snapshot, palette->family[color], 1, x, y + (float) from.height - 2, width, 2);
}

/* Each identifier of the line that is marked. */
static void
draw_names (TlLineView *self, GtkSnapshot *snapshot, const GtkTextIter *line)
{
  GtkTextIter at = *line;

  while (!gtk_text_iter_ends_line (&at))
    {
      GtkTextIter      start = at;
      g_autofree char *name = NULL;

      while (!gtk_text_iter_ends_line (&at) && tl_line_view_is_in_name (gtk_text_iter_get_char (&at)))
        gtk_text_iter_forward_char (&at);
      if (gtk_text_iter_equal (&start, &at))
        {
          gtk_text_iter_forward_char (&at);
          continue;
        }
      name = gtk_text_iter_get_text (&start, &at);
      for (guint color = 0; color < TL_MOST_MARKED_NAMES; color++)
        if (g_strcmp0 (tl_marked_names_nth (self->names, color), name) == 0)
          draw_name (self, snapshot, color, &start, &at);
    }
}

static gboolean
has_names (TlLineView *self)
{
  for (guint color = 0; self->names != NULL && color < TL_MOST_MARKED_NAMES; color++)
    if (tl_marked_names_nth (self->names, color) != NULL)
      return TRUE;
  return FALSE;
}

/* For those who cannot see the marks. */
static void
on_names_changed (TlLineView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint color = 0; color < TL_MOST_MARKED_NAMES; color++)
    if (tl_marked_names_nth (self->names, color) != NULL)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : _("Marked: "), tl_marked_names_nth (self->names, color));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tl_line_view_set_names (TlLineView *self, TlMarkedNames *names)
{
  if (self->names != NULL)
    g_signal_handlers_disconnect_by_func (self->names, on_names_changed, self);
  g_set_object (&self->names, names);
  if (names != NULL)
    {
      g_signal_connect_object (names, "changed", G_CALLBACK (on_names_changed), self, G_CONNECT_SWAPPED);
      on_names_changed (self);
    }
}

static void
tl_line_view_snapshot_layer (GtkTextView *view, GtkTextViewLayer layer, GtkSnapshot *snapshot)
{
  TlLineView  *self = TL_LINE_VIEW (view);
  GdkRectangle visible, box;
  GtkTextIter  at;

  GTK_TEXT_VIEW_CLASS (tl_line_view_parent_class)->snapshot_layer (view, layer, snapshot);
  if (layer != GTK_TEXT_VIEW_LAYER_BELOW_TEXT || (self->marks->len == 0 && !has_names (self)))
    return;
  gtk_text_view_get_visible_rect (view, &visible);
  gtk_text_view_get_line_at_y (view, &at, visible.y, NULL);
  do
    {
      int y, height;

      gtk_text_view_get_line_yrange (view, &at, &y, &height);
      if (y > visible.y + visible.height)
        break;
      box = (GdkRectangle) { visible.x, y, visible.width, height };
      draw_line (self, snapshot, gtk_text_iter_get_line (&at), &box);
      if (has_names (self))
        draw_names (self, snapshot, &at);
    }
  while (gtk_text_iter_forward_line (&at));
}

/* --- building --- */

static void
tl_line_view_dispose (GObject *object)
{
  g_clear_pointer (&TL_LINE_VIEW (object)->changed, tl_after_frame_free);
  g_clear_object (&TL_LINE_VIEW (object)->names);
  G_OBJECT_CLASS (tl_line_view_parent_class)->dispose (object);
}

static void
tl_line_view_finalize (GObject *object)
{
  g_byte_array_unref (TL_LINE_VIEW (object)->marks);
  G_OBJECT_CLASS (tl_line_view_parent_class)->finalize (object);
}

static void
tl_line_view_class_init (TlLineViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_line_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = tl_line_view_finalize;
  signals[MARKS_CHANGED] = g_signal_new ("marks-changed", TL_TYPE_LINE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  GTK_TEXT_VIEW_CLASS (klass)->snapshot_layer = tl_line_view_snapshot_layer;
}

static void
tl_line_view_init (TlLineView *self)
{
  self->marks = g_byte_array_new ();
  self->changed = tl_after_frame_new (GTK_WIDGET (self), report);
}

GtkWidget *
tl_line_view_new (void)
{
  return g_object_new (TL_TYPE_LINE_VIEW, NULL);
}
