/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data-view.h"

#include "core/draw/data/draw-data.h"
#include "ui/widgets/picture.h"

#include <adwaita.h>
#include <string.h>

#define MIN_WIDTH  300
#define MIN_HEIGHT 140

struct _TlDataView
{
  GtkWidget           parent_instance;
  const TlDataLayout *layout;      /* borrowed */
  gint64             *position;
  gint                selected;
  TlCaches            caches;
  guint               n_cores;
  TlTileSpan         *trail[TL_DATA_TRAIL];   /* spans of the positions before, the last one first */
  guint               n_trail;
  TlElementCounts    *counts;      /* nullable */
  TlCountsKind        kind;
  guint               cache;
  TlDataPicture      *picture;     /* of the present size; NULL: to be made */
  GskRenderNode      *node;        /* the picture as drawn */
  gint                hovered;
};

enum
{
  SIGNAL_LOOP_PICKED,
  SIGNAL_LOOP_HOVERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlDataView, tl_data_view, GTK_TYPE_WIDGET)

static void
forget_picture (TlDataView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->picture, tl_data_picture_free);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
forget_drawing (TlDataView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static const TlDataPicture *
picture_of (TlDataView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));

  if (self->layout == NULL || width < 1 || height < 1)
    return NULL;
  if (self->picture != NULL && (self->picture->width != width || self->picture->height != height))
    forget_picture (self);
  if (self->picture == NULL)
    {
      self->picture = tl_data_picture_new (self->layout, self->position, self->selected, self->counts != NULL ? self->counts->n_fixed : 0,
                                           &self->caches, width, height);
      tl_data_picture_set_cores (self->picture, self->n_cores);
      self->picture->n_trail = self->n_trail;
      for (guint i = 0; i < self->n_trail; i++)
        self->picture->trail[i] = self->trail[i];
    }
  return self->picture;
}

static void
forget_trail (TlDataView *self)
{
  for (guint i = 0; i < self->n_trail; i++)
    g_free (self->trail[i]);
  self->n_trail = 0;
}

/* The present position becomes the last one of the trail. */
static void
extend_trail (TlDataView *self)
{
  if (self->n_trail == TL_DATA_TRAIL)
    g_free (self->trail[--self->n_trail]);
  memmove (self->trail + 1, self->trail, sizeof *self->trail * self->n_trail);
  self->trail[0] = g_new0 (TlTileSpan, tl_block_tiles_n_spans (self->layout->tiles) + 1);
  tl_block_tiles_at (self->layout->tiles, self->position, self->trail[0]);
  self->n_trail++;
}

static void
tl_data_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlDataView            *self = TL_DATA_VIEW (widget);
  const TlDataPicture   *picture = picture_of (self);
  const graphene_rect_t  bounds = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget));
  cairo_t               *cr;

  if (picture == NULL)
    return;
  if (self->node == NULL)
    {
      self->node = gsk_cairo_node_new (&bounds);
      cr = gsk_cairo_node_get_draw_context (self->node);
      if (self->counts != NULL)
        tl_draw_counts (cr, picture, self->counts, self->kind, self->cache, tl_style_palette ());
      else
        tl_draw_data (cr, picture, tl_style_palette ());
      cairo_destroy (cr);
    }
  gtk_snapshot_append_node (snapshot, self->node);
  if (self->counts != NULL || self->hovered < 0 || (guint) self->hovered >= self->layout->tiles->n_loops)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  tl_draw_data_loop (cr, picture, tl_style_palette (), self->hovered);
  cairo_destroy (cr);
}

static void
tl_data_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
}

/* --- the pointer --- */

