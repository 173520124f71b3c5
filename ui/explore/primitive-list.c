/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/primitive-list.h"

#include "core/base/i18n.h"
#include "ui/explore/primitive-row.h"

#define DELAY_MS 60

struct _TlPrimitiveList
{
  GtkWidget     parent_instance;
  TlEditor     *editor;
  GtkWidget    *heading;
  GtkWidget    *legal;        /* GtkListBox */
  GtkWidget    *expander;
  GtkWidget    *refused;      /* GtkListBox */
  GCancellable *listing;
  guint         source;
};

G_DEFINE_FINAL_TYPE (TlPrimitiveList, tl_primitive_list, GTK_TYPE_WIDGET)

static void
clear_list (GtkWidget *list)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (list), row);
}

static void
show_primitives (TlPrimitiveList *self, GPtrArray *applicables)
{
  guint            n_legal = 0, n_refused = 0;
  g_autofree char *heading = NULL;
  g_autofree char *title = NULL;

  clear_list (self->legal);
  clear_list (self->refused);
  for (guint i = 0; i < applicables->len; i++)
    {
      TlApplicablePrimitive *applicable = g_ptr_array_index (applicables, i);

      if (!applicable->fits || !tl_primitive_is_edit (applicable->primitive))
        continue;
      gtk_list_box_append (GTK_LIST_BOX (applicable->is_legal ? self->legal : self->refused),
                           tl_primitive_row_new (applicable, tl_editor_find_gain (self->editor, applicable)));
      n_legal += applicable->is_legal;
      n_refused += !applicable->is_legal;
    }
  heading = g_strdup_printf (_("Applicable Primitives (%u)"), n_legal);
  title = g_strdup_printf (_("Not Applicable (%u)"), n_refused);
  gtk_label_set_text (GTK_LABEL (self->heading), heading);
  gtk_expander_set_label (GTK_EXPANDER (self->expander), title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->expander), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_set_visible (self->expander, n_refused > 0);
}

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlPrimitiveList) self = user_data;
  g_autoptr (GPtrArray)   applicables = tl_applicable_primitives_finish (result, NULL);

  if (applicables != NULL && self->editor != NULL)
    show_primitives (self, applicables);
}

static gboolean
list_now (gpointer user_data)
{
  TlPrimitiveList    *self = user_data;
  TlSession      *session = tl_editor_session (self->editor);
  TlVariant      *variant = tl_session_current (session);
  const TlNodeId *nodes;
  guint           n_nodes;

  self->source = 0;
  if (self->listing != NULL)
    g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  nodes = tl_selection_nodes (tl_session_selection (session), &n_nodes);
  gtk_widget_set_visible (GTK_WIDGET (self), variant != NULL && n_nodes > 0);
  if (variant == NULL || n_nodes == 0)
    return G_SOURCE_REMOVE;
  self->listing = g_cancellable_new ();
  tl_applicable_primitives_async (tl_session_state (session), nodes, n_nodes, self->listing, on_listed, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
list_soon (TlPrimitiveList *self)
{
  if (self->source == 0)
    self->source = g_timeout_add (DELAY_MS, list_now, self);
}

static void
on_activated (GtkListBox *list, GtkListBoxRow *row, gpointer user_data)
{
  TlPrimitiveList           *self = user_data;
  TlApplicablePrimitive *applicable = tl_primitive_row_applicable (row);

  tl_editor_start_applicable (self->editor, applicable, GTK_WIDGET (row));
}

static void
tl_primitive_list_dispose (GObject *object)
{
  TlPrimitiveList *self = TL_PRIMITIVE_LIST (object);
  GtkWidget   *child;

  g_clear_handle_id (&self->source, g_source_remove);
  if (self->listing != NULL)
    g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->editor);
  G_OBJECT_CLASS (tl_primitive_list_parent_class)->dispose (object);
}

static void
tl_primitive_list_class_init (TlPrimitiveListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_primitive_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "primitivelist");
}

static GtkWidget *
make_list (TlPrimitiveList *self, const char *name)
{
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (list, "row-activated", G_CALLBACK (on_activated), self);
  return list;
}

static void
tl_primitive_list_init (TlPrimitiveList *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 8);
  self->heading = gtk_label_new (_("Applicable Primitives"));
  gtk_label_set_xalign (GTK_LABEL (self->heading), 0);
  gtk_widget_add_css_class (self->heading, "section-heading");
  self->legal = make_list (self, _("Applicable Primitives"));
  self->refused = make_list (self, _("Primitives That Are Not Applicable"));
  self->expander = gtk_expander_new (NULL);
  gtk_expander_set_child (GTK_EXPANDER (self->expander), self->refused);
  gtk_widget_set_parent (self->heading, GTK_WIDGET (self));
  gtk_widget_set_parent (self->legal, GTK_WIDGET (self));
  gtk_widget_set_parent (self->expander, GTK_WIDGET (self));
}

GtkWidget *
tl_primitive_list_new (TlEditor *editor)
{
  TlPrimitiveList *self = g_object_new (TL_TYPE_PRIMITIVE_LIST, NULL);
  TlSession   *session = tl_editor_session (editor);

  self->editor = g_object_ref (editor);
  g_signal_connect_object (session, "changed", G_CALLBACK (list_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_selection (session), "changed", G_CALLBACK (list_soon), self, G_CONNECT_SWAPPED);
  list_soon (self);
  return GTK_WIDGET (self);
}
