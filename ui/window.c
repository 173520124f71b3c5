/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/window-private.h"

#include <string.h>

#include "core/base/i18n.h"
#include "ui/widgets/destroy.h"
#include "ui/widgets/fit-bin.h"
#include "ui/widgets/frame-memory.h"
#include "ui/widgets/measure-ahead.h"
#include "ui/widgets/present.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/whole-clicks.h"

#define LEAST_PX  640
#define NARROW_PX 900
#define MEDIUM_PX 1240

G_DEFINE_FINAL_TYPE (TlWindow, tl_window, ADW_TYPE_APPLICATION_WINDOW)

void
tl_window_toast (TlWindow *self, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast        *toast = adw_toast_new (escaped);

  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  g_set_weak_pointer (&self->toast, toast);
  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (self->toasts), toast);
}

void
tl_window_show_problem (TlWindow *self, const char *heading, const char *message)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, NULL);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *label = gtk_label_new (message);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "problem-text");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), label);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_width (GTK_SCROLLED_WINDOW (scroller), 720);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 300);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), scroller);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- opening --- */

/* A file may be only partly readable: one line per missing item. */
static void
show_problems (TlWindow *self)
{
  const char *const *problems = tl_session_problems (self->session);
  g_autofree char   *text = problems != NULL && problems[0] != NULL ? g_strjoinv ("\n", (char **) problems) : NULL;

  if (text != NULL)
    tl_window_show_problem (self, _("Cannot Read Part of the File"), text);
}

static void
show_warnings (TlWindow *self)
{
  const char *const *warnings = tl_session_warnings (self->session);
  guint              n = warnings != NULL ? g_strv_length ((char **) warnings) : 0;
  g_autofree char   *text = g_strdup_printf (ngettext ("%u warning about the program; see the Problems tab",
                                                       "%u warnings about the program; see the Problems tab", n), n);

  if (n > 0)
    tl_window_toast (self, text);
}

/* Records without a project come from a work folder of TVM: the Tune page shows them. */
static const char *
page_for_opened (TlSession *session)
{
  return tl_session_project_path (session) == NULL && tl_tuning_n_done (tl_session_tuning (session)) > 0 ? "tune" : "explore";
}

void
tl_window_show_work (TlWindow *self)
{
  gtk_widget_set_visible (self->pages, TRUE);
  gtk_stack_set_visible_child_name (GTK_STACK (self->outer), "work");
  tl_measure_ahead (self->pages);
}

static void
begin_lesson (TlWindow *self)
{
  if (self->lesson == NULL)
    return;
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), "explore");
  tl_lesson_bar_start (TL_LESSON_BAR (self->lesson_bar), g_steal_pointer (&self->lesson));
}

static void
resume_run (TlWindow *self)
{
  if (!self->resumes)
    return;
  self->resumes = FALSE;
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), "tune");
  tl_tune_page_resume (TL_TUNE_PAGE (self->tune_page));
}

/* A file that is being opened. */
typedef struct
{
  TlWindow *window;   /* owned */
  char     *path;     /* owned */
} Opening;

static void
opening_free (Opening *opening)
{
  g_object_unref (opening->window);
  g_free (opening->path);
  g_free (opening);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

static void
show_opened (TlWindow *self)
{
  tl_window_follow_program (self);
  tl_window_show_work (self);
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), page_for_opened (self->session));
  tl_window_restore_view (self);
  gtk_widget_grab_focus (adw_view_stack_get_visible_child (ADW_VIEW_STACK (self->pages)));
  tl_window_update_actions (self);
  begin_lesson (self);
  resume_run (self);
  show_problems (self);
  show_warnings (self);
}

static void
on_opened_file (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Opening) opening = user_data;
  g_autoptr (GError)  error = NULL;
  TlWindow           *self = opening->window;
  gboolean            is_open = tl_session_open_finish (TL_SESSION (source), result, &error);

  if (g_error_matches (error, TL_SESSION_ERROR, TL_SESSION_ERROR_GRAPH))
    {
      tl_window_open_model (self, opening->path);
      return;
    }
  tl_window_update_title (self);
  if (is_open)
    show_opened (self);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tl_window_show_problem (self, _("Cannot Open the File"), error->message);
}

static void
on_ran_script (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWindow) self = user_data;
  g_autoptr (GError)   error = NULL;

  if (tl_session_run_script_finish (TL_SESSION (source), result, &error))
    tl_window_toast (self, _("Schedule applied"));
  else
    tl_window_show_problem (self, _("Schedule Refused"), error->message);
}

