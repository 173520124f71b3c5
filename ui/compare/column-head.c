/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/column-head.h"

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "ui/compare/compare-row.h"
#include "ui/widgets/tip.h"

struct _TlColumnHead
{
  GtkWidget   parent_instance;
  GtkWidget  *row;           /* owned child */
  TlCompared *compared;      /* owned */
  char       *names;         /* owned: of the columns that the row has */
  gint        moved;         /* the column that a key has moved, which keeps the focus; -1: none */
};

G_DEFINE_FINAL_TYPE (TlColumnHead, tl_column_head, GTK_TYPE_WIDGET)

static guint explain_signal;

static guint
column_of (gpointer widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (widget, "column"));
}

/* --- the menu of a column --- */

typedef enum { MOVE_LEFT, MOVE_RIGHT, EXPLAIN, REMOVE } HeadAction;

static void
on_action (GtkWidget *button, TlColumnHead *self)
{
  guint      column = column_of (button);
  HeadAction action = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "action"));

  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER)));
  if (action == REMOVE)
    tl_compared_remove (self->compared, column);
  else if (action == EXPLAIN)
    g_signal_emit (self, explain_signal, 0, column);
  else
    tl_compared_move (self->compared, column, action == MOVE_LEFT ? -1 : 1);
}

static void
add_action (TlColumnHead *self, GtkWidget *box, guint column, HeadAction action, const char *title, gboolean is_possible)
{
  GtkWidget *button = gtk_button_new_with_label (title);

  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_sensitive (button, is_possible);
  gtk_label_set_xalign (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), 0);
  g_object_set_data (G_OBJECT (button), "column", GUINT_TO_POINTER (column));
  g_object_set_data (G_OBJECT (button), "action", GUINT_TO_POINTER (action));
  g_signal_connect (button, "clicked", G_CALLBACK (on_action), self);
  gtk_box_append (GTK_BOX (box), button);
}

static GtkWidget *
new_menu (TlColumnHead *self, guint column, const char *name)
{
  GtkWidget       *menu = gtk_menu_button_new (), *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  guint            n = tl_compared_n (self->compared);
  g_autofree char *label = g_strdup_printf (_("Column %s"), name);

  add_action (self, box, column, MOVE_LEFT, _("Move Left"), column > 0);
  add_action (self, box, column, MOVE_RIGHT, _("Move Right"), column + 1 < n);
  add_action (self, box, column, EXPLAIN, _("Explain Difference from Baseline"), column != tl_compared_baseline (self->compared));
  add_action (self, box, column, REMOVE, _("Remove from Comparison"), n > 2);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (menu), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  gtk_widget_add_css_class (menu, "flat");
  gtk_widget_set_valign (menu, GTK_ALIGN_START);
  tl_widget_set_tooltip (menu, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return menu;
}

/* --- moving a column --- */

static gboolean
on_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType modifiers, TlColumnHead *self)
{
  GtkWidget *button = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  gint       by = key == GDK_KEY_Left ? -1 : key == GDK_KEY_Right ? 1 : 0, to = (gint) column_of (button) + by;

  if (by == 0 || (modifiers & GDK_CONTROL_MASK) == 0)
    return FALSE;
  if (to < 0 || to >= (gint) tl_compared_n (self->compared))
    return TRUE;
  self->moved = to;
  tl_compared_move (self->compared, column_of (button), by);
  return TRUE;
}

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source, double x, double y, GtkWidget *button)
{
  return gdk_content_provider_new_typed (G_TYPE_UINT, column_of (button));
}

static void
on_drag_begin (GtkDragSource *source, GdkDrag *drag, GtkWidget *button)
{
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (button);

  gtk_drag_source_set_icon (source, picture, 0, 0);
}

