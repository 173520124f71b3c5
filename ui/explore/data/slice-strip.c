/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/slice-strip.h"

#include "core/base/i18n.h"
#include "core/draw/data/draw-slice.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/wrap-box.h"

#define MOST_SLICES 8
#define SIZE        24

struct _TlSliceStrip
{
  GtkWidget           parent_instance;
  const TlDataLayout *layout;                  /* borrowed */
  TlDataPicture      *picture;                 /* nullable */
  gint                dim;                     /* of which there are slices; -1: none */
  gint64              n_slices;
  gint64              first;                   /* on the page */
  GArray             *dims;                    /* guint: those that can be sides */
  gboolean            is_filling;
  TlAfterFrame       *report;                  /* owned */
  gint                wanted[TL_N_DATA_SIDES]; /* to be reported */
  GtkWidget          *row;                     /* owned child; the others are borrowed from it */
  GtkWidget          *sides[TL_N_DATA_SIDES];  /* GtkDropDowns */
  GtkWidget          *name;
  GtkWidget          *back;
  GtkWidget          *forward;
  GtkWidget          *slices[MOST_SLICES];     /* GtkButtons */
  GtkWidget          *pictures[MOST_SLICES];
  GtkWidget          *page;
};

enum { SIGNAL_SLICE_PICKED, SIGNAL_SIDES_CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlSliceStrip, tl_slice_strip, GTK_TYPE_WIDGET)

/* --- slices --- */

static guint
index_of (gpointer button)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "slice"));
}

static void
draw_slice (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlSliceStrip *self = TL_SLICE_STRIP (gtk_widget_get_ancestor (user_data, TL_TYPE_SLICE_STRIP));

  if (self->picture != NULL && self->dim >= 0)
    tl_draw_data_slice (cr, self->picture, (guint) self->dim, self->first + index_of (user_data), palette, width, height);
}

static void
show_slice (TlSliceStrip *self, guint i)
{
  gint64           at = self->first + i;
  gboolean         is_there = at < self->n_slices, is_shown = tl_data_slice_shown (self->picture, (guint) self->dim) == at;
  gboolean         is_touched = tl_data_slice_is_touched (self->picture, (guint) self->dim, at);
  g_autofree char *dim = tl_data_dim_text (self->layout, &self->layout->buffers[0], (guint) self->dim);
  g_autofree char *text = g_strdup_printf (_("Slice %" G_GINT64_FORMAT " of %s%s%s"), at, dim, is_shown ? _(", shown") : "",
                                           is_touched ? _(", in the marked iteration") : "");

  gtk_widget_set_visible (self->slices[i], is_there);
  if (!is_there)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->slices[i]), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_set_tooltip_text (self->slices[i], text);
  if (is_shown)
    gtk_widget_add_css_class (self->slices[i], "current");
  else
    gtk_widget_remove_css_class (self->slices[i], "current");
  tl_picture_redraw (TL_PICTURE (self->pictures[i]));
}

static void
show_page (TlSliceStrip *self)
{
  gint64           last = MIN (self->first + MOST_SLICES, self->n_slices);
  g_autofree char *page = g_strdup_printf (_("%" G_GINT64_FORMAT "–%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT), self->first, last - 1,
                                           self->n_slices);

  for (guint i = 0; i < MOST_SLICES; i++)
    show_slice (self, i);
  gtk_widget_set_visible (self->back, self->n_slices > MOST_SLICES);
  gtk_widget_set_visible (self->forward, self->n_slices > MOST_SLICES);
  gtk_widget_set_sensitive (self->back, self->first > 0);
  gtk_widget_set_sensitive (self->forward, last < self->n_slices);
  gtk_label_set_text (GTK_LABEL (self->page), self->n_slices > MOST_SLICES ? page : "");
}

/* Pages follow the slice that is shown. */
static void
show_slices (TlSliceStrip *self)
{
  gint64           shown = 0;
  g_autofree char *name = NULL;

  self->dim = tl_data_layout_slice_dim (self->layout);
  for (guint i = 0; i < MOST_SLICES && self->dim < 0; i++)
    gtk_widget_set_visible (self->slices[i], FALSE);
  if (self->dim < 0)
    return;
  tl_buffer_get_extent (self->layout->buffers[0].access->buffer, (guint) self->dim, &self->n_slices);
  shown = tl_data_slice_shown (self->picture, (guint) self->dim);
  self->first = shown / MOST_SLICES * MOST_SLICES;
  name = tl_data_dim_text (self->layout, &self->layout->buffers[0], (guint) self->dim);
  gtk_label_set_text (GTK_LABEL (self->name), name);
  show_page (self);
}

/* --- input --- */

static void
on_slice (GtkButton *button, gpointer user_data)
{
  TlSliceStrip *self = user_data;

  g_signal_emit (self, signals[SIGNAL_SLICE_PICKED], 0, (guint) self->dim, self->first + index_of (button));
}

static void
turn_page (TlSliceStrip *self, gint by)
{
  gint64 first = self->first + by * MOST_SLICES;

  if (first < 0 || first >= self->n_slices || self->picture == NULL)
    return;
  self->first = first;
  show_page (self);
}

static void
on_back (TlSliceStrip *self)
{
  turn_page (self, -1);
}

static void
on_forward (TlSliceStrip *self)
{
  turn_page (self, 1);
}

static gint
chosen_dim (TlSliceStrip *self, TlDataSideKind side)
{
  guint index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->sides[side]));

  return index < self->dims->len ? (gint) g_array_index (self->dims, guint, index) : -1;
}