/* A script without programs is a schedule for the program that is open. */
static gboolean
run_if_schedule (TlWindow *self, const char *path)
{
  g_autoptr (TlSource) source = NULL;

  if (!tl_window_has_program (self) || !g_str_has_suffix (path, ".py"))
    return FALSE;
  source = tl_source_load (path, NULL);
  if (source == NULL || strstr (tl_source_text (source), "prim_func") != NULL || strstr (tl_source_text (source), "sch.") == NULL)
    return FALSE;
  tl_session_run_script_async (self->session, path, tl_source_text (source), NULL, on_ran_script, g_object_ref (self));
  return TRUE;
}

TlSession *
tl_window_session (TlWindow *self)
{
  return self->session;
}

static void
open_file (TlWindow *self, const char *path)
{
  Opening *opening;

  if (run_if_schedule (self, path))
    return;
  if (tl_window_has_program (self))
    tl_window_keep_view (self);
  if (self->opening != NULL)
    g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  self->opening = g_cancellable_new ();
  tl_window_show_opening (self, path);
  if (tl_whole_model_is_file (path))
    {
      tl_window_open_model (self, path);
      return;
    }
  opening = g_new (Opening, 1);
  *opening = (Opening) { g_object_ref (self), g_strdup (path) };
  tl_session_open_async (self->session, path, self->opening, on_opened_file, opening);
}

void
tl_window_open (TlWindow *self, const char *path)
{
  g_clear_pointer (&self->lesson, tl_lesson_free);
  self->resumes = FALSE;
  open_file (self, path);
}

static void
on_resume (TlWindow *self, const char *path)
{
  tl_window_open (self, path);
  self->resumes = TRUE;
}

static void
on_lesson (TlWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *file = NULL;

  g_clear_pointer (&self->lesson, tl_lesson_free);
  self->lesson = tl_lesson_read (path, &error);
  if (self->lesson == NULL)
    {
      tl_window_show_problem (self, _("Cannot Open the Lesson"), error->message);
      return;
    }
  file = tl_lesson_file (self->lesson);
  open_file (self, file);
}

static void
on_lesson_refused (TlWindow *self, const GError *error)
{
  tl_explore_page_show_refusal (TL_EXPLORE_PAGE (self->explore_page), error);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer user_data)
{
  GSList          *files = g_value_get_boxed (value);
  g_autofree char *path = files != NULL ? g_file_get_path (files->data) : NULL;

  if (path == NULL)
    return FALSE;
  tl_window_open (user_data, path);
  return TRUE;
}

/* --- following the session --- */

static void
on_save_failed (TlWindow *self, const char *message)
{
  g_autofree char *text = g_strdup_printf (_("Not saved: %s"), message);

  tl_window_toast (self, text);
}

static void
show_explore (TlWindow *self)
{
  adw_view_stack_set_visible_child_name (ADW_VIEW_STACK (self->pages), "explore");
}

static void
on_session_changed (TlWindow *self)
{
  tl_window_update_actions (self);
  tl_after_frame_ask (self->tips);
  tl_after_frame_ask (self->baseline);
}

static void
measure_baseline (GtkWidget *widget)
{
  tl_session_measure_baseline (TL_WINDOW (widget)->session);
}

/* Once nothing else is measured. */
static void
on_measurements_changed (TlWindow *self)
{
  tl_window_update_actions (self);
  tl_after_frame_ask (self->baseline);
}

/* --- width --- */

static gboolean
follow_width (gpointer user_data)
{
  if (TL_WINDOW (user_data)->session != NULL)
    tl_window_update_actions (user_data);
  return G_SOURCE_REMOVE;
}

/* Visibility must not change during layout: it follows before the next frame. */
/*
 * The requested size is the least, whatever is shown. GTK 4.8 measures windows after each change, before it brings styles up to date: those
 * computed to measure a widget are kept as if they depended on all states of all that contains it, and are computed again at each hover.
 */
static void
tl_window_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural, int *minimum_baseline,
                   int *natural_baseline)
{
  *minimum = *natural = 0;
  *minimum_baseline = *natural_baseline = -1;
}

