/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/counts-legend.h"

#include "core/base/i18n.h"
#include "ui/explore/data/value-brush.h"
#include "ui/widgets/drop-down.h"
#include "ui/widgets/picture.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"

#define WIDTH 148

/* A scale is chosen by its values until it is chosen by hand. */
typedef enum { SCALE_AUTOMATIC, SCALE_LINEAR, SCALE_LOGARITHMIC } ScaleChoice;

struct _TlCountsLegend
{
  GtkWidget              parent_instance;
  const TlDataLayout    *layout;     /* borrowed, as the next */
  const TlElementCounts *counts;     /* nullable */
  TlCaches               caches;
  TlCountsLook           look;
  TlValueHistogram       histogram;
  ScaleChoice            choices[TL_N_COUNTS];
  gboolean               is_updating;
  /* Owned child */
  GtkWidget             *column;
  /* Borrowed from it */
  GtkWidget             *title;
  GtkWidget             *scope;
  GtkWidget             *brush;
  GtkWidget             *least;
  GtkWidget             *most;
  GtkWidget             *shown;      /* "412 of 16 384 elements" */
  GtkWidget             *clear;
  GtkWidget             *logarithmic;
  GtkWidget             *same;
  GtkWidget             *buffers;    /* of which scale is shown, where each has its own */
  GtkWidget             *totals;
};

enum { SIGNAL_CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlCountsLegend, tl_counts_legend, GTK_TYPE_WIDGET)

/* --- what is shown --- */

static void
show_range (TlCountsLegend *self)
{
  g_autofree char *shown = tl_counts_shown_text (&self->histogram, &self->look), *range = NULL, *text = NULL;

  if (self->look.has_range)
    {
      range = tl_counts_range_text (&self->histogram, &self->look);
      text = g_strdup_printf ("%s\n%s", range, shown);
    }
  gtk_label_set_text (GTK_LABEL (self->shown), text != NULL ? text : shown);
  gtk_widget_set_visible (self->clear, self->look.has_range);
}

static void
show_scale (TlCountsLegend *self)
{
  const TlCountScale *scale = &self->histogram.scale;
  g_autofree char    *least = NULL, *most = NULL;

  if (self->histogram.n_bins > 0)
    {
      least = tl_counts_value_text (self->look.kind, scale->least);
      most = tl_counts_value_text (self->look.kind, scale->most);
    }
  gtk_label_set_text (GTK_LABEL (self->least), least != NULL ? least : _("none"));
  gtk_label_set_text (GTK_LABEL (self->most), self->histogram.n_bins > 1 ? most : "");
}

/* Values of other counts have bins of their own. */
static gboolean
is_same_scale (const TlValueHistogram *a, const TlValueHistogram *b)
{
  return a->n_bins == b->n_bins && a->scale.is_log == b->scale.is_log && a->scale.least >= b->scale.least
         && a->scale.least <= b->scale.least && a->scale.most >= b->scale.most && a->scale.most <= b->scale.most;
}

static void
update (TlCountsLegend *self)
{
  TlValueHistogram before = self->histogram;
  g_autofree char *title = tl_counts_value_title (&self->look), *scope = NULL, *distances = NULL;

  gtk_label_set_text (GTK_LABEL (self->title), title);
  gtk_widget_set_sensitive (self->column, self->counts != NULL);
  if (self->counts == NULL)
    return;
  self->look.is_log = self->choices[self->look.kind] == SCALE_AUTOMATIC ? tl_counts_suit_log (self->counts, &self->look)
                                                                        : self->choices[self->look.kind] == SCALE_LOGARITHMIC;
  tl_value_histogram (self->counts, &self->look, &self->histogram);
  if (!is_same_scale (&before, &self->histogram))
    self->look.has_range = FALSE;
  scope = tl_counts_scope_text (self->layout, self->counts);
  gtk_label_set_text (GTK_LABEL (self->scope), scope);
  self->is_updating = TRUE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->logarithmic), self->look.is_log);
  tl_value_brush_show (TL_VALUE_BRUSH (self->brush), &self->histogram, &self->look);
  self->is_updating = FALSE;
  show_scale (self);
  show_range (self);
  tl_picture_set_size (TL_PICTURE (self->totals), WIDTH, (int) tl_counts_totals_height (self->look.kind));
  tl_picture_redraw (TL_PICTURE (self->totals));
  distances = tl_counts_distances_text (self->counts);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->totals), GTK_ACCESSIBLE_PROPERTY_LABEL, distances, -1);
}

static void
draw_totals (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  TlCountsLegend *self = user_data;

  if (self->counts != NULL)
    tl_draw_counts_totals (cr, self->counts, &self->look, &self->caches, palette, width);
}

/* --- input --- */

