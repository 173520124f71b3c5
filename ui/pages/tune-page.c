/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/tune-page.h"

#include "core/base/extremum.h"
#include "core/base/format.h"
#include "core/tune/tuner.h"
#include "ui/tune/score-plot.h"
#include "ui/tune/task-view.h"
#include "ui/tune/trial-plot.h"
#include "ui/tune/trial-table.h"
#include "ui/tune/tune-settings.h"
#include "ui/tune/worker-lanes.h"

#define REFRESH_MS 250

struct _TlTunePage
{
  GtkWidget parent_instance;

  /* Owned */
  TlSession *session;
  GPtrArray *scripts;          /* TlScheduleScript of the drop-down's entries after the first */
  TlTrialStore *trials_shown;  /* borrowed from the plot; NULL: none yet */
  guint      timer;            /* refreshes rate and ETA while a run is under way */

  /* Template widgets */
  GtkWidget    *content;
  GtkDropDown  *space;
  GtkButton    *choose_space;
  GtkDropDown  *strategy;
  GtkSpinButton *trials;
  TlTuneSettings *settings;
  GtkButton    *resume_run;
  GtkButton    *pause;
  GtkButton    *stop;
  GtkButton    *start;
  GtkProgressBar *progress;
  GtkLabel     *summary;
  GtkWidget    *switcher;
  GtkButton    *open_best;
  GtkStack     *stack;
  TlTaskView  *tasks;
  GtkStack     *plots;
  TlTrialPlot  *plot;
  TlScorePlot  *scores;
  TlWorkerLanes *lanes;
  TlTrialTable *table;
};

G_DEFINE_FINAL_TYPE (TlTunePage, tl_tune_page, GTK_TYPE_WIDGET)

enum
{
  OPENED_TRIAL,
  MESSAGE,
  N_SIGNALS,
};
static guint signals[N_SIGNALS];

static void
say (TlTunePage *page, const char *sentence)
{
  g_signal_emit (page, signals[MESSAGE], 0, sentence);
}

/* --- what the page shows ----------------------------------------------------------------------------------------------------------- */

static double
baseline_of (TlSession *session)
{
  TlState      *root = tl_session_root (session);
  GListModel   *variants = tl_session_variants (session);

  for (guint i = 0; root != NULL && i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);
      const TlOutcome *outcome = tl_variant_outcome_of (variant, root);
      TlLatency        latency;

      if (outcome != NULL && tl_outcome_latency (outcome, &latency))
        return latency.median_s;
    }
  return 0;
}

/* The one whose trials are shown; NULL before the first run. Borrowed from the run. */
static TlTuningTask *
chosen_task (TlTunePage *page)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (tl_session_tuning (page->session)), tl_task_view_selected (page->tasks));

  return task;
}

static gboolean
has_several_tasks (TlTunePage *page)
{
  return g_list_model_get_n_items (tl_tuning_tasks (tl_session_tuning (page->session))) > 1;
}

static TlTrialStore *
chosen_trials (TlTunePage *page)
{
  TlTuningTask *task = chosen_task (page);

  return task != NULL ? tl_tuning_task_trials (task) : tl_tuning_trials (tl_session_tuning (page->session));
}

static double
chosen_flops (TlTunePage *page)
{
  TlTuningTask *task = chosen_task (page);

  if (task != NULL)
    return tl_tuning_task_status (task).flops;
  return tl_session_is_open (page->session) ? tl_session_flops (page->session) : 0;
}

/* What the session knows of a time before tuning is of the function that it shows. */
static double
chosen_baseline (TlTunePage *page)
{
  TlTuningTask *task = chosen_task (page);
  const GArray *functions = task != NULL ? tl_tuning_task_functions (task) : NULL;
  gboolean      is_shown = functions == NULL;

  for (guint i = 0; functions != NULL && i < functions->len; i++)
    is_shown |= g_array_index (functions, guint, i) == tl_session_func_index (page->session);
  return is_shown ? baseline_of (page->session) : 0;
}