static void
report_sides (GtkWidget *widget)
{
  TlSliceStrip *self = TL_SLICE_STRIP (widget);

  if (self->layout != NULL)
    g_signal_emit (self, signals[SIGNAL_SIDES_CHOSEN], 0, self->wanted[TL_DATA_ROWS], self->wanted[TL_DATA_COLUMNS]);
}

/* Choosing the dimension of the other side exchanges the two. The list is filled when it has closed. */
static void
on_side (GtkDropDown *list, GParamSpec *pspec, gpointer user_data)
{
  TlSliceStrip  *self = user_data;
  TlDataSideKind side = GTK_WIDGET (list) == self->sides[TL_DATA_ROWS] ? TL_DATA_ROWS : TL_DATA_COLUMNS;
  gint           dims[TL_N_DATA_SIDES] = { chosen_dim (self, TL_DATA_ROWS), chosen_dim (self, TL_DATA_COLUMNS) };

  if (self->is_filling || self->layout == NULL
      || (dims[TL_DATA_ROWS] == self->layout->dims[TL_DATA_ROWS] && dims[TL_DATA_COLUMNS] == self->layout->dims[TL_DATA_COLUMNS]))
    return;
  if (dims[TL_DATA_ROWS] == dims[TL_DATA_COLUMNS])
    dims[!side] = self->layout->dims[side];
  self->wanted[TL_DATA_ROWS] = dims[TL_DATA_ROWS];
  self->wanted[TL_DATA_COLUMNS] = dims[TL_DATA_COLUMNS];
  tl_after_frame_ask (self->report);
}

/* --- dimensions --- */

static void
fill_sides (TlSliceStrip *self)
{
  const TlDataBuffer       *written = &self->layout->buffers[0];
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint                     chosen[TL_N_DATA_SIDES] = { 0, 0 };

  g_array_set_size (self->dims, 0);
  for (guint d = 0; d < written->access->buffer->n_dims; d++)
    {
      g_autofree char *text = tl_data_dim_text (self->layout, written, d);
      gint64           extent = 1;

      if (!tl_buffer_get_extent (written->access->buffer, d, &extent) || extent < 2)
        continue;
      for (guint side = 0; side < TL_N_DATA_SIDES; side++)
        if (self->layout->dims[side] == (gint) d)
          chosen[side] = self->dims->len;
      gtk_string_list_append (names, text);
      g_array_append_val (self->dims, d);
    }
  self->is_filling = TRUE;
  for (guint side = 0; side < TL_N_DATA_SIDES; side++)
    {
      gtk_drop_down_set_model (GTK_DROP_DOWN (self->sides[side]), G_LIST_MODEL (names));
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->sides[side]), chosen[side]);
    }
  self->is_filling = FALSE;
}

