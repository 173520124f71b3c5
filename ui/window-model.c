/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whole models: a page of their own. A model that comes from a file without programs stands alone until one of its kernels becomes the
 * program of the session; then it stays beside it.
 */
#include "ui/window-private.h"

#include "core/base/i18n.h"

gboolean
tl_window_has_program (TlWindow *self)
{
  return tl_session_is_open (self->session) && !self->is_model_alone;
}

gboolean
tl_window_has_model (TlWindow *self)
{
  return tl_whole_model_is_open (self->model);
}

gboolean
tl_window_shows_model (TlWindow *self)
{
  return tl_window_has_model (self) && adw_view_stack_get_visible_child (ADW_VIEW_STACK (self->pages)) == self->model_page;
}

static void
set_visible (TlWindow *self, GtkWidget *page, gboolean is_visible)
{
  adw_view_stack_page_set_visible (adw_view_stack_get_page (ADW_VIEW_STACK (self->pages), page), is_visible);
}

static void
show_pages (TlWindow *self)
{
  GtkWidget *const pages[] = { self->explore_page, self->tune_page, self->compare_page };

  set_visible (self, self->model_page, tl_window_has_model (self));
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    set_visible (self, pages[i], !self->is_model_alone);
}

static void
show_page (TlWindow *self, GtkWidget *page)
{
  show_pages (self);
  tl_window_show_work (self);
  adw_view_stack_set_visible_child (ADW_VIEW_STACK (self->pages), page);
  gtk_widget_grab_focus (page);
  tl_window_update_title (self);
  tl_window_update_actions (self);
}

/* --- opening --- */

static void
on_opened_alone (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWindow) self = user_data;
  g_autoptr (GError)   error = NULL;

  if (tl_whole_model_open_finish (TL_WHOLE_MODEL (source), result, &error))
    {
      self->is_model_alone = TRUE;
      show_page (self, self->model_page);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      tl_window_update_title (self);
      tl_window_show_problem (self, _("Cannot Open the Model"), error->message);
    }
}

void
tl_window_open_model (TlWindow *self, const char *path)
{
  tl_whole_model_open_async (self->model, path, self->opening, on_opened_alone, g_object_ref (self));
}

static void
on_opened_beside (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWindow) self = user_data;
  g_autoptr (GError)   error = NULL;
  g_autofree char     *text = NULL;

  if (tl_whole_model_open_finish (TL_WHOLE_MODEL (source), result, &error))
    {
      show_page (self, self->model_page);
      return;
    }
  text = g_strdup_printf (_("The graph of the file cannot be shown: %s"), error->message);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tl_window_toast (self, text);
}

void
tl_window_follow_program (TlWindow *self)
{
  const TlModule *module = tl_state_module (tl_session_root (self->session));

  self->is_model_alone = FALSE;
  tl_whole_model_close (self->model);
  show_pages (self);
  if (tl_module_has_graph (module))
    tl_whole_model_open_module_async (self->model, module, tl_session_title (self->session), self->opening, on_opened_beside,
                                      g_object_ref (self));
}

/* --- following the model --- */

static void
on_opened_kernel (TlWindow *self)
{
  self->is_model_alone = FALSE;
  show_page (self, self->explore_page);
}

static void
on_model (TlWindow *self)
{
  tl_window_update_title (self);
  tl_window_update_actions (self);
}

void
tl_window_measure_model (TlWindow *self)
{
  if (tl_whole_model_is_measuring (self->model))
    tl_whole_model_stop (self->model);
  else
    tl_whole_model_measure (self->model);
}

void
tl_window_leave_model (TlWindow *self)
{
  g_signal_handlers_disconnect_by_data (self->model, self);
  tl_whole_model_stop (self->model);
  g_clear_object (&self->model);
}

void
tl_window_add_model_page (TlWindow *self)
{
  AdwViewStackPage *page;

  self->model = tl_whole_model_new (self->session);
  self->model_page = tl_model_page_new (self->session, self->model);
  page = adw_view_stack_add_titled (ADW_VIEW_STACK (self->pages), self->model_page, "model", _("Model"));
  adw_view_stack_page_set_icon_name (page, "view-grid-symbolic");
  adw_view_stack_page_set_visible (page, FALSE);
  g_signal_connect_object (self->model_page, "opened-kernel", G_CALLBACK (on_opened_kernel), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "changed", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "progress", G_CALLBACK (on_model), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (tl_window_update_title), self, G_CONNECT_SWAPPED);
}
