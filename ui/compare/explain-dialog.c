/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/compare/explain-dialog.h"

#include <adwaita.h>

#include "core/base/i18n.h"
#include "ui/compare/explain-view.h"
#include "ui/widgets/present.h"
#include "ui/widgets/scale-bin.h"

static gboolean
on_close (GtkWidget *window)
{
  tl_explain_view_stop (g_object_get_data (G_OBJECT (window), "view"));
  return FALSE;
}

static gboolean
on_escape (GtkWidget *window, GVariant *args, gpointer user_data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
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
  GtkWidget       *window = adw_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *header = adw_header_bar_new ();
  GtkWidget       *view = tl_explain_view_new (session, FALSE), *scroller = gtk_scrolled_window_new ();
  g_autofree char *names = g_strdup_printf ("%s → %s", from_name, to_name);

  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), adw_window_title_new (_("Explain Difference"), names));
  gtk_widget_add_css_class (view, "explain-content");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), scroller);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), _("Explain Difference"));
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  tl_window_set_usual_size (GTK_WINDOW (window), 860, 660);
  g_object_set_data (G_OBJECT (window), "view", view);
  g_signal_connect (window, "close-request", G_CALLBACK (on_close), NULL);
  close_by_escape (window);
  tl_explain_view_set_ends (TL_EXPLAIN_VIEW (view), from, from_name, to, to_name);
  tl_explain_view_measure (TL_EXPLAIN_VIEW (view));
  tl_present_in_steps (window);
}