/* A column takes the place of the one that it is dropped on. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, TlColumnHead *self)
{
  guint from = g_value_get_uint (value), to = column_of (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target)));

  tl_compared_move (self->compared, from, (gint) to - (gint) from);
  return TRUE;
}

static void
make_movable (TlColumnHead *self, GtkWidget *button)
{
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkDragSource      *source = gtk_drag_source_new ();
  GtkDropTarget      *target = gtk_drop_target_new (G_TYPE_UINT, GDK_ACTION_MOVE);

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (source, "prepare", G_CALLBACK (on_drag_prepare), button);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_drag_begin), button);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (button, key);
  gtk_widget_add_controller (button, GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (button, GTK_EVENT_CONTROLLER (target));
}

/* --- a column --- */

static GtkWidget *
add_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
on_baseline (GtkWidget *button, TlColumnHead *self)
{
  tl_compared_set_baseline (self->compared, column_of (button));
}

static GtkWidget *
new_title (TlCompared *compared, guint column, const char *name)
{
  GtkWidget       *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *steps = tl_compared_steps_text (compared, column);

  add_label (line, name, "column-name");
  if (column == tl_compared_baseline (compared))
    {
      GtkWidget *badge = add_label (line, _("baseline"), "badge");

      gtk_label_set_ellipsize (GTK_LABEL (badge), PANGO_ELLIPSIZE_NONE);
      gtk_widget_set_valign (badge, GTK_ALIGN_CENTER);
    }
  else
    add_label (line, steps, "column-steps");
  return line;
}

static GtkWidget *
new_times (TlCompared *compared, guint column, char **words)
{
  GtkWidget       *times = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  const TlOutcome *outcome = tl_compared_outcome (compared, column);
  TlLatency        latency;
  g_autofree char *median = NULL, *range = NULL, *speed = NULL;
  gboolean         is_known = tl_compared_latency (compared, column, &latency);
  TlSpeed          is = tl_compared_speed (compared, column, &speed);

  median = is_known ? tl_format_seconds (latency.median_s) : g_strdup ("—");
  if (is_known)
    {
      g_autofree char *low = tl_format_seconds (latency.lower_s), *high = tl_format_seconds (latency.upper_s);

      range = g_strdup_printf ("%s … %s", low, high);
    }
  else
    range = g_strdup (outcome != NULL ? tl_outcome_title (outcome->kind)
                      : tl_state_is_draft (tl_compared_state (compared, column)) ? _("draft, not measured") : _("not measured"));
  gtk_label_set_ellipsize (GTK_LABEL (add_label (times, median, "column-latency")), PANGO_ELLIPSIZE_NONE);
  gtk_box_append (GTK_BOX (times), lines);
  gtk_widget_set_valign (lines, GTK_ALIGN_CENTER);
  add_label (lines, range, "column-range");
  gtk_widget_add_css_class (add_label (lines, speed, "column-range"), is == TL_SPEED_FASTER ? "better" : is == TL_SPEED_SLOWER ? "worse"
                            : "dim-label");
  *words = g_strdup_printf ("%s, %s", median, speed);
  return times;
}

/* The times of a column that is there. */
static void
fill_times (TlColumnHead *self, GtkWidget *button, guint column)
{
  GtkWidget       *inside = gtk_button_get_child (GTK_BUTTON (button)), *before = g_object_get_data (G_OBJECT (button), "times"), *times;
  g_autofree char *name = tl_compared_name (self->compared, column), *steps = tl_compared_steps_text (self->compared, column);
  g_autofree char *words = NULL, *label = NULL;

  if (before != NULL)
    gtk_box_remove (GTK_BOX (inside), before);
  times = new_times (self->compared, column, &words);
  gtk_box_append (GTK_BOX (inside), times);
  g_object_set_data (G_OBJECT (button), "times", times);
  label = g_strdup_printf ("%s, %s, %s%s", name, steps, words, column == tl_compared_baseline (self->compared) ? _(", baseline") : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GtkWidget *
new_column (TlColumnHead *self, guint column)
{
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4), *button = gtk_button_new ();
  GtkWidget       *inside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *name = tl_compared_name (self->compared, column);

  gtk_box_append (GTK_BOX (inside), new_title (self->compared, column, name));
  gtk_button_set_child (GTK_BUTTON (button), inside);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_hexpand (button, TRUE);
  gtk_widget_add_css_class (button, "column-button");
  tl_widget_set_tooltip (button, column == tl_compared_baseline (self->compared)
                         ? _("The others are compared with this one. Ctrl+← and Ctrl+→, or a drag, move the column")
                         : _("Make this the baseline. Ctrl+← and Ctrl+→, or a drag, move the column"));
  g_object_set_data (G_OBJECT (button), "column", GUINT_TO_POINTER (column));
  g_signal_connect (button, "clicked", G_CALLBACK (on_baseline), self);
  make_movable (self, button);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), new_menu (self, column, name));
  return box;
}

