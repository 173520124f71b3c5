/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/explain-dialog.h"

#include <adwaita.h>

#include "core/base/format.h"
#include "core/base/i18n.h"
#include "core/draw/draw-waterfall.h"
#include "ui/widgets/picture.h"

#define MAX_SECONDS 30.0

/* Lives as long as its window. A running measurement holds a reference to the window. */
typedef struct
{
  TlSession     *session;
  TlState       *from, *to;
  char          *names[2];
  TlExplanation *explanation;   /* nullable */
  GCancellable  *measuring;     /* NULL: no measurement is running */
  gboolean       is_closed;     /* the widgets are gone */
  GtkWidget     *summary;
  GtkWidget     *status;
  GtkWidget     *picture;
  GtkWidget     *spinner;
  GtkWidget     *stop;
  GtkWidget     *again;
} ExplainDialog;

static void
dialog_free (gpointer data)
{
  ExplainDialog *dialog = data;

  g_clear_pointer (&dialog->explanation, tl_explanation_unref);
  g_clear_object (&dialog->measuring);
  g_object_unref (dialog->session);
  tl_state_unref (dialog->from);
  tl_state_unref (dialog->to);
  g_free (dialog->names[0]);
  g_free (dialog->names[1]);
  g_free (dialog);
}

/* --- the picture --- */

/* The steps between a row for where they begin and one for the whole. Texts are owned by @texts. */
static TlWaterfallRow *
make_rows (const ExplainDialog *dialog, GPtrArray *texts)
{
  const TlExplanation *explanation = dialog->explanation;
  guint                n = explanation->n_steps;
  TlWaterfallRow      *rows = g_new0 (TlWaterfallRow, n + 1);
  TlExplainedStep      whole = { .gain = explanation->whole, .low = explanation->whole_low, .high = explanation->whole_high };

  for (guint i = 0; i <= n; i++)
    {
      const TlExplainedStep *step = i < n ? &explanation->steps[i] : &whole;

      g_ptr_array_add (texts, i == 0 ? tl_format_seconds (step->time_s) : tl_explained_step_text (step));
      rows[i] = (TlWaterfallRow) { .kind = i == 0 ? TL_WATERFALL_START : i < n ? TL_WATERFALL_STEP : TL_WATERFALL_WHOLE,
                                   .label = i == 0 ? dialog->names[0] : i < n ? step->label : dialog->names[1],
                                   .text = texts->pdata[i], .time_s = step->time_s, .low = step->low, .high = step->high,
                                   .is_distinct = i == 0 || tl_explained_step_is_distinct (step) };
    }
  rows[n].time_s = explanation->whole > 0 ? rows[0].time_s / explanation->whole : 0;
  return rows;
}

static void
draw (cairo_t *cr, const TlPalette *palette, double width, double height, gpointer user_data)
{
  const ExplainDialog      *dialog = user_data;
  g_autoptr (GPtrArray)     texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree TlWaterfallRow *rows = dialog->explanation != NULL ? make_rows (dialog, texts) : NULL;

  if (rows != NULL)
    tl_draw_waterfall (cr, rows, dialog->explanation->n_steps + 1, palette, width, height);
}

/* The same in words. */
static char *
description_of (const ExplainDialog *dialog)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < dialog->explanation->n_steps; i++)
    {
      g_autofree char *gain = tl_explained_step_text (&dialog->explanation->steps[i]);

      g_string_append_printf (text, "%s%s: %s", i > 1 ? "; " : "", dialog->explanation->steps[i].label, gain);
    }
  return g_string_free (text, FALSE);
}