static void
tl_window_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TlWindow    *self = TL_WINDOW (widget);
  TlWidthClass width_class = tl_is_narrower (widget, width, LEAST_PX) ? TL_WIDTH_LEAST
                             : tl_is_narrower (widget, width, NARROW_PX) ? TL_WIDTH_NARROW
                             : tl_is_narrower (widget, width, MEDIUM_PX) ? TL_WIDTH_MEDIUM : TL_WIDTH_WIDE;

  GTK_WIDGET_CLASS (tl_window_parent_class)->size_allocate (widget, width, height, baseline);
  if (self->width_class == width_class)
    return;
  self->width_class = width_class;
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, follow_width, g_object_ref (self), g_object_unref);
}

static void
tl_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (tl_window_parent_class)->realize (widget);
  tl_keep_frame_memory (GTK_NATIVE (widget));
}

/* --- object --- */

static void
tl_window_dispose (GObject *object)
{
  TlWindow        *self = TL_WINDOW (object);
  GtkWidget *const pages[] = { self->start_page, self->model_page, self->explore_page, self->tune_page, self->compare_page };

  if (self->session != NULL)
    tl_destroy_in_steps (pages, G_N_ELEMENTS (pages));
  if (self->model != NULL)
    tl_window_leave_model (self);
  if (self->opening != NULL)
    g_cancellable_cancel (self->opening);
  if (self->timing != NULL)
    g_cancellable_cancel (self->timing);
  g_clear_pointer (&self->tips, tl_after_frame_free);
  g_clear_pointer (&self->baseline, tl_after_frame_free);
  g_clear_object (&self->opening);
  g_clear_object (&self->timing);
  g_clear_pointer (&self->lesson, tl_lesson_free);
  if (self->session != NULL)
    tl_session_flush (self->session);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->obstacles, g_hash_table_unref);
  g_clear_weak_pointer (&self->toast);
  G_OBJECT_CLASS (tl_window_parent_class)->dispose (object);
}

static void
tl_window_class_init (TlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tl_window_dispose;
  widget_class->measure = tl_window_measure;
  widget_class->size_allocate = tl_window_size_allocate;
  widget_class->realize = tl_window_realize;
  g_type_ensure (TL_TYPE_FIT_BIN);
  g_type_ensure (TL_TYPE_SCALE_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/tileloom/Tileloom/ui/window.ui");
  gtk_widget_class_bind_template_child (widget_class, TlWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, open);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, lesson_place);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, outer);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, switcher_bin);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, switcher);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, panes);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, undo);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, redo);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, measure);
  gtk_widget_class_bind_template_child (widget_class, TlWindow, tune);
  tl_window_install_actions (klass);
  tl_window_install_storage_error_actions (klass);
  tl_window_install_title (klass);
}

/* --- building --- */

static void
add_page (TlWindow *self, GtkWidget *page, const char *name, const char *title, const char *icon)
{
  adw_view_stack_page_set_icon_name (adw_view_stack_add_titled (ADW_VIEW_STACK (self->pages), page, name, title), icon);
}

static void
add_start_page (TlWindow *self)
{
  self->start_page = tl_start_page_new ();
  gtk_stack_add_named (GTK_STACK (self->outer), self->start_page, "start");
  gtk_stack_set_visible_child_name (GTK_STACK (self->outer), "start");
  g_signal_connect_object (self->start_page, "open", G_CALLBACK (tl_window_open), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->start_page, "resume", G_CALLBACK (on_resume), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->start_page, "lesson", G_CALLBACK (on_lesson), self, G_CONNECT_SWAPPED);
}

static void
add_explore_page (TlWindow *self)
{
  self->explore_page = tl_explore_page_new (self->session);
  g_signal_connect_object (tl_explore_page_editor (TL_EXPLORE_PAGE (self->explore_page)), "message", G_CALLBACK (tl_window_toast), self,
                           G_CONNECT_SWAPPED);
  add_page (self, self->explore_page, "explore", _("Explore"), "view-list-symbolic");
}

static void
add_explore_sides (TlWindow *self)
{
  tl_explore_page_add_sides (TL_EXPLORE_PAGE (self->explore_page));
}

static void
add_explore_bars (TlWindow *self)
{
  tl_explore_page_add_bars (TL_EXPLORE_PAGE (self->explore_page));
}

static void
add_explore_code (TlWindow *self)
{
  tl_explore_page_add_code (TL_EXPLORE_PAGE (self->explore_page));
}

static void
add_explore_overlays (TlWindow *self)
{
  tl_explore_page_add_overlays (TL_EXPLORE_PAGE (self->explore_page));
}

static void
make_tune_page (TlWindow *self)
{
  self->tune_page = tl_tune_page_new ();
}