static void
on_brushed (TlCountsLegend *self)
{
  if (self->is_updating)
    return;
  self->look.has_range = tl_value_brush_range (TL_VALUE_BRUSH (self->brush), &self->look.first, &self->look.last);
  show_range (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
on_logarithmic (TlCountsLegend *self)
{
  if (self->is_updating)
    return;
  self->choices[self->look.kind] = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->logarithmic)) ? SCALE_LOGARITHMIC : SCALE_LINEAR;
  update (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
on_same (TlCountsLegend *self)
{
  gboolean is_same = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->same));
  guint    index = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->buffers));

  gtk_widget_set_visible (self->buffers, !is_same);
  if (self->is_updating)
    return;
  self->look.tile = is_same || index >= self->layout->n_buffers ? -1 : (gint) self->layout->buffers[index].index;
  self->look.has_range = FALSE;
  update (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* --- object --- */

static void
tl_counts_legend_dispose (GObject *object)
{
  TlCountsLegend *self = TL_COUNTS_LEGEND (object);

  self->counts = NULL;
  g_clear_pointer (&self->column, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_counts_legend_parent_class)->dispose (object);
}

static void
tl_counts_legend_class_init (TlCountsLegendClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_counts_legend_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "countslegend");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
add_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new ("");

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 18);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
add_check (TlCountsLegend *self, const char *title, gboolean is_active, GCallback toggled)
{
  GtkWidget *check = gtk_check_button_new_with_label (title);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), is_active);
  g_signal_connect_swapped (check, "toggled", toggled, self);
  gtk_box_append (GTK_BOX (self->column), check);
  return check;
}

static void
add_scale (TlCountsLegend *self)
{
  GtkWidget *ends = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->brush = tl_value_brush_new ();
  g_signal_connect_swapped (self->brush, "changed", G_CALLBACK (on_brushed), self);
  gtk_box_append (GTK_BOX (self->column), tl_scale_bin_new (self->brush));
  self->least = add_label (ends, "caption");
  gtk_widget_set_hexpand (self->least, TRUE);
  self->most = add_label (ends, "caption");
  gtk_box_append (GTK_BOX (self->column), ends);
  self->shown = add_label (row, "caption");
  gtk_widget_set_hexpand (self->shown, TRUE);
  self->clear = gtk_button_new_from_icon_name ("edit-clear-symbolic");
  tl_widget_set_tooltip (self->clear, _("Show all values  (Esc)"));
  gtk_widget_set_valign (self->clear, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->clear, "flat");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->clear), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Show All Values"), -1);
  g_signal_connect_swapped (self->clear, "clicked", G_CALLBACK (tl_value_brush_clear), self->brush);
  gtk_box_append (GTK_BOX (row), self->clear);
  gtk_box_append (GTK_BOX (self->column), row);
}

static void
tl_counts_legend_init (TlCountsLegend *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->look.tile = -1;
  self->column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  self->title = add_label (self->column, "heading");
  self->scope = add_label (self->column, "caption");
  gtk_widget_add_css_class (self->scope, "dim-label");
  add_scale (self);
  self->logarithmic = add_check (self, _("Logarithmic"), FALSE, G_CALLBACK (on_logarithmic));
  self->same = add_check (self, _("Same scale for all"), TRUE, G_CALLBACK (on_same));
  tl_widget_set_tooltip (self->same, _("One scale for all buffers, or one for each"));
  self->buffers = gtk_drop_down_new (NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->buffers), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Scale of Buffer"), -1);
  gtk_widget_set_visible (self->buffers, FALSE);
  g_signal_connect_swapped (self->buffers, "notify::selected", G_CALLBACK (on_same), self);
  gtk_box_append (GTK_BOX (self->column), self->buffers);
  self->totals = tl_picture_new (draw_totals, self, NULL);
  gtk_box_append (GTK_BOX (self->column), self->totals);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->column);
  self->column = scroller;
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
}

GtkWidget *
tl_counts_legend_new (void)
{
  return g_object_new (TL_TYPE_COUNTS_LEGEND, NULL);
}

static void
fill_buffers (TlCountsLegend *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < self->layout->n_buffers; i++)
    gtk_string_list_append (names, self->layout->buffers[i].access->buffer->name);
  self->is_updating = TRUE;
  tl_drop_down_show (GTK_DROP_DOWN (self->buffers), names, 0);
  self->is_updating = FALSE;
  if (self->look.tile >= 0)
    self->look.tile = (gint) self->layout->buffers[0].index;
}

void
tl_counts_legend_show (TlCountsLegend *self, const TlDataLayout *layout, const TlElementCounts *counts, TlCountsKind kind, guint cache,
                       const TlCaches *caches)
{
  if (self->look.kind != kind || self->look.cache != cache)
    self->look.has_range = FALSE;
  self->counts = counts;
  self->look.kind = kind;
  self->look.cache = cache;
  self->caches = *caches;
  if (self->layout != layout)
    {
      self->layout = layout;
      if (layout != NULL)
        fill_buffers (self);
    }
  update (self);
}

const TlCountsLook *
tl_counts_legend_look (TlCountsLegend *self)
{
  return &self->look;
}