static void
show_explanation (ExplainDialog *dialog, TlExplanation *explanation)
{
  g_autofree char *summary = NULL, *description = NULL;

  g_clear_pointer (&dialog->explanation, tl_explanation_unref);
  dialog->explanation = tl_explanation_ref (explanation);
  summary = tl_explanation_summary (explanation);
  description = description_of (dialog);
  gtk_label_set_text (GTK_LABEL (dialog->summary), *summary != '\0' ? summary : _("Measuring…"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (dialog->picture), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
  tl_picture_set_size (TL_PICTURE (dialog->picture), 640, (int) tl_waterfall_height (explanation->n_steps + 1));
  tl_picture_redraw (TL_PICTURE (dialog->picture));
}

/* --- measuring --- */

static void
show_state (ExplainDialog *dialog, const char *status)
{
  gboolean is_measuring = dialog->measuring != NULL;

  gtk_spinner_set_spinning (GTK_SPINNER (dialog->spinner), is_measuring);
  gtk_widget_set_visible (dialog->stop, is_measuring);
  gtk_widget_set_visible (dialog->again, !is_measuring);
  gtk_label_set_text (GTK_LABEL (dialog->status), status);
}

static void
on_progress (TlExplanation *explanation, gpointer window)
{
  ExplainDialog *dialog = g_object_get_data (window, "dialog");

  if (!dialog->is_closed)
    show_explanation (dialog, explanation);
}

static void
on_explained (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWidget)     window = user_data;
  ExplainDialog            *dialog = g_object_get_data (G_OBJECT (window), "dialog");
  g_autoptr (GError)        error = NULL;
  g_autoptr (TlExplanation) explanation = tl_session_explain_finish (TL_SESSION (source), result, &error);
  gboolean                  is_stopped = g_cancellable_is_cancelled (dialog->measuring);

  g_clear_object (&dialog->measuring);
  if (dialog->is_closed)
    return;
  if (explanation != NULL)
    show_explanation (dialog, explanation);
  if (is_stopped)
    show_state (dialog, _("Stopped"));
  else if (explanation == NULL || explanation->problem != NULL)
    show_state (dialog, explanation != NULL ? explanation->problem : error->message);
  else
    show_state (dialog, _("Interleaved. Hatched: not distinguishable. Whiskers: 95 % interval."));
  if (explanation == NULL || explanation->whole <= 0)
    gtk_label_set_text (GTK_LABEL (dialog->summary), _("Not Measured"));
}

static void
measure (GtkWidget *window)
{
  ExplainDialog *dialog = g_object_get_data (G_OBJECT (window), "dialog");

  dialog->measuring = g_cancellable_new ();
  show_state (dialog, _("Building and timing each program on the way; run nothing else meanwhile"));
  gtk_label_set_text (GTK_LABEL (dialog->summary), _("Measuring…"));
  tl_session_explain_async (dialog->session, dialog->from, dialog->to, MAX_SECONDS, FALSE, on_progress, window, dialog->measuring,
                            on_explained, g_object_ref (window));
}

static void
stop (GtkWidget *window)
{
  ExplainDialog *dialog = g_object_get_data (G_OBJECT (window), "dialog");

  if (dialog->measuring != NULL)
    g_cancellable_cancel (dialog->measuring);
}

static gboolean
on_close (GtkWidget *window)
{
  ExplainDialog *dialog = g_object_get_data (G_OBJECT (window), "dialog");

  stop (window);
  dialog->is_closed = TRUE;
  tl_picture_set (TL_PICTURE (dialog->picture), NULL, NULL, NULL);
  return FALSE;
}

static gboolean
on_escape (GtkWidget *window, GVariant *args, gpointer user_data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

/* --- the window --- */

static GtkWidget *
make_header (ExplainDialog *dialog, GtkWidget *window)
{
  GtkWidget       *header = adw_header_bar_new ();
  g_autofree char *names = g_strdup_printf ("%s → %s", dialog->names[0], dialog->names[1]);

  dialog->stop = gtk_button_new_with_label (_("Stop"));
  dialog->again = gtk_button_new_with_label (_("Measure Again"));
  dialog->spinner = gtk_spinner_new ();
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), adw_window_title_new (_("Explain Difference"), names));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), dialog->stop);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), dialog->again);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), dialog->spinner);
  g_signal_connect_swapped (dialog->stop, "clicked", G_CALLBACK (stop), window);
  g_signal_connect_swapped (dialog->again, "clicked", G_CALLBACK (measure), window);
  return header;
}

static GtkWidget *
add_line (GtkWidget *box, const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
make_content (ExplainDialog *dialog)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *scroller = gtk_scrolled_window_new ();

  gtk_widget_add_css_class (box, "explain-content");
  dialog->summary = add_line (box, "heading");
  dialog->status = add_line (box, "dim-label");
  dialog->picture = tl_picture_new (draw, dialog, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (dialog->picture), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Gain of each step"), -1);
  gtk_widget_set_valign (dialog->picture, GTK_ALIGN_START);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), dialog->picture);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_widget_set_margin_top (scroller, 6);
  gtk_box_append (GTK_BOX (box), scroller);
  return box;
}

static void
close_by_escape (GtkWidget *window)
{
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (shortcuts),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                                                          gtk_callback_action_new (on_escape, NULL, NULL)));
  gtk_widget_add_controller (window, shortcuts);
}

void
tl_explain_dialog_open (GtkWindow *parent, TlSession *session, TlState *from, const char *from_name, TlState *to, const char *to_name)
{
  ExplainDialog *dialog = g_new0 (ExplainDialog, 1);
  GtkWidget     *window = adw_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  dialog->session = g_object_ref (session);
  dialog->from = tl_state_ref (from);
  dialog->to = tl_state_ref (to);
  dialog->names[0] = g_strdup (from_name);
  dialog->names[1] = g_strdup (to_name);
  gtk_box_append (GTK_BOX (box), make_header (dialog, window));
  gtk_box_append (GTK_BOX (box), make_content (dialog));
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), _("Explain Difference"));
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 860, 660);
  g_object_set_data_full (G_OBJECT (window), "dialog", dialog, dialog_free);
  g_signal_connect (window, "close-request", G_CALLBACK (on_close), NULL);
  close_by_escape (window);
  measure (window);
  gtk_window_present (GTK_WINDOW (window));
}