static const char *
state_text (TlTuning *tuning)
{
  switch (tl_tuning_state (tuning))
    {
    case TL_TUNING_RUNNING:  return "Tuning";
    case TL_TUNING_PAUSED:   return "Paused";
    case TL_TUNING_STOPPING: return "Stopping";
    case TL_TUNING_DONE:     return tl_tuning_error (tuning) != NULL ? "Ended early" : "Done";
    default:                 return tl_tuning_is_resumable (tuning) ? "Interrupted" : "";
    }
}

static void
append_best (GString *text, TlTunePage *page, TlTuning *tuning)
{
  TlTrialStore    *store = chosen_trials (page);
  gint             best = tl_trial_store_best (store);
  TlTrialRecord    record;
  g_autofree char *latency = NULL, *speed = NULL, *total = NULL;

  if (has_several_tasks (page))
    {
      total = tl_format_seconds (tl_tuning_total_s (tuning));
      g_string_append_printf (text, "  ·  all tasks %s", total);
    }
  if (best < 0)
    return;
  record = tl_trial_store_get (store, (guint) best);
  latency = tl_format_seconds (record.latency_s);
  speed = tl_format_gflops (chosen_flops (page), record.latency_s);
  g_string_append_printf (text, "  ·  best %s, %s (#%u)", latency, speed, record.number);
}

/* Of all tasks. */
static guint
count_failed (TlTuning *tuning)
{
  GListModel *tasks = tl_tuning_tasks (tuning);
  guint       n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (TlTuningTask) task = g_list_model_get_item (tasks, i);
      TlTrialStore *store = tl_tuning_task_trials (task);

      n += tl_trial_store_n (store) - tl_trial_store_count (store, TL_OUTCOME_OK);
    }
  return n;
}

static void
append_pace (GString *text, TlTuning *tuning)
{
  double rate = tl_tuning_rate (tuning), eta = tl_tuning_eta_s (tuning), since = tl_tuning_since_best_s (tuning);

  if (rate > 0)
    g_string_append_printf (text, "  ·  %.1f trials/s", rate);
  if (eta >= 0)
    g_string_append_printf (text, "  ·  %.0f s to go", eta);
  if (since >= 0)
    g_string_append_printf (text, "  ·  last improvement %.0f s ago", since);
}

/* Where the run began, if that was no bare program. */
static void
append_start (GString *text, TlTunePage *page, TlTuning *tuning)
{
  TlState    *start = tl_tuning_start_state (tuning);
  GListModel *variants = tl_session_variants (page->session);

  if (start == NULL || tl_state_n_steps (start) == 0)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (variants); i++)
    {
      g_autoptr (TlVariant) variant = g_list_model_get_item (variants, i);

      if (tl_variant_state (variant) == start)
        {
          g_string_append_printf (text, "  ·  from variant %s", tl_variant_name (variant));
          return;
        }
    }
  g_string_append_printf (text, "  ·  from %u steps on", tl_state_n_steps (start));
}

static void
update_summary (TlTunePage *page, TlTuning *tuning)
{
  guint n = tl_tuning_n_done (tuning), wanted = tl_max (tl_tuning_n_wanted (tuning), n), failed = count_failed (tuning);
  g_autoptr (GString) text = g_string_new (state_text (tuning));

  if (wanted > 0)
    g_string_append_printf (text, "%s%u of %u trials", text->len > 0 ? "  ·  " : "", n, wanted);
  append_best (text, page, tuning);
  append_start (text, page, tuning);
  if (failed > 0)
    g_string_append_printf (text, "  ·  %u failed", failed);
  if (tl_tuning_state (tuning) == TL_TUNING_RUNNING)
    append_pace (text, tuning);
  if (tl_tuning_error (tuning) != NULL)
    g_string_append_printf (text, "  ·  %s", tl_tuning_error (tuning));
  gtk_label_set_label (page->summary, text->str);
  gtk_progress_bar_set_fraction (page->progress, wanted > 0 ? (double) n / wanted : 0);
}

