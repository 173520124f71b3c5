/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/machine-dialog.h"

#include <adwaita.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/session/this-machine.h"
#include "ui/widgets/escape.h"
#include "ui/widgets/present.h"
#include "ui/widgets/scale-bin.h"
#include "ui/widgets/tip.h"

/* Lives as long as its window. A running measurement holds a reference to the window. */
typedef struct
{
  GtkWidget    *page;          /* AdwPreferencesPage */
  GtkWidget    *rates;         /* AdwPreferencesGroup of figures, replaced with them */
  GtkWidget    *caches;
  GtkWidget    *measure;
  GtkWidget    *cancel;
  GtkWidget    *progress;
  GtkWidget    *problem;
  GCancellable *cancellable;   /* NULL: no measurement is running */
  TlSession    *session;       /* weak: it reports new rates to its listeners */
} MachineDialog;

static void
dialog_free (gpointer data)
{
  MachineDialog *dialog = data;

  g_clear_weak_pointer (&dialog->session);
  g_clear_object (&dialog->cancellable);
  g_free (dialog);
}

static void
add_row (GtkWidget *group, const char *title, const char *value)
{
  GtkWidget *row = adw_action_row_new (), *label = gtk_label_new (value);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_add_css_class (label, "numeric");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

static GtkWidget *
add_group (MachineDialog *dialog, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), description);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (dialog->page), ADW_PREFERENCES_GROUP (group));
  return group;
}

static void
remove_group (MachineDialog *dialog, GtkWidget **group)
{
  if (*group != NULL)
    adw_preferences_page_remove (ADW_PREFERENCES_PAGE (dialog->page), ADW_PREFERENCES_GROUP (*group));
  *group = NULL;
}

static void
add_system (MachineDialog *dialog)
{
  const TlDeviceInfo *cpu = tl_device_host ();
  GtkWidget       *group = add_group (dialog, _("CPU"), NULL);
  g_autofree char *l1 = tl_format_bytes (cpu->l1d_bytes), *l2 = tl_format_bytes (cpu->l2_bytes), *l3 = tl_format_bytes (cpu->l3_bytes);
  g_autofree char *cores = g_strdup_printf (_("%u cores, %u threads"), cpu->n_cores, cpu->n_units);
  g_autofree char *vectors = g_strdup_printf (_("%u-bit, %u registers"), cpu->vector_bits, cpu->n_vector_registers);
  g_autofree char *caches = g_strdup_printf (_("%s and %s per core, %s shared"), l1, l2, l3);

  add_row (group, _("Model"), cpu->model != NULL ? cpu->model : "–");
  add_row (group, _("Cores"), cores);
  add_row (group, _("Vectors"), vectors);
  add_row (group, _("Caches"), caches);
}

static void
show_rates (MachineDialog *dialog, const TlMachine *machine)
{
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_local (machine->measured_s);
  g_autofree char *measured = when != NULL ? g_date_time_format (when, _("Measured on %x at %R, on one core.")) : NULL;

  remove_group (dialog, &dialog->rates);
  remove_group (dialog, &dialog->caches);
  dialog->rates = add_group (dialog, _("Peak Compute"), measured);
  dialog->caches = add_group (dialog, _("Peak Bandwidth"), _("Repeated reads, writes and copies of arrays of the size in brackets."));
  for (guint i = 0; i < TL_N_PEAKS; i++)
    if (machine->operations_per_s[i] > 0)
      {
        g_autofree char *rate = g_strdup_printf ("%.1f Gop/s", machine->operations_per_s[i] * 1e-9);

        add_row (dialog->rates, tl_peak_name (i), rate);
      }
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    {
      const double    *rates = machine->levels[i].bytes_per_s;
      g_autofree char *size = tl_format_bytes (machine->levels[i].n_bytes);
      g_autofree char *title = g_strdup_printf ("%s (%s)", tl_machine_level_name (i), size);
      g_autofree char *value = g_strdup_printf ("%.1f · %.1f · %.1f GB/s", rates[TL_STREAM_READ] * 1e-9, rates[TL_STREAM_WRITE] * 1e-9,
                                                rates[TL_STREAM_COPY] * 1e-9);

      add_row (dialog->caches, title, value);
    }
}

static void
show_nothing_measured (MachineDialog *dialog)
{
  dialog->rates = add_group (dialog, _("Not Measured Yet"), _("Measure this machine to compare latencies with its peak."));
}

