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

static TlMeasureOptions
chosen_measure (TlTuneSettings *settings)
{
  TlMeasureOptions options = tl_measure_options_quick ();

  if (adw_combo_row_get_selected (settings->measuring) == MEASURE_AS_TVM)
    {
      options.number = 3;
      options.repeat = 1;
      options.min_repeat_ms = 100;
    }
  options.run_timeout_s = gtk_spin_button_get_value (settings->run_limit);
  return options;
}

static guint
whole_number (GtkSpinButton *button)
{
  return (guint) gtk_spin_button_get_value_as_int (button);
}

void
tl_tune_settings_choose (TlTuneSettings *settings, TlSession *session, TlTuneChoice *choice)
{
  TuneSubject subject = adw_combo_row_get_selected (settings->subject);
  TlVariant  *variant = tl_session_current (session);

  g_return_if_fail (TL_IS_TUNE_SETTINGS (settings));

  *choice = (TlTuneChoice) { .measure = chosen_measure (settings), .ops = { tl_session_func (session)->name, NULL } };
  choice->request = (TlTuningRequest) {
    .start = subject == SUBJECT_VARIANT && variant != NULL ? tl_variant_state (variant) : tl_session_root (session),
    .ops = subject == SUBJECT_MODULE ? NULL : choice->ops,
    .target = tl_session_target (session),
    .cost_model = tl_cost_model_table.nth (adw_combo_row_get_selected (settings->cost_model))->name,
    .scheduler = tl_task_scheduler_table.nth (adw_combo_row_get_selected (settings->scheduler))->name,
    .budget = { .max_trials_per_task = whole_number (settings->per_task), .trials_per_iter = whole_number (settings->per_round),
                .stop_after = whole_number (settings->stop_after) },
    .measure = &choice->measure,
    .seed = whole_number (settings->seed),
    .title = tl_session_title (session),
  };
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

/* Lists the names of @table; @first is selected. */
static void
offer_components (AdwComboRow *row, const TlComponentTable *table, const char *first)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  const TlComponentInfo *info;
  guint                  chosen = 0;

  for (guint i = 0; (info = table->nth (i)) != NULL; i++)
    {
      gtk_string_list_append (names, info->name);
      chosen = g_strcmp0 (info->name, first) == 0 ? i : chosen;
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
  TlMeasureOptions quick = tl_measure_options_quick ();

  gtk_widget_init_template (GTK_WIDGET (settings));
  offer_components (settings->scheduler, &tl_task_scheduler_table, "gradient");
  offer_components (settings->cost_model, &tl_cost_model_table, "xgb");
  adw_combo_row_set_model (settings->subject, G_LIST_MODEL (subject_names));
  adw_combo_row_set_model (settings->measuring, G_LIST_MODEL (measuring_names));
  gtk_spin_button_set_value (settings->run_limit, quick.run_timeout_s);
}
