/* SPDX-License-Identifier: Apache-2.0 */
/* The window's actions: header bar, menu and keys. */
#include "ui/window-private.h"

#include "core/base/i18n.h"
#include "ui/script-dialog.h"
#include "ui/sizes-dialog.h"
#include "ui/widgets/tip.h"

/* --- navigation --- */

static void
act_start_page (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow *self = TL_WINDOW (widget);

  tl_start_page_refresh (TL_START_PAGE (self->start_page));
  gtk_stack_set_visible_child_name (GTK_STACK (self->outer), "start");
  tl_window_update_actions (self);
}

static void
act_back (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow *self = TL_WINDOW (widget);

  tl_window_show_work (self);
  tl_window_update_actions (self);
}

/* --- editing --- */

static void
act_undo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tl_history_undo (tl_session_history (TL_WINDOW (widget)->session));
}

static void
act_redo (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tl_history_redo (tl_session_history (TL_WINDOW (widget)->session));
}

static void
act_run_script (GtkWidget *widget, const char *name, GVariant *parameter)
{
  tl_script_dialog_open (GTK_WINDOW (widget), TL_WINDOW (widget)->session);
}

static void
on_scheduled_by_rules (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWindow) self = user_data;
  g_autoptr (GError)   error = NULL;
  g_autofree char     *rules = tl_session_schedule_by_rules_finish (TL_SESSION (source), result, &error), *text = NULL;

  if (rules == NULL)
    {
      tl_explore_page_show_refusal (TL_EXPLORE_PAGE (self->explore_page), error);
      return;
    }
  text = g_strdup_printf (_("Scheduled by rules: %s"), rules);
  tl_explore_page_set_status (TL_EXPLORE_PAGE (self->explore_page), text);
}

static void
act_check_kernels (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow *self = TL_WINDOW (widget);

  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), "explore");
  tl_explore_page_check_kernels (TL_EXPLORE_PAGE (self->explore_page));
}

static void
act_schedule_by_rules (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow *self = TL_WINDOW (widget);

  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), "explore");
  tl_session_schedule_by_rules_async (self->session, NULL, on_scheduled_by_rules, g_object_ref (self));
}

static void
act_new_variant (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow        *self = TL_WINDOW (widget);
  g_autofree char *free_name = tl_history_free_name (tl_session_history (self->session), "variant");

  tl_session_add_variant (self->session, free_name, tl_variant_state (tl_session_current (self->session)),
                          tl_session_current (self->session));
}

/* --- measuring --- */

/* That page tells the result in its status bar. */
static gboolean
is_explore (TlWindow *self)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (self->pages)), "explore") == 0;
}

static void
on_timed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWindow) self = user_data;
  g_autoptr (GError)   error = NULL;
  gboolean             ok = tl_session_time_finish (TL_SESSION (source), result, NULL, &error);
  g_autofree char     *gain = ok && !is_explore (self) ? tl_session_gain_text (TL_SESSION (source)) : NULL;

  if (gain != NULL)
    tl_window_toast (self, gain);
  if (!ok && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tl_window_show_problem (self, _("Cannot Measure the Program"), error->message);
}

static void
measure_now (const GError *error, gpointer user_data)
{
  TlWindow *self = user_data;

  if (error != NULL)
    {
      tl_window_show_problem (self, _("Cannot Measure the Program"), error->message);
      return;
    }
  g_clear_object (&self->timing);
  self->timing = g_cancellable_new ();
  tl_session_time_async (self->session, tl_session_current (self->session), self->timing, on_timed, g_object_ref (self));
}

/* A second press stops the running measurement. */
static void
act_measure (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow *self = TL_WINDOW (widget);

  if (tl_window_shows_model (self))
    {
      tl_window_measure_model (self);
      return;
    }
  if (tl_session_is_timing (self->session))
    {
      if (self->timing != NULL)
        g_cancellable_cancel (self->timing);
      return;
    }
  tl_sizes_dialog_ask (widget, self->session, measure_now);
}

static void
act_tune (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow     *self = TL_WINDOW (widget);
  TlTuningState state = tl_tuning_state (tl_session_tuning (self->session));

  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), "tune");
  if (state == TL_TUNING_IDLE || state == TL_TUNING_DONE)
    tl_tune_page_start (TL_TUNE_PAGE (self->tune_page));
}

