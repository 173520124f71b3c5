/* SPDX-License-Identifier: Apache-2.0 */
/* Messages and actions while the project file cannot be written. */
#include "ui/window-private.h"
#include "core/base/i18n.h"

static void
act_restore (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow          *self = TL_WINDOW (widget);
  g_autoptr (GError) error = NULL;

  if (!tl_session_restore (self->session, &error))
    tl_window_toast (self, error->message);
}

/* Shows one message while the error lasts, and one when it ends. */
static void
on_storage_error (TlWindow *self)
{
  const char *storage_error = tl_session_storage_error (self->session);
  gboolean    was_shown = gtk_info_bar_get_revealed (GTK_INFO_BAR (self->storage_error_bar));

  if (storage_error != NULL)
    {
      g_autofree char *text = g_strdup_printf (_("Not saved: %s"), storage_error);

      gtk_label_set_text (GTK_LABEL (self->storage_error_text), text);
    }
  else if (was_shown && tl_session_is_open (self->session))
    tl_window_toast (self, _("The project is saved to its file again"));
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->storage_error_bar), storage_error != NULL);
  tl_window_set_obstacle (self, "win.restore", storage_error != NULL ? NULL : _("The project file can be written"));
}

/* --- closing --- */

static gboolean
discard_soon (gpointer user_data)
{
  gtk_window_destroy (user_data);
  return G_SOURCE_REMOVE;
}

/* The dialog answers before it closes, and needs its window for that. */
static void
on_loss_answered (AdwMessageDialog *dialog, const char *response, TlWindow *self)
{
  if (g_str_equal (response, "discard"))
    g_idle_add_full (G_PRIORITY_LOW, discard_soon, g_object_ref (self), g_object_unref);
  else if (g_str_equal (response, "save"))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.save-as", NULL);
}

static void
ask_about_loss (TlWindow *self)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Changes Are Not Saved to Disk"),
                                              _("The project file cannot be written. Changes since the last save are lost if you close "
                                                "the window."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "discard", _("Close _Without Saving"), "save",
                                    _("_Save a Copy…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_loss_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
on_close_request (TlWindow *self)
{
  tl_session_flush (self->session);
  if (!tl_session_is_unsaved (self->session) || tl_session_restore (self->session, NULL))
    return FALSE;
  ask_about_loss (self);
  return TRUE;
}

void
tl_window_follow_storage_error (TlWindow *self)
{
  g_signal_connect_object (self->session, "notify::storage-error", G_CALLBACK (on_storage_error), self, G_CONNECT_SWAPPED);
  on_storage_error (self);
  g_signal_connect (self, "close-request", G_CALLBACK (on_close_request), NULL);
}

void
tl_window_install_storage_error_actions (TlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.restore", NULL, act_restore);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, storage_error_bar);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, storage_error_text);
}
