/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of a group look like one box: the first and the last of them round its corners. */
#include "ui/shortcuts-window.h"

#include <adwaita.h>

#include "core/session/commands/growing-list.h"
#include "core/session/commands/shortcut-list.h"
#include "ui/widgets/after-frame.h"
#include "ui/widgets/destroy.h"
#include "ui/widgets/escape.h"
#include "ui/widgets/present.h"

#define N_FIRST_ROWS 1

struct _TlShortcutsWindow
{
  AdwWindow       parent_instance;
  TlShortcutList *shortcuts;
  TlGrowingList  *shown;
  TlAfterFrame   *grow;
  /* Template widgets */
  GtkWidget      *entry;
  GtkWidget      *stack;    /* shortcuts | empty */
  GtkWidget      *list;     /* GtkListView */
};

#define TL_TYPE_SHORTCUTS_WINDOW (tl_shortcuts_window_get_type ())
G_DECLARE_FINAL_TYPE (TlShortcutsWindow, tl_shortcuts_window, TL, SHORTCUTS_WINDOW, AdwWindow)
G_DEFINE_FINAL_TYPE (TlShortcutsWindow, tl_shortcuts_window, ADW_TYPE_WINDOW)

/* --- rows --- */

typedef struct
{
  GtkWidget *heading;
  GtkWidget *group;
  GtkWidget *page;
  GtkWidget *shortcut;
  GtkWidget *title;
  GtkWidget *keys;      /* GtkShortcutLabel */
  GtkWidget *gesture;
} ShortcutRow;

static GtkWidget *
add_label (GtkWidget *box, const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
add_line (GtkWidget *box, const char *css_class)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_widget_add_css_class (line, css_class);
  gtk_box_append (GTK_BOX (box), line);
  return line;
}

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget   *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  ShortcutRow *row = g_new (ShortcutRow, 1);

  row->heading = add_line (box, "shortcut-heading");
  row->group = add_label (row->heading, "heading");
  gtk_widget_set_hexpand (row->group, TRUE);
  row->page = add_label (row->heading, "dim-label");
  row->shortcut = add_line (box, "shortcut");
  row->title = add_label (row->shortcut, NULL);
  gtk_widget_set_hexpand (row->title, TRUE);
  row->keys = gtk_shortcut_label_new ("");
  gtk_widget_set_valign (row->keys, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (row->shortcut), row->keys);
  row->gesture = add_label (row->shortcut, "dim-label");
  g_object_set_data_full (G_OBJECT (item), "row", row, g_free);
  gtk_list_item_set_activatable (item, FALSE);
  gtk_list_item_set_child (item, box);
}

static gboolean
is_in_group (TlShortcutsWindow *self, guint position, TlShortcut *shortcut)
{
  g_autoptr (TlShortcut) neighbour = g_list_model_get_item (G_LIST_MODEL (self->shortcuts), position);

  return neighbour != NULL && tl_shortcut_group (neighbour) == tl_shortcut_group (shortcut);
}