static void
act_tune_variant (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow *self = TL_WINDOW (widget);

  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), "tune");
  tl_tune_page_start_from_variant (TL_TUNE_PAGE (self->tune_page));
}

typedef struct
{
  TlWindow  *window;
  TlVariant *variant;
} SearchAddition;

static void
on_added_to_search (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree SearchAddition *addition = user_data;
  g_autoptr (TlWindow)       window = addition->window;
  g_autoptr (TlVariant)      variant = addition->variant;
  g_autoptr (GError)         error = NULL;
  g_autofree char           *sentence = NULL;

  if (tl_session_add_to_search_finish (TL_SESSION (source), result, &error))
    sentence = g_strdup_printf (_("“%s” joins the next batch of the search"), tl_variant_name (variant));
  if (window->session != NULL)
    tl_window_toast (window, sentence != NULL ? sentence : error->message);
}

/* The variant by its place in the list, or the current one. */
static void
act_add_to_search (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow             *self = TL_WINDOW (widget);
  guint                 place = g_variant_get_uint32 (parameter);
  g_autoptr (TlVariant) listed = g_list_model_get_item (tl_session_variants (self->session), place);
  TlVariant            *variant = listed != NULL ? listed : tl_session_current (self->session);
  SearchAddition       *addition = g_new0 (SearchAddition, 1);

  *addition = (SearchAddition) { g_object_ref (self), g_object_ref (variant) };
  tl_session_add_to_search_async (self->session, variant, on_added_to_search, addition);
}

/* --- view --- */

static void
act_panes (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow *self = TL_WINDOW (widget);
  gboolean  shown = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->panes));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->panes), !shown);
}

static void
on_panes_toggled (TlWindow *self)
{
  gboolean shown = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->panes));

  tl_explore_page_show_sides (TL_EXPLORE_PAGE (self->explore_page), shown);
}

static void
act_page (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow   *self = TL_WINDOW (widget);
  const char *page = g_variant_get_string (parameter, NULL);
  GtkWidget  *child = adw_view_stack_get_child_by_name (ADW_VIEW_STACK (self->pages), page);

  if (child != NULL && adw_view_stack_page_get_visible (adw_view_stack_get_page (ADW_VIEW_STACK (self->pages), child)))
    adw_view_stack_set_visible_child (ADW_VIEW_STACK (self->pages), child);
}

static void
on_variant_used (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWindow) self = user_data;
  g_autoptr (GError)   error = NULL;
  gboolean             is_used = tl_whole_model_use_variant_finish (TL_WHOLE_MODEL (source), result, &error);

  if (self->session == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (is_used)
    adw_view_stack_set_visible_child (ADW_VIEW_STACK (self->pages), self->model_page);
  else
    tl_window_toast (self, error->message);
}

static void
act_use_in_model (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow *self = TL_WINDOW (widget);

  tl_whole_model_use_variant_async (self->model, on_variant_used, g_object_ref (self));
}

void
tl_window_install_actions (TlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  tl_window_install_file_actions (klass);
  tl_window_install_commands (klass);
  gtk_widget_class_install_action (widget_class, "win.start-page", NULL, act_start_page);
  gtk_widget_class_install_action (widget_class, "win.back", NULL, act_back);
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, act_undo);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, act_redo);
  gtk_widget_class_install_action (widget_class, "win.run-script", NULL, act_run_script);
  gtk_widget_class_install_action (widget_class, "win.schedule-by-rules", NULL, act_schedule_by_rules);
  gtk_widget_class_install_action (widget_class, "win.check-kernels", NULL, act_check_kernels);
  gtk_widget_class_install_action (widget_class, "win.new-variant", NULL, act_new_variant);
  gtk_widget_class_install_action (widget_class, "win.use-in-model", NULL, act_use_in_model);
  gtk_widget_class_install_action (widget_class, "win.measure", NULL, act_measure);
  gtk_widget_class_install_action (widget_class, "win.tune", NULL, act_tune);
  gtk_widget_class_install_action (widget_class, "win.tune-variant", NULL, act_tune_variant);
  gtk_widget_class_install_action (widget_class, "win.add-to-search", "u", act_add_to_search);
  gtk_widget_class_install_action (widget_class, "win.panes", NULL, act_panes);
  gtk_widget_class_install_action (widget_class, "win.page", "s", act_page);
  gtk_widget_class_bind_template_callback (widget_class, on_panes_toggled);
}