static gboolean
on_refresh (gpointer user_data)
{
  TlTunePage *page = user_data;

  update_summary (page, tl_session_tuning (page->session));
  return G_SOURCE_CONTINUE;
}

static void
update_controls (TlTunePage *page, TlTuning *tuning)
{
  TlTuningState state = tl_tuning_state (tuning);
  gboolean      is_open = tl_session_is_open (page->session);
  gboolean      is_active = state == TL_TUNING_RUNNING || state == TL_TUNING_PAUSED, is_paused = state == TL_TUNING_PAUSED;

  gtk_widget_set_sensitive (GTK_WIDGET (page->start), is_open && !is_active && state != TL_TUNING_STOPPING);
  gtk_widget_set_sensitive (GTK_WIDGET (page->pause), is_active);
  gtk_widget_set_sensitive (GTK_WIDGET (page->stop), is_active);
  gtk_widget_set_visible (GTK_WIDGET (page->resume_run), !is_active && tl_tuning_is_resumable (tuning));
  gtk_widget_set_visible (GTK_WIDGET (page->progress), is_active || state == TL_TUNING_STOPPING);
  gtk_button_set_icon_name (page->pause, is_paused ? "media-playback-start-symbolic" : "media-playback-pause-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (page->pause), is_paused ? "Resume the run" : "Pause the run");
  gtk_accessible_update_property (GTK_ACCESSIBLE (page->pause), GTK_ACCESSIBLE_PROPERTY_LABEL, is_paused ? "Resume" : "Pause", -1);
  gtk_widget_set_sensitive (GTK_WIDGET (page->open_best), tl_tuning_total_s (tuning) > 0);
  gtk_widget_set_tooltip_text (GTK_WIDGET (page->open_best), has_several_tasks (page) ? "Open the fastest trials of all tasks as one variant"
                                                                                       : "Open the fastest trial as a variant");
}

/* Rate and time to go change by themselves: a slow timer runs while there is something to tell. */
static void
update_timer (TlTunePage *page, TlTuning *tuning)
{
  gboolean runs = tl_tuning_state (tuning) == TL_TUNING_RUNNING && gtk_widget_get_mapped (GTK_WIDGET (page));

  if (runs && page->timer == 0)
    page->timer = g_timeout_add (REFRESH_MS, on_refresh, page);
  else if (!runs)
    g_clear_handle_id (&page->timer, g_source_remove);
}

static void
show_trials (TlTunePage *page, TlTuning *tuning)
{
  double flops = chosen_flops (page), baseline_s = chosen_baseline (page);
  guint  n_expected = !has_several_tasks (page) ? tl_tuning_n_wanted (tuning) : 0;

  if (page->trials_shown != chosen_trials (page))
    {
      page->trials_shown = chosen_trials (page);
      tl_trial_plot_set_trials (page->plot, page->trials_shown);
      tl_score_plot_set_trials (page->scores, page->trials_shown);
      tl_trial_table_set_trials (page->table, page->trials_shown);
    }
  tl_trial_plot_set_program (page->plot, flops, baseline_s, n_expected);
  tl_trial_table_set_program (page->table, flops, baseline_s);
}

static void
update (TlTunePage *page)
{
  TlTuning     *tuning = tl_session_tuning (page->session);
  TlTuningState state = tl_tuning_state (tuning);
  gboolean      has_run = tl_tuning_n_done (tuning) > 0 || tl_trial_store_n (chosen_trials (page)) > 0 || state == TL_TUNING_RUNNING || state == TL_TUNING_PAUSED;

  gtk_stack_set_visible_child_name (page->stack, has_run ? "run" : "empty");
  gtk_widget_set_visible (page->switcher, has_run);
  show_trials (page, tuning);
  tl_worker_lanes_set_run (page->lanes, state == TL_TUNING_RUNNING ? tl_session_pool (page->session, NULL) : NULL, tuning);
  update_controls (page, tuning);
  update_summary (page, tuning);
  update_timer (page, tuning);
}

/* --- running ----------------------------------------------------------------------------------------------------------------------- */

/* Before scripts: sets of rules that come with the program; NULL: the default. */
static const struct
{
  const char *title, *set;
} built_in[] = { { "Default", NULL }, { "Fit vector registers", "vector" }, { "MetaSchedule's rules", "tvm" } };

/* NULL: the default, or none with @error. */
static TlSpace *
chosen_space (TlTunePage *page, GError **error)
{
  guint    selected = gtk_drop_down_get_selected (page->space);
  TlTarget target = tl_session_target (page->session);

  if (selected == GTK_INVALID_LIST_POSITION)
    return NULL;
  if (selected >= G_N_ELEMENTS (built_in))
    return tl_space_from_script (g_ptr_array_index (page->scripts, selected - G_N_ELEMENTS (built_in)), NULL, NULL);
  if (built_in[selected].set == NULL)
    return NULL;
  return tl_space_from_rules (&target, &(TlSpaceOptions) { .lists = { [TL_SPACE_RULES] = built_in[selected].set } }, error);
}

static const char *
chosen_text (GtkDropDown *drop_down)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (drop_down);

  return item != NULL ? gtk_string_object_get_string (item) : "";
}

