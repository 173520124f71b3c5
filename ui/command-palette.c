/* SPDX-License-Identifier: Apache-2.0 */
/* The focus stays in the entry, whose arrow keys move the selection of the list. */
#include "ui/command-palette.h"

#include <adwaita.h>

#include "core/session/commands/command-match.h"
#include "core/session/commands/growing-list.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/escape.h"
#include "ui/widgets/present.h"

#define PAGE_ROWS    8
#define N_FIRST_ROWS 8

struct _TlCommandPalette
{
  AdwWindow           parent_instance;
  TlCommandList      *commands;
  TlCommandFunc       chosen;
  TlGrowingList      *shown;       /* of the commands */
  TlAfterFrame       *grow;
  GtkSingleSelection *selection;   /* of those shown */
  TlPaletteCommand   *moved_to;    /* by hand, since something was typed; nullable */
  /* Template widgets */
  GtkWidget          *entry;
  GtkWidget          *stack;    /* commands | empty */
  GtkWidget          *list;     /* GtkListView */
};

#define TL_TYPE_COMMAND_PALETTE (tl_command_palette_get_type ())
G_DECLARE_FINAL_TYPE (TlCommandPalette, tl_command_palette, TL, COMMAND_PALETTE, AdwWindow)
G_DEFINE_FINAL_TYPE (TlCommandPalette, tl_command_palette, ADW_TYPE_WINDOW)

/* --- rows --- */

typedef struct
{
  GtkWidget *heading;
  GtkWidget *title;
  GtkWidget *detail;
  GtkWidget *reason;
} CommandRow;

static GtkWidget *
add_label (GtkWidget *box, const char *css_class, float xalign)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

/* Not also by the row, which would take the focus from the entry. */
static void
on_pressed (GtkGesture *gesture)
{
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_clicked (GtkGestureClick *gesture, int n_press, double x, double y, gpointer item)
{
  GtkWidget *command = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  if (gtk_widget_contains (command, x, y))
    gtk_widget_activate_action (command, "list.activate-item", "u", gtk_list_item_get_position (item));
}

/* A list that is activated by one click would select the row that comes below the pointer while someone types. */
static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkWidget  *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *command = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget  *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  CommandRow *row = g_new (CommandRow, 1);

  row->heading = add_label (box, "pane-heading", 0);
  gtk_widget_add_css_class (command, "command");
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), NULL);
  g_signal_connect (click, "released", G_CALLBACK (on_clicked), item);
  gtk_widget_add_controller (command, GTK_EVENT_CONTROLLER (click));
  gtk_box_append (GTK_BOX (box), command);
  gtk_box_append (GTK_BOX (command), line);
  row->title = add_label (line, NULL, 0);
  gtk_widget_set_hexpand (row->title, TRUE);
  row->detail = add_label (line, "dim-label", 1);
  gtk_widget_add_css_class (row->detail, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (row->detail), PANGO_ELLIPSIZE_MIDDLE);
  row->reason = add_label (command, "caption", 0);
  gtk_label_set_wrap (GTK_LABEL (row->reason), TRUE);
  gtk_label_set_lines (GTK_LABEL (row->reason), 2);
  g_object_set_data_full (G_OBJECT (item), "row", row, g_free);
  gtk_list_item_set_child (item, box);
}

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_text (GTK_LABEL (label), text != NULL ? text : "");
  gtk_widget_set_visible (label, text != NULL);
}

/* While nothing is typed, commands of a kind stand together. */
static const char *
heading_of (TlCommandPalette *self, guint position, TlPaletteCommand *command)
{
  g_autoptr (TlPaletteCommand) before = position > 0 ? g_list_model_get_item (G_LIST_MODEL (self->commands), position - 1) : NULL;

  if (*tl_command_list_query (self->commands) != '\0'
      || (before != NULL && tl_palette_command_kind (before) == tl_palette_command_kind (command)))
    return NULL;
  return tl_palette_command_kind_title (tl_palette_command_kind (command));
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  TlCommandPalette *self = user_data;
  TlPaletteCommand *command = gtk_list_item_get_item (item);
  CommandRow       *row = g_object_get_data (G_OBJECT (item), "row");
  const char       *title = tl_palette_command_title (command), *detail = tl_palette_command_detail (command);
  const char       *reason = tl_palette_command_reason (command);
  g_autofree char  *markup = tl_command_match_markup (title, tl_command_list_query (self->commands)), *name = NULL;
  GtkWidget        *widget = gtk_widget_get_parent (gtk_list_item_get_child (item));

  set_text (row->heading, heading_of (self, gtk_list_item_get_position (item), command));
  gtk_label_set_markup (GTK_LABEL (row->title), markup);
  set_text (row->detail, detail);
  set_text (row->reason, reason);
  if (reason != NULL)
    gtk_widget_add_css_class (row->title, "dim-label");
  else
    gtk_widget_remove_css_class (row->title, "dim-label");
  name = g_strjoin (", ", title, reason != NULL ? reason : detail, reason != NULL ? detail : NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_DISABLED, reason != NULL, -1);
}

/* --- choosing --- */