void
tl_data_view_set_hovered (TlDataView *self, gint loop)
{
  if (self->hovered == loop)
    return;
  self->hovered = loop;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
hover (TlDataView *self, gint loop)
{
  if (self->hovered == loop)
    return;
  tl_data_view_set_hovered (self, loop);
  g_signal_emit (self, signals[SIGNAL_LOOP_HOVERED], 0, loop);
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TlDataView          *self = user_data;
  const TlDataPicture *picture = picture_of (self);
  TlDataSpot           spot;

  hover (self, picture != NULL && tl_data_picture_find (picture, x, y, &spot) ? spot.loop : -1);
}

static void
on_leave (GtkEventControllerMotion *motion, gpointer user_data)
{
  hover (user_data, -1);
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlDataView          *self = user_data;
  const TlDataPicture *picture = picture_of (self);
  TlDataSpot           spot;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (picture != NULL && tl_data_picture_find (picture, x, y, &spot) && spot.loop >= 0)
    g_signal_emit (self, signals[SIGNAL_LOOP_PICKED], 0, (guint) spot.loop);
}

static gboolean
tl_data_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  TlDataView          *self = TL_DATA_VIEW (widget);
  const TlDataPicture *picture = picture_of (self);
  g_autofree char     *text = NULL;
  TlDataSpot           spot;

  if (picture == NULL || by_keyboard || !tl_data_picture_find (picture, x, y, &spot))
    return FALSE;
  text = self->counts != NULL ? tl_counts_spot_text (picture, self->counts, &spot) : tl_data_spot_text (picture, &spot);
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 4, y - 4, 8, 8 });
  return TRUE;
}

/* --- object --- */

static void
tl_data_view_dispose (GObject *object)
{
  TlDataView *self = TL_DATA_VIEW (object);

  forget_picture (self);
  forget_trail (self);
  g_clear_pointer (&self->counts, tl_element_counts_free);
  g_clear_pointer (&self->position, g_free);
  self->layout = NULL;
  G_OBJECT_CLASS (tl_data_view_parent_class)->dispose (object);
}

static void
tl_data_view_class_init (TlDataViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_data_view_dispose;
  widget_class->snapshot = tl_data_view_snapshot;
  widget_class->measure = tl_data_view_measure;
  widget_class->query_tooltip = tl_data_view_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "dataview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[SIGNAL_LOOP_PICKED] = g_signal_new ("loop-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                              1, G_TYPE_UINT);
  signals[SIGNAL_LOOP_HOVERED] = g_signal_new ("loop-hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
tl_data_view_init (TlDataView *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture         *click = gtk_gesture_click_new ();

  self->hovered = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (forget_drawing), self, G_CONNECT_SWAPPED);
}

GtkWidget *
tl_data_view_new (void)
{
  return g_object_new (TL_TYPE_DATA_VIEW, NULL);
}

/* The numbers are there for those who cannot see the picture, whatever its size. */
static void
describe (TlDataView *self)
{
  g_autoptr (TlDataPicture) picture = NULL;
  g_autofree char          *summary = NULL;

  if (self->layout == NULL)
    return;
  picture = tl_data_picture_new (self->layout, self->position, self->selected, self->counts != NULL ? self->counts->n_fixed : 0,
                                 &self->caches, 640, 480);
  summary = self->counts != NULL ? tl_counts_summary (picture, self->counts, self->kind, self->cache) : tl_data_picture_summary (picture);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, summary, -1);
}

void
tl_data_view_show (TlDataView *self, const TlDataLayout *layout, const gint64 *position, gint selected, const TlTarget *target,
                   gboolean goes_on)
{
  if (self->layout != layout)
    self->hovered = -1;
  if (goes_on && layout != NULL && self->layout == layout && self->selected == selected)
    extend_trail (self);
  else
    forget_trail (self);
  forget_picture (self);
  g_clear_pointer (&self->counts, tl_element_counts_free);
  g_free (self->position);
  self->layout = layout;
  self->position = layout != NULL ? g_memdup2 (position, sizeof (gint64) * layout->tiles->n_loops) : NULL;
  self->selected = selected;
  if (target != NULL)
    {
      self->caches = tl_target_caches (target);
      self->n_cores = MAX (target->num_cores, 1);
    }
  describe (self);
}

void
tl_data_view_set_counts (TlDataView *self, TlElementCounts *counts, TlCountsKind kind, guint cache)
{
  forget_picture (self);
  g_clear_pointer (&self->counts, tl_element_counts_free);
  self->counts = counts;
  tl_data_view_set_kind (self, kind, cache);
}

void
tl_data_view_set_kind (TlDataView *self, TlCountsKind kind, guint cache)
{
  forget_drawing (self);
  self->kind = kind;
  self->cache = cache;
  describe (self);
}
