/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-hits.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"

#define TICK_WIDTH  5
#define TICK_HEIGHT 2

struct _TlCodeHits
{
  GtkWidget     parent_instance;
  TlLineView   *view;      /* borrowed: below this widget */
  GtkWidget    *chip;
  TlAfterFrame *update;
  gint          next;      /* the line that the chip leads to; -1: none */
};

G_DEFINE_FINAL_TYPE (TlCodeHits, tl_code_hits, GTK_TYPE_WIDGET)

enum { JUMP, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- the button --- */

/* Places of what is hovered, where something is, else of the selection. */
static GArray *
find_places (TlCodeHits *self)
{
  GArray *places = tl_line_view_stretches (self->view, TL_LINE_HOVERED);

  if (places->len > 0)
    return places;
  g_array_unref (places);
  return tl_line_view_stretches (self->view, TL_LINE_SELECTED);
}

static void
set_chip (TlCodeHits *self, guint n_above, guint n_below)
{
  g_autofree char *above = n_above > 0 ? g_strdup_printf ("▲%u", n_above) : NULL;
  g_autofree char *below = n_below > 0 ? g_strdup_printf ("▼%u", n_below) : NULL;
  g_autofree char *text = g_strjoin (above != NULL && below != NULL ? " " : "", above != NULL ? above : "", below != NULL ? below : "",
                                     NULL);
  g_autofree char *spoken = g_strdup_printf (_("Places out of view: %u above, %u below"), n_above, n_below);

  gtk_button_set_label (GTK_BUTTON (self->chip), text);
  tl_widget_set_tooltip (self->chip, spoken);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chip), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_widget_set_visible (self->chip, n_above + n_below > 0);
}

/* The next place is the first one below, or where there is none the first one above. */
static void
update (GtkWidget *widget)
{
  TlCodeHits        *self = TL_CODE_HITS (widget);
  g_autoptr (GArray) places = find_places (self);
  guint              first, last, n_above = 0, n_below = 0;

  tl_line_view_visible (self->view, &first, &last);
  self->next = -1;
  for (guint i = 0; i < places->len; i++)
    {
      const TlLineStretch *place = &g_array_index (places, TlLineStretch, i);

      if (place->first > last && n_below++ == 0)
        self->next = (gint) place->first;
      n_above += place->last < first;
    }
  if (self->next < 0 && n_above > 0)
    self->next = (gint) g_array_index (places, TlLineStretch, 0).first;
  set_chip (self, n_above, n_below);
  gtk_widget_queue_draw (widget);
}

static void
on_chip (TlCodeHits *self)
{
  if (self->next >= 0)
    g_signal_emit (self, signals[JUMP], 0, (guint) self->next);
}

static void
on_changed (TlCodeHits *self)
{
  tl_after_frame_ask (self->update);
}

/* --- ticks --- */

/* Those that touch are drawn as one: a loop may have thousands of places, and GTK compares them in each frame. */
static void
draw_ticks (TlCodeHits *self, GtkSnapshot *snapshot, TlLineMark mark, TlColor color)
{
  g_autoptr (GArray) places = tl_line_view_stretches (self->view, mark);
  float              width = (float) gtk_widget_get_width (GTK_WIDGET (self)), height = (float) gtk_widget_get_height (GTK_WIDGET (self));
  float              n = (float) gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view)));

  for (guint i = 0; i < places->len;)
    {
      float top = height * (float) g_array_index (places, TlLineStretch, i).first / n, bottom = top;

      for (; i < places->len && height * (float) g_array_index (places, TlLineStretch, i).first / n <= bottom; i++)
        {
          const TlLineStretch *place = &g_array_index (places, TlLineStretch, i);

          bottom = tl_max (height * (float) (place->last + 1) / n, height * (float) place->first / n + TICK_HEIGHT);
        }
      gtk_snapshot_append_color (snapshot, &(GdkRGBA) { (float) color.r, (float) color.g, (float) color.b, 1 },
                                 &GRAPHENE_RECT_INIT (width - TICK_WIDTH, top, TICK_WIDTH, bottom - top));
    }
}

/* No ticks where the whole text is in view. */
static void
tl_code_hits_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlCodeHits      *self = TL_CODE_HITS (widget);
  const TlPalette *palette = tl_style_palette ();
  guint            first, last;

  tl_line_view_visible (self->view, &first, &last);
  if (last + 1 < first + (guint) gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view))))
    {
      draw_ticks (self, snapshot, TL_LINE_HOT, palette->look[TL_LOOK_UNROLLED]);
      draw_ticks (self, snapshot, TL_LINE_HOVERED, palette->dim_text);
      draw_ticks (self, snapshot, TL_LINE_SELECTED, palette->accent);
    }
  gtk_widget_snapshot_child (widget, self->chip, snapshot);
}

/* --- building --- */

/* The text is used through it, except where the button is. */
static gboolean
tl_code_hits_contains (GtkWidget *widget, double x, double y)
{
  return FALSE;
}

static void
tl_code_hits_dispose (GObject *object)
{
  TlCodeHits *self = TL_CODE_HITS (object);

  g_clear_pointer (&self->update, tl_after_frame_free);
  g_clear_pointer (&self->chip, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_code_hits_parent_class)->dispose (object);
}

static void
tl_code_hits_class_init (TlCodeHitsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_code_hits_dispose;
  widget_class->snapshot = tl_code_hits_snapshot;
  widget_class->contains = tl_code_hits_contains;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[JUMP] = g_signal_new ("jump", TL_TYPE_CODE_HITS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_code_hits_init (TlCodeHits *self)
{
  self->next = -1;
  self->update = tl_after_frame_new (GTK_WIDGET (self), update);
  self->chip = gtk_button_new ();
  gtk_widget_add_css_class (self->chip, "code-hits");
  gtk_widget_set_halign (self->chip, GTK_ALIGN_END);
  gtk_widget_set_valign (self->chip, GTK_ALIGN_END);
  gtk_widget_set_margin_end (self->chip, 18);
  gtk_widget_set_margin_bottom (self->chip, 8);
  gtk_widget_set_focusable (self->chip, FALSE);
  gtk_widget_set_visible (self->chip, FALSE);
  gtk_widget_set_parent (self->chip, GTK_WIDGET (self));
  g_signal_connect_swapped (self->chip, "clicked", G_CALLBACK (on_chip), self);
}

GtkWidget *
tl_code_hits_new (TlLineView *view, GtkAdjustment *position)
{
  TlCodeHits *self = g_object_new (TL_TYPE_CODE_HITS, NULL);

  self->view = view;
  g_signal_connect_object (view, "marks-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (position, "value-changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (position, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
