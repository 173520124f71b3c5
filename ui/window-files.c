/* SPDX-License-Identifier: Apache-2.0 */
/* The window's files: opening, saving, exporting. */
#include "ui/window-private.h"

#include "core/base/i18n.h"
#include "core/session/measured-states.h"
#include "core/session/program-view.h"
#include "core/draw/draw-export.h"
#include "core/draw/draw-nest.h"
#include "core/draw/draw-plot.h"
#include "core/draw/draw-scatter.h"
#include "tileloom-config.h"
#include "ui/widgets/present.h"

static void
add_filter (GtkFileChooserNative *chooser, const char *title, const char *const *patterns)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, title);
  for (guint i = 0; patterns[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, patterns[i]);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
}

static char *
chosen_path (GtkFileChooserNative *chooser)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

  return file != NULL ? g_file_get_path (file) : NULL;
}

static void
on_open_chosen (GtkFileChooserNative *chooser, int response, gpointer user_data)
{
  g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? chosen_path (chooser) : NULL;

  if (path != NULL)
    tl_window_open (user_data, path);
  g_object_unref (chooser);
}

static void
act_open (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (_("Open Program, Model or Project"), GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"),
                                   _("_Cancel"));

  add_filter (chooser, _("Programs, Models and Projects"),
              (const char *const[]) { "*.py", "*.onnx", "*.tileloom", "database_workload.json", NULL });
  add_filter (chooser, _("All Files"), (const char *const[]) { "*", NULL });
  g_signal_connect (chooser, "response", G_CALLBACK (on_open_chosen), widget);
  tl_show_native_next (GTK_NATIVE_DIALOG (chooser));
}

/* A file chooser selects files or folders, not both. */
static void
act_open_folder (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (_("Open MetaSchedule Work Folder"), GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                                   _("_Open"), _("_Cancel"));

  g_signal_connect (chooser, "response", G_CALLBACK (on_open_chosen), widget);
  tl_show_native_next (GTK_NATIVE_DIALOG (chooser));
}

static void
on_save_chosen (GtkFileChooserNative *chooser, int response, gpointer user_data)
{
  TlWindow          *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *path = response == GTK_RESPONSE_ACCEPT ? chosen_path (chooser) : NULL;

  if (path != NULL && !tl_session_save_as (self->session, path, &error))
    tl_window_show_problem (self, _("Cannot Save the Project"), error->message);
  else if (path != NULL)
    tl_window_toast (self, _("Project saved; further changes are saved automatically"));
  g_object_unref (chooser);
}

static void
act_save_as (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow             *self = TL_WINDOW (widget);
  g_autofree char      *suggestion = g_strdup_printf ("%s.tileloom", tl_session_title (self->session));
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (_("Save Project"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), _("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), g_strdelimit (suggestion, "/", '-'));
  g_signal_connect (chooser, "response", G_CALLBACK (on_save_chosen), self);
  tl_show_native_next (GTK_NATIVE_DIALOG (chooser));
}

/* --- pictures --- */

static void
paint_background (cairo_t *cr, const TlPalette *palette)
{
  tl_set_color (cr, palette->background, 1);
  cairo_paint (cr);
}

static void
draw_nest (cairo_t *cr, double width, double height, gpointer user_data)
{
  const TlPalette *palette = tl_palette (FALSE);

  paint_background (cr, palette);
  tl_draw_nest (cr, user_data, palette, 0, width, height);
}

static void
draw_plot (cairo_t *cr, double width, double height, gpointer user_data)
{
  const TlPalette *palette = tl_palette (FALSE);

  paint_background (cr, palette);
  tl_draw_plot (cr, user_data, palette, width, height);
}

static void
draw_scatter (cairo_t *cr, double width, double height, gpointer user_data)
{
  const TlPalette *palette = tl_palette (FALSE);

  paint_background (cr, palette);
  tl_draw_scatter (cr, user_data, palette, width, height);
}

static gboolean
write_nest (TlWindow *self, const char *path, GError **error)
{
  TlVariant         *variant = tl_session_current (self->session);
  g_autoptr (TlNest) nest = tl_nest_new_from (tl_state_module (tl_session_root (self->session)),
                                              tl_state_module (tl_variant_state (variant)),
                                              tl_session_func_name (self->session));
  double             width, height;

  tl_nest_picture_size (nest, &width, &height);
  return tl_draw_to_file (path, width, height, draw_nest, nest, error);
}

static gboolean
write_plot (TlWindow *self, const char *path, GError **error)
{
  TlTuning     *tuning = tl_session_tuning (self->session);
  TlTrialStore *trials = tl_tuning_trials (tuning);
  TlPlotModel   model = tl_plot_model (trials);
  TlScatterModel scores;
  TlRoof        roof;

  model.flops = tl_session_flops (self->session);
  roof = tl_session_roof (self->session);
  model.peak_s = roof.compute_s;
  model.peak_gpu = roof.gpu;
  if (tl_tune_page_shows_scores (TL_TUNE_PAGE (self->tune_page), &scores))
    return tl_draw_to_file (path, 960, 540, draw_scatter, &scores, error);
  return tl_draw_to_file (path, 960, 540, draw_plot, &model, error);
}

/* The visible picture is a plot on the Tune page, one of the model on its page, the loop nest on others. */
static gboolean
shows_plot (TlWindow *self)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (self->pages)), "tune") == 0;
}