static void
start_run (TlTunePage *page, gboolean resume)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlSpace) space = chosen_space (page, &error);
  TlWorkerPool   *pool = error == NULL ? tl_session_pool (page->session, &error) : NULL;
  TlDatabase     *database = pool != NULL ? tl_session_database (page->session, &error) : NULL;
  TlTuneChoice    choice;

  tl_tune_settings_choose (page->settings, page->session, &choice);
  choice.request.strategy = chosen_text (page->strategy);
  choice.request.space = space;
  choice.request.budget.max_trials_global = (guint) gtk_spin_button_get_value_as_int (page->trials);
  choice.request.resume = resume;
  choice.request.database = database;
  if (pool == NULL || database == NULL || !tl_tuning_start (tl_session_tuning (page->session), pool, &choice.request, &error))
    say (page, error->message);
  else
    gtk_widget_grab_focus (gtk_stack_get_visible_child (page->plots));
}

void
tl_tune_page_start (TlTunePage *page)
{
  g_return_if_fail (TL_IS_TUNE_PAGE (page));

  if (gtk_widget_get_sensitive (GTK_WIDGET (page->start)))
    start_run (page, FALSE);
}

void
tl_tune_page_start_from_variant (TlTunePage *page)
{
  g_return_if_fail (TL_IS_TUNE_PAGE (page));

  tl_tune_settings_choose_variant (page->settings);
  tl_tune_page_start (page);
}

static void
on_start (GtkButton *button, TlTunePage *page)
{
  start_run (page, FALSE);
}

static void
on_resume_run (GtkButton *button, TlTunePage *page)
{
  start_run (page, TRUE);
}

static void
on_pause (GtkButton *button, TlTunePage *page)
{
  TlTuning *tuning = tl_session_tuning (page->session);

  if (tl_tuning_state (tuning) == TL_TUNING_PAUSED)
    tl_tuning_resume (tuning);
  else
    tl_tuning_pause (tuning);
}

static void
on_stop (GtkButton *button, TlTunePage *page)
{
  tl_tuning_stop (tl_session_tuning (page->session));
}

/* --- the space script -------------------------------------------------------------------------------------------------------------- */