static TlPaletteCommand *
selected_command (TlCommandPalette *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

static gboolean
can_run (TlPaletteCommand *command)
{
  return tl_palette_command_reason (command) == NULL || tl_palette_command_kind (command) == TL_COMMAND_STEP;
}

static void
close_with (TlCommandPalette *self, TlPaletteCommand *selected)
{
  g_autoptr (TlPaletteCommand) command = g_object_ref (selected);
  g_autoptr (TlCommandList)    commands = g_object_ref (self->commands);
  g_autoptr (GtkWindow)        window = g_object_ref (gtk_window_get_transient_for (GTK_WINDOW (self)));
  TlCommandFunc                chosen = self->chosen;

  gtk_window_destroy (GTK_WINDOW (self));
  chosen (window, commands, command);
}

static void
run (TlCommandPalette *self)
{
  TlPaletteCommand *selected = selected_command (self);

  if (selected != NULL && can_run (selected))
    close_with (self, selected);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_activate (TlCommandPalette *self, guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
  run (self);
}

static void
select_at (TlCommandPalette *self, guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", position);
}

static void
move (TlCommandPalette *self, int by)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->shown)), at = gtk_single_selection_get_selected (self->selection);

  if (n == 0)
    return;
  select_at (self, (guint) CLAMP ((int) at + by, 0, (int) n - 1));
  g_set_object (&self->moved_to, selected_command (self));
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK | GDK_SHIFT_MASK)) != 0)
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      move (user_data, -1);
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      move (user_data, 1);
      return TRUE;
    case GDK_KEY_Page_Up:
      move (user_data, -PAGE_ROWS);
      return TRUE;
    case GDK_KEY_Page_Down:
      move (user_data, PAGE_ROWS);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
on_typed (TlCommandPalette *self)
{
  g_clear_object (&self->moved_to);
  tl_command_list_set_query (self->commands, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
}

/* The focus is in the entry: its description says what Return would do. */
static void
on_selected (TlCommandPalette *self)
{
  TlPaletteCommand *command = selected_command (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  command != NULL ? tl_palette_command_title (command) : "", -1);
}

/* The list is short again, and grows until it has the command. FALSE: there is none any more. */
static gboolean
select_again (TlCommandPalette *self, TlPaletteCommand *command)
{
  guint at = 0;

  do
    for (; at < g_list_model_get_n_items (G_LIST_MODEL (self->shown)); at++)
      {
        g_autoptr (TlPaletteCommand) each = g_list_model_get_item (G_LIST_MODEL (self->shown), at);

        if (each != command)
          continue;
        select_at (self, at);
        return TRUE;
      }
  while (tl_growing_list_grow (self->shown));
  return FALSE;
}

/* Steps come when they are found: above what was selected by nobody. */
static void
on_items_changed (TlCommandPalette *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->commands));

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n > 0 ? "commands" : "empty");
  if (n > 0 && (self->moved_to == NULL || !select_again (self, self->moved_to)))
    select_at (self, 0);
  tl_after_frame_ask (self->grow);
}

static void
grow (GtkWidget *widget)
{
  TlCommandPalette *self = TL_COMMAND_PALETTE (widget);
  gint64            end = g_get_monotonic_time () + TL_SLICE_US;

  while (tl_growing_list_grow (self->shown))
    if (g_get_monotonic_time () >= end)
      {
        tl_after_frame_ask (self->grow);
        return;
      }
}

/* --- object --- */

static void
tl_command_palette_dispose (GObject *object)
{
  TlCommandPalette *self = TL_COMMAND_PALETTE (object);

  g_clear_pointer (&self->grow, tl_after_frame_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->shown);
  g_clear_object (&self->moved_to);
  g_clear_object (&self->commands);
  G_OBJECT_CLASS (tl_command_palette_parent_class)->dispose (object);
}

static void
tl_command_palette_class_init (TlCommandPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_command_palette_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/command-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, TlCommandPalette, entry);
  gtk_widget_class_bind_template_child (widget_class, TlCommandPalette, stack);
  gtk_widget_class_bind_template_child (widget_class, TlCommandPalette, list);
}

static void
tl_command_palette_init (TlCommandPalette *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->grow = tl_after_frame_new (GTK_WIDGET (self), grow);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->entry, keys);
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_typed), self);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (run), self);
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (gtk_window_close), self);
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (on_activate), self);
  tl_escape_closes (GTK_WINDOW (self));
}

void
tl_command_palette_open (GtkWindow *window, TlCommandList *commands, TlCommandFunc chosen)
{
  TlCommandPalette   *self = g_object_new (TL_TYPE_COMMAND_PALETTE, "transient-for", window, NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->commands = g_object_ref (commands);
  self->chosen = chosen;
  self->shown = tl_growing_list_new (G_LIST_MODEL (commands), N_FIRST_ROWS);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->shown)));
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  g_signal_connect_object (commands, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  g_object_unref (factory);
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (self->selection));
  on_selected (self);
  tl_after_frame_ask (self->grow);
  gtk_window_set_focus (GTK_WINDOW (self), self->entry);
  tl_present_in_steps (GTK_WIDGET (self));
}
