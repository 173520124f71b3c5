/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/script-dialog.h"

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

#include "core/base/i18n.h"
#include "core/base/source.h"
#include "ui/widgets/escape.h"
#include "ui/widgets/highlight.h"
#include "ui/widgets/present.h"
#include "ui/widgets/scale-bin.h"

#define MOST_PROBLEM_PX 200

typedef struct
{
  GtkWindow       *window;
  TlSession       *session;
  GtkSourceBuffer *buffer;
  GtkWidget       *run;
  GtkWidget       *problem_area;   /* scrolls … */
  GtkWidget       *problem;
  char            *name;
} ScriptDialog;

static void
dialog_free (gpointer data)
{
  ScriptDialog *dialog = data;

  g_object_unref (dialog->session);
  g_object_unref (dialog->buffer);
  g_free (dialog->name);
  g_free (dialog);
}

static void
show_problem (ScriptDialog *dialog, const char *text)
{
  gtk_label_set_text (GTK_LABEL (dialog->problem), text != NULL ? text : "");
  gtk_widget_set_visible (dialog->problem_area, text != NULL);
}

static void
on_ran (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GtkWindow) window = user_data;
  ScriptDialog         *dialog = g_object_get_data (G_OBJECT (window), "dialog");
  g_autoptr (GError)    error = NULL;

  if (tl_session_run_script_finish (TL_SESSION (source), result, &error))
    {
      gtk_window_destroy (window);
      return;
    }
  gtk_widget_set_sensitive (dialog->run, TRUE);
  show_problem (dialog, error->message);
}

static void
on_run (ScriptDialog *dialog)
{
  GtkTextIter      start, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (dialog->buffer), &start, &end);
  text = gtk_text_buffer_get_text (GTK_TEXT_BUFFER (dialog->buffer), &start, &end, FALSE);
  show_problem (dialog, NULL);
  gtk_widget_set_sensitive (dialog->run, FALSE);
  tl_session_run_script_async (dialog->session, dialog->name, text, NULL, on_ran, g_object_ref (dialog->window));
}

static void
on_file_chosen (GtkFileChooserNative *chooser, int response, gpointer user_data)
{
  ScriptDialog         *dialog = user_data;
  g_autoptr (GFile)     file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;
  g_autofree char      *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GError)    error = NULL;
  g_autoptr (TlSource)  source = path != NULL ? tl_source_load (path, &error) : NULL;

  if (source != NULL && g_utf8_validate (tl_source_text (source), (gssize) tl_source_length (source), NULL))
    {
      gtk_text_buffer_set_text (GTK_TEXT_BUFFER (dialog->buffer), tl_source_text (source), -1);
      g_free (dialog->name);
      dialog->name = g_steal_pointer (&path);
      show_problem (dialog, NULL);
    }
  else if (path != NULL)
    show_problem (dialog, error != NULL ? error->message : _("The file is not UTF-8 text"));
  g_object_unref (chooser);
}

static void
on_load (ScriptDialog *dialog)
{
  GtkFileChooserNative *chooser
    = gtk_file_chooser_native_new (_("Open Schedule Script"), dialog->window, GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"), _("_Cancel"));

  g_signal_connect (chooser, "response", G_CALLBACK (on_file_chosen), dialog);
  tl_show_native_next (GTK_NATIVE_DIALOG (chooser));
}

static GtkWidget *
make_editor (ScriptDialog *dialog, GtkWidget **editor)
{
  gboolean                    dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();
  GtkWidget                  *scroller = gtk_scrolled_window_new ();
  GtkWidget                  *view = gtk_source_view_new_with_buffer (dialog->buffer);

  gtk_source_buffer_set_language (dialog->buffer,
                                  gtk_source_language_manager_get_language (gtk_source_language_manager_get_default (), "python3"));
  gtk_source_buffer_set_style_scheme (dialog->buffer,
                                      gtk_source_style_scheme_manager_get_scheme (schemes, dark ? "Adwaita-dark" : "Adwaita"));
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  tl_highlight_in_slices (GTK_SOURCE_VIEW (view));
  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (view), TRUE);
  gtk_source_view_set_indent_width (GTK_SOURCE_VIEW (view), 4);
  gtk_source_view_set_insert_spaces_instead_of_tabs (GTK_SOURCE_VIEW (view), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Schedule script"), -1);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scroller, TRUE);
  *editor = view;
  return scroller;
}

/* Not wrapped: the caret of a message stands below its column. */
static GtkWidget *
make_problem (ScriptDialog *dialog)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  dialog->problem = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (dialog->problem), 0);
  gtk_label_set_selectable (GTK_LABEL (dialog->problem), TRUE);
  gtk_widget_add_css_class (dialog->problem, "monospace");
  gtk_widget_add_css_class (scroller, "script-problem");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), dialog->problem);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MOST_PROBLEM_PX);
  gtk_widget_set_visible (scroller, FALSE);
  dialog->problem_area = scroller;
  return scroller;
}

void
tl_script_dialog_open (GtkWindow *parent, TlSession *session)
{
  ScriptDialog *dialog = g_new0 (ScriptDialog, 1);
  GtkWidget    *window = adw_window_new ();
  GtkWidget    *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget    *header = adw_header_bar_new ();
  GtkWidget    *load = gtk_button_new_with_label (_("Open File…"));
  GtkWidget    *editor;

  dialog->window = GTK_WINDOW (window);
  dialog->session = g_object_ref (session);
  dialog->buffer = gtk_source_buffer_new (NULL);
  dialog->name = g_strdup ("script");
  dialog->run = gtk_button_new_with_label (_("Run"));
  gtk_widget_add_css_class (dialog->run, "suggested-action");
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), load);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), dialog->run);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), make_editor (dialog, &editor));
  gtk_box_append (GTK_BOX (box), make_problem (dialog));
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), _("Run Schedule Script"));
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  tl_escape_closes (GTK_WINDOW (window));
  tl_window_set_usual_size (GTK_WINDOW (window), 720, 480);
  g_signal_connect_swapped (dialog->run, "clicked", G_CALLBACK (on_run), dialog);
  g_signal_connect_swapped (load, "clicked", G_CALLBACK (on_load), dialog);
  g_object_set_data_full (G_OBJECT (window), "dialog", dialog, dialog_free);
  gtk_window_set_focus (GTK_WINDOW (window), editor);
  tl_present_in_steps (window);
}