static void
add_space (TlTunePage *page, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TlSource) source = tl_source_load (path, &error);
  g_autoptr (TlScheduleScript) script = source != NULL ? tl_schedule_script_parse (source, &error) : NULL;
  GtkStringList   *names = GTK_STRING_LIST (gtk_drop_down_get_model (page->space));
  g_autofree char *name = g_path_get_basename (path);

  if (script == NULL)
    {
      say (page, error->message);
      return;
    }
  g_ptr_array_add (page->scripts, g_steal_pointer (&script));
  gtk_string_list_append (names, name);
  gtk_drop_down_set_selected (page->space, page->scripts->len - 1 + G_N_ELEMENTS (built_in));
}

static void
on_space_chosen (GtkNativeDialog *dialog, int response, TlTunePage *page)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        add_space (page, path);
    }
  g_object_unref (dialog);
}

static void
on_choose_space (GtkButton *button, TlTunePage *page)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new ("Use a Schedule Script as Space", GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))),
                                                              GTK_FILE_CHOOSER_ACTION_OPEN, "_Use", "_Cancel");
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, "Schedule scripts");
  gtk_file_filter_add_pattern (filter, "*.py");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect (dialog, "response", G_CALLBACK (on_space_chosen), page);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* --- trials ------------------------------------------------------------------------------------------------------------------------ */

static void
pick_trial (TlTunePage *page, guint index)
{
  tl_trial_plot_pick (page->plot, (gint) index);
  tl_score_plot_pick (page->scores, (gint) index);
}

static void
open_trial (TlTunePage *page, guint index)
{
  TlTrialRecord record = tl_trial_store_get (chosen_trials (page), index);
  g_autoptr (GError) error = NULL;

  pick_trial (page, index);
  tl_trial_table_select (page->table, index);
  if (record.outcome != TL_OUTCOME_OK)
    {
      g_autofree char *sentence = g_strdup_printf ("Trial %u, %s: %s", record.number, tl_outcome_title (record.outcome),
                                                   record.message != NULL ? record.message : "no reason given");

      say (page, sentence);
      return;
    }
  if (tl_session_adopt_trial (page->session, tl_task_view_selected (page->tasks), index, &error) == NULL)
    say (page, error->message);
  else
    g_signal_emit (page, signals[OPENED_TRIAL], 0);
}

static void
on_activate_trial (GtkWidget *source, guint index, TlTunePage *page)
{
  open_trial (page, index);
}

static void
on_trial_selected (TlTrialTable *table, guint index, TlTunePage *page)
{
  pick_trial (page, index);
}

static void
on_trial_picked (TlScorePlot *plot, guint index, TlTunePage *page)
{
  tl_trial_plot_pick (page->plot, (gint) index);
  tl_trial_table_select (page->table, index);
}

static void
on_task_selected (TlTaskView *table, guint index, TlTunePage *page)
{
  if (page->session != NULL)
    update (page);
}

/* Of several tasks the best of each, all in one variant. */
static void
on_open_best (GtkButton *button, TlTunePage *page)
{
  gint               best = tl_trial_store_best (chosen_trials (page));
  g_autoptr (GError) error = NULL;

  if (!has_several_tasks (page))
    {
      if (best >= 0)
        open_trial (page, (guint) best);
    }
  else if (tl_session_adopt_best (page->session, &error) == NULL)
    say (page, error->message);
  else
    g_signal_emit (page, signals[OPENED_TRIAL], 0);
}

gboolean
tl_tune_page_shows_scores (TlTunePage *page, TlScatterModel *model)
{
  g_return_val_if_fail (TL_IS_TUNE_PAGE (page), FALSE);

  *model = tl_score_plot_model (page->scores);
  return gtk_stack_get_visible_child (page->plots) == GTK_WIDGET (page->scores);
}

/* --- class -------------------------------------------------------------------------------------------------------------------------- */