static void
add_tune_page (TlWindow *self)
{
  g_signal_connect_object (self->tune_page, "opened-trial", G_CALLBACK (show_explore), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->tune_page, "message", G_CALLBACK (tl_window_toast), self, G_CONNECT_SWAPPED);
  add_page (self, self->tune_page, "tune", _("Tune"), "media-playback-start-symbolic");
}

static void
fill_tune_page (TlWindow *self)
{
  tl_tune_page_set_session (TL_TUNE_PAGE (self->tune_page), self->session);
}

static void
add_tune_settings (TlWindow *self)
{
  tl_tune_page_add_settings (TL_TUNE_PAGE (self->tune_page));
}

static void
add_compare_page (TlWindow *self)
{
  self->compare_page = tl_compare_page_new (self->session);
  g_signal_connect_object (self->compare_page, "message", G_CALLBACK (tl_window_toast), self, G_CONNECT_SWAPPED);
  add_page (self, self->compare_page, "compare", _("Compare"), "view-dual-symbolic");
  tl_window_take_compared_drops (self);
}

/* Signals and drops of the whole window, once it has its pages. */
static void
connect_pages (TlWindow *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  g_signal_connect_swapped (self->lesson_bar, "refused", G_CALLBACK (on_lesson_refused), self);
  g_signal_connect_object (self->session, "changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "save-failed", G_CALLBACK (on_save_failed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::devices", G_CALLBACK (tl_window_update_actions), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::timing", G_CALLBACK (on_measurements_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (tl_session_tuning (self->session), "changed", G_CALLBACK (on_measurements_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (tl_window_update_actions), self, G_CONNECT_SWAPPED);
  tl_window_follow_storage_error (self);
  tl_window_follow_title (self);
  tl_window_update_actions (self);
  tl_window_update_tips (GTK_WIDGET (self));
  tl_measure_ahead (self->pages);
}

/* In this order, which is that of the pages. */
static void (*const parts[]) (TlWindow *self) = {
  add_start_page,       tl_window_add_model_page, add_explore_page, add_explore_sides, add_explore_bars,  add_explore_code,
  add_explore_overlays, make_tune_page,           add_tune_page,    fill_tune_page,    add_tune_settings, add_compare_page,
  connect_pages,
};

static void
tl_window_init (TlWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->obstacles = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->session = tl_session_new ();
  tl_keep_clicks_whole (GTK_WIDGET (self));
  self->tips = tl_after_frame_new (GTK_WIDGET (self), tl_window_update_tips);
  self->baseline = tl_after_frame_new (GTK_WIDGET (self), measure_baseline);
  self->lesson_bar = tl_lesson_bar_new (self->session);
  gtk_box_append (GTK_BOX (self->lesson_place), self->lesson_bar);
}

static void
use_settings (TlWindow *self, AdwApplication *application, TlSettings *settings)
{
  gtk_window_set_application (GTK_WINDOW (self), GTK_APPLICATION (application));
  tl_session_use_settings (self->session, settings);
  tl_window_restore_layout (self, settings);
}

TlWindow *
tl_window_new (AdwApplication *application, TlSettings *settings)
{
  TlWindow *self = g_object_new (TL_TYPE_WINDOW, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    parts[i] (self);
  use_settings (self, application, settings);
  return self;
}

typedef struct
{
  TlWindow       *window;        /* owned */
  AdwApplication *application;   /* owned */
  TlSettings     *settings;      /* owned */
  guint           n_parts;
} WindowBuild;

static void
window_build_free (gpointer data)
{
  WindowBuild *build = data;

  g_object_unref (build->window);
  g_object_unref (build->application);
  g_object_unref (build->settings);
  g_free (build);
}

static gboolean
build_next (gpointer user_data)
{
  WindowBuild *build = user_data;

  if (build->n_parts < G_N_ELEMENTS (parts))
    {
      parts[build->n_parts++] (build->window);
      return G_SOURCE_CONTINUE;
    }
  use_settings (build->window, build->application, build->settings);
  tl_present_in_steps (GTK_WIDGET (build->window));
  return G_SOURCE_REMOVE;
}

void
tl_window_present_new (AdwApplication *application, TlSettings *settings)
{
  WindowBuild *build = g_new0 (WindowBuild, 1);

  build->window = g_object_ref (g_object_new (TL_TYPE_WINDOW, NULL));
  build->application = g_object_ref (application);
  build->settings = g_object_ref (settings);
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, build_next, build, window_build_free);
}