/* Of the columns, their order and the baseline: what the row is made from, but the times. */
static char *
names_of (TlCompared *compared, const guint *shown, guint n_shown)
{
  GString *names = g_string_new (NULL);

  g_string_append_printf (names, "%u %u", tl_compared_n (compared), tl_compared_baseline (compared));
  for (guint i = 0; i < n_shown; i++)
    {
      g_autofree char *name = tl_compared_name (compared, shown[i]), *steps = tl_compared_steps_text (compared, shown[i]);

      g_string_append_printf (names, "\n%u %s %s", shown[i], name, steps);
    }
  return g_string_free (names, FALSE);
}

static void
make_columns (TlColumnHead *self, const guint *shown, guint n_shown)
{
  tl_compare_row_clear (TL_COMPARE_ROW (self->row));
  for (guint i = 0; i < n_shown; i++)
    {
      tl_compare_row_append (TL_COMPARE_ROW (self->row), new_column (self, shown[i]));
      if (shown[i] == tl_compared_baseline (self->compared))
        tl_compare_row_set_baseline (TL_COMPARE_ROW (self->row), i);
    }
}

void
tl_column_head_show (TlColumnHead *self, TlCompared *compared, const guint *shown, guint n_shown)
{
  char *names = names_of (compared, shown, n_shown);

  g_set_object (&self->compared, compared);
  /* While times come in, the focus and an open menu stay. */
  if (g_strcmp0 (names, self->names) != 0)
    make_columns (self, shown, n_shown);
  g_free (self->names);
  self->names = names;
  for (guint i = 0; i < n_shown; i++)
    {
      GtkWidget *button = gtk_widget_get_first_child (tl_compare_row_nth (TL_COMPARE_ROW (self->row), i));

      fill_times (self, button, shown[i]);
      if ((gint) shown[i] == self->moved)
        gtk_widget_grab_focus (button);
    }
  self->moved = -1;
}

/* --- object --- */

static void
tl_column_head_dispose (GObject *object)
{
  TlColumnHead *self = TL_COLUMN_HEAD (object);

  g_clear_pointer (&self->row, gtk_widget_unparent);
  g_clear_object (&self->compared);
  g_clear_pointer (&self->names, g_free);
  G_OBJECT_CLASS (tl_column_head_parent_class)->dispose (object);
}

static void
tl_column_head_class_init (TlColumnHeadClass *class)
{
  G_OBJECT_CLASS (class)->dispose = tl_column_head_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "columnhead");
  explain_signal = g_signal_new ("explain", TL_TYPE_COLUMN_HEAD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
tl_column_head_init (TlColumnHead *self)
{
  GtkWidget *label = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *note;

  self->moved = -1;
  gtk_widget_set_margin_top (label, 8);
  add_label (label, _("Latency"), "heading");
  note = add_label (label, _("range: half of the samples"), "caption");
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_lines (GTK_LABEL (note), 2);
  gtk_widget_add_css_class (note, "dim-label");
  self->row = tl_compare_row_new (label);
  gtk_widget_set_parent (self->row, GTK_WIDGET (self));
}