static void
set_tip (GtkWidget *button, const char *verb, const char *label, const char *key)
{
  g_autofree char *tip = label != NULL ? g_strdup_printf ("%s: %s (%s)", verb, label, key) : g_strdup_printf ("%s (%s)", verb, key);

  tl_widget_set_tooltip (button, tip);
}

void
tl_window_update_tips (GtkWidget *widget)
{
  TlWindow *self = TL_WINDOW (widget);

  set_tip (self->undo, _("Undo"), tl_history_undo_label (tl_session_history (self->session)), "Ctrl+Z");
  set_tip (self->redo, _("Redo"), tl_history_redo_label (tl_session_history (self->session)), "Ctrl+Shift+Z");
}

/* The name of the program needs the room of the word. */
static void
show_open (TlWindow *self, gboolean as_icon)
{
  if (as_icon == (gtk_button_get_icon_name (GTK_BUTTON (self->open)) != NULL))
    return;
  if (as_icon)
    gtk_button_set_icon_name (GTK_BUTTON (self->open), "document-open-symbolic");
  else
    gtk_button_set_label (GTK_BUTTON (self->open), _("Open"));
}

/* A page has one main action: the Tune page has its own buttons, and on Compare it is the race. */
static void
update_visible (TlWindow *self, gboolean working)
{
  const char *page = adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (self->pages));
  gboolean    is_tune = g_strcmp0 (page, "tune") == 0, is_compare = g_strcmp0 (page, "compare") == 0;
  gboolean    is_model = tl_window_shows_model (self), has_pages = working && tl_window_has_program (self);

  gtk_widget_set_visible (self->lesson_place, working);
  gtk_widget_set_visible (self->switcher_bin, has_pages && self->width_class < TL_WIDTH_NARROW);
  adw_view_switcher_set_policy (ADW_VIEW_SWITCHER (self->switcher), self->width_class == TL_WIDTH_WIDE ? ADW_VIEW_SWITCHER_POLICY_WIDE
                                : ADW_VIEW_SWITCHER_POLICY_NARROW);
  adw_view_switcher_bar_set_reveal (ADW_VIEW_SWITCHER_BAR (self->switcher_bar), has_pages && self->width_class >= TL_WIDTH_NARROW);
  gtk_widget_set_visible (self->panes, working && !is_tune && !is_compare && !is_model);
  gtk_widget_set_visible (self->undo, has_pages && self->width_class != TL_WIDTH_LEAST);
  gtk_widget_set_visible (self->redo, has_pages && self->width_class != TL_WIDTH_LEAST);
  show_open (self, working && self->width_class == TL_WIDTH_LEAST);
  gtk_widget_set_visible (self->measure, working && !is_tune);
  gtk_widget_set_visible (self->tune, working && !is_tune && !is_compare && !is_model);
}

/* On its page, measuring and pictures are those of the model. */
static void
update_for_model (TlWindow *self, const char *away)
{
  g_autoptr (GError) obstacle = NULL;
  gboolean           can_measure = tl_whole_model_can_measure (self->model, &obstacle);
  gboolean           has_sizes = tl_whole_model_facts (self->model) != NULL;
  const char        *unsized = away != NULL ? away : has_sizes ? NULL : _("Give the inputs their sizes first");
  const char        *unmeasured = unsized != NULL ? unsized : can_measure ? NULL : obstacle->message;

  tl_window_set_obstacle (self, "win.measure", unmeasured);
  tl_window_set_obstacle (self, "win.export-picture", unsized);
  tl_widget_set_tooltip (self->measure, unmeasured == NULL ? _("Compile and time all kernels of the model (F5)") : unmeasured);
  gtk_button_set_label (GTK_BUTTON (self->measure), tl_whole_model_is_measuring (self->model) ? _("Stop") : _("Measure"));
}

