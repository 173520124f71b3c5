/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/tune-settings.h"

#include <adwaita.h>

#include "core/base/i18n.h"
#include "ui/widgets/present.h"
#include "ui/widgets/tip.h"

struct _TlTuneSettings
{
  GtkWidget parent_instance;

  /* Owned */
  char *work_dir;              /* NULL: none */

  /* Template widgets */
  GtkWidget     *content;
  AdwComboRow   *subject;
  AdwComboRow   *scheduler;
  AdwComboRow   *cost_model;
  GtkSpinButton *per_task;
  GtkSpinButton *per_round;
  GtkSpinButton *stop_after;
  AdwComboRow   *measuring;
  GtkSpinButton *run_limit;
  GtkSpinButton *seed;
  AdwActionRow  *folder_row;
  GtkWidget     *clear_folder;
  GtkWidget     *choose_folder;
};

G_DEFINE_FINAL_TYPE (TlTuneSettings, tl_tune_settings, GTK_TYPE_WIDGET)

typedef enum
{
  SUBJECT_MODULE,
  SUBJECT_FUNCTION,
  SUBJECT_VARIANT,
} TuneSubject;
static const char *const subjects[] = { N_("All functions of the program"), N_("Only the function shown"),
                                        N_("The current variant, with its steps"), NULL };

#define TVM_MIN_REPEAT_MS 100

typedef enum
{
  MEASURE_QUICK,
  MEASURE_AS_TVM,
} Measuring;
static const char *const measurings[] = { N_("Short: a few runs"), N_("As in TVM: at least 100 ms"), NULL };

/* A setting of the table with a value that it takes. */
static void
set (TlTuneConfig *config, const char *name, const char *value)
{
  g_autoptr (GError) error = NULL;

  if (!tl_tune_config_set (config, name, value, &error))
    g_critical ("%s: %s", name, error->message);
}

static void
set_number (TlTuneConfig *config, const char *name, GtkSpinButton *button)
{
  g_autofree char *value = g_strdup_printf ("%.0f", gtk_spin_button_get_value (button));

  set (config, name, value);
}

/* The arguments of the component in @config hold unless another one is chosen. */
static void
set_component (TlTuneConfig *config, const char *name, const char *present, AdwComboRow *row)
{
  GtkStringObject *item = adw_combo_row_get_selected_item (row);

  if (!g_str_has_prefix (present, gtk_string_object_get_string (item)))
    set (config, name, gtk_string_object_get_string (item));
}

static void
set_measuring (TlTuneConfig *config, Measuring measuring)
{
  if (measuring != MEASURE_AS_TVM)
    return;
  set (config, "number", "3");
  set (config, "repeat", "1");
  set (config, "min-repeat-ms", G_STRINGIFY (TVM_MIN_REPEAT_MS));
}

TlVariant *
tl_tune_settings_choose (TlTuneSettings *settings, TlSession *session, TlTuneConfig *config)
{
  TuneSubject          subject = adw_combo_row_get_selected (settings->subject);
  g_autofree char *func = g_strconcat ("=", tl_session_func (session)->name, NULL);

  g_return_val_if_fail (TL_IS_TUNE_SETTINGS (settings), NULL);

  if (subject != SUBJECT_MODULE)
    set (config, "ops", func);
  set_component (config, "cost-model", config->cost_model, settings->cost_model);
  set_component (config, "task-scheduler", config->scheduler, settings->scheduler);
  set_number (config, "trials-per-task", settings->per_task);
  set_number (config, "trials-per-iter", settings->per_round);
  set_number (config, "stop-after", settings->stop_after);
  set_measuring (config, adw_combo_row_get_selected (settings->measuring));
  set_number (config, "timeout", settings->run_limit);
  set_number (config, "seed", settings->seed);
  config->work_dir = NULL;
  if (settings->work_dir != NULL)
    set (config, "work-dir", settings->work_dir);
  return subject == SUBJECT_VARIANT ? tl_session_current (session) : NULL;
}

/* --- the records folder --- */

/* Takes @path; NULL: none. */
static void
take_folder (TlTuneSettings *settings, char *path)
{
  g_free (settings->work_dir);
  settings->work_dir = path;
  adw_action_row_set_subtitle (settings->folder_row, path != NULL ? path : _("None (trials are in the project)"));
  tl_widget_set_tooltip (GTK_WIDGET (settings->folder_row), path);
  gtk_widget_set_visible (settings->clear_folder, path != NULL);
}

/* Around a dialog, which would stand behind the popover that the settings are in. */
static void
show_popover (TlTuneSettings *settings, gboolean is_shown)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (settings), GTK_TYPE_POPOVER);

  if (popover != NULL && is_shown)
    gtk_popover_popup (GTK_POPOVER (popover));
  else if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
