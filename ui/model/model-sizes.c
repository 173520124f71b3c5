/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/model/model-sizes.h"

#include <adwaita.h>

#include "core/base/i18n.h"

#define LARGEST_SIZE G_MAXINT32

struct _TlModelSizes
{
  GtkWidget     parent_instance;
  /* Owned */
  TlWholeModel *model;
  GCancellable *opening;        /* NULL: no sizes are being tried */
  GPtrArray    *spins;          /* GtkSpinButton, borrowed: one for each size */
  /* Template widgets */
  GtkWidget    *content, *text, *place, *use;
};

G_DEFINE_FINAL_TYPE (TlModelSizes, tl_model_sizes, GTK_TYPE_WIDGET)

enum
{
  OPENED,
  FAILED,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlModelSizes) self = user_data;
  g_autoptr (GError)       error = NULL;
  gboolean                 is_open = tl_whole_model_open_finish (TL_WHOLE_MODEL (source), result, &error);

  if (self->model == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->opening);
  gtk_widget_set_sensitive (self->use, TRUE);
  if (is_open)
    g_signal_emit (self, signals[OPENED], 0);
  else
    g_signal_emit (self, signals[FAILED], 0, error->message);
}

static void
on_use (TlModelSizes *self)
{
  g_autofree gint64 *values = g_new0 (gint64, self->spins->len + 1);

  for (guint i = 0; i < self->spins->len; i++)
    {
      gtk_spin_button_update (self->spins->pdata[i]);
      values[i] = gtk_spin_button_get_value_as_int (self->spins->pdata[i]);
    }
  gtk_widget_set_sensitive (self->use, FALSE);
  self->opening = g_cancellable_new ();
  tl_whole_model_open_sized_async (self->model, values, self->opening, on_opened, g_object_ref (self));
}

static void
on_spin_activate (GtkText *text, TlModelSizes *self)
{
  if (gtk_widget_get_sensitive (self->use))
    on_use (self);
}

static void
add_size (TlModelSizes *self, GtkWidget *group, guint index)
{
  const char      *name = tl_whole_model_size_name (self->model, index);
  g_autofree char *label = g_strdup_printf (_("Value of %s"), name);
  GtkWidget       *row = adw_action_row_new (), *spin = gtk_spin_button_new_with_range (1, LARGEST_SIZE, 1);

  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (spin), (double) tl_whole_model_size_value (self->model, index));
  gtk_widget_set_valign (spin, GTK_ALIGN_CENTER);
  g_signal_connect (gtk_editable_get_delegate (GTK_EDITABLE (spin)), "activate", G_CALLBACK (on_spin_activate), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (spin), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), tl_whole_model_size_title (self->model, index));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), spin);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), spin);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  g_ptr_array_add (self->spins, spin);
}

void
tl_model_sizes_fill (TlModelSizes *self, TlWholeModel *model)
{
  guint            n = tl_whole_model_n_sizes (model);
  GtkWidget       *group = adw_preferences_group_new (), *old = gtk_widget_get_first_child (self->place);
  g_autofree char *text = g_strdup_printf (ngettext ("%s leaves a size open. It is planned and timed for this one.",
                                                     "%s leaves sizes open. It is planned and timed for these.", n),
                                           tl_whole_model_title (model));

  g_set_object (&self->model, model);
  g_ptr_array_set_size (self->spins, 0);
  if (old != NULL)
    gtk_box_remove (GTK_BOX (self->place), old);
  for (guint i = 0; i < n; i++)
    add_size (self, group, i);
  gtk_box_append (GTK_BOX (self->place), group);
  gtk_label_set_text (GTK_LABEL (self->text), text);
}

char *
tl_model_sizes_text (TlWholeModel *model)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tl_whole_model_n_sizes (model); i++)
    g_string_append_printf (text, "%s%s = %" G_GINT64_FORMAT, i > 0 ? ", " : "", tl_whole_model_size_name (model, i),
                            tl_whole_model_size_value (model, i));
  return g_string_free (text, FALSE);
}

/* --- object --- */

static gboolean
tl_model_sizes_grab_focus (GtkWidget *widget)
{
  TlModelSizes *self = TL_MODEL_SIZES (widget);

  return self->spins->len > 0 && gtk_widget_grab_focus (self->spins->pdata[0]);
}

static void
tl_model_sizes_dispose (GObject *object)
{
  TlModelSizes *self = TL_MODEL_SIZES (object);

  if (self->opening != NULL)
    g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  g_clear_pointer (&self->spins, g_ptr_array_unref);
  g_clear_object (&self->model);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_model_sizes_parent_class)->dispose (object);
}

static void
tl_model_sizes_class_init (TlModelSizesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_model_sizes_dispose;
  widget_class->grab_focus = tl_model_sizes_grab_focus;
  signals[OPENED] = g_signal_new ("opened", TL_TYPE_MODEL_SIZES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", TL_TYPE_MODEL_SIZES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/model-sizes.ui");
  gtk_widget_class_bind_template_child (widget_class, TlModelSizes, content);
  gtk_widget_class_bind_template_child (widget_class, TlModelSizes, text);
  gtk_widget_class_bind_template_child (widget_class, TlModelSizes, place);
  gtk_widget_class_bind_template_child (widget_class, TlModelSizes, use);
  gtk_widget_class_bind_template_callback (widget_class, on_use);
}

static void
tl_model_sizes_init (TlModelSizes *self)
{
  self->spins = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}