/* On Explore, of a kernel that came from the model. @idle: why there is no variant; nullable. */
static void
update_use_in_model (TlWindow *self, const char *idle)
{
  g_autoptr (GError) error = NULL;
  gboolean           can_use = tl_whole_model_can_use_variant (self->model, &error);
  const char        *obstacle = idle != NULL ? idle : can_use ? NULL : error->message;
  const char        *tip = obstacle != NULL ? obstacle : _("Time the model with the current variant, and keep it there if it is faster");

  tl_window_set_obstacle (self, "win.use-in-model", obstacle);
  tl_explore_page_show_use (TL_EXPLORE_PAGE (self->explore_page), tl_whole_model_shows_kernel (self->model) ? tip : NULL);
}

void
tl_window_update_actions (TlWindow *self)
{
  gboolean           open = tl_window_has_program (self), is_any_open = open || tl_window_has_model (self);
  gboolean           working = is_any_open && g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->outer)), "work") == 0;
  gboolean           timing = tl_session_is_timing (self->session), is_tuning = tl_tuning_is_active (tl_session_tuning (self->session));
  TlHistory         *history = tl_session_history (self->session);
  g_autoptr (GError) obstacle = NULL, draft = NULL;
  gboolean           can_measure = tl_session_can_measure (self->session, &obstacle);
  TlTarget           target = tl_session_target (self->session);
  gboolean           has_kernels = tl_target_has_kernels (&target);
  const char        *away = working ? NULL : is_any_open ? _("Go back to the program first") : _("No program is open");
  const char        *idle = away != NULL ? away : open ? NULL : _("Open a kernel of the model on Explore first");
  gboolean           is_legal = !open || tl_state_check_order (tl_variant_state (tl_session_current (self->session)), &draft);
  const char        *unexported = idle != NULL ? idle : is_legal ? NULL : draft->message;
  gboolean           is_by_model = tl_session_tunes_by_model (self->session);
  const char        *untuned = unexported != NULL ? unexported : can_measure || is_by_model ? NULL : obstacle->message;
  const char        *unmeasured = unexported != NULL ? unexported : can_measure ? NULL : obstacle->message;
  const char        *exports[] = { "win.export-picture", "win.export-trace", "win.export-function", "win.export-report" };
  const char        *names[] = { "win.save-as", "win.run-script", "win.schedule-by-rules", "win.new-variant", "win.panes" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    tl_window_set_obstacle (self, names[i], idle);
  for (guint i = 0; i < G_N_ELEMENTS (exports); i++)
    tl_window_set_obstacle (self, exports[i], unexported);
  tl_window_set_obstacle (self, "win.start-page", away);
  tl_window_set_obstacle (self, "win.page", away);
  tl_window_set_obstacle (self, "win.back", !is_any_open ? _("No program is open") : working ? _("The program is shown") : NULL);
  tl_window_set_obstacle (self, "win.undo", idle != NULL ? idle : tl_history_can_undo (history) ? NULL : _("There is no change to undo"));
  tl_window_set_obstacle (self, "win.redo", idle != NULL ? idle : tl_history_can_redo (history) ? NULL : _("No change was undone"));
  tl_window_set_obstacle (self, "win.tune", untuned);
  tl_window_set_obstacle (self, "win.tune-variant", is_tuning ? _("A run is under way") : untuned);
  tl_window_set_obstacle (self, "win.add-to-search", unexported != NULL ? unexported : is_tuning ? NULL : _("No search runs"));
  tl_window_set_obstacle (self, "win.measure", unmeasured);
  update_use_in_model (self, idle);
  tl_window_set_obstacle (self, "win.check-kernels", idle != NULL ? idle : has_kernels ? NULL : _("Choose a GPU as the target first"));
  tl_widget_set_tooltip (self->measure, unmeasured == NULL ? _("Compile, check and time the current variant (F5)") : unmeasured);
  tl_widget_set_tooltip (self->tune, untuned != NULL ? untuned : is_by_model ? _("Search for a schedule by predicted times (Ctrl+T)")
                                                                            : _("Search for a schedule (Ctrl+T)"));
  gtk_button_set_label (GTK_BUTTON (self->measure), timing ? _("Stop") : _("Measure"));
  gtk_button_set_label (GTK_BUTTON (self->tune), is_tuning ? _("Tuning…") : is_by_model ? _("Tune by Model") : _("Start Tuning"));
  if (tl_window_shows_model (self))
    update_for_model (self, away);
  update_visible (self, working);
}
