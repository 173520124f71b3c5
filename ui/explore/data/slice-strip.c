/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/slice-strip.h"

#include "core/base/i18n.h"
#include "core/draw/data/draw-slice.h"
#include "ui/explore/data/dim-chips.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/tip.h"
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
  TlSliceLook         look;
  const TlBuffer     *chosen_of;               /* never followed: the buffer … */
  gint                chosen;                  /* … of which slices of this dimension were asked for */
  GtkWidget          *row;                     /* owned child; the others are borrowed from it */
  GtkWidget          *chips;                   /* TlDimChips */
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
    tl_draw_data_slice (cr, self->picture, &self->look, (guint) self->dim, self->first + index_of (user_data), palette, width, height);
}

static void
show_slice (TlSliceStrip *self, guint i)
{
  gint64           at = self->first + i;
  gboolean         is_there = at < self->n_slices;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->slices[i], is_there);
  if (!is_there)
    return;
  text = tl_data_slice_text (self->picture, &self->look, (guint) self->dim, at);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->slices[i]), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  tl_widget_set_tooltip (self->slices[i], text);
  if (tl_data_slice_shown (self->picture, (guint) self->dim) == at)
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

/* The one asked for, as long as it has slices. */
static gint
find_dim (TlSliceStrip *self)
{
  const TlDataBuffer *written = &self->layout->buffers[0];

  for (guint i = 0; i < written->n_folded; i++)
    if (self->chosen_of == written->access->buffer && self->chosen == (gint) written->folded[i])
      return self->chosen;
  return tl_data_layout_slice_dim (self->layout);
}

/* Pages follow the slice that is shown. */
static void
show_slices (TlSliceStrip *self)
{
  gint64 shown;

  self->dim = find_dim (self);
  tl_dim_chips_show (TL_DIM_CHIPS (self->chips), self->layout, self->dim);
  tl_buffer_get_extent (self->layout->buffers[0].access->buffer, (guint) self->dim, &self->n_slices);
  shown = tl_data_slice_shown (self->picture, (guint) self->dim);
  self->first = shown / MOST_SLICES * MOST_SLICES;
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

static void
choose_dim (TlSliceStrip *self, gint dim)
{
  self->chosen_of = self->layout->buffers[0].access->buffer;
  self->chosen = dim;
}

static void
on_slices_chosen (TlSliceStrip *self, guint dim)
{
  choose_dim (self, (gint) dim);
  show_slices (self);
}

static void
on_sides_chosen (TlSliceStrip *self, gint rows, gint columns, gint slices)
{
  choose_dim (self, slices);
  g_signal_emit (self, signals[SIGNAL_SIDES_CHOSEN], 0, rows, columns);
}

/* --- what is shown --- */

/* Counts are those of a tile. */
static void
make_picture (TlSliceStrip *self, const gint64 *position, gint selected, guint n_cores)
{
  const TlCaches caches = { 0 };
  guint          level = self->look.counts != NULL ? self->look.counts->n_fixed : 0;
  TlDataPicture *picture = tl_data_picture_new_tiles (self->layout, position, selected, level, &caches, 100, 100);

  tl_data_picture_set_cores (picture, n_cores);
  g_clear_pointer (&self->picture, tl_data_picture_free);
  self->picture = picture;
}

void
tl_slice_strip_show (TlSliceStrip *self, const TlDataLayout *layout, const gint64 *position, gint selected, guint n_cores)
{
  gboolean has_slices = layout != NULL && layout->buffers[0].n_folded > 0;

  self->layout = layout;
  gtk_widget_set_visible (GTK_WIDGET (self), has_slices);
  if (!has_slices)
    {
      g_clear_pointer (&self->picture, tl_data_picture_free);
      tl_dim_chips_show (TL_DIM_CHIPS (self->chips), NULL, -1);
      return;
    }
  make_picture (self, position, selected, n_cores);
  show_slices (self);
}

void
tl_slice_strip_set_look (TlSliceStrip *self, const TlSliceLook *look)
{
  gboolean is_same = look->counts == self->look.counts && look->shows_threads == self->look.shows_threads
                     && look->look.kind == self->look.look.kind && look->look.cache == self->look.look.cache;

  self->look = *look;
  if (self->picture == NULL)
    return;
  if (!is_same)
    make_picture (self, self->picture->position, self->picture->selected, self->picture->threads.n_shares);
  if (is_same)   /* another range or scale: the words stay */
    for (guint i = 0; i < MOST_SLICES; i++)
      tl_picture_redraw (TL_PICTURE (self->pictures[i]));
  else
    show_page (self);
}

/* --- object --- */

static void
tl_slice_strip_dispose (GObject *object)
{
  TlSliceStrip *self = TL_SLICE_STRIP (object);

  self->layout = NULL;
  g_clear_pointer (&self->picture, tl_data_picture_free);
  g_clear_pointer (&self->row, gtk_widget_unparent);
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
new_page_button (TlSliceStrip *self, const char *icon, const char *title, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  tl_widget_set_tooltip (button, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  return button;
}

static GtkWidget *
new_slices (TlSliceStrip *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);

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
  self->dim = self->chosen = -1;
  self->row = g_object_new (TL_TYPE_WRAP_BOX, NULL);
  tl_wrap_box_set_spacing (TL_WRAP_BOX (self->row), 4);
  self->chips = tl_dim_chips_new ();
  g_signal_connect_swapped (self->chips, "slices-chosen", G_CALLBACK (on_slices_chosen), self);
  g_signal_connect_swapped (self->chips, "sides-chosen", G_CALLBACK (on_sides_chosen), self);
  gtk_widget_set_parent (self->chips, self->row);
  gtk_widget_set_parent (new_slices (self), self->row);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
tl_slice_strip_new (void)
{
  return g_object_new (TL_TYPE_SLICE_STRIP, NULL);
}