static void
set_css_class (GtkWidget *widget, const char *css_class, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, css_class);
  else
    gtk_widget_remove_css_class (widget, css_class);
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  TlShortcutsWindow *self = user_data;
  TlShortcut        *shortcut = gtk_list_item_get_item (item);
  ShortcutRow       *row = g_object_get_data (G_OBJECT (item), "row");
  guint              position = gtk_list_item_get_position (item);
  const char        *keys = tl_shortcut_keys (shortcut);
  gboolean           is_first = position == 0 || !is_in_group (self, position - 1, shortcut);
  g_autofree char   *name = g_strjoin (", ", tl_shortcut_title (shortcut), tl_shortcut_key_names (shortcut), NULL);

  gtk_widget_set_visible (row->heading, is_first);
  gtk_label_set_text (GTK_LABEL (row->group), tl_shortcut_group (shortcut));
  gtk_label_set_text (GTK_LABEL (row->page), tl_shortcut_page (shortcut));
  set_css_class (row->shortcut, "first", is_first);
  set_css_class (row->shortcut, "last", !is_in_group (self, position + 1, shortcut));
  gtk_label_set_text (GTK_LABEL (row->title), tl_shortcut_title (shortcut));
  gtk_shortcut_label_set_accelerator (GTK_SHORTCUT_LABEL (row->keys), keys != NULL ? keys : "");
  gtk_widget_set_visible (row->keys, keys != NULL);
  gtk_label_set_text (GTK_LABEL (row->gesture), keys != NULL ? "" : tl_shortcut_key_names (shortcut));
  gtk_widget_set_visible (row->gesture, keys == NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (gtk_list_item_get_child (item))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
grow (GtkWidget *widget)
{
  TlShortcutsWindow *self = TL_SHORTCUTS_WINDOW (widget);
  gint64             end = g_get_monotonic_time () + TL_SLICE_US;

  while (tl_growing_list_grow (self->shown))
    if (g_get_monotonic_time () >= end)
      {
        tl_after_frame_ask (self->grow);
        return;
      }
}

/* --- search --- */

static void
on_typed (TlShortcutsWindow *self)
{
  tl_shortcut_list_set_query (self->shortcuts, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    g_list_model_get_n_items (G_LIST_MODEL (self->shortcuts)) > 0 ? "shortcuts" : "empty");
  gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", 0);
  tl_after_frame_ask (self->grow);
}

/* --- object --- */

static void
tl_shortcuts_window_dispose (GObject *object)
{
  TlShortcutsWindow *self = TL_SHORTCUTS_WINDOW (object);

  if (self->grow != NULL)
    tl_destroy_in_steps (&self->list, 1);
  g_clear_pointer (&self->grow, tl_after_frame_free);
  g_clear_object (&self->shown);
  g_clear_object (&self->shortcuts);
  G_OBJECT_CLASS (tl_shortcuts_window_parent_class)->dispose (object);
}

static void
tl_shortcuts_window_class_init (TlShortcutsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_shortcuts_window_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/shortcuts-window.ui");
  gtk_widget_class_bind_template_child (widget_class, TlShortcutsWindow, entry);
  gtk_widget_class_bind_template_child (widget_class, TlShortcutsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, TlShortcutsWindow, list);
}

static void
tl_shortcuts_window_init (TlShortcutsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->grow = tl_after_frame_new (GTK_WIDGET (self), grow);
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->entry), GTK_WIDGET (self));
  g_signal_connect_swapped (self->entry, "changed", G_CALLBACK (on_typed), self);
  g_signal_connect_swapped (self->entry, "stop-search", G_CALLBACK (gtk_window_close), self);
  tl_escape_closes (GTK_WINDOW (self));
}

static char *
key_name (const char *accelerator)
{
  guint           key = 0;
  GdkModifierType modifiers = 0;

  gtk_accelerator_parse (accelerator, &key, &modifiers);
  return gtk_accelerator_get_label (key, modifiers);
}

void
tl_shortcuts_window_open (GtkWindow *parent, const char *page)
{
  TlShortcutsWindow  *self = g_object_new (TL_TYPE_SHORTCUTS_WINDOW, "transient-for", parent, NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkSelectionModel  *selection;

  self->shortcuts = tl_shortcut_list_new (page, key_name);
  self->shown = tl_growing_list_new (G_LIST_MODEL (self->shortcuts), N_FIRST_ROWS);
  g_signal_connect (factory, "setup", G_CALLBACK (set_up_row), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  gtk_list_view_set_factory (GTK_LIST_VIEW (self->list), factory);
  g_object_unref (factory);
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->shown))));
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), selection);
  g_object_unref (selection);
  gtk_window_set_focus (GTK_WINDOW (self), self->entry);
  tl_after_frame_ask (self->grow);
  tl_present_in_steps (GTK_WIDGET (self));
}
