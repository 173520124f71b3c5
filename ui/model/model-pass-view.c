/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/model/model-pass-view.h"

#include "core/base/i18n.h"
#include "core/session/model/model-passes.h"
#include "ui/explore/pass-view.h"

struct _TlModelPassView
{
  GtkWidget     parent_instance;
  TlSession    *session;
  TlWholeModel *model;
  GtkWidget    *view;       /* TlPassView; NULL until it is shown */
  GCancellable *listing;
  TlModule     *listed;     /* whose passes are shown, or will be; NULL: none */
};

G_DEFINE_FINAL_TYPE (TlModelPassView, tl_model_pass_view, GTK_TYPE_WIDGET)

static void
on_listed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlModelPassView) self = user_data;
  g_autoptr (GError)        error = NULL;
  g_autoptr (GListModel)    passes = tl_model_passes_finish (TL_WHOLE_MODEL (source), result, &error);

  if (self->view != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tl_pass_view_show_list (TL_PASS_VIEW (self->view), passes, error != NULL ? error->message : NULL);
}

static void
list (TlModelPassView *self)
{
  const TlModelFacts *facts = tl_whole_model_facts (self->model);

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)) || facts == NULL || facts->read == self->listed)
    return;
  if (self->view == NULL)
    {
      self->view = tl_pass_view_new (self->session, _("Graph"));
      gtk_widget_set_parent (self->view, GTK_WIDGET (self));
    }
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  g_clear_pointer (&self->listed, tl_module_unref);
  self->listing = g_cancellable_new ();
  self->listed = tl_module_ref (facts->read);
  tl_model_passes_async (self->model, self->listing, on_listed, g_object_ref (self));
}

static void
tl_model_pass_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tl_model_pass_view_parent_class)->map (widget);
  list (TL_MODEL_PASS_VIEW (widget));
}

static void
tl_model_pass_view_dispose (GObject *object)
{
  TlModelPassView *self = TL_MODEL_PASS_VIEW (object);

  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  g_clear_pointer (&self->listed, tl_module_unref);
  g_clear_object (&self->model);
  g_clear_object (&self->session);
  g_clear_pointer (&self->view, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_model_pass_view_parent_class)->dispose (object);
}

static void
tl_model_pass_view_class_init (TlModelPassViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_model_pass_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = tl_model_pass_view_map;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tl_model_pass_view_init (TlModelPassView *self)
{
}

GtkWidget *
tl_model_pass_view_new (TlSession *session, TlWholeModel *model)
{
  TlModelPassView *self = g_object_new (TL_TYPE_MODEL_PASS_VIEW, NULL);

  self->session = g_object_ref (session);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "changed", G_CALLBACK (list), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