static gboolean
write_picture (TlWindow *self, const char *path, GError **error)
{
  if (tl_window_shows_model (self))
    return tl_model_page_write_picture (TL_MODEL_PAGE (self->model_page), path, error);
  return shows_plot (self) ? write_plot (self, path, error) : write_nest (self, path, error);
}

/* The name that is suggested. */
static const char *
picture_name (TlWindow *self)
{
  if (tl_window_shows_model (self))
    return tl_model_page_shows_memory (TL_MODEL_PAGE (self->model_page)) ? "memory.svg" : "graph.svg";
  return shows_plot (self) ? "trials.svg" : "nest.svg";
}

static void
on_picture_chosen (GtkFileChooserNative *chooser, int response, gpointer user_data)
{
  TlWindow          *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *path = response == GTK_RESPONSE_ACCEPT ? chosen_path (chooser) : NULL;

  if (path != NULL && (tl_session_is_open (self->session) || tl_window_shows_model (self)))
    {
      if (write_picture (self, path, &error))
        tl_window_toast (self, _("Picture exported"));
      else
        tl_window_show_problem (self, _("Cannot Export the Picture"), error->message);
    }
  g_object_unref (chooser);
}

static void
act_export_picture (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow             *self = TL_WINDOW (widget);
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (_("Export Picture (.svg, .pdf or .png)"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"),
                                   _("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), picture_name (self));
  g_signal_connect (chooser, "response", G_CALLBACK (on_picture_chosen), self);
  tl_show_native_next (GTK_NATIVE_DIALOG (chooser));
}

/* --- the schedule, for other programs --- */

static void
on_trace_chosen (GtkFileChooserNative *chooser, int response, gpointer user_data)
{
  TlWindow          *self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char   *path = response == GTK_RESPONSE_ACCEPT ? chosen_path (chooser) : NULL;

  if (path != NULL && tl_session_is_open (self->session))
    {
      if (tl_program_view_export_trace (tl_variant_state (tl_session_current (self->session)), tl_session_dialect (self->session), path,
                                        &error))
        {
          g_autofree char *difference = tl_program_view_tvm_difference (tl_variant_state (tl_session_current (self->session)));
          g_autofree char *text = difference != NULL ? g_strdup_printf (_("Trace exported. %s"), difference) : NULL;

          tl_window_toast (self, text != NULL ? text : _("Trace exported"));
        }
      else
        tl_window_show_problem (self, _("Cannot Export the Trace"), error->message);
    }
  g_object_unref (chooser);
}

static void
act_export_trace (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_("Export Trace (.py or TVM .json)"),
                                                               GTK_WINDOW (widget),
                                                               GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), _("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "schedule.trace.py");
  g_signal_connect (chooser, "response", G_CALLBACK (on_trace_chosen), widget);
  tl_show_native_next (GTK_NATIVE_DIALOG (chooser));
}

/* --- the function, for other programs --- */

static void
on_function_exported (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWindow) self = user_data;
  g_autoptr (GError)   error = NULL;

  if (tl_session_export_finish (TL_SESSION (source), result, &error))
    tl_window_toast (self, _("Function exported"));
  else
    tl_window_show_problem (self, _("Cannot Export the Function"), error->message);
}

static void
on_function_chosen (GtkFileChooserNative *chooser, int response, gpointer user_data)
{
  TlWindow        *self = user_data;
  g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? chosen_path (chooser) : NULL;

  if (path != NULL && tl_session_is_open (self->session))
    tl_session_export_async (self->session, tl_variant_state (tl_session_current (self->session)), path, NULL, on_function_exported,
                             g_object_ref (self));
  g_object_unref (chooser);
}

static void
act_export_function (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TlWindow             *self = TL_WINDOW (widget);
  g_autofree char      *stem = tl_session_export_name (self->session), *suggestion = g_strconcat (stem, ".c", NULL);
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_("Export Function (.c, .o, .so or .ll) and Its Header"),
                                                               GTK_WINDOW (widget), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"),
                                                               _("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), suggestion);
  g_signal_connect (chooser, "response", G_CALLBACK (on_function_chosen), widget);
  tl_show_native_next (GTK_NATIVE_DIALOG (chooser));
}

/* --- the report --- */

static void
report_free (gpointer report)
{
  tl_report_clear (report);
  g_free (report);
}

static void
write_report_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (tl_report_write (task_data, g_object_get_data (G_OBJECT (task), "path"), &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_report_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TlWindow) self = user_data;
  g_autoptr (GError)   error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    tl_window_toast (self, _("Report exported"));
  else
    tl_window_show_problem (self, _("Cannot Export the Report"), error->message);
}

static void
on_report_chosen (GtkFileChooserNative *chooser, int response, gpointer user_data)
{
  TlWindow        *self = user_data;
  g_autofree char *path = response == GTK_RESPONSE_ACCEPT ? chosen_path (chooser) : NULL;

  if (path != NULL && tl_session_is_open (self->session))
    {
      g_autoptr (GTask) task = g_task_new (NULL, NULL, on_report_written, g_object_ref (self));
      TlReport         *report = g_new0 (TlReport, 1);

      report->version = g_strdup (TL_VERSION);
      tl_session_fill_report (self->session, tl_session_current (self->session), report);
      g_object_set_data_full (G_OBJECT (task), "path", g_steal_pointer (&path), g_free);
      g_task_set_task_data (task, report, report_free);
      g_task_run_in_thread (task, write_report_in_thread);
    }
  g_object_unref (chooser);
}

static void
act_export_report (GtkWidget *widget, const char *name, GVariant *parameter)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_("Export Report (.html or .pdf)"), GTK_WINDOW (widget),
                                                               GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), _("_Cancel"));

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "report.html");
  g_signal_connect (chooser, "response", G_CALLBACK (on_report_chosen), widget);
  tl_show_native_next (GTK_NATIVE_DIALOG (chooser));
}

void
tl_window_install_file_actions (TlWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.open", NULL, act_open);
  gtk_widget_class_install_action (widget_class, "win.open-folder", NULL, act_open_folder);
  gtk_widget_class_install_action (widget_class, "win.save-as", NULL, act_save_as);
  gtk_widget_class_install_action (widget_class, "win.export-picture", NULL, act_export_picture);
  gtk_widget_class_install_action (widget_class, "win.export-trace", NULL, act_export_trace);
  gtk_widget_class_install_action (widget_class, "win.export-function", NULL, act_export_function);
  gtk_widget_class_install_action (widget_class, "win.export-report", NULL, act_export_report);
}
