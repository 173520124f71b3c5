/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/sizes-dialog.h"
#include "core/base/i18n.h"

#include <adwaita.h>
#include "ui/widgets/present.h"

#define DEFAULT_SIZE 128
#define LARGEST_SIZE G_MAXINT32

typedef struct
{
  TlSession  *session;   /* owned */
  GtkWidget  *owner;     /* owned */
  TlSizesDone done;
  GPtrArray  *spins;     /* GtkSpinButton; its data "name" is the name of the extent */
} SizesDialog;

static void
dialog_free (gpointer data)
{
  SizesDialog *dialog = data;

  g_object_unref (dialog->session);
  g_object_unref (dialog->owner);
  g_ptr_array_unref (dialog->spins);
  g_free (dialog);
}

static gboolean
take_values (const SizesDialog *dialog, GError **error)
{
  g_autoptr (TlSizes) sizes = tl_sizes_new ();

  for (guint i = 0; i < dialog->spins->len; i++)
    {
      GtkSpinButton *spin = dialog->spins->pdata[i];

      gtk_spin_button_update (spin);
      if (!tl_sizes_add (sizes, g_object_get_data (G_OBJECT (spin), "name"), gtk_spin_button_get_value_as_int (spin), "the dialog", error))
        return FALSE;
    }
  return tl_session_specialize (dialog->session, sizes, error);
}

static void
on_response (AdwMessageDialog *window, const char *response, gpointer user_data)
{
  const SizesDialog *dialog = g_object_get_data (G_OBJECT (window), "dialog");
  g_autoptr (GError) error = NULL;

  if (g_strcmp0 (response, "use") != 0)
    return;
  take_values (dialog, &error);
  dialog->done (error, dialog->owner);
}

static GtkWidget *
make_spin (SizesDialog *dialog, const char *name)
{
  GtkWidget       *spin = gtk_spin_button_new_with_range (1, LARGEST_SIZE, 1);
  gint64           value = tl_session_remembered_size (dialog->session, name);
  g_autofree char *label = g_strdup_printf (_("Value of %s"), name);

  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_spin_button_set_increments (GTK_SPIN_BUTTON (spin), 1, 16);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), value > 0 ? (double) value : DEFAULT_SIZE);
  gtk_text_set_activates_default (GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (spin))), TRUE);
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full (G_OBJECT (spin), "name", g_strdup (name), g_free);
  g_ptr_array_add (dialog->spins, spin);
  return spin;
}

/* A row for each symbolic extent. */
static GtkWidget *
make_rows (SizesDialog *dialog, const GPtrArray *vars)
{
  GtkWidget *group = adw_preferences_group_new ();

  for (guint i = 0; i < vars->len; i++)
    {
      const char *name = ((const TlVar *) vars->pdata[i])->name;
      GtkWidget  *row = adw_action_row_new (), *spin = make_spin (dialog, name);

      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), spin);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
    }
  return group;
}

void
tl_sizes_dialog_ask (GtkWidget *owner, TlSession *session, TlSizesDone done)
{
  g_autoptr (GPtrArray) vars = tl_session_sizes (session);
  GtkWidget            *window;
  SizesDialog          *dialog;

  if (vars->len == 0)
    {
      done (NULL, owner);
      return;
    }
  window = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (owner)), _("Values for Symbolic Extents"),
                                   _("The program is timed and tuned with these sizes."));
  dialog = g_new (SizesDialog, 1);
  *dialog = (SizesDialog) { g_object_ref (session), g_object_ref (owner), done, g_ptr_array_new () };
  g_object_set_data_full (G_OBJECT (window), "dialog", dialog, dialog_free);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (window), make_rows (dialog, vars));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (window), "cancel", _("_Cancel"), "use", _("_Use These Sizes"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (window), "use", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (window), "use");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (window), "cancel");
  g_signal_connect (window, "response", G_CALLBACK (on_response), NULL);
  tl_present_in_steps (window);
  gtk_widget_grab_focus (dialog->spins->pdata[0]);
}
