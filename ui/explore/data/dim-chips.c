/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/data/dim-chips.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/tip.h"

#define N_LISTS     (TL_N_DATA_SIDES + 1)   /* the last one: slices */
#define LEAST_CHARS 8                       /* of a chip */

struct _TlDimChips
{
  GtkWidget           parent_instance;
  const TlDataLayout *layout;                  /* borrowed; NULL: none */
  gint                slice_dim;
  gint                moved;                   /* the dimension whose chip takes the focus when it is made again; -1: none */
  TlAfterFrame       *report;                  /* owned: the chips are made again, which a handler of one of them would not survive */
  gint                wanted[TL_N_DATA_SIDES]; /* to be reported … */
  gint                wanted_slices;           /* … with slices of this dimension */
  GtkWidget          *lists[N_LISTS];          /* owned children: GtkBoxes of a title and chips */
};

enum { SIGNAL_SIDES_CHOSEN, SIGNAL_SLICES_CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static const char *const titles[N_LISTS] = { N_("Rows"), N_("Columns"), N_("Slices") };

G_DEFINE_FINAL_TYPE (TlDimChips, tl_dim_chips, GTK_TYPE_WIDGET)

static guint
dim_of (GtkWidget *chip)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chip), "dim"));
}

static TlDimChips *
chips_of (GtkWidget *widget)
{
  return TL_DIM_CHIPS (gtk_widget_get_ancestor (widget, TL_TYPE_DIM_CHIPS));
}

static guint
list_index (TlDimChips *self, GtkWidget *list)
{
  guint index = 0;

  while (index < N_LISTS - 1 && self->lists[index] != list)
    index++;
  return index;
}

/* --- moves --- */

static void
report (GtkWidget *widget)
{
  TlDimChips *self = TL_DIM_CHIPS (widget);

  if (self->layout != NULL)
    g_signal_emit (self, signals[SIGNAL_SIDES_CHOSEN], 0, self->wanted[TL_DATA_ROWS], self->wanted[TL_DATA_COLUMNS],
                   self->wanted_slices);
  self->moved = -1;
}

/* @other: in the place of this dimension; -1: of the one that steps. */
static gboolean
move (TlDimChips *self, guint dim, guint list, gint other)
{
  if (self->layout == NULL || !tl_data_layout_move_dim (self->layout, dim, list, other >= 0 ? other : self->slice_dim, self->wanted))
    return FALSE;
  self->moved = (gint) dim;
  self->wanted_slices = list == TL_DATA_SLICES ? (gint) dim : self->slice_dim;
  tl_after_frame_ask (self->report);
  return TRUE;
}

static void
pick (GtkWidget *chip)
{
  TlDimChips *self = chips_of (chip);

  gtk_widget_grab_focus (chip);
  if (self->layout != NULL && tl_data_layout_side_of (self->layout, dim_of (chip)) == TL_DATA_SLICES)
    g_signal_emit (self, signals[SIGNAL_SLICES_CHOSEN], 0, dim_of (chip));
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  pick (user_data);
}

static gboolean
on_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  GtkWidget  *chip = user_data;
  TlDimChips *self = chips_of (chip);
  guint       list = list_index (self, gtk_widget_get_parent (chip));

  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0)
    return FALSE;
  if (keyval == GDK_KEY_Left && list > 0)
    move (self, dim_of (chip), list - 1, -1);
  else if (keyval == GDK_KEY_Right && list + 1 < N_LISTS)
    move (self, dim_of (chip), list + 1, -1);
  else if (keyval == GDK_KEY_Return || keyval == GDK_KEY_space)
    pick (chip);
  else
    return keyval == GDK_KEY_Left || keyval == GDK_KEY_Right;
  return TRUE;
}

/* --- dragging --- */

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, gpointer user_data)
{
  return gdk_content_provider_new_typed (GTK_TYPE_WIDGET, user_data);
}

static void
on_drag_begin (GtkDragSource *source, GdkDrag *drag, gpointer user_data)
{
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (user_data);

  gtk_drag_source_set_icon (source, picture, gtk_widget_get_width (user_data) / 2, gtk_widget_get_height (user_data) / 2);
}

/* Chips of these lists alone. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer user_data)
{
  TlDimChips *self = user_data;
  GtkWidget  *list = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target)), *chip = g_value_get_object (value);
  GtkWidget  *onto = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);

  if (chip == NULL || !gtk_widget_is_ancestor (chip, GTK_WIDGET (self)))
    return FALSE;
  while (onto != NULL && onto != list && gtk_widget_get_parent (onto) != list)
    onto = gtk_widget_get_parent (onto);
  return move (self, dim_of (chip), list_index (self, list),
               onto != NULL && onto != list && gtk_widget_get_focusable (onto) ? (gint) dim_of (onto) : -1);
}

static void
accept_drops (TlDimChips *self, GtkWidget *list)
{
  GtkDropTarget *target = gtk_drop_target_new (GTK_TYPE_WIDGET, GDK_ACTION_MOVE);

  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (target));
}

static void
allow_drags (GtkWidget *chip)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (on_drag_prepare), chip);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_drag_begin), chip);
  gtk_widget_add_controller (chip, GTK_EVENT_CONTROLLER (source));
}

/* --- chips --- */