static void
set_session (TlTunePage *page, TlSession *session)
{
  page->session = g_object_ref (session);
  tl_task_view_set_tuning (page->tasks, tl_session_tuning (session));
  g_signal_connect_object (tl_session_tuning (session), "changed", G_CALLBACK (update), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (update), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::timing", G_CALLBACK (update), page, G_CONNECT_SWAPPED);
  update (page);
}

static gboolean
update_soon (gpointer user_data)
{
  TlTunePage *page = user_data;

  if (page->session != NULL)
    update (page);
  return G_SOURCE_REMOVE;
}

/* A page is mapped while the window is laid out, when sizes must not change any more. */
static void
tl_tune_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tl_tune_page_parent_class)->map (widget);
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_soon, g_object_ref (widget), g_object_unref);
}

static void
tl_tune_page_dispose (GObject *object)
{
  TlTunePage *page = TL_TUNE_PAGE (object);

  g_clear_handle_id (&page->timer, g_source_remove);
  g_clear_object (&page->session);
  g_clear_pointer (&page->scripts, g_ptr_array_unref);
  g_clear_pointer (&page->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_tune_page_parent_class)->dispose (object);
}

static void
tl_tune_page_class_init (TlTunePageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_tune_page_dispose;
  widget_class->map = tl_tune_page_map;
  g_type_ensure (TL_TYPE_TASK_VIEW);
  g_type_ensure (TL_TYPE_TUNE_SETTINGS);
  g_type_ensure (TL_TYPE_TRIAL_PLOT);
  g_type_ensure (TL_TYPE_SCORE_PLOT);
  g_type_ensure (TL_TYPE_TRIAL_TABLE);
  g_type_ensure (TL_TYPE_WORKER_LANES);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/tune-page.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, content);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, space);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, choose_space);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, strategy);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, trials);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, settings);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, tasks);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, resume_run);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, pause);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, stop);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, start);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, progress);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, summary);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, switcher);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, open_best);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, stack);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, plots);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, plot);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, scores);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, lanes);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, table);
  gtk_widget_class_bind_template_callback (widget_class, on_choose_space);
  gtk_widget_class_bind_template_callback (widget_class, on_start);
  gtk_widget_class_bind_template_callback (widget_class, on_resume_run);
  gtk_widget_class_bind_template_callback (widget_class, on_pause);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_open_best);
  gtk_widget_class_bind_template_callback (widget_class, on_activate_trial);
  gtk_widget_class_bind_template_callback (widget_class, on_trial_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_trial_picked);
  gtk_widget_class_bind_template_callback (widget_class, on_task_selected);
  signals[OPENED_TRIAL] = g_signal_new ("opened-trial", TL_TYPE_TUNE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", TL_TYPE_TUNE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tl_tune_page_init (TlTunePage *page)
{
  g_autoptr (GtkStringList) space_names = gtk_string_list_new (NULL), strategy_names = gtk_string_list_new (NULL);
  const TlComponentInfo *strategy;
  guint                  chosen = 0;

  gtk_widget_init_template (GTK_WIDGET (page));
  for (guint i = 0; i < G_N_ELEMENTS (built_in); i++)
    gtk_string_list_append (space_names, built_in[i].title);
  page->scripts = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_schedule_script_unref);
  for (guint i = 0; (strategy = tl_strategy_table.nth (i)) != NULL; i++)
    {
      gtk_string_list_append (strategy_names, strategy->name);
      chosen = g_strcmp0 (strategy->name, "evolutionary") == 0 ? i : chosen;
    }
  gtk_drop_down_set_model (page->space, G_LIST_MODEL (space_names));
  gtk_drop_down_set_model (page->strategy, G_LIST_MODEL (strategy_names));
  gtk_drop_down_set_selected (page->strategy, chosen);
}

GtkWidget *
tl_tune_page_new (TlSession *session)
{
  TlTunePage *page = g_object_new (TL_TYPE_TUNE_PAGE, NULL);

  set_session (page, session);
  return GTK_WIDGET (page);
}