on_folder_chosen (GtkNativeDialog *dialog, int response, TlTuneSettings *settings)
{
  g_autoptr (GFile) folder = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;

  if (folder != NULL && g_file_peek_path (folder) != NULL)
    take_folder (settings, g_file_get_path (folder));
  show_popover (settings, TRUE);
  g_object_unref (dialog);
}

static void
on_choose_folder (GtkButton *button, TlTuneSettings *settings)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (_("Choose Work Folder"),
                                                              GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (settings))),
                                                              GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("_Choose"), _("_Cancel"));
  g_autoptr (GFile) present = settings->work_dir != NULL ? g_file_new_for_path (settings->work_dir) : NULL;

  if (present != NULL)
    gtk_file_chooser_set_file (GTK_FILE_CHOOSER (dialog), present, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_folder_chosen), settings, 0);
  show_popover (settings, FALSE);
  tl_show_native_next (GTK_NATIVE_DIALOG (dialog));
}

/* The button goes: the focus moves to the other one. */
static void
on_clear_folder (GtkButton *button, TlTuneSettings *settings)
{
  gtk_widget_grab_focus (settings->choose_folder);
  take_folder (settings, NULL);
}

/* --- the settings of a run that is shown --- */

/* The row's component whose name @text begins with. */
static void
select_component (AdwComboRow *row, const char *text)
{
  GListModel *names = adw_combo_row_get_model (row);

  for (guint i = 0; i < g_list_model_get_n_items (names); i++)
    if (g_str_has_prefix (text, gtk_string_list_get_string (GTK_STRING_LIST (names), i)))
      adw_combo_row_set_selected (row, i);
}

void
tl_tune_settings_show (TlTuneSettings *settings, const TlTuneConfig *config)
{
  g_return_if_fail (TL_IS_TUNE_SETTINGS (settings));

  select_component (settings->cost_model, config->cost_model);
  select_component (settings->scheduler, config->scheduler);
  gtk_spin_button_set_value (settings->per_task, config->budget.max_trials_per_task);
  gtk_spin_button_set_value (settings->per_round, config->budget.trials_per_iter);
  gtk_spin_button_set_value (settings->stop_after, config->budget.stop_after);
  adw_combo_row_set_selected (settings->measuring, config->measure.min_repeat_ms >= TVM_MIN_REPEAT_MS ? MEASURE_AS_TVM : MEASURE_QUICK);
  gtk_spin_button_set_value (settings->run_limit, config->measure.run_timeout_s);
  gtk_spin_button_set_value (settings->seed, (double) config->seed);
  take_folder (settings, g_strdup (config->work_dir));
}

void
tl_tune_settings_choose_variant (TlTuneSettings *settings)
{
  g_return_if_fail (TL_IS_TUNE_SETTINGS (settings));

  adw_combo_row_set_selected (settings->subject, SUBJECT_VARIANT);
}

static void
tl_tune_settings_dispose (GObject *object)
{
  TlTuneSettings *settings = TL_TUNE_SETTINGS (object);

  g_clear_pointer (&settings->content, gtk_widget_unparent);
  g_clear_pointer (&settings->work_dir, g_free);
  G_OBJECT_CLASS (tl_tune_settings_parent_class)->dispose (object);
}

static void
tl_tune_settings_class_init (TlTuneSettingsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_tune_settings_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/tune-settings.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, content);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, subject);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, scheduler);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, cost_model);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, per_task);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, per_round);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, stop_after);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, measuring);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, run_limit);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, seed);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, folder_row);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, clear_folder);
  gtk_widget_class_bind_template_child (widget_class, TlTuneSettings, choose_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_clear_folder);
}

/* Lists the components that the setting @name takes. */
static void
offer_components (AdwComboRow *row, const char *name)
{
  const TlComponentTable *table = tl_tune_row_find (name)->components;
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const TlComponentInfo *info;

  for (guint i = 0; (info = table->nth (i)) != NULL; i++)
    gtk_string_list_append (names, info->name);
  adw_combo_row_set_model (row, G_LIST_MODEL (names));
}

static GtkStringList *
translated (const char *const *texts)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (; *texts != NULL; texts++)
    gtk_string_list_append (list, _(*texts));
  return list;
}

static void
tl_tune_settings_init (TlTuneSettings *settings)
{
  g_autoptr (GtkStringList) subject_names = translated (subjects), measuring_names = translated (measurings);
  TlTuneConfig defaults = tl_tune_config_default ();

  gtk_widget_init_template (GTK_WIDGET (settings));
  offer_components (settings->scheduler, "task-scheduler");
  offer_components (settings->cost_model, "cost-model");
  adw_combo_row_set_model (settings->subject, G_LIST_MODEL (subject_names));
  adw_combo_row_set_model (settings->measuring, G_LIST_MODEL (measuring_names));
  tl_tune_settings_show (settings, &defaults);
}
