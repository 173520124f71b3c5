/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/model/tune-all.h"

#include "core/base/i18n.h"
#include "ui/widgets/tip.h"

#define MOST_TRIALS   1000000
#define POPOVER_CHARS 36

struct _TlTuneAll
{
  GtkWidget     parent_instance;
  /* Owned */
  TlWholeModel *model;
  GtkWidget    *box;
  /* Borrowed from the box and the popover */
  GtkWidget    *button, *menu, *trials, *project;
  guint         usual_n;      /* trials that were proposed last */
};

G_DEFINE_FINAL_TYPE (TlTuneAll, tl_tune_all, GTK_TYPE_WIDGET)

static void
on_clicked (TlTuneAll *self)
{
  TlTuneConfig config = tl_tune_config_default ();

  if (tl_whole_model_is_tuning (self->model))
    {
      tl_whole_model_stop_tuning (self->model);
      return;
    }
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->trials));
  config.budget.max_trials_global = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->trials));
  tl_whole_model_tune (self->model, &config);
}

static void
on_trials_activate (TlTuneAll *self)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (self->menu));
  gtk_widget_grab_focus (self->button);
}

/* --- following the model --- */

static void
on_progress (TlTuneAll *self)
{
  gboolean           is_tuning = tl_whole_model_is_tuning (self->model), has_facts = tl_whole_model_facts (self->model) != NULL;
  g_autoptr (GError) obstacle = NULL;
  gboolean           can_measure = tl_whole_model_can_measure (self->model, &obstacle);

  gtk_button_set_label (GTK_BUTTON (self->button), is_tuning ? _("Stop Tuning") : _("Tune All"));
  tl_widget_set_tooltip (self->button, is_tuning ? _("Stop the search; its trials are kept")
                         : can_measure ? _("Search for the fastest schedules of all kernels") : obstacle->message);
  gtk_widget_set_sensitive (self->button, has_facts && (can_measure || tl_whole_model_can_stop_tuning (self->model)));
  gtk_widget_set_sensitive (self->menu, has_facts && !is_tuning);
}

static void
on_changed (TlTuneAll *self)
{
  guint            n = tl_whole_model_usual_n_trials (self->model);
  const char      *path = tl_whole_model_project (self->model);
  g_autofree char *text = path != NULL ? g_strdup_printf (_("Trials are kept in %s"), path)
                                       : g_strdup (_("Trials will be kept in a project among the drafts"));

  gtk_label_set_text (GTK_LABEL (self->project), text);
  if (n > 0 && n != self->usual_n)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->trials), self->usual_n = n);
  on_progress (self);
}

void
tl_tune_all_set_model (TlTuneAll *self, TlWholeModel *model)
{
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  g_signal_connect_object (model, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "progress", G_CALLBACK (on_progress), self, G_CONNECT_SWAPPED);
  on_changed (self);
}

/* --- object --- */

static GtkWidget *
make_label (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), POPOVER_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static GtkWidget *
make_popover (TlTuneAll *self)
{
  GtkWidget *popover = gtk_popover_new (), *content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label = gtk_label_new_with_mnemonic (_("_Trials"));

  self->trials = gtk_spin_button_new_with_range (1, MOST_TRIALS, 1);
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (self->trials), TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), self->trials);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), self->trials);
  self->project = make_label (NULL);
  gtk_label_set_selectable (GTK_LABEL (self->project), TRUE);
  gtk_box_append (GTK_BOX (content), row);
  gtk_box_append (GTK_BOX (content), make_label (_("Kernels get trials by how much these save of the whole time.")));
  gtk_box_append (GTK_BOX (content), self->project);
  gtk_widget_add_css_class (content, "tune-all-settings");
  gtk_popover_set_child (GTK_POPOVER (popover), content);
  g_signal_connect_swapped (gtk_editable_get_delegate (GTK_EDITABLE (self->trials)), "activate", G_CALLBACK (on_trials_activate), self);
  return popover;
}

static void
tl_tune_all_dispose (GObject *object)
{
  TlTuneAll *self = TL_TUNE_ALL (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (tl_tune_all_parent_class)->dispose (object);
}

static void
tl_tune_all_class_init (TlTuneAllClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tl_tune_all_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tl_tune_all_init (TlTuneAll *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->button = gtk_button_new_with_label (_("Tune All"));
  self->menu = gtk_menu_button_new ();
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->menu), make_popover (self));
  tl_widget_set_tooltip (self->menu, _("Number of Trials"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Number of Trials"), -1);
  gtk_widget_add_css_class (self->box, "linked");
  gtk_widget_add_css_class (self->button, "suggested-action");
  gtk_widget_add_css_class (self->button, "model-action");
  gtk_widget_add_css_class (self->menu, "model-action");
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->box), self->button);
  gtk_box_append (GTK_BOX (self->box), self->menu);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_clicked), self);
}
