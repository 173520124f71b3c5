/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/block-groups.h"

#include "ui/widgets/picture.h"

#define MIN_WIDTH 300

struct _TlBlockGroups
{
  GtkWidget      parent_instance;
  TlDataGroups  *groups;     /* nullable */
  TlModule      *module;     /* that they were made of; owned */
  gint64        *position;
  TlCaches       caches;
  GskRenderNode *node;       /* the picture as drawn, of this size; NULL: to be made */
  int            width, height;
};

enum { SIGNAL_BLOCK_PICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TlBlockGroups, tl_block_groups, GTK_TYPE_WIDGET)

static void
forget_drawing (TlBlockGroups *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
place (TlBlockGroups *self, int width, int height)
{
  self->width = width;
  self->height = height;
  tl_data_groups_place (self->groups, self->position, &self->caches, width, height);
}

static void
draw (TlBlockGroups *self, const graphene_rect_t *bounds)
{
  cairo_t *cr;

  place (self, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)));
  self->node = gsk_cairo_node_new (bounds);
  cr = gsk_cairo_node_get_draw_context (self->node);
  tl_draw_data_groups (cr, self->groups, tl_style_palette ());
  cairo_destroy (cr);
}

static void
tl_block_groups_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TlBlockGroups        *self = TL_BLOCK_GROUPS (widget);
  int                   width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);

  if (self->groups == NULL || width < 1 || height < 1)
    return;
  if (self->width != width || self->height != height)
    g_clear_pointer (&self->node, gsk_render_node_unref);
  if (self->node == NULL)
    draw (self, &bounds);
  gtk_snapshot_append_node (snapshot, self->node);
}

static void
tl_block_groups_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                         int *natural_baseline)
{
  TlBlockGroups *self = TL_BLOCK_GROUPS (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH
                        : self->groups != NULL ? (int) tl_data_groups_needed_height (self->groups) : 0;
}

/* --- input --- */

static gboolean
tl_block_groups_query_tooltip (GtkWidget *widget, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  TlBlockGroups   *self = TL_BLOCK_GROUPS (widget);
  gboolean         is_drawn = self->groups != NULL && self->node != NULL && !by_keyboard;
  g_autofree char *text = is_drawn ? tl_data_groups_text_at (self->groups, x, y) : NULL;

  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle) { x - 4, y - 4, 8, 8 });
  return TRUE;
}

/* NULL: nothing is there, or nothing is drawn yet. */
static const TlDataGroup *
group_at (TlBlockGroups *self, double x, double y)
{
  TlDataSpot spot;
  gint       group = self->groups != NULL && self->node != NULL ? tl_data_groups_find (self->groups, x, y, &spot) : -1;

  return group >= 0 ? &self->groups->groups[group] : NULL;
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  TlBlockGroups     *self = user_data;
  const TlDataGroup *group = group_at (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (group != NULL)
    g_signal_emit (self, signals[SIGNAL_BLOCK_PICKED], 0, group->layout->tiles->block->id);
}

/* --- object --- */

static void
tl_block_groups_dispose (GObject *object)
{
  TlBlockGroups *self = TL_BLOCK_GROUPS (object);

  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->groups, tl_data_groups_free);
  g_clear_pointer (&self->module, tl_module_unref);
  g_clear_pointer (&self->position, g_free);
  G_OBJECT_CLASS (tl_block_groups_parent_class)->dispose (object);
}

static void
tl_block_groups_class_init (TlBlockGroupsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_block_groups_dispose;
  widget_class->snapshot = tl_block_groups_snapshot;
  widget_class->measure = tl_block_groups_measure;
  widget_class->query_tooltip = tl_block_groups_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "blockgroups");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  signals[SIGNAL_BLOCK_PICKED] = g_signal_new ("block-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_block_groups_init (TlBlockGroups *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (click, "released", G_CALLBACK (on_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  tl_style_follow (self, G_CALLBACK (forget_drawing));
}

GtkWidget *
tl_block_groups_new (void)
{
  return g_object_new (TL_TYPE_BLOCK_GROUPS, NULL);
}

static void
describe (TlBlockGroups *self)
{
  g_autofree char *summary = NULL;

  place (self, 640, 480);
  self->width = 0;   /* drawn at another size */
  summary = tl_data_groups_summary (self->groups);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, summary, -1);
}

gboolean
tl_block_groups_show (TlBlockGroups *self, const TlNest *nest, TlNodeId loop, const gint64 *position, const TlCaches *caches)
{
  forget_drawing (self);
  if (self->groups != NULL && (nest == NULL || nest->module != self->module || loop != self->groups->loop))
    {
      g_clear_pointer (&self->groups, tl_data_groups_free);
      g_clear_pointer (&self->module, tl_module_unref);
    }
  if (self->groups == NULL && nest != NULL)
    {
      self->groups = tl_data_groups_new (nest, loop);
      self->module = self->groups != NULL ? tl_module_ref (nest->module) : NULL;
      gtk_widget_queue_resize (GTK_WIDGET (self));
    }
  if (self->groups == NULL)
    return FALSE;
  g_free (self->position);
  self->position = g_memdup2 (position, sizeof (gint64) * MAX (self->groups->n_fixed, 1));
  self->caches = *caches;
  describe (self);
  return TRUE;
}