static void
show_state (MachineDialog *dialog, const char *problem)
{
  gboolean is_measuring = dialog->cancellable != NULL;

  gtk_widget_set_visible (dialog->measure, !is_measuring);
  gtk_widget_set_visible (dialog->cancel, is_measuring);
  gtk_widget_set_visible (dialog->progress, is_measuring);
  gtk_label_set_text (GTK_LABEL (dialog->problem), problem != NULL ? problem : "");
  gtk_widget_set_visible (dialog->problem, problem != NULL);
}

/* --- measuring --- */

static void
on_progress (double share, gpointer window)
{
  MachineDialog *dialog = g_object_get_data (window, "dialog");

  if (dialog != NULL)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (dialog->progress), share);
}

static void
on_measured (GObject *source, GAsyncResult *result, gpointer data)
{
  MachineDialog        *dialog = g_object_get_data (source, "dialog");
  g_autoptr (GError)   error = NULL;
  g_autofree TlMachine *machine = tl_machine_measure_finish (result, &error);

  g_clear_object (&dialog->cancellable);
  if (machine != NULL)
    show_rates (dialog, machine);
  if (machine != NULL && dialog->session != NULL)
    tl_session_machine_measured (dialog->session);
  show_state (dialog, error == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? NULL : error->message);
}

static void
on_measure (GtkWidget *window)
{
  MachineDialog *dialog = g_object_get_data (G_OBJECT (window), "dialog");

  dialog->cancellable = g_cancellable_new ();
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (dialog->progress), 0);
  show_state (dialog, NULL);
  tl_machine_measure_async (G_OBJECT (window), on_progress, dialog->cancellable, on_measured, NULL);
}

static void
on_cancel (GtkWidget *window)
{
  MachineDialog *dialog = g_object_get_data (G_OBJECT (window), "dialog");

  if (dialog->cancellable != NULL)
    g_cancellable_cancel (dialog->cancellable);
}

/* Nobody needs the measurement of a closed window. */
static gboolean
on_close (GtkWidget *window)
{
  on_cancel (window);
  return FALSE;
}

static GtkWidget *
make_header (MachineDialog *dialog, GtkWidget *window)
{
  GtkWidget *header = adw_header_bar_new ();

  dialog->measure = gtk_button_new_with_label (_("Measure"));
  dialog->cancel = gtk_button_new_with_label (_("Cancel"));
  tl_widget_set_tooltip (dialog->measure, _("Takes about three seconds; run nothing else meanwhile"));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), dialog->measure);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), dialog->cancel);
  g_signal_connect_swapped (dialog->measure, "clicked", G_CALLBACK (on_measure), window);
  g_signal_connect_swapped (dialog->cancel, "clicked", G_CALLBACK (on_cancel), window);
  return header;
}

void
tl_machine_dialog_open (GtkWindow *parent, TlSession *session)
{
  MachineDialog *dialog = g_new0 (MachineDialog, 1);
  GtkWidget     *window = adw_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  TlMachine      machine;

  g_set_weak_pointer (&dialog->session, session);
  dialog->page = adw_preferences_page_new ();
  dialog->progress = gtk_progress_bar_new ();
  dialog->problem = gtk_label_new (NULL);
  gtk_widget_add_css_class (dialog->progress, "osd");
  gtk_widget_add_css_class (dialog->problem, "error");
  gtk_label_set_wrap (GTK_LABEL (dialog->problem), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (dialog->progress), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Measuring"), -1);
  gtk_widget_set_vexpand (dialog->page, TRUE);
  gtk_box_append (GTK_BOX (box), make_header (dialog, window));
  gtk_box_append (GTK_BOX (box), dialog->progress);
  gtk_box_append (GTK_BOX (box), dialog->problem);
  gtk_box_append (GTK_BOX (box), dialog->page);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), _("This Machine"));
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  tl_escape_closes (GTK_WINDOW (window));
  tl_window_set_usual_size (GTK_WINDOW (window), 560, 680);
  tl_widen_columns (dialog->page);
  g_object_set_data_full (G_OBJECT (window), "dialog", dialog, dialog_free);
  g_signal_connect (window, "close-request", G_CALLBACK (on_close), NULL);
  add_system (dialog);
  if (tl_machine_load (&machine))
    show_rates (dialog, &machine);
  else
    show_nothing_measured (dialog);
  show_state (dialog, NULL);
  gtk_window_set_focus (GTK_WINDOW (window), dialog->measure);
  tl_present_in_steps (window);
}
