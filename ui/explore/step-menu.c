/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/step-menu.h"

#include <string.h>

#include "core/base/i18n.h"
#include "core/session/steps/applicable-primitives.h"
#include "ui/explore/primitive-row.h"

#define WIDTH_PX      360
#define MAX_HEIGHT_PX 440

typedef struct
{
  TlEditor     *editor;
  GtkWidget    *anchor;      /* weak */
  GtkWidget    *popover;     /* owns this */
  GtkWidget    *search;
  GtkWidget    *stack;       /* waiting | list */
  GtkWidget    *list;
  GtkWidget    *scroller;
  GCancellable *listing;
} StepMenu;

static void
step_menu_free (gpointer data)
{
  StepMenu *menu = data;

  g_cancellable_cancel (menu->listing);
  g_object_unref (menu->listing);
  g_clear_weak_pointer (&menu->anchor);
  g_object_unref (menu->editor);
  g_free (menu);
}

/* --- groups --- */

static const char *
group_title (const TlApplicablePrimitive *applicable)
{
  if (applicable->is_legal)
    return tl_primitive_family_title (applicable->primitive->family);
  return applicable->fits ? _("Not Applicable") : _("For Other Selections");
}

static void
update_header (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const char *title = group_title (tl_primitive_row_applicable (row));
  GtkWidget  *header;

  if (before != NULL && strcmp (title, group_title (tl_primitive_row_applicable (before))) == 0)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  header = gtk_label_new (title);
  gtk_label_set_xalign (GTK_LABEL (header), 0);
  gtk_widget_add_css_class (header, "pane-heading");
  gtk_list_box_row_set_header (row, header);
}

/* --- searching --- */

static gboolean
holds (const char *text, const char *wanted)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  return strstr (folded, wanted) != NULL;
}

static gboolean
is_found (GtkListBoxRow *row, gpointer user_data)
{
  StepMenu          *menu = user_data;
  const TlPrimitive *primitive = tl_primitive_row_applicable (row)->primitive;
  g_autofree char   *wanted = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (menu->search)), -1);

  g_strstrip (wanted);
  return *wanted == '\0' || holds (primitive->title, wanted) || holds (primitive->name, wanted) || holds (primitive->summary, wanted);
}

static void
on_search (StepMenu *menu)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (menu->list));
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (menu->scroller)), 0);
}

static GtkListBoxRow *
first_found (StepMenu *menu)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (menu->list), i)) != NULL; i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)))
      return row;
  return NULL;
}

/* --- applying a primitive --- */

static void
take (StepMenu *menu, GtkListBoxRow *row)
{
  g_autoptr (TlEditor)   editor = g_object_ref (menu->editor);
  TlApplicablePrimitive *applicable = tl_applicable_primitive_ref (tl_primitive_row_applicable (row));
  GtkWidget             *anchor = menu->anchor;

  gtk_popover_popdown (GTK_POPOVER (menu->popover));
  tl_editor_start_applicable (editor, applicable, anchor);
  tl_applicable_primitive_unref (applicable);
}

static void
on_activated (GtkListBox *list, GtkListBoxRow *row, gpointer user_data)
{
  take (user_data, row);
}

static void
on_search_done (StepMenu *menu)
{
  GtkListBoxRow *row = first_found (menu);

  if (row != NULL)
    take (menu, row);
}

static gboolean
on_key (GtkEventControllerKey *controller, guint keyval, guint keycode, GdkModifierType modifiers, gpointer user_data)
{
  StepMenu      *menu = user_data;
  GtkListBoxRow *row = keyval == GDK_KEY_Down ? first_found (menu) : NULL;

  if (row == NULL)
    return FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (row));
  return TRUE;
}

/* --- filling --- */

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget) popover = user_data;
  g_autoptr (GPtrArray) applicables = tl_applicable_primitives_finish (result, NULL);
  StepMenu             *menu = g_object_get_data (G_OBJECT (popover), "step-menu");

  if (applicables == NULL || gtk_widget_get_parent (popover) == NULL)
    return;
  for (guint i = 0; i < applicables->len; i++)
    {
      TlApplicablePrimitive *applicable = g_ptr_array_index (applicables, i);

      gtk_list_box_append (GTK_LIST_BOX (menu->list),
                           tl_primitive_row_new (applicable, tl_editor_find_gain (menu->editor, applicable)));
    }
  gtk_stack_set_visible_child_name (GTK_STACK (menu->stack), "list");
}

static void
list_primitives (StepMenu *menu)
{
  TlSession      *session = tl_editor_session (menu->editor);
  const TlNodeId *nodes;
  guint           n_nodes;

  nodes = tl_selection_nodes (tl_session_selection (session), &n_nodes);
  tl_applicable_primitives_async (tl_variant_state (tl_session_current (session)), nodes, n_nodes, menu->listing, on_listed,
                                  g_object_ref (menu->popover));
}

static GtkWidget *
make_list (StepMenu *menu)
{
  GtkWidget *nothing = gtk_label_new (_("No matching primitive"));

  menu->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (menu->list), GTK_SELECTION_NONE);
  gtk_list_box_set_header_func (GTK_LIST_BOX (menu->list), update_header, NULL, NULL);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (menu->list), is_found, menu, NULL);
  gtk_widget_add_css_class (nothing, "dim-label");
  gtk_list_box_set_placeholder (GTK_LIST_BOX (menu->list), nothing);
  gtk_widget_add_css_class (menu->list, "navigation-sidebar");
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Primitives for the selection"), -1);
  g_signal_connect (menu->list, "row-activated", G_CALLBACK (on_activated), menu);
  menu->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (menu->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (menu->scroller), menu->list);
  gtk_widget_set_size_request (menu->scroller, WIDTH_PX, MAX_HEIGHT_PX);
  return menu->scroller;
}

static GtkWidget *
make_content (StepMenu *menu)
{
  GtkWidget          *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *spinner = gtk_spinner_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  menu->search = gtk_search_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search primitives"), -1);
  g_object_set (menu->search, "placeholder-text", _("Search primitives"), NULL);
  g_signal_connect_swapped (menu->search, "search-changed", G_CALLBACK (on_search), menu);
  g_signal_connect_swapped (menu->search, "activate", G_CALLBACK (on_search_done), menu);
  g_signal_connect_swapped (menu->search, "stop-search", G_CALLBACK (gtk_popover_popdown), menu->popover);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), menu);
  gtk_widget_add_controller (menu->search, keys);
  gtk_spinner_set_spinning (GTK_SPINNER (spinner), TRUE);
  menu->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (menu->stack), spinner, "waiting");
  gtk_stack_add_named (GTK_STACK (menu->stack), make_list (menu), "list");
  gtk_box_append (GTK_BOX (box), menu->search);
  gtk_box_append (GTK_BOX (box), menu->stack);
  return box;
}

void
tl_step_menu_open (TlEditor *editor, GtkWidget *anchor)
{
  StepMenu *menu = g_new0 (StepMenu, 1);

  menu->editor = g_object_ref (editor);
  menu->listing = g_cancellable_new ();
  menu->popover = gtk_popover_new ();
  g_set_weak_pointer (&menu->anchor, anchor);
  gtk_popover_set_child (GTK_POPOVER (menu->popover), make_content (menu));
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu->popover), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Primitives"), -1);
  g_object_set_data_full (G_OBJECT (menu->popover), "step-menu", menu, step_menu_free);
  list_primitives (menu);
  tl_editor_popup (editor, menu->popover, anchor);
  gtk_widget_grab_focus (menu->search);
}
