/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the module: a drop-down beside the title, and the actions that go to the next or previous one. */
#include "ui/window-private.h"

#include <string.h>

#include "core/base/i18n.h"

static void
act_step (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow   *self = TL_WINDOW (widget);
  GtkDropDown *drop_down = GTK_DROP_DOWN (self->function);
  guint       n = g_list_model_get_n_items (gtk_drop_down_get_model (drop_down));
  guint       selected = gtk_drop_down_get_selected (drop_down);

  if (n > 1)
    gtk_drop_down_set_selected (drop_down, (selected + (strcmp (name, "win.next-function") == 0 ? 1 : n - 1)) % n);
}

static void
on_selected (TlWindow *self)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (GTK_DROP_DOWN (self->function));

  if (item != NULL && tl_session_is_open (self->session))
    tl_session_set_func (self->session, gtk_string_object_get_string (item));
}

static void
fill (TlWindow *self)
{
  g_auto (GStrv)            names = tl_session_func_names (self->session);
  g_autoptr (GtkStringList) list = gtk_string_list_new ((const char *const *) names);
  guint                     n = g_list_model_get_n_items (G_LIST_MODEL (list));

  g_signal_handlers_block_by_func (self->function, on_selected, self);
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->function), G_LIST_MODEL (list));
  g_signal_handlers_unblock_by_func (self->function, on_selected, self);
  gtk_widget_set_visible (self->function, n > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.next-function", n > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.previous-function", n > 1);
}

static void
on_session_changed (TlWindow *self)
{
  GListModel *model = gtk_drop_down_get_model (GTK_DROP_DOWN (self->function));
  const char *shown = tl_session_func_name (self->session);

  for (guint i = 0; model != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkStringObject) item = g_list_model_get_item (model, i);

      if (g_strcmp0 (gtk_string_object_get_string (item), shown) == 0)
        gtk_drop_down_set_selected (GTK_DROP_DOWN (self->function), i);
    }
}

void
tl_window_follow_function (TlWindow *self)
{
  g_signal_connect_swapped (self->function, "notify::selected", G_CALLBACK (on_selected), self);
  g_signal_connect_object (self->session, "opened", G_CALLBACK (fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  fill (self);
}

void
tl_window_install_function_actions (TlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_bind_template_child (widget_class, TlWindow, function);
  gtk_widget_class_install_action (widget_class, "win.next-function", NULL, act_step);
  gtk_widget_class_install_action (widget_class, "win.previous-function", NULL, act_step);
}
