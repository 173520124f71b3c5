/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/pages/tune-page.h"

#include "core/base/extremum.h"
#include "core/base/i18n.h"
#include "core/session/tuning/trial-text.h"
#include "core/session/tuning/tuning-summary.h"
#include "ui/sizes-dialog.h"
#include "ui/tune/constraint-bar.h"
#include "ui/tune/constraint-form.h"
#include "ui/tune/kind-bar.h"
#include "ui/tune/run-progress.h"
#include "ui/tune/run-watch.h"
#include "ui/tune/parallel-view.h"
#include "ui/tune/plot-column.h"
#include "ui/tune/plot-peak.h"
#include "ui/tune/score-plot.h"
#include "ui/tune/space-choice.h"
#include "ui/tune/task-view.h"
#include "ui/tune/trial-actions.h"
#include "ui/tune/trial-flap.h"
#include "ui/tune/trial-pane.h"
#include "ui/tune/trial-plot.h"
#include "ui/tune/trial-table.h"
#include "ui/tune/tune-settings.h"
#include "ui/tune/worker-timeline.h"
#include "ui/widgets/tip.h"
#include "ui/widgets/wrap-box.h"

#define REFRESH_MS 250

struct _TlTunePage
{
  GtkWidget parent_instance;

  /* Owned */
  TlSession *session;
  TlTrialNotes *notes;
  TlTrialActions *trial_actions;
  TlSpaceChoice *space_choice;
  TlTrialStore *trials_shown;  /* borrowed from the plot; NULL: none yet */
  TlPlotPeak peak;
  guint      timer;            /* updates rate and ETA during a run */
  gboolean   is_filling;       /* the page itself changes the list of runs */
  gboolean   shows_newest;     /* of several runs the newest, also when another one begins */

