/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/tune/tune-settings.h"

#include <adwaita.h>

#include "core/base/i18n.h"
#include "core/cost-model/cost-model.h"
#include "core/search/task-scheduler.h"

struct _TlTuneSettings
{
  GtkWidget parent_instance;

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

/* The default's own arguments hold unless another component is chosen. */
static void
set_component (TlTuneConfig *config, const char *name, const char *usual, AdwComboRow *row)
{
  GtkStringObject *item = adw_combo_row_get_selected_item (row);

  if (!g_str_has_prefix (usual, gtk_string_object_get_string (item)))
    set (config, name, gtk_string_object_get_string (item));
}

static void
set_measuring (TlTuneConfig *config, Measuring measuring)
{
  if (measuring != MEASURE_AS_TVM)
    return;
  set (config, "number", "3");
  set (config, "repeat", "1");
  set (config, "min-repeat-ms", "100");
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
  return subject == SUBJECT_VARIANT ? tl_session_current (session) : NULL;
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
}

/* Lists the names of @table and selects that of @usual, a component with its arguments. */
static void
offer_components (AdwComboRow *row, const TlComponentTable *table, const char *usual)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const TlComponentInfo *info;
  guint                  chosen = 0;

  for (guint i = 0; (info = table->nth (i)) != NULL; i++)
    {
      gtk_string_list_append (names, info->name);
      chosen = g_str_has_prefix (usual, info->name) ? i : chosen;
    }
  adw_combo_row_set_model (row, G_LIST_MODEL (names));
  adw_combo_row_set_selected (row, chosen);
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
  offer_components (settings->scheduler, &tl_task_scheduler_table, defaults.scheduler);
  offer_components (settings->cost_model, &tl_cost_model_table, defaults.cost_model);
  adw_combo_row_set_model (settings->subject, G_LIST_MODEL (subject_names));
  adw_combo_row_set_model (settings->measuring, G_LIST_MODEL (measuring_names));
  gtk_spin_button_set_value (settings->run_limit, defaults.measure.run_timeout_s);
  gtk_spin_button_set_value (settings->seed, defaults.seed);
}