static GtkWidget *
new_chip (TlDimChips *self, guint dim, guint list)
{
  g_autofree char    *text = tl_data_dim_text (self->layout, &self->layout->buffers[0], dim);
  g_autofree char    *spoken = g_strdup_printf (_("Dimension %s, %s"), text, _(titles[list])), *tip = NULL;
  GtkWidget          *chip = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST_ITEM, "focusable", TRUE, NULL);
  GtkWidget          *label = gtk_label_new (text);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture         *click = gtk_gesture_click_new ();

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);   /* names of fused loops are long; the extent stands at the end */
  gtk_label_set_width_chars (GTK_LABEL (label), tl_min ((int) g_utf8_strlen (text, -1), LEAST_CHARS));
  gtk_box_append (GTK_BOX (chip), label);
  gtk_widget_add_css_class (chip, "dim-chip");
  gtk_widget_set_cursor_from_name (chip, "grab");
  gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  tip = g_strdup_printf ("%s\n%s", text, list == TL_DATA_SLICES
                                            ? _("Drag it, or press Left, to rows or columns; a click shows slices of this dimension")
                                            : _("Drag it, or press Left or Right, to rows, columns or slices"));
  tl_widget_set_tip (chip, tip);
  g_object_set_data (G_OBJECT (chip), "dim", GUINT_TO_POINTER (dim));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), chip);
  gtk_widget_add_controller (chip, keys);
  g_signal_connect (click, "released", G_CALLBACK (on_released), chip);
  gtk_widget_add_controller (chip, GTK_EVENT_CONTROLLER (click));
  allow_drags (chip);
  return chip;
}

/* The dimension of which slices are shown. */
static void
mark_current (TlDimChips *self)
{
  GtkWidget *title = gtk_widget_get_first_child (self->lists[TL_DATA_SLICES]);

  for (GtkWidget *chip = gtk_widget_get_next_sibling (title); chip != NULL; chip = gtk_widget_get_next_sibling (chip))
    {
      gboolean is_current = (gint) dim_of (chip) == self->slice_dim;

      if (is_current)
        gtk_widget_add_css_class (chip, "current");
      else
        gtk_widget_remove_css_class (chip, "current");
      gtk_accessible_update_state (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_STATE_SELECTED, is_current, -1);
    }
}

/* All but the titles. */
static void
remove_chips (TlDimChips *self)
{
  for (guint list = 0; list < N_LISTS; list++)
    while (gtk_widget_get_last_child (self->lists[list]) != gtk_widget_get_first_child (self->lists[list]))
      gtk_box_remove (GTK_BOX (self->lists[list]), gtk_widget_get_last_child (self->lists[list]));
}

static void
make_chips (TlDimChips *self)
{
  g_autoptr (GArray) dims = tl_data_layout_long_dims (self->layout);

  for (guint i = 0; i < dims->len; i++)
    {
      guint      dim = g_array_index (dims, guint, i), list = tl_data_layout_side_of (self->layout, dim);
      GtkWidget *chip = new_chip (self, dim, list);

      gtk_box_append (GTK_BOX (self->lists[list]), chip);
      if ((gint) dim == self->moved)
        gtk_widget_grab_focus (chip);
    }
}

void
tl_dim_chips_show (TlDimChips *self, const TlDataLayout *layout, gint slice_dim)
{
  self->slice_dim = slice_dim;
  if (layout != self->layout)
    {
      remove_chips (self);
      self->layout = layout;
      if (layout != NULL)
        make_chips (self);
    }
  mark_current (self);
}

/* --- object --- */

static void
tl_dim_chips_dispose (GObject *object)
{
  TlDimChips *self = TL_DIM_CHIPS (object);

  self->layout = NULL;
  g_clear_pointer (&self->report, tl_after_frame_free);
  for (guint list = 0; list < N_LISTS; list++)
    g_clear_pointer (&self->lists[list], gtk_widget_unparent);
  G_OBJECT_CLASS (tl_dim_chips_parent_class)->dispose (object);
}

static void
tl_dim_chips_class_init (TlDimChipsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_dim_chips_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "dimchips");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  signals[SIGNAL_SIDES_CHOSEN] = g_signal_new ("sides-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 3, G_TYPE_INT, G_TYPE_INT, G_TYPE_INT);
  signals[SIGNAL_SLICES_CHOSEN] = g_signal_new ("slices-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_dim_chips_init (TlDimChips *self)
{
  self->slice_dim = self->moved = -1;
  self->report = tl_after_frame_new (GTK_WIDGET (self), report);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 4);
  for (guint list = 0; list < N_LISTS; list++)
    {
      GtkWidget *title = gtk_label_new (_(titles[list]));

      self->lists[list] = g_object_new (GTK_TYPE_BOX, "spacing", 4, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST, NULL);
      gtk_widget_add_css_class (self->lists[list], "dim-list");
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->lists[list]), GTK_ACCESSIBLE_PROPERTY_LABEL, _(titles[list]), -1);
      gtk_widget_add_css_class (title, "caption");
      gtk_box_append (GTK_BOX (self->lists[list]), title);
      gtk_widget_set_parent (self->lists[list], GTK_WIDGET (self));
      accept_drops (self, self->lists[list]);
    }
}

GtkWidget *
tl_dim_chips_new (void)
{
  return g_object_new (TL_TYPE_DIM_CHIPS, NULL);
}