  /* Template widgets */
  GtkWidget    *content;
  GtkDropDown  *space;
  GtkButton    *choose_space;
  GtkDropDown  *strategy;
  GtkSpinButton *trials;
  TlTuneSettings *settings;    /* in the popover */
  GtkPopover   *settings_popover;
  GtkButton    *resume_run;
  GtkWidget    *add_to_search;
  GtkButton    *pause;
  GtkButton    *stop;
  GtkButton    *start;
  TlRunProgress *progress;
  TlRunWatch   *watch;
  TlKindBar    *kind;
  GtkMenuButton *restrict_search;
  TlConstraintForm *constraint_form;
  TlConstraintBar *constraints;
  GtkLabel     *summary;
  GtkDropDown  *runs;
  GtkWidget    *switcher;
  GtkButton    *open_best;
  GtkStack     *stack;
  TlTaskView  *tasks;
  GtkStack     *plots;
  TlTrialPlot  *plot;
  TlScorePlot  *scores;
  TlParallelView *parallel;
  TlWorkerTimeline *timeline;
  TlTrialTable *table;
  TlTrialFlap  *flap;
  TlTrialPane  *detail;
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

static void
say_of (const char *sentence, gpointer page)
{
  say (page, sentence);
}

/* --- display --- */

/* The task whose trials are shown; NULL before the first run. Borrowed from the run. */
static TlTuningTask *
chosen_task (TlTunePage *page)
{
  g_autoptr (TlTuningTask) task = g_list_model_get_item (tl_tuning_tasks (tl_session_tuning (page->session)),
                                                         tl_task_view_selected (page->tasks));

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

static void
update_summary (TlTunePage *page, TlTuning *tuning)
{
  g_autofree char *text = tl_tuning_summary (page->session, tl_task_view_selected (page->tasks));

  if (strcmp (text, gtk_label_get_label (page->summary)) != 0)
    gtk_label_set_label (page->summary, text);
  tl_run_progress_update (page->progress, tuning);
  tl_run_watch_update (page->watch, tuning, tl_tuning_state (tuning) == TL_TUNING_RUNNING ? tl_session_pool (page->session, NULL) : NULL);
}

/* Shows the whole line as a tooltip if it is too long for the window. */
static gboolean
on_summary_tooltip (GtkWidget *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip, TlTunePage *page)
{
  gtk_tooltip_set_text (tooltip, gtk_label_get_label (page->summary));
  return pango_layout_is_ellipsized (gtk_label_get_layout (page->summary));
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
  gboolean      is_active = state == TL_TUNING_RUNNING || state == TL_TUNING_PAUSED, is_paused = state == TL_TUNING_PAUSED;

  gtk_button_set_label (page->start, tl_session_tunes_by_model (page->session) ? _("Tune by Model") : _("Start Tuning"));
  gtk_widget_set_sensitive (GTK_WIDGET (page->start), tl_session_is_open (page->session) && !is_active && state != TL_TUNING_STOPPING);
  gtk_widget_set_visible (GTK_WIDGET (page->start), !tl_tuning_is_active (tuning));
  gtk_widget_set_visible (page->add_to_search, tl_tuning_is_active (tuning) && !has_several_tasks (page));
  gtk_widget_set_visible (GTK_WIDGET (page->pause), tl_tuning_is_active (tuning));
  gtk_widget_set_visible (GTK_WIDGET (page->stop), tl_tuning_is_active (tuning));
  gtk_widget_action_set_enabled (GTK_WIDGET (page), "run.pause", is_active);
  gtk_widget_set_sensitive (GTK_WIDGET (page->stop), is_active);
  gtk_widget_set_visible (GTK_WIDGET (page->resume_run), !is_active && tl_tuning_is_resumable (tuning));
  gtk_button_set_icon_name (page->pause, is_paused ? "media-playback-start-symbolic" : "media-playback-pause-symbolic");
  tl_widget_set_tooltip (GTK_WIDGET (page->pause), is_paused ? _("Resume Run (Space)") : _("Pause Run (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (page->pause), GTK_ACCESSIBLE_PROPERTY_LABEL, is_paused ? _("Resume") : _("Pause"), -1);
  gtk_widget_set_sensitive (GTK_WIDGET (page->open_best), tl_tuning_total_s (tuning) > 0);
  tl_widget_set_tooltip (GTK_WIDGET (page->open_best), has_several_tasks (page) ? _("Open the fastest trials of all tasks as one variant")
                                                                                 : _("Open the fastest trial as a variant"));
}

/* Rate and ETA change with time: a slow timer updates them during a run. */
static void
update_timer (TlTunePage *page, TlTuning *tuning)
{
  gboolean runs = tl_tuning_state (tuning) == TL_TUNING_RUNNING && gtk_widget_get_mapped (GTK_WIDGET (page));

  if (runs && page->timer == 0)
    page->timer = g_timeout_add (REFRESH_MS, on_refresh, page);
  else if (!runs)
    g_clear_handle_id (&page->timer, g_source_remove);
}

/* One past the last trial number of a run, including the trials that an active run has left. */
static guint
end_of_run (TlTunePage *page, guint run)
{
  TlTrialStore *store = page->trials_shown;
  TlTuning     *tuning = tl_session_tuning (page->session);
  TlTrialRun    of = tl_trial_store_run (store, run);
  const guint  *number = tl_trial_store_number (store);
  guint         end = number[of.first + of.n - 1] + 1;

  if (run + 1 < tl_trial_store_n_runs (store) || has_several_tasks (page))
    return end;
  return tl_max (end, number[of.first] + tl_tuning_n_wanted (tuning) + (of.has_start ? 1 : 0));
}

/* Selects without calling show_run. */
static void
select_run (TlTunePage *page, guint position)
{
  page->is_filling = TRUE;
  gtk_drop_down_set_selected (page->runs, position);
  page->is_filling = FALSE;
}

/* "All runs" and, if there are several, one entry for each. */
static void
fill_runs (TlTunePage *page)
{
  GtkStringList *names = GTK_STRING_LIST (gtk_drop_down_get_model (page->runs));
  guint          n = tl_trial_store_n_runs (page->trials_shown), selected = gtk_drop_down_get_selected (page->runs);

  page->is_filling = TRUE;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *title = tl_trial_run_text (page->trials_shown, i, end_of_run (page, i));

      if (i + 1 < g_list_model_get_n_items (G_LIST_MODEL (names)) && strcmp (title, gtk_string_list_get_string (names, i + 1)) == 0)
        continue;
      gtk_string_list_splice (names, i + 1, i + 1 < g_list_model_get_n_items (G_LIST_MODEL (names)) ? 1 : 0,
                              (const char *const[]) { title, NULL });
    }
  if (g_list_model_get_n_items (G_LIST_MODEL (names)) > n + 1)
    gtk_string_list_splice (names, n + 1, g_list_model_get_n_items (G_LIST_MODEL (names)) - n - 1, NULL);
  page->is_filling = FALSE;
  select_run (page, page->shows_newest && n > 1 ? n : selected <= n ? selected : 0);
  gtk_widget_set_visible (GTK_WIDGET (page->runs), n > 1);
}

/* Shows the selected run in the table and on the plot. */
static void
show_run (TlTunePage *page)
{
  guint selected = gtk_drop_down_get_selected (page->runs), n = tl_trial_store_n_runs (page->trials_shown);
  gint  run = selected != GTK_INVALID_LIST_POSITION && selected <= n ? (gint) selected - 1 : -1;

  tl_trial_table_set_run (page->table, run);
  if (run < 0)
    tl_trial_plot_set_range (page->plot, 0, 0);
  else
    tl_trial_plot_set_range (page->plot,
                             tl_trial_store_number (page->trials_shown)[tl_trial_store_run (page->trials_shown, (guint) run).first],
                             end_of_run (page, (guint) run));
}

static void
on_run_selected (GtkDropDown *drop_down, GParamSpec *property, TlTunePage *page)
{
  if (page->is_filling || page->trials_shown == NULL)
    return;
  page->shows_newest = gtk_drop_down_get_selected (drop_down) == tl_trial_store_n_runs (page->trials_shown);
  show_run (page);
}

static void
show_trials (TlTunePage *page, TlTuning *tuning)
{
  double flops = chosen_flops (page);
  guint  n_runs;

  if (page->trials_shown != chosen_trials (page))
    {
      page->trials_shown = chosen_trials (page);
      tl_trial_selection_set_trials (tl_tuning_selection (tuning), page->trials_shown);
      page->shows_newest = TRUE;
    }
  n_runs = tl_trial_store_n_runs (page->trials_shown);
  tl_trial_plot_set_program (page->plot, flops, n_runs > 0 ? end_of_run (page, n_runs - 1) : tl_tuning_n_wanted (tuning) + 1);
  tl_plot_peak_show (&page->peak, page->session, flops, page->plot);
  tl_parallel_view_set_flops (page->parallel, flops);
  tl_trial_table_set_program (page->table, flops);
  tl_trial_pane_set_task (page->detail, tl_task_view_selected (page->tasks), flops);
  fill_runs (page);
  show_run (page);
}

static void
update (TlTunePage *page)
{
  TlTuning     *tuning = tl_session_tuning (page->session);
  TlTuningState state = tl_tuning_state (tuning);
  gboolean      has_run = tl_tuning_n_done (tuning) > 0 || tl_trial_store_n (chosen_trials (page)) > 0 || state == TL_TUNING_RUNNING
                          || state == TL_TUNING_PAUSED;

  gtk_stack_set_visible_child_name (page->stack, has_run ? "run" : "empty");
  gtk_widget_set_visible (page->switcher, has_run);
  gtk_widget_set_visible (GTK_WIDGET (page->tasks), has_several_tasks (page));
  show_trials (page, tuning);
  tl_space_choice_update (page->space_choice, page->session);
  tl_constraint_bar_update (page->constraints, page->session);
  gtk_widget_set_sensitive (GTK_WIDGET (page->restrict_search), tl_session_is_open (page->session));
  tl_worker_timeline_set_run (page->timeline, state == TL_TUNING_RUNNING ? tl_session_pool (page->session, NULL) : NULL, tuning);
  update_controls (page, tuning);
  tl_kind_bar_update (page->kind, page->session);
  update_summary (page, tuning);
  update_timer (page, tuning);
}

/* --- running --- */

/* --- constraints --- */

/* @lines for the design space that is chosen; a run under way has its own. */
static void
propose_constraints (TlTunePage *page, const char *lines)
{
  TlTuning          *tuning = tl_session_tuning (page->session);
  TlTuneConfig       config = tl_tuning_is_active (tuning) ? *tl_tuning_config (tuning) : tl_tune_config_default ();
  g_autoptr (GError) error = NULL;

  if (tl_tuning_is_active (tuning) || tl_space_choice_apply (page->space_choice, &config, &error))
    tl_constraint_bar_propose (page->constraints, page->session, &config, lines);
  else
    say (page, error->message);
}

void
tl_tune_page_constrain (TlTunePage *page, const char *lines)
{
  g_autofree char *all = tl_session_constraints (page->session);
  g_auto (GStrv)   split = g_strsplit (lines, "\n", -1);

  g_return_if_fail (TL_IS_TUNE_PAGE (page));

  for (guint i = 0; split[i] != NULL; i++)
    {
      char *more = tl_constraint_lines_add (all, split[i]);

      g_free (all);
      all = more;
    }
  propose_constraints (page, all);
}

/* "search.constrain" with "pin C/i/4/2=8": for menus anywhere on the page. */
static void
on_constrain_action (GtkWidget *widget, const char *action, GVariant *line)
{
  tl_tune_page_constrain (TL_TUNE_PAGE (widget), g_variant_get_string (line, NULL));
}

static void
on_constrain (TlConstraintForm *form, const char *line, TlTunePage *page)
{
  gtk_menu_button_popdown (page->restrict_search);
  tl_tune_page_constrain (page, line);
}

static void
on_constraint_message (TlConstraintBar *bar, const char *sentence, TlTunePage *page)
{
  say (page, sentence);
}

static void
on_restrict_shown (GtkWidget *popover, TlTunePage *page)
{
  TlTuning          *tuning = tl_session_tuning (page->session);
  TlTuneConfig       config = tl_tuning_is_active (tuning) ? *tl_tuning_config (tuning) : tl_tune_config_default ();
  g_autoptr (GError) error = NULL;

  if (!tl_session_is_open (page->session))
    return;
  if (tl_tuning_is_active (tuning) || tl_space_choice_apply (page->space_choice, &config, &error))
    tl_constraint_form_load (page->constraint_form, page->session, &config);
  else
    say (page, error->message);
}

/* --- starting --- */

static const char *
chosen_text (GtkDropDown *drop_down)
{
  GtkStringObject *item = gtk_drop_down_get_selected_item (drop_down);

  return item != NULL ? gtk_string_object_get_string (item) : "";
}

/* @added_trace: nullable, of a trial that a new run goes on from. */
static void
start_sized_run (TlTunePage *page, gboolean resume, const char *added_trace)
{
  TlTuneConfig       config = resume ? *tl_tuning_config (tl_session_tuning (page->session)) : tl_tune_config_default ();
  TlVariant         *from = tl_tune_settings_choose (page->settings, page->session, &config);
  const TlTuneConfig *last = tl_tuning_config (tl_session_tuning (page->session));
  g_autofree char   *trials = g_strdup_printf ("%d", gtk_spin_button_get_value_as_int (page->trials));
  g_autoptr (GError) error = NULL;

  if (!resume)
    config.is_dry = tl_session_tunes_by_model (page->session);
  config.pins = last->pins;
  config.forbidden = last->forbidden;
  if (tl_space_choice_apply (page->space_choice, &config, &error)
      && tl_tune_config_set (&config, "strategy", chosen_text (page->strategy), &error)
      && tl_tune_config_set (&config, "trials", trials, &error)
      && (resume ? tl_session_resume_tuning (page->session, &config, &error)
          : added_trace != NULL ? tl_session_tune_from_trial (page->session, &config, added_trace, &error)
          : tl_session_tune (page->session, &config, from, &error)))
    {
      page->shows_newest = TRUE;
      gtk_widget_grab_focus (gtk_stack_get_visible_child (page->plots));
    }
  else
    say (page, error->message);
}

static void
on_sizes (const GError *error, gpointer user_data)
{
  if (error != NULL)
    say (user_data, error->message);
  else
    start_sized_run (user_data, FALSE, NULL);
}

/* The extents of a resumed run are numbers. */
static void
start_run (TlTunePage *page, gboolean resume)
{
  if (resume)
    start_sized_run (page, TRUE, NULL);
  else
    tl_sizes_dialog_ask (GTK_WIDGET (page), page->session, on_sizes);
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

/* During a run it is the run's budget, which cannot be below what has begun. */
static void
on_budget_changed (GtkSpinButton *button, TlTunePage *page)
{
  TlTuning *tuning = page->session != NULL ? tl_session_tuning (page->session) : NULL;
  guint     n_wanted = (guint) gtk_spin_button_get_value_as_int (button), n;

  if (tuning == NULL || !tl_tuning_is_active (tuning) || n_wanted == tl_tuning_n_wanted (tuning))
    return;
  n = tl_session_set_tuning_budget (page->session, n_wanted);
  if (n == 0)
    say (page, _("The run is at its end: its budget cannot be changed any more"));
  if (n != n_wanted)
    gtk_spin_button_set_value (button, tl_tuning_n_wanted (tuning));
}

static void
on_start (GtkButton *button, TlTunePage *page)
{
  start_run (page, FALSE);
}

void
tl_tune_page_resume (TlTunePage *page)
{
  if (tl_tuning_is_resumable (tl_session_tuning (page->session)))
    start_run (page, TRUE);
}

static void
on_resume_run (GtkButton *button, TlTunePage *page)
{
  start_run (page, TRUE);
}

static void
act_pause (GtkWidget *page, const char *name, GVariant *parameter)
{
  TlTuning *tuning = tl_session_tuning (TL_TUNE_PAGE (page)->session);

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

static void
on_choose_space (GtkButton *button, TlTunePage *page)
{
  tl_space_choice_ask (page->space_choice);
}

/* --- trials --- */

static void
on_trial_added (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlTunePage) page = user_data;
  g_autoptr (GError)     error = NULL;

  if (page->session != NULL)
    say (page, tl_tuning_add_finish (TL_TUNING (source), result, &error) ? _("The trial joins the next batch of the search")
         : error->message);
}

/* A search that is under way takes the schedule as a candidate more. */
static void
on_tune_from (TlTrialActions *actions, const char *trace_json, TlTunePage *page)
{
  TlTuning *tuning = tl_session_tuning (page->session);

  if (!tl_tuning_is_active (tuning))
    start_sized_run (page, FALSE, trace_json);
  else
    tl_tuning_add_async (tuning, trace_json, on_trial_added, g_object_ref (page));
}

/* Opens a trial as a variant, also one that failed but has a schedule. */
static void
on_open_trial (gpointer source, guint index, TlTunePage *page)
{
  g_autoptr (GError) error = NULL;

  if (tl_session_adopt_trial (page->session, tl_task_view_selected (page->tasks), index, &error) == NULL)
    say (page, error->message);
  else
    g_signal_emit (page, signals[OPENED_TRIAL], 0);
}

/* A trial without a time says why. */
static void
on_activated (TlTrialSelection *selection, guint index, TlTunePage *page)
{
  TlTrialRecord    record = tl_trial_store_get (tl_trial_selection_trials (selection), index);
  g_autofree char *outcome = tl_trial_outcome_text (chosen_trials (page), index);
  g_autofree char *sentence = g_strdup_printf (_("Trial %u: %s"), record.number, outcome);

  if (record.outcome == TL_OUTCOME_OK)
    on_open_trial (selection, index, page);
  else
    say (page, sentence);
}

static void
on_task_selected (TlTaskView *table, guint index, TlTunePage *page)
{
  if (page->session != NULL)
    update (page);
}

static void
on_open_best (GtkButton *button, TlTunePage *page)
{
  gint               best = tl_trial_store_best (chosen_trials (page));
  g_autoptr (GError) error = NULL;

  if (!has_several_tasks (page) && best >= 0)
    tl_trial_selection_pick (tl_tuning_selection (tl_session_tuning (page->session)), best);
  if (tl_session_adopt_best (page->session, tl_task_view_selected (page->tasks), &error) == NULL)
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

/* --- class --- */

/* A program with a run shows its settings; the space and the strategy stay as they were chosen. */
static void
on_opened (TlTunePage *page)
{
  TlTuning           *tuning = tl_session_tuning (page->session);
  const TlTuneConfig *config = tl_tuning_config (tuning);

  if (tl_tuning_n_wanted (tuning) == 0)
    return;
  gtk_spin_button_set_value (page->trials, config->budget.max_trials_global);
  tl_tune_settings_show (page->settings, config);
}

void
tl_tune_page_set_session (TlTunePage *page, TlSession *session)
{
  TlTrialSelection *selection = tl_tuning_selection (tl_session_tuning (session));

  page->session = g_object_ref (session);
  tl_task_view_set_tuning (page->tasks, tl_session_tuning (session));
  tl_trial_plot_set_selection (page->plot, selection);
  tl_score_plot_set_selection (page->scores, selection);
  tl_parallel_view_set_selection (page->parallel, selection);
  page->notes = tl_trial_notes_new (session);
  tl_trial_table_set_selection (page->table, selection, page->notes);
  tl_trial_pane_set_session (page->detail, session, page->notes);
  tl_trial_flap_set_selection (page->flap, selection);
  page->trial_actions = tl_trial_actions_new (GTK_WIDGET (page), session, page->notes);
  g_signal_connect (page->trial_actions, "open", G_CALLBACK (on_open_trial), page);
  g_signal_connect (page->trial_actions, "tune-from", G_CALLBACK (on_tune_from), page);
  g_signal_connect_swapped (page->trial_actions, "message", G_CALLBACK (say), page);
  g_signal_connect_object (selection, "activated", G_CALLBACK (on_activated), page, 0);
  g_signal_connect_object (tl_session_tuning (session), "changed", G_CALLBACK (update), page, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "opened", G_CALLBACK (on_opened), page, G_CONNECT_SWAPPED);
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

/* The page is mapped during layout of the window, when sizes must not change. */
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
  if (page->trial_actions != NULL)
    tl_trial_actions_close (page->trial_actions);
  g_clear_object (&page->trial_actions);
  g_clear_object (&page->notes);
  g_clear_object (&page->session);
  g_clear_pointer (&page->space_choice, tl_space_choice_free);
  g_clear_pointer (&page->content, gtk_widget_unparent);
  G_OBJECT_CLASS (tl_tune_page_parent_class)->dispose (object);
}

static void
tl_tune_page_class_init (TlTunePageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tl_tune_page_dispose;
  widget_class->map = tl_tune_page_map;
  g_type_ensure (TL_TYPE_PLOT_COLUMN);
  g_type_ensure (TL_TYPE_CONSTRAINT_BAR);
  g_type_ensure (TL_TYPE_RUN_PROGRESS);
  g_type_ensure (TL_TYPE_KIND_BAR);
  g_type_ensure (TL_TYPE_RUN_WATCH);
  g_type_ensure (TL_TYPE_TASK_VIEW);
  g_type_ensure (TL_TYPE_TRIAL_PLOT);
  g_type_ensure (TL_TYPE_SCORE_PLOT);
  g_type_ensure (TL_TYPE_PARALLEL_VIEW);
  g_type_ensure (TL_TYPE_TRIAL_TABLE);
  g_type_ensure (TL_TYPE_TRIAL_FLAP);
  g_type_ensure (TL_TYPE_TRIAL_PANE);
  g_type_ensure (TL_TYPE_WORKER_TIMELINE);
  g_type_ensure (TL_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/tune-page.ui");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, content);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, space);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, choose_space);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, strategy);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, trials);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, settings_popover);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, tasks);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, resume_run);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, add_to_search);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, pause);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, stop);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, start);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, progress);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, watch);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, kind);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, restrict_search);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, constraints);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, summary);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, runs);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, switcher);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, open_best);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, stack);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, plots);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, plot);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, scores);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, parallel);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, timeline);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, table);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, flap);
  gtk_widget_class_bind_template_child (widget_class, TlTunePage, detail);
  gtk_widget_class_bind_template_callback_full (widget_class, "on_message", G_CALLBACK (say));
  gtk_widget_class_bind_template_callback (widget_class, on_choose_space);
  gtk_widget_class_bind_template_callback (widget_class, on_start);
  gtk_widget_class_bind_template_callback (widget_class, on_budget_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_constraint_message);
  gtk_widget_class_install_action (widget_class, "search.constrain", "s", on_constrain_action);
  gtk_widget_class_install_action (widget_class, "run.pause", NULL, act_pause);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, 0, "run.pause", NULL);
  gtk_widget_class_bind_template_callback (widget_class, on_resume_run);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_open_best);
  gtk_widget_class_bind_template_callback (widget_class, on_run_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_summary_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, on_task_selected);
  signals[OPENED_TRIAL] = g_signal_new ("opened-trial", TL_TYPE_TUNE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", TL_TYPE_TUNE_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
tl_tune_page_init (TlTunePage *page)
{
  g_autoptr (GtkStringList) strategy_names = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) run_names = gtk_string_list_new ((const char *const[]) { _("All runs"), NULL });
  const TlComponentTable *strategies = tl_tune_row_find ("strategy")->components;
  const TlComponentInfo *strategy;
  TlTuneConfig           defaults = tl_tune_config_default ();
  guint                  chosen = 0;

  gtk_widget_init_template (GTK_WIDGET (page));
  gtk_spin_button_set_value (page->trials, defaults.budget.max_trials_global);
  page->space_choice = tl_space_choice_new (page->space, say_of, page);
  for (guint i = 0; (strategy = strategies->nth (i)) != NULL; i++)
    {
      gtk_string_list_append (strategy_names, strategy->name);
      chosen = g_strcmp0 (strategy->name, defaults.strategy) == 0 ? i : chosen;
    }
  page->is_filling = TRUE;
  gtk_drop_down_set_model (page->runs, G_LIST_MODEL (run_names));
  page->is_filling = FALSE;
  gtk_drop_down_set_model (page->strategy, G_LIST_MODEL (strategy_names));
  gtk_drop_down_set_selected (page->strategy, chosen);
}

GtkWidget *
tl_tune_page_new (void)
{
  return g_object_new (TL_TYPE_TUNE_PAGE, NULL);
}

static void
add_constraint_form (TlTunePage *page)
{
  GtkWidget *popover = gtk_popover_new ();

  page->constraint_form = g_object_new (TL_TYPE_CONSTRAINT_FORM, NULL);
  g_signal_connect (page->constraint_form, "constrain", G_CALLBACK (on_constrain), page);
  g_signal_connect (popover, "show", G_CALLBACK (on_restrict_shown), page);
  gtk_popover_set_child (GTK_POPOVER (popover), GTK_WIDGET (page->constraint_form));
  gtk_menu_button_set_popover (page->restrict_search, popover);
}

void
tl_tune_page_add_settings (TlTunePage *page)
{
  add_constraint_form (page);
  page->settings = g_object_new (TL_TYPE_TUNE_SETTINGS, NULL);
  gtk_popover_set_child (page->settings_popover, GTK_WIDGET (page->settings));
}