void
tl_slice_strip_show (TlSliceStrip *self, const TlDataLayout *layout, const gint64 *position, gint selected)
{
  const TlCaches caches = { 0 };
  gboolean       is_other = layout != self->layout;

  g_clear_pointer (&self->picture, tl_data_picture_free);
  self->layout = layout;
  gtk_widget_set_visible (GTK_WIDGET (self), layout != NULL && layout->buffers[0].n_folded > 0);
  if (layout == NULL || layout->buffers[0].n_folded == 0)
    return;
  self->picture = tl_data_picture_new_tiles (layout, position, selected, 0, &caches, 100, 100);
  if (is_other)
    fill_sides (self);
  show_slices (self);
}

/* --- object --- */

static void
tl_slice_strip_dispose (GObject *object)
{
  TlSliceStrip *self = TL_SLICE_STRIP (object);

  self->layout = NULL;
  g_clear_pointer (&self->report, tl_after_frame_free);
  g_clear_pointer (&self->picture, tl_data_picture_free);
  g_clear_pointer (&self->row, gtk_widget_unparent);
  g_clear_pointer (&self->dims, g_array_unref);
  G_OBJECT_CLASS (tl_slice_strip_parent_class)->dispose (object);
}

static void
tl_slice_strip_class_init (TlSliceStripClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_slice_strip_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "slicestrip");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SIGNAL_SLICE_PICKED] = g_signal_new ("slice-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_INT64);
  signals[SIGNAL_SIDES_CHOSEN] = g_signal_new ("sides-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

static GtkWidget *
add_label (GtkWidget *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
new_side (TlSliceStrip *self, TlDataSideKind side, const char *title, const char *spoken)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  add_label (box, title);
  self->sides[side] = gtk_drop_down_new (NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->sides[side]), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_signal_connect (self->sides[side], "notify::selected", G_CALLBACK (on_side), self);
  gtk_box_append (GTK_BOX (box), self->sides[side]);
  return box;
}

static GtkWidget *
new_page_button (TlSliceStrip *self, const char *icon, const char *title, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  return button;
}

static GtkWidget *
new_slices (TlSliceStrip *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);

  self->name = add_label (box, "");
  self->back = new_page_button (self, "pan-start-symbolic", _("Earlier Slices"), G_CALLBACK (on_back));
  gtk_box_append (GTK_BOX (box), self->back);
  for (guint i = 0; i < MOST_SLICES; i++)
    {
      self->slices[i] = gtk_button_new ();
      self->pictures[i] = tl_picture_new (NULL, NULL, NULL);
      tl_picture_set (TL_PICTURE (self->pictures[i]), draw_slice, self->pictures[i], NULL);
      tl_picture_set_size (TL_PICTURE (self->pictures[i]), SIZE, SIZE);
      g_object_set_data (G_OBJECT (self->slices[i]), "slice", GUINT_TO_POINTER (i));
      g_object_set_data (G_OBJECT (self->pictures[i]), "slice", GUINT_TO_POINTER (i));
      gtk_button_set_child (GTK_BUTTON (self->slices[i]), self->pictures[i]);
      gtk_widget_add_css_class (self->slices[i], "slice");
      g_signal_connect (self->slices[i], "clicked", G_CALLBACK (on_slice), self);
      gtk_box_append (GTK_BOX (box), self->slices[i]);
    }
  self->forward = new_page_button (self, "pan-end-symbolic", _("Later Slices"), G_CALLBACK (on_forward));
  gtk_box_append (GTK_BOX (box), self->forward);
  self->page = add_label (box, "");
  return box;
}

static void
tl_slice_strip_init (TlSliceStrip *self)
{
  self->dims = g_array_new (FALSE, FALSE, sizeof (guint));
  self->dim = -1;
  self->report = tl_after_frame_new (GTK_WIDGET (self), report_sides);
  self->row = g_object_new (TL_TYPE_WRAP_BOX, NULL);
  tl_wrap_box_set_spacing (TL_WRAP_BOX (self->row), 4);
  gtk_widget_set_parent (new_side (self, TL_DATA_ROWS, _("Rows"), _("Dimension of Rows")), self->row);
  gtk_widget_set_parent (new_side (self, TL_DATA_COLUMNS, _("Columns"), _("Dimension of Columns")), self->row);
  gtk_widget_set_parent (new_slices (self), self->row);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
tl_slice_strip_new (void)
{
  return g_object_new (TL_TYPE_SLICE_STRIP, NULL);
}
