/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/target-list.h"

#include "core/base/i18n.h"
#include "core/session/target-choice.h"

#define HEIGHT 208   /* of the list: some rows and a heading */

struct _TlTargetList
{
  GtkWidget  parent_instance;
  TlSession *session;     /* owned */
  GPtrArray *choices;     /* TlTargetChoice, of the rows in their order */
  /* Children */
  GtkWidget *search;
  GtkWidget *scroller;
  GtkWidget *list;        /* in it */
};

G_DEFINE_FINAL_TYPE (TlTargetList, tl_target_list, GTK_TYPE_WIDGET)

enum { CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

static TlTargetChoice *
choice_of (TlTargetList *self, GtkListBoxRow *row)
{
  return g_ptr_array_index (self->choices, gtk_list_box_row_get_index (row));
}

/* --- rows --- */

static GtkWidget *
make_row (const TlTargetChoice *choice)
{
  GtkWidget       *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget       *title = gtk_label_new (choice->title), *detail = gtk_label_new (choice->detail);
  g_autofree char *name = g_strdup_printf ("%s, %s", choice->title, choice->detail);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (detail), 1);
  gtk_widget_set_hexpand (detail, TRUE);
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_widget_add_css_class (detail, "caption");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), detail);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

static void
update_heading (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  TlTargetList *self = user_data;
  const char   *group = choice_of (self, row)->group;
  GtkWidget    *heading;

  if (before != NULL && choice_of (self, before)->group == group)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  heading = gtk_label_new (_(group));
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "pass-head");
  gtk_list_box_row_set_header (row, heading);
}

static gboolean
is_found (GtkListBoxRow *row, gpointer user_data)
{
  TlTargetList *self = user_data;

  return tl_target_choice_matches (choice_of (self, row), gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
fill (TlTargetList *self)
{
  GtkWidget *row;

  while ((row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), 0))) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  self->choices = tl_target_choices_new (tl_session_devices (self->session));
  for (guint i = 0; i < self->choices->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (g_ptr_array_index (self->choices, i)));
}

/* --- choosing --- */

/* The list scrolls to it once rows have their places. */
static gboolean
show_selected (gpointer user_data)
{
  TlTargetList  *self = user_data;
  GtkListBoxRow *row = self->list != NULL ? gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list)) : NULL;
  GtkAdjustment *position;
  graphene_rect_t place;

  if (row == NULL || !gtk_widget_compute_bounds (GTK_WIDGET (row), self->list, &place))
    return G_SOURCE_REMOVE;
  position = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  gtk_adjustment_set_value (position, place.origin.y - (gtk_adjustment_get_page_size (position) - place.size.height) / 2);
  return G_SOURCE_REMOVE;
}

static void
select_target (TlTargetList *self)
{
  TlTarget target = tl_session_target (self->session);
  int      index = tl_target_choices_find (self->choices, &target);

  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           index >= 0 ? gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index) : NULL);
}

void
tl_target_list_reset (TlTargetList *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  select_target (self);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, show_selected, g_object_ref (self), g_object_unref);
}

static void
on_devices (TlTargetList *self)
{
  fill (self);
  select_target (self);
}

static void
on_activated (TlTargetList *self, GtkListBoxRow *row)
{
  g_signal_emit (self, signals[CHOSEN], 0, choice_of (self, row));
}

static void
on_search (TlTargetList *self)
{
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
}

static GtkListBoxRow *
first_found (TlTargetList *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)))
      return row;
  return NULL;
}

/* Return takes the first one that is found. */
static void
on_search_activated (TlTargetList *self)
{
  GtkListBoxRow *row = first_found (self);

  if (row == NULL)
    return;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  on_activated (self, row);
}

static gboolean
on_search_key (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state, gpointer user_data)
{
  TlTargetList  *self = user_data;
  GtkListBoxRow *row = keyval == GDK_KEY_Down ? first_found (self) : NULL;

  return row != NULL && gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* Escape empties the field, then it closes the popover. */
static void
on_stop_search (TlTargetList *self)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);

  if (*gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0')
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  else if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

/* --- building --- */

static void
tl_target_list_dispose (GObject *object)
{
  TlTargetList *self = TL_TARGET_LIST (object);
  GtkWidget    *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  self->list = NULL;
  g_clear_pointer (&self->choices, g_ptr_array_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tl_target_list_parent_class)->dispose (object);
}

static gboolean
tl_target_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TL_TARGET_LIST (widget)->search);
}

static void
tl_target_list_class_init (TlTargetListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_target_list_dispose;
  widget_class->grab_focus = tl_target_list_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  signals[CHOSEN] = g_signal_new ("chosen", TL_TYPE_TARGET_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void
add_search (TlTargetList *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _("Search targets"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search targets"), -1);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_search_key), self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->search, keys);
  gtk_search_entry_set_search_delay (GTK_SEARCH_ENTRY (self->search), 0);   /* Return takes the row that the text asks for */
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (on_stop_search), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_search_activated), self);
  gtk_widget_set_parent (self->search, GTK_WIDGET (self));
}

static void
tl_target_list_init (TlTargetList *self)
{
  GtkWidget *nothing = gtk_label_new (_("No target is called so"));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (gtk_widget_get_layout_manager (GTK_WIDGET (self))), 6);
  add_search (self);
  self->list = gtk_list_box_new ();
  gtk_widget_add_css_class (self->list, "pass-list");
  gtk_widget_add_css_class (nothing, "dim-label");
  gtk_list_box_set_placeholder (GTK_LIST_BOX (self->list), nothing);
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->list), update_heading, self, NULL);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), is_found, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Targets"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_activated), self);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), HEIGHT);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
tl_target_list_new (TlSession *session)
{
  TlTargetList *self = g_object_new (TL_TYPE_TARGET_LIST, NULL);

  self->session = g_object_ref (session);
  fill (self);
  select_target (self);
  g_signal_connect_object (session, "notify::devices", G_CALLBACK (on_devices), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::target", G_CALLBACK (select_target), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
